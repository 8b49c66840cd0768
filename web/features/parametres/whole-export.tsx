import { queryOptions, useQuery } from "@tanstack/react-query";
import { PackageOpen, Trash2, X } from "lucide-react";
import type { ExportComplet } from "#domain/agence/export-complet.ts";
import { formatJour } from "#domain/dates.ts";
import { formatNombre } from "#domain/montants.ts";
import { confirm } from "#web/components/confirm.tsx";
import { Notice } from "#web/components/notice.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { Progress } from "#web/components/ui/progress.tsx";
import { Download } from "#web/components/ui/row-icons.tsx";
import { formatCount, formatInstant, formatSize } from "#web/lib/format.ts";
import { notify } from "#web/lib/notify.ts";
import { api } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";

const NAME = "ExportComplet";
const PATH = "/Export/complet";
const LOOK_EVERY_MS = 2000;

const wholeExport = queryOptions({
  queryKey: [NAME] as const,
  queryFn: ({ signal }) => api.get<ExportComplet | null>(PATH, { signal }),
  refetchInterval: ({ state }) => (state.data?.etat === "en_cours" ? LOOK_EVERY_MS : false),
});

/** All the data of the agency in one archive, which the user asks for, downloads and deletes. */
export function WholeExport() {
  const { data, isError } = useQuery(wholeExport);
  const start = useWrite(() => api.post<ExportComplet>(PATH), [NAME]);
  const remove = useWrite(() => api.delete(PATH), [NAME]);
  const download = useWrite(async (id: number) => {
    const { adresse } = await api.post<{ adresse: string }>(`${PATH}/${id}/adresse`);
    // The browser saves the stream as it arrives, whatever its size, and resumes after a break.
    window.location.assign(adresse);
  }, []);

  async function askRemoval(made: ExportComplet) {
    const accepted = await confirm(
      made.etat === "pret"
        ? {
            title: "Supprimer l’export ?",
            text: "L’archive disparaît du serveur. Vous pourrez en préparer une autre.",
            action: "Supprimer",
            danger: true,
          }
        : {
            title: "Annuler l’export ?",
            text: "Ce qui est déjà préparé est perdu.",
            action: "Annuler l’export",
            cancel: "Continuer",
            danger: true,
          },
    );
    if (!accepted) return;
    const said = made.etat === "pret" ? "L’export est supprimé." : "L’export est annulé.";
    remove.mutate(undefined, { onSuccess: () => notify(said) });
  }

  if (isError || data === undefined) return null;
  return (
    <Card className="mb-4 px-3 py-3">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-80">
          <h3 className="font-semibold">Emporter toutes les données</h3>
          <p className="text-sm text-muted">
            Une archive de tout : chaque table en CSV et en JSON, les fichiers déposés, les papiers
            signés, les quittances et les documents établis. Les IBAN y sont en clair.
          </p>
        </div>
        {data?.etat !== "en_cours" && (
          <Button
            variant={data ? "secondary" : "primary"}
            pending={start.isPending}
            onClick={() => start.mutate(undefined)}
          >
            {!start.isPending && <PackageOpen aria-hidden />}
            {data ? "Préparer un nouvel export" : "Préparer l’export"}
          </Button>
        )}
      </div>
      {data?.etat === "en_cours" && <Making made={data} onCancel={() => void askRemoval(data)} />}
      {data?.etat === "pret" && (
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 border-t pt-3">
          <p className="min-w-0 flex-1 basis-80">
            <span className="font-medium">Export du {formatInstant(data.createdAt)}</span>
            <span className="text-muted tabular-nums"> · {formatSize(data.taille)}</span>
            <span className="block text-sm text-muted">
              Disparaît de lui-même
              {data.supprimeLe && ` le ${formatJour(data.supprimeLe)}`}, ou dès qu’une personne est
              effacée.
            </span>
          </p>
          <div className="flex gap-2">
            <Button
              variant="ghost"
              pending={remove.isPending}
              onClick={() => void askRemoval(data)}
            >
              {!remove.isPending && <Trash2 aria-hidden />}
              Supprimer
            </Button>
            <Button
              variant="primary"
              pending={download.isPending}
              onClick={() => download.mutate(data.id)}
            >
              {!download.isPending && <Download aria-hidden />}
              Télécharger
            </Button>
          </div>
        </div>
      )}
      {data && data.nombreManquants > 0 && <Missing made={data} />}
    </Card>
  );
}

function Making({ made, onCancel }: { made: ExportComplet; onCancel(): void }) {
  const { faits, total, taille } = made;
  return (
    <div className="mt-3 border-t pt-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-60 tabular-nums" role="status">
          Préparation : {formatNombre(faits, 0)} sur {formatCount(total, "élément")}
          {taille > 0 && `, ${formatSize(taille)}`}
        </p>
        <Button variant="ghost" onClick={onCancel}>
          <X aria-hidden />
          Annuler
        </Button>
      </div>
      <Progress label="Préparation de l’export" value={faits} max={total} className="mt-2" />
      <p className="mt-2 text-sm text-muted">
        Vous pouvez quitter cette page : la préparation continue.
      </p>
    </div>
  );
}

/** The files that the archive lacks; the archive lists them too. */
function Missing({ made: { manquants, nombreManquants } }: { made: ExportComplet }) {
  return (
    <Notice className="mt-3">
      <details>
        <summary className="cursor-pointer">
          {formatCount(nombreManquants, "fichier introuvable", "fichiers introuvables")} : l’archive
          le dit dans manquants.txt.
        </summary>
        <ul className="mt-1 max-h-60 overflow-y-auto text-sm break-words">
          {manquants.map((chemin) => (
            <li key={chemin}>{chemin}</li>
          ))}
        </ul>
      </details>
    </Notice>
  );
}
