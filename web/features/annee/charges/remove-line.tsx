import { Trash2 } from "lucide-react";
import { Button } from "#web/components/ui/button.tsx";

interface RemoveLineProps {
  /** The rank of the line in its grid, from 0. */
  rank: number;
  /** The grid has no other line. */
  only: boolean;
  onRemove(): void;
}

/** The button that takes a line out of a grid, unless no other is left. */
export const RemoveLine = ({ rank, only, onRemove }: RemoveLineProps) => (
  <Button
    variant="ghost"
    size="icon"
    aria-label={`Retirer la ligne ${rank + 1}`}
    disabled={only}
    onClick={onRemove}
  >
    <Trash2 aria-hidden />
  </Button>
);
