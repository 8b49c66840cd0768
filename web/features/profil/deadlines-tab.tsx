import { useQuery } from "@tanstack/react-query";
import { CalendarClock } from "lucide-react";
import { useId, useState } from "react";
import { ErrorState } from "#web/components/error-state.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { Label } from "#web/components/ui/label.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { Switch } from "#web/components/ui/switch.tsx";
import {
  askWeeklyMail,
  makeCalendar,
  myDeadlines,
  TOUCHED_BY_MY_DEADLINES,
  takeCalendarAway,
} from "#web/entities/agence/suivi-gestures.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { CopyButton } from "./copy-button.tsx";

/** How the user follows the deadlines: a mail on Mondays, and a calendar. */
export function DeadlinesTab() {
  const { data, error, refetch } = useQuery(myDeadlines);
  const mail = useWrite(askWeeklyMail, TOUCHED_BY_MY_DEADLINES);
  const id = useId();
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <Skeleton className="h-24 max-w-2xl" />;
  return (
    <div className="max-w-2xl space-y-4">
      <Card className="flex items-start gap-4 p-4">
        <div className="min-w-0 flex-1">
          <Label htmlFor={id}>Courriel du lundi</Label>
          <p className="mt-0.5 text-sm text-muted">
            Les échéances en retard et celles de la semaine, les vôtres et celles de tous ; rien
            s’il n’y en a pas.
          </p>
        </div>
        <Switch
          id={id}
          checked={data.mail}
          disabled={mail.isPending}
          onChange={({ target }) => mail.mutate(target.checked)}
        />
      </Card>
      <Calendar exists={data.agenda} />
    </div>
  );
}

/** Shows the address of a calendar only just after the user makes it: the server keeps a hash of the address. */
function Calendar({ exists }: { exists: boolean }) {
  const [address, setAddress] = useState<string | null>(null);
  const make = useWrite(makeCalendar, TOUCHED_BY_MY_DEADLINES);
  const take = useWrite(takeCalendarAway, TOUCHED_BY_MY_DEADLINES);
  return (
    <Card className="p-4">
      <p className="font-medium">Calendrier</p>
      <p className="mt-0.5 text-sm text-muted">
        Une adresse secrète à ajouter à votre agenda : quatre cents jours d’échéances, sans nom de
        personne.
      </p>
      {address && (
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <Input
            readOnly
            aria-label="Adresse du calendrier"
            value={address}
            className="min-w-0 flex-1 basis-60"
            onFocus={({ target }) => target.select()}
          />
          <CopyButton text={address} label="Copier" />
          <p className="w-full text-sm text-muted">
            Copiez-la maintenant : elle ne sera plus montrée.
          </p>
        </div>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          pending={make.isPending}
          onClick={() =>
            make.mutate(undefined, { onSuccess: ({ adresse }) => setAddress(adresse) })
          }
        >
          {!make.isPending && <CalendarClock aria-hidden />}
          {exists ? "Changer l’adresse" : "Créer une adresse"}
        </Button>
        {exists && (
          <Button
            variant="ghost"
            pending={take.isPending}
            onClick={() =>
              take.mutate(undefined, {
                onSuccess: () => {
                  setAddress(null);
                  notify("L’adresse du calendrier est retirée.");
                },
              })
            }
          >
            Retirer
          </Button>
        )}
      </div>
    </Card>
  );
}
