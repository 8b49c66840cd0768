import type { ReactNode } from "react";
import { useForm } from "#web/components/form/form-context.ts";
import { FieldFrame } from "./field.tsx";
import { TextField } from "./fields.tsx";

interface AddressFieldsProps {
  /** The names of the fields; « adresse », « codePostal » and « ville » when absent. */
  names?: { adresse: string; codePostal: string; ville: string };
  required?: boolean;
  /** Shown under the street, in edit mode. */
  hint?: string;
}

const ADDRESS = { adresse: "adresse", codePostal: "codePostal", ville: "ville" };

/** Street, postal code and city; the postal code of an arrondissement fills in the city when it is empty. */
export function AddressFields({ names = ADDRESS, required, hint }: AddressFieldsProps): ReactNode {
  const { mode, getValue, setValue } = useForm();
  if (mode === "read") {
    return (
      <FieldFrame
        name={names.adresse}
        label="Adresse"
        span={6}
        read={(street) =>
          [
            street,
            `${getValue(names.codePostal) ?? ""} ${getValue(names.ville) ?? ""}`.trim(),
          ].join("\n")
        }
      >
        {() => null}
      </FieldFrame>
    );
  }
  const fillCity = (postalCode: string) => {
    const city = cityOf(postalCode);
    if (city && !getValue(names.ville)) setValue(names.ville, city, true);
  };
  return (
    <>
      <TextField name={names.adresse} label="Adresse" span={6} required={required} hint={hint} />
      <TextField
        name={names.codePostal}
        label="Code postal"
        span={2}
        inputMode="numeric"
        required={required}
        onTyped={fillCity}
      />
      <TextField name={names.ville} label="Ville" span={4} required={required} />
    </>
  );
}

function cityOf(postalCode: string): string | null {
  if (/^75(0\d\d|116)$/.test(postalCode)) return "Paris";
  if (/^6900[1-9]$/.test(postalCode)) return "Lyon";
  if (/^130(0[1-9]|1[0-6])$/.test(postalCode)) return "Marseille";
  return null;
}
