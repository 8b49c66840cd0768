import type { Generated } from "#web/components/document-actions.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { useUploadGuard } from "#web/uploads/uploads.ts";
import { useDocumentEvents } from "./api.ts";
import { GeneratedDocument } from "./generated-document.tsx";
import { SignedDocument } from "./signed-document.tsx";

interface OrderDocumentsProps {
  entite: "Mission" | "Intendance";
  id: number;
  generate(): Promise<Generated>;
  /** Where the signed order is read; null while there is none. */
  signed: string | null;
  touched: readonly string[];
}

/** The order to be signed, and the signed one. */
export function OrderDocuments({ entite, id, generate, signed, touched }: OrderDocumentsProps) {
  const events = useDocumentEvents(entite, id);
  useUploadGuard();
  return (
    <div className="@container">
      <h3 className="sr-only">Ordre de mission, à générer et signé</h3>
      <div className="grid gap-4 @3xl:grid-cols-2">
        <Card className="px-5 py-4">
          <GeneratedDocument
            title="Ordre de mission"
            text="Établi d’après la fiche, à imprimer et à faire signer."
            action="Générer l’ordre de mission"
            primary
            generate={generate}
            versions={events.made}
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
            event={events.signed.ordreMission}
            touched={touched}
          />
        </Card>
      </div>
    </div>
  );
}
