import * as z from "zod/mini";
import { agenceDe, type CleAgence, type VariableRow } from "#domain/agence.ts";
import {
  booleen,
  choix,
  courriel,
  decimal,
  entier,
  facultatif,
  requis,
  taux,
  telephone,
  texte,
} from "#domain/fields.ts";
import { ApiError } from "#web/lib/api.ts";
import type { Values } from "#web/lib/schema.ts";
import { variables } from "./api.ts";

type Shape = Partial<Record<CleAgence, z.core.$ZodType>>;

const ligne = () => facultatif(texte());
const paragraphe = () => facultatif(texte(10_000));

/** Who the agency is, as documents name it (legal.md §8). */
export const identity = z.strictObject({
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
} satisfies Shape);

/** What records and documents start with (legal.md §8, spec §9). */
export const defaults = z.strictObject({
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
  tachesIntendance: paragraphe(),
  pouvoirsMandat: paragraphe(),
  clauseRgpd: paragraphe(),
} satisfies Shape);

/** How a setting, always text on the wire, is held by a form. */
const READ: Partial<Record<CleAgence, (text: string) => unknown>> = {
  tva: numberIn,
  irlValeur: numberIn,
  plafondHonorairesTresTendue: numberIn,
  plafondHonorairesTendue: numberIn,
  plafondHonorairesAutre: numberIn,
  plafondEdl: numberIn,
  cautionNbMois: numberIn,
  delaiPreavisMandat: numberIn,
  encadrementActif: (text) => text === "true",
  nonDetentionFonds: (text) => text === "true",
};

function numberIn(text: string): number | null {
  const number = Number(text.trim().replace(",", "."));
  return text.trim() !== "" && Number.isFinite(number) ? number : null;
}

/** The settings of a form, and the version they were read at. */
export interface Settings extends Values {
  updatedAt: string;
}

/** What the form of this schema shows of the settings stored. */
export function settingsOf(schema: { shape: object }, rows: readonly VariableRow[]): Settings {
  const keys = Object.keys(schema.shape);
  const values = Object.entries(agenceDe(rows))
    .filter(([key]) => keys.includes(key))
    .map(([key, text]) => [key, READ[key as CleAgence]?.(text) ?? (key in READ ? null : text)]);
  const versions = rows.filter(({ nom }) => keys.includes(nom)).map(({ updatedAt }) => updatedAt);
  return { ...Object.fromEntries(values), updatedAt: versions.sort().at(-1) ?? "" };
}

/**
 * Writes what changed, setting by setting.
 * @param read reads the settings stored now
 * @throws ApiError 409 when a setting of this form is no longer the one that was read.
 */
export async function saveSettings(
  schema: { shape: object },
  { updatedAt, ...changed }: Settings,
  read: () => Promise<readonly VariableRow[]>,
): Promise<Settings> {
  const stored = await read();
  if (settingsOf(schema, stored).updatedAt !== updatedAt) {
    throw new ApiError(409, "conflict", "Ces réglages ont été modifiés entre-temps.");
  }
  for (const [nom, value] of Object.entries(changed)) {
    const valeur = value === null || value === undefined ? null : String(value);
    const row = stored.find((variable) => variable.nom === nom);
    await (row
      ? variables.modify(row.id, { valeur, ...versionOf(row) })
      : variables.create({ nom, valeur })
    ).catch((error: unknown) => {
      throw error instanceof ApiError ? aboutSetting(error, nom) : error;
    });
  }
  return settingsOf(schema, await read());
}

const versionOf = ({ updatedAt }: VariableRow): object => ({ updatedAt });

/** The refusal of a value, told at its field. */
function aboutSetting({ status, code, message, fields }: ApiError, nom: string): ApiError {
  const refused = Object.values(fields)[0];
  return new ApiError(status, code, message, refused ? { [nom]: refused } : {});
}
