import { Buffer } from "node:buffer";
import { createHash, type KeyObject, randomBytes, sign } from "node:crypto";
import { AsnConvert, OctetString } from "@peculiar/asn1-schema";
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  BasicConstraints,
  Certificate,
  Extension,
  Extensions,
  id_ce_basicConstraints,
  id_ce_keyUsage,
  id_ce_subjectKeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  Name,
  RelativeDistinguishedName,
  SubjectKeyIdentifier,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from "@peculiar/asn1-x509";
import { deNom } from "#domain/orthographe.ts";
import { publiqueDe } from "./cle.ts";
import { ECDSA_SHA_256 } from "./cms.ts";

const PAYS = "2.5.4.6";
const ORGANISATION = "2.5.4.10";
const SERVICE = "2.5.4.11";
const NOM = "2.5.4.3";
/** The maximum number of characters of a name in a certificate (RFC 5280, A.1). */
const LONGUEUR = 64;

/** The name under which an agency seals papers: « Sceau de … ». */
export const nomDuSceau = (agence: string): string => `Sceau ${deNom(agence)}`;

/**
 * The certificate of the agency’s seal, in DER (RFC 5280). The agency issues it to itself; its text states that the
 * signature is a simple one (règlement (UE) n° 910/2014, art. 3, 10).
 * @param agence the name of the agency
 * @param du the first instant at which the certificate is valid
 * @param au the last instant at which the certificate is valid
 */
export function certificatDAgence(
  cle: KeyObject,
  { agence, du, au }: { agence: string; du: Date; au: Date },
): Uint8Array {
  const spki = publiqueDe(cle);
  const sujet = nom([
    [PAYS, { printableString: "FR" }],
    [ORGANISATION, { utf8String: court(agence) }],
    [SERVICE, { utf8String: "Signature électronique simple" }],
    [NOM, { utf8String: court(nomDuSceau(agence)) }],
  ]);
  const algorithme = new AlgorithmIdentifier({ algorithm: ECDSA_SHA_256 });
  const tbsCertificate = new TBSCertificate({
    version: Version.v3,
    serialNumber: numeroAuHasard(),
    signature: algorithme,
    issuer: sujet,
    validity: new Validity({ notBefore: du, notAfter: au }),
    subject: sujet,
    subjectPublicKeyInfo: AsnConvert.parse(spki, SubjectPublicKeyInfo),
    extensions: new Extensions([
      extension(id_ce_basicConstraints, new BasicConstraints(), true),
      extension(
        id_ce_keyUsage,
        new KeyUsage(KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation),
        true,
      ),
      extension(
        id_ce_subjectKeyIdentifier,
        new SubjectKeyIdentifier(createHash("sha256").update(spki).digest().subarray(0, 20)),
      ),
    ]),
  });
  const signature = sign("sha256", Buffer.from(AsnConvert.serialize(tbsCertificate)), cle);
  const signe = {
    tbsCertificate,
    signatureAlgorithm: algorithme,
    signatureValue: octetsDe(signature),
  };
  return new Uint8Array(AsnConvert.serialize(new Certificate(signe)));
}

const octetsDe = (octets: Uint8Array) => new Uint8Array(octets).buffer;

const court = (texte: string) => [...texte].slice(0, LONGUEUR).join("");

const nom = (parties: readonly (readonly [string, Partial<AttributeValue>])[]) =>
  new Name(
    parties.map(
      ([type, value]) =>
        new RelativeDistinguishedName([
          new AttributeTypeAndValue({ type, value: new AttributeValue(value) }),
        ]),
    ),
  );

const extension = (extnID: string, valeur: unknown, critical = false) =>
  new Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(valeur)) });

/** A random number of sixteen bytes, always positive. */
function numeroAuHasard(): ArrayBuffer {
  const octets = randomBytes(16);
  octets.writeUInt8((octets.readUInt8() & 0x3f) | 0x40);
  return octetsDe(octets);
}

/** The subject of a certificate on one line: « C=FR, O=…, OU=…, CN=… ». */
export const sujetDu = (certificat: Uint8Array): string =>
  AsnConvert.parse(certificat, Certificate)
    .tbsCertificate.subject.flat()
    .map(({ type, value }) => `${SIGLES[type] ?? type}=${value}`)
    .join(", ");

/** The name of the subject of a certificate, or its whole subject when it has no name. */
export const nomDuSujet = (certificat: Uint8Array): string => {
  const subject = AsnConvert.parse(certificat, Certificate).tbsCertificate.subject.flat();
  return String(subject.find(({ type }) => type === NOM)?.value ?? sujetDu(certificat));
};

const SIGLES: Readonly<Record<string, string>> = {
  [PAYS]: "C",
  [ORGANISATION]: "O",
  [SERVICE]: "OU",
  [NOM]: "CN",
};
