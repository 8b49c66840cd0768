import { Link } from "wouter";
import { Columns, SectionColumn } from "#web/components/fields/field.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { SettingsForm } from "./settings-form.tsx";
import { SettingsSection } from "./settings-section.tsx";

/**
 * The usual values of the agency, among them those of new records, documents and mails; stored records and documents
 * do not change.
 */
export function DefaultsTab() {
  return (
    <SettingsForm name="defauts">
      <Columns>
        <SectionColumn>
          <SettingsSection group="tva" />
          <SettingsSection group="irl" />
          <SettingsSection group="bail" />
          <SettingsSection group="plafonds" />
          <SettingsSection group="relances" />
          <SettingsSection group="conservation" />
        </SectionColumn>
        <SectionColumn>
          <SettingsSection group="courriels" />
          <SettingsSection
            group="comptes"
            action={
              <span className="flex flex-wrap gap-2">
                <Button asChild size="sm">
                  <Link href="/import">Importer</Link>
                </Button>
                <Button asChild size="sm">
                  <Link href="/comptes/reprise">Reprise des soldes</Link>
                </Button>
              </span>
            }
          />
          <SettingsSection group="mandats" />
          <SettingsSection group="reversements" />
          <SettingsSection group="signatures" />
          <SettingsSection group="donnees" />
          <SettingsSection group="securite" />
        </SectionColumn>
      </Columns>
    </SettingsForm>
  );
}
