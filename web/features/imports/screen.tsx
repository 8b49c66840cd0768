import { useQuery } from "@tanstack/react-query";
import { type DragEvent, useId, useRef, useState } from "react";
import {
  ETAT_LOCATIF,
  FORMES,
  type FormeImport,
  GENRES_IMPORT,
  TITRE_ETAT_LOCATIF,
} from "#domain/import/genres.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { Label } from "#web/components/ui/label.tsx";
import { FileSpreadsheet } from "#web/components/ui/row-icons.tsx";
import { Segmented } from "#web/components/ui/segmented.tsx";
import { type Chosen, saveExample, tableQuery } from "#web/entities/fichiers/imports.ts";
import { ImportColumns } from "./columns.tsx";
import { ImportList } from "./list.tsx";

const KINDS = FORMES.map((value) => ({
  value,
  label:
    value === ETAT_LOCATIF
      ? TITRE_ETAT_LOCATIF
      : GENRES_IMPORT[value].pluriel.replace(/^./, (letter) => letter.toUpperCase()),
}));

/**
 * Imports files of other software: the user chooses the kind of file, confirms its columns, checks its lines, then
 * imports it.
 */
export function Imports() {
  const [genre, setGenre] = useState<FormeImport>(ETAT_LOCATIF);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const chosenBefore = useRef(0);
  const { data: read, error, isFetching } = useQuery(tableQuery(chosen, genre));
  const field = useId();

  function open(file: File | undefined) {
    setChosen(file ? { file, rank: chosenBefore.current++ } : null);
  }

  function choose(kind: FormeImport) {
    setGenre(kind);
    setChosen(null);
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
          {genre === ETAT_LOCATIF
            ? "Chaque ligne dit un logement, son propriétaire, son mandat, son locataire et leur bail : tout se crée d’un coup."
            : "Dans cet ordre : les baux nomment les appartements et les locataires, les mandats les propriétaires et les appartements, les appartements leurs propriétaires."}
        </p>
        <div className="mt-3 overflow-x-auto">
          <Segmented<FormeImport>
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
              // The field is emptied when the kind changes (`key`), and at each click, so that a corrected file can
              // be chosen again.
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
          {isFetching
            ? "Lecture du fichier…"
            : "10 000 lignes et 10 Mo au plus. Rien n’est écrit avant votre accord."}
        </p>
        {error && (
          <p role="alert" className="mt-2 text-danger">
            {error.message}
          </p>
        )}
      </Card>
      {chosen && read && (
        <ImportColumns
          key={chosen.rank}
          {...read}
          onDone={() => setChosen((now) => (now === chosen ? null : now))}
        />
      )}
      <ImportList />
    </div>
  );
}
