import { formatJour, formatInstant as instantDeParis, type Mois } from "#domain/dates.ts";
import { formatNombre } from "#domain/montants.ts";

const MISSING = "—";

/** Ten French digits in pairs, « 06 12 34 56 78 »; any other number as it was typed. */
export function formatPhone(phone: string): string {
  const digits = phone.replace(/[\s.()-]/g, "").replace(/^(\+33|0033)(?=[1-9])/, "0");
  return /^0\d{9}$/.test(digits) ? digits.replace(/(\d{2})(?=\d)/g, "$1 ") : phone.trim();
}

/** A count with its noun: « 12 clients », « 1 client », « 0 client » (zero is singular in French). */
export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatNombre(count, 0)} ${count > 1 ? plural : singular}`;
}

const SHORT_MONTHS = "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.".split(" ");

/** « janv. » */
export function shortMonth(mois: Mois): string {
  return SHORT_MONTHS[Number(mois.slice(5)) - 1] ?? "";
}

const NAMED = 4;

/**
 * A few names, then the count of the others: « Inês Carvalho, Léo Dupont, Anne Petit, Marc Roux et 30 autres ». Up to
 * five names are all written.
 */
export function formatNames(names: readonly string[]): string {
  const several = names.length > NAMED + 1 ? names.slice(0, NAMED) : names.slice(0, -1);
  const rest = names.length - several.length;
  if (several.length === 0) return names.join();
  return `${several.join(", ")} et ${rest === 1 ? names.at(-1) : `${formatNombre(rest, 0)} autres`}`;
}

export function formatAnything(value: unknown): string {
  if (value === null || value === undefined || value === "") return MISSING;
  if (typeof value === "boolean") return value ? "Oui" : "Non";
  if (typeof value === "number") return value.toLocaleString("fr-FR");
  if (typeof value === "string") {
    return /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatJour(value) : value;
  }
  return Object.values(value).map(formatAnything).join(", ");
}

/** An instant in the agency's time zone, wherever the user is: « 21/11/2026 10:31 ». */
export const formatInstant = (instant: string): string => instantDeParis(new Date(instant));

const SIZES = ["Ko", "Mo", "Go"];

/** The size as a file explorer shows it: « 1,2 Mo ». */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return bytes > 1 ? `${bytes} octets` : `${bytes} octet`;
  const rank = Math.min(SIZES.length, Math.floor(Math.log(bytes) / Math.log(1024)));
  const size = bytes / 1024 ** rank;
  const unit = SIZES[rank - 1];
  const shown = formatNombre(size, size < 10 ? 1 : 0).replace(/,0$/, "");
  return `${shown}\u00A0${unit}`;
}
