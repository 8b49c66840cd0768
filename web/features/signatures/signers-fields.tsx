import { Plus, X } from "lucide-react";
import { useId } from "react";
import type { SignatairePropose } from "#domain/signature/wire.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { Label } from "#web/components/ui/label.tsx";
import { Select } from "#web/components/ui/select.tsx";
import { roleOf } from "#web/entities/signatures/words.tsx";

interface SignersFieldsProps {
  signers: readonly SignatairePropose[];
  /** Whether the signers sign by a link: each signer then needs an e-mail address. */
  far: boolean;
  /** The refusals of the worker by path: « signataires.0.mail ». */
  errors: Readonly<Record<string, string>>;
  onChange(signers: readonly SignatairePropose[]): void;
}

/** The signers in the order of signing: signers of one rank sign together, and the agency signs last. */
export function SignersFields({ signers, far, errors, onChange }: SignersFieldsProps) {
  const others = signers.filter(({ role }) => role !== "agence");
  const agency = signers.find(({ role }) => role === "agence");
  const last = others.at(-1);
  const change = (index: number, values: Partial<SignatairePropose>) =>
    onChange(signers.map((signer, at) => (at === index ? { ...signer, ...values } : signer)));
  return (
    <fieldset>
      <legend className="text-sm font-medium">Signataires</legend>
      {errors.signataires && (
        <p role="alert" className="mt-1 text-sm text-danger">
          {errors.signataires}
        </p>
      )}
      <div className="mt-1.5 divide-y rounded-md border">
        {signers.map(
          (signer, index) =>
            signer.role !== "agence" && (
              <Signer
                // biome-ignore lint/suspicious/noArrayIndexKey: a typed signer has no identity but his place.
                key={index}
                signer={signer}
                far={far}
                ranks={others.length}
                errors={(field) => errors[`signataires.${index}.${field}`]}
                onChange={(values) => change(index, values)}
                onRemove={
                  others.length > 1 ? () => onChange(signers.filter((_, at) => at !== index)) : null
                }
              />
            ),
        )}
        {agency && (
          <p className="px-3 py-2.5 text-sm text-muted">
            {agency.nom}, pour l’agence, signe en dernier : le document est alors scellé.
          </p>
        )}
      </div>
      {last && (
        <Button
          size="sm"
          variant="ghost"
          className="mt-2 -ml-2"
          onClick={() =>
            onChange(
              [{ ...last, nom: "", qualite: null, mail: null }, ...signers].toSorted(byAgency),
            )
          }
        >
          <Plus aria-hidden />
          Ajouter un signataire
        </Button>
      )}
    </fieldset>
  );
}

/** The order of the rows: the agency last, a new signer just before it. */
const byAgency = (first: SignatairePropose, second: SignatairePropose) =>
  Number(first.role === "agence") - Number(second.role === "agence") ||
  Number(first.nom === "") - Number(second.nom === "");

interface SignerProps {
  signer: SignatairePropose;
  far: boolean;
  /** The count of ranks that a signer may have. */
  ranks: number;
  errors(field: string): string | undefined;
  onChange(values: Partial<SignatairePropose>): void;
  onRemove: (() => void) | null;
}

function Signer({ signer, far, ranks, errors, onChange, onRemove }: SignerProps) {
  const { nom, qualite, mail, rang } = signer;
  return (
    <fieldset
      aria-label={`${roleOf(signer)} : ${nom || "à nommer"}`}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-2 px-3 py-2.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_5.5rem_1.75rem]"
    >
      <Field
        label={`${roleOf(signer)}, prénom et nom`}
        error={errors("nom")}
        required
        className="max-sm:col-span-2"
      >
        {(bound) => (
          <Input
            {...bound}
            value={nom}
            onChange={({ target }) => onChange({ nom: target.value })}
          />
        )}
      </Field>
      <Field
        label="Adresse e-mail"
        error={errors("mail")}
        required={far}
        className="max-sm:col-span-2"
      >
        {(bound) => (
          <Input
            {...bound}
            inputMode="email"
            value={mail ?? ""}
            onChange={({ target }) => onChange({ mail: target.value.trim() || null })}
          />
        )}
      </Field>
      <Field label="Ordre" error={errors("rang")} className="max-sm:order-last max-sm:w-24">
        {(bound) => (
          <Select
            {...bound}
            value={String(rang)}
            options={Array.from({ length: Math.max(ranks, rang) }, (_, index) => ({
              value: String(index + 1),
              label: index === 0 ? "1er" : `${index + 1}e`,
            }))}
            onChange={({ target }) => onChange({ rang: Number(target.value) })}
          />
        )}
      </Field>
      <div className="flex items-end justify-end pb-1 max-sm:order-last">
        {onRemove && (
          <Button
            variant="ghost"
            size="icon-sm"
            title="Retirer"
            aria-label={`Retirer le signataire : ${nom || "à nommer"}`}
            onClick={onRemove}
          >
            <X aria-hidden />
          </Button>
        )}
      </div>
      <Field
        label="En qualité de (représentant légal, gérant, procuration…)"
        error={errors("qualite")}
        className="col-span-2 sm:col-span-4"
      >
        {(bound) => (
          <Input
            {...bound}
            value={qualite ?? ""}
            placeholder="Pour lui-même"
            onChange={({ target }) => onChange({ qualite: target.value || null })}
          />
        )}
      </Field>
    </fieldset>
  );
}

interface FieldProps {
  label: string;
  error: string | undefined;
  required?: boolean;
  className?: string;
  children(bound: {
    id: string;
    "aria-invalid": boolean;
    "aria-describedby": string | undefined;
  }): React.ReactNode;
}

function Field({ label, error, required = false, className, children }: FieldProps) {
  const id = useId();
  return (
    <div className={className}>
      <Label htmlFor={id} required={required} className="mb-1">
        {label}
      </Label>
      {children({
        id,
        "aria-invalid": error !== undefined,
        "aria-describedby": error ? `${id}-error` : undefined,
      })}
      {error && (
        <p id={`${id}-error`} className="mt-1 text-xs text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
