import { UserRoundPlus } from "lucide-react";
import { Suspense } from "react";
import { Link } from "wouter";
import { nomAppartement } from "#domain/biens/adresse.ts";
import type { AppartementDetail } from "#domain/biens/appartement-fiche.ts";
import { formatJour } from "#domain/dates.ts";
import { formatEuros } from "#domain/montants.ts";
import { nomComplet, type Personne } from "#domain/personnes/personne.ts";
import { KnownRecord } from "#web/components/record/record-head.tsx";
import { RecordScreen, type RecordTab } from "#web/components/record/record-screen.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { WhenSeen } from "#web/components/when-seen.tsx";
import { appartements } from "#web/entities/biens/appartements.ts";
import {
  AppartementBadges,
  appartementColumns,
} from "#web/entities/biens/appartements-columns.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";
import { withReturn } from "#web/lib/navigation.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { EquipementsSection } from "./equipements-section.tsx";
import { AppartementFields } from "./form.tsx";

const Gallery = lazyNamed(() => import("./gallery.tsx"), "Gallery");
const ProprietairesTab = lazyNamed(() => import("./proprietaires-tab.tsx"), "ProprietairesTab");
const MissionsOfAppartement = lazyNamed(
  () => import("#web/features/missions/related-tab.tsx"),
  "MissionsOfAppartement",
);
const IntendancesOfAppartement = lazyNamed(
  () => import("#web/features/intendances/appartement-tab.tsx"),
  "IntendancesOfAppartement",
);
const EtatsLieuxOfAppartement = lazyNamed(
  () => import("#web/features/etats-lieux/list.tsx"),
  "EtatsLieuxOfAppartement",
);
const FichierList = lazyNamed(() => import("#web/features/fichiers/list.tsx"), "FichierList");
const DossiersOfAppartement = lazyNamed(
  () => import("#web/features/dossiers/list.tsx"),
  "DossiersOfAppartement",
);

const TABS: readonly RecordTab<AppartementDetail>[] = [
  {
    id: "proprietaires",
    label: "Propriétaires",
    count: ({ proprietaires }) => proprietaires.length,
    content: (appartement) => <ProprietairesTab appartement={appartement} />,
  },
  {
    id: "dossiers",
    label: "Dossiers",
    count: ({ dossiers }) => dossiers.length,
    content: ({ id }) => <DossiersOfAppartement id={id} />,
  },
  {
    id: "missions",
    label: "Missions",
    content: ({ id }) => <MissionsOfAppartement id={id} />,
  },
  {
    id: "intendance",
    label: "Intendance",
    count: ({ Intendances }) => Intendances.length,
    content: ({ id }) => <IntendancesOfAppartement id={id} />,
  },
  {
    id: "etats-lieux",
    label: "État des lieux",
    count: ({ EtatLieux }) => EtatLieux.length,
    content: ({ id }) => <EtatsLieuxOfAppartement id={id} />,
  },
  {
    id: "fichiers",
    label: "Fichiers",
    count: ({ Fichiers }) => Fichiers.length,
    content: ({ id }) => <FichierList of="AppartementId" id={id} />,
  },
];

export function AppartementRecord() {
  const mayModify = usePeut("modifier");
  return (
    <RecordScreen
      early={(id) => (
        <KnownRecord
          resource={appartements}
          id={id}
          columns={appartementColumns}
          title={nomAppartement}
          tabs={TABS}
        />
      )}
      resource={appartements}
      base="/appartements"
      list="/appartements/"
      title={nomAppartement}
      badge={badges}
      facts={facts}
      action={({ id, locataires }) =>
        locataires.length === 0 &&
        mayModify && (
          <Button asChild variant="primary">
            <Link
              href={withReturn(
                `/dossiers/new?relatedAppartement=${id}`,
                `/appartements/${id}?tab=dossiers`,
              )}
            >
              <UserRoundPlus aria-hidden />
              Affecter un locataire
            </Link>
          </Button>
        )
      }
      fields={<AppartementFields />}
      below={(appartement) => (
        <>
          <EquipementsSection appartement={appartement} />
          <WhenSeen>
            <Suspense>
              <Gallery appartement={appartement} />
            </Suspense>
          </WhenSeen>
        </>
      )}
      tabs={TABS}
      touched={["Client", "Mission"]}
    />
  );
}

const badges = (appartement: AppartementDetail) => <AppartementBadges {...appartement} />;

function facts({
  codePostal,
  ville,
  loyer,
  locataires,
  proprietaires,
  mandatTermineLe,
}: AppartementDetail) {
  return [
    `${codePostal} ${ville}`,
    `${formatEuros(loyer.loyerTCC)} charges comprises`,
    named("Locataire", locataires) ?? named("Propriétaire", proprietaires),
    mandatTermineLe && `mandat terminé le ${formatJour(mandatTermineLe)}`,
  ];
}

/** « Locataire : Mme Roy »; null when there is nobody. */
function named(word: string, people: readonly Personne[]): string | null {
  if (people.length === 0) return null;
  return `${word}${people.length > 1 ? "s" : ""} : ${people.map(nomComplet).join(", ")}`;
}
