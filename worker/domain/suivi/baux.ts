import { type Regime, sousLoi89 } from "../bail/bail.ts";
import { duree, dureeReduite } from "../bail/duree.ts";
import { estPassoire, indecentDepuis } from "../bail/logement.ts";
import type { CLASSES_DPE } from "../biens/appartement.ts";
import { finDossier } from "../biens/etat-dossier.ts";
import { ajouterJours, dansMois, formatJour, type Jour, plusTard, terme } from "../dates.ts";
import { dernierJourDuConge, termeEnCours } from "../gerance/departs/conge.ts";
import { finDeLAssurance, souscriptibleLe } from "../gerance/locataires/assurance-pour-compte.ts";
import type { EcheanceSuivie } from "./suivi.ts";

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
  /** The last day covered by the insurance of which the tenant gave proof; null: unknown. */
  assuranceFin: Jour | null;
  /**
   * The day on which the tenant received the last formal notice to prove his insurance, made after the former
   * insurance ended: the day of the notice plus the postal delay. Null without one.
   */
  miseEnDemeureLe: Jour | null;
  /** The first running insurance taken out for the tenant; null without one. */
  pourCompte: { du: Jour; finLe: Jour | null } | null;
  /** The day on which the dossier was recorded in this product. */
  creeLe: Jour;
  bailSigne: boolean;
  etatDesLieux: boolean;
  codePostal: string;
  dpeClasse: (typeof CLASSES_DPE)[number] | null;
  /** The rent without charges is below the rent asked for the dwelling at its next letting; false for a colocation. */
  sousEvalue: boolean;
}

/** The regimes whose leases the law of 1989 renews. */
const RECONDUITS: readonly Regime[] = ["nu", "meuble"];

/** The owner's last day to give notice is shown from this many months before the end of the term. */
const MOIS_DU_CONGE: Partial<Record<Regime, number>> = { nu: 9, meuble: 5 };
const MOIS_AVANT_LA_FIN = 3;
/** The proposal of a new rent is shown from two months before its last day, that is eight months before the term. */
const MOIS_AVANT_LA_LIMITE = -2;
/** The owner confirms the event behind a reduced term this many months before the term (loi n° 89-462, art. 11). */
const MOIS_DE_L_EVENEMENT = 2;
const MOIS_AVANT_L_INDECENCE = 36;

const JOURS_DE_L_ASSURANCE = 30;
const JOURS_AVANT_LE_DEPART = 15;
const JOURS_DE_MISE_EN_DEMEURE = 15;

const JOURS_DES_PIECES = { depuis: 3, date: 10, jusquau: 180 };
/**
 * A dossier recorded more than this many days after the start of its lease describes an older lease: its papers are
 * elsewhere.
 */
const JOURS_POUR_ECRIRE = 31;

type DuBail = Omit<EcheanceSuivie, "entite" | "id">;

/**
 * The deadlines of a lease (suivi/README §17.2). A closed lease keeps only the deadline of an insurance that still
 * runs for its tenant.
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

/** The lease in the form that `duree` expects. */
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

/** Whether somebody gave notice, or a day of leaving is noted, so that the end of the lease is known. */
const finConnue = ({ dateDebutPreavis, dateSortie }: FaitsDuBail): boolean =>
  dateDebutPreavis !== null || dateSortie !== null;

/** The deadline of the owner's notice: the last day on which the tenant may receive it for the next term. */
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
 * The deadline to raise a low rent at the renewal of an unfurnished lease: the tenant receives the offer six months
 * before the term (loi n° 89-462, art. 17-2). None for the energy classes F and G.
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

/**
 * The deadline about the end of a lease: to confirm the event of a reduced term, to prepare the end of a lease that
 * no law renews, or to correct an end recorded without a notice.
 */
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

/** The end of a student or mobility lease, which nothing renews; null for another lease. */
const sansReconduction = ({ regime }: FaitsDuBail, premier: Jour | null): Jour | null =>
  regime === "etudiant" || regime === "mobilite" ? premier : null;

/**
 * The deadline of the tenant's insurance. Under the law of 1989, a formal notice may follow fifteen days after the end
 * of the insurance, and the owner may insure for the tenant a month after the notice.
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
 * The deadline to end an insurance taken out by the owner, when the tenant proves that he has his own or leaves, else
 * to renew it.
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

/** The deadlines to sign the lease and to draw up the entry inventory, for a dossier recorded when its lease began. */
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
 * The deadline of works: the first start or renewal of the lease from the day on which its energy class makes the
 * dwelling indecent (loi n° 89-462, art. 6; bail/README §3.10). For a lease that the law does not renew, the deadline
 * is that day.
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
