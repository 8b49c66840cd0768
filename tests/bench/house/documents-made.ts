import { unBail } from "../../support/documents/bail.ts";
import { clauses, pieces } from "../../support/documents/cas-extremes.ts";
import { tousLesDocuments } from "../../support/documents/extremes.ts";

const ordinary = tousLesDocuments(unBail(), pieces(5));
const long = tousLesDocuments(
  unBail({ dossier: { clauses: { clausesText: clauses(72).join("\n") } } }),
  pieces(5),
);

export const LONG_LEASE = "contrat de douze pages";

/** The functions that make the documents, by name of document. */
export const DOCUMENTS: ReturnType<typeof tousLesDocuments> = {
  ...ordinary,
  ...(long["contrat nu"] && { [LONG_LEASE]: long["contrat nu"] }),
};
