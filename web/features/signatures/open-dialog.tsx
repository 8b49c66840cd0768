import { useQuery } from "@tanstack/react-query";
import { Send, TabletSmartphone } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import type { LieuDeSignature } from "#domain/signature/preuve.ts";
import type {
  DemandeRow,
  PreparationDeSignature,
  SignatairePropose,
} from "#domain/signature/wire.ts";
import { ErrorState } from "#web/components/error-state.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { LabelledCheckbox } from "#web/components/ui/checkbox.tsx";
import { Dialog, DialogBody, DialogFooter } from "#web/components/ui/dialog.tsx";
import { Segmented } from "#web/components/ui/segmented.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { openDemande, type PaperToSign, preparation } from "#web/entities/signatures/opening.ts";
import { TOUCHED_BY_SIGNATURES } from "#web/entities/signatures/signatures.ts";
import { formatCount } from "#web/lib/format.ts";
import { notify } from "#web/lib/notify.ts";
import type { ApiError } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { isMandate } from "./kinds.ts";
import { HandOverDialog } from "./on-site/hand-over-dialog.tsx";
import { Readiness } from "./readiness.tsx";
import { SignersFields } from "./signers-fields.tsx";

interface OpenDialogProps {
  paper: PaperToSign;
  title: string;
  onClose(): void;
}

/** Puts a paper to signature: shows its missing data, asks for its signers and the place. */
export function OpenDialog({ paper, title, onClose }: OpenDialogProps) {
  const query = useQuery(preparation(paper));
  const [opened, setOpened] = useState<DemandeRow | null>(null);
  if (opened) return <HandOverDialog demande={opened} onClose={onClose} />;
  return (
    <Dialog
      open
      size="lg"
      title={`Faire signer : ${title}`}
      description="Le document est figé tel qu’il est maintenant : chacun lit et signe le même."
      onOpenChange={(open) => !open && onClose()}
    >
      {query.data ? (
        <Opening
          paper={paper}
          prepared={query.data}
          onOpened={(demande) => {
            if (demande.lieu !== "distance") return setOpened(demande);
            notify(`${formatCount(addressed(demande), "lien est parti", "liens sont partis")}.`);
            onClose();
          }}
          onClose={onClose}
        />
      ) : (
        <DialogBody>
          {query.isError ? (
            <ErrorState error={query.error} onRetry={() => query.refetch()} />
          ) : (
            <Skeleton className="h-48 w-full" />
          )}
        </DialogBody>
      )}
    </Dialog>
  );
}

const addressed = ({ signataires }: DemandeRow) =>
  signataires.filter(({ envoyeLe }) => envoyeLe !== null).length;

const PLACES: readonly { value: LieuDeSignature; label: string }[] = [
  { value: "distance", label: "À distance" },
  { value: "agence", label: "À l’agence" },
  { value: "logement", label: "Dans le logement" },
];

interface OpeningProps {
  paper: PaperToSign;
  prepared: PreparationDeSignature;
  onOpened(demande: DemandeRow): void;
  onClose(): void;
}

function Opening({ paper, prepared, onOpened, onClose }: OpeningProps) {
  const id = useId();
  const [lieu, setLieu] = useState(prepared.lieu);
  const [consommateur, setConsommateur] = useState(true);
  const [signataires, setSignataires] = useState<readonly SignatairePropose[]>(
    prepared.signataires,
  );
  const [errors, setErrors] = useState<ApiError["fields"]>({});
  const open = useWrite(
    () =>
      openDemande(paper, {
        lieu,
        consommateur: isMandate(paper.type) && consommateur,
        signataires: [...signataires],
      }),
    TOUCHED_BY_SIGNATURES,
    ({ fields }) => {
      setErrors(fields);
      return Object.keys(fields).length > 0;
    },
  );
  const far = lieu === "distance";
  const blocked = prepared.blocages.length > 0;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (blocked || open.isPending) return;
    setErrors({});
    open.mutate(undefined, { onSuccess: onOpened });
  }

  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-col">
      <DialogBody className="space-y-5">
        <Readiness paper={paper} prepared={prepared} />
        <div>
          <p aria-hidden className="mb-1 text-sm font-medium">
            Où
          </p>
          <Segmented<LieuDeSignature>
            label="Où"
            value={lieu}
            segments={PLACES}
            onChange={setLieu}
          />
          <p className="mt-1 text-sm text-muted">
            {far
              ? "Chacun reçoit un lien ; un code envoyé à son adresse l’ouvre."
              : "Chacun signe sur cet appareil, son identité vue par vous. Qui écrit lui-même une mention signe par le code reçu à son adresse."}
          </p>
        </div>
        {isMandate(paper.type) && (
          <div>
            <LabelledCheckbox
              id={`${id}consumer`}
              checked={consommateur}
              onChange={({ target }) => setConsommateur(target.checked)}
            >
              Le mandant est un consommateur
            </LabelledCheckbox>
            {consommateur && lieu !== "agence" && (
              <p className="text-sm text-muted">
                Il a quatorze jours pour se rétracter : aucun honoraire avant leur fin.
              </p>
            )}
          </div>
        )}
        <SignersFields
          signers={signataires}
          far={far || prepared.mention !== null}
          errors={errors}
          onChange={(next) => {
            setSignataires(next);
            setErrors({});
          }}
        />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Annuler</Button>
        <Button type="submit" variant="primary" disabled={blocked} pending={open.isPending}>
          {!open.isPending && (far ? <Send aria-hidden /> : <TabletSmartphone aria-hidden />)}
          {far ? "Envoyer les liens" : "Faire signer ici"}
        </Button>
      </DialogFooter>
    </form>
  );
}
