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
  ouDefaut,
  taux,
  texte,
} from "../fields.ts";
import type { FinDeMission } from "../gerance/mandats/fin-de-mandat.ts";
import { somme, TVA_USUELLE } from "../montants.ts";
import type { Qualite } from "../personnes/personne.ts";
import type { AccompteRow } from "./accompte-fiche.ts";
import { TYPES_MISSION, valeurTotalMission } from "./mission.ts";

/** The mission, as the form sends it (missions/README §6.1); optional fields print as blanks. Euros with VAT. */
export const record = z.strictObject({
  type: choix(TYPES_MISSION),
  domicileUnique: ouDefaut(booleen(), false),
  nbAppart: entier(1, 10_000),
  dateSignature: facultatif(isoDate()),
  tauxTva: ouDefaut(taux(), TVA_USUELLE),
  valeurMissionAppt: euros(),
  valeurTotalMission: facultatif(z.number()),
  accompte1: euros(),
  accompte2: euros(),
  reliquat: euros(),
  numRegistre: facultatif(texte(50)),
  duree: facultatif(entier(1, 360)),
  honorairesLocationMandant: facultatif(euros()),
  honorairesLocationLocataire: facultatif(euros()),
  honorairesEdlMandant: facultatif(euros()),
  honorairesEdlLocataire: facultatif(euros()),
  diffusionAnnonces: facultatif(texte(1000)),
  /** The user in charge of the deadlines of the mission; null: everybody is. */
  gestionnaireId: facultatif(identifiant()),
});

export const modification = z.partial(record);

export const creation = z.pipe(
  z
    .extend(record, {
      domicileUnique: z._default(record.shape.domicileUnique, false),
      tauxTva: z._default(record.shape.tauxTva, TVA_USUELLE),
      reliquat: z.optional(euros()),
    })
    .check((contexte) => {
      const mission = contexte.value;
      const total = valeurTotalMission(mission);
      if (!z.safeParse(euros(), total).success) {
        contexte.issues.push({
          code: "custom",
          path: ["valeurMissionAppt"],
          message: "La valeur totale de la mission est trop grande.",
          input: mission.valeurMissionAppt,
        });
      }
      const planned = somme(mission.accompte1, mission.accompte2, mission.reliquat ?? 0);
      if (planned > total) {
        contexte.issues.push({
          code: "custom",
          path: ["reliquat"],
          message: "Les acomptes et le reliquat dépassent la valeur totale de la mission.",
          input: mission.reliquat,
        });
      }
    }),
  z.transform(({ valeurTotalMission: _sent, ...mission }) => ({
    ...mission,
    reliquat:
      mission.reliquat ??
      somme(valeurTotalMission(mission), -mission.accompte1, -mission.accompte2),
  })),
);

export type Mission = z.output<typeof creation>;

export interface MissionRow {
  id: number;
  type: (typeof TYPES_MISSION)[number];
  numRegistre: string | null;
  dateSignature: string | null;
  clients: string;
  nbAppart: number;
  appartementsRestants: number;
  valeurTotalMission: number;
  resteAPayer: number;
  /** The end of a management mandate; null when no end is recorded. */
  fin: FinDeMission | null;
  /** The day on which the owner withdrew from the mission (signature/README §18.9); null: he has not. */
  retracteeLe: Jour | null;
  updatedAt: string;
  version: number;
}

/** The record of a mission; euros with VAT, except `valeurTotalHT` before VAT. */
export interface MissionDetail extends Mission {
  id: number;
  createdAt: string;
  updatedAt: string;
  version: number;
  valeurTotalMission: number;
  valeurTotalHT: number;
  resteAPayer: number;
  appartementsRestants: number;
  Clients: {
    id: number;
    titre: string;
    qualite: Qualite;
    nom: string;
    prenom: string;
    mail: string | null;
    tel: string | null;
  }[];
  Accomptes: AccompteRow[];
  Appartements: AppartementResume[];
  /** The URL of the signed mandate; null without a signed copy. */
  ordreMission: string | null;
  /** The number of replaced or removed files of this record, which `GET /Remplacement` lists. */
  remplaces: number;
  auRegistre: boolean;
  /** Whether the agency may charge fees for the mission; otherwise `MANDAT_SANS_NUMERO` is the refusal. */
  honorairesPermis: boolean;
  /** The end of a management mandate; null when no end is recorded. */
  fin: FinDeMission | null;
  /** The day on which the owner withdrew from the mission (signature/README §18.9); null: he has not. */
  retracteeLe: Jour | null;
  canDelete: boolean;
}
