import { Eraser, FileArchive } from "lucide-react";
import { estEfface, type LocataireDetail } from "#domain/locataire.ts";
import { confirm } from "#web/components/confirm.tsx";
import type { RowAction } from "#web/components/row-action.ts";
import { locataires } from "#web/entities/locataires/api.ts";
import { api } from "#web/lib/api.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/resource.ts";
import { usePeut } from "#web/lib/session.ts";

const TOUCHED = [
  locataires.name,
  "Dossier",
  "Caution",
  "EtatLieux",
  "Fichier",
  "Quitance",
  "History",
];

/** What a tenant may ask of the agency under the GDPR: a copy of all it holds, and to be forgotten. */
export function usePersonalData(): (locataire: LocataireDetail) => RowAction[] {
  const mayAdminister = usePeut("administrer");
  const save = useWrite(
    (id: number) => api.download(`/api/Locataire/${id}/export`),
    [locataires.name],
  );
  const erase = useWrite((id: number) => api.post(`/Locataire/${id}/effacer`), TOUCHED);

  async function askErasure({ id }: LocataireDetail) {
    const accepted = await confirm({
      title: "Effacer les données de ce locataire ?",
      text:
        "Son identité, ses coordonnées, ses fichiers, ses documents et ses cautions disparaissent. " +
        "Les dossiers et les quittances restent, sans son nom, comme la comptabilité l’exige. " +
        "Cette action est irreversible.",
      action: "Effacer",
      danger: true,
    });
    if (!accepted) return;
    erase.mutate(id, { onSuccess: () => notify("Les données du locataire ont été effacées.") });
  }

  return (locataire) =>
    mayAdminister && !estEfface(locataire)
      ? [
          {
            label: "Exporter ses données",
            icon: FileArchive,
            onSelect: () => save.mutate(locataire.id),
          },
          {
            label: "Effacer ses données",
            icon: Eraser,
            danger: true,
            onSelect: () => void askErasure(locataire),
          },
        ]
      : [];
}
