import { formatJour } from "#domain/dates.ts";
import { formatEuros, somme } from "#domain/montants.ts";
import { confirm } from "#web/components/confirm.tsx";
import {
  askRevisions,
  printRevisions,
  type Revised,
  TOUCHED_BY_REVISIONS,
} from "#web/entities/comptes/revisions.ts";
import { TOUCHED_BY_COURRIELS } from "#web/entities/quittances/courriels.ts";
import { formatCount } from "#web/lib/format.ts";
import { notify, notifyDanger } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

/**
 * Asks for revisions after a summary of them, then shows which were sent, which are to be printed, and which failed.
 */
export function useAsk(onAsked: () => void) {
  const print = useWrite(printRevisions, []);
  const write = useWrite(
    async (rows: readonly Revised[]) => {
      const { faites, refusees } = await askRevisions(rows);
      onAsked();
      const letters = faites.filter(({ canal }) => canal === "lettre").map(({ id }) => id);
      const offers =
        letters.length === 0
          ? []
          : [
              {
                label:
                  letters.length > 1
                    ? `Imprimer les ${letters.length} lettres`
                    : "Imprimer la lettre",
                onClick: () => print.mutate(letters),
              },
            ];
      const told = formatCount(faites.length, "révision demandée", "révisions demandées");
      if (refusees.length === 0) return notify(`${told}.`, ...offers);
      const [first] = refusees;
      const who = rows.find(({ DossierId }) => DossierId === first?.DossierId)?.locataire;
      notifyDanger(
        `${told}, ${formatCount(refusees.length, "laissée", "laissées")}. ${who ?? ""} : ${first?.motif ?? ""}`,
        ...offers,
      );
    },
    [...TOUCHED_BY_REVISIONS, ...TOUCHED_BY_COURRIELS],
  );

  async function ask(rows: readonly Revised[], left: readonly Revised[] = []) {
    if (await confirm(questionOf(rows, left))) write.mutate(rows);
  }
  return { ask, pending: write.isPending };
}

const NAMED = 5;

function questionOf(rows: readonly Revised[], left: readonly Revised[]) {
  const mails = rows.filter(({ canal }) => canal === "courriel").length;
  const letters = rows.length - mails;
  const sent = [
    mails > 0 && formatCount(mails, "courriel", "courriels"),
    letters > 0 &&
      formatCount(
        letters,
        "lettre à imprimer et à poster aujourd’hui",
        "lettres à imprimer et à poster aujourd’hui",
      ),
  ].filter(Boolean);
  const days = [...new Set(rows.flatMap(({ chiffres }) => chiffres?.effetLe ?? []))].toSorted();
  const effect =
    days.length === 1
      ? `effet au ${formatJour(days[0] ?? "")}`
      : `effet du ${formatJour(days[0] ?? "")} au ${formatJour(days.at(-1) ?? "")}`;
  const rise = somme(
    ...rows.flatMap(({ chiffres }) =>
      chiffres ? [chiffres.loyerApres, -chiffres.loyerAvant] : [],
    ),
  );
  const classes = rows.filter(({ etat }) => etat === "classe_a_confirmer");
  return {
    title: `Réviser ${formatCount(rows.length, "loyer", "loyers")} ?`,
    text: `${sent.join(", ")}, ${effect}, ${rise < 0 ? "" : "+"}${formatEuros(rise)} par mois.`,
    warnings: [
      ...classes.map(
        ({ locataire }) =>
          `${locataire} : vous confirmez que le logement n’est plus classé F ou G, attestation à l’appui.`,
      ),
      ...(left.length === 0
        ? []
        : [
            `Laissés de côté : ${left
              .slice(0, NAMED)
              .map(({ locataire }) => locataire)
              .join(", ")}${left.length > NAMED ? ` et ${left.length - NAMED} autres` : ""}.`,
          ]),
    ],
    action: "Envoyer",
  };
}
