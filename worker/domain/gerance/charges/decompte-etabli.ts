import type { Compteur } from "../../biens/index-des-compteurs.ts";
import { dateRelocation } from "../../biens/logement.ts";
import { type Jour, type Mois, moisDeLaPeriode, nombreDeJours, plusTot } from "../../dates.ts";
import { RECUPERABLES } from "../../missions/natures-de-depense.ts";
import { enEuros } from "../../montants.ts";
import { finDuLoyer } from "../../quittances/jours-de-loyer.ts";
import type { Centimes } from "../livres/repartition.ts";
import { horsMandat, MANDAT_TERMINE } from "../mandats/fin-de-mandat.ts";
import { avertissementsDe } from "./avertissements.ts";
import { type Consommation, consommationDuBail } from "./compteurs.ts";
import { ecartDuRectificatif } from "./decompte-envoye.ts";
import type { DecompteDeCharges } from "./decompte-lu.ts";
import type { DonneesDeCharges } from "./donnees-du-decompte.ts";
import { anneeDeLExercice, exerciceEnMots, joursDeLExercice } from "./exercice.ts";
import { type ChargesDuBail, type ChargesDuLogement, chargesDuLogement } from "./partage.ts";
import { provisionProposee } from "./provision.ts";
import { attenteDe, refusDEnvoi } from "./refus-de-decompte.ts";
import { exigibiliteProposee } from "./solde-a-payer.ts";

/**
 * Works out the charges statement of a lease for a year (art. 23 of loi n° 89-462; charges/README §12.21).
 *
 * @param donnees cents
 * @returns the statement in euros, or a French sentence that says why there is none
 */
export function decompteDeCharges(
  donnees: DonneesDeCharges,
  today: Jour,
): DecompteDeCharges | string {
  const { exercice, DossierId, baux, depenses, releves, appelee, envoye = null } = donnees;
  // Staff give the provisions called outside this product only once; later, the last statement sent gives them.
  const ailleurs = donnees.ailleurs ?? envoye?.fige.ailleurs ?? null;
  const { annee = anneeDeLExercice(exercice) } = donnees;
  if (baux.some(({ id, mode }) => id === DossierId && mode === "forfait")) {
    return "Les charges de ce bail sont un forfait : elles ne se régularisent pas.";
  }
  const charges = chargesDuLogement(exercice, { baux, depenses, ...(releves && { releves }) });
  const chargesDuBail = charges.baux.find(({ bail }) => bail.id === DossierId);
  if (!chargesDuBail) return `Ce bail ne court aucun jour de ${exerciceEnMots(exercice)}.`;
  const { bail, du, au, jours, parts, total } = chargesDuBail;
  const solde = chargesDuBail.solde - (ailleurs ?? 0);
  const estimes = new Set(charges.natures.flatMap(({ indexEstimes }) => indexEstimes));
  const manquants = moisManquants(donnees, chargesDuBail, today);
  const attente = attenteDe({ ...donnees, ailleurs }, manquants, today);
  const refait = { total, provisions: bail.provisions, ailleurs };
  const ecart = envoye && attente === null ? ecartDuRectificatif(envoye.fige, refait) : null;
  const finLe = finDuLoyer({ ...bail, dateRelocation: dateRelocation(bail, baux) });
  const auPlusTot = exigibiliteProposee(donnees.arriveLe ?? today);
  const termine = (somme: Centimes) =>
    somme > 0 && horsMandat(auPlusTot, donnees.finDuMandat ?? null) ? MANDAT_TERMINE : null;
  return {
    DossierId,
    annee,
    exercice,
    du,
    au,
    jours,
    joursDeLAnnee: joursDeLExercice(exercice),
    partage: jours < nombreDeJours(du, au),
    mode: bail.mode === "periodique" ? "periodique" : "provisions",
    lignes: charges.natures.map(({ code, compteur, depenses: payees, recuperable }, rang) => ({
      code,
      libelle: RECUPERABLES[code].libelle,
      compteur,
      depenses: enEuros(payees),
      recuperable: enEuros(recuperable),
      montant: enEuros(parts[rang] ?? 0),
    })),
    consommations: consommations(donnees, charges.natures, { du, au }),
    depenses: depenses.map(({ compteur: _, periode: _periode, calcul = null, ...depense }) => ({
      ...depense,
      montant: enEuros(depense.montant),
      calcul,
    })),
    recuperable: enEuros(charges.natures.reduce((somme, nature) => somme + nature.recuperable, 0)),
    total: enEuros(total),
    provisions: enEuros(bail.provisions + (ailleurs ?? 0)),
    manquants,
    ailleurs: ailleurs === null ? null : enEuros(ailleurs),
    solde: enEuros(solde),
    appelee: appelee && { ...appelee, montant: enEuros(appelee.montant) },
    exigibleLe: appelee?.exigibleLe ?? auPlusTot,
    projet: appelee === null && attente !== null,
    refusEnvoi:
      refusDEnvoi({ ...donnees, envoye, annee, attente, ecart }) ?? termine(ecart ?? solde),
    envoi: envoye && sansFiges(envoye),
    ecart: ecart === null ? null : enEuros(ecart),
    provision: attente === null ? provisionDe(donnees, { charges, chargesDuBail, finLe }) : null,
    finLe,
    avertissements: avertissementsDe(
      { ...donnees, ailleurs },
      { solde, manquants, ecart, estimes: [...estimes] },
      today,
    ),
  };
}

interface ChargesConnues {
  charges: ChargesDuLogement;
  chargesDuBail: ChargesDuBail;
  finLe: Jour | null;
}

/**
 * The provision that a whole year of charges justifies. Null without provisions, for a shorter year, or when the
 * lease ends before a new provision begins.
 */
function provisionDe(
  { exercice, provision }: DonneesDeCharges,
  { charges, chargesDuBail, finLe }: ChargesConnues,
): DecompteDeCharges["provision"] {
  if (!provision || chargesDuBail.bail.mode !== "provisions" || joursDeLExercice(exercice) < 365)
    return null;
  if (finLe !== null && provision.depuis > finLe) return null;
  return {
    depuis: provision.depuis,
    actuelle: enEuros(provision.actuelle),
    proposee: enEuros(provisionProposee(charges, chargesDuBail, exercice)),
  };
}

const consommations = (
  { releves = [] }: DonneesDeCharges,
  natures: readonly { compteur: Compteur | null }[],
  jours: { du: Jour; au: Jour },
): Consommation[] =>
  [...new Set(natures.flatMap(({ compteur }) => compteur ?? []))].map((compteur) => {
    const { quantite, index } = consommationDuBail(releves, compteur, jours);
    return {
      compteur,
      quantite: quantite / 1_000,
      index: index && { debut: index.debut / 1_000, fin: index.fin / 1_000 },
    };
  });

const sansFiges = ({ fige: _, ...envoi }: NonNullable<DonneesDeCharges["envoye"]>) => envoi;

/** The months of a lease whose provision was not called in this product: it was called elsewhere, or forgotten. */
function moisManquants(
  { provisionnee, moisAppeles }: DonneesDeCharges,
  { bail, du, au }: ChargesDuBail,
  today: Jour,
): Mois[] {
  if (bail.mode !== "provisions" || !provisionnee) return [];
  return moisDeLaPeriode(du, plusTot(au, today)).filter((mois) => !moisAppeles.includes(mois));
}
