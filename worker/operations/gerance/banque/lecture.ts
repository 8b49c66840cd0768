import type { Jour } from "#domain/dates.ts";
import { estCfonb, lireCfonb } from "#domain/gerance/banque/cfonb.ts";
import type { Correspondance } from "#domain/gerance/banque/correspondance.ts";
import { estOfx, lireOfx } from "#domain/gerance/banque/ofx.ts";
import {
  type FormatReleve,
  type ReleveLu,
  ReleveRefuse,
  relevesSains,
  texteDeBanque,
} from "#domain/gerance/banque/releve.ts";
import { estCamt, lireCamt } from "./lecture-camt.ts";
import { lireCsv } from "./lecture-csv.ts";

/** The first format that recognises a text reads it: CSV comes last, for it takes any text. */
const LECTEURS: readonly {
  format: FormatReleve;
  reconnait: (texte: string) => boolean;
  lire: (texte: string, correspondances: readonly Correspondance[]) => ReleveLu[];
}[] = [
  { format: "ofx", reconnait: estOfx, lire: lireOfx },
  { format: "camt", reconnait: estCamt, lire: lireCamt },
  { format: "cfonb", reconnait: estCfonb, lire: lireCfonb },
  { format: "csv", reconnait: () => true, lire: lireCsv },
];

const PDF = "%PDF-";

/**
 * The statements of a bank's file, whatever its format, one for each account. Their days and amounts are checked
 * (banque/README §12.5).
 * @param correspondances the meanings that people gave to columns of CSV files, the likeliest first
 * @throws ReleveRefuse, whose sentence says what is wrong in the file; ColonnesInconnues for a table whose columns
 * nobody described.
 */
export function lireReleves(
  octets: Uint8Array,
  today: Jour,
  correspondances: readonly Correspondance[] = [],
): { format: FormatReleve; releves: ReleveLu[] } {
  if (new TextDecoder("latin1").decode(octets.subarray(0, PDF.length)) === PDF) {
    throw new ReleveRefuse(
      "Ce fichier est un PDF, qui ne se lit pas ligne à ligne : téléchargez le relevé en CFONB 120, OFX, CAMT.053 ou CSV.",
    );
  }
  const texte = texteDeBanque(octets);
  const lecteur = LECTEURS.find(({ reconnait }) => reconnait(texte));
  if (!lecteur) throw new ReleveRefuse("Ce fichier n’est pas un relevé.");
  return {
    format: lecteur.format,
    releves: relevesSains(lecteur.lire(texte, correspondances), today),
  };
}
