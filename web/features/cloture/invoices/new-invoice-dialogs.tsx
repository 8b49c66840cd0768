import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import { aujourdhui } from "#domain/dates.ts";
import {
  type DemandeFactureDeMission,
  demandeFactureDeMission,
  GENRES_DE_MISSION,
} from "#domain/gerance/cloture/facture-honoraires.ts";
import {
  type DemandeFactureDeLocataire,
  demandeFactureDeLocataire,
} from "#domain/gerance/cloture/facture-locataire.ts";
import { GENRES_HONORAIRE } from "#domain/gerance/mandats/mots-de-conditions.ts";
import type { MissionDetail } from "#domain/missions/mission-fiche.ts";
import { formatEuros } from "#domain/montants.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { EurosField, SelectField, SwitchField, TextField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { invoiceMission, TOUCHED_BY_CLOSE } from "#web/entities/cloture/comptes-rendus.ts";
import { notify } from "#web/lib/notify.ts";
import { api } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";

interface MissionInvoiceDialogProps {
  mission: MissionDetail;
  onClose(): void;
}

/** Asks what was done for a mission other than management; the price comes from its mandate. */
export function MissionInvoiceDialog({ mission, onClose }: MissionInvoiceDialogProps) {
  const { id, type, tauxTva } = mission;
  const letting = type === "location";
  const save = useWrite(
    async (values: DemandeFactureDeMission) => {
      await invoiceMission(id, values);
      notify("La mission est facturée.");
      return { id, version: 0 };
    },
    TOUCHED_BY_CLOSE,
    () => true,
  );
  return (
    <FormDialog
      title="Facturer la mission"
      schema={demandeFactureDeMission}
      record={null}
      initial={startOf(mission)}
      draft={null}
      create={(values) => save.mutateAsync(values)}
      createLabel="Facturer"
      onSaved={onClose}
      onClose={onClose}
    >
      <FieldGrid>
        <TextField name="libelle" label="Prestation" span={6} />
        {!letting && (
          <SelectField
            name="genre"
            label="Genre"
            options={GENRES_DE_MISSION.map((genre) => ({
              value: genre,
              label: GENRES_HONORAIRE[genre],
            }))}
          />
        )}
        <EurosField
          name="montant"
          label="Montant TTC"
          hint={`TVA au taux de la mission, ${tauxTva} %.`}
        />
        {letting && <EurosField name="etatDesLieux" label="État des lieux TTC" />}
        <DateField
          name="du"
          label="Faite du"
          hint={
            letting
              ? "Rien n’est dû avant que le bail soit signé (loi n° 70-9, art. 6)."
              : undefined
          }
        />
        <DateField name="au" label="Au" past />
      </FieldGrid>
    </FormDialog>
  );
}

/**
 * The first values. The amount is the owner's letting fees when a letting mission has some, else the value of the
 * mission.
 */
function startOf({
  type,
  honorairesLocationMandant,
  honorairesEdlMandant,
  valeurTotalMission,
}: MissionDetail) {
  const today = aujourdhui(new Date());
  const letting = type === "location";
  return {
    genre: letting ? "location" : "autres",
    libelle: letting ? "Honoraires de location" : "",
    montant: (letting && honorairesLocationMandant) || valeurTotalMission,
    etatDesLieux: letting ? (honorairesEdlMandant ?? null) : null,
    du: today,
    au: today,
  };
}

interface TenantInvoiceDialogProps {
  dossier: DossierDetail;
  onClose(): void;
}

/** Asks which fees of the letting are invoiced to the tenant; the sums come from his lease. */
export function TenantInvoiceDialog({ dossier, onClose }: TenantInvoiceDialogProps) {
  const { id, dateFraisDossier, fraisDossierTTC, fraisEdlTTC } = dossier;
  const save = useWrite(
    async (values: DemandeFactureDeLocataire) => {
      await api.post(`/Dossier/${id}/facturer`, values);
      notify("Ses honoraires sont facturés.");
      return { id, version: 0 };
    },
    TOUCHED_BY_CLOSE,
    () => true,
  );
  return (
    <FormDialog
      title="Facturer ses honoraires au locataire"
      schema={demandeFactureDeLocataire}
      record={null}
      initial={{
        location: Boolean(fraisDossierTTC && !dateFraisDossier),
        etatDesLieux: Boolean(fraisEdlTTC),
        le: aujourdhui(new Date()),
      }}
      draft={null}
      create={(values) => save.mutateAsync(values)}
      createLabel="Facturer"
      onSaved={onClose}
      onClose={onClose}
    >
      <FieldGrid>
        <SwitchField
          name="location"
          label="Visite, dossier et bail"
          span={3}
          hint={`${formatEuros(fraisDossierTTC ?? 0)} TTC au bail, dus à sa signature.`}
        />
        <SwitchField
          name="etatDesLieux"
          label="État des lieux d’entrée"
          span={3}
          hint={`${formatEuros(fraisEdlTTC ?? 0)} TTC au bail, dus une fois réalisé.`}
        />
        <DateField name="le" label="Faits le" past />
      </FieldGrid>
    </FormDialog>
  );
}
