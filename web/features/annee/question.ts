import { formatJour } from "#domain/dates.ts";
import { formatEuros, somme } from "#domain/montants.ts";
import type { Revised } from "#web/entities/comptes/revisions.ts";
import { formatCount } from "#web/lib/format.ts";

/** The revisions that are asked at once, and those of the month that cannot be. */
export interface Batch {
  rows: readonly Revised[];
  left: readonly Revised[];
}

const NAMED = 5;

/** The summary of revisions before they are asked: how they leave, from when, for how much, and who is left out. */
export function questionOf({ rows, left }: Batch) {
  const mails = rows.filter(({ canal }) => canal === "courriel").length;
  const letters = rows.length - mails;
  const sent = [
    mails > 0 && formatCount(mails, "courriel", "courriels"),
    letters > 0 &&
      formatCount(letters, "lettre à imprimer et à poster", "lettres à imprimer et à poster"),
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
