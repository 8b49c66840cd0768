import { FileSpreadsheet } from "lucide-react";
import { type DragEvent, useId, useState } from "react";
import type { TableLue } from "#domain/import/colonnes.ts";
import { GENRES, GENRES_IMPORT, type GenreImport } from "#domain/import/genres.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { Label } from "#web/components/ui/label.tsx";
import { Segmented } from "#web/components/ui/segmented.tsx";
import { readTable, saveExample } from "#web/entities/imports/api.ts";
import type { ApiError } from "#web/lib/api.ts";
import { useWrite } from "#web/lib/resource.ts";
import { ImportColumns } from "./columns.tsx";
import { ImportList } from "./list.tsx";

const KINDS = GENRES.map((value) => ({
  value,
  label: GENRES_IMPORT[value].pluriel.replace(/^./, (letter) => letter.toUpperCase()),
}));

/** Files of other software: one of a kind is chosen, its columns confirmed, its lines checked, and then imported. */
export function Imports() {
  const [genre, setGenre] = useState<GenreImport>("Client");
  const [read, setRead] = useState<{ file: File; table: TableLue } | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const reading = useWrite(
    (file: File) => readTable(file, genre),
    [],
    ({ message }: ApiError) => {
      setRefusal(message);
      return true;
    },
  );
  const field = useId();

  function open(file: File | undefined) {
    setRefusal(null);
    setRead(null);
    if (file) reading.mutate(file, { onSuccess: (table) => setRead({ file, table }) });
  }

  function choose(kind: GenreImport) {
    setGenre(kind);
    setRead(null);
    setRefusal(null);
  }

  return (
    <div className="space-y-5">
      <Card
        className="p-4"
        onDragOver={(event: DragEvent) => event.preventDefault()}
        onDrop={(event: DragEvent) => {
          event.preventDefault();
          open(event.dataTransfer.files[0]);
        }}
      >
        <h2 className="font-medium">Que contient le fichier ?</h2>
        <p className="mt-0.5 text-sm text-muted">
          Dans cet ordre : les baux nomment les appartements et les locataires, les appartements
          nomment leurs propriétaires.
        </p>
        <div className="mt-3 overflow-x-auto">
          <Segmented<GenreImport>
            label="Ce que contient le fichier"
            value={genre}
            segments={KINDS}
            onChange={choose}
          />
        </div>
        <div className="mt-4 flex flex-wrap items-end gap-3">
          <div className="min-w-64 flex-1">
            <Label htmlFor={field} className="mb-1">
              Fichier CSV ou Excel (.xlsx)
            </Label>
            <Input
              // Another kind starts anew, and the same file may be read again once it was mended.
              key={genre}
              id={field}
              type="file"
              accept=".csv,.txt,.tsv,.xlsx"
              className="py-1.5"
              onClick={({ currentTarget }) => {
                currentTarget.value = "";
              }}
              onChange={({ target }) => open(target.files?.[0])}
            />
          </div>
          <Button onClick={() => saveExample(genre)}>
            <FileSpreadsheet aria-hidden />
            Fichier d’exemple
          </Button>
        </div>
        <p className="mt-2 text-sm text-muted" aria-live="polite">
          {reading.isPending
            ? "Lecture du fichier…"
            : "10 000 lignes et 10 Mo au plus. Rien n’est écrit avant votre accord."}
        </p>
        {refusal && (
          <p role="alert" className="mt-2 text-danger">
            {refusal}
          </p>
        )}
      </Card>
      {read && (
        <ImportColumns
          key={`${read.file.name} ${read.file.lastModified} ${read.table.genre}`}
          {...read}
          onDone={() => setRead(null)}
        />
      )}
      <ImportList />
    </div>
  );
}
