import type { Agence } from "../../agence/agence.ts";
import {
  deMoisEnLettres,
  type Jour,
  jourEnLettres,
  type Mois,
  moisEnLettres,
} from "../../dates.ts";
import { enEuros, formatEuros } from "../../montants.ts";
import { ordre } from "../../ordre.ts";
import { deNom } from "../../orthographe.ts";
import type { Centimes } from "../livres/repartition.ts";
import type { NatureEcheance } from "../locataires/imputation.ts";
import { dues, type EcheanceImpayee } from "./impayes.ts";
import { ETAPES, type Etape, type RelanceDue } from "./relances.ts";

const euros = (montant: Centimes) => formatEuros(enEuros(montant));

/** The names of sums other than rent and charges. */
const MOTS: Partial<Record<NatureEcheance, string>> = {
  depot: "Dépôt de garantie",
  regularisation: "Régularisation des charges",
  assurance: "Assurance du logement",
  contribution: "Contribution aux travaux",
  reparation: "Réparations locatives",
  solde_anterieur: "Solde antérieur",
  trop_percu: "Trop-perçu rendu",
};

/** A line of the debt in a reminder: a month of rent, or another sum; cents. */
export interface LigneDecompte {
  libelle: string;
  exigibleLe: Jour;
  appele: Centimes;
  reste: Centimes;
}

/** The lines of a debt, one for each month of rent or other sum, the oldest first; cents. */
export function decompte(echeances: readonly EcheanceImpayee[]): LigneDecompte[] {
  const lignes = Map.groupBy(
    echeances,
    ({ exigibleLe, mois, nature }) => `${exigibleLe} ${mois} ${MOTS[nature] ?? ""}`,
  );
  return [...lignes]
    .toSorted(([cle], [autre]) => ordre(cle, autre))
    .flatMap(([, sommesDuMois]) => {
      const [premiere] = sommesDuMois;
      if (!premiere) return [];
      const { exigibleLe, mois, nature } = premiere;
      const charges = sommesDuMois.some((echeance) => echeance.nature === "charges");
      const mot = MOTS[nature] ?? (charges ? "Loyer et charges" : "Loyer");
      return [
        {
          libelle: `${mot}, ${moisEnLettres(mois)}`,
          exigibleLe,
          appele: sommesDuMois.reduce((somme, { montant }) => somme + montant, 0),
          reste: dues(sommesDuMois),
        },
      ];
    });
}

/** A line of the debt as a reminder writes it; `LIGNE_DU_DECOMPTE` reads it back. */
const ligneDuDecompte = ({ appele, libelle, reste }: LigneDecompte): string =>
  `– ${libelle} : ${euros(appele)} appelés, ${euros(reste)} restant dus`;

const LIGNE_DU_DECOMPTE = /^– (.+) : ([\d ]+,\d\d.€) appelés, ([\d ]+,\d\d.€) restant dus$/;

const LIGNE_RECUE = /^– (Reçu, sous réserve d’encaissement) : ([\d ]+,\d\d.€)$/;

/**
 * A line of the debt read back from a reminder. `appele` and `reste` are amounts as written; `euros` is `reste` as a
 * number, below zero for a sum received.
 */
interface LigneLue {
  libelle: string;
  appele: string;
  reste: string;
  euros: number;
}

/** Reads a line of a reminder as a line of the debt; null for any other line. */
export function lireLigne(ligne: string): LigneLue | null {
  const simple = ligne.replaceAll("\u00A0", " ");
  const [, libelle, appele, reste] = LIGNE_DU_DECOMPTE.exec(simple) ?? [];
  if (libelle && appele && reste) return { libelle, appele, reste, euros: enNombre(reste) };
  const [, recu, somme] = LIGNE_RECUE.exec(simple) ?? [];
  return recu && somme
    ? { libelle: recu, appele: "", reste: `−${somme}`, euros: -enNombre(somme) }
    : null;
}

const enNombre = (somme: string): number =>
  Number(somme.replaceAll(/[^\d,]/g, "").replace(",", "."));

/** The lines of the debt, then the line of the sum received but not credited yet. */
const compte = ({ echeances, recu }: Pick<Sujet, "echeances" | "recu">): string =>
  [
    ...decompte(echeances).map(ligneDuDecompte),
    ...(recu > 0 ? [`– Reçu, sous réserve d’encaissement : ${euros(recu)}`] : []),
  ].join("\n");

/** The guarantee given by the guarantor whom the notice informs; cents. */
interface Engagement {
  titre: string | null;
  acteDu: Jour | null;
  montantMax: Centimes | null;
}

/** The facts that the words of a reminder are made from; cents. */
export interface Sujet {
  due: RelanceDue;
  /** The sums that the reminder claims or asks about. */
  echeances: readonly EcheanceImpayee[];
  /** The sum received and not credited yet. */
  recu: Centimes;
  /** The address of the dwelling: « 27 boulevard Saint-Michel, 75005 Paris ». */
  adresse: string;
  locataires: string;
  bailleurs: string;
  caution: Engagement | null;
  /** The day on which each earlier reminder of the same arrears was released, by stage. */
  liberees: Partial<Record<Etape, Jour>>;
  loyerMensuel: Centimes;
  /** The reference that the tenant writes on his payments: « D000012 ». */
  reference: string;
  agence: Pick<Agence, "agenceTel" | "adilAdresse">;
}

/** Drafts the subject and the words of a reminder; a person may then change them (relances/README §12.12). */
export const ecrire = (sujet: Sujet, today: Jour): { objet: string; texte: string } => {
  const { objet, paragraphes } = TEXTES[sujet.due.etape](sujet, today);
  return { objet, texte: paragraphes.filter((paragraphe) => paragraphe !== "").join("\n\n") };
};

/** The preposition « de », joined with the article of the name of a sum. */
const DU: Partial<Record<NatureEcheance, string>> = {
  depot: "du",
  regularisation: "de la",
  assurance: "de l’",
  contribution: "de la",
  reparation: "des",
  solde_anterieur: "du",
  trop_percu: "du",
};

/** The names of the claimed sums, for a subject, a question to an owner, and a reminder to a tenant. */
interface Nommees {
  /** The sums without an article: « loyer d’octobre 2026 », « régularisation des charges de mai 2026 ». */
  quoi: string;
  /**
   * The sums with an article: « les loyers de septembre 2026 et octobre 2026 », « le montant des réparations locatives
   * de mai 2026 ».
   */
  le: string;
  /** The sums with a possessive: « votre loyer d’octobre 2026 », « vos réparations locatives de mai 2026 ». */
  votre: string;
}

function sommesDe(echeances: readonly EcheanceImpayee[]): Nommees {
  const loyers = echeances.filter(({ nature }) => MOTS[nature] === undefined);
  const mois = [
    ...new Set((loyers.length > 0 ? loyers : echeances).map((echeance) => echeance.mois)),
  ];
  const nature = loyers.length > 0 ? undefined : echeances[0]?.nature;
  const mot = nature && MOTS[nature]?.toLowerCase();
  if (nature && mot) {
    const quoi = `${mot} ${deAnnee(mois)}`;
    const du = DU[nature] ?? "";
    return {
      quoi,
      le: `le montant ${du}${du.endsWith("’") ? "" : " "}${quoi}`,
      votre: `${du === "des" ? "vos" : "votre"} ${quoi}`,
    };
  }
  const plusieurs = mois.length > 1;
  const quoi = `loyer${plusieurs ? "s" : ""} ${deAnnee(mois)}`;
  return {
    quoi,
    le: `${plusieurs ? "les" : "le"} ${quoi}`,
    votre: `${plusieurs ? "vos" : "votre"} ${quoi}`,
  };
}

const deAnnee = (mois: readonly Mois[]): string =>
  mois
    .toSorted()
    .map((duMois) => deMoisEnLettres(duMois))
    .join(" et ");

const MADAME = "Madame, Monsieur,";

/** The sums due on the oldest due day of the debt: a reminder names them first. */
const premieres = ({ due, echeances }: Sujet) =>
  echeances.filter(({ exigibleLe }) => exigibleLe === due.exigibleLe);

const total = (echeances: readonly EcheanceImpayee[]): Centimes =>
  echeances.reduce((somme, { montant }) => somme + montant, 0);

const aRappeler = ({ reference }: Sujet): string =>
  `Référence à rappeler avec votre règlement : ${reference}.`;

/** The unpaid part for the oldest due day and, when the whole debt is greater, the whole debt too. */
function resteDu(sujet: Sujet): string {
  const { montant } = sujet.due;
  const duJour = dues(premieres(sujet));
  return duJour < montant
    ? `il reste dû ${euros(duJour)} pour cette échéance, et ${euros(montant)} en tout`
    : `il reste dû ${euros(montant)}`;
}

/** The participle « porté », in the gender of the guarantor. */
const porte = (caution: Engagement | null): string => {
  const titre = caution?.titre ?? null;
  if (titre === null) return "porté(e)";
  return titre === "Monsieur" ? "porté" : "portée";
};

const TEXTES: Record<
  Etape,
  (sujet: Sujet, today: Jour) => { objet: string; paragraphes: string[] }
> = {
  question: (sujet) => {
    const premieresDues = premieres(sujet);
    const { le } = sommesDe(premieresDues);
    return {
      objet: `Avez-vous reçu ${le} ? – ${sujet.adresse}`,
      paragraphes: [
        MADAME,
        `Avez-vous reçu ${le} ${deNom(sujet.locataires)}, pour le logement situé ${sujet.adresse} (${euros(total(premieresDues))}, exigible le ${jourEnLettres(sujet.due.exigibleLe)}) ?`,
        "Répondez-nous simplement : oui, non, ou en partie, en indiquant alors la somme reçue et sa date. Sans réponse de votre part, nous n’écrirons pas au locataire.",
      ],
    };
  },
  R1: (sujet) => {
    const premieresDues = premieres(sujet);
    const { quoi, votre } = sommesDe(premieresDues);
    const { agenceTel } = sujet.agence;
    return {
      objet: `${quoi.charAt(0).toUpperCase()}${quoi.slice(1)} – ${sujet.adresse}`,
      paragraphes: [
        MADAME,
        `Sauf erreur de notre part, le règlement de ${votre} (${euros(total(premieresDues))}, exigible le ${jourEnLettres(sujet.due.exigibleLe)}) ne nous est pas parvenu ; ${resteDu(sujet)}. ${aRappeler(sujet)}`,
        "Si vous avez réglé entre-temps, merci de ne pas tenir compte de ce message.",
        `En cas de difficulté, ${agenceTel ? `appelez-nous au ${agenceTel}` : "contactez-nous"} : une solution peut être recherchée (délai, aide au logement, Fonds de solidarité pour le logement).`,
      ],
    };
  },
  R2: (sujet, today) => {
    const { due, liberees } = sujet;
    const { adilAdresse } = sujet.agence;
    const solde = `compte présente au ${jourEnLettres(today)} un solde débiteur de ${euros(due.montant)}, détaillé ci-après.`;
    return {
      objet: `Seconde relance – ${sujet.adresse}`,
      paragraphes: [
        MADAME,
        due.terme
          ? `L’échéance du ${jourEnLettres(due.terme.date)} du plan d’apurement convenu (${euros(due.terme.montant)}) n’a pas été entièrement réglée. Votre ${solde}`
          : liberees.R1
            ? `Malgré notre message du ${jourEnLettres(liberees.R1)}, votre ${solde}`
            : `Votre ${solde}`,
        compte(sujet),
        `Nous vous prions de le régler sous huit jours ou de nous proposer un échéancier par écrit. ${aRappeler(sujet)}`,
        `Vous pouvez demander conseil gratuitement à l’ADIL${adilAdresse ? ` (${adilAdresse})` : " de votre département"}.`,
      ],
    };
  },
  R2c: (sujet) => {
    const premieresDues = premieres(sujet);
    const { caution, due } = sujet;
    const acte = caution?.acteDu ? ` par acte du ${jourEnLettres(caution.acteDu)}` : "";
    return {
      objet: `Information de la caution – ${sujet.adresse}`,
      paragraphes: [
        MADAME,
        `Vous vous êtes ${porte(caution)} caution ${deNom(sujet.locataires)} pour le logement situé ${sujet.adresse}${acte}.`,
        `Conformément à l’article 2303 du code civil, nous vous informons que l’échéance du ${jourEnLettres(due.exigibleLe)}, d’un montant de ${euros(total(premieresDues))}, n’a pas été réglée dans le mois de son exigibilité ; ${resteDu(sujet)}.`,
        caution?.montantMax
          ? `Les sommes réclamées ne peuvent excéder votre engagement de ${euros(caution.montantMax)}.`
          : "",
      ],
    };
  },
  R3: (sujet) => ({
    objet: "LETTRE RECOMMANDÉE AVEC DEMANDE D’AVIS DE RÉCEPTION – MISE EN DEMEURE DE PAYER",
    paragraphes: [
      MADAME,
      `Agissant au nom et pour le compte ${deNom(sujet.bailleurs)}, nous vous mettons en demeure de payer, dans un délai de huit jours à compter de la réception de la présente, la somme de ${euros(sujet.due.montant)} correspondant aux ${sujet.echeances.some(({ nature }) => MOTS[nature]) ? "sommes suivantes" : "loyers et charges suivants"} :`,
      compte(sujet),
      aRappeler(sujet),
      "À défaut, le bailleur pourra faire délivrer par commissaire de justice un commandement de payer visant la clause résolutoire de votre bail, et saisir le juge.",
      "La présente vaut mise en demeure au sens des articles 1231-6 et 1344 du code civil. Un accord de paiement reste possible.",
    ],
  }),
  R4: (sujet, today) => ({
    objet: `Dossier à transmettre – ${sujet.adresse}`,
    paragraphes: [
      `Somme due par ${sujet.locataires} au ${jourEnLettres(today)} : ${euros(sujet.due.montant)}. Loyer et charges d’un mois : ${euros(sujet.loyerMensuel)}. Bailleur : ${sujet.bailleurs}.`,
      compte(sujet),
      envois(sujet.liberees),
      "À joindre : le bail signé, ce décompte, les lettres et leurs avis de réception, l’acte de cautionnement ou la police d’assurance.",
    ],
  }),
};

function envois(liberees: Sujet["liberees"]): string {
  const faits = (["R1", "R2", "R2c", "R3"] as const)
    .flatMap((etape) => {
      const jour = liberees[etape];
      return jour ? [{ etape, jour }] : [];
    })
    .toSorted((terme, autre) => ordre(terme.jour, autre.jour))
    .map(({ etape, jour }) => `${ETAPES[etape].libelle.toLowerCase()} le ${jourEnLettres(jour)}`);
  return faits.length === 0 ? "" : `Envois : ${faits.join(", ")}.`;
}

/**
 * The words refused in a reminder. The law bars penalties and costs (art. 4 i and p of loi n° 89-462; art. L111-8 of
 * the Code des procédures civiles d'exécution); the other words are refused by a rule of the house.
 */
const INTERDITS: readonly [RegExp, string][] = [
  [/p[ée]nalit[ée]|amende|majoration/i, "une pénalité"],
  [/\bfrais\b|honoraires|[àa] votre charge/i, "des frais"],
  [/int[ée]r[êe]ts? (de retard|moratoire)/i, "des intérêts"],
  [/expuls|mettre dehors|serrure/i, "une menace d’expulsion"],
  [/(coup(er|ure|erons)|suspend\w*).{0,30}(eau|[ée]lectricit[ée]|chauffage|gaz)/i, "une coupure"],
  [/employeur|voisin|famille/i, "l’intervention d’un tiers"],
];

/** The descriptions of the forbidden words found in a text: « une pénalité », « des frais »… */
export const mentionsInterdites = (texte: string): string[] =>
  INTERDITS.filter(([motif]) => motif.test(texte)).map(([, mot]) => mot);
