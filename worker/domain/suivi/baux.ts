import { type Regime, sousLoi89 } from "../bail/bail.ts";
import { duree, dureeReduite } from "../bail/duree.ts";
import { estPassoire, indecentDepuis } from "../bail/logement.ts";
import type { CLASSES_DPE } from "../biens/appartement.ts";
import { finDossier } from "../biens/etat-dossier.ts";
import { ajouterJours, dansMois, formatJour, type Jour, plusTard, terme } from "../dates.ts";
import { dernierJourDuConge, termeEnCours } from "../gerance/departs/conge.ts";
import { finDeLAssurance, souscriptibleLe } from "../gerance/locataires/assurance-pour-compte.ts";
import type { EcheanceSuivie } from "./suivi.ts";

/** A lease, reduced to the dates from which its deadlines follow. */
export interface FaitsDuBail {
  id: number;
  regime: Regime;
  bailleurMoral: boolean;
  dateEntree: Jour;
  dateDebutBail: Jour;
  dateFinBail: Jour | null;
  dateDebutPreavis: Jour | null;
  dateFinPreavis: Jour | null;
  dateSortie: Jour | null;
  motifDureeReduite: string | null;
  /** The last day of the insurance that the tenant proved. */
  assuranceFin: Jour | null;
  /**
   * The day on which the tenant received the last formal notice to prove his insurance, sent since that day; null
   * without one.
   */
  miseEnDemeureLe: Jour | null;
  /** The last insurance that the owner took out for the tenant. */
  pourCompte: { du: Jour; finLe: Jour | null } | null;
  /** The day on which the dossier was written here. */
  creeLe: Jour;
  bailSigne: boolean;
  etatDesLieux: boolean;
  codePostal: string;
  dpeClasse: (typeof CLASSES_DPE)[number] | null;
  /** Whether the rent is below the one asked for the dwelling at its next letting. */
  sousEvalue: boolean;
}

/** The regimes of the leases that the law of 1989 renews. */
const RECONDUITS: readonly Regime[] = ["nu", "meuble"];

/** How many months before a term its deadlines are shown. */
const MOIS_DU_CONGE: Partial<Record<Regime, number>> = { nu: 9, meuble: 5 };
const MOIS_AVANT_LA_FIN = 3;
/**
 * In months from the limit: a new rent is proposed from eight months before the term, and must be received six months
 * before it.
 */
const MOIS_AVANT_LA_LIMITE = -2;
/** For a lease of reduced term, the event is confirmed this many months before the term (loi n° 89-462, art. 11). */
const MOIS_DE_L_EVENEMENT = 2;
const MOIS_AVANT_L_INDECENCE = 36;

const JOURS_DE_L_ASSURANCE = 30;
const JOURS_AVANT_LE_DEPART = 15;
const JOURS_DE_MISE_EN_DEMEURE = 15;

const JOURS_DES_PIECES = { depuis: 3, date: 10, jusquau: 180 };
/** A dossier recorded later than this many days after its first day was taken over with its papers. */
const JOURS_POUR_ECRIRE = 31;

type DuBail = Omit<EcheanceSuivie, "entite" | "id">;

/**
 * The deadlines of a lease (suivi/README §17.2): notice, end, insurance, papers, and the energy class of the dwelling.
 * Once it is closed, only that of an insurance that still runs for its tenant.
 */
export function echeancesDuBail(bail: FaitsDuBail, today: Jour): EcheanceSuivie[] {
  const clos = (finDossier(bail) ?? "9999-12-31") < today;
  return [
    ...(clos
      ? couvert(bail, today)
      : [
          ...conge(bail, today),
          ...fin(bail),
          ...reevaluation(bail, today),
          ...assurance(bail, today),
          ...pieces(bail),
          ...indecence(bail),
        ]),
  ].map((echeance) => ({ ...echeance, entite: "Dossier", id: bail.id }));
}

/** The lease as the rules of its term read it. */
const termes = (bail: FaitsDuBail): Parameters<typeof duree>[0] => ({
  regime: bail.regime,
  dossier: {
    dateDebutBail: bail.dateDebutBail,
    dateFinBail: bail.dateFinBail,
    dateDebutPreavis: bail.dateDebutPreavis,
    dateFinPreavis: bail.dateFinPreavis,
    motifDureeReduite: bail.motifDureeReduite,
  },
  bailleurs: [{ qualite: bail.bailleurMoral ? "personne_morale" : "personne_physique" }],
});

/** Whether the end of the lease is known: somebody gave notice, or left. */
const finConnue = ({ dateDebutPreavis, dateSortie }: FaitsDuBail): boolean =>
  dateDebutPreavis !== null || dateSortie !== null;

/** The last day on which the tenant may receive the owner's notice for the next term. */
function conge(bail: FaitsDuBail, today: Jour): DuBail[] {
  const mois = MOIS_DU_CONGE[bail.regime];
  if (mois === undefined || finConnue(bail) || dureeReduite(termes(bail))) return [];
  const dureeDuBail = { debut: bail.dateDebutBail, ...duree(termes(bail)) };
  const courant = termeEnCours(dureeDuBail, today);
  if (courant === null) return [];
  const passe = (dernierJourDuConge(courant, bail.regime) ?? courant) < today;
  const suivant = passe ? termeEnCours(dureeDuBail, ajouterJours(courant, 1)) : courant;
  const date = suivant && dernierJourDuConge(suivant, bail.regime);
  if (!suivant || !date || date < today) return [];
  return [
    {
      genre: "conge_bailleur",
      date,
      depuis: dansMois(suivant, -mois),
      jusquau: date,
      quoi: `Dernier jour pour un congé du bailleur ; sans lui, le bail est reconduit après le ${formatJour(suivant)}`,
    },
  ];
}

/**
 * A low rent is raised at the renewal, by an offer received six months before the term (loi n° 89-462, art. 17-2);
 * never when the owner gives notice, nor in class F or G.
 */
function reevaluation(bail: FaitsDuBail, today: Jour): DuBail[] {
  if (!bail.sousEvalue || bail.regime !== "nu" || estPassoire({ appartement: bail })) return [];
  return conge(bail, today).map(({ date }) => ({
    genre: "loyer_renouvellement",
    date,
    depuis: dansMois(date, MOIS_AVANT_LA_LIMITE),
    jusquau: date,
    quoi: "Loyer inférieur à celui demandé pour le logement : dernier jour pour proposer de le réévaluer",
  }));
}

/** The end of a lease that no law renews; for one that the law renews, the end noted. */
function fin(bail: FaitsDuBail): DuBail[] {
  if (finConnue(bail)) return [];
  const { terme: premier } = duree(termes(bail));
  const reduite = dureeReduite(termes(bail));
  if (reduite && premier !== null) {
    const date = dansMois(premier, -MOIS_DE_L_EVENEMENT);
    const quoi = `Confirmer au locataire l’événement du bail réduit, ou le bail dure trois ans (terme le ${formatJour(premier)})`;
    return [{ genre: "fin_bail", date, depuis: dansMois(date, -1), jusquau: null, quoi }];
  }
  const reconduit = RECONDUITS.includes(bail.regime);
  const date = reconduit ? bail.dateFinBail : (bail.dateFinBail ?? sansReconduction(bail, premier));
  if (date === null) return [];
  return [
    {
      genre: "fin_bail",
      date,
      depuis: dansMois(date, -MOIS_AVANT_LA_FIN),
      jusquau: null,
      quoi: reconduit
        ? "Fin notée sans congé : le bail est reconduit, sa fin est à reporter"
        : "Le bail prend fin : départ à préparer, ou nouveau bail",
    },
  ];
}

/** The term of a student's lease, which nothing renews. */
const sansReconduction = ({ regime }: FaitsDuBail, premier: Jour | null): Jour | null =>
  regime === "etudiant" || regime === "mobilite" ? premier : null;

/**
 * The end of the insurance that the tenant proved. Under the law of 1989, a formal notice may follow it by fifteen
 * days, and an insurance taken out for him may follow the notice by a month.
 */
function assurance(bail: FaitsDuBail, today: Jour): DuBail[] {
  const { assuranceFin, miseEnDemeureLe, regime } = bail;
  const souscrite = couvert(bail, today);
  if (souscrite.length > 0) return souscrite;
  if (sousLoi89({ regime }) && miseEnDemeureLe !== null && (assuranceFin ?? "") < today)
    return [
      {
        genre: "assurance_pour_compte",
        date: souscriptibleLe(miseEnDemeureLe),
        depuis: miseEnDemeureLe,
        jusquau: null,
        quoi: "Sans attestation un mois après la mise en demeure, souscrire une assurance pour son compte",
      },
    ];
  if (assuranceFin === null) return [];
  const enDemeure =
    sousLoi89({ regime }) && ajouterJours(assuranceFin, JOURS_DE_MISE_EN_DEMEURE) <= today;
  return [
    {
      genre: "assurance",
      date: assuranceFin,
      depuis: ajouterJours(assuranceFin, -JOURS_DE_L_ASSURANCE),
      jusquau: null,
      quoi: enDemeure
        ? "Mettre en demeure de justifier de l’assurance"
        : "Demander la nouvelle attestation d’assurance",
    },
  ];
}

/**
 * The insurance taken out for the tenant, until somebody ends it. It ends at once when he proves his own, from the year
 * that his covers; with the lease when he leaves before its term; else it is renewed at its end.
 */
function couvert(bail: FaitsDuBail, today: Jour): DuBail[] {
  const { pourCompte, assuranceFin } = bail;
  if (pourCompte === null || pourCompte.finLe !== null) return [];
  const finAssurance = finDeLAssurance(pourCompte);
  if (finAssurance < today) return [];
  const commun = { genre: "assurance_pour_compte", jusquau: null } as const;
  const depart = finDossier(bail) ?? bail.dateFinPreavis;
  const parti = depart !== null && depart < today;
  if (!parti && assuranceFin !== null && assuranceFin > pourCompte.du) {
    const date = plusTard(pourCompte.du, dansMois(assuranceFin, -12));
    const quoi =
      "Le locataire justifie de son assurance : résilier celle souscrite pour son compte";
    return [{ ...commun, date, depuis: date, quoi }];
  }
  if (depart !== null && depart < finAssurance) {
    const depuis = ajouterJours(depart, -JOURS_AVANT_LE_DEPART);
    const quoi = parti
      ? "Le locataire est parti : résilier l’assurance souscrite pour son compte"
      : "Le locataire part : résilier à ce jour l’assurance souscrite pour son compte";
    return [{ ...commun, date: depart, depuis, quoi }];
  }
  const depuis = ajouterJours(finAssurance, -JOURS_DE_L_ASSURANCE);
  const quoi =
    "L’assurance souscrite pour son compte finit : demander son attestation, ou la renouveler";
  return [{ ...commun, date: finAssurance, depuis, quoi }];
}

/** The signed lease and the entry inventory, for a dossier recorded here when it began. */
function pieces(bail: FaitsDuBail): DuBail[] {
  const { dateDebutBail, dateEntree, creeLe } = bail;
  if (creeLe > ajouterJours(dateDebutBail, JOURS_POUR_ECRIRE)) return [];
  const manquante = (genre: DuBail["genre"], jour: Jour, quoi: string): DuBail => ({
    genre,
    date: ajouterJours(jour, JOURS_DES_PIECES.date),
    depuis: ajouterJours(jour, JOURS_DES_PIECES.depuis),
    jusquau: ajouterJours(jour, JOURS_DES_PIECES.jusquau),
    quoi,
  });
  return [
    ...(bail.bailSigne
      ? []
      : [manquante("bail_a_signer", dateDebutBail, "Joindre le bail signé au dossier")]),
    ...(bail.etatDesLieux
      ? []
      : [manquante("edl_entree", dateEntree, "Enregistrer l’état des lieux d’entrée")]),
  ];
}

/**
 * The day from which the lease may no longer be signed nor renewed with the dwelling as it is: the first renewal since
 * the day set for its class, or the first day of the lease (loi n° 89-462, art. 6; bail/README §3.10).
 */
function indecence(bail: FaitsDuBail): DuBail[] {
  const seuil = indecentDepuis(bail);
  if (seuil === null || finConnue(bail)) return [];
  const date = premierRenouvellement(bail, seuil);
  return [
    {
      genre: "dpe_interdiction",
      date,
      depuis: dansMois(date, -MOIS_AVANT_L_INDECENCE),
      jusquau: null,
      quoi: `Classe ${bail.dpeClasse} : travaux à faire avant que le bail soit reconduit`,
    },
  ];
}

function premierRenouvellement(bail: FaitsDuBail, seuil: Jour): Jour {
  const { dateDebutBail: debut } = bail;
  const { mois } = duree(termes(bail));
  if (debut >= seuil) return debut;
  if (mois === null || !RECONDUITS.includes(bail.regime)) return seuil;
  for (let rang = 1; ; rang++) {
    const renouvele = ajouterJours(terme(debut, mois * rang), 1);
    if (renouvele >= seuil) return renouvele;
  }
}
