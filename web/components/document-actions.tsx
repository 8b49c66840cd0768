import { Download, ExternalLink, FileSignature, Trash2, TriangleAlert, Upload } from "lucide-react";
import { useRef, useState } from "react";
import { api } from "#web/lib/api.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/resource.ts";
import { usePeut } from "#web/lib/session.ts";
import { confirm, confirmDeletion } from "./confirm.tsx";
import { Badge } from "./ui/badge.tsx";
import { Button } from "./ui/button.tsx";

/** What every `…/generate` answers. */
export interface Generated {
  /** Path of the document. */
  generated: string;
  /** In sentences, what the document misses. */
  warnings: string[];
}

interface Generation {
  run(): void;
  pending: boolean;
  /** What the last document made here misses; null before there is one. */
  warnings: readonly string[] | null;
}

/** Makes a document and shows it in a tab of its own. */
export function useGeneration(generate: () => Promise<Generated>): Generation {
  const [warnings, setWarnings] = useState<readonly string[] | null>(null);
  const make = useWrite(async () => {
    const document = generate();
    await api.open(document.then(({ generated }) => generated));
    setWarnings((await document).warnings);
  }, []);
  return { run: () => make.mutate(undefined), pending: make.isPending, warnings };
}

/** What the documents just made miss, under the buttons that made them. */
export function DocumentWarnings({ of }: { of: readonly Generation[] }) {
  const warnings = [...new Set(of.flatMap((generation) => generation.warnings ?? []))];
  return (
    <div role="status">
      {warnings.length > 0 && (
        <div className="mt-3 rounded-md bg-orange-soft px-3 py-2 text-sm text-orange">
          <p className="font-medium">Le document est prêt ; il y manque :</p>
          <ul className="mt-1 space-y-1">
            {warnings.map((warning) => (
              <li key={warning} className="flex items-start gap-2">
                <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
                {warning}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

interface SignedCopyProps {
  /** « Acte de cautionnement signé ». */
  label: string;
  /** The record's address in the API: « /Caution/3 ». */
  path: string;
  /** The form field that carries it: « acteCautionnementSigned ». */
  field: string;
  /** Where it is read; null while there is none. */
  signed: string | null;
  touched: readonly string[];
}

/** The signed copy of a document: sent, read, replaced, taken away. */
export function SignedCopy({ label, path, field, signed, touched }: SignedCopyProps) {
  const mayModify = usePeut("modifier");
  const mayDelete = usePeut("supprimer");
  const input = useRef<HTMLInputElement>(null);
  const send = useWrite((file: File) => {
    const form = new FormData();
    form.append(field, file);
    return api.put(path, form);
  }, touched);
  const remove = useWrite(() => api.delete(`${path}/${field}`), touched);
  const open = useWrite((address: string) => api.open(address), []);
  const download = useWrite((address: string) => api.download(address), []);

  async function receive(file: File) {
    const question = {
      title: `Remplacer : ${label.toLowerCase()} ?`,
      text: "L’ancien document sera remplacé, et donc supprimé.",
      action: "Remplacer",
      danger: true,
    };
    if (signed && !(await confirm(question))) return;
    send.mutate(file, { onSuccess: () => notify("Votre document à bien été envoyé.") });
  }

  async function askRemoval() {
    if (!(await confirmDeletion())) return;
    remove.mutate(undefined, { onSuccess: () => notify("L’élément a été supprimé.") });
  }

  return (
    <section aria-label={label} className="flex flex-wrap items-center gap-x-2.5 gap-y-2">
      <h4 className="font-medium">{label}</h4>
      <Badge tone={signed ? "green" : "grey"} icon={signed ? FileSignature : undefined}>
        {signed ? "Déposé" : "Absent"}
      </Badge>
      <div className="relative flex flex-wrap items-center gap-2 print:hidden">
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
            {signed ? "Remplacer" : "Déposer"}
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
          aria-label={label}
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            event.target.value = "";
            if (file) void receive(file);
          }}
        />
      </div>
    </section>
  );
}
