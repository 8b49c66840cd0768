import { clsx } from "clsx";
import { type ReactNode, useId, useState } from "react";
import { formatJour, type Jour, lireJour } from "#domain/dates.ts";
import {
  PREUVES_RETENUE,
  type PreuveRetenue,
  type RetenueNotee,
  type VetusteRetenue,
} from "#domain/gerance/departs/depart.ts";
import { type Difference, nomDeLaDifference } from "#domain/gerance/departs/differences.ts";
import {
  ageEnMots,
  enPourCent,
  manqueDeLaRetenue,
  neufLe,
  type RetenueProposee,
  retenueProposee,
} from "#domain/gerance/departs/retenues.ts";
import type { GrilleVetuste } from "#domain/gerance/departs/vetuste.ts";
import { arrondir, enCentimes, enEuros, formatEuros } from "#domain/montants.ts";
import { exactNumber, readNumber } from "#web/components/fields/fields.tsx";
import { TypedInput } from "#web/components/fields/typed-input.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { Label } from "#web/components/ui/label.tsx";
import { Select } from "#web/components/ui/select.tsx";

const PROOFS = Object.entries(PREUVES_RETENUE).map(([value, label]) => ({ value, label }));

interface RetainedFieldsProps {
  difference: Difference;
  retenue: RetenueNotee;
  grille: GrilleVetuste | null;
  clesLe: Jour | null;
  entryDay: Jour;
  onChange(retenue: RetenueNotee): void;
}

/** The price of a repair, the part that the tenant bears, and its proof. */
export function RetainedFields(props: RetainedFieldsProps) {
  const { difference, retenue, grille, clesLe, entryDay, onChange } = props;
  const { prix, montant, preuve } = retenue;
  const name = nomDeLaDifference(difference);
  const tenant = retenue.qui === "locataire";
  const [refaitLe, setRefaitLe] = useState(() => neufLe(difference, entryDay));
  const proposed = retenueProposee(difference, {
    prix: prix === null ? null : enCentimes(prix),
    refaitLe,
    clesLe,
    grille,
  });
  const missing = manqueDeLaRetenue(retenue);
  const missingId = useId();
  const described = missing === null ? undefined : missingId;
  const set = (changes: Partial<RetenueNotee>) => onChange({ ...retenue, ...changes });

  return (
    <div className="mt-2.5 rounded-md bg-sunken px-3 py-2.5">
      <div className="grid grid-cols-1 gap-x-4 gap-y-2.5 @sm:grid-cols-2 @3xl:grid-cols-4 @5xl:grid-cols-5">
        {tenant && (
          <div
            className={clsx(
              "@sm:col-span-2",
              proposed.ligne
                ? "@3xl:col-span-4 @5xl:col-span-1"
                : "@3xl:col-span-1 @5xl:col-span-2",
            )}
          >
            <Labelled label="Libellé" of={name} required>
              {(id) => (
                <Input
                  id={id}
                  className="pointer-coarse:h-11"
                  maxLength={200}
                  value={retenue.libelle}
                  aria-required
                  onChange={({ target }) => set({ libelle: target.value })}
                  onBlur={() => !retenue.libelle.trim() && set({ libelle: name })}
                />
              )}
            </Labelled>
          </div>
        )}
        <EurosInput
          label="Devis ou facture"
          of={name}
          value={prix}
          onChange={(euros) => set({ prix: euros, vetuste: null })}
        />
        {tenant && proposed.ligne && (
          <DayInput label="Derniers travaux" of={name} value={refaitLe} onChange={setRefaitLe} />
        )}
        {tenant && (
          <EurosInput
            label="Retenu au locataire"
            of={name}
            required
            invalid={missing !== null && montant <= 0}
            described={described}
            value={montant === 0 ? null : montant}
            onChange={(euros) => set({ montant: euros ?? 0, vetuste: null })}
          />
        )}
        <Labelled label="Preuve" of={name} required={tenant}>
          {(id) => (
            <Select
              id={id}
              className="[&_select]:pointer-coarse:h-11"
              options={PROOFS}
              empty={preuve === null ? "Choisir…" : undefined}
              value={preuve ?? ""}
              aria-required={tenant}
              aria-invalid={tenant && preuve === null}
              aria-describedby={described}
              onChange={({ target }) => set({ preuve: (target.value || null) as PreuveRetenue })}
            />
          )}
        </Labelled>
      </div>
      {tenant && (
        <Proposal
          proposed={proposed}
          retenue={retenue}
          onKeep={(euros, vetuste) => set({ montant: euros, vetuste })}
        />
      )}
      {missing !== null && (
        <p id={missingId} className="mt-1.5 text-sm text-danger">
          {missing}
        </p>
      )}
    </div>
  );
}

interface ProposalProps {
  proposed: RetenueProposee;
  retenue: RetenueNotee;
  onKeep(euros: number, vetuste: VetusteRetenue): void;
}

/** The part of the price that the wear grid proposes, with a button to accept it; else why the grid proposes none. */
function Proposal({ proposed, retenue: { prix, vetuste }, onKeep }: ProposalProps) {
  if (proposed.montant === null) {
    const words = vetuste
      ? `Retenu : ${enPourCent(vetuste.part)} du prix, après ${ageEnMots(vetuste.age)} de vétusté.`
      : proposed.raison;
    return words && <p className="mt-2 text-sm text-muted">{words}</p>;
  }
  const { age, part, ligne } = proposed;
  const euros = enEuros(proposed.montant);
  const kept = vetuste?.age === age && vetuste.part === part;
  const words = `${ageEnMots(age)}, ${enPourCent(part)} de ${formatEuros(prix ?? 0)}`;
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <p className="text-sm tabular-nums">
        Grille, {ligne.element} : {words}, soit {formatEuros(euros)}.
      </p>
      <Button
        size="sm"
        className="pointer-coarse:h-11"
        // The button stays once used, else the keyboard focus would be lost.
        aria-disabled={kept}
        onClick={() => !kept && onKeep(euros, { age, part })}
      >
        {kept ? "Retenu" : `Retenir ${formatEuros(euros)}`}
      </Button>
    </div>
  );
}

interface LabelledProps {
  label: string;
  /** The name of the row, for screen readers. */
  of: string;
  required?: boolean;
  children(id: string): ReactNode;
}

function Labelled({ label, of, required, children }: LabelledProps) {
  const id = useId();
  return (
    <div className="min-w-0">
      <Label htmlFor={id} required={required} className="mb-1">
        {label}
        <span className="sr-only"> : {of}</span>
      </Label>
      {children(id)}
    </div>
  );
}

interface InputProps<Value> extends Omit<LabelledProps, "children"> {
  invalid?: boolean;
  described?: string | undefined;
  value: Value | null;
  onChange(value: Value | null): void;
}

const UNTIED = { name: "", ref: () => {}, onBlur: () => {} };

function EurosInput({ invalid = false, described, value, onChange, ...label }: InputProps<number>) {
  return (
    <Labelled {...label}>
      {(id) => (
        <TypedInput
          {...UNTIED}
          id={id}
          inputMode="decimal"
          unit="€"
          value={value}
          read={readNumber}
          write={(euros) => (typeof euros === "number" ? exactNumber(euros, 2) : "")}
          onChange={(euros) =>
            onChange(typeof euros === "number" && euros >= 0 ? arrondir(euros) : null)
          }
          aria-required={label.required ?? false}
          aria-invalid={invalid}
          aria-describedby={described}
        />
      )}
    </Labelled>
  );
}

function DayInput({ value, onChange, ...label }: InputProps<Jour>) {
  return (
    <Labelled {...label}>
      {(id) => (
        <TypedInput
          {...UNTIED}
          id={id}
          inputMode="numeric"
          placeholder="jj/mm/aaaa"
          value={value}
          read={lireJour}
          write={(day) => (typeof day === "string" ? formatJour(day) : "")}
          onChange={(day) => onChange(typeof day === "string" ? lireJour(day) : null)}
          aria-required={false}
          aria-invalid={false}
          aria-describedby={undefined}
        />
      )}
    </Labelled>
  );
}
