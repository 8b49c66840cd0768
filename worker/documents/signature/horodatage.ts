import { Buffer } from "node:buffer";
import { createHash, randomBytes, verify } from "node:crypto";
import {
  CertificateChoices,
  CertificateSet,
  CMSVersion,
  ContentInfo,
  DigestAlgorithmIdentifier,
  DigestAlgorithmIdentifiers,
  EncapsulatedContent,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  id_signedData,
  SignatureAlgorithmIdentifier,
  SignedData,
  SignerIdentifier,
  SignerInfo,
  SignerInfos,
} from "@peculiar/asn1-cms";
import {
  AsnConvert,
  AsnIntegerArrayBufferConverter,
  AsnProp,
  AsnPropTypes,
  AsnType,
  AsnTypeTypes,
  OctetString,
} from "@peculiar/asn1-schema";
import {
  AlgorithmIdentifier,
  Certificate,
  ExtendedKeyUsage,
  id_ce_extKeyUsage,
  id_kp_timeStamping,
} from "@peculiar/asn1-x509";
import {
  Attributs,
  cleDuCertificat,
  MESSAGE_DIGEST,
  SHA_256,
  SIGNING_CERTIFICATE_V2,
  serialise,
  sha256,
} from "./attributs-signes.ts";

const TST_INFO = "1.2.840.113549.1.9.16.1.4";
const CERTIFICATE_V1 = "1.2.840.113549.1.9.16.2.12";

/**
 * The hash functions that authorities may use, each with its name in Node and the signature algorithms that may go
 * with it.
 */
const EMPREINTES: Readonly<Record<string, { nom: string; signatures: readonly string[] }>> = {
  [SHA_256]: { nom: "sha256", signatures: ["1.2.840.113549.1.1.11", "1.2.840.10045.4.3.2"] },
  "2.16.840.1.101.3.4.2.2": {
    nom: "sha384",
    signatures: ["1.2.840.113549.1.1.12", "1.2.840.10045.4.3.3"],
  },
  "2.16.840.1.101.3.4.2.3": {
    nom: "sha512",
    signatures: ["1.2.840.113549.1.1.13", "1.2.840.10045.4.3.4"],
  },
};
const RSA = "1.2.840.113549.1.1.1";
const NULL = new Uint8Array([5, 0]).buffer;

// The ASN.1 structures of the request and the answer of RFC 3161. At the end of a sequence, the fields that the
// product does not read are omitted.
class EmpreinteDuMessage {
  hashAlgorithm = new AlgorithmIdentifier();
  hashedMessage = new OctetString();
}
class Demande {
  version = 1;
  messageImprint = new EmpreinteDuMessage();
  nonce = new ArrayBuffer(0);
  certReq = true;
}
class Statut {
  status = -1;
}
class Reponse {
  status = new Statut();
  timeStampToken: ContentInfo | undefined = undefined;
}
class Precision {
  seconds: number | undefined = undefined;
  millis: number | undefined = undefined;
  micros: number | undefined = undefined;
}
class Horodatage {
  version = 1;
  policy = "";
  messageImprint = new EmpreinteDuMessage();
  serialNumber = new ArrayBuffer(0);
  genTime = new Date(0);
  accuracy: Precision | undefined = undefined;
  ordering = false;
  nonce: ArrayBuffer | undefined = undefined;
  tsa: ArrayBuffer | undefined = undefined;
  extensions: ArrayBuffer | undefined = undefined;
}

const suite = (modele: { prototype: object; new (): object }, champs: Record<string, object>) => {
  AsnType({ type: AsnTypeTypes.Sequence })(modele);
  for (const [nom, champ] of Object.entries(champs))
    AsnProp(champ as Parameters<typeof AsnProp>[0])(modele.prototype, nom);
};
const grandNombre = { type: AsnPropTypes.Integer, converter: AsnIntegerArrayBufferConverter };
const auChoix = (type: unknown, context?: number) => ({
  type,
  optional: true,
  ...(context === undefined ? {} : { context, implicit: true }),
});
suite(EmpreinteDuMessage, {
  hashAlgorithm: { type: AlgorithmIdentifier },
  hashedMessage: { type: OctetString },
});
suite(Demande, {
  version: { type: AsnPropTypes.Integer },
  messageImprint: { type: EmpreinteDuMessage },
  nonce: grandNombre,
  certReq: { type: AsnPropTypes.Boolean },
});
suite(Statut, {
  status: { type: AsnPropTypes.Integer },
  texte: { ...auChoix(AsnPropTypes.Utf8String), repeated: "sequence" },
  raison: auChoix(AsnPropTypes.BitString),
});
suite(Reponse, { status: { type: Statut }, timeStampToken: auChoix(ContentInfo) });
suite(Precision, {
  seconds: auChoix(AsnPropTypes.Integer),
  millis: auChoix(AsnPropTypes.Integer, 0),
  micros: auChoix(AsnPropTypes.Integer, 1),
});
suite(Horodatage, {
  version: { type: AsnPropTypes.Integer },
  policy: { type: AsnPropTypes.ObjectIdentifier },
  messageImprint: { type: EmpreinteDuMessage },
  serialNumber: grandNombre,
  genTime: { type: AsnPropTypes.GeneralizedTime },
  accuracy: auChoix(Precision),
  ordering: { type: AsnPropTypes.Boolean, defaultValue: false },
  nonce: { ...grandNombre, optional: true },
  tsa: { type: AsnPropTypes.Any, context: 0, optional: true },
  extensions: { ...auChoix(AsnPropTypes.Any, 1), repeated: "sequence" },
});

const octetsDe = (valeur: ArrayBuffer | OctetString): Buffer =>
  Buffer.from(valeur instanceof OctetString ? valeur.buffer : valeur);

/** A timestamp that is not valid; the message gives the reason in French. */
export class HorodatageRefuse extends Error {}

/** The request to a timestamp authority, in DER, and the number that its answer must repeat. */
export interface DemandeDHorodatage {
  demande: Uint8Array<ArrayBuffer>;
  nonce: Buffer;
}

/**
 * Makes the request for a timestamp of a signature (RFC 3161): the SHA-256 of the signature, a random number, and the
 * demand for the certificate of the authority.
 */
export function demandeDHorodatage(signature: Uint8Array): DemandeDHorodatage {
  const nonce = randomBytes(8);
  nonce.writeUInt8((nonce.readUInt8() & 0x3f) | 0x40);
  const demande = Object.assign(new Demande(), {
    messageImprint: Object.assign(new EmpreinteDuMessage(), {
      hashAlgorithm: new AlgorithmIdentifier({ algorithm: SHA_256, parameters: NULL }),
      hashedMessage: new OctetString(sha256(signature)),
    }),
    nonce: new Uint8Array(nonce).buffer,
  });
  return { demande: new Uint8Array(serialise(demande)), nonce };
}

/** A timestamp of a signature, once verified. */
export interface JetonLu {
  /** The timestamp token in DER, reduced to the parts that prove the instant. */
  jeton: Buffer;
  le: Date;
  /** The certificate of the authority, in DER. */
  certificat: Uint8Array;
}

/**
 * Reads the answer of a timestamp authority.
 * @throws HorodatageRefuse for a refusal, and for a timestamp that is not valid or answers another request; Error for
 * bytes that cannot be read.
 */
export function lireReponse(
  reponse: Uint8Array,
  { signature, nonce }: { signature: Uint8Array; nonce: Buffer },
): JetonLu {
  const { status, timeStampToken } = AsnConvert.parse(reponse, Reponse);
  if (status.status > 1)
    throw new HorodatageRefuse(`L’autorité a refusé (statut ${status.status}).`);
  if (!timeStampToken) throw new HorodatageRefuse("La réponse ne porte aucun horodatage.");
  const jetonLu = lireJeton(serialise(timeStampToken), signature);
  if (!jetonLu.nonce?.equals(nonce))
    throw new HorodatageRefuse("La réponse est celle d’une autre demande.");
  return jetonLu;
}

/**
 * Reads a timestamp token and rebuilds it from the data that the authority signed, its certificate and its signature.
 * Other certificates are dropped because no signature protects them: the same verified parts always give the same
 * bytes.
 * @throws HorodatageRefuse when the token is not valid for this signature; Error when it cannot be read.
 */
export function lireJeton(
  jeton: Uint8Array,
  signature: Uint8Array,
): JetonLu & { nonce: Buffer | null } {
  const { content } = AsnConvert.parse(jeton, ContentInfo);
  const {
    certificates = [],
    encapContentInfo,
    signerInfos,
  } = AsnConvert.parse(content, SignedData);
  const [signataire, ...autres] = signerInfos;
  const contenu = encapContentInfo.eContent?.single;
  if (!(signataire?.signedAttrs && contenu) || autres.length > 0)
    throw new HorodatageRefuse("L’horodatage n’a pas un seul signataire.");
  const info = AsnConvert.parse(contenu.buffer, Horodatage);
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  if (hashAlgorithm.algorithm !== SHA_256 || !octetsDe(hashedMessage).equals(sha256(signature)))
    throw new HorodatageRefuse("L’horodatage est celui d’une autre signature.");
  const certificat = certificates
    .flatMap(({ certificate }) => (certificate ? [serialise(certificate)] : []))
    .find((certificat) => estNomme(certificat, signataire));
  if (!certificat)
    throw new HorodatageRefuse("L’horodatage n’a pas le certificat de son signataire.");
  if (!estDAutorite(certificat))
    throw new HorodatageRefuse("L’horodatage est signé par un certificat d’un autre usage.");
  verifierSignature(signataire, { certificat, contenu: octetsDe(contenu) });
  return {
    jeton: rebati(signataire, { certificat, contenu }),
    le: info.genTime,
    certificat: new Uint8Array(certificat),
    nonce: info.nonce === undefined ? null : Buffer.from(info.nonce),
  };
}

const valeurDe = ({ signedAttrs = [] }: SignerInfo, type: string): Buffer | null => {
  const attribut = signedAttrs.find(({ attrType }) => attrType === type);
  return attribut?.attrValues[0] ? Buffer.from(attribut.attrValues[0]) : null;
};

/** Whether the signer named this certificate by its hash (RFC 2634, SHA-1; RFC 5035, SHA-256). */
function estNomme(certificat: Buffer, signataire: SignerInfo): boolean {
  const nommes = [
    { nom: valeurDe(signataire, SIGNING_CERTIFICATE_V2), empreinte: sha256(certificat) },
    {
      nom: valeurDe(signataire, CERTIFICATE_V1),
      empreinte: createHash("sha1").update(certificat).digest(),
    },
  ];
  return nommes.some(({ nom, empreinte }) => nom?.includes(empreinte));
}

/**
 * Whether the certificate is for timestamps and nothing else (RFC 3161, 2.3); the product keeps no list of trusted
 * authorities.
 */
function estDAutorite(certificat: Buffer): boolean {
  const { extensions = [] } = AsnConvert.parse(certificat, Certificate).tbsCertificate;
  const usage = extensions.find(({ extnID }) => extnID === id_ce_extKeyUsage)?.extnValue;
  return (
    usage !== undefined && AsnConvert.parse(usage, ExtendedKeyUsage).join() === id_kp_timeStamping
  );
}

/** Verifies the signature of a timestamp. @throws HorodatageRefuse when it is not valid, or of an unknown kind. */
function verifierSignature(
  signataire: SignerInfo,
  { certificat, contenu }: { certificat: Buffer; contenu: Buffer },
): void {
  const { digestAlgorithm, signatureAlgorithm, signedAttrs = [], signature } = signataire;
  const empreinte = EMPREINTES[digestAlgorithm.algorithm];
  if (!empreinte || ![RSA, ...empreinte.signatures].includes(signatureAlgorithm.algorithm))
    throw new HorodatageRefuse("L’horodatage est signé d’une façon inconnue.");
  const attendue = new OctetString(createHash(empreinte.nom).update(contenu).digest());
  if (!valeurDe(signataire, MESSAGE_DIGEST)?.equals(serialise(attendue)))
    throw new HorodatageRefuse("L’horodatage a été signé avec un autre contenu.");
  const publique = cleDuCertificat(certificat);
  const signes = serialise(new Attributs(signedAttrs));
  if (!verify(empreinte.nom, signes, publique, octetsDe(signature)))
    throw new HorodatageRefuse("La signature de l’horodatage n’est pas valable.");
}

/** The timestamp token rebuilt from verified parts only. */
function rebati(
  { digestAlgorithm, signatureAlgorithm, signedAttrs = [], signature }: SignerInfo,
  { certificat, contenu }: { certificat: Buffer; contenu: OctetString },
): Buffer {
  const certificate = AsnConvert.parse(certificat, Certificate);
  const { issuer, serialNumber } = certificate.tbsCertificate;
  const algorithme = new DigestAlgorithmIdentifier({ algorithm: digestAlgorithm.algorithm });
  const { algorithm } = signatureAlgorithm;
  const rsa = algorithm.startsWith(RSA.slice(0, -1));
  const signer = new SignerInfo({
    version: CMSVersion.v1,
    sid: new SignerIdentifier({
      issuerAndSerialNumber: new IssuerAndSerialNumber({ issuer, serialNumber }),
    }),
    digestAlgorithm: algorithme,
    signedAttrs,
    signatureAlgorithm: new SignatureAlgorithmIdentifier({
      algorithm,
      ...(rsa ? { parameters: NULL } : {}),
    }),
    signature,
  });
  const signed = new SignedData({
    version: CMSVersion.v3,
    digestAlgorithms: new DigestAlgorithmIdentifiers([algorithme]),
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: TST_INFO,
      eContent: new EncapsulatedContent({ single: contenu }),
    }),
    certificates: new CertificateSet([new CertificateChoices({ certificate })]),
    signerInfos: new SignerInfos([signer]),
  });
  return serialise(
    new ContentInfo({ contentType: id_signedData, content: AsnConvert.serialize(signed) }),
  );
}
