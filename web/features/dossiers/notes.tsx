import { useQuery } from "@tanstack/react-query";
import { useParams } from "wouter";
import { avertissementsDuBail } from "#domain/bail/avertissements.ts";
import { record, regime } from "#domain/dossier.ts";
import { type NotesSourceProps, useReadable, useTelling } from "#web/components/form-notes.tsx";
import { appartements } from "#web/entities/appartements/api.ts";
import { dossiers } from "#web/entities/dossiers/api.ts";
import { locataires } from "#web/entities/locataires/api.ts";
import { agenceQuery } from "#web/entities/variables/agence.ts";
import { useKnown } from "#web/lib/resource.ts";

/** What the contract of the dossier being typed would be reproached with, from what its screen has read. */
export function DossierNotes({ tell }: NotesSourceProps) {
  const { id } = useParams();
  const dossier = useReadable(record);
  const appartement = useKnown(appartements.find(dossier.AppartementId ?? 0));
  const locataire = useKnown(locataires.find(dossier.LocataireId ?? 0));
  const stored = useKnown(dossiers.find(Number(id)));
  const agence = useQuery(agenceQuery).data ?? null;
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
