import * as z from "zod/mini";
import type { Jour } from "../dates.ts";
import type { FichierResume, ImageResume } from "../fichiers/fichier.ts";
import {
  booleen,
  choix,
  courriel,
  decimal,
  entier,
  euros,
  facultatif,
  identifiant,
  isoDate,
  lieuRequis,
  numero,
  ouDefaut,
  REQUIS,
  requis,
  telephone,
  texte,
} from "../fields.ts";
import type { EcheanceIntendance } from "../missions/etat-intendance.ts";
import type { HonorairesDeLocation } from "../missions/mission.ts";
import type { Qualite } from "../personnes/personne.ts";
import { DROITS, type Droit, MOTIFS_FIN_USUFRUIT } from "../personnes/propriete.ts";
import type { AppartementResume } from "./adresse.ts";
import {
  CLASSES_DPE,
  DESTINATIONS,
  type DossierResume,
  MODES_CHAUFFAGE,
  PERIODES_CONSTRUCTION,
  REGIMES_JURIDIQUES,
  SERIES,
  type StatutAppartement,
  TYPES_IMMEUBLE,
  ZONES,
} from "./appartement.ts";

/** The number of a DPE (energy diagnosis) at the ADEME: 13 letters and digits. */
const numeroDpe = () =>
  texte(30).check(
    z.overwrite((valeur) => valeur.replace(/[\s-]/g, "").toUpperCase()),
    z.regex(/^[A-Z\d]{13}$/, "Le numéro d’un DPE a 13 chiffres ou lettres."),
  );

/** The apartment, as the form sends it; optional fields print as blanks (documents/README §8.1). */
export const record = z.strictObject({
  adresse: lieuRequis(),
  codePostal: requis(10),
  ville: lieuRequis(100),
  situation: facultatif(texte()),
  typeImmeuble: ouDefaut(choix(TYPES_IMMEUBLE), "collectif"),
  destination: ouDefaut(choix(DESTINATIONS), "usage d'habitation"),
  periodeConstruction: ouDefaut(choix(PERIODES_CONSTRUCTION), "1971-1990"),
  numeroClef: facultatif(texte(100)),
  detailClef: facultatif(texte(500)),
  detailTelecomande: facultatif(texte(500)),
  digicode: facultatif(texte(100)),
  pdl: facultatif(texte(50)),
  etage: facultatif(numero()),
  nbPiece: facultatif(entier(0, 100)),
  surface: facultatif(decimal(100_000)),
  cave: ouDefaut(booleen(), false),
  caveNum: facultatif(numero()),
  chauffage: ouDefaut(choix(MODES_CHAUFFAGE), "collective"),
  eauChaude: ouDefaut(choix(MODES_CHAUFFAGE), "collective"),
  wip: ouDefaut(booleen(), false),
  quitanceAuto: ouDefaut(booleen(), true),
  loyerHC: ouDefaut(euros(), 0),
  charge: ouDefaut(euros(), 0),
  autresInfo: facultatif(texte(2000)),
  elementEquipement: facultatif(texte(2000)),
  elementEquipementImportant: facultatif(texte(2000)),
  syndicNom: facultatif(texte(100)),
  syndicMail: facultatif(courriel()),
  syndicTel: facultatif(telephone()),
  gestionnaireSyndicNom: facultatif(texte(100)),
  gestionnaireSyndicTel: facultatif(telephone()),
  gestionnaireSyndicMail: facultatif(courriel()),
  conseillerSyndical: facultatif(texte()),
  autreSyndic: facultatif(texte(500)),
  gardienNom: facultatif(texte(100)),
  gardienTel: facultatif(telephone()),
  defaultContact: facultatif(identifiant()),
  identifiantFiscal: facultatif(texte(20)),
  dpeClasse: facultatif(choix(CLASSES_DPE)),
  /** The day of the DPE (energy diagnosis), and the day of the attestation that gave a new energy class. */
  dpeDate: facultatif(isoDate()),
  dpeAttestationLe: facultatif(isoDate()),
  dpeNumero: facultatif(numeroDpe()),
  /**
   * The series of the IRL (index of rents) for the next leases of the dwelling; null: by its postal code
   * (revisions/README §15.3).
   */
  serieIrl: facultatif(choix(SERIES)),
  /**
   * The days of the last services of the boiler and of the heat pump, and of the last diagnoses; null: unknown, so no
   * deadline is shown (suivi/README §17.2).
   */
  chaudiereLe: facultatif(isoDate()),
  pacLe: facultatif(isoDate()),
  gazLe: facultatif(isoDate()),
  electriciteLe: facultatif(isoDate()),
  plombLe: facultatif(isoDate()),
  amianteLe: facultatif(isoDate()),
  risquesLe: facultatif(isoDate()),
  dpeDepenseMin: facultatif(euros()),
  dpeDepenseMax: facultatif(euros()),
  dpeAnnee: facultatif(entier(1990, 2199)),
  regimeJuridique: facultatif(choix(REGIMES_JURIDIQUES)),
  zone: facultatif(choix(ZONES)),
  zoneTendue: facultatif(booleen()),
  zoneEncadree: facultatif(booleen()),
  internet: facultatif(texte()),
  repartition: facultatif(texte(500)),
});

export const modification = z.partial(record);

const COPROPRIETE = [
  "syndicMail",
  "syndicTel",
  "gestionnaireSyndicNom",
  "gestionnaireSyndicTel",
  "gestionnaireSyndicMail",
  "conseillerSyndical",
  "autreSyndic",
] as const;

export const creation = z.pipe(
  z
    .extend(record, {
      typeImmeuble: z._default(record.shape.typeImmeuble, "collectif"),
      destination: z._default(record.shape.destination, "usage d'habitation"),
      periodeConstruction: z._default(record.shape.periodeConstruction, "1971-1990"),
      cave: z._default(record.shape.cave, false),
      chauffage: z._default(record.shape.chauffage, "collective"),
      eauChaude: z._default(record.shape.eauChaude, "collective"),
      wip: z._default(record.shape.wip, false),
      quitanceAuto: z._default(record.shape.quitanceAuto, true),
      loyerHC: z._default(record.shape.loyerHC, 0),
      charge: z._default(record.shape.charge, 0),
    })
    .check((contexte) => {
      const appartement = contexte.value;
      if (COPROPRIETE.some((nom) => appartement[nom]) && !appartement.syndicNom) {
        contexte.issues.push({
          code: "custom",
          path: ["syndicNom"],
          message: REQUIS,
          input: appartement.syndicNom,
        });
      }
      if (appartement.gardienTel && !appartement.gardienNom) {
        contexte.issues.push({
          code: "custom",
          path: ["gardienNom"],
          message: REQUIS,
          input: appartement.gardienNom,
        });
      }
    }),
  z.transform((appartement) => ({
    ...appartement,
    caveNum: appartement.cave ? (appartement.caveNum ?? "0") : null,
  })),
);

export type Appartement = z.output<typeof creation>;

/** The body that records the end of an owner's usufruct. */
export const finUsufruitDite = z.strictObject({ le: isoDate(), motif: choix(MOTIFS_FIN_USUFRUIT) });

export type FinUsufruitDite = z.output<typeof finUsufruitDite>;

/** The body that sets the right of an owner over a dwelling. */
export const droitDit = z.strictObject({ droit: choix(DROITS) });

export interface AppartementRow extends AppartementResume {
  surface: number | null;
  nbPiece: number | null;
  loyerHC: number;
  charge: number;
  statut: StatutAppartement;
  enPreavis: boolean;
  enGestion: boolean;
  /** The number of leases that run today; staff should check a dwelling with more than one. */
  bauxEnCours: number;
  proprietaires: string;
  locataires: string;
  updatedAt: string;
  version: number;
}

export interface AppartementDetail extends Appartement {
  id: number;
  createdAt: string;
  updatedAt: string;
  version: number;
  statut: StatutAppartement;
  enPreavis: boolean;
  enGestion: boolean;
  /**
   * The last day of the management mandate, once its final account is frozen; null: the mandate runs, or there is
   * none.
   */
  mandatTermineLe: Jour | null;
  bauxEnCours: number;
  loyer: { charge: number; loyerHC: number; loyerTCC: number };
  proprietaires: {
    id: number;
    titre: string;
    qualite: Qualite;
    nom: string;
    prenom: string;
    mail: string | null;
    tel: string | null;
    droit: Droit;
  }[];
  locataires: { id: number; titre: string; nom: string; prenom: string; DossierId: number }[];
  dossiers: DossierResume[];
  Equipements: { id: number; nom: string; collectif: boolean }[];
  Images: ImageResume[];
  Intendances: {
    id: number;
    nature: EcheanceIntendance["nature"];
    dateDepart: string | null;
    dateFin: string | null;
    regle: boolean;
  }[];
  EtatLieux: { id: number; date: string; lieu: string }[];
  Fichiers: FichierResume[];
  /** The letting fees of the mandate; null without a mandate. */
  mandat: HonorairesDeLocation | null;
  history: { etat: string; user: string | null; createdAt: string }[];
  canDelete: boolean;
}
