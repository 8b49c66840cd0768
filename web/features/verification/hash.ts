/**
 * The SHA-256 of a file, in hexadecimal digits.
 * @throws when the browser computes none on this page, or the file cannot be read
 */
export async function hashOf(file: Blob): Promise<string> {
  if (!globalThis.crypto?.subtle)
    throw new Error("Ce navigateur ne calcule d’empreinte que sur une page ouverte en https.");
  const bytes = await file.arrayBuffer().catch(() => {
    throw new Error("Ce fichier n’a pas pu être lu : choisissez-le à nouveau.");
  });
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
