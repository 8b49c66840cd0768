import { queryOptions } from "@tanstack/react-query";
import {
  EFFACES_A_LA_FOIS,
  type EffacementFait,
  type GenreConserve,
  type GenreConserveRow,
} from "#domain/personnes/conservation.ts";
import { api } from "#web/lib/server/api.ts";

export const conservationQuery = queryOptions({
  queryKey: ["Conservation", "list"] as const,
  queryFn: ({ signal }) => api.get<GenreConserveRow[]>("/Conservation", { signal }),
});

/** The resources to read again after an erasure. */
export const TOUCHED_BY_ERASURE = [
  "Conservation",
  "Locataire",
  "Client",
  "Dossier",
  "Caution",
  "EtatLieux",
  "Fichier",
  "Quitance",
  "Courriel",
  "History",
];

/**
 * Erases a few persons at a time.
 * @param ids empty for a kind of data that belongs to no person
 * @param onDone called after each call with the count of persons handled so far
 */
export async function eraseKept(
  genre: GenreConserve,
  ids: readonly number[],
  onDone: (persons: number) => void,
): Promise<EffacementFait> {
  const whole: EffacementFait = { effaces: 0, refus: [] };
  let rank = 0;
  do {
    const some = ids.slice(rank, rank + EFFACES_A_LA_FOIS);
    const { effaces, refus } = await api.post<EffacementFait>("/Conservation/effacer", {
      genre,
      ids: some,
    });
    whole.effaces += effaces;
    whole.refus.push(...refus);
    rank += EFFACES_A_LA_FOIS;
    onDone(Math.min(rank, ids.length));
  } while (rank < ids.length);
  return whole;
}
