import { PenLine } from "lucide-react";
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { type Case, casesDe } from "#domain/signature/cases.ts";
import type { SignatureSurPlace } from "#domain/signature/signature-fiche.ts";
import type { DemandeDetail, DocumentLu, SignataireRow, Trace } from "#domain/signature/wire.ts";
import { Drawn } from "#web/components/paper/drawn.tsx";
import { Paper } from "#web/components/paper/paper.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Checkbox } from "#web/components/ui/checkbox.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { Label, RequiredStar } from "#web/components/ui/label.tsx";
import { signOnTheSpot, TOUCHED_BY_SIGNATURES } from "#web/entities/signatures/signatures.ts";
import { signerName } from "#web/entities/signatures/words.tsx";
import { formatCount } from "#web/lib/format.ts";
import { notify } from "#web/lib/notify.ts";
import { api } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";

interface ReadAndSignProps {
  demande: DemandeDetail;
  signer: SignataireRow;
  identite: SignatureSurPlace["identite"];
  paper: DocumentLu;
  onSigned(): void;
}

export function ReadAndSign(props: ReadAndSignProps) {
  const { demande, signer, paper } = props;
  const began = useRef(Date.now());
  const [read, setRead] = useState(false);
  const open = useWrite((url: string) => api.open(url), []);
  const { url } = demande;
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  return (
    <>
      <h2 className="text-xl font-semibold tracking-tight text-balance">
        {signerName(signer)}, lisez avant de signer
      </h2>
      <p className="mt-1 mb-4 text-muted">
        {formatCount(paper.pages, "page")}. Vous signez à la fin du texte.
      </p>
      <div className="rounded-lg border bg-surface px-4 py-5 sm:px-8">
        <Paper blocs={paper.blocs} under={2} />
      </div>
      {paper.pagesJointes > 0 && url && (
        <p className="mt-3 text-muted">
          {formatCount(paper.pagesJointes, "page jointe se lit", "pages jointes se lisent")} dans le
          fichier :{" "}
          <Button variant="link" pending={open.isPending} onClick={() => open.mutate(url)}>
            ouvrir le PDF
          </Button>
          .
        </p>
      )}
      <EndOfText onReached={() => setRead(true)} />
      <SignForm {...props} read={read} began={began.current} />
    </>
  );
}

/** Calls `onReached` each time the end of the text comes into sight. */
function EndOfText({ onReached }: { onReached(): void }) {
  const end = useRef<HTMLDivElement>(null);
  const reached = useRef(onReached);
  reached.current = onReached;
  useEffect(() => {
    if (!end.current) return;
    const watch = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) reached.current();
    });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, []);
  return <div ref={end} className="h-px" />;
}

interface SignFormProps extends ReadAndSignProps {
  read: boolean;
  /** The instant at which the reading began, in milliseconds. */
  began: number;
}

function SignForm({ demande, signer, identite, paper, read, began, onSigned }: SignFormProps) {
  const id = useId();
  const [nom, setNom] = useState(signer.nom);
  const [agreed, setAgreed] = useState(false);
  const [ticked, setTicked] = useState<readonly Case[]>([]);
  const [trace, setTrace] = useState<Trace | null>(null);
  const [error, setError] = useState<string | null>(null);
  const boxes = casesDe(demande, signer.role);
  const unticked = boxes.some(({ cle, obligatoire }) => obligatoire && !ticked.includes(cle));
  const ready = read && agreed && !unticked && nom.trim() !== "";
  const sign = useWrite(
    () =>
      signOnTheSpot(demande.id, {
        signataireId: signer.id,
        nom,
        consentement: true,
        identite,
        ...(boxes.length > 0 ? { cases: [...ticked] } : {}),
        ...(trace ? { trace } : {}),
        secondesDeLecture: Math.round((Date.now() - began) / 1000),
      }),
    TOUCHED_BY_SIGNATURES,
    (refusal) => {
      setError(Object.values(refusal.fields)[0] ?? refusal.message);
      return true;
    },
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!ready || sign.isPending) return;
    setError(null);
    sign.mutate(undefined, {
      onSuccess: () => {
        notify("Votre signature est enregistrée.");
        window.scrollTo(0, 0);
        onSigned();
      },
    });
  }

  return (
    <form onSubmit={submit} noValidate aria-label="Signer" className="mt-6 space-y-5">
      <div>
        <Label htmlFor={`${id}nom`} required className="mb-1">
          Votre prénom et votre nom
        </Label>
        <Input
          id={`${id}nom`}
          value={nom}
          autoComplete="off"
          className="h-12! text-lg!"
          onChange={({ target }) => setNom(target.value)}
        />
      </div>
      <Box id={`${id}consent`} checked={agreed} onTick={setAgreed}>
        {paper.consentement}
        <RequiredStar />
      </Box>
      {boxes.map(({ cle, texte, obligatoire }) => (
        <Box
          key={cle}
          id={id + cle}
          checked={ticked.includes(cle)}
          onTick={(now) =>
            setTicked(now ? [...ticked, cle] : ticked.filter((other) => other !== cle))
          }
        >
          {texte}
          {obligatoire ? <RequiredStar /> : <span className="text-muted"> (facultatif)</span>}
        </Box>
      ))}
      <div>
        <p className="mb-1 text-sm font-medium">Votre signature</p>
        <Drawn onChange={setTrace} />
      </div>
      {error && (
        <p role="alert" className="text-danger">
          {error}
        </p>
      )}
      <Button
        type="submit"
        variant="primary"
        className="h-13! w-full text-lg!"
        disabled={!ready}
        pending={sign.isPending}
      >
        {!sign.isPending && <PenLine aria-hidden />}
        Je signe
      </Button>
    </form>
  );
}

interface BoxProps {
  id: string;
  checked: boolean;
  onTick(now: boolean): void;
  children: ReactNode;
}

/** A checkbox with a long sentence: a tap anywhere on the sentence ticks it. */
function Box({ id, checked, onTick, children }: BoxProps) {
  return (
    <label htmlFor={id} className="flex min-h-12 items-start gap-3 text-lg leading-snug">
      <Checkbox
        id={id}
        checked={checked}
        onChange={({ target }) => onTick(target.checked)}
        className="mt-1"
      />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </label>
  );
}
