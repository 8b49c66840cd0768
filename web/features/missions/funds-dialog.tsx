import { type FormEvent, useState } from "react";
import { ajouterMois, aujourdhui, formatJour, moisDe, premierJour } from "#domain/dates.ts";
import { MODES_FONDS, type ModeFonds } from "#domain/gerance/conditions.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#web/components/ui/dialog.tsx";
import { Label } from "#web/components/ui/label.tsx";
import { Segmented } from "#web/components/ui/segmented.tsx";
import { Select } from "#web/components/ui/select.tsx";
import { changeConditions } from "#web/entities/missions/api.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/resource.ts";

const MONTHS_OFFERED = 6;

interface FundsDialogProps {
  id: number;
  present: ModeFonds;
  onClose(): void;
}

/** Gives a management mandate other terms from the first of a month. */
export function FundsDialog({ id, present, onClose }: FundsDialogProps) {
  const month = moisDe(aujourdhui(new Date()));
  const [modeFonds, setModeFonds] = useState<ModeFonds>(
    present === "agence" ? "proprietaire" : "agence",
  );
  const [depuis, setDepuis] = useState(premierJour(ajouterMois(month, 1)));
  const change = useWrite(() => changeConditions(id, { depuis, modeFonds }), ["Mission"]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (change.isPending) return;
    change.mutate(undefined, {
      onSuccess: () => {
        notify("Les conditions du mandat ont été changées.");
        onClose();
      },
    });
  }

  return (
    <Dialog
      open
      title="Qui reçoit les loyers de ce mandat ?"
      description="Ce qui a été reçu jusque-là ne change pas ; les conditions d’avant restent dans l’historique."
      onOpenChange={(open) => !open && onClose()}
    >
      <form onSubmit={submit} className="contents">
        <DialogBody className="space-y-4">
          <Segmented<ModeFonds>
            label="Qui reçoit les loyers"
            value={modeFonds}
            segments={(Object.keys(MODES_FONDS) as ModeFonds[]).map((value) => ({
              value,
              label: MODES_FONDS[value],
            }))}
            onChange={setModeFonds}
          />
          <div className="max-w-60">
            <Label htmlFor="fonds-depuis" className="mb-1">
              Depuis le
            </Label>
            <Select
              id="fonds-depuis"
              value={depuis}
              options={Array.from({ length: MONTHS_OFFERED }, (_, rank) => {
                const day = premierJour(ajouterMois(month, rank - 2));
                return { value: day, label: formatJour(day) };
              })}
              onChange={(event) => setDepuis(event.target.value)}
            />
          </div>
          {modeFonds === "agence" && (
            <p className="text-sm text-muted">
              L’agence ne reçoit de fonds que si le mandat l’y autorise expressément (décret n°
              72-678, art. 64).
            </p>
          )}
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Annuler</Button>
          <Button type="submit" variant="primary" pending={change.isPending}>
            Changer
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
