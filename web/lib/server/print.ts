import { lotsOf } from "#web/lib/lots.ts";
import { notify, type Undo } from "#web/lib/notify.ts";
import { api } from "./api.ts";

/** The offer to print a letter stays long enough for somebody to go to the printer. */
const SECONDS = 60;

/** The button of a notification that prints the letters to people who receive no mail. */
export const toPrint = (onClick: () => void): Undo => ({
  label: "Imprimer",
  seconds: SECONDS,
  onClick,
});

/** The most letters that one file of the API holds. */
const IN_ONE_FILE = 50;

/**
 * Prints letters in one action. Up to `IN_ONE_FILE` letters make one file, which is shown. More letters make files
 * named 1 to n, which are downloaded one after the other while a notification tells how many are done.
 */
export async function printInFiles(path: string, ids: readonly number[]): Promise<void> {
  const lots = lotsOf(ids, IN_ONE_FILE);
  if (lots.length <= 1) return api.open(path, { method: "POST", body: { ids } });
  for (const [rank, lot] of lots.entries()) {
    notify(`Fichier ${rank + 1} sur ${lots.length}…`);
    await api.download(
      path,
      {},
      {
        ...{ method: "POST", body: { ids: lot } },
        named: (name) => name.replace(/(?=\.\w+$)/, `_${rank + 1}-sur-${lots.length}`),
      },
    );
  }
  notify(`${ids.length} lettres à imprimer, en ${lots.length} fichiers téléchargés.`);
}
