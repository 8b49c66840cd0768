import { FileSignature, Upload } from "lucide-react";
import { Suspense, useState } from "react";
import { Button } from "#web/components/ui/button.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";
import { usePeut } from "#web/lib/server/session.ts";
import type { SignedPaperDialogProps } from "./signed-paper-dialog.tsx";

const SignedPaperDialog = lazyNamed(() => import("./signed-paper-dialog.tsx"), "SignedPaperDialog");

interface SignedPaperProps extends Omit<SignedPaperDialogProps, "onClose"> {
  /** Whether a signed copy is kept. */
  signe: boolean;
}

/** The button of a paper's signed copy. It opens a dialog to read the copy, to sign, or to upload it. */
export function SignedPaper({ signe, ...paper }: SignedPaperProps) {
  const [open, setOpen] = useState(false);
  const mayModify = usePeut("modifier");
  if (!signe && !mayModify) return null;
  const asked = paper.signing ? "Signer" : "Déposer signé";
  const label = signe ? "Signé" : asked;
  return (
    <>
      <Button size="sm" aria-label={`${label} : ${paper.title}`} onClick={() => setOpen(true)}>
        {signe ? <FileSignature aria-hidden /> : <Upload aria-hidden />}
        {label}
      </Button>
      <Suspense>{open && <SignedPaperDialog {...paper} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
