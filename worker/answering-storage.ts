import type { Env } from "./env.ts";

/**
 * The longest wait for an answer of R2, in milliseconds: in a request, the same as for the database; in a job, enough
 * for its largest object.
 */
const ANSWER_MS = { request: 10_000, job: 120_000 };

/** The message of the error when R2 does not answer; `isStorageDown` recognizes its code. */
const SILENT = "R2 does not answer (10043)";

/**
 * The environment with a time limit on each call to its storage, which then fails. Without a limit, the local storage
 * never answers once its disk is full.
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
