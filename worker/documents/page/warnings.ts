import { TEXTE_EN_LETTRES_LATINES } from "#domain/caracteres.ts";
import { Invalid } from "#domain/erreurs.ts";
import type { Composed, Document } from "./blocks.ts";
import { undrawable } from "./typeface.ts";

/**
 * The warnings to staff about a document: its missing facts, and the signs that the face cannot draw, which are left
 * blank.
 * @throws Invalid when a letter cannot be drawn: a name or an address is never left blank (documents/README §8.2).
 */
export function warningsOf({ document, warnings }: Composed): string[] {
  const characters = undrawable(textOf(document));
  const letters = characters.filter((character) => /\p{L}/u.test(character));
  if (letters.length > 0)
    throw new Invalid(
      {},
      `${TEXTE_EN_LETTRES_LATINES} Ne s’impriment pas\u00A0: ${letters.join(" ")}`,
    );
  if (characters.length === 0) return warnings;
  return [
    ...warnings,
    `Des signes ne peuvent pas être imprimés et sont laissés en blanc\u00A0: ${characters.join(" ")}`,
  ];
}

/** All the texts of the document in one string, without the pictures. */
function textOf(document: Document): string {
  return JSON.stringify(document, (_, value) => (value instanceof Uint8Array ? undefined : value));
}
