import type { QueryClient } from "@tanstack/react-query";
import type { Dossier, DossierDetail } from "#domain/biens/dossier-fiche.ts";
import { bauxQuiChevauchent, loyerArreteEnMots, loyersArretesPar } from "#domain/biens/logement.ts";
import { aujourdhui, formatJour } from "#domain/dates.ts";
import { confirm } from "#web/components/confirm.tsx";
import { dossiers } from "#web/entities/biens/dossiers.ts";

const DECIDING = [
  "AppartementId",
  "dateDebutBail",
  "dateFinBail",
  "dateDebutPreavis",
  "dateFinPreavis",
  "dateSortie",
] as const;

/**
 * When a change makes a lease overlap other leases of its dwelling, asks whether the lease is a colocation.
 * @returns the dossier to save; null when the user goes back to the form
 */
export async function askColocation(
  client: QueryClient,
  values: Dossier,
  record: DossierDetail | null,
): Promise<Dossier | null> {
  const decides = DECIDING.some((name) => (values[name] ?? null) !== (record?.[name] ?? null));
  if (values.colocation || !decides) return values;
  const { AppartementId } = values;
  const found = await client
    .fetchQuery({ ...dossiers.list({ AppartementId }), staleTime: 0 })
    .catch(() => null);
  const { dateFinBail = null, dateDebutPreavis = null, dateFinPreavis = null } = values;
  const { dateSortie = null } = values;
  const dates = { dateFinBail, dateDebutPreavis, dateFinPreavis, dateSortie };
  const lease = { ...values, ...dates, id: record?.id ?? null };
  const leases = found?.data ?? [];
  const others = bauxQuiChevauchent(lease, leases);
  if (others.length === 0) return values;
  const names = others.map(
    ({ locataire, dateDebutBail }) => `${locataire} (bail du ${formatJour(dateDebutBail)})`,
  );
  const stopped = loyersArretesPar(lease, leases, aujourdhui(new Date())).map(({ locataire }) =>
    loyerArreteEnMots(locataire, lease.dateDebutBail),
  );
  const accepted = await confirm({
    title: "Colocation\u00A0?",
    subject: names.join(", "),
    text: [
      others.length > 1
        ? "Leurs baux courent dans ce logement aux mêmes dates. S’ils s’en vont, clôturez d’abord leurs dossiers."
        : "Son bail court dans ce logement aux mêmes dates. Si ce locataire s’en va, clôturez d’abord son dossier.",
      ...stopped.map((sentence) => `Hors colocation, ${sentence.replace("Le", "le")}`),
    ].join(" "),
    action: "Oui, en colocation",
    cancel: "Revenir au dossier",
  });
  return accepted ? { ...values, colocation: true } : null;
}
