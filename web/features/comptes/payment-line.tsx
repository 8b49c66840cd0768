import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import type { DossierRow } from "#domain/biens/dossier-fiche.ts";
import type { Payeur } from "#domain/gerance/locataires/reglement.ts";
import type { ReglementVu } from "#domain/gerance/locataires/reglement-fiche.ts";
import { formatEuros } from "#domain/montants.ts";
import { exactNumber, readNumber } from "#web/components/fields/fields.tsx";
import { TypedInput } from "#web/components/fields/typed-input.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Select } from "#web/components/ui/select.tsx";
import { DossierCombobox } from "#web/entities/biens/dossiers-combobox.tsx";
import { monthsInWords, PAYER_CHOICES } from "#web/entities/comptes/reglements-words.tsx";

/** A line of the grid, as the user has typed it so far. */
export interface Typed {
  /** The key of the payment: the server records it once, however often it is sent. */
  cle: string;
  dossier: DossierRow | null;
  montant: number | null;
  payeur: Payeur;
}

interface PaymentLineProps {
  rank: number;
  line: Typed;
  /** The effect of the payment; undefined while it is unknown. */
  payment: ReglementVu | undefined;
  onChange(changes: Partial<Typed>): void;
  /** Called when Enter is pressed in the amount. */
  onNext(): void;
  onRemove: (() => void) | null;
}

/** A line of the grid: tenant, amount, payer, and the sums that the payment settles. */
export function PaymentLine({ rank, line, payment, onChange, onNext, onRemove }: PaymentLineProps) {
  const amount = useRef<HTMLInputElement>(null);
  const name = `ligne ${rank + 1}`;
  // The amount, filled in with the debt, is selected: typing replaces it.
  useEffect(() => {
    if (line.dossier) amount.current?.select();
  }, [line.dossier]);
  return (
    <li className="rounded-md border px-3 py-2">
      <div className="grid grid-cols-[minmax(0,1fr)_8rem_11rem_2rem] items-center gap-2 max-sm:grid-cols-[minmax(0,1fr)_8rem]">
        <DossierCombobox
          label={`Dossier, ${name}`}
          chosen={line.dossier}
          onChoose={(dossier) =>
            onChange({ dossier, montant: dossier.exigible || dossier.solde || null })
          }
        />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in the amount inside goes to the next line */}
        <div
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            onNext();
          }}
        >
          <TypedInput
            id={`${line.cle}-montant`}
            name="montant"
            ref={(input: HTMLInputElement | null) => {
              amount.current = input;
            }}
            aria-label={`Montant, ${name}`}
            inputMode="decimal"
            unit="€"
            value={line.montant}
            read={readNumber}
            write={(euros) => (typeof euros === "number" ? exactNumber(euros, 2) : "")}
            onChange={(euros) => onChange({ montant: typeof euros === "number" ? euros : null })}
            onBlur={() => {}}
            aria-required={line.dossier !== null}
            aria-invalid={line.dossier !== null && (line.montant ?? 0) < 0}
            aria-describedby={undefined}
          />
        </div>
        <Select
          aria-label={`Payé par, ${name}`}
          options={PAYER_CHOICES}
          value={line.payeur}
          onChange={({ target }) => onChange({ payeur: target.value as Payeur })}
        />
        {onRemove && (
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Retirer la ${name}`}
            tabIndex={-1}
            onClick={onRemove}
          >
            <X />
          </Button>
        )}
      </div>
      {line.dossier && (
        <p className="mt-1.5 flex flex-wrap justify-between gap-x-4 text-sm text-muted tabular-nums">
          <span className="min-w-0 truncate">{line.dossier.appartement}</span>
          {payment && <span>{wordsOf(payment)}</span>}
        </p>
      )}
    </li>
  );
}

/** « règle octobre 2026, novembre 2026 ; reste dû 50,00 € » */
function wordsOf({ imputations, avance, etat, solde, mandatNonInscrit }: ReglementVu): string {
  const mandat = mandatNonInscrit !== null && "mandat pas inscrit au registre";
  if (etat === "recu")
    return [mandat, "chèque sous réserve d’encaissement"].filter(Boolean).join(" ; ");
  const months = [...new Set(imputations.map(({ mois }) => mois))];
  return [
    mandat,
    months.length > 0 && `règle ${monthsInWords(months)}`,
    avance > 0 && `avance de ${formatEuros(avance)}`,
    solde > 0 && `reste dû ${formatEuros(solde)}`,
  ]
    .filter(Boolean)
    .join(" ; ");
}
