import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Frame, Panel, Waiting } from "#web/components/visitor/frame.tsx";
import { VisitPage } from "#web/components/visitor/visit-page.tsx";
import { askCode, linkQuery, openVisit } from "#web/entities/mandats/proprietaire.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { OwnerAccount } from "./account.tsx";

const AccountantPage = lazyNamed(() => import("./comptable.tsx"), "AccountantPage");

const GATE = {
  title: "Votre compte de propriétaire",
  purpose: "ouvre votre compte pour cette visite",
  action: "Ouvrir mon compte",
};

const useLink = (jeton: string) => useQuery(linkQuery(jeton));

/** The page of an owner, by the link of his mail (mandats/README §12.20), or of the accountant, whose link says so. */
export function OwnerPage() {
  const [accountant] = useState(() => new URLSearchParams(location.search).has("comptable"));
  if (accountant)
    return (
      <Suspense
        fallback={
          <Frame>
            <Panel>
              <Waiting />
            </Panel>
          </Frame>
        }
      >
        <AccountantPage />
      </Suspense>
    );
  return (
    <VisitPage
      path="/proprietaire"
      gate={GATE}
      useLink={useLink}
      askCode={askCode}
      openVisit={openVisit}
    >
      {({ jeton, jusqua }, onOver) => (
        <OwnerAccount visite={jeton} jusqua={jusqua} onOver={onOver} />
      )}
    </VisitPage>
  );
}
