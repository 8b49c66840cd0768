import { SERIES_IRL, type SerieIrl } from "#domain/bail/irl.ts";
import { SERIES } from "#domain/biens/appartement.ts";
import { SelectField } from "#web/components/fields/fields.tsx";

/**
 * The series of the index of a lease, shown when the dwelling now has another series.
 * @param present the series of the dwelling
 */
export const SeriesField = ({ present }: { present: SerieIrl }) => (
  <SelectField
    name="serieIrl"
    label="Série de l’IRL"
    options={SERIES.map((value) => ({ value, label: SERIES_IRL[value] }))}
    hint={`Le logement est passé en série ${SERIES_IRL[present]} ; ce bail garde la sienne.`}
    required
    span={6}
  />
);
