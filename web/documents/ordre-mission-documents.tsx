import type { ReactNode } from "react";
import { DOCUMENTS, type Sources } from "#domain/fichiers/document.ts";
import { Card } from "#web/components/ui/card.tsx";
import { useUploadGuard } from "#web/uploads/uploads.ts";
import { useDocumentEvents } from "./api.ts";
import { GeneratedDocument } from "./generated-document.tsx";
import { SignedDocument } from "./signed-document.tsx";

type OrdreMissionType = "ordreMission" | "ordreMissionIntendance";

interface OrdreMissionDocumentsProps {
  type: OrdreMissionType;
  sources: Sources<OrdreMissionType>;
  /** The identifier of the mission, or of the caretaking mission. */
  id: number;
  /** The address of the signed order; null when there is none. */
  signed: string | null;
  remplaces: number;
  touched: readonly string[];
  /** The part that puts the order to electronic signature, drawn under the signed order. */
  children?: ReactNode;
}

export function OrdreMissionDocuments({
  type,
  sources,
  id,
  signed,
  remplaces,
  touched,
  children,
}: OrdreMissionDocumentsProps) {
  const { entite } = DOCUMENTS[type];
  const events = useDocumentEvents(entite, id);
  useUploadGuard();
  return (
    <div className="@container">
      <h3 className="sr-only">Ordre de mission, à générer et signé</h3>
      <div className="grid gap-4 @3xl:grid-cols-2">
        <Card className="px-5 py-4">
          <GeneratedDocument
            type={type}
            sources={sources}
            title={DOCUMENTS.ordreMission.intitule}
            text="Établi d’après la fiche, à imprimer et à faire signer."
            action="Générer l’ordre de mission"
            primary
            made={events.made}
          />
        </Card>
        <Card className="px-5 py-4">
          <SignedDocument
            entite={entite}
            id={id}
            champ="ordreMission"
            title="Ordre de mission signé"
            named="l’ordre de mission signé"
            url={signed}
            remplaces={remplaces}
            event={events.signed.ordreMission}
            touched={touched}
          />
          {children}
        </Card>
      </div>
    </div>
  );
}
