import { useState } from "react";
import { ELEMENTS, type Element, NOMS_DES_ELEMENTS } from "#domain/biens/elements.ts";
import { ETATS } from "#domain/biens/etat-en-tete.ts";
import { apostrophesCourbes } from "#domain/orthographe.ts";
import {
  type Ajout,
  avancement,
  avecPieces,
  type PieceDuReleve,
  PROPRETES,
  type Proprete,
  piecesDuReleve,
  placeDe,
  remplie,
} from "#domain/terrain/releve.ts";
import { Band } from "#web/terrain/band.tsx";
import { write } from "#web/terrain/device/sender.ts";
import type { Visit } from "#web/terrain/device/visits.ts";
import { Rooms, titleOf } from "#web/terrain/rooms.tsx";
import { Page, Tap, Text } from "#web/terrain/ui.tsx";
import { AdditionCard } from "./addition-card.tsx";
import { Additions } from "./additions.tsx";
import { ElementCard } from "./element-card.tsx";

/** A card for each element of the room, then for each piece of furniture or element that was added to it. */
export function RoomScreen({ visit, cle }: { visit: Visit; cle: string }) {
  const { draft } = visit;
  const rooms = piecesDuReleve(draft.releve);
  const rank = rooms.findIndex(({ complement }) => complement.cle === cle);
  const room = rooms[rank];
  const entry = draft.visite.entree;
  const before = entry
    ? piecesDuReleve(entry.releve).find(({ complement }) => complement.cle === cle)
    : undefined;

  function change(next: (room: PieceDuReleve) => PieceDuReleve) {
    write(draft, (releve) =>
      avecPieces(
        releve,
        piecesDuReleve(releve).map((one) => (one.complement.cle === cle ? next(one) : one)),
      ),
    );
  }

  const changeAddition = (key: string, next: (addition: Ajout) => Ajout | null) =>
    change(({ piece, complement }) => ({
      piece,
      complement: {
        ...complement,
        ajouts: complement.ajouts.flatMap((one) => (one.cle === key ? (next(one) ?? []) : one)),
      },
    }));

  if (!room) return null;
  const { piece, complement } = room;
  const { decrits, total } = avancement(room);
  const textBefore = (key: string): string | null =>
    before?.piece[key as Element] ??
    before?.complement.ajouts.find((one) => one.cle === key)?.constat ??
    null;
  const next = rooms.find((one, place) => {
    const progress = avancement(one);
    return place > rank && progress.decrits < progress.total;
  });
  const shared = { visit, compared: entry !== null };
  return (
    <Page
      title={apostrophesCourbes(piece.nom)}
      text={`${titleOf(visit)} · ${decrits}/${total}`}
      back={`#/${draft.cle}`}
      aside={<Rooms visit={visit} current={cle} />}
      foot={
        <>
          <div className="flex gap-2 px-3 pt-2">
            <Tap
              className="flex-1"
              onClick={() =>
                change((one) => remplie(one, (key) => (before ? textBefore(key) : ETATS[1])))
              }
            >
              {before ? "Tout comme à l’entrée" : "Tout en bon état"}
            </Tap>
            <Tap
              tone="primary"
              className="flex-1"
              onClick={() => {
                window.location.hash = next
                  ? `/${draft.cle}/piece/${encodeURIComponent(next.complement.cle)}`
                  : `/${draft.cle}`;
              }}
            >
              {next ? `Suivant : ${apostrophesCourbes(next.piece.nom)}` : "Pièces"}
            </Tap>
          </div>
          <Band UserId={draft.UserId} />
        </>
      }
    >
      {ELEMENTS.map((element) => (
        <ElementCard
          key={element}
          {...shared}
          name={NOMS_DES_ELEMENTS[element]}
          element={element}
          place={placeDe(cle, element)}
          text={piece[element] ?? null}
          before={textBefore(element)}
          onChange={(text) =>
            change((one) => ({ ...one, piece: { ...one.piece, [element]: text } }))
          }
        />
      ))}
      {complement.ajouts.map((addition) => (
        <AdditionCard
          key={addition.cle}
          {...shared}
          addition={addition}
          before={before?.complement.ajouts.find((one) => one.cle === addition.cle) ?? null}
          place={placeDe(cle, addition.cle)}
          onChange={(next) => changeAddition(addition.cle, next)}
        />
      ))}
      <Additions
        visit={visit}
        room={room}
        onAdd={(addition) =>
          change((one) => ({
            ...one,
            complement: { ...one.complement, ajouts: [...one.complement.ajouts, addition] },
          }))
        }
      />
      <Cleanliness
        value={complement.proprete}
        onChange={(proprete) =>
          change((one) => ({ ...one, complement: { ...one.complement, proprete } }))
        }
      />
      <RoomName
        name={piece.nom}
        onChange={(nom) => change((one) => ({ ...one, piece: { ...one.piece, nom } }))}
      />
    </Page>
  );
}

function Cleanliness({
  value,
  onChange,
}: {
  value: Proprete | null;
  onChange(value: Proprete | null): void;
}) {
  return (
    <fieldset className="mb-4 flex gap-2">
      <legend className="mb-1 text-sm font-medium">Propreté de la pièce</legend>
      {(Object.keys(PROPRETES) as Proprete[]).map((name) => (
        <Tap
          key={name}
          className="flex-1"
          pressed={value === name}
          onClick={() => onChange(value === name ? null : name)}
        >
          {PROPRETES[name]}
        </Tap>
      ))}
    </fieldset>
  );
}

/** The name is stored when the field is left; an empty name changes nothing. */
function RoomName({ name, onChange }: { name: string; onChange(name: string): void }) {
  const [typed, setTyped] = useState(name);
  return (
    <Text
      label="Nom de la pièce"
      value={typed}
      onChange={setTyped}
      onBlur={() => (typed.trim() ? onChange(typed.trim()) : setTyped(name))}
    />
  );
}
