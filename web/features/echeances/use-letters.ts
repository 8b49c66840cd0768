import { useState } from "react";
import { DOCUMENTS, type Sources, type TypeDocument } from "#domain/fichiers/document.ts";
import type { SuiviRow } from "#domain/suivi/suivi.ts";
import { generate, lastOrNew, TOUCHED_BY_GENERATION } from "#web/documents/api.ts";
import { notify, notifyDanger } from "#web/lib/notify.ts";
import { api } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";

interface Asked {
  row: SuiviRow;
  type: TypeDocument;
}

/** A letter to be mailed. */
export interface Mailed {
  document: { DocumentId: number };
  name: string;
}

/** Makes the letter of a deadline and shows it; then offers to mail it, by the mail of any document. */
export function useLetters() {
  const [mailed, setMailed] = useState<Mailed | null>(null);
  const write = useWrite(async (asked: Asked) => {
    setMailed({
      document: { DocumentId: await lastOrNew(asked.type, asked.row.entiteId) },
      name: DOCUMENTS[asked.type].intitule,
    });
  }, TOUCHED_BY_GENERATION);
  const letter = useWrite(async ({ row, type }: Asked) => {
    const made = generate(type, { id: row.entiteId } as Sources<TypeDocument>);
    await api.open(made.then(({ generated }) => generated));
    return made;
  }, TOUCHED_BY_GENERATION);
  return {
    mailed,
    onMailed: () => setMailed(null),
    mail: (asked: Asked) => write.mutate(asked),
    edit: (asked: Asked) =>
      letter.mutate(asked, {
        onSuccess: ({ warnings }) => {
          const send = { label: "Envoyer", onClick: () => write.mutate(asked) };
          if (warnings.length === 0) notify("La lettre est prête.", send);
          else notifyDanger(`La lettre est prête ; à voir : ${warnings.join(" ")}`, send);
        },
      }),
  };
}
