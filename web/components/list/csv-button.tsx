import { Button } from "#web/components/ui/button.tsx";
import { Download } from "#web/components/ui/row-icons.tsx";
import { useWrite } from "#web/lib/server/resource.ts";

export function CsvButton({ download }: { download(): Promise<void> }) {
  const csv = useWrite(download, []);
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label="Exporter en CSV"
      title="Exporter en CSV"
      pending={csv.isPending}
      onClick={() => csv.mutate(undefined)}
    >
      {!csv.isPending && <Download />}
    </Button>
  );
}
