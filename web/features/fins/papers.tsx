import type { FinDeMandatDetail } from "#domain/gerance/mandats/fin-de-mandat.ts";
import { useDocumentEvents } from "#web/documents/api.ts";
import { GeneratedDocument } from "#web/documents/generated-document.tsx";

/** The papers of the end of a mandate: the closing account of the owner, and a letter for each tenant who stays. */
export function PapersOfEnd({ detail }: { detail: FinDeMandatDetail }) {
  const { MissionId, contenu } = detail;
  const { made } = useDocumentEvents("Mission", MissionId);
  if (!contenu)
    return (
      <p className="text-muted">
        L’arrêté de compte et les lettres aux locataires se font une fois le compte arrêté.
      </p>
    );
  return (
    <div className="space-y-5">
      <GeneratedDocument
        type="finDeMandat"
        sources={{ id: MissionId }}
        text="Le compte, les dépôts par locataire, les pièces remises : à joindre au dernier compte rendu."
        action="Générer l’arrêté"
        made={made}
      />
      {contenu.locataires
        .filter(({ present }) => present)
        .map(({ DossierId, locataire, logement }) => (
          <GeneratedDocument
            key={DossierId}
            type="lettreFinDeMandat"
            sources={{ id: DossierId }}
            title={`Lettre à ${locataire}`}
            text={`Qui gère désormais, et qui tient son dépôt : ${logement}.`}
            action="Générer la lettre"
          />
        ))}
    </div>
  );
}
