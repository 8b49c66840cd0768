import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { aujourdhui } from "#domain/dates.ts";
import { FieldFrame } from "#web/components/fields/field.tsx";
import { useValue } from "#web/components/form/form-context.ts";
import { Select } from "#web/components/ui/select.tsx";
import { comptesBancaires } from "./banque.ts";

/** The rent accounts open today, from which the user chooses. Empty when the agency has fewer than two. */
export function useReceivingAccounts() {
  const { data } = useQuery(comptesBancaires.list({ usage: "gerance" }));
  const today = aujourdhui(new Date());
  const open = (data?.data ?? []).filter(({ fermeLe }) => fermeLe === null || fermeLe > today);
  return open.length > 1 ? open.map(({ id, nom }) => ({ value: String(id), label: nom })) : [];
}

/** The choice that lets the bank statement say which account received the sum. */
export const UNSAID_ACCOUNT = "Selon le relevé";

interface AccountSelectProps
  extends Omit<ComponentProps<typeof Select>, "value" | "onChange" | "options"> {
  value: unknown;
  onChange(id: number | null): void;
}

export function AccountSelect({ value, onChange, ...select }: AccountSelectProps) {
  return (
    <Select
      {...select}
      options={useReceivingAccounts()}
      value={value ? String(value) : ""}
      onChange={({ target }) => onChange(target.value ? Number(target.value) : null)}
    />
  );
}

export const AccountField = ({ label, empty }: { label: string; empty: string }) => (
  <FieldFrame name="CompteBancaireId" label={label} span={6} read={String}>
    {(bound) => <AccountSelect {...bound} empty={empty} />}
  </FieldFrame>
);

/** The account that received a payment. It is hidden for cash, and while the agency has one account only. */
export function ReceivingAccountField() {
  const several = useReceivingAccounts().length > 0;
  const mode = useValue<string>("mode");
  if (!several || mode === "especes") return null;
  return <AccountField label="Compte crédité" empty={UNSAID_ACCOUNT} />;
}
