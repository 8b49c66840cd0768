import { clients } from "#web/entities/personnes/clients.ts";

export const clientList = { resource: clients, sort: "nom" };
