import { useQuery } from "@tanstack/react-query";
import { Landmark } from "lucide-react";
import { Suspense, useState } from "react";
import { formatJour } from "#domain/dates.ts";
import type { ConditionsRow } from "#domain/gerance/mandats/conditions.ts";
import type { MissionDetail } from "#domain/missions/mission-fiche.ts";
import { Author } from "#web/components/record/author.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { conditionsQuery } from "#web/entities/mandats/missions.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { usePeut } from "#web/lib/server/session.ts";

const ConditionsDialog = lazyNamed(() => import("./conditions-dialog.tsx"), "ConditionsDialog");
const AvenantButton = lazyNamed(() => import("./avenant-button.tsx"), "AvenantButton");
const BankDetails = lazyNamed(() => import("./bank-details.tsx"), "BankDetails");

/** The terms of a management mandate: present, former and future. */
export function ConditionsSection({ mission }: { mission: MissionDetail }) {
  const [changing, setChanging] = useState(false);
  const [accounts, setAccounts] = useState(false);
  const mayChange = usePeut("administrer");
  const { data } = useQuery(conditionsQuery(mission.id));
  if (!data) return null;
  const present = data.data.find(({ enVigueur }) => enVigueur) ?? null;
  const others = data.data.filter((row) => row !== present);
  return (
    <Card className="mt-3 px-4 py-2.5">
      <section aria-label="Conditions du mandat">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Landmark aria-hidden className="size-4 text-muted" />
          <h2 className="font-medium text-sm">Conditions du mandat</h2>
          <p className="min-w-0 flex-1 basis-60 text-muted text-sm">
            {present
              ? `en vigueur depuis le ${formatJour(present.depuis)}`
              : "pas encore fixées : le propriétaire reçoit lui-même les loyers"}
          </p>
          {present?.avenant && (
            <Suspense>
              <AvenantButton id={mission.id} row={present} />
            </Suspense>
          )}
          {present && !accounts && (
            <Button size="sm" variant="ghost" onClick={() => setAccounts(true)}>
              Comptes bancaires
            </Button>
          )}
          {mayChange && (
            <Button size="sm" onClick={() => setChanging(true)}>
              {present ? "Changer" : "Fixer les conditions"}
            </Button>
          )}
        </div>
        {present && <Terms row={present} />}
        {(accounts || present?.parts.some(({ change }) => change)) && (
          <Suspense>
            <BankDetails mission={mission} mayDecide={mayChange} />
          </Suspense>
        )}
        {others.length > 0 && (
          <details className="mt-2 text-sm print:hidden">
            <summary className="cursor-pointer text-muted">
              Autres conditions ({others.length})
            </summary>
            {others.map((row) => (
              <div key={row.id} className="mt-2 border-t pt-2">
                <div className="flex flex-wrap items-center gap-x-3">
                  <p className="flex-1 font-medium">
                    Depuis le {formatJour(row.depuis)}
                    {row.user && (
                      <span className="font-normal text-muted">
                        , par <Author user={row.user} />
                      </span>
                    )}
                  </p>
                  {row.avenant && (
                    <Suspense>
                      <AvenantButton id={mission.id} row={row} />
                    </Suspense>
                  )}
                </div>
                <Terms row={row} />
              </div>
            ))}
          </details>
        )}
      </section>
      {changing && (
        <Suspense>
          <ConditionsDialog
            mission={mission}
            present={present}
            onClose={() => setChanging(false)}
          />
        </Suspense>
      )}
    </Card>
  );
}

const Terms = ({ row }: { row: ConditionsRow }) => (
  <dl className="mt-2 grid gap-x-6 gap-y-1.5 text-sm sm:grid-cols-2 lg:grid-cols-3">
    {row.enMots.map(({ nom, textes }) => (
      <div key={nom} className="min-w-0">
        <dt className="text-muted">{nom}</dt>
        {textes.map((text) => (
          <dd key={text} className="break-words tabular-nums">
            {text}
          </dd>
        ))}
      </div>
    ))}
  </dl>
);
