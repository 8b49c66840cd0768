import { ChevronRight } from "lucide-react";
import { useState } from "react";
import type { Signing } from "#web/terrain/device/signed.ts";
import { agentsTurn, nameOf } from "#web/terrain/device/signing.ts";
import type { Visit } from "#web/terrain/device/visits.ts";
import { Block, Page, Tap } from "#web/terrain/ui.tsx";
import { PersonSigns } from "./person-signs.tsx";
import { Reading } from "./reading.tsx";
import { TakeBack } from "./take-back.tsx";

interface HandedProps {
  visit: Visit;
  signing: Signing;
}

/**
 * The tablet while tenants hold it: it shows the paper to read and sign, and nothing else, until the agent takes it
 * back.
 */
export function Handed({ visit, signing }: HandedProps) {
  const { cle } = visit.draft;
  const [rank, setRank] = useState<number | null>(null);
  const [returning, setReturning] = useState(false);
  const signer = rank === null ? undefined : signing.people[rank];
  if (returning) return <TakeBack cle={cle} signing={signing} onBack={() => setReturning(false)} />;
  if (signer)
    return (
      <PersonSigns
        key={rank}
        visit={visit}
        signing={signing}
        signer={signer}
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
          {Object.entries(signing.people).map(([place, one]) => (
            <li key={place}>
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
                  onClick={() => setRank(Number(place))}
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
