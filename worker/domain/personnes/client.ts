import { type Avertissement, doute, retenus } from "../avertissement.ts";
import { sirenLu } from "../siren.ts";

export const SEXES = ["Non définit", "Non défini", "Male", "Femelle"] as const;
export const ADRESSES_CLIENT = ["adresse", "adresseFiscale"] as const;
export const MAILS_CLIENT = ["mailPerso", "mailPro"] as const;
export const TELEPHONES_CLIENT = ["mobilePerso", "mobilePro", "fixePerso", "fixePro"] as const;

/** The fields among which each default contact is chosen. */
export const CHOIX_PAR_DEFAUT = {
  telDefaut: TELEPHONES_CLIENT,
  mailDefaut: MAILS_CLIENT,
  adresseDefaut: ADRESSES_CLIENT,
} as const;

type Saisie = Readonly<Record<string, unknown>>;

/** The only filled field among some; null when none or several are (web/README §10.4). */
export function seulRenseigne<T extends string>(client: Saisie, champs: readonly T[]): T | null {
  const [seul, autre] = champs.filter((champ) => estRenseigne(client[champ]));
  return seul !== undefined && autre === undefined ? seul : null;
}

/** Whether a value is a text that is not blank. */
export const estRenseigne = (valeur: unknown): boolean =>
  typeof valeur === "string" && valeur.trim() !== "";

/** The doubtful points in the record of an owner; they refuse nothing. */
export const avertissementsClient = ({
  numSiret,
}: {
  numSiret?: string | null | undefined;
}): Avertissement<"numSiret">[] =>
  retenus([
    estRenseigne(numSiret) &&
      sirenLu(numSiret ?? null) === null &&
      doute(
        "numSiret",
        "Ce n’est ni un SIRET (14 chiffres) ni un SIREN (9 chiffres) : les factures ne le diront pas.",
      ),
  ]);

/** The postal address of an owner that `adresseDefaut` chooses. */
export function adresseClient(client: {
  adresseDefaut: string;
  adresse?: string | null;
  codePostal?: string | null;
  ville?: string | null;
  adresseFiscale?: string | null;
  codePostalFiscale?: string | null;
  villeFiscale?: string | null;
}): { adresse: string | null; codePostal: string | null; ville: string | null } {
  if (client.adresseDefaut === "adresseFiscale") {
    return {
      adresse: client.adresseFiscale ?? null,
      codePostal: client.codePostalFiscale ?? null,
      ville: client.villeFiscale ?? null,
    };
  }
  return {
    adresse: client.adresse ?? null,
    codePostal: client.codePostal ?? null,
    ville: client.ville ?? null,
  };
}

/**
 * The default e-mail or telephone of an owner; null when the chosen field is empty. @param defaut the name of a
 * field, or the value itself
 */
export function contactParDefaut<T extends string>(
  client: Partial<Record<T, string | null>>,
  champs: readonly T[],
  defaut: string,
): string | null {
  const champ = champs.find((nom) => nom === defaut);
  return champ === undefined ? defaut : (client[champ] ?? null);
}
