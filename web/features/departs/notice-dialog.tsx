import { useEffect } from "react";
import * as z from "zod/mini";
import { sousLoi89 } from "#domain/bail/bail.ts";
import { MOTIFS_PREAVIS } from "#domain/bail/preavis.ts";
import type { Jour } from "#domain/dates.ts";
import { booleen, choix, facultatif, isoDate } from "#domain/fields.ts";
import { MOTIFS_DU_BAILLEUR } from "#domain/gerance/departs/conge.ts";
import {
  GENRES_D_UN_SEUL,
  GENRES_DEPART,
  type GenreDepart,
  MODES_CONGE,
  type ModeConge,
  type TitulairePartant,
} from "#domain/gerance/departs/depart.ts";
import type { DepartDetail } from "#domain/gerance/departs/depart-fiche.ts";
import { finDuBail } from "#domain/gerance/departs/fin-du-bail.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { SelectField, SwitchField } from "#web/components/fields/fields.tsx";
import { useFollowing, useForm, useValue } from "#web/components/form/form-context.ts";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { noteDeparture, TOUCHED_BY_DEPARTS } from "#web/entities/biens/departs.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

const keys = <Key extends string>(words: Record<Key, string>) => Object.keys(words) as Key[];
const choices = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

const schema = z.strictObject({
  titulaire: choix(["tous", "premier", "second"] as const),
  genre: choix(keys(GENRES_DEPART)),
  mode: facultatif(choix(keys(MODES_CONGE))),
  recuLe: isoDate(),
  motif: facultatif(choix([...keys(MOTIFS_PREAVIS), ...keys(MOTIFS_DU_BAILLEUR)])),
  justifie: z._default(booleen(), false),
  occupants: z._default(booleen(), false),
  acquisLe: facultatif(isoDate()),
  finLe: facultatif(isoDate()),
  remplaceLe: facultatif(isoDate()),
});

interface NoticeDialogProps {
  detail: DepartDetail;
  /** The tenant who leaves alone; « tous » when the whole lease ends. */
  titulaire: TitulairePartant;
  onClose(): void;
}

/**
 * Notes how the lease ends, or that one tenant leaves it. When the law gives a last day, the form proposes this day;
 * the user may change it.
 */
export function NoticeDialog({ detail, titulaire, onClose }: NoticeDialogProps) {
  const { DossierId, depart, recuLe, finLe } = detail;
  const alone = detail.partants.find((partant) => partant.titulaire === titulaire);
  const notedAlone = alone && {
    genre: alone.genre,
    mode: alone.mode,
    motif: alone.motif,
    justifie: alone.justifie,
    recuLe: alone.recuLe,
    finLe: alone.finLe,
    remplaceLe: alone.remplaceLe,
  };
  const note = useWrite(
    async (notice: z.output<typeof schema>) => ({
      ...(await noteDeparture(DossierId, notice)),
      version: 0,
    }),
    TOUCHED_BY_DEPARTS,
    () => true,
  );
  return (
    <FormDialog
      title={
        alone
          ? `Modifier le départ de ${alone.nom}`
          : depart
            ? "Modifier le départ"
            : "Noter le départ"
      }
      schema={schema}
      record={null}
      draft={null}
      initial={{
        titulaire,
        genre: depart?.genre ?? "conge_locataire",
        mode: depart?.mode ?? null,
        motif: depart?.motif ?? null,
        justifie: depart?.justifie ?? false,
        occupants: depart?.occupants ?? false,
        acquisLe: depart?.acquisLe ?? null,
        recuLe,
        finLe,
        ...notedAlone,
      }}
      create={(notice) => note.mutateAsync(notice)}
      createLabel="Enregistrer"
      onSaved={() => {
        notify("Le départ est noté.");
        onClose();
      }}
      onClose={onClose}
    >
      <NoticeFields detail={detail} noted={alone !== undefined} />
    </FormDialog>
  );
}

interface NoticeFieldsProps {
  detail: DepartDetail;
  /** Whether this tenant's notice is noted already. */
  noted: boolean;
}

function NoticeFields({ detail, noted }: NoticeFieldsProps) {
  const genre = useValue<GenreDepart>("genre") ?? "conge_locataire";
  const mode = useValue<ModeConge>("mode");
  const alone = useValue<TitulairePartant>("titulaire") !== "tous";
  const { regime } = detail.bail;
  const { setValue } = useForm();
  useFollowing("finLe", useEnd(detail, { genre, alone }));
  useEffect(() => {
    if (alone && !GENRES_D_UN_SEUL.includes(genre)) setValue("genre", "conge_locataire");
  }, [alone, genre, setValue]);
  const dead = genre === "deces";
  const kinds = choices(GENRES_DEPART).filter(
    ({ value }) => !alone || GENRES_D_UN_SEUL.includes(value as GenreDepart),
  );
  const notice = genre === "conge_locataire" || genre === "conge_bailleur";
  return (
    <FieldGrid>
      {detail.titulaires.length > 1 && !noted && (
        <SelectField
          name="titulaire"
          label="Qui part"
          options={[
            { value: "tous", label: "Tous les titulaires" },
            ...detail.titulaires
              .map((nom, rank) => ({
                value: rank === 0 ? "premier" : "second",
                label: `${nom} seul·e`,
              }))
              .filter(({ value }) =>
                detail.partants.every((partant) => partant.titulaire !== value),
              ),
          ]}
        />
      )}
      <SelectField name="genre" label={alone ? "Départ" : "Fin du bail"} options={kinds} />
      {notice && <SelectField name="mode" label="Forme du congé" options={choices(MODES_CONGE)} />}
      <DateField
        name="recuLe"
        label={WORDS_OF_DAY[genre]}
        hint={
          mode === "lrar"
            ? "Le jour de sa remise : une première présentation ne suffit pas."
            : undefined
        }
      />
      {genre === "conge_locataire" && regime === "nu" && (
        <>
          <SelectField
            name="motif"
            label="Préavis réduit à un mois"
            options={choices(MOTIFS_PREAVIS)}
            hint="Sans motif ni zone tendue : trois mois."
          />
          <SwitchField
            name="justifie"
            label="Le motif, ou la zone, est dit et justifié dans la lettre"
          />
        </>
      )}
      {genre === "conge_bailleur" && (
        <>
          <SelectField name="motif" label="Motif" options={choices(MOTIFS_DU_BAILLEUR)} required />
          <DateField name="acquisLe" label="Logement acheté loué le" />
        </>
      )}
      {dead && !alone && (
        <SwitchField
          name="occupants"
          label="Un conjoint, partenaire, concubin, descendant ou ascendant vivait là (article 14)"
        />
      )}
      {!(dead && alone) && (
        <DateField
          name="finLe"
          label={alone ? "Son dernier jour au bail" : "Dernier jour du bail"}
          hint={
            mode === "mail" && sousLoi89({ regime })
              ? "Ce congé n’est pas valable en la forme (article 15) ; le bailleur peut l’accepter : dites le jour convenu."
              : undefined
          }
        />
      )}
      {alone && !dead && <DateField name="remplaceLe" label="Remplacé au bail le" />}
    </FieldGrid>
  );
}

const WORDS_OF_DAY: Record<GenreDepart, string> = {
  conge_locataire: "Congé reçu le",
  conge_bailleur: "Congé reçu par le locataire le",
  deces: "Décès le",
  accord: "Accord du",
  abandon: "Abandon constaté le",
  resiliation: "Résiliation le",
  terme: "Noté le",
};

/**
 * The last day of the lease by law; for the death of one tenant alone, the day typed. Null while no day is typed, or
 * when the law gives no last day: the user must then type it.
 */
function useEnd(
  { bail }: DepartDetail,
  { genre, alone }: { genre: GenreDepart; alone: boolean },
): Jour | null {
  const recuLe = useValue<Jour>("recuLe");
  const note = {
    genre,
    mode: useValue<ModeConge>("mode"),
    motif: useValue<string>("motif"),
    justifie: useValue<boolean>("justifie") === true,
    occupants: useValue<boolean>("occupants") === true,
    acquisLe: useValue<Jour>("acquisLe"),
    finLe: null,
  };
  if (alone && genre === "deces") return recuLe;
  return recuLe === null ? null : finDuBail({ ...note, recuLe }, bail).fin;
}
