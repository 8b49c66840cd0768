import { useQuery } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { useFormContext } from "react-hook-form";
import * as z from "zod/mini";
import { ajouterMois, aujourdhui, moisDe, premierJour } from "#domain/dates.ts";
import { champsDe, facultatif, identifiant, requis } from "#domain/fields.ts";
import {
  type CoordonneesRow,
  ibanDeVirement,
} from "#domain/gerance/banque/coordonnees-bancaires.ts";
import type { ConditionsRow } from "#domain/gerance/mandats/conditions.ts";
import { nouvellesConditions } from "#domain/gerance/mandats/conditions-fiche.ts";
import {
  ACCORDS_DE,
  ASSIETTES,
  GENRES_HONORAIRE,
  MODES_FONDS,
  PERIODICITES,
  QUAND_HONORAIRE,
} from "#domain/gerance/mandats/mots-de-conditions.ts";
import {
  type Fraction,
  fontUn,
  partEcrite,
  partLue,
  totalEcrit,
} from "#domain/gerance/mandats/parts.ts";
import { bic, estMasque } from "#domain/iban.ts";
import type { MissionDetail } from "#domain/missions/mission-fiche.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { FieldFrame, FieldGrid, Section } from "#web/components/fields/field.tsx";
import {
  EurosField,
  NumberField,
  RadioField,
  SelectField,
  SwitchField,
  TextField,
} from "#web/components/fields/fields.tsx";
import { TypedInput } from "#web/components/fields/typed-input.tsx";
import { useValue } from "#web/components/form/form-context.ts";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { bankDetailsQuery, changeConditions } from "#web/entities/mandats/missions.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

const fraction = z.custom<Fraction>(
  (value) => typeof value === "object" && value !== null && "num" in value,
  "Une quote-part comme « 60 % » ou « 1/3 ».",
);

const typedPart = z
  .strictObject({
    ClientId: identifiant(),
    part: facultatif(fraction),
    titulaire: facultatif(requis(140)),
    iban: facultatif(ibanDeVirement()),
    bic: facultatif(bic()),
  })
  .check(
    z.refine(({ part, iban }) => Boolean(part) || !iban || estMasque(iban), {
      error: "Indiquez aussi sa quote-part.",
      path: ["part"],
    }),
  );

/** The terms as the user types them: each share is one text, « 60 % » or « 1/3 ». */
const typed = z.extend(nouvellesConditions, { parts: z.array(typedPart) }).check(
  z.refine(({ parts }) => isWhole(parts.flatMap(({ part }) => part ?? [])), {
    error: "Les quotes-parts font exactement le tout.",
    path: ["parts", 0, "part"],
  }),
);

const isWhole = (parts: readonly Fraction[]) => parts.length === 0 || fontUn(parts);

const choices = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

interface ConditionsDialogProps {
  mission: MissionDetail;
  present: ConditionsRow | null;
  onClose(): void;
}

/** Gives a management mandate new terms, from the first day of a month on. */
export function ConditionsDialog(props: ConditionsDialogProps) {
  const details = useQuery(bankDetailsQuery(props.mission.id));
  return details.data ? <ConditionsForm {...props} details={details.data.data} /> : null;
}

function ConditionsForm({
  mission,
  present,
  details,
  onClose,
}: ConditionsDialogProps & { details: readonly CoordonneesRow[] }) {
  const save = useWrite(
    async ({ parts, ...terms }: z.output<typeof typed>) => {
      await changeConditions(mission.id, {
        ...terms,
        parts: parts.flatMap(({ part, ClientId, iban, titulaire, bic }) =>
          part ? [{ ClientId, ...part, iban, titulaire, bic }] : [],
        ),
      });
      return { version: 0 };
    },
    ["Mission", "History"],
    () => true,
  );
  return (
    <FormDialog
      title="Conditions du mandat"
      schema={typed}
      record={null}
      initial={startOf(mission, present, details)}
      create={(values) => save.mutateAsync(values)}
      createLabel="Enregistrer les conditions"
      onSaved={() => {
        notify("Les conditions du mandat sont enregistrées.");
        onClose();
      }}
      onClose={onClose}
    >
      <p className="text-muted">
        Ce qui a été reçu et rendu jusque-là ne change pas ; les conditions d’avant restent dans
        l’historique.
      </p>
      <Funds />
      <Fees />
      <OtherFees />
      <Section title="Provision et reversement">
        <EurosField
          name="provision"
          label="Provision conservée"
          hint="Elle reste sur le compte du mandat."
        />
        <EurosField
          name="seuilAccord"
          label="Dépense sans accord, jusqu’à"
          hint="Au-delà, le propriétaire donne son accord."
        />
        <SelectField name="periodicite" label="Compte rendu" options={choices(PERIODICITES)} />
        <NumberField
          name="jourReversement"
          label="Jour du reversement"
          hint="Du mois suivant."
          decimals={0}
        />
        <SwitchField
          name="accordRevision"
          label="Réviser les loyers avec l’accord du propriétaire"
          span={6}
        />
        {(mission.Clients.length > 1 || present?.accordDe === "tous") && (
          <RadioField
            name="accordDe"
            label="L’accord attendu est celui de"
            options={choices(ACCORDS_DE)}
            hint="Pour une révision, et pour une dépense au-dessus du seuil."
            span={6}
          />
        )}
      </Section>
      <Shares mission={mission} />
      <Accounts mission={mission} details={details} />
    </FormDialog>
  );
}

/**
 * The first values of the form: the terms in force, from next month on. The first terms of a mandate start this
 * month.
 */
function startOf(
  mission: MissionDetail,
  present: ConditionsRow | null,
  details: readonly CoordonneesRow[],
) {
  const month = moisDe(aujourdhui(new Date()));
  const said = new Map(present?.parts.map((part) => [part.ClientId, part]));
  const [only, other] = mission.Clients;
  return {
    ...(present
      ? champsDe(nouvellesConditions, { ...present })
      : {
          modeFonds: "agence",
          tauxEn: "ht",
          assiette: "encaisse_cc",
          tauxTva: 20,
          autresHonoraires: [],
          provision: 0,
          periodicite: "mensuelle",
          jourReversement: 10,
          seuilAccord: 150,
          accordRevision: false,
          accordDe: "contact",
        }),
    depuis: premierJour(ajouterMois(month, present ? 1 : 0)),
    parts: mission.Clients.map(({ id }) => {
      const paid = paidOf(details, id);
      const alone = only && !other ? { num: 1, den: 1 } : null;
      const share = said.get(id);
      return {
        ClientId: id,
        part: share ? { num: share.num, den: share.den } : alone,
        iban: paid?.iban ?? null,
        titulaire: paid?.titulaire ?? null,
        bic: paid?.bic ?? null,
      };
    }),
  };
}

const paidOf = (details: readonly CoordonneesRow[], ClientId: number) =>
  details.find((row) => row.ClientId === ClientId && row.effectif);

function Funds() {
  const mode = useValue<string>("modeFonds");
  return (
    <Section
      title="Fonds"
      text={
        mode === "agence"
          ? "L’agence ne reçoit de fonds que si le mandat l’y autorise expressément (décret n° 72-678, art. 64)."
          : undefined
      }
    >
      <RadioField name="modeFonds" label="Qui reçoit les loyers" options={choices(MODES_FONDS)} />
      <DateField name="depuis" label="À partir du" hint="Le premier jour d’un mois." />
    </Section>
  );
}

const BEFORE_OR_WITH = [
  { value: "ht", label: "HT" },
  { value: "ttc", label: "TTC" },
];

function Fees() {
  const base = useValue<string>("assiette");
  return (
    <Section title="Honoraires">
      <SelectField name="assiette" label="Assiette" options={choices(ASSIETTES)} span={6} />
      {base === "forfait" ? (
        <EurosField name="forfait" label="Par logement loué" span={2} required />
      ) : (
        <NumberField name="tauxHonoraires" label="Taux" unit="%" span={2} />
      )}
      <RadioField name="tauxEn" label="Exprimé" options={BEFORE_OR_WITH} span={2} />
      <NumberField name="tauxTva" label="TVA" unit="%" span={2} />
    </Section>
  );
}

interface Fee {
  libelle: string | null;
  montant: number | null;
  quand: string;
  genre?: string;
}

function OtherFees() {
  const { setValue } = useFormContext();
  const fees = useValue<Fee[]>("autresHonoraires") ?? [];
  const change = (next: Fee[]) => setValue("autresHonoraires", next, { shouldDirty: true });
  return (
    <Section
      title="Autres honoraires"
      text="Ceux que le mandat prévoit, et aucun autre (décret n° 72-678, art. 66)."
      action={
        <Button
          size="sm"
          onClick={() =>
            change([...fees, { libelle: null, montant: null, quand: "demande", genre: "autres" }])
          }
        >
          <Plus aria-hidden />
          Ajouter
        </Button>
      }
    >
      {fees.map((fee, rank) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fee has no other identity than its place.
        <div key={rank} className="col-span-6 grid grid-cols-6 items-end gap-x-4 gap-y-2">
          <TextField name={`autresHonoraires.${rank}.libelle`} label="Libellé" span={4} required />
          <EurosField name={`autresHonoraires.${rank}.montant`} label="TTC" span={2} required />
          <SelectField
            name={`autresHonoraires.${rank}.quand`}
            label="Quand"
            options={choices(QUAND_HONORAIRE)}
            span={2}
            required
          />
          <SelectField
            name={`autresHonoraires.${rank}.genre`}
            label="Nature"
            options={choices(GENRES_HONORAIRE)}
            span={3}
          />
          <Button
            variant="ghost"
            className="col-span-1 justify-self-end"
            aria-label={`Retirer ${fee.libelle ?? "cet honoraire"}`}
            onClick={() => change(fees.filter((_, other) => other !== rank))}
          >
            <Trash2 aria-hidden />
            Retirer
          </Button>
        </div>
      ))}
    </Section>
  );
}

interface TypedPart {
  part: Fraction | string | null;
}

/** The share of each owner, with their total while the user types. */
function Shares({ mission }: { mission: MissionDetail }) {
  const parts = useValue<TypedPart[]>("parts") ?? [];
  const said = parts.flatMap(({ part }) => (part && typeof part === "object" ? [part] : []));
  return (
    <Section
      title="Quotes-parts"
      text="« 60 % » ou « 1/3 » ; leur somme fait exactement le tout."
      action={said.length > 0 && <Total parts={said} />}
    >
      {mission.Clients.map((client, rank) => (
        <FieldFrame
          key={client.id}
          name={`parts.${rank}.part`}
          label={nomComplet(client)}
          read={(value) => (value as Fraction | null) && partEcrite(value as Fraction)}
        >
          {(bound) => (
            <TypedInput
              {...bound}
              inputMode="text"
              read={partLue}
              write={(value) =>
                value && typeof value === "object"
                  ? partEcrite(value as Fraction)
                  : String(value ?? "")
              }
            />
          )}
        </FieldFrame>
      ))}
      {mission.Clients.length === 0 && (
        <p className="col-span-6 text-muted text-sm">
          Ajoutez d’abord les propriétaires, dans l’onglet Commanditaires.
        </p>
      )}
    </Section>
  );
}

function Total({ parts }: { parts: readonly Fraction[] }) {
  const whole = fontUn(parts);
  return (
    <output className={whole ? "text-green text-sm" : "text-danger text-sm"}>
      Somme : <span className="tabular-nums">{totalEcrit(parts) ?? "plus que le tout"}</span>
    </output>
  );
}

/** The account to which each owner is paid. The IBAN is masked; a new one must be typed in full. */
function Accounts({
  mission,
  details,
}: {
  mission: MissionDetail;
  details: readonly CoordonneesRow[];
}) {
  return (
    <Section
      title="Coordonnées bancaires"
      text="Un nouvel IBAN attend, s’il y a lieu, un autre administrateur, puis un délai ; le propriétaire en est prévenu."
    >
      {mission.Clients.map((client, rank) => {
        const waits = details.some(
          ({ ClientId, etat }) => ClientId === client.id && etat === "en_attente",
        );
        return (
          <FieldGridRow key={client.id} name={nomComplet(client)}>
            <TextField
              name={`parts.${rank}.iban`}
              label="IBAN"
              span={3}
              hint={waits ? "Un changement attend d’être confirmé." : undefined}
            />
            <TextField
              name={`parts.${rank}.titulaire`}
              label="Titulaire, comme sur le RIB"
              span={3}
            />
          </FieldGridRow>
        );
      })}
    </Section>
  );
}

function FieldGridRow({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="col-span-6">
      <p className="mb-1 text-muted text-sm">{name}</p>
      <FieldGrid>{children}</FieldGrid>
    </div>
  );
}
