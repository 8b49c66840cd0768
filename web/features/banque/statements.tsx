import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { Suspense, useState } from "react";
import { FORMATS_DE_RELEVE } from "#domain/gerance/banque/releve.ts";
import type { ReleveRow } from "#domain/gerance/banque/releve-fiche.ts";
import { formatEuros } from "#domain/montants.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { RecordList } from "#web/components/list/record-list.tsx";
import type { Column } from "#web/components/list/table-column.ts";
import { Author } from "#web/components/record/author.tsx";
import { Badge } from "#web/components/ui/badge.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { FileSpreadsheet } from "#web/components/ui/row-icons.tsx";
import { comptesBancaires, releves, statementHref } from "#web/entities/banque/banque.ts";
import { periodOf } from "#web/entities/banque/columns.tsx";
import { formatCount, formatInstant } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { ImportZone } from "./import-zone.tsx";

const AccountDialog = lazyNamed(() => import("./account-dialog.tsx"), "AccountDialog");

const euros = (montant: number | null) =>
  montant === null ? <span className="text-muted">Non indiqué</span> : formatEuros(montant);

const COLUMNS: readonly Column<ReleveRow>[] = [
  {
    id: "au",
    header: "Période",
    sort: true,
    className: "whitespace-nowrap tabular-nums",
    cell: (row) => (
      <>
        <span className="font-medium">{periodOf(row)}</span>
        <p className="text-sm text-muted">{row.compte}</p>
      </>
    ),
  },
  {
    id: "nom",
    header: "Fichier",
    card: "line",
    from: "lg",
    cell: ({ nom, format }) => (
      <>
        <span className="block max-w-56 truncate" title={nom}>
          {nom}
        </span>
        <p className="text-sm text-muted">{FORMATS_DE_RELEVE[format]}</p>
      </>
    ),
  },
  {
    id: "ancienSolde",
    header: "Ancien solde",
    card: "fact",
    align: "right",
    cell: ({ ancienSolde, ecart, prouve }) => (
      <>
        {euros(ancienSolde)}
        {!prouve && (
          <p>
            <Badge tone="orange" icon={TriangleAlert}>
              Non prouvé
            </Badge>
          </p>
        )}
        {ecart !== null && (
          <p>
            <Badge tone="orange" icon={TriangleAlert}>
              {`Écart de ${formatEuros(ecart)} avec le relevé d’avant`}
            </Badge>
          </p>
        )}
      </>
    ),
  },
  {
    id: "nouveauSolde",
    header: "Nouveau solde",
    card: "fact",
    align: "right",
    cell: ({ nouveauSolde }) => euros(nouveauSolde),
  },
  {
    id: "lignes",
    header: "Lignes",
    card: "fact",
    align: "right",
    cell: ({ lignes, connues }) => (
      <>
        {lignes}
        {connues > 0 && (
          <p className="text-sm text-muted">dont {formatCount(connues, "connue", "connues")}</p>
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
    cell: ({ aRapprocher, aIdentifier }) => (
      <>
        {aRapprocher + aIdentifier === 0 ? <Badge tone="green">Tout est fait</Badge> : aRapprocher}
        {aIdentifier > 0 && <p className="text-sm text-muted">et {aIdentifier} à identifier</p>}
      </>
    ),
  },
  {
    id: "createdAt",
    header: "Importé",
    card: "fact",
    sort: true,
    from: "xl",
    cell: ({ createdAt, user }) => (
      <>
        <time dateTime={createdAt}>{formatInstant(createdAt)}</time>
        <p className="text-sm text-muted">
          <Author user={user} />
        </p>
      </>
    ),
  },
];

/**
 * Shown while there is no bank account. An administrator adds the first one here; the zone for statements then takes
 * this place.
 */
function NoAccount() {
  const [adding, setAdding] = useState(false);
  const mayWrite = usePeut("administrer");
  return (
    <EmptyState
      icon={FileSpreadsheet}
      title="Aucun compte bancaire pour l’instant"
      text={
        mayWrite
          ? "Ajoutez d’abord un compte de l’agence ; ses relevés se déposent ensuite ici."
          : "L’administration ajoute les comptes de l’agence ; leurs relevés se déposent ensuite ici."
      }
    >
      {mayWrite && (
        <Button variant="primary" onClick={() => setAdding(true)}>
          Ajouter un compte
        </Button>
      )}
      <Suspense>
        {adding && <AccountDialog compte={null} onClose={() => setAdding(false)} />}
      </Suspense>
    </EmptyState>
  );
}

export function Statements() {
  const { data } = useQuery(comptesBancaires.list());
  if (data?.total === 0) return <NoAccount />;
  const accounts = data?.data ?? [];
  return (
    <>
      <ImportZone />
      <RecordList
        resource={releves}
        columns={COLUMNS}
        noun={["relevé", "relevés"]}
        name={({ nom }) => nom}
        href={({ id }) => statementHref(id)}
        writable={false}
        sort="-au"
        filters={
          accounts.length > 1
            ? [
                {
                  name: "CompteBancaireId",
                  label: "Compte",
                  folded: true,
                  choices: [
                    { value: "", label: "Tous les comptes" },
                    ...accounts.map(({ id, nom }) => ({ value: String(id), label: nom })),
                  ],
                },
              ]
            : []
        }
        empty={{
          icon: FileSpreadsheet,
          title: "Aucun relevé pour l’instant",
          text: "Téléchargez le relevé de votre banque, puis déposez-le ci-dessus.",
        }}
      />
    </>
  );
}
