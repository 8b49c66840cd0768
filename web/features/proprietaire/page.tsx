import { useQuery } from "@tanstack/react-query";
import { VisitPage } from "#web/components/visitor/visit-page.tsx";
import { askCode, linkQuery, openVisit } from "#web/entities/mandats/proprietaire.ts";
import { OwnerAccount } from "./account.tsx";

const GATE = {
  title: "Votre compte de propriétaire",
  purpose: "ouvre votre compte pour cette visite",
  action: "Ouvrir mon compte",
};

const useLink = (jeton: string) => useQuery(linkQuery(jeton));

/** The page of an owner, opened by the link in a mail (mandats/README §12.20). */
export function OwnerPage() {
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
