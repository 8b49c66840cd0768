import { useId, useMemo, useState } from "react";
import { formatJour } from "#domain/dates.ts";
import {
  type EtatDuRegistre,
  type MandatAInscrire,
  refusOuverture,
} from "#domain/gerance/mandats/registre-mandats.ts";
import { formatNombre } from "#domain/montants.ts";
import { confirm } from "#web/components/confirm.tsx";
import { DataTable } from "#web/components/list/data-table.tsx";
import { ListFoot, NothingFound } from "#web/components/list/list-foot.tsx";
import { ListFrame } from "#web/components/list/list-frame.tsx";
import { SMALLEST_PAGE } from "#web/components/list/list-parameters.ts";
import { usePagedRows } from "#web/components/list/pages/paged-rows.ts";
import type { Column } from "#web/components/list/table-column.ts";
import { Notice } from "#web/components/notice.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { openRegister, TOUCHED_BY_REGISTER } from "#web/entities/agence/registres.ts";
import { formatCount } from "#web/lib/format.ts";
import { useWrite } from "#web/lib/server/resource.ts";

type Signed = MandatAInscrire & { id: number };

const whole = (text: string): number => (/^\d{1,7}$/.test(text.trim()) ? Number(text) : 0);

const nameOf = ({ mandants, id }: Signed): string => mandants || `mission ${id}`;

const wordsOf = ({ mandants, numRegistre, numero }: Signed): string =>
  [mandants, numRegistre, numero].join(" ");

/** The numbers with which the register would open; the refusals by field; and the refusals by mandate. */
function controlled(rows: readonly Signed[], typed: ReadonlyMap<number, string>, first: string) {
  const opening = {
    premier: whole(first),
    mandats: rows.map(({ id, numero }) => ({
      MissionId: id,
      numero: whole(typed.get(id) ?? String(numero)),
    })),
  };
  const refusals = refusOuverture(opening, rows);
  const refused = new Map(
    opening.mandats.flatMap(({ MissionId, numero }, rank): [number, string][] => {
      const refusal =
        numero < 1 ? "Un numéro est attendu, en chiffres." : refusals[`mandats.${rank}.numero`];
      return refusal ? [[MissionId, refusal]] : [];
    }),
  );
  return { opening, refusals, refused };
}

/** Opens the register: the user confirms the numbers that mandates already have, and the next number. */
export function Opening({ state: { aInscrire, prochain } }: { state: EtatDuRegistre }) {
  const next = useId();
  const rows = useMemo(
    () => aInscrire.map((mandat): Signed => ({ ...mandat, id: mandat.MissionId })),
    [aInscrire],
  );
  const [first, setFirst] = useState(String(prochain));
  /** The typed numbers that differ from the proposed numbers, on all the pages. */
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map());
  /** The mandate to correct, which may be on another page. */
  const [sought, setSought] = useState<number | null>(null);
  const { state, shown, list } = usePagedRows(rows, { tabbed: "mandats", words: wordsOf });
  const open = useWrite(openRegister, TOUCHED_BY_REGISTER);
  const textOf = ({ id, numero }: Signed) => typed.get(id) ?? String(numero);
  const { opening, refusals, refused } = useMemo(
    () => controlled(rows, typed, first),
    [rows, typed, first],
  );
  const onPage = new Set(shown?.map(({ id }) => id));
  const elsewhere = [...refused.keys()].filter((id) => !onPage.has(id));

  function goTo(id: number) {
    const rank = rows.findIndex((row) => row.id === id);
    setSought(id);
    list.change({ q: "", page: String(Math.floor(rank / list.limit) + 1) });
  }

  async function begin() {
    const sure = await confirm({
      title: "Ouvrir le registre ?",
      text: "Ses lignes ne se modifieront plus, et ses numéros se suivront sans fin.",
      action: "Ouvrir le registre",
    });
    if (sure) open.mutate(opening);
  }

  const columns: readonly Column<Signed>[] = [
    {
      id: "numero",
      header: "Numéro d’ordre",
      className: "w-44",
      cell: (row) => {
        const refusal = refused.get(row.id);
        return (
          <>
            <Input
              key={row.id}
              aria-label={`Numéro d’ordre, ${nameOf(row)}`}
              aria-invalid={refusal !== undefined}
              autoFocus={row.id === sought}
              inputMode="numeric"
              className="tabular-nums"
              value={textOf(row)}
              onChange={({ target }) => setTyped(new Map(typed).set(row.id, target.value))}
            />
            {refusal && <p className="mt-1 text-sm whitespace-normal text-red">{refusal}</p>}
          </>
        );
      },
    },
    {
      id: "mandants",
      header: "Mandants",
      card: "title",
      className: "whitespace-normal",
      cell: ({ mandants, id }) => mandants || `Mission ${id}`,
    },
    {
      id: "dateSignature",
      header: "Signé le",
      card: "fact",
      className: "whitespace-nowrap tabular-nums",
      cell: ({ dateSignature }) => formatJour(dateSignature),
    },
    {
      id: "numRegistre",
      header: "Numéro de la fiche",
      card: "fact",
      className: "text-muted",
      cell: ({ numRegistre }) => numRegistre ?? "–",
    },
  ];

  return (
    <div className="max-w-4xl space-y-4">
      <div className="px-1">
        <h2 className="text-base font-semibold">Ouvrir le registre des mandats</h2>
        <p className="mt-1 text-muted">
          Le registre donne un numéro à chaque mandat de gestion le jour de sa signature (décret n°
          72-678, article 65). Reprenez d’abord les numéros du registre que vous teniez.
        </p>
      </div>
      {elsewhere[0] !== undefined && (
        <Notice
          actions={
            <Button size="sm" onClick={() => goTo(elsewhere[0] as number)}>
              {elsewhere.length > 1 ? "Voir le premier" : "Le voir"}
            </Button>
          }
        >
          {elsewhere.length > 1
            ? `${formatNombre(elsewhere.length, 0)} numéros d’autres pages sont à corriger.`
            : "Un numéro d’une autre page est à corriger."}
        </Notice>
      )}
      {rows.length > 0 && (
        <ListFrame
          search={
            rows.length > SMALLEST_PAGE
              ? {
                  placeholder: "Mandant, numéro",
                  value: state.q ?? "",
                  onSearch: (q) => list.change({ q }),
                }
              : undefined
          }
          count={formatCount(list.total, "mandat signé", "mandats signés")}
        >
          <DataTable
            label="Mandats signés"
            columns={columns}
            rows={shown}
            name={nameOf}
            empty={<NothingFound showAll={() => list.change({ q: "" })} />}
          />
          <ListFoot of="mandats signés" list={list} />
        </ListFrame>
      )}
      <Card className="flex flex-wrap items-end justify-between gap-4 p-4">
        <div className="max-w-56">
          <label htmlFor={next} className="mb-1 block text-sm font-medium">
            Numéro du prochain mandat
          </label>
          <Input
            id={next}
            inputMode="numeric"
            className="tabular-nums"
            value={first}
            aria-invalid={refusals.premier !== undefined}
            onChange={(event) => setFirst(event.target.value)}
          />
          {refusals.premier && <p className="mt-1 text-sm text-red">{refusals.premier}</p>}
        </div>
        <Button
          disabled={opening.premier < 1 || refused.size > 0 || Object.keys(refusals).length > 0}
          pending={open.isPending}
          onClick={() => void begin()}
        >
          Ouvrir le registre
        </Button>
      </Card>
    </div>
  );
}
