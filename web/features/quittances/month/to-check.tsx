import { FailedDocumentMails } from "#web/documents/failed-document-mails.tsx";
import { FailedMails } from "../mails/failed-mails.tsx";
import { LostMails } from "../mails/lost-mails.tsx";
import { Rebuts } from "../mails/rebuts.tsx";

/** The failures that wait for a person: messages to try again, mails to send again. */
export function ToCheck() {
  return (
    <div className="space-y-6">
      <LostMails />
      <section>
        <h2 className="sr-only">À reprendre</h2>
        <Rebuts />
      </section>
      <section>
        <h2 className="mb-2 font-semibold">Courriels à vérifier</h2>
        <FailedMails />
      </section>
      <FailedDocumentMails />
    </div>
  );
}
