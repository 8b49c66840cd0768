import { ArrowLeft, ArrowRight, Trash2 } from "lucide-react";
import { useFormContext } from "react-hook-form";
import { ELEMENTS, PIECES_USUELLES } from "#domain/biens/elements.ts";
import type { Piece } from "#domain/biens/etat-lieux.ts";
import { confirm } from "#web/components/confirm.tsx";
import { FieldFrame, FieldGrid } from "#web/components/fields/field.tsx";
import { useValue } from "#web/components/form/form-context.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { countDescribed } from "./comparison.ts";
import { ElementField, Suggestions } from "./element-field.tsx";

export const NEW_ROOM = "Nouvelle pièce";

interface RoomPanelProps {
  place: number;
  before: Piece | null;
  /** Whether the other inventory has this room too: the room then keeps its rank, so that the two can be compared. */
  paired: boolean;
  /** Moves the room one place back, or one place on; null where the room cannot move. */
  onMoveBack: (() => void) | null;
  onMoveOn: (() => void) | null;
  onRemove(): void;
}

export function RoomPanel(props: RoomPanelProps) {
  const { place, before, paired, onMoveBack, onMoveOn } = props;
  const { getValues, setValue } = useFormContext<{ pieces: Piece[] }>();
  const room = () => getValues(`pieces.${place}`);

  async function askRemoval() {
    const question = {
      title: `Retirer la pièce « ${room().nom} » ?`,
      text: "Ce qui y est décrit sera retiré de cet état des lieux.",
      action: "Retirer",
      danger: true,
    };
    if (countDescribed(room()) === 0 || (await confirm(question))) props.onRemove();
  }

  /** Writes this state for each element that has no text yet, the observation aside. */
  function fillUp(state: string) {
    for (const element of ELEMENTS) {
      if (element === "observation" || room()[element]) continue;
      setValue(`pieces.${place}.${element}`, state, { shouldDirty: true });
    }
  }

  return (
    <>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-4 gap-y-3 border-b pb-5">
        <RoomName place={place} before={before} />
        <div className="flex flex-wrap items-center gap-2">
          {paired ? (
            <p className="max-w-72 text-sm text-muted">
              Décrite aussi dans l’autre état des lieux : elle garde sa place, pour que les deux se
              comparent.
            </p>
          ) : (
            <>
              <MoveButton label="Avancer la pièce" icon={ArrowLeft} onMove={onMoveBack} />
              <MoveButton label="Reculer la pièce" icon={ArrowRight} onMove={onMoveOn} />
              <Button variant="ghost" className="h-11 text-danger!" onClick={askRemoval}>
                <Trash2 aria-hidden />
                Retirer la pièce
              </Button>
            </>
          )}
        </div>
      </div>
      {!before && (
        <div className="mb-5 rounded-lg bg-sunken px-4 py-3">
          <p className="text-sm font-medium">Remplir d’un geste ce qui n’est pas encore écrit</p>
          <Suggestions label="Toute la pièce" chosen={null} onChoose={fillUp} />
        </div>
      )}
      <FieldGrid>
        {ELEMENTS.map((element) => (
          <ElementField key={element} place={place} element={element} before={before} />
        ))}
      </FieldGrid>
    </>
  );
}

function RoomName({ place, before }: { place: number; before: Piece | null }) {
  const name = useValue<string>(`pieces.${place}.nom`);
  const renamed = before !== null && before.nom !== name;
  return (
    <div className="min-w-64 flex-1 sm:max-w-md">
      <FieldFrame
        name={`pieces.${place}.nom`}
        label="Nom de la pièce"
        span={6}
        hint={renamed && `À l’entrée : ${before.nom}`}
        read={() => null}
      >
        {({ value, onChange, ...bound }) => (
          <>
            <Input
              {...bound}
              list={`${bound.id}-usual`}
              autoComplete="off"
              className="h-11!"
              value={typeof value === "string" ? value : ""}
              onChange={(event) => onChange(event.target.value || null)}
              onFocus={(event) => value === NEW_ROOM && event.target.select()}
              onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
            />
            <datalist id={`${bound.id}-usual`}>
              {PIECES_USUELLES.map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          </>
        )}
      </FieldFrame>
    </div>
  );
}

interface MoveButtonProps {
  label: string;
  icon: typeof ArrowLeft;
  onMove: (() => void) | null;
}

function MoveButton({ label, icon: Icon, onMove }: MoveButtonProps) {
  return (
    <Button
      variant="ghost"
      className="min-h-11 min-w-11 px-0!"
      aria-label={label}
      title={label}
      disabled={onMove === null}
      onClick={() => onMove?.()}
    >
      <Icon aria-hidden />
    </Button>
  );
}
