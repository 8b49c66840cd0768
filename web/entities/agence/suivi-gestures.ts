import { queryOptions } from "@tanstack/react-query";
import type { Gestionnaire, MonSuivi, SuiviListe } from "#domain/suivi/suivi.ts";
import { api, type List } from "#web/lib/server/api.ts";

const NAME = "Suivi";

/**
 * The count of deadlines in each band (late, this week, later). The answer holds these counts beside its rows, so the
 * call requests a single row.
 */
export const deadlineCounts = queryOptions({
  queryKey: [NAME, "counts"] as const,
  queryFn: async ({ signal }) =>
    ((await api.list("/Suivi", { limit: 1 }, signal)) as unknown as SuiviListe).bandes,
});

/** The accounts to which a deadline or a mandate may be given. */
export const peopleInCharge = queryOptions({
  queryKey: [NAME, "people"] as const,
  queryFn: async ({ signal }): Promise<Gestionnaire[]> =>
    ((await api.list<Gestionnaire>("/Suivi/gestionnaires", {}, signal)) as List<Gestionnaire>).data,
  staleTime: Number.POSITIVE_INFINITY,
});

export type Gesture =
  | { cle: string; geste: "reporter"; jusquau: string; motif: string }
  | { cle: string; geste: "fait" | "annuler" }
  | { cle: string; geste: "confier"; gestionnaireId: number | null };

export const gesture = (made: Gesture) => api.post("/Suivi/geste", made);

/** The resources to read again after a deadline was put off, marked done, given to somebody or reopened. */
export const TOUCHED_BY_GESTURES = [NAME, "History"];

/** Whether the user receives the weekly mail of deadlines, and has a calendar of deadlines. */
export const myDeadlines = queryOptions({
  queryKey: [NAME, "mine"] as const,
  queryFn: ({ signal }) => api.get<MonSuivi>("/user/suivi", { signal }),
});

export const TOUCHED_BY_MY_DEADLINES = [NAME];

export const askWeeklyMail = (mail: boolean) => api.put<MonSuivi>("/user/suivi", { mail });

/** Makes a new calendar. Its address is given once, in this answer. */
export const makeCalendar = () => api.post<{ adresse: string }>("/user/suivi/agenda");

export const takeCalendarAway = () => api.delete("/user/suivi/agenda");
