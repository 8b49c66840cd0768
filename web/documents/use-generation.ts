import { useState } from "react";
import type { DocumentGenere } from "#domain/fichiers/document.ts";
import { ApiError, api, mendedBySettings } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { TOUCHED_BY_GENERATION } from "./api.ts";

export interface Generation<Options> {
  /** Must be called within the click itself: else the browser opens no tab. */
  start(options: Options): void;
  pending: boolean;
  /** The warnings about missing data of the last document; null while no document was generated. */
  warnings: readonly string[] | null;
  /** The reason why no document was made; null without a refusal. */
  refusal: string | null;
  /** Whether a change of the agency's settings would solve the refusal. */
  settings?: boolean;
}

/** Generates a document and shows it in a new tab; gives its warnings, or the reason of the refusal. */
export function useGeneration<Options>(
  generate: (options: Options) => Promise<DocumentGenere>,
): Generation<Options> {
  const [made, setMade] = useState<DocumentGenere | null>(null);
  const write = useWrite(
    async (options: Options) => {
      setMade(null);
      const document = generate(options);
      await api.open(document.then(({ generated }) => generated));
      setMade(await document);
    },
    TOUCHED_BY_GENERATION,
    () => true,
  );
  const { error } = write;
  return {
    start: (options) => write.mutate(options),
    pending: write.isPending,
    warnings: made?.warnings ?? null,
    refusal: error instanceof ApiError && !error.metEverywhere ? sentence(error) : null,
    settings: error instanceof ApiError && mendedBySettings(error),
  };
}

/** The message of the error. When it only says that fields are wrong, the messages of these fields replace it. */
function sentence({ message, fields }: ApiError): string {
  const reasons = Object.values(fields);
  return message === "Certains champs ne sont pas valables." && reasons.length > 0
    ? reasons.join(" ")
    : message;
}
