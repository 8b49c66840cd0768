import { type Agence, manquesAgence } from "#domain/agence/agence.ts";
import { phrases } from "#domain/avertissement.ts";
import { formatJour, periodeEnLettres } from "#domain/dates.ts";
import {
  aReglerAvant,
  ENTRE_PROFESSIONNELS,
  enPositif,
  estProfessionnel,
  numerosDe,
  porteTva,
  SANS_TVA,
  sansTvaSansMotif,
  suiteDAvoir,
  tvaParTaux,
} from "#domain/gerance/cloture/facture-cii.ts";
import type {
  CompteAPayer,
  ContenuFacture,
  PartieFacturee,
} from "#domain/gerance/cloture/facture-honoraires.ts";
import { ibanEnGroupes } from "#domain/iban.ts";
import { type Euros, formatEuros, formatNombre, somme } from "#domain/montants.ts";
import { deNom, enCapitales } from "#domain/orthographe.ts";
import {
  chiffresSoudes,
  enTete,
  orBlank,
  periodeEnChamp,
  piedDePage,
  sirenEnGroupes,
} from "../mentions.ts";
import type { Block, Composed, Fact, Field, Inline, Picture, Row } from "../page/blocks.ts";

/** An invoice of the agency’s fees, or a credit note; euros. */
export interface DonneesFacture {
  /** The number of the paper: « FH-2026-000311 » for an invoice, « AV-2026-000002 » for a credit note. */
  numero: string;
  contenu: ContenuFacture;
  /**
   * The bank account on which the client pays fees that were not taken from the rents; null when the agency has noted
   * no account for its own money.
   */
  compte: CompteAPayer | null;
  agence: Agence;
  logo?: Picture;
}

/**
 * An invoice of the agency’s fees, or a credit note, with every mention required by law (Code général des impôts,
 * annexe II, art. 242 nonies A; cloture/README §12.17).
 */
export function factureHonoraires(donnees: DonneesFacture): Composed {
  const { agence, compte, contenu, logo, numero } = donnees;
  const avoir = numero.startsWith("AV-");
  const facture = enPositif(contenu);
  const { acheteur, au, date, du, mandat, objet = "honoraires de gestion", vendeur } = facture;
  const titre = avoir ? "AVOIR" : "FACTURE";
  return {
    document: {
      title: `${titre} ${numero} – ${acheteur.nom}`,
      metadata: { author: agence.agenceNom, subject: numero, date },
      letterhead: enTete(agence, logo),
      footer: piedDePage(agence),
      blocks: [
        {
          kind: "window",
          recipient: [acheteur.nom, ...adresseDe(acheteur)],
          fields: [
            { label: `${avoir ? "Avoir" : "Facture"} n°`, lines: [numero] },
            { label: "Date", lines: [formatJour(date)] },
            ...(mandat === "" ? [] : [{ label: "Mandat", lines: [`n°\u00A0${mandat}`] }]),
            periodeEnChamp(du, au),
          ],
        },
        {
          kind: "title",
          text: titre,
          subtitle: `${numero} – ${objet}, ${periodeEnLettres(du, au)}`,
        },
        {
          kind: "fields",
          columns: 2,
          fields: [partie("Prestataire", vendeur, agence), partie("Client", acheteur)],
        },
        {
          kind: "table",
          columns: [
            { label: "Désignation", width: 74 },
            { label: "Quantité", width: 20, align: "right" },
            { label: "Prix unitaire HT", width: 28, align: "right" },
            { label: "TVA", width: 18, align: "right" },
            { label: "Montant HT", width: 30, align: "right" },
          ],
          rows: facture.lignes.map(({ libelle, quantite, prixUnitaireHT, tauxTva, ht }) => ({
            cells: [
              libelle,
              formatNombre(quantite, 0),
              formatEuros(prixUnitaireHT),
              pourcent(tauxTva),
              formatEuros(ht),
            ],
          })),
        },
        totaux(facture, avoir),
        { kind: "facts", facts: mentions(donnees, avoir) },
        ...entreProfessionnels(facture, avoir),
      ],
    },
    warnings: [
      ...manquesAgence(agence),
      ...phrases([
        [
          numerosDe(vendeur).siren === null,
          "Le SIRET de l'agence manque dans les paramètres, ou n'est pas juste.",
        ],
        [
          porteTva(facture.lignes) && vendeur.tvaIntra === null,
          "Le numéro de TVA de l'agence n'est pas renseigné dans les paramètres.",
        ],
        [acheteur.voie === "" || acheteur.ville === "", "L'adresse du client est incomplète."],
        [
          sansTvaSansMotif(facture),
          "Cette facture ne porte pas de TVA, et rien ne dit pourquoi\u00A0: faites-la corriger par un avoir.",
        ],
        [
          !avoir && !facture.prelevee && compte === null,
          "Aucun compte bancaire de l'agence n'est ouvert\u00A0: la facture ne dit pas où virer.",
        ],
      ]),
    ],
  };
}

const pourcent = (centiemes: number) => `${String(centiemes / 100).replace(".", ",")}\u00A0%`;

const adresseDe = ({ voie, codePostal, ville }: PartieFacturee): string[] => [
  ...voie.split("\n"),
  [codePostal, enCapitales(ville)].filter(Boolean).join(" "),
];

/** A party of the invoice as a field: name, address, company numbers. */
function partie(label: string, facturee: PartieFacturee, agence?: Agence): Field {
  const { siren } = numerosDe(facturee);
  const nom: Inline = [{ text: orBlank(facturee.nom), bold: true }];
  const forme =
    agence &&
    [agence.formeJuridique, agence.capital && `au capital de ${chiffresSoudes(agence.capital)}`]
      .filter(Boolean)
      .join(" ");
  return {
    label,
    lines: [
      nom,
      ...[
        forme,
        ...adresseDe(facturee),
        siren && `SIREN ${sirenEnGroupes(siren)}`,
        facturee.tvaIntra && `TVA intracommunautaire ${facturee.tvaIntra}`,
      ].filter((ligne): ligne is string => Boolean(ligne)),
    ],
  };
}

function totaux({ ht, lignes, ttc, franchise }: ContenuFacture, avoir: boolean): Block {
  const ligne = (libelle: string, montant: Euros): Row => ({
    cells: [libelle, formatEuros(montant)],
  });
  return {
    kind: "table",
    columns: [
      { label: "Total", width: 130 },
      { label: "", width: 40, align: "right" },
    ],
    rows: [
      ligne("Total HT", ht),
      ...tvaParTaux(lignes).map(({ taux, base, tva }) =>
        taux === 0 && franchise
          ? ligne(SANS_TVA, 0)
          : ligne(`TVA ${pourcent(taux)} sur ${formatEuros(base)}`, tva),
      ),
      { ...ligne(avoir ? "Total TTC en votre faveur" : "Total TTC", ttc), tone: "total" },
    ],
  };
}

function mentions(donnees: DonneesFacture, avoir: boolean): Fact[] {
  const { corrige, motif, du, au, franchise, lignes, optionDebits, prelevee } = donnees.contenu;
  return [
    ...(corrige === null ? [] : [{ label: "Avoir sur", value: `Facture ${corrige}` }]),
    ...(motif === undefined ? [] : [{ label: "Motif", value: motif }]),
    { label: "Catégorie de l'opération", value: "Prestation de services" },
    { label: "Période de la prestation", value: periodeEnLettres(du, au) },
    ...(franchise ? [{ label: "TVA", value: SANS_TVA }] : []),
    ...(optionDebits && porteTva(lignes)
      ? [{ label: "TVA", value: "Option pour le paiement de la taxe d'après les débits" }]
      : []),
    { label: "Règlement", value: reglement(donnees.contenu, avoir) },
    ...(avoir || prelevee ? [] : [{ label: "Moyen de paiement", value: moyen(donnees) }]),
  ];
}

function reglement(contenu: ContenuFacture, avoir: boolean): Inline {
  const { date, prelevee, resteAPrendre = 0, ttc } = contenu;
  if (avoir)
    return prelevee ? "Rendu sur les fonds de gérance le jour de l'avoir." : suiteDAvoir(contenu);
  if (resteAPrendre > 0) {
    const honorairesPris = somme(ttc, -resteAPrendre);
    const debut =
      honorairesPris === 0
        ? ""
        : `${formatEuros(honorairesPris)} prélevés sur les fonds de gérance le ${formatJour(date)}\u00A0; `;
    return `${debut}${formatEuros(resteAPrendre)} dus, pris sur les prochains fonds.`;
  }
  if (prelevee)
    return `Prélevée sur les fonds de gérance le ${formatJour(date)}\u00A0: rien n'est à payer.`;
  return [{ text: `À régler au plus tard le ${formatJour(aReglerAvant(date))}`, bold: true }];
}

/**
 * The sentence on how the client pays the invoice: by cheque or, when the agency has noted its own account, by
 * transfer to it; never to the account of its clients' funds.
 */
function moyen({ compte, contenu, numero }: DonneesFacture): string {
  const ordre = `chèque à l'ordre ${deNom(orBlank(contenu.vendeur.nom))}`;
  if (!compte) return `Par ${ordre}, en rappelant la référence ${numero}.`;
  const coordonnees = [
    `IBAN ${ibanEnGroupes(compte.iban).replaceAll(" ", "\u00A0")}`,
    compte.bic && `BIC ${compte.bic}`,
  ].filter(Boolean);
  const titulaire = deNom(compte.titulaire || contenu.vendeur.nom);
  return `Par virement au compte ${titulaire}, ${coordonnees.join(", ")}, ou par ${ordre}, en rappelant la référence ${numero}.`;
}

/**
 * The mentions that an invoice to a professional must have (Code de commerce, art. L. 441-9 and L. 441-10); none for
 * another client, or on a credit note.
 */
function entreProfessionnels({ acheteur }: ContenuFacture, avoir: boolean): Block[] {
  if (avoir || !estProfessionnel(acheteur)) return [];
  const { escompte, penalites, indemnite } = ENTRE_PROFESSIONNELS;
  return [{ kind: "paragraph", tone: "muted", text: [escompte, penalites, indemnite].join(" ") }];
}
