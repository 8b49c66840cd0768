/** Statements of French banks in every format; by default, all hold the same three movements of one account. */

import type { Importation } from "#domain/gerance/banque/releve-fiche.ts";
import type { Answer, Api } from "../worker/api.ts";

export const IBAN_GERANCE = "FR7630006000011234567890189";
export const IBAN_AGENCE = "FR1420041010050500013M02606";
export const IBAN_LOCATAIRE = "FR7630001007941234567890185";

/** An amount in cents as CFONB writes it: « 0000000000322J ». */
export function enCfonb(centimes: number): string {
  const chiffres = String(Math.abs(centimes)).padStart(14, "0");
  const dernier = Number(chiffres.at(-1));
  return `${chiffres.slice(0, -1)}${(centimes < 0 ? "}JKLMNOPQR" : "{ABCDEFGHI")[dernier]}`;
}

export interface Mouvement {
  /** `YYYY-MM-DD` */
  date: string;
  /** In cents. */
  montant: number;
  libelle: string;
  reference?: string;
  tiers?: string;
  iban?: string;
  /** The CFONB code of a movement that the bank takes back, as « 03 ». */
  rejet?: string;
}

export const MOUVEMENTS: readonly Mouvement[] = [
  {
    date: "2026-10-05",
    montant: 95_000,
    libelle: "VIR MARTIN LEA LOYER",
    reference: "D000123",
    tiers: "MARTIN LEA",
    iban: IBAN_LOCATAIRE,
  },
  { date: "2026-10-05", montant: 68_000, libelle: "VIR PETIT PAUL" },
  { date: "2026-10-12", montant: -3221, libelle: "FRAIS DE TENUE DE COMPTE" },
];

const somme = (mouvements: readonly Mouvement[]): number =>
  mouvements.reduce((total, { montant }) => total + montant, 0);

const jourCourt = (date: string): string =>
  `${date.slice(8)}${date.slice(5, 7)}${date.slice(2, 4)}`;
const jourFrancais = (date: string): string => date.split("-").reverse().join("/");
const euros = (centimes: number): string => (centimes / 100).toFixed(2);
const eurosFrancais = (centimes: number): string => euros(centimes).replace(".", ",");

interface Fait {
  iban?: string;
  ancien?: number;
  mouvements?: readonly Mouvement[];
}

/** A statement of one account, in CFONB 120. */
export function cfonb({
  iban = IBAN_GERANCE,
  ancien = 10_000,
  mouvements = MOUVEMENTS,
}: Fait = {}) {
  const [banque, guichet, compte] = [iban.slice(4, 9), iban.slice(9, 14), iban.slice(14, 25)];
  const tete = (nature: string, date: string) =>
    `${nature}${banque}    ${guichet}EUR2 ${compte}  ${jourCourt(date)}`;
  const solde = (nature: string, date: string, montant: number) =>
    `${tete(nature, date).padEnd(90)}${enCfonb(montant)}`.padEnd(120);
  const lignes = mouvements.flatMap(
    ({ date, montant, libelle, reference = "", tiers, iban, rejet = "" }) => [
      `${`${tete("04", date)}${rejet.padEnd(2)}${jourCourt(date)}${libelle.slice(0, 31)}`.padEnd(90)}${enCfonb(montant)}${reference.padEnd(16)}`,
      ...[
        ["NPY", tiers],
        ["IPY", iban],
      ].flatMap(([qualifiant, info]) =>
        info ? [`${tete("05", date)}     ${qualifiant}${info.padEnd(70)}`.padEnd(120)] : [],
      ),
    ],
  );
  const debut = mouvements[0]?.date ?? "2026-10-01";
  const fin = mouvements.at(-1)?.date ?? debut;
  return [
    solde("01", debut, ancien),
    ...lignes,
    solde("07", fin, ancien + somme(mouvements)),
    "",
  ].join("\r\n");
}

/** The same statement as {@link cfonb}, in OFX 1.x, whose elements have no closing tag. */
export function ofx1({ iban = IBAN_GERANCE, ancien = 10_000, mouvements = MOUVEMENTS }: Fait = {}) {
  const lignes = mouvements.map(
    ({ date, montant, libelle, reference }, rang) =>
      `<STMTTRN><TRNTYPE>${montant > 0 ? "CREDIT" : "DEBIT"}<DTPOSTED>${date.replaceAll("-", "")}<TRNAMT>${eurosFrancais(montant)}<FITID>${rang === 1 ? "" : rang}${reference ? `<CHECKNUM>${reference}` : ""}<NAME>${libelle.slice(0, 32)}<MEMO></STMTTRN>`,
  );
  return `OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nENCODING:USASCII\r\nCHARSET:1252\r\n\r\n<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><LANGUAGE>FRA</SONRS></SIGNONMSGSRSV1>\r\n<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STMTRS><CURDEF>EUR<BANKACCTFROM><BANKID>${iban.slice(4, 9)}<BRANCHID>${iban.slice(9, 14)}<ACCTID>${iban.slice(14, 25)}<ACCTTYPE>CHECKING</BANKACCTFROM>\r\n<BANKTRANLIST><DTSTART>20261001<DTEND>20261031\r\n${lignes.join("\r\n")}\r\n</BANKTRANLIST><LEDGERBAL><BALAMT>${euros(ancien + somme(mouvements))}<DTASOF>20261031</LEDGERBAL><AVAILBAL><BALAMT>1.00<DTASOF>20261031</AVAILBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\r\n`;
}

/** The same statement as {@link cfonb}, in OFX 2.x. */
export const ofx2 = (fait: Fait = {}): string =>
  ofx1(fait)
    .replace(
      /^[^<]*/,
      '<?xml version="1.0" encoding="UTF-8"?>\n<?OFX OFXHEADER="200" VERSION="211"?>\n',
    )
    .replace(/<(\w+)>([^<\r\n]+)/g, "<$1>$2</$1>")
    .replace(/<(FITID|MEMO)>(?=<)/g, "<$1></$1>");

/** The same statement as {@link cfonb}, in CAMT.053. */
export function camt(
  { iban = IBAN_GERANCE, ancien = 10_000, mouvements = MOUVEMENTS }: Fait = {},
  version = "001.02",
) {
  const partie = (nom: string) =>
    version < "001.08" ? `<Nm>${nom}</Nm>` : `<Pty><Nm>${nom}</Nm></Pty>`;
  const signe = (montant: number) => (montant < 0 ? "DBIT" : "CRDT");
  const montantDe = (montant: number) =>
    `<Amt Ccy="EUR">${euros(Math.abs(montant))}</Amt><CdtDbtInd>${signe(montant)}</CdtDbtInd>`;
  const solde = (code: string, montant: number, date: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${montantDe(montant)}<Dt><Dt>${date}</Dt></Dt></Bal>`;
  const lignes = mouvements.map(
    ({ date, montant, libelle, reference, tiers, iban: autre }) =>
      `<Ntry>${montantDe(montant)}<Sts>${version < "001.08" ? "BOOK" : "<Cd>BOOK</Cd>"}</Sts><BookgDt><Dt>${date}</Dt></BookgDt><ValDt><Dt>${date}</Dt></ValDt><NtryDtls><TxDtls><Refs><EndToEndId>${reference ?? "NOTPROVIDED"}</EndToEndId></Refs>${tiers ? `<RltdPties><Dbtr>${partie(tiers)}</Dbtr><DbtrAcct><Id><IBAN>${autre}</IBAN></Id></DbtrAcct></RltdPties>` : ""}<RmtInf><Ustrd>${libelle}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.${version}"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>1</Id><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>${solde("OPBD", ancien, "2026-10-01")}${solde("CLBD", ancien + somme(mouvements), "2026-10-31")}\n${lignes.join("\n")}\n</Stmt></BkToCstmrStmt></Document>\n`;
}

/**
 * The same statement as {@link cfonb}, in the CSV of Crédit Mutuel and CIC, which gives the balance after each line.
 */
export function csv({ ancien = 10_000, mouvements = MOUVEMENTS }: Fait = {}) {
  let solde = ancien;
  const lignes = mouvements.map(({ date, montant, libelle }) => {
    solde += montant;
    const [debit, credit] =
      montant < 0 ? [eurosFrancais(-montant), ""] : ["", eurosFrancais(montant)];
    return `${jourFrancais(date)};${jourFrancais(date)};${debit};${credit};${libelle};${eurosFrancais(solde)}`;
  });
  return ["Date;Date de valeur;Débit;Crédit;Libellé;Solde", ...lignes, ""].join("\r\n");
}

export const FORMATS: Readonly<Record<string, (fait?: Fait) => string>> = {
  cfonb,
  ofx1,
  ofx2,
  camt,
  csv,
};

/** Imports a bank file as a browser does; without a bank account, the product finds it from the file. */
export async function importer(
  api: Api,
  contenu: string | Uint8Array<ArrayBuffer>,
  CompteBancaireId?: number,
  nom = "releve.txt",
  colonnes?: object,
) {
  const form = new FormData();
  if (CompteBancaireId !== undefined) form.append("CompteBancaireId", String(CompteBancaireId));
  if (colonnes) form.append("colonnes", JSON.stringify(colonnes));
  form.append("fichier", new File([contenu], nom));
  const reponse = await api.fetch("/api/Releve", { method: "POST", body: form });
  const json: Pick<Answer<Importation>, "data" | "error"> = await reponse.json();
  return { status: reponse.status, ...json };
}
