import { useQuery } from "@tanstack/react-query";
import { BookOpenText, NotebookPen, Printer } from "lucide-react";
import { Suspense, useState } from "react";
import { formatJour } from "#domain/dates.ts";
import {
  numeroDeMandat,
  type RegistreMandatRow,
} from "#domain/gerance/mandats/registre-mandats.ts";
import { formatNombre } from "#domain/montants.ts";
import { ErrorState } from "#web/components/error-state.tsx";
import { RecordList } from "#web/components/list/record-list.tsx";
import type { Column } from "#web/components/list/table-column.ts";
import { Notice } from "#web/components/notice.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { WaitingList } from "#web/components/waiting.tsx";
import { printRegister, registreMandats, stateOfRegister } from "#web/entities/agence/registres.ts";
import { formatNames } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { Opening } from "./opening.tsx";

const ObservationDialog = lazyNamed(() => import("./observation-dialog.tsx"), "ObservationDialog");

const COLUMNS: readonly Column<RegistreMandatRow>[] = [
  {
    id: "numero",
    header: "N°",
    card: "fact",
    sort: true,
    className: "align-top tabular-nums",
    cell: ({ numero, MissionId, genre }) =>
      genre === "observation" && MissionId === null ? "" : numeroDeMandat(numero),
  },
  {
    id: "date",
    header: "Inscrit le",
    card: "fact",
    className: "align-top whitespace-nowrap tabular-nums",
    cell: ({ date }) => formatJour(date),
  },
  {
    id: "dateMandat",
    header: "Mandat du",
    card: "fact",
    from: "md",
    className: "align-top whitespace-nowrap tabular-nums",
    cell: ({ dateMandat }) => dateMandat && formatJour(dateMandat),
  },
  {
    id: "mandants",
    header: "Mandants, situation, observations",
    card: "title",
    className: "align-top whitespace-normal break-words",
    cell: ({ mandants, situation, observation: note }) => (
      <>
        {note === null && <span className="font-medium">{mandants || "Sans mandant"}</span>}
        {situation && <p className="text-sm text-muted">{situation}</p>}
        {note && <p>{note}</p>}
      </>
    ),
  },
];

/** The register of mandates, or the form that opens it. */
export function Register() {
  const state = useQuery(stateOfRegister);
  const [noted, setNoted] = useState<number | null>(null);
  const print = useWrite(printRegister, []);
  if (state.isError && !state.data) {
    return <ErrorState error={state.error} onRetry={() => state.refetch()} />;
  }
  if (!state.data) return <WaitingList />;
  const { ouvert, prochain, manquants } = state.data;
  if (!ouvert) {
    return <Opening state={state.data} />;
  }
  return (
    <div className="space-y-4">
      <h2 className="sr-only">Registre des mandats</h2>
      {manquants.length > 0 && (
        <Notice>
          {manquants.length === 1
            ? "Un mandat signé n’y est pas"
            : `${formatNombre(manquants.length, 0)} mandats signés n’y sont pas`}
          {" : "}
          {formatNames(
            manquants.map(({ mandants, MissionId, manque }) =>
              [
                mandants || `mission ${MissionId}`,
                manque.length > 0 && `(il manque ${manque.join(", ")})`,
              ]
                .filter(Boolean)
                .join(" "),
            ),
          )}
          . Complétez leur fiche, puis enregistrez-la.
        </Notice>
      )}
      <RecordList
        resource={registreMandats}
        columns={COLUMNS}
        noun={["ligne", "lignes"]}
        name={({ numero }) => `Mandat ${numeroDeMandat(numero)}`}
        sort="-id"
        writable={false}
        viewable={() => false}
        actions={({ numero, MissionId }) =>
          MissionId === null
            ? []
            : [
                {
                  label: "Noter une observation",
                  icon: NotebookPen,
                  onSelect: () => setNoted(numero),
                },
              ]
        }
        tools={
          <Button
            variant="secondary"
            pending={print.isPending}
            onClick={() => print.mutate(undefined)}
          >
            <Printer aria-hidden />
            Imprimer le registre
          </Button>
        }
        empty={{
          icon: BookOpenText,
          title: "Aucune ligne",
          text: "Le premier mandat signé s’y inscrit.",
        }}
      />
      <p className="px-1 text-sm text-muted">
        Le prochain mandat signé aura le numéro {numeroDeMandat(prochain)}. Aucune ligne ne se
        modifie ni ne se supprime : chacune porte l’empreinte de celle d’avant.
      </p>
      {noted !== null && (
        <Suspense>
          <ObservationDialog numero={noted} onClose={() => setNoted(null)} />
        </Suspense>
      )}
    </div>
  );
}
