import { CLASSES_DPE } from "#domain/biens/appartement.ts";
import { Select } from "#web/components/ui/select.tsx";
import { appartements } from "#web/entities/biens/appartements.ts";
import { type Revised, TOUCHED_BY_REVISIONS } from "#web/entities/comptes/revisions.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";

type DpeClasse = (typeof CLASSES_DPE)[number];

const CLASSES = CLASSES_DPE.map((value) => ({ value, label: value }));

/** The list of energy classes for a dwelling without one: a choice is saved at once, and the notification undoes it. */
export function ClassSelect({ row }: { row: Revised }) {
  const { AppartementId, classeASaisir, locataire } = row;
  const mayModify = usePeut("modifier");
  const { isPending, mutate } = useWrite(
    (body: { dpeClasse: DpeClasse | null; version: number }) =>
      appartements.modify(AppartementId, body),
    TOUCHED_BY_REVISIONS,
  );
  if (!mayModify || !classeASaisir) return null;
  const { version: read } = classeASaisir;
  function save(dpeClasse: DpeClasse) {
    mutate(
      { dpeClasse, version: read },
      {
        onSuccess: ({ version }) =>
          notify(`Classe ${dpeClasse} notée.`, {
            label: "Annuler",
            onClick: () => mutate({ dpeClasse: null, version }),
          }),
      },
    );
  }
  return (
    <Select
      className="relative z-1 mt-1 w-32"
      aria-label={`Classe énergie : ${locataire}`}
      options={CLASSES}
      empty="Classe…"
      value=""
      disabled={isPending}
      onChange={({ target }) => {
        const chosen = CLASSES_DPE.find((classe) => classe === target.value);
        if (chosen) save(chosen);
      }}
    />
  );
}
