import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { hasSignatures, type Signing } from "#web/terrain/device/signed.ts";
import { agentsTurn, nameOf, takeBack } from "#web/terrain/device/signing.ts";
import type { Visit } from "#web/terrain/device/visits.ts";
import { Block, Page, Tap } from "#web/terrain/ui.tsx";
import { Digits, isCode } from "./digits.tsx";
import { PersonSigns } from "./person-signs.tsx";
import { Reading } from "./reading.tsx";

interface HandedProps {
  visit: Visit;
  signing: Signing;
}

/** The tablet in the hands of the tenants: what they read and sign, and nothing else, until the digits of the agent. */
export function Handed({ visit, signing }: HandedProps) {
  const { cle } = visit.draft;
  const [rank, setRank] = useState<number | null>(null);
  const [returning, setReturning] = useState(false);
  const signer = rank === null ? undefined : signing.people[rank];
  if (returning) return <TakeBack cle={cle} signing={signing} onBack={() => setReturning(false)} />;
  if (signer && !signer.signature)
    return (
      <PersonSigns
        key={rank}
        cle={cle}
        signing={signing}
        signer={signer}
        alone={!hasSignatures(visit)}
        onBack={() => setRank(null)}
      />
    );
  const done = agentsTurn(signing);
  return (
    <Page
      title={
        signing.contenu.cote === "entree" ? "État des lieux d’entrée" : "État des lieux de sortie"
      }
      text={`${signing.contenu.cadre.logement.adresse ?? ""}, ${signing.contenu.cadre.logement.ville ?? ""}`}
      foot={
        <div className="px-3 py-2">
          <Tap
            tone={done ? "primary" : undefined}
            className="w-full"
            onClick={() => setReturning(true)}
          >
            Rendre la tablette à l’agent
          </Tap>
        </div>
      }
    >
      {!done && <Reading visit={visit} contenu={signing.contenu} />}
      <Block title="Signatures">
        <ul className="divide-y">
          {signing.people.map((one, place) => (
            <li key={one.nom}>
              {one.signature ? (
                <p className="flex min-h-14 items-center justify-between gap-3">
                  {nameOf(one)}
                  <span className={one.signature.refus ? "text-orange" : "text-green"}>
                    {one.signature.refus ? "N’a pas signé" : "A signé"}
                  </span>
                </p>
              ) : (
                <button
                  type="button"
                  className="flex min-h-14 w-full items-center gap-3 text-left font-medium text-accent"
                  onClick={() => setRank(place)}
                >
                  <span className="flex-1">Signer : {nameOf(one)}</span>
                  <ChevronRight aria-hidden className="size-4" />
                </button>
              )}
            </li>
          ))}
        </ul>
      </Block>
      {done && <p className="text-muted">C’est fini pour vous : rendez la tablette à l’agent.</p>}
    </Page>
  );
}

interface TakeBackProps {
  cle: string;
  signing: Signing;
  onBack(): void;
}

function TakeBack({ cle, signing, onBack }: TakeBackProps) {
  const [code, setCode] = useState("");
  const [wrong, setWrong] = useState(false);
  async function open() {
    if (await takeBack(cle, signing, code)) {
      window.location.hash = `/${cle}/signer`;
      return;
    }
    setWrong(true);
    setCode("");
  }
  return (
    <Page title="Pour l’agent">
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void open();
        }}
      >
        <Digits label="Votre code de quatre chiffres" value={code} onChange={setCode} />
        {wrong && (
          <p role="alert" className="text-danger">
            Ce n’est pas ce code.
          </p>
        )}
        <Tap type="submit" tone="primary" disabled={!isCode(code)}>
          Reprendre la tablette
        </Tap>
        <Tap onClick={onBack}>Revenir à la lecture</Tap>
      </form>
    </Page>
  );
}
