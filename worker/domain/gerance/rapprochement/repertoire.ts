import { type Jour, type Mois, moisEnLettres } from "../../dates.ts";
import { ordre } from "../../ordre.ts";
import { deNom } from "../../orthographe.ts";
import type { Centimes } from "../livres/repartition.ts";
import type { EcheanceDue } from "../locataires/imputation.ts";
import type { ModeReglement, Payeur } from "../locataires/reglement.ts";
import type { ModeFonds } from "../mandats/mots-de-conditions.ts";
import { lireMots, motsDe } from "./mots-de-ligne.ts";
import type { SommeEnAttente } from "./proposition-de-somme.ts";

/** A person whose name a payment may bear. */
export interface Personne {
  nom: string;
  prenom: string;
  payeur: "locataire" | "caution";
}

/** A dossier that a payment may be for, with its debts. */
export interface Candidat {
  id: number;
  personnes: Personne[];
  /** The sums called and not settled. */
  echeances: EcheanceDue[];
  /** Cents paid above all calls. */
  avance: Centimes;
  /** The housing benefit paid straight to the owner or the agency, in cents. */
  aide: { montant: Centimes; payeur: "caf" | "msa" } | null;
  /** The rent of a month in cents, charges included. */
  loyer: Centimes;
  /** The last day of the lease; null: it has no end. */
  fin: Jour | null;
  /** A guarantor of the rent paid in the tenant's place: the debt is owed to him. */
  subroge: boolean;
  fonds: ModeFonds;
}

/** An account that paid for dossiers, as persons confirmed. */
export interface PayeurConnu {
  empreinte: string;
  DossierId: number;
  payeur: Payeur;
}

/** A payment recorded already. */
export interface ReglementConnu {
  id: number;
  numero: string;
  DossierId: number;
  date: Jour;
  montant: Centimes;
  mode: ModeReglement | null;
  /** `rejete`: a line is still to show it, or to show that it came in. */
  etat: "recu" | "credite" | "rejete";
  /** A line of a statement proves it. */
  prouve: boolean;
  /** The day on which it was refused, and whether a line proves that. */
  rejeteLe: Jour | null;
  rejetProuve: boolean;
  /** The fingerprint that recognises the payer's account, where its line gives it. */
  empreinte: string | null;
}

/** A transfer whose file may be at the bank. */
export interface VirementConnu {
  id: number;
  reference: string;
  /** The number of the batch. */
  numero: string;
  dateExecution: Jour;
  CompteBancaireId: number;
  montant: Centimes;
  /** A statement line shows that it left, or came back. */
  passe: boolean;
  rendu: boolean;
  /** The holder of the account that it went to. */
  titulaire: string;
}

/** The agency's own money in an account of rents, that no statement line shows. */
export interface ApportConnu {
  /** The identifier of what was put in, whatever became of it since. */
  id: number;
  /** Put in; taken back; or put in, and never taken back as far as anybody noted. */
  genre: "apport" | "repris" | "a_reprendre";
  /** The day of what was noted. */
  date: Jour;
  /** Cents; what is taken back is negative. */
  montant: Centimes;
  CompteBancaireId: number;
}

/** An expense paid by the agency that no statement line shows. */
export interface DepenseConnue {
  id: number;
  intitule: string;
  fournisseur: string;
  numFacture: string | null;
  /** The day of its payment. */
  date: Jour;
  montant: Centimes;
  /** The account from which it was paid; null: nobody said it. */
  CompteBancaireId: number | null;
}

/** The data that lines are matched against, as it is read. */
export interface Faits {
  candidats: readonly Candidat[];
  /** The accounts that a person said whom they pay for. */
  connus: readonly PayeurConnu[];
  reglements: readonly ReglementConnu[];
  virements?: readonly VirementConnu[];
  depenses?: readonly DepenseConnue[];
  /** Expenses whose supplier may give some of their sum back: `montant`, what he has not given back. */
  remboursables?: readonly DepenseConnue[];
  apports?: readonly ApportConnu[];
  attentes?: readonly SommeEnAttente[];
}

/** The data that statement lines are matched against, found by reference, account, amount and name. */
export interface Repertoire {
  dossiers: Map<number, Candidat>;
  comptes: Map<string, PayeurConnu[]>;
  noms: Map<string, Nomme[]>;
  montants: Map<Centimes, number[]>;
  reglements: Map<Centimes, ReglementConnu[]>;
  parDossier: Map<number, ReglementConnu[]>;
  cheques: ReglementConnu[];
  virements: readonly VirementConnu[];
  depenses: readonly DepenseConnue[];
  remboursables: readonly DepenseConnue[];
  apports: readonly ApportConnu[];
  attentes: readonly SommeEnAttente[];
}

/** A folded name, and the dossier that this person may pay for. */
export interface Nomme {
  DossierId: number;
  mots: readonly string[];
  payeur: Personne["payeur"];
}

/** Builds the data that lines are matched against. */
export function repertoire({
  candidats,
  connus,
  reglements,
  virements = [],
  depenses = [],
  remboursables = [],
  apports = [],
  attentes = [],
}: Faits): Repertoire {
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
    virements,
    depenses,
    remboursables,
    apports,
    attentes,
  };
}

/** The clues by which statement lines may find a dossier. */
interface Pistes {
  references: ReadonlySet<number>;
  mots: ReadonlySet<string>;
  montants: ReadonlySet<Centimes>;
  organismes: ReadonlySet<Payeur>;
}

/** The clues of these lines, besides the accounts that paid them. */
export function pistesDe(lignes: readonly LigneDite[]): Pistes {
  const motsDesLignes = lignes.map(lireMots);
  return {
    references: new Set(motsDesLignes.flatMap(({ references }) => references)),
    mots: new Set(motsDesLignes.flatMap(({ mots }) => [...mots])),
    montants: new Set(lignes.map(({ montant }) => montant)),
    organismes: new Set(motsDesLignes.flatMap(({ organisme }) => organisme ?? [])),
  };
}

type LigneDite = Parameters<typeof lireMots>[0] & { montant: Centimes };

/** Whether one of the lines may find this dossier: leaving the others out of {@link repertoire} changes no proposal. */
export const estSurLaPiste = (candidat: Candidat, pistes: Pistes): boolean =>
  pistes.references.has(candidat.id) ||
  (candidat.aide !== null && pistes.organismes.has(candidat.aide.payeur)) ||
  candidat.personnes.some(({ nom }) => motsDe(nom).some((mot) => pistes.mots.has(mot))) ||
  [...sommesExactes(candidat).keys()].some((montant) => pistes.montants.has(montant));

function ranger<K, V>(dans: Map<K, V[]>, cle: K, valeur: V): void {
  const deja = dans.get(cle);
  if (deja) deja.push(valeur);
  else dans.set(cle, [valeur]);
}

const du = (echeances: readonly EcheanceDue[]): Centimes =>
  echeances.reduce((somme, { reste }) => somme + reste, 0);

/** The sums that are not part of a month's calls: each is settled apart. */
const HORS_MOIS = new Set(["depot", "regularisation", "reparation", "solde_anterieur"]);

/**
 * The amounts that settle something of a dossier to the cent, with their words: all of it, one month, several, one
 * sum.
 */
export function sommesExactes({ echeances, avance, aide }: Candidat): Map<Centimes, string> {
  const sommes = new Map<Centimes, string>();
  const noter = (montant: Centimes, mots: string) => {
    if (montant > 0 && !sommes.has(montant)) sommes.set(montant, mots);
  };
  const solde = du(echeances) - avance;
  noter(solde, NET);
  if (aide) noter(solde - aide.montant, NET_AIDE);
  const courantes = echeances.filter(({ nature }) => !HORS_MOIS.has(nature));
  const mois = [...Map.groupBy(courantes, (echeance) => echeance.mois)].toSorted(([a], [b]) =>
    ordre(a, b),
  );
  let cumul = 0;
  for (const [rang, [periode, sommesDuMois]] of mois.entries()) {
    const reste = du(sommesDuMois);
    cumul += reste;
    noter(reste, motsDuMois(periode));
    if (aide) noter(reste - aide.montant, `${motsDuMois(periode)}, aide au logement déduite`);
    noter(cumul, `montant exact de ${rang + 1} mois`);
  }
  for (const echeance of echeances) {
    if (HORS_MOIS.has(echeance.nature))
      noter(echeance.reste, MOTS_DES_NATURES[echeance.nature] ?? "montant exact");
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

/** The match of an amount with a dossier: in words, and whether it settles a sum to the cent, or all of them. */
interface Accord {
  mots: string;
  exact: boolean;
  net: boolean;
}

/** The match of an amount with a dossier, if there is one. */
export function accord(candidat: Candidat, montant: Centimes): Accord | null {
  const exact = sommesExactes(candidat).get(montant);
  if (exact) return { mots: exact, exact: true, net: exact === NET || exact === NET_AIDE };
  if (candidat.aide?.montant === montant)
    return { mots: "montant de l’aide au logement", exact: false, net: false };
  if (candidat.loyer === montant) return { mots: "montant d’un loyer", exact: false, net: false };
  return null;
}
