import { fournisseurs } from "#web/entities/fournisseurs/api.ts";

/** What the screen of the list reads. */
export const fournisseurList = { resource: fournisseurs, sort: "nom" };
