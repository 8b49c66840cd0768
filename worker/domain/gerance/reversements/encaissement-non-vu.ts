import type { Jour } from "../../dates.ts";
import { enEuros, formatEuros } from "../../montants.ts";
import { somme } from "../cloture/donnees-du-compte.ts";
import type { Centimes } from "../livres/repartition.ts";
import { type Controle, controler, type PartDue } from "./reversement.ts";

/**
 * The payments of one tenant that no proven bank statement shows, although statements cover their days, added up by
 * ledger account; cents (reversements/README §12.18). The entry of the bank's account (`genre` 512G) gives their
 * whole sum; the other entries give the part credited to each account.
 */
export interface EncaissementNonVu {
  genre: "512G" | "4670" | "4191" | "4197" | "165";
  /** The id of the account's holder: a bank account for 512G, a mandate for 4670, else a dossier. */
  de: number | null;
  /** The name of the tenant recorded as the payer. */
  nom: string;
  montant: Centimes;
}

const NOMS_AU_PLUS = 5;

/**
 * The French words for payments that no bank statement shows: « 950,00 € saisis et jamais vus à la banque : MARTIN »;
 * null without such payments.
 */
export function motsDesNonVus(encaissements: readonly EncaissementNonVu[]): string | null {
  const total = somme(encaissements, ({ montant }) => montant);
  if (total <= 0) return null;
  const noms = [...new Set(encaissements.map(({ nom }) => nom.toLocaleUpperCase("fr")))];
  const autres = noms.length - NOMS_AU_PLUS;
  const cites = [
    noms.slice(0, NOMS_AU_PLUS).join(", "),
    ...(autres > 0 ? [autres === 1 ? "et un autre" : `et ${autres} autres`] : []),
  ].join(" ");
  return `${formatEuros(enEuros(total))} saisis et jamais vus à la banque : ${cites}`;
}

/** Keeps only the sums of bank accounts (512G), so that each payment counts once. */
export const enBanque = (
  encaissements: readonly EncaissementNonVu[],
): readonly EncaissementNonVu[] => encaissements.filter(({ genre }) => genre === "512G");

/**
 * Checks the payments to owners that one batch would make (reversements/README §12.18). When a mandate could pay an
 * owner's statement only with sums that no bank statement shows, the payments of that statement to all its owners are
 * blocked; else a warning names those sums.
 *
 * @param parts the statements listed first use the money of their mandate first
 */
export function controlerEnsemble(
  parts: readonly PartDue[],
  encaissements: readonly EncaissementNonVu[],
  today: Jour,
): { part: PartDue; controle: Controle }[] {
  const controles = parts.map((part) => ({ part, controle: controler(part, today) }));
  const nonVus = Map.groupBy(
    encaissements.filter(({ genre }) => genre === "4670"),
    ({ de }) => de,
  );
  const payes = new Map<number, Centimes>();
  const retenus = new Set<number>();
  for (const [CompteRenduId, controlesDuCompte] of Map.groupBy(
    controles,
    ({ part }) => part.CompteRenduId,
  )) {
    const [{ part } = { part: null }] = controlesDuCompte;
    if (!part) continue;
    const sans =
      part.solde + part.aPayer - somme(nonVus.get(part.MissionId) ?? [], ({ montant }) => montant);
    const deja = payes.get(part.MissionId) ?? 0;
    const total = controlesDuCompte.reduce(
      (du, { part: { montant }, controle }) => du + (controle.bloque === null ? montant : 0),
      deja,
    );
    if (total > sans) retenus.add(CompteRenduId);
    else payes.set(part.MissionId, total);
  }
  return controles.map(({ part, controle }) => {
    const mots = motsDesNonVus(nonVus.get(part.MissionId) ?? []);
    if (mots === null || controle.bloque !== null) return { part, controle };
    return {
      part,
      controle: retenus.has(part.CompteRenduId)
        ? { ...controle, bloque: `${mots}.` }
        : { ...controle, avertissements: [...controle.avertissements, `${mots}.`] },
    };
  });
}
