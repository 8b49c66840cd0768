import { useState } from "react";
import { notify, notifyDanger } from "#web/lib/notify.ts";
import { api } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import type { Letter, Mailed } from "./letters.ts";

const TOUCHED_BY_LETTERS = ["Document", "History"];

/** Makes the letter of a deadline and shows it; it can then be mailed. */
export function useLetters() {
  const [mailed, setMailed] = useState<Mailed | null>(null);
  const mail = useWrite(async (letter: Letter) => {
    const { lastOrNew } = await import("./letters.ts");
    setMailed(await lastOrNew(letter));
  }, TOUCHED_BY_LETTERS);
  // The tab opens within the click itself; the letter loads into the tab afterwards.
  const edit = useWrite(async (letter: Letter) => {
    const made = import("./letters.ts").then(({ make }) => make(letter));
    await api.open(made.then(({ generated }) => generated));
    return made;
  }, TOUCHED_BY_LETTERS);
  return {
    mailed,
    onMailed: () => setMailed(null),
    mail: (letter: Letter) => mail.mutate(letter),
    edit: (letter: Letter) =>
      edit.mutate(letter, {
        onSuccess: ({ warnings }) => {
          const send = { label: "Envoyer", onClick: () => mail.mutate(letter) };
          if (warnings.length === 0) notify("La lettre est prête.", send);
          else notifyDanger(`La lettre est prête ; à voir : ${warnings.join(" ")}`, send);
        },
      }),
  };
}
