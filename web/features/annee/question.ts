import { formatJour } from "#domain/dates.ts";
import { formatEuros, somme } from "#domain/montants.ts";
import { mayBeAsked, type Revised } from "#web/entities/comptes/revisions.ts";
import { formatCount, formatNames } from "#web/lib/format.ts";

/** The revisions to notify together, and the revisions left out. */
export interface Batch {
  rows: readonly Revised[];
  left: readonly Revised[];
}

/** The batch with the figures for the chosen manner. A revision that cannot be notified in this manner is left out. */
export function inManner({ rows, left }: Batch, read: readonly Revised[] | undefined): Batch {
  const present = rows.map((row) => read?.find(({ id }) => id === row.id) ?? row);
  return {
    rows: present.filter(mayBeAsked),
    left: [...left, ...present.filter((row) => !mayBeAsked(row))],
  };
}

const named = (rows: readonly Revised[]) => formatNames(rows.map(({ locataire }) => locataire));

export const NONE = "Aucun de ces loyers ne se révise ainsi.";

/**
 * The summary of revisions before they are notified: by mail or letter, from which day, for which sums, and who is
 * left out.
 */
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
      : `effets entre le ${formatJour(days[0] ?? "")} et le ${formatJour(days.at(-1) ?? "")}`;
  const rise = somme(
    ...rows.flatMap(({ chiffres }) =>
      chiffres ? [chiffres.loyerApres, -chiffres.loyerAvant] : [],
    ),
  );
  const classes = rows.filter(({ etat }) => etat === "classe_a_confirmer");
  const atOnce = left.filter(({ desLaDemande }) => desLaDemande);
  const others = left.filter(({ desLaDemande }) => !desLaDemande);
  const untold = others.filter(({ pourquoi }) => !pourquoi);
  return {
    title: `Réviser ${formatCount(rows.length, "loyer", "loyers")} ?`,
    text:
      rows.length === 0
        ? NONE
        : `${sent.join(", ")}, ${effect}, ${rise < 0 ? "" : "+"}${formatEuros(rise)} par mois.`,
    warnings: [
      ...classes.map(
        ({ locataire }) =>
          `${locataire} : vous confirmez que le logement n’est plus classé F ou G, attestation à l’appui.`,
      ),
      ...(atOnce.length === 0
        ? []
        : [`${named(atOnce)} : seulement avec effet dès la demande, avant que le loyer gèle.`]),
      ...others.flatMap(({ locataire, pourquoi }) =>
        pourquoi ? [`${locataire}, non demandé : ${pourquoi}`] : [],
      ),
      ...(untold.length === 0 ? [] : [`Non demandés : ${named(untold)}.`]),
    ],
    action: "Envoyer",
  };
}

/**
 * A sentence about the receipts that would claim the difference for months already billed, with their sum; null when
 * there is none.
 */
export function complementOf(rows: readonly Revised[]): string | null {
  const completed = rows.filter(({ complement }) => complement !== null);
  const [first] = completed;
  if (!first) return null;
  const sum = formatEuros(somme(...completed.map(({ complement }) => complement ?? 0)));
  const told =
    completed.length === 1
      ? `${first.locataire} : une quittance de ${sum} demande la différence à part`
      : `${completed.length} locataires reçoivent une quittance de la différence, ${sum} en tout`;
  return `${told} ; sinon, l’effet attend un mois qui n’est pas quittancé.`;
}
