import { FilePlus2, Tags } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import type { Tirage } from "#domain/biens/etiquettes-adresse.ts";
import {
  DOCUMENTS,
  type DocumentRow,
  type Sources,
  type TypeDocument,
} from "#domain/fichiers/document.ts";
import { Button } from "#web/components/ui/button.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { generate } from "./api.ts";
import { SentMails } from "./mailing.tsx";
import { Outcome } from "./outcome.tsx";
import { type Generation, useGeneration } from "./use-generation.ts";
import { Versions } from "./versions.tsx";

const LabelsDialog = lazyNamed(() => import("./labels-dialog.tsx"), "LabelsDialog");

interface GeneratedProps<Type extends TypeDocument> {
  type: Type;
  /** The records that the document is made from. */
  sources: Sources<Type>;
  /** Replaces the title of the kind of document. */
  title?: string;
  text: string;
  /**
   * All the versions of the record's documents, the newest first; absent where another part of the screen shows them.
   */
  made?: readonly DocumentRow[];
}

interface GeneratedDocumentProps<Type extends TypeDocument> extends GeneratedProps<Type> {
  /** « Générer le contrat » */
  action: string;
  primary?: boolean;
}

export function GeneratedDocument<Type extends TypeDocument>(props: GeneratedDocumentProps<Type>) {
  const { type, sources, action, primary } = props;
  const generation = useGeneration(() => generate(type, sources));
  return (
    <Frame {...props} generation={generation}>
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

/** Address labels, printed from the first unused place of the sheet. */
export function GeneratedLabels<Type extends TypeDocument>(props: GeneratedProps<Type>) {
  const { type, sources } = props;
  const generation = useGeneration((tirage: Tirage) => generate(type, sources, tirage));
  return (
    <Frame {...props} generation={generation}>
      <LabelsButton title={titleOf(props)} generation={generation} />
    </Frame>
  );
}

interface LabelsButtonProps {
  title: string;
  generation: Generation<Tirage>;
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

interface FrameProps
  extends Pick<GeneratedProps<TypeDocument>, "type" | "title" | "text" | "made"> {
  generation: Pick<Generation<never>, "warnings" | "refusal" | "settings">;
  children: ReactNode;
}

function Frame(props: FrameProps) {
  const { type, made } = props;
  const mayModify = usePeut("modifier");
  return (
    <div className="min-w-0">
      <h4 className="flex min-h-6 items-center font-medium">{titleOf(props)}</h4>
      <p className="mt-0.5 text-sm text-muted">{props.text}</p>
      {mayModify && <div className="mt-3 flex flex-wrap items-center gap-2">{props.children}</div>}
      <Outcome {...props.generation} />
      {made && <Versions versions={made.filter((version) => version.type === type)} />}
      <Sent made={made} type={type} />
    </div>
  );
}

/** The mails that carry the document: only a generated document can have been sent. */
function Sent({ made, type }: Pick<FrameProps, "made" | "type">) {
  const version = made?.find((document) => document.type === type);
  if (!version) return null;
  const { entite, entiteId } = version;
  return <SentMails entite={entite} id={entiteId} of={(mail) => mail.type === type} />;
}

const titleOf = ({ type, title }: Pick<FrameProps, "type" | "title">) =>
  title ?? DOCUMENTS[type].intitule;
