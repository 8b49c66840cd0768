// The screen of a payout loads this file alone, without the schemas of forms.

/**
 * The length of an IBAN in each country of SEPA (countries: EPC409-09, from memory in November 2026; lengths: IBAN
 * registry, ISO 13616).
 */
export const SIGNES_SEPA: Readonly<Record<string, number>> = {
  ...{ AD: 24, AL: 28, AT: 20, BE: 16, BG: 22, CH: 21, CY: 28, CZ: 24, DE: 22, DK: 18, EE: 20 },
  ...{ ES: 24, FI: 18, FR: 27, GB: 22, GI: 23, GR: 27, HR: 21, HU: 28, IE: 22, IS: 26, IT: 27 },
  ...{ LI: 21, LT: 20, LU: 20, LV: 21, MC: 27, MD: 24, ME: 22, MK: 19, MT: 31, NL: 18, NO: 15 },
  ...{ PL: 28, PT: 25, RO: 24, RS: 22, SE: 24, SI: 19, SK: 24, SM: 27, VA: 22 },
};

/** The SEPA countries outside the European Economic Area, where a transfer must name the bank. */
const HORS_EEE = ["AD", "AL", "CH", "GB", "GI", "MC", "MD", "ME", "MK", "RS", "SM", "VA"];

/** The country code of an IBAN, whole or masked: « FR ». */
export const paysDe = (iban: string): string => iban.trim().slice(0, 2).toUpperCase();

/** Whether the country of an IBAN, whole or masked, takes part in SEPA (European transfers). */
export const estSepa = (iban: string): boolean => paysDe(iban) in SIGNES_SEPA;

/** Whether a transfer to an IBAN, whole or masked, must give the BIC of its bank. */
export const demandeUnBic = (iban: string): boolean => HORS_EEE.includes(paysDe(iban));
