import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type ComplementRow, OBJETS_DU_COMPLEMENT } from "#domain/terrain/complement.ts";
import { Badge } from "#web/components/ui/badge.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Textarea } from "#web/components/ui/input.tsx";
import { Label } from "#web/components/ui/label.tsx";
import { TOUCHED_BY_ETATS_LIEUX } from "#web/entities/biens/etats-lieux.ts";
import { formatInstant } from "#web/lib/format.ts";
import { notify } from "#web/lib/notify.ts";
import { api } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";

/** The tenant's requests to complete the entry inventory, and the agency's answers (terrain/README §19.7). */
export function Completions({ id }: { id: number }) {
  const { data } = useQuery({
    queryKey: ["EtatLieux", id, "complements"],
    queryFn: ({ signal }) => api.get<ComplementRow[]>(`/EtatLieux/${id}/complements`, { signal }),
  });
  if (!data || data.length === 0) return null;
  return (
    <section aria-label="Compléments demandés par le locataire" className="mt-3">
      <h4 className="font-medium">Compléments demandés par le locataire</h4>
      <ul className="mt-1 divide-y">
        {data.map((complement) => (
          <Completion key={complement.id} complement={complement} />
        ))}
      </ul>
    </section>
  );
}

function Completion({ complement }: { complement: ComplementRow }) {
  const { nom, objet, texte, recuLe, accepteLe, refuseLe, motif } = complement;
  const mayModify = usePeut("modifier");
  const answered = accepteLe ?? refuseLe;
  return (
    <li className="py-2.5">
      <p className="whitespace-pre-line wrap-anywhere">{texte}</p>
      <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
        {OBJETS_DU_COMPLEMENT[objet]} · {nom}, le {formatInstant(recuLe)}
        {accepteLe && <Badge tone="green">Accepté</Badge>}
        {refuseLe && <Badge tone="grey">Refusé</Badge>}
      </p>
      {motif && <p className="text-sm text-muted">{motif}</p>}
      {!answered && mayModify && <Answer id={complement.id} />}
    </li>
  );
}

/** An accepted request is sealed beside the inventory; the reason of a refusal is sent to the tenant. */
function Answer({ id }: { id: number }) {
  const [refusing, setRefusing] = useState(false);
  const [motif, setMotif] = useState("");
  const answer = useWrite(
    (reponse: { accepte: boolean; motif?: string }) =>
      api.post(`/ComplementConstat/${id}/repondre`, reponse),
    TOUCHED_BY_ETATS_LIEUX,
  );
  const send = (reponse: { accepte: boolean; motif?: string }, told: string) =>
    answer.mutate(reponse, { onSuccess: () => notify(told) });
  if (!refusing)
    return (
      <div className="mt-2 flex flex-wrap gap-2 print:hidden">
        <Button
          variant="primary"
          pending={answer.isPending}
          onClick={() =>
            send({ accepte: true }, "Le complément est scellé et envoyé au locataire.")
          }
        >
          Accepter
        </Button>
        <Button onClick={() => setRefusing(true)}>Refuser</Button>
      </div>
    );
  return (
    <form
      className="mt-2 print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        send({ accepte: false, motif: motif.trim() }, "Le refus est envoyé au locataire.");
      }}
    >
      <Label htmlFor={`motif-${id}`} required className="mb-1">
        Pourquoi il est refusé
      </Label>
      <Textarea
        id={`motif-${id}`}
        required
        maxLength={2000}
        value={motif}
        onChange={({ target }) => setMotif(target.value)}
      />
      <div className="mt-2 flex flex-wrap gap-2">
        <Button onClick={() => setRefusing(false)}>Revenir</Button>
        <Button
          type="submit"
          variant="danger"
          pending={answer.isPending}
          disabled={motif.trim() === ""}
        >
          Refuser le complément
        </Button>
      </div>
    </form>
  );
}
