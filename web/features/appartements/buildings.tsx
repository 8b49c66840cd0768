import { useQuery } from "@tanstack/react-query";
import { Building2, Plus, ReceiptEuro } from "lucide-react";
import { Suspense, useState } from "react";
import { aujourdhui } from "#domain/dates.ts";
import type { ImmeublePropose, ImmeubleRow } from "#domain/gerance/charges/immeuble-fiche.ts";
import { RecordList } from "#web/components/list/record-list.tsx";
import { Notice } from "#web/components/notice.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Pencil } from "#web/components/ui/row-icons.tsx";
import { TOUCHED_BY_CHARGES } from "#web/entities/comptes/annee-de-charges.ts";
import { immeubles, proposedBuildings, uniteBuilding } from "#web/entities/comptes/immeubles.ts";
import { formatCount } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";

const BuildingDialog = lazyNamed(() => import("./building-dialog.tsx"), "BuildingDialog");

/** The most addresses proposed at once. */
const PROPOSED = 3;

/** The buildings, and the buildings that the addresses of the dwellings suggest. */
export function Buildings() {
  const [edited, setEdited] = useState<ImmeubleRow | "new" | null>(null);
  const mayModify = usePeut("modifier");
  const year = Number(aujourdhui(new Date()).slice(0, 4)) - 1;
  return (
    <div className="space-y-3">
      {mayModify && <Proposed />}
      <RecordList
        resource={immeubles}
        sort="nom"
        columns={[
          {
            id: "nom",
            header: "Immeuble",
            sort: true,
            className: "font-medium",
            cell: (row: ImmeubleRow) => row.nom,
          },
          {
            id: "ville",
            header: "Ville",
            card: "line",
            sort: true,
            from: "md",
            cell: (row) => `${row.codePostal} ${row.ville}`,
          },
          {
            id: "syndicNom",
            header: "Syndic",
            card: "fact",
            from: "lg",
            cell: (row) => row.syndicNom,
          },
          {
            id: "lots",
            header: "Logements",
            card: "fact",
            sort: true,
            align: "right",
            cell: (row) => row.lots,
          },
        ]}
        noun={["immeuble", "immeubles"]}
        name={(row) => row.nom}
        onOpen={mayModify ? setEdited : undefined}
        search="Nom, adresse, ville"
        touched={["Appartement", ...TOUCHED_BY_CHARGES]}
        actions={(row) => [
          ...(mayModify
            ? [{ label: "Modifier", icon: Pencil, quick: true, onSelect: () => setEdited(row) }]
            : []),
          {
            label: "Charges",
            icon: ReceiptEuro,
            href: `/annee?tab=charges&annee=${year}&immeuble=${row.id}`,
          },
        ]}
        create={{ label: "Nouvel immeuble", onSelect: () => setEdited("new") }}
        empty={{
          icon: Building2,
          title: "Aucun immeuble pour l’instant",
          text: "Un immeuble partage ses dépenses entre ses logements. Un logement seul n’en a pas besoin.",
        }}
      />
      {edited && (
        <Suspense>
          <BuildingDialog
            key={edited === "new" ? "new" : edited.id}
            row={edited === "new" ? null : edited}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

/**
 * For each building that addresses suggest, up to `PROPOSED`: « 10 logements au 12 rue X », and a button that creates
 * it.
 */
function Proposed() {
  const query = useQuery(proposedBuildings);
  const unite = useWrite(
    async ({ AppartementIds }: ImmeublePropose) => {
      const { nom } = await uniteBuilding(AppartementIds);
      notify(`L’immeuble ${nom} réunit ${formatCount(AppartementIds.length, "logement")}.`);
    },
    ["Appartement", ...TOUCHED_BY_CHARGES],
  );
  return query.data?.slice(0, PROPOSED).map((proposed) => (
    <Notice
      key={`${proposed.adresse} ${proposed.codePostal}`}
      icon={Building2}
      tone="blue"
      actions={
        <Button size="sm" disabled={unite.isPending} onClick={() => unite.mutate(proposed)}>
          <Plus aria-hidden />
          Créer l’immeuble
        </Button>
      }
    >
      {formatCount(proposed.AppartementIds.length, "logement")} au {proposed.adresse},{" "}
      {proposed.ville}.
    </Notice>
  ));
}
