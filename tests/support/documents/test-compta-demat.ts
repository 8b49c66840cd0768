import { COLONNES_FEC } from "#domain/gerance/livres/fec.ts";

/** The fields that every line must fill (Livre des procédures fiscales, art. A. 47 A-1). */
const OBLIGATOIRES = [
  ...["JournalCode", "JournalLib", "EcritureNum", "EcritureDate", "CompteNum", "CompteLib"],
  ...["PieceRef", "PieceDate", "EcritureLib", "ValidDate"],
];

const cents = (texte = "") => Math.round(Number(texte.replace(",", ".")) * 100);

const existe = (jour: string): boolean => {
  const iso = `${jour.slice(0, 4)}-${jour.slice(4, 6)}-${jour.slice(6)}`;
  return /^\d{8}$/.test(jour) && new Date(`${iso}T00:00:00Z`).toISOString().startsWith(iso);
};

type LigneLue = Record<string, string>;

/** The faults of a line on its own. */
function fautesDeLaLigne(ligne: LigneLue): string[] {
  const { CompteNum = "", Debit = "", Credit = "", CompAuxNum, CompAuxLib } = ligne;
  const dates = ["EcritureDate", "PieceDate", "ValidDate", "DateLet"].filter(
    (nom) => ligne[nom] && !existe(ligne[nom]),
  );
  return [
    ...OBLIGATOIRES.filter((nom) => !ligne[nom]).map((nom) => `${nom} vide`),
    ...dates.map((nom) => `${nom} n’est pas une date`),
    ...(/^\d{3,}$/.test(CompteNum) ? [] : ["CompteNum sans trois chiffres"]),
    ...([Debit, Credit].every((montant) => /^-?\d+,\d{2}$/.test(montant)) ? [] : ["montant"]),
    ...((cents(Debit) === 0) === (cents(Credit) === 0) ? ["débit et crédit"] : []),
    ...(Boolean(CompAuxNum) === Boolean(CompAuxLib) ? [] : ["compte auxiliaire sans libellé"]),
    ...(Boolean(ligne.EcritureLet) === Boolean(ligne.DateLet) ? [] : ["lettre sans date"]),
    ...((ligne.PieceDate ?? "") > (ligne.EcritureDate ?? "") ? ["pièce postérieure"] : []),
    ...((ligne.ValidDate ?? "") < (ligne.EcritureDate ?? "") ? ["validée avant sa date"] : []),
  ];
}

/** The faults that appear only when lines are read together: balance, order and numbers of the entries. */
function fautesDesEcritures(lignes: readonly LigneLue[]): string[] {
  const parNumero = Map.groupBy(lignes, ({ EcritureNum = "" }) => EcritureNum);
  const solde = (siennes: readonly LigneLue[]) =>
    siennes.reduce((total, { Debit, Credit }) => total + cents(Debit) - cents(Credit), 0);
  const rangs = [...parNumero.keys()].map((numero) => Number(numero.split("-")[1]));
  const libelles = Map.groupBy(lignes, ({ CompteNum = "" }) => CompteNum);
  return [
    ...[...parNumero].flatMap(([numero, siennes]) => [
      ...(solde(siennes) === 0 ? [] : [`${numero} déséquilibrée`]),
      ...(siennes.length > 1 ? [] : [`${numero} d’une seule ligne`]),
      ...(new Set(siennes.map((l) => `${l.JournalCode} ${l.EcritureDate}`)).size === 1
        ? []
        : [`${numero} de deux journaux ou de deux dates`]),
    ]),
    ...(rangs.every((rang, place) => place === 0 || rang === (rangs[place - 1] ?? 0) + 1)
      ? []
      : ["numéros avec un trou, ou hors de leur ordre"]),
    ...[...libelles].flatMap(([compte, siennes]) =>
      new Set(siennes.map(({ CompteLib }) => CompteLib)).size === 1
        ? []
        : [`${compte} a deux libellés`],
    ),
  ];
}

/**
 * The faults for which the test program of the tax administration would refuse this file (Livre des procédures
 * fiscales, art. A. 47 A-1).
 * @param nom « 912345670FEC20261231.txt »; null for a file of entries to import, which has no legal name
 * @param cloture the last day of the year that `nom` must give, as « 20261231 »; by default, any day
 */
export function testComptaDemat(texte: string, nom: string | null, cloture?: string): string[] {
  const [entete = "", ...lignes] = texte.replace(/^\uFEFF/, "").split("\r\n");
  const zones = lignes.filter(Boolean).map((ligne) => ligne.split("\t"));
  const lues = zones.map((champs) =>
    Object.fromEntries(COLONNES_FEC.map((colonne, rang) => [colonne, champs[rang] ?? ""])),
  );
  return [
    ...(nom === null || new RegExp(`^\\d{9}FEC${cloture ?? "\\d{8}"}\\.txt$`).test(nom)
      ? []
      : [`nom ${nom}`]),
    ...(entete === COLONNES_FEC.join("\t") ? [] : ["entête"]),
    ...(lignes.at(-1) === "" ? [] : ["dernière ligne sans fin"]),
    ...zones.flatMap((champs, rang) =>
      champs.length === COLONNES_FEC.length ? [] : [`ligne ${rang + 1} : ${champs.length} zones`],
    ),
    ...lues.flatMap((ligne, rang) =>
      fautesDeLaLigne(ligne).map((faute) => `ligne ${rang + 1} : ${faute}`),
    ),
    ...fautesDesEcritures(lues),
  ];
}
