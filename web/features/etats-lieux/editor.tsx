import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { nomAppartement } from "#domain/biens/adresse.ts";
import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import {
  type CoteEtatLieux,
  creation,
  type EtatLieux,
  type EtatLieuxDetail,
} from "#domain/biens/etat-lieux.ts";
import { confirm } from "#web/components/confirm.tsx";
import type { Saved } from "#web/components/form/form-save.ts";
import { useFormWrites } from "#web/components/form/form-writes.ts";
import { SaveButtons } from "#web/components/form/save-bar.tsx";
import { RecordForm } from "#web/components/record/record-form.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { FullScreen } from "#web/components/ui/panels/full-screen.tsx";
import { dossiers } from "#web/entities/biens/dossiers.ts";
import {
  etatLieuxId,
  etatsLieux,
  setEtatLieux,
  TOUCHED_BY_ETATS_LIEUX,
} from "#web/entities/biens/etats-lieux.ts";
import { REPLACEMENT, titleOf } from "#web/entities/biens/etats-lieux-words.ts";
import { notify } from "#web/lib/notify.ts";
import { forgetDraft } from "#web/lib/rules/draft.ts";
import { rulesOf } from "#web/lib/rules/schema.ts";
import { ApiError } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { describeRooms } from "./comparison.ts";
import { draftKey } from "./draft.ts";
import { GridForm } from "./grid-form.tsx";
import { complete, startOf } from "./start.ts";

const rules = rulesOf(creation);

interface EtatLieuxEditorProps {
  cote: CoteEtatLieux | null;
  /** The inventory to change; null to write a new one for the dossier. */
  inventory: EtatLieuxDetail | null;
  dossier: DossierDetail | null;
  /** The inventory of the dossier's other side; null when there is none. */
  other: EtatLieuxDetail | null;
  /** « 12 rue des Lilas, 4e · Mme Roy » */
  place: string;
  onClose(): void;
}

export function EtatLieuxEditor(props: EtatLieuxEditorProps) {
  const { cote, inventory, dossier, other, place, onClose } = props;
  const writes = useWrites(props);
  const key = draftKey(
    inventory ? { id: inventory.id } : { dossierId: dossier?.id ?? 0, cote: cote ?? "" },
  );
  const done = () => {
    forgetDraft(key);
    onClose();
  };
  const entry = cote === "sortie" ? other : null;
  return (
    <RecordForm<Saved, EtatLieux>
      rules={rules}
      record={inventory && complete(inventory)}
      initial={cote && dossier && !inventory ? startOf(cote, dossier, entry) : undefined}
      {...writes}
      draft={null}
      describe={(_name, value, other) => describeRooms(value, other)}
      createLabel="Enregistrer l’état des lieux"
      onSaved={() => {
        notify(
          inventory
            ? "Vos modifications ont été prises en compte."
            : "L’état des lieux a été enregistré.",
        );
        done();
      }}
      onLeave={done}
    >
      {({ body, bar, leave }) => (
        <FullScreen title={titleOf(cote)} text={place} onClose={leave}>
          <div className="contents [&>form]:flex [&>form]:min-h-0 [&>form]:flex-1 [&>form]:flex-col">
            {body(
              <GridForm
                entry={entry}
                edfEntree={dossier?.edfEntree ?? null}
                paired={other?.pieces.length ?? 0}
                draft={{ key, version: inventory?.updatedAt ?? null }}
                buttons={bar ? <SaveButtons {...bar} /> : <Button onClick={leave}>Fermer</Button>}
              />,
            )}
          </div>
        </FullScreen>
      )}
    </RecordForm>
  );
}

/** Changes a stored inventory, or creates an inventory that replaces the present one of its side. */
function useWrites({ cote, inventory, dossier }: EtatLieuxEditorProps) {
  const client = useQueryClient();
  const [known] = useState(() => cote && dossier && etatLieuxId(dossier, cote));
  const { modify, reload } = useFormWrites(
    etatsLieux,
    inventory?.id ?? null,
    TOUCHED_BY_ETATS_LIEUX,
  );
  const create = useWrite(
    async (values: EtatLieux): Promise<Saved> => {
      if (!cote || !dossier) throw new Error("A new inventory belongs to a dossier.");
      const fresh = await client.fetchQuery({ ...dossiers.find(dossier.id), staleTime: 0 });
      const meanwhile = etatLieuxId(fresh, cote);
      if (meanwhile !== null && meanwhile !== known && !(await confirm(REPLACEMENT))) {
        throw new ApiError(409, "conflict", "L’état des lieux déjà enregistré a été gardé.");
      }
      return setEtatLieux(dossier.id, cote, values);
    },
    TOUCHED_BY_ETATS_LIEUX,
    () => true,
  );
  return { modify, reload: async () => complete(await reload()), create: create.mutateAsync };
}

/** « 12 rue des Lilas, 4e · Mme Roy » */
export function placeOf(dossier: DossierDetail | null, inventory: EtatLieuxDetail | null): string {
  const apartment = dossier?.Appartement ?? inventory?.Appartement;
  const tenant = dossier && [dossier.Locataire.prenom, dossier.Locataire.nom].join(" ");
  return [apartment && nomAppartement(apartment), tenant].filter(Boolean).join(" · ");
}
