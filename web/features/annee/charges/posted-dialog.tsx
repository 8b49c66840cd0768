import { formatJour, type Jour } from "#domain/dates.ts";
import {
  notePostedStatements,
  TOUCHED_BY_CHARGES,
} from "#web/entities/comptes/annee-de-charges.ts";
import { formatCount } from "#web/lib/format.ts";
import { notify, notifyDanger } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { PostedForm } from "../posted-form.tsx";

interface PostedDialogProps {
  /** The statements whose letters were posted. */
  ids: readonly number[];
  onClose(): void;
}

/** The day on which the letters of statements were posted. */
export function PostedDialog({ ids, onClose }: PostedDialogProps) {
  const note = useWrite(
    async (le: Jour) => {
      const { notes, refuses } = await notePostedStatements(ids, le);
      const told = `${formatCount(notes.length, "lettre postée", "lettres postées")} le ${formatJour(le)}.`;
      const [first] = refuses;
      if (first) notifyDanger(`${told} ${first.motif}`);
      else notify(told);
    },
    TOUCHED_BY_CHARGES,
    () => true,
  );
  return <PostedForm count={ids.length} note={note.mutateAsync} onClose={onClose} />;
}
