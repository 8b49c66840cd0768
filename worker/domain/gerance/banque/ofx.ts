import { sansCdata, sansReferences } from "../../agence/references.ts";
import { aujourdhui, type Jour, lireJour } from "../../dates.ts";
import { cite } from "../../texte-lu.ts";
import type { Centimes } from "../livres/repartition.ts";
import { exigerCompteEnEuros } from "./devise-ecrite.ts";
import { montantDeMachine } from "./montants-et-jours-ecrits.ts";
import { type LigneLue, type ReleveLu, ReleveRefuse } from "./releve.ts";

type Champs = Record<string, string>;

/** Whether a text begins as an OFX file, version 1 (SGML) or 2 (XML). */
export const estOfx = (texte: string): boolean =>
  /^\s*(OFXHEADER\s*:|<\?xml[^>]*>\s*<\?OFX|<\?OFX|<OFX>)/i.test(texte);

/** The tags of the groups that are read: a value is kept only inside one of these groups. */
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

/** The tags whose content is skipped: another account, another balance, another currency, an operation to come. */
const AILLEURS = ["BANKACCTTO", "CCACCTTO", "AVAILBAL", "BALLIST", "ORIGCURRENCY", "STMTTRNP"];

const estGroupe = (nom: string): nom is Groupe => (GROUPES as readonly string[]).includes(nom);

interface Lecture {
  devise: string;
  compte: Champs;
  periode: Champs;
  solde: Champs;
  lignes: Champs[];
  /** The number of announced operations, not booked yet. */
  annoncees: number;
}

const lectureVide = (): Lecture => ({
  devise: "",
  compte: {},
  periode: {},
  solde: {},
  lignes: [],
  annoncees: 0,
});

/**
 * Reads an OFX file, version 1 or 2: one statement for each account (banque/README §12.5). Both versions are read as
 * tags and values, since version 1 does not close its values.
 *
 * @throws ReleveRefuse for a truncated file or one without a statement, an unreadable value, another currency than the
 * euro, an impossible correction, or an amount whose direction is unsure
 */
export function lireOfx(texte: string): ReleveLu[] {
  const debut = texte.search(/<OFX>/i);
  if (debut < 0) throw new ReleveRefuse("Ce fichier OFX ne commence pas comme il doit.");
  if (!/<\/OFX>\s*$/i.test(texte)) throw new ReleveRefuse("Ce fichier OFX est coupé avant sa fin.");
  const releves: ReleveLu[] = [];
  let lecture: Lecture | null = null;
  let groupe: Groupe | null = null;
  let ailleurs: string | null = null;
  for (const marque of marques(sansCdata(texte.slice(debut)))) {
    const { ferme, nom, valeur } = marque;
    if (ailleurs !== null) {
      if (ferme && nom === ailleurs) ailleurs = null;
    } else if (nom === "STMTRS" || nom === "CCSTMTRS") {
      if (ferme !== (lecture !== null)) throw new ReleveRefuse(MAL_FERME);
      if (lecture) releves.push(releveDe(lecture));
      lecture = ferme ? null : lectureVide();
      groupe = ferme ? null : nom;
    } else if (AILLEURS.includes(nom)) {
      if (!ferme && valeur === "") ailleurs = nom;
      if (lecture && ailleurs === ANNONCEE) lecture.annoncees++;
    } else if (lecture && estGroupe(nom)) {
      groupe = apres(lecture, groupe, { nom, ferme });
    } else if (lecture && groupe && !ferme && valeur !== "") {
      noter(lecture, groupe, marque);
    }
  }
  if (lecture) throw new ReleveRefuse(MAL_FERME);
  if (releves.length === 0) throw new ReleveRefuse("Ce fichier ne contient aucun relevé.");
  return releves;
}

/** The tag of an operation that the bank has not booked yet. */
const ANNONCEE = "STMTTRNP";

const MAL_FERME = "Ce fichier OFX est abîmé : un relevé n’est pas fermé.";

interface Marque {
  ferme: boolean;
  nom: string;
  valeur: string;
}

function* marques(texte: string): Generator<Marque> {
  for (const [, barre, nom = "", valeur = ""] of texte.matchAll(
    /<(\/?)([A-Za-z][\w.]*)\s*>((?:[^<]|<(?![/A-Za-z]))*)/g,
  ))
    yield { ferme: barre === "/", nom: nom.toUpperCase(), valeur: sansReferences(valeur.trim()) };
}

/** The group of tags inside which reading continues once a tag opens or closes. */
function apres(
  lecture: Lecture,
  groupe: Groupe | null,
  { ferme, nom }: { ferme: boolean; nom: Groupe },
): Groupe {
  if (nom !== "STMTTRN") return ferme ? "STMTRS" : nom;
  if (ferme !== (groupe === "STMTTRN"))
    throw new ReleveRefuse("Ce fichier OFX est abîmé : une opération n’est pas fermée.");
  if (!ferme) lecture.lignes.push({});
  return ferme ? "BANKTRANLIST" : "STMTTRN";
}

function noter(lecture: Lecture, groupe: Groupe, { nom, valeur }: Marque): void {
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

/**
 * The day in Paris of an OFX date, « 20261005120000[+1:CET] »; the day as written without an hour or a time zone.
 *
 * @throws ReleveRefuse for a day that does not exist
 */
function jourOfx(texte = ""): Jour {
  const [, annee, mois, jour, heure, minute, zone] =
    texte.match(/^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)[\d.]*)?(?:\[([+-]?\d{1,2}(?:\.\d+)?))?/) ?? [];
  const jourLu = lireJour(`${annee}-${mois}-${jour}`);
  if (jourLu === null) throw new ReleveRefuse(`La date ${cite(texte)} n’existe pas.`);
  if (heure === undefined || zone === undefined) return jourLu;
  const instant =
    Date.parse(`${jourLu}T${heure}:${minute}:00Z`) - Number(zone) * MILLISECONDES_PAR_HEURE;
  return Number.isNaN(instant) ? jourLu : aujourdhui(new Date(instant));
}

const MILLISECONDES_PAR_HEURE = 3_600_000;

const jourOuNul = (texte: string | undefined): Jour | null => (texte ? jourOfx(texte) : null);

/** Kinds of operations that take money out by definition; some banks write their amounts without a sign. */
const SORTIES = [
  "DEBIT",
  "PAYMENT",
  "CHECK",
  "CASH",
  "REPEATPMT",
  "FEE",
  "SRVCHG",
  "POS",
  "ATM",
  "DIRECTDEBIT",
];
const ENTREES = ["CREDIT", "DEP", "DIRECTDEP", "DIV"];
/** The kind of an amount that the bank only reserves on the account. */
const RETENUE = "HOLD";

const genreDe = ({ TRNTYPE = "" }: Champs): string => TRNTYPE.toUpperCase();

/**
 * The cents of an operation.
 * @throws ReleveRefuse for another currency than the euro, or an unreadable amount
 */
function montantEcritDe({ TRNAMT = "", CURSYM = "EUR" }: Champs): Centimes {
  if (CURSYM.toUpperCase() !== "EUR")
    throw new ReleveRefuse(`Une opération est en ${cite(CURSYM)}, et non en euros.`);
  return montantDeMachine(TRNAMT);
}

const sort = (ligne: Champs): boolean =>
  SORTIES.includes(genreDe(ligne)) && /[1-9]/.test(ligne.TRNAMT ?? "");

/**
 * The kinds of operations whose amounts go out when written without a sign: « DEBIT » always; the other kinds (fees,
 * cheques) only when no amount has a sign.
 *
 * @throws ReleveRefuse when no expense has a sign and one is a fee or a cheque: if it is the only expense, if another
 * amount has a sign, or if another operation may go either way
 */
function sortiesSansSigne(lignes: readonly Champs[]): readonly string[] {
  const sorties = lignes.filter(sort);
  const deDefinition = sorties.find((ligne) => genreDe(ligne) !== "DEBIT");
  if (!deDefinition || sorties.some(({ TRNAMT = "" }) => /^\s*[+-]/.test(TRNAMT))) return ["DEBIT"];
  const signe = lignes.some(({ TRNAMT = "" }) => /^\s*[+-]/.test(TRNAMT));
  if (signe || sorties.length < 2)
    throw new ReleveRefuse(
      `Une opération ${cite(genreDe(deDefinition))} de ce fichier OFX est une dépense, et son montant n’a pas de signe : rien ne dit s’il sort ou s’il est remboursé.`,
    );
  const autre = lignes.find((ligne) => !sort(ligne) && !ENTREES.includes(genreDe(ligne)));
  if (autre)
    throw new ReleveRefuse(
      `Aucun montant de ce fichier OFX n’a de signe, et rien ne dit si celui d’une opération ${cite(genreDe(autre))} entre ou sort.`,
    );
  return SORTIES;
}

function ligneDe(champs: Champs, sansSigne: readonly string[]): LigneLue {
  const montant = montantEcritDe(champs);
  const { TRNTYPE = "", DTPOSTED, DTUSER, CHECKNUM, REFNUM, NAME = "", MEMO = "" } = champs;
  const libelle = MEMO.includes(NAME) ? MEMO : [NAME, MEMO].filter(Boolean).join(" ");
  return {
    date: jourOfx(DTPOSTED),
    valeur: jourOuNul(DTUSER),
    montant: sansSigne.includes(genreDe(champs)) ? -Math.abs(montant) + 0 : montant,
    libelle: libelle || TRNTYPE,
    reference: CHECKNUM ?? REFNUM ?? null,
    tiers: null,
    iban: null,
    rejet: false,
  };
}

/**
 * Applies the corrections that a file makes to its own operations: an operation is replaced or deleted.
 *
 * @throws ReleveRefuse for a correction whose operation the file does not hold exactly once, or of an unknown kind
 */
function corrigees(lignes: readonly Champs[]): Champs[] {
  const corrections = lignes.filter((ligne) => ligne.CORRECTFITID || ligne.CORRECTACTION);
  const retirees = new Set<Champs>();
  for (const correction of corrections) {
    const visees = lignes.filter(
      (ligne) =>
        ligne !== correction && correction.CORRECTFITID && ligne.FITID === correction.CORRECTFITID,
    );
    const action = correction.CORRECTACTION?.toUpperCase() ?? "";
    if (visees.length !== 1 || (action !== "DELETE" && action !== "REPLACE"))
      throw new ReleveRefuse(
        `Une opération de ce fichier OFX en corrige une autre, ${cite(correction.CORRECTFITID ?? "")}, qui n’y est pas une seule fois : elle ne peut pas être corrigée ici.`,
      );
    for (const visee of visees) retirees.add(visee);
    if (action === "DELETE") retirees.add(correction);
  }
  return lignes.filter((ligne) => !retirees.has(ligne));
}

function releveDe({ devise, compte, periode, solde, lignes, annoncees }: Lecture): ReleveLu {
  exigerCompteEnEuros(devise);
  const faites = corrigees(lignes.filter((ligne) => genreDe(ligne) !== RETENUE));
  const sansSigne = sortiesSansSigne(faites);
  const lignesLues = faites.map((operation) => ligneDe(operation, sansSigne));
  const { BALAMT, DTASOF } = solde;
  const { DTSTART, DTEND } = periode;
  const nouveauSolde = BALAMT === undefined ? null : montantDeMachine(BALAMT);
  const soldeLe = jourOuNul(DTASOF);
  const complet = soldeLe !== null && lignesLues.every(({ date }) => date <= soldeLe);
  const mouvements = lignesLues.reduce((somme, { montant }) => somme + montant, 0);
  return {
    compte: compteDe(compte),
    du: jourOuNul(DTSTART),
    au: soldeLe ?? jourOuNul(DTEND),
    // OFX gives only the new balance. The old balance is worked out when the new balance counts every line.
    ancienSolde: nouveauSolde !== null && complet ? nouveauSolde - mouvements : null,
    nouveauSolde,
    deduit: true,
    lignes: lignesLues,
    sansEffet: annoncees + lignes.length - faites.length,
  };
}

/** A French bank number with the leading zeros that some banks omit. */
const surChiffres = (nombre: number, texte: string): string =>
  /^\d+$/.test(texte) ? texte.padStart(nombre, "0") : texte;

function compteDe({ BANKID = "", BRANCHID = "", ACCTID = "" }: Champs): string {
  const nu = ACCTID.replace(/[\s.-]/g, "");
  // Beyond 13 characters, this field holds the whole account number or an IBAN.
  if (nu.length > 13) return nu;
  // A French bank code has five digits: shorter numbers mean nothing and are dropped.
  if (BRANCHID === "")
    return [/^\d{1,4}$/.test(BANKID) ? "" : BANKID, nu].filter(Boolean).join(" ");
  return [surChiffres(5, BANKID), surChiffres(5, BRANCHID), surChiffres(11, nu)].join(" ");
}
