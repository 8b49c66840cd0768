import type { ReactNode } from "react";
import { ETAPES, type Etape, type NomEtape } from "#domain/gerance/departs/etapes.ts";
import { FoldingStep, Gestures } from "#web/components/step.tsx";

interface StepProps {
  etape: Etape;
  rank: number;
  /** Whether this is the next step to do: its content is then open at first. */
  next: boolean;
  children: ReactNode;
}

/** The identifier of a step's head, which takes the focus once the previous step is done. */
export const stepId = (nom: NomEtape): string => `etape-${nom}`;

/** A step of a departure, with the legal text behind it. */
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
