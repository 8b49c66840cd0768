import { queryOptions } from "@tanstack/react-query";
import { DOCUMENTS, type Sources, type TypeDocument } from "#domain/fichiers/document.ts";
import type { EntiteSignee } from "#domain/fichiers/fichier.ts";
import type { LieuDeSignature } from "#domain/signature/preuve.ts";
import type {
  DemandeRow,
  PreparationDeSignature,
  SignatairePropose,
} from "#domain/signature/wire.ts";
import { api } from "#web/lib/server/api.ts";
import { demandes } from "./demandes.ts";

/** A paper that can be put to signature; `sources` are the records from which it is made. */
export interface PaperToSign<Type extends TypeDocument = TypeDocument> {
  type: Type;
  sources: Sources<Type>;
  /** The record that keeps the signed file of the paper. */
  entite: EntiteSignee;
  entiteId: number;
}

/** The paper as the API names it. Its `entiteId` is the last identifier in the path of the document. */
function named({ type, sources }: PaperToSign) {
  const last = DOCUMENTS[type].chemin.match(/(?<=:)\w+/g)?.at(-1) ?? "id";
  const entiteId = new Map(Object.entries(sources)).get(last);
  return { type, entiteId, sources };
}

export const preparation = (paper: PaperToSign) =>
  queryOptions({
    queryKey: [demandes.name, "preparation", paper.type, paper.sources] as const,
    queryFn: ({ signal }) => {
      const { sources, ...query } = named(paper);
      return api.get<PreparationDeSignature>("/DemandeSignature/preparation", {
        query: { ...sources, ...query },
        signal,
      });
    },
    gcTime: 0,
  });

export interface Opening {
  lieu: LieuDeSignature;
  consommateur: boolean;
  signataires: SignatairePropose[];
}

export const openDemande = (paper: PaperToSign, opening: Opening) =>
  api.post<DemandeRow>("/DemandeSignature", { ...named(paper), ...opening });
