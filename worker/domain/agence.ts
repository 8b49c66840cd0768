import { phrases } from "./avertissement.ts";

/** Settings of the agency and their value before anyone wrote one (domain/README §8.6). */
export const VARIABLES_PAR_DEFAUT = {
  agenceNom: "",
  formeJuridique: "",
  capital: "",
  agenceAdresse: "",
  agenceCp: "",
  agenceVille: "",
  agenceTel: "",
  agenceEmail: "",
  agenceSite: "",
  siret: "",
  rcs: "",
  tvaIntra: "",
  carteNumero: "",
  carteType: "",
  carteLieu: "",
  garantNom: "",
  garantAdresse: "",
  garantMontant: "",
  rcpAssureur: "",
  rcpPolice: "",
  mediateurNom: "",
  mediateurAdresse: "",
  mediateurSite: "",
  signataireNom: "",
  signataireQualite: "",
  iban: "",
  bic: "",
  delaiPreavisMandat: "3",
  tva: "20",
  irlValeur: "135.84",
  irlTrimestre: "2ème trimestre 2022",
  plafondHonorairesTresTendue: "12.10",
  plafondHonorairesTendue: "10.09",
  plafondHonorairesAutre: "8.07",
  plafondEdl: "3.03",
  zoneDefaut: "tresTendue",
  encadrementActif: "true",
  cautionNbMois: "36",
  lieuSignature: "Paris",
  clauseRgpd: "",
  tachesIntendance: "",
  pouvoirsMandat: "",
  nonDetentionFonds: "false",
} as const;

export type CleAgence = keyof typeof VARIABLES_PAR_DEFAUT;

/** Every setting by its key; "" when the agency has not given it. */
export type Agence = Record<CleAgence, string>;

/** The agency as its variables describe it, defaults filled in. Unknown variables are left out. */
export function agenceDe(variables: readonly { nom: string; valeur: string | null }[]): Agence {
  const donnees = new Map(variables.map(({ nom, valeur }) => [nom, valeur ?? ""]));
  return Object.fromEntries(
    Object.entries(VARIABLES_PAR_DEFAUT).map(([nom, defaut]) => [nom, donnees.get(nom) ?? defaut]),
  ) as Agence;
}

/** What the agency's settings lack for its documents to be regular (domain/README §8.3). */
export function manquesAgence(agence: Agence): string[] {
  return phrases([
    [agence.agenceNom === "", "Le nom de l'agence n'est pas renseigné dans les paramètres."],
    [
      agence.carteNumero === "",
      "Le numéro de carte professionnelle de l'agence n'est pas renseigné dans les paramètres.",
    ],
    [
      agence.garantNom === "",
      "Le garant financier de l'agence n'est pas renseigné dans les paramètres.",
    ],
  ]);
}
