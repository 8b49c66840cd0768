import { useQuery, useQueryClient } from "@tanstack/react-query";
import { FileUp, Trash2 } from "lucide-react";
import { useRef } from "react";
import type { VisuelDepose } from "#domain/fichiers/visuel.ts";
import { confirmDeletion } from "#web/components/confirm.tsx";
import { Section } from "#web/components/fields/field.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { NOTICE, noticeQuery } from "#web/entities/agence/visuels.ts";
import { fileAddress } from "#web/entities/fichiers/links.ts";
import { notify } from "#web/lib/notify.ts";
import { api } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";

const NAME = "Notice d’information";

/** The official notice joined to every lease of a main home. Replacing or removing it takes effect at once. */
export function AgencyNotice() {
  const { data } = useQuery(noticeQuery);
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const change = useWrite(
    async (file: File | null) => {
      const form = new FormData();
      if (file) form.set("file", file);
      const changed = await (file
        ? api.put<VisuelDepose | null>(NOTICE, form)
        : api.delete<VisuelDepose | null>(NOTICE));
      client.setQueryData(noticeQuery.queryKey, changed);
      notify("Vos modifications ont été prises en compte.");
    },
    ["History"],
  );
  return (
    <Section
      title={NAME}
      text="Jointe à la fin des baux de résidence principale (arrêté du 29 mai 2015, dans sa dernière version)."
    >
      <div className="col-span-6 flex flex-wrap items-center gap-2">
        {data ? (
          <a
            href={fileAddress(data.url)}
            target="_blank"
            rel="noreferrer"
            className="min-w-0 grow break-words text-accent underline-offset-4 hover:underline"
          >
            {data.nom}
          </a>
        ) : (
          <span className="grow text-muted">Aucune notice</span>
        )}
        <Button
          size="sm"
          aria-label={`${data ? "Remplacer" : "Choisir un PDF"} : ${NAME}`}
          pending={change.isPending}
          onClick={() => input.current?.click()}
        >
          {!change.isPending && <FileUp aria-hidden />}
          {data ? "Remplacer" : "Choisir un PDF"}
        </Button>
        {data && (
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Retirer : ${NAME}`}
            className="text-danger!"
            onClick={async () => {
              if (await confirmDeletion(NAME)) change.mutate(null);
            }}
          >
            <Trash2 aria-hidden />
            Retirer
          </Button>
        )}
        <input
          ref={input}
          type="file"
          accept="application/pdf"
          aria-label={`${NAME}, PDF à déposer`}
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            target.value = "";
            if (file) change.mutate(file);
          }}
        />
      </div>
    </Section>
  );
}
