import { type Agence, manquesAgence } from "#domain/agence/agence.ts";
import { formatJour, type Jour, jourEnLettres } from "#domain/dates.ts";
import type { ContenuFin } from "#domain/gerance/mandats/fin-de-mandat.ts";
import { mandatEnMots } from "#domain/gerance/mandats/mandat-rendu.ts";
import { enEuros, formatEuros } from "#domain/montants.ts";
import { enTete, enumeration, faitParLAgence, mandataire, piedDePage } from "../mentions.ts";
import type { Block, Composed, Picture, Row } from "../page/blocks.ts";

/** The frozen end of a mandate, with the names on its paper. */
export interface DonneesFinDeMandat {
  contenu: ContenuFin;
  arreteLe: Jour;
  emission: Jour;
  /** The names of the owners, then the lines of an address. */
  destinataire: readonly string[];
  agence: Agence;
  logo?: Picture;
  cachet?: Picture;
}

const somme = (centimes: number): string => formatEuros(enEuros(centimes));

/** The next manager of the dwelling in words: name and address, or « le propriétaire lui-même ». */
export const gestionEnMots = ({ gestionnaire }: Pick<ContenuFin, "gestionnaire">): string =>
  gestionnaire
    ? [gestionnaire.nom, ...gestionnaire.adresse].join(", ")
    : "le propriétaire lui-même";

/**
 * The account that closes a mandate (Code civil, art. 1993; décret n° 72-678, art. 66; mandats/README §12.24): the
 * sums, the deposits by tenant, the papers handed over.
 */
export function finDeMandat(donnees: DonneesFinDeMandat): Composed {
  const { agence, arreteLe, contenu, destinataire, emission } = donnees;
  const mandat = mandatEnMots(contenu.numero);
  const signe = contenu.dateSignature ? ` du ${formatJour(contenu.dateSignature)}` : "";
  return {
    document: {
      title: `ARRÊTÉ DE COMPTE DE FIN DE MANDAT ${contenu.numero} – ${enumeration(contenu.mandants)}`,
      metadata: { author: agence.agenceNom, subject: `Mandat ${contenu.numero}`, date: emission },
      letterhead: enTete(agence, donnees.logo),
      footer: piedDePage(agence),
      blocks: [
        {
          kind: "window",
          recipient: [...destinataire],
          fields: [
            { label: "Mandat", lines: [`${mandat}${signe}`] },
            { label: "Compte rendu n°", lines: [contenu.compteRendu] },
            { label: "Émission", lines: [formatJour(emission)] },
          ],
        },
        {
          kind: "title",
          text: "ARRÊTÉ DE COMPTE DE FIN DE MANDAT",
          subtitle: `Mandat terminé le ${jourEnLettres(contenu.finLe)}, compte arrêté au ${jourEnLettres(arreteLe)}`,
        },
        {
          kind: "paragraph",
          text: `Madame, Monsieur, votre mandat de gestion a pris fin le ${jourEnLettres(contenu.finLe)} (${contenu.motif.replace(/\.$/, "")}). Nous vous en rendons compte. La gestion est désormais assurée par ${gestionEnMots(contenu)}.`,
        },
        ...compte(contenu),
        ...depots(contenu),
        ...pieces(contenu),
        {
          kind: "paragraph",
          text: "Le détail des sommes reçues et payées est au dernier compte rendu de gestion, joint. Les sommes que les locataires restent devoir vous sont dues\u00A0: leur recouvrement ne nous appartient plus.",
        },
        {
          kind: "signature",
          placeAndDate: faitParLAgence(agence, emission),
          signatories: [
            { ...mandataire(agence, contenu.mandants, donnees.cachet), role: "Le mandataire" },
          ],
        },
      ],
    },
    warnings: manquesAgence(agence),
  };
}

function compte(contenu: ContenuFin): Block[] {
  const {
    aVerserAvant = 0,
    depotsVerses,
    honoraires,
    provision,
    reversement,
    soldeAvant,
  } = contenu;
  const rows: Row[] = [
    { cells: ["Solde de votre compte avant l’arrêté", somme(soldeAvant)] },
    ...(provision > 0
      ? [
          {
            cells: ["dont provision gardée jusqu’ici, rendue", somme(provision)],
            tone: "muted" as const,
          },
        ]
      : []),
    ...(depotsVerses > 0
      ? [{ cells: ["Dépôts de garantie tenus par l’agence, remis", somme(depotsVerses)] }]
      : []),
    ...(honoraires === 0 ? [] : [{ cells: ["Derniers honoraires, TTC", somme(-honoraires)] }]),
    { cells: ["Versé pour solde du mandat", somme(reversement)], tone: "total" },
    ...(aVerserAvant > 0
      ? [{ cells: ["Comptes rendus précédents, restant à vous virer", somme(aVerserAvant)] }]
      : []),
  ];
  return [
    { kind: "heading", text: "Votre compte" },
    {
      kind: "table",
      columns: [
        { label: "Libellé", width: 134 },
        { label: "Montant", width: 36, align: "right" },
      ],
      rows,
    },
    { kind: "callout", ...resteDu(contenu) },
  ];
}

/** The sum still owed on the closing day, by the agency or by the owner. */
function resteDu({ aVerserAvant = 0, honorairesDus = 0, reversement }: ContenuFin) {
  const aVerser = reversement + aVerserAvant;
  if (aVerser > 0) return { label: "À vous verser", value: somme(aVerser) };
  if (honorairesDus > 0)
    return { label: "Honoraires que vous restez devoir", value: somme(honorairesDus) };
  return { label: "Rien ne reste dû, de part ni d’autre", value: somme(0) };
}

function depots({ depots: a, gestionnaire, locataires }: ContenuFin): Block[] {
  if (locataires.length === 0) return [];
  const remis = locataires.reduce((total, { depot }) => total + depot, 0);
  const detenteur =
    remis === 0
      ? "L’agence ne tenait aucun dépôt de garantie de ces locataires."
      : a === "gestionnaire" && gestionnaire
        ? `Les dépôts de garantie sont remis à ${gestionnaire.nom}, qui les tient pour vous.`
        : "Les dépôts de garantie vous sont remis avec ce compte\u00A0: vous les devez seul aux locataires, à leur départ (article 22 de la loi n°\u00A089-462 du 6 juillet 1989).";
  return [
    { kind: "heading", text: "Locataires" },
    {
      kind: "table",
      columns: [
        { label: "Locataire et logement", width: 86 },
        { label: "Dépôt remis", width: 28, align: "right" },
        { label: "Avance remise", width: 28, align: "right" },
        { label: "Reste dû", width: 28, align: "right" },
      ],
      rows: locataires.map(({ avance, depot, du, locataire, logement }) => ({
        cells: [`${locataire}, ${logement}`, somme(depot), somme(avance), somme(du)],
      })),
    },
    { kind: "paragraph", text: detenteur },
  ];
}

function pieces({ locataires }: ContenuFin): Block[] {
  const remises = locataires.filter(
    (locataire) => locataire.present && locataire.pieces.length > 0,
  );
  return [
    { kind: "heading", text: "Pièces remises" },
    {
      kind: "list",
      items: [
        { text: "Comptes rendus de gestion et factures du mandat" },
        ...remises.map((locataire) => ({
          text: `${locataire.locataire}\u00A0: ${locataire.pieces.join(", ")}`,
        })),
        { text: "Clés détenues par l’agence, contre reçu" },
      ],
    },
  ];
}
