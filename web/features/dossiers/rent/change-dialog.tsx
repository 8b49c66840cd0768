import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { modeCharges, regime } from "#domain/bail/bail.ts";
import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import { formatJour, lireJour } from "#domain/dates.ts";
import {
  type ChangementDeLoyerDemande,
  changementEcrit,
} from "#domain/gerance/revisions/loyer-fiche.ts";
import {
  type LoyersDuDossier,
  MOTIFS_CONVENUS,
  type MotifConvenu,
} from "#domain/gerance/revisions/loyer-lu.ts";
import { loyerEnVigueur } from "#domain/gerance/revisions/loyers.ts";
import { formatEuros, loyerTTC } from "#domain/montants.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { DerivedEuros } from "#web/components/fields/derived-field.tsx";
import { FieldFrame, FieldGrid } from "#web/components/fields/field.tsx";
import {
  EurosField,
  SelectField,
  TextareaField,
  TextField,
} from "#web/components/fields/fields.tsx";
import { useFollowing, useForm, useNumber, useValue } from "#web/components/form/form-context.ts";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { changeRent, rentsOf, TOUCHED_BY_RENTS } from "#web/entities/biens/loyers.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

interface ChangeRentDialogProps {
  dossier: DossierDetail;
  onClose(): void;
}

/** Changes the rent of a dossier from a given day on; the reason decides which details are asked. */
export function ChangeRentDialog({ dossier, onClose }: ChangeRentDialogProps) {
  const { id, version } = dossier;
  const { data } = useQuery(rentsOf(id));
  const save = useWrite(
    async (change: ChangementDeLoyerDemande) => {
      const { warnings } = await changeRent(id, { ...change, version });
      notify(["Le changement de loyer est noté.", ...warnings].join(" "));
      return { id: 0, version: 0 };
    },
    TOUCHED_BY_RENTS,
    () => true,
  );
  if (!data) return null;
  const { loyerCharge, loyerHC } = loyerEnVigueur(data.loyers, data.auPlusTot) ?? dossier;
  return (
    <FormDialog
      title="Changer le loyer"
      schema={changementEcrit}
      record={null}
      draft={null}
      initial={{ motif: "avenant", depuis: data.auPlusTot, loyerHC, loyerCharge }}
      create={(change) => save.mutateAsync(change)}
      createLabel="Changer le loyer"
      onSaved={onClose}
      onClose={onClose}
    >
      <FieldGrid>
        <Fields dossier={dossier} rents={data} />
      </FieldGrid>
    </FormDialog>
  );
}

const MOTIFS = Object.entries(MOTIFS_CONVENUS).map(([value, label]) => ({ value, label }));

const WHY: Record<MotifConvenu, { label: string; hint?: string }> = {
  avenant: { label: "Raison", hint: "Requise pour une hausse ; l’avenant la dit." },
  travaux: { label: "Travaux faits", hint: "L’avenant les nomme." },
  provision: {
    label: "Justification",
    hint: "Le dernier décompte, ou le budget voté (article 23).",
  },
  remise: { label: "Raison" },
  renouvellement: {
    label: "Proposition et accord",
    hint: "Notifiée six mois avant le terme, avec ses références ; la hausse se note palier par palier (article 17-2).",
  },
};

interface FieldsProps {
  dossier: DossierDetail;
  rents: LoyersDuDossier;
}

function Fields({ dossier, rents }: FieldsProps) {
  const motif = useValue<MotifConvenu>("motif") ?? "avenant";
  const day = lireJour(useValue<string>("depuis") ?? "") ?? rents.auPlusTot;
  const before = loyerEnVigueur(rents.loyers, day) ?? dossier;
  useFollowing("loyerHC", before.loyerHC);
  useFollowing("loyerCharge", before.loyerCharge);
  const loyerHC = useNumber("loyerHC");
  const loyerCharge = useNumber("loyerCharge");
  const total = loyerHC === null || loyerCharge === null ? null : loyerTTC(loyerHC, loyerCharge);
  const charges = modeCharges(regime(dossier, dossier.Locataire.rp), dossier.chargesMode ?? null);
  const twoDays = motif === "remise" || motif === "travaux";
  const lease = regime(dossier, dossier.Locataire.rp);
  const motifs = MOTIFS.filter(
    ({ value }) =>
      (value !== "provision" || charges === "provisions") &&
      (value !== "renouvellement" || lease === "nu"),
  );
  return (
    <>
      <p className="col-span-6 text-muted">
        Sans changement, loyer au {formatJour(day)} : {formatEuros(before.loyerHC)} hors charges,{" "}
        {formatEuros(loyerTTC(before.loyerHC, before.loyerCharge))} par mois.
      </p>
      <SelectField name="motif" label="Motif" options={motifs} span={6} />
      <DateField name="depuis" label="À compter du" span={twoDays ? 3 : 6} />
      {motif === "remise" && <DateField name="jusquau" label="Jusqu’au" />}
      {motif === "travaux" && <DateField name="finTravaux" label="Travaux achevés le" />}
      {motif === "provision" ? (
        <KeptRent rent={before.loyerHC} />
      ) : (
        <EurosField name="loyerHC" label="Loyer HC" span={2} />
      )}
      <EurosField name="loyerCharge" label={CHARGES[charges]} span={2} />
      <DerivedEuros label="Total par mois" value={total} span={2} />
      {motif === "travaux" && (
        <TextField
          name="facture"
          label="Facture"
          span={6}
          hint="« n° 2026-114 du 12/10/2026, Toitures Martin, 4 800,00 € »"
        />
      )}
      <TextareaField name="commentaire" {...WHY[motif]} />
    </>
  );
}

/** Shows the rent before the change, and keeps it: only the provision changes. */
function KeptRent({ rent }: { rent: number }) {
  const { setValue } = useForm();
  const typed = useNumber("loyerHC");
  useEffect(() => {
    if (typed !== rent) setValue("loyerHC", rent);
  }, [typed, rent, setValue]);
  return (
    <FieldFrame name="loyerHC" label="Loyer HC" span={2} read={() => null}>
      {({ onChange: _, ...bound }) => (
        <Input {...bound} value={formatEuros(rent)} readOnly className="bg-sunken! tabular-nums" />
      )}
    </FieldFrame>
  );
}

const CHARGES = {
  provisions: "Provision",
  forfait: "Forfait de charges",
  periodique: "Charges",
} as const;
