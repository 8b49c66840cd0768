import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/components/ui/button.tsx";
import { notifyDanger } from "#web/lib/notify.ts";

interface CopyButtonProps {
  text: string;
  label: string;
  autoFocus?: boolean;
  className?: string;
}

export function CopyButton({ text, label, autoFocus, className }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      notifyDanger("Le navigateur refuse la copie : sélectionnez le texte à la main.");
    }
  }

  return (
    <Button autoFocus={autoFocus} onClick={copy} className={className}>
      {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
      <span aria-live="polite">{copied ? "Copié" : label}</span>
    </Button>
  );
}
