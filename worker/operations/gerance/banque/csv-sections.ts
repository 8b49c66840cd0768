import { mot } from "#domain/gerance/banque/colonnes-de-releve.ts";
import { ReleveRefuse } from "#domain/gerance/banque/releve.ts";
import { nommeUnSolde } from "#domain/gerance/banque/soldes-dits.ts";
import { nommeUnCompte } from "./csv-entete.ts";
import { estJour, type Rang, type Section, type Table } from "./csv-table.ts";

/**
 * Cuts the lines of the file by account: the heading of another account, or new column heads, begin a section. A
 * section without heads keeps the columns of the section before.
 * @throws ReleveRefuse when nothing decides whether a line is the heading of an account
 */
export function sectionsDe({ trouver, rangs, ...premiere }: Table): Section[] {
  let courante: Section = { ...premiere, rangs: [] };
  const sections = [courante];
  let avantSesLignes = false;
  const formes = new Set(premiere.avant.filter(nommeUnCompte).map(formeDe));
  rangs.forEach((rang, place) => {
    const { cellules } = rang;
    const sansJour = !cellules.some(estJour);
    const places = sansJour ? trouver(cellules) : null;
    const debute =
      places !== null ||
      (sansJour &&
        ouvreUnCompte(rangs.slice(place, place + 1 + LIGNES_DE_TETE), {
          formes,
          trouver,
          avantTout: courante.rangs.length === 0,
        }));
    if (!debute) {
      if (avantSesLignes && !estJour(cellules[0] ?? "")) courante.avant.push(cellules);
      else {
        avantSesLignes = false;
        courante.rangs.push(rang);
      }
      return;
    }
    if (!avantSesLignes) {
      courante = { ...courante, avant: [], rangs: [] };
      sections.push(courante);
    }
    courante.avant.push(cellules);
    avantSesLignes = places === null;
    if (places) Object.assign(courante, { places, entetes: cellules });
  });
  return sections;
}

/**
 * The first cell of a line, each word with a digit replaced by `#`. The headings of the accounts of one file share
 * this form.
 */
const formeDe = (cellules: readonly string[]): string =>
  mot(cellules[0] ?? "").replace(/\b\w*\d\w*\b/g, "#");

/** The most lines between the heading of an account and its own lines. */
const LIGNES_DE_TETE = 6;

/**
 * Whether this line is the heading of an account, and does not continue the label of the line above. It names an
 * account, and meets one of three conditions: no line comes before it, it has the form of an earlier heading, or
 * balances or column heads follow it.
 * @throws ReleveRefuse for a line that begins with the name of an account, when no condition decides
 */
function ouvreUnCompte(
  [rang, ...suite]: readonly Rang[],
  {
    formes,
    trouver,
    avantTout,
  }: { formes: Set<string>; trouver: Table["trouver"]; avantTout: boolean },
): boolean {
  const { cellules = [], numero = 0 } = rang ?? {};
  if (!cellules[0] || !nommeUnCompte(cellules)) return false;
  const premiere = suite.findIndex((suivant) => suivant.cellules.some(estJour));
  const tete = [
    cellules,
    ...suite.slice(0, premiere < 0 ? undefined : premiere).map((suivant) => suivant.cellules),
  ];
  const forme = formeDe(cellules);
  if (
    avantTout ||
    formes.has(forme) ||
    tete.some((ligne) => ligne.some(nommeUnSolde) || trouver(ligne))
  ) {
    formes.add(forme);
    return true;
  }
  if (!COMMENCE_UN_COMPTE.test(forme)) return false;
  throw new ReleveRefuse(
    `Ligne ${numero} : elle nomme un compte, et rien ne dit si les lignes qui la suivent sont les siennes.`,
  );
}

/** The beginning of a line that names an account, as banks write it. */
const COMMENCE_UN_COMPTE = /^(compte|livret|pel|cel|ldds?|(numero|num|n|no) (de |du )?compte)\b/;
