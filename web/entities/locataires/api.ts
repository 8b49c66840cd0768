import type { Locataire, LocataireDetail, LocataireRow } from "#domain/locataire-fiche.ts";
import { resource } from "#web/lib/resource.ts";

export const locataires = resource<LocataireRow, LocataireDetail, Locataire>("Locataire");
