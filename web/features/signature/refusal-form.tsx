import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { confirm } from "#web/components/confirm.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Textarea } from "#web/components/ui/input.tsx";
import { Label } from "#web/components/ui/label.tsx";
import { takeFocus } from "#web/components/visitor/frame.tsx";
import { isVisitOver } from "#web/components/visitor/visit-over.ts";
import type { ChoiceProps } from "./draft.ts";
import { Refused } from "./refusals.tsx";
import { refuse } from "./visit.ts";

const REASON_MAX = 2000;

/** « Je refuse », with a reason. A refusal ends the signing for everyone, so it is confirmed. */
export function RefusalForm({
  visite,
  draft,
  onDraft,
  onOver,
  onRefused,
  onBack,
}: ChoiceProps & { onBack(): void }) {
  const refused = useMutation({
    mutationFn: () => refuse(visite, draft.motif.trim()),
    onSuccess: onRefused,
    onError: (error) => {
      if (isVisitOver(error)) onOver();
    },
  });

  async function ask(event: FormEvent) {
    event.preventDefault();
    if (refused.isPending) return;
    const sure = await confirm({
      title: "Refuser de signer ?",
      text: "Le document ne se signera plus, par personne. L’agence et les autres signataires en seront prévenus.",
      action: "Refuser de signer",
      cancel: "Revenir",
      danger: true,
    });
    if (sure) refused.mutate();
  }

  return (
    <form onSubmit={ask}>
      <h2 ref={takeFocus} tabIndex={-1} className="text-lg font-semibold outline-none">
        Je refuse de signer
      </h2>
      <p className="mt-1 text-muted">
        Dites pourquoi : l’agence pourra corriger le document et vous en envoyer un autre.
      </p>
      <Label htmlFor="motif" required className="mt-4 mb-1">
        Votre raison
      </Label>
      <Textarea
        id="motif"
        required
        maxLength={REASON_MAX}
        value={draft.motif}
        onChange={({ target }) => onDraft({ motif: target.value })}
        className="min-h-24! text-[1rem]"
      />
      <Refused error={refused.error} />
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button className="h-11!" onClick={onBack}>
          Revenir
        </Button>
        <Button
          type="submit"
          variant="danger"
          className="h-11!"
          pending={refused.isPending}
          disabled={draft.motif.trim() === ""}
        >
          Refuser
        </Button>
      </div>
    </form>
  );
}
