import { motifDAbandon } from "#domain/terrain/terrain-fiche.ts";
import type { PhotosAttendues } from "#domain/terrain/visite.ts";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { TextareaField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { TOUCHED_BY_ETATS_LIEUX } from "#web/entities/biens/etats-lieux.ts";
import { notify } from "#web/lib/notify.ts";
import { api } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";

interface GiveUpDialogProps {
  awaited: PhotosAttendues;
  onClose(): void;
}

/** Asks why the agency no longer waits for the photos of a device (terrain/README §19.6). */
export function GiveUpDialog({ awaited, onClose }: GiveUpDialogProps) {
  const { DossierId, cote, visite } = awaited;
  const write = useWrite(
    async ({ motif }: { motif: string }) => {
      await api.post(`/Terrain/${DossierId}/${cote}/abandon`, { visite, motif });
      return { version: 0 };
    },
    TOUCHED_BY_ETATS_LIEUX,
    () => true,
  );
  return (
    <FormDialog
      title="Ne plus attendre ces photos"
      schema={motifDAbandon}
      record={null}
      draft={null}
      create={(values) => write.mutateAsync(values)}
      createLabel="Ne plus les attendre"
      onSaved={() => {
        notify("Ces photos ne sont plus attendues.");
        onClose();
      }}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">
        Pour un appareil perdu ou effacé. L’état des lieux signé est scellé et envoyé sans elles ;
        leurs empreintes y restent. Une photo qui arriverait quand même serait gardée.
      </p>
      <FieldGrid>
        <TextareaField name="motif" label="Motif" hint="Il reste dans l’historique." />
      </FieldGrid>
    </FormDialog>
  );
}
