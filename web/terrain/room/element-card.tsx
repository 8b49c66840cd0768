import { clsx } from "clsx";
import { useState } from "react";
import { avecEtat, ETATS, type Etat, etatEnTete } from "#domain/biens/etat-en-tete.ts";
import { ECARTS, verdict } from "#domain/gerance/departs/differences.ts";
import { apostrophesCourbes } from "#domain/orthographe.ts";
import { aLaPhrase, avecPhrase, phrasesDe } from "#domain/terrain/phrases.ts";
import type { Visit } from "#web/terrain/device/visits.ts";
import { Tap, Text } from "#web/terrain/ui.tsx";
import { EntryPhotos, Photos, TakePhoto } from "./photos.tsx";

interface ElementCardProps {
  visit: Visit;
  name: string;
  /**
   * The element of the room (`mur`, `sol`), or the key of something that the user added to the room. It decides which
   * ready-made phrases the card offers.
   */
  element: string;
  place: string;
  text: string | null;
  /** The text of the element at the entry. */
  before: string | null;
  /** Whether the card also shows the element at the entry. */
  compared: boolean;
  onChange(text: string | null): void;
  /** Drawn at the head of the card; `more` is drawn under the text. */
  head?: React.ReactNode;
  more?: React.ReactNode;
}

const COLORS: Record<Etat, string> = {
  Neuf: "border-blue bg-blue-soft text-blue",
  "Bon état": "border-green bg-green-soft text-green",
  "État d'usage": "border-orange bg-orange-soft text-orange",
  "Mauvais état": "border-red bg-red-soft text-red",
};

export function ElementCard(props: ElementCardProps) {
  const { visit, name, element, place, text, before, compared, onChange, head, more } = props;
  const [open, setOpen] = useState(false);
  const written = text ?? "";
  const state = etatEnTete(written);
  const remark = element === "observation";

  function choose(chosen: Etat) {
    onChange(avecEtat(written, chosen));
    // A used or bad state opens the field for details; a better state closes the field.
    if (chosen !== state) setOpen(chosen === ETATS[2] || chosen === ETATS[3]);
  }

  return (
    <section aria-label={name} className="mb-3 rounded-lg border bg-surface p-3">
      <div className="mb-1.5 flex min-h-12 items-center gap-2">
        <h2 className="min-w-0 flex-1 font-semibold">
          <button
            type="button"
            aria-expanded={open}
            className="min-h-12 w-full text-left"
            onClick={() => setOpen(!open)}
          >
            {apostrophesCourbes(name)}
          </button>
        </h2>
        {head}
        <TakePhoto visit={visit} place={place} name={name} />
      </div>
      {compared && (
        <p className="mb-2 text-sm text-muted">
          {before ? `À l’entrée : ${apostrophesCourbes(before)}` : "Non relevé à l’entrée"}
          {before && text && <Change before={before} after={text} />}
        </p>
      )}
      {compared && <EntryPhotos visit={visit} place={place} />}
      {!remark && (
        <fieldset aria-label={`${name} : état`} className="grid grid-cols-4 gap-1.5">
          {ETATS.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={state === one}
              onClick={() => choose(one)}
              className={clsx(
                "min-h-13 rounded-md border px-1 text-sm leading-4 font-medium",
                state === one ? COLORS[one] : "border-line-strong text-muted",
              )}
            >
              {apostrophesCourbes(one)}
            </button>
          ))}
        </fieldset>
      )}
      {(open || remark) && (
        <div className="mt-2 grid gap-2">
          {phrasesDe(element).length > 0 && (
            <div className="flex flex-wrap gap-1.5">
              {phrasesDe(element).map((phrase) => (
                <Tap
                  key={phrase}
                  pressed={aLaPhrase(text, phrase)}
                  onClick={() => onChange(avecPhrase(text, phrase) || null)}
                >
                  {phrase.replace(" (n)", " +")}
                </Tap>
              ))}
            </div>
          )}
          <Text
            label={`${name} : constat`}
            hideLabel
            lines
            value={written}
            onChange={(value) => onChange(value || null)}
          />
          {more}
        </div>
      )}
      {!open && !remark && written !== "" && written !== state && (
        <p className="mt-2 text-sm break-words">{apostrophesCourbes(written)}</p>
      )}
      <Photos visit={visit} place={place} />
    </section>
  );
}

function Change({ before, after }: { before: string; after: string }) {
  const { ecart } = verdict({ avant: before, apres: after });
  if (ecart === "identique") return null;
  return (
    <span className={clsx("ml-2 font-medium", ecart === "degrade" ? "text-red" : "text-orange")}>
      {ECARTS[ecart]}
    </span>
  );
}
