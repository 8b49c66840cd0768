import * as z from "zod/mini";
import type { SerieIrl } from "../bail/irl.ts";
import type { Jour, Mois } from "../dates.ts";
import {
  booleen,
  choix,
  dayOfMonth,
  decimal,
  euros,
  facultatif,
  identifiant,
  isoDate,
  jourDeLAnnee,
  numero,
  ouDefaut,
  REQUIS,
  requis,
  taux,
  texte,
  versionLue,
} from "../fields.ts";
import { grilleVetuste } from "../gerance/departs/vetuste-fiche.ts";
import type { DouziemesDemandes } from "../gerance/locataires/assurance-pour-compte.ts";
import type { LoyerTenu, MotifLoyer } from "../gerance/revisions/loyers.ts";
import { TVA_USUELLE } from "../montants.ts";
import type { AppartementResume } from "./adresse.ts";
import { SERIES } from "./appartement.ts";
import { ANNEXES, MODES_CHARGES, REGIMES_TVA, TYPES_BAIL } from "./dossier.ts";
import { type EncadrementDeclare, encadrement, encadrementDeclare } from "./encadrement-fiche.ts";
import { preavisEtFinBail } from "./etat-dossier.ts";

/** The dossier, as the form sends it; optional fields print as blanks (documents/README §8.1). */
export const record = z.strictObject({
  AppartementId: identifiant(),
  LocataireId: identifiant(),
  dateEntree: isoDate(),
  dateSortie: facultatif(isoDate()),
  dateCreationBail: isoDate(),
  dateDebutBail: isoDate(),
  dateFinBail: facultatif(isoDate()),
  dateDebutPreavis: facultatif(isoDate()),
  dateFinPreavis: facultatif(isoDate()),
  dateRetourCaution: facultatif(isoDate()),
  depotGarantie: euros(),
  edfEntree: facultatif(numero()),
  edfSortie: facultatif(numero()),
  indice: facultatif(decimal(10_000)),
  indiceTrim: facultatif(texte(50)),
  /**
   * The series of the IRL (index of rents), for the life of the lease; null: the series of its dwelling
   * (revisions/README §15.3).
   */
  serieIrl: facultatif(choix(SERIES)),
  /** The day of revision that the lease sets; null: the anniversary of the lease (revisions/README §15.3). */
  jourRevision: facultatif(jourDeLAnnee()),
  /**
   * The last revision made in another software: its day, its index and the quarter of this index (revisions/README
   * §15.3).
   */
  derniereRevision: facultatif(isoDate()),
  dernierIndice: facultatif(decimal(10_000)),
  dernierTrimestre: facultatif(texte(50)),
  jourQuitance: dayOfMonth(),
  lieuSignature: facultatif(requis(100)),
  loyerHC: euros(),
  loyerCharge: euros(),
  loyerTTC: facultatif(z.number()),
  numFraisDossier: numero(),
  fraisDossierTTC: facultatif(euros()),
  fraisDossierTauxTVA: ouDefaut(taux(), TVA_USUELLE),
  fraisDossierHT: facultatif(z.number()),
  fraisDossierTVA: facultatif(z.number()),
  dateFraisDossier: facultatif(isoDate()),
  encadrement: facultatif(encadrement),
  clauses: facultatif(z.strictObject({ clausesText: texte(20_000) })),
  typeBail: facultatif(choix(TYPES_BAIL)),
  meuble: facultatif(booleen()),
  chargesMode: facultatif(choix(MODES_CHARGES)),
  dernierLoyer: facultatif(
    z.strictObject({
      montant: facultatif(euros()),
      dateVersement: facultatif(isoDate()),
      dateRevision: facultatif(isoDate()),
    }),
  ),
  travaux: facultatif(texte(5000)),
  honorairesBailleurTTC: facultatif(euros()),
  fraisEdlTTC: facultatif(euros()),
  fraisEdlBailleurTTC: facultatif(euros()),
  nouvelleAdresse: facultatif(texte(500)),
  motifDureeReduite: facultatif(texte(500)),
  motifMobilite: facultatif(texte(500)),
  /** The last day covered by the insurance of which the tenant gave proof. */
  assuranceFin: facultatif(isoDate()),
  garantieLoyersImpayes: facultatif(booleen()),
  /** The public guarantee Visale covers the rents (relances/README §12.12). */
  visale: facultatif(booleen()),
  /** The vehicle for which a parking space is let. */
  vehicule: facultatif(texte(200)),
  /** For a parking space: the VAT regime of its rent (bail/README §3.11). */
  regimeTva: facultatif(choix(REGIMES_TVA)),
  /** The annexes ticked by staff; an annex found in the product needs no tick. */
  annexes: facultatif(
    z.array(choix(ANNEXES)).check(z.maxLength(ANNEXES.length, "Une annexe se coche une fois.")),
  ),
  /** The wear grid joined to the lease: a copy of the agency's grid, final once the lease is signed. */
  grilleVetuste: facultatif(grilleVetuste),
  /** The lease runs beside other leases of the dwelling and ends none of them (biens/README §7.1). */
  colocation: ouDefaut(booleen(), false),
});

export const modification = z.partial(record);

/**
 * Pairs of days that must be in this order, and the French message on the second day when it comes before the first.
 */
const ORDRE_DES_DATES = [
  ["dateDebutBail", "dateFinBail", "La fin du bail précède son début."],
  ["dateDebutPreavis", "dateFinPreavis", "La fin du préavis précède son début."],
  ["dateDebutBail", "dateFinPreavis", "La fin du préavis précède le début du bail."],
  ["dateEntree", "dateSortie", "La sortie précède l’entrée."],
] as const;

export const creation = z.pipe(
  z
    .extend(record, {
      jourQuitance: z._default(dayOfMonth(), 5),
      lieuSignature: z._default(z.nullable(requis(100)), "Paris"),
      fraisDossierTauxTVA: z._default(record.shape.fraisDossierTauxTVA, TVA_USUELLE),
      colocation: z._default(record.shape.colocation, false),
    })
    .check((contexte) => {
      const { dateFinPreavis } = finsCompletes(contexte.value);
      const dossier = { ...contexte.value, dateFinPreavis };
      for (const [debut, fin, message] of ORDRE_DES_DATES) {
        const premier = dossier[debut];
        const dernier = dossier[fin];
        if (premier && dernier && dernier < premier) {
          contexte.issues.push({ code: "custom", path: [fin], message, input: dernier });
        }
      }
    }),
  z.transform(({ loyerTTC: _1, fraisDossierHT: _2, fraisDossierTVA: _3, ...dossier }) => ({
    ...dossier,
    ...finsCompletes(dossier),
    encadrement: dossier.encadrement ? encadrementDeclare(dossier.encadrement) : null,
  })),
);

/** Fills a missing end of notice from a plausible end of the lease, and the reverse (biens/README §7.1). */
function finsCompletes(dossier: {
  dateDebutPreavis?: Jour | null | undefined;
  dateFinPreavis?: Jour | null | undefined;
  dateFinBail?: Jour | null | undefined;
}) {
  return preavisEtFinBail({
    dateDebutPreavis: dossier.dateDebutPreavis ?? null,
    dateFinPreavis: dossier.dateFinPreavis ?? null,
    dateFinBail: dossier.dateFinBail ?? null,
  });
}

export type Dossier = z.output<typeof creation>;

/**
 * The body that closes a dossier (biens/README §7.1): the day the keys come back (today when absent), the dossier
 * when the tenant has several in the apartment, the notice given, and the reading of the electricity meter.
 */
export const cloture = z
  .strictObject({
    dateSortie: facultatif(isoDate()),
    DossierId: z.optional(identifiant()),
    dateDebutPreavis: z.optional(isoDate()),
    dateFinPreavis: z.optional(isoDate()),
    edfSortie: z.optional(numero()),
    ...versionLue,
  })
  .check((contexte) => {
    const { dateDebutPreavis: debut, dateFinPreavis: fin } = contexte.value;
    const refuse = (path: string, message: string, input: unknown) =>
      contexte.issues.push({ code: "custom", path: [path], message, input });
    if (fin && !debut) refuse("dateDebutPreavis", REQUIS, debut);
    if (debut && !fin) refuse("dateFinPreavis", REQUIS, fin);
    if (debut && fin && fin < debut)
      refuse("dateFinPreavis", "La fin du préavis précède son début.", fin);
  });

export type Cloture = z.output<typeof cloture>;

/** The reason why a lease is called off before it begins (biens/README §7.1). */
export const motifAnnulationBail = z.strictObject({ motif: requis(500) });

/** The body that calls a lease off: the reason, and the version that the caller read. */
export const annulationBail = z.extend(motifAnnulationBail, versionLue);

export type AnnulationBail = z.output<typeof annulationBail>;

export interface DossierRow {
  id: number;
  appartement: string;
  ville: string;
  locataire: string;
  AppartementId: number;
  LocataireId: number;
  dateDebutBail: string;
  /** The last day of the dossier (biens/README §7.1), derived from the dates below. */
  dateFin: string | null;
  dateFinBail: string | null;
  dateDebutPreavis: string | null;
  dateFinPreavis: string | null;
  dateSortie: string | null;
  dateRelocation: string | null;
  colocation: boolean;
  jourQuitance: number;
  loyerHC: number;
  loyerCharge: number;
  loyerTTC: number;
  /** The rents, each with its first day; `loyerHC` and `loyerCharge` hold today's rent. */
  loyers: LoyerTenu[];
  /**
   * For each month, in euros, the twelfth that the receipt bills for an insurance that the owner took out for the
   * tenant (locataires/README §12.28).
   */
  douziemes: DouziemesDemandes;
  clos: boolean;
  enPreavis: boolean;
  /** Euros: the tenant's debt, the part already due, and his advance (locataires/README §12.2). */
  solde: number;
  exigible: number;
  avance: number;
  updatedAt: string;
  version: number;
}

export interface DossierDetail extends Omit<Dossier, "encadrement"> {
  /** The series of the IRL (index of rents) that a new lease of the dwelling would get today. */
  serieDuLogement: SerieIrl;
  id: number;
  createdAt: string;
  updatedAt: string;
  version: number;
  loyerTTC: number;
  /** The rents, each with its first day and its reason; `loyerHC` and `loyerCharge` hold today's rent. */
  loyers: (LoyerTenu & { motif: MotifLoyer })[];
  /**
   * For each month, in euros, the twelfth that the receipt bills for an insurance that the owner took out for the
   * tenant (locataires/README §12.28).
   */
  douziemes: DouziemesDemandes;
  /**
   * The last month billed by a receipt that is not cancelled; null: no such month, so the form may still change the
   * rent of the lease.
   */
  dernierMoisFacture: Mois | null;
  fraisDossierHT: number | null;
  fraisDossierTVA: number | null;
  encadrement:
    | (EncadrementDeclare & { montantBase: number | null; complementLoyer: number | null })
    | null;
  clos: boolean;
  enPreavis: boolean;
  /** Euros: the tenant's debt and his advance (locataires/README §12.2). */
  solde: number;
  avance: number;
  /**
   * The first day of the lease that replaces this lease in the dwelling (quittances/README §2.3); null without one.
   */
  dateRelocation: Jour | null;
  /**
   * The last day of the management mandate of the dwelling, once its final account is frozen; null: the mandate runs,
   * or there is none.
   */
  mandatTermineLe: Jour | null;
  /**
   * The next lease of the dwelling, when it stops the rent of this open lease before its end and no departure is
   * recorded; else null.
   */
  loyerArrete: { DossierId: number; locataire: string; dateDebutBail: Jour } | null;
  /**
   * French warnings for staff about the other leases of the dwelling, a departure, meters that read less at the exit
   * than at the entry, and days of rent that no receipt bills.
   */
  warnings: string[];
  Appartement: AppartementResume;
  Locataire: {
    id: number;
    titre: string;
    nom: string;
    prenom: string;
    mail: string;
    tel: string;
    rp: boolean;
  };
  /**
   * The names of the two tenants bound jointly, one of whom a guarantee may name; empty for another lease
   * (bail/README §5).
   */
  colocataires: string[];
  Cautions: { id: number; nom: string; prenom: string; mobile: string; mail: string }[];
  /** The id of the first guarantor; null without one. */
  caution: number | null;
  etatIn: number | null;
  etatOut: number | null;
  EtatEntrant: { id: number; date: string; lieu: string } | null;
  EtatSortant: { id: number; date: string; lieu: string } | null;
  /** The addresses of the signed documents; null without a signed copy. */
  contratLocation: string | null;
  inventaireEntree: string | null;
  inventaireSortie: string | null;
  /** The number of replaced or removed files of this record, which `GET /Remplacement` lists. */
  remplaces: number;
  canDelete: boolean;
}
