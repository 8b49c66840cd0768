import type { Env } from "./env.ts";

/** As long as the database is waited for. */
const ANSWER_MS = 10_000;

/** R2 says so itself when it does not answer. */
const SILENT = "R2 does not answer (10043)";

/** The environment with storage that answers in time or fails: the local one never does once its disk is full. */
export const withAnsweringStorage = <Storage extends Pick<Env, "FILES" | "BACKUPS">>(
  env: Storage,
): Storage => ({ ...env, FILES: answering(env.FILES), BACKUPS: answering(env.BACKUPS) });

function answering<Target extends object>(target: Target): Target {
  return new Proxy(target, {
    get(_, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...given: unknown[]) => {
        const answer: unknown = member.apply(target, given);
        if (!(answer instanceof Promise)) return asUpload(answer);
        // What is streamed lasts as long as its sender does.
        const streamed = given.some((one) => one instanceof ReadableStream);
        return (streamed ? answer : inTime(answer)).then(asUpload);
      };
    },
  });
}

const asUpload = (answer: unknown) =>
  answer instanceof Object && "uploadPart" in answer ? answering(answer) : answer;

function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const { promise: silence, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(SILENT)), ANSWER_MS);
  return Promise.race([answer, silence]).finally(() => clearTimeout(timer));
}
