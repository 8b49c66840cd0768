import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { type FormResource, useFormWrites } from "#web/components/form/form-writes.ts";
import type { Rules } from "#web/lib/rules/rules.ts";
import type { Values } from "#web/lib/rules/values.ts";
import { type EditedPage, EditingContext, type RecordDetail } from "./record-context.ts";
import { RecordForm } from "./record-form.tsx";

interface RecordEditProps<Detail extends RecordDetail, Creation extends FieldValues, Modification> {
  resource: FormResource<Detail, Creation, Modification>;
  rules: Rules<Creation>;
  newTitle: string;
  /** « Créer le client ». */
  createLabel: string;
  /** « Votre client à été crée avec succes. » */
  created: string;
  /** Called before the save. Returns the values to save, or null to save nothing. */
  ask?(values: Creation, record: Detail | null): Promise<Creation | null>;
  initial?: Values;
  /**
   * Values from the address, such as the link to a record just created: they replace the values of the edited record.
   */
  brought?: Values;
  children: ReactNode;
}

export function RecordEdit<
  Detail extends RecordDetail,
  Creation extends FieldValues,
  Modification,
>({ children, ...props }: RecordEditProps<Detail, Creation, Modification>) {
  const { newTitle, created } = props;
  return (
    <EditingContext
      value={{ newTitle, created, draw: (page) => <EditedRecord {...props} page={page} /> }}
    >
      {children}
    </EditingContext>
  );
}

type EditedRecordProps<
  Detail extends RecordDetail,
  Creation extends FieldValues,
  Modification,
> = Omit<RecordEditProps<Detail, Creation, Modification>, "children"> & { page: EditedPage };

function EditedRecord<Detail extends RecordDetail, Creation extends FieldValues, Modification>({
  resource,
  page: { touched, ...page },
  ...form
}: EditedRecordProps<Detail, Creation, Modification>) {
  // Safe: the page has read this record from the same resource.
  const record = page.record as Detail | null;
  const writes = useFormWrites(resource, record?.id ?? null, touched);
  return <RecordForm {...form} {...writes} {...page} record={record} />;
}
