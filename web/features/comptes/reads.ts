import { reglements } from "#web/entities/reglements/api.ts";

export const paymentList = { resource: reglements, sort: "-date" };
