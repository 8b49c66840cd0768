import type { BlocFige, TexteFige } from "./blocs.ts";

const BLANC = /…{3,}/;
const MOTS_AUTOUR = 5;

const texteDe = (texte: TexteFige): string =>
  typeof texte === "string" ? texte : texte.map(({ text }) => text).join("");

/** The words before a blank; when the blank begins the text, the words after it. */
function autour(texte: string): string {
  const [avant = "", apres = ""] = texte.split(BLANC, 2);
  const mots = (bout: string) => bout.split(/[\s\u00A0]+/).filter(Boolean);
  const debut = mots(avant).slice(-MOTS_AUTOUR);
  return (debut.length > 0 ? debut : mots(apres).slice(0, MOTS_AUTOUR)).join(" ");
}

/** A blank left in a paper, named by its label or by the words beside it. */
export interface Blanc {
  libelle: string;
  /** The law requires this fact: without it, the paper may be void or not binding. */
  exige: boolean;
}

/**
 * The labels of the facts that say who is bound, by what and from when (loi n° 89-462, art. 3 and 22-1; Code civil,
 * art. 1163 and 2297). The number of a mandate is checked in its title (décret n° 72-678, art. 65).
 */
const EXIGES =
  /^(?:Nom|Dénomination|Raison sociale|Demeurant|Domicile.*|Siège social|SIREN|Née?|Localisation du logement|Identifiant fiscal du logement|Surface habitable|Emplacement|Logement|Adresse|Bail signé le|Prise d['’]effet|Durée|Terme.*|Révision du loyer|Loyer mensuel hors charges)$/;

/**
 * The blanks left in the facts of a paper: nobody can fill them in by hand once the paper is signed on a screen.
 * Blanks meant to be filled (forms, signatures) are left out.
 */
export function blancsDe(blocs: readonly BlocFige[]): Blanc[] {
  const titres = blocs.flatMap((bloc) =>
    bloc.kind === "title" ? dans([bloc.text, bloc.subtitle ?? ""]) : [],
  );
  const trouves = blocs.flatMap((bloc) => {
    switch (bloc.kind) {
      case "paragraph":
        return dans([texteDe(bloc.text)]);
      case "list":
        return dans(bloc.items.map(({ text }) => texteDe(text)));
      case "facts":
        return bloc.facts
          .filter(({ value }) => BLANC.test(texteDe(value)))
          .map(({ label }) => label);
      case "fields":
      case "window":
        return bloc.fields
          .filter(({ lines }) => lines.some((ligne) => BLANC.test(texteDe(ligne))))
          .map(({ label }) => label);
      case "table":
        return bloc.grid
          ? []
          : bloc.rows.flatMap(({ cells }) =>
              cells.some((cell) => BLANC.test(cell)) ? [nomDeRangee(cells)] : [],
            );
      default:
        return [];
    }
  });
  return [
    ...[...new Set(titres)].map((libelle) => ({ libelle, exige: true })),
    ...[...new Set(trouves)].map((libelle) => ({ libelle, exige: EXIGES.test(libelle) })),
  ];
}

const nomDeRangee = (cells: readonly string[]): string =>
  cells.find((cell) => cell !== "" && !BLANC.test(cell)) ?? "une ligne de tableau";

const dans = (textes: readonly string[]): string[] =>
  textes.filter((texte) => BLANC.test(texte)).map(autour);
