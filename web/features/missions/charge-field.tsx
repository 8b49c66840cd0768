import { useQuery } from "@tanstack/react-query";
import { FieldFrame } from "#web/components/fields/field.tsx";
import { Select } from "#web/components/ui/select.tsx";
import { peopleInCharge } from "#web/entities/agence/suivi-gestures.ts";

/** The person in charge of a mandate's deadlines; hidden while the agency has a single account. */
export function ChargeField() {
  const { data: people = [] } = useQuery(peopleInCharge);
  if (people.length < 2) return null;
  return (
    <FieldFrame
      name="gestionnaireId"
      label="Échéances suivies par"
      read={(value) => people.find(({ id }) => id === value)?.nom ?? null}
    >
      {({ value, onChange, ...bound }) => (
        <Select
          {...bound}
          empty="Tous"
          options={people.map(({ id, nom }) => ({ value: String(id), label: nom }))}
          value={typeof value === "number" ? String(value) : ""}
          onChange={({ target }) => onChange(target.value === "" ? null : Number(target.value))}
        />
      )}
    </FieldFrame>
  );
}
