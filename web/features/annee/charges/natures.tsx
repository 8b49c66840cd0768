import { RECUPERABLES, type Recuperable } from "#domain/missions/natures-de-depense.ts";
import { Select } from "#web/components/ui/select.tsx";

/** The charges that a tenant owes back, as choices: « Parties communes : entretien de propreté (R44) ». */
const NATURES = (Object.keys(RECUPERABLES) as Recuperable[]).map((code) => ({
  value: code,
  label: `${RECUPERABLES[code].libelle} (${code})`,
}));

/** The choice of the nature of an expense, on line `rank` (from 0) of a grid. */
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
