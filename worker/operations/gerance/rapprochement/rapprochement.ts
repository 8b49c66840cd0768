import { sql } from "drizzle-orm";
import { Conflict, Forbidden, Invalid, NotFound } from "#domain/erreurs.ts";
import { motifDeRejet, numeroReglement } from "#domain/gerance/locataires/reglement.ts";
import type { DemandeRapprochement } from "#domain/gerance/rapprochement/ligne-releve-fiche.ts";
import { enEuros, formatEuros } from "#domain/montants.ts";
import type { Db, Statements } from "#worker/db/client.ts";
import { REJET_SANS_LIGNE, REJETE_SANS_ENTREE } from "#worker/db/conditions-comptes.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { reglements } from "#worker/db/schema/gerance.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import {
  DEJA,
  type LigneLueEnBase,
  lireLigne,
  prendre,
  refuserSiPrise,
  rendreAttente,
} from "#worker/operations/gerance/banque/lignes-de-releve.ts";
import { parLaBanque } from "#worker/operations/gerance/banque/repertoire.ts";
import { crediterReglements } from "#worker/operations/gerance/locataires/cheques.ts";
import { reunir, type Suites } from "#worker/operations/gerance/locataires/quittances-suivies.ts";
import { rejeterReglement } from "#worker/operations/gerance/locataires/reglements-finis.ts";
import { rapprocherVirements } from "#worker/operations/gerance/reversements/virements.ts";
import { rapprocherApport } from "./apports-de-ligne.ts";
import { rapprocherDepenses } from "./depenses-de-ligne.ts";
import { poserAutour } from "./fonds-de-ligne.ts";
import { rapprocherHonoraires } from "./honoraires-de-ligne.ts";
import { apprendre } from "./payeurs-connus.ts";
import { reglerDepuis } from "./reglements-de-ligne.ts";
import { rembourserDepense } from "./remboursements-de-ligne.ts";
import { rendreSommes } from "./sommes-rendues.ts";

/**
 * Matches a line, whole or not at all (rapprochement/README §12.9), with one of these: payments of dossiers; earlier
 * payments, which the line proves, credits (cheques) or refuses (when it leaves the account); transfers; expenses,
 * paid or given back; the agency's own money; waiting sums, paid back; an invoice of fees.
 * @throws NotFound; Forbidden when the caller may not record a refusal or a take-back; Conflict when someone dealt
 * with the line first; Invalid when the parts do not add up to the line.
 */
export async function rapprocher(
  ctx: Contexte,
  { id, demande, peutRejeter, peutReprendre }: ARapprocher,
): Promise<Suites> {
  const { payeur: _payeur, mode: _mode, ...choix } = demande;
  const { parts, ReglementIds, VirementIds, DepenseIds, ApportId, SommeIds, FactureId } = choix;
  if (Object.values(choix).filter(Boolean).length !== 1) {
    throw new Invalid({
      parts:
        "Des dossiers, des règlements, des virements ou des dépenses sont attendus, les uns ou les autres.",
    });
  }
  return refuserSiPrise(() =>
    onWhatIsRead(async () => {
      const ligne = await lireLigne(ctx, id);
      if (ligne.etat !== "a_rapprocher") throw new Conflict(DEJA);
      if (FactureId) {
        await rapprocherHonoraires(ctx, { ligne, id: FactureId });
        return reunir();
      }
      if (VirementIds) {
        if (ligne.montant > 0 && !peutRejeter) throw new Forbidden();
        return rapprocherVirements(ctx, { ligne, ids: VirementIds });
      }
      if (ligne.usage !== "gerance") {
        throw new Conflict("Ce compte est celui de l’agence : un loyer ne s’y encaisse pas.");
      }
      if (ApportId) {
        await rapprocherApport(ctx, { ligne, id: ApportId, peutReprendre });
        return reunir();
      }
      if (SommeIds) {
        await rendreSommes(ctx, { ligne, ids: SommeIds });
        return reunir();
      }
      if (DepenseIds) {
        const lien = { ligne, ids: DepenseIds };
        await (ligne.montant > 0 ? rembourserDepense : rapprocherDepenses)(ctx, lien);
        return reunir();
      }
      if (parts) return reglerDepuis(ctx, { ligne, parts, demande });
      const lien = { ligne, ids: ReglementIds ?? [] };
      if (ligne.montant > 0) return pointer(ctx, lien);
      if (!peutRejeter) throw new Forbidden();
      return rejeter(ctx, lien);
    }),
  );
}

interface ARapprocher {
  id: number;
  demande: DemandeRapprochement;
  /** The caller may record that the bank refused a payment or a transfer. */
  peutRejeter: boolean;
  /** The caller may note that the agency took back the money that it put in. */
  peutReprendre: boolean;
}

/** A line, and the payments that are to be tied to it. */
interface Lien {
  ligne: LigneLueEnBase;
  ids: readonly number[];
}

async function lireLies(db: Db, ids: readonly number[]) {
  const rows = await db
    .select()
    .from(reglements)
    .where(sql`${reglements.id} IN (SELECT r.id FROM ${reglements} r
      WHERE r.id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND ${parLaBanque})`);
  if (rows.length < new Set(ids).size || new Set(ids).size < ids.length) {
    throw new NotFound("L’un de ces règlements n’existe pas, ou n’est pas passé par la banque.");
  }
  return rows;
}

/** Makes a line prove payments typed before it, even those refused since, and credits the cheques among them. */
async function pointer(ctx: Contexte, { ligne, ids }: Lien): Promise<Suites> {
  const { db, today, user } = ctx;
  const rows = await lireLies(db, ids);
  const somme = rows.reduce((total, { montant }) => total + montant, 0);
  if (somme !== ligne.montant) {
    throw new Invalid({
      ReglementIds: `Ces règlements font ${formatEuros(enEuros(somme))}, la ligne ${formatEuros(enEuros(ligne.montant))}.`,
    });
  }
  const cheques = rows.filter(({ etat }) => etat === "recu");
  const montants = rows.flatMap(({ etat, mode, fonds, montant }) =>
    etat === "credite" ? [{ mode, fonds, montant }] : [],
  );
  const prouvable = sql`r."LigneReleveId" IS NULL AND (r.etat IN ('recu', 'credite')
    OR (${REJETE_SANS_ENTREE} AND ${ligne.date} <= r."finLe"))`;
  const json = JSON.stringify(rows.map(({ id, etat }) => ({ id, etat })));
  const libres = sql`NOT EXISTS (SELECT 1 FROM json_each(${json}) lu WHERE NOT EXISTS (SELECT 1 FROM ${reglements} r
    WHERE r.id = lu.value ->> 'id' AND r.etat = lu.value ->> 'etat' AND ${prouvable}))`;
  const aussi = {
    libres: provided(db, libres),
    ...prendre(db, [ligne], { etat: "rapprochee", user }),
    ...rendreAttente(db, ligne, { today, user }),
    lies: db.run(sql`
      UPDATE ${reglements} SET "LigneReleveId" = ${ligne.id}, "CompteBancaireId" = coalesce("CompteBancaireId", ${ligne.CompteBancaireId})
      WHERE id IN (SELECT value ->> 'id' FROM json_each(${json}))`),
    ...poserAutour(db, [{ ligne, montants }], { today, user }),
    ...apprendre(ctx, ligne, rows),
  };
  const refus = new Conflict("L’un de ces règlements est déjà rapproché, rejeté ou annulé.");
  if ((await db.all(sql`SELECT 1 WHERE ${libres}`)).length === 0) throw refus;
  if (cheques.length > 0) {
    const attendus = cheques.map(({ id }) => id);
    const fait = await crediterReglements(ctx, { date: ligne.date, ids: attendus, aussi });
    // Someone else credited or took back all these payments first: nothing was written.
    if (fait.credites.length === 0) throw refus;
    return fait;
  }
  await db.write(aussi);
  return reunir();
}

/** Makes a line that leaves the account take a payment back on its day, or ties it to a refusal noted by hand. */
async function rejeter(ctx: Contexte, { ligne, ids }: Lien): Promise<Suites> {
  const { db, today, user } = ctx;
  const [row, autre] = await lireLies(db, ids);
  if (!row || autre || row.montant !== -ligne.montant) {
    throw new Invalid({ ReglementIds: "Un règlement du montant de la ligne est attendu." });
  }
  if (row.fonds === "proprietaire" && row.LigneReleveId === null) {
    throw new Conflict(
      "Le propriétaire a reçu ce règlement lui-même : notre banque ne le rejette pas.",
    );
  }
  const { id, LigneReleveId } = row;
  const motif = motifDeRejet(numeroReglement(row));
  const aussi = {
    ...prendre(db, [ligne], { etat: "rapprochee", user, motif }),
    ...(LigneReleveId === null
      ? {}
      : poserAutour(db, [{ ligne, montants: [row] }], { today, user, repris: true })),
  };
  if (row.etat === "rejete") return rattacherRejet(db, { ligne, row, aussi });
  return rejeterReglement(ctx, {
    id,
    date: ligne.date,
    motif: "Rejeté par la banque",
    LigneRejetId: ligne.id,
    aussi,
  });
}

/** Ties the line to the refusal that a person noted, which reversed the payment: it is not reversed again. */
async function rattacherRejet(
  db: Db,
  {
    ligne,
    row,
    aussi,
  }: { ligne: LigneLueEnBase; row: typeof reglements.$inferSelect; aussi: Statements },
): Promise<Suites> {
  if (ligne.date < row.date) {
    throw new Invalid({ ReglementIds: "La banque ne rejette pas un règlement avant son jour." });
  }
  const attendu = sql`SELECT r.id FROM ${reglements} r WHERE r.id = ${row.id} AND ${REJET_SANS_LIGNE}`;
  if ((await db.all(attendu)).length === 0) {
    throw new Conflict(
      "Ce règlement a déjà été rejeté, et aucune ligne de la banque n’est attendue pour lui.",
    );
  }
  await db.write({
    attendu: provided(db, sql`EXISTS (${attendu})`),
    ...aussi,
    rattache: db.run(sql`
      UPDATE ${reglements} SET "LigneRejetId" = ${ligne.id}, "updatedAt" = ${MAINTENANT} WHERE id = ${row.id}`),
  });
  return reunir();
}
