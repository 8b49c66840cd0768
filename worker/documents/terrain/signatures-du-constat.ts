import { formatInstant } from "#domain/dates.ts";
import { empreinteEnGroupes } from "#domain/signature/preuve.ts";
import type { SignatureDuConstat } from "#domain/terrain/signature.ts";
import type { Block } from "../page/blocks.ts";

/** The signatures of an inventory that was signed or refused on site, and the fingerprint of its content. */
export interface ConstatSigne {
  /** The fingerprint (SHA-256) of the content, in hexadecimal digits. */
  empreinte: string;
  /** Whether the furniture is listed with the inventory. */
  meuble: boolean;
  signatures: readonly SignatureDuConstat[];
}

/** The signatures of an inventory: who signed, who did not and why, and the fingerprint of the content. */
export function signaturesDuConstat(
  { empreinte, signatures }: ConstatSigne,
  fait: string,
): Block[] {
  const refusee = signatures.some(({ refus }) => refus !== null);
  return [
    { kind: "heading", text: "Signatures" },
    { kind: "paragraph", text: fait, keep: true },
    {
      kind: "list",
      items: signatures.map((signature) => ({ text: ligne(signature) })),
    },
    {
      kind: "paragraph",
      text: `Empreinte SHA-256 de ce qui a été lu${refusee ? "" : " et signé"}\u00A0: ${empreinteEnGroupes(empreinte)}.`,
      keep: true,
    },
    ...(refusee
      ? []
      : [
          {
            kind: "paragraph" as const,
            text: "Signature électronique simple au sens du règlement (UE) n°\u00A0910/2014\u00A0; la page de preuve jointe à ce document en tient le détail.",
            tone: "muted" as const,
          },
        ]),
  ];
}

/**
 * A signature in words: « Signé électroniquement par Monsieur Léo DUPONT, locataire, le 25/11/2026 à 14:32, heure de
 * l'appareil »; for a person who was absent or refused, the reason.
 */
function ligne({ nom, qualite, role, leAppareil, refus }: SignatureDuConstat): string {
  const qui = [nom, qualite, role === "agence" ? "pour l'agence" : "locataire"]
    .filter(Boolean)
    .join(", ");
  const [jour, heure] = formatInstant(new Date(leAppareil)).split(" ");
  if (refus === null)
    return `Signé électroniquement par ${qui}, le ${jour} à ${heure}, heure de l'appareil.`;
  if (refus.absent) return `Non signé par ${qui}, absent\u00A0: ${refus.motif}`;
  return `Non signé par ${qui}, qui a refusé le ${jour} à ${heure}\u00A0: ${refus.motif}`;
}
