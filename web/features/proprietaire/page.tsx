import { useQuery } from "@tanstack/react-query";
import { Link2Off, MailOpen, WifiOff } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { useLocation, useParams } from "wouter";
import {
  type LienProprietaire,
  REFUS_ACCES,
  type VisiteProprietaire,
} from "#domain/gerance/mandats/acces-proprietaire.ts";
import { Button } from "#web/components/ui/button.tsx";
import { linkQuery } from "#web/entities/mandats/proprietaire.ts";
import { secondsUntil } from "#web/lib/clock.ts";
import { ApiError } from "#web/lib/server/api.ts";
import { OwnerAccount } from "./account.tsx";
import { Frame, Panel, Sign, Title, Waiting } from "./frame.tsx";
import { Gate } from "./gate.tsx";

/**
 * The page of an owner, by the link of his mail (mandats/README §12.20). The secret of the link leaves the address once
 * the visit is open, and lives in this page alone, as the token of the visit does: closed or loaded again, it knows
 * nothing.
 */
export function OwnerPage() {
  const [jeton] = useState(useParams().jeton);
  if (!jeton) {
    return (
      <Frame>
        <Panel>
          <Sign tone="bg-blue-soft text-blue">
            <MailOpen aria-hidden />
          </Sign>
          <Title>Ouvrez cette page depuis votre courriel.</Title>
          <p className="mt-1.5 text-muted">
            Par sécurité, votre visite ne survit pas à la page. Le lien de votre courriel en ouvre
            une autre, avec un nouveau code.
          </p>
        </Panel>
      </Frame>
    );
  }
  return <OfLink jeton={jeton} />;
}

function OfLink({ jeton }: { jeton: string }) {
  const link = useQuery(linkQuery(jeton));
  const [visit, setVisit] = useState<VisiteProprietaire | null>(null);
  const [over, setOver] = useState(false);
  const [, navigate] = useLocation();

  const leave = useCallback(() => {
    setVisit(null);
    setOver(true);
  }, []);

  useEffect(() => {
    if (!visit) return;
    const timer = setTimeout(leave, secondsUntil(visit.jusqua) * 1000);
    return () => clearTimeout(timer);
  }, [visit, leave]);

  function enter(opened: VisiteProprietaire) {
    setVisit(opened);
    setOver(false);
    navigate("/proprietaire", { replace: true });
  }

  if (visit) {
    return (
      <Frame agency={link.data} wide>
        <OwnerAccount visite={visit.jeton} jusqua={visit.jusqua} onOver={leave} />
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
  if (link.isError) return <Trouble error={link.error} onRetry={() => link.refetch()} />;
  const { etat } = link.data;
  return (
    <Frame agency={link.data}>
      <Panel>
        {etat === "ouvert" ? (
          <Gate jeton={jeton} link={link.data} over={over} onOpen={enter} />
        ) : (
          <Closed sentence={REFUS_ACCES[etat]} agency={link.data} />
        )}
      </Panel>
    </Frame>
  );
}

function Closed({ sentence, agency }: { sentence: string; agency?: LienProprietaire }) {
  return (
    <>
      <Sign tone="bg-orange-soft text-orange">
        <Link2Off aria-hidden />
      </Sign>
      <Title>{sentence}</Title>
      {agency?.agenceEmail && (
        <p className="mt-2 text-muted">
          Écrivez à{" "}
          <a
            href={`mailto:${agency.agenceEmail}`}
            className="font-medium break-all text-accent underline underline-offset-4"
          >
            {agency.agenceEmail}
          </a>
          .
        </p>
      )}
    </>
  );
}

function Trouble({ error, onRetry }: { error: Error; onRetry(): void }) {
  const unknown = error instanceof ApiError && (error.status === 404 || error.status === 422);
  return (
    <Frame>
      <Panel>
        {unknown ? (
          <Closed sentence="Ce lien n’existe pas. Vérifiez qu’il est entier, ou demandez-en un autre à votre agence." />
        ) : (
          <>
            <Sign tone="bg-orange-soft text-orange">
              <WifiOff aria-hidden />
            </Sign>
            <Title>La page n’a pas pu être lue.</Title>
            <p className="mt-1.5 text-muted">
              {error instanceof ApiError && error.status !== 0
                ? error.message
                : "Le serveur ne répond pas\u00A0: vérifiez votre connexion."}
            </p>
            <Button variant="primary" className="mt-5 h-12! w-full text-lg!" onClick={onRetry}>
              Réessayer
            </Button>
          </>
        )}
      </Panel>
    </Frame>
  );
}
