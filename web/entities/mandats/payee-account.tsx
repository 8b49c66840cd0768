import { useQuery } from "@tanstack/react-query";
import { Landmark } from "lucide-react";
import { Suspense, useState } from "react";
import { formatJour } from "#domain/dates.ts";
import { aVenir } from "#domain/gerance/banque/coordonnees-bancaires.ts";
import { Button } from "#web/components/ui/button.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { AccountChange, PaidAccount, type PayeeWords } from "./bank-account.tsx";
import { type Payee, payeeAccounts, payeePath } from "./coordonnees.ts";

const PayeeAccountDialog = lazyNamed(
  () => import("./payee-account-dialog.tsx"),
  "PayeeAccountDialog",
);

const WORDS: Record<Payee["entite"], PayeeWords> = {
  Locataire: {
    them: "le locataire",
    payments: "les virements",
    touched: ["Locataire", "History", "Reversement"],
  },
  Fournisseur: {
    them: "le fournisseur",
    payments: "les virements",
    touched: ["Fournisseur", "History", "Reversement"],
  },
};

/**
 * The account to which a tenant or a supplier is paid, the changes that wait, and the accounts from which a tenant
 * has paid.
 */
export function PayeeAccount({ payee }: { payee: Payee }) {
  const [asking, setAsking] = useState(false);
  const mayChange = usePeut("administrer");
  const { data } = useQuery(payeeAccounts(payee));
  if (!data) return null;
  const path = payeePath(payee);
  const paid = data.comptes.find(({ effectif }) => effectif);
  const change = aVenir(data.comptes, new Date().toISOString());
  return (
    <section aria-label="Compte bancaire" className="text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Landmark aria-hidden className="size-4 text-muted" />
        <h3 className="flex-1 font-medium">Compte bancaire</h3>
        {mayChange && change?.etat !== "en_attente" && (
          <Button size="sm" onClick={() => setAsking(true)}>
            {data.comptes.length > 0 ? "Changer de compte" : "Ajouter un compte"}
          </Button>
        )}
      </div>
      {paid && (
        <ul className="mt-1">
          <PaidAccount path={path} row={paid} mayReveal={mayChange} />
        </ul>
      )}
      {!paid && !change && (
        <p className="mt-1 text-muted">
          Aucun compte bancaire n’est connu : l’agence ne peut pas le payer par virement.
        </p>
      )}
      {change && (
        <AccountChange
          key={change.id}
          path={path}
          row={change}
          words={WORDS[payee.entite]}
          mayDecide={mayChange}
        />
      )}
      {data.connus.map(({ iban, vuLe }) => (
        <p key={iban} className="mt-1 text-muted">
          Il a payé depuis <span className="whitespace-nowrap tabular-nums">{iban}</span>, la
          dernière fois le {formatJour(vuLe)}.
        </p>
      ))}
      {asking && (
        <Suspense>
          <PayeeAccountDialog
            payee={payee}
            present={data}
            touched={WORDS[payee.entite].touched}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </section>
  );
}
