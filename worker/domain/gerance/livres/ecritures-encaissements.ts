import type { NatureEcheance } from "../locataires/imputation.ts";
import {
  type Compte,
  compteDe,
  type Ecriture,
  type Genre,
  gerance,
  type Ligne,
  type Part,
  type Parties,
  virer,
} from "./ecritures.ts";
import type { Centimes } from "./repartition.ts";

/** The accounts of sums held for the tenant; any other sum is the owner's. */
const TENUS: Partial<Record<NatureEcheance, Genre>> = { depot: "165", trop_percu: "4197" };

/**
 * The lines that turn a settled sum into the owner's money; a deposit, or a sum to give back to the tenant, stays
 * held for the tenant (locataires/README §12.2).
 */
const acquis = ({ dossier, mandat }: Parties, { nature, montant }: Part): Ligne[] => {
  const tenu = TENUS[nature];
  return virer(
    compteDe("4671", mandat),
    tenu ? compteDe(tenu, dossier) : compteDe("4670", mandat),
    {
      montant,
      nature,
      mandat,
    },
  );
};

const locatif = ({ mandat }: Parties, { nature, montant }: Part) => ({ nature, montant, mandat });

/** The sum of the parts, in cents. */
export const total = (parts: readonly Part[]): Centimes =>
  parts.reduce((somme, { montant }) => somme + montant, 0);

/**
 * The entry of sums called from a tenant: the tenant owes them, and they become the owner's only once they are paid.
 * Parts in cents.
 */
export const quittancement = (parties: Parties, appele: readonly Part[]): Ecriture =>
  gerance(
    "QT",
    ...appele.map((part) =>
      virer(
        compteDe("411", parties.dossier),
        compteDe("4671", parties.mandat),
        locatif(parties, part),
      ),
    ),
  );

/**
 * The account that the money of a payment comes from: bank (512G), till (531G), unidentified receipts (4710), cheque
 * (4192), deposit (165).
 */
export type Provenance =
  | { genre: "512G" | "4710"; compteBancaire: number | null }
  | { genre: "531G" }
  | { genre: "4192" | "165" };

const provenance = (source: Provenance, { dossier }: Parties): Compte => {
  if (source.genre === "4192" || source.genre === "165") return compteDe(source.genre, dossier);
  return compteDe(source.genre, "compteBancaire" in source ? source.compteBancaire : null);
};

/**
 * The entry of a payment that the agency receives for an owner: the payment settles parts, and its rest is an advance
 * of the tenant.
 *
 * @param source the account that the money comes from; `regle`, `avance`: cents
 */
export const encaissement = (
  parties: Parties,
  { source, regle, avance }: { source: Provenance; regle: readonly Part[]; avance: Centimes },
): Ecriture =>
  gerance(
    "ENC",
    ...regle.map((part) =>
      virer(provenance(source, parties), compteDe("411", parties.dossier), locatif(parties, part)),
    ),
    virer(provenance(source, parties), compteDe("4191", parties.dossier), { montant: avance }),
    ...regle.map((part) => acquis(parties, part)),
  );

/**
 * The entry of a cheque received: the cheque settles nothing until the bank credits it.
 * @param montant cents
 */
export const chequeRecu = (
  { dossier }: Pick<Parties, "dossier">,
  compteBancaire: number | null,
  montant: Centimes,
): Ecriture =>
  gerance("ENC", virer(compteDe("5112", compteBancaire), compteDe("4192", dossier), { montant }));

/**
 * The entry of a cheque that the bank credits: the cheque settles the parts given, and its rest is an advance. Cents.
 */
export const chequeCredite = (
  parties: Parties,
  compteBancaire: number | null,
  { regle, avance }: { regle: readonly Part[]; avance: Centimes },
): Ecriture => {
  const montant = total(regle) + avance;
  const { lignes } = encaissement(parties, { source: { genre: "4192" }, regle, avance });
  return gerance(
    "ENC",
    virer(compteDe("512G", compteBancaire), compteDe("5112", compteBancaire), { montant }),
    lignes,
  );
};

/**
 * The entry of a payment that the owner received himself: the debt ends, and no bank account of the agency moves.
 * Parts in cents.
 */
export const recuParLeBailleur = (parties: Parties, regle: readonly Part[]): Ecriture =>
  gerance("ENC", ...eteint(parties, regle), ...engage(parties, regle));

/** Lines that record the deposits that the owner holds himself; no line for a sum of another nature. */
const engage = ({ dossier }: Parties, regle: readonly Part[]): Ligne[][] =>
  regle.map(({ nature, montant }) =>
    nature === "depot"
      ? virer(compteDe("801", dossier), compteDe("809", dossier), { montant, nature })
      : [],
  );

/**
 * The entry of a sum received, once the books are open, for a debt older than the books. The books hold no debt to
 * settle, so the sum goes to the owner's account, or to the tenant's deposit (reprise/README §12.13). Parts in cents.
 */
export const recuPourAvant = (
  parties: Parties,
  { source, regle }: { source: Provenance; regle: readonly Part[] },
): Ecriture =>
  gerance(
    "ENC",
    ...regle.map(({ nature, montant }) =>
      virer(
        provenance(source, parties),
        nature === "depot" ? compteDe("165", parties.dossier) : compteDe("4670", parties.mandat),
        { montant, nature, mandat: parties.mandat },
      ),
    ),
  );

/**
 * The entry of a sum that the owner received himself above all the sums called. The sum becomes an advance of the
 * tenant, and no bank account of the agency moves.
 * @param montant cents
 */
export const avanceAuBailleur = (
  { dossier }: Pick<Parties, "dossier">,
  montant: Centimes,
): Ecriture =>
  gerance("ENC", virer(compteDe("803", dossier), compteDe("802", dossier), { montant }));

/** The entry by which an advance held by the owner settles sums called later. Parts in cents. */
export const avanceDuBailleurConsommee = (parties: Parties, regle: readonly Part[]): Ecriture =>
  gerance(
    "OD",
    virer(compteDe("802", parties.dossier), compteDe("803", parties.dossier), {
      montant: total(regle),
    }),
    ...eteint(parties, regle),
    ...engage(parties, regle),
  );

/**
 * Lines that end a debt while no money enters the agency's bank: the tenant no longer owes the sum, and the owner no
 * longer expects it.
 */
export const eteint = (parties: Parties, regle: readonly Part[]): Ligne[][] =>
  regle.map((part) =>
    virer(
      compteDe("4671", parties.mandat),
      compteDe("411", parties.dossier),
      locatif(parties, part),
    ),
  );

/** The entry by which an advance held by the agency settles sums that fell due later. Parts in cents. */
export const avanceConsommee = (parties: Parties, regle: readonly Part[]): Ecriture =>
  gerance(
    "OD",
    ...regle.map((part) =>
      virer(
        compteDe("4191", parties.dossier),
        compteDe("411", parties.dossier),
        locatif(parties, part),
      ),
    ),
    ...regle.map((part) => acquis(parties, part)),
  );

/**
 * The entry that turns a settled sum back into an advance: the sum called is withdrawn, and the money stays
 * (locataires/README §12.2).
 *
 * @param regle cents; `fonds`: the holder of the money, the agency or the owner
 */
export const regleEnAvance = (
  parties: Parties,
  regle: readonly Part[],
  fonds: "agence" | "proprietaire",
): Ecriture => {
  const consommee = (fonds === "agence" ? avanceConsommee : avanceDuBailleurConsommee)(
    parties,
    regle,
  );
  const lignes = consommee.lignes.map(({ debit, credit, ...ligne }) => ({
    ...ligne,
    debit: credit,
    credit: debit,
  }));
  return { ...consommee, lignes };
};

/**
 * The entry by which provisions paid beyond the real charges become an advance of the tenant, taken from the owner's
 * account (charges/README §16.5).
 *
 * @param montant cents
 */
export const regularisationEnFaveur = ({ dossier, mandat }: Parties, montant: Centimes): Ecriture =>
  gerance(
    "OD",
    virer(compteDe("4670", mandat), compteDe("4191", dossier), {
      montant,
      nature: "regularisation",
      mandat,
    }),
  );

/** The entry of a debt that the owner gives up in writing: he receives no income. Parts in cents. */
export const abandon = (parties: Parties, parts: readonly Part[]): Ecriture =>
  gerance("OD", ...eteint(parties, parts));

/** The entry of cash taken from the till to the bank. @param montant cents */
export const especesRemises = (compteBancaire: number | null, montant: Centimes): Ecriture =>
  gerance("ENC", virer(compteDe("512G", compteBancaire), compteDe("531G"), { montant }));

/** The entry of a sum that an unknown payer sent to the bank. @param montant cents */
export const recuSansNom = (compteBancaire: number | null, montant: Centimes): Ecriture =>
  gerance(
    "ENC",
    virer(compteDe("512G", compteBancaire), compteDe("4710", compteBancaire), { montant }),
  );

/** The entry of an unidentified sum that the bank sends back to its payer. @param montant cents */
export const sommeRendue = (compteBancaire: number | null, montant: Centimes): Ecriture =>
  gerance(
    "ENC",
    virer(compteDe("4710", compteBancaire), compteDe("512G", compteBancaire), { montant }),
  );

/** The entry of a tenant's debts on the day the books open. Parts in cents. */
export const repriseDuLocataire = (parties: Parties, appele: readonly Part[]): Ecriture => ({
  ...quittancement(parties, appele),
  journal: "AN",
});
