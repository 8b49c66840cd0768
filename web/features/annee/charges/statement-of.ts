import { useQueries } from "@tanstack/react-query";
import type { BailDeLAnnee, ChargesDeLAnnee } from "#domain/gerance/charges/annee-lue.ts";
import { chargesOf } from "#web/entities/comptes/charges.ts";
import type { Elsewhere } from "./elsewhere.ts";

/**
 * The leases of a year. A lease for which the user typed provisions called outside this product is read again with
 * them.
 */
export function useLeases(charges: ChargesDeLAnnee, elsewhere: Elsewhere): BailDeLAnnee[] {
  const leases = charges.lots.flatMap(({ baux }) => baux);
  const said = leases.filter(({ DossierId }) => elsewhere[DossierId] !== undefined);
  const read = useQueries({
    queries: said.map(({ DossierId }) =>
      chargesOf(DossierId, { annee: charges.annee, ailleurs: elsewhere[DossierId] ?? null }),
    ),
  });
  return leases.map((lease) => {
    const rank = said.indexOf(lease);
    const decompte = rank < 0 ? undefined : read[rank]?.data;
    return decompte ? { ...lease, decompte } : lease;
  });
}
