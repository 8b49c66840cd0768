import { exigerMentionsAgence } from "#domain/agence/agence.ts";
import { formatJour, type Jour, jourEnLettres, type Mois, moisEnLettres } from "#domain/dates.ts";
import { SUBROGES } from "#domain/gerance/locataires/comptes-de-quittance.ts";
import { NATURES_EN_MOTS, type NatureEcheance } from "#domain/gerance/locataires/imputation.ts";
import {
  chequeAuBailleur,
  type EtatReglement,
  libelleMode,
  type ModeReglement,
  type Payeur,
  parMode,
  payeurNomme,
} from "#domain/gerance/locataires/reglement.ts";
import type { ModeFonds } from "#domain/gerance/mandats/mots-de-conditions.ts";
import { formatEuros } from "#domain/montants.ts";
import { deNom } from "#domain/orthographe.ts";
import { type Nommes, papierDeCompte } from "../compte-rendu/papier-de-compte.ts";
import { deLettres, desLocataires, enumeration, orBlank, personne } from "../mentions.ts";
import type { Callout, Composed, Inline, Row } from "../page/blocks.ts";

/** A payment and the sums that it settles; amounts in euros. */
export interface DonneesRecuReglement extends Nommes {
  /** The number of the payment: « 2026-000012 ». */
  numero: string;
  date: Jour;
  montant: number;
  mode: ModeReglement | null;
  payeur: Payeur;
  fonds: ModeFonds;
  etat: EtatReglement;
  finLe: Jour | null;
  imputations: readonly { mois: Mois; nature: NatureEcheance; montant: number }[];
  /** The part of the payment that settles no sum yet. */
  avance: number;
}

/**
 * The reçu of one payment, with the sums that the payment settles; a reçu is no quittance (art. 21 of loi n° 89-462;
 * locataires/README §12.11).
 * @throws Invalid for funds received by the agency, when its settings lack a mention that the paper must bear.
 */
export function recuReglement(donnees: DonneesRecuReglement): Composed {
  const { date, mode, numero } = donnees;
  if (donnees.fonds === "agence" && mode !== "abandon" && !sansEffet(donnees))
    exigerMentionsAgence(donnees.agence, { papier: "Ce reçu", fonds: true });
  return papierDeCompte(donnees, {
    titre: titreDe(donnees),
    sousTitre: `R ${numero}`,
    reference: { label: "Numéro", lines: [`R ${numero}`] },
    reperes: [
      { label: mode === "abandon" ? "Remise du" : "Règlement du", lines: [formatJour(date)] },
      { label: "Mode", lines: [mode === null ? "Non précisé" : libelleMode(mode)] },
    ],
    blocks: [
      {
        kind: "table",
        columns: [
          { label: mode === "abandon" ? "Ce qui est remis" : "Ce qu'il règle", width: 88 },
          { label: "Période", width: 46 },
          { label: "Montant", width: 36, align: "right" },
        ],
        rows: rangees(donnees),
      },
      enEvidence(donnees),
      { kind: "paragraph", text: declaration(donnees), keep: true },
    ],
    avertissements: [[mode === null, "Le mode de règlement n'est pas renseigné."]],
  });
}

const sansEffet = ({ etat }: DonneesRecuReglement): boolean =>
  etat === "rejete" || etat === "annule";

/** Whether the payment is subject to a cheque being cashed. */
const sousReserve = (donnees: DonneesRecuReglement): boolean =>
  donnees.etat === "recu" || chequeAuBailleur(donnees);

function titreDe(donnees: DonneesRecuReglement): string {
  if (sansEffet(donnees)) return "REÇU SANS EFFET";
  return donnees.mode === "abandon" ? "REMISE DE DETTE" : "REÇU DE RÈGLEMENT";
}

function rangees(donnees: DonneesRecuReglement): Row[] {
  const { avance, etat, imputations, mode, montant } = donnees;
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
    {
      cells: [
        mode === "abandon" ? "Montant de la remise" : "Montant du règlement",
        "",
        formatEuros(montant),
      ],
      tone: "total",
    },
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
      ...(payeur === "locataire" || mode === "abandon" ? [] : [`Payé par ${payeurNomme(payeur)}`]),
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
      {
        text: `${mandat}, et avec ${bailleurs.length > 1 ? "leur" : "son"} accord écrit, fait remise à ${noms}, le ${jour}, de la somme `,
      },
      ...deLettres(montant),
      { text: ", sur ce qui est indiqué ci-dessus. Le présent document ne vaut pas quittance." },
    ];
  const nomme = payeurNomme(payeur);
  const qui =
    nomme === null
      ? deNom(noms)
      : `${deNom(nomme).replace(/^de le /, "du ")}, pour le compte ${deNom(noms)}`;
  const subroge = SUBROGES.includes(payeur)
    ? ` La dette ${desLocataires(locataires)} subsiste envers ce payeur.`
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
