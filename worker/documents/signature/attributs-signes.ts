import { Buffer } from "node:buffer";
import { createHash, createPublicKey, type KeyObject } from "node:crypto";
import { Attribute } from "@peculiar/asn1-cms";
import { AsnArray, AsnConvert, AsnType, AsnTypeTypes } from "@peculiar/asn1-schema";
import { Certificate } from "@peculiar/asn1-x509";

/**
 * Identifiers (OID): the digest SHA-256, then two attributes that a signer signs with the content, for a seal and for
 * a timestamp (RFC 5652, 5.3; RFC 5035).
 */
export const SHA_256 = "2.16.840.1.101.3.4.2.1";
export const MESSAGE_DIGEST = "1.2.840.113549.1.9.4";
export const SIGNING_CERTIFICATE_V2 = "1.2.840.113549.1.9.16.2.47";

export class Attributs extends AsnArray<Attribute> {}
AsnType({ type: AsnTypeTypes.Set, itemType: Attribute })(Attributs);

export const sha256 = (octets: Uint8Array): Buffer => createHash("sha256").update(octets).digest();

/** Serializes a value in DER (the binary form of ASN.1). */
export const serialise = (valeur: unknown): Buffer => Buffer.from(AsnConvert.serialize(valeur));

/** The public key of a certificate in DER. @throws when it cannot be read. */
export function cleDuCertificat(certificat: Uint8Array): KeyObject {
  const { tbsCertificate } = AsnConvert.parse(certificat, Certificate);
  const spki = serialise(tbsCertificate.subjectPublicKeyInfo);
  return createPublicKey({ key: spki, format: "der", type: "spki" });
}
