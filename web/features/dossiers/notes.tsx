import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { avertissementsDuBail } from "#domain/bail/avertissements.ts";
import { regime } from "#domain/bail/bail.ts";
import { record } from "#domain/biens/dossier-fiche.ts";
import { useForm } from "#web/components/form/form-context.ts";
import type { NotesSourceProps } from "#web/components/form/form-notes.tsx";
import { useReadable, useTelling } from "#web/components/form/form-telling.ts";
import { agenceQuery } from "#web/entities/agence/variables-agence.ts";
import { appartements } from "#web/entities/biens/appartements.ts";
import { locataires } from "#web/entities/personnes/locataires.ts";
import { useStored } from "./regime.ts";

const INDEX = ["indice", "indiceTrim"] as const;

/**
 * A new lease starts with the agency's IRL. This hook clears the IRL for a parking space, and restores it for a
 * dwelling.
 */
function useIndexOfDwellings(parking: boolean): void {
  const { start, getValue, setValue } = useForm();
  useEffect(() => {
    if (!parking || start.id) return;
    for (const name of INDEX) if (getValue(name) === start[name]) setValue(name, null);
    return () => {
      for (const name of INDEX) if (getValue(name) === null) setValue(name, start[name] ?? null);
    };
  }, [parking, start, getValue, setValue]);
}

/** Warns about the doubtful points of the lease while the user types. */
export function DossierNotes({ tell }: NotesSourceProps) {
  const stored = useStored();
  const dossier = useReadable(record);
  const { AppartementId, LocataireId } = dossier;
  const dwelling = { ...appartements.find(AppartementId ?? 0), enabled: AppartementId !== null };
  const tenant = { ...locataires.find(LocataireId ?? 0), enabled: LocataireId !== null };
  const appartement = useQuery(dwelling).data ?? null;
  const locataire = useQuery(tenant).data ?? null;
  const agence = useQuery(agenceQuery).data ?? null;
  useIndexOfDwellings(dossier.typeBail === "stationnement");
  useTelling(
    tell,
    avertissementsDuBail({
      regime: locataire ? regime(dossier, locataire.rp) : dossier.typeBail,
      dossier,
      appartement,
      bailleurs: appartement?.proprietaires ?? null,
      locataire,
      cautions: stored?.Cautions ?? null,
      presentes: null,
      pieces: null,
      mandat: appartement?.mandat ?? null,
      agence,
      emission: null,
    }),
  );
  return null;
}
