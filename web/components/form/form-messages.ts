import { type FieldErrors, type FieldValues, get, type UseFormReturn } from "react-hook-form";
import { notifyDanger } from "#web/lib/notify.ts";
import type { Values } from "#web/lib/rules/values.ts";
import type { ApiError } from "#web/lib/server/api.ts";

export interface FieldsOnScreen {
  /** The identifier of the form. The identifier of a field is that of the form, followed by the field's name. */
  id: string;
  labels: ReadonlyMap<string, string>;
  /** Functions that open the section which hides a field, by the name of the field or of its group. */
  sections: ReadonlyMap<string, () => void>;
  /** Shows the form again when another tab has replaced it. */
  reveal?(): void;
}

/**
 * Shows the server's refusals at their fields and focuses the first one. When none of these fields is on screen or in
 * a section that can open, notifies the refusal.
 */
export function showRefusal<Output extends FieldValues>(
  { setError }: UseFormReturn<Values, unknown, Output>,
  fields: FieldsOnScreen,
  error: ApiError,
): void {
  const entries = Object.entries(error.fields);
  for (const [name, message] of entries) setError(name, { type: "server", message });
  if (!leadToFirst(fields, Object.keys(error.fields))) tellRefusal(error);
}

/** Notifies a refusal of the server, unless the product handles it for every screen. */
export function tellRefusal(error: ApiError): void {
  if (!error.metEverywhere) notifyDanger(error.message);
}

/**
 * Focuses the first field that the schema refuses, which shows its message. When none of these fields is on screen or
 * in a section that can open, notifies the message.
 */
export function showInvalid(errors: FieldErrors<Values>, fields: FieldsOnScreen): void {
  const names = refusedNames(errors);
  if (leadToFirst(fields, names)) return;
  const [name = "root"] = names;
  const refused: { message?: unknown } | undefined = get(errors, name);
  notifyDanger(String(refused?.message ?? "Vérifiez la saisie."));
}

function refusedNames(errors: object, group = ""): string[] {
  const entries: [string, unknown][] = Object.entries(errors);
  return entries.flatMap(([name, error]) => {
    if (typeof error !== "object" || error === null || name === "ref") return [];
    const path = group + name;
    return "message" in error && typeof error.message === "string"
      ? [path]
      : refusedNames(error, `${path}.`);
  });
}

/**
 * A sentence that names the refused fields on screen: « 2 champs à corriger : Nom, Prénom »; null when there are
 * none.
 */
export function refusalText(errors: object, { id, labels }: FieldsOnScreen): string | null {
  const refused = inOrder(id, refusedNames(errors)).map((name) => labels.get(name) ?? name);
  if (refused.length === 0) return null;
  const shown = refused.slice(0, 3).join(", ");
  const others = refused.length > 3 ? `… et ${refused.length - 3} de plus` : "";
  const count = refused.length > 1 ? `${refused.length} champs à corriger` : "À corriger";
  return `${count}\u00A0: ${shown}${others}`;
}

const FRAMES = 20;

/**
 * Opens the closed sections that hide these fields, and focuses the first field.
 * @returns false when none of these names is a field on screen or in a section that can open
 */
function leadToFirst(fields: FieldsOnScreen, names: readonly string[]): boolean {
  const { id, labels, sections } = fields;
  let met = false;
  for (const name of names) {
    const open = sections.get(name) ?? sections.get(name.split(".")[0] ?? name);
    met ||= labels.has(name) || open !== undefined;
    if (!labels.has(name)) open?.();
  }
  if (!met) return false;
  if (!document.getElementById(id)?.checkVisibility()) fields.reveal?.();
  focusFirst(id, names, FRAMES);
  return true;
}

/**
 * Focuses the first of these fields as soon as it is drawn, because its section or tab may only now be opening.
 * @param frames how many more frames to wait for the field
 */
function focusFirst(id: string, names: readonly string[], frames: number): void {
  requestAnimationFrame(() => {
    const [first] = inOrder(id, names);
    const target = first ? inputOf(id, first) : null;
    if (target?.checkVisibility()) {
      target.scrollIntoView({ block: "center" });
      target.focus({ preventScroll: true });
    } else if (frames > 0) focusFirst(id, names, frames - 1);
  });
}

/** The drawn fields among these, in the order of the screen. */
function inOrder(id: string, names: readonly string[]): string[] {
  const drawn = names.flatMap((name) => {
    const input = inputOf(id, name);
    return input ? [{ name, input }] : [];
  });
  drawn.sort((one, other) =>
    one.input.compareDocumentPosition(other.input) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  return drawn.map(({ name }) => name);
}

/** The element that takes the focus: the input of a field, or one input of a group of choices. */
function inputOf(id: string, name: string): HTMLElement | null {
  const field = document.getElementById(id + name);
  return field instanceof HTMLFieldSetElement
    ? (field.querySelector<HTMLElement>("input:checked") ?? field.querySelector("input"))
    : field;
}
