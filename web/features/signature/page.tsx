import { useQuery } from "@tanstack/react-query";
import { Clock } from "lucide-react";
import { useEffect, useState } from "react";
import { useLocation, useParams } from "wouter";
import type { VisiteProprietaire } from "#domain/gerance/mandats/acces-proprietaire.ts";
import { type EtatDeLien, REFUS_DU_LIEN, ROLES } from "#domain/signature/demande.ts";
import type { LienDeSignature } from "#domain/signature/wire.ts";
import {
  Closed,
  Frame,
  FromTheMail,
  LinkTrouble,
  Panel,
  Waiting,
} from "#web/components/visitor/frame.tsx";
import { Gate } from "#web/components/visitor/gate.tsx";
import { useVisit } from "#web/components/visitor/use-visit.ts";
import { NOTHING_YET } from "./draft.ts";
import { Reading } from "./reading.tsx";
import { askCode, linkQuery, openVisit } from "./visit.ts";

/**
 * The page of a signer, opened by the link in a mail (web/README §10.7). The secret of the link leaves the address
 * once the visit is open. It stays in the memory of this page alone, as do the token of the visit and the typed
 * values.
 */
export function SignaturePage() {
  const [jeton] = useState(useParams().jeton);
  return jeton ? <OfLink jeton={jeton} /> : <FromTheMail />;
}

/** The states of a link in which its holder may open a visit, with the words of the form for the code. */
const GATES: Partial<Record<EtatDeLien, { purpose: string; action: string }>> = {
  ouvert: { purpose: "ouvre le document à lire et à signer", action: "Lire le document" },
  signe: { purpose: "ouvre le document que vous avez signé", action: "Relire le document" },
  scelle: { purpose: "ouvre votre exemplaire signé", action: "Ouvrir mon exemplaire" },
  retractable: { purpose: "ouvre votre exemplaire signé", action: "Ouvrir mon exemplaire" },
};

function OfLink({ jeton }: { jeton: string }) {
  const link = useQuery(linkQuery(jeton));
  const { visit, over, enter, leave } = useVisit();
  // The draft is here, outside the visit: when a visit ends, a long text typed on a phone must not be typed again.
  const [draft, setDraft] = useState(NOTHING_YET);
  const [, navigate] = useLocation();

  // The signer may have signed during the visit that has ended.
  const { refetch } = link;
  useEffect(() => {
    if (over) void refetch();
  }, [over, refetch]);

  function open(opened: VisiteProprietaire) {
    enter(opened);
    navigate("/signature", { replace: true });
  }

  if (visit) {
    return (
      <Frame agency={link.data} wide>
        <Reading
          visit={visit}
          agency={link.data}
          draft={draft}
          onDraft={(change) => setDraft((before) => ({ ...before, ...change }))}
          onOver={leave}
        />
      </Frame>
    );
  }
  if (link.isPending) {
    return (
      <Frame>
        <Panel>
          <Waiting />
        </Panel>
      </Frame>
    );
  }
  if (link.isError) return <LinkTrouble error={link.error} onRetry={() => link.refetch()} />;
  const gate = GATES[link.data.etat];
  return (
    <Frame agency={link.data}>
      <Panel>
        {gate ? (
          <>
            <Asked link={link.data} />
            <Gate
              title={titleOf(link.data)}
              {...gate}
              mail={link.data.mail}
              codeJusqua={link.data.codeJusqua}
              over={over}
              askCode={() => askCode(jeton)}
              openVisit={(code) => openVisit(jeton, code)}
              onOpen={open}
            />
          </>
        ) : (
          <Shut link={link.data} />
        )}
      </Panel>
    </Frame>
  );
}

const titleOf = ({ etat, agenceNom }: LienDeSignature) =>
  etat === "ouvert"
    ? `${agenceNom || "Votre agence"} vous demande de signer un document`
    : etat === "signe"
      ? "Vous avez signé ce document"
      : "Ce document est signé par tous";

/** The title and the signer of the paper, known before the code is typed. */
function Asked({ link: { titre, nom, role } }: { link: LienDeSignature }) {
  return (
    <dl className="mb-5 divide-y rounded-lg border bg-canvas px-4 [&>div]:py-2.5">
      <div>
        <dt className="text-sm text-muted">Document</dt>
        <dd className="font-medium wrap-anywhere">{titre}</dd>
      </div>
      <div>
        <dt className="text-sm text-muted">{ROLES[role]}</dt>
        <dd className="font-medium wrap-anywhere">{nom}</dd>
      </div>
    </dl>
  );
}

function Shut({ link }: { link: LienDeSignature }) {
  if (link.etat === "pas_encore") {
    return (
      <Closed
        sentence="Ce n’est pas encore votre tour de signer."
        icon={<Clock aria-hidden />}
        tone="bg-blue-soft text-blue"
      >
        <p className="mt-1.5 text-muted">
          Un autre signataire signe avant vous. Vous recevrez un courriel quand le document vous
          attendra : rien à faire d’ici là.
        </p>
        <Subject link={link} />
      </Closed>
    );
  }
  return (
    <Closed sentence={REFUS_DU_LIEN[link.etat]} agency={link}>
      <Subject link={link} />
    </Closed>
  );
}

const Subject = ({ link: { titre } }: { link: LienDeSignature }) => (
  <p className="mt-2 font-medium wrap-anywhere">{titre}</p>
);
