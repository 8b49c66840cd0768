import { Suspense } from "react";
import { estRevisable } from "#domain/bail/finances.ts";
import { formatJour, lireJour } from "#domain/dates.ts";
import { FieldFrame } from "#web/components/fields/field.tsx";
import { TypedInput } from "#web/components/fields/typed-input.tsx";
import { useValue } from "#web/components/form/form-context.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { useRegime, useStored } from "../regime.ts";

const SeriesField = lazyNamed(() => import("./series-field.tsx"), "SeriesField");

/** Any year that has a 29 February. */
const LEAP = 2000;

const read = (typed: string) => (lireJour(typed) ?? lireJour(`${typed}/${LEAP}`))?.slice(5) ?? null;

function write(value: unknown): string {
  const day = lireJour(`${LEAP}-${value}`);
  return day ? formatJour(day).slice(0, 5) : String(value ?? "");
}

/** The day of the year on which the lease says that its rent is revised; when empty, the anniversary of the lease. */
export function AgreedDay() {
  const regime = useRegime();
  const indiceTrim = useValue<string>("indiceTrim");
  const begun = useValue<string>("dateDebutBail");
  const stored = useStored();
  if (!estRevisable({ regime, dossier: { indiceTrim } })) return null;
  return (
    <>
      <FieldFrame name="jourRevision" label="Révisé chaque année le" span={2} read={write}>
        {(bound) => (
          <TypedInput
            {...bound}
            inputMode="numeric"
            placeholder={write(begun?.slice(5)) || "jj/mm"}
            read={read}
            write={write}
          />
        )}
      </FieldFrame>
      {stored?.serieIrl && stored.serieIrl !== stored.serieDuLogement && (
        <Suspense>
          <SeriesField present={stored.serieDuLogement} />
        </Suspense>
      )}
    </>
  );
}
