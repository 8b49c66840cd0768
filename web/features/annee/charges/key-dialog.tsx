import { useId, useState } from "react";
import type { LotDeLAnnee } from "#domain/gerance/charges/annee-lue.ts";
import { GENRES_CLE, type GenreCle, refusDeCle } from "#domain/gerance/charges/cles.ts";
import { confirm } from "#web/components/confirm.tsx";
import { LEAVE_QUESTION } from "#web/components/form/form-leave.ts";
import { Notice } from "#web/components/notice.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#web/components/ui/dialog.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { Label } from "#web/components/ui/label.tsx";
import { Select } from "#web/components/ui/select.tsx";
import { addKey, TOUCHED_BY_CHARGES } from "#web/entities/comptes/annee-de-charges.ts";
import { useLeaveGuard } from "#web/lib/navigation.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { DayCell, NumberCell } from "./inputs.tsx";
import { LotName, lotInWords } from "./lot-name.tsx";

/** For each kind of key, how a weight is typed. The stored weight is the typed number × `whole`. */
const TYPED: Record<GenreCle, { unit: string; decimals: number; whole: number }> = {
  tantiemes: { unit: "", decimals: 0, whole: 1 },
  surface: { unit: "m²", decimals: 2, whole: 100 },
  parts: { unit: "", decimals: 0, whole: 1 },
  personnes: { unit: "", decimals: 0, whole: 1 },
  compteur: { unit: "m³", decimals: 3, whole: 1_000 },
};

const NAMES: Record<GenreCle, string> = {
  tantiemes: "Tantièmes généraux",
  surface: "Surfaces",
  parts: "Parts égales",
  personnes: "Personnes",
  compteur: "Compteurs",
};

interface KeyDialogProps {
  id: number;
  lots: readonly LotDeLAnnee[];
  depuis: string;
  onClose(): void;
}

/** Adds a distribution key to a building: the weight of each dwelling, and of the whole building. */
export function KeyDialog({ id, lots, depuis: firstDay, onClose }: KeyDialogProps) {
  const field = useId();
  const [genre, setGenre] = useState<GenreCle>("tantiemes");
  const [nom, setNom] = useState(NAMES.tantiemes);
  const [depuis, setDepuis] = useState<string | null>(firstDay);
  const [whole, setWhole] = useState<number | null>(null);
  const [weights, setWeights] = useState<Readonly<Record<number, number | null>>>({});
  const { unit, decimals, whole: factor } = TYPED[genre];
  const parts = lots.map((lot) => ({
    AppartementId: lot.AppartementId,
    poids: Math.round((weights[lot.AppartementId] ?? 0) * factor),
  }));
  const sum = parts.reduce((total, { poids }) => total + poids, 0);
  const total = whole === null ? sum : Math.round(whole * factor);
  const refusal = sum === 0 ? null : refusDeCle({ total, lots: parts });
  const unsaved = whole !== null || Object.values(weights).some((weight) => weight !== null);
  const ask = () => confirm(LEAVE_QUESTION);
  const goFreely = useLeaveGuard(unsaved, ask);
  const save = useWrite(async (day: string) => {
    await addKey({ ImmeubleId: id, nom, genre, total, depuis: day, lots: parts });
    notify(`La clé « ${nom} » est ajoutée.`);
    onClose();
  }, TOUCHED_BY_CHARGES);

  async function leave() {
    if (!unsaved || (await ask())) goFreely(onClose);
  }

  function choose(next: GenreCle) {
    setGenre(next);
    if (Object.values(NAMES).includes(nom)) setNom(NAMES[next]);
    if (next === "surface")
      setWeights(Object.fromEntries(lots.map((lot) => [lot.AppartementId, lot.surface])));
    if (next === "parts") setWeights(Object.fromEntries(lots.map((lot) => [lot.AppartementId, 1])));
  }

  return (
    <Dialog
      open
      size="lg"
      title="Ajouter une clé"
      description="Une clé employée ne change plus : une autre du même nom la suit, depuis son jour."
      onOpenChange={(open) => !open && leave()}
    >
      <DialogBody className="space-y-4">
        <div className="grid gap-3 sm:grid-cols-2">
          <div>
            <Label htmlFor={`${field}genre`} className="mb-1">
              Répartition
            </Label>
            <Select
              id={`${field}genre`}
              value={genre}
              options={(Object.keys(GENRES_CLE) as GenreCle[]).map((value) => ({
                value,
                label: GENRES_CLE[value],
              }))}
              onChange={(event) => choose(event.target.value as GenreCle)}
            />
          </div>
          <div>
            <Label htmlFor={`${field}nom`} className="mb-1">
              Nom
            </Label>
            <Input
              id={`${field}nom`}
              value={nom}
              maxLength={60}
              onChange={(event) => setNom(event.target.value)}
            />
          </div>
          <div>
            <p className="mb-1 text-sm font-medium">Depuis le</p>
            <DayCell label="Depuis le" value={depuis} onChange={setDepuis} invalid={!depuis} />
          </div>
          <div>
            <p className="mb-1 text-sm font-medium">Total de l’immeuble</p>
            <NumberCell
              label="Total de l’immeuble"
              value={whole ?? (sum > 0 ? sum / factor : null)}
              onChange={setWhole}
              {...{ unit, decimals }}
              invalid={refusal !== null}
            />
          </div>
        </div>
        {refusal && <Notice>{refusal}</Notice>}
        <ol className="divide-y rounded-md border" aria-label="Parts des logements">
          {lots.map((lot) => (
            <li
              key={lot.AppartementId}
              className="flex items-center justify-between gap-3 px-3 py-1.5"
            >
              <span className="min-w-0">
                <LotName lot={lot} />
              </span>
              <span className="w-32 shrink-0">
                <NumberCell
                  label={`Part, ${lotInWords(lot)}`}
                  value={weights[lot.AppartementId] ?? null}
                  onChange={(weight) =>
                    setWeights((now) => ({ ...now, [lot.AppartementId]: weight }))
                  }
                  {...{ unit, decimals }}
                />
              </span>
            </li>
          ))}
        </ol>
      </DialogBody>
      <DialogFooter>
        <Button onClick={leave}>Annuler</Button>
        <Button
          variant="primary"
          pending={save.isPending}
          disabled={sum === 0 || refusal !== null || !depuis || nom.trim() === ""}
          onClick={() => depuis && save.mutate(depuis)}
        >
          Ajouter
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
