import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { MissionDetail } from "#domain/missions/mission-fiche.ts";
import { creation } from "#domain/missions/mission-fiche.ts";
import { ErrorState } from "#web/components/error-state.tsx";
import { useFormWrites } from "#web/components/form/form-writes.ts";
import { SaveButtons } from "#web/components/form/save-bar.tsx";
import { RecordForm } from "#web/components/record/record-form.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { useReturnFocus } from "#web/components/ui/return-focus.ts";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { missions, TOUCHED_BY_MISSIONS } from "#web/entities/mandats/missions.ts";
import { missionTitle } from "#web/entities/mandats/missions-columns.tsx";
import { notify } from "#web/lib/notify.ts";
import { rulesOf } from "#web/lib/rules/schema.ts";
import { MissionFields } from "./form.tsx";

const rules = rulesOf(creation);

interface InlineMissionProps {
  id: number;
  onClose(): void;
}

export function InlineMission({ id, onClose }: InlineMissionProps) {
  const query = useQuery(missions.find(id));
  const giveFocusBack = useReturnFocus();
  const close = () => {
    onClose();
    giveFocusBack(new Event("close"));
  };
  if (query.data) return <InlineForm mission={query.data} onClose={close} />;
  if (query.isError) return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  return <Skeleton className="m-5 h-40" />;
}

interface InlineFormProps {
  mission: MissionDetail;
  onClose(): void;
}

function InlineForm({ mission, onClose }: InlineFormProps) {
  const writes = useFormWrites(missions, mission.id, TOUCHED_BY_MISSIONS);
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    // The menu that opened the form first returns the focus to its button; the form takes the focus afterwards.
    const timer = setTimeout(() => frame.current?.querySelector("input")?.focus(), 50);
    return () => clearTimeout(timer);
  }, []);
  return (
    <RecordForm
      rules={rules}
      record={mission}
      {...writes}
      createLabel=""
      onSaved={() => {
        notify("Vos modifications ont été prises en compte.");
        onClose();
      }}
      onLeave={onClose}
    >
      {({ body, bar, leave }) => (
        <section ref={frame} aria-label={missionTitle(mission)} className="px-5 pb-4">
          {body(<MissionFields registered={mission.auRegistre} />)}
          <div className="flex justify-end gap-2">
            {bar ? <SaveButtons {...bar} /> : <Button onClick={leave}>Fermer</Button>}
          </div>
        </section>
      )}
    </RecordForm>
  );
}
