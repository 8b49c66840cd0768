import { Button } from "#web/components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#web/components/ui/dialog.tsx";
import { Table, TableCell, TableHead } from "#web/components/ui/table.tsx";
import { formatAnything } from "#web/lib/format.ts";
import { type FieldRules, valuesOf } from "#web/lib/rules/rules.ts";
import { changedValues, type Values } from "#web/lib/rules/values.ts";

export interface Conflict<Detail extends object = object, Wanted extends Values = Values> {
  fresh: Detail;
  /** The record that the changes started from. */
  origin: Detail;
  values: Wanted;
}

interface ConflictDialogProps {
  fields: FieldRules;
  conflict: Conflict;
  labels: ReadonlyMap<string, string>;
  describe?(name: string, value: unknown, other: unknown): string | null;
  onReload(): void;
  onKeep(): void;
  onClose(): void;
}

/**
 * Shown when somebody else has saved this record meanwhile: it sets both versions side by side, and the user chooses.
 */
export function ConflictDialog(props: ConflictDialogProps) {
  const { fields, conflict, labels } = props;
  const origin = valuesOf(fields, conflict.origin);
  const theirs = changedValues(valuesOf(fields, conflict.fresh), origin);
  const mine = changedValues(conflict.values, origin);
  const known = { ...mine, ...theirs };
  // A computed amount has no field of its own: it changes with the fields already shown.
  const names = Object.keys(known).filter(
    (name) => labels.has(name) || typeof known[name] === "object",
  );
  const write = (name: string, value: unknown, other: unknown) =>
    props.describe?.(name, value, other) ?? formatAnything(value);
  const rows = names.map((name) => ({
    name,
    their: name in theirs ? theirs[name] : origin[name],
    my: name in mine ? mine[name] : theirs[name],
  }));
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && props.onClose()}
      title="Cette fiche a été modifiée entre-temps"
      description="Quelqu’un d’autre a enregistré une autre version pendant votre saisie."
    >
      <DialogBody>
        <Table aria-label="Les deux versions">
          <thead>
            <tr>
              <TableHead className="pl-0">Champ</TableHead>
              <TableHead>Version enregistrée</TableHead>
              <TableHead>Votre version</TableHead>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, their, my }) => (
              <tr key={name} className="[&>td]:whitespace-pre-line">
                <TableCell className="pl-0 text-muted">{labels.get(name) ?? name}</TableCell>
                <TableCell className={name in theirs ? "font-medium" : ""}>
                  {write(name, their, my)}
                </TableCell>
                <TableCell className={name in mine ? "font-medium" : "text-muted"}>
                  {write(name, my, their)}
                </TableCell>
              </tr>
            ))}
          </tbody>
        </Table>
      </DialogBody>
      <DialogFooter>
        <Button onClick={props.onReload}>Recharger la version enregistrée</Button>
        <Button variant="primary" onClick={props.onKeep}>
          Garder mes modifications
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
