import { deMois, formatJour, type Jour, type Mois } from "#domain/dates.ts";
import type { Question } from "#web/components/confirm.tsx";
import { formatCount } from "#web/lib/format.ts";

/** A gesture that sends more mails than this asks first (domain/README §2.7). */
const WITHOUT_ASKING = 5;
const NAMED = 4;

/** « Inês Carvalho, Léo Dupont, Anne Petit, Marc Roux et 30 autres » */
export function named(names: readonly string[]): string {
  const several = names.length > NAMED + 1 ? names.slice(0, NAMED) : names.slice(0, -1);
  const rest = names.length - several.length;
  if (several.length === 0) return names.join();
  return `${several.join(", ")} et ${rest === 1 ? names.at(-1) : `${rest} autres`}`;
}

interface Sending {
  /** « Générer 35 quittances » */
  gesture: string;
  mois: Mois;
  /** To whom a mail goes. */
  names: readonly string[];
  /** How many of them are told to pay before a day that has passed. */
  late?: number;
  /** Those who left before the days billed without any notice noted, and when. */
  departed?: readonly { locataire: string; dateSortie: Jour | null }[];
}

/** What is asked before a gesture sends mails: null when nothing needs asking. */
export function sendingQuestion(sending: Sending): Question | null {
  const { gesture, mois, names, late = 0, departed = [] } = sending;
  if (names.length <= WITHOUT_ASKING && late === 0 && departed.length === 0) return null;
  const month = `${deMois(mois)} ${mois.slice(0, 4)}`;
  const mails = formatCount(names.length, "courriel partira", "courriels partiront");
  const some = late < names.length ? ` pour ${late}` : "";
  const overdue =
    late > 0
      ? ` L’échéance ${deMois(mois)} est déjà passée${some} : l’avis demandera un règlement dès réception.`
      : "";
  const left = departed.map(({ locataire, dateSortie }) =>
    dateSortie ? `${locataire} (${formatJour(dateSortie)})` : locataire,
  );
  const gone = left.length > 0 ? ` Départ sans congé noté : ${named(left)}.` : "";
  return {
    title: `${gesture} ?`,
    text: `Pour le mois ${month}. ${mails}, à ${named(names)}.${overdue}${gone}`,
    action: "Générer et envoyer",
  };
}
