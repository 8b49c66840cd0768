import { eq, sql } from "drizzle-orm";
import { modeCharges, regime } from "#domain/biens/dossier.ts";
import type { Jour, Mois } from "#domain/dates.ts";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import { exerciceCivil } from "#domain/gerance/charges/exercice.ts";
import type { DepenseRecuperable } from "#domain/gerance/charges/partage.ts";
import type { DemandeAppelDeCharges } from "#domain/gerance/locataires/appel.ts";
import {
  type DecompteDeCharges,
  decompteDeCharges,
  dejaAppele,
  refusDAppelDuSolde,
  refusDExigibilite,
} from "#domain/gerance/locataires/charges.ts";
import { NATURES_CALCULEES } from "#domain/missions/depense.ts";
import { enCentimes } from "#domain/montants.ts";
import type { Db } from "#worker/db/client.ts";
import { depensePayeeLe } from "#worker/db/conditions-comptes.ts";
import { joursDuBail } from "#worker/db/jours-du-bail.ts";
import { echeances, ecritures, imputations } from "#worker/db/schema/gerance.ts";
import { intendances } from "#worker/db/schema/missions.ts";
import { dossiers, locataires } from "#worker/db/schema/schema.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { appelerSomme } from "./appels.ts";
import type { Suites } from "./quittances-suivies.ts";

/** A lease and a year. */
export interface AnneeDeDossier {
  DossierId: number;
  annee: number;
  /** Provisions of the year called elsewhere; euros. */
  ailleurs?: number | null | undefined;
}

/** The key of the only entry that calls the balance of a year. */
const cleDuSolde = ({ DossierId, annee }: AnneeDeDossier): string =>
  `charges ${DossierId} ${annee}`;

interface DepenseLue extends Omit<DepenseRecuperable, "date"> {
  date: Jour | null;
  regle: number;
  duSyndic: number;
}

const logementDe = (DossierId: number) =>
  sql`(SELECT sien."AppartementId" FROM "Dossier" sien WHERE sien.id = ${DossierId})`;

/**
 * The data of a statement of charges, as one text: the bills and the leases of the dwelling, and the sums called
 * there.
 */
const etatDesCharges = (DossierId: number) => sql`json_array(
  (SELECT json_group_array(json_array(id, version)) FROM (SELECT id, version FROM ${intendances}
    WHERE "AppartementId" = ${logementDe(DossierId)} ORDER BY id)),
  (SELECT json_group_array(json_array(id, version)) FROM (SELECT id, version FROM ${dossiers}
    WHERE "AppartementId" = ${logementDe(DossierId)} ORDER BY id)),
  (SELECT json_array(max(e.id), max(i.id)) FROM ${dossiers} d JOIN ${echeances} e ON e."DossierId" = d.id AND e.nature = 'charges'
    LEFT JOIN ${imputations} i ON i."EcheanceId" = e.id AND i."ReglementId" IS NULL
    WHERE d."AppartementId" = ${logementDe(DossierId)}))`;

/** The queries that read a statement of charges. */
const requetes = (db: Db, quoi: AnneeDeDossier) => {
  const { DossierId, annee } = quoi;
  const [du, au] = [`${annee}-01-01`, `${annee}-12-31`];
  const logement = logementDe(DossierId);
  return {
    etat: db.all<{ etat: string }>(sql`SELECT ${etatDesCharges(DossierId)} AS etat`),
    baux: db
      .select({
        ...joursDuBail,
        typeBail: dossiers.typeBail,
        chargesMode: dossiers.chargesMode,
        loyerCharge: dossiers.loyerCharge,
        rp: locataires.rp,
      })
      .from(dossiers)
      .innerJoin(locataires, eq(locataires.id, dossiers.LocataireId))
      .where(sql`${dossiers.AppartementId} = ${logement}`)
      .orderBy(dossiers.id),
    depenses: db.all<DepenseLue>(sql`
      SELECT * FROM (
        SELECT coalesce(d.date, ${depensePayeeLe(sql`d.id`)}) AS date, d.recuperable AS code, coalesce(d.intitule, '') AS libelle,
          d."numFacture", d.montant, d."tauxRecuperable", d.regle, d."natureFiscale" IS 'copropriete' AS "duSyndic"
        FROM ${intendances} d WHERE d."AppartementId" = ${logement} AND d.nature = 'depense' AND d.recuperable IS NOT NULL
          AND d."tauxRecuperable" > 0 AND d.montant > 0 AND coalesce(d."natureFiscale", '') NOT IN ${[...NATURES_CALCULEES]})
      WHERE date IS NULL OR date BETWEEN ${du} AND ${au} ORDER BY date, "numFacture"`),
    appels: db.all<{ DossierId: number; mois: Mois; montant: number }>(sql`
      SELECT "DossierId", mois, sum(montant - retire) AS montant FROM (
        SELECT e."DossierId", e.mois, e.montant, coalesce((SELECT sum(i.montant) FROM ${imputations} i
          WHERE i."EcheanceId" = e.id AND i."ReglementId" IS NULL), 0) AS retire
        FROM ${echeances} e JOIN ${dossiers} ON ${dossiers.id} = e."DossierId" AND ${dossiers.AppartementId} = ${logement}
        WHERE e.nature = 'charges' AND e."QuitanceId" IS NOT NULL AND e.mois BETWEEN ${du.slice(0, 7)} AND ${au.slice(0, 7)})
      GROUP BY "DossierId", mois HAVING sum(montant - retire) > 0`),
    appelee: db.all<{ montant: number; exigibleLe: Jour; le: Jour }>(sql`
      SELECT e.montant, e."exigibleLe", o.date AS le FROM ${ecritures} o JOIN ${echeances} e ON e."EcritureId" = o.id
      WHERE o.cle = ${cleDuSolde(quoi)}`),
  };
};

/**
 * The statement of the charges of a lease and a year (charges/README §12.21).
 *
 * @throws NotFound; Invalid for a year outside of any account; Conflict with a sentence where there is none to make.
 */
export const lireDecompteDeCharges = async (
  ctx: Pick<Contexte, "db" | "today">,
  quoi: AnneeDeDossier,
): Promise<DecompteDeCharges> => (await lire(ctx, quoi)).decompte;

async function lire({ db, today }: Pick<Contexte, "db" | "today">, quoi: AnneeDeDossier) {
  const { DossierId, annee, ailleurs = null } = quoi;
  if (annee < 2000 || annee > 2199) throw new Invalid({ annee: "Une année est attendue." });
  const faits = await db.read(requetes(db, quoi));
  const bail = faits.baux.find(({ id }) => id === DossierId);
  if (!bail) throw new NotFound();
  const appels = Map.groupBy(faits.appels, (appel) => appel.DossierId);
  const datees = faits.depenses.flatMap(({ date, ...depense }) =>
    date === null ? [] : [{ ...depense, date }],
  );
  const factures = datees.filter(({ duSyndic }) => !duSyndic);
  const decompte = decompteDeCharges(
    {
      exercice: exerciceCivil(annee),
      DossierId,
      baux: faits.baux.map(({ typeBail, chargesMode, loyerCharge: _, rp, ...jours }) => ({
        ...jours,
        mode: modeCharges(regime({ typeBail }, rp), chargesMode),
        provisions: (appels.get(jours.id) ?? []).reduce((total, { montant }) => total + montant, 0),
      })),
      depenses: factures.map(({ date, code, libelle, numFacture, montant, tauxRecuperable }) => ({
        date,
        code,
        libelle,
        numFacture,
        montant,
        tauxRecuperable,
      })),
      provisionnee: bail.loyerCharge > 0,
      ailleurs: ailleurs === null ? null : enCentimes(ailleurs),
      moisAppeles: (appels.get(DossierId) ?? []).map(({ mois }) => mois),
      ecartees: {
        sansDate: faits.depenses.length - datees.length,
        nonPayees: factures.filter(({ regle }) => !regle).length,
        appelsDuSyndic: datees.length - factures.length,
      },
      appelee: faits.appelee[0] ?? null,
    },
    today,
  );
  if (typeof decompte === "string") throw new Conflict(decompte);
  return { decompte, etat: faits.etat[0]?.etat ?? "" };
}

/**
 * Calls the balance of a statement of charges from the tenant, once for a lease and a year (charges/README §12.21).
 *
 * @param montant euros: the balance that its author read
 * @returns the identifier of the sum called, and the effects of an advance
 * @throws NotFound; Invalid for a year outside of any account, or a day less than a month away; Conflict with a
 * sentence: called already, nothing owed, a year that is not over, another balance since.
 */
export async function appelerSoldeDeCharges(
  ctx: Contexte,
  { montant, exigibleLe, ...quoi }: AnneeDeDossier & DemandeAppelDeCharges,
): Promise<Suites & { id: number }> {
  const { DossierId, annee } = quoi;
  return appelerSomme(ctx, {
    DossierId,
    nature: "regularisation",
    montant,
    exigibleLe,
    libelle: `exercice ${annee}`,
    uneFois: {
      cle: cleDuSolde(quoi),
      refus: dejaAppele(annee),
      admise: async () => {
        const { decompte, etat } = await lire(ctx, quoi);
        const refus = refusDAppelDuSolde(decompte, montant);
        if (refus) throw new Conflict(refus);
        const tropTot = refusDExigibilite(exigibleLe, ctx.today);
        if (tropTot) throw new Invalid({ exigibleLe: tropTot });
        return sql`${etatDesCharges(DossierId)} = ${etat}`;
      },
    },
  });
}
