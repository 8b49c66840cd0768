import type { Liberation, RelanceRow } from "#domain/gerance/relances/relance-fiche.ts";
import { ETAPES, RELANCES_A_LA_FOIS } from "#domain/gerance/relances/relances.ts";
import { formatEuros, somme } from "#domain/montants.ts";
import { confirm } from "#web/components/confirm.tsx";
import { release, TOUCHED_BY_RELANCES } from "#web/entities/comptes/impayes.ts";
import { printLetters } from "#web/entities/comptes/reminder-letters.ts";
import { TOUCHED_BY_COURRIELS } from "#web/entities/quittances/courriels.ts";
import { callBackAll } from "#web/entities/quittances/courriels-call-back.ts";
import { formatCount } from "#web/lib/format.ts";
import { lotsOf } from "#web/lib/lots.ts";
import { notify, notifyDanger } from "#web/lib/notify.ts";
import { ApiError } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";

/** An action that sends more mails than this is confirmed first (quittances/README §2.7). */
const MANY = 5;

/** Sends drafts, then notifies how many were sent, how many letters to print, and the reason of the first refusal. */
export function useRelease(onReleased: () => void) {
  const hold = useWrite(
    (ids: readonly number[]) => callBackAll(ids),
    [...TOUCHED_BY_COURRIELS, ...TOUCHED_BY_RELANCES],
  );
  const print = useWrite(printLetters, []);
  const write = useWrite(async (rows: readonly RelanceRow[]) => {
    const { courriels, lettres, liberees, refusees } = await releaseInLots(rows);
    onReleased();
    const told = releasedWords(liberees.length, lettres.length);
    const offers = [
      lettres.length > 0 && {
        label: lettres.length > 1 ? `Imprimer les ${lettres.length} lettres` : "Imprimer la lettre",
        onClick: () => print.mutate(lettres),
      },
      courriels.length > 0 && {
        label:
          courriels.length > 1
            ? `Annuler les ${formatCount(courriels.length, "envoi")}`
            : "Annuler l’envoi",
        onClick: () => hold.mutate(courriels.map(({ id }) => id)),
      },
    ].flatMap((offer) => (offer ? [offer] : []));
    if (refusees.length === 0) return notify(`${told}.`, ...offers);
    const [first] = refusees;
    const who = rows.find(({ id }) => id === first?.id)?.locataire ?? "Une relance";
    notifyDanger(
      `${told}, ${formatCount(refusees.length, "laissée", "laissées")} : ${who}, ${first?.motif ?? ""}`,
      ...offers,
    );
  }, TOUCHED_BY_RELANCES);

  async function ask(rows: readonly RelanceRow[]) {
    if (rows.length > MANY && !(await confirm(questionOf(rows)))) return;
    write.mutate(rows);
  }
  return { ask, pending: write.isPending };
}

/**
 * Sends drafts in lots. After a failure the former lots stay sent, and the other reminders count as refused.
 * @throws when the first lot fails, or on an error that is no `ApiError`
 */
async function releaseInLots(rows: readonly RelanceRow[]): Promise<Liberation> {
  const all: Liberation = { liberees: [], refusees: [], courriels: [], lettres: [] };
  const ids = rows.map(({ id }) => id);
  for (const [rank, lot] of lotsOf(ids, RELANCES_A_LA_FOIS).entries()) {
    try {
      const released = await release(lot);
      all.liberees.push(...released.liberees);
      all.refusees.push(...released.refusees);
      all.courriels.push(...released.courriels);
      all.lettres.push(...released.lettres);
    } catch (error) {
      if (rank === 0 || !(error instanceof ApiError)) throw error;
      const motif = error.message;
      all.refusees.push(...ids.slice(rank * RELANCES_A_LA_FOIS).map((id) => ({ id, motif })));
      break;
    }
  }
  return all;
}

/** « 3 relances validées, dont 2 lettres à imprimer » */
function releasedWords(released: number, letters: number): string {
  const all = formatCount(released, "relance validée", "relances validées");
  if (letters === 0) return all;
  const printed = formatCount(letters, "lettre à imprimer", "lettres à imprimer");
  return letters === released ? `${all}, ${printed}` : `${all}, dont ${printed}`;
}

function questionOf(rows: readonly RelanceRow[]) {
  const mails = rows.filter(({ canal }) => canal === "courriel").length;
  const steps = [...new Set(rows.map(({ etape }) => ETAPES[etape].libelle.toLowerCase()))];
  const names = rows.slice(0, 3).map(({ locataire }) => locataire);
  return {
    title: `Envoyer ${rows.length} relances ?`,
    text: `${formatCount(mails, "courriel", "courriels")}, ${formatCount(rows.length - mails, "lettre à imprimer", "lettres à imprimer")} : ${steps.join(", ")}, à ${names.join(", ")}${rows.length > 3 ? ` et ${rows.length - 3} autres` : ""}, pour ${formatEuros(somme(...rows.map(({ montant }) => montant)))}.`,
    action: "Envoyer",
  };
}
