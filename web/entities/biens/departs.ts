import { queryOptions } from "@tanstack/react-query";
import type { Jour } from "#domain/dates.ts";
import type { TitulairePartant } from "#domain/gerance/departs/depart.ts";
import type { DemandeDepart, DepartDetail } from "#domain/gerance/departs/depart-fiche.ts";
import type { ChargeDeLaMajoration } from "#domain/gerance/livres/ecritures-depots.ts";
import { TOUCHED_BY_ACCOUNTS } from "#web/entities/comptes/comptes.ts";
import { api } from "#web/lib/server/api.ts";
import { TOUCHED_BY_DOSSIERS } from "./dossiers.ts";

const DEPART = "Depart";

/** The resources to read again after any change of a departure. */
export const TOUCHED_BY_DEPARTS = [DEPART, ...TOUCHED_BY_DOSSIERS, ...TOUCHED_BY_ACCOUNTS];

const path = (DossierId: number) => `/Dossier/${DossierId}/depart`;

/** The departure of a dossier, the tenant's account today, and the accounts frozen so far. */
export const departOf = (DossierId: number) =>
  queryOptions({
    queryKey: [DEPART, DossierId] as const,
    queryFn: ({ signal }) => api.get<DepartDetail>(path(DossierId), { signal }),
  });

export type DepartureNote = Partial<DemandeDepart>;

export const noteDeparture = (DossierId: number, note: DepartureNote) =>
  api.put<DepartDetail>(path(DossierId), note);

export const withdrawDeparture = (DossierId: number, titulaire: TitulairePartant) =>
  api.delete<DepartDetail>(`${path(DossierId)}?titulaire=${titulaire}`);

/** Cancels the monthly receipts that go beyond the last day of rent, and makes them again up to that day. */
export const remakeReceipts = (DossierId: number) =>
  api.post<DepartDetail>(`${path(DossierId)}/quittances`, {});

/**
 * Freezes the tenant's account. `version` is the version on screen: the server refuses a departure that has changed
 * since.
 */
export const freezeAccount = (DossierId: number, version: number | undefined) =>
  api.post<DepartDetail>(`${path(DossierId)}/arreter`, version === undefined ? {} : { version });

export const cancelFrozen = (DossierId: number, motif: string) =>
  api.post<DepartDetail>(`${path(DossierId)}/annuler`, { motif });

export const settleCharges = (
  DossierId: number,
  charges: { approuveesLe: Jour; appele: number; reel: number; du?: Jour | null | undefined },
) => api.post<DepartDetail>(`${path(DossierId)}/solder-charges`, charges);

/**
 * Notes that the tenant is owed the increase for a deposit returned late. `aLaCharge` names its payer: the owner or
 * the agency.
 */
export const callIncrease = (DossierId: number, aLaCharge: ChargeDeLaMajoration) =>
  api.post<DepartDetail>(`${path(DossierId)}/majoration`, { aLaCharge });

/** Notes that the tenant is owed the money that he has paid since his account was frozen. */
export const giveAdvanceBack = (DossierId: number) =>
  api.post<DepartDetail>(`${path(DossierId)}/avance`, {});

/** Notes that the owner himself returned to the tenant the sum still owed. */
export const noteReturned = (DossierId: number, date: Jour) =>
  api.post<DepartDetail>(`${path(DossierId)}/rendu`, { date });
