import { useQuery } from "@tanstack/react-query";
import { formatJour } from "#domain/dates.ts";
import { DOCUMENTS } from "#domain/fichiers/document.ts";
import { formatEuros } from "#domain/montants.ts";
import { Card } from "#web/components/ui/card.tsx";
import { useDocumentEvents } from "#web/documents/api.ts";
import { GeneratedDocument } from "#web/documents/generated-document.tsx";
import { SentMails } from "#web/documents/mailing.tsx";
import { Versions } from "#web/documents/versions.tsx";
import { newLettingsQuery } from "#web/entities/mandats/missions.ts";

/** The notices to owners about the sums that the agency received for new lettings; nothing when there are none. */
export function NewLettings({ id }: { id: number }) {
  const { data } = useQuery(newLettingsQuery(id));
  const { made } = useDocumentEvents("Mission", id);
  const versions = made.filter(({ type }) => type === "avisVersement");
  if (!data || (data.length === 0 && versions.length === 0)) return null;
  return (
    <Card className="mt-4 px-5 py-4">
      <h3 className="font-semibold">{DOCUMENTS.avisVersement.intitule} au propriétaire</h3>
      <p className="mt-0.5 text-sm text-muted">
        Par lettre recommandée ou contre récépissé, dans les huit jours de ce que l’agence reçoit
        pour une location nouvelle.
      </p>
      <div className="mt-4 space-y-5">
        {data.map((letting) => (
          <GeneratedDocument
            key={letting.DossierId}
            type="avisVersement"
            sources={{ dossierId: letting.DossierId, id }}
            title={`${letting.locataire}, ${letting.appartement}`}
            text={`${formatEuros(letting.total)} depuis le ${formatJour(letting.premierLe)} : avis à donner au plus tard le ${formatJour(letting.avant)}.`}
            action="Générer l’avis"
          />
        ))}
      </div>
      <Versions versions={versions} />
      <SentMails entite="Mission" id={id} of={({ type }) => type === "avisVersement"} />
    </Card>
  );
}
