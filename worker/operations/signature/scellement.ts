import { createHash } from "node:crypto";
import type { Preuve } from "#domain/signature/preuve.ts";
import type { documentsScelles } from "#worker/db/schema/signature.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { sceauPresent } from "./sceaux.ts";

/** A file that was sealed. */
export interface DocumentScelle {
  octets: Uint8Array;
  /** What the database must know of it before anybody holds it. */
  ligne: Omit<typeof documentsScelles.$inferSelect, "id" | "createdAt">;
}

/**
 * Seals a file behind which its signers stand, with the page that proves it. Its caller writes the row that knows its
 * fingerprint, before anybody holds the file.
 * @param lu the bytes whose fingerprint each signer agreed to.
 * @param preuve all that the proof page tells, but the seal itself.
 * @throws Conflict when the agency has nothing to seal with; Error when the proof is about other bytes, or the file is
 * sealed.
 */
export async function scellerDocument(
  ctx: Pick<Contexte, "env" | "db" | "now">,
  { lu, preuve }: { lu: Uint8Array; preuve: Omit<Preuve, "certificat" | "scelleLe"> },
): Promise<DocumentScelle> {
  const empreinteLue = sha256(lu);
  if (preuve.papier.empreinte !== empreinteLue) throw new Error("The proof is about other bytes.");
  const { now } = ctx;
  const sceau = await sceauPresent(ctx);
  const { nomDuSceau, pageDePreuve, poserSceau, preparerSceau, sceller, sousLeSceau } =
    await outils();
  const { agence } = sceau;
  const scelleLe = now.toISOString();
  const page = pageDePreuve({
    agence,
    preuve: { ...preuve, certificat: sceau.empreinte, scelleLe },
  });
  const pret = await preparerSceau(lu, {
    preuve: page,
    le: now,
    nom: nomDuSceau(agence.agenceNom),
  });
  const octets = poserSceau(pret, sceller(sousLeSceau(pret), sceau));
  const empreinte = sha256(octets);
  const ligne = { SceauId: sceau.id, empreinte, empreinteLue, octetsLus: lu.length, scelleLe };
  return { octets, ligne };
}

/** Readers and writers of seals, loaded only by who seals. */
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
