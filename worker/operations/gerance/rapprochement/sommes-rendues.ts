import { sql } from "drizzle-orm";
import { ajouterJours } from "#domain/dates.ts";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import { recuSansNom, sommeRendue } from "#domain/gerance/livres/ecritures-encaissements.ts";
import { attribueAuMandant } from "#domain/gerance/livres/ecritures-mandats.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import { A_IDENTIFIER, RENDUE } from "#domain/gerance/rapprochement/ligne-releve.ts";
import { lireMots } from "#domain/gerance/rapprochement/mots-de-ligne.ts";
import { remboursements } from "#domain/gerance/rapprochement/proposition-de-depense.ts";
import { enEuros, formatEuros } from "#domain/montants.ts";
import type { Db } from "#worker/db/client.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { lignesReleve } from "#worker/db/schema/gerance.ts";
import { missions } from "#worker/db/schema/missions.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import {
  JOURS_AVANT_REMBOURSEMENT,
  lireRemboursables,
} from "#worker/operations/gerance/banque/depenses-payees.ts";
import {
  cleDeLigne,
  DEJA,
  type LigneLueEnBase,
  lireLigne,
  prendre,
  refuserSiPrise,
} from "#worker/operations/gerance/banque/lignes-de-releve.ts";
import { sommesEnAttente } from "#worker/operations/gerance/banque/sommes-en-attente.ts";
import { debutComptes, poster } from "#worker/operations/gerance/livres/ecritures.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { rembourserDepense } from "./remboursements-de-ligne.ts";

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

/** The condition that these sums still wait, as they were read. */
const encoreEnAttente = (sommes: readonly SommeLue[]) => sql`NOT EXISTS (
  SELECT 1 FROM json_each(${JSON.stringify(sommes)}) lue WHERE NOT EXISTS (SELECT 1 FROM ${sommesEnAttente} s
    WHERE s.id = lue.value ->> 'id' AND s.montant = lue.value ->> 'montant' AND s.version = lue.value ->> 'version'))`;

/**
 * Records that a line that leaves the account pays back waiting sums, each whole (rapprochement/README §12.9).
 *
 * @throws NotFound when one of the sums no longer waits; Invalid when the sums do not add up to the line, or are of
 * another account.
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
 * The bank line (`id`) of a sum that belongs to the owner of a mandate, and the expense (`DepenseId`) that the sum
 * gives back; absent: the expense that the line names, if any.
 */
interface Attribution {
  id: number;
  MissionId: number;
  DepenseId?: number | undefined;
}

/**
 * The expense of the mandate that a sum gives back: the one that `DepenseId` names, else the only one whose supplier
 * or invoice the line names (rapprochement/README §12.9); null without any, or when the line is no longer to match.
 * @throws Invalid when this mandate did not pay the named expense, or less of it is left to give back.
 */
async function depenseRendue(
  db: Db,
  ligne: LigneLueEnBase,
  { MissionId, DepenseId }: Attribution,
): Promise<number | null> {
  if (ligne.etat !== "a_rapprocher" || ligne.usage !== "gerance") return null;
  const payees = await lireRemboursables(db, {
    du: ajouterJours(ligne.date, -JOURS_AVANT_REMBOURSEMENT),
    au: ligne.date,
    montants: [ligne.montant],
    MissionId,
  });
  if (DepenseId === undefined) {
    const [nommee, autre] = remboursements(ligne, lireMots(ligne), { remboursables: payees });
    return autre ? null : (nommee?.DepenseIds?.[0] ?? null);
  }
  if (payees.some(({ id }) => id === DepenseId)) return DepenseId;
  throw new Invalid({
    DepenseId: "Ce mandat n’a pas payé cette dépense, ou il n’en reste pas autant à rendre.",
  });
}

/**
 * Gives a sum received to the owner of a mandate: a sum that waits (4710), or the whole of a line still to match. The
 * next account shows it. When a supplier gives an expense back, the sum comes off that expense.
 * @throws NotFound; Invalid when the mandate did not pay that expense; Conflict when the sum no longer waits, left
 * the account, is on an account of the agency's own, or came before the books began.
 */
export async function attribuerAuMandat(ctx: Contexte, attribution: Attribution): Promise<void> {
  const { db, today, user } = ctx;
  const { id, MissionId } = attribution;
  await refuserSiPrise(() =>
    onWhatIsRead(async () => {
      const ligne = await lireLigne(ctx, id);
      const depense = await depenseRendue(db, ligne, attribution);
      if (depense !== null) return rembourserDepense(ctx, { ligne, ids: [depense] });
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
