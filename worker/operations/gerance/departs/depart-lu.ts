import { and, desc, eq, gte, isNull, type SQL, sql } from "drizzle-orm";
import { modeCharges, regime } from "#domain/bail/bail.ts";
import { duree } from "#domain/bail/duree.ts";
import type { MotifPreavis } from "#domain/bail/preavis.ts";
import { enZoneTendue } from "#domain/bail/preavis.ts";
import { nomAppartement } from "#domain/biens/adresse.ts";
import { dateRelocation } from "#domain/biens/logement.ts";
import {
  ajouterMois,
  type Jour,
  moisDe,
  moisDeLaPeriode,
  plusTard,
  premierJour,
} from "#domain/dates.ts";
import { NotFound } from "#domain/erreurs.ts";
import {
  CALENDRIER_CIVIL,
  type Calendrier,
  exerciceNomme,
} from "#domain/gerance/charges/calendrier.ts";
import {
  type AvancementDuVirement,
  etatDeLaPart,
  motsDeLaPart,
} from "#domain/gerance/cloture/compte-proprietaire.ts";
import {
  type ChargesReglees,
  chargesASolder,
  periodeASolder,
} from "#domain/gerance/departs/charges-soldees.ts";
import {
  compteDeSortie,
  facturationDuDepart,
  manquesDuCompte,
} from "#domain/gerance/departs/compte-de-sortie.ts";
import {
  finDeSolidarite,
  type MotifDuBailleur,
  termeEnCours,
} from "#domain/gerance/departs/conge.ts";
import type { ContenuSolde } from "#domain/gerance/departs/depart.ts";
import type {
  DepartDetail,
  PartantSeul,
  SoldeArrete,
} from "#domain/gerance/departs/depart-fiche.ts";
import { etatDepart } from "#domain/gerance/departs/etat-depart.ts";
import { colonnesDe } from "#domain/gerance/departs/note-de-depart.ts";
import {
  echeanceDeRestitution,
  majorationDeRetard,
  provisionAuPlus,
} from "#domain/gerance/departs/solde-de-sortie.ts";
import { premierJourExigible } from "#domain/gerance/locataires/prescription.ts";
import type { Payeur } from "#domain/gerance/locataires/reglement.ts";
import { enCentimes, enEuros } from "#domain/montants.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import { bailleursDe } from "#domain/personnes/propriete.ts";
import { titulaires } from "#domain/personnes/titulaires.ts";
import { finDuLoyer, occupation } from "#domain/quittances/jours-de-loyer.ts";
import type { Db } from "#worker/db/client.ts";
import { tenuAvecLeDepot } from "#worker/db/conditions-comptes.ts";
import { effacements } from "#worker/db/schema/agence.ts";
import { decomptes } from "#worker/db/schema/charges.ts";
import { departs, soldesDepart } from "#worker/db/schema/departs.ts";
import {
  echeances,
  ecritures,
  imputations,
  lignes,
  lignesReleve,
  reglements,
} from "#worker/db/schema/gerance.ts";
import { reversements, virements } from "#worker/db/schema/mandants.ts";
import { quitances } from "#worker/db/schema/quittances.ts";
import { appartements, dossiers, immeubles } from "#worker/db/schema/schema.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { debutComptes } from "#worker/operations/gerance/livres/ecritures.ts";

/** The number of months before the lease's last month of rent that are checked for a receipt. */
const MOIS_REGARDES = 1;

const requetes = (db: Db, { DossierId, today }: { DossierId: number; today: Jour }) => ({
  dossier: db.query.dossiers.findFirst({
    where: eq(dossiers.id, DossierId),
    with: {
      appartement: {
        with: { proprietes: { with: { client: true } }, dossiers: true },
      },
      locataire: true,
    },
  }),
  rows: db.select().from(departs).where(eq(departs.DossierId, DossierId)),
  soldes: db
    .select()
    .from(soldesDepart)
    .where(
      sql`${soldesDepart.DepartId} IN (SELECT id FROM ${departs} WHERE "DossierId" = ${DossierId})`,
    )
    .orderBy(desc(soldesDepart.id)),
  virements: db.all<VirementLu>(sql`
    SELECT v."SoldeDepartId", v.etat, v.motif, r.id AS "ReversementId", r.numero, r.etat AS lot, r."dateExecution",
      vue.date AS "vuLe", rejet.date AS "rejeteLe"
    FROM ${virements} v JOIN ${reversements} r ON r.id = v."ReversementId"
    LEFT JOIN ${lignesReleve} vue ON vue.id = v."LigneReleveId" AND vue.prouvee
    LEFT JOIN ${lignesReleve} rejet ON rejet.id = v."LigneRejetId"
    WHERE v.etat <> 'annule' AND v."SoldeDepartId" IN (SELECT s.id FROM ${soldesDepart} s
      JOIN ${departs} d ON d.id = s."DepartId" WHERE d."DossierId" = ${DossierId})
    ORDER BY v.id DESC`),
  vives: db
    .select({
      date: quitances.date,
      dateFin: quitances.dateFin,
      automatique: quitances.automatique,
      RevisionId: quitances.RevisionId,
    })
    .from(quitances)
    .where(and(eq(quitances.DossierId, DossierId), isNull(quitances.annuleeLe))),
  sommes: db.all<{
    debut: Jour | null;
    agence: number;
    bailleur: number;
    avanceAgence: number;
    avanceDuBailleur: number;
  }>(sql`
    SELECT ${debutComptes} AS debut,
      coalesce((SELECT sum(credit - debit) FROM ${lignes} WHERE genre = '165' AND de = ${DossierId}), 0) AS agence,
      coalesce((SELECT sum(debit - credit) FROM ${lignes} WHERE genre = '801' AND de = ${DossierId}), 0) AS bailleur,
      coalesce((SELECT sum(credit - debit) FROM ${lignes} WHERE genre = '4191' AND de = ${DossierId}), 0) - ${tenuAvecLeDepot(DossierId)} AS "avanceAgence",
      coalesce((SELECT sum(credit - debit) FROM ${lignes} WHERE genre = '802' AND de = ${DossierId}), 0) AS "avanceDuBailleur"`),
  depots: db.all<{ efface: number; appele: number; impute: number; sousReserve: number }>(sql`
    SELECT (SELECT count(*) FROM ${effacements} WHERE personne = 'Locataire'
        AND "personneId" = (SELECT "LocataireId" FROM ${dossiers} WHERE id = ${DossierId})) AS efface, (SELECT count(*) FROM ${echeances} WHERE "DossierId" = ${DossierId} AND nature = 'depot' AND "EcritureId" IS NOT NULL) AS appele,
      (SELECT count(*) FROM ${reglements} WHERE "DossierId" = ${DossierId} AND mode = 'depot' AND etat = 'credite') AS impute,
      (SELECT coalesce(sum(montant), 0) FROM ${reglements} WHERE "DossierId" = ${DossierId} AND etat = 'recu') AS "sousReserve"`),
  deTiers: db.all<{ payeur: Exclude<Payeur, "locataire">; montant: number }>(sql`
    SELECT payeur, sum(reste) AS montant FROM (
      SELECT r.payeur, r.montant - coalesce((SELECT sum(i.montant) FROM ${imputations} i WHERE i."ReglementId" = r.id), 0) AS reste
      FROM ${reglements} r WHERE r."DossierId" = ${DossierId} AND r.etat = 'credite' AND r.payeur <> 'locataire')
    GROUP BY payeur HAVING sum(reste) > 0`),
  charges: db.all<{
    etat: string;
    debut: string | null;
    avant: string | null;
  }>(sql`SELECT ${etatDesDecomptes(DossierId)} AS etat, i."exerciceDebut" AS debut, i."exercicesAvant" AS avant
      FROM ${dossiers} d JOIN ${appartements} a ON a.id = d."AppartementId"
      LEFT JOIN ${immeubles} i ON i.id = a."ImmeubleId" WHERE d.id = ${DossierId}`),
  reglees: db.all<{ annee: number; le: Jour; du: Jour | null; au: Jour | null }>(sql`
    SELECT contenu ->> '$.annee' AS annee, "envoyeLe" AS le, du, au FROM ${decomptes}
    WHERE "DossierId" = ${DossierId} AND "annuleLe" IS NULL AND "remplaceId" IS NULL
    UNION ALL SELECT ${anneeAppelee(DossierId)}, o.date, NULL, NULL FROM ${ecritures} o
    WHERE o.cle GLOB 'charges ' || ${String(DossierId)} || ' [0-9]*' AND o.cle NOT GLOB 'charges * * *'
      AND NOT EXISTS (SELECT 1 FROM ${ecritures} x WHERE x."annuleId" = o.id)
      AND NOT EXISTS (SELECT 1 FROM ${decomptes} d WHERE d."DossierId" = ${DossierId} AND d."annuleLe" IS NULL
        AND d.contenu ->> '$.annee' = ${anneeAppelee(DossierId)})`),
  dues: db
    .select({
      mois: echeances.mois,
      nature: echeances.nature,
      libelle: echeances.libelle,
      reste: echeances.reste,
    })
    .from(echeances)
    .where(
      and(
        eq(echeances.DossierId, DossierId),
        gte(echeances.reste, 1),
        gte(echeances.exigibleLe, premierJourExigible(today)),
        sql`("EcritureId" IS NOT NULL OR ${debutComptes} IS NULL)`,
      ),
    )
    .orderBy(echeances.exigibleLe, echeances.id),
});

/** The name of the exercice whose balance of charges the entry `o` of a lease called. */
const anneeAppelee = (DossierId: number): SQL =>
  sql`CAST(substr(o.cle, length('charges ' || ${String(DossierId)} || ' ') + 1) AS INTEGER)`;

/** A transfer that gives back the sum of a frozen account, or that the bank refused. */
interface VirementLu extends AvancementDuVirement {
  SoldeDepartId: number;
  etat: "emis" | "rejete";
  /** The bank's reason for the refusal, and the day on which the money came back. */
  motif: string | null;
  rejeteLe: Jour | null;
  ReversementId: number;
  numero: string;
  dateExecution: Jour;
}

type Lu = Awaited<ReturnType<typeof lire>>;

const lire = (db: Db, quoi: { DossierId: number; today: Jour }) => db.read(requetes(db, quoi));

/** A departure as it was read: its view, and the rows that a write checks. */
export interface DepartLu {
  vue: DepartDetail;
  dossier: NonNullable<Lu["dossier"]>;
  depart: typeof departs.$inferSelect | undefined;
  /** The state of the statements of its charges: {@link etatDesDecomptes}. */
  etatCharges: string;
  /** The exercices of its dwelling. */
  calendrier: Calendrier;
  reglees: ChargesReglees[];
}

/** A text that changes with the statements of charges of a lease, and with the balances called without a statement. */
export const etatDesDecomptes = (DossierId: number): SQL => sql`json_array(
  (SELECT json_array(count(*), max(id), count("annuleLe")) FROM ${decomptes} WHERE "DossierId" = ${DossierId}),
  (SELECT count(*) FROM ${ecritures} WHERE cle >= 'charges ' || ${String(DossierId)} || ' ' AND cle < 'charges ' || ${String(DossierId)} || '!'))`;

/**
 * The departure of a dossier: its notice, its account as it stands today, its frozen accounts.
 * @throws NotFound when there is no such dossier.
 */
export async function lireDepart(
  { db, today }: Pick<Contexte, "db" | "today">,
  DossierId: number,
): Promise<DepartLu> {
  const faits = await lire(db, { DossierId, today });
  const { dossier, rows } = faits;
  if (!dossier) throw new NotFound();
  const depart = rows.find(({ titulaire }) => titulaire === "tous");
  const [{ etat: etatCharges, debut, avant } = { etat: "", debut: null, avant: null }] =
    faits.charges;
  const calendrier =
    debut === null
      ? CALENDRIER_CIVIL
      : { exerciceDebut: debut, exercicesAvant: JSON.parse(avant ?? "null") };
  const reglees = faits.reglees.flatMap(({ annee, le, du, au }) => {
    const exercice = du && au ? { du, au } : exerciceNomme(annee, calendrier);
    return exercice ? [{ ...exercice, annee, le }] : [];
  });
  const faitsDuDepart = { ...faits, dossier, depart, reglees, calendrier };
  return {
    vue: composer(faitsDuDepart, today),
    dossier,
    depart,
    etatCharges,
    calendrier,
    reglees,
  };
}

type ALire = Omit<Lu, "dossier" | "reglees"> &
  Pick<DepartLu, "dossier" | "depart" | "calendrier" | "reglees">;

function composer(faitsDuDepart: ALire, today: Jour): DepartDetail {
  const { dossier, depart, rows, soldes } = faitsDuDepart;
  const noms = titulaires(dossier.locataire).map(nomComplet);
  const arretes = soldes.map(
    ({ DepartId: _1, annulePar: _2, createdAt: _3, ...solde }): SoldeArrete => ({
      ...solde,
      contenu: faitsDuDepart.depots[0]?.efface
        ? sansLeNomEfface(solde.contenu, noms)
        : solde.contenu,
      ...virementDuSolde(
        solde,
        faitsDuDepart.virements.find(({ SoldeDepartId }) => SoldeDepartId === solde.id),
      ),
    }),
  );
  const bail = bailVu(dossier, today);
  const compte = compteOf(faitsDuDepart, today);
  const clesLe = dossier.dateSortie;
  return {
    DossierId: dossier.id,
    luLe: today,
    depart: depart ? departVu(depart) : null,
    partants: rows.flatMap((row) => partant(row, noms, bail.regime)),
    titulaires: noms,
    bail,
    recuLe: dossier.dateDebutPreavis ?? depart?.recuLe ?? null,
    finLe: dossier.dateFinPreavis,
    clesLe,
    finDuLoyer: finDuLoyer(datesDe(dossier)),
    nouvelleAdresse: dossier.nouvelleAdresse,
    restitueLe: dossier.dateRetourCaution,
    etat: etatDe(faitsDuDepart, arretes, today),
    etatIn: dossier.etatInId,
    etatOut: dossier.etatOutId,
    grille: dossier.grilleVetuste,
    compte,
    soldes: arretes,
  };
}

/** A frozen account without the name and the address of a tenant who was erased. */
const sansLeNomEfface = (contenu: ContenuSolde, noms: readonly string[]): ContenuSolde => ({
  ...contenu,
  ...(contenu.destinataires ? { destinataires: [...noms] } : {}),
  locataires: [...noms],
  nouvelleAdresse: null,
});

/**
 * The transfer of the sum of a frozen account. The sum counts as given back on its batch's day of execution, once the
 * batch is valid.
 */
function virementDuSolde(
  { renduLe, restitution }: Pick<SoldeArrete, "renduLe" | "restitution">,
  virement: VirementLu | undefined,
): Pick<SoldeArrete, "renduLe" | "virement" | "refus"> {
  if (!virement) return { renduLe, virement: null, refus: null };
  if (virement.etat === "rejete") {
    const { motif, rejeteLe } = virement;
    return { renduLe, virement: null, refus: renduLe === null ? { le: rejeteLe, motif } : null };
  }
  const { ReversementId, numero, lot, dateExecution, vuLe } = virement;
  return {
    renduLe: lot === "a_valider" ? renduLe : dateExecution,
    virement: {
      ReversementId,
      numero,
      mots: motsDeLaPart(
        etatDeLaPart(restitution, virement) ?? "a_reverser",
        vuLe ?? dateExecution,
      ),
    },
    refus: null,
  };
}

const departVu = (depart: typeof departs.$inferSelect): NonNullable<DepartDetail["depart"]> => ({
  ...colonnesDe(depart),
  motif: depart.motif as MotifPreavis | MotifDuBailleur | null,
  version: depart.version,
});

function partant(
  row: typeof departs.$inferSelect,
  noms: readonly string[],
  regimeDuBail: DepartDetail["bail"]["regime"],
): PartantSeul[] {
  const { titulaire, genre, mode, justifie, recuLe, finLe, remplaceLe } = row;
  const motif = row.motif as PartantSeul["motif"];
  const violencesLe = motif === "violences" && justifie ? recuLe : null;
  if (titulaire === "tous") return [];
  return [
    {
      titulaire,
      nom: noms[titulaire === "premier" ? 0 : 1] ?? "",
      genre,
      mode,
      motif,
      justifie,
      recuLe,
      finLe,
      remplaceLe,
      finDeSolidarite:
        genre === "deces"
          ? null
          : finLe &&
            finDeSolidarite({ effet: finLe, remplaceLe, regime: regimeDuBail, violencesLe }),
    },
  ];
}

/** The days of a lease, with the first day of the lease that follows it in the dwelling. */
function datesDe(dossier: DepartLu["dossier"]) {
  return { ...dossier, dateRelocation: dateRelocation(dossier, dossier.appartement.dossiers) };
}

function bailVu(dossier: DepartLu["dossier"], today: Jour): DepartDetail["bail"] {
  const { appartement, locataire, depotGarantie, loyerHC, dateDebutBail } = dossier;
  const regimeDuBail = regime(dossier, locataire.rp);
  const { mois, terme } = duree({
    regime: regimeDuBail,
    dossier,
    bailleurs: bailleursDe(appartement),
  });
  const dureeDuBail = { debut: dateDebutBail, mois, terme };
  return {
    regime: regimeDuBail,
    zoneTendue: enZoneTendue(appartement),
    terme: termeEnCours(dureeDuBail, today),
    duree: dureeDuBail,
    depotGarantie,
    loyerHC,
  };
}

/**
 * The deposit held for a tenant, in cents, and its holder, as the books have them. A deposit that the books lack
 * (`jamaisDit`) is held by the owner. A deposit given back or used is zero; its holder is then the agency if the
 * agency received an advance, else the owner.
 */
function depotDe({ dossier, sommes: [sommes], depots: [depots] }: ALire): {
  depot: number;
  lieu: "agence" | "bailleur";
  jamaisDit: boolean;
} {
  const { agence = 0, bailleur = 0, avanceAgence = 0 } = sommes ?? {};
  if (agence > 0) return { depot: agence, lieu: "agence", jamaisDit: false };
  if (bailleur > 0) return { depot: bailleur, lieu: "bailleur", jamaisDit: false };
  const inconnu = depots?.appele === 0 && depots.impute === 0 && !dossier.dateRetourCaution;
  const depot = inconnu ? enCentimes(dossier.depotGarantie) : 0;
  return {
    depot,
    lieu: depot === 0 && avanceAgence > 0 ? "agence" : "bailleur",
    jamaisDit: depot > 0,
  };
}

function compteOf(faitsDuDepart: ALire, today: Jour): DepartDetail["compte"] {
  const { dossier, depart, vives, soldes, sommes, dues } = faitsDuDepart;
  const { depot, lieu, jamaisDit } = depotDe(faitsDuDepart);
  const { debut = null, avanceAgence = 0, avanceDuBailleur = 0 } = sommes[0] ?? {};
  const avance = lieu === "agence" ? avanceAgence + avanceDuBailleur : avanceDuBailleur;
  const { appartement, locataire, dateSortie: clesLe, etatOutId } = dossier;
  const { retenues = [], provision = 0, motifProvision = null, conforme = null } = depart ?? {};
  const sansInventaire = depart?.sansEtatDesLieux === true || etatOutId === null;
  const regimeDuBail = regime(dossier, locataire.rp);
  const plafond = provisionAuPlus(Math.min(depot, enCentimes(dossier.depotGarantie) || depot), {
    collectif: appartement.typeImmeuble === "collectif",
    chargesMode: modeCharges(regimeDuBail, dossier.chargesMode),
    regime: regimeDuBail,
  });
  const facturation = facturationDuDepart({ occupations: occupationsDe(dossier), vives });
  // Once the account is frozen, the retentions are among the sums owed or settled.
  const arrete = soldes.some(({ genre, annuleLe }) => genre === "sortie" && annuleLe === null);
  const compte = compteDeSortie({
    ...{ depot, lieu, dues, avance, retenues: arrete ? [] : retenues, provision },
    avanceAgence: lieu === "bailleur" ? avanceAgence : 0,
  });
  const echeance =
    clesLe && echeanceDeRestitution(clesLe, conforme ?? sansInventaire, regimeDuBail);
  return {
    ...compte,
    depot,
    lieu,
    jamaisDit,
    livres: debut !== null,
    dues,
    avance,
    avancesDeTiers: faitsDuDepart.deTiers,
    provisionAuPlus: plafond,
    ...facturation,
    manques: manquesDuCompte({
      clesLe,
      today,
      conforme,
      sansInventaire: depart?.sansEtatDesLieux === true,
      inventaires: dossier.etatInId !== null && etatOutId !== null,
      retenues,
      provision,
      provisionAuPlus: enEuros(plafond),
      motifProvision,
      sousReserve: faitsDuDepart.depots[0]?.sousReserve ?? 0,
      avanceAilleurs: lieu === "agence" ? avanceDuBailleur : 0,
      ...facturation,
    }),
    charges: chargesDuDepart(faitsDuDepart),
    echeance,
    majoration: majorationDuDepart(faitsDuDepart, {
      echeance,
      today,
      restitution: compte.restitution,
    }),
  };
}

/**
 * The charges to settle with the kept part of the deposit; null while the end of the lease is unknown, or when it
 * precedes the beginning of the lease.
 */
function chargesDuDepart({
  dossier,
  calendrier,
  reglees,
}: ALire): DepartDetail["compte"]["charges"] {
  const fin = finDuLoyer(datesDe(dossier)) ?? dossier.dateSortie;
  if (fin === null || fin < dossier.dateDebutBail) return null;
  const periode = periodeASolder({ debut: dossier.dateDebutBail, fin }, calendrier);
  const charges = chargesASolder(periode, reglees);
  return typeof charges === "string" ? { ...periode, decompte: null } : charges;
}

/**
 * The increase owed today for a deposit given back late, in cents, from the frozen account, else from the present
 * figures; 0 once an account of increase exists.
 */
function majorationDuDepart(
  { dossier, soldes }: ALire,
  { echeance, today, restitution }: { echeance: Jour | null; today: Jour; restitution: number },
): number {
  const vivants = soldes.filter(({ annuleLe }) => annuleLe === null);
  if (vivants.some(({ genre }) => genre === "majoration")) return 0;
  const arrete = vivants.find(({ genre }) => genre === "sortie");
  const due = arrete ? arrete.contenu.echeance : echeance;
  if (due === null) return 0;
  return majorationDeRetard({
    echeance: due,
    rendu: dossier.dateRetourCaution ?? today,
    loyerHC: arrete ? arrete.contenu.loyerHC : enCentimes(dossier.loyerHC),
    restitution: arrete ? arrete.restitution : restitution,
    adresseConnue: Boolean(dossier.nouvelleAdresse?.trim()),
  });
}

/** The last two months of rent of the lease, with their days; none while the end of the rent is unknown. */
function occupationsDe(dossier: DepartLu["dossier"]) {
  const dates = datesDe(dossier);
  const fin = finDuLoyer(dates);
  if (fin === null) return [];
  const debut = plusTard(
    premierJour(ajouterMois(moisDe(fin), -MOIS_REGARDES)),
    dates.dateDebutBail,
  );
  return moisDeLaPeriode(debut, fin).flatMap((mois) => {
    const periode = occupation(dates, mois);
    return periode ? [{ mois, periode }] : [];
  });
}

function etatDe(
  { dossier, depart }: ALire,
  soldes: readonly SoldeArrete[],
  today: Jour,
): DepartDetail["etat"] {
  const { dateSortie, dateDebutPreavis, etatOutId } = dossier;
  if (!depart && dateDebutPreavis === null && dateSortie === null) return null;
  const rendu = dossier.dateRetourCaution;
  const vivants = soldes.filter(({ annuleLe }) => annuleLe === null);
  const sortie = vivants.find(({ genre }) => genre === "sortie");
  const charges = vivants.find(({ genre }) => genre === "charges");
  return etatDepart({
    transmis: depart?.genre === "deces" && dossier.dateFinPreavis === null,
    visites: depart?.visites ?? false,
    clesLe: dateSortie !== null && dateSortie <= today ? dateSortie : null,
    etatDesLieux: etatOutId !== null || depart?.sansEtatDesLieux === true,
    // A deposit given back without a frozen account leaves nothing to do: the day of its return counts as that of the
    // freeze.
    arreteLe: sortie?.date ?? rendu,
    restitution: vivants.reduce((somme, { restitution }) => somme + restitution, 0),
    restitueLe: vivants.every(({ restitution, renduLe }) => restitution === 0 || renduLe !== null)
      ? (vivants.find(({ renduLe }) => renduLe !== null)?.renduLe ?? null)
      : null,
    resteDu: vivants.reduce((somme, { contenu }) => somme + contenu.resteDu, 0),
    provision: charges ? 0 : (sortie?.contenu.provision ?? 0),
    clotLe: depart?.clotLe ?? null,
  });
}

/** The dwelling, as a paper of a departure names it. */
export const logementNomme = ({ appartement }: DepartLu["dossier"]): string =>
  `${nomAppartement(appartement)}, ${appartement.codePostal} ${appartement.ville}`;
