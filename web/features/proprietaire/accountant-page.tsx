import { useQuery } from "@tanstack/react-query";
import { VisitPage } from "#web/components/visitor/visit-page.tsx";
import { askCode, linkQuery, openVisit } from "#web/entities/agence/comptable.ts";
import { AccountantFiles } from "./accountant-files.tsx";

const GATE = {
  title: "Les exports comptables",
  purpose: "ouvre les exports pour cette visite",
  action: "Ouvrir les exports",
};

const useLink = (jeton: string) => useQuery(linkQuery(jeton));

/** The page of the agency's accountant, opened by the link in a mail (livres/README §12.26). */
export function AccountantPage() {
  return (
    <VisitPage
      path="/comptable"
      gate={GATE}
      useLink={useLink}
      askCode={askCode}
      openVisit={openVisit}
    >
      {({ jeton, jusqua }, onOver) => (
        <AccountantFiles visite={jeton} jusqua={jusqua} onOver={onOver} />
      )}
    </VisitPage>
  );
}
