import { useQuery } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { Suspense, useId, useState } from "react";
import type { CompteBancaireRow } from "#domain/gerance/banque/compte-bancaire.ts";
import type { Correspondance, TableInconnue } from "#domain/gerance/banque/correspondance.ts";
import type { Importation } from "#domain/gerance/banque/releve-fiche.ts";
import { Notice } from "#web/components/notice.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Label } from "#web/components/ui/label.tsx";
import { Select } from "#web/components/ui/select.tsx";
import { comptesBancaires, TOUCHED_BY_IMPORT } from "#web/entities/banque/banque.ts";
import { formatNames } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import type { ApiError } from "#web/lib/server/api.ts";
import { UploadZone } from "#web/uploads/upload-zone.tsx";
import { addUploads, type Place, useUploadGuard, useUploads } from "#web/uploads/uploads.ts";
import { type Done, ImportResults } from "./import-results.tsx";

const MatchedSoFar = lazyNamed(() => import("./matched-so-far.tsx"), "MatchedSoFar");
const ColumnsDialog = lazyNamed(() => import("./columns-dialog.tsx"), "ColumnsDialog");

/** A file whose columns the user must name. */
interface Untold {
  file: File;
  table: TableInconnue;
}

/** The files that do not name their account, until the user chooses it. */
type Unplaced = readonly File[];

type StatementPlace = Place & { destination: { usage: "releve" } };

const PLACE = "Releve";
const ACCEPTED = ".cfonb,.txt,.rel,.ofx,.xml,.csv";

/** The zone where bank files are dropped, and the result of each file. */
export function ImportZone() {
  const { data } = useQuery(comptesBancaires.list());
  const [chosen, setChosen] = useState("");
  const [done, setDone] = useState<readonly Done[]>([]);
  const [untold, setUntold] = useState<Untold | null>(null);
  const [unplaced, setUnplaced] = useState<Unplaced>([]);
  const choice = useId();
  useUploadGuard();
  const reading = useUploads(PLACE).some(
    ({ state, sent, file }) => state === "sending" && sent >= file.size,
  );
  const accounts = data?.data ?? [];
  if (accounts.length === 0) return null;

  const received = (answer: unknown, file: File) =>
    setDone((before) => [{ file: file.name, ...(answer as Importation) }, ...before]);
  const refused = ({ fields, details }: ApiError, file: File): boolean => {
    if (fields.CompteBancaireId && chosen === "") {
      setUnplaced((before) => [...before, file]);
      return true;
    }
    if (!fields.colonnes || !details) return false;
    setUntold({ file, table: details as TableInconnue });
    return true;
  };
  const place = { ...placeOf(accounts, chosen), received, refused };

  /** Chooses the account, and imports the files that waited for it. */
  function choose(account: string) {
    setChosen(account);
    if (account === "" || unplaced.length === 0) return;
    setUnplaced([]);
    void addUploads({ ...place, ...placeOf(accounts, account) }, unplaced);
  }

  function tell(file: File, told: Correspondance) {
    setUntold(null);
    const destination = { ...place.destination, colonnes: JSON.stringify(told) };
    void addUploads({ ...place, destination }, [file]);
  }

  return (
    <section aria-label="Importer des relevés" className="mb-5">
      <UploadZone
        place={place}
        label="Relevés à importer"
        accept={ACCEPTED}
        className="rounded-lg border border-dashed bg-surface p-4"
      >
        {(pick) => (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
            <FileUp aria-hidden className="size-5 shrink-0 text-muted" />
            <div className="min-w-0 flex-1 basis-72">
              <p className="font-medium">Déposez ici les fichiers de votre banque</p>
              <p className="text-sm text-muted">
                CFONB 120, OFX, CAMT.053 ou CSV, 5 Mo au plus. Ce qui est déjà importé n’est pas
                compté deux fois.
              </p>
            </div>
            {accounts.length > 1 && (
              <div className="flex items-center gap-2">
                <Label htmlFor={choice}>Compte</Label>
                <Select
                  id={choice}
                  className="w-56"
                  empty="Celui indiqué dans le fichier"
                  options={accounts.map(({ id, nom }) => ({ value: String(id), label: nom }))}
                  value={chosen}
                  onChange={({ target }) => choose(target.value)}
                />
              </div>
            )}
            {pick && <Button onClick={pick}>Choisir des fichiers</Button>}
          </div>
        )}
      </UploadZone>
      {reading && (
        <Suspense>
          <MatchedSoFar />
        </Suspense>
      )}
      {unplaced.length > 0 && (
        <Notice className="mt-3">
          <p>
            {formatNames(unplaced.map(({ name }) => name))} : de quel compte ? Choisissez-le
            ci-dessus, l’import continue de lui-même.
          </p>
        </Notice>
      )}
      <ImportResults done={done} onClose={() => setDone([])} />
      <Suspense>
        {untold && (
          <ColumnsDialog
            {...untold}
            onClose={() => setUntold(null)}
            onTold={(told) => tell(untold.file, told)}
          />
        )}
      </Suspense>
    </section>
  );
}

/** The zone with the account of its files: the only account, or the one that the user chose. */
function placeOf(accounts: readonly CompteBancaireRow[], chosen: string): StatementPlace {
  const [only, ...others] = accounts;
  const CompteBancaireId = others.length === 0 ? only?.id : Number(chosen) || undefined;
  return {
    name: PLACE,
    destination: { usage: "releve", ...(CompteBancaireId ? { CompteBancaireId } : {}) },
    touched: TOUCHED_BY_IMPORT,
    arrived: (count) => (count > 1 ? `${count} relevés importés.` : "Relevé importé."),
  };
}
