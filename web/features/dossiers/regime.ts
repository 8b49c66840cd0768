import { useParams } from "wouter";
import { type Regime, regime } from "#domain/bail/bail.ts";
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
export function useRegime(): Regime | null {
  const typeBail = useValue<Regime>("typeBail");
  const LocataireId = useNumber("LocataireId");
  const chosen = useKnown(locataires.find(LocataireId ?? 0));
  const stored = useStored()?.Locataire;
  const tenant = stored?.id === LocataireId ? stored : chosen;
  return tenant ? regime({ typeBail }, tenant.rp) : typeBail;
}
