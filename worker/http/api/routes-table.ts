import type { RouterRoute } from "hono/types";
import { toldRoutes } from "./openapi.ts";

const WORDS = {
  compte: "son compte",
  facteurs: "ses facteurs",
  visiteProprietaire: "propriétaire",
  visiteComptable: "comptable",
  visiteSignature: "signataire",
} as const;

const HEAD = ["verbe", "adresse", "droit", "mot de passe redemandé, limite"];

/**
 * The API as a table: for each route, its method, its address, the right that it needs, whether it asks for the
 * password again, and its rate limit.
 */
export function routesTable(routes: readonly RouterRoute[]): string {
  const lines = toldRoutes(routes).map(({ method, path, description }) => {
    const { need = "lire", confirmed, limit } = description;
    const right = need === null ? "tous" : need in WORDS ? WORDS[need as keyof typeof WORDS] : need;
    return [method, path, right, [confirmed && "mot de passe", limit].filter(Boolean).join(", ")];
  });
  const sorted = lines.toSorted(([, one = ""], [, other = ""]) => one.localeCompare(other, "en"));
  const rows = [HEAD, ...sorted];
  const widths = [0, 1, 2].map((column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return `${rows
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n")}\n`;
}
