import { FileClock, FilePlus, Files, Lock, Replace } from "lucide-react";
import { type ReactNode, Suspense, useRef, useState } from "react";
import { estImage, seMontre } from "#domain/fichiers/contenu-fichier.ts";
import type { FichierRow } from "#domain/fichiers/fichier.ts";
import { confirm } from "#web/components/confirm.tsx";
import { RecordList } from "#web/components/list/record-list.tsx";
import type { RowAction } from "#web/components/list/row-action.ts";
import type { Column } from "#web/components/list/table-column.ts";
import { Badge } from "#web/components/ui/badge.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { LabelledCheckbox } from "#web/components/ui/checkbox.tsx";
import { Download, Pencil } from "#web/components/ui/row-icons.tsx";
import {
  fichiers,
  fullName,
  type Keeper,
  type Readable,
  readable,
  TOUCHED_BY_FICHIERS,
} from "#web/entities/fichiers/fichiers.ts";
import { FileIcon } from "#web/entities/fichiers/file-type.tsx";
import { formatInstant, formatSize } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { api } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { UploadZone } from "#web/uploads/upload-zone.tsx";
import { addUploads, type Place, useUploadGuard } from "#web/uploads/uploads.ts";

const PreviewDialog = lazyNamed(() => import("#web/uploads/preview-dialog.tsx"), "PreviewDialog");
const ImageDialog = lazyNamed(() => import("./image-dialog.tsx"), "ImageDialog");
const RenameDialog = lazyNamed(() => import("./rename-dialog.tsx"), "RenameDialog");
const VersionsDialog = lazyNamed(() => import("./versions-dialog.tsx"), "VersionsDialog");

interface FichierListProps {
  /** The kind of record that keeps these files. */
  of: Keeper;
  id: number;
  /** More buttons beside the button that adds files. */
  tools?: ReactNode;
}

/** The files of a record, which the user adds, reads, renames, replaces or deletes. */
export function FichierList({ of, id, tools }: FichierListProps) {
  const [previewed, setPreviewed] = useState<Readable | null>(null);
  const [renamed, setRenamed] = useState<FichierRow | null>(null);
  const [versioned, setVersioned] = useState<FichierRow | null>(null);
  const mayModify = usePeut("modifier");
  const download = useWrite(async (row: FichierRow) => api.download((await readable(row)).url), []);
  const preview = useWrite(async (row: FichierRow) => setPreviewed(await readable(row)), []);
  const [sensitive, setSensitive] = useState(false);
  const place = placeOf(of, id, sensitive);
  const replacing = useReplacement(place);
  useUploadGuard();

  const open = (row: FichierRow) => (seMontre(row.type) ? preview : download).mutate(row);

  function actionsOf(row: FichierRow): RowAction[] {
    const actions: RowAction[] = [
      { label: "Télécharger", icon: Download, quick: true, onSelect: () => download.mutate(row) },
    ];
    if (mayModify) {
      actions.push(
        { label: "Renommer", icon: Pencil, onSelect: () => setRenamed(row) },
        { label: "Remplacer", icon: Replace, onSelect: () => replacing.pick(row) },
      );
    }
    if (row.remplaces > 0) {
      actions.push({
        label: "Versions précédentes",
        icon: FileClock,
        onSelect: () => setVersioned(row),
      });
    }
    return actions;
  }

  return (
    <UploadZone place={place} label="Fichiers à ajouter">
      {(pick) => (
        <>
          <RecordList
            resource={fichiers}
            columns={COLUMNS}
            noun={["fichier", "fichiers"]}
            name={fullName}
            onOpen={open}
            viewable={(row) => seMontre(row.type)}
            search="Nom du fichier"
            sort="-createdAt"
            fixed={{ [of]: id }}
            embedded
            actions={actionsOf}
            touched={TOUCHED_BY_FICHIERS}
            tools={
              <>
                {tools}
                {pick && of !== "AppartementId" && (
                  <span
                    className="text-sm"
                    title="Ne se lira que d’un clic, que le journal de sécurité retient. Un nom qui le dit (CNI, passeport, RIB, bulletin…) suffit."
                  >
                    <LabelledCheckbox
                      id="fichiers-sensibles"
                      checked={sensitive}
                      onChange={(event) => setSensitive(event.target.checked)}
                    >
                      Pièce d’identité ou bancaire
                    </LabelledCheckbox>
                  </span>
                )}
                {pick && (
                  <Button variant="primary" onClick={pick}>
                    <FilePlus aria-hidden />
                    Ajouter des fichiers
                  </Button>
                )}
              </>
            }
            empty={{
              icon: Files,
              title: "Aucun fichier pour l’instant",
              text: pick
                ? `Déposez ici ${KEPT[of]}…\u00A0: plusieurs à la fois, 100 Mo au plus chacun.`
                : "Les pièces et les courriers gardés ici apparaîtront.",
            }}
          />
          {replacing.input}
          <Suspense>
            {versioned && <VersionsDialog row={versioned} onClose={() => setVersioned(null)} />}
            {renamed && <RenameDialog row={renamed} onClose={() => setRenamed(null)} />}
            {previewed &&
              (estImage(previewed.type) ? (
                <ImageDialog
                  of={of}
                  keeper={id}
                  first={previewed}
                  onClose={() => setPreviewed(null)}
                />
              ) : (
                <PreviewDialog
                  id={previewed.id}
                  revealed={previewed.sensible ? previewed.url : undefined}
                  onClose={() => setPreviewed(null)}
                />
              ))}
          </Suspense>
        </>
      )}
    </UploadZone>
  );
}

/** Examples of the files kept on each kind of record. */
const KEPT: Readonly<Record<Keeper, string>> = {
  ClientId: "pièces d’identité, justificatifs, courriers",
  LocataireId: "pièces d’identité, justificatifs, courriers",
  AppartementId: "diagnostics, plans, règlement de copropriété",
};

const arrived = (count: number) =>
  count === 1 ? "Votre document à bien été envoyé." : "Vos documents ont bien été envoyés.";

const placeOf = (of: Keeper, id: number, sensible: boolean): Place => ({
  name: `${of}/${id}`,
  destination: { usage: "fichier", [of]: id, sensible },
  touched: TOUCHED_BY_FICHIERS,
  arrived,
});

/** Picks the file that replaces another file, and sends it in the same queue as the files added. */
function useReplacement(place: Place) {
  const input = useRef<HTMLInputElement>(null);
  const target = useRef<FichierRow>(null);

  async function replace(file: File | undefined) {
    const row = target.current;
    if (!file || !row) return;
    const question = {
      title: `Remplacer « ${fullName(row)} » ?`,
      text: "L’ancien document sera gardé parmi les versions précédentes.",
      action: "Remplacer",
    };
    if (!(await confirm(question))) return;
    const destination = { usage: "remplacement", FichierId: row.id } as const;
    await addUploads({ ...place, destination }, [file]);
  }

  return {
    pick(row: FichierRow) {
      target.current = row;
      input.current?.click();
    },
    input: (
      <input
        ref={input}
        type="file"
        aria-label="Fichier de remplacement"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          void replace(file);
          event.target.value = "";
        }}
      />
    ),
  };
}

const COLUMNS: readonly Column<FichierRow>[] = [
  {
    id: "nom",
    header: "Nom",
    sort: true,
    cell: (row) => (
      <span className="flex items-baseline gap-2.5">
        <FileIcon extention={row.extention} />
        <span className="max-w-[min(56ch,38vw)] truncate font-medium @max-xl:max-w-none">
          {fullName(row)}
        </span>
      </span>
    ),
  },
  {
    id: "sensible",
    header: "Accès",
    card: "badge",
    from: "md",
    cell: (row) =>
      row.sensible && (
        <Badge tone="grey" icon={Lock}>
          Lecture notée
        </Badge>
      ),
  },
  {
    id: "taille",
    header: "Taille",
    card: "line",
    sort: true,
    align: "right",
    className: "whitespace-nowrap text-muted",
    cell: (row) => formatSize(row.taille),
  },
  {
    id: "createdAt",
    header: "Ajouté le",
    card: "line",
    sort: true,
    from: "md",
    className: "whitespace-nowrap text-muted tabular-nums",
    cell: (row) => <time dateTime={row.createdAt}>{formatInstant(row.createdAt)}</time>,
  },
];
