/** A line of the table: a measured value and its limit. */
export interface Figure {
  name: string;
  /** The raw times of this machine, from which the value comes. */
  raw: string;
  value: number;
  unit: "×" | "Ko" | "Mo" | "ms" | "s" | "%" | "";
  /** Without a limit, the figure is only shown. */
  limit?: { atMost: number } | { atLeast: number };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return (
    ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2
  );
}

/** The nearest-rank percentile: `of` % of the values do not exceed it. */
export function percentile(values: readonly number[], of: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((values.length * of) / 100) - 1)] ?? Number.NaN;
}

/** The duration of the work, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export const held = ({ value, limit }: Figure): boolean =>
  limit === undefined || ("atMost" in limit ? value <= limit.atMost : value >= limit.atLeast);

/** A number as French writes it: three significant digits below 100, no decimals above. */
export const digits = (value: number): string =>
  value.toLocaleString(
    "fr-FR",
    value < 100 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 0 },
  );

export function table(figures: readonly Figure[]): string {
  const quantity = (value: number, unit: string) => `${digits(value)} ${unit}`.trim();
  const rows = [
    ["Mesure", "Résultat", "Limite", "", "Chiffres de cette machine"],
    ...figures.map((figure) => {
      const { name, raw, value, unit, limit } = figure;
      const bound =
        limit === undefined
          ? "–"
          : "atMost" in limit
            ? `≤ ${quantity(limit.atMost, unit)}`
            : `≥ ${quantity(limit.atLeast, unit)}`;
      const verdict = limit === undefined ? "" : held(figure) ? "ok" : "DÉPASSÉ";
      return [name, quantity(value, unit), bound, verdict, raw];
    }),
  ];
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
