import { agenceDe } from "#domain/agence/agence.ts";
import type { VariableRow } from "#domain/agence/variable.ts";
import { variables } from "#web/entities/agence/variables.ts";
import { notify } from "#web/lib/notify.ts";
import type { Values } from "#web/lib/rules/values.ts";
import { ApiError } from "#web/lib/server/api.ts";

export interface Settings extends Values {
  version: number;
}

/** The stored values of the settings of a form; null for a text that is no valid value, which must be typed again. */
export function settingsOf(schema: { shape: object }, rows: readonly VariableRow[]): Settings {
  const keys = Object.keys(schema.shape);
  const { illisibles, ...agence } = agenceDe(rows);
  const emptied = Object.fromEntries(illisibles.map(({ cle }) => [cle, null]));
  const values = Object.entries({ ...agence, ...emptied }).filter(([key]) => keys.includes(key));
  // The version of the form is the sum of the versions of its settings: each write of a setting adds one.
  const version = rows
    .filter(({ nom }) => keys.includes(nom))
    .reduce((sum, row) => sum + row.version, 0);
  return { ...Object.fromEntries(values), version };
}

/**
 * Writes the changed settings one by one.
 * @param read reads the settings stored now
 * @throws ApiError 409 when a setting of this form has changed since the form was read; or the refusal of a setting,
 * on its field
 */
export async function saveSettings(
  schema: { shape: object },
  { version, ...changed }: Settings,
  read: () => Promise<readonly VariableRow[]>,
): Promise<Settings> {
  const stored = await read();
  if (settingsOf(schema, stored).version !== version) {
    throw new ApiError(409, "conflict", "Ces réglages ont été modifiés entre-temps.");
  }
  for (const [nom, value] of Object.entries(changed)) {
    const valeur = value === null || value === undefined ? null : String(value);
    const row = stored.find((variable) => variable.nom === nom);
    const { warnings = [] } = await (row
      ? variables.modify(row.id, { valeur, ...versionOf(row) })
      : variables.create({ nom, valeur })
    ).catch((error: unknown) => {
      throw error instanceof ApiError ? aboutSetting(error, nom) : error;
    });
    for (const warning of warnings) notify(warning);
  }
  return settingsOf(schema, await read());
}

const versionOf = ({ version }: VariableRow): object => ({ version });

/** The refusal of a setting's value, moved to the setting's field. */
function aboutSetting({ status, code, message, fields }: ApiError, nom: string): ApiError {
  const refused = Object.values(fields)[0];
  return new ApiError(status, code, message, refused ? { [nom]: refused } : {});
}
