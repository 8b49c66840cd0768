/**
 * The first line of a copy of the database holds a signing key; the verifying key is kept beside the copies. Only a
 * person who has opened the copy can sign that this copy replaced the database (historique/README §9.10).
 */
const ALGORITHME = "Ed25519";
const EN_TETE = /^-- cle de restauration ([\w-]+)$/;

/**
 * The facts that the key of a copy signs: the copy, its last sealed line of history, the instant of the restoration.
 */
export interface Restauration {
  copie: string;
  ligne: number;
  empreinte: string;
  createdAt: string;
}

export interface ClesDeCopie {
  /** The first line of the copy, which holds its signing key. */
  enTete: string;
  /** The key, in base64url, that verifies what the key of the copy signed. */
  publique: string;
}

type Cle = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const enTexte = (octets: ArrayBuffer) => Buffer.from(octets).toString("base64url");

const octetsDe = ({ copie, ligne, empreinte, createdAt }: Restauration) =>
  new TextEncoder().encode(JSON.stringify([copie, ligne, empreinte, createdAt]));

/** The keys of a new copy. */
export async function nouvellesCles(): Promise<ClesDeCopie> {
  const paire = (await crypto.subtle.generateKey(ALGORITHME, true, ["sign", "verify"])) as {
    publicKey: Cle;
    privateKey: Cle;
  };
  const [privee, publique] = await Promise.all([
    crypto.subtle.exportKey("pkcs8", paire.privateKey) as Promise<ArrayBuffer>,
    crypto.subtle.exportKey("raw", paire.publicKey) as Promise<ArrayBuffer>,
  ]);
  return { enTete: `-- cle de restauration ${enTexte(privee)}\n`, publique: enTexte(publique) };
}

/** The signing key, from the first line of a copy; null when that line holds no key. */
export const clePriveeDe = (ligne: string): string | null => EN_TETE.exec(ligne)?.[1] ?? null;

/** Signs a restoration with the key of its copy. @returns the signature, in base64url */
export async function signer(privee: string, restauration: Restauration): Promise<string> {
  const octets = Buffer.from(privee, "base64url");
  const cle = await crypto.subtle.importKey("pkcs8", octets, ALGORITHME, false, ["sign"]);
  return enTexte(await crypto.subtle.sign(ALGORITHME, cle, octetsDe(restauration)));
}

/** Whether a restoration was signed with the key of its copy. */
export async function estSignee(
  publique: string,
  restauration: Restauration,
  signature: string,
): Promise<boolean> {
  try {
    const octets = Buffer.from(publique, "base64url");
    const cle = await crypto.subtle.importKey("raw", octets, ALGORITHME, false, ["verify"]);
    const signe = Buffer.from(signature, "base64url");
    return await crypto.subtle.verify(ALGORITHME, cle, signe, octetsDe(restauration));
  } catch {
    return false;
  }
}
