import type { Env } from "./env.ts";

/** In milliseconds: a person waits as long as for the database, a job as long as its largest object needs. */
const ANSWER_MS = { request: 10_000, job: 120_000 };

/** The words of R2 when it does not answer, so that `isStorageDown` recognizes them. */
const SILENT = "R2 does not answer (10043)";

/**
 * The environment, whose storage answers in time or fails: without a limit, the local storage never answers once its
 * disk is full.
 */
export const withAnsweringStorage = <Storage extends Pick<Env, "FILES" | "BACKUPS">>(
  env: Storage,
  { of }: { of: keyof typeof ANSWER_MS },
): Storage => ({
  ...env,
  FILES: answering(env.FILES, ANSWER_MS[of]),
  BACKUPS: answering(env.BACKUPS, ANSWER_MS[of]),
});

function answering<Target extends object>(target: Target, ms: number): Target {
  const asUpload = (answer: unknown) =>
    answer instanceof Object && "uploadPart" in answer ? answering(answer, ms) : answer;
  return new Proxy(target, {
    get(_, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...given: unknown[]) => {
        const answer: unknown = member.apply(target, given);
        if (!(answer instanceof Promise)) return asUpload(answer);
        // A streamed body has no time limit, because its sender decides how long it lasts.
        const streamed = given.some((one) => one instanceof ReadableStream);
        return (streamed ? answer : inTime(answer, ms)).then(asUpload);
      };
    },
  });
}

function inTime<Answer>(answer: Promise<Answer>, ms: number): Promise<Answer> {
  const { promise: silence, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(SILENT)), ms);
  return Promise.race([answer, silence]).finally(() => clearTimeout(timer));
}
