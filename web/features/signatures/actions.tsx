import {
  Ban,
  BellRing,
  FileArchive,
  FileInput,
  MailX,
  Stamp,
  TabletSmartphone,
} from "lucide-react";
import { Suspense, useState } from "react";
import { aujourdhui } from "#domain/dates.ts";
import { peutSignerCePapier } from "#domain/signature/constats.ts";
import { peutSeRetracter } from "#domain/signature/retractation.ts";
import type { DemandeRow } from "#domain/signature/wire.ts";
import type { RowAction } from "#web/components/list/row-action.ts";
import { ActionMenu } from "#web/components/list/row-actions.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Download } from "#web/components/ui/row-icons.tsx";
import { demandes } from "#web/entities/signatures/demandes.ts";
import {
  downloadProof,
  remind,
  signForAgency,
  TOUCHED_BY_SIGNATURES,
} from "#web/entities/signatures/signatures.ts";
import { isOpen } from "#web/entities/signatures/words.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";
import { notify } from "#web/lib/notify.ts";
import { api } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut, useSession } from "#web/lib/server/session.ts";

const CancelDialog = lazyNamed(() => import("./cancel-dialog.tsx"), "CancelDialog");
const HandOverDialog = lazyNamed(() => import("./on-site/hand-over-dialog.tsx"), "HandOverDialog");
const WithdrawnDialog = lazyNamed(() => import("./withdrawn-dialog.tsx"), "WithdrawnDialog");

type Shown = "cancel" | "handOver" | "withdrawn";

/** The actions on a request: the next actions as buttons, the others in a menu. */
export function DemandeActions({ demande }: { demande: DemandeRow }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const mayModify = usePeut("modifier");
  const sign = useSignForAgency(demande);
  const reminder = useReminder(demande);
  const close = () => setShown(null);
  const waitsForOthers = mayModify && demande.etat === "a_signer";
  return (
    <div className="flex flex-wrap items-center gap-2 border-t px-3.5 py-2.5">
      {sign.offered && (
        <Button variant="primary" pending={sign.pending} onClick={sign.start}>
          {!sign.pending && <Stamp aria-hidden />}
          Signer pour l’agence
        </Button>
      )}
      {waitsForOthers && demande.lieu === "distance" && (
        <Button pending={reminder.pending} onClick={reminder.start}>
          {!reminder.pending && <BellRing aria-hidden />}
          Relancer
        </Button>
      )}
      {waitsForOthers && demande.lieu !== "distance" && (
        <Button variant="primary" onClick={() => setShown("handOver")}>
          <TabletSmartphone aria-hidden />
          Remettre la tablette
        </Button>
      )}
      <Papers demande={demande} />
      <span className="ml-auto">
        <ActionMenu
          label={`Actions : signature de ${demande.titre}`}
          actions={useMenu(demande, setShown, reminder.start)}
        />
      </span>
      <Suspense>
        {shown === "cancel" && <CancelDialog demande={demande} onClose={close} />}
        {shown === "handOver" && <HandOverDialog demande={demande} onClose={close} />}
        {shown === "withdrawn" && <WithdrawnDialog demande={demande} onClose={close} />}
      </Suspense>
    </div>
  );
}

/** The frozen paper while it is being signed, then the sealed one. */
function Papers({ demande }: { demande: DemandeRow }) {
  const { url, urlScelle, titre } = demande;
  const download = useWrite((address: string) => api.download(address), []);
  const address = urlScelle ?? url;
  if (!address) return null;
  return (
    <Button
      aria-label={`${urlScelle ? "PDF scellé" : "PDF à signer"} : ${titre}`}
      pending={download.isPending}
      onClick={() => download.mutate(address)}
    >
      {!download.isPending && <Download aria-hidden />}
      {urlScelle ? "PDF scellé" : "PDF"}
    </Button>
  );
}

function useSignForAgency(demande: DemandeRow) {
  const { user } = useSession();
  const write = useWrite(() => signForAgency(demande.id), TOUCHED_BY_SIGNATURES);
  const waits = demande.etat === "a_signer_agence" || demande.etat === "a_sceller";
  return {
    offered: user !== null && peutSignerCePapier(user, demande.type) && waits,
    pending: write.isPending,
    start: () =>
      write.mutate(undefined, {
        onSuccess: () => notify("Le document est signé et scellé, chacun en reçoit la copie."),
      }),
  };
}

function useReminder(demande: DemandeRow) {
  const write = useWrite(() => remind(demande.id), [demandes.name]);
  const whose = demande.signataires.filter(({ aSonTour, role }) => aSonTour && role !== "agence");
  return {
    pending: write.isPending,
    start: () =>
      write.mutate(undefined, {
        onSuccess: () =>
          notify(
            whose.length > 1
              ? `Une relance est partie à ${whose.length} signataires.`
              : `Une relance est partie à ${whose[0]?.nom}.`,
          ),
      }),
  };
}

function useMenu(
  demande: DemandeRow,
  show: (dialog: Shown) => void,
  onRemind: () => void,
): RowAction[] {
  const mayModify = usePeut("modifier");
  const proof = useWrite(() => downloadProof(demande.id), []);
  const frozen = useWrite((address: string) => api.download(address), []);
  const withdrawalLink = useWrite(async () => {
    for (const { id, role } of demande.signataires)
      if (role === "mandant") await remind(demande.id, id);
    notify("Le lien est parti : il ouvre « Renoncer au contrat ici ».");
  }, [demandes.name]);
  const { etat, lieu, url, urlScelle, retractationJusqua, retracteeLe } = demande;
  const menu: RowAction[] = [];
  if (urlScelle && url) {
    menu.push({
      label: "Document tel qu’il a été lu",
      icon: FileInput,
      onSelect: () => frozen.mutate(url),
    });
  }
  if (!mayModify) return menu;
  menu.push({
    label: "Dossier de preuve",
    icon: FileArchive,
    onSelect: () => proof.mutate(undefined),
  });
  if (etat === "a_signer" && lieu === "distance") {
    menu.push({
      label: "Faire signer sur la tablette",
      icon: TabletSmartphone,
      onSelect: () => show("handOver"),
    });
  }
  if (etat === "a_signer" && lieu !== "distance") {
    menu.push({ label: "Envoyer les liens", icon: BellRing, onSelect: onRemind });
  }
  if (peutSeRetracter(demande, aujourdhui(new Date()))) {
    menu.push({
      label: "Renvoyer le lien de rétractation",
      icon: BellRing,
      onSelect: () => withdrawalLink.mutate(undefined),
    });
  }
  // A letter posted before the last day may arrive later.
  if (retractationJusqua && !retracteeLe) {
    menu.push({
      label: "Rétractation reçue par courrier",
      icon: MailX,
      onSelect: () => show("withdrawn"),
    });
  }
  if (isOpen(demande)) {
    menu.push({
      label: "Annuler la signature",
      icon: Ban,
      danger: true,
      onSelect: () => show("cancel"),
    });
  }
  return menu;
}
