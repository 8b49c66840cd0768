import { useQuery } from "@tanstack/react-query";
import { Landmark } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { formatJour } from "#domain/dates.ts";
import type { ConditionsRow } from "#domain/gerance/conditions.ts";
import {
  autresHonorairesEnMots,
  honorairesEnMots,
  type ModeFonds,
  reversementEnMots,
} from "#domain/gerance/mots-de-conditions.ts";
import { partEcrite } from "#domain/gerance/parts.ts";
import type { MissionDetail } from "#domain/mission.ts";
import { formatEuros } from "#domain/montants.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { conditionsQuery } from "#web/entities/missions/api.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { usePeut } from "#web/lib/session.ts";

const ConditionsDialog = lazyNamed(() => import("./conditions-dialog.tsx"), "ConditionsDialog");
const BankDetails = lazyNamed(() => import("./bank-details.tsx"), "BankDetails");

const RECEIVED: Readonly<Record<ModeFonds, string>> = {
  agence: "reçus par l’agence",
  proprietaire: "reçus par le propriétaire",
};

/** The terms of a management mandate: in force, of before and to come. */
export function ConditionsSection({ mission }: { mission: MissionDetail }) {
  const [changing, setChanging] = useState(false);
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
              : "pas encore dites : le propriétaire reçoit les loyers"}
          </p>
          {mayChange && (
            <Button size="sm" onClick={() => setChanging(true)}>
              {present ? "Changer" : "Dire"}
            </Button>
          )}
        </div>
        {present && <Terms row={present} />}
        <Suspense>
          <BankDetails mission={mission} mayDecide={mayChange} />
        </Suspense>
        {others.length > 0 && (
          <details className="mt-2 text-sm print:hidden">
            <summary className="cursor-pointer text-muted">
              Autres conditions ({others.length})
            </summary>
            {others.map((row) => (
              <div key={row.id} className="mt-2 border-t pt-2">
                <p className="font-medium">
                  Depuis le {formatJour(row.depuis)}
                  {row.user && <span className="font-normal text-muted">, par {row.user}</span>}
                </p>
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

/** Terms, typeset. */
function Terms({ row }: { row: ConditionsRow }) {
  const { modeFonds, provision, seuilAccord, parts } = row;
  const others = autresHonorairesEnMots(row);
  return (
    <dl className="mt-2 grid gap-x-6 gap-y-1.5 text-sm sm:grid-cols-2 lg:grid-cols-3">
      <Term name="Loyers">{RECEIVED[modeFonds]}</Term>
      <Term name="Honoraires de gestion">{honorairesEnMots(row) ?? "aucun"}</Term>
      <Term name="Comptes rendus">{reversementEnMots(row)}</Term>
      <Term name="Provision conservée">{formatEuros(provision)}</Term>
      <Term name="Dépenses sans accord">jusqu’à {formatEuros(seuilAccord)}</Term>
      {others.length > 0 && (
        <Term name="Autres honoraires">
          {others.map((fee) => (
            <span key={fee} className="block">
              {fee}
            </span>
          ))}
        </Term>
      )}
      {parts.length > 0 && (
        <Term name="Quotes-parts">
          {parts.map((part) => (
            <span key={part.ClientId} className="block">
              {part.nom} : <span className="tabular-nums">{partEcrite(part)}</span>
            </span>
          ))}
        </Term>
      )}
    </dl>
  );
}

function Term({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}
