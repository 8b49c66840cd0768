import { type Agence, manquesAgence } from "#domain/agence/agence.ts";
import { phrases } from "#domain/avertissement.ts";
import { TVA_NON_DITE } from "#domain/bail/avertissements.ts";
import { manquesParties } from "#domain/bail/parties.ts";
import { type Adresse, adresseComplete } from "#domain/biens/adresse.ts";
import type { ModeCharges } from "#domain/biens/dossier.ts";
import {
  aujourdhui,
  deMois,
  formatJour,
  formatPeriode,
  type Jour,
  jourEnLettres,
  joursDuMois,
  laPeriodeEnLettres,
  type Mois,
  moisDe,
  moisEnLettres,
  nombreDeJours,
  periodeEnLettres,
} from "#domain/dates.ts";
import {
  type ComptesDeQuittance,
  montantDuPaiement,
} from "#domain/gerance/locataires/comptes-de-quittance.ts";
import { libelleMode, modeDeQuittance, parMode } from "#domain/gerance/locataires/reglement.ts";
import { trimestreEnLettres } from "#domain/gerance/revisions/indices.ts";
import type { SegmentDeLoyer } from "#domain/gerance/revisions/loyer-du-mois.ts";
import { enEuros, formatEuros, formatNombre, somme } from "#domain/montants.ts";
import { deNom } from "#domain/orthographe.ts";
import type { Personne } from "#domain/personnes/personne.ts";
import { delaiDeReglement } from "#domain/quittances/emission.ts";
import type { ModeQuittance } from "#domain/quittances/paiement.ts";
import {
  conservation,
  etatQuittance,
  type QuittanceChiffree,
  type ReglementQuittance,
  type TitreQuittance,
  titreQuittance,
  totalDuDocument,
} from "#domain/quittances/quittance.ts";
import {
  auxBailleurs,
  type Bailleur,
  BLANK,
  deLettres,
  duBienLoue,
  enTete,
  enumeration,
  etage,
  faitParLAgence,
  type Logement,
  lignesAdresse,
  mandataire,
  orBlank,
  parties,
  personne,
  piedDePage,
} from "../mentions.ts";
import type { Callout, Composed, Field, Inline, Picture, Table } from "../page/blocks.ts";
import {
  deQui,
  dontVerse,
  loyerEtCharges,
  payeurSeul,
  quandEtComment,
  rangeesDeLaSuite,
  reserve,
  subrogation,
  tableauDesPaiements,
} from "./quittance-comptes.ts";
import { tvaComprise } from "./tva-du-loyer.ts";

/** A receipt with the facts of its document (quittances/README §2.2); amounts in euros. */
export interface DonneesQuittance extends QuittanceChiffree {
  comptes?: ComptesDeQuittance | null | undefined;
  numero: string;
  mois: Mois;
  /** The first and last day of the period, both included. */
  dateDebut: Jour;
  dateFin: Jour;
  /** The instant of the tenant’s answer to the avis; null without an answer. */
  reponduLe: string | null;
  datePaiement: Jour | null;
  mode: ModeQuittance | null;
  echeance: Jour;
  emission: Jour;
  motifAnnulation: string | null;
  /** The rents of the period with their days, in cents, when the rent changes within it. */
  detail?: readonly SegmentDeLoyer[] | null;
  /** The revision that takes effect within the period, or whose difference of rent this receipt bills. */
  revision?: { effetLe: Jour; annee: number; trimestre: number; indice: number } | null;
  /** False for a receipt made by hand, whose amounts have no prorata; true when absent. */
  automatique?: boolean;
  /** The revision whose difference of rent this receipt adds to a month already billed; null for any other receipt. */
  RevisionId?: number | null;
  /** Whether the dwelling is the tenant’s main home: the law of 1989 then applies. */
  rp: boolean;
  /** Whether the receipt is for a parking space, where nobody lives. */
  stationnement: boolean;
  /**
   * The rate of VAT included in the amounts, in percent; 0: none, by art. 293 B; null: a lease that is not of a
   * parking space, or an unknown rate.
   */
  tauxTva?: number | null;
  /** Whether neither the receipt nor the lease of today gives the VAT. */
  tvaNonDite?: boolean;
  chargesMode: ModeCharges;
  /** The lessors; the owner who is the agency’s contact comes first. */
  bailleurs: readonly Bailleur[];
  locataires: readonly Personne[];
  logement: Logement;
  destinataire: Adresse;
  agence: Agence;
  logo?: Picture;
  cachet?: Picture;
}

const LIBELLES_CHARGES: Record<ModeCharges, string> = {
  provisions: "Provision sur charges",
  forfait: "Forfait de charges",
  periodique: "Charges",
};

/** The label of the insurance line, which avis and quittance must show (loi n° 89-462, art. 7, g). */
const ASSURANCE = "Assurance pour le compte du locataire (article 7, g)";

/**
 * The document of a receipt (art. 21 of loi n° 89-462; quittances/README §2.1): quittance, avis d’échéance, reçu or «
 * échéance annulée », by the state of the receipt. A sum that is not wholly paid never gives a quittance.
 */
export function quittance(donnees: DonneesQuittance): Composed {
  const total = totalDuDocument(donnees);
  const titre = titreQuittance(donnees);
  const { agence, emission, mois, numero, rp } = donnees;
  return {
    document: {
      title: `${titre} – ${moisEnLettres(mois)} – ${enumeration(donnees.locataires.map(personne))}`,
      metadata: { author: agence.agenceNom, subject: `N° ${numero}`, date: emission },
      letterhead: enTete(agence, donnees.logo),
      footer: piedDePage(agence),
      blocks: [
        { kind: "window", recipient: destinataire(donnees), fields: reperes(donnees, titre) },
        { kind: "title", text: titre, subtitle: sousTitre(donnees) },
        parties(donnees, donnees.stationnement ? "Emplacement" : "Logement"),
        tableau(donnees, titre, total),
        ...(estAcquit(titre)
          ? tableauDesPaiements(donnees.comptes?.paiements ?? [], donnees.locataires)
          : []),
        enEvidence(donnees, titre, total),
        { kind: "paragraph", text: declaration(donnees, titre, total), keep: true },
        {
          kind: "signature",
          placeAndDate: faitParLAgence(agence, faitLe(donnees)),
          signatories: [mandataire(agence, donnees.bailleurs, donnees.cachet)],
          ...(titre === "QUITTANCE DE LOYER" ? { note: portee(rp, dePlusieurs(donnees)) } : {}),
        },
      ],
    },
    warnings: [...manquesAgence(agence), ...manquesParties(donnees), ...manques(donnees, titre)],
  };
}

/** Whether the document acknowledges a sum received. */
const estAcquit = (titre: TitreQuittance): boolean =>
  titre !== "AVIS D'ÉCHÉANCE" && titre !== "ÉCHÉANCE ANNULÉE";

/** Whether there are several payments, each of which has a reçu. */
const dePlusieurs = ({ comptes }: DonneesQuittance): boolean =>
  (comptes?.paiements.length ?? 0) > 1;

const periode = ({ dateDebut, dateFin }: DonneesQuittance) => periodeEnLettres(dateDebut, dateFin);
const laPeriode = ({ dateDebut, dateFin }: DonneesQuittance) =>
  laPeriodeEnLettres(dateDebut, dateFin);

function sousTitre(donnees: DonneesQuittance): string {
  const texte = laPeriode(donnees).replace(/^la /, "");
  return texte.charAt(0).toUpperCase() + texte.slice(1);
}

/** The object of the payment in words; charges are mentioned only when the lease has some. */
export const objetDuPaiement = (avecCharges: boolean, avecAssurance = false): string => {
  if (avecAssurance)
    return avecCharges ? "du loyer, des charges et de l'assurance" : "du loyer et de l'assurance";
  return avecCharges ? "du loyer et des charges" : "du loyer";
};

/** The sentence on the effect of a quittance, printed under its date (quittances/README §2.2). */
export function portee(rp: boolean, enPlusieursFois = false): string {
  const loi = rp ? " (article 21 de la loi n°\u00A089-462 du 6 juillet 1989)" : "";
  const recus = enPlusieursFois
    ? "La présente quittance annule les reçus partiels délivrés pour la même période et ne préjuge pas des sommes dues au titre d'autres périodes."
    : "Cette quittance annule les reçus éventuellement remis pour la même période et ne préjuge pas du paiement des périodes antérieures.";
  return `${recus} Elle est délivrée gratuitement${loi}. À conserver ${conservation({ rp })} au moins.`;
}

function destinataire({
  destinataire,
  locataires,
  logement,
  stationnement,
}: DonneesQuittance): string[] {
  const lieu = lignesAdresse(destinataire);
  const chezLui = !stationnement && lieu.join() === lignesAdresse(logement).join();
  const complement = chezLui ? etage(logement.etage) : null;
  const noms = locataires.length === 0 ? [BLANK] : locataires.map(personne);
  return [...noms, ...(complement === null ? [] : [complement]), ...lieu];
}

function reperes(donnees: DonneesQuittance, titre: TitreQuittance): Field[] {
  const { numero, emission, echeance } = donnees;
  const { datePaiement, mode } = dernierPaiement(donnees);
  const jourPaye = datePaiement === null ? BLANK : formatJour(datePaiement);
  const paiement = {
    label: "Paiement",
    lines: [jourPaye, mode === null ? BLANK : libelleMode(mode)],
  };
  return [
    { label: "Numéro", lines: [numero] },
    { label: "Émission", lines: [formatJour(emission)] },
    { label: "Échéance", lines: [formatJour(echeance)] },
    ...(estAcquit(titre) ? [paiement] : []),
  ];
}

/** The day and mode of the last payment: as the receipt gives them, else as the last payment listed gives them. */
function dernierPaiement({ comptes, datePaiement, mode }: DonneesQuittance) {
  const dernier = comptes?.paiements.at(-1);
  if (datePaiement !== null || dernier === undefined) return { datePaiement, mode };
  return { datePaiement: dernier.date, mode: dernier.mode && modeDeQuittance(dernier.mode) };
}

function tableau(donnees: DonneesQuittance, titre: TitreQuittance, total: number): Table {
  const suite = titre === "AVIS D'ÉCHÉANCE" ? donnees.comptes?.suite : null;
  const { loyerHC, charge, assurance = 0, dateDebut, dateFin } = donnees;
  const dates = formatPeriode(dateDebut, dateFin);
  const base = prorata(donnees);
  return {
    kind: "table",
    columns: [
      { label: "Désignation", width: 88 },
      { label: "Période", width: 46 },
      { label: "Montant", width: 36, align: "right" },
    ],
    rows: [
      { cells: [libelleDuLoyer(donnees), dates, formatEuros(loyerHC)] },
      ...(charge > 0 ? [{ cells: [libelleDesCharges(donnees), dates, formatEuros(charge)] }] : []),
      ...(assurance > 0 ? [{ cells: [ASSURANCE, "Un douzième", formatEuros(assurance)] }] : []),
      ...[base, ...loyersDeLaPeriode(donnees)].flatMap((note) =>
        note === null ? [] : [{ cells: [note, "", ""], tone: "note" as const }],
      ),
      {
        cells: [suite ? "Sous-total de la période" : "Total", "", formatEuros(total)],
        tone: "total",
      },
      ...(typeof donnees.tauxTva === "number"
        ? [
            {
              cells: [tvaComprise([somme(total, -assurance)], donnees.tauxTva), "", ""],
              tone: "muted" as const,
            },
          ]
        : []),
      ...(suite ? rangeesDeLaSuite(suite) : []),
    ],
  };
}

/** Whether a receipt bills the difference with a revised rent, for days that another receipt billed. */
const estComplement = ({ RevisionId = null }: Pick<DonneesQuittance, "RevisionId">): boolean =>
  RevisionId !== null;

function libelleDuLoyer(donnees: DonneesQuittance): string {
  if (estComplement(donnees)) return "Complément de loyer";
  return donnees.charge > 0 ? "Loyer hors charges" : "Loyer";
}

function libelleDesCharges(donnees: DonneesQuittance): string {
  const libelle = LIBELLES_CHARGES[donnees.chargesMode];
  return estComplement(donnees) ? `Complément, ${libelle.toLowerCase()}` : libelle;
}

/**
 * The lines on a revision that begins within the period, and on the rents: « Loyer du 01/10 au 14/10 : 383,87 · du
 * 15/10 au 31/10 : 471,50 ».
 */
function loyersDeLaPeriode({ detail, revision }: DonneesQuittance): string[] {
  const parts = (detail ?? []).map(
    ({ du, au, loyerHC }) =>
      `du ${formatJour(du).slice(0, 5)} au ${formatJour(au).slice(0, 5)}\u00A0: ${formatNombre(enEuros(loyerHC), 2)}`,
  );
  return [
    ...(revision
      ? [
          `Loyer révisé au ${formatJour(revision.effetLe)}, IRL ${trimestreEnLettres(revision)}\u00A0: ${formatNombre(revision.indice, 2)}`,
        ]
      : []),
    ...(parts.length > 0 ? [`Loyer ${parts.join(" · ")}`] : []),
  ];
}

/**
 * The share of the days of the month, « Prorata : 17 jours sur 31 (du 15 au 31 janvier 2026) »; null for a whole
 * month, for a period beyond the month, and for a receipt made by hand (quittances/README §2.3).
 */
function prorata(donnees: DonneesQuittance): string | null {
  const { automatique = true, dateDebut, dateFin, mois } = donnees;
  const jours = nombreDeJours(dateDebut, dateFin);
  const dansLeMois = moisDe(dateDebut) === mois && moisDe(dateFin) === mois;
  if (!automatique || !dansLeMois || jours === joursDuMois(mois)) return null;
  return `Prorata\u00A0: ${jours} jour${jours > 1 ? "s" : ""} sur ${joursDuMois(mois)} (${periode(donnees)})`;
}

function enEvidence(donnees: DonneesQuittance, titre: TitreQuittance, total: number): Callout {
  if (donnees.annuleeLe !== null)
    return {
      kind: "callout",
      label: `ANNULÉE le ${jourEnLettres(jourAnnulation(donnees.annuleeLe))}`,
      value: "Rien à régler",
      details: donnees.motifAnnulation ? [`Motif\u00A0: ${donnees.motifAnnulation}`] : [],
    };
  if (titre === "AVIS D'ÉCHÉANCE") return aRegler(donnees, total);
  const { datePaiement, mode } = dernierPaiement(donnees);
  const quand = datePaiement === null ? "" : ` le ${jourEnLettres(datePaiement)}`;
  const comment = mode === null ? "" : ` ${parMode(mode)}`;
  const encaissement = sousReserve(donnees) ? ["Sous réserve d'encaissement"] : [];
  if (titre === "QUITTANCE DE LOYER")
    return {
      kind: "callout",
      label: dePlusieurs(donnees) ? "Réglé en plusieurs fois" : `Réglé${quand}${comment}`,
      value: formatEuros(total),
      details: encaissement,
    };
  return {
    kind: "callout",
    label: dePlusieurs(donnees) ? "Reçu en plusieurs fois" : `Reçu${quand}${comment}`,
    value: formatEuros(recu(donnees)),
    details: [...encaissement, `Solde restant dû\u00A0: ${formatEuros(solde(donnees, total))}`],
  };
}

/**
 * The callout of the sum to pay: the rent of the period, plus the additions and minus the deductions of the tenant’s
 * account.
 */
function aRegler(donnees: DonneesQuittance, total: number): Callout {
  const { agence, comptes, echeance, emission } = donnees;
  const net = comptes?.suite?.net ?? total;
  const reference = comptes?.reference ? [`Référence à rappeler\u00A0: ${comptes.reference}`] : [];
  return {
    kind: "callout",
    label:
      net > 0 ? `À régler ${delaiDeReglement(echeance, emission)}` : "Rien à régler pour l'instant",
    value: net < 0 ? `${formatEuros(-net)} en votre faveur` : formatEuros(net),
    details: [
      ...declare(donnees),
      ...(net > 0
        ? [...(comptes?.auBailleur ? [] : coordonneesBancaires(agence)), ...reference]
        : []),
    ],
  };
}

/** Whether the sums received include a cheque that is not known to be cashed. */
const sousReserve = ({ comptes, mode }: DonneesQuittance): boolean =>
  comptes && comptes.paiements.length > 0 ? comptes.paiements.some(reserve) : mode === "Cheque";

/** The sum that the document acknowledges, in euros, including cheques that are not cashed yet. */
const recu = ({ comptes, montantPaye }: DonneesQuittance): number =>
  comptes && comptes.paiements.length > 0
    ? somme(...comptes.paiements.map(montantDuPaiement))
    : (montantPaye ?? 0);

/**
 * A sentence on the tenant’s declaration of payment, when the agency has not confirmed it (quittances/README §2.5);
 * else none.
 */
export function declare(quittance: ReglementQuittance & { reponduLe: string | null }): string[] {
  const { reponduLe } = quittance;
  if (etatQuittance(quittance) !== "declaree" || reponduLe === null) return [];
  const jour = jourEnLettres(aujourdhui(new Date(reponduLe)));
  return [`Paiement déclaré par le locataire le ${jour}, à confirmer.`];
}

const jourAnnulation = (annuleeLe: string): Jour => aujourdhui(new Date(annuleeLe));

function coordonneesBancaires({ iban, bic }: Agence): string[] {
  const groupes = iban.replace(/\s/g, "").replace(/.{4}(?=.)/g, "$&\u00A0");
  return [iban && `IBAN ${groupes}`, bic && `BIC ${bic}`].filter(Boolean);
}

const solde = (donnees: DonneesQuittance, total: number) => somme(total, -recu(donnees));

/** The main sentence of the document, which cancels, asks for or acknowledges the sum (quittances/README §2.2). */
function declaration(donnees: DonneesQuittance, titre: TitreQuittance, total: number): Inline {
  const { agence, bailleurs, comptes, locataires, mois } = donnees;
  if (donnees.annuleeLe !== null)
    return `L'échéance n°\u00A0${donnees.numero}, d'un montant de ${formatEuros(total)}, a été annulée le ${jourEnLettres(jourAnnulation(donnees.annuleeLe))}. Tout document déjà remis sous ce numéro est sans effet. Le présent document ne vaut ni avis ni quittance.`;
  if (titre === "AVIS D'ÉCHÉANCE") return demande(donnees, total);
  const { datePaiement } = dernierPaiement(donnees);
  const date = datePaiement === null ? "" : `, le ${jourEnLettres(datePaiement)}`;
  const mandat = `${orBlank(agence.agenceNom)}, agissant en qualité de mandataire ${deNom(enumeration(bailleurs.map(personne)))}, reconnaît avoir reçu `;
  const noms = enumeration(locataires.map(personne));
  const ouverture = { text: `${mandat}${deNom(noms)}${date}, la somme ` };
  const encaissement = sousReserve(donnees)
    ? " Règlement par chèque, sous réserve d'encaissement."
    : "";
  if (titre === "QUITTANCE DE LOYER")
    return [
      ouverture,
      ...deLettres(total),
      {
        text: `${comptes ? dontVerse(comptes) : ""}, en paiement ${estComplement(donnees) ? "du complément " : ""}${objetDuPaiement(donnees.charge > 0, (donnees.assurance ?? 0) > 0)} ${duBienLoue(donnees.stationnement)} pour ${laPeriode(donnees)}, et ${locataires.length > 1 ? "leur" : "lui"} en donne quittance, sous réserve de tous les droits ${auxBailleurs("du", bailleurs)}.${encaissement}`,
      },
    ];
  if (comptes && comptes.paiements.length > 0) {
    const { loyer, charges, assurance } = loyerEtCharges(comptes);
    const parts = [
      `loyer ${formatEuros(loyer)}`,
      ...(charges > 0 ? [`charges ${formatEuros(charges)}`] : []),
      ...(assurance > 0 ? [`assurance ${formatEuros(assurance)}`] : []),
    ];
    const part = parts.length > 1 ? `, soit ${enumeration(parts)}` : "";
    return [
      {
        text: `${mandat}${deQui(comptes, noms)}${quandEtComment(comptes.paiements)}, la somme `,
      },
      ...deLettres(recu(donnees)),
      {
        text: `${payeurSeul(comptes) === null ? dontVerse(comptes) : ""}, à valoir sur ${estComplement(donnees) ? `le complément ${objetDuPaiement(charges > 0)}` : leLoyer(charges > 0)} ${duBienLoue(donnees.stationnement)} pour ${laPeriode(donnees)}${part}. Reste dû\u00A0: ${formatEuros(solde(donnees, total))}.${subrogation(comptes, locataires)} Le présent reçu ne vaut pas quittance.`,
      },
    ];
  }
  return [
    ouverture,
    ...deLettres(donnees.montantPaye ?? 0),
    {
      text: ` à valoir sur ${estComplement(donnees) ? "le complément de " : ""}l'échéance ${deMois(mois)} ${mois.slice(0, 4)}, pour ${laPeriode(donnees)}. Solde restant dû\u00A0: ${formatEuros(solde(donnees, total))}.${encaissement} Le présent reçu ne vaut pas quittance.`,
    },
  ];
}

/** The sentence of an avis that asks for the sum. */
function demande({ comptes, echeance, emission }: DonneesQuittance, total: number): Inline {
  const net = comptes?.suite?.net ?? total;
  const suite = " Le présent avis ne vaut pas quittance.";
  if (net === 0) return `Aucune somme n'est à régler pour l'instant.${suite}`;
  if (net < 0)
    return [
      {
        text: "Aucune somme n'est à régler\u00A0: votre compte présente un solde en votre faveur ",
      },
      ...deLettres(-net),
      { text: `.${suite}` },
    ];
  return [
    { text: "La somme " },
    ...deLettres(net),
    { text: ` est à régler ${delaiDeReglement(echeance, emission)}.${suite}` },
  ];
}

const leLoyer = (avecCharges: boolean) => (avecCharges ? "le loyer et les charges" : "le loyer");

function manques(donnees: DonneesQuittance, titre: TitreQuittance): string[] {
  return phrases([
    [!adresseComplete(donnees.destinataire), "L'adresse du locataire est incomplète."],
    [donnees.stationnement && donnees.tvaNonDite === true, TVA_NON_DITE],
    [
      estAcquit(titre) && dernierPaiement(donnees).datePaiement === null,
      "La date de paiement n'est pas renseignée.",
    ],
  ]);
}

/**
 * The day printed after « Fait à …, le »: the day of issue, or the day of the cancellation or of the last payment,
 * confirmed or only declared by the tenant, when that day is later.
 */
function faitLe(donnees: DonneesQuittance): Jour {
  const { emission, annuleeLe } = donnees;
  const fait =
    annuleeLe === null ? dernierPaiement(donnees).datePaiement : jourAnnulation(annuleeLe);
  return fait !== null && fait > emission ? fait : emission;
}
