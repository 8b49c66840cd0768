import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { nomAppartement } from "#domain/biens/adresse.ts";
import { ajouterAnnees, ajouterJours, aujourdhui, type Jour } from "#domain/dates.ts";
import {
  creation,
  type Intendance,
  type IntendanceDetail,
  type IntendanceRow,
} from "#domain/missions/intendance.ts";
import { horsTaxe, montantTva } from "#domain/montants.ts";
import { MODE_USUEL } from "#domain/quittances/paiement.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { DerivedEuros } from "#web/components/fields/derived-field.tsx";
import { FieldGrid } from "#web/components/fields/field.tsx";
import {
  EurosField,
  NumberField,
  RadioField,
  SwitchField,
  TextField,
} from "#web/components/fields/fields.tsx";
import { RelationField } from "#web/components/fields/relation-field.tsx";
import { useFollowing, useForm, useNumber, useValue } from "#web/components/form/form-context.ts";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { FormNotes, WHOLE_FORM } from "#web/components/form/form-notes.tsx";
import type { Saved } from "#web/components/form/form-save.ts";
import { useFormWrites } from "#web/components/form/form-writes.ts";
import { Input } from "#web/components/ui/input.tsx";
import { Label } from "#web/components/ui/label.tsx";
import { agenceQuery } from "#web/entities/agence/variables-agence.ts";
import { appartementChoice } from "#web/entities/biens/appartements-choice.ts";
import { intendances, TOUCHED_BY_INTENDANCES } from "#web/entities/mandats/intendances.ts";
import { PAYMENT_CHOICES } from "#web/entities/quittances/paiements-choices.ts";
import { notify } from "#web/lib/notify.ts";
import { ForOwnerFields } from "./for-owner-fields.tsx";
import { IntendanceNotes } from "./notes.tsx";

const WORDS = {
  mission: {
    created: "L’intendance a été créée.",
    create: "Créer l’intendance",
    titles: ["Nouvelle intendance", "Modifier l’intendance"],
  },
  depense: {
    created: "La dépense a été ajoutée.",
    create: "Ajouter la dépense",
    titles: ["Nouvelle dépense", "Modifier la dépense"],
  },
} as const;

/** The row to change, or the nature of a new row. */
export type Edited = IntendanceRow | { id: null; nature: IntendanceRow["nature"] };

interface IntendanceDialogProps {
  edited: Edited;
  /** The apartment of the page that opens the dialog; absent elsewhere. */
  appartementId?: number;
  onClose(): void;
}

export function IntendanceDialog({ edited, appartementId, onClose }: IntendanceDialogProps) {
  const { nature } = edited;
  const row = edited.id === null ? null : edited;
  const [invoice, setInvoice] = useState<File | null>(null);
  const { data: agence, isPending } = useQuery(agenceQuery);
  const writes = useFormWrites(intendances, edited.id, TOUCHED_BY_INTENDANCES);
  const words = WORDS[nature];
  const today = aujourdhui(new Date());
  if (isPending) return null;
  const choice = appartementId === undefined && (
    <RelationField
      {...appartementChoice}
      name="AppartementId"
      label="Appartement"
      span={6}
      rowName={nomAppartement}
      display={nomAppartement}
    />
  );
  return (
    <FormDialog<Saved & { id: number }, Intendance>
      title={words.titles[row ? 1 : 0]}
      schema={creation}
      record={row && typed(row)}
      initial={{
        nature,
        ...(appartementId ? { AppartementId: appartementId } : {}),
        ...(agence ? { tva: agence.tva } : {}),
        ...(nature === "mission"
          ? { dateDepart: today, dateFin: lastDayOfYearFrom(today) }
          : { date: today, mode: MODE_USUEL }),
      }}
      {...writes}
      reload={async () => typed(await writes.reload())}
      createLabel={words.create}
      onSaved={({ id }) => {
        if (invoice) void attach(id, invoice);
        notify(row ? "Vos modifications ont été prises en compte." : words.created);
        onClose();
      }}
      onClose={onClose}
    >
      {nature === "mission" ? (
        <FormNotes source={(tell) => <IntendanceNotes tell={tell} />}>
          <FieldGrid notes={WHOLE_FORM}>
            {choice}
            <MissionFields isNew={row === null} />
          </FieldGrid>
        </FormNotes>
      ) : (
        <>
          <FieldGrid>
            {choice}
            <DepenseFields paid={row?.payePar === "agence" && row.regle} />
            {row === null && <InvoiceFile onChoose={setInvoice} />}
          </FieldGrid>
          <ForOwnerFields />
        </>
      )}
    </FormDialog>
  );
}

const attach = async (id: number, file: File) =>
  (await import("./attach-invoice.ts")).attachInvoice(id, file);

/** The file of the invoice, which is sent once the expense exists. */
function InvoiceFile({ onChoose }: { onChoose(file: File | null): void }) {
  const id = useId();
  return (
    <div className="col-span-6">
      <Label htmlFor={id} className="mb-1">
        Facture, en PDF ou en photo
      </Label>
      <Input
        id={id}
        type="file"
        accept="application/pdf,image/*"
        className="py-1.5"
        onChange={({ target }) => onChoose(target.files?.[0] ?? null)}
      />
    </div>
  );
}

/** The record without its computed price, which nobody types: the form must not compare this price. */
const typed = ({ prixHT: _, ...record }: IntendanceRow | IntendanceDetail) => record;

const lastDayOfYearFrom = (start: Jour) => ajouterJours(ajouterAnnees(start, 1), -1);

function MissionFields({ isNew }: { isNew: boolean }) {
  const price = useNumber("prix");
  const rate = useNumber("tva");
  const start = useValue<string>("dateDepart");
  const known = price !== null && rate !== null;
  const year = start !== null && /^\d{4}-\d\d-\d\d$/.test(start);
  useFollowing("dateFin", year ? lastDayOfYearFrom(start) : null);
  return (
    <>
      <DateField name="dateDepart" label="Début" />
      <DateField name="dateFin" label="Fin" />
      <EurosField name="prix" label="Prix TTC" />
      <NumberField name="tva" label="Taux de TVA" unit="%" />
      <DerivedEuros label="Prix HT" value={known ? horsTaxe(price, rate) : null} />
      <DerivedEuros label="TVA" value={known ? montantTva(price, rate) : null} />
      <SwitchField name="regle" label="Réglée" />
      {!isNew && <SwitchField name="renouvele" label="Renouvelée" />}
    </>
  );
}

function DepenseFields({ paid }: { paid: boolean }) {
  const { setValue } = useForm();
  const paidByAgency = useValue<string>("payePar") === "agence";
  // An expense that the agency pays is marked paid by an action of its own, after its approval (bon à payer).
  useEffect(() => {
    if (paidByAgency && !paid) setValue("regle", false);
  }, [paidByAgency, paid, setValue]);
  return (
    <>
      <TextField name="intitule" label="Intitulé" span={6} required />
      <DateField name="date" label="Date" />
      <TextField name="numFacture" label="Numéro de facture" required />
      <EurosField name="montant" label="Montant" required />
      <RadioField name="mode" label="Mode de paiement" options={PAYMENT_CHOICES} />
      {!paidByAgency && <SwitchField name="regle" label="Réglée" span={6} />}
    </>
  );
}
