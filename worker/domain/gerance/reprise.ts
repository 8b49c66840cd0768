import * as z from "zod/mini";
import { ajouterJours, type Jour, jourDuMois, type Mois, moisDe, plusTot } from "../dates.ts";
import {
  choix,
  entier,
  euros,
  facultatif,
  identifiant,
  isoDate,
  mois,
  solde,
  texte,
  versionLue,
} from "../fields.ts";
import { enCentimes } from "../montants.ts";
import type { ModeFonds } from "./conditions.ts";
import type { Ecriture, Ligne } from "./ecritures.ts";
import type { Centimes } from "./repartition.ts";

/** The balances that one takeover may hold: a body of 1 MB has room for some fourteen thousand. */
const LIGNES_AU_PLUS = 20_000;

const montant = () => euros().check(z.gt(0, "Le montant est supérieur à zéro."));

/** Who holds a deposit. */
export const DETENTEURS = { agence: "L’agence", bailleur: "Le bailleur" } as const;
export type Detenteur = keyof typeof DETENTEURS;

/** A balance on the day the books begin (domain/README §12.13). */
const ligne = z.discriminatedUnion("genre", [
  z.strictObject({
    genre: z.literal("dette"),
    DossierId: identifiant(),
    /** The month it is of, when it is known. */
    mois: facultatif(mois()),
    montant: montant(),
  }),
  z.strictObject({ genre: z.literal("avance"), DossierId: identifiant(), montant: montant() }),
  z.strictObject({
    genre: z.literal("depot"),
    DossierId: identifiant(),
    detenuPar: choix(Object.keys(DETENTEURS) as [Detenteur, ...Detenteur[]]),
    montant: montant(),
  }),
  z.strictObject({ genre: z.literal("mandant"), MissionId: identifiant(), montant: solde() }),
  z.strictObject({
    genre: z.literal("banque"),
    CompteBancaireId: identifiant(),
    montant: solde(),
  }),
]);

/** What `PUT /Reprise` keeps, as a draft; euros. */
export const brouillon = z.strictObject({
  ...versionLue,
  debut: isoDate(),
  lignes: z.array(ligne).check(
    z.maxLength(LIGNES_AU_PLUS, `${LIGNES_AU_PLUS} soldes au plus.`),
    z.refine(
      (lignes) => new Set(lignes.map(cleDeLigne)).size === lignes.length,
      "Un même solde est donné deux fois.",
    ),
  ),
});

/** What `POST /Reprise/lire` reads: the text of a CSV file. */
export const soldesEcrits = z.strictObject({ debut: isoDate(), texte: texte(900_000) });

/** What `POST /Reprise/signer` says: which draft was read. */
export const signature = z.strictObject({ version: entier(1, Number.MAX_SAFE_INTEGER) });

export type LigneReprise = z.output<typeof ligne>;
export type Brouillon = z.output<typeof brouillon>;

/** What two balances may not share. */
export function cleDeLigne(une: LigneReprise): string {
  if (une.genre === "mandant") return `mandant ${une.MissionId}`;
  if (une.genre === "banque") return `banque ${une.CompteBancaireId}`;
  if (une.genre === "dette") return `dette ${une.DossierId} ${une.mois ?? ""}`;
  return `${une.genre} ${une.DossierId}`;
}

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
