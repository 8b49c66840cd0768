import { sansReferences } from "#domain/agence/references.ts";
import { ColonnesInconnues, type Correspondance } from "#domain/gerance/banque/correspondance.ts";
import { exigerEuros } from "#domain/gerance/banque/devise-ecrite.ts";
import { prouver, type ReleveLu, ReleveRefuse } from "#domain/gerance/banque/releve.ts";
import { lectureDe } from "./csv-colonnes.ts";
import { enteteDe } from "./csv-entete.ts";
import { exigerSigne, lire } from "./csv-lignes.ts";
import { sectionsDe } from "./csv-sections.ts";
import { fraisCompris, parCompte, soldes } from "./csv-soldes.ts";
import {
  SEPARATEURS_ET_GUILLEMETS,
  type Section,
  sansEntetes,
  tableDe,
  tableInconnue,
} from "./csv-table.ts";

/**
 * The statements of a CSV file of any French bank. Its columns are known by their headers (banque/README §12.5), or
 * by the meanings that people gave them. A balance after each line proves the statement.
 * @throws ReleveRefuse for a file without a table or an operation, or with a line that cannot be read: the error
 * names the line; ColonnesInconnues for a table whose columns nobody described.
 */
export function lireCsv(
  texte: string,
  correspondances: readonly Correspondance[] = [],
): ReleveLu[] {
  if (!/[^\s;,]/.test(texte)) throw new ReleveRefuse(SANS_TABLE);
  const lisible = sansReferences(texte, SEPARATEURS_ET_GUILLEMETS);
  const table = tableDe(lisible, correspondances);
  if (table === null) {
    const inconnue = tableInconnue(lisible);
    if (inconnue) throw new ColonnesInconnues(inconnue);
    throw new ReleveRefuse(sansEntetes(lisible) ? SANS_ENTETES : SANS_TABLE);
  }
  const sections = sectionsDe(table).map(lireSection);
  const releves = sections.flatMap((section) => section.releves);
  if (releves.length > 0) return releves;
  throw new ReleveRefuse(
    sections.some(({ sansEffet }) => sansEffet > 0)
      ? "Aucune opération de ce fichier n’a eu lieu : elles sont refusées, annulées ou encore en attente."
      : "Ce fichier ne contient aucune opération.",
  );
}

/** The statements of a section: one account, or several when each line names its own. */
function lireSection(section: Section): { releves: ReleveLu[]; sansEffet: number } {
  const { avant, rangs } = section;
  exigerEuros(avant);
  const lecture = lectureDe(section);
  let sansEffet = 0;
  let sorties = 0;
  const lignesLues = rangs.flatMap(({ cellules, numero }) => {
    try {
      const ligneLue = lire(cellules, lecture);
      if (ligneLue === "sans effet") sansEffet++;
      if (typeof ligneLue === "string") return [];
      sorties = exigerSigne(ligneLue, sorties);
      return [ligneLue];
    } catch (error) {
      if (!(error instanceof ReleveRefuse)) throw error;
      throw new ReleveRefuse(`Ligne ${numero} : ${error.message}`);
    }
  });
  if (lignesLues.length === 0) return { releves: [], sansEffet };
  const entete = enteteDe(avant);
  if (entete.nombre !== null && entete.nombre !== lignesLues.length) {
    throw new ReleveRefuse(
      `Ce fichier annonce ${entete.nombre} opérations et en contient ${lignesLues.length} : il est coupé ou modifié.`,
    );
  }
  const comptes = new Map(
    [...parCompte(lignesLues, entete.compte)].map(([compte, lignesDuCompte]) => [
      compte,
      fraisCompris(lignesDuCompte, lecture),
    ]),
  );
  const releves = [...comptes].map(([compte, lignesDuCompte], rang) =>
    prouver({
      compte,
      du: null,
      au: null,
      ...soldes(
        lignesDuCompte,
        comptes.size === 1 ? entete : { ...entete, avant: [], solde: null },
      ),
      lignes: lignesDuCompte.map(({ ligne }) => ligne),
      sansEffet: rang === 0 ? sansEffet : 0,
    }),
  );
  return { releves, sansEffet };
}

const SANS_TABLE =
  "Ce fichier n’est pas un relevé reconnu : CFONB 120, OFX, CAMT.053, ou CSV avec une date, un libellé et un montant (ou débit et crédit).";

const SANS_ENTETES =
  "Les opérations de ce fichier n’ont pas de ligne d’en-têtes au-dessus d’elles : ajoutez-en une (Date ; Libellé ; Montant), ou téléchargez le relevé en CFONB 120, OFX ou CAMT.053.";
