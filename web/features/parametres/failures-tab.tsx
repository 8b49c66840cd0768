import { FailedMailList } from "../quittances/list.tsx";
import { Backups } from "./backups.tsx";
import { FailedJobs } from "./failed-jobs.tsx";

/** What did not go through by itself and waits for someone, and whether the copies are made. */
export function FailuresTab() {
  return (
    <div className="space-y-5">
      <FailedJobs />
      <section>
        <h3 className="mb-2 font-semibold">Courriels à vérifier</h3>
        <FailedMailList />
      </section>
      <Backups />
    </div>
  );
}
