import { peut, type Role } from "#domain/profils/droits.ts";

/** Administrators start with the dashboard; the other users start with the month's receipts. */
export const HOMES = { dashboard: "/", month: "/quitances/" } as const;

export const homeOf = (role: Role | null): string =>
  peut(role, "administrer") ? HOMES.dashboard : HOMES.month;
