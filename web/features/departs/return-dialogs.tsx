import * as z from "zod/mini";
import { aujourdhui, formatJour } from "#domain/dates.ts";
import { euros, facultatif, isoDate, requis } from "#domain/fields.ts";
import { nomDExercice } from "#domain/gerance/charges/exercice.ts";
import type { DepartDetail } from "#domain/gerance/departs/depart-fiche.ts";
import { enEuros, formatEuros } from "#domain/montants.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { EurosField, SelectField, TextField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import {
  callIncrease,
  cancelFrozen,
  noteReturned,
  settleCharges,
  TOUCHED_BY_DEPARTS,
} from "#web/entities/biens/departs.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

interface ReturnDialogProps {
  detail: DepartDetail;
  onClose(): void;
}

const returned = z.strictObject({ date: isoDate() });

/** Notes that the owner, who held the deposit, returned it himself. */
export function ReturnedDialog({ detail, onClose }: ReturnDialogProps) {
  const note = useWrite(
    async ({ date }: z.output<typeof returned>) => ({
      ...(await noteReturned(detail.DossierId, date)),
      version: 0,
    }),
    TOUCHED_BY_DEPARTS,
    () => true,
  );
  return (
    <FormDialog
      title="Le bailleur a rendu le dépôt"
      schema={returned}
      record={null}
      draft={null}
      initial={{ date: aujourdhui(new Date()) }}
      create={(values) => note.mutateAsync(values)}
      createLabel="Noter"
      onSaved={() => {
        notify("Le dépôt est noté comme rendu.");
        onClose();
      }}
      onClose={onClose}
    >
      <FieldGrid>
        <DateField name="date" label="Rendu le" />
      </FieldGrid>
    </FormDialog>
  );
}

const charges = z.strictObject({
  approuveesLe: isoDate(),
  appele: euros(),
  reel: euros(),
  du: facultatif(isoDate()),
});

/**
 * Settles the part of the deposit kept for the building's charges. Charges of a statement already sent are not
 * counted twice.
 */
export function ChargesSettledDialog({ detail, onClose }: ReturnDialogProps) {
  const waited = detail.compte.charges;
  const sent = waited?.decompte ?? null;
  const settle = useWrite(
    async (known: z.output<typeof charges>) => ({
      ...(await settleCharges(detail.DossierId, known)),
      version: 0,
    }),
    TOUCHED_BY_DEPARTS,
    () => true,
  );
  return (
    <FormDialog
      title="Solder les charges"
      schema={charges}
      record={null}
      draft={null}
      initial={sent ? { appele: 0, reel: 0 } : { du: waited?.du ?? null }}
      create={(known) => settle.mutateAsync(known)}
      createLabel="Solder les charges"
      onSaved={() => {
        notify("Les charges sont soldées.");
        onClose();
      }}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">
        {sent
          ? `Le décompte de l’exercice ${nomDExercice(sent.annee)}, du ${formatJour(sent.le)}, règle déjà ces charges : ce qui attendait paie ce qui en reste dû, et le reste est rendu.`
          : `Jusqu’au ${waited ? formatJour(waited.au) : "départ"}, dernier jour du bail : ce que le locataire a versé de provisions, et ce que l’immeuble a coûté pour sa part.`}
      </p>
      <FieldGrid>
        <DateField name="approuveesLe" label="Comptes de l’immeuble approuvés le" />
        {!sent && (
          <>
            <DateField name="du" label="Charges depuis le" />
            <EurosField name="appele" label="Provisions appelées" />
            <EurosField name="reel" label="Charges réelles" />
          </>
        )}
      </FieldGrid>
    </FormDialog>
  );
}

const AT_CHARGE = [
  { value: "bailleur", label: "Le bailleur" },
  { value: "agence", label: "L’agence, dont c’est le retard" },
];

const increase = z.strictObject({ aLaCharge: z.enum(["bailleur", "agence"]) });

/** Notes the increase due to the tenant for a late return, and whether the owner or the agency bears it. */
export function IncreaseDialog({ detail, onClose }: ReturnDialogProps) {
  const call = useWrite(
    async ({ aLaCharge }: z.output<typeof increase>) => ({
      ...(await callIncrease(detail.DossierId, aLaCharge)),
      version: 0,
    }),
    TOUCHED_BY_DEPARTS,
    () => true,
  );
  const held = detail.soldes.find(({ annuleLe }) => annuleLe === null)?.contenu.lieu;
  return (
    <FormDialog
      title="Appeler la majoration de retard"
      schema={increase}
      record={null}
      draft={null}
      initial={{ aLaCharge: "bailleur" }}
      create={(values) => call.mutateAsync(values)}
      createLabel="Appeler la majoration"
      onSaved={() => {
        notify("La majoration est due au locataire.");
        onClose();
      }}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">
        {formatEuros(enEuros(detail.compte.majoration))} seront à rendre au locataire, avec leur
        lettre. La somme est celle d’aujourd’hui.
      </p>
      <SelectField
        name="aLaCharge"
        label="À la charge de"
        options={held === "bailleur" ? AT_CHARGE.slice(0, 1) : AT_CHARGE}
      />
    </FormDialog>
  );
}

const cancel = z.strictObject({ motif: requis(500) });

export function CancelFrozenDialog({ detail, onClose }: ReturnDialogProps) {
  const write = useWrite(
    async ({ motif }: z.output<typeof cancel>) => ({
      ...(await cancelFrozen(detail.DossierId, motif)),
      version: 0,
    }),
    TOUCHED_BY_DEPARTS,
    () => true,
  );
  return (
    <FormDialog
      title="Annuler cet arrêté ?"
      schema={cancel}
      record={null}
      draft={null}
      initial={{}}
      create={(values) => write.mutateAsync(values)}
      createLabel="Annuler l’arrêté"
      cancelLabel="Ne rien faire"
      onSaved={() => {
        notify("L’arrêté est annulé.");
        onClose();
      }}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">
        Ses écritures s’extournent : le dépôt est de nouveau entier, les retenues ne sont plus dues.
        L’arrêté reste lisible, dit annulé.
      </p>
      <TextField name="motif" label="Motif, gardé dans l’historique" />
    </FormDialog>
  );
}
