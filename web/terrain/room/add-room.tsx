import { useState } from "react";
import { PIECES_USUELLES } from "#domain/biens/elements.ts";
import { avecPieces, cleDePiece, piecesDuReleve } from "#domain/terrain/releve.ts";
import { write } from "#web/terrain/device/sender.ts";
import type { Visit } from "#web/terrain/device/visits.ts";
import { Tap } from "#web/terrain/ui.tsx";

/** Adds a room under a usual name, which the screen of the room can change. */
export function AddRoom({ visit }: { visit: Visit }) {
  const [open, setOpen] = useState(false);
  const add = (nom: string) => {
    setOpen(false);
    write(visit.draft, (releve) => {
      const rooms = piecesDuReleve(releve);
      const key = cleDePiece(nom, new Set(rooms.map(({ complement }) => complement.cle)));
      const room = { piece: { nom }, complement: { cle: key, nom, proprete: null, ajouts: [] } };
      return avecPieces(releve, [...rooms, room]);
    });
  };
  return (
    <>
      <Tap className="w-full border-dashed" pressed={open} onClick={() => setOpen(!open)}>
        + Pièce
      </Tap>
      {open && (
        <div className="mt-2 flex flex-wrap gap-1.5">
          {PIECES_USUELLES.map((name) => (
            <Tap key={name} onClick={() => add(name)}>
              {name}
            </Tap>
          ))}
        </div>
      )}
    </>
  );
}
