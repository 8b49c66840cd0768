import { Eye, EyeOff, Landmark, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { formatJour } from "#domain/dates.ts";
import type { CompteBancaireRow } from "#domain/gerance/banque/compte-bancaire.ts";
import { formatEuros } from "#domain/montants.ts";
import { RecordList } from "#web/components/list/record-list.tsx";
import type { Column } from "#web/components/list/table-column.ts";
import { Badge } from "#web/components/ui/badge.tsx";
import { Pencil } from "#web/components/ui/row-icons.tsx";
import { comptesBancaires, revealIban } from "#web/entities/banque/banque.ts";
import { BankStates } from "#web/entities/banque/state.tsx";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { AccountDialog } from "./account-dialog.tsx";

/** @param shown the whole IBANs that the user has revealed, by account */
const columnsWith = (shown: ReadonlyMap<number, string>): readonly Column<CompteBancaireRow>[] => [
  {
    id: "nom",
    header: "Compte",
    sort: true,
    cell: ({ nom, titulaire, fermeLe }) => (
      <>
        <span className="font-medium">{nom}</span>
        {titulaire && <p className="text-sm text-muted">{titulaire}</p>}
        {fermeLe && <Badge tone="grey">Fermé le {formatJour(fermeLe)}</Badge>}
      </>
    ),
  },
  {
    id: "iban",
    header: "IBAN",
    card: "line",
    className: "whitespace-nowrap tabular-nums",
    cell: ({ id, iban }) => shown.get(id) ?? iban,
  },
  {
    id: "usage",
    header: "Fonds",
    card: "badge",
    sort: true,
    from: "md",
    cell: ({ usage }) => (
      <Badge tone={usage === "gerance" ? "blue" : "grey"}>
        {usage === "gerance" ? "Gérance" : "Agence"}
      </Badge>
    ),
  },
  {
    id: "solde",
    header: "Dernier solde",
    card: "amount",
    align: "right",
    cell: ({ solde, soldeLe, soldeProuve }) =>
      solde === null ? (
        <span className="text-muted">Aucun relevé</span>
      ) : (
        <>
          {formatEuros(solde)}
          {soldeLe && <p className="text-sm text-muted">au {formatJour(soldeLe)}</p>}
          {!soldeProuve && (
            <p title="Aucun relevé n’en donne la preuve : la banque ne dit pas son compte, ou pas ses soldes">
              <Badge tone="orange" icon={TriangleAlert}>
                Non prouvé
              </Badge>
            </p>
          )}
        </>
      ),
  },
  {
    id: "aRapprocher",
    header: "À rapprocher",
    card: "fact",
    align: "right",
    from: "md",
    cell: ({ aRapprocher }) => aRapprocher || <span className="text-muted">–</span>,
  },
];

/** The bank accounts of the agency; only an administrator may change them. */
export function Accounts() {
  const [edited, setEdited] = useState<CompteBancaireRow | "new" | null>(null);
  const [shown, setShown] = useState<ReadonlyMap<number, string>>(new Map());
  const mayWrite = usePeut("administrer");
  const mayReveal = usePeut("modifier");
  const reveal = useWrite(revealIban, []);

  const hide = (id: number) => setShown(new Map([...shown].filter(([one]) => one !== id)));
  const show = (id: number) =>
    reveal.mutate(id, { onSuccess: ({ iban }) => setShown(new Map(shown).set(id, iban)) });

  return (
    <>
      <RecordList
        resource={comptesBancaires}
        columns={columnsWith(shown)}
        noun={["compte", "comptes"]}
        name={({ nom }) => nom}
        sort="nom"
        writable={mayWrite}
        actions={(row) => [
          ...(mayReveal
            ? [
                shown.has(row.id)
                  ? { label: "Masquer l’IBAN", icon: EyeOff, onSelect: () => hide(row.id) }
                  : { label: "Afficher l’IBAN", icon: Eye, onSelect: () => show(row.id) },
              ]
            : []),
          ...(mayWrite
            ? [{ label: "Modifier", icon: Pencil, quick: true, onSelect: () => setEdited(row) }]
            : []),
        ]}
        {...(mayWrite
          ? {
              onOpen: setEdited,
              viewable: () => false,
              create: { label: "Ajouter un compte", onSelect: () => setEdited("new") },
            }
          : {})}
        empty={{
          icon: Landmark,
          title: "Aucun compte bancaire pour l’instant",
          text: mayWrite
            ? "Ajoutez le compte de gérance, puis déposez ses relevés."
            : "L’administration ajoute les comptes de l’agence.",
        }}
      />
      <BankStates />
      {edited && (
        <AccountDialog
          key={edited === "new" ? "new" : edited.id}
          compte={edited === "new" ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}
