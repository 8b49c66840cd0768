import { TOUCHED_BY_INTENDANCES } from "#web/entities/mandats/intendances.ts";
import { notifyDanger } from "#web/lib/notify.ts";
import { addUploads } from "#web/uploads/uploads.ts";

/** Sends the invoice chosen for an expense, once the expense exists. */
export const attachInvoice = (id: number, file: File): Promise<void> =>
  addUploads(
    {
      name: `Intendance/${id}/facture`,
      destination: { usage: "document", entite: "Intendance", entiteId: id, champ: "facture" },
      touched: [...TOUCHED_BY_INTENDANCES, "History"],
      arrived: () => "Votre document à bien été envoyé.",
      failed: (message) => notifyDanger(`La dépense est ajoutée, sans sa facture : ${message}`),
    },
    [file],
  );
