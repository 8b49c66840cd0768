import { parution } from "../bail/irl.ts";
import {
  ajouterJours,
  ajouterMois,
  dansMois,
  dernierJour,
  formatJour,
  type Jour,
  moisDe,
  plusTot,
} from "../dates.ts";
import { anneeCivileDe, exerciceCivil, nomDExercice } from "../gerance/charges/exercice.ts";
import type { Centimes } from "../gerance/livres/repartition.ts";
import { dernierJourExigible } from "../gerance/locataires/prescription.ts";
import type { Alerte } from "../gerance/relances/alertes.ts";
import { type EnvoiDeDemande, motsDeLArret } from "../gerance/revisions/acheminement.ts";
import { ouvertureDe, renoncementDe } from "../gerance/revisions/anniversaires.ts";
import { manquantEnMots, type TrimestreManquant } from "../gerance/revisions/indices.ts";
import type { EtatRevision } from "../gerance/revisions/revision-lue.ts";
import { enEuros, formatEuros } from "../montants.ts";
import type { EcheanceSuivie, GenreSuivi } from "./suivi.ts";

/** The revision of one anniversary of a lease, with its state (revisions/README §15.6). */
export interface FaitsDeRevisionSuivie {
  /** The id of the dossier. */
  id: number;
  anniversaire: Jour;
  etat: EtatRevision | null;
}

const A_FAIRE: Partial<Record<EtatRevision, string>> = {
  a_notifier: "Demander la révision du loyer",
  accord_a_demander: "Demander au propriétaire son accord, pour réviser le loyer",
  accord_demande: "Relancer le propriétaire : son accord est attendu pour réviser le loyer",
  classe_a_saisir: "Saisir la classe énergie, pour réviser le loyer",
  classe_a_confirmer: "Confirmer la classe énergie, pour réviser le loyer",
  indice_a_completer: "Compléter le trimestre de l’indice du dossier, pour réviser le loyer",
};

/** The deadline of a rent revision still to do, shown until the right to the revision of that year is lost. */
export function echeancesDeRevision({
  id,
  anniversaire,
  etat,
}: FaitsDeRevisionSuivie): EcheanceSuivie[] {
  const quoi = etat && A_FAIRE[etat];
  if (!quoi) return [];
  return [
    {
      genre: "revision",
      entite: "Dossier",
      id,
      date: anniversaire,
      depuis: ouvertureDe(anniversaire),
      jusquau: ajouterJours(renoncementDe(anniversaire), -1),
      quoi,
    },
  ];
}

/** A rent revision that the agency requested from the tenant, with the way in which the request was sent. */
export interface FaitsDeRevisionDemandee extends EnvoiDeDemande {
  /** The id of the dossier. */
  id: number;
  anniversaire: Jour;
  demandeLe: Jour;
  effetLe: Jour;
}

/**
 * The deadline of a request for a rent revision that was never sent: the day of effect of the new rent, or the last
 * day of the year in which the revision may be requested, whichever comes first. It is shown from the planned day of
 * the request until that last day.
 */
export function echeancesDeRevisionArretee({
  id,
  anniversaire,
  demandeLe,
  effetLe,
  ...envoi
}: FaitsDeRevisionDemandee): EcheanceSuivie[] {
  const arret = motsDeLArret(envoi);
  if (arret === null) return [];
  const jusquau = ajouterJours(renoncementDe(anniversaire), -1);
  return [
    {
      ...{ genre: "revision_arretee", entite: "Dossier", id },
      ...{ date: plusTot(effetLe, jusquau), depuis: demandeLe, jusquau },
      quoi: `Révision demandée, jamais partie : ${arret.toLowerCase()}`,
    },
  ];
}

/** A rent revision requested from a tenant who receives a housing benefit. */
export interface FaitsDeLoyerAide {
  /** The id of the dossier. */
  id: number;
  demandeLe: Jour;
  effetLe: Jour;
  loyerApres: Centimes;
  payeur: "caf" | "msa";
}

const MOIS_POUR_LE_DIRE = 3;

/**
 * The deadline to tell the new rent to the payer of the housing benefit; shown from the request until three months
 * after its effect.
 */
export const echeanceDeLoyerAide = ({
  id,
  demandeLe,
  effetLe,
  loyerApres,
  payeur,
}: FaitsDeLoyerAide): EcheanceSuivie => ({
  genre: "loyer_caf",
  entite: "Dossier",
  id,
  date: effetLe,
  depuis: demandeLe,
  jusquau: dansMois(effetLe, MOIS_POUR_LE_DIRE),
  quoi: `Informer la ${payeur.toUpperCase()} du nouveau loyer : ${formatEuros(enEuros(loyerApres))} hors charges au ${formatJour(effetLe)}`,
});

const JOURS_POUR_SAISIR = 3;

/** The deadline to type the next index of the INSEE. @param manquant the first quarter that nobody typed */
export function echeanceDIndice(manquant: TrimestreManquant): EcheanceSuivie {
  const publie = parution(manquant);
  return {
    genre: "indice",
    entite: "Agence",
    id: manquant.annee * 10 + manquant.trimestre,
    date: ajouterJours(publie, JOURS_POUR_SAISIR),
    depuis: publie,
    jusquau: null,
    quoi: `Saisir l’IRL du ${manquantEnMots(manquant)}`,
  };
}

/** A lease with provisions, and a year of its charges not settled yet. */
export interface FaitsDeCharges {
  /** The id of the dossier. */
  id: number;
  /** The name of the exercice (charges/README §16.1). */
  annee: number;
  /** The last day of the exercice. */
  au: Jour;
}

/**
 * The deadlines to settle the charges of a year: nine months; else the end of the next civil year, after which the
 * tenant may pay in twelve parts; else three years (art. 23, 7-1). Each is shown until the next one is shown.
 *
 * Two exercices of a lease may have a deadline on the same day. A deadline names its exercice in its key when such a
 * day is possible: three years, nine months after a 31 March, twelve parts of an exercice named by its year and month
 * (suivi/README §17.1).
 */
export function echeancesDeCharges({ id, annee, au }: FaitsDeCharges): EcheanceSuivie[] {
  const apres = (jour: Jour, mois: number) => dernierJour(ajouterMois(moisDe(jour), mois));
  const douziemes = exerciceCivil(anneeCivileDe(annee) + 1).au;
  const etapes = [
    { depuis: apres(au, 6), date: apres(au, 9), suite: "", nommee: au.endsWith("-03-31") },
    {
      depuis: apres(douziemes, -2),
      date: douziemes,
      suite: " : ensuite, le locataire peut payer par douzièmes",
      nommee: annee !== anneeCivileDe(annee),
    },
    { depuis: apres(au, 30), date: apres(au, 36), suite: " avant leur prescription", nommee: true },
  ];
  return etapes.map(({ depuis, date, suite, nommee }, rang) => ({
    genre: "charges",
    entite: "Dossier",
    id,
    date,
    depuis: ajouterJours(depuis, 1),
    jusquau: etapes[rang + 1]?.depuis ?? date,
    quoi: `Régulariser les charges ${nomDExercice(annee)}${suite}`,
    ...(nommee && { exercice: annee }),
  }));
}

/** The oldest sum that a tenant owes. */
export interface FaitsDImpaye {
  /** The id of the dossier. */
  id: number;
  exigibleLe: Jour;
}

/** The alerts of an unpaid rent, from which deadlines follow (relances/README §12.12). */
export interface FaitsDeGarantie {
  /** The id of the dossier. */
  id: number;
  /** The oldest due day of an unpaid sum. */
  exigibleLe: Jour;
  miseEnDemeure: boolean;
  alertes: readonly Pick<Alerte, "genre" | "detail" | "avant">[];
}

/** The kind of deadline of each kind of alert, which depends on whether the formal notice was sent. */
const GARANTIES: Partial<
  Record<Alerte["genre"], (enDemeure: boolean) => { genre: GenreSuivi; quoi?: string }>
> = {
  caf: () => ({
    genre: "impaye_caf",
    quoi: "Signaler l’impayé à la CAF ou à la MSA, qui verse l’aide",
  }),
  gli: (enDemeure) => ({ genre: enDemeure ? "gli_declaration" : "gli_relance" }),
  visale: (enDemeure) =>
    enDemeure
      ? { genre: "visale_declaration", quoi: "Déclarer l’impayé sur visale.fr" }
      : { genre: "visale_relance", quoi: "Visale : mise en demeure recommandée à envoyer" },
};

/**
 * The deadlines set by the CAF (benefits office), a rent insurer or Visale for a debt; past them, the benefit or the
 * cover is lost.
 */
export const echeancesDeGarantie = ({
  id,
  exigibleLe,
  miseEnDemeure,
  alertes,
}: FaitsDeGarantie): EcheanceSuivie[] =>
  alertes.flatMap(({ genre: alerte, detail, avant }) => {
    const echeance = GARANTIES[alerte]?.(miseEnDemeure);
    if (!echeance || avant === null) return [];
    const { genre, quoi = `Assurance loyers impayés : ${minuscule(detail)}` } = echeance;
    return [{ genre, entite: "Dossier", id, date: avant, depuis: exigibleLe, jusquau: null, quoi }];
  });

const minuscule = (phrase: string): string =>
  phrase.charAt(0).toLowerCase() + phrase.slice(1).replace(/\.$/, "");

const MOIS_AVANT_LA_PRESCRIPTION = 6;

/** The deadline to claim the oldest rent in court, within three years (art. 7-1). */
export function echeancesDImpaye({ id, exigibleLe }: FaitsDImpaye): EcheanceSuivie[] {
  const date = dernierJourExigible(exigibleLe);
  return [
    {
      genre: "prescription",
      entite: "Dossier",
      id,
      date,
      depuis: dansMois(date, -MOIS_AVANT_LA_PRESCRIPTION),
      jusquau: date,
      quoi: "Interrompre la prescription du plus ancien loyer dû",
    },
  ];
}
