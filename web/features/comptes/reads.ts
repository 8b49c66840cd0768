import { reglements } from "#web/entities/comptes/reglements.ts";

export const paymentList = { resource: reglements, sort: "-date" };
