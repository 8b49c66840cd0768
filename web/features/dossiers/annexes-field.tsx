import { annexePrevue, NOMS_DES_ANNEXES } from "#domain/bail/annexes.ts";
import { ANNEXES, type Annexe } from "#domain/biens/dossier.ts";
import { FieldFrame } from "#web/components/fields/field.tsx";
import { OptionalSection, useOptionalFields } from "#web/components/fields/optional-section.tsx";
import { useValue } from "#web/components/form/form-context.ts";
import { LabelledCheckbox } from "#web/components/ui/checkbox.tsx";
import { useRegime } from "./regime.ts";

const listOf = (value: unknown): readonly Annexe[] => (Array.isArray(value) ? value : []);
const nameOf = (annexe: Annexe) => NOMS_DES_ANNEXES[annexe].replaceAll("'", "’");

/**
 * The annexes that staff join to the lease. The contract itself ticks the inventory and the signed deeds.
 * @param grid whether the agency has a wear grid, which then has a field of its own
 */
export function AnnexesField({ grid }: { grid: boolean }) {
  const regime = useRegime();
  const [open, setOpen] = useOptionalFields(["annexes"]);
  const ticked = useValue("annexes");
  const offered = ANNEXES.filter(
    (annexe) =>
      annexePrevue(annexe, { regime: regime ?? "nu" }) &&
      !(grid && annexe === "vetuste" && !listOf(ticked).includes(annexe)),
  );
  return (
    <OptionalSection
      title="Annexes du bail"
      fields={["annexes"]}
      text="À cocher ; l’état des lieux et les actes signés se cochent d’eux-mêmes au contrat."
      open={open}
      onToggle={setOpen}
      notes={open ? undefined : "annexes"}
    >
      <FieldFrame
        name="annexes"
        label="Jointes au contrat"
        span={6}
        labelled="group"
        read={(value) => listOf(value).map(nameOf).join(", ") || null}
      >
        {({ id, value, onChange, onBlur }) => (
          <fieldset id={id} onBlur={onBlur} className="grid grid-cols-1 gap-x-4 @xs:grid-cols-2">
            <legend className="sr-only">Jointes au contrat</legend>
            {offered.map((annexe) => (
              <LabelledCheckbox
                key={annexe}
                id={`${id}-${annexe}`}
                checked={listOf(value).includes(annexe)}
                onChange={({ target }) => {
                  const others = listOf(value).filter((one) => one !== annexe);
                  const joined = target.checked ? [...others, annexe] : others;
                  onChange(joined.length > 0 ? joined : null);
                }}
              >
                {nameOf(annexe)}
              </LabelledCheckbox>
            ))}
          </fieldset>
        )}
      </FieldFrame>
    </OptionalSection>
  );
}
