import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatJour } from "#domain/dates.ts";
import {
  type ComplementDemande,
  type ComplementsDuConstat,
  OBJETS_DU_COMPLEMENT,
  type ObjetDuComplement,
} from "#domain/terrain/complement.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Textarea } from "#web/components/ui/input.tsx";
import { Label } from "#web/components/ui/label.tsx";
import { Panel } from "#web/components/visitor/frame.tsx";
import { isVisitOver } from "#web/components/visitor/visit-over.ts";
import { formatInstant } from "#web/lib/format.ts";
import { api } from "#web/lib/server/api.ts";
import { asVisitor } from "#web/lib/server/visitor.ts";
import { Refused } from "./refusals.tsx";

const PATH = "/Signature/complement";
const TEXT_MAX = 2000;

interface CompletionProps {
  visite: string;
  onOver(): void;
}

/** A tenant asks to complete the entry inventory, as long as the law allows it (terrain/README §19.7). */
export function Completion({ visite, onOver }: CompletionProps) {
  const asked = useQuery({
    queryKey: ["signature", "complement", visite],
    queryFn: ({ signal }) =>
      api.get<ComplementsDuConstat | null>(PATH, { signal, ...asVisitor(visite) }),
    gcTime: 0,
    retry: false,
  });
  if (!asked.data) return null;
  const { ouverts, demandes } = asked.data;
  if (ouverts.length + demandes.length === 0) return null;
  return (
    <section aria-label="Compléter l’état des lieux" className="print:hidden">
      <Panel>
        <h2 className="font-semibold">Compléter l’état des lieux</h2>
        {demandes.length > 0 && (
          <ul className="mt-2 divide-y">
            {demandes.map((demande) => (
              <li key={demande.id} className="py-2.5">
                <p className="whitespace-pre-line wrap-anywhere">{demande.texte}</p>
                <p className="text-sm text-muted">{answerTo(demande)}</p>
              </li>
            ))}
          </ul>
        )}
        {ouverts.length > 0 && (
          <Ask visite={visite} ouverts={ouverts} onOver={onOver} onAsked={() => asked.refetch()} />
        )}
      </Panel>
    </section>
  );
}

function answerTo({ objet, recuLe, accepteLe, refuseLe, motif }: ComplementDemande): string {
  const asked = `${OBJETS_DU_COMPLEMENT[objet]}, demandé le ${formatInstant(recuLe)}`;
  if (accepteLe) return `${asked}, accepté le ${formatInstant(accepteLe)}`;
  if (refuseLe) return `${asked}, refusé le ${formatInstant(refuseLe)} : ${motif ?? ""}`;
  return `${asked}, en attente de réponse`;
}

interface AskProps extends CompletionProps {
  ouverts: ComplementsDuConstat["ouverts"];
  onAsked(): void;
}

function Ask({ visite, ouverts, onOver, onAsked }: AskProps) {
  const [first] = ouverts;
  const [objet, setObjet] = useState<ObjetDuComplement>(first?.objet ?? "logement");
  const [texte, setTexte] = useState("");
  const sent = useMutation({
    mutationFn: () => api.post(PATH, { objet, texte: texte.trim() }, asVisitor(visite)),
    onSuccess: () => {
      setTexte("");
      onAsked();
    },
    onError: (error) => {
      if (isVisitOver(error)) onOver();
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!sent.isPending) sent.mutate();
      }}
    >
      <p className="mt-1 text-muted">
        Un défaut oublié, ou vu après la signature : dites dans quelle pièce, et quoi. L’agence
        accepte votre complément, qui rejoint alors l’état des lieux, ou le refuse et dit pourquoi.
      </p>
      <fieldset className="mt-3 grid gap-1">
        <legend className="sr-only">Sur quoi</legend>
        {ouverts.map(({ objet: one, jusqua }) => (
          <label key={one} className="flex min-h-11 items-center gap-2.5">
            <input
              type="radio"
              name="objet"
              className="size-5 accent-accent"
              checked={objet === one}
              onChange={() => setObjet(one)}
            />
            {OBJETS_DU_COMPLEMENT[one]}, jusqu’au {formatJour(jusqua)} inclus
          </label>
        ))}
      </fieldset>
      <Label htmlFor="complement" required className="mt-3 mb-1">
        Ce qu’il faut ajouter
      </Label>
      <Textarea
        id="complement"
        required
        maxLength={TEXT_MAX}
        value={texte}
        onChange={({ target }) => setTexte(target.value)}
        className="min-h-24! text-[1rem]"
      />
      <Refused error={sent.error} />
      <Button
        type="submit"
        variant="primary"
        className="mt-3 h-11!"
        pending={sent.isPending}
        disabled={texte.trim() === ""}
      >
        Demander ce complément
      </Button>
    </form>
  );
}
