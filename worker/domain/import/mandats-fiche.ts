import * as z from "zod/mini";
import { moisDe, premierJour } from "../dates.ts";
import { choix, euros, identifiant, isoDate, REQUIS, taux } from "../fields.ts";
import {
  type NouvellesConditions,
  nouvellesConditions,
} from "../gerance/mandats/conditions-fiche.ts";
import { ASSIETTES, MODES_FONDS } from "../gerance/mandats/mots-de-conditions.ts";
import { record } from "../missions/mission-fiche.ts";
import { formatNombre, TVA_USUELLE } from "../montants.ts";

const cles = <Cle extends string>(mots: Record<Cle, string>) =>
  Object.keys(mots) as [Cle, ...Cle[]];

/**
 * The terms of a mandate as a line gives them: the fee before or with VAT, as a rate in percent or as a sum in euros
 * for each let dwelling.
 */
const termes = z
  .strictObject({
    depuis: isoDate(),
    modeFonds: choix(cles(MODES_FONDS)),
    tauxHT: z.optional(taux()),
    tauxTTC: z.optional(taux()),
    forfaitHT: z.optional(euros()),
    forfaitTTC: z.optional(euros()),
    assiette: z.optional(choix(cles(ASSIETTES))),
  })
  .check((contexte) => {
    const { tauxHT, tauxTTC, forfaitHT, forfaitTTC } = contexte.value;
    const refuser = (champ: string, message: string) =>
      contexte.issues.push({ code: "custom", path: [champ], message, input: contexte.value });
    const deux = (ht: number | undefined, ttc: number | undefined) =>
      ht !== undefined && ttc !== undefined && !memeHonoraire(ht, ttc);
    if (deux(tauxHT, tauxTTC)) refuser("tauxTTC", contredit(tauxHT, tauxTTC));
    if (deux(forfaitHT, forfaitTTC)) refuser("forfaitTTC", contredit(forfaitHT, forfaitTTC));
    if ((tauxHT ?? tauxTTC) !== undefined && (forfaitHT ?? forfaitTTC) !== undefined) {
      refuser(
        forfaitHT === undefined ? "forfaitTTC" : "forfaitHT",
        "Le mandat dit déjà un taux : ses honoraires de gestion sont un taux, ou une somme par logement.",
      );
    }
  });

/** Whether a fee before VAT and a fee with VAT agree, at the usual rate or without VAT. */
const memeHonoraire = (ht: number, ttc: number): boolean =>
  ht === ttc || Math.abs(ht * (1 + TVA_USUELLE / 100) - ttc) <= 0.01;

const contredit = (ht = 0, ttc = 0): string =>
  `${formatNombre(ttc, 2)} TTC ne fait pas ${formatNombre(ht, 2)} HT avec ${TVA_USUELLE} % de TVA.`;

/**
 * The terms of a mandate as they are stored (mandats/README §12.15); they start on the first day of the month of
 * `depuis`.
 */
const conditions = z.pipe(
  z.pipe(
    termes,
    z.transform(
      ({
        depuis,
        modeFonds,
        tauxHT,
        tauxTTC,
        forfaitHT,
        forfaitTTC,
        assiette,
      }): NouvellesConditions => {
        const forfait = forfaitHT ?? forfaitTTC;
        const enHT = (tauxHT ?? forfaitHT) !== undefined;
        const taux = tauxHT ?? tauxTTC;
        return {
          depuis: premierJour(moisDe(depuis)),
          modeFonds,
          ...((taux ?? forfait) === undefined ? {} : { tauxEn: enHT ? "ht" : "ttc" }),
          ...(forfait === undefined
            ? { tauxHonoraires: taux ?? null, ...(assiette ? { assiette } : {}) }
            : { forfait, assiette: "forfait" }),
        };
      },
    ),
  ),
  nouvellesConditions,
);

/** A required list of owners or dwellings. */
const parties = () => z.array(identifiant(), REQUIS).check(z.minLength(1, REQUIS));

/**
 * An imported management mandate: the mission without instalments, its owners, its dwellings, and its terms (null
 * without terms).
 */
export const creation = z.extend(record, {
  mandants: parties(),
  biens: parties(),
  conditions: z.nullable(conditions),
});

export type MandatImporte = z.output<typeof creation>;

const TERMES = ["tauxHT", "tauxTTC", "forfaitHT", "forfaitTTC", "assiette", "modeFonds"];

/**
 * The values of a mandate, completed with the values that its line implies: the terms run from the day of signature
 * unless the line gives another day. Without terms, `conditions` is null.
 */
export function termesDits(valeurs: Record<string, unknown>): Record<string, unknown> {
  const { debut, ...reste } = valeurs;
  const termesDits = Object.entries(reste).filter(([champ]) => TERMES.includes(champ));
  const mission = Object.entries(reste).filter(([champ]) => !TERMES.includes(champ));
  const depuis = debut ?? reste.dateSignature;
  return {
    type: "gestion",
    domicileUnique: false,
    tauxTva: TVA_USUELLE,
    nbAppart: 1,
    valeurMissionAppt: 0,
    accompte1: 0,
    accompte2: 0,
    reliquat: 0,
    ...Object.fromEntries(mission),
    conditions:
      termesDits.length === 0
        ? null
        : { ...(depuis === undefined ? {} : { depuis }), ...Object.fromEntries(termesDits) },
  };
}
