import { Landmark, Truck } from "lucide-react";
import { Suspense, useState } from "react";
import type { FournisseurRow } from "#domain/gerance/mandats/fournisseur.ts";
import { RecordList } from "#web/components/list/record-list.tsx";
import { Pencil } from "#web/components/ui/row-icons.tsx";
import { fournisseurColumns } from "#web/entities/mandats/fournisseurs-columns.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { fournisseurList } from "./reads.ts";

const AccountDialog = lazyNamed(() => import("./account-dialog.tsx"), "AccountDialog");
const FournisseurDialog = lazyNamed(() => import("./dialog.tsx"), "FournisseurDialog");

/** The suppliers that the agency pays for owners. */
export function FournisseurList() {
  const [edited, setEdited] = useState<FournisseurRow | "new" | null>(null);
  const [paid, setPaid] = useState<FournisseurRow | null>(null);
  const mayModify = usePeut("modifier");
  const mayPay = usePeut("administrer");
  return (
    <>
      <RecordList
        {...fournisseurList}
        columns={fournisseurColumns}
        noun={["fournisseur", "fournisseurs"]}
        name={(row) => row.nom}
        onOpen={mayModify ? setEdited : undefined}
        search="Nom, ville, SIRET"
        touched={["Intendance"]}
        actions={(row) => [
          ...(mayModify
            ? [{ label: "Modifier", icon: Pencil, quick: true, onSelect: () => setEdited(row) }]
            : []),
          ...(mayPay
            ? [{ label: "Compte bancaire", icon: Landmark, onSelect: () => setPaid(row) }]
            : []),
        ]}
        create={{ label: "Nouveau fournisseur", onSelect: () => setEdited("new") }}
        empty={{
          icon: Truck,
          title: "Aucun fournisseur pour l’instant",
          text: "Plombiers, syndics, assureurs : ceux que l’agence paie pour le compte des propriétaires.",
        }}
      />
      {paid && (
        <Suspense>
          <AccountDialog row={paid} onClose={() => setPaid(null)} />
        </Suspense>
      )}
      {edited && (
        <Suspense>
          <FournisseurDialog
            key={edited === "new" ? "new" : edited.id}
            row={edited === "new" ? null : edited}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
    </>
  );
}
