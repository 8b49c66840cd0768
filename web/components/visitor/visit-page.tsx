import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useLocation, useParams } from "wouter";
import {
  type LienProprietaire,
  REFUS_ACCES,
  type VisiteProprietaire,
} from "#domain/gerance/mandats/acces-proprietaire.ts";
import { Closed, Frame, FromTheMail, LinkTrouble, Panel, Waiting } from "./frame.tsx";
import { Gate } from "./gate.tsx";
import { useVisit } from "./use-visit.ts";

interface VisitPageProps {
  /** The address shown once the visit is open, without the secret of the link. */
  path: string;
  /** The words of the form for the code: {@link Gate}. */
  gate: { title: string; purpose: string; action: string };
  /** Reads the link, before a code is typed. */
  useLink(jeton: string): UseQueryResult<LienProprietaire>;
  askCode(jeton: string): Promise<unknown>;
  openVisit(jeton: string, code: string): Promise<VisiteProprietaire>;
  /** Draws the open visit; it calls `onOver` when the worker says that the visit is over. */
  children(visit: VisiteProprietaire, onOver: () => void): ReactNode;
}

/**
 * A page opened by a link in a mail (mandats/README §12.20). The secret of the link leaves the address once the visit
 * is open. It stays in the memory of this page alone, as does the token of the visit: a reload forgets both.
 */
export function VisitPage(props: VisitPageProps) {
  const [jeton] = useState(useParams().jeton);
  if (!jeton) return <FromTheMail />;
  return <OfLink {...props} jeton={jeton} />;
}

function OfLink({
  jeton,
  path,
  gate,
  useLink,
  askCode,
  openVisit,
  children,
}: VisitPageProps & { jeton: string }) {
  const link = useLink(jeton);
  const { visit, over, enter, leave } = useVisit();
  const [, navigate] = useLocation();

  function open(opened: VisiteProprietaire) {
    enter(opened);
    navigate(path, { replace: true });
  }

  if (visit) {
    return (
      <Frame agency={link.data} wide>
        {children(visit, leave)}
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
  const { etat } = link.data;
  return (
    <Frame agency={link.data}>
      <Panel>
        {etat === "ouvert" ? (
          <Gate
            {...gate}
            {...link.data}
            over={over}
            askCode={() => askCode(jeton)}
            openVisit={(code) => openVisit(jeton, code)}
            onOpen={open}
          />
        ) : (
          <Closed sentence={REFUS_ACCES[etat]} agency={link.data} />
        )}
      </Panel>
    </Frame>
  );
}
