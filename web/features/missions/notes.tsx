import { useQuery } from "@tanstack/react-query";
import { useParams } from "wouter";
import { avertissementsMission } from "#domain/missions/mandat.ts";
import { record } from "#domain/missions/mission-fiche.ts";
import type { NotesSourceProps } from "#web/components/form/form-notes.tsx";
import { useReadable, useTelling } from "#web/components/form/form-telling.ts";
import { agenceQuery } from "#web/entities/agence/variables-agence.ts";
import { missions } from "#web/entities/mandats/missions.ts";
import { useKnown } from "#web/lib/server/resource.ts";

/** Warns about the doubtful points of the mandate while the user types. */
export function MissionNotes({ tell }: NotesSourceProps) {
  const { id } = useParams();
  const mission = useReadable(record);
  const stored = useKnown(missions.find(Number(id)));
  const agence = useQuery(agenceQuery).data ?? null;
  useTelling(
    tell,
    avertissementsMission({
      mission,
      mandants: null,
      biens: stored?.Appartements ?? null,
      agence,
    }),
  );
  return null;
}
