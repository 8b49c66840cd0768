import { useQuery } from "@tanstack/react-query";
import { Ban, Undo2 } from "lucide-react";
import { Suspense, useState } from "react";
import { useParams } from "wouter";
import { formatJour, jourEnLettres, moisEnLettres } from "#domain/dates.ts";
import { etatDeLaPart, motsDeLaPart } from "#domain/gerance/cloture/compte-proprietaire.ts";
import { ETATS_VIREMENT } from "#domain/gerance/reversements/reversement.ts";
import type {
  ReversementDetail,
  VirementVu,
} from "#domain/gerance/reversements/reversement-fiche.ts";
import { formatEuros } from "#domain/montants.ts";
import { confirm } from "#web/components/confirm.tsx";
import { ErrorState } from "#web/components/error-state.tsx";
import { DataTable } from "#web/components/list/data-table.tsx";
import { ListFoot, NothingFound } from "#web/components/list/list-foot.tsx";
import { ListFrame } from "#web/components/list/list-frame.tsx";
import { SMALLEST_PAGE } from "#web/components/list/list-parameters.ts";
import { usePagedRows } from "#web/components/list/pages/paged-rows.ts";
import type { RowAction } from "#web/components/list/row-action.ts";
import type { Column } from "#web/components/list/table-column.ts";
import { Notice } from "#web/components/notice.tsx";
import { Author, useAuthorName } from "#web/components/record/author.tsx";
import { RecordHead, WaitingRecord } from "#web/components/record/record-head.tsx";
import { NotFound } from "#web/components/shell/not-found.tsx";
import { Badge } from "#web/components/ui/badge.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { CircleCheck, Download, FileText } from "#web/components/ui/row-icons.tsx";
import { accountHref } from "#web/entities/cloture/comptes-rendus.ts";
import {
  downloadTransfers,
  reversements,
  TOUCHED_BY_PAYOUT,
  validatePayout,
} from "#web/entities/cloture/reversements.ts";
import { PayoutBadge } from "#web/entities/cloture/reversements-words.tsx";
import { formatCount, formatInstant } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { notify } from "#web/lib/notify.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { ApiError } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";

const ReasonDialog = lazyNamed(() => import("./reason-dialog.tsx"), "ReasonDialog");

export function Reversement() {
  const { id = "" } = useParams();
  const known = /^[1-9]\d{0,14}$/.test(id);
  const query = useQuery({ ...reversements.find(Number(id)), enabled: known });
  const batch = query.data;
  usePageTitle(batch?.numero ?? "Reversement");
  if (!known || (query.error instanceof ApiError && query.error.status === 404)) {
    return <NotFound />;
  }
  if (query.isError && !batch) {
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  }
  if (!batch) return <WaitingRecord />;
  return <Batch key={id} batch={batch} />;
}

function Batch({ batch }: { batch: ReversementDetail }) {
  const nameOf = useAuthorName();
  const mayPay = usePeut("administrer");
  const [asked, setAsked] = useState<"cancel" | VirementVu | null>(null);
  const validate = useWrite(async () => {
    const { numero } = await validatePayout(batch.id);
    notify(`Le lot ${numero} est validé.`);
  }, TOUCHED_BY_PAYOUT);
  const { state, shown, list } = usePagedRows(batch.virements, { words: wordsOf });
  const download = useWrite(() => downloadTransfers(batch.id), TOUCHED_BY_PAYOUT);
  const waits = batch.etat === "a_valider";
  const cancellable = waits || batch.etat === "valide";

  async function askValidation() {
    const question = {
      title: `Valider ${formatCount(batch.nombre, "virement")} ?`,
      subject: `${batch.numero}, préparé par ${batch.user ? nameOf(batch.user) : "un administrateur"}`,
      text: `${formatEuros(batch.montant)} quitteront le compte « ${batch.compte} » le ${jourEnLettres(batch.dateExecution)}.`,
      action: `Valider ${formatEuros(batch.montant)}`,
    };
    if (await confirm(question)) validate.mutate(undefined);
  }

  async function askDownload() {
    const question = {
      title: "Télécharger le fichier de virements ?",
      text: "La banque peut alors l’avoir : le lot ne s’annule plus. Un virement qu’elle ne fait pas se rejette, un par un.",
      action: "Télécharger",
    };
    if (batch.etat === "telecharge" || (await confirm(question))) download.mutate(undefined);
  }

  const actionsOf = (transfer: VirementVu): RowAction[] => [
    ...(transfer.CompteRenduId
      ? [
          {
            label: "Voir le compte rendu",
            icon: FileText,
            href: accountHref(transfer.CompteRenduId),
          },
        ]
      : []),
    ...(mayPay && batch.etat === "telecharge" && transfer.etat === "emis"
      ? [
          {
            label: "Rejeté par la banque",
            icon: Undo2,
            danger: true,
            onSelect: () => setAsked(transfer),
          },
        ]
      : []),
  ];

  return (
    <>
      <RecordHead
        title={batch.numero}
        badge={<PayoutBadge etat={batch.etat} />}
        facts={[
          `${formatCount(batch.nombre, "virement")}, ${formatEuros(batch.montant)}`,
          `exécution le ${formatJour(batch.dateExecution)}`,
          `compte « ${batch.compte} »`,
        ]}
        actions={
          mayPay && (
            <>
              {waits && !batch.mien && (
                <Button variant="primary" pending={validate.isPending} onClick={askValidation}>
                  {!validate.isPending && <CircleCheck aria-hidden />}
                  Valider
                </Button>
              )}
              {(batch.etat === "valide" || batch.etat === "telecharge") && (
                <Button
                  variant={batch.etat === "valide" ? "primary" : "secondary"}
                  pending={download.isPending}
                  onClick={askDownload}
                >
                  {!download.isPending && <Download aria-hidden />}
                  Télécharger le fichier SEPA
                </Button>
              )}
            </>
          )
        }
        menu={
          mayPay && cancellable
            ? [
                {
                  label: "Annuler le lot",
                  icon: Ban,
                  danger: true,
                  onSelect: () => setAsked("cancel"),
                },
              ]
            : []
        }
        tabs={[]}
      />
      <div className="space-y-4 pt-5">
        <NextStep batch={batch} />
        <ListFrame
          search={
            batch.virements.length > SMALLEST_PAGE
              ? {
                  placeholder: "Bénéficiaire, mandat, référence",
                  value: state.q ?? "",
                  onSearch: (q) => list.change({ q }),
                }
              : undefined
          }
          count={formatCount(list.total, "virement")}
        >
          <DataTable
            label="Virements"
            columns={columnsOf(batch)}
            rows={shown}
            name={({ reference }) => reference}
            actions={actionsOf}
            empty={state.q ? <NothingFound showAll={() => list.change({ q: "" })} /> : null}
          />
          <ListFoot list={list} />
        </ListFrame>
        <p className="text-sm text-muted">
          Préparé par <Author user={batch.user} /> le {formatInstant(batch.createdAt)}
          {batch.valideLe && (
            <>
              , validé par <Author user={batch.validePar} /> le {formatInstant(batch.valideLe)}
            </>
          )}
          {batch.telechargeLe && `, téléchargé le ${formatInstant(batch.telechargeLe)}`}.
        </p>
      </div>
      {asked && (
        <Suspense>
          <ReasonDialog
            batch={batch}
            transfer={asked === "cancel" ? null : asked}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </>
  );
}

const wordsOf = ({ titulaire, mandat, objet, reference }: VirementVu): string =>
  [titulaire, mandat, objet, reference].join(" ");

function NextStep({ batch }: { batch: ReversementDetail }) {
  const { etat, mien, motif, passes, nombre, rejetes } = batch;
  if (etat === "annule") return <Notice tone="blue">Lot annulé : {motif}</Notice>;
  if (etat === "a_valider") {
    return (
      <Notice>
        {mien
          ? "Un autre administrateur doit valider ce lot : rien n’est encore inscrit dans les comptes."
          : "Ce lot attend votre validation : vérifiez les bénéficiaires et les sommes."}
      </Notice>
    );
  }
  if (etat === "valide") {
    return (
      <Notice tone="blue">
        Téléchargez le fichier, déposez-le sur le site de votre banque (rubrique « virements par
        fichier »), puis signez-le. Tant qu’il n’est pas téléchargé, le lot peut être annulé.
      </Notice>
    );
  }
  return passes + rejetes >= nombre ? null : (
    <Notice tone="blue">
      Déposez le fichier sur le site de votre banque s’il n’y est pas déjà. Les virements se
      retrouvent d’eux-mêmes à l’import du relevé{passes > 0 && ` : ${passes} sur ${nombre}`}.
    </Notice>
  );
}

/** The columns of a batch. When the batch pays only owners, the second column is named after their accounts. */
const columnsOf = ({ virements, etat: lot }: ReversementDetail): readonly Column<VirementVu>[] => [
  {
    id: "titulaire",
    header: "Bénéficiaire",
    cell: ({ titulaire, iban }) => (
      <>
        <span className="block font-medium">{titulaire}</span>
        <span className="block text-xs whitespace-nowrap text-muted tabular-nums">{iban}</span>
      </>
    ),
  },
  {
    id: "mandat",
    header: virements.some(({ objet }) => objet !== null) ? "Pour" : "Compte rendu",
    card: "line",
    from: "md",
    cell: ({ genre, mandat, mois, objet }) =>
      objet !== null ? (
        <>
          <span className="block">{objet}</span>
          <span className="block text-xs text-muted">{GENRES_EN_MOTS[genre]}</span>
        </>
      ) : mandat && mois ? (
        <>
          <span className="block">{mandat}</span>
          <span className="block text-xs text-muted">{moisEnLettres(mois)}</span>
        </>
      ) : (
        "Honoraires de l’agence"
      ),
  },
  {
    id: "reference",
    header: "Référence",
    card: "fact",
    from: "lg",
    className: "whitespace-nowrap tabular-nums text-sm",
    cell: ({ reference }) => reference,
  },
  {
    id: "etat",
    header: "État",
    cell: ({ etat, motif, passeLe, renduLe }) => {
      if (etat === "annule") return <Badge tone="grey">{ETATS_VIREMENT.annule}</Badge>;
      if (etat === "rejete") {
        return (
          <>
            <Badge tone="red">Rejeté</Badge>
            <span className="block text-xs text-muted">
              {[motif, renduLe && formatJour(renduLe)].filter(Boolean).join(", ")}
            </span>
          </>
        );
      }
      const progress = etatDeLaPart(1, {
        lot: lot === "annule" ? null : lot,
        vuLe: passeLe,
      });
      return (
        <Badge tone={passeLe ? "green" : "blue"}>
          {motsDeLaPart(progress ?? "a_reverser", passeLe)}
        </Badge>
      );
    },
  },
  {
    id: "montant",
    header: "Montant",
    card: "amount",
    align: "right",
    className: "whitespace-nowrap font-medium",
    cell: ({ montant }) => formatEuros(montant),
  },
];

const GENRES_EN_MOTS: Record<VirementVu["genre"], string> = {
  part: "Propriétaire",
  locataire: "Locataire",
  fournisseur: "Fournisseur",
  avance: "Trop-perçu",
  honoraires: "Honoraires",
  avoir: "Avoir d’honoraires",
};
