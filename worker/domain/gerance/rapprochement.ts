import { dansMois, formatJour, type Jour, type Mois, moisEnLettres } from "../dates.ts";
import { ordre } from "../ordre.ts";
import { deNom } from "../orthographe.ts";
import type { ModeFonds } from "./conditions.ts";
import { type EcheanceDue, imputer } from "./imputation.ts";
import { lireMots, type MotsDeLigne, motsDe } from "./mots-de-ligne.ts";
import { referenceDeDossier } from "./reference.ts";
import type { ModeReglement, Payeur } from "./reglement.ts";
import type { LigneLue } from "./releve.ts";
import type { Centimes } from "./repartition.ts";

/** A line of a statement that nothing was made of yet. */
export interface LigneARapprocher
  extends Pick<LigneLue, "date" | "montant" | "libelle" | "reference" | "tiers" | "rejet"> {
  id: number;
  /** By what the account of who paid is known again; null: the bank does not say. */
  empreinte: string | null;
  /** A line of another file that is probably the same movement. */
  doublonDe: number | null;
}

/** Someone whose name a payment may bear. */
export interface Personne {
  nom: string;
  prenom: string;
  payeur: "locataire" | "caution";
}

/** A dossier that a payment may be for, and what it owes. */
export interface Candidat {
  id: number;
  personnes: Personne[];
  /** What is called and not settled. */
  echeances: EcheanceDue[];
  /** Cents that it paid above all that was called. */
  avance: Centimes;
  /** The housing benefit that comes without passing by the tenant, in cents. */
  aide: { montant: Centimes; payeur: "caf" | "msa" } | null;
  /** Cents of a month, charges included. */
  loyer: Centimes;
  /** The last day of the lease; null: it runs. */
  fin: Jour | null;
  /** Someone who guarantees the rent paid in its place: what it owes is owed to him. */
  subroge: boolean;
  fonds: ModeFonds;
}

/** An account from which dossiers were paid, as persons confirmed. */
export interface PayeurConnu {
  empreinte: string;
  DossierId: number;
  payeur: Payeur;
}

/** A payment that is recorded already. */
export interface ReglementConnu {
  id: number;
  numero: string;
  DossierId: number;
  date: Jour;
  montant: Centimes;
  mode: ModeReglement | null;
  etat: "recu" | "credite";
  /** A line of a statement proves it. */
  prouve: boolean;
  /** By what the account that paid it is known again, where its line says so. */
  empreinte: string | null;
}

/** What a line may be. */
export const GENRES_PROPOSITION = {
  reglement: "Règlement",
  cheques: "Remise de chèques",
  pointage: "Règlement déjà saisi",
  rejet: "Rejet",
  reversement: "Reversement",
} as const;

export type GenreProposition = keyof typeof GENRES_PROPOSITION;

/** How sure it is: A as good as certain, B likely, C to check. */
export type Score = "A" | "B" | "C";

/** What a line may be, and why (domain/README §12.9). */
export interface Proposition {
  genre: GenreProposition;
  score: Score;
  /** Done without being asked: certain, and nothing forbids it. */
  automatique: boolean;
  /** « Référence D000123 et montant exact ». */
  raison: string;
  /** Why someone must look at it, however sure it is. */
  reserves: string[];
  payeur: Payeur;
  mode: ModeReglement;
  parts: { DossierId: number; montant: Centimes }[];
  /** The months that the label names: they are settled first. */
  mois: Mois[];
  ReglementIds: number[];
}

/** What the lines of a statement are matched against, found by reference, account, amount and name. */
export interface Repertoire {
  dossiers: Map<number, Candidat>;
  comptes: Map<string, PayeurConnu[]>;
  noms: Map<string, Nomme[]>;
  montants: Map<Centimes, number[]>;
  reglements: Map<Centimes, ReglementConnu[]>;
  parDossier: Map<number, ReglementConnu[]>;
  cheques: ReglementConnu[];
}

interface Nomme {
  DossierId: number;
  mots: readonly string[];
  payeur: Personne["payeur"];
}

/** The proposals of one line that are worth reading: as many as keys 1 to 9. */
const PROPOSITIONS_AU_PLUS = 9;
/** Beyond, an account is that of an organisation, or of nobody in particular. */
const DOSSIERS_PAR_COMPTE = 5;
/** A name that so many dossiers bear, or fewer, is enough alone. */
const NOM_RARE = 1;
const LETTRES_NOM_RARE = 4;
const MOIS_APRES_DEPART = 3;
const LOYERS_AU_PLUS = 2;
/** Days between a payment typed by hand and its line. */
const JOURS_DE_POINTAGE = 10;
/** A direct debit may be refused for thirteen months, a cheque sooner. */
const JOURS_DE_REJET = 400;
const CHEQUES_A_COMBINER = 14;
const ORDRE_DES_SCORES = { A: 0, B: 1, C: 2 } as const;

/** The files of what lines are matched against. */
export function repertoire(
  candidats: readonly Candidat[],
  connus: readonly PayeurConnu[],
  reglements: readonly ReglementConnu[],
): Repertoire {
  const noms = new Map<string, Nomme[]>();
  const montants = new Map<Centimes, number[]>();
  for (const candidat of candidats) {
    for (const { nom, prenom, payeur } of candidat.personnes) {
      const deNom = new Set(motsDe(nom));
      const mots = [...new Set([...deNom, ...motsDe(prenom)])];
      for (const mot of deNom) ranger(noms, mot, { DossierId: candidat.id, mots, payeur });
    }
    for (const montant of sommesExactes(candidat).keys()) ranger(montants, montant, candidat.id);
  }
  return {
    dossiers: new Map(candidats.map((candidat) => [candidat.id, candidat])),
    comptes: Map.groupBy(connus, ({ empreinte }) => empreinte),
    noms,
    montants,
    reglements: Map.groupBy(reglements, ({ montant }) => montant),
    parDossier: Map.groupBy(reglements, ({ DossierId }) => DossierId),
    cheques: reglements.filter(({ etat }) => etat === "recu"),
  };
}

function ranger<K, V>(dans: Map<K, V[]>, cle: K, valeur: V): void {
  const deja = dans.get(cle);
  if (deja) deja.push(valeur);
  else dans.set(cle, [valeur]);
}

const du = (echeances: readonly EcheanceDue[]): Centimes =>
  echeances.reduce((somme, { reste }) => somme + reste, 0);

/** What is called each month, but for what is settled apart. */
const HORS_MOIS = new Set(["depot", "regularisation", "reparation", "solde_anterieur"]);

/** The amounts that settle something of a dossier to the cent, in words: all of it, one month, several, one sum. */
function sommesExactes({ echeances, avance, aide }: Candidat): Map<Centimes, string> {
  const sommes = new Map<Centimes, string>();
  const noter = (montant: Centimes, mots: string) => {
    if (montant > 0 && !sommes.has(montant)) sommes.set(montant, mots);
  };
  const solde = du(echeances) - avance;
  noter(solde, NET);
  if (aide) noter(solde - aide.montant, NET_AIDE);
  const courantes = echeances.filter(({ nature }) => !HORS_MOIS.has(nature));
  const mois = [...Map.groupBy(courantes, (une) => une.mois)].toSorted(([a], [b]) => ordre(a, b));
  let cumul = 0;
  for (const [rang, [periode, sommesDuMois]] of mois.entries()) {
    const reste = du(sommesDuMois);
    cumul += reste;
    noter(reste, motsDuMois(periode));
    if (aide) noter(reste - aide.montant, `${motsDuMois(periode)}, aide au logement déduite`);
    noter(cumul, `montant exact de ${rang + 1} mois`);
  }
  for (const une of echeances) {
    if (HORS_MOIS.has(une.nature))
      noter(une.reste, MOTS_DES_NATURES[une.nature] ?? "montant exact");
  }
  return sommes;
}

const NET = "montant exact";
const NET_AIDE = "montant exact, aide au logement déduite";
const MOTS_DES_NATURES: Partial<Record<EcheanceDue["nature"], string>> = {
  depot: "montant exact du dépôt de garantie",
  regularisation: "montant exact de la régularisation",
  reparation: "montant exact des réparations",
  solde_anterieur: "montant exact du solde antérieur",
};

const motsDuMois = (mois: Mois): string => `montant exact ${deNom(moisEnLettres(mois))}`;

/** What one line may be, the surest first; nine at most, of which one at most is done without being asked. */
export function proposer(ligne: LigneARapprocher, fichier: Repertoire): Proposition[] {
  const mots = lireMots(ligne);
  const trouvees =
    ligne.montant < 0
      ? sorties(ligne, mots, fichier)
      : [
          ...deCheques(ligne, mots, fichier),
          ...pointages(ligne, mots, fichier),
          ...deDossiers(ligne, mots, fichier),
        ];
  return trouvees
    .toSorted((a, b) => ORDRE_DES_SCORES[a.score] - ORDRE_DES_SCORES[b.score])
    .slice(0, PROPOSITIONS_AU_PLUS);
}

/**
 * The lines that are certain, each with its proposal: in the order of their days, each finding what those before left to
 * settle, so that of two equal payments the second settles nothing twice.
 */
export function certaines(
  lignes: readonly LigneARapprocher[],
  fichier: Repertoire,
): { ligne: LigneARapprocher; proposition: Proposition }[] {
  const dossiers = new Map(fichier.dossiers);
  const suivi = { ...fichier, dossiers };
  // A name alone makes nothing certain: most lines need not be compared with any.
  const sansNoms = { ...suivi, noms: new Map<string, Nomme[]>(), montants: new Map() };
  const certaine = (ligne: LigneARapprocher, parmi: Repertoire) =>
    proposer(ligne, parmi).find(({ automatique }) => automatique);
  return lignes
    .toSorted((a, b) => ordre(a.date, b.date) || a.id - b.id)
    .flatMap((ligne) => {
      const proposition = certaine(ligne, sansNoms) && certaine(ligne, suivi);
      if (!proposition) return [];
      const { mois } = proposition;
      for (const { DossierId, montant } of proposition.parts) {
        const avant = dossiers.get(DossierId);
        if (avant)
          dossiers.set(DossierId, apresPaiement(avant, { montant, date: ligne.date, mois }));
      }
      return [{ ligne, proposition }];
    });
}

/** What a dossier owes once this is paid. */
function apresPaiement(candidat: Candidat, paiement: Parameters<typeof imputer>[0]): Candidat {
  const { imputations, avance } = imputer(paiement, candidat.echeances);
  const payes = new Map(imputations.map((une) => [une.echeanceId, une.montant]));
  return {
    ...candidat,
    avance: candidat.avance + avance,
    echeances: candidat.echeances
      .map((une) => ({ ...une, reste: une.reste - (payes.get(une.id) ?? 0) }))
      .filter(({ reste }) => reste > 0),
  };
}

/** What points at a dossier. */
interface Indices {
  reference: boolean;
  /** The payer of this account, that pays for this dossier. */
  compte: PayeurConnu | null;
  /** That account pays for this dossier alone. */
  compteSeul: boolean;
  nom: Nomme | null;
}

function deDossiers(
  ligne: LigneARapprocher,
  mots: MotsDeLigne,
  fichier: Repertoire,
): Proposition[] {
  const indices = indicesDe(ligne, mots, fichier);
  const propositions = [...indices].flatMap(([id, un]) => {
    const candidat = fichier.dossiers.get(id);
    return candidat ? (evaluer(ligne, mots, { candidat, indices: un, fichier }) ?? []) : [];
  });
  if (mots.organisme) propositions.push(...groupe(ligne, mots, fichier));
  const seuls = fichier.montants.get(ligne.montant) ?? [];
  const [seul] = seuls;
  if (propositions.length > 0 || seul === undefined || seuls.length > 1) return propositions;
  const candidat = fichier.dossiers.get(seul);
  if (!candidat || !sommesExactes(candidat).has(ligne.montant)) return propositions;
  return [
    reglement(ligne, mots, {
      candidat,
      score: "C",
      raison: "Seul dossier qui doit ce montant",
      fichier,
    }),
  ];
}

/** Each dossier that something of the line points at. */
function indicesDe(
  ligne: LigneARapprocher,
  { references, mots }: MotsDeLigne,
  fichier: Repertoire,
): Map<number, Indices> {
  const trouves = new Map<number, Indices>();
  const de = (id: number): Indices => {
    const deja = trouves.get(id);
    if (deja) return deja;
    const neuf = { reference: false, compte: null, compteSeul: false, nom: null };
    trouves.set(id, neuf);
    return neuf;
  };
  for (const id of references) if (fichier.dossiers.has(id)) de(id).reference = true;
  const comptes = ligne.empreinte === null ? [] : (fichier.comptes.get(ligne.empreinte) ?? []);
  for (const compte of comptes) {
    const candidat = fichier.dossiers.get(compte.DossierId);
    if (!candidat) continue;
    if (comptes.length > DOSSIERS_PAR_COMPTE && !accord(candidat, ligne.montant)) continue;
    const un = de(compte.DossierId);
    un.compte = compte;
    un.compteSeul = comptes.length === 1;
  }
  for (const mot of mots) {
    const porteurs = fichier.noms.get(mot) ?? [];
    const rare =
      mot.length >= LETTRES_NOM_RARE &&
      new Set(porteurs.slice(0, 20).map(({ DossierId }) => DossierId)).size <= NOM_RARE;
    for (const porteur of porteurs) {
      if (trouves.get(porteur.DossierId)?.nom) continue;
      if (rare || porteur.mots.filter((un) => mots.has(un)).length > 1)
        de(porteur.DossierId).nom = porteur;
    }
  }
  return trouves;
}

/** What an amount is to a dossier, in words, if it is something. */
function accord(candidat: Candidat, montant: Centimes): { mots: string; exact: boolean } | null {
  const exact = sommesExactes(candidat).get(montant);
  if (exact) return { mots: exact, exact: true };
  if (candidat.aide?.montant === montant)
    return { mots: "montant de l’aide au logement", exact: false };
  if (candidat.loyer === montant) return { mots: "montant d’un loyer", exact: false };
  return null;
}

interface Examen {
  candidat: Candidat;
  indices: Indices;
  fichier: Repertoire;
}

/** The row of the table that a dossier and a line meet (domain/README §12.9). */
function evaluer(
  ligne: LigneARapprocher,
  mots: MotsDeLigne,
  { candidat, indices, fichier }: Examen,
): Proposition | null {
  const { reference, compte, compteSeul, nom } = indices;
  const montant = accord(candidat, ligne.montant);
  const net = montant?.mots === NET || montant?.mots === NET_AIDE;
  const sur = (reference && montant?.exact === true) || (compte !== null && compteSeul && net);
  const probable = reference || (compte !== null && compteSeul) || montant !== null;
  const preuves = [
    reference && `Référence ${referenceDeDossier(candidat.id)}`,
    compte &&
      (compteSeul ? "Compte bancaire connu" : "Compte bancaire connu de plusieurs dossiers"),
    nom && `${nom.payeur === "caution" ? "Nom de la caution" : "Nom"} dans le libellé`,
    montant?.mots ?? "autre montant",
  ].filter((preuve) => typeof preuve === "string");
  const score: Score = sur ? "A" : probable ? "B" : "C";
  return reglement(ligne, mots, {
    candidat,
    score,
    raison: enumerer(preuves),
    fichier,
    payeur: compte?.payeur ?? nom?.payeur,
  });
}

/** « Référence D000123, nom dans le libellé et montant exact ». */
const enumerer = ([premiere = "", ...autres]: readonly string[]): string => {
  const suite = autres.map((une) => une.charAt(0).toLowerCase() + une.slice(1));
  const derniere = suite.pop();
  const debut = [premiere, ...suite].join(", ");
  return derniere === undefined ? debut : `${debut} et ${derniere}`;
};

interface Retenu {
  candidat: Candidat;
  score: Score;
  raison: string;
  fichier: Repertoire;
  payeur?: Payeur | undefined;
}

function reglement(
  ligne: LigneARapprocher,
  mots: MotsDeLigne,
  { candidat, score, raison, fichier, payeur = "locataire" }: Retenu,
): Proposition {
  const reserves = reservesDe(ligne, mots, { candidat, fichier });
  return {
    genre: "reglement",
    score,
    automatique: score === "A" && reserves.length === 0,
    raison,
    reserves,
    payeur: mots.organisme ?? payeur,
    mode: mots.mode,
    parts: [{ DossierId: candidat.id, montant: ligne.montant }],
    mois: mots.mois,
    ReglementIds: [],
  };
}

/** The words of why a proposal must be looked at by someone (domain/README §12.9). */
export const RESERVES = {
  compteCommun: "Compte bancaire commun à plusieurs dossiers",
  autreCompte: "Compte bancaire connu pour un autre dossier",
  autreReference: "La référence désigne un autre dossier",
  parti: "Locataire parti depuis plus de trois mois",
  deuxLoyers: "Plus de deux loyers",
  especes: "Espèces",
  subroge: "Un garant a payé à la place du locataire",
  organisme: "Versement d’un organisme",
  bailleur: "Le propriétaire encaisse lui-même ses loyers",
  cheque: "Chèque",
  doublon: "Doublon probable d’une autre ligne",
  deja: "Un règlement du même montant est déjà saisi",
} as const;

function reservesDe(
  { date, montant, empreinte, doublonDe }: LigneARapprocher,
  { references, mode, organisme }: MotsDeLigne,
  { candidat, fichier }: Pick<Examen, "candidat" | "fichier">,
): string[] {
  const comptes = empreinte === null ? [] : (fichier.comptes.get(empreinte) ?? []);
  const [compte] = comptes;
  const recents = fichier.parDossier.get(candidat.id) ?? [];
  const seule = references.length === 1 && references[0] === candidat.id;
  const conditions: Record<keyof typeof RESERVES, boolean> = {
    compteCommun: comptes.length > 1,
    autreCompte: comptes.length === 1 && compte?.DossierId !== candidat.id,
    autreReference: references.length > 0 && !seule,
    parti: candidat.fin !== null && dansMois(candidat.fin, MOIS_APRES_DEPART) < date,
    deuxLoyers: montant > LOYERS_AU_PLUS * candidat.loyer,
    especes: mode === "especes",
    subroge: candidat.subroge,
    organisme: organisme !== null,
    bailleur: candidat.fonds === "proprietaire",
    cheque: mode === "cheque",
    doublon: doublonDe !== null,
    deja: recents.some((une) => memeReglement(une, montant, date)),
  };
  return Object.entries(RESERVES).flatMap(([nom, mots]) =>
    conditions[nom as keyof typeof RESERVES] ? [mots] : [],
  );
}

const ecart = (un: Jour, autre: Jour): number =>
  Math.abs(Date.parse(un) - Date.parse(autre)) / 86_400_000;

/** A payment typed by hand may be that of the line. */
const memeReglement = (connu: ReglementConnu, montant: Centimes, date: Jour): boolean =>
  !connu.prouve &&
  connu.etat === "credite" &&
  connu.montant === montant &&
  ecart(connu.date, date) <= JOURS_DE_POINTAGE;

/** An organisation that pays for all its tenants at once: the aids of all, when they make the sum. */
function groupe(ligne: LigneARapprocher, mots: MotsDeLigne, fichier: Repertoire): Proposition[] {
  const aides = [...fichier.dossiers.values()].filter(
    ({ aide, fonds }) => aide?.payeur === mots.organisme && fonds === "agence",
  );
  const parts = aides.map(({ id, aide }) => ({ DossierId: id, montant: aide?.montant ?? 0 }));
  const somme = parts.reduce((total, { montant }) => total + montant, 0);
  const [une] = aides.filter(({ aide }) => aide?.montant === ligne.montant);
  const commun = {
    genre: "reglement" as const,
    score: "C" as const,
    automatique: false,
    reserves: [RESERVES.organisme],
    payeur: mots.organisme ?? "caf",
    mode: mots.mode,
    mois: [],
    ReglementIds: [],
  };
  if (parts.length > 1 && somme === ligne.montant) {
    return [
      { ...commun, raison: `Somme des aides au logement de ${parts.length} dossiers`, parts },
    ];
  }
  if (!une || mots.references.length > 0) return [];
  if (aides.filter(({ aide }) => aide?.montant === ligne.montant).length > 1) return [];
  return [
    {
      ...commun,
      raison: "Montant de l’aide au logement",
      parts: [{ DossierId: une.id, montant: ligne.montant }],
    },
  ];
}

/** Cheques that wait for the bank, of which the line is the remittance. */
function deCheques(
  ligne: LigneARapprocher,
  mots: MotsDeLigne,
  { cheques }: Repertoire,
): Proposition[] {
  const attendus = cheques.filter(({ date }) => date <= ligne.date);
  const remis = remise(attendus, ligne.montant, mots.mode === "cheque");
  if (!remis) return [];
  return [
    {
      genre: "cheques",
      score: mots.mode === "cheque" ? "B" : "C",
      automatique: false,
      raison:
        remis.length === 1
          ? `Chèque ${remis[0]?.numero} en attente d’encaissement, montant exact`
          : `${remis.length} chèques en attente d’encaissement font ce montant`,
      reserves: [],
      payeur: "locataire",
      mode: "cheque",
      parts: remis.map(({ DossierId, montant }) => ({ DossierId, montant })),
      mois: [],
      ReglementIds: remis.map(({ id }) => id),
    },
  ];
}

/** Cheques that make this amount: one, those of one day, all of them, else some of the oldest. */
function remise(
  cheques: readonly ReglementConnu[],
  montant: Centimes,
  annoncee: boolean,
): ReglementConnu[] | null {
  const font = (quelques: readonly ReglementConnu[]) =>
    quelques.reduce((somme, une) => somme + une.montant, 0) === montant;
  const groupes = [
    ...cheques.map((un) => [un]),
    ...Map.groupBy(cheques, ({ date }) => date).values(),
    [...cheques],
  ];
  const simple = groupes.find((quelques) => quelques.length > 0 && font(quelques));
  if (simple || !annoncee) return simple ?? null;
  return choisir(cheques.slice(0, CHEQUES_A_COMBINER), montant);
}

function choisir(
  [premier, ...autres]: readonly ReglementConnu[],
  montant: Centimes,
): ReglementConnu[] | null {
  if (montant === 0) return [];
  if (!premier || montant < 0) return null;
  const avec = choisir(autres, montant - premier.montant);
  return avec ? [premier, ...avec] : choisir(autres, montant);
}

/** Payments typed by hand that the line proves. */
function pointages(ligne: LigneARapprocher, mots: MotsDeLigne, fichier: Repertoire): Proposition[] {
  const memes = (fichier.reglements.get(ligne.montant) ?? []).filter((une) =>
    memeReglement(une, ligne.montant, ligne.date),
  );
  return memes.map((une) => {
    const designe = designent(ligne, mots, { dossier: une.DossierId, fichier });
    return {
      genre: "pointage",
      score: designe ? "A" : memes.length === 1 ? "B" : "C",
      automatique: false,
      raison: `Règlement ${une.numero} déjà saisi le ${formatJour(une.date)}, même montant`,
      reserves: [],
      payeur: "locataire",
      mode: une.mode ?? mots.mode,
      parts: [{ DossierId: une.DossierId, montant: une.montant }],
      mois: [],
      ReglementIds: [une.id],
    };
  });
}

/** The reference, the account or the name of the line is that of the dossier. */
const designent = (
  ligne: LigneARapprocher,
  mots: MotsDeLigne,
  { dossier, fichier }: { dossier: number; fichier: Repertoire },
): boolean => indicesDe(ligne, mots, fichier).has(dossier);

/** What leaves the account: a payment that the bank takes back, or one of our payouts. */
function sorties(ligne: LigneARapprocher, mots: MotsDeLigne, fichier: Repertoire): Proposition[] {
  const commun = {
    automatique: false,
    reserves: [],
    payeur: "locataire" as const,
    mode: mots.mode,
    parts: [],
    mois: [],
    ReglementIds: [],
  };
  if (mots.reversement) {
    const raison = `Identifiant ${mots.reversement} d’un reversement`;
    return [{ ...commun, genre: "reversement", score: "A", raison }];
  }
  if (!mots.rejet) return [];
  const repris = (fichier.reglements.get(-ligne.montant) ?? []).filter(
    ({ etat, date }) =>
      etat === "credite" && date <= ligne.date && ecart(date, ligne.date) <= JOURS_DE_REJET,
  );
  return repris
    .toSorted((a, b) => ordre(b.date, a.date))
    .map((une) => {
      const designe =
        (ligne.empreinte !== null && ligne.empreinte === une.empreinte) ||
        designent(ligne, mots, { dossier: une.DossierId, fichier });
      return {
        ...commun,
        genre: "rejet",
        score: designe ? "A" : repris.length === 1 ? "B" : "C",
        raison: `Rejet du règlement ${une.numero} du ${formatJour(une.date)}, même montant`,
        parts: [{ DossierId: une.DossierId, montant: une.montant }],
        ReglementIds: [une.id],
      };
    });
}
