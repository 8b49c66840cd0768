import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { LectureDeSignataire } from "#domain/signature/wire.ts";
import { Textarea } from "#web/components/ui/input.tsx";
import { Label } from "#web/components/ui/label.tsx";
import { formatCount } from "#web/lib/format.ts";
import type { DraftProps } from "./draft.ts";

interface MentionFieldProps extends DraftProps {
  model: NonNullable<LectureDeSignataire["signataire"]["mention"]>;
  role: LectureDeSignataire["signataire"]["role"];
  error: string | undefined;
}

/** The input types of words that come from neither typing nor dictation. */
const BROUGHT = new Set([
  "insertFromPaste",
  "insertFromPasteAsQuotation",
  "insertFromDrop",
  "insertFromYank",
]);

const REFUSED = {
  caution:
    "Le texte collé n’est pas pris : la loi veut que la caution écrive ces mots elle-même (article 2297 du code civil). Vous pouvez les dicter.",
  debtor:
    "Le texte collé n’est pas pris : la loi veut que vous écriviez cette somme vous-même (article 1376 du code civil). Vous pouvez la dicter.",
};

/**
 * The words that a guarantor or a debtor writes himself (Code civil, art. 2297 and 1376). A model is shown above an
 * empty field, which accepts neither paste nor drop, and counts the typed characters.
 */
export function MentionField({ model, role, error, draft, onDraft }: MentionFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const began = useRef<number | null>(null);
  const [brought, setBrought] = useState(false);

  const onInput = useEffectEvent((event: InputEvent) => {
    if (BROUGHT.has(event.inputType)) {
      event.preventDefault();
      setBrought(true);
      return;
    }
    if (!event.inputType.startsWith("insert")) return;
    setBrought(false);
    const now = performance.now();
    began.current ??= now - draft.secondes * 1000;
    onDraft({
      signes: draft.signes + (event.data?.length ?? 1),
      secondes: Math.round((now - began.current) / 1000),
    });
  });

  useEffect(() => {
    const element = field.current;
    // React has another event of this name, so the field listens to the event of the browser.
    const hear = (event: InputEvent) => onInput(event);
    element?.addEventListener("beforeinput", hear);
    return () => element?.removeEventListener("beforeinput", hear);
  }, []);

  const refused = REFUSED[role === "caution" ? "caution" : "debtor"];
  const message = brought ? refused : error;
  return (
    <div>
      <p className="font-medium">Mention à écrire vous-même</p>
      <p className="mt-0.5 text-sm text-muted">
        Recopiez ce modèle : la somme en lettres et en chiffres compte, les fautes de frappe non.
      </p>
      <blockquote
        id="modele"
        className="mt-2 border-l-2 border-accent! pl-4 text-[0.9375rem] leading-relaxed select-none"
      >
        {model.modele.replace(/^«\s*|\s*»$/g, "")}
      </blockquote>
      <Label htmlFor="mention" required className="mt-4 mb-1">
        Votre mention
      </Label>
      <Textarea
        ref={field}
        id="mention"
        value={draft.mention}
        onChange={({ target }) => onDraft({ mention: target.value })}
        autoComplete="off"
        aria-required
        aria-invalid={message !== undefined}
        aria-describedby={message === undefined ? "mention-comptee" : "mention-refusee"}
        className="min-h-40! text-[1rem] leading-relaxed"
      />
      {message !== undefined && (
        <p id="mention-refusee" role="alert" className="mt-1 text-sm text-danger">
          {message}
        </p>
      )}
      <p id="mention-comptee" className="mt-1 text-sm text-muted tabular-nums">
        {formatCount(draft.signes, "signe")} en {formatCount(draft.secondes, "seconde")} : ce compte
        fait partie de la preuve.
      </p>
    </div>
  );
}
