import * as z from "zod/mini";
import { aujourdhui } from "#domain/dates.ts";
import { requis } from "#domain/fields.ts";
import { DESTINATAIRES_DES_DEPOTS, type FinNotee } from "#domain/gerance/mandats/fin-de-mandat.ts";
import { type DemandeFin, finDite } from "#domain/gerance/mandats/fin-de-mandat-fiche.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { RadioField, TextField } from "#web/components/fields/fields.tsx";
import { RelationField } from "#web/components/fields/relation-field.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { cancelEnd, noteEnd, TOUCHED_BY_FINS } from "#web/entities/mandats/fins.ts";
import { fournisseurChoice } from "#web/entities/mandats/fournisseurs-columns.tsx";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

const DEPOSITS = Object.entries(DESTINATAIRES_DES_DEPOTS).map(([value, label]) => ({
  value,
  label,
}));

const name = ({ nom }: { nom: string }) => nom;

interface EndDialogProps {
  MissionId: number;
  /** Null when no end is noted yet. */
  fin: FinNotee | null;
  onClose(): void;
  onNoted?(): void;
}

/** Notes the end of a mandate: its last day, the next manager, and who receives the deposits. */
export function EndDialog({ MissionId, fin, onClose, onNoted }: EndDialogProps) {
  const note = useWrite(
    async (end: DemandeFin) => ({
      ...(await noteEnd(MissionId, { ...end, ...(fin ? { version: fin.version } : {}) })),
      version: 0,
    }),
    TOUCHED_BY_FINS,
    () => true,
  );
  const noted = fin && {
    finLe: fin.finLe,
    motif: fin.motif,
    FournisseurId: fin.gestionnaire?.FournisseurId ?? null,
    depots: fin.depots,
  };
  return (
    <FormDialog
      title={fin ? "Modifier la fin du mandat" : "Mettre fin au mandat"}
      schema={finDite}
      record={null}
      draft={null}
      initial={noted ?? { finLe: aujourdhui(new Date()), depots: "mandant" }}
      create={(end) => note.mutateAsync(end)}
      createLabel="Noter la fin"
      onSaved={() => {
        notify("La fin du mandat est notée.");
        onNoted?.();
        onClose();
      }}
      onClose={onClose}
    >
      <FieldGrid>
        <DateField name="finLe" label="Dernier jour du mandat" />
        <TextField name="motif" label="Motif" hint="Congé du mandant, vente, terme…" />
        <RelationField
          {...fournisseurChoice}
          name="FournisseurId"
          label="Gestionnaire suivant"
          rowName={name}
          display={name}
        />
        <RadioField
          name="depots"
          label="Les dépôts de garantie vont à"
          span={6}
          options={DEPOSITS}
        />
      </FieldGrid>
      <p className="mt-3 text-sm text-muted">
        Sans gestionnaire suivant, le propriétaire gère lui-même.
      </p>
    </FormDialog>
  );
}

const cancel = z.strictObject({ motif: requis(500) });

export function CancelEndDialog({ MissionId, onClose }: Omit<EndDialogProps, "fin">) {
  const write = useWrite(
    async ({ motif }: z.output<typeof cancel>) => ({
      ...(await cancelEnd(MissionId, motif)),
      version: 0,
    }),
    TOUCHED_BY_FINS,
    () => true,
  );
  return (
    <FormDialog
      title="Annuler la fin du mandat ?"
      schema={cancel}
      record={null}
      draft={null}
      initial={{}}
      create={(values) => write.mutateAsync(values)}
      createLabel="Annuler la fin"
      cancelLabel="Ne rien faire"
      onSaved={() => {
        notify("Le mandat continue.");
        onClose();
      }}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">
        Ses écritures s’extournent : les dépôts sont de nouveau tenus par l’agence. Le dernier
        compte reste, et le suivant repart de lui.
      </p>
      <TextField name="motif" label="Motif, gardé dans l’historique" />
    </FormDialog>
  );
}
