import { type Jour, type Mois, moisEnLettres } from "../../dates.ts";
import { ordre } from "../../ordre.ts";
import { deNom } from "../../orthographe.ts";
import type { Centimes } from "../livres/repartition.ts";
import type { EcheanceDue } from "../locataires/imputation.ts";
import type { ModeReglement, Payeur } from "../locataires/reglement.ts";
import type { ModeFonds } from "../mandats/mots-de-conditions.ts";
import { lireMots, motsDe } from "./mots-de-ligne.ts";
import type { SommeEnAttente } from "./proposition-de-somme.ts";

/** A person whose name may be written on a payment. */
export interface Personne {
  nom: string;
  prenom: string;
  payeur: "locataire" | "caution";
}

/** A dossier that a payment may be for, with its debts; cents. */
export interface Candidat {
  id: number;
  personnes: Personne[];
  /** The sums called and not fully paid. */
  echeances: EcheanceDue[];
  /** The sum paid beyond every sum called. */
  avance: Centimes;
  /** The monthly housing benefit paid to the owner or the agency. */
  aide: { montant: Centimes; payeur: "caf" | "msa" } | null;
  /** The monthly rent with charges. */
  loyer: Centimes;
  /** The last day of the lease; null: it has no end. */
  fin: Jour | null;
  /** An insurer, Visale or a guarantor paid in the tenant’s place, and may claim that sum from him. */
  subroge: boolean;
  fonds: ModeFonds;
}

/** A bank account that paid for a dossier, as a user confirmed. */
export interface PayeurConnu {
  empreinte: string;
  DossierId: number;
  payeur: Payeur;
}

/** A recorded payment; cents. */
export interface ReglementConnu {
  id: number;
  numero: string;
  DossierId: number;
  date: Jour;
  montant: Centimes;
  mode: ModeReglement | null;
  /** A refused payment (`rejete`) is listed until bank statement lines show both the payment and its refusal. */
  etat: "recu" | "credite" | "rejete";
  /** A bank statement line proves the payment. */
  prouve: boolean;
  /** The day of the refusal, null without one; `rejetProuve`: a bank statement line proves the refusal. */
  rejeteLe: Jour | null;
  rejetProuve: boolean;
  /** The fingerprint of the payer's bank account; null when no line gives it. */
  empreinte: string | null;
}

/** A transfer whose file was downloaded for the bank; cents. */
export interface VirementConnu {
  id: number;
  reference: string;
  /** The number of the batch. */
  numero: string;
  dateExecution: Jour;
  CompteBancaireId: number;
  montant: Centimes;
  /** A bank statement line shows the outgoing money; `rendu`: a line shows its return. */
  passe: boolean;
  rendu: boolean;
  /** The holder of the account paid. */
  titulaire: string;
}

/** A movement of the agency's own money on a bank account of rents that no statement line shows yet. */
export interface ApportConnu {
  /** The id of the sum put in, also for the movement that takes it back. */
  id: number;
  /** `apport`: put in; `repris`: taken back; `a_reprendre`: put in, and not taken back in the books yet. */
  genre: "apport" | "repris" | "a_reprendre";
  date: Jour;
  /** Cents; below zero, money taken back. */
  montant: Centimes;
  CompteBancaireId: number;
}

/** An expense paid by the agency and not shown by any bank statement line; cents. */
export interface DepenseConnue {
  id: number;
  intitule: string;
  fournisseur: string;
  numFacture: string | null;
  /** The day of the payment. */
  date: Jour;
  montant: Centimes;
  /** The bank account that paid; null: nobody noted it. */
  CompteBancaireId: number | null;
}

/** The facts that bank statement lines are matched with. */
export interface Faits {
  candidats: readonly Candidat[];
  /** The bank accounts that paid for a dossier, as a user confirmed. */
  connus: readonly PayeurConnu[];
  reglements: readonly ReglementConnu[];
  virements?: readonly VirementConnu[];
  depenses?: readonly DepenseConnue[];
  /** The expenses that a supplier may refund; `montant`: the part not refunded yet. */
  remboursables?: readonly DepenseConnue[];
  apports?: readonly ApportConnu[];
  attentes?: readonly SommeEnAttente[];
}

/** The facts that bank statement lines are matched with, indexed. */
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

/** A person's name in lower case without accents, with the dossier that this person may pay for. */
export interface Nomme {
  DossierId: number;
  mots: readonly string[];
  payeur: Personne["payeur"];
}

/** Indexes the facts that bank statement lines are matched with. */
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

/** The clues by which bank statement lines may find a dossier, except bank accounts. */
interface Pistes {
  references: ReadonlySet<number>;
  mots: ReadonlySet<string>;
  montants: ReadonlySet<Centimes>;
  organismes: ReadonlySet<Payeur>;
}

/** The clues of some bank statement lines, except bank accounts. */
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

/**
 * Whether a line may find a dossier by these clues. A dossier that neither these clues nor a bank account find may be
 * left out of {@link repertoire}: the proposals stay the same.
 */
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

/** The natures of the sums called apart from the monthly rent: an amount may settle each such sum alone. */
const HORS_MOIS = new Set([
  "depot",
  "regularisation",
  "reparation",
  "solde_anterieur",
  "trop_percu",
]);

/**
 * The amounts that settle some debts of a dossier to the cent, in cents, with their French words: the balance, one
 * month (both also less the housing benefit), the oldest months together, and each sum called apart from the rent.
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

/**
 * The fit between an amount and a dossier, in words; `exact`: the amount pays some sums to the cent; `net`: the amount
 * pays the whole balance, or the balance less the housing benefit.
 */
interface Accord {
  mots: string;
  exact: boolean;
  net: boolean;
}

/** How an amount in cents fits a dossier; null when the amount fits nothing. */
export function accord(candidat: Candidat, montant: Centimes): Accord | null {
  const exact = sommesExactes(candidat).get(montant);
  if (exact) return { mots: exact, exact: true, net: exact === NET || exact === NET_AIDE };
  if (candidat.aide?.montant === montant)
    return { mots: "montant de l’aide au logement", exact: false, net: false };
  if (candidat.loyer === montant) return { mots: "montant d’un loyer", exact: false, net: false };
  return null;
}
