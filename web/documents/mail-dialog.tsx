import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import * as z from "zod/mini";
import { courriel } from "#domain/fields.ts";
import {
  creation,
  DESTINATAIRES_AU_PLUS,
  type DestinatairePropose,
  type DocumentDesigne,
  type PropositionCourriel,
} from "#domain/quittances/courriel-document.ts";
import { FieldFrame, FieldGrid } from "#web/components/fields/field.tsx";
import { TextareaField, TextField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { LabelledCheckbox } from "#web/components/ui/checkbox.tsx";
import { proposal, send, TOUCHED_BY_COURRIELS } from "#web/entities/quittances/courriels.ts";
import { secondsUntil } from "#web/lib/clock.ts";
import { formatSize } from "#web/lib/format.ts";
import { useLeadToSettings } from "#web/lib/mended-by-settings.ts";
import { notify, notifyDanger, notifyRefusal } from "#web/lib/notify.ts";
import { ApiError } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { useCallBackMail } from "./mail-writes.ts";

const { objet, texte } = creation.shape;

/** The addresses that a person typed, separated by spaces, commas or semicolons. */
const typed = (text: string | null): string[] => (text ?? "").split(/[\s,;]+/).filter(Boolean);

const schema = z
  .strictObject({ choisis: z.array(z.string()), autres: z.nullable(z.string()), objet, texte })
  .check(
    z.refine(({ autres }) => typed(autres).every((one) => courriel().safeParse(one).success), {
      path: ["autres"],
      message: "Une de ces adresses n’est pas valable.",
    }),
    z.refine(({ choisis, autres }) => choisis.length + typed(autres).length > 0, {
      path: ["choisis"],
      message: "Choisissez au moins un destinataire.",
    }),
    z.refine(
      ({ choisis, autres }) => choisis.length + typed(autres).length <= DESTINATAIRES_AU_PLUS,
      { path: ["autres"], message: `${DESTINATAIRES_AU_PLUS} destinataires au plus.` },
    ),
  );

interface MailDialogProps {
  document: DocumentDesigne;
  /** « Contrat de location » */
  name: string;
  onClose(): void;
}

export function MailDialog(props: MailDialogProps) {
  const { document, onClose } = props;
  const { data, error } = useQuery({ ...proposal(document), staleTime: 0, gcTime: 0 });
  const leadToSettings = useLeadToSettings();
  const refused = useEffectEvent((refusal: Error) => {
    onClose();
    if (!(refusal instanceof ApiError)) return notifyDanger("L’opération a échoué.");
    if (!refusal.metEverywhere && !leadToSettings(refusal)) notifyRefusal(refusal.message);
  });
  useEffect(() => {
    if (error) refused(error);
  }, [error]);
  return data ? <MailForm {...props} proposed={data} /> : null;
}

function MailForm(props: MailDialogProps & { proposed: PropositionCourriel }) {
  const { document, name, proposed, onClose } = props;
  const callBack = useCallBackMail();
  const { mutateAsync } = useWrite(send, TOUCHED_BY_COURRIELS, () => true);
  return (
    <FormDialog
      title={`Envoyer : ${name}`}
      schema={schema}
      record={null}
      initial={{
        choisis: proposed.destinataires.flatMap((destinataire) =>
          destinataire.premier ? [destinataire.adresse] : [],
        ),
        autres: null,
        objet: proposed.objet,
        texte: proposed.texte,
      }}
      create={({ choisis, autres, ...words }) =>
        mutateAsync({ document, destinataires: [...choisis, ...typed(autres)], ...words })
      }
      createLabel="Envoyer"
      onSaved={({ id, partLe }) => {
        const told = partLe
          ? `Le courriel part dans ${secondsUntil(partLe)} s.`
          : "Le courriel part.";
        notify(told, { label: "Annuler l’envoi", onClick: () => callBack(id) });
        onClose();
      }}
      onClose={onClose}
    >
      <FieldGrid>
        <RecipientsField proposed={proposed.destinataires} />
        <TextField
          name="autres"
          label="Autres adresses"
          span={6}
          inputMode="email"
          hint="Séparées par une virgule."
        />
        <TextField name="objet" label="Objet" span={6} />
        <TextareaField name="texte" label="Message" />
      </FieldGrid>
      <p className="mt-3 text-sm text-muted">
        Les coordonnées de l’agence s’ajoutent sous le message. Pièce jointe : {proposed.piece} (
        {formatSize(proposed.taille)}).
      </p>
    </FormDialog>
  );
}

function RecipientsField({ proposed }: { proposed: readonly DestinatairePropose[] }) {
  return (
    <FieldFrame
      name="choisis"
      label="Destinataires"
      span={6}
      labelled="group"
      required={false}
      read={() => null}
    >
      {({ id, value, onChange, "aria-describedby": described }) => {
        const chosen = Array.isArray(value) ? value : [];
        if (proposed.length === 0)
          return <p className="text-muted">Aucune adresse connue : écrivez-en une ci-dessous.</p>;
        return (
          <fieldset id={id} aria-label="Destinataires" aria-describedby={described}>
            {proposed.map(({ role, nom, adresse }) => (
              <LabelledCheckbox
                key={adresse}
                id={`${id}-${adresse}`}
                checked={chosen.includes(adresse)}
                onChange={({ target }) =>
                  onChange(
                    target.checked ? [...chosen, adresse] : chosen.filter((one) => one !== adresse),
                  )
                }
              >
                {nom}{" "}
                <span className="break-words text-muted">
                  – {role}, {adresse}
                </span>
              </LabelledCheckbox>
            ))}
          </fieldset>
        );
      }}
    </FieldFrame>
  );
}
