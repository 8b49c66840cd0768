import type { EntiteSignee } from "#domain/fichiers/fichier.ts";
import type { DemandeDetail, DemandeRow } from "#domain/signature/wire.ts";
import { resource } from "#web/lib/server/resource.ts";

/** The papers put to signature. */
export const demandes = resource<DemandeRow, DemandeDetail, never>("DemandeSignature");

const MOST = 150;

/** Every request on a record, the latest first. */
export const demandesOf = (entite: EntiteSignee, entiteId: number) =>
  demandes.list({ entite, entiteId, sort: "-id", page: 1, limit: MOST });

/** The requests that wait only for the agency's own signature. */
export const toSignForAgency = demandes.list({ etat: "agence", page: 1, limit: 1 });

export const demandeHref = (id: number) => `/signatures/${id}`;
/** The address of the view on the device handed to the signers. */
export const handedHref = (id: number) => `/signatures/${id}/sur-place`;
