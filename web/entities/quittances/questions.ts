import { aujourdhui, deMois, formatJour, type Mois } from "#domain/dates.ts";
import type { DossierAQuittancer } from "#domain/quittances/a-quittancer.ts";
import type { Question } from "#web/components/confirm.tsx";
import { formatCount, formatNames } from "#web/lib/format.ts";

/** An action that sends more mails than this is confirmed first (quittances/README §2.7). */
const WITHOUT_ASKING = 5;

/** The question asked before the receipts of these dossiers are made and mailed; null when no question is needed. */
export function generationQuestion(
  mois: Mois,
  dossiers: readonly DossierAQuittancer[],
): Question | null {
  const today = aujourdhui(new Date());
  const count = dossiers.length;
  const late = dossiers.filter(({ echeance }) => echeance < today).length;
  const departed = dossiers.flatMap(({ locataire, partiLe }) =>
    partiLe ? [`${locataire} (${formatJour(partiLe)})`] : [],
  );
  if (count <= WITHOUT_ASKING && late === 0 && departed.length === 0) return null;
  const month = `${deMois(mois)} ${mois.slice(0, 4)}`;
  const mails = formatCount(count, "courriel partira", "courriels partiront");
  const some = late < count ? ` pour ${late}` : "";
  const overdue =
    late > 0
      ? ` L’échéance ${deMois(mois)} est déjà passée${some} : l’avis demandera un règlement dès réception.`
      : "";
  const gone = departed.length > 0 ? ` Départ sans congé noté : ${formatNames(departed)}.` : "";
  return {
    title: `Générer ${formatCount(count, "quittance")} ?`,
    text: `Pour le mois ${month}. ${mails}, à ${formatNames(dossiers.map(({ locataire }) => locataire))}.${overdue}${gone}`,
    action: "Générer et envoyer",
  };
}
