import { type Adresse, adresseComplete } from "#domain/adresse.ts";
import { type Agence, manquesAgence } from "#domain/agence.ts";
import { phrases } from "#domain/avertissement.ts";
import { manquesParties } from "#domain/bail/parties.ts";
import { formatJour, type Jour, jourEnLettres, type Mois, moisEnLettres } from "#domain/dates.ts";
import {
  type CompteDuDossier,
  type EcheanceDuCompte,
  intituleDeLigne,
} from "#domain/gerance/compte.ts";
import type { ModeFonds } from "#domain/gerance/conditions.ts";
import { referenceDeDossier } from "#domain/gerance/reference.ts";
import { formatEuros, somme } from "#domain/montants.ts";
import type { Personne } from "#domain/personne.ts";
import type { Block, Callout, Composed, Field, Picture, Row } from "./blocks.ts";
import {
  type Bailleur,
  deLettres,
  enTete,
  enumeration,
  type Logement,
  lignesAdresse,
  mandataire,
  orBlank,
  parties,
  personne,
  piedDePage,
} from "./mentions.ts";

/** The account of a tenant and all that its papers name; amounts in euros. */
export interface DonneesReleve {
  compte: CompteDuDossier;
  /** Months of which nobody has said whether the owner received them. */
  inconnus: readonly { mois: Mois; montant: number }[];
  /** Who holds the funds today. */
  fonds: ModeFonds;
  /** The rent of a month, as the lease has it now. */
  loyerHC: number;
  charges: number;
  emission: Jour;
  stationnement: boolean;
  bailleurs: readonly Bailleur[];
  locataires: readonly Personne[];
  logement: Logement;
  destinataire: Adresse;
  agence: Agence;
  logo?: Picture;
  cachet?: Picture;
}

/** The account of a tenant over some days, line after line (domain/README §12.11): it acknowledges nothing. */
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
      ...anciennete(compte, emission),
      ...aPart(donnees),
      { kind: "paragraph", text: "Ce relevé ne vaut pas quittance.", keep: true },
    ],
  });
}

/** What a commandement de payer may claim, month by month (art. 24, I of loi n° 89-462): rent, charges, deposit, no fees. */
export function decompteCommandement(donnees: DonneesReleve): Composed {
  const { charges, compte, emission, loyerHC } = donnees;
  const dues = compte.echeances.filter(
    (une) => une.inscrite && une.reste > 0 && une.exigibleLe <= emission && reclamable(une),
  );
  const total = somme(...dues.map(({ reste }) => reste));
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
          { label: "Loyer", width: 27, align: "right" },
          { label: "Charges", width: 27, align: "right" },
          { label: "Dépôt", width: 27, align: "right" },
          { label: "Reste dû", width: 29, align: "right" },
        ],
        rows: [
          ...[...Map.groupBy(dues, ({ mois }) => mois)].map(([mois, siennes]) =>
            rangeeDuMois(mois, siennes),
          ),
          { cells: ["Total dû", "", "", "", "", formatEuros(total)], tone: "total" },
        ],
      },
      {
        kind: "paragraph",
        keep: true,
        text: [
          { text: `Au ${jourEnLettres(emission)}, il reste dû la somme ` },
          ...deLettres(total),
          {
            text: ", en loyers, charges et dépôt de garantie, règlements déduits. Ce décompte ne comprend ni frais ni pénalités.",
          },
        ],
      },
    ],
    avertissements: [[dues.length === 0, "Ce compte ne doit ni loyer, ni charges, ni dépôt."]],
  });
}

const COLONNES = {
  loyer: 0,
  solde_anterieur: 0,
  charges: 1,
  regularisation: 1,
  depot: 2,
} as const satisfies Partial<Record<EcheanceDuCompte["nature"], number>>;

const reclamable = ({ nature }: EcheanceDuCompte): boolean => nature in COLONNES;

/** What is left of each sum of a month. */
function rangeeDuMois(mois: Mois, dues: readonly EcheanceDuCompte[]): Row {
  const restes = [0, 0, 0];
  for (const { nature, reste } of dues) {
    const rang = COLONNES[nature as keyof typeof COLONNES];
    restes[rang] = somme(restes[rang] ?? 0, reste);
  }
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

interface Contenu {
  titre: string;
  sousTitre: string;
  blocks: readonly Block[];
  avertissements?: readonly [boolean, string][];
}

function papier(
  donnees: DonneesReleve,
  { titre, sousTitre, blocks, avertissements = [] }: Contenu,
): Composed {
  const { agence, compte, emission, stationnement } = donnees;
  const reperes: Field[] = [
    { label: "Référence", lines: [referenceDeDossier(compte.DossierId)] },
    { label: "Émission", lines: [formatJour(emission)] },
  ];
  return {
    document: {
      title: `${titre} – ${enumeration(donnees.locataires.map(personne))}`,
      metadata: {
        author: agence.agenceNom,
        subject: referenceDeDossier(compte.DossierId),
        date: emission,
      },
      letterhead: enTete(agence, donnees.logo),
      footer: piedDePage(agence),
      blocks: [
        {
          kind: "window",
          recipient: [...donnees.locataires.map(personne), ...lignesAdresse(donnees.destinataire)],
          fields: reperes,
        },
        { kind: "title", text: titre, subtitle: sousTitre },
        parties(donnees, stationnement ? "Emplacement" : "Logement"),
        ...blocks,
        {
          kind: "signature",
          placeAndDate: `Fait à ${orBlank(agence.lieuSignature)}, le ${jourEnLettres(emission)}`,
          signatories: [mandataire(agence, donnees.cachet)],
        },
      ],
    },
    warnings: [
      ...manquesAgence(agence),
      ...manquesParties(donnees),
      ...phrases([
        [!adresseComplete(donnees.destinataire), "L'adresse du locataire est incomplète."],
        [compte.debut === null, "La comptabilité n'est pas ouverte : ce compte est vide."],
        ...avertissements,
      ]),
    ],
  };
}

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
      { label: "Date", width: 20 },
      { label: "Libellé", width: 50 },
      { label: "Pièce", width: 24 },
      { label: "Débit (appelé)", width: 28, align: "right" },
      { label: "Crédit (réglé)", width: 28, align: "right" },
      { label: "Solde", width: 24, align: "right" },
    ],
    rows: [
      ...ouverture,
      ...compte.lignes.map((ligne) => ({
        cells: [
          formatJour(ligne.date),
          intituleDeLigne(ligne),
          ligne.piece ?? "",
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

/** What is due, by how long it has been. */
function anciennete({ ages, exigible }: CompteDuDossier, emission: Jour): Block[] {
  if (exigible === 0 && ages.aEchoir === 0) return [];
  return [
    { kind: "heading", text: `Sommes dues au ${formatJour(emission)}, par ancienneté`, level: 2 },
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

/** What stands beside the balance, and is not netted in it. */
function aPart({ compte, fonds, inconnus }: DonneesReleve): Block[] {
  const { declare, depot, enAttente } = compte;
  const qui = fonds === "agence" ? "l'agence" : "le bailleur";
  const dits = inconnus.map(
    ({ mois, montant }) => `${moisEnLettres(mois)} (${formatEuros(montant)})`,
  );
  const faits = [
    depot.recu > 0 && {
      label: `Dépôt de garantie détenu par ${qui}`,
      value: `${formatEuros(depot.recu)}, non déduits du solde`,
    },
    enAttente > 0 && {
      label: "Chèques sous réserve d'encaissement",
      value: formatEuros(enAttente),
    },
    declare > 0 && {
      label: "Paiements déclarés, à confirmer",
      value: `${formatEuros(declare)}, compris dans le solde`,
    },
    dits.length > 0 && { label: "Mois dont le paiement n'est pas connu", value: enumeration(dits) },
  ].filter((fait) => fait !== false);
  return faits.length === 0 ? [] : [{ kind: "facts", facts: faits }];
}
