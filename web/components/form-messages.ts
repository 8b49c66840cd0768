import type { FieldErrors, FieldValues, UseFormReturn } from "react-hook-form";
import type { ApiError } from "#web/lib/api.ts";
import { notifyDanger } from "#web/lib/notify.ts";
import type { Values } from "#web/lib/schema.ts";

/** The labels of the fields on screen, by name. */
type Labels = ReadonlyMap<string, string>;

/** What the server refuses is said at its fields; aloud when the first of them is not on screen. */
export function showRefusal<Output extends FieldValues>(
  { setError, setFocus }: UseFormReturn<Values, unknown, Output>,
  labels: Labels,
  error: ApiError,
): void {
  const entries = Object.entries(error.fields);
  for (const [name, message] of entries) setError(name, { type: "server", message });
  const [first] = entries;
  if (first && labels.has(first[0])) setFocus(first[0]);
  else tellRefusal(error);
}

/** What the server refuses is said aloud, unless every screen says it. */
export function tellRefusal(error: ApiError): void {
  if (!error.metEverywhere) notifyDanger(error.message);
}

/** What the schema refuses is said aloud where no field on screen says it. */
export function tellInvalid(errors: FieldErrors<Values>, labels: Labels): void {
  const shown = Object.keys(errors).some(
    (name) => labels.has(name) || typeof errors[name]?.message !== "string",
  );
  if (!shown) notifyDanger(String(Object.values(errors)[0]?.message ?? "Vérifiez la saisie."));
}
