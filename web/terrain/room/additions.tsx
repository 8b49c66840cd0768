import { useState } from "react";
import {
  ELEMENTS_USUELS,
  MEUBLES_USUELS,
  mobilierManquant,
  nouvelAjout,
} from "#domain/terrain/mobilier.ts";
import {
  type Ajout,
  cleDePiece,
  type PieceDuReleve,
  piecesDuReleve,
} from "#domain/terrain/releve.ts";
import type { Visit } from "#web/terrain/device/visits.ts";
import { Block, Tap, Text } from "#web/terrain/ui.tsx";

interface AdditionsProps {
  visit: Visit;
  room: PieceDuReleve;
  onAdd(addition: Ajout): void;
}

/**
 * The furniture and elements to add to a room. The furniture that the law requires of a furnished dwelling comes
 * first, then usual names, or any name.
 */
export function Additions({ visit, room, onAdd }: AdditionsProps) {
  const [genre, setGenre] = useState<Ajout["genre"] | null>(null);
  const [typed, setTyped] = useState("");
  const rooms = piecesDuReleve(visit.draft.releve).map(({ complement }) => complement);
  const wanted = visit.draft.visite.meuble ? mobilierManquant(rooms) : [];
  const usual = genre === "meuble" ? [...wanted, ...MEUBLES_USUELS] : ELEMENTS_USUELS;
  const here = new Set(room.complement.ajouts.map(({ nom }) => nom));

  function add(nom: string) {
    if (genre === null || !nom.trim()) return;
    const taken = new Set(room.complement.ajouts.map(({ cle }) => cle));
    onAdd(nouvelAjout({ cle: cleDePiece(nom, taken), nom: nom.trim(), genre }));
    setTyped("");
  }

  return (
    <div className="mb-4">
      <div className="flex gap-2">
        {(["element", "meuble"] as const).map((name) => (
          <Tap
            key={name}
            className="flex-1 border-dashed"
            pressed={genre === name}
            onClick={() => setGenre(genre === name ? null : name)}
          >
            {name === "meuble" ? "+ Meuble" : "+ Élément"}
          </Tap>
        ))}
      </div>
      {genre && (
        <div className="mt-2">
          <Block>
            <div className="mb-2 flex flex-wrap gap-1.5">
              {usual
                .filter((name) => !here.has(name))
                .map((name) => (
                  <Tap
                    key={name}
                    className={wanted.includes(name) ? "border-orange! text-orange!" : ""}
                    onClick={() => add(name)}
                  >
                    {name}
                  </Tap>
                ))}
            </div>
            <form
              className="flex items-end gap-2"
              onSubmit={(event) => {
                event.preventDefault();
                add(typed);
              }}
            >
              <div className="flex-1">
                <Text label="Autre" value={typed} onChange={setTyped} />
              </div>
              <Tap type="submit">Ajouter</Tap>
            </form>
          </Block>
        </div>
      )}
    </div>
  );
}
