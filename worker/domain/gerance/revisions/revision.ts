import { jamaisRevise, type Regime, sousLoi89 } from "../../bail/bail.ts";
import type { SerieIrl, Trimestre } from "../../bail/irl.ts";
import type { ModeCharges } from "../../biens/dossier.ts";
import { formatJour, type Jour, type Mois, plusTot } from "../../dates.ts";
import type { Centimes } from "../livres/repartition.ts";
import { type AccordsDuBail, accordAttendu } from "./accord.ts";
import { type EnvoiDeDemande, jamaisPartie } from "./acheminement.ts";
import {
  anniversairesEntre,
  anniversairesOuverts,
  type DatesDeRevision,
  ouvertureDe,
  renoncementDe,
} from "./anniversaires.ts";
import type { LoyerAEcrire } from "./changement.ts";
import { type Complement, complementsDe, type QuittanceAVenir } from "./complement.ts";
import {
  apresLaRemise,
  type ChoixEffet,
  type DemandeEffet,
  type Effet,
  effetDeLaDemande,
  joursPerdus,
} from "./effet.ts";
import { type AttestationLeveGel, avisDeClasse, type ClasseDpe, type DatesDuBail } from "./gel.ts";
import { anneesPlusTard, type IndiceValeur, montantsRevises, valeurDe } from "./indices.ts";
import { type LoyerDate, loyerEnVigueur, loyersVivants, type MotifLoyer } from "./loyers.ts";
import type { EtatRevision } from "./revision-lue.ts";

/** The index used at the last revision of a lease, or the index of its clause; the value is in hundredths. */
export interface IndiceDeReference extends Trimestre {
  serie: SerieIrl;
  valeur: number;
  /**
   * The day from which the index counts: the anniversary for which it was used, the day of the last revision made in
   * another software, or the first day of the lease.
   */
  depuis: Jour;
}

/** A revision that was requested, with the progress of its request, or that the owner gave up. */
export interface RevisionNotee extends EnvoiDeDemande {
  anniversaire: Jour;
  /** The day of effect; null when the owner gave the revision up. */
  effetLe: Jour | null;
  annuleeLe: Jour | null;
}

/**
 * The agency’s choices where the law is unclear (revisions/README §15.3, §15.4). `choixEffet`: the effect of a late
 * revision, by which its state is worked out and the agreement of the owner is requested.
 */
export interface ReglagesDeRevision {
  indiceApresRenonciation: "annee_precedente" | "dernier_applique";
  /** Whether a fall of the index lowers the rent. */
  baisseIndice: boolean;
  attestationLeveGel: AttestationLeveGel;
  choixEffet: ChoixEffet;
}

/** All that the revision of an anniversary depends on; amounts in cents. */
export interface FaitsDeRevision {
  bail: DatesDuBail &
    DatesDeRevision & {
      regime: Regime;
      /** The last day of rent; null while the lease has no end. */
      fin: Jour | null;
      /**
       * The last day of the mandate of the dwelling; absent or null: no end is noted, or the dwelling has no mandate.
       */
      finDuMandat?: Jour | null;
      chargesMode: ModeCharges;
      /**
       * Whether the lease says that the lump sum of charges is revised like the rent (art. 8-1, V; 25-10 of loi n°
       * 89-462).
       */
      forfaitRevise: boolean;
    };
  anniversaire: Jour;
  /**
   * The reference index; null when the lease has no clause of revision, or when the index of the dossier is
   * incomplete.
   */
  reference: IndiceDeReference | null;
  /**
   * The French sentence that tells why the index written on the lease cannot be the reference; null when it can, or
   * when the lease names no index.
   */
  sansReference: string | null;
  /**
   * The French sentence that tells what the index of the dossier lacks; absent or null: the index is complete, or a
   * revision was already requested in this product.
   */
  indiceIncomplet?: string | null;
  /**
   * The day of the last revision made outside this product, even when its index is unknown; absent or null: no such
   * revision is known.
   */
  revueAilleurs?: Jour | null;
  /**
   * The last anniversary before this one, and after the reference index was used, on which the energy class of the
   * dwelling froze the rent; null without one.
   */
  dernierGel: Jour | null;
  indices: readonly IndiceValeur[];
  classes: readonly ClasseDpe[];
  loyers: readonly LoyerDate[];
  revisions: readonly RevisionNotee[];
  /** The agreements of the owners about this anniversary; null when the mandate asks for no agreement. */
  accords: AccordsDuBail | null;
  dernierMois: Mois | null;
  /** The receipts that are not cancelled and bill days to come. */
  quittances: readonly QuittanceAVenir[];
  /**
   * The day on which the dossier was recorded, when the lease began before it: a revision already lost on that day
   * has no state. Null when the dossier was recorded by the first day of the lease.
   */
  repriseLe: Jour | null;
  reglages: ReglagesDeRevision;
}

export interface DemandeDeRevision {
  demandeLe: Jour;
  choix: ChoixEffet;
  /** Staff ticked that the dwelling is no longer of class F or G. */
  classeConfirmee: boolean;
  /**
   * Receipts of the difference complete the months already billed, if possible; otherwise the effect waits for a
   * month not billed yet.
   */
  complement: boolean;
}

/** A revision that may be requested; indices in hundredths, amounts in cents. */
export interface RevisionChiffree extends Omit<Effet, "complement"> {
  /**
   * The receipts that complete the months already billed; empty without such months, or when the effect waits for a
   * month not billed yet.
   */
  complements: readonly Complement[];
  serie: SerieIrl;
  trimestre: Trimestre;
  /** The year of the former index, which has the same quarter as the new one. */
  anneeAncienne: number;
  indiceAncien: number;
  indiceNouveau: number;
  loyerAvant: Centimes;
  loyerApres: Centimes;
  chargeAvant: Centimes;
  chargeApres: Centimes;
}

/**
 * The result of the examination of a request: the figures of the revision, or the state that stops it. `etat` is null
 * when the lease or the mandate ends before the effect, or when the lease has no rent on the day of effect.
 */
export type Examen =
  | { etat: EtatChiffre; revision: RevisionChiffree }
  | {
      etat: Exclude<EtatRevision, EtatChiffre | "notifiee" | "jamais_partie" | "renoncee">;
      revision: null;
    }
  | { etat: null; revision: null };

/** The states of a revision that has figures: it may be requested, or only the owner’s agreement is missing. */
type EtatChiffre = "a_notifier" | "accord_a_demander" | "accord_demande";

const arrete = <Etat extends Exclude<Examen["etat"], EtatChiffre>>(etat: Etat) => ({
  etat,
  revision: null,
});

/**
 * The last day on which the agency may revise the rent: the end of the lease or of the mandate, whichever is earlier.
 * Null when neither has an end.
 */
export function finRevisable({ fin, finDuMandat = null }: FaitsDeRevision["bail"]): Jour | null {
  if (fin === null || finDuMandat === null) return fin ?? finDuMandat;
  return plusTot(fin, finDuMandat);
}

/** The revision of the anniversary that is not cancelled; at most one exists. */
const vivante = ({ revisions, anniversaire }: FaitsDeRevision): RevisionNotee | null =>
  revisions.find(
    (revision) => revision.annuleeLe === null && revision.anniversaire === anniversaire,
  ) ?? null;

/**
 * The two indices of a revision (revisions/README §15.3). The new index belongs to the quarter of the clause, one year
 * later for each anniversary since the reference. The former index belongs to the same quarter a year before, or is
 * the last index applied. Null while one of the two is unknown.
 */
export function indicesDeLaRevision(
  { anniversaire, bail, dernierGel, indices, reglages, revueAilleurs }: FaitsDeRevision,
  reference: IndiceDeReference,
): { trimestre: Trimestre; anneeAncienne: number; ancien: number; nouveau: number } | null {
  const { serie, depuis } = reference;
  const annees = anniversairesEntre(bail, depuis, anniversaire).length;
  const trimestre = anneesPlusTard(reference, annees);
  // The reference index was used for this anniversary or a later one: it is the new index too, so the rent stays.
  const nouveau = annees === 0 ? reference.valeur : valeurDe(indices, serie, trimestre);
  const rienARendre = (dernierGel ?? "") > depuis || (revueAilleurs ?? "") > depuis;
  const dernierApplique =
    annees <= 1 || (reglages.indiceApresRenonciation === "dernier_applique" && !rienARendre);
  const anneeAncienne = dernierApplique ? reference.annee : trimestre.annee - 1;
  const ancien = dernierApplique
    ? reference.valeur
    : valeurDe(indices, serie, anneesPlusTard(trimestre, -1));
  return ancien === null || nouveau === null ? null : { trimestre, anneeAncienne, ancien, nouveau };
}

/**
 * Examines a revision requested on a day, whether or not a request exists already (loi n° 89-462, art. 17-1;
 * revisions/README §15.3, §15.6). The result has the figures when the revision may be requested, or the state that
 * stops it; both are null when the lease or the mandate ends before the effect, or when the lease has no rent on the
 * day of effect.
 */
export function examinerRevision(faits: FaitsDeRevision, demande: DemandeDeRevision): Examen {
  const { anniversaire, bail, classes, dernierMois, loyers, reference, reglages } = faits;
  const { demandeLe, choix, complement, classeConfirmee } = demande;
  if (jamaisRevise(bail)) return arrete("exclue");
  const { indiceIncomplet = null } = faits;
  if (reference === null && indiceIncomplet === null) return arrete("sans_clause");
  const loi89 = sousLoi89(bail);
  const effet = effetApresRemise(faits, {
    ...{ anniversaire, demandeLe, choix, complement, dernierMois },
    renoncable: loi89,
  });
  if (effet === null) return arrete("perdue");
  const fin = finRevisable(bail);
  if (fin !== null && fin < effet.effetLe) return arrete(null);
  if (anniversaire <= (faits.revueAilleurs ?? "")) return arrete("appliquee");
  if (loi89) {
    const { attestationLeveGel } = reglages;
    const jours = { demandeLe, effetLe: effet.effetLe };
    const avis = avisDeClasse(bail, jours, {
      classes,
      attestationLeveGel,
      confirme: classeConfirmee,
    });
    if (avis !== "libre") return arrete(avis);
  }
  if (reference === null || indiceIncomplet !== null) return arrete("indice_a_completer");
  const indices = indicesDeLaRevision(faits, reference);
  if (indices === null) return arrete("attente_indice");
  const revision = chiffrer(faits, { ...indices, serie: reference.serie, effet });
  if (revision === null) return arrete(null);
  if (revision.loyerApres === revision.loyerAvant && revision.chargeApres === revision.chargeAvant)
    return arrete("appliquee");
  const complements = effet.complement ? complementsDe(faits.quittances, loyers, revision) : [];
  if (complements === null) return examinerRevision(faits, { ...demande, complement: false });
  const accord = accordAttendu(faits.accords, revision)?.etat ?? "accord_donne";
  return {
    etat: accord === "accord_donne" ? "a_notifier" : accord,
    revision: { ...revision, complements },
  };
}

/**
 * The effect of a request. When a temporary reduction runs on the day of effect, the revised rent waits for the end
 * of the reduction. Null when the revision is lost.
 */
function effetApresRemise(
  { loyers }: Pick<FaitsDeRevision, "loyers">,
  demande: DemandeEffet,
): Effet | null {
  const effet = effetDeLaDemande(demande);
  if (effet === null) return null;
  const effetLe = apresLaRemise(loyers, effet.effetLe);
  const { anniversaire } = demande;
  return { ...effet, effetLe, joursPerdus: joursPerdus(loyers, { anniversaire, effetLe }) };
}

function chiffrer(
  { bail, loyers, reglages }: FaitsDeRevision,
  {
    trimestre,
    anneeAncienne,
    ancien,
    nouveau,
    serie,
    effet,
  }: {
    trimestre: Trimestre;
    anneeAncienne: number;
    ancien: number;
    nouveau: number;
    serie: SerieIrl;
    effet: Effet;
  },
): Omit<RevisionChiffree, "complements"> | null {
  const avant = loyerEnVigueur(loyers, effet.effetLe);
  if (avant === null) return null;
  const suit = bail.chargesMode === "forfait" && bail.forfaitRevise;
  const revises = montantsRevises(
    { loyer: avant.loyerHC, forfait: suit ? avant.loyerCharge : 0 },
    { ancien, nouveau },
    reglages,
  );
  return {
    effetLe: effet.effetLe,
    joursPerdus: effet.joursPerdus,
    serie,
    trimestre,
    anneeAncienne,
    indiceAncien: ancien,
    indiceNouveau: nouveau,
    loyerAvant: avant.loyerHC,
    loyerApres: revises.loyer,
    chargeAvant: avant.loyerCharge,
    chargeApres: suit ? revises.forfait : avant.loyerCharge,
  };
}

/**
 * The state of the revision of an anniversary on a day (revisions/README §15.6), derived from rows, dates and
 * indices, never stored. Null before the revision may be requested, unless the rent of the lease is never revised,
 * and, until the anniversary, when its index changes nothing. Null too when the lease or the mandate ends before the
 * effect, when the lease has no rent on that day, or when the revision was lost before the agency took the dossier
 * over.
 */
export function etatRevision(faits: FaitsDeRevision, today: Jour): EtatRevision | null {
  const notee = vivante(faits);
  if (notee) {
    const { effetLe } = notee;
    if (effetLe === null) return "renoncee";
    if (jamaisPartie({ ...notee, effetLe }, today)) return "jamais_partie";
    return effetLe > today ? "notifiee" : "appliquee";
  }
  const { anniversaire, bail, repriseLe, reglages } = faits;
  if (repriseLe !== null && renoncementDe(anniversaire) <= repriseLe) return null;
  const fin = finRevisable(bail);
  if (fin !== null && fin < anniversaire) return null;
  const { etat } = examinerRevision(faits, {
    demandeLe: today,
    choix: reglages.choixEffet,
    classeConfirmee: false,
    complement: false,
  });
  if (etat === "exclue" || etat === "sans_clause") return etat;
  if (today < ouvertureDe(anniversaire)) return null;
  if (etat === "appliquee" && demandeeApres(faits) !== null) return "perdue";
  return etat === "appliquee" && today < anniversaire ? null : etat;
}

/**
 * The French sentence that stops a revision when a later anniversary was requested before it: the index of the later
 * revision covers this anniversary too (revisions/README §15.6). Else null.
 */
export function demandeeApres({ anniversaire, revisions }: FaitsDeRevision): string | null {
  const suivante = revisions.find(
    (revision) =>
      revision.annuleeLe === null &&
      revision.effetLe !== null &&
      revision.anniversaire > anniversaire,
  );
  return suivante
    ? `La révision du ${formatJour(suivante.anniversaire)} a été demandée avant celle-ci : annulez-la d’abord.`
    : null;
}

/** The states of a revision that may be requested, now or once a missing step is done. */
const OUVERTS: readonly Examen["etat"][] = [
  "a_notifier",
  "accord_a_demander",
  "accord_demande",
  "attente_indice",
  "indice_a_completer",
  "classe_a_saisir",
  "classe_a_confirmer",
];

/**
 * The French sentence that stops a revision while an earlier anniversary may still be requested: the rise of the
 * earlier year would be lost (revisions/README §15.6). Null without such an anniversary.
 */
export function aDemanderAvant(faits: FaitsDeRevision, demande: DemandeDeRevision): string | null {
  const { anniversaire, bail, dernierGel } = faits;
  const premiere = anniversairesOuverts(bail, demande.demandeLe).find((jour) => {
    if (jour >= anniversaire) return false;
    const gelAvant = dernierGel !== null && dernierGel < jour ? dernierGel : null;
    const siens = { ...faits, anniversaire: jour, dernierGel: gelAvant };
    return (
      vivante(siens) === null &&
      OUVERTS.includes(examinerRevision(siens, { ...demande, complement: false }).etat)
    );
  });
  return premiere === undefined
    ? null
    : `Demandez d’abord la révision du ${formatJour(premiere)}, ou renoncez-y.`;
}

/**
 * The French sentence that refuses an anniversary: it is no day of revision of the lease, or is too far in the
 * future. Else null.
 */
function refusDeJour({ anniversaire, bail }: FaitsDeRevision, demandeLe: Jour): string | null {
  if (!anniversairesEntre(bail, bail.debut, anniversaire).includes(anniversaire))
    return `Le ${formatJour(anniversaire)} n’est pas un jour de révision de ce bail.`;
  const ouverture = ouvertureDe(anniversaire);
  return demandeLe < ouverture ? `Pas avant le ${formatJour(ouverture)}.` : null;
}

const SANS_RENONCIATION = ["exclue", "sans_clause", "gelee", "perdue"] as const;

/**
 * The French sentence that refuses to note that the owner gives a revision up: the lease has no revision on that day,
 * the day is too far in the future, the lease is never revised or has no clause of revision, or the revision would be
 * frozen or lost even if it took effect on the day of the request. Null when he may give it up.
 */
export function refusDeRenoncer(faits: FaitsDeRevision, demandeLe: Jour): string | null {
  const refusDuJour = refusDeJour(faits, demandeLe);
  if (refusDuJour !== null) return refusDuJour;
  const examen = examinerRevision(faits, {
    ...{ demandeLe, choix: "des_la_demande" },
    ...{ classeConfirmee: false, complement: false },
  });
  const refuse = SANS_RENONCIATION.some((etat) => etat === examen.etat);
  return refuse && examen.revision === null ? refusDExamen(examen, faits) : null;
}

/** The rows to write for a revision: the revision with its figures, and the rent from its day of effect on. */
export interface RevisionAEcrire {
  revision: RevisionChiffree & { anniversaire: Jour; demandeLe: Jour };
  ligne: LoyerAEcrire;
}

/** The French sentence that refuses the request of a revision, by its state. */
export const REFUS_DE_REVISION: Record<
  Exclude<NonNullable<Examen["etat"]>, "a_notifier">,
  string
> = {
  exclue: "Le loyer de ce bail ne se révise pas.",
  sans_clause: "Ce bail n’a pas de clause de révision : son loyer ne se révise pas.",
  gelee: "Le logement est de classe F ou G : son loyer ne se révise pas (article 17-1, III).",
  classe_a_saisir: "Saisissez la classe énergie du logement, par un DPE en cours de validité.",
  classe_a_confirmer:
    "Confirmez que le logement n’est plus classé F ou G, et joignez l’attestation.",
  attente_indice: "L’indice de ce trimestre n’est pas saisi.",
  indice_a_completer: "Complétez l’indice de ce dossier.",
  accord_a_demander: "Le mandat demande l’accord du propriétaire : demandez-le d’abord.",
  accord_demande: "Le propriétaire n’a pas encore donné son accord.",
  appliquee: "L’indice ne change pas ce loyer : il n’y a rien à demander.",
  perdue: "Un an a passé depuis l’anniversaire : cette révision est perdue (article 17-1).",
};

/** The French sentence that tells why an examination has no figures. */
export function refusDExamen(
  { etat }: { etat: Exclude<Examen["etat"], "a_notifier"> },
  { bail, indiceIncomplet, sansReference }: FaitsDeRevision,
): string {
  if (etat === null)
    return finRevisable(bail) === bail.fin
      ? "Ce bail finit avant l’effet de la révision."
      : "Le mandat de ce logement finit avant l’effet de la révision.";
  if (etat === "indice_a_completer" && indiceIncomplet) return indiceIncomplet;
  return (etat === "sans_clause" && sansReference) || REFUS_DE_REVISION[etat];
}

/**
 * The reasons of the changes of rent that allow a revision on the same day. The revision then applies to the changed
 * amounts, as to a step of a renewal (art. 17-2, II) or to the rent that comes back after a temporary reduction.
 */
const SUIVIS: readonly MotifLoyer[] = ["provision", "renouvellement", "remise"];

/**
 * The French sentence that stops a revision when the rent changes again after its effect, or on the same day for a
 * reason that is not in `SUIVIS` (revisions/README §15.5). Else null.
 */
export function changementQuiSuit({ loyers }: FaitsDeRevision, effetLe: Jour): string | null {
  const autre = loyersVivants(loyers).find(
    ({ depuis, motif }) => depuis > effetLe || (depuis === effetLe && !SUIVIS.includes(motif)),
  );
  return autre
    ? `Le loyer change déjà le ${formatJour(autre.depuis)} : annulez d’abord ce changement, ou attendez qu’il soit passé.`
    : null;
}

/**
 * Examines a request: accepted when nothing else than the owner’s agreement stops it; else refused in a French
 * sentence.
 */
function examinerDemande(
  faits: FaitsDeRevision,
  demande: DemandeDeRevision,
): { refus: string } | { refus: null; etat: EtatChiffre; revision: RevisionChiffree } {
  if (vivante(faits)) {
    return { refus: `La révision du ${formatJour(faits.anniversaire)} est déjà notée.` };
  }
  const refusDuJour = refusDeJour(faits, demande.demandeLe);
  if (refusDuJour !== null) return { refus: refusDuJour };
  const examen = examinerRevision(faits, demande);
  if (examen.revision === null) {
    const suivante = examen.etat === "appliquee" ? demandeeApres(faits) : null;
    return { refus: suivante ?? refusDExamen(examen, faits) };
  }
  const autre = aDemanderAvant(faits, demande) ?? changementQuiSuit(faits, examen.revision.effetLe);
  return autre === null ? { refus: null, ...examen } : { refus: autre };
}

/**
 * The figures on which the owner decides, when his agreement may be requested or his answer noted; else the French
 * reason why not (revisions/README §15.9).
 * @param attendus the states of the revision in which the caller may go on
 */
export function demanderAccord(
  faits: FaitsDeRevision,
  demande: DemandeDeRevision,
  attendus: readonly EtatRevision[],
): { refus: string; revision: null } | { refus: null; revision: RevisionChiffree } {
  const examen = examinerDemande(faits, demande);
  if (examen.refus !== null) return { refus: examen.refus, revision: null };
  const { etat, revision } = examen;
  if (attendus.includes(etat)) return { refus: null, revision };
  const refus =
    etat === "accord_demande"
      ? "L’accord du propriétaire est déjà demandé."
      : faits.accords === null
        ? "Le mandat ne demande pas l’accord du propriétaire."
        : "Le propriétaire a déjà donné son accord.";
  return { refus, revision: null };
}

/**
 * Requests a revision: the rows to write, else the French reason why it may not be requested (revisions/README
 * §15.6). No rent is ever revised without a request.
 */
export function demanderRevision(
  faits: FaitsDeRevision,
  demande: DemandeDeRevision,
): { refus: string; aEcrire: null } | { refus: null; aEcrire: RevisionAEcrire } {
  const examen = examinerDemande(faits, demande);
  if (examen.refus !== null) return { refus: examen.refus, aEcrire: null };
  const { etat, revision } = examen;
  if (etat !== "a_notifier") return { refus: REFUS_DE_REVISION[etat], aEcrire: null };
  const { effetLe, loyerApres, chargeApres } = revision;
  return {
    refus: null,
    aEcrire: {
      revision: {
        ...revision,
        anniversaire: faits.anniversaire,
        demandeLe: demande.demandeLe,
      },
      ligne: {
        depuis: effetLe,
        loyerHC: loyerApres,
        loyerCharge: chargeApres,
        motif: "revision",
      },
    },
  };
}
