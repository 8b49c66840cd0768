import { validateXML } from "xmllint-wasm";
import type { FormatSepa } from "#domain/gerance/reversements/sepa.ts";

const ELEMENT = (nom: string, type: string, fois = "") =>
  `<xs:element name="${nom}" type="${type}" ${fois}/>`;
const SUITE = (nom: string, ...elements: string[]) =>
  `<xs:complexType name="${nom}"><xs:sequence>${elements.join("")}</xs:sequence></xs:complexType>`;
const CHOIX = (nom: string, ...elements: string[]) =>
  `<xs:complexType name="${nom}"><xs:choice>${elements.join("")}</xs:choice></xs:complexType>`;
const TEXTE = (nom: string, motif: string) =>
  `<xs:simpleType name="${nom}"><xs:restriction base="xs:string"><xs:pattern value="${motif}"/></xs:restriction></xs:simpleType>`;

const FACULTATIF = 'minOccurs="0"';
const SIGNE = "[A-Za-z0-9/\\-?:().,'+ ]";

/**
 * The part of the schema of `pain.001` that SEPA transfers use, with only the characters that SEPA banks exchange. A
 * file valid here is valid against the full schema of ISO 20022.
 */
const schema = (format: FormatSepa): string => {
  const recent = format === "pain.001.001.09";
  return `<?xml version="1.0" encoding="UTF-8"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified"
  xmlns="urn:iso:std:iso:20022:tech:xsd:${format}" targetNamespace="urn:iso:std:iso:20022:tech:xsd:${format}">
${ELEMENT("Document", "Document")}
${SUITE("Document", ELEMENT("CstmrCdtTrfInitn", "Message"))}
${SUITE("Message", ELEMENT("GrpHdr", "EnTete"), ELEMENT("PmtInf", "Paiement", 'maxOccurs="unbounded"'))}
${SUITE(
  "EnTete",
  ELEMENT("MsgId", "Identifiant"),
  ELEMENT("CreDtTm", "xs:dateTime"),
  ELEMENT("NbOfTxs", "Nombre"),
  ELEMENT("CtrlSum", "Somme", FACULTATIF),
  ELEMENT("InitgPty", "Partie"),
)}
${SUITE(
  "Paiement",
  ELEMENT("PmtInfId", "Identifiant"),
  ELEMENT("PmtMtd", "Moyen"),
  ELEMENT("BtchBookg", "xs:boolean", FACULTATIF),
  ELEMENT("NbOfTxs", "Nombre", FACULTATIF),
  ELEMENT("CtrlSum", "Somme", FACULTATIF),
  ELEMENT("PmtTpInf", "Genre", FACULTATIF),
  ELEMENT("ReqdExctnDt", recent ? "Jour" : "xs:date"),
  ELEMENT("Dbtr", "Partie"),
  ELEMENT("DbtrAcct", "Compte"),
  ELEMENT("DbtrAgt", "Agent"),
  ELEMENT("ChrgBr", "Frais", FACULTATIF),
  ELEMENT("CdtTrfTxInf", "Virement", 'maxOccurs="unbounded"'),
)}
${SUITE(
  "Virement",
  ELEMENT("PmtId", "Reference"),
  ELEMENT("Amt", "Montant"),
  ELEMENT("CdtrAgt", "Agent", FACULTATIF),
  ELEMENT("Cdtr", "Partie", FACULTATIF),
  ELEMENT("CdtrAcct", "Compte", FACULTATIF),
  ELEMENT("RmtInf", "Motif", FACULTATIF),
)}
${SUITE("Reference", ELEMENT("InstrId", "Identifiant", FACULTATIF), ELEMENT("EndToEndId", "Identifiant"))}
${SUITE("Genre", ELEMENT("SvcLvl", "Service", FACULTATIF))}
${CHOIX("Service", ELEMENT("Cd", "Code"))}
${CHOIX("Jour", ELEMENT("Dt", "xs:date"))}
${SUITE("Partie", ELEMENT("Nm", "Nom"))}
${SUITE("Compte", ELEMENT("Id", "IdentifiantDeCompte"))}
${CHOIX("IdentifiantDeCompte", ELEMENT("IBAN", "IBAN"))}
${SUITE("Agent", ELEMENT("FinInstnId", "Banque"))}
${SUITE("Banque", ELEMENT(recent ? "BICFI" : "BIC", "BIC", FACULTATIF), ELEMENT("Othr", "Autre", FACULTATIF))}
${SUITE("Autre", ELEMENT("Id", "Identifiant"))}
${SUITE("Motif", ELEMENT("Ustrd", "Libelle", 'minOccurs="0" maxOccurs="unbounded"'))}
${CHOIX("Montant", ELEMENT("InstdAmt", "Euros"))}
<xs:complexType name="Euros"><xs:simpleContent><xs:extension base="Somme">
  <xs:attribute name="Ccy" use="required" fixed="EUR"/></xs:extension></xs:simpleContent></xs:complexType>
<xs:simpleType name="Somme"><xs:restriction base="xs:decimal"><xs:minInclusive value="0.01"/>
  <xs:fractionDigits value="2"/><xs:totalDigits value="18"/></xs:restriction></xs:simpleType>
${TEXTE("Nombre", "[0-9]{1,15}")}
${TEXTE("Moyen", "TRF")}
${TEXTE("Frais", "SLEV")}
${TEXTE("Code", "SEPA")}
${TEXTE("IBAN", "[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}")}
${TEXTE("BIC", "[A-Z]{6}[A-Z2-9][A-NP-Z0-9]([A-Z0-9]{3})?")}
${TEXTE("Identifiant", `${SIGNE}{1,35}`)}
${TEXTE("Nom", `${SIGNE}{1,70}`)}
${TEXTE("Libelle", `${SIGNE}{1,140}`)}
</xs:schema>`;
};

/** The faults of these files of transfers; empty when they are valid. */
export async function fautesDesFichiers(
  fichiers: readonly string[],
  format: FormatSepa,
): Promise<string[]> {
  const { valid, errors, rawOutput } = await validateXML({
    xml: fichiers.map((contents, rang) => ({ fileName: `virements-${rang}.xml`, contents })),
    schema: { fileName: `${format}.xsd`, contents: schema(format) },
  });
  if (valid) return [];
  return errors.length > 0 ? errors.map(({ message }) => message) : [rawOutput];
}
