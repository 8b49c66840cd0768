import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { QUESTION_DISCUSSION } from "#domain/signature/mention.ts";
import { Drawn } from "#web/components/paper/drawn.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Checkbox } from "#web/components/ui/checkbox.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { Label, RequiredStar } from "#web/components/ui/label.tsx";
import { takeFocus } from "#web/components/visitor/frame.tsx";
import { isVisitOver } from "#web/components/visitor/visit-over.ts";
import { ApiError } from "#web/lib/server/api.ts";
import type { ChoiceProps, Draft } from "./draft.ts";
import { MentionField } from "./mention-field.tsx";
import { Refused } from "./refusals.tsx";
import { type Signing, sign } from "./visit.ts";

/** The signer's name, the sentence that names the file, and the fields of the signer's role, then « Signer ». */
export function SigningForm(props: ChoiceProps & { onBack(): void }) {
  const { reading, visite, draft, onDraft, onOver, onChanged, onBack } = props;
  const { signataire, consentement, cases } = reading;
  const { mention } = signataire;
  const nom = draft.nom ?? signataire.nom;
  const signed = useMutation({
    mutationFn: (gardeDiscussion: boolean) =>
      sign(visite, signingOf(props, { nom, gardeDiscussion })),
    onSuccess: onChanged,
    onError: (error) => {
      if (isVisitOver(error)) onOver();
    },
  });
  const refusal = mentionOf(signed.error);
  const asking = refusal === QUESTION_DISCUSSION;
  const [asked, setAsked] = useState<string | null>(null);
  const missing = missingOf({ ...draft, nom }, reading);

  function give(event: FormEvent) {
    event.preventDefault();
    if (signed.isPending) return;
    setAsked(missing);
    if (missing === null) signed.mutate(false);
  }

  return (
    <form onSubmit={give} noValidate>
      <h2 ref={takeFocus} tabIndex={-1} className="text-lg font-semibold outline-none">
        Je signe
      </h2>
      <p className="mt-1 text-sm text-muted">
        Signature électronique simple au sens du règlement (UE) n° 910/2014.
      </p>
      <div className="mt-5 space-y-5">
        <div>
          <Label htmlFor="nom" required className="mb-1">
            Votre nom
          </Label>
          <Input
            id="nom"
            value={nom}
            autoComplete="name"
            onChange={({ target }) => onDraft({ nom: target.value })}
            className="h-11! max-w-md text-[1rem]!"
          />
        </div>
        {mention && (
          <MentionField
            model={mention}
            role={signataire.role}
            error={asking ? undefined : refusal}
            draft={draft}
            onDraft={(change) => {
              if (change.mention !== undefined) signed.reset();
              onDraft(change);
            }}
          />
        )}
        <div className="space-y-2">
          <Tick
            id="consentement"
            checked={draft.consentement}
            onTick={(consentement) => onDraft({ consentement })}
          >
            {consentement}
            <RequiredStar />
          </Tick>
          {cases.map(({ cle, texte, obligatoire }) => (
            <Tick
              key={cle}
              id={`case-${cle}`}
              checked={draft.cases.includes(cle)}
              onTick={(ticked) =>
                onDraft({
                  cases: ticked
                    ? [...draft.cases, cle]
                    : draft.cases.filter((other) => other !== cle),
                })
              }
            >
              {texte}
              {obligatoire ? <RequiredStar /> : <span className="text-muted"> (facultatif)</span>}
            </Tick>
          ))}
        </div>
        <details open={draft.trace !== null}>
          <summary className="w-fit text-accent underline-offset-4 hover:underline">
            Dessiner ma signature (facultatif)
          </summary>
          <div className="mt-2 max-w-md">
            <Drawn initial={draft.trace} onChange={(trace) => onDraft({ trace })} />
          </div>
        </details>
      </div>
      {refusal === undefined && <Refused error={signed.error} />}
      {asking && (
        <div role="alert" className="mt-5 rounded-md bg-orange-soft px-4 py-3 text-orange">
          <p className="font-medium">{QUESTION_DISCUSSION}</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button className="h-11!" onClick={() => signed.reset()}>
              Non, je complète ma mention
            </Button>
            <Button
              className="h-11!"
              pending={signed.isPending}
              onClick={() => signed.mutate(true)}
            >
              Oui, je signe ainsi
            </Button>
          </div>
        </div>
      )}
      {asked !== null && missing !== null && (
        <p role="alert" className="mt-4 text-sm text-danger">
          {missing}
        </p>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button className="h-12!" onClick={onBack}>
          Revenir
        </Button>
        <Button
          type="submit"
          variant="primary"
          className="h-12! px-6! text-lg! max-sm:flex-1"
          pending={signed.isPending}
        >
          Signer le document
        </Button>
      </div>
    </form>
  );
}

interface TickProps {
  id: string;
  checked: boolean;
  onTick(checked: boolean): void;
  children: ReactNode;
}

/** A checkbox with a long sentence: a tap anywhere on the sentence ticks it. */
function Tick({ id, checked, onTick, children }: TickProps) {
  return (
    <label htmlFor={id} className="flex min-h-11 items-start gap-3 py-2">
      <Checkbox
        id={id}
        checked={checked}
        onChange={({ target }) => onTick(target.checked)}
        className="mt-[3px]"
      />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </label>
  );
}

/** The first answer that is missing, in a sentence; null when none is missing. */
function missingOf(
  draft: Pick<Draft, "consentement" | "cases" | "mention"> & { nom: string },
  { cases, signataire }: ChoiceProps["reading"],
): string | null {
  if (draft.nom.trim() === "") return "Écrivez votre nom.";
  if (signataire.mention && draft.mention.trim() === "") return "Écrivez la mention.";
  if (!draft.consentement) return "Cochez la phrase par laquelle vous signez.";
  const unticked = cases.some(({ cle, obligatoire }) => obligatoire && !draft.cases.includes(cle));
  return unticked ? "Cochez les cases marquées d’une étoile." : null;
}

function signingOf(
  { draft, reading: { demande, signataire } }: ChoiceProps,
  { nom, gardeDiscussion }: { nom: string; gardeDiscussion: boolean },
): Signing {
  const { trace, mention, signes, secondes, cases } = draft;
  return {
    nom: nom.trim(),
    consentement: true,
    empreinte: demande.empreinte,
    cases: [...cases],
    ...(trace ? { trace } : {}),
    ...(signataire.mention
      ? { mention: mention.trim(), signesMention: signes, secondesMention: secondes }
      : {}),
    ...(gardeDiscussion ? { gardeDiscussion } : {}),
  };
}

/** The refusal of the mention, or the question that the server asks about it. */
const mentionOf = (error: Error | null): string | undefined =>
  error instanceof ApiError ? error.fields.mention : undefined;
