/** A line of the table: a measure, with its limit. */
export interface Figure {
  name: string;
  /** The raw figures of this machine behind the result. */
  raw: string;
  value: number;
  unit: "×" | "Ko" | "Mo" | "ms" | "s" | "%" | "";
  /** The upper or lower limit; without one, the figure is only shown. */
  limit?: { atMost: number } | { atLeast: number };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return (
    ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2
  );
}

/** The value below which this percentage of the values stay. */
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

/** A number with three significant digits at most, and a comma. */
export const digits = (value: number): string =>
  value.toLocaleString(
    "fr-FR",
    value < 100 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 0 },
  );

/** The figures in columns. */
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
