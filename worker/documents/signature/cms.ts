import { Buffer } from "node:buffer";
import { type KeyObject, sign, verify } from "node:crypto";
import {
  Attribute,
  CertificateChoices,
  CertificateSet,
  CMSVersion,
  ContentInfo,
  DigestAlgorithmIdentifier,
  DigestAlgorithmIdentifiers,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  id_data,
  id_signedData,
  SignatureAlgorithmIdentifier,
  SignedData,
  SignerIdentifier,
  SignerInfo,
  SignerInfos,
} from "@peculiar/asn1-cms";
import {
  AsnArray,
  AsnConvert,
  AsnObjectIdentifierConverter,
  AsnType,
  AsnTypeTypes,
  OctetString,
} from "@peculiar/asn1-schema";
import { Certificate } from "@peculiar/asn1-x509";
import {
  Attributs,
  cleDuCertificat,
  MESSAGE_DIGEST,
  SHA_256,
  SIGNING_CERTIFICATE_V2,
  serialise,
  sha256,
} from "./attributs-signes.ts";
import { type JetonLu, lireJeton } from "./horodatage.ts";

const CONTENT_TYPE = "1.2.840.113549.1.9.3";
/** The identifier of the attribute with an authority’s timestamp (RFC 3161; ETSI EN 319 122-1, 5.3). */
const HORODATAGE = "1.2.840.113549.1.9.16.2.14";
/** The identifier of the algorithm ECDSA with SHA-256. */
export const ECDSA_SHA_256 = "1.2.840.10045.4.3.2";

// RFC 5035: a certificate is named by its SHA-256, the default digest, inside three sequences.
class CertificatNomme extends AsnArray<OctetString> {}
AsnType({ type: AsnTypeTypes.Sequence, itemType: OctetString })(CertificatNomme);
class CertificatsNommes extends AsnArray<CertificatNomme> {}
AsnType({ type: AsnTypeTypes.Sequence, itemType: CertificatNomme })(CertificatsNommes);
class CertificatSignataire extends AsnArray<CertificatsNommes> {}
AsnType({ type: AsnTypeTypes.Sequence, itemType: CertificatsNommes })(CertificatSignataire);

/** The private key that seals, and its certificate in DER. */
export interface Sceau {
  cle: KeyObject;
  certificat: Uint8Array;
}

/**
 * A certificate, a signature made with its key, and the timestamp of the signature, in DER; `jeton` is null without
 * one.
 */
interface Signe {
  certificat: Uint8Array;
  signature: Uint8Array;
  jeton: Uint8Array | null;
}

/** A seal that was verified. */
export interface SceauTenu {
  /** The certificate in DER. */
  certificat: Uint8Array;
  /** The instant that an authority gives to the signature; null when no authority gave one. */
  horodatage: Pick<JetonLu, "le" | "certificat"> | null;
}

/**
 * Makes the seal of these bytes for a PDF: CMS in DER, detached, ECDSA P-256 with SHA-256 (RFC 5652; ETSI EN 319
 * 122-1, B-B). The instant is in the dictionary of the PDF, so the CMS may not contain it.
 * @param horodater gives an authority’s timestamp of the signature, in DER: the seal is then of level B-T. Null: no
 * timestamp.
 */
export async function sceller(
  octets: Uint8Array,
  { cle, certificat }: Sceau,
  horodater: (signature: Uint8Array) => Promise<Uint8Array | null> = async () => null,
): Promise<Uint8Array> {
  const attributs = attributsSignes(octets, certificat);
  const signature = sign("sha256", serialise(attributs), cle);
  return cms(attributs, { certificat, signature, jeton: await horodater(signature) });
}

/**
 * Reads the seal of these bytes; null when it is not valid. Everything except the certificate, the signature and the
 * authority’s timestamp is computed again and compared, so that no byte can differ.
 */
export function lireCms(sceau: Uint8Array, octets: Uint8Array): SceauTenu | null {
  try {
    if (!Buffer.from(sceau).includes(sha256(octets))) return null;
    const signe = lire(sceau);
    const attributs = attributsSignes(octets, signe.certificat);
    const horodatage = signe.jeton === null ? null : lireJeton(signe.jeton, signe.signature);
    if (!cms(attributs, { ...signe, jeton: horodatage?.jeton ?? null }).equals(sceau)) return null;
    const publique = cleDuCertificat(signe.certificat);
    if (!verify("sha256", serialise(attributs), publique, signe.signature)) return null;
    return { certificat: signe.certificat, horodatage };
  } catch {
    return null;
  }
}

function lire(sceau: Uint8Array): Signe {
  const { content } = AsnConvert.parse(sceau, ContentInfo);
  const { certificates, signerInfos } = AsnConvert.parse(content, SignedData);
  const certificat = certificates?.[0]?.certificate;
  const { signature, unsignedAttrs } = signerInfos[0] ?? {};
  if (!(certificat && signature)) throw new Error("No certificate, or no signature.");
  const jeton = unsignedAttrs?.[0]?.attrValues[0];
  return {
    certificat: new Uint8Array(AsnConvert.serialize(certificat)),
    signature: new Uint8Array(signature.buffer),
    jeton: jeton ? new Uint8Array(jeton) : null,
  };
}

function cms(attributs: Attributs, { certificat, signature, jeton }: Signe): Buffer {
  const certificate = AsnConvert.parse(certificat, Certificate);
  const { issuer, serialNumber } = certificate.tbsCertificate;
  const digestAlgorithm = new DigestAlgorithmIdentifier({ algorithm: SHA_256 });
  const signer = new SignerInfo({
    version: CMSVersion.v1,
    sid: new SignerIdentifier({
      issuerAndSerialNumber: new IssuerAndSerialNumber({ issuer, serialNumber }),
    }),
    digestAlgorithm,
    signedAttrs: [...attributs],
    signatureAlgorithm: new SignatureAlgorithmIdentifier({ algorithm: ECDSA_SHA_256 }),
    signature: new OctetString(signature),
    ...(jeton === null ? {} : { unsignedAttrs: [horodatageDe(jeton)] }),
  });
  const signed = new SignedData({
    version: CMSVersion.v1,
    digestAlgorithms: new DigestAlgorithmIdentifiers([digestAlgorithm]),
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: id_data }),
    certificates: new CertificateSet([new CertificateChoices({ certificate })]),
    signerInfos: new SignerInfos([signer]),
  });
  const content = AsnConvert.serialize(signed);
  return serialise(new ContentInfo({ contentType: id_signedData, content }));
}

const horodatageDe = (jeton: Uint8Array) =>
  new Attribute({ attrType: HORODATAGE, attrValues: [new Uint8Array(jeton).buffer] });

/** The attributes to sign, sorted by their bytes as DER requires. */
function attributsSignes(octets: Uint8Array, certificat: Uint8Array): Attributs {
  const nomme = new CertificatNomme([new OctetString(sha256(certificat))]);
  const valeurs = {
    [CONTENT_TYPE]: AsnObjectIdentifierConverter.toASN(id_data).toBER(),
    [MESSAGE_DIGEST]: AsnConvert.serialize(new OctetString(sha256(octets))),
    [SIGNING_CERTIFICATE_V2]: AsnConvert.serialize(
      new CertificatSignataire([new CertificatsNommes([nomme])]),
    ),
  };
  const attributs = Object.entries(valeurs).map(([attrType, valeur]) => {
    const attribut = new Attribute({ attrType, attrValues: [valeur] });
    return { attribut, der: serialise(attribut) };
  });
  attributs.sort((attribut, autre) => Buffer.compare(attribut.der, autre.der));
  return new Attributs(attributs.map(({ attribut }) => attribut));
}
