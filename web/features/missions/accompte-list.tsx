import { Coins } from "lucide-react";
import { Suspense, useMemo, useState } from "react";
import { aujourdhui } from "#domain/dates.ts";
import { MANDAT_SANS_NUMERO } from "#domain/missions/accompte.ts";
import type { AccompteRow } from "#domain/missions/accompte-fiche.ts";
import type { MissionDetail } from "#domain/missions/mission-fiche.ts";
import { RecordList } from "#web/components/list/record-list.tsx";
import type { RowAction } from "#web/components/list/row-action.ts";
import { Notice } from "#web/components/notice.tsx";
import { CircleCheck, CircleX, Pencil } from "#web/components/ui/row-icons.tsx";
import { accomptes, TOUCHED_BY_ACCOMPTES } from "#web/entities/mandats/accomptes.ts";
import { accompteColumns, accompteName } from "#web/entities/mandats/accomptes-columns.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";

const AccompteDialog = lazyNamed(() => import("./accompte-dialog.tsx"), "AccompteDialog");

const CREATE = "Nouvel acompte";

const FILTERS = [
  {
    name: "regle",
    label: "Paiement",
    choices: [
      { value: "", label: "Tous" },
      { value: "true", label: "Réglés" },
      { value: "false", label: "Non réglés" },
    ],
  },
];

export function AccompteList({ mission }: { mission: MissionDetail }) {
  const [edited, setEdited] = useState<AccompteRow | "new" | null>(null);
  const mayModify = usePeut("modifier");
  const switchPaid = useSwitchPaid();
  const several = mission.Appartements.length > 1;
  const columns = useMemo(() => accompteColumns(several), [several]);

  const actions = (row: AccompteRow): RowAction[] =>
    mayModify
      ? [
          {
            label: row.regle ? "Marquer non réglé" : "Marquer réglé",
            icon: row.regle ? CircleX : CircleCheck,
            quick: true,
            onSelect: () => switchPaid(row),
          },
          { label: "Modifier", icon: Pencil, onSelect: () => setEdited(row) },
        ]
      : [];

  return (
    <>
      {mayModify && !mission.honorairesPermis && (
        <Notice className="mb-3">{MANDAT_SANS_NUMERO}</Notice>
      )}
      <RecordList
        resource={accomptes}
        columns={columns}
        noun={["acompte", "acomptes"]}
        name={accompteName}
        onOpen={mayModify ? setEdited : undefined}
        filters={FILTERS}
        sort="dateDepart"
        fixed={{ MissionId: mission.id }}
        embedded
        actions={actions}
        touched={TOUCHED_BY_ACCOMPTES}
        create={{ label: CREATE, onSelect: () => setEdited("new") }}
        empty={{
          icon: Coins,
          title: "Aucun acompte pour l’instant",
          text: "Ce qui est demandé au client apparaît ici ; ce qui est réglé diminue le reste à payer.",
        }}
      />
      <Suspense>
        {edited && (
          <AccompteDialog
            mission={mission}
            row={edited === "new" ? null : edited}
            onClose={() => setEdited(null)}
          />
        )}
      </Suspense>
    </>
  );
}

type Payment = Pick<AccompteRow, "regle" | "datePaiement" | "montant">;

/** Marks a row paid or unpaid in one click; the notification offers to undo the change. */
function useSwitchPaid(): (row: AccompteRow) => void {
  const { mutate } = useWrite(
    ({ row, payment }: { row: AccompteRow; payment: Payment }) => accomptes.modify(row.id, payment),
    TOUCHED_BY_ACCOMPTES,
  );
  return (row) => {
    const { regle, datePaiement, montant } = row;
    const payment = regle
      ? { regle: false, datePaiement: null, montant: null }
      : { regle: true, datePaiement: datePaiement ?? aujourdhui(new Date()), montant };
    const undo = () =>
      mutate(
        { row, payment: { regle, datePaiement, montant } },
        { onSuccess: () => notify("Modification annulée.") },
      );
    mutate(
      { row, payment },
      {
        onSuccess: () =>
          notify(`${accompteName(row)} : ${payment.regle ? "réglé" : "non réglé"}.`, {
            onClick: undo,
          }),
      },
    );
  };
}
