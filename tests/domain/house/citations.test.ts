import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const REGLES = "worker/domain/README.md";
const CE_FICHIER = "tests/domain/house/citations.test.ts";

const lire = (chemin: string) => readFileSync(join(ROOT, chemin), "utf8");

const CHEMINS = [
  ...readdirSync(ROOT),
  ...["worker", "web", "tests", "migrations"].flatMap((dossier) =>
    readdirSync(join(ROOT, dossier), { recursive: true, encoding: "utf8" })
      .filter((chemin) => !/(^|\/)(dist|results|meta)\//.test(chemin))
      .map((chemin) => join(dossier, chemin)),
  ),
];
const SOURCES = CHEMINS.filter(
  (chemin) =>
    /\.(ts|tsx|mjs|css|sql|toml|md)$/.test(chemin) &&
    !chemin.includes(".generated.") &&
    chemin !== CE_FICHIER,
);

const SECTIONS = new Set(
  [...lire(REGLES).matchAll(/^#{2,3} (\d+(?:\.\d+)?)\.? /gm)].map(([, numero]) => numero),
);
const TEXTES = new Set(
  [...(lire(REGLES).split(/^## /m)[1] ?? "").matchAll(/n° (\d+-\d+)/g)].map(([, numero]) => numero),
);

/** A citation may continue on the next line of its comment. */
const suivi = (texte: string) =>
  texte.replace(/\\u00A0|\u00A0/g, " ").replace(/\n[ \t]*(?:\*(?!\/)|\/\/|--|#)? ?/g, " ");

const tous = (texte: string, motif: RegExp) => [...texte.matchAll(motif)];

/** The cited sections that are missing from the rules: they follow the name of that page, or of an RFC. */
function sectionsEgarees(texte: string, dansLesRegles: boolean): string[] {
  const citations = tous(texte, /(domain\/README|RFC \d+)?((?:(?:,? | and )?§ ?\d*(?:\.\d+)*)+)/g);
  return citations.flatMap(([, papier, suite = ""]) => {
    const numeros = tous(suite, /§ ?([\d.]*)/g).map(([, numero = ""]) => numero);
    if (papier?.startsWith("RFC")) return [];
    const perdues =
      papier || dansLesRegles ? numeros.filter((numero) => !SECTIONS.has(numero)) : numeros;
    return perdues.map((numero) => `§${numero}`);
  });
}

/** The citations of a text that lead nowhere: sections, papers, laws, files. */
function egarees(chemin: string, source: string): string[] {
  const texte = suivi(source);
  const papiers = tous(texte, /(?<![\w./-])[\w./-]+\.md\b/g).filter(
    ([nom]) => !seTrouve(chemin, nom),
  );
  const cahier = tous(texte, /\b(?:the|la) spec\b/gi);
  const lois = tous(texte, /(?:loi|décret)s? n° ?(\d+-\d+)/gi).filter(
    ([, numero]) => !TEXTES.has(numero),
  );
  const fichiers = tous(texte, /`(\w[\w./-]*\.(?:ts|tsx|mjs|toml|sql))`/g).filter(
    ([, nom = ""]) => !seTrouve(chemin, nom),
  );
  return [
    ...sectionsEgarees(texte, chemin === REGLES),
    ...[...papiers, ...cahier, ...lois, ...fichiers].map(([citation]) => citation),
  ];
}

/** Whether a file has this name or this end of a path, or lies there from the text that names it. */
function seTrouve(chemin: string, nom: string): boolean {
  const voisin = normalize(join(dirname(chemin), nom));
  return CHEMINS.some((connu) => connu === voisin || connu === nom || connu.endsWith(`/${nom}`));
}

/** The links and folder names of a README that lead nowhere. */
function liensEgares(chemin: string, texte: string): string[] {
  const titres = tous(texte, /^#+ (.+)$/gm).map(([, titre = ""]) =>
    `#${titre}`
      .toLowerCase()
      .replace(/[^#\p{L}\p{N} -]/gu, "")
      .replaceAll(" ", "-"),
  );
  const liens = tous(texte, /\]\((?!https?:)([^)]+)\)/g).map(([, lien = ""]) => lien);
  const dossiers = tous(texte, /`((?:worker|web|tests|migrations)\/[\w./-]*)`/g);
  return [
    ...liens.filter((lien) =>
      lien.startsWith("#")
        ? !titres.includes(lien)
        : !existsSync(join(ROOT, dirname(chemin), lien.replace(/#.*/, ""))),
    ),
    ...dossiers
      .map(([, dossier = ""]) => dossier)
      .filter((dossier) => !existsSync(join(ROOT, dossier))),
  ];
}

describe("une citation mène quelque part", () => {
  it("les sections, les papiers, les lois et les fichiers que les sources citent existent", () => {
    const trouvees = SOURCES.flatMap((chemin) =>
      egarees(chemin, lire(chemin)).map((citation) => `${chemin} : ${citation}`),
    );
    expect(trouvees).toEqual([]);
  });

  it("les liens et les chemins des README existent", () => {
    const readmes = SOURCES.filter((chemin) => chemin.endsWith(".md"));
    expect(readmes).toContain(REGLES);
    expect(readmes.flatMap((chemin) => liensEgares(chemin, lire(chemin)))).toEqual([]);
  });

  it.each([
    ["une section qui n’existe pas", "/** Rounded (domain/README §2.99). */"],
    ["une section sans son papier", "/** Rounded (§2.3). */"],
    ["une section d’un papier absent", "/** Closed (spec §4). */"],
    ["une section à la ligne suivante", "/**\n * Closed (contract\n * §5).\n */"],
    ["la suite d’une liste", "// (domain/README §2.3, §2.99)"],
    ["un papier absent", "/** Blank (legal.md, claim marks). */"],
    ["un cahier des charges sans nom", "/** The five rooms of the spec. */"],
    ["une loi qui n’est pas dans la table", "/** art. 3 of loi n° 89-642 */"],
    ["un fichier parti", "/** Twin of `domain/parti.ts`. */"],
  ])("%s se remarque", (_, texte) => {
    expect(egarees("worker/exemple.ts", texte)).toHaveLength(1);
  });

  it("un lien, un dossier et un titre que rien ne porte se remarquent", () => {
    const liens = "[un](worker/parti.ts), `web/parti/`, [deux](#parti)";
    expect(liensEgares("README.md", liens)).toHaveLength(3);
  });

  it("une section, une liste, une loi, une RFC et un fichier qui existent passent", () => {
    const texte =
      "/** domain/README §2.3; domain/README §2.5, §2.7 and\n * §9.1; loi n° 89-462; RFC 9110 §14; `worker/index.ts` */";
    expect(egarees("worker/exemple.ts", texte)).toEqual([]);
  });
});
