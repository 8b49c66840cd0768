import { useParams } from "wouter";
import { regime, type TYPES_BAIL } from "#domain/biens/dossier.ts";
import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import { useNumber, useValue } from "#web/components/form/form-context.ts";
import { dossiers } from "#web/entities/biens/dossiers.ts";
import { locataires } from "#web/entities/personnes/locataires.ts";
import { useKnown } from "#web/lib/server/resource.ts";

/** The stored dossier of this page; null for a new dossier. */
export function useStored(): DossierDetail | null {
  const { id } = useParams();
  return useKnown(dossiers.find(Number(id) || 0));
}

/** The legal regime of the lease in the form; null while neither its type nor its tenant gives it. */
export function useRegime(): ReturnType<typeof regime> | null {
  const typeBail = useValue<(typeof TYPES_BAIL)[number]>("typeBail");
  const LocataireId = useNumber("LocataireId");
  const chosen = useKnown(locataires.find(LocataireId ?? 0));
  const stored = useStored()?.Locataire;
  const tenant = stored?.id === LocataireId ? stored : chosen;
  return tenant ? regime({ typeBail }, tenant.rp) : typeBail;
}
