import type {
  Fournisseur,
  FournisseurDetail,
  FournisseurRow,
} from "#domain/gerance/mandats/fournisseur.ts";
import { resource } from "#web/lib/server/resource.ts";

export const fournisseurs = resource<FournisseurRow, FournisseurDetail, Fournisseur>("Fournisseur");
