import * as z from "zod/mini";
import {
  booleen,
  choix,
  dayOfMonth,
  entier,
  euros,
  facultatif,
  identifiant,
  isoDate,
  ouDefaut,
  requis,
  taux,
} from "../../fields.ts";
import { bic } from "../../iban.ts";
import { ibanDeVirement, nommeSaBanque } from "../banque/coordonnees-bancaires.ts";
import {
  ACCORDS_DE,
  ASSIETTES,
  GENRES_HONORAIRE,
  MODES_FONDS,
  PERIODICITES,
  QUAND_HONORAIRE,
} from "./mots-de-conditions.ts";
import { DENOMINATEUR_AU_PLUS, fontUn } from "./parts.ts";

const cles = <Cle extends string>(mots: Record<Cle, string>) =>
  Object.keys(mots) as [Cle, ...Cle[]];

const autreHonoraire = z.strictObject({
  libelle: requis(100),
  montant: euros().check(z.gt(0, "Un montant au-dessus de zéro.")),
  quand: choix(cles(QUAND_HONORAIRE)),
  genre: z.optional(choix(cles(GENRES_HONORAIRE))),
});

const PARTS_AU_PLUS = 100;

const part = z
  .strictObject({
    ClientId: identifiant(),
    num: entier(0, DENOMINATEUR_AU_PLUS),
    den: entier(1, DENOMINATEUR_AU_PLUS),
    iban: facultatif(ibanDeVirement()),
    titulaire: facultatif(requis(140)),
    bic: facultatif(bic()),
  })
  .check(
    z.refine(({ num, den }) => num <= den, "Une quote-part ne dépasse pas le tout."),
    nommeSaBanque(),
  );

/**
 * The body of new terms of a management mandate; euros and percents. An absent field keeps its former value. A bare
 * owner may have no share (mandats/README §12.15).
 */
export const nouvellesConditions = z.strictObject({
  depuis: isoDate().check(z.refine((jour) => jour.endsWith("-01"), "Le premier jour d’un mois.")),
  modeFonds: choix(cles(MODES_FONDS)),
  tauxHonoraires: facultatif(taux()),
  tauxEn: z.optional(choix(["ht", "ttc"])),
  assiette: z.optional(choix(cles(ASSIETTES))),
  forfait: facultatif(euros()),
  tauxTva: z.optional(taux()),
  autresHonoraires: z.optional(
    z.array(autreHonoraire).check(
      z.maxLength(20, "20 au plus."),
      z.refine(
        (honoraires) =>
          new Set(honoraires.map(({ libelle }) => libelle)).size === honoraires.length,
        "Chaque libellé n’y est qu’une fois.",
      ),
    ),
  ),
  provision: z.optional(ouDefaut(euros(), 0)),
  periodicite: z.optional(choix(cles(PERIODICITES))),
  jourReversement: z.optional(dayOfMonth()),
  seuilAccord: z.optional(ouDefaut(euros(), 0)),
  accordRevision: z.optional(booleen()),
  accordDe: z.optional(choix(cles(ACCORDS_DE))),
  parts: z.optional(
    z.array(part).check(
      z.maxLength(PARTS_AU_PLUS, `${PARTS_AU_PLUS} au plus.`),
      z.refine(
        (parts) => parts.length === 0 || fontUn(parts),
        "Les quotes-parts font exactement le tout.",
      ),
      z.refine(
        (parts) => new Set(parts.map(({ ClientId }) => ClientId)).size === parts.length,
        "Chaque mandant n’y est qu’une fois.",
      ),
    ),
  ),
});

export type NouvellesConditions = z.output<typeof nouvellesConditions>;
