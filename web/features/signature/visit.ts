import { queryOptions } from "@tanstack/react-query";
import type { EtatDeLien } from "#domain/signature/demande.ts";
import type { LectureDeSignataire, LienDeSignature, Trace } from "#domain/signature/wire.ts";
import { api } from "#web/lib/server/api.ts";
import { asVisitor, privateLink } from "#web/lib/server/visitor.ts";

export const { linkQuery, askCode, openVisit } = privateLink<LienDeSignature>("Signature");

/** The paper and its signers; the cache forgets them once the visitor leaves the page. */
export const readingQuery = (visite: string) =>
  queryOptions({
    queryKey: ["signature", "document", visite] as const,
    queryFn: ({ signal }) =>
      api.get<LectureDeSignataire>("/Signature/document", { signal, ...asVisitor(visite) }),
    // The paper is frozen, and reading it again could lose the typed values.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

/** Saves the paper, in its sealed form when there is one, or the guaranteed lease. */
export const downloadPaper = (visite: string, file: "pdf" | "annexe") =>
  api.download(`/api/Signature/${file}`, {}, asVisitor(visite));

/** Tells the worker that the signer reached the end of the text after this many seconds. */
export const tellRead = (visite: string, secondes: number) =>
  api.post("/Signature/lu", { secondes }, asVisitor(visite));

/** The signature sent to the worker: the name, the consent to this file, and the fields of the signer's role. */
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
