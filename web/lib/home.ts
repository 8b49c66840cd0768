/** The dashboard is for admins; everybody else starts with the month's receipts. */
export const HOMES = { admin: "/", others: "/quitances/" } as const;

/** Where a role lands after login. */
export const homeOf = (role: string | null): string =>
  role === "admin" ? HOMES.admin : HOMES.others;
