import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import type { FieldValues } from "react-hook-form";
import { schemaDe } from "#domain/agence/agence.ts";
import { ErrorState } from "#web/components/error-state.tsx";
import { FormNotes } from "#web/components/form/form-notes.tsx";
import { SaveBar } from "#web/components/form/save-bar.tsx";
import { RecordForm } from "#web/components/record/record-form.tsx";
import { WaitingFields } from "#web/components/waiting.tsx";
import { variables } from "#web/entities/agence/variables.ts";
import { notify } from "#web/lib/notify.ts";
import { rulesOf } from "#web/lib/rules/schema.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { type Settings, saveSettings, settingsOf } from "./settings.ts";
import { SettingsNotes } from "./settings-notes.tsx";

const SCHEMAS = { agence: schemaDe("agence"), defauts: schemaDe("defauts") };

interface SettingsFormProps {
  /** The key of the form's schema. */
  name: keyof typeof SCHEMAS;
  children: ReactNode;
}

/** Settings that take effect once saved; the save bar appears at the first change. */
export function SettingsForm({ name, children }: SettingsFormProps) {
  const schema = SCHEMAS[name];
  const rules = useMemo(() => rulesOf(schema), [schema]);
  const client = useQueryClient();
  const query = useQuery(variables.list());
  const readRows = async () =>
    (await client.fetchQuery({ ...variables.list(), staleTime: 0 })).data;
  const readSettings = async () => settingsOf(schema, await readRows());
  const save = useWrite(
    (changed: Settings) => saveSettings(schema, changed, readRows),
    [variables.name, "Changement"],
    () => true,
  );

  if (query.isError && !query.data) {
    return (
      <div className="pt-5">
        <ErrorState error={query.error} onRetry={() => query.refetch()} />
      </div>
    );
  }
  if (!query.data) return <WaitingFields />;
  return (
    <RecordForm<Settings, FieldValues>
      rules={rules}
      record={settingsOf(schema, query.data.data)}
      create={(values) => save.mutateAsync({ ...values, version: 0 })}
      draft={name}
      modify={save.mutateAsync}
      reload={readSettings}
      createLabel="Enregistrer"
      stays
      onSaved={() => notify("Vos modifications ont été prises en compte.")}
      onLeave={() => {}}
    >
      {(form) => (
        <>
          {form.body(
            <FormNotes source={(tell) => <SettingsNotes schema={schema} tell={tell} />}>
              {children}
            </FormNotes>,
          )}
          {form.bar && <SaveBar {...form.bar} />}
        </>
      )}
    </RecordForm>
  );
}
