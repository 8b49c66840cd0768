import { Paperclip } from "lucide-react";
import { type RefObject, useRef } from "react";
import * as z from "zod/mini";
import { aujourdhui } from "#domain/dates.ts";
import { euros, facultatif, isoDate, requis } from "#domain/fields.ts";
import type { CompteDuDossier } from "#domain/gerance/locataires/compte.ts";
import { formatEuros } from "#domain/montants.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { FieldFrame, FieldGrid } from "#web/components/fields/field.tsx";
import { EurosField, TextField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { TOUCHED_BY_ACCOUNTS, waive } from "#web/entities/comptes/comptes.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

const waiverOf = (owed: number) =>
  z.strictObject({
    montant: euros().check(
      z.gt(0, "Indiquez le montant abandonné."),
      z.lte(owed, `Le locataire doit ${formatEuros(owed)}.`),
    ),
    date: isoDate(),
    commentaire: facultatif(requis(255)),
    fichier: requis(),
  });

interface WaiverDialogProps {
  account: CompteDuDossier;
  onClose(): void;
}

/** Waives a debt of the tenant; the owner's written agreement is joined. */
export function WaiverDialog({ account, onClose }: WaiverDialogProps) {
  const schema = waiverOf(account.solde);
  const paper = useRef<File>(null);
  const save = useWrite(
    async ({ montant, date, commentaire }: z.output<typeof schema>) => {
      const form = new FormData();
      form.append("montant", String(montant));
      form.append("date", date);
      if (commentaire) form.append("commentaire", commentaire);
      if (paper.current) form.append("fichier", paper.current);
      return { ...(await waive(account.DossierId, form)), version: 0 };
    },
    TOUCHED_BY_ACCOUNTS,
    () => true,
  );
  return (
    <FormDialog
      title="Abandonner une créance ?"
      schema={schema}
      record={null}
      draft={null}
      initial={{ montant: account.exigible || account.solde || null, date: aujourdhui(new Date()) }}
      create={(values) => save.mutateAsync(values)}
      createLabel="Abandonner la créance"
      cancelLabel="Ne rien faire"
      onSaved={() => {
        notify("La créance est abandonnée.");
        onClose();
      }}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">
        {account.locataire} doit {formatEuros(account.solde)}. Le bailleur y renonce par écrit : la
        dette la plus ancienne s’éteint la première, et rien n’entre en banque.
      </p>
      <FieldGrid>
        <EurosField name="montant" label="Montant abandonné" span={2} />
        <DateField name="date" label="Date" span={2} />
        <FileField name="fichier" label="Écrit du bailleur" file={paper} />
        <TextField name="commentaire" label="Commentaire" span={6} />
      </FieldGrid>
    </FormDialog>
  );
}

interface FileFieldProps {
  name: string;
  label: string;
  /** The file itself, beside the form, which holds only its name. */
  file: RefObject<File | null>;
}

/** A field for one file, sent with the form. */
function FileField({ name, label, file }: FileFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <FieldFrame name={name} label={label} span={2} read={() => null}>
      {({ id, value, onChange, "aria-invalid": invalid, "aria-describedby": described }) => (
        <>
          <input
            ref={input}
            type="file"
            className="sr-only"
            tabIndex={-1}
            aria-label={label}
            accept="application/pdf,image/*"
            onChange={({ target }) => {
              file.current = target.files?.[0] ?? null;
              onChange(file.current?.name ?? null);
            }}
          />
          <Button
            id={id}
            aria-invalid={invalid}
            aria-describedby={described}
            className="h-9! w-full justify-start!"
            onClick={() => input.current?.click()}
          >
            <Paperclip aria-hidden />
            <span className="truncate">{typeof value === "string" ? value : "Choisir…"}</span>
          </Button>
        </>
      )}
    </FieldFrame>
  );
}
