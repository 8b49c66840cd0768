import { RECUPERABLES, type Recuperable } from "#domain/missions/depense.ts";
import { Select } from "#web/components/ui/select.tsx";

/** The charges that a tenant owes back, as choices: « R44 – Parties communes : entretien de propreté ». */
const NATURES = (Object.keys(RECUPERABLES) as Recuperable[]).map((code) => ({
  value: code,
  label: `${RECUPERABLES[code].libelle} (${code})`,
}));

/** The nature of a line that is typed. */
export function NatureSelect({
  rank,
  value,
  onChange,
}: {
  rank: number;
  value: Recuperable | null;
  onChange(value: Recuperable | null): void;
}) {
  return (
    <Select
      aria-label={`Nature, ligne ${rank + 1}`}
      value={value ?? ""}
      empty="Nature"
      options={NATURES}
      onChange={(event) => onChange((event.target.value || null) as Recuperable | null)}
    />
  );
}
