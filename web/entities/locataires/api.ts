import type {
  Locataire,
  LocataireDetail,
  LocataireRow,
} from "#domain/personnes/locataire-fiche.ts";
import { resource } from "#web/lib/resource.ts";

export const locataires = resource<LocataireRow, LocataireDetail, Locataire>("Locataire");
