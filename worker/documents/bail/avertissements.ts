import { clausesNulles } from "#domain/clauses.ts";
import { adresseClient } from "#domain/client.ts";
import type { Jour } from "#domain/dates.ts";
import { arrondir, formatEuros, formatNombre, somme } from "#domain/montants.ts";
import { rechercheNormalisee } from "#domain/recherche.ts";
import { manquesAgence, manquesParties, phrases } from "../mentions.ts";
import {
  type Bail,
  duree,
  dureeReduite,
  estMeuble,
  estPassoire,
  estPersonneMorale,
  estRevisable,
  locatairesDe,
  moisEntre,
  sousLoi89,
} from "./bail.ts";
import { plafonds, zone } from "./clauses.ts";
import { encadre } from "./conditions.ts";
import { sansDomicile } from "./parties.ts";

/** What is missing or doubtful in the contract, in sentences for the staff (domain/README §8.1): never blocking. */
export function avertissements(bail: Bail): string[] {
  return [
    ...manquesAgence(bail.agence),
    ...manquesDuBail(bail),
    ...sansDomicile(bail),
    ...surLeRegime(bail),
    ...surLaDuree(bail),
    ...surLesFinances(bail),
    ...(sousLoi89(bail)
      ? [
          ...surLeLogement(bail),
          ...surLaPerformance(bail),
          ...surLEncadrement(bail),
          ...surLesHonoraires(bail),
          ...surLesClauses(bail),
        ]
      : []),
  ];
}

/** What the parties of a lease lack to be all named and found. */
export function manquesDuBail(bail: Bail): string[] {
  return manquesParties({
    bailleurs: bail.bailleurs.map((client) => ({ ...client, ...adresseClient(client) })),
    locataires: locatairesDe(bail),
    logement: { ...bail.appartement, etage: null, caveNum: null },
  });
}

function surLeRegime({ regime, locataire, appartement, cautions, dossier }: Bail): string[] {
  const secondaire = regime === "code_civil";
  const lieu = ({ adresse, codePostal }: { adresse?: string | null; codePostal?: string | null }) =>
    rechercheNormalisee(`${adresse ?? ""} ${codePostal ?? ""}`);
  return phrases([
    [
      secondaire && locataire.rp,
      "Le locataire occupe le logement à titre de résidence principale\u00A0: un bail soumis au seul Code civil serait requalifié en bail de la loi du 6 juillet 1989.",
    ],
    [
      secondaire && !locataire.rp && lieu(locataire) === lieu(appartement),
      "L'adresse de la résidence principale que le locataire déclare est celle du logement loué.",
    ],
    [
      !secondaire && regime !== "mobilite" && !locataire.rp,
      "Le locataire n'occupe pas le logement à titre de résidence principale\u00A0: le bail relève en principe du Code civil.",
    ],
    [
      Boolean(dossier.garantieLoyersImpayes) && cautions.length > 0 && regime !== "etudiant",
      "Le bailleur a une garantie des loyers impayés\u00A0: il ne peut pas demander aussi une caution, sauf si le locataire est étudiant ou apprenti (article 22-1).",
    ],
  ]);
}

function surLaDuree(bail: Bail): string[] {
  const { regime, dossier, bailleurs } = bail;
  const { terme } = duree(bail);
  const reduite = dureeReduite(bail);
  const longueur = terme === null ? null : moisEntre(dossier.dateDebutBail, terme);
  const entre = (minimum: number, maximum: number) =>
    longueur !== null &&
    longueur.mois >= minimum &&
    (longueur.mois < maximum || (longueur.mois === maximum && longueur.exact));
  return phrases([
    [
      regime === "mobilite" && terme === null,
      "La date de fin du bail mobilité n'est pas renseignée.",
    ],
    [
      regime === "mobilite" && terme !== null && !entre(1, 10),
      "La durée d'un bail mobilité est comprise entre un et dix mois.",
    ],
    [
      regime === "mobilite" && !dossier.motifMobilite?.trim(),
      "Le motif du bail mobilité n'est pas renseigné\u00A0: sans lui, le bail devient un bail meublé ordinaire.",
    ],
    [
      regime === "etudiant" && !(longueur?.mois === 9 && longueur.exact),
      "La durée du bail étudiant n'est pas de neuf mois.",
    ],
    [reduite && terme === null, "La date de fin du bail de durée réduite n'est pas renseignée."],
    [
      reduite && terme !== null && !entre(12, 36),
      "La durée réduite d'un bail nu est comprise entre un et trois ans (article 11).",
    ],
    [
      reduite && bailleurs.some(estPersonneMorale),
      "Un bailleur personne morale ne peut pas conclure un bail de durée réduite (article 11).",
    ],
  ]);
}

const PLAFOND_DEPOT = { nu: 1, meuble: 2, etudiant: 2 } as const;

function surLesFinances(bail: Bail): string[] {
  const { regime, dossier } = bail;
  const { depotGarantie, loyerHC } = dossier;
  const mois = regime === "mobilite" || regime === "code_civil" ? null : PLAFOND_DEPOT[regime];
  return phrases([
    [loyerHC === 0, "Le loyer hors charges est nul."],
    [
      mois !== null && depotGarantie > arrondir(loyerHC * mois),
      `Le dépôt de garantie (${formatEuros(depotGarantie)}) dépasse le plafond légal ${mois === 1 ? "d'un mois" : "de deux mois"} de loyer hors charges (${formatEuros(arrondir(loyerHC * (mois ?? 0)))}).`,
    ],
    [
      estRevisable(bail) && (!dossier.indice || !dossier.indiceTrim),
      "L'indice de référence des loyers (valeur et trimestre) n'est pas renseigné\u00A0: sans lui, le loyer ne peut pas être révisé.",
    ],
    [
      regime === "nu" && dossier.chargesMode === "forfait" && locatairesDe(bail).length < 2,
      "Le forfait de charges n'est pas permis dans un bail nu, sauf colocation.",
    ],
    [
      regime === "mobilite" && Boolean(dossier.chargesMode) && dossier.chargesMode !== "forfait",
      "Les charges d'un bail mobilité sont nécessairement forfaitaires\u00A0: le contrat les présente ainsi.",
    ],
  ]);
}

function surLeLogement(bail: Bail): string[] {
  const { appartement, dossier, regime } = bail;
  const fiscal = appartement.identifiantFiscal?.replace(/\s/g, "") ?? "";
  const departement = appartement.codePostal.slice(0, 2);
  const corse = departement === "20";
  return phrases([
    [
      regime !== "mobilite" && fiscal === "",
      "L'identifiant fiscal du logement n'est pas renseigné (mention obligatoire depuis le 1er janvier 2024).",
    ],
    [
      regime !== "mobilite" &&
        fiscal !== "" &&
        !(/^\d{12}$/.test(fiscal) && (corse || fiscal.startsWith(departement))),
      "L'identifiant fiscal du logement n'a pas la forme attendue\u00A0: douze chiffres, dont les deux premiers sont ceux du département.",
    ],
    [
      !appartement.surface,
      "La surface habitable n'est pas renseignée\u00A0: le locataire peut la réclamer et demander une diminution de loyer (article 3-1).",
    ],
    [!appartement.nbPiece, "Le nombre de pièces principales n'est pas renseigné."],
    [
      !dossier.dernierLoyer?.montant,
      "Le loyer du dernier locataire n'est pas renseigné\u00A0: complétez-le s'il est parti depuis moins de dix-huit mois, sinon cochez « sans objet » sur le contrat.",
    ],
    [
      estMeuble(bail) &&
        regime !== "mobilite" &&
        bail.pieces.length === 0 &&
        dossier.dateEntree < bail.emission,
      "Aucun état des lieux d'entrée n'est enregistré\u00A0: il est joint au bail avec l'inventaire du mobilier.",
    ],
  ]);
}

/** The classes that are no longer decent from a day on: art. 6 of loi n° 89-462 (domain/README §3.10). */
const INDECENCE: readonly { classe: string; depuis: Jour; outreMer: Jour | null }[] = [
  { classe: "G", depuis: "2025-01-01", outreMer: "2028-01-01" },
  { classe: "F", depuis: "2028-01-01", outreMer: "2031-01-01" },
  { classe: "E", depuis: "2034-01-01", outreMer: null },
];

function surLaPerformance(bail: Bail): string[] {
  const { appartement, dossier } = bail;
  const { dpeClasse, dpeDepenseMin, dpeDepenseMax, dpeAnnee } = appartement;
  const seuil = INDECENCE.find(({ classe }) => classe === dpeClasse);
  const depuis = appartement.codePostal.startsWith("97") ? seuil?.outreMer : seuil?.depuis;
  const dernier = dossier.dernierLoyer?.montant;
  return phrases([
    [!dpeClasse, "La classe du DPE n'est pas renseignée."],
    [
      Boolean(depuis) && dossier.dateDebutBail >= (depuis ?? ""),
      `Le logement est classé ${dpeClasse}\u00A0: il n'est plus décent depuis le ${depuis?.split("-").reverse().join("/")} et ne peut pas être loué en l'état.`,
    ],
    [
      estPassoire(bail) && Boolean(depuis) && dossier.dateDebutBail < (depuis ?? ""),
      `Le logement est classé ${dpeClasse}\u00A0: son loyer ne peut être ni révisé ni augmenté.`,
    ],
    [
      estPassoire(bail) && dernier !== null && dernier !== undefined && dossier.loyerHC > dernier,
      `Le logement est classé ${dpeClasse}\u00A0: le loyer (${formatEuros(dossier.loyerHC)}) ne peut pas dépasser celui du dernier locataire (${formatEuros(dernier ?? 0)}).`,
    ],
    [
      [dpeDepenseMin, dpeDepenseMax, dpeAnnee].some(
        (valeur) => valeur === null || valeur === undefined,
      ),
      "Les dépenses annuelles d'énergie estimées par le DPE (fourchette et année de référence des prix) ne sont pas toutes renseignées.",
    ],
    [
      (dpeDepenseMin ?? 0) > (dpeDepenseMax ?? Number.POSITIVE_INFINITY),
      "La dépense d'énergie minimale estimée par le DPE dépasse la maximale.",
    ],
  ]);
}

const FIN_DE_L_EXPERIMENTATION = "2026-11-23";
const ECART_DU_MAJORE = 0.1;

function surLEncadrement(bail: Bail): string[] {
  const { appartement, dossier } = bail;
  const cap = encadre(bail);
  const dernier = dossier.dernierLoyer?.montant;
  const zoneTendue = phrases([
    [
      appartement.zoneTendue === null || appartement.zoneTendue === undefined,
      "Il n'est pas précisé si le logement est en zone tendue (décret sur l'évolution des loyers à la relocation).",
    ],
    [
      appartement.zoneTendue === true &&
        !estPassoire(bail) &&
        dernier !== null &&
        dernier !== undefined &&
        dossier.loyerHC > dernier,
      `Le logement est en zone tendue\u00A0: le loyer (${formatEuros(dossier.loyerHC)}) ne peut dépasser celui du dernier locataire (${formatEuros(dernier ?? 0)}) que de la révision de l'IRL non appliquée, sauf exception du décret.`,
    ],
  ]);
  if (!cap) return zoneTendue;
  const complement = cap.complementLoyer > 0;
  const majore = arrondir(cap.loyerReference * 1.2);
  return [
    ...zoneTendue,
    ...phrases([
      [
        complement && !cap.caracteristiqueLoyer?.trim(),
        `Le loyer dépasse le loyer de référence majoré de ${formatEuros(cap.complementLoyer)} sans qu'aucune caractéristique du logement ne justifie ce complément.`,
      ],
      [
        complement && Boolean(cap.caracteristiqueLoyer?.trim()),
        `Le loyer (${formatEuros(dossier.loyerHC)}) dépasse le loyer de référence majoré (${formatEuros(cap.montantBase)})\u00A0: le locataire peut contester le complément pendant trois mois.`,
      ],
      [
        complement && estPassoire(bail),
        `Un complément de loyer est interdit pour un logement classé ${appartement.dpeClasse}.`,
      ],
      [
        Math.abs(cap.loyerReferenceMajore - majore) > ECART_DU_MAJORE + 1e-9,
        `Le loyer de référence majoré (${formatNombre(cap.loyerReferenceMajore, 2)}\u00A0€/m²) n'est pas le loyer de référence augmenté de 20\u00A0% (${formatNombre(majore, 2)}\u00A0€/m²).`,
      ],
      [
        Boolean(appartement.surface) && cap.surface !== appartement.surface,
        `La surface de l'encadrement (${formatNombre(cap.surface, 2)}\u00A0m²) n'est pas celle du logement (${formatNombre(appartement.surface ?? 0, 2)}\u00A0m²).`,
      ],
      [
        dossier.dateCreationBail > FIN_DE_L_EXPERIMENTATION,
        "L'expérimentation de l'encadrement des loyers (loi ELAN, article 140) prenait fin le 23/11/2026\u00A0: vérifiez qu'elle est prolongée, sinon désactivez l'encadrement dans les paramètres.",
      ],
    ]),
  ];
}

function surLesHonoraires(bail: Bail): string[] {
  const { appartement, dossier } = bail;
  const { fraisDossierTTC, fraisEdlTTC, honorairesBailleurTTC } = dossier;
  const caps = plafonds(bail);
  const cap = caps[zone(bail)];
  const surface = appartement.surface ?? null;
  const maximum = (parMetre: number | null) =>
    parMetre === null || surface === null ? null : arrondir(parMetre * surface);
  const depasse = (montant: number | null | undefined, plafond: number | null) =>
    plafond !== null && (montant ?? 0) > plafond;
  const plafondFrais = maximum(cap);
  const plafondEdl = maximum(caps.etatDesLieux);
  return phrases([
    [
      cap === null || caps.etatDesLieux === null,
      "Les plafonds d'honoraires des paramètres ne sont pas tous des nombres.",
    ],
    [
      fraisDossierTTC === null || fraisDossierTTC === undefined,
      "Les honoraires de visite, de dossier et de rédaction à la charge du locataire ne sont pas renseignés.",
    ],
    [
      fraisEdlTTC === null || fraisEdlTTC === undefined,
      "Les honoraires d'état des lieux à la charge du locataire ne sont pas renseignés.",
    ],
    [
      depasse(fraisDossierTTC, plafondFrais),
      `Les honoraires du locataire (${formatEuros(fraisDossierTTC ?? 0)}) dépassent leur plafond de ${formatEuros(plafondFrais ?? 0)} (${formatNombre(cap ?? 0, 2)}\u00A0€/m²).`,
    ],
    [
      depasse(fraisEdlTTC, plafondEdl),
      `Les honoraires d'état des lieux du locataire (${formatEuros(fraisEdlTTC ?? 0)}) dépassent leur plafond de ${formatEuros(plafondEdl ?? 0)} (${formatNombre(caps.etatDesLieux ?? 0, 2)}\u00A0€/m²).`,
    ],
    [
      honorairesBailleurTTC !== null &&
        honorairesBailleurTTC !== undefined &&
        somme(fraisDossierTTC ?? 0, -honorairesBailleurTTC) > 0,
      `Les honoraires du locataire (${formatEuros(fraisDossierTTC ?? 0)}) dépassent ceux du bailleur (${formatEuros(honorairesBailleurTTC ?? 0)}).`,
    ],
  ]);
}

function surLesClauses({ dossier }: Bail): string[] {
  return clausesNulles(dossier.clauses?.clausesText ?? "").map(
    (motif) =>
      `Une clause particulière semble réputée non écrite (article 4 de la loi du 6 juillet 1989)\u00A0: elle ${motif}.`,
  );
}
