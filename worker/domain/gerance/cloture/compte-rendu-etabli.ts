import type { Jour, Mois } from "../../dates.ts";
import { type Euros, enEuros } from "../../montants.ts";
import { ordre } from "../../ordre.ts";
import type { Centimes } from "../livres/repartition.ts";
import { NATURES_EN_MOTS, type NatureEcheance, tenuePourLui } from "../locataires/imputation.ts";
import type { Payeur } from "../locataires/reglement.ts";
import type { ModeFonds } from "../mandats/mots-de-conditions.ts";
import { type Part, partsDe, partsDuFait } from "../mandats/parts.ts";
import type {
  ContenuCompteRendu,
  DepenseRendue,
  EncaissementRendu,
  FaitRendu,
  HonoraireRendu,
  SituationRendue,
} from "./compte-rendu.ts";
import {
  conditionsLe,
  type DonneesDuCompte,
  type DossierDuCompte,
  type LigneDuCompte,
  type MandantDuCompte,
  recu,
  sansArgent,
  somme,
} from "./donnees-du-compte.ts";
import { depuisTTC, type Montants } from "./honoraires.ts";
import { type HonoraireEtabli, honorairesDeGestion } from "./honoraires-du-compte.ts";
import { prendre, prendreHonoraires } from "./honoraires-pris.ts";
import {
  type FaitPartage,
  jourDesParts,
  type LignePartagee,
  type PartDHonoraire,
  type PartDuCompte,
  partagerLeCompte,
  repartirParFait,
} from "./parts-du-compte.ts";
import { porteLaTva, tvaDe } from "./tva-des-loyers.ts";

/** An invoice of fees (FH) or a credit note (AV) to make; cents. */
export interface FactureEtablie extends Montants {
  serie: "FH" | "AV";
  lignes: readonly HonoraireEtabli[];
  /** The numbers of the invoices that the credit note corrects; null without one. */
  corrige: string | null;
}

/** An owner's statement once worked out; cents, except in `contenu`, in euros. */
export interface CompteEtabli {
  contenu: ContenuCompteRendu;
  modeFonds: ModeFonds;
  encaissements: Centimes;
  /** The bills paid, and the premiums of the insurance against unpaid rents. */
  depenses: Centimes;
  /** The fees that the statement invoices. */
  honorairesTTC: Centimes;
  /**
   * The fees taken from the account: `avant`, of earlier statements; `dus`, of this statement; `rendus`, the fees
   * given back, below zero.
   */
  prelevement: { avant: Centimes; dus: Centimes; rendus: Centimes };
  /** The fees left due, to take from later funds; `dusDuCompte`: the fees among them that this statement invoices. */
  honorairesDus: Centimes;
  dusDuCompte: Centimes;
  provision: Centimes;
  solde: Centimes;
  reversement: Centimes;
  /** The part of each owner; null when nobody gave the shares. */
  parts: readonly PartDuCompte[] | null;
  factures: readonly FactureEtablie[];
}

/** The invoice of some lines, or an empty list without lines. */
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

const sansRien = ({ lignes, montant, garde }: PartDuCompte): boolean =>
  montant === 0 && garde === 0 && Object.values(lignes).every((ligne) => ligne === 0);

/** An owner's part as the statement stores it, in euros. */
const partRendue = ({ num, den, lignes, montant, garde }: PartDuCompte) => ({
  num,
  den,
  montant: enEuros(montant),
  lignes: Object.fromEntries(
    Object.entries(lignes).map(([ligne, montantDeLigne]) => [ligne, enEuros(montantDeLigne)]),
  ) as Record<LignePartagee, Euros>,
  garde: enEuros(garde),
});

/** The sums received that the statement shows, one row for each entry and month: rent, charges, other sums. */
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
    .toSorted(
      (encaissement, autre) =>
        ordre(encaissement.date, autre.date) || ordre(encaissement.lot, autre.lot),
    );
}

type PartRecue = {
  nature: NatureEcheance;
  montant: Centimes;
  libelle?: string | null;
  tauxTva?: number | null;
};

/**
 * The names of sums other than rent and charges; `assurance` is here the insurance that the owner takes out for the
 * tenant (locataires/README §12.28).
 */
const MOTS_DES_AUTRES: Readonly<Record<NatureEcheance, string>> = {
  ...NATURES_EN_MOTS,
  assurance: "Assurance pour le compte du locataire",
};

/** The words that name the sums other than rent and charges: the label of each sum, else the name of its nature. */
function objetDesAutres(parts: readonly PartRecue[]): Pick<EncaissementRendu, "objet"> {
  const libelles = parts.flatMap(({ nature, libelle }) =>
    nature === "loyer" || nature === "charges" ? [] : [libelle || MOTS_DES_AUTRES[nature]],
  );
  return libelles.length > 0 ? { objet: [...new Set(libelles)].join(", ") } : {};
}

/** The VAT within a sum received, at the rate of its receipt, or of the lease when the receipt has none. */
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

/**
 * The sums received by an entry, grouped by the months of rent that the entry settles; one group without a month when
 * the sums settled in these months do not add up to the sums received.
 */
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
  const natures = new Set(
    [...recues, ...dues].map(({ nature }) => nature).filter((nature) => !tenuePourLui(nature)),
  );
  const concordent = [...natures].every((nature) => total(recues, nature) === total(dues, nature));
  if (!concordent) return [[null, recues]];
  const admises = dues.filter(({ nature }) => !tenuePourLui(nature));
  return [...Map.groupBy(admises, ({ mois }) => mois)].toSorted(([moisDit], [autre]) =>
    ordre(moisDit, autre),
  );
}

/**
 * The sums called from each tenant, paid and still owed, without the sums held for him. `appele` is `resteDu −
 * soldeAnterieur + encaisse`: a debt given up lowers the sum called.
 */
function situation({ lignes, dossiers, precedent, restes, du, au }: DonneesDuCompte) {
  const appelees = lignes.filter(
    ({ genre, nature }) => genre === "4671" && (nature === null || !tenuePourLui(nature)),
  );
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
      ...revisionsDe(dossier, { du, au }),
    }),
  );
  return {
    situation: rendue.toSorted((lot, autre) => ordre(lot.lot, autre.lot)),
    appele: somme(rows, ({ appele }) => appele),
    reste: somme(rows, ({ resteDu }) => Math.max(0, resteDu)),
  };
}

/** The revisions of a rent that took effect in the period; an empty object without any. */
function revisionsDe({ revisions }: DossierDuCompte, { du, au }: { du: Jour; au: Jour }) {
  const revisionsDuMois = revisions.filter(({ le }) => le >= du && le <= au);
  return revisionsDuMois.length === 0
    ? {}
    : {
        revisions: revisionsDuMois.map(({ le, avant, apres }) => ({
          ...{ le, avant: enEuros(avant), apres: enEuros(apres) },
        })),
      };
}

/** The owners who commission the mandate today; when none does, every owner named by its terms. */
export function mandantsActuels<Un extends Pick<MandantDuCompte, "lie">>(
  mandants: readonly Un[],
): readonly Un[] {
  const lies = mandants.filter(({ lie }) => lie);
  return lies.length > 0 ? lies : mandants;
}

const idsDesMandants = ({ mandants }: DonneesDuCompte): number[] =>
  mandantsActuels(mandants).map(({ ClientId }) => ClientId);

/** The shares of the owners on a day; null when nobody gave them. */
const partsLe = (donnees: DonneesDuCompte, jour: Jour): readonly Part[] | null =>
  partsDe(conditionsLe(donnees.conditions, jour)?.parts ?? [], idsDesMandants(donnees));

/** The shares that divide a sum of this day, by {@link partsDuFait}; null when nobody gave any shares. */
const partsDuJour = (donnees: DonneesDuCompte, jour: Jour): readonly Part[] | null =>
  partsDuFait(donnees.conditions, jour, idsDesMandants(donnees));

/** The line of the summary to which a movement of the owner's account (4670) is added. */
function ligneDeSynthese(ligne: LigneDuCompte): LignePartagee {
  if (ligne.journal === "AN") return "soldePrecedent";
  if (ligne.journal === "DEP") return assurance(ligne) ? "assuranceLoyers" : "depenses";
  return recu(ligne) === null ? "autresMouvements" : "encaissements";
}

const assurance = ({ depense }: LigneDuCompte): boolean => depense?.nature === "assurance_loyers";

/** A fee split by the days and the dwellings that it comes from. */
const honoraireParFait = (donnees: DonneesDuCompte, { ttc, faits }: HonoraireEtabli) =>
  repartirParFait(ttc, faits, (jour) => partsDuJour(donnees, jour));

const faitRendu = ({ montant, ...fait }: PartDHonoraire): FaitRendu => ({
  ...fait,
  ttc: enEuros(montant),
});

/** The fees that earlier statements left due, split by their days and dwellings. */
export function honorairesAnterieurs({
  honorairesDus,
  precedent,
  au,
}: Pick<DonneesDuCompte, "honorairesDus" | "au"> & {
  precedent: Pick<DonneesDuCompte["precedent"], "au" | "honorairesLaisses">;
}): PartDHonoraire[] {
  const { honorairesLaisses } = precedent;
  if (honorairesDus === 0) return [];
  if (honorairesDus < 0 || honorairesLaisses.length === 0)
    return [{ jour: precedent.au ?? au, montant: honorairesDus }];
  const reglesDepuis = somme(honorairesLaisses, ({ montant }) => montant) - honorairesDus;
  if (reglesDepuis >= 0) return prendre(reglesDepuis, honorairesLaisses).laissees;
  return [{ jour: precedent.au ?? au, montant: 0 - reglesDepuis }, ...honorairesLaisses];
}

/**
 * The part of each owner in a statement (reversements/README §12.18); cents.
 *
 * @param honorairesPris the fees taken from the account, split by their days and dwellings
 * @returns null when nobody gave the shares
 */
export function partsDuCompte(
  donnees: DonneesDuCompte,
  { honorairesPris, provision }: { honorairesPris: readonly PartDHonoraire[]; provision: Centimes },
): PartDuCompte[] | null {
  const { au, lignes, mandants, precedent, reserves } = donnees;
  const finales = partsLe(donnees, au);
  if (!finales) return null;
  const connus = new Set(mandants.map(({ ClientId }) => ClientId));
  const gardes = new Map([...(precedent.gardes ?? [])].filter(([id]) => connus.has(id)));
  const dit = [...gardes.values()].reduce((total, garde) => total + garde, 0);
  const faits: FaitPartage[] = [
    {
      ligne: "soldePrecedent",
      jour: precedent.gardes ? au : (precedent.au ?? au),
      montant: precedent.solde - dit,
    },
    ...lignes
      .filter(({ genre }) => genre === "4670")
      .map((ligne) => ({
        ligne: ligneDeSynthese(ligne),
        jour: jourDesParts(ligne),
        montant: ligne.montant,
      })),
    ...honorairesPris.map(({ jour, montant }) => ({
      ligne: "honoraires" as const,
      jour,
      montant: 0 - montant,
    })),
  ];
  return partagerLeCompte({
    faits,
    gardes,
    finales,
    partsLe: (jour) => partsDuJour(donnees, jour) ?? finales,
    provision,
    reserves,
  });
}

/** The fees that a statement takes from the money held, and the fees that it leaves due (cloture/README §12.17). */
function honorairesDuCompte(
  donnees: DonneesDuCompte,
  { dus, rendus }: Record<"dus" | "rendus", readonly HonoraireEtabli[]>,
  avantHonoraires: Centimes,
) {
  const parFait = (honoraires: readonly HonoraireEtabli[]) =>
    honoraires.flatMap((honoraire) => honoraireParFait(donnees, honoraire));
  const { avant = [], deja = [] } = Object.groupBy(honorairesAnterieurs(donnees), ({ montant }) =>
    montant < 0 ? "deja" : "avant",
  );
  const prise = prendreHonoraires({
    disponible: avantHonoraires - donnees.sorties,
    avant,
    dus: parFait(dus),
    rendus: [...parFait(rendus), ...deja],
  });
  const total = (parts: readonly PartDHonoraire[]) => somme(parts, ({ montant }) => montant);
  const preleves = total(prise.pris.filter(({ montant }) => montant > 0));
  const surAvant = Math.min(preleves, total(avant));
  return {
    ...prise,
    prelevement: {
      avant: surAvant,
      dus: preleves - surAvant,
      rendus: total(prise.pris) - preleves,
    },
    honorairesDus: total(prise.laisses),
    dusDuCompte: total(prise.laisses) - total(avant) + surAvant,
  };
}

/**
 * Works out an owner's statement for a period from the books (cloture/README §12.17): the former balance, the
 * movements, the fees, the sum kept and the sum paid to each owner.
 *
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
  const avantHonoraires =
    soldePrecedent + encaissements + autresMouvements - depensesSeules - assuranceLoyers;
  const preleves = modeFonds === "agence" ? { dus, rendus } : { dus: [], rendus: [] };
  const honorairesPris = honorairesDuCompte(donnees, preleves, avantHonoraires);
  const { prelevement, pris } = honorairesPris;
  const solde = avantHonoraires - somme(pris, ({ montant }) => montant);
  const parts = partsDuCompte(donnees, { honorairesPris: pris, provision });
  const reversement = parts
    ? somme(parts, ({ montant }) => montant)
    : Math.max(0, solde - provision - reserves);
  const { situation: locative, appele, reste } = situation(donnees);
  const partDe = (ClientId: number) => parts?.find((part) => part.ClientId === ClientId);
  const { mandat, mois, du, editeLe } = donnees;
  return {
    modeFonds,
    encaissements,
    depenses: depensesSeules + assuranceLoyers,
    honorairesTTC,
    prelevement,
    honorairesDus: honorairesPris.honorairesDus,
    dusDuCompte: honorairesPris.dusDuCompte,
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
        const part = partDe(ClientId);
        if (!part)
          return parts ? [] : [{ ClientId, nom, adresse, num: 0, den: 1, montant: 0, iban }];
        if (part.num === 0 && sansRien(part)) return [];
        return [{ ClientId, nom, adresse, ...partRendue(part), iban }];
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
      detailDepenses: detailDesDepenses(depensees),
      detailHonoraires: [...dus, ...rendus].map((honoraire) => ({
        ...honoraireRendu(honoraire),
        faits: honoraireParFait(donnees, honoraire).map(faitRendu),
      })),
      honorairesAnterieurs: enEuros(donnees.honorairesDus),
      honorairesPris: pris.map(faitRendu),
      honorairesLaisses: honorairesPris.laisses.map(faitRendu),
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

/**
 * The bills paid, one per row; the parts of one bill of a building that several dwellings of the mandate bear are a
 * single row (charges/README §16.2).
 */
function detailDesDepenses(depensees: readonly LigneDuCompte[]): DepenseRendue[] {
  const ensemble = Map.groupBy(depensees, ({ id, date, montant, depense }) =>
    depense?.immeuble
      ? `${depense.immeuble.DepenseImmeubleId} ${date} ${Math.sign(montant)}`
      : `ligne ${id}`,
  );
  return [...ensemble.values()].flatMap((parts) => {
    const [premiere] = parts;
    if (!premiere) return [];
    const { date, libelle, piece, depense } = premiere;
    const total = somme(parts, ({ montant }) => 0 - montant);
    const { ht, tva, ttc } = depuisTTC(total, depense?.tauxTva ?? 0);
    const nom = depense?.libelle ?? libelle;
    return [
      {
        date,
        IntendanceId: depense?.IntendanceId ?? null,
        fournisseur: depense?.fournisseur ?? "",
        libelle: parts.length > 1 ? `${nom} (${parts.length} lots)` : nom,
        lot: (parts.length > 1 ? depense?.immeuble?.nom : depense?.lot) ?? "",
        nature: depense?.nature ?? null,
        ht: enEuros(ht),
        tva: enEuros(tva),
        ttc: enEuros(ttc),
        recuperable: depense?.recuperable ?? false,
        piece: depense?.piece ?? piece,
      },
    ];
  });
}
