import { FailedJobs } from "./failed-jobs.tsx";
import { FailedMails } from "./failed-mails.tsx";

/** What did not go through by itself and waits for someone: jobs to do again, mails to send again. */
export function Envois() {
  return (
    <div className="space-y-6">
      <section>
        <h2 className="sr-only">Travaux à reprendre</h2>
        <FailedJobs />
      </section>
      <section>
        <h2 className="mb-2 font-semibold">Courriels à vérifier</h2>
        <FailedMails />
      </section>
    </div>
  );
}
