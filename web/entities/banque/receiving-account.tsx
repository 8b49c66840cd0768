import { useQuery } from "@tanstack/react-query";
import { FieldFrame } from "#web/components/fields/field.tsx";
import { useValue } from "#web/components/form/form-context.ts";
import { Select } from "#web/components/ui/select.tsx";
import { comptesBancaires } from "./banque.ts";

/** The accounts that may receive rents; empty where there is no choice to make. */
export function useReceivingAccounts() {
  const { data } = useQuery(comptesBancaires.list({ usage: "gerance" }));
  const open = (data?.data ?? []).filter(({ fermeLe }) => fermeLe === null);
  return open.length > 1 ? open.map(({ id, nom }) => ({ value: String(id), label: nom })) : [];
}

/** The choice that lets the bank statement tell the account. */
export const UNSAID_ACCOUNT = "Selon le relevé";

/** The account that received a payment; shown only where the agency has several, and never for cash. */
export function ReceivingAccountField() {
  const options = useReceivingAccounts();
  const mode = useValue<string>("mode");
  if (options.length === 0 || mode === "especes") return null;
  return (
    <FieldFrame name="CompteBancaireId" label="Compte crédité" span={6} read={String}>
      {({ value, onChange, ...bound }) => (
        <Select
          {...bound}
          options={options}
          empty={UNSAID_ACCOUNT}
          value={value ? String(value) : ""}
          onChange={({ target }) => onChange(target.value ? Number(target.value) : null)}
        />
      )}
    </FieldFrame>
  );
}
