import { queryOptions } from "@tanstack/react-query";
import type { Intendance, IntendanceDetail, IntendanceRow } from "#domain/intendance.ts";
import type { VariableRow } from "#domain/variable.ts";
import { api } from "#web/lib/api.ts";
import { resource } from "#web/lib/resource.ts";

export const intendances = resource<IntendanceRow, IntendanceDetail, Intendance>("Intendance");

/** What must be read again once an intendance was made, renewed, paid, changed or deleted. */
export const TOUCHED_BY_INTENDANCES = ["Intendance", "Appartement"];

export const renew = (id: number) => api.put<IntendanceDetail>(`/Intendance/${id}/renouveler`);

const USUAL_RATE = 20;

/** The VAT rate of the settings, in percent. */
export const rateQuery = queryOptions({
  queryKey: ["Variable", "tva"],
  queryFn: async ({ signal }) => {
    const { data } = await api.list<VariableRow>("/Variable", { q: "tva" }, signal);
    const rate = Number(data.find(({ nom }) => nom === "tva")?.valeur?.replace(",", "."));
    return rate >= 0 ? rate : USUAL_RATE;
  },
});
