import { codePostalLu, courrielLu } from "../coordonnees.ts";
import { choixLu, jourDeLaCellule, montantLu, mot, nombreLu, refuser } from "../valeurs.ts";
import { type ChampImport, colonne } from "./champ.ts";

const EN = /\s*(h\.? ?t|t\.? ?t\.? ?c)\.?$/i;

/** Below this value, a number without a percent sign is a fraction: a spreadsheet stores 7,2 % as 0,072. */
const FRACTION_AU_PLUS = 0.3;

/** A rate in percent: « 7,2 », « 7,2 % », « 7,2 % TTC », or the 0,072 of a spreadsheet. */
function tauxLu(texte: string): number {
  const nu = texte.replace(EN, "");
  if (/€|eur/i.test(nu)) return refuser(texte, "est une somme, pas un taux");
  const nombre = nombreLu(nu);
  const fraction = !nu.includes("%") && nombre > 0 && nombre < FRACTION_AU_PLUS;
  return fraction ? Math.round(nombre * 10_000) / 100 : nombre;
}

/** The fee of management: « 7 % HT » and « 8,4 % TTC » are rates, « 25 € TTC » is a sum for each dwelling let. */
function honorairesLus(texte: string): Record<string, number> {
  const [, en = ""] = mot(texte).match(/ (h ?t|t ?t ?c)$/) ?? [];
  const suffixe = en.startsWith("h") ? "HT" : "TTC";
  const nu = texte.replace(EN, "");
  if (en !== "" && nu.includes("%")) return { [`taux${suffixe}`]: tauxLu(nu) };
  if (en !== "" && /€|eur/i.test(nu)) return { [`forfait${suffixe}`]: montantLu(nu) };
  return refuser(
    texte,
    "ne dit pas tout : écrivez « 7 % HT », « 8,4 % TTC » ou « 25 € TTC », ou dites la colonne en HT ou en TTC",
  );
}

/** From this number on, a length without a unit is in months; a smaller number may be years and is refused. */
const MOIS_AU_MOINS = 6;

/** A length in months: « 12 mois », « 1 an », « 3 ans renouvelable », « 36 ». */
function dureeLue(texte: string): number {
  const [, nombre = "", unite = ""] =
    mot(texte).match(/^(\d{1,3})(?: 0)? ?(mois|ans?|annees?|)\b/) ?? [];
  if (nombre === "") return refuser(texte, "n’est pas une durée : écrivez « 12 mois »");
  if (unite.startsWith("a")) return Number(nombre) * 12;
  return unite === "" && Number(nombre) < MOIS_AU_MOINS
    ? refuser(
        texte,
        `peut être des mois ou des ans : écrivez « ${nombre} ans » ou « ${nombre} mois »`,
      )
    : Number(nombre);
}

const NUMEROS = ["numero", "n", "numero registre", "numero au registre", "registre", "mandat"];
const REFERENCES = ["ref", "reference", "identifiant", "id", "code", "numero d’ordre"];

export const CHAMPS_MANDAT: readonly ChampImport[] = [
  colonne("numRegistre", "Numéro du mandat", [...NUMEROS, ...REFERENCES], {
    exemple: ["118", "119"],
  }),
  colonne(
    "proprietaire",
    "Propriétaire",
    [
      "proprietaires",
      "mandant",
      "mandants",
      "bailleur",
      "nom",
      "nom mandant",
      "nom proprietaire",
      "reference proprietaire",
      "ref proprietaire",
      "client",
    ],
    { exemple: ["P001", "SCI Les Tilleuls"] },
  ),
  colonne(
    "proprietaireMail",
    "E-mail du propriétaire",
    ["mail proprietaire", "email proprietaire", "mail mandant", "email mandant", "mail", "email"],
    { lire: courrielLu },
  ),
  colonne(
    "appartement",
    "Appartement",
    [
      "appartements",
      "bien",
      "biens",
      "lot",
      "lots",
      "logement",
      "logements",
      "adresse",
      "adresse bien",
      "adresse logement",
      "reference bien",
      "reference lot",
      "numero lot",
      "situation",
      "situation bien",
      "bien gere",
    ],
    { exemple: ["A101", "4 rue des Tilleuls"] },
  ),
  colonne(
    "appartementCodePostal",
    "Code postal de l’appartement",
    ["cp", "code postal", "cp bien", "code postal bien"],
    { lire: codePostalLu },
  ),
  colonne("appartementEtage", "Étage de l’appartement", ["etage", "etage bien"]),
  colonne(
    "dateSignature",
    "Date du mandat",
    ["date", "date signature", "signature", "signe le", "date creation", "date contrat"],
    { lire: jourDeLaCellule, exemple: ["15/01/2024", "02/09/2023"] },
  ),
  colonne(
    "debut",
    "Début de gestion",
    [
      "debut",
      "date debut",
      "date effet",
      "effet",
      "prise effet",
      "date prise effet",
      "debut gestion",
      "date debut gestion",
      "entree en gestion",
      "date entree gestion",
      "gestion depuis",
    ],
    { lire: jourDeLaCellule, exemple: ["01/02/2024", ""] },
  ),
  colonne("duree", "Durée du mandat", ["duree", "duree mois", "duree initiale", "nombre mois"], {
    lire: dureeLue,
    exemple: ["12 mois", "1 an"],
  }),
  colonne(
    "tauxHT",
    "Honoraires de gestion HT (%)",
    [
      "taux ht",
      "honoraires ht",
      "honoraires gestion ht",
      "taux honoraires ht",
      "taux gestion ht",
      "pourcentage ht",
      "gestion ht",
      "ht",
    ],
    { lire: tauxLu, exemple: ["6,5", ""] },
  ),
  colonne(
    "tauxTTC",
    "Honoraires de gestion TTC (%)",
    [
      "taux ttc",
      "honoraires ttc",
      "honoraires gestion ttc",
      "taux honoraires ttc",
      "taux gestion ttc",
      "pourcentage ttc",
      "gestion ttc",
      "ttc",
    ],
    { lire: tauxLu, exemple: ["", "8,4"] },
  ),
  colonne(
    "honoraires",
    "Honoraires de gestion",
    ["honoraires", "taux honoraires", "taux gestion", "taux", "honoraires gerance", "gestion"],
    { lire: honorairesLus },
  ),
  colonne(
    "forfaitHT",
    "Forfait de gestion HT par logement",
    ["forfait ht", "forfait gestion ht", "honoraires forfaitaires ht"],
    { lire: montantLu },
  ),
  colonne(
    "forfaitTTC",
    "Forfait de gestion TTC par logement",
    ["forfait ttc", "forfait gestion ttc", "honoraires forfaitaires ttc"],
    { lire: montantLu },
  ),
  colonne(
    "assiette",
    "Assiette des honoraires",
    ["assiette", "base honoraires", "base des honoraires", "honoraires sur", "base de calcul"],
    {
      lire: choixLu({
        encaisse_hc: /encaisse.*(hors|sans) charges?|loyers? hc|\bhc$/,
        quittance_cc: /quittance|appele/,
        encaisse_cc: /encaisse|charges comprises|\bcc$/,
      }),
    },
  ),
  colonne(
    "modeFonds",
    "Loyers encaissés par",
    [
      "mode",
      "mode encaissement",
      "encaissement",
      "encaissement loyers",
      "encaisse par",
      "loyers recus par",
      "loyers verses",
      "qui encaisse",
    ],
    {
      lire: choixLu({
        agence: /agence|mandataire|gestionnaire|cabinet|syndic|nous/,
        proprietaire: /proprietaire|bailleur|mandant|direct|client/,
      }),
      exemple: ["agence", "propriétaire"],
    },
  ),
];
