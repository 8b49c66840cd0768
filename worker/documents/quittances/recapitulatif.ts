import { type Agence, manquesAgence } from "#domain/agence/agence.ts";
import { phrases } from "#domain/avertissement.ts";
import { manquesParties } from "#domain/bail/parties.ts";
import type { ModeCharges } from "#domain/biens/dossier.ts";
import { formatJour, type Jour, type Mois, moisEnLettres } from "#domain/dates.ts";
import { formatEuros, somme } from "#domain/montants.ts";
import { deNom } from "#domain/orthographe.ts";
import type { Personne } from "#domain/personnes/personne.ts";
import type { DatesOccupation } from "#domain/quittances/jours-de-loyer.ts";
import { anneeQuittancee, moisNonFactures } from "#domain/quittances/mois-factures.ts";
import {
  etatQuittance,
  type QuittanceChiffree,
  titreQuittance,
  totalDuDocument,
} from "#domain/quittances/quittance.ts";
import {
  auxBailleurs,
  type Bailleur,
  deLettres,
  duBienLoue,
  enTete,
  enumeration,
  faitParLAgence,
  type Logement,
  lignesAdresse,
  mandataire,
  orBlank,
  parties,
  personne,
  piedDePage,
} from "../mentions.ts";
import type { Block, Composed, Picture, Row } from "../page/blocks.ts";
import { declare, objetDuPaiement, portee } from "./quittance.ts";
import { tvaComprise } from "./tva-du-loyer.ts";

/** A receipt of the year; amounts in euros, first and last day included. */
export interface LigneAnnuelle extends QuittanceChiffree {
  mois: Mois;
  dateDebut: Jour;
  dateFin: Jour;
  automatique: boolean;
  reponduLe: string | null;
  datePaiement: Jour | null;
  /**
   * The rate of VAT included in the amounts, in percent; 0: none, by art. 293 B; null: a lease that is not of a
   * parking space, or an unknown rate.
   */
  tauxTva?: number | null;
}

export interface DossierAnnuel {
  /** The dates of the tenant’s stay, from which the days of rent follow. */
  dates: DatesOccupation;
  rp: boolean;
  /** Whether the dwelling is a parking space, where nobody lives. */
  stationnement: boolean;
  chargesMode: ModeCharges;
  locataires: readonly Personne[];
  /** The receipts, in the order of the months. */
  lignes: readonly LigneAnnuelle[];
}

/** The receipts of a year of an apartment, with its successive tenants. */
export interface DonneesRecapitulatif {
  annee: number;
  emission: Jour;
  bailleurs: readonly Bailleur[];
  logement: Logement;
  dossiers: readonly DossierAnnuel[];
  agence: Agence;
  logo?: Picture;
  cachet?: Picture;
}

/**
 * The document of the receipts of a year, with a section for each dossier (quittances/README §2.6). A section of a
 * past year whose months are all billed and paid has the title « quittance annuelle », another section «
 * récapitulatif ».
 */
export function recapitulatif(donnees: DonneesRecapitulatif): Composed {
  const { agence, annee, bailleurs, dossiers, emission, logement } = donnees;
  const toutRegle = dossiers.length > 0 && dossiers.every((dossier) => estRegle(donnees, dossier));
  return {
    document: {
      title: `${titreDe(toutRegle, annee)} – ${orBlank(logement.adresse)}`,
      metadata: { author: agence.agenceNom, subject: orBlank(logement.adresse), date: emission },
      letterhead: enTete(agence, donnees.logo),
      footer: piedDePage(agence),
      blocks: dossiers.length === 0 ? sansDossier(donnees) : sections(donnees),
    },
    warnings: [
      ...manquesAgence(agence),
      ...new Set(
        dossiers.flatMap(({ locataires }) => manquesParties({ bailleurs, locataires, logement })),
      ),
      ...phrases([[dossiers.length === 0, `Le logement n'a aucune quittance en ${annee}.`]]),
    ],
  };
}

const titreDe = (toutRegle: boolean, annee: number) =>
  toutRegle ? `QUITTANCE ANNUELLE ${annee}` : `RÉCAPITULATIF ANNUEL DES LOYERS ${annee}`;

const estReglee = (ligne: LigneAnnuelle): boolean => titreQuittance(ligne) === "QUITTANCE DE LOYER";

const vives = (lignes: readonly LigneAnnuelle[]) =>
  lignes.map(({ dateDebut: date, ...ligne }) => ({ ...ligne, date }));

function estRegle({ annee, emission }: DonneesRecapitulatif, { dates, lignes }: DossierAnnuel) {
  return (
    lignes.length > 0 &&
    lignes.every(estReglee) &&
    anneeQuittancee(dates, annee, { vives: vives(lignes), today: emission })
  );
}

/** The sentence on the months without a receipt: « Mois non facturés : novembre 2026 et décembre 2026 ». */
function nonFactures(
  { annee, emission }: DonneesRecapitulatif,
  { dates, lignes }: DossierAnnuel,
): Block[] {
  const mois = moisNonFactures(dates, annee, { vives: vives(lignes), today: emission });
  if (mois.length === 0) return [];
  const noms = mois.map((moisDit) => {
    const enPartie = lignes.some((ligne) => ligne.mois === moisDit) ? " (en partie)" : "";
    return `${moisEnLettres(moisDit)}${enPartie}`;
  });
  const accord = mois.length > 1 ? "s" : "";
  return [{ kind: "paragraph", text: `Mois non facturé${accord}\u00A0: ${enumeration(noms)}.` }];
}

function sansDossier({ annee, logement }: DonneesRecapitulatif): Block[] {
  return [
    {
      kind: "title",
      text: titreDe(false, annee),
      subtitle: orBlank(lignesAdresse(logement).join(", ")),
    },
    { kind: "paragraph", text: `Aucune échéance en ${annee}.` },
  ];
}

function sections(donnees: DonneesRecapitulatif): Block[] {
  return donnees.dossiers.flatMap((dossier, rang) => [
    ...(rang === 0 ? [] : [{ kind: "pageBreak" as const }]),
    ...section(donnees, dossier),
  ]);
}

function section(donnees: DonneesRecapitulatif, dossier: DossierAnnuel): Block[] {
  const { agence, annee, bailleurs, emission, logement } = donnees;
  const { chargesMode, lignes, locataires, rp, stationnement } = dossier;
  const regle = estRegle(donnees, dossier);
  const avecCharges = lignes.some(({ charge }) => charge > 0);
  const reglees = lignes.filter(estReglee);
  return [
    {
      kind: "title",
      text: titreDe(regle, annee),
      subtitle: enumeration(locataires.map(personne)),
    },
    parties({ bailleurs, locataires, logement }, stationnement ? "Emplacement" : "Logement"),
    {
      kind: "table",
      columns: [
        { label: "Mois", width: 23.8 },
        { label: "Période", width: 22.6 },
        { label: "Loyer HC", width: 26.8, align: "right" },
        { label: "Charges", width: 25.4, align: "right" },
        { label: "Total", width: 26.8, align: "right" },
        { label: "Réglé le", width: 21.9 },
        { label: "État", width: 22.7 },
      ],
      rows: [...lignes.map(rangee), ...totaux(lignes, reglees)],
    },
    ...nonFactures(donnees, dossier),
    ...assurances(lignes),
    ...tvaDeLAnnee(reglees),
    ...(regle ? [{ kind: "paragraph" as const, text: decharge(donnees, dossier) }] : []),
    ...lignes.flatMap((ligne) =>
      declare(ligne).map((phrase) => ({
        kind: "paragraph" as const,
        text: `${majuscule(moisEnLettres(ligne.mois))}\u00A0: ${phrase}`,
      })),
    ),
    ...(chargesMode === "provisions" && avecCharges
      ? [
          {
            kind: "paragraph" as const,
            text: "Provisions sur charges soumises à régularisation annuelle.",
            tone: "muted" as const,
          },
        ]
      : []),
    {
      kind: "signature",
      placeAndDate: faitParLAgence(agence, emission),
      signatories: [mandataire(agence, donnees.bailleurs, donnees.cachet)],
      ...(regle ? { note: portee(rp) } : {}),
    },
  ];
}

/** The sentence on the insurance, which has no column and is included in the totals (loi n° 89-462, art. 7, g). */
function assurances(lignes: readonly LigneAnnuelle[]): Block[] {
  const total = somme(...lignes.map(({ assurance = 0 }) => assurance));
  if (total === 0) return [];
  return [
    {
      kind: "paragraph",
      text: `Les totaux comprennent ${formatEuros(total)} d'assurance souscrite pour le compte du locataire (article 7, g).`,
      tone: "muted",
    },
  ];
}

/** The sentences on the VAT included in the settled sums, one for each rate; the insurance bears no VAT. */
const tvaDeLAnnee = (reglees: readonly LigneAnnuelle[]): Block[] =>
  [...Map.groupBy(reglees, ({ tauxTva = null }) => tauxTva)].flatMap(([taux, lignes]) =>
    taux === null
      ? []
      : [
          {
            kind: "paragraph" as const,
            text: `${tvaComprise(lignes.map(totalSansAssurance), taux)}.`,
            tone: "muted" as const,
          },
        ],
  );

const totalSansAssurance = (ligne: LigneAnnuelle) =>
  somme(totalDuDocument(ligne), -(ligne.assurance ?? 0));

const majuscule = (texte: string) => texte.charAt(0).toUpperCase() + texte.slice(1);

function rangee(ligne: LigneAnnuelle): Row {
  const { mois, dateDebut, dateFin, loyerHC, charge, datePaiement } = ligne;
  const reglee = estReglee(ligne);
  return {
    cells: [
      majuscule(moisEnLettres(mois)),
      periode(dateDebut, dateFin),
      formatEuros(loyerHC),
      formatEuros(charge),
      formatEuros(totalDuDocument(ligne)),
      reglee && datePaiement !== null ? formatJour(datePaiement) : "–",
      reglee ? "Quittancé" : etatQuittance(ligne) === "declaree" ? "Déclaré" : "Non quittancé",
    ],
    tone: reglee ? "normal" : "muted",
  };
}

/**
 * The period of a receipt: « 01/03 – 31/03 », or « 31/01 » for one day; with the year of its end when it runs over two
 * years.
 */
function periode(debut: Jour, fin: Jour): string {
  if (debut === fin) return formatJour(debut).slice(0, 5);
  const memeAnnee = debut.slice(0, 4) === fin.slice(0, 4);
  return `${formatJour(debut).slice(0, 5)} – ${formatJour(fin).slice(0, memeAnnee ? 5 : 10)}`;
}

function totaux(lignes: readonly LigneAnnuelle[], reglees: readonly LigneAnnuelle[]): Row[] {
  const enSouffrance = lignes.filter((ligne) => !reglees.includes(ligne));
  const recu = somme(...enSouffrance.map(({ montantPaye }) => montantPaye ?? 0));
  const declares = somme(
    ...enSouffrance.filter((ligne) => etatQuittance(ligne) === "declaree").map(totalDuDocument),
  );
  const total = (libelle: string, de: readonly LigneAnnuelle[]): Row => ({
    cells: [
      libelle,
      "",
      formatEuros(somme(...de.map(({ loyerHC }) => loyerHC))),
      formatEuros(somme(...de.map(({ charge }) => charge))),
      formatEuros(somme(...de.map(totalDuDocument))),
      "",
      "",
    ],
    tone: "total",
  });
  return [
    total("Total réglé", reglees),
    ...(enSouffrance.length === 0 ? [] : [total("Échéances non réglées", enSouffrance)]),
    ...(recu === 0 ? [] : [dont("Dont reçu en paiements partiels", recu)]),
    ...(declares === 0 ? [] : [dont("Dont déclaré par le locataire, à confirmer", declares)]),
    ...(enSouffrance.length === 0
      ? []
      : [dont("Reste dû", somme(...enSouffrance.map(totalDuDocument), -recu))]),
  ];
}

/** A total row for a part of the receipts that are not fully paid, or for the sum that remains due on them. */
const dont = (libelle: string, montant: number): Row => ({
  cells: [libelle, "", "", "", formatEuros(montant), "", ""],
  tone: "total",
});

function decharge(
  donnees: DonneesRecapitulatif,
  { lignes, locataires, stationnement }: DossierAnnuel,
) {
  const total = somme(...lignes.map(totalDuDocument));
  const { agence, bailleurs } = donnees;
  const objet = objetDuPaiement(
    lignes.some(({ charge }) => charge > 0),
    lignes.some(({ assurance = 0 }) => assurance > 0),
  );
  return [
    {
      text: `${orBlank(agence.agenceNom)}, agissant en qualité de mandataire ${deNom(enumeration(bailleurs.map(personne)))}, reconnaît avoir reçu ${deNom(enumeration(locataires.map(personne)))} la somme `,
    },
    ...deLettres(total),
    {
      text: `, en paiement ${objet} ${duBienLoue(stationnement)} pour les périodes du tableau, et ${locataires.length > 1 ? "leur" : "lui"} en donne quittance, sous réserve de tous les droits ${auxBailleurs("du", bailleurs)}.`,
    },
  ];
}
