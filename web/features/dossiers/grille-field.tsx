import { lireGrille } from "#domain/gerance/departs/grille-vetuste.ts";
import type { GrilleVetuste } from "#domain/gerance/departs/vetuste.ts";
import { FieldFrame } from "#web/components/fields/field.tsx";
import { useForm } from "#web/components/form/form-context.ts";
import { Switch } from "#web/components/ui/switch.tsx";
import { formatCount } from "#web/lib/format.ts";
import { useStored } from "./regime.ts";

interface GrilleFieldProps {
  /** The agency's wear grid, as its setting stores it; null when the agency has none. */
  setting: string | null;
}

/**
 * The wear grid joined to the lease: a copy of the agency's grid, which staff add or take off until the lease is
 * signed (departs/README §14.2).
 */
export function GrilleField({ setting }: GrilleFieldProps) {
  const { mode } = useForm();
  const stored = useStored();
  const signed = Boolean(stored?.contratLocation);
  const agreed = (stored?.grilleVetuste as GrilleVetuste | null | undefined) ?? null;
  // A lease without a grid shows nothing in read mode, and takes no grid once signed.
  if (agreed === null && (signed || mode === "read")) return null;
  const offered = agreed ?? lireGrille(setting).grille;
  return (
    <FieldFrame
      name="grilleVetuste"
      label="Grille de vétusté jointe au bail"
      span={6}
      labelled="beside"
      hint={signed ? "Le bail est signé : elle ne change plus." : offered && describe(offered)}
      read={(grid) => describe(grid as GrilleVetuste)}
    >
      {({ value, onChange, "aria-required": _, ...bound }) => (
        <Switch
          {...bound}
          disabled={signed}
          checked={Boolean(value)}
          onChange={({ target }) => onChange(target.checked ? offered : null)}
        />
      )}
    </FieldFrame>
  );
}

/** « Accord du 4 juin 2024, 6 éléments » */
const describe = ({ nom, lignes }: GrilleVetuste) =>
  `${nom}, ${formatCount(lignes.length, "élément")}`;
