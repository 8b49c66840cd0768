import { fournisseurs } from "#web/entities/mandats/fournisseurs.ts";

export const fournisseurList = { resource: fournisseurs, sort: "nom" };
