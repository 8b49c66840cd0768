import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { type Mois, moisEnLettres } from "#domain/dates.ts";
import type { EcheanceDuCompte } from "#domain/gerance/locataires/compte.ts";
import { NATURES_EN_MOTS } from "#domain/gerance/locataires/imputation.ts";
import {
  FONDS_SANS_MANDAT,
  type ModeReglement,
  type Payeur,
} from "#domain/gerance/locataires/reglement.ts";
import type { ImputationVue, ReglementVu } from "#domain/gerance/locataires/reglement-fiche.ts";
import { formatEuros, somme } from "#domain/montants.ts";
import { useNumber, useValue } from "#web/components/form/form-context.ts";
import { ApiError } from "#web/lib/server/api.ts";
import { accountOf } from "./comptes.ts";
import { type PaymentRequest, previewOf } from "./reglements.ts";

const PAUSE_MS = 180;

interface PaymentPreviewProps {
  DossierId: number;
  /** The receipt that the payer says he pays. */
  QuitanceId?: number;
}

/** The sums that the typed payment would settle, which the server gives when the user stops typing. */
export function PaymentPreview({ DossierId, QuitanceId }: PaymentPreviewProps) {
  const request = useTyped({ DossierId, ...(QuitanceId && { QuitanceId }) });
  const account = useQuery(accountOf(DossierId)).data;
  const query = useQuery({
    ...previewOf(request ?? { DossierId, ...NOTHING }),
    enabled: request !== null,
    placeholderData: keepPreviousData,
  });
  const { data, error } = query;
  if (request === null) return null;
  return (
    <section
      aria-label="Ce que règle ce paiement"
      aria-live="polite"
      className={clsx(
        "mt-4 rounded-md border bg-canvas px-4 py-3 transition-opacity",
        query.isPlaceholderData && "opacity-60",
      )}
    >
      {error ? (
        <p className="text-danger">{reasonOf(error)}</p>
      ) : (
        data && (
          <Settled
            payment={data}
            echeances={account?.echeances ?? []}
            before={account && somme(account.solde, -account.avance)}
          />
        )
      )}
    </section>
  );
}

const NOTHING = { date: "", montant: 0, mode: "virement", payeur: "locataire" } as const;

function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return "Ce règlement ne peut pas être lu.";
  return Object.values(error.fields)[0] ?? error.message;
}

/** The payment in the form as it was when the user last stopped typing; null when it was incomplete. */
function useTyped(of: { DossierId: number; QuitanceId?: number }): PaymentRequest | null {
  const montant = useNumber("montant");
  const date = useValue<string>("date");
  const mode = useValue<ModeReglement>("mode");
  const payeur = useValue<Payeur>("payeur");
  const mois = useValue<Mois[]>("mois");
  const whole = montant !== null && montant > 0 && /^\d{4}-\d\d-\d\d$/.test(date ?? "");
  const typed = whole
    ? JSON.stringify({ ...of, date, montant, mode, payeur, ...(mois?.length && { mois }) })
    : null;
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled === null ? null : JSON.parse(settled);
}

interface SettledProps {
  payment: ReglementVu;
  echeances: readonly EcheanceDuCompte[];
  /** The tenant's balance before the payment; undefined while it is unknown. */
  before: number | undefined;
}

/** The sums that a payment settles, month by month, then the new balance. */
export function Settled({ payment, echeances, before }: SettledProps) {
  const { imputations, avance, etat, solde, mandatNonInscrit } = payment;
  const restes = new Map(echeances.map(({ id, reste }) => [id, reste]));
  const months = [...Map.groupBy(imputations, ({ mois }) => mois)];
  return (
    <>
      <p className="mb-1.5 font-semibold">Ce règlement</p>
      {etat === "recu" && (
        <p className="text-muted">
          est un chèque reçu sous réserve d’encaissement : il ne règle rien avant que la banque le
          crédite.
        </p>
      )}
      {mandatNonInscrit && (
        <p className="mb-2 rounded-md bg-orange-soft px-3 py-1.5 text-orange">
          {FONDS_SANS_MANDAT}{" "}
          <Link href={`/missions/${mandatNonInscrit}`} className="underline underline-offset-4">
            Voir le mandat
          </Link>
        </p>
      )}
      <ul className="space-y-1">
        {months.map(([mois, parts]) => (
          <SettledMonth key={mois} mois={mois} parts={parts} restes={restes} />
        ))}
        {avance > 0 && (
          <li className="flex flex-wrap justify-between gap-x-4">
            <span>
              Trop-perçu, <span className="text-muted">déduit des prochains appels</span>
            </span>
            <span className="font-medium tabular-nums">{formatEuros(avance)}</span>
          </li>
        )}
      </ul>
      <p className="mt-2 flex flex-wrap justify-between gap-x-4 border-t pt-2">
        <span className="text-muted">Solde du compte après ce règlement</span>
        <span className="tabular-nums">
          {before !== undefined && <span className="text-muted">{formatEuros(before)} → </span>}
          <span className="font-semibold">{formatEuros(solde)}</span>
        </span>
      </p>
    </>
  );
}

interface SettledMonthProps {
  mois: Mois;
  parts: readonly ImputationVue[];
  /** The unpaid part of each called sum before this payment, by identifier; euros. */
  restes: ReadonlyMap<number, number>;
}

function SettledMonth({ mois, parts, restes }: SettledMonthProps) {
  const total = somme(...parts.map(({ montant }) => montant));
  const left = somme(
    ...parts.map(({ EcheanceId, montant }) => somme(restes.get(EcheanceId) ?? montant, -montant)),
  );
  return (
    <li className="flex flex-wrap justify-between gap-x-4">
      <span>
        <span className="inline-block font-medium first-letter:uppercase">
          {moisEnLettres(mois)}
        </span>{" "}
        <span className="text-sm text-muted">
          {parts
            .map(
              ({ nature, montant }) =>
                `${NATURES_EN_MOTS[nature].toLowerCase()} ${formatEuros(montant)}`,
            )
            .join(", ")}
        </span>
      </span>
      <span className="tabular-nums">
        <span className="font-medium">{formatEuros(total)}</span>
        <span className="text-sm text-muted">
          {left > 0 ? `, reste ${formatEuros(left)}` : ", réglé en entier"}
        </span>
      </span>
    </li>
  );
}
