import { formatJour, type Jour, jourEnLettres, type Mois, moisEnLettres } from "#domain/dates.ts";
import {
  type CompteDuDossier,
  type EcheanceDuCompte,
  intituleDeLigne,
  type LigneDuCompte,
} from "#domain/gerance/locataires/compte.ts";
import { referenceDeDossier } from "#domain/gerance/rapprochement/reference.ts";
import { formatEuros, somme } from "#domain/montants.ts";
import { type Nommes, papierDeCompte } from "../compte-rendu/papier-de-compte.ts";
import { deLettres, enumeration } from "../mentions.ts";
import type { Block, Callout, Composed, Row } from "../page/blocks.ts";

/** The account of a tenant, and the other facts of its papers; amounts in euros. */
export interface DonneesReleve extends Nommes {
  compte: CompteDuDossier;
  /** The months whose payment is unknown: nobody confirmed that the owner received the rent, or that he did not. */
  inconnus: readonly { mois: Mois; montant: number }[];
  /** The monthly rent and charges of the lease today. */
  loyerHC: number;
  charges: number;
}

/**
 * The statement of a tenant’s account over a period, line by line (locataires/README §12.11): it is no proof of
 * payment.
 */
export function releveDeCompte(donnees: DonneesReleve): Composed {
  const { compte, emission } = donnees;
  const dernier = compte.lignes.at(-1);
  const solde = dernier?.solde ?? compte.report;
  return papier(donnees, {
    titre: "RELEVÉ DE COMPTE LOCATAIRE",
    sousTitre: periode(compte, emission),
    blocks: [
      lignes(donnees, solde),
      enEvidence(solde, compte.au ?? emission),
      ...anciennete(compte, compte.au !== null && compte.au < emission ? compte.au : emission),
      ...aPart(donnees),
      { kind: "paragraph", text: "Ce relevé ne vaut pas quittance.", keep: true },
    ],
  });
}

/**
 * The table of the sums that a commandement de payer (formal order to pay) may claim, month by month (art. 24, I of
 * loi n° 89-462): rent, charges, deposit, and debts from before the books, but no fees.
 */
export function decompteCommandement(donnees: DonneesReleve): Composed {
  const { charges, compte, emission, loyerHC } = donnees;
  const dues = compte.echeances.filter(
    (echeance) =>
      echeance.inscrite &&
      echeance.reste > 0 &&
      echeance.exigibleLe <= emission &&
      reclamable(echeance),
  );
  const total = somme(...dues.map(({ reste }) => reste));
  const repris = dues.some(({ nature }) => nature === "solde_anterieur");
  const colonnes = COLONNES.filter(({ natures }) =>
    dues.some(({ nature }) => natures.includes(nature)),
  );
  return papier(donnees, {
    titre: "DÉCOMPTE DE LA DETTE LOCATIVE",
    sousTitre: `Arrêté au ${jourEnLettres(emission)}`,
    blocks: [
      {
        kind: "facts",
        facts: [
          { label: "Loyer mensuel hors charges", value: formatEuros(loyerHC) },
          { label: "Charges mensuelles", value: charges > 0 ? formatEuros(charges) : "Néant" },
        ],
      },
      {
        kind: "table",
        columns: [
          { label: "Mois", width: 34 },
          { label: "Exigible le", width: 26 },
          ...colonnes.map(({ label }) => ({ label, width: 27, align: "right" as const })),
          { label: "Reste dû", width: 29, align: "right" },
        ],
        rows: [
          ...[...Map.groupBy(dues, ({ mois }) => mois)].map(([mois, duesDuMois]) =>
            rangeeDuMois(mois, duesDuMois, colonnes),
          ),
          {
            cells: ["Total dû", "", ...colonnes.map(() => ""), formatEuros(total)],
            tone: "total",
          },
        ],
      },
      {
        kind: "paragraph",
        keep: true,
        text: [
          { text: `Au ${jourEnLettres(emission)}, il reste dû la somme ` },
          ...deLettres(total),
          {
            text: `${dues.length > 0 ? `, en ${enumeration(colonnes.map(({ mots }) => mots))}` : ""}, règlements déduits. Ce décompte ne comprend ni frais ni pénalités.`,
          },
        ],
      },
    ],
    avertissements: [
      [dues.length === 0, "Ce compte ne doit ni loyer, ni charges, ni dépôt."],
      [
        repris,
        "Le solde repris d'un autre logiciel ne dit pas sa part de loyer et de charges\u00A0: joignez-en le détail.",
      ],
    ],
  });
}

/** The label of a debt from before the books, whose part of rent is unknown. */
const REPRIS = "Solde antérieur";

const COLONNES: readonly {
  label: string;
  /** The name of these sums inside a sentence. */
  mots: string;
  natures: readonly EcheanceDuCompte["nature"][];
}[] = [
  { label: REPRIS, mots: "solde antérieur", natures: ["solde_anterieur"] },
  { label: "Loyer", mots: "loyers", natures: ["loyer"] },
  { label: "Charges", mots: "charges", natures: ["charges", "regularisation"] },
  { label: "Dépôt", mots: "dépôt de garantie", natures: ["depot"] },
];

const reclamable = ({ nature }: EcheanceDuCompte): boolean =>
  COLONNES.some(({ natures }) => natures.includes(nature));

/** The row of a month: the unpaid part of each kind of sum. */
function rangeeDuMois(
  mois: Mois,
  dues: readonly EcheanceDuCompte[],
  colonnes: typeof COLONNES,
): Row {
  const restes = colonnes.map(({ natures }) =>
    somme(...dues.flatMap(({ nature, reste }) => (natures.includes(nature) ? reste : []))),
  );
  const exigible = dues.map(({ exigibleLe }) => exigibleLe).toSorted()[0] ?? "";
  return {
    cells: [
      moisEnLettres(mois),
      formatJour(exigible),
      ...restes.map((reste) => (reste === 0 ? "–" : formatEuros(reste))),
      formatEuros(somme(...restes)),
    ],
  };
}

/** A paper of a tenant’s account, whose reference is the number of the dossier. */
const papier = (
  donnees: DonneesReleve,
  { avertissements = [], ...contenu }: Omit<Parameters<typeof papierDeCompte>[1], "reference">,
): Composed =>
  papierDeCompte(donnees, {
    ...contenu,
    reference: { label: "Référence", lines: [referenceDeDossier(donnees.compte.DossierId)] },
    avertissements: [
      [donnees.compte.debut === null, "La comptabilité n'est pas ouverte : ce compte est vide."],
      ...avertissements,
    ],
  });

function periode({ au, debut, du }: CompteDuDossier, emission: Jour): string {
  const fin = au ?? emission;
  if (du !== null) return `Du ${jourEnLettres(du)} au ${jourEnLettres(fin)}`;
  const depuis = debut !== null && debut > "2000-01-01" ? `Du ${jourEnLettres(debut)} au` : "Au";
  return `${depuis} ${jourEnLettres(fin)}`;
}

function lignes({ compte, emission }: DonneesReleve, solde: number): Block {
  const { au, du, report } = compte;
  const ouverture: Row[] =
    du === null && report === 0
      ? []
      : [
          {
            cells: [
              du === null ? "" : formatJour(du),
              "Solde à l'ouverture",
              "",
              "",
              "",
              formatEuros(report),
            ],
            tone: "muted",
          },
        ];
  return {
    kind: "table",
    columns: [
      { label: "Date", width: 19 },
      { label: "Libellé", width: 59 },
      { label: "Pièce", width: 24 },
      { label: "Débit (appelé)", width: 26, align: "right" },
      { label: "Crédit (réglé)", width: 26, align: "right" },
      { label: "Solde", width: 22, align: "right" },
    ],
    rows: [
      ...ouverture,
      ...compte.lignes.map((ligne) => ({
        cells: [
          formatJour(ligne.date),
          ...intituleEtPiece(ligne),
          ligne.debit === 0 ? "" : formatEuros(ligne.debit),
          ligne.credit === 0 ? "" : formatEuros(ligne.credit),
          formatEuros(ligne.solde),
        ],
      })),
      {
        cells: [formatJour(au ?? emission), "Solde à la clôture", "", "", "", formatEuros(solde)],
        tone: "total",
      },
    ],
  };
}

/** The title of a line and the number of its paper, as two cells: the title drops the number. */
function intituleEtPiece({ piece, ...ligne }: LigneDuCompte): [string, string] {
  if (piece === null || ligne.libelle === piece) return [intituleDeLigne(ligne), ""];
  return [intituleDeLigne({ ...ligne, libelle: ligne.libelle.replace(` ${piece}`, "") }), piece];
}

const enEvidence = (solde: number, jour: Jour): Callout => ({
  kind: "callout",
  label: `Solde au ${jourEnLettres(jour)}`,
  value: solde < 0 ? `${formatEuros(-solde)} en votre faveur` : formatEuros(solde),
  details: [
    solde > 0
      ? "À votre charge"
      : solde < 0
        ? "À valoir sur les prochaines échéances"
        : "Compte à jour",
  ],
});

/** The table of the sums due or not yet due, by age; none when there are no such sums. */
function anciennete({ ages, exigible }: CompteDuDossier, soir: Jour): Block[] {
  if (exigible === 0 && ages.aEchoir === 0) return [];
  return [
    { kind: "heading", text: `Sommes dues au ${formatJour(soir)}, par ancienneté`, level: 2 },
    {
      kind: "table",
      columns: [
        { label: "À échoir", width: 34, align: "right" },
        { label: "0 à 30 jours", width: 34, align: "right" },
        { label: "31 à 60 jours", width: 34, align: "right" },
        { label: "61 à 90 jours", width: 34, align: "right" },
        { label: "Plus de 90 jours", width: 34, align: "right" },
      ],
      rows: [
        {
          cells: [ages.aEchoir, ages.jusqua30, ages.jusqua60, ages.jusqua90, ages.auDela].map(
            formatEuros,
          ),
        },
      ],
    },
  ];
}

/**
 * The facts that the balance alone does not show: deposits (not deducted), cheques not cashed, payments declared but
 * not confirmed (included), months whose payment is unknown.
 */
function aPart({ compte, inconnus }: DonneesReleve): Block[] {
  const { declare, detenu, enAttente } = compte;
  const moisInconnus = inconnus.map(
    ({ mois, montant }) => `${moisEnLettres(mois)} (${formatEuros(montant)})`,
  );
  const faits = [
    ...(["agence", "bailleur"] as const).map(
      (qui) =>
        detenu[qui] > 0 && {
          label: `Dépôt de garantie détenu par ${qui === "agence" ? "l'agence" : "le bailleur"}`,
          value: `${formatEuros(detenu[qui])}, non déduits du solde`,
        },
    ),
    enAttente > 0 && {
      label: "Chèques sous réserve d'encaissement",
      value: formatEuros(enAttente),
    },
    declare > 0 && {
      label: "Paiements déclarés, à confirmer",
      value: `${formatEuros(declare)}, compris dans le solde`,
    },
    moisInconnus.length > 0 && {
      label: "Mois dont le paiement n'est pas connu",
      value: enumeration(moisInconnus),
    },
  ].filter((fait) => fait !== false);
  return faits.length === 0 ? [] : [{ kind: "facts", facts: faits }];
}
