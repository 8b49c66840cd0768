import { X } from "lucide-react";
import type { RetenueNotee } from "#domain/gerance/departs/depart.ts";
import { Button } from "#web/components/ui/button.tsx";
import { chargeInWords } from "./charge-words.ts";

interface LostRowProps {
  retenue: RetenueNotee;
  onRemove: (() => void) | null;
}

/** A decision on an element that the inventories no longer have: it counts until somebody removes it. */
export function LostRow({ retenue, onRemove }: LostRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2.5">
      <span className="font-medium">{retenue.libelle}</span>
      <span>{chargeInWords(retenue)}</span>
      {onRemove && (
        <Button variant="ghost" className="ml-auto pointer-coarse:h-11" onClick={onRemove}>
          <X aria-hidden />
          Retirer la décision
        </Button>
      )}
    </li>
  );
}
