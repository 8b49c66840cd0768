import { useQuery } from "@tanstack/react-query";
import { FileSignature } from "lucide-react";
import { Suspense, useState } from "react";
import type { DemandeRow } from "#domain/signature/wire.ts";
import { Button } from "#web/components/ui/button.tsx";
import { demandesOf } from "#web/entities/signatures/demandes.ts";
import type { PaperToSign } from "#web/entities/signatures/opening.ts";
import { isOpen } from "#web/entities/signatures/words.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { DemandePanel } from "./panel.tsx";

const OpenDialog = lazyNamed(() => import("./open-dialog.tsx"), "OpenDialog");

interface ToSignProps {
  paper: PaperToSign;
  /** « Contrat de location » */
  title: string;
  /** Whether a signed copy is kept already. */
  signed: boolean;
}

/**
 * The electronic signature of a paper: the button « Faire signer », then the progress of the signing, up to the seal.
 */
export function ToSign({ paper, title, signed }: ToSignProps) {
  const { entite, entiteId, type } = paper;
  const query = useQuery(demandesOf(entite, entiteId));
  const [opening, setOpening] = useState(false);
  const mayModify = usePeut("modifier");
  const last = query.data?.data.find((demande) => demande.type === type);
  const offered = mayModify && query.data && !signed && !(last && isOpen(last));
  const shown = last && worthShowing(last, signed);
  if (!offered && !shown) return null;
  return (
    <div className="mt-3 space-y-3 print:hidden">
      {shown && <DemandePanel demande={last} />}
      {offered && (
        <Button aria-label={`Faire signer : ${title}`} onClick={() => setOpening(true)}>
          <FileSignature aria-hidden />
          {last ? "Faire signer de nouveau" : "Faire signer"}
        </Button>
      )}
      <Suspense>
        {opening && <OpenDialog paper={paper} title={title} onClose={() => setOpening(false)} />}
      </Suspense>
    </div>
  );
}

/** Whether a request still matters: it is open, it made the signed file, or nothing is signed yet. */
const worthShowing = (demande: DemandeRow, signed: boolean) =>
  isOpen(demande) || demande.etat === "scellee" || !signed;
