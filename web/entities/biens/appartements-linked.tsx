import { Building2 } from "lucide-react";
import { nomAppartement } from "#domain/biens/adresse.ts";
import type { AppartementRow } from "#domain/biens/appartement-fiche.ts";
import type { Column } from "#web/components/list/table-column.ts";
import { RelatedRecords } from "#web/components/record/related-records.tsx";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { appartements } from "./appartements.ts";
import { appartementChoice } from "./appartements-choice.ts";
import { useKept } from "./retenues.ts";

interface LinkedAppartementsProps<Linked> {
  /** The record that the apartments are linked to. */
  of: { ClientId: number } | { MissionId: number };
  columns: readonly Column<AppartementRow>[];
  add(appartementId: number): Promise<Linked>;
  remove(appartementId: number): Promise<Linked>;
  touched: readonly string[];
  /** The text of the notification, made from its usual text and the answer of the API. */
  told?(message: string, linked: Linked): string;
  createHref: string;
  empty: string;
}

/** The apartments linked to a record, in a tab of that record. The user links one, creates one, or removes a link. */
export function LinkedAppartements<Linked>({
  of,
  columns,
  touched,
  told = (message) => message,
  ...props
}: LinkedAppartementsProps<Linked>) {
  const kept = useKept(of, "AppartementId");
  const add = useWrite(({ id }: { id: number }) => props.add(id), touched);
  const remove = useWrite(({ id }: { id: number }) => props.remove(id), touched);
  return (
    <RelatedRecords<AppartementRow>
      title="Appartements"
      noun={["appartement", "appartements"]}
      resource={appartements}
      fixed={of}
      search="Adresse, ville, numéro de clef"
      sort="adresse"
      columns={columns}
      name={nomAppartement}
      href={({ id }) => `/appartements/${id}`}
      add={{
        ...appartementChoice,
        label: "Ajouter un appartement",
        name: nomAppartement,
        onAdd: (row) =>
          add.mutate(row, {
            onSuccess: (linked) => notify(told("L’appartement a été ajouté.", linked)),
          }),
      }}
      create={{ href: props.createHref, label: "Nouvel appartement" }}
      remove={{
        label: "Retirer",
        kept,
        onRemove: (row) =>
          remove.mutate(row, {
            onSuccess: (linked) => notify(told("L’appartement a été retiré.", linked)),
          }),
      }}
      empty={{
        icon: Building2,
        title: "Aucun appartement pour l’instant",
        text: props.empty,
      }}
    />
  );
}
