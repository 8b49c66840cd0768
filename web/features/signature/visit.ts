import { queryOptions } from "@tanstack/react-query";
import type { EtatDeLien } from "#domain/signature/demande.ts";
import type { LectureDeSignataire, LienDeSignature, Trace } from "#domain/signature/wire.ts";
import { api } from "#web/lib/server/api.ts";
import { asVisitor, privateLink } from "#web/lib/server/visitor.ts";

export const { linkQuery, askCode, openVisit } = privateLink<LienDeSignature>("Signature");

/** The paper and its signers as the visiting one reads them, forgotten with the page. */
export const readingQuery = (visite: string) =>
  queryOptions({
    queryKey: ["signature", "document", visite] as const,
    queryFn: ({ signal }) =>
      api.get<LectureDeSignataire>("/Signature/document", { signal, ...asVisitor(visite) }),
    // The paper is frozen, and nothing that is typed may be lost because it is read again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

/** Saves the paper, as it is read, then as it was sealed; or the lease that a guarantor answers for. */
export const downloadPaper = (visite: string, file: "pdf" | "annexe") =>
  api.download(`/api/Signature/${file}`, {}, asVisitor(visite));

/** The end of the text was reached after so many seconds. */
export const tellRead = (visite: string, secondes: number) =>
  api.post("/Signature/lu", { secondes }, asVisitor(visite));

/** What a signer sends: his name, his consent to this very file, and what his role asks of him. */
export interface Signing {
  nom: string;
  consentement: true;
  empreinte: string;
  mention?: string;
  signesMention?: number;
  secondesMention?: number;
  gardeDiscussion?: true;
  trace?: Trace;
  cases: string[];
}

export const sign = (visite: string, signing: Signing) =>
  api.post<{ etat: EtatDeLien }>("/Signature/signer", signing, asVisitor(visite));

export const refuse = (visite: string, motif: string) =>
  api.post<{ etat: EtatDeLien }>("/Signature/refuser", { motif }, asVisitor(visite));

export const withdraw = (visite: string) =>
  api.post<{ le: string }>("/Signature/retractation", {}, asVisitor(visite));
