import { useQuery } from "@tanstack/react-query";
import { RefreshCw, ShieldCheck } from "lucide-react";
import { Link } from "wouter";
import type { Controle } from "#domain/agence/controle.ts";
import { ErrorState } from "#web/components/error-state.tsx";
import type { Column } from "#web/components/list/table-column.ts";
import { RelatedList } from "#web/components/record/related-list.tsx";
import { Badge } from "#web/components/ui/badge.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { CircleAlert, CircleCheck } from "#web/components/ui/row-icons.tsx";
import { controles } from "#web/entities/agence/controles.ts";
import { formatCount, formatInstant } from "#web/lib/format.ts";

/** The controls of the books, by their code, in plain words. */
const WORDS: Readonly<Record<string, string>> = {
  I1: "Écritures équilibrées",
  I2: "Livres équilibrés",
  I3: "Sommes dues par les locataires",
  I4: "Comptes des locataires",
  I5: "Argent détenu pour les autres",
  I6: "Aucun propriétaire payé avec l’argent d’un autre",
  I7: "Dépôts de garantie et avances chez les bailleurs",
  I8: "Reversements aux propriétaires",
  I9: "Règlements et loyers",
  I10: "Relevés de banque",
  I11: "Numéros sans trou",
  I12: "Honoraires virés chaque mois",
  I13: "Quotes-parts des propriétaires",
};

const inWords = (nom: string): string => WORDS[nom.split(" · ", 1)[0] ?? ""] ?? nom;

const COLUMNS: readonly Column<Controle & { id: number }>[] = [
  {
    id: "nom",
    header: "Contrôle",
    className: "py-2.5 align-top font-medium",
    cell: ({ nom, detail, ruptures }) => (
      <>
        <span title={nom}>{inWords(nom)}</span>
        <p className="text-sm font-normal break-words whitespace-normal text-muted">{detail}</p>
        {ruptures.length > 0 && (
          <ul className="mt-1 space-y-0.5 text-sm font-normal break-words whitespace-normal text-red">
            {ruptures.map(({ id, motif, MissionId }) => (
              <li key={`${id} ${motif}`}>
                {MissionId ? (
                  <Link href={`/missions/${MissionId}`} className="underline underline-offset-4">
                    {motif}
                  </Link>
                ) : id === undefined ? (
                  motif
                ) : (
                  `Ligne ${id} : ${motif}`
                )}
              </li>
            ))}
          </ul>
        )}
      </>
    ),
  },
  {
    id: "etat",
    header: "État",
    className: "py-2.5 align-top",
    cell: ({ etat }) =>
      etat === "vert" ? (
        <Badge tone="green" icon={CircleCheck}>
          En ordre
        </Badge>
      ) : (
        <Badge tone="red" icon={CircleAlert}>
          À examiner
        </Badge>
      ),
  },
  {
    id: "lignes",
    header: "Compté",
    card: "fact",
    from: "md",
    className: "py-2.5 align-top tabular-nums",
    cell: ({ lignes, unite }) => formatCount(lignes, ...unite),
  },
];

/** The controls of the books, computed when the screen opens. */
export function Controles() {
  const query = useQuery({ ...controles.list(), staleTime: 0 });
  if (query.isError && !query.data) {
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  }
  return (
    <>
      <h2 className="sr-only">Ce qui doit toujours être vrai</h2>
      <RelatedList
        title="Contrôles"
        noun={["contrôle", "contrôles"]}
        rows={query.data?.data.map((controle, rank) => ({ ...controle, id: rank + 1 }))}
        columns={COLUMNS}
        name={({ nom }) => inWords(nom)}
        tone={({ etat }) => (etat === "rouge" ? "red" : null)}
        stale={query.isFetching}
        tools={
          <Button variant="secondary" disabled={query.isFetching} onClick={() => query.refetch()}>
            <RefreshCw aria-hidden />
            Vérifier à nouveau
          </Button>
        }
        empty={{
          icon: ShieldCheck,
          title: "Rien à contrôler",
          text: "L’historique, les copies et les fichiers se contrôlent ici.",
        }}
      />
      <p className="mt-2 px-1 text-sm text-muted">
        {query.dataUpdatedAt > 0 &&
          `Vérifié le ${formatInstant(new Date(query.dataUpdatedAt).toISOString())}. `}
        Un contrôle à examiner ne bloque rien : montrez-le à la personne qui gère votre
        installation.{" "}
        <Link href="/comptes/reprise" className="underline underline-offset-4">
          Reprise des soldes
        </Link>
      </p>
    </>
  );
}
