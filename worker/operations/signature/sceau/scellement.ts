import { createHash } from "node:crypto";
import type { Preuve } from "#domain/signature/preuve.ts";
import type { documentsScelles } from "#worker/db/schema/signature.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { sceauPresent } from "./sceaux.ts";

export interface DocumentScelle {
  octets: Uint8Array;
  /** Null when the agency asks no timestamp authority. */
  horodatage: HorodatageDemande | null;
  /** The row to write in the database before anybody receives the file. */
  ligne: Omit<typeof documentsScelles.$inferSelect, "id" | "createdAt">;
}

/** The answer of the authority, or why there is none. */
export type HorodatageDemande = { le: string; autorite: string } | { manque: string };

/**
 * Seals a signed file, with the page that proves the signatures. The caller writes the row with its fingerprint
 * before anybody receives the file.
 * @param lu the bytes whose fingerprint each signer agreed to.
 * @param preuve the content of the proof page, except the seal itself.
 * @throws Conflict when the agency has nothing to seal with; Error when the proof is about other bytes, or the file
 * is already sealed.
 */
export async function scellerDocument(
  ctx: Pick<Contexte, "env" | "db" | "now">,
  { lu, preuve }: { lu: Uint8Array; preuve: Omit<Preuve, "certificat" | "scelleLe"> },
): Promise<DocumentScelle> {
  const empreinteLue = sha256(lu);
  if (preuve.papier.empreinte !== empreinteLue) throw new Error("The proof is about other bytes.");
  const { now } = ctx;
  const sceau = await sceauPresent(ctx);
  const {
    nomDuSceau,
    pageDePreuve,
    PLACES_DU_SCEAU,
    poserSceau,
    preparerSceau,
    sceller,
    sousLeSceau,
  } = await outils();
  const { agence } = sceau;
  const { horodatageUrl } = agence;
  const scelleLe = now.toISOString();
  const page = pageDePreuve({
    agence,
    preuve: { ...preuve, certificat: sceau.empreinte, scelleLe },
  });
  const pret = await preparerSceau(lu, {
    preuve: page,
    le: now,
    nom: nomDuSceau(agence.agenceNom),
    place: PLACES_DU_SCEAU[horodatageUrl === "" ? "simple" : "horodate"],
  });
  let horodatage: HorodatageDemande | null = null;
  const cms = await sceller(sousLeSceau(pret), sceau, async (signature) => {
    if (horodatageUrl === "") return null;
    const { jeton, ...reponse } = await horodater(horodatageUrl, signature);
    horodatage = reponse;
    return jeton;
  });
  const octets = poserSceau(pret, cms);
  const empreinte = sha256(octets);
  const ligne = { SceauId: sceau.id, empreinte, empreinteLue, octetsLus: lu.length, scelleLe };
  return { octets, horodatage, ligne };
}

const PATIENCE = 5_000;
/** Milliseconds allowed between the clock of an authority and ours; beyond, one of them is wrong (RFC 3161, 2.4.2). */
const ECART = 5 * 60_000;
const SANS_REPONSE = "L’autorité n’a pas répondu en cinq secondes.";
const ILLISIBLE = "La réponse de l’autorité ne se lit pas.";
/** The most bytes of an answer, and of a token within the room reserved in a seal. */
const REPONSE_AU_PLUS = 65_536;
const JETON_AU_PLUS = 4_800;

/**
 * Asks an authority to timestamp a signature (RFC 3161), within five seconds. Without a valid answer the file is sealed
 * all the same, with the reason noted.
 */
export async function horodater(
  url: string,
  signature: Uint8Array,
): Promise<{ jeton: Uint8Array; le: string; autorite: string } | { jeton: null; manque: string }> {
  const { demandeDHorodatage, HorodatageRefuse, lireReponse } = await import(
    "#worker/documents/signature/horodatage.ts"
  );
  const { nomDuSujet } = await import("#worker/documents/signature/certificat.ts");
  let repondu = false;
  try {
    const { demande, nonce } = demandeDHorodatage(signature);
    const reponse = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/timestamp-query" },
      body: demande,
      redirect: "manual",
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (reponse.status !== 200)
      throw new HorodatageRefuse(`L’autorité a répondu ${reponse.status}.`);
    const octets = new Uint8Array(await reponse.arrayBuffer());
    repondu = true;
    if (octets.length > REPONSE_AU_PLUS)
      throw new HorodatageRefuse("La réponse de l’autorité est trop longue.");
    const { jeton, le, certificat } = lireReponse(octets, { signature, nonce });
    if (jeton.length > JETON_AU_PLUS) throw new HorodatageRefuse("L’horodatage est trop long.");
    if (Math.abs(le.getTime() - Date.now()) > ECART)
      throw new HorodatageRefuse("L’heure de l’autorité n’est pas celle du produit.");
    return { jeton, le: le.toISOString(), autorite: nomDuSujet(certificat) };
  } catch (error) {
    if (error instanceof HorodatageRefuse) return { jeton: null, manque: error.message };
    return { jeton: null, manque: repondu ? ILLISIBLE : SANS_REPONSE };
  }
}

/** The readers and writers of seals, loaded only when something is sealed. */
async function outils() {
  const [certificat, cms, page, sceau] = await Promise.all([
    import("#worker/documents/signature/certificat.ts"),
    import("#worker/documents/signature/cms.ts"),
    import("#worker/documents/signature/page-de-preuve.ts"),
    import("#worker/documents/signature/sceau.ts"),
  ]);
  return { ...certificat, ...cms, ...page, ...sceau };
}

const sha256 = (octets: Uint8Array) => createHash("sha256").update(octets).digest("hex");
