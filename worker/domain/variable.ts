import * as z from "zod/mini";
import type { CleAgence } from "./agence.ts";
import {
  booleen,
  choix,
  courriel,
  decimal,
  entier,
  facultatif,
  requis,
  sansVides,
  taux,
  telephone,
  texte,
} from "./fields.ts";

type Champs = Partial<Record<CleAgence, z.core.$ZodType>>;

const ligne = () => facultatif(texte());
const texteLong = () => facultatif(texte(10_000));

/** Who the agency is, as documents name it (domain/README §8.3). */
export const identite = z.strictObject({
  agenceNom: requis(),
  formeJuridique: ligne(),
  capital: ligne(),
  siret: ligne(),
  rcs: ligne(),
  tvaIntra: ligne(),
  agenceAdresse: ligne(),
  agenceCp: ligne(),
  agenceVille: ligne(),
  agenceTel: facultatif(telephone()),
  agenceEmail: facultatif(courriel()),
  agenceSite: ligne(),
  signataireNom: ligne(),
  signataireQualite: ligne(),
  carteNumero: ligne(),
  carteType: ligne(),
  carteLieu: ligne(),
  garantNom: ligne(),
  garantAdresse: ligne(),
  garantMontant: ligne(),
  nonDetentionFonds: booleen(),
  rcpAssureur: ligne(),
  rcpPolice: ligne(),
  mediateurNom: ligne(),
  mediateurAdresse: ligne(),
  mediateurSite: ligne(),
  iban: ligne(),
  bic: ligne(),
} satisfies Champs);

/** What records and documents start with (domain/README §8.6). */
export const reglages = z.strictObject({
  tva: taux(),
  irlValeur: decimal(),
  irlTrimestre: ligne(),
  lieuSignature: ligne(),
  zoneDefaut: choix(["tresTendue", "tendue", "autre"]),
  encadrementActif: booleen(),
  plafondHonorairesTresTendue: facultatif(decimal()),
  plafondHonorairesTendue: facultatif(decimal()),
  plafondHonorairesAutre: facultatif(decimal()),
  plafondEdl: facultatif(decimal()),
  cautionNbMois: facultatif(entier(1, 120)),
  delaiPreavisMandat: facultatif(entier(1, 24)),
  tachesIntendance: texteLong(),
  pouvoirsMandat: texteLong(),
  clauseRgpd: texteLong(),
} satisfies Champs);

const nombre = (texte: string): number | null => {
  const lu = Number(texte.trim().replace(",", "."));
  return texte.trim() !== "" && Number.isFinite(lu) ? lu : null;
};
const vrai = (texte: string): boolean => texte === "true";

const LECTURES = new Map<string, (texte: string) => number | boolean | null>([
  ["tva", nombre],
  ["irlValeur", nombre],
  ["plafondHonorairesTresTendue", nombre],
  ["plafondHonorairesTendue", nombre],
  ["plafondHonorairesAutre", nombre],
  ["plafondEdl", nombre],
  ["cautionNbMois", nombre],
  ["delaiPreavisMandat", nombre],
  ["encadrementActif", vrai],
  ["nonDetentionFonds", vrai],
]);

/** What a setting, text on the wire, is worth: a number (null when it is none), a boolean, or the text itself. */
export function lireReglage(nom: string, texte: string): string | number | boolean | null {
  const lire = LECTURES.get(nom);
  return lire ? lire(texte) : texte;
}

/** Why this value cannot be that of the setting; null when it can. A name unknown to the product holds any text. */
function refus(nom: string, valeur: string | null): string | null {
  const champ = ({ ...identite.shape, ...reglages.shape } as Champs)[nom as CleAgence];
  if (!champ) return null;
  const essai = z.safeParse(champ, sansVides(valeur === null ? null : lireReglage(nom, valeur)));
  return essai.success ? null : (essai.error.issues[0]?.message ?? null);
}

/** A setting: text, or a number that is kept as text. */
export const record = z.strictObject({
  nom: requis(100),
  valeur: facultatif(
    z.pipe(
      z.transform((valeur) => (typeof valeur === "number" ? String(valeur) : valeur)),
      texte(10_000),
    ),
  ),
});
export const modification = z.partial(record);
export const creation = record.check(({ value, issues }) => {
  const message = refus(value.nom, value.valeur ?? null);
  if (message) issues.push({ code: "custom", path: ["valeur"], message, input: value.valeur });
});

export interface VariableRow {
  id: number;
  nom: string;
  valeur: string | null;
  updatedAt: string;
}

export interface VariableDetail extends VariableRow {
  createdAt: string;
  canDelete: boolean;
}
