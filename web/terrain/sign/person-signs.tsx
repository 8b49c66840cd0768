import { useEffect, useState } from "react";
import { consentementAuConstat } from "#domain/terrain/constat.ts";
import type { SignatureDuConstat } from "#domain/terrain/signature.ts";
import { Notice } from "#web/components/notice.tsx";
import { Drawn } from "#web/components/paper/drawn.tsx";
import { hasSignatures, type Signer, type Signing } from "#web/terrain/device/signed.ts";
import {
  addReserves,
  nameOf,
  putSigning,
  refusedBy,
  signatureOf,
} from "#web/terrain/device/signing.ts";
import type { Visit } from "#web/terrain/device/visits.ts";
import { Block, Page, Tap, Text } from "#web/terrain/ui.tsx";

interface PersonSignsProps {
  visit: Visit;
  signing: Signing;
  signer: Signer;
  onBack(): void;
}

/** One person signs, with or without a drawing, or refuses. The screen closes once the answer is on the disk. */
export function PersonSigns({ visit, signing, signer, onBack }: PersonSignsProps) {
  const { cle } = visit.draft;
  const [nom, setNom] = useState(nameOf(signer));
  const [agreed, setAgreed] = useState(false);
  const [trace, setTrace] = useState<SignatureDuConstat["trace"]>(null);
  const [refusing, setRefusing] = useState(false);
  const answered = signer.signature !== null;
  const stored = answered && visit.kept;
  useEffect(() => {
    if (stored) onBack();
  }, [stored, onBack]);
  // The person is found by reference: two tenants may have the same name.
  const answer = (signature: SignatureDuConstat) =>
    void putSigning(cle, {
      ...signing,
      people: signing.people.map((one) => (one === signer ? { ...one, signature } : one)),
    });
  if (answered)
    return (
      <Page title={nameOf(signer)} text="Signature">
        {visit.full ? <Notice>{FULL}</Notice> : <p role="status">Enregistrement…</p>}
      </Page>
    );
  if (refusing)
    return (
      <Refusing
        cle={cle}
        signing={signing}
        alone={!hasSignatures(visit)}
        onBack={() => setRefusing(false)}
        onRefuse={(motif) => answer(refusedBy(signer, motif))}
      />
    );
  return (
    <Page
      title={nameOf(signer)}
      text="Signature"
      foot={
        <div className="grid gap-2 px-3 py-2">
          <Tap
            tone="primary"
            disabled={!agreed || nom.trim() === ""}
            onClick={() => answer(signatureOf(signer, { nom: nom.trim(), trace }))}
          >
            Je signe
          </Tap>
          <div className="grid grid-cols-2 gap-2">
            <Tap onClick={onBack}>Relire</Tap>
            <Tap onClick={() => setRefusing(true)}>Je ne signe pas</Tap>
          </div>
        </div>
      }
    >
      <div className="grid gap-4">
        <Text label="Votre nom" value={nom} onChange={setNom} />
        <label className="flex min-h-12 items-start gap-3">
          <input
            type="checkbox"
            className="mt-0.5 size-6 shrink-0 accent-(--color-accent)"
            checked={agreed}
            onChange={(event) => setAgreed(event.target.checked)}
          />
          <span>{consentementAuConstat(signing.contenu)}</span>
        </label>
        <Drawn onChange={setTrace} />
      </div>
    </Page>
  );
}

const FULL =
  "La mémoire de l’appareil est pleine : votre réponse n’est pas encore gardée. Libérez de la place sans fermer cette page.";

interface RefusingProps {
  cle: string;
  signing: Signing;
  /** Whether nobody has signed yet: the reservations can still change. */
  alone: boolean;
  onBack(): void;
  onRefuse(motif: string): void;
}

/** Offers to write reservations, which everybody then signs with the inventory, or to refuse with a reason. */
function Refusing({ cle, signing, alone, onBack, onRefuse }: RefusingProps) {
  const [reserves, setReserves] = useState(signing.contenu.releve.complements.reserves ?? "");
  const [motif, setMotif] = useState("");
  return (
    <Page
      title="Ne pas signer"
      foot={
        <div className="px-3 py-2">
          <Tap className="w-full" onClick={onBack}>
            Revenir à la signature
          </Tap>
        </div>
      }
    >
      {alone ? (
        <Block title="Signer avec des réserves">
          <Text label="Vos réserves" lines value={reserves} onChange={setReserves} />
          <Tap
            tone="primary"
            className="mt-3 w-full"
            disabled={reserves.trim() === ""}
            onClick={() => void addReserves(cle, signing, reserves.trim()).then(onBack)}
          >
            Ajouter ces réserves
          </Tap>
        </Block>
      ) : (
        <Notice className="mb-3">
          Quelqu’un a déjà signé : le texte ne change plus. Vous pourrez demander un complément.
        </Notice>
      )}
      <Block title="Refuser de signer">
        <Text label="Pourquoi" lines value={motif} onChange={setMotif} />
        <Tap
          className="mt-3 w-full text-danger!"
          disabled={motif.trim() === ""}
          onClick={() => onRefuse(motif.trim())}
        >
          Je refuse de signer
        </Tap>
      </Block>
    </Page>
  );
}
