import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { Button } from "#web/components/ui/button.tsx";
import { Panel, Title, Waiting } from "#web/components/visitor/frame.tsx";
import { isVisitOver } from "#web/components/visitor/visit-over.ts";

interface VisitReadProps<Data> {
  query: UseQueryResult<Data>;
  /** The sentence shown when the data could not be read. */
  unread: string;
  /** Called when the worker says that the visit is over. */
  onOver(): void;
  children(data: Data): ReactNode;
}

/** The data of a visit, once they are read. */
export function VisitRead<Data>({ query, unread, onOver, children }: VisitReadProps<Data>) {
  const ended = isVisitOver(query.error);
  useEffect(() => {
    if (ended) onOver();
  }, [ended, onOver]);

  if (query.isPending) {
    return (
      <Panel>
        <Waiting />
      </Panel>
    );
  }
  if (!query.data) {
    return (
      <Panel>
        <Title>{unread}</Title>
        <Button variant="primary" className="mt-5 h-10!" onClick={() => query.refetch()}>
          Réessayer
        </Button>
      </Panel>
    );
  }
  return children(query.data);
}
