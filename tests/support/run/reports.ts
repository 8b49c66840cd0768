import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ROOT } from "../../../worker/local/settings.ts";

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** A test, with its duration in milliseconds; `failure` is the cause of its failure. */
export interface Timed {
  file: string;
  title: string;
  duration: number;
  failure?: string;
}

export interface Told {
  counts: Counts;
  tests: Timed[];
}

interface VitestReport
  extends Record<"numPassedTests" | "numFailedTests" | "numPendingTests", number> {
  testResults: {
    name: string;
    message: string;
    assertionResults: {
      fullName: string;
      duration?: number | null;
      failureMessages?: string[] | null;
    }[];
  }[];
}

export function readSuite(path: string): Told {
  const report: VitestReport = JSON.parse(readFileSync(path, "utf8"));
  return {
    counts: {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests,
    },
    tests: report.testResults.flatMap(({ name, message, assertionResults }) => {
      const file = relative(ROOT, name);
      const brokenFile = message
        ? [{ file, title: "le fichier entier", duration: 0, failure: message }]
        : [];
      const tests = assertionResults.map(({ fullName, duration, failureMessages }) => ({
        file,
        title: fullName,
        duration: duration ?? 0,
        failure: failureMessages?.[0],
      }));
      return [...brokenFile, ...tests];
    }),
  };
}

interface Stories {
  suites?: Stories[];
  specs?: {
    file: string;
    title: string;
    tests: { results: { duration: number; error?: { message?: string } }[] }[];
  }[];
}

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
      .map(({ duration, error }) => ({
        file: `tests/e2e/${file}`,
        title,
        duration,
        failure: error?.message,
      })),
  );
  return [...own, ...suites.flatMap(storiesOf)];
}

/** One line in French for each of the slowest tests, the slowest first. */
export function slowest(tests: readonly Timed[], count: number): string[] {
  return tests
    .toSorted((one, other) => other.duration - one.duration)
    .slice(0, count)
    .map(({ file, title, duration }) => {
      const seconds = (duration / 1000).toLocaleString("fr-FR", { maximumFractionDigits: 1 });
      return `${seconds.padStart(6)} s  ${file} › ${title}`;
    });
}

const CAUSE_LINES = 12;

/**
 * The failed tests, each with the first lines of its cause. They are printed again at the end, because the first print
 * has scrolled away.
 */
export function failures(tests: readonly Timed[]): string[] {
  return tests.flatMap(({ file, title, failure }) =>
    failure === undefined
      ? []
      : [
          `${file} › ${title}`,
          ...failure
            .split("\n", CAUSE_LINES)
            .map((line) => `    ${stripVTControlCharacters(line)}`),
        ],
  );
}
