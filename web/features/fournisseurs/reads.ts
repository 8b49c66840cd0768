import { fournisseurs } from "#web/entities/fournisseurs/api.ts";

export const fournisseurList = { resource: fournisseurs, sort: "nom" };
