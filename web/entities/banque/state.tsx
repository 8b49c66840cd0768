import { useQueries, useQuery } from "@tanstack/react-query";
import { formatJour } from "#domain/dates.ts";
import type { EtatDeRapprochement } from "#domain/gerance/livres/etat-rapprochement.ts";
import { formatEuros } from "#domain/montants.ts";
import { Badge } from "#web/components/ui/badge.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { CircleAlert, CircleCheck } from "#web/components/ui/row-icons.tsx";
import { formatCount } from "#web/lib/format.ts";
import { comptesBancaires, stateOf } from "./banque.ts";

/**
 * For each account that receives rents, the amounts that explain the difference between the balance of the bank and
 * that of the books.
 */
export function BankStates() {
  const accounts = useQuery(comptesBancaires.list()).data?.data ?? [];
  const held = accounts.filter(({ usage }) => usage === "gerance");
  const states = useQueries({ queries: held.map(({ id }) => stateOf(id)) });
  return held.map(({ id, nom }, rank) => {
    const state = states[rank]?.data;
    return (
      state && (
        <div key={id} className="mx-auto mt-5 max-w-2xl">
          <BankState nom={nom} state={state} />
        </div>
      )
    );
  });
}

export function BankState({ nom, state }: { nom: string; state: EtatDeRapprochement }) {
  return (
    <Card className="px-4 py-3.5 sm:px-5">
      <section aria-label={`État de rapprochement, ${nom}`}>
        <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h3 className="font-medium">État de rapprochement, {nom}</h3>
          {state.ecart === 0 ? (
            <Badge tone="green" icon={CircleCheck}>
              Aucun écart
            </Badge>
          ) : (
            <Badge tone="red" icon={CircleAlert}>
              {`Écart de ${formatEuros(state.ecart)}`}
            </Badge>
          )}
        </div>
        <dl className="divide-y divide-line text-sm">
          <Sum
            words={`Solde de la banque au ${formatJour(state.au)}${state.prouve ? "" : ", non prouvé"}`}
            euros={state.banque}
            strong
          />
          {partsOf(state).map(({ words, euros }) => (
            <Sum key={words} words={words} euros={euros} />
          ))}
          <Sum words="Solde des livres" euros={state.livres} strong />
        </dl>
      </section>
    </Card>
  );
}

/** The amounts that lead from the balance of the bank to that of the books, without those that are zero. */
function partsOf({
  aRapprocher,
  ecartees,
  nonProuvees,
  nonPointes,
  tardives,
  avant,
  manquant,
}: EtatDeRapprochement) {
  return [
    {
      words: `Plus ${formatCount(nonProuvees.nombre, "ligne d’un fichier non prouvé", "lignes de fichiers non prouvés")}`,
      euros: nonProuvees.montant,
    },
    {
      words: `Moins ${formatCount(aRapprocher.nombre, "ligne à rapprocher", "lignes à rapprocher")}`,
      euros: -aRapprocher.montant,
    },
    {
      words: `Moins ${formatCount(ecartees.nombre, "ligne écartée", "lignes écartées")}, que les livres n’ont pas`,
      euros: -ecartees.montant,
    },
    {
      words: `Plus ${formatCount(nonPointes.nombre, "mouvement saisi que la banque n’a pas montré", "mouvements saisis que la banque n’a pas montrés")}`,
      euros: nonPointes.montant,
    },
    {
      words: `Moins ${formatCount(tardives.nombre, "mouvement que les livres n’ont que depuis", "mouvements que les livres n’ont que depuis")}`,
      euros: -tardives.montant,
    },
    { words: "Moins ce qui était là avant le premier relevé", euros: -avant },
    { words: "Moins ce qu’ont fait les relevés qui manquent", euros: -manquant },
  ].filter(({ euros }) => euros !== 0);
}

function Sum({ words, euros, strong = false }: { words: string; euros: number; strong?: boolean }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-1.5">
      <dt className={strong ? "font-medium" : "text-muted"}>{words}</dt>
      <dd className={strong ? "font-medium tabular-nums" : "tabular-nums"}>{formatEuros(euros)}</dd>
    </div>
  );
}
