import type { Jour } from "#domain/dates.ts";
import { exigerCompteEnEuros } from "#domain/gerance/banque/devise-ecrite.ts";
import { aEuLieu } from "#domain/gerance/banque/etat-ecrit.ts";
import { jourDeParis, montantDeMachine } from "#domain/gerance/banque/montants-et-jours-ecrits.ts";
import {
  type LigneLue,
  prouver,
  type ReleveLu,
  ReleveRefuse,
} from "#domain/gerance/banque/releve.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import { cite } from "#domain/texte-lu.ts";
import {
  type Element,
  elements,
  lireXml,
  premierElement,
  texteDe,
  XmlRefuse,
} from "#worker/operations/lecture-xml.ts";

/** Whether the text of a file is CAMT.053, of any version (banque/README §12.5). */
export const estCamt = (texte: string): boolean =>
  /<(?:\w+:)?BkToCstmrStmt[\s>]/.test(texte) || /xmlns[^>]*camt\.053/.test(texte.slice(0, 2000));

/**
 * The statements of a CAMT.053 file, of any version, with booked entries only. A batch becomes one line for each of
 * its parts when the parts add up to its amount, else one line (banque/README §12.5).
 * @throws ReleveRefuse when the text is not XML of CAMT.053, contains declarations, is not in euros, or its balances
 * and lines disagree.
 */
export function lireCamt(texte: string): ReleveLu[] {
  const releves = elements(lire(texte), "Document", "BkToCstmrStmt", "Stmt").map(releveDe);
  if (releves.length === 0) throw new ReleveRefuse("Ce fichier ne contient aucun relevé.");
  return releves;
}

function lire(texte: string): Element {
  try {
    return lireXml(texte);
  } catch (error) {
    throw error instanceof XmlRefuse ? new ReleveRefuse(error.message) : error;
  }
}

const jourDe = (element: Element | undefined): Jour | null => {
  const texte = texteDe(element, "Dt") || texteDe(element, "DtTm");
  return texte === "" ? null : jourDeParis(texte);
};

/** The currency of an amount; null for the euro, or when none is given. */
function deviseEtrangere(montant: Element | undefined): string | null {
  const devise = montant?.["@Ccy"];
  return typeof devise === "string" && devise !== "EUR" ? devise : null;
}

/**
 * An amount in cents; a sum that leaves the account is negative.
 *
 * @param duCompte the currency of the account, for an amount without one
 * @throws ReleveRefuse for an amount without a currency or a direction, in another currency than the euro, or below
 * zero
 */
function montantDe(element: Element | undefined, signe: string, duCompte: string): Centimes {
  const montant = premierElement(element, "Amt");
  const devise = deviseEtrangere(montant);
  if (montant?.["@Ccy"] === undefined && duCompte === "")
    throw new ReleveRefuse("Un montant de ce relevé ne dit pas en quelle monnaie il est.");
  if (devise) throw new ReleveRefuse(`Ce relevé a un montant en ${cite(devise)}, et non en euros.`);
  const valeur = montantDeMachine(texteDe(montant));
  if (valeur < 0)
    throw new ReleveRefuse("Un montant de ce relevé est négatif, ce qu’aucune banque n’écrit.");
  if (signe !== "CRDT" && signe !== "DBIT") {
    throw new ReleveRefuse("Un montant de ce relevé ne dit pas s’il entre ou s’il sort.");
  }
  return (signe === "DBIT" ? -valeur : valeur) + 0;
}

function releveDe(releve: Element): ReleveLu {
  const devise = texteDe(releve, "Acct", "Ccy");
  exigerCompteEnEuros(devise);
  const entrees = elements(releve, "Ntry");
  const faites = entrees.filter(comptabilisee);
  const ancien = solde(releve, "OPBD", devise) ?? solde(releve, "PRCD", devise);
  const nouveau = solde(releve, "CLBD", devise);
  return prouver({
    compte: texteDe(releve, "Acct", "Id", "IBAN") || texteDe(releve, "Acct", "Id", "Othr", "Id"),
    du: jourDe(periode(releve, "FrDtTm", "FrDt")),
    au: nouveau?.jour ?? jourDe(periode(releve, "ToDtTm", "ToDt")),
    ancienSolde: ancien?.montant ?? null,
    nouveauSolde: nouveau?.montant ?? null,
    lignes: faites.flatMap((entree) => lignesDe(entree, devise)),
    sansEffet: entrees.length - faites.length,
  });
}

const periode = (releve: Element, instant: string, jour: string): Element => ({
  Dt: elements(releve, "FrToDt", jour),
  DtTm: elements(releve, "FrToDt", instant),
});

function solde(
  releve: Element,
  code: string,
  devise: string,
): { montant: Centimes; jour: Jour | null } | null {
  const trouve = elements(releve, "Bal").find(
    (bal) => texteDe(bal, "Tp", "CdOrPrtry", "Cd") === code,
  );
  if (!trouve) return null;
  const montant = montantDe(trouve, texteDe(trouve, "CdtDbtInd"), devise);
  return { montant, jour: jourDe(premierElement(trouve, "Dt")) };
}

/** The states of an entry that moves nothing yet: pending, for information, announced. */
const SANS_EFFET = ["PDNG", "INFO", "FUTR"];

/**
 * Whether the bank booked an entry, by its code or in its own words.
 *
 * @throws ReleveRefuse for an unknown word
 */
function comptabilisee(entree: Element): boolean {
  const etat = ["Cd", "Prtry"].map((nom) => texteDe(entree, "Sts", nom)).find(Boolean);
  const code = etat ?? texteDe(entree, "Sts");
  if (code === "" || code === "BOOK") return true;
  if (SANS_EFFET.includes(code)) return false;
  const fait = aEuLieu(code);
  if (fait === null)
    throw new ReleveRefuse(
      `L’état ${cite(code)} d’une ligne ne dit pas si elle est comptabilisée.`,
    );
  return fait;
}

function lignesDe(entree: Element, devise: string): LigneLue[] {
  const sens = texteDe(entree, "CdtDbtInd");
  const montant = montantDe(entree, sens, devise);
  const valeur = jourDe(premierElement(entree, "ValDt"));
  const date = jourDe(premierElement(entree, "BookgDt")) ?? valeur;
  if (date === null) throw new ReleveRefuse("Une ligne de ce relevé n’a pas de date.");
  const commune = {
    date,
    valeur,
    libelle: [
      texteDe(entree, "AddtlNtryInf"),
      payeAilleurs({ AmtDtls: elements(entree, "AmtDtls") }),
    ]
      .filter(Boolean)
      .join(" "),
    reference: texteDe(entree, "AcctSvcrRef") || null,
    rejet: /^(true|1)$/.test(texteDe(entree, "RvslInd")),
  };
  const details = elements(entree, "NtryDtls", "TxDtls");
  const parts = details.map((detail) => montantDuDetail(detail, sens, devise));
  const entiere = parts.reduce((somme: number, part) => somme + (part ?? Number.NaN), 0);
  if (details.length > 1 && entiere === montant) {
    return details.map((detail, rang) => ligneDe(commune, detail, parts[rang] ?? 0));
  }
  return [ligneDe(commune, details.length === 1 ? details[0] : undefined, montant)];
}

/** The amount of a part of an entry, in cents; null when it has no amount in euros. */
function montantDuDetail(detail: Element, sens: string, devise: string): Centimes | null {
  const porteur = [detail, premierElement(detail, "AmtDtls", "TxAmt")].find((element) => {
    const montant = premierElement(element, "Amt");
    return montant !== undefined && deviseEtrangere(montant) === null;
  });
  return porteur ? montantDe(porteur, texteDe(detail, "CdtDbtInd") || sens, devise) : null;
}

/**
 * « payé 1 000,00 CHF »: the amount paid in another currency, from the entry or its part; empty when all is in euros.
 */
function payeAilleurs(element: Element | undefined): string {
  const montants = [
    premierElement(element, "Amt"),
    ...["InstdAmt", "TxAmt"].map((nom) => premierElement(element, "AmtDtls", nom, "Amt")),
  ];
  const etranger = montants.find((montant) => deviseEtrangere(montant));
  return etranger ? `payé ${texteDe(etranger).replace(".", ",")} ${deviseEtrangere(etranger)}` : "";
}

type Commune = Pick<LigneLue, "date" | "valeur" | "libelle" | "reference" | "rejet">;

function ligneDe(commune: Commune, detail: Element | undefined, montant: Centimes): LigneLue {
  const autre = montant > 0 ? "Dbtr" : "Cdtr";
  const motif = elements(detail, "RmtInf", "Ustrd").map((motifEcrit) => texteDe(motifEcrit));
  const structure = texteDe(detail, "RmtInf", "Strd", "CdtrRefInf", "Ref");
  const reference = texteDe(detail, "Refs", "EndToEndId");
  return {
    ...commune,
    montant,
    libelle: [
      commune.libelle,
      texteDe(detail, "AddtlTxInf"),
      ...motif,
      structure,
      payeAilleurs(detail),
    ]
      .filter((texte, rang, textes) => texte !== "" && textes.indexOf(texte) === rang)
      .join(" "),
    reference: reference === "" || reference === "NOTPROVIDED" ? commune.reference : reference,
    tiers:
      texteDe(detail, "RltdPties", autre, "Pty", "Nm") ||
      texteDe(detail, "RltdPties", autre, "Nm") ||
      null,
    iban: texteDe(detail, "RltdPties", `${autre}Acct`, "Id", "IBAN") || null,
    rejet: commune.rejet || elements(detail, "RtrInf").length > 0,
  };
}
