import { aujourdhui, heureDeParis, type Jour } from "../../dates.ts";
import type { Centimes } from "../livres/repartition.ts";
import { texteSepa } from "./texte-sepa.ts";

/** The versions of the SEPA message that banks read (ISO 20022); banks now ask for the first one. */
export const FORMATS_SEPA = ["pain.001.001.09", "pain.001.001.03"] as const;

export type FormatSepa = (typeof FORMATS_SEPA)[number];

/** The longest name that a SEPA message accepts, in characters; `LIBELLE_AU_PLUS`: the longest label. */
export const NOM_AU_PLUS = 70;
export const LIBELLE_AU_PLUS = 140;

/** The form of a bank code (BIC) that SEPA messages accept (ISO 9362). */
const BIC = /^[A-Z]{6}[A-Z2-9][A-NP-Z0-9](?:[A-Z0-9]{3})?$/;

interface CompteSepa {
  titulaire: string;
  iban: string;
  bic: string | null;
}

export interface VirementSepa extends CompteSepa {
  montant: Centimes;
  /** The lasting reference of the transfer, which bank statements repeat. */
  reference: string;
  libelle: string;
}

/** Transfers from one account on one day. */
export interface OrdreSepa {
  /** The number that identifies the SEPA message. */
  numero: string;
  /** The instant of validation: it dates the file, whatever day the file is made. */
  valideLe: Date;
  dateExecution: Jour;
  emetteur: string;
  compte: CompteSepa;
  virements: readonly VirementSepa[];
}

/**
 * The file of an order of SEPA transfers (reversements/README §12.18): a `pain.001` message in the given version,
 * without addresses. Its totals are computed from the transfers. The same order always gives the same text.
 */
export function fichierSepa(
  { numero, valideLe, dateExecution, emetteur, compte, virements }: OrdreSepa,
  format: FormatSepa,
): string {
  const recent = format === "pain.001.001.09";
  const total = virements.reduce((somme, { montant }) => somme + montant, 0);
  const sommes = balise("NbOfTxs", String(virements.length)) + balise("CtrlSum", decimal(total));
  const banque = (bic: string) => balise(recent ? "BICFI" : "BIC", bic);
  const inconnue = balise("Othr", balise("Id", "NOTPROVIDED"));
  const instant = `${aujourdhui(valideLe)}T${heureDeParis(valideLe)}:00`;
  const agent = (bic: string | null) => balise("FinInstnId", bic === null ? inconnue : banque(bic));
  const message = [
    balise(
      "GrpHdr",
      balise("MsgId", numero),
      balise("CreDtTm", instant),
      sommes,
      balise("InitgPty", nom(emetteur)),
    ),
    "<PmtInf>",
    balise("PmtInfId", `${numero}-01`),
    balise("PmtMtd", "TRF"),
    balise("BtchBookg", "false"),
    sommes,
    balise("PmtTpInf", balise("SvcLvl", balise("Cd", "SEPA"))),
    balise("ReqdExctnDt", recent ? balise("Dt", dateExecution) : dateExecution),
    balise("Dbtr", nom(compte.titulaire)),
    balise("DbtrAcct", numeroDeCompte(compte.iban)),
    balise("DbtrAgt", agent(bicLu(compte.bic))),
    balise("ChrgBr", "SLEV"),
    ...virements.map((virement, rang) => {
      const bic = bicLu(virement.bic);
      return balise(
        "CdtTrfTxInf",
        balise(
          "PmtId",
          balise("InstrId", String(rang + 1)),
          balise("EndToEndId", virement.reference),
        ),
        balise("Amt", `<InstdAmt Ccy="EUR">${decimal(virement.montant)}</InstdAmt>`),
        bic === null ? "" : balise("CdtrAgt", agent(bic)),
        balise("Cdtr", nom(virement.titulaire)),
        balise("CdtrAcct", numeroDeCompte(virement.iban)),
        balise("RmtInf", balise("Ustrd", texteSepa(virement.libelle, LIBELLE_AU_PLUS))),
      );
    }),
    "</PmtInf>",
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${format}"><CstmrCdtTrfInitn>`,
    ...message,
    "</CstmrCdtTrfInitn></Document>",
    "",
  ].join("\n");
}

/**
 * An XML element. Its texts need no escape: they hold only the characters of {@link texteSepa}, identifiers and
 * numbers.
 */
const balise = (nom: string, ...contenu: string[]): string =>
  `<${nom}>${contenu.join("")}</${nom}>`;

/**
 * A bank code (BIC) in the form that the message needs; null for an absent or badly formed one: banks then use the
 * IBAN.
 */
function bicLu(bic: string | null): string | null {
  const nu = (bic ?? "").replace(/\s/g, "").toUpperCase();
  return BIC.test(nu) ? nu : null;
}

const nom = (texte: string): string => balise("Nm", texteSepa(texte, NOM_AU_PLUS));

const numeroDeCompte = (iban: string): string => balise("Id", balise("IBAN", iban));

const decimal = (centimes: Centimes): string =>
  `${Math.trunc(centimes / 100)}.${String(centimes % 100).padStart(2, "0")}`;
