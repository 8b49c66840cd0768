import { readFileSync } from "node:fs";
import { join } from "node:path";
import { validateXML } from "xmllint-wasm";

const DOSSIER = join(
  import.meta.dirname,
  "../../../node_modules/@stackforge-eu/factur-x/schema/en16931",
);
const schema = (nom: string) => ({
  fileName: `FACTUR-X_EN16931${nom}.xsd`,
  contents: readFileSync(join(DOSSIER, `FACTUR-X_EN16931${nom}.xsd`), "utf8"),
});

/** The faults of these invoices against the EN 16931 schema of Factur-X; empty when they conform. */
export async function defautsCii(factures: readonly string[]): Promise<string[]> {
  const { errors } = await validateXML({
    xml: factures.map((contents, rang) => ({ fileName: `facture-${rang}.xml`, contents })),
    schema: [schema("")],
    preload: [
      "_QualifiedDataType_100",
      "_ReusableAggregateBusinessInformationEntity_100",
      "_UnqualifiedDataType_100",
    ].map(schema),
  });
  return errors.map(({ message }) => message);
}
