import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { aujourdhui, deMois, formatJour, type Jour } from "#domain/dates.ts";
import { choix, euros, facultatif, isoDate } from "#domain/fields.ts";
import type { ImpayeDetail } from "#domain/gerance/relances/relance-fiche.ts";
import { formatEuros, somme } from "#domain/montants.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { EurosField, RadioField, SelectField } from "#web/components/fields/fields.tsx";
import { useValue } from "#web/components/form/form-context.ts";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { TOUCHED_BY_ACCOUNTS } from "#web/entities/comptes/comptes.ts";
import { impayes, setAside, TOUCHED_BY_RELANCES } from "#web/entities/comptes/impayes.ts";
import { record } from "#web/entities/comptes/reglements.ts";
import { switchState } from "#web/entities/quittances/quittances.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

const REPONSES = {
  oui: "Oui, en entier",
  partie: "En partie",
  non: "Non, rien reçu",
} as const;

type Reponse = keyof typeof REPONSES;

const CHOICES = Object.entries(REPONSES).map(([value, label]) => ({ value, label }));

const schema = z
  .strictObject({
    QuitanceId: z.string(),
    reponse: choix(Object.keys(REPONSES) as Reponse[]),
    montant: facultatif(euros()),
    date: facultatif(isoDate()),
  })
  .check(({ value: { date, montant, reponse }, issues }) => {
    const ask = (path: string, message: string) =>
      issues.push({ code: "custom", path: [path], message, input: null });
    if (reponse !== "non" && !date) ask("date", "Ce champ est requis.");
    if (reponse === "partie" && !montant) ask("montant", "Indiquez le montant reçu.");
  });

/** A receipt whose payment the owner has neither confirmed nor denied. */
interface Asked {
  QuitanceId: number;
  exigibleLe: Jour;
  words: string;
  reste: number;
}

function askedOf({ echeances }: ImpayeDetail): Asked[] {
  const receipts = Map.groupBy(
    echeances.filter(({ incertaine, QuitanceId }) => incertaine && QuitanceId !== null),
    ({ QuitanceId }) => QuitanceId,
  );
  return [...receipts.values()].flatMap((its) => {
    const [first] = its;
    if (!first?.QuitanceId) return [];
    const { exigibleLe, mois, QuitanceId } = first;
    const reste = somme(...its.map((echeance) => echeance.reste));
    const words = `Loyer ${deMois(mois)} ${mois.slice(0, 4)}, ${formatEuros(reste)}`;
    return [{ QuitanceId, exigibleLe, reste, words }];
  });
}

interface AnswerDialogProps {
  DossierId: number;
  /** The due day of the receipt to answer for; when absent, the first receipt. */
  exigibleLe?: Jour;
  onClose(): void;
}

/** Notes whether an owner received a rent. */
export function AnswerDialog({ DossierId, exigibleLe, onClose }: AnswerDialogProps) {
  const { data } = useQuery(impayes.find(DossierId));
  return (
    data && <Answer key={data.id} data={data} exigibleLe={exigibleLe ?? null} onClose={onClose} />
  );
}

interface AnswerProps {
  data: ImpayeDetail;
  exigibleLe: Jour | null;
  onClose(): void;
}

function Answer({ data, exigibleLe, onClose }: AnswerProps) {
  // One key for each opening of the dialog: the server records the payment once, however often the button is pressed.
  const [cle] = useState(() => crypto.randomUUID());
  const [asked] = useState(() => askedOf(data));
  const first = asked.find((asked) => asked.exigibleLe === exigibleLe) ?? asked[0];
  const save = useWrite(
    async ({ QuitanceId, date, montant, reponse }: z.output<typeof schema>) => {
      const one = asked.find((candidate) => String(candidate.QuitanceId) === QuitanceId);
      if (!one) return { id: data.id, version: 0 };
      if (reponse === "non") await switchState(one.QuitanceId, false);
      else
        await record({
          DossierId: data.id,
          QuitanceId: one.QuitanceId,
          date: date ?? "",
          montant: reponse === "partie" ? (montant ?? 0) : one.reste,
          mode: null,
          payeur: "locataire",
          cle,
        });
      const drafts = data.relances.filter(
        ({ etape, etat, exigibleLe: day }) =>
          etape === "question" && etat === "brouillon" && day === one.exigibleLe,
      );
      const answer = `Réponse du propriétaire : ${REPONSES[reponse].toLowerCase()}`;
      if (drafts.length > 0)
        await setAside(
          drafts.map(({ id }) => id),
          answer,
        );
      notify(`${answer}.`);
      return { id: data.id, version: 0 };
    },
    [...TOUCHED_BY_ACCOUNTS, ...TOUCHED_BY_RELANCES],
    () => true,
  );
  return (
    <FormDialog
      title="Réponse du propriétaire"
      schema={schema}
      record={null}
      draft={null}
      initial={{
        QuitanceId: String(first?.QuitanceId ?? ""),
        reponse: "oui",
        date: aujourdhui(new Date()),
      }}
      create={(values) => save.mutateAsync(values)}
      createLabel="Enregistrer"
      onSaved={onClose}
      onClose={onClose}
    >
      {first ? (
        <AnswerFields asked={asked} />
      ) : (
        <p className="text-muted">Rien n’est plus à confirmer pour ce dossier.</p>
      )}
    </FormDialog>
  );
}

function AnswerFields({ asked }: { asked: readonly Asked[] }) {
  const reponse = useValue<Reponse>("reponse");
  const chosen = useValue<string>("QuitanceId");
  const one = asked.find(({ QuitanceId }) => String(QuitanceId) === chosen);
  return (
    <>
      {one && (
        <p className="mb-4 text-muted">
          {one.words}, exigible le {formatJour(one.exigibleLe)}. Non : le loyer devient un impayé,
          et les relances du locataire se préparent.
        </p>
      )}
      <FieldGrid>
        {asked.length > 1 && (
          <SelectField
            name="QuitanceId"
            label="Loyer"
            span={6}
            options={asked.map(({ QuitanceId, words }) => ({
              value: String(QuitanceId),
              label: words,
            }))}
          />
        )}
        <RadioField name="reponse" label="Le propriétaire l’a reçu" options={CHOICES} span={6} />
        {reponse === "partie" && <EurosField name="montant" label="Montant reçu" required />}
        {reponse !== "non" && <DateField name="date" label="Reçu le" required />}
      </FieldGrid>
    </>
  );
}
