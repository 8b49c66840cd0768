import { eq } from "drizzle-orm";
import { Invalid } from "#domain/erreurs.ts";
import { EMPREINTE, type Verification } from "#domain/signature/verification.ts";
import { documentsScelles, sceaux } from "#worker/db/schema/signature.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { sceauPublic } from "./sceaux.ts";

/**
 * Whether the agency sealed the file with this fingerprint. Only a person who has the file knows its fingerprint, and
 * the answer names nobody but the agency.
 * @throws Invalid when the fingerprint is not 64 hexadecimal digits.
 */
export async function verifierEmpreinte(
  { db }: Pick<Contexte, "db">,
  empreinte: string,
): Promise<Verification> {
  if (!EMPREINTE.test(empreinte))
    throw new Invalid({ empreinte: "64 chiffres hexadécimaux sont attendus." });
  const [trouve] = await db
    .select()
    .from(documentsScelles)
    .innerJoin(sceaux, eq(sceaux.id, documentsScelles.SceauId))
    .where(eq(documentsScelles.empreinte, empreinte.toLowerCase()));
  if (!trouve) return { scelle: false };
  const { scelleLe, empreinteLue, octetsLus } = trouve.DocumentScelle;
  return { scelle: true, le: scelleLe, empreinteLue, octetsLus, sceau: sceauPublic(trouve.Sceau) };
}
