import {
  compteDe,
  type Ecriture,
  gerance,
  type Ligne,
  type Part,
  type Parties,
  virer,
} from "./ecritures.ts";
import { encaissement, eteint, total } from "./ecritures-encaissements.ts";
import type { Centimes } from "./repartition.ts";

/**
 * The entry by which the deposit held by the agency pays the debts of a leaving tenant (loi n° 89-462, art. 22). Parts
 * in cents.
 */
export const depotImpute = (parties: Parties, regle: readonly Part[]): Ecriture => ({
  ...encaissement(parties, { source: { genre: "165" }, regle, avance: 0 }),
  journal: "DG",
});

/**
 * The entry by which the deposit held by the owner pays the debts of a leaving tenant (loi n° 89-462, art. 22). Parts
 * in cents.
 */
export const depotDuBailleurImpute = (parties: Parties, regle: readonly Part[]): Ecriture =>
  gerance("DG", ...eteint(parties, regle), degage(parties, total(regle)));

/**
 * The entry of a deposit that the owner holds and that the books did not show, once staff learn of it (departs/README
 * §14.3).
 *
 * @param montant cents
 */
export const depotDitParLeBailleur = (
  { dossier }: Pick<Parties, "dossier">,
  montant: Centimes,
): Ecriture =>
  gerance(
    "AN",
    virer(compteDe("801", dossier), compteDe("809", dossier), { montant, nature: "depot" }),
  );

/** The entry of a deposit that the owner holds and gives back to the tenant. @param montant cents */
export const depotRenduParLeBailleur = (
  { dossier }: Pick<Parties, "dossier">,
  montant: Centimes,
): Ecriture => gerance("DG", degage({ dossier }, montant));

/**
 * The entry of a deposit that passes from the agency to the owner when the mandate ends (mandats/README §12.24).
 *
 * @param montant cents
 */
export const depotRemisAuBailleur = ({ dossier, mandat }: Parties, montant: Centimes): Ecriture =>
  gerance(
    "DG",
    virer(compteDe("165", dossier), compteDe("4670", mandat), { montant, nature: "depot", mandat }),
    virer(compteDe("801", dossier), compteDe("809", dossier), { montant, nature: "depot" }),
  );

const degage = ({ dossier }: Pick<Parties, "dossier">, montant: Centimes): Ligne[] =>
  virer(compteDe("809", dossier), compteDe("801", dossier), { montant, nature: "depot" });

/**
 * The entry by which provisions paid beyond the real charges are held for a tenant who left, beside his deposit,
 * until a transfer gives back the whole (departs/README §14.3).
 *
 * @param montant cents
 */
export const provisionsRendues = ({ dossier, mandat }: Parties, montant: Centimes): Ecriture =>
  gerance(
    "DG",
    virer(compteDe("4670", mandat), compteDe("4191", dossier), {
      montant,
      nature: "regularisation",
      mandat,
    }),
  );

/** The payer of the increase due on a deposit given back late: the owner, or the agency when it is at fault. */
export type ChargeDeLaMajoration = "bailleur" | "agence";

/**
 * The entry by which the increase due on a deposit given back late is held for a tenant who left, beside his deposit,
 * until a transfer gives back the whole (departs/README §14.3).
 *
 * @param montant cents
 * @param aLaCharge `bailleur`: the owner's account pays; `agence`: the agency's own money, put among the funds of
 * others (4551), pays
 */
export const majorationDue = (
  { dossier, mandat }: Parties,
  montant: Centimes,
  aLaCharge: ChargeDeLaMajoration,
): Ecriture =>
  gerance(
    "DG",
    aLaCharge === "agence"
      ? virer(compteDe("4551"), compteDe("4191", dossier), { montant, nature: "depot" })
      : virer(compteDe("4670", mandat), compteDe("4191", dossier), {
          montant,
          nature: "depot",
          mandat,
        }),
  );

/**
 * The entry of a deposit that the agency transfers back to the tenant, with the sum held for him beside the deposit
 * (reversements/README §12.18).
 *
 * @param depot the part of the deposit, in cents; `avance`: the part held beside the deposit by {@link
 * provisionsRendues} and {@link majorationDue}, in cents
 */
export const depotVire = (
  { dossier, mandat }: Parties,
  compteBancaire: number,
  { depot, avance }: { depot: Centimes; avance: Centimes },
): Ecriture =>
  gerance(
    "DG",
    virer(compteDe("165", dossier), compteDe("512G", compteBancaire), {
      ...{ montant: depot, nature: "depot", mandat },
    }),
    virer(compteDe("4191", dossier), compteDe("512G", compteBancaire), {
      ...{ montant: avance, nature: "regularisation", mandat },
    }),
  );
