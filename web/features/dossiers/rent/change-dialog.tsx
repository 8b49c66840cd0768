import { useQuery } from "@tanstack/react-query";
import { modeCharges, regime } from "#domain/biens/dossier.ts";
import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import {
  type ChangementDeLoyerDemande,
  changementEcrit,
} from "#domain/gerance/revisions/loyer-fiche.ts";
import { MOTIFS_CONVENUS, type MotifConvenu } from "#domain/gerance/revisions/loyer-lu.ts";
import { formatEuros, loyerTTC } from "#domain/montants.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { DerivedEuros } from "#web/components/fields/derived-field.tsx";
import { FieldGrid } from "#web/components/fields/field.tsx";
import {
  EurosField,
  SelectField,
  TextareaField,
  TextField,
} from "#web/components/fields/fields.tsx";
import { useNumber, useValue } from "#web/components/form/form-context.ts";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { changeRent, rentsOf, TOUCHED_BY_RENTS } from "#web/entities/biens/loyers.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

interface ChangeRentDialogProps {
  dossier: DossierDetail;
  onClose(): void;
}

/**
 * Changes the rent of a dossier from a given day on: the reason, the amount, and the details that the reason requires.
 */
export function ChangeRentDialog({ dossier, onClose }: ChangeRentDialogProps) {
  const { id, loyerCharge, loyerHC, version } = dossier;
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
        <Fields dossier={dossier} />
      </FieldGrid>
    </FormDialog>
  );
}

const MOTIFS = Object.entries(MOTIFS_CONVENUS).map(([value, label]) => ({ value, label }));

/** The details that each reason requires. */
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

function Fields({ dossier }: { dossier: DossierDetail }) {
  const motif = useValue<MotifConvenu>("motif") ?? "avenant";
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
        Loyer actuel : {formatEuros(dossier.loyerHC)} hors charges, {formatEuros(dossier.loyerTTC)}{" "}
        par mois.
      </p>
      <SelectField name="motif" label="Motif" options={motifs} span={6} />
      <DateField name="depuis" label="À compter du" span={twoDays ? 3 : 6} />
      {motif === "remise" && <DateField name="jusquau" label="Jusqu’au" />}
      {motif === "travaux" && <DateField name="finTravaux" label="Travaux achevés le" />}
      {motif === "provision" ? (
        <DerivedEuros label="Loyer HC" value={dossier.loyerHC} span={2} />
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

const CHARGES = {
  provisions: "Provision",
  forfait: "Forfait de charges",
  periodique: "Charges",
} as const;
