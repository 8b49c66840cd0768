import type { Tirage } from "#domain/biens/etiquettes-adresse.ts";
import { DOCUMENTS } from "#domain/fichiers/document.ts";
import type { LocataireDetail } from "#domain/personnes/locataire-fiche.ts";
import { generate } from "#web/documents/api.ts";
import { LabelsButton } from "#web/documents/generated-document.tsx";
import { Outcome } from "#web/documents/outcome.tsx";
import { useGeneration } from "#web/documents/use-generation.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { usePeut } from "#web/lib/server/session.ts";

const FichierList = lazyNamed(() => import("#web/features/fichiers/list.tsx"), "FichierList");
const QuittanceList = lazyNamed(() => import("#web/features/quittances/list.tsx"), "QuittanceList");

/** The files of a tenant, with buttons for the address labels and the receipts. */
export function FichiersTab({ locataire }: { locataire: LocataireDetail }) {
  const { id, locations } = locataire;
  const mayModify = usePeut("modifier");
  const home = (locations.find(({ Dossier }) => !Dossier.clos) ?? locations[0])?.Dossier;
  const labels = useGeneration((tirage: Tirage) =>
    generate("etiquetteLocataire", { id: home?.id ?? 0 }, tirage),
  );
  return (
    <div className="space-y-6">
      <div>
        <FichierList
          of="LocataireId"
          id={id}
          tools={
            home &&
            mayModify && (
              <LabelsButton title={DOCUMENTS.etiquetteLocataire.intitule} generation={labels} />
            )
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
