import type { ApercuReversement } from "#domain/gerance/reversements/reversement-fiche.ts";
import { Notice } from "#web/components/notice.tsx";

interface NotCountedProps {
  preview: ApercuReversement;
  className?: string;
}

/** The fees that may not be transferred yet, and the receipts not yet seen at the bank, which do not count. */
export function NotCounted({ preview, className }: NotCountedProps) {
  const sentences = [
    preview.honorairesRestants,
    preview.nonVus && `Ne comptent pas ${preview.nonVus}.`,
  ].filter(Boolean);
  return sentences.length > 0 && <Notice className={className}>{sentences.join(" ")}</Notice>;
}
