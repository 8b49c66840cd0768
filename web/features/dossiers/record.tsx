import { Suspense } from "react";
import { Link } from "wouter";
import { nomAppartement } from "#domain/biens/adresse.ts";
import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import { formatJour } from "#domain/dates.ts";
import { formatEuros } from "#domain/montants.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import { KnownRecord } from "#web/components/record/record-head.tsx";
import { RecordScreen, type RecordTab } from "#web/components/record/record-screen.tsx";
import { dossiers, TOUCHED_BY_DOSSIERS } from "#web/entities/biens/dossiers.ts";
import { DossierBadge } from "#web/entities/biens/dossiers-badge.tsx";
import { dossierColumns } from "#web/entities/biens/dossiers-columns.tsx";
import { BalanceBadge } from "#web/entities/comptes/words.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";
import { type Ending, useEnding } from "./ending/use-ending.tsx";
import { DossierFields } from "./form.tsx";

const DwellingNotice = lazyNamed(() => import("./dwelling-notice.tsx"), "DwellingNotice");
const CompteTab = lazyNamed(() => import("#web/features/comptes/tab.tsx"), "CompteTab");
const CautionsTab = lazyNamed(() => import("#web/features/cautions/tab.tsx"), "CautionsTab");
const EtatsLieuxTab = lazyNamed(() => import("#web/features/etats-lieux/tab.tsx"), "EtatsLieuxTab");
const QuittancesTab = lazyNamed(() => import("./quittances-tab.tsx"), "QuittancesTab");
const DepartTab = lazyNamed(() => import("#web/features/departs/tab.tsx"), "DepartTab");
const DossierDocuments = lazyNamed(() => import("./documents-tab.tsx"), "DossierDocuments");

const TABS: readonly RecordTab<DossierDetail>[] = [
  {
    id: "cautions",
    label: "Cautions",
    count: ({ Cautions }) => Cautions.length,
    content: (dossier) => <CautionsTab dossier={dossier} />,
  },
  {
    id: "etats-lieux",
    label: "États des lieux",
    count: ({ etatIn, etatOut }) => [etatIn, etatOut].filter((id) => id !== null).length,
    content: (dossier) => <EtatsLieuxTab dossier={dossier} />,
  },
  {
    id: "quittances",
    label: "Quittances",
    content: (dossier) => <QuittancesTab dossier={dossier} />,
  },
  {
    id: "compte",
    label: "Compte",
    content: (dossier) => <CompteTab dossier={dossier} />,
  },
  {
    id: "depart",
    label: "Départ",
    content: (dossier) => <DepartTab dossier={dossier} />,
  },
  {
    id: "documents",
    label: "Documents",
    content: (dossier) => <DossierDocuments dossier={dossier} />,
  },
];

export function DossierRecord() {
  const { actions, dialog, end } = useEnding();
  return (
    <>
      <RecordScreen
        early={(id) => (
          <KnownRecord
            resource={dossiers}
            id={id}
            columns={dossierColumns}
            title={(row) => row.locataire}
            tabs={TABS}
          />
        )}
        resource={dossiers}
        base="/dossiers"
        list="/dossiers/"
        title={({ Locataire }) => nomComplet(Locataire)}
        badge={(dossier) => (
          <>
            <DossierBadge {...dossier} />
            <BalanceBadge solde={dossier.solde} avance={dossier.avance} />
          </>
        )}
        facts={facts}
        summary={(dossier) =>
          (dossier.warnings.length > 0 || dossier.loyerArrete) && (
            <Suspense>
              <DwellingNotice dossier={dossier} onDeparture={() => end(endingOf(dossier))} />
            </Suspense>
          )
        }
        actions={(dossier) => actions(endingOf(dossier))}
        fields={<DossierFields />}
        tabs={TABS}
        touched={TOUCHED_BY_DOSSIERS}
      />
      {dialog}
    </>
  );
}

const endingOf = (dossier: DossierDetail): Ending => ({
  ...dossier,
  dateFinBail: dossier.dateFinBail ?? null,
  dateSortie: dossier.dateSortie ?? null,
  locataire: nomComplet(dossier.Locataire),
  appartement: nomAppartement(dossier.Appartement),
});

function facts({ Appartement, loyerTTC, dateDebutBail, mandatTermineLe }: DossierDetail) {
  return [
    <Link
      key="appartement"
      href={`/appartements/${Appartement.id}`}
      className="underline-offset-4 hover:text-text hover:underline"
    >
      {nomAppartement(Appartement)}, {Appartement.ville}
    </Link>,
    `${formatEuros(loyerTTC)} par mois`,
    `bail du ${formatJour(dateDebutBail)}`,
    mandatTermineLe && `mandat terminé le ${formatJour(mandatTermineLe)}`,
  ];
}
