import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { Suspense } from "react";
import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import type { CautionDetail } from "#domain/personnes/caution.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import { confirm, confirmDeletion } from "#web/components/confirm.tsx";
import { ErrorState } from "#web/components/error-state.tsx";
import type { RowAction } from "#web/components/list/row-action.ts";
import { ActionMenu } from "#web/components/list/row-actions.tsx";
import { usePersonalData } from "#web/components/personal-data.ts";
import { Reading } from "#web/components/record/reading.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { Pencil, Unlink } from "#web/components/ui/row-icons.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { GeneratedDocument, GeneratedLabels } from "#web/documents/generated-document.tsx";
import { SignedDocument } from "#web/documents/signed-document.tsx";
import { cautions, removeCaution, TOUCHED_BY_CAUTIONS } from "#web/entities/personnes/cautions.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { CautionFields } from "./form.tsx";

const ToSign = lazyNamed(() => import("#web/features/signatures/to-sign.tsx"), "ToSign");

interface CautionCardProps {
  dossier: DossierDetail;
  id: number;
  onEdit(caution: CautionDetail): void;
  /** Called once the guarantor is no longer on the dossier. */
  onGone(): void;
}

export function CautionCard({ id, ...props }: CautionCardProps) {
  const query = useQuery(cautions.find(id));
  if (query.data) return <CautionContent caution={query.data} {...props} />;
  return (
    <Card className="p-5">
      {query.isError ? (
        <ErrorState error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </Card>
  );
}

interface CautionContentProps extends Omit<CautionCardProps, "id"> {
  caution: CautionDetail;
}

function CautionContent({ dossier, caution, onEdit, onGone }: CautionContentProps) {
  const name = nomComplet(caution);
  const mayModify = usePeut("modifier");
  const personalData = usePersonalData("Caution");
  const actions = [...personalData(caution), ...useRemovals({ dossier, caution, onGone })];
  return (
    <Card role="region" aria-label={name}>
      <header className="flex flex-wrap items-center gap-2.5 border-b px-5 py-3">
        <h4 className="text-lg font-semibold">{name}</h4>
        <div className="ml-auto flex items-center gap-2 print:hidden">
          {mayModify && (
            <Button onClick={() => onEdit(caution)}>
              <Pencil aria-hidden />
              Modifier
            </Button>
          )}
          <ActionMenu label={`Actions : ${name}`} actions={actions} />
        </div>
      </header>
      <div className="px-5">
        <Reading record={caution}>
          <CautionFields colocataires={dossier.colocataires} />
        </Reading>
      </div>
      <Deed dossier={dossier} caution={caution} />
    </Card>
  );
}

function Deed({ dossier, caution }: Pick<CautionContentProps, "dossier" | "caution">) {
  const { id, acteCautionnementSigned: signed } = caution;
  return (
    <footer className="@container border-t px-5 py-4 print:hidden">
      <div className="grid gap-x-8 gap-y-5 @lg:grid-cols-2 @4xl:grid-cols-3">
        <GeneratedDocument
          type="acteCautionnement"
          sources={{ id: dossier.id, cautionId: id }}
          text="Établi d’après le bail et cet engagement, à faire signer."
          action="Générer l’acte"
          primary={signed === null}
        />
        <div className="min-w-0">
          <SignedDocument
            entite="Caution"
            id={id}
            champ="acteCautionnementSigned"
            title="Acte de cautionnement signé"
            named="l’acte de cautionnement signé"
            url={signed}
            remplaces={caution.remplaces}
            touched={TOUCHED_BY_CAUTIONS}
          />
          <Suspense>
            <ToSign
              paper={{
                type: "acteCautionnement",
                sources: { id: dossier.id, cautionId: id },
                entite: "Caution",
                entiteId: id,
              }}
              title={`Acte de cautionnement de ${nomComplet(caution)}`}
              signed={signed !== null}
            />
          </Suspense>
        </div>
        <GeneratedLabels
          type="etiquetteCaution"
          sources={{ id }}
          text="Pour l’envoi de l’acte, à l’adresse de la caution."
        />
      </div>
    </footer>
  );
}

/**
 * The actions that remove the guarantor from the dossier, unless he has signed, and that delete him, for users with
 * the right.
 */
function useRemovals({
  dossier,
  caution,
  onGone,
}: Omit<CautionContentProps, "onEdit">): RowAction[] {
  const mayModify = usePeut("modifier");
  const mayDelete = usePeut("supprimer");
  const unlink = useWrite(() => removeCaution(dossier.id, caution.id), TOUCHED_BY_CAUTIONS);
  const remove = useWrite(() => cautions.remove(caution.id), TOUCHED_BY_CAUTIONS);

  async function askUnlink() {
    const accepted = await confirm({
      title: `Retirer : ${nomComplet(caution)} ?`,
      text: "Cette action est irreversible.",
      action: "Retirer",
      danger: true,
    });
    if (!accepted) return;
    unlink.mutate(undefined, { onSuccess: () => done("La caution a été retirée.") });
  }

  async function askRemoval() {
    if (!(await confirmDeletion(nomComplet(caution)))) return;
    remove.mutate(undefined, { onSuccess: () => done("L’élément a été supprimé.") });
  }

  function done(message: string) {
    notify(message);
    onGone();
  }

  // A guarantor who has signed stays on the dossier (historique/README §9.11).
  const signed = caution.acteCautionnementSigned !== null || caution.remplaces > 0;
  const actions: RowAction[] = [];
  if (mayModify && !signed) {
    actions.push({ label: "Retirer du dossier", icon: Unlink, danger: true, onSelect: askUnlink });
  }
  if (mayDelete && caution.canDelete) {
    actions.push({ label: "Supprimer", icon: Trash2, danger: true, onSelect: askRemoval });
  }
  return actions;
}
