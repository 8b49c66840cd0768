import { impayes } from "#web/entities/impayes/api.ts";

export const lateList = { resource: impayes, sort: "-jours" };
