import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import type { CleTotp, Facteurs } from "#domain/profils/facteur.ts";
import { CODES_DE_SECOURS } from "#domain/profils/facteur.ts";
import { confirm } from "#web/components/confirm.tsx";
import { ErrorState } from "#web/components/error-state.tsx";
import { Badge } from "#web/components/ui/badge.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { WaitingFields } from "#web/components/waiting.tsx";
import {
  beginTotp,
  facteursQuery,
  removeTotp,
  renewCodes,
} from "#web/entities/profils/facteurs.ts";
import { formatCount } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { FactorCard } from "./factor-card.tsx";
import { PasskeysCard } from "./passkeys-card.tsx";

const TotpDialog = lazyNamed(() => import("./totp-dialog.tsx"), "TotpDialog");
const CodesDialog = lazyNamed(() => import("./codes-dialog.tsx"), "CodesDialog");

interface FactorsTabProps {
  /** Called once a second factor was added and the user has seen the recovery codes. */
  onAdded?(): void;
}

export function FactorsTab({ onAdded = () => {} }: FactorsTabProps) {
  const query = useQuery({ ...facteursQuery, staleTime: 0 });
  const [codes, setCodes] = useState<string[] | null>(null);
  if (query.isError && !query.data) {
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  }
  if (!query.data) return <WaitingFields />;

  function added(secours: string[] | null) {
    if (secours) setCodes(secours);
    else onAdded();
  }

  const some = query.data.totp || query.data.passkeys.length > 0;
  return (
    <div className="max-w-2xl space-y-4">
      <p className="text-muted">
        Avec un second facteur, qui connaîtrait votre mot de passe n’entrerait pas pour autant.
      </p>
      <TotpCard facteurs={query.data} onAdded={added} />
      <PasskeysCard facteurs={query.data} onAdded={added} />
      {some && <CodesCard facteurs={query.data} onRenewed={setCodes} />}
      {codes && (
        <Suspense>
          <CodesDialog
            codes={codes}
            onClose={() => {
              setCodes(null);
              onAdded();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

interface TotpCardProps {
  facteurs: Facteurs;
  onAdded(codes: string[] | null): void;
}

function TotpCard({ facteurs, onAdded }: TotpCardProps) {
  const [key, setKey] = useState<CleTotp | null>(null);
  const begin = useWrite(beginTotp, []);
  const remove = useWrite(removeTotp, ["facteurs"]);

  async function askRemoval() {
    const question = {
      title: "Retirer l’application à codes ?",
      text: "Ses codes ne seront plus acceptés.",
      action: "Retirer",
      danger: true,
    };
    if (!(await confirm(question))) return;
    remove.mutate(undefined, { onSuccess: () => notify("L’application à codes est retirée.") });
  }

  const add = () => begin.mutate(undefined, { onSuccess: setKey });
  return (
    <FactorCard
      title="Application à codes"
      badge={facteurs.totp && <Badge tone="green">Active</Badge>}
      text="Une application du téléphone (Google Authenticator, Microsoft Authenticator, FreeOTP …) donne un code de six chiffres, qui change toutes les trente secondes."
      actions={
        facteurs.totp ? (
          <>
            <Button onClick={add} pending={begin.isPending}>
              Changer d’application
            </Button>
            <Button onClick={askRemoval} pending={remove.isPending}>
              Retirer
            </Button>
          </>
        ) : (
          <Button variant="primary" onClick={add} pending={begin.isPending}>
            Ajouter une application
          </Button>
        )
      }
    >
      {key && (
        <Suspense>
          <TotpDialog
            cle={key}
            onClose={() => setKey(null)}
            onDone={(codes) => {
              setKey(null);
              notify("L’application à codes est ajoutée.");
              onAdded(codes);
            }}
          />
        </Suspense>
      )}
    </FactorCard>
  );
}

interface CodesCardProps {
  facteurs: Facteurs;
  onRenewed(codes: string[]): void;
}

function CodesCard({ facteurs: { secours }, onRenewed }: CodesCardProps) {
  const renew = useWrite(renewCodes, ["facteurs"]);

  async function askRenewal() {
    const question = {
      title: "Renouveler les codes de secours ?",
      text: "Les anciens ne seront plus acceptés.",
      action: "Renouveler",
    };
    if (!(await confirm(question))) return;
    renew.mutate(undefined, { onSuccess: (made) => onRenewed(made.secours) });
  }

  return (
    <FactorCard
      title="Codes de secours"
      badge={
        <Badge tone={secours > 2 ? "grey" : "orange"}>
          {formatCount(secours, "code restant", "codes restants")} sur {CODES_DE_SECOURS}
        </Badge>
      }
      text="Chacun ouvre votre compte une fois, quand l’application et les clés d’accès sont perdues."
      actions={
        <Button onClick={askRenewal} pending={renew.isPending}>
          Renouveler les codes
        </Button>
      }
    />
  );
}
