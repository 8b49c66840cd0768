/** The parts of an answer that a test may forge. */
interface Faux {
  origin?: string;
  rpID?: string;
  /** The signature counter of the answer; by default, one more than the last. */
  compteur?: number;
  /** True: the answer says that the user was present, but not verified. */
  sansVerification?: boolean;
  porteur?: string | null;
}

interface Demande {
  challenge: string;
  rp?: { id: string };
  rpId?: string;
  user?: { id: string };
}

const ORIGIN = "http://localhost:8787";
const base64url = (bytes: Uint8Array | ArrayBuffer | string) =>
  Buffer.from(bytes as Uint8Array).toString("base64url");
const sha256 = async (bytes: Uint8Array<ArrayBuffer>) =>
  Buffer.from(await crypto.subtle.digest("SHA-256", bytes));
const octets = (...parts: (Uint8Array | number[])[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part))));

/** A passkey in software: it answers as an authenticator would, or as a forger. */
export class Authentificateur {
  #id = crypto.getRandomValues(new Uint8Array(32));
  #keys = crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
    "sign",
    "verify",
  ]) as Promise<CryptoKeyPair>;
  #porteur: string | null = null;
  compteur = 0;

  get id(): string {
    return base64url(this.#id);
  }

  /** The answer of `navigator.credentials.create()`. */
  async creer({ challenge, rp, user }: Demande, faux: Faux = {}) {
    this.#porteur = user?.id ?? null;
    const point = new Uint8Array(
      (await crypto.subtle.exportKey("raw", (await this.#keys).publicKey)) as ArrayBuffer,
    );
    // COSE: {1: 2, 3: -7, -1: 1, -2: x, -3: y}
    const cose = octets(
      [0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20],
      point.slice(1, 33),
      [0x22, 0x58, 0x20],
      point.slice(33),
    );
    const attested = octets(new Uint8Array(16), [0, this.#id.length], this.#id, cose);
    const data = octets(await this.#donnees(rp?.id, faux, 0x40), attested);
    // CBOR: {"fmt": "none", "attStmt": {}, "authData": …}
    const attestationObject = octets(
      [0xa3, 0x63, ...Buffer.from("fmt"), 0x64, ...Buffer.from("none")],
      [0x67, ...Buffer.from("attStmt"), 0xa0, 0x68, ...Buffer.from("authData")],
      [0x58, data.length],
      data,
    );
    return {
      id: this.id,
      rawId: this.id,
      type: "public-key",
      response: {
        clientDataJSON: this.#client("webauthn.create", challenge, faux),
        attestationObject: base64url(attestationObject),
        transports: ["internal"],
      },
    };
  }

  /** The answer of `navigator.credentials.get()`. */
  async signer({ challenge, rpId }: Demande, faux: Faux = {}) {
    const data = await this.#donnees(rpId, faux);
    const clientDataJSON = this.#client("webauthn.get", challenge, faux);
    const signed = octets(
      data,
      await sha256(new Uint8Array(Buffer.from(clientDataJSON, "base64url"))),
    );
    const algorithm = { name: "ECDSA", hash: "SHA-256" };
    const raw = await crypto.subtle.sign(algorithm, (await this.#keys).privateKey, signed);
    const userHandle = faux.porteur === undefined ? this.#porteur : faux.porteur;
    return {
      id: this.id,
      rawId: this.id,
      type: "public-key",
      response: {
        clientDataJSON,
        authenticatorData: base64url(data),
        signature: base64url(enDer(new Uint8Array(raw))),
        userHandle,
      },
    };
  }

  async #donnees(rpID = "localhost", faux: Faux, flags = 0) {
    const hash = await sha256(new Uint8Array(Buffer.from(faux.rpID ?? rpID)));
    this.compteur = faux.compteur ?? this.compteur + 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.compteur);
    return octets(hash, [flags | 0x01 | (faux.sansVerification ? 0 : 0x04)], counter);
  }

  #client(type: string, challenge: string, { origin = ORIGIN }: Faux) {
    return base64url(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }
}

/** The two halves of a raw signature, r then s, as ASN.1 integers: a leading zero byte keeps them positive. */
function enDer(raw: Uint8Array): Uint8Array {
  const entier = (part: Uint8Array) => {
    const start = part.findIndex((byte) => byte !== 0);
    const body = [...part.slice(start)];
    if ((body[0] ?? 0) > 0x7f) body.unshift(0);
    return [0x02, body.length, ...body];
  };
  const body = [...entier(raw.slice(0, 32)), ...entier(raw.slice(32))];
  return new Uint8Array([0x30, body.length, ...body]);
}
