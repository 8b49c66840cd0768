import { useState } from "react";
import type { DocumentGenere } from "#domain/fichiers/document.ts";
import { ApiError, api, mendedBySettings } from "#web/lib/api.ts";
import { useWrite } from "#web/lib/resource.ts";
import { TOUCHED_BY_GENERATION } from "./api.ts";

export interface Generation<Options> {
  /** To be called in the click itself: the browser opens no other tab. */
  start(options: Options): void;
  pending: boolean;
  /** What the last document made misses; null while none was made. */
  warnings: readonly string[] | null;
  /** Why none was made. */
  refusal: string | null;
  /** The settings of the agency would mend it. */
  settings?: boolean;
}

/** Makes a document and shows it in a tab; what it misses, or why it is refused, is told here. */
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

/** The reason in its own words; the fields' when the message says nothing of them. */
function sentence({ message, fields }: ApiError): string {
  const reasons = Object.values(fields);
  return message === "Certains champs ne sont pas valables." && reasons.length > 0
    ? reasons.join(" ")
    : message;
}
