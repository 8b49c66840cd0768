import { ExternalLink } from "lucide-react";
import { Button } from "#web/components/ui/button.tsx";
import { Download } from "#web/components/ui/row-icons.tsx";
import { api } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";

interface PaperButtonsProps {
  url: string;
  /** The name that distinguishes the paper from those beside it, for a screen reader. */
  name: string;
}

export function PaperButtons({ url, name }: PaperButtonsProps) {
  const open = useWrite(() => api.open(url), []);
  const download = useWrite(() => api.download(url), []);
  return (
    <>
      <Button
        variant="ghost"
        size="icon-sm"
        title="Ouvrir"
        aria-label={`Ouvrir : ${name}`}
        pending={open.isPending}
        onClick={() => open.mutate(undefined)}
      >
        {!open.isPending && <ExternalLink />}
      </Button>
      <Button
        variant="ghost"
        size="icon-sm"
        title="Télécharger"
        aria-label={`Télécharger : ${name}`}
        pending={download.isPending}
        onClick={() => download.mutate(undefined)}
      >
        {!download.isPending && <Download />}
      </Button>
    </>
  );
}
