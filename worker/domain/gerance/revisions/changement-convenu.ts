import { type Regime, sousLoi89 } from "../../bail/bail.ts";
import type { ModeCharges } from "../../biens/dossier.ts";
import {
  ajouterAnnees,
  ajouterJours,
  dansMois,
  formatJour,
  type Jour,
  type Mois,
  moisDe,
  moisEnLettres,
} from "../../dates.ts";
import { enEuros, formatEuros } from "../../montants.ts";
import { type LoyerAEcrire, memesMontants, premierJourLibre } from "./changement.ts";
import { type AttestationLeveGel, avisDeClasse, type ClasseDpe, type DatesDuBail } from "./gel.ts";
import type { ChangementVoulu, MotifConvenu } from "./loyer-lu.ts";
import { type LoyerDate, loyerEnVigueur, loyersVivants, type Montants } from "./loyers.ts";
import { type LoyerNote, remplaceePar } from "./loyers-remplaces.ts";
import { REFUS_DE_REVISION } from "./revision.ts";

/** All that a change of rent depends on; amounts in cents. */
export interface FaitsDuChangement {
  bail: DatesDuBail & {
    regime: Regime;
    /** The last day of rent; null while the lease has no end. */
    fin: Jour | null;
    chargesMode: ModeCharges;
  };
  loyers: readonly LoyerDate[];
  /** The last month billed by a receipt that is not cancelled; null without such a receipt. */
  dernierMois: Mois | null;
  classes: readonly ClasseDpe[];
  attestationLeveGel: AttestationLeveGel;
}

/** The change of rent as staff enter it; amounts in cents. */
type Voulu = ChangementVoulu & Montants;

interface Refus {
  champ: keyof ChangementVoulu;
  phrase: string;
}

/** The rows of a change of rent to write, or the reason why it is refused. */
export type ChangementConvenu =
  | { refus: Refus; lignes: null; avertissements: null }
  | { refus: null; lignes: LoyerAEcrire[]; avertissements: string[] };

/**
 * A change of rent that the parties agree on or that works allow, or a new provision for charges (revisions/README
 * §15.8). The result has the row that begins on the first day of the change and, for a temporary reduction, the row
 * that restores the former rent afterwards. Receipts never change: the change begins in a month that no receipt
 * bills.
 *
 * @param today the day of the entry: the energy class of that day counts
 */
export function changementConvenu(
  faits: FaitsDuChangement,
  voulu: Voulu,
  today: Jour,
): ChangementConvenu {
  const avant = loyerEnVigueur(faits.loyers, voulu.depuis);
  if (avant === null) return refuse({ champ: "depuis", phrase: "Ce dossier n’a pas de loyer." });
  const refus = refusDuJour(faits, voulu) ?? refusDuMotif(faits, { voulu, avant, today });
  if (refus) return refuse(refus);
  const { loyerHC, loyerCharge, depuis, jusquau, motif } = voulu;
  const retour = {
    loyerHC: avant.loyerHC,
    loyerCharge: avant.loyerCharge,
    depuis: jusquau ? ajouterJours(jusquau, 1) : depuis,
    motif,
  };
  const hausse = loyerHC > avant.loyerHC;
  return {
    refus: null,
    lignes: [{ loyerHC, loyerCharge, depuis, motif }, ...(motif === "remise" ? [retour] : [])],
    avertissements: [
      ...(motif === "avenant" && hausse && sousLoi89(faits.bail) ? [HAUSSE] : []),
      ...(motif === "renouvellement" && hausse ? [PALIERS] : []),
      ...revisionDefaite(faits.loyers, { voulu, avant, today }),
    ],
  };
}

/**
 * The warning to staff about a lasting change that undoes a future revision: the new rent is below the rent in force
 * on the first day of the change.
 */
function revisionDefaite(
  loyers: readonly LoyerDate[],
  { voulu, avant, today }: Comparaison,
): string[] {
  const revision = loyersVivants(loyers).findLast(
    ({ depuis, motif }) => motif === "revision" && today < depuis && depuis <= voulu.depuis,
  );
  if (!revision || voulu.motif === "remise" || voulu.loyerHC >= avant.loyerHC) return [];
  const [revise, apres] = [revision, voulu].map(({ loyerHC }) => formatEuros(enEuros(loyerHC)));
  return [
    `La révision du ${formatJour(revision.depuis)} porte le loyer à ${revise} hors charges : ce changement le ramène à ${apres} le ${formatJour(voulu.depuis)}.`,
  ];
}

const refuse = (refus: Refus) => ({ refus, lignes: null, avertissements: null });

const DEJA: Refus = { champ: "loyerHC", phrase: "C’est déjà le loyer de ce jour-là." };

/** The warning to staff about a rise during a lease. */
export const HAUSSE =
  "Hors révision, travaux et renouvellement, une hausse en cours de bail peut être annulée (loi n° 89-462, articles 17-1 et 17-2).";

/** The advice to staff on a rise at a renewal: the law spreads such a rise over several years. */
export const PALIERS =
  "La hausse d’un renouvellement s’applique par tiers, ou par sixièmes si elle dépasse 10 % ou si le bail est de six ans (article 17-2, II) : notez chaque palier à son jour.";

function refusDuJour(
  { bail, dernierMois, loyers }: FaitsDuChangement,
  { depuis, jusquau, motif }: Voulu,
): Refus | null {
  const non = (phrase: string, champ: Refus["champ"] = "depuis") => ({ champ, phrase });
  if (depuis < bail.debut) return non(`Le bail commence le ${formatJour(bail.debut)}.`);
  if (bail.fin !== null && depuis > bail.fin)
    return non(`Le bail finit le ${formatJour(bail.fin)}.`);
  const libre = premierJourLibre(depuis, dernierMois);
  if (libre !== depuis) return non(quittance(depuis, libre));
  if (motif === "remise" && jusquau === null) return non("Une remise a une fin.", "jusquau");
  if (motif === "remise" && jusquau !== null && jusquau < depuis)
    return non("La fin précède le début.", "jusquau");
  const apres = motif === "remise" && jusquau ? ajouterJours(jusquau, 1) : null;
  const vivants = loyersVivants(loyers);
  if (vivants[0]?.depuis === depuis)
    return non("C’est le premier jour du bail : corrigez son loyer dans le dossier.");
  const autre = vivants.find(
    (loyer) => loyer.depuis >= depuis && (apres === null || loyer.depuis <= apres),
  );
  if (!autre) return null;
  const revise = motif === "renouvellement" && autre.motif === "revision";
  return non(revise && autre.depuis === depuis ? PALIER_REVISE : changeDeja(autre.depuis));
}

/**
 * The refusal of a step of a renewal on the day of a revision: the revision was computed from the rent before that
 * step.
 */
const PALIER_REVISE =
  "Une révision change le loyer ce jour-là. Annulez-la tant qu’elle n’a pas pris effet, notez le palier, puis demandez-la de nouveau : elle s’y applique (article 17-2, II). Sinon, notez le palier, révisé, à partir d’un jour après.";

const quittance = (jour: Jour, libre: Jour): string =>
  `Le mois de ${moisEnLettres(moisDe(jour))} est déjà quittancé : le loyer change au plus tôt le ${formatJour(libre)}.`;

const changeDeja = (jour: Jour): string =>
  `Le loyer change déjà le ${formatJour(jour)} : annulez d’abord ce changement, ou choisissez un jour après.`;

interface Comparaison {
  voulu: Voulu;
  avant: Montants;
  today: Jour;
}

/**
 * The check of each reason for a change: a refusal, or null when the conditions of the reason are met
 * (revisions/README §15.8).
 */
const CONDITIONS: Record<
  MotifConvenu,
  (faits: FaitsDuChangement, comparaison: Comparaison) => Refus | null
> = {
  avenant: (faits, { voulu, avant, today }) =>
    voulu.loyerHC <= avant.loyerHC
      ? null
      : (sansRaison(voulu, "Dites ce qui justifie la hausse.") ?? gel(faits, voulu, today)),
  travaux: (faits, { voulu, avant, today }) => {
    if (voulu.loyerHC <= avant.loyerHC)
      return { champ: "loyerHC", phrase: "Des travaux ne font que majorer le loyer." };
    if (!voulu.finTravaux)
      return { champ: "finTravaux", phrase: "Le jour où les travaux sont achevés est requis." };
    if (voulu.finTravaux > voulu.depuis)
      return { champ: "finTravaux", phrase: "Le loyer change une fois les travaux achevés." };
    if (voulu.finTravaux > today)
      return {
        champ: "finTravaux",
        phrase: "Ce jour est à venir : l’avenant s’écrit une fois les travaux achevés.",
      };
    if (!voulu.facture) return { champ: "facture", phrase: "La facture des travaux est requise." };
    return (
      sansRaison(voulu, "Dites les travaux : l’avenant les nomme.") ?? gel(faits, voulu, today)
    );
  },
  provision: ({ bail }, { voulu, avant }) => {
    if (bail.chargesMode !== "provisions")
      return {
        champ: "motif",
        phrase:
          bail.chargesMode === "forfait"
            ? "Un forfait de charges ne change qu’avec la révision du loyer, ou par un avenant."
            : "Les charges de ce bail se paient à mesure : il n’y a pas de provision.",
      };
    if (voulu.loyerHC !== avant.loyerHC)
      return { champ: "loyerHC", phrase: "Une provision ne change pas le loyer hors charges." };
    return sansRaison(
      voulu,
      "Dites ce qui la justifie : le dernier décompte, ou le budget voté (article 23).",
    );
  },
  renouvellement: (faits, { voulu, avant, today }) => {
    if (faits.bail.regime !== "nu")
      return {
        champ: "motif",
        phrase: "Seul le loyer d’un bail nu se réévalue à son renouvellement (article 17-2, II).",
      };
    if (voulu.loyerHC <= avant.loyerHC)
      return { champ: "loyerHC", phrase: "Un renouvellement ne fait que relever le loyer." };
    if (!estUnPalier(faits, voulu.depuis))
      return {
        champ: "depuis",
        phrase: "Le jour d’un renouvellement du bail est attendu, ou l’un de ses anniversaires.",
      };
    return (
      sansRaison(
        voulu,
        "Dites la proposition faite six mois avant le terme, et l’accord du locataire ou la décision (article 17-2, II).",
      ) ?? gel(faits, voulu, today)
    );
  },
  remise: (_, { voulu, avant }) =>
    voulu.loyerHC > avant.loyerHC || voulu.loyerCharge > avant.loyerCharge
      ? { champ: "loyerHC", phrase: "Une remise ne fait que baisser le loyer." }
      : null,
};

/**
 * Whether a step of the rise of a renewal may begin on this day: the day of a renewal, or one of its anniversaries.
 * When that day is already billed, or when the rent already changes on it, any later day before the next anniversary
 * is allowed too.
 */
function estUnPalier(
  { bail: { debut, mois }, dernierMois, loyers }: FaitsDuChangement,
  jour: Jour,
) {
  if (mois === null) return false;
  const annees = Number(jour.slice(0, 4)) - Number(debut.slice(0, 4));
  const duAn = ajouterAnnees(debut, annees);
  const palier = duAn <= jour ? duAn : ajouterAnnees(debut, annees - 1);
  if (palier < dansMois(debut, mois)) return false;
  return (
    palier === jour ||
    premierJourLibre(palier, dernierMois) !== palier ||
    loyersVivants(loyers).some(({ depuis }) => depuis === palier)
  );
}

const refusDuMotif = (faits: FaitsDuChangement, comparaison: Comparaison): Refus | null =>
  CONDITIONS[comparaison.voulu.motif](faits, comparaison) ??
  (memesMontants(comparaison.voulu, comparaison.avant) ? DEJA : null);

const sansRaison = ({ commentaire }: Voulu, phrase: string): Refus | null =>
  commentaire ? null : { champ: "commentaire", phrase };

/**
 * The refusal of a rise when the energy class of the dwelling freezes the rent, or is unknown (loi n° 89-462, art.
 * 17-1, III); else null.
 */
function gel(
  { bail, classes, attestationLeveGel }: FaitsDuChangement,
  { depuis }: Voulu,
  today: Jour,
): Refus | null {
  if (!sousLoi89(bail)) return null;
  const jours = { demandeLe: today, effetLe: depuis };
  // `confirme`: the parties sign the reason of the change, so staff tick no attestation here.
  const avis = avisDeClasse(bail, jours, { classes, attestationLeveGel, confirme: true });
  if (avis === "gelee")
    return {
      champ: "loyerHC",
      phrase:
        "Le logement est de classe F ou G : son loyer n’augmente pas (loi n° 89-462, article 17-1, III).",
    };
  return avis === "classe_a_saisir"
    ? { champ: "loyerHC", phrase: REFUS_DE_REVISION.classe_a_saisir }
    : null;
}

/** The result of undoing a change: the rows to cancel and to write, or the reason why the change stays. */
export type ChangementAnnule =
  | { refus: string; lignes: null; provisions: null }
  | {
      refus: null;
      /** The rows to cancel. */
      lignes: readonly LoyerChange[];
      /** The rows to write so that the provision set by a later statement of charges goes on. */
      provisions: readonly LoyerAEcrire[];
    };

/** A row of rent, with the number of the agreed change that wrote it; null when no agreed change did. */
export interface LoyerChange extends LoyerNote {
  rang: number | null;
  /** The file of the signed avenant (amendment) of the change. */
  signedId?: number | null;
}

/**
 * Undoes a change of rent (revisions/README §15.8). The undoing is refused when a receipt bills a day of the change,
 * when a signed avenant (amendment) is stored, or when a later change exists. For a temporary reduction, only a
 * change that begins by the day on which the former rent comes back counts. Both rows of a temporary reduction are
 * cancelled together, and the provision that a later statement of charges set stays.
 */
export function annulerChangement(
  { loyers, dernierMois }: { loyers: readonly LoyerChange[]; dernierMois: Mois | null },
  ligne: LoyerChange,
): ChangementAnnule {
  const non = (refus: string) => ({ refus, lignes: null, provisions: null });
  if (ligne.annuleLe !== null) return non("Ce changement est déjà annulé.");
  if (ligne.motif === "revision")
    return non("Annulez la révision elle-même : le locataire en est averti.");
  if (ligne.motif === "bail" || ligne.motif === "reprise")
    return non("Le loyer du bail ne s’annule pas : corrigez-le dans le dossier.");
  // A new provision replaces rows of a change, and its rows take over their `rang`: all rows of this `rang` belong to
  // the change, the replaced ones too.
  const duChangement =
    ligne.rang === null ? [ligne] : loyers.filter(({ rang }) => rang === ligne.rang);
  if (duChangement.some(({ signedId }) => signedId))
    return non("Son avenant est signé : le loyer change par un autre avenant.");
  const lignes = loyersVivants(duChangement);
  const depuis = lignes[0]?.depuis ?? ligne.depuis;
  const libre = premierJourLibre(depuis, dernierMois);
  if (libre !== depuis)
    return non(`Le mois de ${moisEnLettres(moisDe(depuis))} est déjà quittancé.`);
  const pendant = provisionsPendant(loyers, lignes);
  const autres = loyersVivants(loyers).filter(
    (loyer) => !lignes.includes(loyer) && !pendant.includes(loyer),
  );
  // A change that begins after the end of a temporary reduction does not depend on it: the former rent is back by
  // then.
  const jusqua = ligne.motif === "remise" ? lignes.at(-1)?.depuis : null;
  const suite = autres.find(
    (loyer) => loyer.depuis >= depuis && (!jusqua || loyer.depuis <= jusqua),
  );
  if (suite)
    return non(
      `Le loyer change encore le ${formatJour(suite.depuis)} : annulez d’abord ce changement-là.`,
    );
  const annulees = loyersVivants([...lignes, ...pendant]);
  const aGarder = annulees.filter(
    (annulee) =>
      pendant.includes(annulee) || (annulee.rang !== null && remplaceePar(loyers, annulee)),
  );
  return { refus: null, lignes: annulees, provisions: provisionsGardees(autres, aGarder) };
}

/**
 * The provisions of statements of charges that began during a temporary reduction; empty when the rows are no
 * temporary reduction.
 */
function provisionsPendant(
  loyers: readonly LoyerChange[],
  lignes: readonly LoyerChange[],
): LoyerChange[] {
  const [premiere, derniere] = [lignes[0], lignes.at(-1)];
  if (premiere?.motif !== "remise" || !derniere) return [];
  return loyersVivants(loyers).filter(
    ({ depuis, motif, rang }) =>
      motif === "provision" &&
      rang === null &&
      premiere.depuis < depuis &&
      depuis < derniere.depuis,
  );
}

/**
 * The rows to write so that provisions of statements of charges go on once their own rows are cancelled.
 * @param restants the rows that are not cancelled
 * @param aGarder the cancelled rows whose provision goes on
 */
function provisionsGardees(
  restants: readonly LoyerChange[],
  aGarder: readonly LoyerChange[],
): LoyerAEcrire[] {
  const gardees: (LoyerAEcrire & { annuleLe: null })[] = [];
  for (const { depuis, loyerCharge } of aGarder) {
    const alors = loyerEnVigueur([...restants, ...gardees], depuis);
    if (alors && alors.loyerCharge !== loyerCharge)
      gardees.push({
        ...{ depuis, loyerHC: alors.loyerHC, loyerCharge, motif: "provision" },
        annuleLe: null,
      });
  }
  return gardees;
}
