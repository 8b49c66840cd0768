import type { Intendance, IntendanceDetail, IntendanceRow } from "#domain/intendance.ts";
import { api } from "#web/lib/api.ts";
import { resource } from "#web/lib/resource.ts";

export const intendances = resource<IntendanceRow, IntendanceDetail, Intendance>("Intendance");

/** What must be read again once an intendance was made, renewed, paid, changed or deleted. */
export const TOUCHED_BY_INTENDANCES = ["Intendance", "Appartement", "dashboard"];

export const renew = (id: number) => api.put<IntendanceDetail>(`/Intendance/${id}/renouveler`);
