import { sql } from "drizzle-orm";
import type { CourrielAPartir } from "#domain/quittances/courriel.ts";
import { effacements } from "#worker/db/schema/agence.ts";
import { comptesRendus } from "#worker/db/schema/mandants.ts";
import { courriels } from "#worker/db/schema/quittances.ts";
import { clients } from "#worker/db/schema/schema.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { PART_LE } from "#worker/operations/courriels/outbox.ts";

/** The address to which an owner's mails go. */
const ADRESSE = sql`trim(CASE ${clients.mailDefaut} WHEN 'mailPerso' THEN ${clients.mailPerso}
  WHEN 'mailPro' THEN ${clients.mailPro} ELSE ${clients.mailDefaut} END)`;

const periode = sql`'du ' || strftime('%d/%m/%Y', c.du) || ' au ' || strftime('%d/%m/%Y', c.au)`;

/**
 * Puts into the outbox the mail of each valid account, for each of its owners who has an address and was not erased
 * (http/README §9.12). An account is mailed to an owner once, even when the call is repeated. The paper is made when
 * the mail leaves, after the delay of the settings. The caller queues the mails.
 * @returns the mails that this call wrote
 */
export async function envoyerComptes(
  { db, user }: Contexte,
  ids: readonly number[],
): Promise<CourrielAPartir[]> {
  const { ecrits } = await db.write({
    ecrits: db.all<CourrielAPartir>(sql`
      INSERT INTO ${courriels}
        (genre, destinataires, "partLe", entite, "entiteId", type, objet, texte, "CompteRenduId", "ClientId", "user")
      SELECT 'document', json_array(${ADRESSE}), ${PART_LE}, 'Mission', c."MissionId", 'compteRendu',
        'Compte rendu de gestion ' || ${periode},
        'Bonjour,' || char(10, 10) || 'Veuillez trouver ci-joint le compte rendu de gestion n° '
          || (c.contenu ->> '$.numero') || ' (' || (c.contenu ->> '$.mandat.nom') || '), ' || ${periode} || '.'
          || char(10, 10) || 'Nous restons à votre disposition pour toute question.',
        c.id, ${clients.id}, ${user}
      FROM ${comptesRendus} c JOIN json_each(c.contenu, '$.mandants') m
      JOIN ${clients} ON ${clients.id} = m.value ->> 'ClientId'
      WHERE c.id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND c.etat = 'valide' AND ${ADRESSE} LIKE '%@%'
        AND NOT EXISTS (SELECT 1 FROM ${effacements} e WHERE e.personne = 'Client' AND e."personneId" = ${clients.id})
      ORDER BY c.id, m.key
      ON CONFLICT ("CompteRenduId", "ClientId") DO NOTHING
      RETURNING id, "partLe"`),
  });
  return ecrits;
}
