import { SERIES_IRL } from "#domain/bail/irl.ts";
import { SERIES } from "#domain/biens/appartement.ts";
import { SelectField } from "#web/components/fields/fields.tsx";

/** The series of the index that the next leases of the dwelling take. */
export const SeriesField = () => (
  <SelectField
    name="serieIrl"
    label="Série de l’IRL"
    options={SERIES.map((value) => ({ value, label: SERIES_IRL[value] }))}
    hint="Sans réponse : selon le code postal. Les baux en cours gardent la leur."
    span={6}
  />
);
