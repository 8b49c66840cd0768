import { impayes } from "#web/entities/comptes/impayes.ts";

export const lateList = { resource: impayes, sort: "-jours" };
