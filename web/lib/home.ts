import { peut, type Role } from "#domain/profils/droits.ts";

/** The dashboard is for who runs the agency; everybody else starts with the month's receipts. */
export const HOMES = { dashboard: "/", month: "/quitances/" } as const;

/** Where a role lands after login. */
export const homeOf = (role: Role | null): string =>
  peut(role, "administrer") ? HOMES.dashboard : HOMES.month;
