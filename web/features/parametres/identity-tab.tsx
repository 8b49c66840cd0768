import { Columns, SectionColumn } from "#web/components/fields/field.tsx";
import { AgencyNotice } from "./agency-notice.tsx";
import { AgencyPictures } from "./agency-pictures.tsx";
import { SettingsForm } from "./settings-form.tsx";
import { SettingsSection } from "./settings-section.tsx";

/** The identity of the agency, as its documents print it. */
export function IdentityTab() {
  return (
    <SettingsForm name="agence">
      <Columns>
        <SectionColumn>
          <SettingsSection group="identite" />
          <SettingsSection group="coordonnees" />
          <SettingsSection group="signature" />
          <AgencyPictures />
          <AgencyNotice />
          <SettingsSection group="banque" />
        </SectionColumn>
        <SectionColumn>
          <SettingsSection group="carte" />
          <SettingsSection group="garantie" />
          <SettingsSection group="assurance" />
          <SettingsSection group="mediateur" />
        </SectionColumn>
      </Columns>
    </SettingsForm>
  );
}
