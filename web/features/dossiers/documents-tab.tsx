import { useQuery } from "@tanstack/react-query";
import { ShieldPlus } from "lucide-react";
import { type ComponentProps, type ReactNode, Suspense } from "react";
import { Link } from "wouter";
import { deStationnement, regime } from "#domain/bail/bail.ts";
import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import { formatJour } from "#domain/dates.ts";
import { DOCUMENTS, type DocumentRow } from "#domain/fichiers/document.ts";
import { congeDuLocataire } from "#domain/gerance/departs/depart.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { useDocumentEvents } from "#web/documents/api.ts";
import { FormerFiles } from "#web/documents/former-files.tsx";
import { GeneratedDocument, GeneratedLabels } from "#web/documents/generated-document.tsx";
import { SignedDocument } from "#web/documents/signed-document.tsx";
import { departOf } from "#web/entities/biens/departs.ts";
import { etatsLieux, TOUCHED_BY_ETATS_LIEUX } from "#web/entities/biens/etats-lieux.ts";
import { impayes } from "#web/entities/comptes/impayes.ts";
import { cautions, TOUCHED_BY_CAUTIONS } from "#web/entities/personnes/cautions.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { useUploadGuard } from "#web/uploads/uploads.ts";

const ToSign = lazyNamed(() => import("#web/features/signatures/to-sign.tsx"), "ToSign");

const TOUCHED_BY_SIGNED = ["Dossier"];

export function DossierDocuments({ dossier }: { dossier: DossierDetail }) {
  const { id, Cautions, EtatEntrant, EtatSortant, remplaces } = dossier;
  const { made, signed } = useDocumentEvents("Dossier", id);
  useUploadGuard();
  const parking = deStationnement({ regime: regime(dossier, dossier.Locataire.rp) });
  const furnishable =
    !parking || dossier.inventaireEntree !== null || dossier.inventaireSortie !== null;
  const signature = (champ: "contratLocation" | "inventaireEntree" | "inventaireSortie") => ({
    entite: "Dossier" as const,
    id,
    champ,
    url: dossier[champ],
    event: signed[champ],
    remplaces,
    touched: TOUCHED_BY_SIGNED,
  });

  return (
    <div className="space-y-5">
      <Group title="Bail">
        <Pair>
          <GeneratedDocument
            type="contratLocation"
            sources={{ id }}
            text="Selon le type de bail du dossier, avec ses clauses."
            action="Générer le contrat"
            made={made}
          />
          <div className="min-w-0">
            <SignedDocument
              {...signature("contratLocation")}
              title="Contrat de location signé"
              named="le contrat de location signé"
            />
            <Signing
              paper={{ type: "contratLocation", sources: { id }, entite: "Dossier", entiteId: id }}
              title={DOCUMENTS.contratLocation.intitule}
              signed={dossier.contratLocation !== null}
            />
          </div>
        </Pair>
        {furnishable && (
          <Pair>
            <GeneratedDocument
              type="inventaireMobilier"
              sources={{ id }}
              text="À remplir à la main, à l’entrée puis à la sortie."
              action="Générer l’inventaire"
              made={made}
            />
            <div className="space-y-6">
              <div className="min-w-0">
                <SignedDocument
                  {...signature("inventaireEntree")}
                  title="Inventaire d’entrée signé"
                  named="l’inventaire d’entrée signé"
                />
                <Signing
                  paper={{
                    type: "inventaireMobilier",
                    sources: { id },
                    entite: "Dossier",
                    entiteId: id,
                  }}
                  title={DOCUMENTS.inventaireMobilier.intitule}
                  signed={dossier.inventaireEntree !== null}
                />
              </div>
              <SignedDocument
                {...signature("inventaireSortie")}
                title="Inventaire de sortie signé"
                named="l’inventaire de sortie signé"
              />
            </div>
          </Pair>
        )}
      </Group>
      <Group title="États des lieux">
        <EtatLieuxDocuments dossier={dossier} inventory={EtatEntrant} type="etatIn" made={made} />
        <EtatLieuxDocuments dossier={dossier} inventory={EtatSortant} type="etatOut" made={made} />
      </Group>
      <Group title="Cautions">
        {Cautions.length === 0 && (
          <EmptyState
            icon={ShieldPlus}
            title="Aucune caution sur ce dossier"
            text="L’acte de cautionnement et les étiquettes de chaque caution se génèrent ici."
          >
            <Button asChild>
              <Link href="?tab=cautions" replace>
                Voir les cautions
              </Link>
            </Button>
          </EmptyState>
        )}
        {Cautions.map((caution) => (
          <CautionDocuments key={caution.id} dossier={id} caution={caution} />
        ))}
      </Group>
      <Letters dossier={dossier} made={made} />
      <Group title="Étiquettes">
        <Pair>
          <GeneratedLabels
            type="etiquetteLocataire"
            sources={{ id }}
            text="Au nom des titulaires, à l’adresse de l’appartement."
            made={made}
          />
        </Pair>
      </Group>
    </div>
  );
}

const DECLARATIONS = {
  gli: {
    type: "declarationGli",
    text: "Ce qui est dû, mois par mois, et les relances parties. L’assureur et le numéro de son contrat sont ceux des paramètres, « Relances des impayés ».",
  },
  visale: {
    type: "declarationVisale",
    text: "Ce qui est dû, mois par mois, à reporter sur visale.fr avec le numéro du visa.",
  },
} as const;

interface LettersProps {
  dossier: DossierDetail;
  made: readonly DocumentRow[];
}

/** The letters that the dossier may need today. */
function Letters({ dossier, made }: LettersProps) {
  const { id, clos, dateDebutPreavis, dateFinPreavis, Locataire } = dossier;
  const covered = Boolean(dossier.garantieLoyersImpayes || dossier.visale);
  const { data: arrears } = useQuery({ ...impayes.find(id), enabled: covered });
  const declared = arrears && arrears.du > 0 ? arrears.assureurs : [];
  const attested =
    Locataire.rp && !clos && !deStationnement({ regime: regime(dossier, Locataire.rp) });
  const given = Boolean(dateDebutPreavis && dateFinPreavis);
  const { data: departure } = useQuery({ ...departOf(id), enabled: given });
  const noticed =
    dateDebutPreavis && dateFinPreavis && departure && congeDuLocataire(departure.depart?.genre);
  if (!attested && !noticed && declared.length === 0) return null;
  return (
    <Group title="Courriers et attestations">
      <Pair>
        {attested && (
          <GeneratedDocument
            type="attestationLoyer"
            sources={{ id }}
            text="Pour la demande d’aide au logement du locataire, à la CAF ou à la MSA."
            action="Générer l’attestation"
            made={made}
          />
        )}
        {noticed && (
          <GeneratedDocument
            type="accuseConge"
            sources={{ id }}
            text={`Congé reçu le ${formatJour(dateDebutPreavis)}, préavis jusqu’au ${formatJour(dateFinPreavis)}.`}
            action="Générer l’accusé de réception"
            made={made}
          />
        )}
        {declared.map((assureur) => (
          <GeneratedDocument
            key={assureur}
            type={DECLARATIONS[assureur].type}
            sources={{ id }}
            text={DECLARATIONS[assureur].text}
            action="Générer la déclaration"
            made={made}
          />
        ))}
      </Pair>
    </Group>
  );
}

interface EtatLieuxDocumentsProps {
  dossier: DossierDetail;
  inventory: DossierDetail["EtatEntrant"];
  type: "etatIn" | "etatOut";
  made: readonly DocumentRow[];
}

function EtatLieuxDocuments(props: EtatLieuxDocumentsProps) {
  const { dossier, inventory, type, made } = props;
  const title = DOCUMENTS[type].intitule;
  const lowered = title.charAt(0).toLowerCase() + title.slice(1);
  return (
    <Pair>
      <GeneratedDocument
        type={type}
        sources={{ id: dossier.id }}
        text={
          inventory
            ? `D’après l’état des lieux du ${formatJour(inventory.date)}, ${inventory.lieu}.`
            : "Pas encore saisi : le document sort vierge, à remplir à la main."
        }
        action={`Générer l’${lowered}`}
        made={made}
      />
      <div>
        {inventory && (
          <SignedEtatLieux
            id={inventory.id}
            dossier={dossier.id}
            type={type}
            named={`l’${lowered} signé`}
          />
        )}
        <FormerFiles entite="Dossier" id={dossier.id} champ={type} remplaces={dossier.remplaces} />
      </div>
    </Pair>
  );
}

interface SignedEtatLieuxProps {
  id: number;
  dossier: number;
  type: "etatIn" | "etatOut";
  named: string;
}

function SignedEtatLieux({ id, dossier, type, named }: SignedEtatLieuxProps) {
  const { signed } = useDocumentEvents("EtatLieux", id);
  const query = useQuery(etatsLieux.find(id));
  const title = DOCUMENTS[type].intitule;
  return (
    <>
      <SignedDocument
        entite="EtatLieux"
        id={id}
        champ="signed"
        title={`${title} signé`}
        named={named}
        url={query.data?.signed}
        remplaces={query.data?.remplaces}
        event={signed.signed}
        touched={TOUCHED_BY_ETATS_LIEUX}
      />
      <Signing
        paper={{ type, sources: { id: dossier }, entite: "EtatLieux", entiteId: id }}
        title={title}
        signed={query.data?.signed !== null}
      />
    </>
  );
}

interface CautionDocumentsProps {
  dossier: number;
  caution: DossierDetail["Cautions"][number];
}

function CautionDocuments({ dossier, caution }: CautionDocumentsProps) {
  const { id, nom, prenom } = caution;
  const { made, signed } = useDocumentEvents("Caution", id);
  const query = useQuery(cautions.find(id));
  const name = `${prenom} ${nom}`;
  return (
    <Pair>
      <div className="space-y-6">
        <GeneratedDocument
          type="acteCautionnement"
          sources={{ id: dossier, cautionId: id }}
          title={`${DOCUMENTS.acteCautionnement.intitule} de ${name}`}
          text="À recopier et à signer par la caution ; un exemplaire du bail lui est remis."
          action="Générer l’acte"
          made={made}
        />
        <GeneratedLabels
          type="etiquetteCaution"
          sources={{ id }}
          title={`Étiquettes de ${name}`}
          text="À l’adresse de la caution."
          made={made}
        />
      </div>
      <div className="min-w-0">
        <SignedDocument
          entite="Caution"
          id={id}
          champ="acteCautionnementSigned"
          title={`Acte signé de ${name}`}
          named={`l’acte signé de ${name}`}
          url={query.data?.acteCautionnementSigned}
          remplaces={query.data?.remplaces}
          event={signed.acteCautionnementSigned}
          touched={TOUCHED_BY_CAUTIONS}
        />
        <Signing
          paper={{
            type: "acteCautionnement",
            sources: { id: dossier, cautionId: id },
            entite: "Caution",
            entiteId: id,
          }}
          title={`${DOCUMENTS.acteCautionnement.intitule} de ${name}`}
          signed={query.data?.acteCautionnementSigned !== null}
        />
      </div>
    </Pair>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="@container">
      <h3 className="border-b px-5 py-3 font-semibold">{title}</h3>
      <div className="divide-y divide-line">{children}</div>
    </Card>
  );
}

function Pair({ children }: { children: ReactNode }) {
  return <div className="grid gap-x-10 gap-y-6 px-5 py-4 @3xl:grid-cols-2">{children}</div>;
}

/** The electronic signature; it loads separately, so that the tab does not wait for it. */
function Signing(props: ComponentProps<typeof ToSign>) {
  return (
    <Suspense>
      <ToSign {...props} />
    </Suspense>
  );
}
