import { FolderPlus } from "lucide-react";
import { Suspense } from "react";
import { Link } from "wouter";
import type { LocataireDetail } from "#domain/personnes/locataire-fiche.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import { titulaires } from "#domain/personnes/titulaires.ts";
import { usePersonalData } from "#web/components/personal-data.ts";
import { KnownRecord } from "#web/components/record/record-head.tsx";
import { RecordScreen, type RecordTab } from "#web/components/record/record-screen.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { BalanceBadge } from "#web/entities/comptes/words.tsx";
import { locataires } from "#web/entities/personnes/locataires.ts";
import { LocataireBadge, locataireColumns } from "#web/entities/personnes/locataires-columns.tsx";
import { formatPhone } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { withReturn } from "#web/lib/navigation.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { LocataireFields } from "./form.tsx";

const DossiersOfLocataire = lazyNamed(
  () => import("#web/features/dossiers/list.tsx"),
  "DossiersOfLocataire",
);
const PayeeAccount = lazyNamed(
  () => import("#web/entities/mandats/payee-account.tsx"),
  "PayeeAccount",
);
const FichiersTab = lazyNamed(() => import("./fichiers-tab.tsx"), "FichiersTab");

const TABS: readonly RecordTab<LocataireDetail>[] = [
  {
    id: "dossiers",
    label: "Dossiers",
    count: ({ locations }) => locations.length,
    content: ({ id }) => <DossiersOfLocataire id={id} />,
  },
  {
    id: "fichiers",
    label: "Fichiers",
    count: ({ Fichiers }) => Fichiers.length,
    content: (locataire) => <FichiersTab locataire={locataire} />,
  },
];

export function LocataireRecord() {
  const mayModify = usePeut("modifier");
  const personalData = usePersonalData("Locataire");
  return (
    <RecordScreen
      early={(id) => (
        <KnownRecord
          resource={locataires}
          id={id}
          columns={locataireColumns}
          title={nomComplet}
          tabs={TABS}
        />
      )}
      resource={locataires}
      base="/locataires"
      list="/locataires/"
      title={(locataire) => titulaires(locataire).map(nomComplet).join(" et ")}
      badge={({ etat, solde, avance }) => (
        <>
          <LocataireBadge etat={etat} />
          <BalanceBadge solde={solde} avance={avance} />
        </>
      )}
      facts={(locataire) => [
        home(locataire)?.appartement,
        formatPhone(locataire.tel),
        locataire.mail,
      ]}
      actions={personalData}
      action={(locataire) =>
        home(locataire) === undefined &&
        mayModify && (
          <Button asChild variant="primary">
            <Link
              href={withReturn(
                `/dossiers/new?relatedTenant=${locataire.id}`,
                `/locataires/${locataire.id}?tab=dossiers`,
              )}
            >
              <FolderPlus aria-hidden />
              Ouvrir un dossier
            </Link>
          </Button>
        )
      }
      fields={<LocataireFields />}
      below={(locataire) =>
        locataire.coordonnees && (
          <Suspense>
            <Card className="mt-3 px-4 py-2.5">
              <PayeeAccount
                payee={{
                  ...{ entite: "Locataire", id: locataire.id },
                  nom: titulaires(locataire).map(nomComplet).join(" et "),
                }}
              />
            </Card>
          </Suspense>
        )
      }
      tabs={TABS}
      touched={["Dossier"]}
    />
  );
}

/** The dossier of the tenant's present home; undefined without one. */
function home({ locations }: LocataireDetail) {
  return locations.find(({ Dossier }) => !Dossier.clos)?.Dossier;
}
