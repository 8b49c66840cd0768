import { regime, type TYPES_BAIL } from "#domain/dossier.ts";
import { useNumber, useValue } from "#web/components/form-context.ts";
import { locataires } from "#web/entities/locataires/api.ts";
import { useKnown } from "#web/lib/resource.ts";

/** The legal regime of the lease being typed; null while neither its type nor its tenant says it. */
export function useRegime(): ReturnType<typeof regime> | null {
  const typeBail = useValue<(typeof TYPES_BAIL)[number]>("typeBail");
  const tenant = useKnown(locataires.find(useNumber("LocataireId") ?? 0));
  return tenant ? regime({ typeBail }, tenant.rp) : typeBail;
}
