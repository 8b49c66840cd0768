import { Eraser } from "lucide-react";
import type { ApercuEffacement } from "#domain/personnes/effacement.ts";
import { estEfface, type GenreDePersonne } from "#domain/personnes/personne.ts";
import { notify, notifyDanger } from "#web/lib/notify.ts";
import { api } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { confirm } from "./confirm.tsx";
import type { RowAction } from "./list/row-action.ts";
import { FileArchive } from "./ui/row-icons.tsx";

const WORDS: Record<GenreDePersonne, { title: string; goes: string; done: string }> = {
  Locataire: {
    title: "Effacer les données de ce locataire ?",
    goes:
      "Son identité, ses coordonnées, ses fichiers, ses documents et ses cautions disparaissent. " +
      "Les dossiers et les quittances restent, sans son nom, comme la comptabilité l’exige.",
    done: "Les données du locataire ont été effacées.",
  },
  Client: {
    title: "Effacer les données de ce propriétaire ?",
    goes:
      "Son identité, ses coordonnées, ses fichiers et les documents qui le nomment disparaissent. " +
      "Les mandats et les montants restent, sans son nom, comme la comptabilité l’exige.",
    done: "Les données du propriétaire ont été effacées.",
  },
  Caution: {
    title: "Effacer les données de cette caution ?",
    goes:
      "Son identité, ses coordonnées, son acte et les documents qui la nomment disparaissent. " +
      "Le montant et la durée de l’engagement restent, sans son nom.",
    done: "Les données de la caution ont été effacées.",
  },
};

const TOUCHED = [
  "Locataire",
  "Client",
  "Caution",
  "Dossier",
  "EtatLieux",
  "Mission",
  "Fichier",
  "Document",
  "Quitance",
  "History",
];

interface Person {
  id: number;
  mail?: string | null | undefined;
  mailPerso?: string | null | undefined;
}

/**
 * The actions for a person's rights under the GDPR: a copy of all the data about the person, and its erasure. Only
 * administrators have them, and only for a person who is not erased.
 */
export function usePersonalData(kind: GenreDePersonne): (person: Person) => RowAction[] {
  const { title, goes, done } = WORDS[kind];
  const mayAdminister = usePeut("administrer");
  const save = useWrite((id: number) => api.download(`/api/${kind}/${id}/export`), ["History"]);
  const look = useWrite(
    (id: number) => api.get<ApercuEffacement>(`/${kind}/${id}/effacer/apercu`),
    [],
  );
  const erase = useWrite((id: number) => api.post(`/${kind}/${id}/effacer`), TOUCHED);

  async function askErasure(id: number, { refus, warnings }: ApercuEffacement) {
    if (refus) return notifyDanger(refus);
    const text = `${goes} Cette action est irréversible.`;
    if (!(await confirm({ title, text, warnings, action: "Effacer", danger: true }))) return;
    erase.mutate(id, { onSuccess: () => notify(done) });
  }

  return (person) =>
    mayAdminister && !estEfface(person)
      ? [
          {
            label: "Exporter ses données",
            icon: FileArchive,
            onSelect: () => save.mutate(person.id),
          },
          {
            label: "Effacer ses données",
            icon: Eraser,
            danger: true,
            onSelect: () =>
              look.mutate(person.id, { onSuccess: (told) => askErasure(person.id, told) }),
          },
        ]
      : [];
}
