import type { Jour, Mois } from "../../dates.ts";
import { enEuros } from "../../montants.ts";
import { ordre } from "../../ordre.ts";
import { type Centimes, repartir } from "../livres/repartition.ts";
import type { NatureEcheance } from "../locataires/imputation.ts";
import type { Payeur } from "../locataires/reglement.ts";
import type { ModeFonds } from "../mandats/mots-de-conditions.ts";
import { denominateurCommun, type Part, partsDe } from "../mandats/parts.ts";
import type {
  ContenuCompteRendu,
  EncaissementRendu,
  HonoraireRendu,
  SituationRendue,
} from "./compte-rendu.ts";
import {
  conditionsLe,
  type DonneesDuCompte,
  type LigneDuCompte,
  type MandantDuCompte,
  recu,
  sansArgent,
  somme,
} from "./donnees-du-compte.ts";
import { depuisTTC, type Montants } from "./honoraires.ts";
import { type HonoraireEtabli, honorairesDeGestion } from "./honoraires-du-compte.ts";
import { porteLaTva, tvaDe } from "./tva-des-loyers.ts";

/** An invoice of fees to make, or the credit note for some of them; cents. */
export interface FactureEtablie extends Montants {
  serie: "FH" | "AV";
  lignes: readonly HonoraireEtabli[];
  /** The numbers of the invoices that a credit note corrects. */
  corrige: string | null;
}

/** An account worked out; cents, except in the content of its paper. */
export interface CompteEtabli {
  contenu: ContenuCompteRendu;
  modeFonds: ModeFonds;
  encaissements: Centimes;
  /** Expenses, with the premiums of the insurance of unpaid rents. */
  depenses: Centimes;
  honorairesTTC: Centimes;
  provision: Centimes;
  solde: Centimes;
  reversement: Centimes;
  /** Null: nobody said the shares. */
  parts: readonly (Part & { montant: Centimes })[] | null;
  factures: readonly FactureEtablie[];
}

/** An invoice of these lines; none when there is no line. */
function facture(
  serie: FactureEtablie["serie"],
  lignes: readonly HonoraireEtabli[],
  corrige: readonly string[] = [],
): FactureEtablie[] {
  const ttc = somme(lignes, (ligne) => ligne.ttc);
  if (lignes.length === 0) return [];
  const [ht, tva] = [somme(lignes, (ligne) => ligne.ht), somme(lignes, (ligne) => ligne.tva)];
  return [{ serie, lignes, ht, tva, ttc, corrige: corrige.join(", ") || null }];
}

/** A fee told or given back, as the paper shows it. */
const honoraireRendu = ({
  libelle,
  base,
  taux,
  tauxTva,
  ht,
  tva,
  ttc,
}: HonoraireEtabli): HonoraireRendu => ({
  libelle,
  base: enEuros(base),
  taux,
  ht: enEuros(ht),
  tauxTva,
  tva: enEuros(tva),
  ttc: enEuros(ttc),
});

/** Each sum received, by entry and month: the rent, the charges, the rest. */
function detailDesEncaissements({ lignes, dossiers, du }: DonneesDuCompte): EncaissementRendu[] {
  const parDossier = new Map(dossiers.map((dossier) => [dossier.id, dossier]));
  const parEcriture = Map.groupBy(
    lignes.filter((ligne) => recu(ligne) !== null),
    ({ EcritureId }) => EcritureId,
  );
  return [...parEcriture.values()]
    .flatMap((lignesDeLEcriture) =>
      parMois(lignesDeLEcriture).map(([mois, parts]): EncaissementRendu => {
        const [{ date, DossierId, reglement, piece, reprise }] = lignesDeLEcriture as [
          LigneDuCompte,
        ];
        const dossier = DossierId === null ? undefined : parDossier.get(DossierId);
        const de = (admise: (nature: NatureEcheance) => boolean) =>
          somme(
            parts.filter(({ nature }) => admise(nature)),
            ({ montant }) => montant,
          );
        const loyer = de((nature) => nature === "loyer");
        const charges = de((nature) => nature === "charges");
        const total = de(() => true);
        return {
          date,
          AppartementId: dossier?.AppartementId ?? null,
          DossierId,
          lot: dossier?.lot ?? "",
          locataire: dossier?.locataire ?? "",
          payeur: reglement?.payeur ?? null,
          mode: reglement?.mode ?? null,
          mois,
          loyer: enEuros(loyer),
          charges: enEuros(charges),
          autres: enEuros(total - loyer - charges),
          ...objetDesAutres(parts),
          total: enEuros(total),
          ...tvaRecue(parts, reglement?.payeur ?? null, dossier?.tauxTva ?? null),
          piece,
          regularisation: date < du || (reprise?.compte ?? null) !== null,
        };
      }),
    )
    .toSorted((un, autre) => ordre(un.date, autre.date) || ordre(un.lot, autre.lot));
}

type PartRecue = {
  nature: NatureEcheance;
  montant: Centimes;
  libelle?: string | null;
  tauxTva?: number | null;
};

/** The words of what is neither rent nor charges. */
function objetDesAutres(parts: readonly PartRecue[]): Pick<EncaissementRendu, "objet"> {
  const libelles = parts.flatMap(({ nature, libelle }) =>
    nature !== "loyer" && nature !== "charges" && libelle ? [libelle] : [],
  );
  return libelles.length > 0 ? { objet: [...new Set(libelles)].join(", ") } : {};
}

/** The VAT within a sum received, as its receipt has it, else the lease. */
function tvaRecue(
  parts: readonly PartRecue[],
  payeur: Payeur | null,
  duBail: number | null,
): Pick<EncaissementRendu, "tva"> {
  const soumises = parts.filter(({ nature }) => porteLaTva(nature, payeur));
  const taux = soumises.find(({ tauxTva }) => typeof tauxTva === "number")?.tauxTva ?? duBail;
  if (taux === null || soumises.length === 0) return {};
  const ttc = somme(soumises, ({ montant }) => montant);
  return { tva: { taux, ttc: enEuros(ttc), montant: enEuros(tvaDe(ttc, taux)) } };
}

/** The parts of an entry's receipts by month; in one group where its months are unknown. */
function parMois(lignes: readonly LigneDuCompte[]): [Mois | null, PartRecue[]][] {
  const recues = lignes.flatMap((ligne): PartRecue[] => {
    const montant = recu(ligne);
    return montant === null || ligne.nature === null ? [] : [{ nature: ligne.nature, montant }];
  });
  const [premiere] = lignes;
  const sens = somme(recues, ({ montant }) => montant) < 0 ? -1 : 1;
  const dues = (premiere?.imputations ?? []).map((imputation) => ({
    ...imputation,
    montant: imputation.montant * sens,
  }));
  const total = (parts: readonly PartRecue[], nature: NatureEcheance) =>
    somme(
      parts.filter((part) => part.nature === nature),
      ({ montant }) => montant,
    );
  const natures = new Set([...recues, ...dues].map(({ nature }) => nature));
  natures.delete("depot");
  const concordent = [...natures].every((nature) => total(recues, nature) === total(dues, nature));
  if (!concordent) return [[null, recues]];
  const admises = dues.filter(({ nature }) => nature !== "depot");
  return [...Map.groupBy(admises, ({ mois }) => mois)].toSorted(([un], [autre]) =>
    ordre(un, autre),
  );
}

/**
 * The sums that each tenant was asked for, paid and owes, without deposits nor debts that were given up. The sum asked
 * for is the difference between the account before and the debt now.
 */
function situation({ lignes, dossiers, precedent, restes, du, au }: DonneesDuCompte) {
  const appelees = lignes.filter(({ genre, nature }) => genre === "4671" && nature !== "depot");
  const parDossier = Map.groupBy(appelees, ({ DossierId }) => DossierId);
  const rows = dossiers.flatMap((dossier) => {
    const lignesDuDossier = parDossier.get(dossier.id) ?? [];
    const de = (lesquelles: (ligne: LigneDuCompte) => boolean) =>
      somme(lignesDuDossier.filter(lesquelles), ({ montant }) => montant);
    const repris = de(({ journal }) => journal === "AN");
    const soldeAnterieur = (precedent.restes.get(dossier.id) ?? 0) + repris;
    const encaisse = 0 - de(({ reglement }) => reglement !== null && !sansArgent(reglement.mode));
    const resteDu = restes.get(dossier.id) ?? 0;
    const appele = resteDu - soldeAnterieur + encaisse;
    const occupe =
      dossier.dateEntree <= au && (dossier.dateSortie === null || dossier.dateSortie >= du);
    const mouvements = [soldeAnterieur, appele, encaisse, resteDu];
    if (!occupe && mouvements.every((montant) => montant === 0)) return [];
    return [{ dossier, appele, soldeAnterieur, encaisse, resteDu }];
  });
  const rendue = rows.map(
    ({ dossier, appele, soldeAnterieur, encaisse, resteDu }): SituationRendue => ({
      AppartementId: dossier.AppartementId,
      DossierId: dossier.id,
      lot: dossier.lot,
      locataire: dossier.locataire,
      appele: enEuros(appele),
      soldeAnterieur: enEuros(soldeAnterieur),
      encaisse: enEuros(encaisse),
      resteDu: enEuros(resteDu),
      action: resteDu > 0 ? dossier.action : null,
    }),
  );
  return {
    situation: rendue.toSorted((un, autre) => ordre(un.lot, autre.lot)),
    appele: somme(rows, ({ appele }) => appele),
    reste: somme(rows, ({ resteDu }) => Math.max(0, resteDu)),
  };
}

/** The owners who commission the mandate now; where there is none, all those whom its terms ever named. */
export function mandantsActuels<Un extends Pick<MandantDuCompte, "lie">>(
  mandants: readonly Un[],
): readonly Un[] {
  const lies = mandants.filter(({ lie }) => lie);
  return lies.length > 0 ? lies : mandants;
}

/** The shares on a day; null: nobody said them. */
const partsLe = ({ conditions, mandants }: DonneesDuCompte, jour: Jour): readonly Part[] | null =>
  partsDe(
    conditionsLe(conditions, jour)?.parts ?? [],
    mandantsActuels(mandants).map(({ ClientId }) => ClientId),
  );

/**
 * Shares what an account pays over (reversements/README §12.18): each movement by the shares of its day, all the rest
 * by those of the last day; to the cent by the largest remainders. Whoever would owe has nothing, and the others share
 * what there is.
 * @param montant cents, zero or more
 * @returns null where nobody said the shares
 */
export function partager(
  donnees: DonneesDuCompte,
  montant: Centimes,
): (Part & { montant: Centimes })[] | null {
  const finales = partsLe(donnees, donnees.au);
  if (!finales) return null;
  const mouvements = donnees.lignes.filter(
    ({ genre, journal }) => genre === "4670" && journal !== "AN",
  );
  const regimes = Map.groupBy(mouvements, ({ date }) => partsLe(donnees, date) ?? finales);
  const partages = [...regimes].map(([parts, lignes]) => ({
    parts,
    montant: somme(lignes, (ligne) => ligne.montant),
  }));
  const reste = montant - somme(partages, (part) => part.montant);
  const toutes = [...partages, { parts: finales, montant: reste }];
  const den = denominateurCommun(toutes.flatMap(({ parts }) => parts));
  const exactes = new Map<number, bigint>(finales.map(({ ClientId }) => [ClientId, 0n]));
  for (const { parts, montant: commun } of toutes) {
    for (const { ClientId, num, den: sien } of parts) {
      const part = BigInt(commun) * BigInt(num) * (den / BigInt(sien));
      exactes.set(ClientId, (exactes.get(ClientId) ?? 0n) + part);
    }
  }
  const clients = [...exactes.keys()];
  const poids = clients.map((ClientId) => {
    const exacte = exactes.get(ClientId) ?? 0n;
    return exacte > 0n ? exacte : 0n;
  });
  const montants = repartir(montant, poids);
  return clients.map((ClientId, rang) => {
    const part = finales.find((quotite) => quotite.ClientId === ClientId);
    const { num, den: denominateur } = part ?? { num: 0, den: 1 };
    return { ClientId, num, den: denominateur, montant: montants[rang] ?? 0 };
  });
}

/**
 * Works out the account of a mandate for a period from its books (cloture/README §12.17): what it was before, what came
 * and went since, its fees, what stays and what goes to each owner.
 * @param donnees cents; see {@link DonneesDuCompte}
 */
export function etablir(donnees: DonneesDuCompte): CompteEtabli {
  const { lignes, mandants, conditions, au, precedent, reserves } = donnees;
  const termes = conditionsLe(conditions, au);
  const modeFonds = termes?.modeFonds ?? "proprietaire";
  const provision = termes?.provision ?? 0;
  const duMandant = lignes.filter(({ genre }) => genre === "4670");
  const reprises = somme(
    duMandant.filter(({ journal }) => journal === "AN"),
    ({ montant }) => montant,
  );
  const soldePrecedent = precedent.solde + reprises;
  const depensees = duMandant.filter(({ journal }) => journal === "DEP");
  const assurance = ({ depense }: LigneDuCompte) => depense?.nature === "assurance_loyers";
  const assuranceLoyers = 0 - somme(depensees.filter(assurance), ({ montant }) => montant);
  const depensesSeules =
    0 -
    somme(
      depensees.filter((ligne) => !assurance(ligne)),
      ({ montant }) => montant,
    );
  const encaissements = somme(
    duMandant.filter(({ journal }) => journal !== "DEP" && journal !== "AN"),
    (ligne) => recu(ligne) ?? 0,
  );
  const autresLignes = duMandant.filter(
    (ligne) => ligne.journal !== "DEP" && ligne.journal !== "AN" && recu(ligne) === null,
  );
  const autresMouvements = somme(autresLignes, ({ montant }) => montant);
  const loyersRecus = somme(
    lignes.filter(({ genre }) => genre === "4671"),
    (ligne) => recu(ligne) ?? 0,
  );
  const { dus, rendus, corrige } = honorairesDeGestion(donnees);
  const factures = [...facture("FH", dus), ...facture("AV", rendus, corrige)];
  const honorairesTTC = somme(factures, ({ ttc }) => ttc);
  const solde =
    soldePrecedent +
    encaissements +
    autresMouvements -
    depensesSeules -
    assuranceLoyers -
    (modeFonds === "agence" ? honorairesTTC : 0);
  const reversement = Math.max(0, solde - provision - reserves);
  const parts = partager(donnees, reversement);
  const { situation: locative, appele, reste } = situation(donnees);
  const montantDe = (ClientId: number) =>
    parts?.find((part) => part.ClientId === ClientId) ?? { num: 0, den: 1, montant: 0 };
  const { mandat, mois, du, editeLe } = donnees;
  return {
    modeFonds,
    encaissements,
    depenses: depensesSeules + assuranceLoyers,
    honorairesTTC,
    provision,
    solde,
    reversement,
    parts,
    factures,
    contenu: {
      numero: `${mois} / ${mandat.numero}`,
      mandat,
      modeFonds,
      du,
      au,
      editeLe,
      mandants: mandants.flatMap(({ ClientId, nom, adresse, iban }) => {
        const { num, den, montant } = montantDe(ClientId);
        if (parts && num === 0 && montant === 0) return [];
        return { ClientId, nom, adresse, num, den, montant: enEuros(montant), iban };
      }),
      soldePrecedent: enEuros(soldePrecedent),
      encaissements: enEuros(encaissements),
      honorairesTTC: enEuros(honorairesTTC),
      assuranceLoyers: enEuros(assuranceLoyers),
      depenses: enEuros(depensesSeules),
      autresMouvements: enEuros(autresMouvements),
      solde: enEuros(solde),
      provision: enEuros(provision),
      reserves: enEuros(reserves),
      reversement: enEuros(reversement),
      loyersAppeles: enEuros(appele),
      loyersRecus: enEuros(loyersRecus),
      loyersNonConfirmes: enEuros(modeFonds === "proprietaire" ? reste : 0),
      depotsDetenus: enEuros(donnees.depots),
      situation: locative,
      detailEncaissements: detailDesEncaissements(donnees),
      detailDepenses: depensees.map(({ date, montant, libelle, piece, depense }) => {
        const { ht, tva, ttc } = depuisTTC(0 - montant, depense?.tauxTva ?? 0);
        return {
          date,
          IntendanceId: depense?.IntendanceId ?? null,
          fournisseur: depense?.fournisseur ?? "",
          libelle: depense?.libelle ?? libelle,
          lot: depense?.lot ?? "",
          nature: depense?.nature ?? null,
          ht: enEuros(ht),
          tva: enEuros(tva),
          ttc: enEuros(ttc),
          recuperable: depense?.recuperable ?? false,
          piece: depense?.piece ?? piece,
        };
      }),
      detailHonoraires: [...dus, ...rendus].map(honoraireRendu),
      detailAutres: autresLignes.map(({ date, libelle, montant }) => ({
        date,
        libelle,
        montant: enEuros(montant),
      })),
      echeances: donnees.echeances,
      jourReversement: termes?.jourReversement ?? 10,
    },
  };
}
