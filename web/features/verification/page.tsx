import { useMutation } from "@tanstack/react-query";
import { FileCheck2, FileQuestion, ShieldAlert } from "lucide-react";
import { type ChangeEvent, type DragEvent, useRef, useState } from "react";
import { formatNombre } from "#domain/montants.ts";
import type { Verification } from "#domain/signature/verification.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Panel, Sign } from "#web/components/visitor/frame.tsx";
import { formatInstant } from "#web/lib/format.ts";
import { api } from "#web/lib/server/api.ts";
import { asVisitor } from "#web/lib/server/visitor.ts";
import { Fingerprint } from "./fingerprint.tsx";
import { hashOf } from "./hash.ts";
import { Help } from "./help.tsx";

interface Checked {
  name: string;
  empreinte: string;
  answer: Verification;
}

/** Says whether the agency sealed a file. Only the fingerprint is sent; the file stays in the browser. */
export function VerificationPage() {
  const checked = useMutation({
    mutationFn: async (file: File): Promise<Checked> => {
      const empreinte = await hashOf(file);
      const answer = await api.get<Verification>(`/Verification/${empreinte}`, asVisitor(null));
      return { name: file.name, empreinte, answer };
    },
  });
  return (
    <div className="min-h-screen px-4 py-6 sm:py-12">
      <main className="mx-auto w-full max-w-2xl space-y-5">
        <header>
          <h1 className="text-xl font-semibold tracking-tight">Vérifier un document signé</h1>
          <p className="mt-1 text-muted">
            Le fichier reste sur votre appareil : seule son empreinte, 64 chiffres dont on ne peut
            rien déduire, est comparée à celles des documents que l’agence a scellés.
          </p>
        </header>
        <Zone pending={checked.isPending} onFile={(file) => checked.mutate(file)} />
        <div role="status" className="empty:hidden">
          {checked.data && <Answer {...checked.data} />}
        </div>
        {checked.error && (
          <p role="alert" className="rounded-md bg-red-soft px-3 py-2 text-red">
            {checked.error.message}
          </p>
        )}
        <Help sceau={checked.data?.answer.scelle ? checked.data.answer.sceau : null} />
      </main>
    </div>
  );
}

function Zone({ pending, onFile }: { pending: boolean; onFile(file: File): void }) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (file) onFile(file);
    // Allows the same file to be chosen again.
    target.value = "";
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !pending) onFile(file);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut, the button does the same by keyboard
    <div
      data-over={over || undefined}
      className="flex flex-col items-center gap-3 rounded-xl border-2 border-dashed border-line-strong bg-surface px-5 py-8 text-center data-over:border-accent data-over:bg-accent-soft"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        ref={input}
        type="file"
        accept="application/pdf,.pdf"
        className="sr-only"
        tabIndex={-1}
        aria-label="Fichier à vérifier"
        onChange={choose}
      />
      <Button
        variant="primary"
        className="h-11!"
        pending={pending}
        onClick={() => input.current?.click()}
      >
        Choisir le fichier PDF
      </Button>
      <p className="text-sm text-muted">ou déposez-le ici</p>
    </div>
  );
}

function Answer({ name, empreinte, answer }: Checked) {
  if (!answer.scelle) {
    return (
      <Panel>
        <Sign tone="bg-orange-soft text-orange">
          <FileQuestion aria-hidden />
        </Sign>
        <h2 className="text-lg font-semibold">Ce fichier est inconnu, ou a été modifié.</h2>
        <p className="mt-1.5 text-muted">
          L’agence n’a scellé aucun fichier identique à « {name} ». Un seul signe changé suffit : un
          fichier imprimé puis numérisé, réenregistré par un logiciel ou annoté n’est plus le même.
          Vérifiez celui que vous avez reçu par courriel.
        </p>
        <Fingerprint label="Empreinte de votre fichier (SHA-256)">{empreinte}</Fingerprint>
      </Panel>
    );
  }
  const { le, empreinteLue, octetsLus, sceau } = answer;
  return (
    <Panel>
      <Sign tone="bg-green-soft text-green">
        <FileCheck2 aria-hidden />
      </Sign>
      <h2 className="text-lg font-semibold text-balance">
        Ce fichier est celui que l’agence a scellé le {formatInstant(le)}.
      </h2>
      <p className="mt-1.5 text-muted">
        « {name} » n’a pas changé depuis d’un seul signe. Scellé par {sceau.agence}. Qui l’a signé,
        et quand, se lit sur sa dernière page.
      </p>
      {sceau.revoqueLe && (
        <p className="mt-3 flex gap-2 rounded-md bg-orange-soft px-3 py-2 text-orange">
          <ShieldAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          La clé de ce sceau a été retirée le {formatInstant(sceau.revoqueLe)} : l’agence répond
          pourtant de ce fichier, qu’elle connaît par son empreinte.
        </p>
      )}
      <Fingerprint label="Empreinte de votre fichier (SHA-256)">{empreinte}</Fingerprint>
      <Fingerprint
        label={`Empreinte du document lu et signé : ses ${formatNombre(octetsLus, 0)} premiers octets`}
      >
        {empreinteLue}
      </Fingerprint>
    </Panel>
  );
}
