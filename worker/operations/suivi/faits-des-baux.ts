import { type SQL, sql } from "drizzle-orm";
import { regime } from "#domain/bail/bail.ts";
import type { TYPES_BAIL } from "#domain/biens/dossier.ts";
import { ajouterJours, dansMois, type Jour, moisDe, moisDeLaPeriode } from "#domain/dates.ts";
import { MAIL_EFFACE } from "#domain/personnes/personne.ts";
import { echeancesDuBail, type FaitsDuBail } from "#domain/suivi/baux.ts";
import { echeancesDeCaution } from "#domain/suivi/cautions.ts";
import { echeancesDuColocataire, echeancesDuDepart } from "#domain/suivi/departs.ts";
import { bailleurMoral, DOSSIERS, duDossier, type SujetLu, source } from "./source.ts";

const FIN = sql`coalesce(d."dateSortie", d."dateFinBail", '9999-12-31')`;
const PRESENT = sql`t.mail <> ${MAIL_EFFACE} AND ${FIN} >= d."dateDebutBail"`;

/** A row of a lease: SQL has no booleans, and the regime is derived from the type of lease. */
interface BailLu
  extends SujetLu,
    Omit<
      FaitsDuBail,
      "regime" | "bailleurMoral" | "bailSigne" | "etatDesLieux" | "pourCompte" | "sousEvalue"
    > {
  typeBail: (typeof TYPES_BAIL)[number] | null;
  rp: number;
  bailleurMoral: number;
  bailSigne: number;
  etatDesLieux: number;
  sousEvalue: number;
  /** The insurance that the owner took out for the tenant, as JSON. */
  pourCompte: string | null;
}

/** The months from the first day of a lease to a day. */
const moisEcoules = (jour: Jour) =>
  sql`((${Number(jour.slice(0, 4))} - CAST(substr(d."dateDebutBail", 1, 4) AS integer)) * 12
    + ${Number(jour.slice(5, 7))} - CAST(substr(d."dateDebutBail", 6, 2) AS integer))`;

/**
 * The condition that a term may come within `dans` months; terms come every `mois` months from the start of the lease.
 * The rule then decides on the day.
 */
const termeProche = (mois: number, dans: number, today: Jour) =>
  sql`(${mois} - ${moisEcoules(today)} % ${mois}) <= ${dans + 1}`;

/** A condition that a deadline of a lease may be shown within the window; the rules then decide. */
function bailProche(today: Jour, horizon: Jour): SQL {
  const avance = moisDeLaPeriode(`${moisDe(today)}-01`, horizon).length - 1;
  const furnished = sql`coalesce(d."typeBail", '') = 'meuble'`;
  return sql.join(
    [
      sql`d."assuranceFin" <= ${ajouterJours(horizon, 30)}`,
      sql`demeure.le IS NOT NULL`,
      sql`d."dateFinBail" <= ${dansMois(horizon, 4)}`,
      sql`(a."dpeClasse" IN ('E', 'F', 'G'))`,
      sql`((d."contratLocationId" IS NULL OR d."etatInId" IS NULL)
        AND max(d."dateDebutBail", d."dateEntree") BETWEEN ${ajouterJours(today, -182)} AND ${horizon})`,
      sql`(${furnished} AND ${termeProche(12, 5 + avance, today)})`,
      sql`(NOT ${furnished} AND ${termeProche(36, 9 + avance, today)})`,
      sql`(d."typeBail" = 'etudiant')`,
    ],
    sql` OR `,
  );
}

/**
 * For each dossier: its last formal notice about insurance, and the first running insurance taken out for its tenant.
 */
const assurances = (today: Jour) => sql`
  LEFT JOIN (SELECT o."entiteId" AS id, max(substr(o."createdAt", 1, 10)) AS le FROM "Document" o
    WHERE o.type = 'miseEnDemeureAssurance' GROUP BY 1) demeure ON demeure.id = d.id
  LEFT JOIN (SELECT p."DossierId" AS id, min(p.du) AS du, p."finLe" FROM "AssurancePourCompte" p
    WHERE p."finLe" IS NULL AND date(p.du, '+12 months') > ${today} GROUP BY 1) compte
    ON compte.id = d.id`;

/**
 * The current leases with a deadline that may fall in the window, and the leases for whose tenant the owner took out
 * an insurance that still runs, ended ones too.
 */
export const BAUX = source<BailLu>({
  genres: [
    "fin_bail",
    "conge_bailleur",
    "loyer_renouvellement",
    "assurance",
    "assurance_pour_compte",
    "bail_a_signer",
    "edl_entree",
    "dpe_interdiction",
  ],
  entite: "Dossier",
  requete: ({ today, horizon }, quel) => sql`
    SELECT d.id, d."typeBail", t.rp, d."dateEntree", d."dateDebutBail", d."dateFinBail", d."dateDebutPreavis",
      d."dateFinPreavis", d."dateSortie", d."motifDureeReduite", d."assuranceFin", substr(d."createdAt", 1, 10) AS "creeLe",
      d."contratLocationId" IS NOT NULL AS "bailSigne", d."etatInId" IS NOT NULL AS "etatDesLieux",
      a."codePostal", a."dpeClasse", NOT d.colocation AND a."loyerHC" > d."loyerHC" AS "sousEvalue",
      iif(demeure.le > coalesce(d."assuranceFin", ''), demeure.le, NULL) AS "miseEnDemeureLe",
      iif(compte.du IS NULL, NULL, json_object('du', compte.du, 'finLe', compte."finLe")) AS "pourCompte",
      ${bailleurMoral} AS "bailleurMoral", ${duDossier}
    FROM ${DOSSIERS} ${assurances(today)}
    WHERE ${quel(sql`d.id`)} AND ${PRESENT}
      AND (compte.du IS NOT NULL OR (${FIN} >= ${today} AND (${bailProche(today, horizon)})))`,
  echeances: (
    {
      rp,
      bailleurMoral,
      bailSigne,
      etatDesLieux,
      sousEvalue,
      pourCompte,
      miseEnDemeureLe,
      ...bail
    },
    { agence, today },
  ) =>
    echeancesDuBail(
      {
        ...bail,
        regime: regime(bail, Boolean(rp)),
        bailleurMoral: Boolean(bailleurMoral),
        bailSigne: Boolean(bailSigne),
        etatDesLieux: Boolean(etatDesLieux),
        sousEvalue: Boolean(sousEvalue),
        miseEnDemeureLe: miseEnDemeureLe && ajouterJours(miseEnDemeureLe, agence.delaiPostal),
        pourCompte: pourCompte === null ? null : JSON.parse(pourCompte),
      },
      today,
    ),
});

interface DepartLu extends SujetLu {
  id: number;
  typeBail: (typeof TYPES_BAIL)[number] | null;
  rp: number;
  dateFinPreavis: Jour | null;
  dateSortie: Jour | null;
  etatDesLieux: number;
  conforme: number | null;
  depotARendre: number;
  dateRetourCaution: Jour | null;
  provisionDepuis: Jour | null;
}

/** The frozen account of this kind of the departure `p`, as long as nobody has cancelled it. */
const solde = (genre: "sortie" | "charges") =>
  sql`SELECT * FROM "SoldeDepart" s WHERE s."DepartId" = p.id AND s.genre = ${genre} AND s."annuleLe" IS NULL`;

/**
 * The tenants who leave, who left in the last fifteen months, or whose departure is noted; closed departures are left
 * out.
 */
export const DEPARTS = source<DepartLu>({
  genres: ["edl_sortie", "restitution", "provision"],
  entite: "Dossier",
  requete: ({ today, horizon }, quel) => sql`
    SELECT d.id, d."typeBail", t.rp, d."dateFinPreavis", d."dateSortie", d."dateRetourCaution",
      d."etatOutId" IS NOT NULL OR coalesce(p."sansEtatDesLieux", 0) AS "etatDesLieux", p.conforme,
      d."depotGarantie" > 0 AND NOT EXISTS (SELECT 1 FROM (${solde("sortie")}) WHERE restitution = 0) AS "depotARendre",
      (SELECT date FROM (${solde("sortie")}) WHERE contenu ->> '$.provision' > 0
        AND NOT EXISTS (${solde("charges")})) AS "provisionDepuis", ${duDossier}
    FROM ${DOSSIERS} LEFT JOIN "Depart" p ON p."DossierId" = d.id AND p.titulaire = 'tous'
    WHERE ${quel(sql`d.id`)} AND ${PRESENT} AND (p.id IS NOT NULL
      OR coalesce(d."dateSortie", d."dateFinPreavis") BETWEEN ${dansMois(today, -15)} AND ${ajouterJours(horizon, 16)})
      AND p."clotLe" IS NULL`,
  echeances: ({ rp, etatDesLieux, conforme, depotARendre, ...depart }) =>
    echeancesDuDepart({
      ...depart,
      regime: regime(depart, Boolean(rp)),
      etatDesLieux: Boolean(etatDesLieux),
      conforme: conforme === null ? null : Boolean(conforme),
      depotARendre: Boolean(depotARendre),
    }),
});

interface ColocataireLu extends SujetLu {
  id: number;
  typeBail: (typeof TYPES_BAIL)[number] | null;
  rp: number;
  finLe: Jour | null;
  remplaceLe: Jour | null;
  clos: number;
}

/** The co-tenants who leave a lease alone, or did so in the last eight months. */
export const COLOCATAIRES = source<ColocataireLu>({
  genres: ["solidarite"],
  entite: "Depart",
  requete: ({ today }, quel) => sql`
    SELECT p.id, d."typeBail", t.rp, p."finLe", p."remplaceLe", ${FIN} < ${today} AS clos, ${duDossier}
    FROM ${DOSSIERS} JOIN "Depart" p ON p."DossierId" = d.id
    WHERE ${quel(sql`p.id`)} AND ${PRESENT} AND p.titulaire <> 'tous' AND p."finLe" >= ${dansMois(today, -8)}`,
  echeances: ({ rp, clos, ...depart }) =>
    echeancesDuColocataire({
      ...depart,
      regime: regime(depart, Boolean(rp)),
      clos: Boolean(clos),
    }),
});

interface CautionLue extends SujetLu {
  id: number;
  signeLe: Jour | null;
  acteJoint: number;
  dateFinCaution: Jour | null;
  creeLe: Jour;
}

/** The guarantors of current leases with a deadline that may fall in the window. */
export const CAUTIONS = source<CautionLue>({
  genres: ["caution_information", "caution_fin", "caution_a_signer"],
  entite: "Caution",
  requete: ({ today, horizon }, quel) => sql`
    SELECT g.id, coalesce(g."signatureCautionSolidaire", g."dateCautionSolidaire") AS "signeLe",
      g."acteCautionnementSignedId" IS NOT NULL AS "acteJoint", g."dateFinCaution",
      substr(g."createdAt", 1, 10) AS "creeLe", ${duDossier}
    FROM ${DOSSIERS} JOIN "Caution" g ON g."DossierId" = d.id
    WHERE ${quel(sql`g.id`)} AND ${PRESENT} AND g.mail <> ${MAIL_EFFACE} AND ${FIN} >= ${today}
      AND (g."dateFinCaution" <= ${dansMois(horizon, 6)} OR ${informationOuverte(today, horizon)}
        OR (g."acteCautionnementSignedId" IS NULL AND g."createdAt" >= ${ajouterJours(today, -182)}))`,
  echeances: ({ acteJoint, ...caution }, { today }) =>
    echeancesDeCaution({ ...caution, acteJoint: Boolean(acteJoint) }, today),
});

/** Whether the window overlaps the months in which the yearly letter to guarantors must be sent: February to June. */
function informationOuverte(today: Jour, horizon: Jour): SQL {
  const annee = today.slice(0, 4);
  const cetteAnnee = today <= `${annee}-06-30` && horizon >= `${annee}-02-01`;
  return cetteAnnee || horizon >= `${Number(annee) + 1}-02-01` ? sql`1` : sql`0`;
}
