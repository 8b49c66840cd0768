import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type ReactNode, useState } from "react";
import { nomDuLot } from "#domain/biens/adresse.ts";
import type { ImmeubleDetail } from "#domain/gerance/charges/immeuble-fiche.ts";
import { FieldFrame } from "#web/components/fields/field.tsx";
import { SearchInput } from "#web/components/fields/search-input.tsx";
import { LabelledCheckbox } from "#web/components/ui/checkbox.tsx";
import { appartements } from "#web/entities/biens/appartements.ts";

/** The most dwellings offered at once. */
const OFFERED = 100;

/** Sorts identifiers: a dwelling unticked, then ticked again, then counts as no change. */
export const inOrder = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b);

const named = ({ adresse, etage = null }: { adresse: string; etage?: string | null | undefined }) =>
  nomDuLot({ adresse, etage, situation: null }, null);

/**
 * The dwellings of a building, as checkboxes. Without a search: its own dwellings, then those of no building that
 * have its postal code. With a search: only the dwellings, its own or of no building, that match.
 */
export function BuildingLots({ building }: { building: ImmeubleDetail }) {
  const [q, setQ] = useState("");
  const offered = useQuery({
    ...appartements.list({
      pourImmeubleId: building.id,
      q: q || building.codePostal,
      limit: OFFERED,
      page: 1,
    }),
    placeholderData: keepPreviousData,
  });
  const found = offered.data?.data ?? [];
  const total = offered.data?.total ?? 0;
  const own = new Map(building.Lots.map(({ id, nom }) => [id, nom]));
  const names = new Map([
    ...(q ? [] : own),
    ...found.map((row) => [row.id, own.get(row.id) ?? named(row)] as const),
  ]);
  return (
    <FieldFrame
      name="AppartementIds"
      label="Logements de l’immeuble"
      labelled="group"
      span={6}
      required={false}
      hint={
        total > OFFERED &&
        `${OFFERED} logements sur ${total} sont affichés : cherchez ceux qui manquent.`
      }
      read={() => null}
    >
      {({ id, value, onChange, ref, "aria-invalid": invalid }) => {
        const chosen = value as readonly number[];
        const boxOf = (lot: number, name: string) => (
          <LabelledCheckbox
            key={lot}
            id={`${id}-${lot}`}
            checked={chosen.includes(lot)}
            onChange={({ target }) =>
              onChange(
                inOrder(target.checked ? [...chosen, lot] : chosen.filter((one) => one !== lot)),
              )
            }
          >
            {name}
          </LabelledCheckbox>
        );
        const others = q ? [] : chosen.filter((lot) => !names.has(lot));
        return (
          <>
            {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in the search field inside saves nothing */}
            <div
              className="mb-2 flex"
              onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
            >
              <SearchInput placeholder="Adresse, ville, numéro de clef" value={q} onSearch={setQ} />
            </div>
            <div
              id={id}
              ref={ref}
              tabIndex={-1}
              className={clsx(
                "max-h-56 overflow-y-auto rounded-md border px-3 py-1.5",
                invalid && "border-danger",
              )}
            >
              {[...names].map(([lot, name]) => boxOf(lot, name))}
              {others.map((lot) => (
                <NamedLot key={lot} id={lot}>
                  {(name) => boxOf(lot, name)}
                </NamedLot>
              ))}
              {names.size + others.length === 0 && offered.isSuccess && (
                <p className="text-sm text-muted">
                  Aucun logement libre {q ? "ne correspond à cette recherche" : "à ce code postal"}.
                </p>
              )}
            </div>
          </>
        );
      }}
    </FieldFrame>
  );
}

interface NamedLotProps {
  id: number;
  children(name: string): ReactNode;
}

/** A dwelling chosen from a search, which the list no longer shows. */
function NamedLot({ id, children }: NamedLotProps) {
  const { data } = useQuery(appartements.find(id));
  return data && children(named(data));
}
