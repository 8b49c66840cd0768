import { sql } from "drizzle-orm";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import { attribueAuMandant, recuSansNom, sommeRendue } from "#domain/gerance/livres/ecritures.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import { A_IDENTIFIER, RENDUE } from "#domain/gerance/rapprochement/ligne-releve.ts";
import { enEuros, formatEuros } from "#domain/montants.ts";
import type { Db } from "#worker/db/client.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { lignesReleve } from "#worker/db/schema/gerance.ts";
import { missions } from "#worker/db/schema/missions.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import {
  cleDeLigne,
  DEJA,
  type LigneLueEnBase,
  lireLigne,
  prendre,
  prise,
} from "#worker/operations/gerance/banque/lignes-de-releve.ts";
import { sommesEnAttente } from "#worker/operations/gerance/banque/sommes-en-attente.ts";
import { debutComptes, poster } from "#worker/operations/gerance/livres/ecritures.ts";
import { trace } from "#worker/operations/historique/history.ts";

interface SommeLue {
  id: number;
  CompteBancaireId: number;
  montant: Centimes;
  version: number;
}

const lireSommes = (db: Db, ids: readonly number[]) =>
  db.all<SommeLue>(sql`
    SELECT id, "CompteBancaireId", montant, version FROM ${sommesEnAttente}
    WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) ORDER BY id`);

/** The condition that these sums wait as they were read. */
const encoreEnAttente = (sommes: readonly SommeLue[]) => sql`NOT EXISTS (
  SELECT 1 FROM json_each(${JSON.stringify(sommes)}) lue WHERE NOT EXISTS (SELECT 1 FROM ${sommesEnAttente} s
    WHERE s.id = lue.value ->> 'id' AND s.montant = lue.value ->> 'montant' AND s.version = lue.value ->> 'version'))`;

/**
 * A line that leaves the account pays back sums that waited for their owner, each whole (rapprochement/README §12.9).
 *
 * @throws NotFound when one does not wait; Invalid when they are not the line's sum, or of its account.
 */
export async function rendreSommes(
  { db, today, user }: Contexte,
  { ligne, ids }: { ligne: LigneLueEnBase; ids: readonly number[] },
): Promise<void> {
  await onWhatIsRead(async () => {
    const sommes = await lireSommes(db, ids);
    if (sommes.length < ids.length || new Set(ids).size < ids.length)
      throw new NotFound("L’une de ces sommes n’attend plus.");
    const total = sommes.reduce((somme, { montant }) => somme + montant, 0);
    const ailleurs = sommes.some(
      ({ CompteBancaireId }) => CompteBancaireId !== ligne.CompteBancaireId,
    );
    if (total !== -ligne.montant || ailleurs)
      throw new Invalid({
        SommeIds: `Ces sommes font ${formatEuros(enEuros(total))}, et la ligne en rend ${formatEuros(enEuros(-ligne.montant))}, du même compte.`,
      });
    const { lignesPostees, ecrituresPostees } = poster(
      db,
      sommes.map(({ id, montant }) => ({
        ...sommeRendue(ligne.CompteBancaireId, montant),
        cle: cleDeLigne(ligne.id, `rendue ${id}`),
        date: ligne.date,
        libelle: "Somme en attente rendue",
      })),
      { today, user },
    );
    await db.write({
      attendues: provided(db, encoreEnAttente(sommes)),
      ...prendre(db, [ligne], { etat: "rapprochee", user }),
      lignesPostees,
      ecrituresPostees,
      rendues: db.run(sql`
        UPDATE ${lignesReleve} SET "RendueParId" = ${ligne.id}, motif = iif(etat = 'a_rapprocher', ${RENDUE}, motif),
          etat = 'rapprochee', "user" = ${user}, "updatedAt" = ${MAINTENANT}
        WHERE id IN (SELECT value ->> 'id' FROM json_each(${JSON.stringify(sommes)}))`),
      dites: trace(db, {
        entite: "LigneReleve",
        entiteId: sql`(SELECT value ->> 'id' FROM json_each(${JSON.stringify(sommes)}))`,
        etat: "Rendue",
        user,
      }),
    });
  });
}

/** The statement by which the sums that the line `id` paid back wait again. */
export const reprendreSommes = ({ db }: Pick<Contexte, "db">, id: number) => ({
  sommesReprises: db.run(sql`
    UPDATE ${lignesReleve} SET "RendueParId" = NULL, etat = iif(motif = ${RENDUE}, 'a_rapprocher', etat),
      motif = iif(motif = ${RENDUE}, ${A_IDENTIFIER}, motif), "updatedAt" = ${MAINTENANT} WHERE "RendueParId" = ${id}`),
});

/**
 * A sum received is the owner's of a mandate: one that waits (4710), or the whole of a line still to match. The next account
 * tells it.
 *
 * @throws NotFound; Conflict when nothing of it waits, for an account of the agency's own, or before the books.
 */
export async function attribuerAuMandat(
  ctx: Contexte,
  { id, MissionId }: { id: number; MissionId: number },
): Promise<void> {
  const { db, today, user } = ctx;
  await prise(() =>
    onWhatIsRead(async () => {
      const ligne = await lireLigne(ctx, id);
      const [somme] = await lireSommes(db, [id]);
      const [faits] = await db.all<{ gestion: number; ouverts: number }>(sql`
        SELECT EXISTS (SELECT 1 FROM ${missions} WHERE id = ${MissionId} AND type = 'gestion') AS gestion,
          coalesce(${debutComptes} <= ${ligne.date}, 0) AS ouverts`);
      if (!faits?.gestion) throw new NotFound("Ce mandat de gestion n’existe pas.");
      const entiere = !somme && ligne.etat === "a_rapprocher" && ligne.motif === null;
      if (!somme && !entiere) throw new Conflict(DEJA);
      if (ligne.montant < 0 || ligne.usage !== "gerance" || !faits.ouverts)
        throw new Conflict(
          "Seule une somme reçue sur un compte de gérance, depuis l’ouverture des comptes, va à un mandat.",
        );
      const montant = somme?.montant ?? ligne.montant;
      const entree = { date: ligne.date, libelle: "Reçu pour le mandant" };
      const recue = {
        ...recuSansNom(ligne.CompteBancaireId, montant),
        ...entree,
        cle: cleDeLigne(id, "attente"),
      };
      const { lignesPostees, ecrituresPostees } = poster(
        db,
        [
          ...(somme ? [] : [recue]),
          {
            ...attribueAuMandant(MissionId, ligne.CompteBancaireId, montant),
            ...entree,
            cle: cleDeLigne(id, "mandat"),
          },
        ],
        { today, user },
      );
      await db.write({
        ...(somme ? { attendue: provided(db, encoreEnAttente([somme])) } : {}),
        ...(ligne.etat === "a_rapprocher"
          ? prendre(db, [ligne], { etat: "rapprochee", user, motif: "Reçu pour le mandant" })
          : {}),
        lignesPostees,
        ecrituresPostees,
        dite: trace(db, {
          entite: "LigneReleve",
          entiteId: id,
          etat: "Attribuée à un mandat",
          user,
          details: { MissionId, montant: enEuros(montant) },
        }),
      });
    }),
  );
}
