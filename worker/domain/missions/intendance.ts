import * as z from "zod/mini";
import type { AppartementResume } from "../biens/adresse.ts";
import type { Jour } from "../dates.ts";
import {
  booleen,
  choix,
  entier,
  euros,
  facultatif,
  identifiant,
  isoDate,
  numero,
  ouDefaut,
  REQUIS,
  taux,
  texte,
} from "../fields.ts";
import { TVA_USUELLE } from "../montants.ts";
import { MODES_PAIEMENT, type ModePaiement } from "../quittances/paiement.ts";
import { NATURES } from "./etat-intendance.ts";
import {
  type EtatDepense,
  NATURES_FISCALES,
  type NatureFiscale,
  PAYE_PAR,
  type PayePar,
  RECUPERABLES,
  type Recuperable,
} from "./natures-de-depense.ts";

/**
 * A caretaking mission or expense, as the form sends it; euros with VAT. A `prixHT` sent is ignored: it is computed.
 */
export const record = z.strictObject({
  nature: ouDefaut(choix(NATURES), "mission"),
  AppartementId: identifiant(),
  dateDepart: facultatif(isoDate()),
  dateFin: facultatif(isoDate()),
  prix: facultatif(euros()),
  prixHT: facultatif(z.number()),
  tva: ouDefaut(taux(), TVA_USUELLE),
  renouvele: ouDefaut(booleen(), false),
  regle: ouDefaut(booleen(), false),
  intitule: facultatif(texte()),
  date: facultatif(isoDate()),
  montant: facultatif(euros()),
  numFacture: facultatif(numero()),
  mode: facultatif(choix(MODES_PAIEMENT)),
  FournisseurId: facultatif(identifiant()),
  natureFiscale: facultatif(choix(clesDe(NATURES_FISCALES))),
  recuperable: facultatif(choix(clesDe(RECUPERABLES))),
  tauxRecuperable: facultatif(entier(0, 100)),
  payePar: facultatif(choix(clesDe(PAYE_PAR))),
  bonAPayerLe: facultatif(isoDate()),
  accordLe: facultatif(isoDate()),
});

export const CHAMPS_DE_DEPENSE = [
  "FournisseurId",
  "natureFiscale",
  "recuperable",
  "tauxRecuperable",
  "payePar",
  "bonAPayerLe",
  "accordLe",
] as const;

function clesDe<Key extends string>(choisis: Readonly<Record<Key, unknown>>) {
  return Object.keys(choisis) as [Key, ...Key[]];
}

export const modification = z.partial(record);

const EXIGES_DE_LA_DEPENSE = ["intitule", "montant", "numFacture"] as const;

/**
 * The rule that requires a field of an expense; it runs with the other checks, so that the form shows every fault at
 * once.
 */
const exigeDeLaDepense = (nom: (typeof EXIGES_DE_LA_DEPENSE)[number]) =>
  z.refine<Partial<z.output<typeof record>>>(
    (intendance) => intendance.nature !== "depense" || intendance[nom] != null,
    {
      path: [nom],
      error: REQUIS,
      when: ({ value, issues }) =>
        value instanceof Object && !issues.some(({ path }) => path?.[0] === nom),
    },
  );

export const creation = z.pipe(
  z
    .extend(record, {
      nature: z._default(record.shape.nature, "mission"),
      tva: z._default(record.shape.tva, TVA_USUELLE),
      renouvele: z._default(record.shape.renouvele, false),
      regle: z._default(record.shape.regle, false),
    })
    .check(...EXIGES_DE_LA_DEPENSE.map(exigeDeLaDepense), (contexte) => {
      const { nature, dateDepart, dateFin } = contexte.value;
      for (const champ of nature === "mission" ? CHAMPS_DE_DEPENSE : []) {
        const input = contexte.value[champ];
        if (input == null) continue;
        const message = "Seule une dépense en dit autant.";
        contexte.issues.push({ code: "custom", path: [champ], message, input });
      }
      const { recuperable, tauxRecuperable } = contexte.value;
      const auPlus = recuperable ? RECUPERABLES[recuperable].taux : 100;
      if (tauxRecuperable != null && tauxRecuperable > auPlus) {
        contexte.issues.push({
          code: "custom",
          path: ["tauxRecuperable"],
          message: `De cette charge, ${auPlus} % au plus sont récupérables.`,
          input: tauxRecuperable,
        });
      }
      if (dateDepart && dateFin && dateFin < dateDepart) {
        contexte.issues.push({
          code: "custom",
          path: ["dateFin"],
          message: "La fin précède le début.",
          input: dateFin,
        });
      }
    }),
  z.transform(({ prixHT: _sent, ...intendance }) => ({
    ...intendance,
    tauxRecuperable: intendance.recuperable
      ? (intendance.tauxRecuperable ?? RECUPERABLES[intendance.recuperable].taux)
      : intendance.recuperable,
  })),
);

export type Intendance = z.output<typeof creation>;

export interface IntendanceRow {
  id: number;
  nature: (typeof NATURES)[number];
  AppartementId: number;
  appartement: string;
  ville: string;
  dateDepart: string | null;
  dateFin: string | null;
  prix: number | null;
  prixHT: number | null;
  tva: number;
  regle: boolean;
  renouvele: boolean;
  intitule: string | null;
  date: string | null;
  montant: number | null;
  numFacture: string | null;
  mode: ModePaiement | null;
  FournisseurId: number | null;
  fournisseur: string | null;
  natureFiscale: NatureFiscale | null;
  recuperable: Recuperable | null;
  tauxRecuperable: number | null;
  payePar: PayePar | null;
  bonAPayerLe: Jour | null;
  accordLe: Jour | null;
  /** The state of an expense; null for a mission. */
  etat: EtatDepense | null;
  /** The number of the batch of transfers that pays the expense; null without one. */
  lot: string | null;
  avecFacture: boolean;
  /**
   * The agency pays the expense, which exceeds the sum that it may spend without the owner's agreement, and no
   * agreement is recorded.
   */
  accordManquant: boolean;
  /** The day on which the agency paid the expense, by the books; null: the books show no such payment. */
  payeeLe: Jour | null;
  /** The mission is current or still to come. */
  enCours: boolean;
  renouvellementAttendu: boolean;
  joursRestants: number | null;
  /** The day on which the owner withdrew from the mission (signature/README §18.9); null: he has not. */
  retracteeLe: Jour | null;
  updatedAt: string;
  version: number;
}

export interface IntendanceDetail extends Intendance {
  id: number;
  createdAt: string;
  updatedAt: string;
  version: number;
  prixHT: number | null;
  enCours: boolean;
  Appartement: AppartementResume;
  /** The URL of the signed mandate; null without a signed copy. */
  ordreMission: string | null;
  Fournisseur: { id: number; nom: string } | null;
  etat: EtatDepense | null;
  /** The number of the batch of transfers that pays the expense; null without one. */
  lot: string | null;
  payeeLe: Jour | null;
  /** The URL of the invoice; null without one. */
  facture: string | null;
  /** The day on which the owner withdrew from the mission (signature/README §18.9); null: he has not. */
  retracteeLe: Jour | null;
  /** The number of replaced or removed files of this record, which `GET /Remplacement` lists. */
  remplaces: number;
  canDelete: boolean;
}
