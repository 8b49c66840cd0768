import { ExternalLink, FileSignature, FileX, Upload } from "lucide-react";
import type { EntiteSignee } from "#domain/fichiers/fichier.ts";
import { confirm } from "#web/components/confirm.tsx";
import { Badge } from "#web/components/ui/badge.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Download } from "#web/components/ui/row-icons.tsx";
import { demandes } from "#web/entities/signatures/demandes.ts";
import { notify } from "#web/lib/notify.ts";
import { api } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { UploadZone } from "#web/uploads/upload-zone.tsx";
import { type DocumentEvent, remplacements } from "./api.ts";
import { FormerFiles } from "./former-files.tsx";
import { SendButton, SentMails } from "./mailing.tsx";
import { When } from "./versions.tsx";

export interface SignedDocumentProps {
  /** The record that holds the document, and the field of the record. */
  entite: EntiteSignee;
  id: number;
  champ: string;
  /** « Contrat de location signé » */
  title: string;
  /** « le contrat de location signé », in the question asked before the document is replaced. */
  named: string;
  /** The address of the document; null when there is none, undefined while it is unknown. */
  url: string | null | undefined;
  /** The words for a document that nobody signs; the usual words of a signed document when absent. */
  words?: Readonly<Record<"kept" | "wanted" | "missing" | "drop", string>>;
  event?: DocumentEvent | undefined;
  /** The count of former files of the record. */
  remplaces: number | undefined;
  touched: readonly string[];
}

const SIGNED = {
  kept: "L’exemplaire signé est gardé ici.",
  wanted: "Déposez ici l’exemplaire signé, en PDF ou en photo.",
  missing: "L’exemplaire signé n’est pas encore là.",
  drop: "Déposer le document signé",
} as const;

/**
 * The signed copy of a document, which the user adds, reads, replaces or removes. The screen must call
 * `useUploadGuard`.
 */
export function SignedDocument(props: SignedDocumentProps) {
  const { entite, id, champ, title, named, url, event, remplaces, touched, words = SIGNED } = props;
  const mayDelete = usePeut("supprimer");
  const open = useWrite((address: string) => api.open(address), []);
  const download = useWrite((address: string) => api.download(address), []);
  const changed = [...touched, demandes.name, remplacements.name, "History"];
  const remove = useWrite(() => api.delete(`/${entite}/${id}/${champ}`), changed);

  const mayReplace = async () =>
    !url ||
    confirm({
      title: `Remplacer ${named} ?`,
      text: "L’ancien document sera gardé parmi les versions précédentes.",
      action: "Remplacer",
    });

  async function askRemoval() {
    const accepted = await confirm({
      title: `Retirer ${named} ?`,
      text: "Il sera gardé parmi les versions précédentes.",
      action: "Retirer",
      danger: true,
    });
    if (!accepted) return;
    remove.mutate(undefined, { onSuccess: () => notify("Le document a été retiré.") });
  }

  return (
    <UploadZone
      place={{
        name: `${entite}/${id}/${champ}`,
        destination: { usage: "document", entite, entiteId: id, champ },
        touched: changed,
        arrived: () => "Votre document à bien été envoyé.",
      }}
      label={title}
      accept="application/pdf,image/*"
      single
      before={mayReplace}
      className="min-w-0"
    >
      {(pick) => (
        <>
          <div className="flex min-h-6 flex-wrap items-center gap-2.5">
            <h4 className="font-medium">{title}</h4>
            {url && (
              <Badge tone="green" icon={FileSignature}>
                Déposé
              </Badge>
            )}
            {url === null && <Badge tone="grey">Absent</Badge>}
          </div>
          <p className="mt-0.5 text-sm text-muted">
            {url && event && (
              <>
                Déposé le <When event={event} />
              </>
            )}
            {url && !event && words.kept}
            {url === null && pick && words.wanted}
            {url === null && !pick && words.missing}
          </p>
          <div className="mt-3 flex flex-wrap items-center gap-2">
            {url && (
              <>
                <Button
                  aria-label={`Ouvrir : ${title}`}
                  pending={open.isPending}
                  onClick={() => open.mutate(url)}
                >
                  {!open.isPending && <ExternalLink aria-hidden />}
                  Ouvrir
                </Button>
                <Button
                  aria-label={`Télécharger : ${title}`}
                  pending={download.isPending}
                  onClick={() => download.mutate(url)}
                >
                  {!download.isPending && <Download aria-hidden />}
                  Télécharger
                </Button>
                <SendButton document={{ entite, entiteId: id, champ }} name={title} />
              </>
            )}
            {pick && url !== undefined && (
              <Button aria-label={`${url ? "Remplacer" : words.drop} : ${title}`} onClick={pick}>
                <Upload aria-hidden />
                {url ? "Remplacer" : words.drop}
              </Button>
            )}
            {url && mayDelete && (
              <Button
                variant="ghost"
                aria-label={`Retirer : ${title}`}
                className="text-danger!"
                pending={remove.isPending}
                onClick={askRemoval}
              >
                {!remove.isPending && <FileX aria-hidden />}
                Retirer
              </Button>
            )}
          </div>
          {url && <SentMails entite={entite} id={id} of={(mail) => mail.champ === champ} />}
          <FormerFiles entite={entite} id={id} champ={champ} remplaces={remplaces} />
        </>
      )}
    </UploadZone>
  );
}
