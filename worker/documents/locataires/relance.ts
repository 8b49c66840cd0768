import { type Agence, manquesAgence } from "#domain/agence/agence.ts";
import { phrases } from "#domain/avertissement.ts";
import type { Adresse } from "#domain/biens/adresse.ts";
import { formatJour, type Jour, jourEnLettres } from "#domain/dates.ts";
import { lireLigne } from "#domain/gerance/relances/textes-relance.ts";
import { formatEuros, somme } from "#domain/montants.ts";
import type { Personne } from "#domain/personnes/personne.ts";
import {
  auxBailleurs,
  avantDeSigner,
  BLANK,
  enExemplaires,
  enLettres,
  enTete,
  enumeration,
  faitA,
  faitParLAgence,
  lignesAdresse,
  type ModeDeSignature,
  mandataire,
  orBlank,
  personne,
  piedDePage,
} from "../mentions.ts";
import type { Block, Composed, Picture } from "../page/blocks.ts";

/** A reminder (relance) as a letter, with the text that a person approved. */
export interface DonneesRelance {
  objet: string;
  texte: string;
  /** The recipients; empty for a summary that is handed over rather than sent. */
  destinataires: readonly Personne[];
  adresse: Adresse;
  /** The persons who receive a copy. */
  copies: readonly Personne[];
  bailleurs: readonly Personne[];
  /** The number of the dossier: « D000012 ». */
  reference: string;
  emission: Jour;
  agence: Agence;
  logo?: Picture;
  cachet?: Picture;
}

/**
 * A reminder on paper, with the address in the window of an envelope; the lines of the debt form a table
 * (relances/README §12.12).
 */
export function lettreDeRelance(donnees: DonneesRelance): Composed {
  const { adresse, agence, copies, destinataires, emission, objet, reference, texte } = donnees;
  const noms = destinataires.map(personne);
  const lettre = destinataires.length > 0;
  return {
    document: {
      title: objet,
      metadata: { author: agence.agenceNom, subject: enumeration(noms), date: emission },
      letterhead: enTete(agence, donnees.logo),
      footer: piedDePage(agence),
      blocks: [
        ...(lettre
          ? [
              {
                kind: "window" as const,
                recipient: [...noms, ...lignesAdresse(adresse)],
                fields: [
                  { label: "Date", lines: [formatJour(emission)] },
                  { label: "Référence", lines: [reference] },
                ],
              },
            ]
          : []),
        { kind: "heading", text: objet },
        ...texte.split(/\n{2,}/).map(bloc),
        ...(copies.length > 0
          ? [
              {
                kind: "paragraph" as const,
                text: `Copie pour information à ${enumeration(copies.map(personne))}, caution.`,
                tone: "muted" as const,
              },
            ]
          : []),
        {
          kind: "signature",
          placeAndDate: faitParLAgence(agence, emission),
          signatories: [mandataire(agence, donnees.bailleurs, donnees.cachet)],
        },
      ],
    },
    warnings: [
      ...manquesAgence(agence),
      ...phrases([
        [lettre && lignesAdresse(adresse).length < 2, "L’adresse du destinataire est incomplète."],
      ]),
    ],
  };
}

/** A paragraph of the text; lines of the debt become a table, with a total when there are several. */
function bloc(paragraphe: string): Block {
  const lignes = paragraphe.split("\n").map((ligne) => ({ ligne, lue: lireLigne(ligne) }));
  const phrases = lignes.flatMap(({ lue }) => lue ?? []);
  if (phrases.length === 0) return { kind: "paragraph", text: paragraphe };
  const total = formatEuros(somme(...phrases.map(({ euros }) => euros)));
  return {
    kind: "table",
    columns: [
      { label: "Désignation", width: 100 },
      { label: "Appelé", width: 35, align: "right" },
      { label: "Reste dû", width: 35, align: "right" },
    ],
    rows: [
      ...lignes.map(({ ligne, lue }) => ({
        cells: lue ? [lue.libelle, lue.appele, lue.reste] : [ligne.replace(/^– /, ""), "", ""],
      })),
      ...(phrases.length > 1 ? [{ cells: ["Total", "", total], tone: "total" as const }] : []),
    ],
  };
}

/** A payment plan, to be signed by the tenants. */
export interface DonneesPlan extends ModeDeSignature {
  bailleurs: readonly Personne[];
  locataires: readonly Personne[];
  adresse: Adresse;
  /** The debt in euros on the day of the plan. */
  montant: number;
  termes: readonly { date: Jour; montant: number }[];
  /** The monthly rent in euros; null when the tenant owes no more rent. */
  loyerMensuel: number | null;
  emission: Jour;
  agence: Agence;
  logo?: Picture;
}

/**
 * The mention of the sum in words and in figures, which the debtor writes himself: by hand, or on the page where he
 * signs (C. civ., art. 1376).
 */
function mentionDuDebiteur({ electronique, locataires, montant }: DonneesPlan): Block[] {
  const chacun = locataires.length > 1 ? "chaque locataire" : "le locataire";
  const modele = `« Je reconnais devoir la somme de ${enLettres(montant)} (${formatEuros(montant)}). »`;
  if (electronique)
    return [
      {
        kind: "paragraph",
        text: `En signant, ${chacun} saisit lui-même la mention de l'article 1376 du Code civil, que la page de preuve rapporte. Modèle\u00A0:`,
        keep: true,
      },
      { kind: "quote", paragraphs: [modele], keep: true },
    ];
  return [
    {
      kind: "paragraph",
      text: `Avant de signer, ${chacun} recopie de sa main (article 1376 du Code civil) : ${modele}`,
      keep: true,
    },
    { kind: "writingBox", label: "Mention manuscrite", height: 14 * locataires.length, keep: true },
  ];
}

/**
 * The payment plan (plan d’apurement): the tenants’ promise to pay a debt besides the current rent (relances/README
 * §12.12).
 */
export function planApurement(donnees: DonneesPlan): Composed {
  const { agence, bailleurs, emission, locataires, loyerMensuel, montant, termes } = donnees;
  const noms = enumeration(locataires.map(personne));
  return {
    document: {
      title: `PLAN D'APUREMENT – ${noms}`,
      metadata: { author: agence.agenceNom, subject: noms, date: emission },
      letterhead: enTete(agence, donnees.logo),
      footer: piedDePage(agence),
      blocks: [
        { kind: "title", text: "PLAN D'APUREMENT", subtitle: noms },
        {
          kind: "facts",
          facts: [
            {
              label: bailleurs.length > 1 ? "Bailleurs" : "Bailleur",
              value: enumeration(bailleurs.map(personne)),
            },
            { label: locataires.length > 1 ? "Locataires" : "Locataire", value: noms },
            { label: "Logement", value: lignesAdresse(donnees.adresse).join(", ") || BLANK },
            {
              label: "Somme due",
              value: `${enLettres(montant)} (${formatEuros(montant)}) au ${jourEnLettres(emission)}`,
            },
          ],
        },
        {
          kind: "paragraph",
          text: `${locataires.length > 1 ? "Les locataires s’engagent" : "Le locataire s’engage"} à régler cette somme selon l’échéancier suivant${loyerMensuel === null ? "" : `, en plus du loyer et des charges courants (${formatEuros(loyerMensuel)} par mois)`} :`,
          keep: true,
        },
        {
          kind: "table",
          columns: [
            { label: "Échéance", width: 100 },
            { label: "Montant", width: 70, align: "right" },
          ],
          rows: [
            ...termes.map((terme) => ({
              cells: [jourEnLettres(terme.date), formatEuros(terme.montant)],
            })),
            {
              cells: ["Total", formatEuros(somme(...termes.map((terme) => terme.montant)))],
              tone: "total" as const,
            },
          ],
        },
        {
          kind: "paragraph",
          text: `Tant que ${loyerMensuel === null ? "cet échéancier est réglé" : "cet échéancier et le loyer courant sont réglés"}, aucune relance n’est adressée pour cette somme. À défaut de règlement d’une échéance, ${bailleurs.length > 1 ? "les bailleurs peuvent" : "le bailleur peut"} en demander le paiement entier. Le présent plan n’emporte ni novation ni renonciation ${auxBailleurs("du", bailleurs)} à ${bailleurs.length > 1 ? "leurs" : "ses"} droits.`,
        },
        ...mentionDuDebiteur(donnees),
        {
          kind: "signature",
          ...faitA(
            {
              lieu: orBlank(agence.lieuSignature),
              jour: jourEnLettres(emission),
              exemplaires: enExemplaires(1 + locataires.length),
            },
            donnees,
          ),
          signatories: [
            mandataire(agence, bailleurs),
            ...locataires.map((locataire, rang) => ({
              role: locataires.length > 1 ? `Locataire ${rang + 1}` : "Le locataire",
              name: personne(locataire),
              ...(donnees.electronique ? { detail: avantDeSigner(null, donnees) } : {}),
            })),
          ],
          room: 24,
        },
      ],
    },
    warnings: manquesAgence(agence),
  };
}
