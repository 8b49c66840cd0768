import { sql } from "drizzle-orm";
import { ajouterAnnees, ajouterJours, dansMois, type Jour, plusTard } from "#domain/dates.ts";
import { premierJourExigible } from "#domain/gerance/locataires/prescription.ts";
import { anniversairesEntre, ouvertureDe } from "#domain/gerance/revisions/anniversaires.ts";
import { etatRevision } from "#domain/gerance/revisions/revision.ts";
import { MAIL_EFFACE } from "#domain/personnes/personne.ts";
import { COURRIELS_PARTIS } from "#domain/quittances/courriel.ts";
import {
  echeanceDeLoyerAide,
  echeancesDeCharges,
  echeancesDeRevision,
  echeancesDeRevisionArretee,
  echeancesDImpaye,
  type FaitsDeLoyerAide,
  type FaitsDeRevisionDemandee,
} from "#domain/suivi/loyers.ts";
import type { EcheanceSuivie } from "#domain/suivi/suivi.ts";
import { dateRelocation } from "#worker/db/conditions.ts";
import { exercicesDesImmeubles } from "#worker/db/exercices-des-immeubles.ts";
import { dossiers } from "#worker/db/schema/schema.ts";
import { dernierMoisFacture } from "#worker/operations/biens/loyers.ts";
import { finDeSonMandat } from "#worker/operations/gerance/livres/fonds.ts";
import {
  accordRequis,
  accordsEcrits,
  type BailARevoir,
  type BailLu,
  bailARevoir,
  bailleursEcrits,
  courrielDe,
  revisionsEcrites,
} from "#worker/operations/gerance/revisions/faits-de-revision.ts";
import {
  bailleurMoral,
  DOSSIERS,
  duDossier,
  duLogement,
  type Jours,
  type SujetLu,
  source,
} from "./source.ts";

interface ChargesLues extends SujetLu {
  id: number;
  /** The years whose charges are to be settled, each with its last day, as JSON. */
  annees: string;
}

/** The agency settles the charges of this many past years; older ones can no longer be claimed. */
const ANNEES_DE_CHARGES = 3;

/** For each lease with provisions, the years for which the agency billed provisions that nobody has settled. */
export const CHARGES = source<ChargesLues>({
  genres: ["charges"],
  entite: "Dossier",
  requete: ({ today, horizon }, quel) => {
    const [premiere, derniere] = [
      Number(today.slice(0, 4)) - ANNEES_DE_CHARGES,
      Number(horizon.slice(0, 4)),
    ];
    const annees = Array.from({ length: derniere - premiere + 1 }, (_, rang) => premiere + rang);
    const [du, au] = [sql`x.du`, sql`x.au`];
    return sql`
      SELECT d.id, json_group_array(json_array(x.annee, ${au})) AS annees, ${duDossier}
      FROM ${DOSSIERS} JOIN ${exercicesDesImmeubles(annees)} x ON x.immeuble = coalesce(a."ImmeubleId", 0)
      WHERE ${quel(sql`d.id`)} AND t.mail <> ${MAIL_EFFACE} AND coalesce(d."chargesMode", 'provisions') = 'provisions'
        AND coalesce(d."typeBail", '') <> 'mobilite' AND d."dateDebutBail" <= ${au} AND ${au} < ${horizon}
        AND coalesce(d."dateSortie", d."dateFinBail", '9999-12-31') >= ${du}
        AND EXISTS (SELECT 1 FROM "Echeance" e WHERE e."DossierId" = d.id AND e.nature = 'charges'
          AND e."QuitanceId" IS NOT NULL AND e.mois BETWEEN substr(${du}, 1, 7) AND substr(${au}, 1, 7))
        AND NOT EXISTS (SELECT 1 FROM "Ecriture" o WHERE o.cle = 'charges ' || d.id || ' ' || x.annee
          AND NOT EXISTS (SELECT 1 FROM "Ecriture" x WHERE x."annuleId" = o.id))
        AND NOT EXISTS (SELECT 1 FROM "Decompte" c WHERE c."DossierId" = d.id AND c.au = ${au} AND c."annuleLe" IS NULL)
        AND NOT EXISTS (SELECT 1 FROM "SoldeDepart" s JOIN "Depart" p ON p.id = s."DepartId" WHERE p."DossierId" = d.id
          AND s.genre = 'charges' AND s."annuleLe" IS NULL
          AND coalesce(s.contenu ->> '$.charges.du', s.contenu ->> '$.clesLe') <= ${au}
          AND coalesce(s.contenu ->> '$.charges.au', s.contenu ->> '$.clesLe') >= ${du})
      GROUP BY d.id`;
  },
  echeances: ({ id, annees }) =>
    (JSON.parse(annees) as [number, Jour][]).flatMap(([annee, au]) =>
      echeancesDeCharges({ id, annee, au }),
    ),
});

interface ImpayeLu extends SujetLu {
  id: number;
  exigibleLe: Jour;
}

/** The oldest sum that each dossier owes, from half a year before it can no longer be claimed. */
export const IMPAYES = source<ImpayeLu>({
  genres: ["prescription"],
  entite: "Dossier",
  requete: ({ today, horizon }, quel) => sql`
    SELECT d.id, min(e."exigibleLe") AS "exigibleLe", ${duDossier}
    FROM ${DOSSIERS} JOIN "Echeance" e ON e."DossierId" = d.id
    WHERE ${quel(sql`d.id`)} AND e.reste > 0 AND e."exigibleLe" >= ${premierJourExigible(today)}
      AND e."exigibleLe" <= ${dansMois(horizon, -30)}
    GROUP BY d.id`,
  echeances: echeancesDImpaye,
});

const PARTIS = JSON.stringify(COURRIELS_PARTIS);

interface LoyerAide extends SujetLu, FaitsDeLoyerAide {}

/**
 * For each tenant whose last noted housing benefit is not zero, the last requested revision that takes effect between
 * three months before today and two months after the horizon.
 */
export const LOYERS_AIDES = source<LoyerAide>({
  genres: ["loyer_caf"],
  entite: "Dossier",
  requete: ({ today, horizon }, quel) => sql`
    SELECT d.id, r."demandeLe", max(r."effetLe") AS "effetLe", r."loyerApres", aide.payeur, ${duDossier}
    FROM ${DOSSIERS} JOIN (SELECT "DossierId", montant, payeur, max(depuis || printf('%012d', id)) AS dernier
      FROM "AideLogement" WHERE depuis <= ${today} GROUP BY 1) aide ON aide."DossierId" = d.id AND aide.montant > 0
    JOIN "Revision" r ON r."DossierId" = d.id AND r."annuleeLe" IS NULL AND r."demandeLe" IS NOT NULL
      AND r."effetLe" BETWEEN ${dansMois(today, -3)} AND ${dansMois(horizon, 2)}
    WHERE ${quel(sql`d.id`)} AND t.mail <> ${MAIL_EFFACE}
      AND coalesce(d."dateSortie", d."dateFinBail", '9999-12-31') >= ${today}
    GROUP BY d.id`,
  echeances: (loyer) => [echeanceDeLoyerAide(loyer)],
});

interface RevisionDemandee extends SujetLu, FaitsDeRevisionDemandee {}

/** The revisions of the last year whose letter nobody has noted as posted, or whose mail did not leave. */
export const REVISIONS_ARRETEES = source<RevisionDemandee>({
  genres: ["revision_arretee"],
  entite: "Dossier",
  requete: ({ today }, quel) => sql`
    SELECT d.id, r.anniversaire, r."demandeLe", max(r."effetLe") AS "effetLe", r.canal, r."posteeLe", ${courrielDe(sql`r`)} AS courriel,
      ${duDossier}
    FROM ${DOSSIERS} JOIN "Revision" r ON r."DossierId" = d.id AND r."annuleeLe" IS NULL AND r."effetLe" IS NOT NULL
      AND r.anniversaire > ${ajouterAnnees(today, -1)} AND r."posteeLe" IS NULL
    WHERE ${quel(sql`d.id`)} AND t.mail <> ${MAIL_EFFACE}
      AND (r.canal = 'lettre' OR ${courrielDe(sql`r`)} NOT IN (SELECT value FROM json_each(${PARTIS})))
      AND coalesce(d."dateSortie", d."dateFinBail", '9999-12-31') >= ${today}
    GROUP BY d.id`,
  echeances: echeancesDeRevisionArretee,
});

/** A revision may be requested from this many days before its anniversary (revisions/README §15.3). */
const JOURS_AVANT = 45;
/** A lease with a revision leaves the list until this many days after the anniversary of that revision. */
const JOURS_SANS_AUTRE = 320;

type RevisionLue = SujetLu & Omit<BailLu, "rp" | "colocation"> & { rp: number };

/**
 * The current leases that have an index, even if only that of a revision made elsewhere. Leases with a recent
 * revision (`JOURS_SANS_AUTRE`) are left out.
 */
export const REVISIONS = source<RevisionLue>({
  genres: ["revision"],
  entite: "Dossier",
  requete: ({ today, horizon }, quel) => sql`
    SELECT ${dossiers}.id, "dateDebutBail", "dateFinBail", "dateDebutPreavis", "dateFinPreavis", "dateSortie",
      "typeBail", "chargesMode", "motifDureeReduite", "dateCreationBail", ${dossiers}."createdAt", indice, "indiceTrim",
      ${dossiers}."serieIrl", "jourRevision", "derniereRevision", "dernierIndice", "dernierTrimestre",
      t.rp, a."codePostal", a."dpeClasse", a."dpeDate", a."dpeAttestationLe", ${bailleurMoral} AS "bailleurMoral",
      ${dateRelocation} AS "dateRelocation", ${dernierMoisFacture(sql`${dossiers}.id`)} AS "dernierMois",
      json_array(json_object('id', 0, 'depuis', "dateDebutBail", 'loyerHC', ${dossiers}."loyerHC",
        'loyerCharge', ${dossiers}."loyerCharge", 'motif', 'bail', 'annuleLe', NULL)) AS loyers,
      ${revisionsEcrites(sql`${dossiers}.id`)} AS revisions, ${bailleursEcrits(sql`a.id`)} AS "bailleursEcrits",
      ${finDeSonMandat(sql`a.id`)} AS "finDuMandat", ${accordRequis(sql`a.id`, today)} AS "accordRequis", ${accordsEcrits(sql`${dossiers}.id`)} AS accords,
      ${dossiers}.id AS "DossierId", t.titre, t.nom, t.prenom, ${duLogement}
    FROM ${dossiers} JOIN "Locataire" t ON t.id = "LocataireId" JOIN "Appartement" a ON a.id = "AppartementId"
    WHERE ${quel(sql`${dossiers}.id`)} AND t.mail <> ${MAIL_EFFACE} AND coalesce(indice, "dernierIndice") IS NOT NULL
      AND "dateDebutBail" <= iif("jourRevision" IS NULL, ${ajouterJours(ajouterAnnees(horizon, -1), JOURS_AVANT)}, ${horizon})
      AND coalesce("dateSortie", "dateFinBail", '9999-12-31') >= ${today}
      AND NOT EXISTS (SELECT 1 FROM "Revision" r WHERE r."DossierId" = ${dossiers}.id AND r."annuleeLe" IS NULL
        AND r.anniversaire > ${ajouterJours(today, -JOURS_SANS_AUTRE)})`,
  echeances: ({ rp, ...bail }, fenetre) =>
    revisionsDe(bailARevoir({ ...bail, rp: Boolean(rp), colocation: false }, fenetre), fenetre),
});

/**
 * The revisions of a lease that may be requested now or within the window, each with its state today or, if later, on
 * the first day on which it may be requested.
 */
function revisionsDe(
  bail: Pick<BailARevoir, "dates" | "id" | "faits">,
  { today, horizon }: Jours,
): EcheanceSuivie[] {
  const dernier = ajouterJours(horizon, JOURS_AVANT);
  return anniversairesEntre(bail.dates, ajouterAnnees(today, -1), dernier).flatMap(
    (anniversaire) => {
      const ouverture = ouvertureDe(anniversaire);
      const etat = etatRevision(bail.faits(anniversaire), plusTard(today, ouverture));
      // The index of a later anniversary will be published by that day: the revision is shown as one to request.
      const aVenir = ouverture > today && etat === "attente_indice";
      return echeancesDeRevision({
        id: bail.id,
        anniversaire,
        etat: aVenir ? "a_notifier" : etat,
      });
    },
  );
}
