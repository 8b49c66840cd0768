import { digits } from "../figures.ts";

/** An invocation of the worker by the platform; `asked` counts its calls to outside services, by kind. */
export interface Invocation {
  name: string;
  asked: Readonly<Record<string, number>>;
}

/** The cost of an operation in an agency with this many dossiers. */
export interface Cost {
  name: string;
  dossiers: number;
  invocations: readonly Invocation[];
  /** The processor time of workerd in seconds, with the simulated services and the measure of memory. */
  processor: number;
  /** The highest memory in use found in the worker, in MB. */
  live: number;
  /** The duration, in seconds. */
  seconds: number;
}

const ENOUGH = 100_000;
const SUBREQUESTS = 10_000;

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const askedBy = ({ asked }: Invocation) => sum(Object.values(asked));

/** The invocation with the most calls: the platform would stop it first. */
const heaviest = ({ invocations }: Cost) =>
  invocations.toSorted((a, b) => askedBy(b) - askedBy(a))[0] ?? { name: "", asked: {} };

const told = ({ asked }: Invocation) =>
  Object.entries(asked)
    .map(([what, count]) => `${count} ${what}`)
    .join(", ");

/** The value at {@link ENOUGH} on the straight line through the measures; at least the largest measure. */
function extrapolated(points: readonly (readonly [size: number, value: number])[]): number {
  const meanX = sum(points.map(([x]) => x)) / points.length;
  const meanY = sum(points.map(([, y]) => y)) / points.length;
  const spread = sum(points.map(([x]) => (x - meanX) ** 2));
  const slope = spread === 0 ? 0 : sum(points.map(([x, y]) => (x - meanX) * (y - meanY))) / spread;
  return Math.max(meanY + slope * (ENOUGH - meanX), ...points.map(([, y]) => y));
}

/** A Markdown table: each operation at each size, and at a hundred thousand dossiers. */
export function costTable(costs: readonly Cost[]): string {
  const rows = [...Map.groupBy(costs, ({ name }) => name)].map(([name, ofName]) => {
    const at = (value: (cost: Cost) => number) =>
      extrapolated(ofName.map((cost) => [cost.dossiers, value(cost)] as const));
    const cells = ofName.map((cost) => {
      const most = heaviest(cost);
      const many = cost.invocations.length > 1 ? ` (${cost.invocations.length} appels)` : "";
      return `${askedBy(most)} : ${told(most)}${many}; ${digits(cost.processor)} s; ${digits(cost.live)} Mo; ${digits(cost.seconds)} s`;
    });
    const subrequests = at((cost) => askedBy(heaviest(cost)));
    const over = subrequests > SUBREQUESTS ? " DÉPASSÉ" : "";
    return [
      name,
      ...cells,
      `${digits(subrequests)}${over}`,
      digits(at(({ processor }) => processor)),
      digits(at(({ live }) => live)),
    ];
  });
  const sizes = [...new Set(costs.map(({ dossiers }) => dossiers))];
  const head = [
    "Opération",
    ...sizes.map((size) => `${digits(size)} dossiers`),
    `Sous-requêtes à ${digits(ENOUGH)}`,
    "Processeur, s",
    "Mémoire, Mo",
  ];
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
