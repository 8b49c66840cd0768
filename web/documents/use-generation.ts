import { useState } from "react";
import type { DocumentGenere } from "#domain/fichiers/document.ts";
import { ApiError, api, mendedBySettings } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { TOUCHED_BY_GENERATION } from "./api.ts";

export interface Generation<Options> {
  /** Call it within the click itself; otherwise the browser opens no tab. */
  start(options: Options): void;
  pending: boolean;
  /** The missing facts of the last document; null while none was generated. */
  warnings: readonly string[] | null;
  /** The reason why no document was made. */
  refusal: string | null;
  /** Whether other settings of the agency would solve the refusal. */
  settings?: boolean;
}

/** Generates a document and shows it in a tab, with its missing facts or the reason of a refusal. */
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

/** The message of the error; when it only says that fields are wrong, the messages of these fields instead. */
function sentence({ message, fields }: ApiError): string {
  const reasons = Object.values(fields);
  return message === "Certains champs ne sont pas valables." && reasons.length > 0
    ? reasons.join(" ")
    : message;
}
