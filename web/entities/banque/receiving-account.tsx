import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { aujourdhui } from "#domain/dates.ts";
import { FieldFrame } from "#web/components/fields/field.tsx";
import { useValue } from "#web/components/form/form-context.ts";
import { Select } from "#web/components/ui/select.tsx";
import { comptesBancaires } from "./banque.ts";

/**
 * The rent accounts not closed before a day (today by default), as the options of a choice. Empty when there are
 * fewer than two, because there is nothing to choose.
 */
export function useReceivingAccounts(day?: string | null) {
  const { data } = useQuery(comptesBancaires.list({ usage: "gerance" }));
  const on = day || aujourdhui(new Date());
  const open = (data?.data ?? []).filter(({ fermeLe }) => fermeLe === null || fermeLe >= on);
  return open.length > 1 ? open.map(({ id, nom }) => ({ value: String(id), label: nom })) : [];
}

/** The option without an account: the bank statement will show which account received the sum. */
export const UNSAID_ACCOUNT = "Selon le relevé";

interface AccountSelectProps
  extends Omit<ComponentProps<typeof Select>, "value" | "onChange" | "options"> {
  day: string | null;
  value: unknown;
  onChange(id: number | null): void;
}

export function AccountSelect({ day, value, onChange, ...select }: AccountSelectProps) {
  return (
    <Select
      {...select}
      options={useReceivingAccounts(day)}
      value={value ? String(value) : ""}
      onChange={({ target }) => onChange(target.value ? Number(target.value) : null)}
    />
  );
}

/** The field for the account of a sum, among the rent accounts not closed before the day of the sum. */
export function AccountField({ label, empty }: { label: string; empty: string }) {
  const day = useValue<string>("date");
  return (
    <FieldFrame name="CompteBancaireId" label={label} span={6} read={String}>
      {(bound) => <AccountSelect {...bound} day={day} empty={empty} />}
    </FieldFrame>
  );
}

/**
 * The rent account that received a payment. The field is hidden for cash, and when there are fewer than two accounts.
 */
export function ReceivingAccountField() {
  const several = useReceivingAccounts(useValue("date")).length > 0;
  const mode = useValue<string>("mode");
  if (!several || mode === "especes") return null;
  return <AccountField label="Compte crédité" empty={UNSAID_ACCOUNT} />;
}
