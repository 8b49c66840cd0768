import { clients } from "#web/entities/clients/api.ts";

/** What the screen of the list reads. */
export const clientList = { resource: clients, sort: "nom" };
