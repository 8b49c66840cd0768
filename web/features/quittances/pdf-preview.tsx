import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import type { QuittanceDetail } from "#domain/quittances/quittance-fiche.ts";
import { ErrorState } from "#web/components/error-state.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { documentOf } from "#web/entities/quittances/quittances.ts";
import { api } from "#web/lib/server/api.ts";

/** The document of the receipt as it is now, with the warnings about missing data. */
export function PdfPreview({ receipt }: { receipt: QuittanceDetail }) {
  const query = useQuery({
    queryKey: ["QuitancePdf", receipt.id, receipt.version],
    queryFn: async () => {
      const { generated, warnings } = await documentOf(receipt.id);
      return { blob: (await api.document(generated)).blob, warnings };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const address = useAddress(query.data?.blob);
  if (query.isError) return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  return (
    <div className="hidden min-w-0 flex-col gap-3 md:flex">
      {query.data && query.data.warnings.length > 0 && (
        <ul className="rounded-md bg-orange-soft px-3 py-2 text-sm text-orange">
          {query.data.warnings.map((warning) => (
            <li key={warning} className="flex items-start gap-2">
              <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
              {warning}
            </li>
          ))}
        </ul>
      )}
      {address ? (
        <iframe
          src={`${address}#toolbar=0&navpanes=0&view=FitH`}
          title={`Aperçu du document n° ${receipt.numero}`}
          className="h-[62vh] w-full rounded-md border bg-sunken"
        />
      ) : (
        <Skeleton className="h-[62vh] w-full" />
      )}
    </div>
  );
}

/** An address for these bytes while the component shows them; null before. */
function useAddress(blob: Blob | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return;
    const url = URL.createObjectURL(blob);
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [blob]);
  return address;
}
