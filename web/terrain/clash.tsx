import { useState } from "react";
import { type Element, NOMS_DES_ELEMENTS } from "#domain/biens/elements.ts";
import { formatInstant } from "#domain/dates.ts";
import { apostrophesCourbes } from "#domain/orthographe.ts";
import { COMPTEURS_LUS, type CompteurLu } from "#domain/terrain/compteurs.ts";
import { type Choix, fusion } from "#domain/terrain/fusion.ts";
import { piecesDuReleve } from "#domain/terrain/releve.ts";
import { Band } from "./band.tsx";
import type { Known } from "./device/database.ts";
import { sendSoon } from "./device/sender.ts";
import { changeDraft, type Visit } from "./device/visits.ts";
import { titleOf } from "./rooms.tsx";
import { Block, Page, Tap } from "./ui.tsx";

/** When two people wrote the same line, asks which text to keep; nothing is sent before the choice. */
export function ClashScreen({ visit, clash }: { visit: Visit; clash: Known }) {
  const { draft } = visit;
  const [chosen, setChosen] = useState<Choix>({});
  const sides = { mien: draft.releve, leur: clash.releve };
  const base = draft.base?.releve ?? null;
  const { conflits } = fusion(base, sides);
  const { releve, conflits: open } = fusion(base, { ...sides, choix: chosen });
  const colleague = colleagueOf(clash);
  const finish = () => {
    const merged = { ...draft, releve, base: clash, clash: null, unsent: true };
    void changeDraft(draft.cle, () => merged).then(() => sendSoon(draft.UserId));
  };
  return (
    <Page
      title={titleOf(visit)}
      text="Écrit deux fois"
      back="#/"
      foot={
        <>
          <div className="px-3 pt-2">
            <Tap tone="primary" className="w-full" disabled={open.length > 0} onClick={finish}>
              {open.length > 0 ? `Encore ${open.length} à choisir` : "Garder ces choix"}
            </Tap>
          </div>
          <Band UserId={draft.UserId} />
        </>
      }
    >
      <p className="mb-3 text-muted">
        Un collègue a écrit autre chose au même endroit. Choisissez ce qui reste.
      </p>
      {conflits.map(({ chemin, mien, leur: sien }) => (
        <Block key={chemin} title={apostrophesCourbes(nameOf(visit, chemin))}>
          <div className="grid gap-2">
            {(["mien", "leur"] as const).map((side) => (
              <Tap
                key={side}
                className="py-2 text-left"
                pressed={chosen[chemin] === side}
                onClick={() => setChosen({ ...chosen, [chemin]: side })}
              >
                {side === "mien" ? "Vous" : colleague} :{" "}
                {apostrophesCourbes(wordsOf(side === "mien" ? mien : sien))}
              </Tap>
            ))}
          </div>
        </Block>
      ))}
    </Page>
  );
}

/** The colleague and the time, « Paul, 14:02 ». */
const colleagueOf = ({ auteur, ecritLe }: Known): string =>
  [auteur ?? "Votre collègue", ecritLe && formatInstant(new Date(ecritLe)).slice(-5)]
    .filter(Boolean)
    .join(", ");

function nameOf({ draft }: Visit, path: string): string {
  const [kind = "", cle, element = "", key] = path.split("/");
  if (kind !== "piece") return COMPTEURS_LUS[kind as CompteurLu]?.nom ?? kind;
  const room = piecesDuReleve(draft.releve).find(({ complement }) => complement.cle === cle);
  const addition = room?.complement.ajouts.find((one) => one.cle === key);
  const what = addition?.nom ?? NOMS_DES_ELEMENTS[element as Element] ?? element;
  return `${room?.piece.nom ?? cle}, ${what.toLowerCase()}`;
}

function wordsOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return String(value);
  const { nombre, constat } = value as { nombre?: number; constat?: string | null };
  return [nombre !== undefined && `× ${nombre}`, constat].filter(Boolean).join(" · ");
}
