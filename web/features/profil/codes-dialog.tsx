import { Printer, TriangleAlert } from "lucide-react";
import { Button } from "#web/components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#web/components/ui/dialog.tsx";
import { Download } from "#web/components/ui/row-icons.tsx";
import { useSession } from "#web/lib/server/session.ts";
import { CopyButton } from "./copy-button.tsx";
import { printText, saveText } from "./paper.ts";

interface CodesDialogProps {
  codes: readonly string[];
  onClose(): void;
}

/** The recovery codes, which can be read only while this dialog is open. */
export function CodesDialog({ codes, onClose }: CodesDialogProps) {
  const { user } = useSession();
  const text = `Patrimoine Locatif, codes de secours de ${user?.email}\nChacun ne sert qu’une fois.\n\n${codes.join("\n")}\n`;
  return (
    <Dialog
      open
      title="Vos codes de secours"
      description="Chacun ouvre votre compte une fois, si vous perdez votre second facteur."
      onOpenChange={(open) => !open && onClose()}
    >
      <DialogBody>
        <ul
          aria-label="Codes de secours"
          className="grid gap-x-6 gap-y-1 rounded-lg border bg-sunken px-4 py-3 font-mono sm:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code} className="text-sm whitespace-nowrap">
              {code}
            </li>
          ))}
        </ul>
        <div className="mt-3 flex flex-wrap gap-2">
          <CopyButton autoFocus text={text} label="Copier" />
          <Button onClick={() => saveText(text, "codes-de-secours.txt")}>
            <Download aria-hidden />
            Télécharger
          </Button>
          <Button onClick={() => printText(text)}>
            <Printer aria-hidden />
            Imprimer
          </Button>
        </div>
        <p className="mt-3 flex gap-2 text-sm text-muted">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-orange" />
          <span>
            Ils ne sont montrés qu’une fois. Gardez-les ailleurs que sur le téléphone qui donne les
            codes.
          </span>
        </p>
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          J’ai gardé mes codes
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
