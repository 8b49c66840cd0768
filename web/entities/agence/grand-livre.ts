import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type {
  CompteDuLivre,
  GenreDePiece,
  GrandLivre,
  JournalLu,
  TiersOuverts,
} from "#domain/gerance/livres/grand-livre.ts";
import type { ExerciceTenu } from "#domain/gerance/livres/periodes.ts";
import { accountHref } from "#web/entities/cloture/comptes-rendus.ts";
import { api, type Query } from "#web/lib/server/api.ts";
import { asVisitor } from "#web/lib/server/visitor.ts";

interface Page<Row> {
  lignes: Row[];
  total: number;
}

/** The answer of the API for each part of the books. */
interface Readings {
  comptes: Page<CompteDuLivre>;
  auxiliaires: Page<CompteDuLivre>;
  "grand-livre": GrandLivre;
  journal: JournalLu;
  locataires: TiersOuverts;
  fournisseurs: TiersOuverts;
  exercices: Page<ExerciceTenu>;
}

/**
 * The query of a part of the books, such as its accounts or a journal.
 * @param visite the token of the accountant's visit; null for a user of the agency
 */
export const ledgerReading = <Name extends keyof Readings>(
  visite: string | null,
  name: Name,
  query: Query,
) =>
  queryOptions({
    queryKey: ["Export", "livres", visite, name, query] as const,
    queryFn: ({ signal }) =>
      visite === null
        ? api.get<Readings[Name]>(`/Export/${name}`, { query, signal })
        : api.get<Readings[Name]>(`/Comptable/livres/${name}`, {
            ...{ query, signal },
            ...asVisitor(visite),
          }),
    placeholderData: keepPreviousData,
  });

/** Saves a part of the books as a CSV file. */
export const downloadLedger = (visite: string | null, name: string, query: Query) =>
  visite === null
    ? api.download(`/api/Export/${name}.csv`, query)
    : api.download(`/api/Comptable/livres/${name}.csv`, query, asVisitor(visite));

/** The page of the record behind an entry of the books; null for a record that opens in place. */
export const PIECE_HREFS: Readonly<
  Record<GenreDePiece, ((id: number, piece: string | null) => string) | null>
> = {
  quittance: null,
  reglement: null,
  depense: (_, piece) =>
    `/intendance/?filtre=toutes&nature=depense${piece ? `&q=${encodeURIComponent(piece)}` : ""}`,
  "compte-rendu": accountHref,
  lot: (id) => `/reversements/${id}`,
  releve: (id) => `/banque/releves/${id}`,
  mandat: (id) => `/missions/${id}?tab=comptes`,
  dossier: (id) => `/dossiers/${id}?tab=compte`,
};
