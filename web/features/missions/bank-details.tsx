import { useQuery } from "@tanstack/react-query";
import { aVenir } from "#domain/gerance/banque/coordonnees-bancaires.ts";
import type { MissionDetail } from "#domain/missions/mission-fiche.ts";
import { AccountChange, PaidAccount } from "#web/entities/mandats/bank-account.tsx";
import { bankDetailsQuery } from "#web/entities/mandats/missions.ts";

const OWNER = {
  them: "le propriétaire",
  payments: "les reversements",
  touched: ["Mission", "History", "Reversement"],
};

interface BankDetailsProps {
  mission: MissionDetail;
  mayDecide: boolean;
}

/** The account to which each owner of a mandate is paid, and the changes that wait. */
export function BankDetails({ mission, mayDecide }: BankDetailsProps) {
  const { data } = useQuery(bankDetailsQuery(mission.id));
  if (!data) return null;
  if (data.data.length === 0)
    return <p className="mt-2 text-muted text-sm">Aucun compte bancaire n’est connu.</p>;
  const now = new Date().toISOString();
  const path = `/Mission/${mission.id}/coordonnees`;
  const byOwner = Map.groupBy(data.data, ({ ClientId }) => ClientId);
  const owners = mission.Clients.flatMap(({ id }) => {
    const rows = byOwner.get(id);
    return rows ? [rows] : [];
  });
  const changes = owners.flatMap((rows) => aVenir(rows, now) ?? []);
  return (
    <div className="mt-2 text-sm">
      <p className="text-muted">Comptes des mandants</p>
      <ul>
        {owners.flatMap((rows) => {
          const paid = rows.find(({ effectif }) => effectif);
          return paid
            ? [<PaidAccount key={paid.id} path={path} row={paid} mayReveal={mayDecide} />]
            : [];
        })}
      </ul>
      {changes.map((row) => (
        <AccountChange key={row.id} path={path} row={row} words={OWNER} mayDecide={mayDecide} />
      ))}
    </div>
  );
}
