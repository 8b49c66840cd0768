import type { ApercuReversement } from "#domain/gerance/reversements/reversement-fiche.ts";
import { Notice } from "#web/components/notice.tsx";

interface NotCountedProps {
  preview: ApercuReversement;
  className?: string;
}

/** Says which fees may not be transferred yet, and which typed payments do not count: no bank statement shows them. */
export function NotCounted({ preview, className }: NotCountedProps) {
  const sentences = [
    preview.honorairesRestants,
    preview.nonVus && `Ne comptent pas ${preview.nonVus}.`,
  ].filter(Boolean);
  return sentences.length > 0 && <Notice className={className}>{sentences.join(" ")}</Notice>;
}
