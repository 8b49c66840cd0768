import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { ROOT } from "../../worker/local/settings.ts";

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** One test, and how long it took, in milliseconds. */
export interface Timed {
  file: string;
  title: string;
  duration: number;
}

export interface Told {
  counts: Counts;
  tests: Timed[];
}

interface VitestReport
  extends Record<"numPassedTests" | "numFailedTests" | "numPendingTests", number> {
  testResults: {
    name: string;
    assertionResults: { fullName: string; duration?: number | null }[];
  }[];
}

/** Reads the JSON report of a suite of vitest. */
export function readSuite(path: string): Told {
  const report: VitestReport = JSON.parse(readFileSync(path, "utf8"));
  return {
    counts: {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests,
    },
    tests: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, duration }) => ({
        file: relative(ROOT, name),
        title: fullName,
        duration: duration ?? 0,
      })),
    ),
  };
}

interface Stories {
  suites?: Stories[];
  specs?: { file: string; title: string; tests: { results: { duration: number }[] }[] }[];
}

/** Reads the JSON report of the stories. */
export function readStories(path: string): Told {
  const report: Stories & {
    stats: Record<"expected" | "unexpected" | "flaky" | "skipped", number>;
  } = JSON.parse(readFileSync(path, "utf8"));
  const { expected, flaky, unexpected, skipped } = report.stats;
  return {
    counts: { passed: expected + flaky, failed: unexpected, skipped },
    tests: storiesOf(report),
  };
}

function storiesOf({ suites = [], specs = [] }: Stories): Timed[] {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .flatMap(({ results }) => results)
      .map(({ duration }) => ({ file: `tests/e2e/${file}`, title, duration })),
  );
  return [...own, ...suites.flatMap(storiesOf)];
}

/** One line each, in French, the slowest first. */
export function slowest(tests: readonly Timed[], count: number): string[] {
  return tests
    .toSorted((one, other) => other.duration - one.duration)
    .slice(0, count)
    .map(({ file, title, duration }) => {
      const seconds = (duration / 1000).toLocaleString("fr-FR", { maximumFractionDigits: 1 });
      return `${seconds.padStart(6)} s  ${file} › ${title}`;
    });
}
