import { clsx } from "clsx";
import { type ELEMENTS, NOMS_DES_ELEMENTS } from "#domain/biens/elements.ts";
import { avecEtat, ETATS, type Etat, etatEnTete } from "#domain/biens/etat-en-tete.ts";
import type { Piece } from "#domain/biens/etat-lieux.ts";
import { FieldFrame } from "#web/components/fields/field.tsx";
import { inputStyle } from "#web/components/ui/input.tsx";
import { EvolutionBadge } from "./mark.tsx";

type Element = (typeof ELEMENTS)[number];

const text = (value: unknown) => (typeof value === "string" ? value : "");

interface ElementFieldProps {
  /** The rank of the room in the inventory. */
  place: number;
  element: Element;
  /** The room at the entry; null when nothing is compared. */
  before: Piece | null;
}

/** The state of an element: a free text, or a tap on a usual word. */
export function ElementField({ place, element, before }: ElementFieldProps) {
  const label = NOMS_DES_ELEMENTS[element];
  const remark = element === "observation";
  return (
    <FieldFrame
      name={`pieces.${place}.${element}`}
      label={label}
      span={remark ? 6 : 3}
      read={() => null}
    >
      {({ value, onChange, ...bound }) => {
        const written = text(value);
        return (
          <>
            {before && (
              <p className="mb-1 flex min-h-6 flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
                {before[element] ? (
                  <>
                    <span className="min-w-0 break-words">À l’entrée : {before[element]}</span>
                    <EvolutionBadge before={before[element]} after={written} />
                  </>
                ) : (
                  "Non relevé à l’entrée"
                )}
              </p>
            )}
            <textarea
              {...bound}
              rows={1}
              value={written}
              onChange={(event) => onChange(event.target.value || null)}
              className={clsx(
                inputStyle,
                "block field-sizing-content resize-none py-2.5",
                remark ? "min-h-20" : "min-h-11",
              )}
            />
            {!remark && (
              <Suggestions
                label={label}
                chosen={etatEnTete(written)}
                onChoose={(state) => onChange(avecEtat(written, state))}
              />
            )}
          </>
        );
      }}
    </FieldFrame>
  );
}

interface SuggestionsProps {
  label: string;
  chosen: string | null;
  onChoose(state: Etat): void;
}

/** The usual words, as buttons large enough for a finger. */
export function Suggestions({ label, chosen, onChoose }: SuggestionsProps) {
  return (
    <fieldset className="mt-1.5 flex flex-wrap gap-1.5">
      <legend className="sr-only">{label} : états usuels</legend>
      {ETATS.map((state) => (
        <button
          key={state}
          type="button"
          aria-pressed={state === chosen}
          onClick={() => onChoose(state)}
          className={clsx(
            "min-h-11 flex-auto rounded-md border px-2 text-sm font-medium whitespace-nowrap transition-colors",
            state === chosen
              ? "border-accent bg-accent-soft text-accent"
              : "text-muted hover:bg-sunken hover:text-text",
          )}
        >
          {state}
        </button>
      ))}
    </fieldset>
  );
}
