import { Plus, ShieldCheck } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import type { CautionDetail } from "#domain/personnes/caution.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { SelectDialog } from "#web/components/fields/select-dialog.tsx";
import { ListFrame } from "#web/components/list/list-frame.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { addCaution, TOUCHED_BY_CAUTIONS } from "#web/entities/personnes/cautions.ts";
import { cautionChoice } from "#web/entities/personnes/cautions-columns.tsx";
import { formatCount } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { useUploadGuard } from "#web/uploads/uploads.ts";
import { CautionCard } from "./card.tsx";

const CautionDialog = lazyNamed(() => import("./dialog.tsx"), "CautionDialog");

export function CautionsTab({ dossier }: { dossier: DossierDetail }) {
  const { id, Cautions } = dossier;
  const [choosing, setChoosing] = useState(false);
  const [edited, setEdited] = useState<CautionDetail | "new" | null>(null);
  useUploadGuard();
  const title = useRef<HTMLHeadingElement>(null);
  const mayModify = usePeut("modifier");
  const add = useWrite(
    (caution: { id: number }) => addCaution(id, caution.id),
    TOUCHED_BY_CAUTIONS,
  );

  return (
    <div className="space-y-4">
      <ListFrame
        heading={
          <>
            <h3 ref={title} tabIndex={-1} className="font-semibold">
              Cautions
            </h3>
            <span className="text-sm text-muted">
              {formatCount(Cautions.length, "caution", "cautions")}
            </span>
          </>
        }
        tools={
          mayModify && (
            <>
              <Button onClick={() => setChoosing(true)}>
                <Plus aria-hidden />
                Choisir une caution
              </Button>
              <Button variant="primary" onClick={() => setEdited("new")}>
                <Plus aria-hidden />
                Nouvelle caution
              </Button>
            </>
          )
        }
      >
        {Cautions.length === 0 && (
          <EmptyState
            icon={ShieldCheck}
            title="Aucune caution pour l’instant"
            text="Les personnes qui se portent garantes du locataire apparaissent ici, avec leur acte de cautionnement."
          />
        )}
      </ListFrame>
      {Cautions.map((caution) => (
        <CautionCard
          key={caution.id}
          dossier={dossier}
          id={caution.id}
          onEdit={setEdited}
          onGone={() => title.current?.focus()}
        />
      ))}
      <SelectDialog
        {...cautionChoice}
        open={choosing}
        onOpenChange={setChoosing}
        exclude={Cautions.map((caution) => caution.id)}
        onChoose={(caution) =>
          add.mutate(caution, { onSuccess: () => notify("La caution a été ajoutée.") })
        }
      />
      <Suspense>
        {edited && (
          <CautionDialog
            dossier={dossier}
            caution={edited === "new" ? null : edited}
            onClose={() => setEdited(null)}
          />
        )}
      </Suspense>
    </div>
  );
}
