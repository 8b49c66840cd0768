import { clients } from "#web/entities/clients/api.ts";

export const clientList = { resource: clients, sort: "nom" };
