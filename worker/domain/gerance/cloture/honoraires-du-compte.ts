import { type Mois, moisDe, moisDeLaPeriode, premierJour } from "../../dates.ts";
import type { Centimes } from "../livres/repartition.ts";
import { SUBROGES } from "../locataires/comptes-de-quittance.ts";
import type { NatureEcheance } from "../locataires/imputation.ts";
import { NON_INSCRIT } from "../mandats/mandat-rendu.ts";
import type {
  Assiette,
  AutreHonoraire,
  GenreHonoraire,
  TauxEn,
} from "../mandats/mots-de-conditions.ts";
import {
  type ConditionsDuCompte,
  conditionsLe,
  type DonneesDuCompte,
  type FraisDuCompte,
  type LigneDuCompte,
  recu,
} from "./donnees-du-compte.ts";
import { depuisHT, depuisTTC, honoraires, type Montants } from "./honoraires.ts";
import type { FaitFacture } from "./parts-du-compte.ts";

/** A line of an invoice of fees; cents, rates in hundredths of a percent. */
export interface HonoraireEtabli extends Montants {
  libelle: string;
  genre: GenreHonoraire;
  base: Centimes;
  taux: number | null;
  tauxTva: number;
  /** Whether art. 293 B of the Code général des impôts exempts the line from VAT. */
  franchise: boolean;
  /** Whether the VAT of the invoice that the line corrects was due at once; null: the line corrects no invoice. */
  debits: boolean | null;
  quantite: number;
  /** The days and dwellings that the base comes from, with the base of each. */
  faits: readonly FaitFacture[];
}

/** The natures of the sums, received or called, on which a percentage fee is taken. */
export const NATURES_A_HONORAIRES: readonly NatureEcheance[] = [
  "loyer",
  "charges",
  "regularisation",
  "contribution",
  "solde_anterieur",
];

/** The sum that a ledger line adds to the base of the percentage fee (cloture/README §12.17), in cents. */
function dansLAssiette(ligne: LigneDuCompte, assiette: Assiette): Centimes {
  const { nature, reglement, journal, genre, montant } = ligne;
  if (nature === null || !NATURES_A_HONORAIRES.includes(nature)) return 0;
  if (assiette === "quittance_cc") return genre === "4671" && journal === "QT" ? montant : 0;
  if (assiette === "forfait" || (assiette === "encaisse_hc" && nature !== "loyer")) return 0;
  if (reglement && SUBROGES.includes(reglement.payeur)) return 0;
  return recu(ligne) ?? 0;
}

/**
 * The dwellings of the mandate let in a month; a dwelling that left the mandate counts if its rent of that month was
 * called.
 */
function louesEn({ dossiers, lignes }: DonneesDuCompte, mois: Mois): Set<number> {
  const appeles = new Set(
    lignes
      .filter(({ journal, date }) => journal === "QT" && moisDe(date) === mois)
      .map(({ DossierId }) => DossierId),
  );
  return new Set(
    dossiers
      .filter(
        ({ id, lie, dateEntree, dateSortie }) =>
          (lie || appeles.has(id)) &&
          moisDe(dateEntree) <= mois &&
          (dateSortie === null || moisDe(dateSortie) >= mois),
      )
      .map(({ AppartementId }) => AppartementId),
  );
}

/**
 * The fees of an owner's statement (cloture/README §12.17), in cents: the percentage fee, with one line for each rate
 * on the total of the sums that bear it, the fixed fees, and the other fees. A mandate that is not in the register
 * earns no fees (loi n° 70-9, art. 6; décret n° 72-678, art. 65).
 *
 * @returns `dus`: the fees to invoice; `rendus`: the fees given back; `corrige`: the numbers of the invoices
 * corrected
 */
export function honorairesDeGestion(donnees: DonneesDuCompte): {
  dus: HonoraireEtabli[];
  rendus: HonoraireEtabli[];
  corrige: string[];
} {
  const { conditions, lignes, franchise, mandat } = donnees;
  if (mandat.numero === NON_INSCRIT) return { dus: [], rendus: [], corrige: [] };
  type Groupe = {
    base: Centimes;
    taux: number;
    en: TauxEn;
    tva: number;
    franchise: boolean;
    debits: boolean | null;
    faits: FaitFacture[];
  };
  const lots = new Map(donnees.dossiers.map(({ id, AppartementId }) => [id, AppartementId]));
  const dus = new Map<string, Groupe>();
  const rendus = new Map<string, Groupe>();
  const corrige = new Set<string>();
  for (const ligne of lignes) {
    const compteRepris = ligne.reprise?.compte ?? null;
    const jour = ligne.journal === "QT" ? ligne.date : (ligne.reprise?.date ?? ligne.date);
    const conditionsDuJour = conditionsLe(conditions, jour, compteRepris?.valideLe);
    if (!conditionsDuJour || conditionsDuJour.tauxHonoraires === null) continue;
    const base = dansLAssiette(ligne, conditionsDuJour.assiette);
    if (base === 0) continue;
    const { tauxHonoraires: taux, tauxEn: en } = conditionsDuJour;
    const sansTva = compteRepris?.facture ? compteRepris.franchise : franchise;
    const tva = sansTva ? 0 : conditionsDuJour.tauxTva;
    const debits = compteRepris?.facture ? compteRepris.debits : null;
    const groupes = compteRepris ? rendus : dus;
    const cle = [taux, en, tva, sansTva, debits].join(" ");
    const groupe = groupes.get(cle) ?? {
      ...{ base: 0, taux, en, tva, franchise: sansTva, debits, faits: [] },
    };
    groupe.base += base;
    groupe.faits.push({ jour, base, AppartementId: lots.get(ligne.DossierId ?? 0) });
    groupes.set(cle, groupe);
    if (compteRepris?.facture) corrige.add(compteRepris.facture);
  }
  const etablis = (groupes: Map<string, Groupe>, libelle: string): HonoraireEtabli[] =>
    [...groupes.values()].map((groupe) => ({
      libelle,
      genre: "gestion",
      base: groupe.base,
      taux: groupe.taux,
      tauxTva: groupe.tva,
      franchise: groupe.franchise,
      debits: groupe.debits,
      quantite: 1,
      faits: groupe.faits,
      ...honoraires(groupe),
    }));
  const tous = [
    ...etablis(dus, "Honoraires de gestion"),
    ...forfaits(donnees),
    ...autres(donnees),
    ...etablis(rendus, "Honoraires rendus sur paiements annulés"),
  ];
  return {
    dus: tous.filter(({ ttc }) => ttc > 0),
    rendus: tous.filter(({ ttc }) => ttc < 0),
    corrige: [...corrige].toSorted(),
  };
}

/** The fixed fee of each let dwelling, once for each month that begins in the period. */
function forfaits(donnees: DonneesDuCompte): HonoraireEtabli[] {
  const { conditions, du, au, franchise } = donnees;
  const parTermes = new Map<ConditionsDuCompte, FaitFacture[]>();
  for (const mois of moisDeLaPeriode(du, au)) {
    if (premierJour(mois) < du) continue;
    const conditionsDuMois = conditionsLe(conditions, `${mois}-01`);
    if (conditionsDuMois?.assiette !== "forfait" || conditionsDuMois.forfait === null) continue;
    const faits = parTermes.get(conditionsDuMois) ?? [];
    for (const AppartementId of louesEn(donnees, mois))
      faits.push({ jour: premierJour(mois), base: 1, AppartementId });
    parTermes.set(conditionsDuMois, faits);
  }
  return [...parTermes].flatMap(([{ forfait, tauxEn, tauxTva }, faits]) => {
    const quantite = faits.reduce((total, { base }) => total + base, 0);
    if (quantite === 0 || !forfait) return [];
    const tva = franchise ? 0 : tauxTva;
    const base = forfait * quantite;
    const montants = tauxEn === "ttc" ? depuisTTC(base, tva) : depuisHT(base, tva);
    return [
      {
        libelle: "Honoraires de gestion, par logement loué et par mois",
        genre: "gestion",
        base: montants.ht,
        taux: null,
        tauxTva: tva,
        franchise,
        debits: null,
        quantite,
        faits,
        ...montants,
      },
    ];
  });
}

/**
 * The other fees of the mandate: for each statement, once a year, and on request (« sur demande ») when somebody
 * added the fee.
 */
function autres(donnees: DonneesDuCompte): HonoraireEtabli[] {
  const { conditions, au, dejaPris, franchise } = donnees;
  const conditionsFinales = conditionsLe(conditions, au);
  if (!conditionsFinales) return [];
  const tva = franchise ? 0 : conditionsFinales.tauxTva;
  const honoraire = (
    libelle: string,
    {
      montant,
      genre = "autres",
      AppartementId,
    }: {
      montant: Centimes;
      genre?: GenreHonoraire | undefined;
      AppartementId?: number | undefined;
    },
  ): HonoraireEtabli => {
    const montants = depuisTTC(montant, tva);
    return {
      libelle,
      genre,
      base: montants.ht,
      taux: null,
      tauxTva: tva,
      franchise,
      debits: null,
      quantite: 1,
      faits: [
        { jour: au, base: montants.ht, ...(AppartementId === undefined ? {} : { AppartementId }) },
      ],
      ...montants,
    };
  };
  return [
    ...conditionsFinales.autresHonoraires.flatMap(({ libelle, quand, ...prevu }) =>
      quand === "compte" || (quand === "annee" && !dejaPris.includes(libelle))
        ? [honoraire(libelle, prevu)]
        : [],
    ),
    ...fraisDuCompte(donnees).flatMap(({ libelle, precision, montant, genre, AppartementId }) =>
      montant === null
        ? []
        : [
            honoraire([libelle, precision].filter(Boolean).join(", "), {
              ...{ montant, genre, AppartementId: AppartementId ?? undefined },
            }),
          ],
    ),
  ];
}

/** The fees on request (« sur demande ») that the terms of the statement's last day allow, in cents with VAT. */
export const fraisPrevus = ({
  conditions,
  au,
}: Pick<DonneesDuCompte, "conditions" | "au">): AutreHonoraire[] => {
  const autresHonoraires = conditionsLe(conditions, au)?.autresHonoraires ?? [];
  const surDemande = autresHonoraires.filter(({ quand }) => quand === "demande");
  const noms = surDemande.map(({ libelle }) => libelle);
  return surDemande.filter(({ libelle }, rang) => noms.indexOf(libelle) === rang);
};

/**
 * The fees on request (« sur demande ») added to a statement, in cents with VAT; null: the terms no longer set the
 * fee.
 */
export const fraisDuCompte = (
  donnees: Pick<DonneesDuCompte, "conditions" | "au" | "frais">,
): (FraisDuCompte & { montant: Centimes | null; genre: GenreHonoraire | undefined })[] => {
  const prevus = new Map(fraisPrevus(donnees).map((prevu) => [prevu.libelle, prevu]));
  return donnees.frais.map((ajout) => {
    const prevu = prevus.get(ajout.libelle);
    return { ...ajout, montant: prevu?.montant ?? null, genre: prevu?.genre };
  });
};
