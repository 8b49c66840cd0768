import { and, eq, type SQL, sql } from "drizzle-orm";
import { agenceDe } from "#domain/agence/agence.ts";
import { nomAppartement } from "#domain/biens/adresse.ts";
import { type Jour, periodeEnLettres } from "#domain/dates.ts";
import { Conflict, FICHE_MODIFIEE, Invalid, NotFound } from "#domain/erreurs.ts";
import type { VersionLue } from "#domain/fields.ts";
import { modeDeReglement } from "#domain/gerance/locataires/reglement.ts";
import { enCentimes, somme } from "#domain/montants.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import { titulaires } from "#domain/personnes/titulaires.ts";
import type { CourrielEnAttente } from "#domain/quittances/courriel.ts";
import type { ModeQuittance } from "#domain/quittances/paiement.ts";
import { etatQuittance } from "#domain/quittances/quittance.ts";
import {
  type DemandeDuLot,
  type DemandeValidation,
  type ResultatDuLot,
  refusDuLot,
} from "#domain/quittances/quittance-fiche.ts";
import type { Db } from "#worker/db/client.ts";
import {
  lienOuvert,
  quittanceComptee,
  quittanceEst,
  quittanceSupprimable,
  selected,
} from "#worker/db/conditions.ts";
import { rowExists } from "#worker/db/rows.ts";
import { variables } from "#worker/db/schema/agence.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { quitances } from "#worker/db/schema/quittances.ts";
import { appartements, locataires } from "#worker/db/schema/schema.ts";
import { asRead, isStale, onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import type { Reprises } from "#worker/operations/gerance/locataires/comptes-lus.ts";
import { regler } from "#worker/operations/gerance/locataires/imputations.ts";
import { retirerQuittance } from "#worker/operations/gerance/locataires/quittancement.ts";
import { paiementDit, suitesDe } from "#worker/operations/gerance/locataires/quittances-suivies.ts";
import { inscrire, regleeDe } from "#worker/operations/gerance/locataires/reglements.ts";
import {
  finirReglements,
  nonProuves,
  nonRendus,
  reglementsDe,
  reglentSeulement,
} from "#worker/operations/gerance/locataires/reglements-finis.ts";
import {
  fondsInchanges,
  placerSur,
} from "#worker/operations/gerance/locataires/reglements-places.ts";
import { trace } from "#worker/operations/historique/history.ts";

const DEJA_REPONDU = "Votre réponse a déjà été prise en compte par nos services...";

/** The state of payment asked for; an absent field keeps its value where it still makes sense. */
export interface EtatDemande {
  regle: boolean;
  statusInconu: boolean;
  /** Day of payment; the day of the change when a payment is noted without one. */
  datePaiement?: Jour | null;
  mode?: ModeQuittance | null;
  /** Euros received when not everything was: on an unpaid receipt only. */
  montantPaye?: number | null;
}

export interface Changement {
  /** False when the receipt was in this state already: nothing was written. */
  change: boolean;
  /** Mails that wait because of the change, to be queued. */
  courriels: CourrielEnAttente[];
  /** The R2 key of the outdated PDF, to be deleted. */
  ancienPdf: string | null;
}

/**
 * Gives a receipt this state, in one transaction with its history and its mails (domain/README §2.7, §7.3): paid by
 * the agency's word, the quittance is to be sent to the tenant who agreed to e-mail and an avis not sent yet is
 * cancelled; no longer so, the reverse. The PDF of the former state is forgotten. It does nothing in that state
 * already.
 * @param source `locataire` lets the state rest on the tenant's word again: it must be the tenant's own answer.
 * @param lue the version the change is based on, when the caller knows it.
 * @throws NotFound; Conflict when the receipt is no longer the one that was read, is cancelled, or its tenant
 *   answered otherwise; Invalid when the amount received covers the whole sum.
 */
export async function changerEtat(
  ctx: Appel,
  { id, source, lue = {}, ...etat }: EtatDemande & { id: number; source: Source; lue?: VersionLue },
): Promise<Changement> {
  const {
    avant: [avant],
    ...changement
  } = await appliquer(ctx, etat, {
    lesquelles: sql`"Quitance".id = ${id}`,
    source,
    condition: sql`${quittanceComptee} AND ${asRead(quitances, lue) ?? sql`true`}
      ${source === "agence" ? sql`` : sql`AND reponse = ${Number(etat.regle)}`}
      ${etat.montantPaye ? sql`AND ${sql.param(etat.montantPaye, quitances.montantPaye)} < "loyerHC" + charge` : sql``}`,
  });
  if (!avant) throw new NotFound();
  if (avant.annuleeLe !== null) throw new Conflict("Cette quittance est annulée.");
  if (isStale(avant, lue)) throw new Conflict(FICHE_MODIFIEE);
  if (source === "locataire" && avant.reponse !== etat.regle) {
    throw new Conflict("Le locataire n’a pas fait cette déclaration.");
  }
  if (etat.montantPaye && etat.montantPaye >= somme(avant.loyerHC, avant.charge)) {
    throw new Invalid({
      montantPaye: "Ce montant couvre toute l’échéance : marquez la quittance comme payée.",
    });
  }
  return seul(changement);
}

/** The outcome for many receipts, and the work left by it. */
export interface ChangementDuLot extends ResultatDuLot {
  /** Mails that wait because of them, to be queued. */
  courriels: CourrielEnAttente[];
  anciensPdf: string[];
}

/**
 * Marks many receipts paid or unpaid, in one transaction: each is changed whole or left as it is, and named with its
 * reason; so is one of another version than the one read, or whose payment stays (domain/README §12.6). One that is
 * paid already keeps its day and its mode (domain/README §7.3).
 */
export async function changerEtats(
  ctx: Appel,
  { ids, declarees, inconnue = false, versions = {}, ...paiement }: DemandeDuLot,
): Promise<ChangementDuLot> {
  const etat = { ...paiement, statusInconu: inconnue && !paiement.regle };
  const laissees = declarees
    ? sql`NOT (${quittanceEst.declaree})`
    : etat.regle
      ? quittanceEst.payee
      : sql`false`;
  const { avant, changees, gardees, courriels, anciensPdf } = await appliquer(ctx, etat, {
    lesquelles: sql`"Quitance".id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    source: "agence",
    enLot: true,
    condition: sql`${quittanceComptee} AND NOT (${laissees})
      AND version = coalesce((SELECT value FROM json_each(${JSON.stringify(versions)})
        WHERE key = CAST("Quitance".id AS text)), version)`,
  });
  const trouvees = new Map(avant.map((quittance) => [quittance.id, quittance]));
  const faites = new Set(changees);
  const refusees = [...new Set(ids)]
    .filter((id) => !faites.has(id))
    .map((id) => {
      const quittance = trouvees.get(id);
      const modifiee = quittance !== undefined && isStale(quittance, { version: versions[id] });
      const motif = gardees.get(id) ?? refusDuLot(quittance && etatQuittance(quittance), modifiee);
      return { id, numero: quittance?.numero ?? null, motif };
    });
  return { changees, refusees, courriels, anciensPdf };
}

/**
 * The tenant's answer to the public link, once and for all: of two answers, even at the same instant,
 * exactly one counts, and none where the agency has recorded anything. It is a declaration: kept with its instant,
 * and the state it gives is marked as coming from the tenant (domain/README §2.5).
 * @throws Conflict when the link is unknown, was answered already, or no longer takes an answer.
 */
export async function repondreQuittance(
  { db, now, today }: Pick<Contexte, "db" | "now" | "today">,
  { uuid, paye }: { uuid: string; paye: boolean },
): Promise<Changement> {
  const changement = await appliquer(
    { db, today, user: null },
    { regle: paye, statusInconu: false },
    {
      lesquelles: sql`"Quitance".uuid = ${uuid}`,
      source: "locataire",
      condition: lienOuvert(now),
      reponse: { paye, le: now.toISOString() },
    },
  );
  if (changement.changees.length === 0) throw new Conflict(DEJA_REPONDU);
  return seul(changement);
}

/**
 * The facts of the public page; reading it changes nothing. A link that is unknown or takes no answer looks like an
 * answered one, and none tells more than the agency to write to.
 */
export async function lireDemande(
  { db, now }: Pick<Contexte, "db" | "now">,
  uuid: string,
): Promise<DemandeValidation> {
  const {
    trouvees: [trouvee],
    reglages,
  } = await db.read({
    trouvees: db
      .select({ quitance: quitances, appartement: appartements, locataire: locataires })
      .from(quitances)
      .innerJoin(appartements, eq(appartements.id, quitances.AppartementId))
      .innerJoin(locataires, eq(locataires.id, quitances.LocataireId))
      .where(and(eq(quitances.uuid, uuid), lienOuvert(now))),
    reglages: db.select({ nom: variables.nom, valeur: variables.valeur }).from(variables),
  });
  const { agenceNom, agenceEmail } = agenceDe(reglages);
  if (!trouvee) {
    const rien = { periode: "", logement: "", locataire: "", total: 0 };
    return { repondu: true, ...rien, agenceNom, agenceEmail };
  }
  const { quitance, appartement, locataire } = trouvee;
  return {
    repondu: false,
    periode: periodeEnLettres(quitance.date, quitance.dateFin),
    logement: `${nomAppartement(appartement)}, ${appartement.codePostal} ${appartement.ville}`,
    locataire: titulaires(locataire).map(nomComplet).join(" et "),
    total: somme(quitance.loyerHC, quitance.charge),
    agenceNom,
    agenceEmail,
  };
}

type Source = "agence" | "locataire";

type Appel = Pick<Contexte, "db" | "user" | "today">;

interface Application {
  /** A condition on `Quitance`. */
  lesquelles: SQL;
  source: Source;
  /** The receipts that may change: a condition on `Quitance` alone. */
  condition: SQL;
  /** A receipt whose payment stays is left as it is in a batch; alone, it is refused. */
  enLot?: boolean;
  /** The other fields that the change sets on the receipt. */
  reponse?: { paye: boolean; le: string };
}

type QuittanceLue = Awaited<ReturnType<typeof lireQuittances>>[number];

const lireQuittances = (db: Db, lesquelles: SQL, condition: SQL) =>
  db
    .select({
      id: quitances.id,
      DossierId: quitances.DossierId,
      numero: quitances.numero,
      clePdf: quitances.clePdf,
      updatedAt: quitances.updatedAt,
      version: quitances.version,
      loyerHC: quitances.loyerHC,
      charge: quitances.charge,
      regle: quitances.regle,
      statusInconu: quitances.statusInconu,
      montantPaye: quitances.montantPaye,
      datePaiement: quitances.datePaiement,
      mode: quitances.mode,
      source: quitances.source,
      annuleeLe: quitances.annuleeLe,
      reponse: quitances.reponse,
      dit: paiementDit,
      admise: selected<number>(condition),
    })
    .from(quitances)
    .where(lesquelles);

/**
 * Gives receipts a state: new payments are recorded, former ones are taken back (domain/README §12.6), in one write
 * that rests on the receipts as they were read.
 * @throws Conflict when a payment to be taken back stays, and the receipt is not one of a batch.
 */
async function appliquer(
  { db, user, today }: Appel,
  etat: EtatDemande,
  { lesquelles, source, condition, enLot = false, reponse }: Application,
) {
  return onWhatIsRead(async () => {
    const avant = await lireQuittances(db, lesquelles, condition);
    const differentes = avant.flatMap((quittance) => {
      const apres = valeurs(quittance, etat, { source, today });
      return quittance.admise === 1 && differe(quittance, apres, source)
        ? [{ quittance, apres }]
        : [];
    });
    const { gardees, ...reprises } = await reglementsDe({ db }, differentes.flatMap(aReprendre));
    const [refus] = gardees.values();
    if (refus && !enLot) throw new Conflict(refus);
    const voulues = differentes.filter(({ quittance }) => !gardees.has(quittance.id));
    if (voulues.length === 0) {
      return { avant, changees: [], gardees, courriels: [], anciensPdf: [] };
    }
    const { places, comptes } = await paiementsVoulus(db, voulues, { source, today, reprises });
    const dejaEcrites = voulues.map(({ quittance }) => quittance);
    const changees = dejaEcrites.map(({ id }) => id);
    const {
      avant: suivies,
      inchange,
      ecrites,
    } = await regler({ db, today, user }, { comptes, reglees: places.map(regleeDe), dejaEcrites });
    const { attente } = await db.write({
      garde: provided(
        db,
        sql`${inchange} AND ${fondsInchanges(places)} AND ${nonRendus(reprises.ids)}
          AND ${nonProuves(reprises.ids)} AND ${reglentSeulement(reprises.ids, changees)}`,
      ),
      ...finirReglements(db, reprises.ids, {
        etat: "annule",
        motif: "Repris avec la quittance",
        date: today,
        user,
      }),
      etats: db.run(sql`
        UPDATE ${quitances} SET regle = v.value ->> 'regle', "statusInconu" = v.value ->> 'statusInconu',
          "montantPaye" = v.value ->> 'montantPaye', "datePaiement" = v.value ->> 'datePaiement',
          mode = v.value ->> 'mode', source = ${source}, file = NULL,
          ${reponse ? sql`reponse = ${Number(reponse.paye)}, "reponduLe" = ${reponse.le},` : sql``}
          "updatedAt" = ${MAINTENANT}
        FROM json_each(${JSON.stringify(voulues.map(({ quittance, apres }) => ({ id: quittance.id, ...apres, montantPaye: apres.montantPaye === null ? null : enCentimes(apres.montantPaye) })))}) v
        WHERE "Quitance".id = v.value ->> 'id'`),
      ...inscrire(db, places, user),
      ...ecrites,
    });
    return { avant, changees, gardees, ...suitesDe(suivies, attente) };
  });
}

/** The change of a single receipt. */
function seul({ changees, courriels, anciensPdf }: Omit<ChangementDuLot, "refusees">): Changement {
  return { change: changees.length > 0, courriels, ancienPdf: anciensPdf[0] ?? null };
}

/** The state of payment wanted for a receipt; euros. */
interface Valeurs {
  regle: boolean;
  statusInconu: boolean;
  montantPaye: number | null;
  datePaiement: Jour | null;
  mode: string | null;
}

function valeurs(
  quittance: QuittanceLue,
  etat: EtatDemande,
  { source, today }: { source: Source; today: Jour },
): Valeurs {
  const { regle } = etat;
  const statusInconu = !regle && etat.statusInconu;
  const montantPaye = montantVoulu(quittance, { ...etat, statusInconu }, source);
  const encaisse = regle || montantPaye !== null;
  const garde = quittance.regle === regle ? quittance.datePaiement : null;
  return {
    regle,
    statusInconu,
    montantPaye,
    datePaiement: encaisse ? (etat.datePaiement ?? garde ?? today) : null,
    mode: encaisse ? (etat.mode === undefined ? quittance.mode : etat.mode) : null,
  };
}

/** The payment wanted for it: all, a part, or nothing that the agency acknowledges. */
function montantVoulu(
  quittance: QuittanceLue,
  { regle, statusInconu, montantPaye }: EtatDemande,
  source: Source,
): number | null {
  const { loyerHC, charge } = quittance;
  if (source === "locataire" || statusInconu) return null;
  if (regle) return somme(loyerHC, charge) || null;
  if (montantPaye === undefined) return quittance.regle ? null : quittance.montantPaye;
  return montantPaye || null;
}

/** The agency's word on a mere declaration of the tenant changes the receipt, even into the same state. */
const differe = (quittance: QuittanceLue, apres: Valeurs, source: Source): boolean =>
  (Object.keys(apres) as (keyof Valeurs)[]).some((champ) => apres[champ] !== quittance[champ]) ||
  (source === "agence" ? quittance.source === "locataire" : quittance.source !== "locataire");

/** A receipt, and the state of payment wanted for it. */
interface Voulue {
  quittance: QuittanceLue;
  apres: Valeurs;
}

/** The receipt, when its payments are taken back. */
const aReprendre = (voulue: Voulue): number | [] =>
  parts(voulue).reprendre ? voulue.quittance.id : [];

/**
 * The payments that bring receipts to the state wanted: for the rest of the sum when a part is already noted; else
 * for the whole, after the former payments are taken back.
 */
function paiementsVoulus(
  db: Db,
  voulues: readonly Voulue[],
  { source, today, reprises }: { source: Source; today: Jour; reprises: Reprises },
) {
  const demandes = voulues.flatMap((voulue) => {
    const { quittance, apres } = voulue;
    const { montant } = parts(voulue);
    if (montant <= 0 || apres.datePaiement === null || source !== "agence") return [];
    return [
      {
        DossierId: quittance.DossierId,
        QuitanceId: quittance.id,
        date: apres.datePaiement,
        montant,
        mode: apres.mode === null ? null : modeDeReglement(apres.mode),
        payeur: "locataire" as const,
      },
    ];
  });
  return placerSur({ db, today }, { demandes, reprises });
}

/** Whether the payments of a receipt are taken back, and the cents that are then to be recorded. */
function parts({ quittance, apres }: Voulue) {
  const paye = quittance.source === "locataire" ? 0 : enCentimes(quittance.montantPaye ?? 0);
  const voulu = enCentimes(apres.montantPaye ?? 0);
  const complete = !quittance.regle && apres.regle && paye < voulu;
  const inchange =
    paye === voulu &&
    apres.datePaiement === quittance.datePaiement &&
    apres.mode === quittance.mode;
  if (complete) return { reprendre: false, montant: voulu - paye };
  return { reprendre: paye > 0 && !inchange, montant: inchange ? 0 : voulu };
}

/**
 * Deletes a receipt that nothing holds: the last number of its year, unpaid, whose document nobody saw, so that
 * numbers stay gapless (domain/README §2.4). The condition is in the statement: no act of the same instant slips
 * between.
 * @param lue the receipt as it was read; absent, any version.
 * @returns the R2 key of its PDF, to be deleted; null when it had none.
 * @throws NotFound; Conflict when it must be kept, or is no longer the one that was read.
 */
export async function supprimerQuittance(
  { db, user, today }: Appel,
  { id, lue = {} }: { id: number; lue?: VersionLue },
): Promise<string | null> {
  const supprimable = sql`${quitances.id} = ${id} AND ${quittanceSupprimable}
    AND ${asRead(quitances, lue) ?? sql`true`}`;
  const {
    avant: [avant],
    supprimee,
  } = await db.write({
    avant: db
      .select({
        clePdf: quitances.clePdf,
        servieLe: quitances.servieLe,
        updatedAt: quitances.updatedAt,
        version: quitances.version,
      })
      .from(quitances)
      .where(eq(quitances.id, id)),
    historique: trace(db, {
      entite: "Quitance",
      entiteId: id,
      etat: "Suppression",
      user,
      details: contenuQuittance(),
      quand: rowExists(quitances, supprimable),
    }),
    ...retirerQuittance(db, id, { quand: supprimable, date: today, user }),
    supprimee: db.delete(quitances).where(supprimable),
  });
  if (!avant) throw new NotFound();
  if (supprimee.rowsAffected === 0) {
    if (isStale(avant, lue)) throw new Conflict(FICHE_MODIFIEE);
    throw new Conflict(
      avant.servieLe === null
        ? "Suppression impossible : seule la dernière quittance de l’année, ni payée, ni annulée, ni envoyée, se supprime."
        : "Suppression impossible : son document a déjà été ouvert, archivé ou envoyé. Annulez-la : elle garde son numéro.",
    );
  }
  return avant.clePdf;
}

/**
 * The facts that history keeps of the receipt `fiche.id` when it is made, cancelled or deleted: number, period,
 * amounts in euros.
 * @param aussi another field, and its value.
 */
export const contenuQuittance = (aussi: SQL = sql``): SQL =>
  sql`(SELECT json_object('numero', q.numero, 'date', q.date, 'dateFin', q."dateFin",
    'loyerHC', q."loyerHC" / 100.0, 'charge', q.charge / 100.0${aussi})
    FROM ${quitances} q WHERE q.id = fiche.id)`;
