import type { EntiteSignee } from "#domain/fichiers/fichier.ts";
import type { DemandeDetail, DemandeRow } from "#domain/signature/wire.ts";
import { resource } from "#web/lib/server/resource.ts";

export const demandes = resource<DemandeRow, DemandeDetail, never>("DemandeSignature");

const MOST = 150;

/** The latest requests for the papers of a record, {@link MOST} at most, the latest first. */
export const demandesOf = (entite: EntiteSignee, entiteId: number) =>
  demandes.list({ entite, entiteId, sort: "-id", page: 1, limit: MOST });

/** The count (`total`) of requests that only the agency has still to sign; the list itself is cut to one row. */
export const toSignForAgency = demandes.list({ etat: "agence", page: 1, limit: 1 });

export const demandeHref = (id: number) => `/signatures/${id}`;
/** The address of the view for signers, on the device handed to them. */
export const handedHref = (id: number) => `/signatures/${id}/sur-place`;
