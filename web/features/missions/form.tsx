import { sousHoguet, TYPES_MISSION, valeurTotalMission } from "#domain/missions/mission.ts";
import type { Mission } from "#domain/missions/mission-fiche.ts";
import { formatEuros, horsTaxe, montantTva, somme } from "#domain/montants.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { DerivedEuros } from "#web/components/fields/derived-field.tsx";
import { Columns, Section, SectionColumn } from "#web/components/fields/field.tsx";
import {
  EurosField,
  NumberField,
  RadioField,
  SwitchField,
  TextField,
} from "#web/components/fields/fields.tsx";
import { useFollowing, useNumber, useValue } from "#web/components/form/form-context.ts";
import { FormNotes } from "#web/components/form/form-notes.tsx";
import { TYPES } from "#web/entities/mandats/missions-columns.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";
import { ChargeField } from "./charge-field.tsx";

const CHOICES = TYPES_MISSION.map((value) => ({ value, label: TYPES[value] }));

const MissionNotes = lazyNamed(() => import("./notes.tsx"), "MissionNotes");

interface MissionFieldsProps {
  /** Whether the mandate is in the register: its number can no longer change. */
  registered: boolean;
}

export function MissionFields({ registered }: MissionFieldsProps) {
  const total = useTotal();
  return (
    <FormNotes source={(tell) => <MissionNotes tell={tell} />}>
      <Columns>
        <SectionColumn>
          <Section title="Mission">
            <RadioField name="type" label="Type" options={CHOICES} span={6} />
            <DateField
              name="dateSignature"
              label="Signature"
              hint={registered && "Au registre : ce qui change désormais est un avenant, à signer."}
            />
            <TextField
              name="numRegistre"
              label="Numéro de registre"
              readOnly={registered}
              hint={registered && "Celui du registre des mandats : il ne change plus."}
            />
            <NumberField name="duree" label="Durée en mois" decimals={0} />
            <SwitchField name="domicileUnique" label="Domicile unique" />
            <ChargeField />
          </Section>
        </SectionColumn>
        <SectionColumn>
          <ValueFields total={total} />
          <LettingFields />
          <ScheduleFields total={total} />
        </SectionColumn>
      </Columns>
    </FormNotes>
  );
}

/** The total value of the mission, in euros with taxes; null while a number is missing. */
function useTotal(): number | null {
  const nbAppart = useNumber("nbAppart");
  const valeurMissionAppt = useNumber("valeurMissionAppt");
  if (nbAppart === null || valeurMissionAppt === null) return null;
  return valeurTotalMission({ nbAppart, valeurMissionAppt });
}

function ValueFields({ total }: { total: number | null }) {
  const rate = useNumber("tauxTva");
  const known = total !== null && rate !== null;
  return (
    <Section title="Valeur">
      <NumberField name="nbAppart" label="Appartements" decimals={0} span={2} />
      <EurosField name="valeurMissionAppt" label="Prix unitaire" span={2} />
      <NumberField name="tauxTva" label="Taux de TVA" unit="%" span={2} />
      <DerivedEuros label="Total TTC" value={total} span={2} />
      <DerivedEuros label="Total HT" value={known ? horsTaxe(total, rate) : null} span={2} />
      <DerivedEuros label="TVA" value={known ? montantTva(total, rate) : null} span={2} />
    </Section>
  );
}

/**
 * The fees of each letting. Hidden while the mission has no type, and for a mission outside the loi Hoguet, which
 * lets no dwelling.
 */
function LettingFields() {
  const type = useValue<Mission["type"]>("type");
  if (type === null || !sousHoguet(type)) return null;
  return (
    <Section title="Honoraires de chaque location" text="TTC, repris par le bail.">
      <EurosField name="honorairesLocationMandant" label="Location, mandant" />
      <EurosField name="honorairesLocationLocataire" label="Location, locataire" />
      <EurosField name="honorairesEdlMandant" label="État des lieux, mandant" />
      <EurosField name="honorairesEdlLocataire" label="État des lieux, locataire" />
      <TextField name="diffusionAnnonces" label="Diffusion des annonces" span={6} />
    </Section>
  );
}

/**
 * The planned instalments. A management mission has none, because its fees are taken from the rents; instalments
 * already stored are shown. The balance is the rest of the total, until the user types another balance.
 */
function ScheduleFields({ total }: { total: number | null }) {
  const managed = useValue<Mission["type"]>("type") === "gestion";
  useFollowing("accompte1", managed ? 0 : null);
  useFollowing("accompte2", managed ? 0 : null);
  const accompte1 = useNumber("accompte1") ?? 0;
  const accompte2 = useNumber("accompte2") ?? 0;
  const reliquat = useNumber("reliquat");
  const rest = total === null ? null : Math.max(0, somme(total, -accompte1, -accompte2));
  useFollowing("reliquat", rest);
  const left = total === null ? 0 : somme(total, -accompte1, -accompte2, -(reliquat ?? 0));
  if (managed && accompte1 === 0 && accompte2 === 0) return null;
  return (
    <Section title="Échéancier prévu" text="Le reliquat reprend ce que les acomptes laissent.">
      <EurosField name="accompte1" label="Acompte 1" span={2} />
      <EurosField name="accompte2" label="Acompte 2" span={2} />
      <EurosField
        name="reliquat"
        label="Reliquat"
        span={2}
        hint={left > 0 && `${formatEuros(left)} restent à répartir.`}
      />
    </Section>
  );
}
