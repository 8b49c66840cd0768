import { type Adresse, adresseComplete } from "#domain/adresse.ts";
import { type Agence, manquesAgence } from "#domain/agence.ts";
import { phrases } from "#domain/avertissement.ts";
import { manquesParties } from "#domain/bail/parties.ts";
import { formatJour, type Jour, jourEnLettres, type Mois, moisEnLettres } from "#domain/dates.ts";
import { SUBROGES } from "#domain/gerance/comptes-de-quittance.ts";
import type { ModeFonds } from "#domain/gerance/conditions.ts";
import { NATURES_EN_MOTS, type NatureEcheance } from "#domain/gerance/imputation.ts";
import {
  type EtatReglement,
  libelleMode,
  type ModeReglement,
  PAYEURS,
  type Payeur,
  parMode,
  payeurNomme,
} from "#domain/gerance/reglement.ts";
import { formatEuros } from "#domain/montants.ts";
import { deNom } from "#domain/orthographe.ts";
import type { Personne } from "#domain/personne.ts";
import type { Callout, Composed, Inline, Picture, Row } from "./blocks.ts";
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

/** A payment and what it settles; amounts in euros. */
export interface DonneesRecuReglement {
  /** « 2026-000012 ». */
  numero: string;
  date: Jour;
  montant: number;
  mode: ModeReglement | null;
  payeur: Payeur;
  fonds: ModeFonds;
  etat: EtatReglement;
  finLe: Jour | null;
  imputations: readonly { mois: Mois; nature: NatureEcheance; montant: number }[];
  /** What is left above all that it settles. */
  avance: number;
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

/** What was received of one payment, and what it settles (art. 21 of loi n° 89-462; domain/README §12.11): no quittance. */
export function recuReglement(donnees: DonneesRecuReglement): Composed {
  const { agence, date, emission, mode, numero, stationnement } = donnees;
  const titre = titreDe(donnees);
  return {
    document: {
      title: `${titre} R ${numero} – ${enumeration(donnees.locataires.map(personne))}`,
      metadata: { author: agence.agenceNom, subject: `R ${numero}`, date: emission },
      letterhead: enTete(agence, donnees.logo),
      footer: piedDePage(agence),
      blocks: [
        {
          kind: "window",
          recipient: [...donnees.locataires.map(personne), ...lignesAdresse(donnees.destinataire)],
          fields: [
            { label: "Numéro", lines: [`R ${numero}`] },
            { label: "Émission", lines: [formatJour(emission)] },
            { label: "Règlement du", lines: [formatJour(date)] },
            { label: "Mode", lines: [mode === null ? "Non précisé" : libelleMode(mode)] },
          ],
        },
        { kind: "title", text: titre, subtitle: `R ${numero}` },
        parties(donnees, stationnement ? "Emplacement" : "Logement"),
        {
          kind: "table",
          columns: [
            { label: "Ce qu'il règle", width: 88 },
            { label: "Période", width: 46 },
            { label: "Montant", width: 36, align: "right" },
          ],
          rows: rangees(donnees),
        },
        enEvidence(donnees),
        { kind: "paragraph", text: declaration(donnees), keep: true },
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
        [mode === null, "Le mode de règlement n'est pas renseigné."],
      ]),
    ],
  };
}

const sansEffet = ({ etat }: DonneesRecuReglement): boolean =>
  etat === "rejete" || etat === "annule";

/** A cheque discharges once it is cashed, which nobody tells us of one that the owner received. */
const sousReserve = ({ etat, fonds, mode }: DonneesRecuReglement): boolean =>
  etat === "recu" || (mode === "cheque" && fonds === "proprietaire");

function titreDe(donnees: DonneesRecuReglement): string {
  if (sansEffet(donnees)) return "REÇU SANS EFFET";
  return donnees.mode === "abandon" ? "REMISE DE DETTE" : "REÇU DE RÈGLEMENT";
}

function rangees(donnees: DonneesRecuReglement): Row[] {
  const { avance, etat, imputations, montant } = donnees;
  const ligne = (libelle: string, periode: string, somme: number): Row => ({
    cells: [libelle, periode, formatEuros(somme)],
  });
  return [
    ...imputations.map(({ mois, nature, montant: part }) =>
      ligne(NATURES_EN_MOTS[nature], moisEnLettres(mois), part),
    ),
    ...(etat === "recu"
      ? [ligne("À valoir sur les sommes dues, à l'encaissement", "", montant)]
      : []),
    ...(sansEffet(donnees) ? [ligne("Rien\u00A0: le règlement n'a pas abouti", "", 0)] : []),
    ...(avance > 0 ? [ligne("Avance sur les prochaines échéances", "", avance)] : []),
    { cells: ["Montant du règlement", "", formatEuros(montant)], tone: "total" },
  ];
}

function enEvidence(donnees: DonneesRecuReglement): Callout {
  const { date, etat, finLe, mode, montant, payeur } = donnees;
  const fin = finLe === null ? "" : ` le ${jourEnLettres(finLe)}`;
  if (sansEffet(donnees))
    return {
      kind: "callout",
      label: `${etat === "rejete" ? "Rejeté par la banque" : "Annulé"}${fin}`,
      value: formatEuros(0),
      details: [`Règlement de ${formatEuros(montant)} du ${formatJour(date)}`],
    };
  const comment = mode === null || mode === "abandon" ? "" : ` ${parMode(mode)}`;
  return {
    kind: "callout",
    label: `${mode === "abandon" ? "Remis" : "Reçu"} le ${jourEnLettres(date)}${comment}`,
    value: formatEuros(montant),
    details: [
      ...(sousReserve(donnees) ? ["Sous réserve d'encaissement"] : []),
      ...(payeur === "locataire" ? [] : [`Payé par\u00A0: ${PAYEURS[payeur]}`]),
    ],
  };
}

function declaration(donnees: DonneesRecuReglement): Inline {
  const { agence, bailleurs, date, etat, finLe, locataires, mode, montant, numero, payeur } =
    donnees;
  if (sansEffet(donnees)) {
    const fin = finLe === null ? "" : ` le ${jourEnLettres(finLe)}`;
    return `Le règlement R ${numero}, de ${formatEuros(montant)}, a été ${etat === "rejete" ? "rejeté" : "annulé"}${fin}. Tout reçu déjà remis sous ce numéro est sans effet.`;
  }
  const mandat = `${orBlank(agence.agenceNom)}, agissant en qualité de mandataire ${deNom(enumeration(bailleurs.map(personne)))}`;
  const noms = enumeration(locataires.map(personne));
  const jour = jourEnLettres(date);
  if (mode === "abandon")
    return [
      { text: `${mandat}, fait remise à ${noms}, le ${jour}, de la somme ` },
      ...deLettres(montant),
      { text: ", sur ce qui est indiqué ci-dessus. Le présent document ne vaut pas quittance." },
    ];
  const nomme = payeurNomme(payeur);
  const qui =
    nomme === null
      ? deNom(noms)
      : `${deNom(nomme).replace(/^de le /, "du ")}, pour le compte ${deNom(noms)}`;
  const subroge = SUBROGES.includes(payeur)
    ? " La dette du locataire subsiste envers ce payeur."
    : "";
  const comment = mode === null ? "" : ` ${parMode(mode)}`;
  const reserve = sousReserve(donnees) ? ", sous réserve d'encaissement" : "";
  return [
    { text: `${mandat}, reconnaît avoir reçu ${qui}, le ${jour}${comment}${reserve}, la somme ` },
    ...deLettres(montant),
    {
      text: `, à valoir sur ce qui est indiqué ci-dessus.${subroge} Le présent reçu ne vaut pas quittance.`,
    },
  ];
}
