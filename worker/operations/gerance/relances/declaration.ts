import { eq, sql } from "drizzle-orm";
import { agenceDe } from "#domain/agence/agence.ts";
import type { Jour } from "#domain/dates.ts";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import type { NatureEcheance } from "#domain/gerance/locataires/imputation.ts";
import { referenceDeDossier } from "#domain/gerance/rapprochement/reference.ts";
import {
  ASSUREURS,
  type Assureur,
  couvre,
  delaiDeDeclaration,
  moisDeclares,
  type SommeAppelee,
} from "#domain/gerance/relances/declaration.ts";
import { dues } from "#domain/gerance/relances/impayes.ts";
import { enCentimes, enEuros } from "#domain/montants.ts";
import { ordre } from "#domain/ordre.ts";
import { estEfface } from "#domain/personnes/personne.ts";
import type { Db } from "#worker/db/client.ts";
import { aidesLogement, echeances, imputations } from "#worker/db/schema/gerance.ts";
import { dossiers, etatsLieux } from "#worker/db/schema/schema.ts";
import type { DonneesDeclaration } from "#worker/documents/locataires/declaration-impaye.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireReglages, papierDe } from "#worker/operations/fichiers/visuels.ts";
import {
  bailleursDuDossier,
  chargerDettes,
  type DetteChargee,
  type DossierRelance,
  locatairesDe,
} from "./dettes.ts";

/**
 * The sums that the books call from the tenants of a lease, due before today, each less its withdrawn part; cents. Sums
 * withdrawn whole, or called before the books began, are left out.
 */
const sommesDues = (db: Db, DossierId: number, today: Jour) =>
  db.all<SommeAppelee>(sql`
    SELECT * FROM (
      SELECT e.id, e.mois, e."exigibleLe", e.nature, e.reste, e.montant - coalesce((SELECT sum(i.montant) FROM ${imputations} i
          WHERE i."EcheanceId" = e.id AND i."ReglementId" IS NULL), 0) AS montant
      FROM ${echeances} e
      WHERE e."DossierId" = ${DossierId} AND e."EcritureId" IS NOT NULL AND e."exigibleLe" < ${today})
    WHERE montant > 0 ORDER BY "exigibleLe", id`);

/** The sentence that says why this lease has nothing to declare to this insurer, even when sums are owed. */
const rienADeclarer = (
  assureur: Assureur,
  dues: readonly { nature: NatureEcheance; incertaine: boolean }[],
  appelees: readonly SommeAppelee[],
): string => {
  if (dues.some(({ nature, incertaine }) => incertaine && couvre(assureur, nature)))
    return "Des sommes sont exigibles, mais rien ne dit qu’elles ne sont pas payées, car le propriétaire reçoit lui-même ses loyers\u00A0: marquez d’abord la quittance impayée.";
  if (dues.length > 0)
    return `Ce que doit ce locataire n’est pas couvert par ${ASSUREURS[assureur].nom.replace("'", "’")}.`;
  return appelees.some(({ reste }) => reste > 0)
    ? "Ce que doit ce locataire est exigible, mais son avis est d’aujourd’hui\u00A0: c’est un retard, qui se déclare, à partir de demain."
    : "Ce locataire ne doit rien, à ce jour, qui se déclare.";
};

/** The debt of a lease, with the other facts of its declaration. */
async function lireImpaye(ctx: Pick<Contexte, "db" | "today">, DossierId: number) {
  const { db, today } = ctx;
  const [[dette], reponses] = await Promise.all([
    chargerDettes(ctx, [DossierId]),
    db.read({
      sommes: sommesDues(db, DossierId, today),
      aide: db.all<{ montant: number }>(sql`
        SELECT montant / 100.0 AS montant FROM ${aidesLogement} WHERE "DossierId" = ${DossierId} AND depuis <= ${today}
        ORDER BY depuis DESC, id DESC LIMIT 1`),
      entree: db
        .select({ signe: etatsLieux.signedId })
        .from(dossiers)
        .innerJoin(etatsLieux, eq(etatsLieux.id, dossiers.etatInId))
        .where(eq(dossiers.id, DossierId)),
      reglages: lireReglages(db),
    }),
  ]);
  if (!dette) throw new NotFound();
  return {
    dette,
    sommes: reponses.sommes,
    aide: reponses.aide[0]?.montant ?? 0,
    entreeSignee: Boolean(reponses.entree[0]?.signe),
    reglages: reponses.reglages,
  };
}

/**
 * The unpaid sums of a lease, with all the facts of their declaration to its insurer.
 * @throws NotFound; Conflict when the lease is not covered, or owes nothing that the insurer covers.
 */
export async function chargerDeclaration(
  ctx: Contexte,
  { DossierId, assureur }: { DossierId: number; assureur: Assureur },
): Promise<DonneesDeclaration> {
  const { aide, dette, entreeSignee, reglages, sommes } = await lireImpaye(ctx, DossierId);
  const { dossier } = dette;
  if (!(assureur === "gli" ? dossier.garantieLoyersImpayes : dossier.visale))
    throw new Conflict(
      assureur === "gli"
        ? "Ce dossier n’a pas de garantie loyers impayés."
        : "Ce dossier n’a pas la garantie Visale.",
    );
  const certaines = dette.echeances.filter(({ incertaine }) => !incertaine);
  const mois = moisDeclares(assureur, sommes, certaines);
  if (mois.length === 0) throw new Conflict(rienADeclarer(assureur, dette.echeances, sommes));
  const cautions = dossier.cautions.filter((caution) => !estEfface(caution));
  const loyer = {
    loyerHC: enCentimes(dossier.loyerHC),
    charges: enCentimes(dossier.loyerCharge),
    aide: enCentimes(aide),
  };
  const delaiVisale = agenceDe(reglages).visaleDeclaration;
  return {
    assureur,
    ...duBail(dossier),
    cautions,
    aide,
    mois,
    horsGarantie: enEuros(dues(certaines.filter(({ nature }) => !couvre(assureur, nature)))),
    aConfirmer: enEuros(dues(dette.echeances.filter(({ incertaine }) => incertaine))),
    delai: delaiDeDeclaration(assureur, certaines, { loyer, delaiVisale }),
    relances: relancesAuLocataire(dette, certaines[0]?.exigibleLe ?? ctx.today),
    plan: dette.plan?.date ?? null,
    pieces: {
      bail: dossier.contratLocationId !== null,
      etatDesLieux: entreeSignee,
      cautionnement:
        cautions.length > 0 &&
        cautions.every(({ acteCautionnementSignedId }) => acteCautionnementSignedId !== null),
    },
    emission: ctx.today,
    ...(await papierDe(ctx, reglages)),
  };
}

/** The lease, as its declaration shows it; amounts in euros. */
const duBail = (dossier: DossierRelance) => ({
  reference: referenceDeDossier(dossier.id),
  bailleurs: bailleursDuDossier(dossier),
  locataires: locatairesDe(dossier),
  logement: dossier.appartement,
  dateCreationBail: dossier.dateCreationBail,
  dateDebutBail: dossier.dateDebutBail,
  loyerHC: dossier.loyerHC,
  charges: dossier.loyerCharge,
  depotGarantie: dossier.depotGarantie,
  finPreavis: dossier.dateDebutPreavis ? dossier.dateFinPreavis : null,
  dateSortie: dossier.dateSortie,
});

/**
 * The reminders to the tenant and to his guarantors sent since his oldest debt fell due, in the order of their days.
 */
const relancesAuLocataire = ({ relances }: DetteChargee, depuis: Jour) =>
  relances
    .flatMap(({ etape, libereeLe }) =>
      libereeLe && libereeLe >= depuis && etape !== "question" && etape !== "R4"
        ? [{ etape, le: libereeLe }]
        : [],
    )
    .toSorted((premiere, seconde) => ordre(premiere.le, seconde.le));
