import { useMutation } from "@tanstack/react-query";
import { FileDown } from "lucide-react";
import { Button } from "#web/components/ui/button.tsx";
import { isVisitOver } from "#web/components/visitor/visit-over.ts";
import { downloadPaper } from "./visit.ts";

interface DownloadProps {
  visite: string;
  onOver(): void;
  label: string;
  /** Whether to download the lease that the signer guarantees, instead of the paper itself. */
  annexe?: boolean;
  primary?: boolean;
}

export function Download({ visite, onOver, label, annexe = false, primary }: DownloadProps) {
  const saved = useMutation({
    mutationFn: () => downloadPaper(visite, annexe ? "annexe" : "pdf"),
    onError: (error) => {
      if (isVisitOver(error)) onOver();
    },
  });
  return (
    <>
      <Button
        variant={primary ? "primary" : "secondary"}
        className="h-10!"
        pending={saved.isPending}
        onClick={() => saved.mutate()}
      >
        <FileDown aria-hidden />
        {label}
      </Button>
      {saved.isError && (
        <span role="alert" className="text-sm text-danger">
          Le fichier n’a pas pu être lu : réessayez.
        </span>
      )}
    </>
  );
}
