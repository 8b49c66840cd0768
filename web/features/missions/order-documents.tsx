import { Download, ExternalLink, FileSignature, Trash2, TriangleAlert, Upload } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { confirm, confirmDeletion } from "#web/components/confirm.tsx";
import { Badge } from "#web/components/ui/badge.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { api } from "#web/lib/api.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/resource.ts";
import { usePeut } from "#web/lib/session.ts";
import type { Generated } from "./api.ts";

interface OrderDocumentsProps {
  /** The record's address in the API: « /Mission/3 ». */
  path: string;
  generate(): Promise<Generated>;
  /** Where the signed order is read; null while there is none. */
  signed: string | null;
  touched: readonly string[];
}

/** The order to be signed, and the signed one. */
export function OrderDocuments({ path, generate, signed, touched }: OrderDocumentsProps) {
  return (
    <div className="@container">
      <div className="grid gap-4 @3xl:grid-cols-2">
        <GeneratedOrder generate={generate} />
        <SignedOrder path={path} signed={signed} touched={touched} />
      </div>
    </div>
  );
}

function GeneratedOrder({ generate }: Pick<OrderDocumentsProps, "generate">) {
  const [made, setMade] = useState<Generated | null>(null);
  const open = useWrite(async () => {
    const document = generate();
    await api.open(document.then(({ generated }) => generated));
    setMade(await document);
  }, []);
  const download = useWrite((address: string) => api.download(address), []);
  return (
    <OrderCard
      title="Ordre de mission"
      text="Établi d’après la fiche, à imprimer et à faire signer."
      actions={
        <>
          <Button variant="primary" pending={open.isPending} onClick={() => open.mutate(undefined)}>
            {!open.isPending && <ExternalLink aria-hidden />}
            Générer l’ordre de mission
          </Button>
          {made && (
            <Button pending={download.isPending} onClick={() => download.mutate(made.generated)}>
              {!download.isPending && <Download aria-hidden />}
              Télécharger
            </Button>
          )}
        </>
      }
    >
      {made && made.warnings.length > 0 && (
        <div className="mt-3 rounded-md bg-orange-soft px-3 py-2 text-sm text-orange" role="status">
          <p className="font-medium">Le document est prêt ; il y manque :</p>
          <ul className="mt-1 space-y-1">
            {made.warnings.map((warning) => (
              <li key={warning} className="flex items-start gap-2">
                <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
                {warning}
              </li>
            ))}
          </ul>
        </div>
      )}
    </OrderCard>
  );
}

const REPLACEMENT = {
  title: "Remplacer l’ordre de mission signé ?",
  text: "L’ancien document sera remplacé, et donc supprimé.",
  action: "Remplacer",
  danger: true,
};

function SignedOrder({ path, signed, touched }: Omit<OrderDocumentsProps, "generate">) {
  const mayModify = usePeut("modifier");
  const mayDelete = usePeut("supprimer");
  const input = useRef<HTMLInputElement>(null);
  const send = useWrite((file: File) => {
    const form = new FormData();
    form.append("ordreMission", file);
    return api.put(path, form);
  }, touched);
  const remove = useWrite(() => api.delete(`${path}/ordreMission`), touched);
  const open = useWrite((address: string) => api.open(address), []);
  const download = useWrite((address: string) => api.download(address), []);

  async function receive(file: File) {
    if (signed && !(await confirm(REPLACEMENT))) return;
    send.mutate(file, { onSuccess: () => notify("Votre document à bien été envoyé.") });
  }

  async function askRemoval() {
    if (!(await confirmDeletion())) return;
    remove.mutate(undefined, { onSuccess: () => notify("L’élément a été supprimé.") });
  }

  return (
    <OrderCard
      title="Ordre de mission signé"
      badge={
        signed ? (
          <Badge tone="green" icon={FileSignature}>
            Déposé
          </Badge>
        ) : (
          <Badge tone="grey">Absent</Badge>
        )
      }
      text={
        signed
          ? "L’exemplaire signé est gardé ici."
          : "Déposez ici l’exemplaire signé, en PDF ou en photo."
      }
      actions={
        <>
          {signed && (
            <>
              <Button pending={open.isPending} onClick={() => open.mutate(signed)}>
                {!open.isPending && <ExternalLink aria-hidden />}
                Ouvrir
              </Button>
              <Button pending={download.isPending} onClick={() => download.mutate(signed)}>
                {!download.isPending && <Download aria-hidden />}
                Télécharger
              </Button>
            </>
          )}
          {mayModify && (
            <Button pending={send.isPending} onClick={() => input.current?.click()}>
              {!send.isPending && <Upload aria-hidden />}
              {signed ? "Remplacer" : "Déposer le document signé"}
            </Button>
          )}
          {signed && mayDelete && (
            <Button
              variant="ghost"
              className="text-danger!"
              pending={remove.isPending}
              onClick={askRemoval}
            >
              {!remove.isPending && <Trash2 aria-hidden />}
              Supprimer
            </Button>
          )}
          <input
            ref={input}
            type="file"
            accept="application/pdf,image/*"
            aria-label="Ordre de mission signé"
            tabIndex={-1}
            className="sr-only"
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              event.target.value = "";
              if (file) void receive(file);
            }}
          />
        </>
      }
    />
  );
}

interface OrderCardProps {
  title: string;
  badge?: ReactNode;
  text: string;
  actions: ReactNode;
  children?: ReactNode;
}

function OrderCard({ title, badge, text, actions, children }: OrderCardProps) {
  return (
    <Card className="px-5 py-4">
      <div className="flex min-h-7 items-center gap-2.5">
        <h3 className="font-semibold">{title}</h3>
        {badge}
      </div>
      <p className="mt-0.5 text-sm text-muted">{text}</p>
      {children}
      <div className="relative mt-4 flex flex-wrap items-center gap-2">{actions}</div>
    </Card>
  );
}
