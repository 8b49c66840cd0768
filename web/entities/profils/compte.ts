import { queryOptions } from "@tanstack/react-query";
import type { SessionOuverte } from "#domain/profils/securite.ts";
import { api } from "#web/lib/server/api.ts";

export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: ({ signal }) => api.list<SessionOuverte>("/user/sessions", {}, signal),
});

export const endSession = (id: string) => api.delete(`/user/sessions/${id}`);

export const closeOtherSessions = () => api.delete<{ fermees: number }>("/user/sessions");
