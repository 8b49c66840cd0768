import { useEffect, useState } from "react";
import { useFormContext } from "react-hook-form";
import { confirm } from "#web/components/confirm.tsx";
import { notify } from "#web/lib/notify.ts";
import { forgetDraft, peekDraft, storeDraft } from "#web/lib/rules/draft.ts";
import type { Values } from "#web/lib/rules/values.ts";

/** The key of the draft of a stored inventory, or of a new inventory for a side of a dossier. */
export const draftKey = (place: { id: number } | { dossierId: number; cote: string }) =>
  "id" in place ? `etat-lieux/${place.id}` : `etat-lieux/${place.dossierId}/${place.cote}`;

export const hasDraft = (key: string) => peekDraft(key) !== null;

const STALE = {
  title: "Reprendre votre saisie ?",
  text: "Quelqu’un d’autre a enregistré cet état des lieux depuis. Votre saisie, une fois enregistrée, remplacera la sienne.",
  action: "Reprendre ma saisie",
  cancel: "L’abandonner",
};

/**
 * Stores the typed values under `key` at each change, so that a reload or the end of a session loses nothing.
 * Restores them when the form opens, after a question if the inventory has changed since. `version` is the version
 * that the typing started from; null for a new inventory.
 */
export function useDraft(key: string, version: string | null): void {
  const { getValues, setValue, watch } = useFormContext<Values>();
  const [draft] = useState(() => peekDraft(key));
  const [start] = useState(version);

  useEffect(() => {
    const { unsubscribe } = watch(() => storeDraft(key, { start, values: getValues() }));
    return unsubscribe;
  }, [key, start, getValues, watch]);

  useEffect(() => {
    if (!draft) return;
    void (async () => {
      if (draft.start !== start && !(await confirm(STALE))) return forgetDraft(key);
      for (const [name, value] of Object.entries(draft.values ?? {})) {
        setValue(name, value, { shouldDirty: true });
      }
      notify("Votre saisie a été reprise.");
    })();
  }, [draft, key, start, setValue]);
}
