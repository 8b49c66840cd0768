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

const sectionsDe = (texte: string) =>
  [...texte.matchAll(/^#{1,3} (\d+(?:\.\d+)?)\.? /gm)].map(([, numero = ""]) => numero);

/** The numbered sections of each README that has some, by its path. */
const PAPIERS = new Map(
  SOURCES.filter((chemin) => chemin.endsWith("/README.md"))
    .map((chemin) => [chemin, sectionsDe(lire(chemin))] as const)
    .filter(([, sections]) => sections.length > 0),
);
const TEXTES = new Set(
  [...(lire(REGLES).split(/^## /m)[1] ?? "").matchAll(/n° (\d+-\d+)/g)].map(([, numero]) => numero),
);

/** The text with its comments joined, because a citation may continue on the next line. */
const suivi = (texte: string) =>
  texte.replace(/\\u00A0|\u00A0/g, " ").replace(/\n[ \t]*(?:\*(?!\/)|\/\/|--|#)? ?/g, " ");

const tous = (texte: string, motif: RegExp) => [...texte.matchAll(motif)];

/**
 * The sections of the paper that a citation names by its folder; none when several papers, or none, have that name.
 */
function sectionsDuPapier(nom: string): string[] {
  const papiers = [...PAPIERS].filter(([chemin]) => `/${chemin}`.endsWith(`/${nom}.md`));
  return papiers.length === 1 ? papiers.flatMap(([, sections]) => sections) : [];
}

/**
 * The cited sections that do not exist in the cited paper, or in this README itself when the citation names no paper.
 * The sections of an RFC are not checked.
 */
function sectionsEgarees(chemin: string, texte: string): string[] {
  const citations = tous(
    texte,
    /([\w/-]+\/README|RFC \d+)?((?:(?:,? | and |, and )?§ ?\d*(?:\.\d+)*)+)/g,
  );
  return citations.flatMap(([, papier, suite = ""]) => {
    if (papier?.startsWith("RFC")) return [];
    const connues = papier ? sectionsDuPapier(papier) : (PAPIERS.get(chemin) ?? []);
    return tous(suite, /§ ?([\d.]*)/g)
      .map(([, numero = ""]) => numero)
      .filter((numero) => !connues.includes(numero))
      .map((numero) => `§${numero}`);
  });
}

const LIGNE_DE_TABLE = /^\| (?:here|\[[^\]]+\]\(([^)]+)\)) \|[^|]*\| (§[^|]*) \|$/gm;

/** The sections that the table of the rules gives to each paper; a chapter alone means all its sections. */
function tableDesPapiers(): Map<string, string[]> {
  return new Map(
    tous(lire(REGLES), LIGNE_DE_TABLE).map(([, lien = "README.md", sections = ""]) => [
      normalize(join(dirname(REGLES), lien)),
      tous(sections, /§([\d.]+)/g).map(([, numero = ""]) => numero),
    ]),
  );
}

/** The citations of sections, papers, laws and files that lead nowhere. */
function egarees(chemin: string, source: string): string[] {
  const texte = suivi(chemin === REGLES ? source.replace(LIGNE_DE_TABLE, "") : source);
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
    ...sectionsEgarees(chemin, texte),
    ...[...papiers, ...cahier, ...lois, ...fichiers].map(([citation]) => citation),
  ];
}

/** Whether a file exists with this path, this end of a path, or this place beside the text that names it. */
function seTrouve(chemin: string, nom: string): boolean {
  const voisin = normalize(join(dirname(chemin), nom));
  return CHEMINS.some((connu) => connu === voisin || connu === nom || connu.endsWith(`/${nom}`));
}

/** The anchors that GitHub gives to the titles of a README. */
const ancresDe = (texte: string) =>
  tous(texte, /^#+ (.+)$/gm).map(([, titre = ""]) =>
    `#${titre}`
      .toLowerCase()
      .replace(/[^#\p{L}\p{N} -]/gu, "")
      .replaceAll(" ", "-"),
  );

/** Whether the file of a link exists, with the title that the link names. */
function meneQuelquePart(chemin: string, texte: string, lien: string): boolean {
  const [fichier = "", ancre] = lien.split("#");
  const cible = join(ROOT, dirname(chemin), fichier);
  if (fichier && !existsSync(cible)) return false;
  return !ancre || ancresDe(fichier ? readFileSync(cible, "utf8") : texte).includes(`#${ancre}`);
}

/** The links and folder names of a README that lead nowhere. */
function liensEgares(chemin: string, texte: string): string[] {
  const liens = tous(texte, /\]\((?!https?:)([^)]+)\)/g).map(([, lien = ""]) => lien);
  const dossiers = tous(texte, /`((?:worker|web|tests|migrations)\/[\w./-]*)`/g);
  return [
    ...liens.filter((lien) => !meneQuelquePart(chemin, texte, lien)),
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

  it("la table des règles dit où est chaque section, et chacune n’est qu’à un endroit", () => {
    const table = tableDesPapiers();
    expect([...table.keys()].sort()).toEqual([...PAPIERS.keys()].sort());
    for (const [chemin, sections] of PAPIERS) {
      const dites = table.get(chemin) ?? [];
      expect(sections, chemin).toEqual(expect.arrayContaining(dites));
      expect(
        sections.filter(
          (numero) => ![numero, numero.split(".")[0]].some((dit) => dites.includes(dit ?? "")),
        ),
        chemin,
      ).toEqual([]);
    }
    const toutes = [...PAPIERS.values()].flat();
    expect(new Set(toutes).size).toBe(toutes.length);
  });

  it.each([
    ["une section qui n’existe pas", "/** Rounded (quittances/README §2.99). */"],
    ["une section d’un autre papier", "/** Rounded (bail/README §2.3). */"],
    ["une section sans son papier", "/** Rounded (§2.3). */"],
    ["une section d’un papier absent", "/** Closed (spec §4). */"],
    ["une section à la ligne suivante", "/**\n * Closed (contract\n * §5).\n */"],
    ["la suite d’une liste", "// (quittances/README §2.3, §2.99)"],
    ["un papier absent", "/** Blank (legal.md, claim marks). */"],
    ["un cahier des charges sans nom", "/** The five rooms of the spec. */"],
    ["une loi qui n’est pas dans la table", "/** art. 3 of loi n° 89-642 */"],
    ["un fichier parti", "/** Twin of `domain/parti.ts`. */"],
  ])("%s se remarque", (_, texte) => {
    expect(egarees("worker/exemple.ts", texte)).toHaveLength(1);
  });

  it("un lien, un dossier et un titre que rien ne porte se remarquent", () => {
    const liens =
      "[un](worker/parti.ts), `web/parti/`, [deux](#parti), [trois](worker/STYLE.md#parti)";
    expect(liensEgares("README.md", liens)).toHaveLength(4);
  });

  it("une section, une liste, une loi, une RFC et un fichier qui existent passent", () => {
    const texte =
      "/** quittances/README §2.3; domain/quittances/README §2.5, §2.7 and\n * §7.3; loi n° 89-462; RFC 9110 §14; `worker/index.ts` */";
    expect(egarees("worker/exemple.ts", texte)).toEqual([]);
  });
});
