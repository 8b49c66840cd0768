import { compteDe, type Ecriture, gerance, type Parties, virer } from "./ecritures.ts";
import type { Centimes } from "./repartition.ts";

/**
 * The entry of an unidentified sum once staff know that it is for the owner of a mandate.
 * @param montant cents
 */
export const attribueAuMandant = (
  mandat: number,
  compteBancaire: number | null,
  montant: Centimes,
): Ecriture =>
  gerance(
    "OD",
    virer(compteDe("4710", compteBancaire), compteDe("4670", mandat), { montant, mandat }),
  );

/**
 * The entry of a bill that the agency pays for an owner (mandats/README §12.16): the owner's account is debited, and
 * the bank pays the supplier at once.
 *
 * @param montant cents
 */
export const depensePayee = ({
  mandat,
  fournisseur,
  compteBancaire,
  montant,
}: {
  mandat: number;
  fournisseur: number;
  compteBancaire: number | null;
  montant: Centimes;
}): Ecriture =>
  gerance(
    "DEP",
    virer(compteDe("4670", mandat), compteDe("401", fournisseur), { montant, mandat }),
    virer(compteDe("401", fournisseur), compteDe("512G", compteBancaire), { montant, mandat }),
  );

/**
 * The entry by which the sum due to the owners leaves the mandate's account (4670) and waits for its transfer
 * (cloture/README §12.17).
 *
 * @param montant cents
 */
export const reversementDecide = (mandat: number, montant: Centimes): Ecriture =>
  gerance("REV", virer(compteDe("4670", mandat), compteDe("4672", mandat), { montant, mandat }));

/**
 * The entry of a transfer that the bank makes to the owner of a mandate (reversements/README §12.18).
 * @param montant cents
 */
export const versementAuMandant = (
  mandat: number,
  compteBancaire: number,
  montant: Centimes,
): Ecriture =>
  gerance(
    "REV",
    virer(compteDe("4672", mandat), compteDe("512G", compteBancaire), { montant, mandat }),
  );

/**
 * The entry of a transfer that gives a tenant back a sum paid ahead (locataires/README §12.29).
 * @param montant cents
 */
export const tropPercuVire = (
  { dossier, mandat }: Parties,
  compteBancaire: number,
  montant: Centimes,
): Ecriture =>
  gerance(
    "REV",
    virer(compteDe("4197", dossier), compteDe("512G", compteBancaire), {
      montant,
      nature: "trop_percu",
      mandat,
    }),
  );

/**
 * The entry of the agency's own money put among the funds of others, so that no owner pays for another
 * (reversements/README §12.18).
 * @param montant cents
 */
export const apportDeLAgence = (compteBancaire: number, montant: Centimes): Ecriture =>
  gerance("OD", virer(compteDe("512G", compteBancaire), compteDe("4551"), { montant }));
