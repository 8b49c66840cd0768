import { ajouterJours, type Jour, jourDuMois, type Mois, moisDe, plusTot } from "../../dates.ts";
import { enCentimes } from "../../montants.ts";
import type { Ecriture, Ligne } from "../livres/ecritures.ts";
import type { Centimes } from "../livres/repartition.ts";
import type { ModeFonds } from "../mandats/mots-de-conditions.ts";
import type { LigneReprise } from "./reprise-fiche.ts";

/** A dossier whose balance may be taken over. */
export interface DossierRepris {
  id: number;
  numero: string;
  locataire: string;
  appartement: string;
  /** As `Ligne.mandat`. */
  mandat: number;
  /** Who receives its rents on the day the books begin. */
  fonds: ModeFonds;
  jourQuitance: number;
  depotGarantie: number | null;
  /** Euros that it paid before that day for what is due after, and that its advance holds at least. */
  dejaPaye: number;
  enCours: boolean;
}

export interface MandatRepris {
  id: number;
  numRegistre: string | null;
  clients: string;
  fonds: ModeFonds;
}

export interface BanqueReprise {
  id: number;
  nom: string;
  iban: string;
}

/** What the balances of a takeover may be about. */
export interface Referentiel {
  dossiers: DossierRepris[];
  mandats: MandatRepris[];
  banques: BanqueReprise[];
}

/** Who receives the rents of each dossier. */
export const fondsParDossier = ({ dossiers }: Pick<Referentiel, "dossiers">) => {
  const fonds = new Map(dossiers.map((dossier) => [dossier.id, dossier.fonds]));
  return (DossierId: number): ModeFonds => fonds.get(DossierId) ?? "proprietaire";
};

/** What lies in the bank, and whose it is; cents. Zero apart, it may be signed. */
export interface ControleReprise {
  banque: Centimes;
  mandants: Centimes;
  /** Held by the agency. */
  depots: Centimes;
  /** Of tenants whose rents the agency receives. */
  avances: Centimes;
  ecart: Centimes;
}

const centimesDe = (
  lignes: readonly LigneReprise[],
  compte: (une: LigneReprise) => boolean,
): Centimes =>
  lignes.reduce((somme, une) => somme + (compte(une) ? enCentimes(une.montant) : 0), 0);

/** « Banque = mandants + dépôts + avances » (domain/README §12.13). */
export function controlerReprise(
  lignes: readonly LigneReprise[],
  fondsDe: (DossierId: number) => ModeFonds,
): ControleReprise {
  const banque = centimesDe(lignes, ({ genre }) => genre === "banque");
  const mandants = centimesDe(lignes, ({ genre }) => genre === "mandant");
  const depots = centimesDe(lignes, (une) => une.genre === "depot" && une.detenuPar === "agence");
  const avances = centimesDe(
    lignes,
    (une) => une.genre === "avance" && fondsDe(une.DossierId) === "agence",
  );
  return { banque, mandants, depots, avances, ecart: banque - mandants - depots - avances };
}

/** The last day on which a debt that is taken over fell due: that of its month, or the day before the books begin. */
export const exigibleAvant = (debut: Jour, duMois: Mois | null, jourQuitance: number): Jour =>
  plusTot(jourDuMois(duMois ?? moisDe(debut), jourQuitance), ajouterJours(debut, -1));

/**
 * The opening entry of a balance: against 4710, which all of them together leave at zero.
 * @param avoir what is held in the bank is a debit, whose it is a credit; a negative balance is the other way round.
 */
export function ouverture(
  compte: Pick<Ligne, "mandat"> & Ligne["compte"],
  avoir: boolean,
  montant: Centimes,
): Ecriture {
  const { mandat, ...sien } = compte;
  const autre = { compte: { genre: "4710", de: null } } as const;
  const un = { compte: sien, ...(mandat === undefined ? {} : { mandat }) };
  const [debite, credite] = avoir === montant > 0 ? [un, autre] : [autre, un];
  const cents = Math.abs(montant);
  return {
    livre: "G",
    journal: "AN",
    lignes: [
      { ...debite, debit: cents, credit: 0 },
      { ...credite, debit: 0, credit: cents },
    ],
  };
}

/** The opening entry of what an owner holds for a tenant: an engagement and its counterpart, no bank of ours. */
export const engagement = (
  debite: "801" | "803",
  credite: "809" | "802",
  de: number,
  montant: Centimes,
): Ecriture => ({
  livre: "G",
  journal: "AN",
  lignes: [
    { compte: { genre: debite, de }, debit: montant, credit: 0 },
    { compte: { genre: credite, de }, debit: 0, credit: montant },
  ],
});

/** `GET /Reprise`. */
export interface RepriseLue {
  /** `ouverte`: the books are kept from the first receipt of a new agency. */
  etat: "aucune" | "ouverte" | "brouillon" | "signee";
  debut: Jour;
  lignes: LigneReprise[];
  controle: ControleReprise;
  /** The receipts due since that day, which enter the books when it is signed. */
  quittances: number;
  version: number | null;
  user: string | null;
  signeeLe: string | null;
  referentiel: Referentiel;
}
