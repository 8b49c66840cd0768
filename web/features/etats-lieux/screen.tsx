import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CoteEtatLieux } from "#domain/biens/etat-lieux.ts";
import { ErrorState } from "#web/components/error-state.tsx";
import { FullScreen } from "#web/components/ui/panels/full-screen.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { dossiers } from "#web/entities/biens/dossiers.ts";
import { etatLieuxId, etatsLieux } from "#web/entities/biens/etats-lieux.ts";
import { titleOf } from "#web/entities/biens/etats-lieux-words.ts";
import { EtatLieuxEditor, placeOf } from "./editor.tsx";
import type { Purpose } from "./use-opened.ts";
import { EtatLieuxView } from "./view.tsx";

interface EtatLieuxScreenProps {
  /** The identifier of the inventory; null for an inventory still to be written. */
  id: number | null;
  dossierId: number | null;
  cote: CoteEtatLieux | null;
  purpose: Purpose;
  onEdit(): void;
  onClose(): void;
}

/** An inventory over the whole window, to read or to write, beside the other inventory of the dossier. */
export function EtatLieuxScreen(props: EtatLieuxScreenProps) {
  const { dossierId, cote, purpose, onEdit, onClose } = props;
  // The identifier is kept from the opening: after a save, the side may have another inventory, and the form must
  // stay until the save is shown.
  const [id] = useState(purpose === "remplacer" ? null : props.id);
  const dossier = useQuery({ ...dossiers.find(dossierId ?? 0), enabled: dossierId !== null });
  const inventory = useQuery({ ...etatsLieux.find(id ?? 0), enabled: id !== null });
  const opposite = cote === "entree" ? "sortie" : "entree";
  const otherId = dossier.data && cote ? etatLieuxId(dossier.data, opposite) : null;
  const other = useQuery({ ...etatsLieux.find(otherId ?? 0), enabled: otherId !== null });

  const needed = [
    ...(dossierId === null ? [] : [dossier]),
    ...(id === null ? [] : [inventory]),
    ...(otherId === null ? [] : [other]),
  ];
  const failed = needed.find((query) => query.isError && !query.data);
  if (failed || needed.some((query) => !query.data)) {
    return (
      <FullScreen title={titleOf(cote)} text="Lecture en cours" onClose={onClose}>
        {failed?.error ? (
          <ErrorState error={failed.error} onRetry={() => failed.refetch()} />
        ) : (
          <Skeleton className="mx-auto mt-6 h-64 w-full max-w-5xl" />
        )}
      </FullScreen>
    );
  }

  const shown = {
    cote,
    dossier: dossier.data ?? null,
    other: other.data ?? null,
    place: placeOf(dossier.data ?? null, inventory.data ?? null),
    onClose,
  };
  if (inventory.data && purpose === "voir") {
    return <EtatLieuxView {...shown} inventory={inventory.data} onEdit={onEdit} />;
  }
  return <EtatLieuxEditor {...shown} inventory={inventory.data ?? null} />;
}
