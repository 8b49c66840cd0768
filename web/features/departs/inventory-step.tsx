import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import type { RetenueNotee } from "#domain/gerance/departs/depart.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Segmented } from "#web/components/ui/segmented.tsx";
import { etatsLieux } from "#web/entities/biens/etats-lieux.ts";
import { DifferencesTable } from "#web/entities/departs/differences-table.tsx";
import { Gestures } from "./step.tsx";
import type { StepContent } from "./step-content.ts";
import { useNote } from "./use-note.ts";

const CONFORM = [
  { value: "true", label: "Conforme" },
  { value: "false", label: "Non conforme" },
] as const;

/** The two inventories side by side: who bears each difference, and whether the exit conforms to the entry. */
export function InventoryStep({ detail, mayModify }: StepContent) {
  const { depart, etatIn, etatOut, grille, clesLe } = detail;
  const kept = depart?.retenues ?? [];
  const [decided, setDecided] = useState<RetenueNotee[] | null>(null);
  const note = useNote(detail);
  const entry = useQuery({ ...etatsLieux.find(etatIn ?? 0), enabled: etatIn !== null });
  const exit = useQuery({ ...etatsLieux.find(etatOut ?? 0), enabled: etatOut !== null });
  const frozen = detail.soldes.some(({ annuleLe }) => annuleLe === null);
  const retenues = decided ?? kept;
  const conforme = depart?.conforme ?? null;
  if (etatOut === null) {
    return (
      <>
        <p className="text-muted">
          Les différences se lisent une fois l’état des lieux de sortie fait.
        </p>
        {mayModify && (
          <Gestures>
            <Button variant="primary" asChild>
              <Link href={`/dossiers/${detail.DossierId}?tab=etats-lieux`}>
                Faire l’état des lieux de sortie
              </Link>
            </Button>
            {depart?.sansEtatDesLieux !== true && (
              <Button
                pending={note.isPending}
                onClick={() => note.mutate({ sansEtatDesLieux: true })}
              >
                Il n’y en aura pas
              </Button>
            )}
          </Gestures>
        )}
      </>
    );
  }
  const save = (change: { conforme?: boolean }) =>
    note.mutate(
      { ...change, ...(decided ? { retenues: decided } : {}) },
      { onSuccess: () => setDecided(null) },
    );
  return (
    <>
      {etatIn === null && (
        <p className="text-muted">
          Il n’y a pas d’état des lieux d’entrée : le logement est présumé reçu en bon état (Code
          civil, art. 1731).
        </p>
      )}
      {entry.data && exit.data && (
        <DifferencesTable
          entree={entry.data}
          sortie={exit.data}
          grille={grille}
          clesLe={clesLe}
          retenues={retenues}
          readOnly={!mayModify || frozen}
          onChange={setDecided}
        />
      )}
      {mayModify && !frozen && (
        <>
          <p className="mt-4 text-sm text-muted">
            Conforme, le dépôt se rend en un mois ; non conforme, en deux (article 22).
          </p>
          <Gestures>
            <Segmented
              label="La sortie est-elle conforme à l’entrée ?"
              value={conforme === null ? null : conforme ? "true" : "false"}
              segments={CONFORM}
              onChange={(chosen) => save({ conforme: chosen === "true" })}
            />
            {decided && (
              <Button variant="primary" pending={note.isPending} onClick={() => save({})}>
                Enregistrer les décisions
              </Button>
            )}
          </Gestures>
        </>
      )}
    </>
  );
}
