import { type Jour, lireJour } from "../dates.ts";
import { cite } from "../texte-lu.ts";
import { montantDeMachine } from "./montant-ecrit.ts";
import { type LigneLue, type ReleveLu, ReleveRefuse } from "./releve.ts";

type Champs = Record<string, string>;

/** The text of a file is of this format, of 1.x (SGML) or of 2.x (XML). */
export const estOfx = (texte: string): boolean =>
  /^\s*(OFXHEADER\s*:|<\?xml[^>]*>\s*<\?OFX|<\?OFX|<OFX>)/i.test(texte);

/** What holds other things, and is read; any other name is that of a value, closed or not. */
const GROUPES = [
  "STMTRS",
  "CCSTMTRS",
  "BANKACCTFROM",
  "CCACCTFROM",
  "BANKTRANLIST",
  "STMTTRN",
  "LEDGERBAL",
] as const;
type Groupe = (typeof GROUPES)[number];

/** What holds other things that are of somebody else: an account paid, a balance that is not the book's. */
const AILLEURS = [
  "BANKACCTTO",
  "CCACCTTO",
  "PAYEE",
  "AVAILBAL",
  "BALLIST",
  "CURRENCY",
  "ORIGCURRENCY",
];

const estGroupe = (nom: string): nom is Groupe => (GROUPES as readonly string[]).includes(nom);

interface Lecture {
  devise: string;
  compte: Champs;
  periode: Champs;
  solde: Champs;
  lignes: Champs[];
}

const lectureVide = (): Lecture => ({ devise: "", compte: {}, periode: {}, solde: {}, lignes: [] });

/**
 * The statements of an OFX file, of 1.x or of 2.x: one an account (domain/README §12.5). Both are read as marks and
 * values, since 1.x does not close its values and banks leave some empty.
 * @throws ReleveRefuse when it is cut, or a value can't be read.
 */
export function lireOfx(texte: string): ReleveLu[] {
  const debut = texte.search(/<OFX>/i);
  if (debut < 0) throw new ReleveRefuse("Ce fichier OFX ne commence pas comme il doit.");
  if (!/<\/OFX>\s*$/i.test(texte)) throw new ReleveRefuse("Ce fichier OFX est coupé avant sa fin.");
  const releves: ReleveLu[] = [];
  let lecture: Lecture | null = null;
  let groupe: Groupe | null = null;
  let ailleurs: string | null = null;
  for (const { ferme, nom, valeur } of marques(texte.slice(debut))) {
    if (ailleurs !== null) {
      if (ferme && nom === ailleurs) ailleurs = null;
    } else if (nom === "STMTRS" || nom === "CCSTMTRS") {
      if (ferme !== (lecture !== null)) throw new ReleveRefuse(MAL_FERME);
      if (lecture) releves.push(releveDe(lecture));
      lecture = ferme ? null : lectureVide();
      groupe = ferme ? null : nom;
    } else if (AILLEURS.includes(nom)) {
      if (!ferme && valeur === "") ailleurs = nom;
    } else if (lecture && estGroupe(nom)) {
      groupe = apres(lecture, groupe, nom, ferme);
    } else if (lecture && groupe && !ferme && valeur !== "") {
      noter(lecture, groupe, nom, valeur);
    }
  }
  if (lecture) throw new ReleveRefuse(MAL_FERME);
  if (releves.length === 0) throw new ReleveRefuse("Ce fichier ne contient aucun relevé.");
  return releves;
}

const MAL_FERME = "Ce fichier OFX est abîmé : un relevé n’est pas fermé.";

function* marques(texte: string) {
  for (const [, barre, nom = "", valeur = ""] of texte.matchAll(
    /<(\/?)([A-Za-z][\w.]*)\s*>([^<]*)/g,
  ))
    yield { ferme: barre === "/", nom: nom.toUpperCase(), valeur: sansEntites(valeur.trim()) };
}

/** Where reading goes on once a group opens or closes. */
function apres(lecture: Lecture, groupe: Groupe | null, nom: Groupe, ferme: boolean): Groupe {
  if (nom !== "STMTTRN") return ferme ? "STMTRS" : nom;
  if (ferme !== (groupe === "STMTTRN"))
    throw new ReleveRefuse("Ce fichier OFX est abîmé : une opération n’est pas fermée.");
  if (!ferme) lecture.lignes.push({});
  return ferme ? "BANKTRANLIST" : "STMTTRN";
}

function noter(lecture: Lecture, groupe: Groupe, nom: string, valeur: string): void {
  if (nom === "CURDEF") lecture.devise = valeur;
  else champsDe(lecture, groupe)[nom] ??= valeur;
}

function champsDe(lecture: Lecture, groupe: Groupe): Champs {
  switch (groupe) {
    case "BANKACCTFROM":
    case "CCACCTFROM":
      return lecture.compte;
    case "LEDGERBAL":
      return lecture.solde;
    case "STMTTRN":
      return lecture.lignes.at(-1) ?? {};
    default:
      return lecture.periode;
  }
}

const ENTITES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

const sansEntites = (texte: string): string =>
  texte.replace(/&(amp|lt|gt|quot|apos|nbsp);/g, (_, nom: string) => ENTITES[nom] ?? "");

/** « 20261005120000[+1:CET] »: the day it tells, whatever the hour. */
function jourOfx(texte: string | undefined): Jour {
  const [, annee, mois, jour] = texte?.match(/^(\d{4})(\d\d)(\d\d)/) ?? [];
  const lu = lireJour(`${annee}-${mois}-${jour}`);
  if (lu === null) throw new ReleveRefuse(`La date ${cite(texte ?? "")} n’existe pas.`);
  return lu;
}

const jourOuNul = (texte: string | undefined): Jour | null => (texte ? jourOfx(texte) : null);

function ligneDe(champs: Champs): LigneLue {
  const {
    TRNTYPE = "",
    DTPOSTED,
    DTUSER,
    TRNAMT = "",
    CHECKNUM,
    REFNUM,
    NAME = "",
    MEMO = "",
  } = champs;
  const libelle = MEMO.includes(NAME) ? MEMO : [NAME, MEMO].filter(Boolean).join(" ");
  return {
    date: jourOfx(DTPOSTED),
    valeur: jourOuNul(DTUSER),
    montant: montantDeMachine(TRNAMT),
    libelle: libelle || TRNTYPE,
    reference: CHECKNUM ?? REFNUM ?? null,
    tiers: null,
    iban: null,
    rejet: false,
  };
}

function releveDe({ devise, compte, periode, solde, lignes }: Lecture): ReleveLu {
  if (devise !== "" && devise !== "EUR") {
    throw new ReleveRefuse(`Ce compte est tenu en ${cite(devise)}, et non en euros.`);
  }
  const lues = lignes.map(ligneDe);
  const { BALAMT, DTASOF } = solde;
  const { DTSTART, DTEND } = periode;
  const nouveauSolde = BALAMT === undefined ? null : montantDeMachine(BALAMT);
  const soldeLe = jourOuNul(DTASOF);
  const complet = soldeLe !== null && lues.every(({ date }) => date <= soldeLe);
  const mouvements = lues.reduce((somme, { montant }) => somme + montant, 0);
  return {
    compte: compteDe(compte),
    du: jourOuNul(DTSTART),
    au: soldeLe ?? jourOuNul(DTEND),
    // The format tells no other: it is that before the lines, when all of them are within the balance.
    ancienSolde: nouveauSolde !== null && complet ? nouveauSolde - mouvements : null,
    nouveauSolde,
    lignes: lues,
  };
}

function compteDe({ BANKID = "", BRANCHID = "", ACCTID = "" }: Champs): string {
  const nu = ACCTID.replace(/[\s.-]/g, "");
  // An IBAN, or all of it at once: an account alone has eleven signs, thirteen with its key.
  if (nu.length > 13) return nu;
  return [BANKID, BRANCHID, nu].filter(Boolean).join(" ");
}
