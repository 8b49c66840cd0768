import { sql } from "drizzle-orm";
import type { Mois } from "#domain/dates.ts";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import type { Db, Statements } from "#worker/db/client.ts";
import { NUMERO_REGLEMENT } from "#worker/db/conditions-comptes.ts";
import { echeances, imputations, reglements } from "#worker/db/schema/gerance.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { quiPartiraient } from "#worker/operations/courriels/outbox.ts";
import {
  comptesUsuels,
  encoreReceveur,
  exigerComptesOuverts,
} from "#worker/operations/gerance/banque/comptes-bancaires.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { lireComptes } from "./comptes-lus.ts";
import { type Reglee, regler } from "./imputations.ts";
import { type Suites, suitesDe } from "./quittances-suivies.ts";
import {
  type DemandeReglement,
  fondsInchanges,
  type ImputationFaite,
  placerUn,
  type ReglementApercu,
  type ReglementPlace,
  soldeDe,
} from "./reglements-places.ts";

export interface ReglementFait extends ReglementApercu {
  id: number;
  /** « 2026-000012 ». */
  numero: string;
}

/**
 * The effects of these payments, one after the other, as if they were recorded now (locataires/README §12.3). Nothing
 * is written.
 * @throws NotFound when a dossier does not exist; Invalid when a payment is refused; Conflict for the key of another
 * payment.
 */
export async function apercevoirReglements(
  ctx: Contexte,
  demandes: readonly DemandeReglement[],
): Promise<ReglementApercu[]> {
  const { places } = await placerTous(ctx, demandes);
  return places.map(
    ({ demande: _demande, aPlacer: _aPlacer, placement: _placement, ...apercu }) => apercu,
  );
}

/**
 * The effects of these payments, and for each payment the months whose quittance it would send to a tenant who agreed
 * to e-mail (quittances/README §2.7). Nothing is written.
 * @throws NotFound; Invalid; Conflict, as {@link apercevoirReglements}.
 */
export async function apercevoirEnvois(
  ctx: Contexte,
  demandes: readonly DemandeReglement[],
): Promise<(ReglementApercu & { envois: Mois[] })[]> {
  const { places, comptes } = await placerTous(ctx, demandes);
  const reste = (place: ReglementPlace, QuitanceId: number) =>
    comptes
      .get(place.DossierId)
      ?.ouvertes.some((echeance) => echeance.QuitanceId === QuitanceId && echeance.reste > 0);
  // A receipt settled by two payments is sent with the last one.
  const reglees = new Map<number, ReglementPlace>();
  for (const place of places) {
    if (place.etat !== "credite") continue;
    for (const { QuitanceId } of place.imputations)
      if (QuitanceId !== null && !reste(place, QuitanceId)) reglees.set(QuitanceId, place);
  }
  const partent = await quiPartiraient(ctx.db, [...reglees.keys()], "quittance");
  return places.map((place) => {
    const { demande: _demande, aPlacer: _aPlacer, placement: _placement, ...apercu } = place;
    const envois = partent.flatMap(({ id, mois }) => (reglees.get(id) === place ? mois : []));
    return { ...apercu, envois };
  });
}

/**
 * Records payments, all or none, with the sums that each settles, its entry and the receipts that follow
 * (locataires/README §12.2, §12.3). When another payment of the same debt comes in between, or the mandate changes its
 * terms, the payments are placed again on what is then owed. The answers are in the order of `demandes`, payments
 * recorded already included.
 * @param aussi other statements of the same write, before those of the payments
 * @throws NotFound when a dossier does not exist; Invalid when a payment is refused; Conflict for the key of another
 * payment.
 */
export async function enregistrerReglements(
  ctx: Contexte,
  {
    demandes,
    aussi = () => ({}),
  }: {
    demandes: readonly DemandeReglement[];
    aussi?: (places: readonly ReglementPlace[]) => Statements;
  },
): Promise<Suites & { reglements: ReglementFait[] }> {
  const { db, user } = ctx;
  return onWhatIsRead(async () => {
    const { places, comptes, gardees, comptesDits } = await placerTous(ctx, demandes);
    const reglees = places.map(regleeDe);
    const { avant, inchange, ecrites } = await regler(ctx, { comptes, reglees });
    const ecrits = await db.write({
      garde: provided(
        db,
        sql.join(
          [
            inchange,
            fondsInchanges(places),
            ...comptesDits.map(({ compte, date }) => encoreReceveur(compte, date)),
          ],
          sql` AND `,
        ),
      ),
      ...aussi(places),
      ...inscrire(db, places, user),
      ...ecrites,
      faits: numerosDe(
        db,
        places.map(({ demande }) => demande.cle),
      ),
    });
    const faits = new Map(ecrits.faits.map((fait) => [fait.cle, fait]));
    const nouveaux = places.flatMap(({ demande, placement, aPlacer, ...apercu }) => {
      const fait = faits.get(demande.cle);
      return fait ? [{ ...apercu, id: fait.id, numero: fait.numero }] : [];
    });
    const suivants = nouveaux.values();
    const reglements = demandes.flatMap(
      ({ cle }) => (cle && gardees.get(cle)) || (suivants.next().value ?? []),
    );
    return { ...suitesDe(avant, ecrits.attente), reglements };
  });
}

const numerosDe = (db: Db, cles: readonly string[]) =>
  db.all<{ id: number; numero: string; cle: string }>(sql`
    SELECT r.id, ${NUMERO_REGLEMENT} AS numero, r.cle FROM ${reglements} r
    WHERE r.cle IN (SELECT value FROM json_each(${JSON.stringify(cles)}))`);

/**
 * Works out what each new payment settles, one after the other, on the present state of the accounts; writes nothing.
 * The payments already recorded are in `gardees`.
 */
async function placerTous(ctx: Contexte, demandes: readonly DemandeReglement[]) {
  const usuelLe = await comptesUsuels(ctx.db);
  const gardees = await lireGardes(ctx.db, demandes);
  const nouvelles = demandes.filter(({ cle }) => !cle || !gardees.has(cle));
  await exigerComptesOuverts(ctx.db, nouvelles);
  const { comptes, fonds } = await lireComptes(
    ctx,
    nouvelles,
    nouvelles.flatMap(({ QuitanceId }) => QuitanceId ?? []),
  );
  const places = nouvelles.map((demande, rang): ReglementPlace => {
    const compte = comptes.get(demande.DossierId);
    if (!compte) throw new NotFound("Ce dossier n’existe pas.");
    const usuel = usuelLe(demande.date);
    return placerUn(demande, { compte, fonds: fonds[rang] ?? "proprietaire", usuel }, ctx.today);
  });
  const dits = places.flatMap(({ aPlacer: { CompteBancaireId: compte, date } }) =>
    compte ? [[`${compte} ${date}`, { compte, date }] as const] : [],
  );
  const comptesDits = [...new Map(dits).values()];
  return { places, comptes, gardees, comptesDits };
}

/** The payments already recorded under these keys. @throws Conflict for the key of another payment */
async function lireGardes(db: Db, demandes: readonly DemandeReglement[]) {
  const cles = demandes.flatMap(({ cle }) => cle ?? []);
  if (cles.length === 0) return new Map<string, ReglementFait>();
  const faits = await numerosDe(db, cles);
  if (faits.length === 0) return new Map<string, ReglementFait>();
  const ids = faits.map(({ id }) => id);
  const [rows, parts] = await Promise.all([
    db.select().from(reglements).where(sql`${reglements.id} IN ${ids}`),
    db.all<ImputationFaite & { ReglementId: number }>(sql`
      SELECT i."ReglementId", e.id AS "EcheanceId", e."QuitanceId", e.mois, e.nature, sum(i.montant) AS montant
      FROM ${imputations} i JOIN ${echeances} e ON e.id = i."EcheanceId"
      WHERE i."ReglementId" IN ${ids} GROUP BY 1, 2 HAVING sum(i.montant) > 0`),
  ]);
  const { comptes } = await lireComptes({ db }, rows);
  return new Map(
    faits.flatMap(({ id, numero, cle }) => {
      const row = rows.find((candidat) => candidat.id === id);
      const compte = row && comptes.get(row.DossierId);
      if (!row || !compte) return [];
      const imputees = parts.flatMap(({ ReglementId, ...part }) =>
        ReglementId === id ? part : [],
      );
      const avance = compte.avances.find(({ ReglementId }) => ReglementId === id)?.reste ?? 0;
      const { DossierId, etat } = row;
      const demande = demandes.find((candidate) => candidate.cle === cle);
      if (
        demande?.DossierId !== DossierId ||
        demande.montant !== row.montant ||
        demande.date !== row.date ||
        demande.mode !== row.mode ||
        demande.payeur !== row.payeur
      ) {
        throw new Conflict("Cette clé est celle d’un autre règlement.", "cle");
      }
      const fait = {
        id,
        numero,
        DossierId,
        etat,
        imputations: imputees,
        avance,
        solde: soldeDe(compte),
        mandatNonInscrit: row.fonds === "agence" ? compte.mandatNonInscrit : null,
      };
      return [[cle, fait] as const];
    }),
  );
}

/** The sums that a payment settles, with its entry. */
export const regleeDe = ({ demande, placement }: ReglementPlace): Reglee => ({
  DossierId: demande.DossierId,
  reglement: demande.cle,
  ecriture: placement.ecriture,
  cle: `reglement ${demande.cle}`,
  date: demande.date,
  libelle: "Règlement",
  imputations: placement.imputations,
});

/** The statements that write the payments themselves, numbered in their order, with their history. */
export function inscrire(db: Db, places: readonly ReglementPlace[], user: string | null) {
  const json = JSON.stringify(
    places.map(({ demande, aPlacer, placement }) => ({
      ...demande,
      CompteBancaireId: aPlacer.CompteBancaireId,
      fonds: aPlacer.fonds,
      etat: placement.etat,
    })),
  );
  return {
    reglements: db.run(sql`
      INSERT INTO ${reglements} (exercice, rang, "DossierId", date, montant, mode, payeur, fonds, etat,
        commentaire, "CompteBancaireId", "LigneReleveId", "StoredFileId", cle, "user")
      SELECT substr(r.value ->> 'date', 1, 4),
        row_number() OVER (PARTITION BY substr(r.value ->> 'date', 1, 4) ORDER BY r.key) + coalesce(
          (SELECT max(rang) FROM ${reglements} deja WHERE deja.exercice = substr(r.value ->> 'date', 1, 4)), 0),
        r.value ->> 'DossierId', r.value ->> 'date', r.value ->> 'montant', r.value ->> 'mode', r.value ->> 'payeur',
        r.value ->> 'fonds', r.value ->> 'etat', r.value ->> 'commentaire', r.value ->> 'CompteBancaireId',
        r.value ->> 'LigneReleveId', r.value ->> 'StoredFileId', r.value ->> 'cle', ${user}
      FROM json_each(${json}) r ORDER BY r.key`),
    traces: trace(db, {
      entite: "Reglement",
      entiteId: sql`(SELECT id FROM ${reglements} WHERE cle IN
        (SELECT value ->> 'cle' FROM json_each(${json})) ORDER BY id)`,
      etat: sql`(SELECT CASE etat WHEN 'recu' THEN 'Reçu sous réserve' ELSE 'Enregistré' END FROM ${reglements} WHERE id = fiche.id)`,
      user,
      details: reglementDit,
    }),
  };
}

/** The details that the history keeps of the payment `fiche.id`. */
const reglementDit = sql`(SELECT json_object('DossierId', "DossierId", 'date', date, 'montant', montant / 100.0, 'mode', mode, 'payeur', payeur)
  FROM ${reglements} WHERE id = fiche.id)`;
