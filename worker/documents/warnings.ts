import type { Composed, Document } from "./blocks.ts";
import { undrawable } from "./typeface.ts";

/**
 * What staff are told of a document: what is missing in it, and the characters that no font here draws, which it shows
 * as « ? ».
 */
export function warningsOf({ document, warnings }: Composed): string[] {
  const characters = undrawable(textOf(document));
  if (characters.length === 0) return warnings;
  return [
    ...warnings,
    `Des caractères ne peuvent pas être imprimés et paraissent «\u00A0?\u00A0»\u00A0: ${characters.join(" ")}. Écrivez-les en lettres latines.`,
  ];
}

/** Every text of the document; pictures have none. */
function textOf(document: Document): string {
  return JSON.stringify(document, (_, value) => (value instanceof Uint8Array ? undefined : value));
}
