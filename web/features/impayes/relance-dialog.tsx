import { formatJour } from "#domain/dates.ts";
import { modification, type RelanceRow } from "#domain/gerance/relances/relance-fiche.ts";
import { CANAUX, type Canal, ETAPES } from "#domain/gerance/relances/relances.ts";
import { formatEuros } from "#domain/montants.ts";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { RadioField, TextareaField, TextField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { Dialog, DialogBody } from "#web/components/ui/dialog.tsx";
import { relances, TOUCHED_BY_RELANCES } from "#web/entities/comptes/impayes.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

interface RelanceDialogProps {
  row: RelanceRow;
  onClose(): void;
}

/** A reminder. Its text can be changed while it is a draft, and only read afterwards. */
export function RelanceDialog({ row, onClose }: RelanceDialogProps) {
  const title = `${ETAPES[row.etape].libelle} – ${row.locataire}`;
  const save = useWrite(
    (values: {
      canal?: Canal | undefined;
      objet?: string | undefined;
      texte?: string | undefined;
    }) =>
      relances.modify(row.id, {
        ...(values.canal ? { canal: values.canal } : {}),
        ...(values.objet ? { objet: values.objet } : {}),
        ...(values.texte ? { texte: values.texte } : {}),
        version: row.version,
      }),
    TOUCHED_BY_RELANCES,
    () => true,
  );
  const about = `${row.appartement} · ${formatEuros(row.montant)} dus depuis le ${formatJour(row.exigibleLe)}${row.destinataire ? ` · pour ${row.destinataire}` : ""}`;
  if (row.etat !== "brouillon")
    return (
      <Dialog
        open
        size="lg"
        title={title}
        description={about}
        onOpenChange={(open) => !open && onClose()}
      >
        <DialogBody>
          <p className="mb-3 font-medium">{row.objet}</p>
          <p className="whitespace-pre-line">{row.texte}</p>
          {row.motif && <p className="mt-3 text-muted">Écartée : {row.motif}</p>}
        </DialogBody>
      </Dialog>
    );
  const canaux = Object.entries(CANAUX)
    .filter(([value]) => value === "lettre" || row.courrielPossible)
    .map(([value, label]) => ({ value, label }));
  return (
    <FormDialog
      title={title}
      schema={modification}
      record={null}
      draft={null}
      initial={{ canal: row.canal, objet: row.objet, texte: row.texte }}
      create={(values) => save.mutateAsync(values)}
      createLabel="Enregistrer"
      onSaved={() => {
        notify("La relance est enregistrée.");
        onClose();
      }}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">{about}</p>
      <FieldGrid>
        <RadioField name="canal" label="Envoi" options={canaux} span={6} />
        <TextField name="objet" label="Objet" span={6} />
        <TextareaField
          name="texte"
          label="Texte"
          hint="Ni frais, ni pénalité, ni menace. Les coordonnées de l’agence s’ajoutent sous le texte."
        />
      </FieldGrid>
    </FormDialog>
  );
}
