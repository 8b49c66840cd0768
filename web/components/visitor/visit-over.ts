import { ApiError } from "#web/lib/server/api.ts";

/** Whether a call failed because the visit is over. */
export const isVisitOver = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 401;
