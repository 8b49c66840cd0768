import { FilePlus2, Tags } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import type { Generated } from "#web/components/document-actions.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";
import { usePeut } from "#web/lib/session.ts";
import type { MadeDocument, Sheet } from "./api.ts";
import { Outcome } from "./outcome.tsx";
import { type Generation, useGeneration } from "./use-generation.ts";
import { Versions } from "./versions.tsx";

const LabelsDialog = lazyNamed(() => import("./labels-dialog.tsx"), "LabelsDialog");

interface FrameProps {
  title: string;
  text: string;
  /** As it was made before; not told where nothing keeps it. */
  versions?: readonly MadeDocument[];
}

interface GeneratedDocumentProps extends FrameProps {
  /** « Générer le contrat » */
  action: string;
  generate(): Promise<Generated>;
  primary?: boolean;
}

/** A document that the product makes from the record. */
export function GeneratedDocument({ action, generate, primary, ...frame }: GeneratedDocumentProps) {
  const generation = useGeneration(generate);
  return (
    <Frame {...frame} generation={generation}>
      <Button
        variant={primary ? "primary" : "secondary"}
        pending={generation.pending}
        onClick={() => generation.start(undefined)}
      >
        {!generation.pending && <FilePlus2 aria-hidden />}
        {action}
      </Button>
    </Frame>
  );
}

interface GeneratedLabelsProps extends FrameProps {
  generate(sheet: Sheet): Promise<Generated>;
}

/** Address labels, printed from where the sheet has been used. */
export function GeneratedLabels({ generate, ...frame }: GeneratedLabelsProps) {
  const generation = useGeneration(generate);
  return (
    <Frame {...frame} generation={generation}>
      <LabelsButton title={frame.title} generation={generation} />
    </Frame>
  );
}

interface LabelsButtonProps {
  title: string;
  generation: Generation<Sheet>;
}

export function LabelsButton({ title, generation }: LabelsButtonProps) {
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      <Button
        aria-label={`Générer les étiquettes : ${title}`}
        pending={generation.pending}
        onClick={() => setChoosing(true)}
      >
        {!generation.pending && <Tags aria-hidden />}
        Générer les étiquettes
      </Button>
      <Suspense>
        {choosing && (
          <LabelsDialog
            title={title}
            onGenerate={generation.start}
            onClose={() => setChoosing(false)}
          />
        )}
      </Suspense>
    </>
  );
}

function Frame(
  props: FrameProps & {
    generation: Pick<Generation<never>, "warnings" | "refusal">;
    children: ReactNode;
  },
) {
  const mayModify = usePeut("modifier");
  return (
    <div className="min-w-0">
      <h4 className="flex min-h-6 items-center font-medium">{props.title}</h4>
      <p className="mt-0.5 text-sm text-muted">{props.text}</p>
      {mayModify && <div className="mt-3 flex flex-wrap items-center gap-2">{props.children}</div>}
      <Outcome {...props.generation} />
      {props.versions && <Versions versions={props.versions} />}
    </div>
  );
}
