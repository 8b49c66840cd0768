import type { ReactNode } from "react";
import { ETAPES, type Etape, type NomEtape } from "#domain/gerance/departs/etapes.ts";
import { FoldingStep, Gestures } from "#web/components/step.tsx";

interface StepProps {
  etape: Etape;
  rank: number;
  /** It is the one to do next: it shows its content from the start. */
  next: boolean;
  children: ReactNode;
}

/** The head of a step, which takes the focus once the one before is done. */
export const stepId = (nom: NomEtape): string => `etape-${nom}`;

/** One step of a departure, with the text that it rests on. */
export const Step = ({ etape: { nom, fait, manque, loi }, rank, next, children }: StepProps) => (
  <FoldingStep
    id={stepId(nom)}
    title={ETAPES[nom]}
    fait={fait}
    manque={manque}
    rank={rank}
    next={next}
  >
    {children}
    {loi && <p className="mt-4 text-sm text-muted">Texte : {loi}.</p>}
  </FoldingStep>
);

export { Gestures };
