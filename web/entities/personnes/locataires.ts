import type {
  Locataire,
  LocataireDetail,
  LocataireRow,
} from "#domain/personnes/locataire-fiche.ts";
import { resource } from "#web/lib/server/resource.ts";

export const locataires = resource<LocataireRow, LocataireDetail, Locataire>("Locataire");
