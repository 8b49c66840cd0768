import { peut, type Role } from "#domain/profils/droits.ts";

/** The dashboard is for administrators; the others start with the month's receipts. */
export const HOMES = { dashboard: "/", month: "/quitances/" } as const;

/** The page after login, by role. */
export const homeOf = (role: Role | null): string =>
  peut(role, "administrer") ? HOMES.dashboard : HOMES.month;
