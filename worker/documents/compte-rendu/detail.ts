import { formatJour } from "#domain/dates.ts";
import type {
  ContenuCompteRendu,
  DepenseRendue,
  EncaissementRendu,
  HonoraireRendu,
} from "#domain/gerance/cloture/compte-rendu.ts";
import { SANS_TVA } from "#domain/gerance/cloture/facture-cii.ts";
import { honorairesDits } from "#domain/gerance/cloture/honoraires-pris.ts";
import { tvaDuCompte } from "#domain/gerance/cloture/tva-des-loyers.ts";
import { libelleMode, PAYEURS } from "#domain/gerance/locataires/reglement.ts";
import { NATURES_FISCALES } from "#domain/missions/natures-de-depense.ts";
import { arrondir, type Euros, formatEuros, somme } from "#domain/montants.ts";
import { formatTaux } from "../mandats/mandat.ts";
import { BLANK } from "../mentions.ts";
import type { Block, Row } from "../page/blocks.ts";
import {
  chiffres,
  type DonneesCompteRendu,
  nombre,
  nombreOuRien,
  paragraphe,
  parProprietaire,
  titreDe,
} from "./presentation.ts";

/** The section of the owner’s statement with all the movements line by line, then the deadlines of the next months. */
export function detail(donnees: DonneesCompteRendu): Block[] {
  const { contenu } = donnees;
  return [
    ...encaissements(contenu),
    ...depenses(contenu),
    ...honoraires(donnees),
    ...autresMouvements(contenu),
    ...echeances(contenu),
    {
      kind: "paragraph",
      text: "Compte rendu établi en exécution de votre mandat (art. 66 du décret n°\u00A072-678 du 20 juillet 1972). Pièces à votre disposition.",
    },
  ];
}

function encaissements(contenu: ContenuCompteRendu): Block[] {
  const { detailEncaissements: recus } = contenu;
  const titre = titreDe(parProprietaire(contenu) ? "C. Loyers déclarés reçus" : "C. Encaissements");
  if (recus.length === 0)
    return [titre, { kind: "paragraph", text: "Aucune somme n'a été reçue sur la période." }];
  const avecAutres = recus.some(({ autres }) => autres !== 0);
  const total = (de: (encaissement: EncaissementRendu) => Euros) => nombre(somme(...recus.map(de)));
  const parties = (loyer: string, charges: string, autres: string) => [
    loyer,
    charges,
    ...(avecAutres ? [autres] : []),
  ];
  return [
    titre,
    {
      kind: "table",
      close: true,
      columns: [
        { label: "Date", width: 18 },
        { label: "Lot, locataire", width: avecAutres ? 37 : 47 },
        { label: "Payeur", width: avecAutres ? 26 : 30 },
        { label: "Période", width: 18 },
        chiffres("Loyer HC", 19),
        chiffres("Charges", 18),
        ...(avecAutres ? [chiffres("Autres", 17)] : []),
        chiffres("Total", avecAutres ? 17 : 20),
      ],
      rows: [
        ...recus.map((recu) => ({
          cells: [
            formatJour(recu.date),
            [[recu.lot, recu.locataire].filter(Boolean).join(", ") || BLANK, recu.objet]
              .filter(Boolean)
              .join(" – "),
            payeurDe(recu),
            periodeDe(recu),
            ...parties(
              nombreOuRien(recu.loyer),
              nombreOuRien(recu.charges),
              nombreOuRien(recu.autres),
            ),
            nombre(recu.total),
          ],
        })),
        {
          cells: [
            "Totaux",
            "",
            "",
            "",
            ...parties(
              total(({ loyer }) => loyer),
              total(({ charges }) => charges),
              total(({ autres }) => autres),
            ),
            total((recu) => recu.total),
          ],
          tone: "total",
        },
      ],
    },
    ...(recus.some(({ total }) => total < 0)
      ? [
          paragraphe(
            "Annulé\u00A0: paiement déjà compté, que la banque a rejeté ou que l'agence a retiré.",
          ),
        ]
      : []),
    ...(recus.some(({ regularisation }) => regularisation)
      ? [paragraphe("*\u00A0Rectifie un compte rendu précédent.")]
      : []),
    ...tvaDuCompte(recus).map(({ taux, ttc, tva, ht }) =>
      paragraphe(
        taux === 0
          ? `Loyers et charges ${lotsTaxes(recus, taux)}\u00A0: ${formatEuros(ttc)}, ${SANS_TVA}.`
          : `Loyers et charges ${lotsTaxes(recus, taux)}\u00A0: ${formatEuros(ttc)} TTC, dont TVA ${formatTaux(taux)} ${formatEuros(tva)}, à déclarer par vous (hors taxe\u00A0: ${formatEuros(ht)}).`,
      ),
    ),
    ...(parProprietaire(contenu) || contenu.loyersRecus === 0
      ? []
      : [paragraphe(`Dont ${formatEuros(contenu.loyersRecus)} que vous avez reçus directement.`)]),
  ];
}

/** The dwellings whose rents include VAT at this rate, as « (Box 3, Parking 12) ». */
const lotsTaxes = (recus: readonly EncaissementRendu[], taux: number): string =>
  `(${[...new Set(recus.flatMap(({ lot, tva }) => (tva?.taux === taux ? [lot] : [])))].filter(Boolean).join(", ")})`;

/** The payer and the mode, « Locataire, virement »; a cancelled payment also has the number of its reçu. */
function payeurDe({ mode, payeur, piece, total }: EncaissementRendu): string {
  const qui = payeur === null ? "" : PAYEURS[payeur].replace(/^(Le |La |L’|Un )/, "");
  const nom = qui.charAt(0).toUpperCase() + qui.slice(1);
  const comment = mode === null ? "" : libelleMode(mode).toLowerCase();
  const libelle = [nom, comment].filter(Boolean).join(", ");
  if (total >= 0) return libelle || "–";
  const annule = ["Annulé", libelle.charAt(0).toLowerCase() + libelle.slice(1)].filter(Boolean);
  return [annule.join("\u00A0: "), piece && `reçu\u00A0${piece}`].filter(Boolean).join(", ");
}

const periodeDe = ({ mois, regularisation }: EncaissementRendu): string => {
  const ecrit = mois === null ? "–" : `${mois.slice(5)}/${mois.slice(0, 4)}`;
  return regularisation ? `${ecrit}*` : ecrit;
};

function depenses(contenu: ContenuCompteRendu): Block[] {
  const { detailDepenses: payees } = contenu;
  const titre = titreDe("D. Dépenses");
  if (payees.length === 0)
    return [titre, { kind: "paragraph", text: "Aucune dépense n'a été payée sur la période." }];
  const primes = payees.filter(({ nature }) => nature === "assurance_loyers");
  const autres = payees.filter(({ nature }) => nature !== "assurance_loyers");
  const groupe = (libelle: string): Row => ({
    cells: [libelle, "", "", "", "", "", "", ""],
    tone: "group",
  });
  return [
    titre,
    {
      kind: "table",
      close: true,
      columns: [
        { label: "Date", width: 18 },
        { label: "Fournisseur, objet", width: 43 },
        { label: "Nature", width: 26 },
        chiffres("HT", 16),
        chiffres("TVA", 13),
        chiffres("TTC", 16),
        { label: "Récup.", width: 17 },
        { label: "Pièce", width: 21 },
      ],
      rows: [
        ...autres.map(rangeeDeDepense),
        ...(primes.length === 0
          ? []
          : [groupe("Garantie loyers impayés"), ...primes.map(rangeeDeDepense)]),
        {
          cells: [
            "Totaux",
            "",
            "",
            nombre(somme(...payees.map(({ ht }) => ht))),
            nombre(somme(...payees.map(({ tva }) => tva))),
            nombre(somme(...payees.map(({ ttc }) => ttc))),
            "",
            "",
          ],
          tone: "total",
        },
      ],
    },
    paragraphe("Récup.\u00A0: dépense récupérable sur le locataire."),
  ];
}

const rangeeDeDepense = (depense: DepenseRendue): Row => ({
  cells: [
    formatJour(depense.date),
    [depense.fournisseur, depense.libelle, depense.lot].filter(Boolean).join(" – ") || BLANK,
    depense.nature === null ? "–" : NATURES_FISCALES[depense.nature].libelle,
    nombre(depense.ht),
    nombreOuRien(depense.tva),
    nombre(depense.ttc),
    depense.recuperable ? "oui" : "non",
    pieceDe(depense),
  ],
});

/** The number of the bill; else the number of the expense in the agency’s records; else dots to fill in. */
const pieceDe = ({ IntendanceId, piece }: DepenseRendue): string =>
  piece ?? (IntendanceId === null ? BLANK : `n°\u00A0${IntendanceId}`);

function honoraires({ contenu, factures }: DonneesCompteRendu): Block[] {
  const { detailHonoraires: lignes, honorairesTTC } = contenu;
  const titre = titreDe("E. Honoraires");
  if (lignes.length === 0)
    return [titre, { kind: "paragraph", text: "Aucun honoraire sur la période." }];
  const total = (de: (ligne: HonoraireRendu) => Euros) => nombre(somme(...lignes.map(de)));
  return [
    titre,
    {
      kind: "table",
      columns: [
        { label: "Prestation", width: 64 },
        chiffres("Base", 22),
        chiffres("Taux", 18),
        chiffres("HT", 20),
        chiffres("TVA", 26),
        chiffres("TTC", 20),
      ],
      rows: [
        ...lignes.map((ligne) => ({
          cells: [
            ligne.libelle,
            ligne.taux === null ? "–" : nombre(ligne.base),
            ligne.taux === null ? "forfait" : `× ${tauxDe(ligne)}`,
            nombre(ligne.ht),
            `${pourcent(ligne.tauxTva)} = ${nombre(ligne.tva)}`,
            nombre(ligne.ttc),
          ],
        })),
        ...(lignes.length < 2
          ? []
          : [
              {
                cells: [
                  "Totaux",
                  "",
                  "",
                  total(({ ht }) => ht),
                  total(({ tva }) => tva),
                  total(({ ttc }) => ttc),
                ],
                tone: "total" as const,
              },
            ]),
      ],
    },
    ...factures.map(({ numero, ttc }) => {
      const avoir = numero.startsWith("AV-");
      return paragraphe(
        `${avoir ? "Avoir" : "Facture"} ${numero}\u00A0: ${formatEuros(Math.abs(ttc))} TTC, ${avoir ? sortDeLAvoir(contenu) : sortDeLaFacture(contenu)}.`,
      );
    }),
    ...(factures.length === 0 && parProprietaire(contenu)
      ? [paragraphe(`À régler\u00A0: ${formatEuros(honorairesTTC)} TTC.`)]
      : []),
  ];
}

const sortDeLAvoir = (contenu: ContenuCompteRendu): string =>
  parProprietaire(contenu) ? "à déduire de vos factures" : "rendu sur votre compte";

function sortDeLaFacture(contenu: ContenuCompteRendu): string {
  if (parProprietaire(contenu)) return "à régler";
  const { dusDuCompte, prisDuCompte } = honorairesDits(contenu);
  if (dusDuCompte === 0) return "prélevée sur votre compte";
  const dus = `${formatEuros(dusDuCompte)} d'honoraires dus, pris sur les prochains fonds`;
  return prisDuCompte === 0
    ? dus
    : `dont ${formatEuros(prisDuCompte)} prélevés sur votre compte, et ${dus}`;
}

const pourcent = (centiemes: number) => `${String(centiemes / 100).replace(".", ",")}\u00A0%`;

/** The rate of a fee: « 7 % », or « 7,2 % TTC » when the mandate gives it with VAT included. */
function tauxDe({ base, ht, taux, tva }: HonoraireRendu): string {
  const centiemes = taux ?? 0;
  const horsTaxe = arrondir((base * centiemes) / 10_000) === ht;
  return `${pourcent(centiemes)}${horsTaxe || tva === 0 ? "" : "\u00A0TTC"}`;
}

function autresMouvements({ detailAutres }: ContenuCompteRendu): Block[] {
  if (detailAutres.length === 0) return [];
  return [
    titreDe("Autres mouvements"),
    {
      kind: "table",
      columns: [
        { label: "Date", width: 22 },
        { label: "Libellé", width: 112 },
        chiffres("Montant", 36),
      ],
      rows: [
        ...detailAutres.map(({ date, libelle, montant }) => ({
          cells: [formatJour(date), libelle, nombre(montant)],
        })),
        {
          cells: ["Total", "", nombre(somme(...detailAutres.map(({ montant }) => montant)))],
          tone: "total",
        },
      ],
    },
  ];
}

function echeances({ echeances: prevues }: ContenuCompteRendu): Block[] {
  const titre = titreDe("F. Échéances à venir");
  if (prevues.length === 0)
    return [titre, { kind: "paragraph", text: "Aucune échéance connue dans les prochains mois." }];
  return [
    titre,
    {
      kind: "table",
      columns: [
        { label: "Date", width: 22 },
        { label: "Lot", width: 58 },
        { label: "Échéance", width: 90 },
      ],
      rows: prevues.map(({ date, libelle, lot }) => ({ cells: [formatJour(date), lot, libelle] })),
    },
  ];
}
