import { Buffer } from "node:buffer";
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from "node:crypto";

/** Makes a new key for the agency’s seal, P-256, as a secret to keep: PKCS #8 in base64. */
export const nouvelleCle = (): string =>
  generateKeyPairSync("ec", { namedCurve: "P-256" })
    .privateKey.export({ type: "pkcs8", format: "der" })
    .toString("base64");

/** Reads the private key that a secret holds. @throws Error when it holds none. */
export const cleLue = (secret: string): KeyObject =>
  createPrivateKey({ key: Buffer.from(secret, "base64"), format: "der", type: "pkcs8" });

/** The public half of a key, in DER. */
export const publiqueDe = (cle: KeyObject): Buffer =>
  createPublicKey(cle).export({ type: "spki", format: "der" });

/** SHA-256 of the public key in hexadecimal: the same for all the certificates of a key. */
export const empreinteDeCle = (cle: KeyObject): string =>
  createHash("sha256").update(publiqueDe(cle)).digest("hex");
