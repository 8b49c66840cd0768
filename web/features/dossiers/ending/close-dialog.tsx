import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { MOTIFS_PREAVIS, type MotifPreavis } from "#domain/bail/preavis.ts";
import type { DossierRow } from "#domain/biens/dossier-fiche.ts";
import { aujourdhui, formatJour, plusTard } from "#domain/dates.ts";
import { choix, facultatif, isoDate, numero } from "#domain/fields.ts";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { closeDossier, dossiers, TOUCHED_BY_DOSSIERS } from "#web/entities/biens/dossiers.ts";
import { TOUCHED_BY_QUITTANCES } from "#web/entities/quittances/quittances.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { DepartureFields, KeysField } from "./departure-fields.tsx";
import { billAgain } from "./departure-receipts.ts";

const schema = z.strictObject({
  dateDebutPreavis: facultatif(isoDate()),
  motif: facultatif(choix(Object.keys(MOTIFS_PREAVIS) as MotifPreavis[])),
  dateFinPreavis: facultatif(isoDate()),
  dateSortie: isoDate(),
  edfSortie: facultatif(numero()),
  refaire: z._default(z.boolean(), false),
});

type Departure = z.output<typeof schema>;

interface CloseDossierDialogProps {
  dossier: Pick<DossierRow, "id" | "AppartementId" | "LocataireId" | "locataire" | "appartement">;
  onClose(): void;
}

/**
 * Asks for the day the keys came back, proposes the end of the notice, shows what the tenant still owes, then closes
 * the dossier.
 */
export function CloseDossierDialog({ dossier, onClose }: CloseDossierDialogProps) {
  const detail = useQuery(dossiers.find(dossier.id));
  const close = useWrite(
    async ({ dateSortie, edfSortie, dateDebutPreavis, dateFinPreavis, refaire }: Departure) => {
      const notice = dateDebutPreavis
        ? { dateDebutPreavis, ...(dateFinPreavis ? { dateFinPreavis } : {}) }
        : {};
      const appartement = await closeDossier(dossier, {
        dateSortie,
        ...(edfSortie ? { edfSortie } : {}),
        ...notice,
        version: detail.data?.version,
      });
      const { clos } = appartement.dossiers.find(({ id }) => id === dossier.id) ?? {};
      notify(clos ? "Le dossier est clos." : `Le dossier prend fin le ${formatJour(dateSortie)}.`);
      if (refaire) await billAgain(dossier.id);
      return appartement;
    },
    [...TOUCHED_BY_DOSSIERS, ...TOUCHED_BY_QUITTANCES],
    () => true,
  );
  if (detail.isLoading) return null;
  const { dateDebutPreavis = null, dateFinPreavis = null, edfSortie = null } = detail.data ?? {};
  return (
    <FormDialog
      title="Clore le dossier"
      schema={schema}
      record={null}
      initial={{
        dateSortie: plusTard(aujourdhui(new Date()), detail.data?.dateDebutBail ?? ""),
        edfSortie,
        ...(dateDebutPreavis ? { dateDebutPreavis, dateFinPreavis } : {}),
      }}
      create={(departure) => close.mutateAsync(departure)}
      createLabel="Clore le dossier"
      onSaved={onClose}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">
        {dossier.locataire} quitte le logement situé {dossier.appartement}. Le dossier reste ouvert
        jusqu’à la remise des clés incluse.
      </p>
      {detail.data ? <DepartureFields dossier={detail.data} /> : <KeysField />}
    </FormDialog>
  );
}
