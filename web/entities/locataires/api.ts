import type { LocataireDetail, LocataireRow } from "#domain/locataire.ts";
import type { Locataire } from "#domain/locataire-fiche.ts";
import { resource } from "#web/lib/resource.ts";

export const locataires = resource<LocataireRow, LocataireDetail, Locataire>("Locataire");
