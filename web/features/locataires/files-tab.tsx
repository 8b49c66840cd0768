import type { LocataireDetail } from "#domain/locataire.ts";
import { usePeut } from "#web/lib/session.ts";
import { DOCUMENTS, generateOf, type Sheet } from "../documents/api.ts";
import { LabelsButton } from "../documents/generated-document.tsx";
import { Outcome } from "../documents/outcome.tsx";
import { useGeneration } from "../documents/use-generation.ts";
import { FileList } from "../fichiers/list.tsx";
import { QuittanceList } from "../quittances/list.tsx";

/** The files of a tenant, the labels of the home, and the receipts (spec §2). */
export function FilesTab({ locataire }: { locataire: LocataireDetail }) {
  const { id, locations } = locataire;
  const mayModify = usePeut("modifier");
  const home = (locations.find(({ Dossier }) => !Dossier.clos) ?? locations[0])?.Dossier;
  const labels = useGeneration((sheet: Sheet) =>
    generateOf.etiquetteLocataire(home?.id ?? 0, sheet),
  );
  return (
    <div className="space-y-6">
      <div>
        <FileList
          of="LocataireId"
          id={id}
          tools={
            home &&
            mayModify && <LabelsButton title={DOCUMENTS.etiquetteLocataire} generation={labels} />
          }
        />
        <Outcome {...labels} />
      </div>
      <section>
        <h3 className="mb-3 font-semibold">Quittances</h3>
        <QuittanceList of="LocataireId" id={id} />
      </section>
    </div>
  );
}
