import { useQuery } from "@tanstack/react-query";
import { Ban, Stamp } from "lucide-react";
import type { SceauPublic } from "#domain/signature/verification.ts";
import { confirm } from "#web/components/confirm.tsx";
import type { Column } from "#web/components/list/table-column.ts";
import { RelatedList } from "#web/components/record/related-list.tsx";
import { Badge } from "#web/components/ui/badge.tsx";
import { revoke, sceaux } from "#web/entities/signatures/sceaux.ts";
import { serverNow } from "#web/lib/clock.ts";
import { formatInstant } from "#web/lib/format.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

const COLUMNS: readonly Column<SceauPublic>[] = [
  {
    id: "agence",
    header: "Certificat",
    card: "title",
    cell: ({ agence, empreinte }) => (
      <>
        <span className="block font-medium">Sceau de {agence}</span>
        <span className="block font-mono text-xs break-all text-muted">{empreinte}</span>
      </>
    ),
  },
  {
    id: "du",
    header: "Du",
    card: "fact",
    className: "whitespace-nowrap tabular-nums",
    cell: ({ du }) => formatInstant(du),
  },
  {
    id: "au",
    header: "Au",
    card: "fact",
    className: "whitespace-nowrap tabular-nums",
    cell: ({ au }) => formatInstant(au),
  },
  { id: "etat", header: "État", cell: (seal) => <State seal={seal} /> },
];

function State({ seal: { au, revoqueLe } }: { seal: SceauPublic }) {
  if (revoqueLe) return <Badge tone="red">Révoqué le {formatInstant(revoqueLe)}</Badge>;
  if (Date.parse(au) < serverNow()) return <Badge tone="grey">Terminé</Badge>;
  return <Badge tone="green">Valable</Badge>;
}

/** The certificates with which the agency seals signed papers. */
export function Seals() {
  const query = useQuery(sceaux.list());
  const write = useWrite((id: number) => revoke(id), [sceaux.name]);

  async function askRevocation(seal: SceauPublic) {
    const question = {
      title: "Révoquer ce certificat ?",
      subject: `Sceau de ${seal.agence}`,
      text: "À faire si sa clé a fui. Il ne scelle plus rien, et qui vérifie un document le sait ; ceux que l’historique avait déjà gardés restent prouvés. Une nouvelle clé se pose ensuite par « npm run cle-sceau ».",
      action: "Révoquer",
      danger: true,
    };
    if (!(await confirm(question))) return;
    write.mutate(seal.id, { onSuccess: () => notify("Le certificat est révoqué.") });
  }

  return (
    <div className="mb-6">
      <RelatedList
        title="Sceau de l’agence"
        noun={["certificat", "certificats"]}
        rows={query.data?.data}
        columns={COLUMNS}
        name={({ agence }) => `Sceau de ${agence}`}
        actions={(seal) =>
          seal.revoqueLe === null
            ? [{ label: "Révoquer", icon: Ban, danger: true, onSelect: () => askRevocation(seal) }]
            : []
        }
        empty={{
          icon: Stamp,
          title: "Aucun document scellé pour l’instant",
          text: "Le certificat se fait de lui-même au premier document signé ici. Il lui faut la clé du sceau : qui installe le logiciel la pose par « npm run cle-sceau ».",
        }}
      />
      <p className="mt-2 px-1 text-sm text-muted">
        Le sceau prouve qu’un document n’a pas changé depuis sa signature. L’agence fait ses
        certificats elle-même : un lecteur de PDF dit « signature valable, émetteur inconnu ».
        Comparez l’empreinte qu’il affiche avec celle d’ici.
      </p>
    </div>
  );
}
