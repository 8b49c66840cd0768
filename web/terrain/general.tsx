import { compteurRecule } from "#domain/biens/index-des-compteurs.ts";
import { CLES, type Cle, clesEnMots, clesLues } from "#domain/terrain/cles.ts";
import {
  COMPTEURS_LUS,
  type CompteurLu,
  compteurEnMots,
  compteurLu,
} from "#domain/terrain/compteurs.ts";
import { NON_RELEVE, type Releve } from "#domain/terrain/releve.ts";
import { Band } from "./band.tsx";
import { write as writeReleve } from "./device/sender.ts";
import type { Visit } from "./device/visits.ts";
import { EntryPhotos, Photos, TakePhoto } from "./room/photos.tsx";
import { Rooms, titleOf } from "./rooms.tsx";
import { Block, Page, Stepper, Tap, Text } from "./ui.tsx";

const METERS = Object.keys(COMPTEURS_LUS) as CompteurLu[];

const meterText = (releve: Releve | undefined, meter: CompteurLu) =>
  meter === "edf" ? releve?.edf : releve?.valeurs[meter];

export function GeneralScreen({ visit }: { visit: Visit }) {
  const { draft } = visit;
  const entry = draft.visite.entree?.releve;
  const change = (next: (releve: Releve) => Releve) => {
    writeReleve(draft, next);
  };
  const write = (name: keyof Releve["valeurs"], value: unknown) =>
    change((releve) => ({ ...releve, valeurs: { ...releve.valeurs, [name]: value } }));
  return (
    <Page
      title="Compteurs, clés, général"
      text={titleOf(visit)}
      back={`#/${draft.cle}`}
      aside={<Rooms visit={visit} current="general" />}
      foot={<Band UserId={draft.UserId} />}
    >
      {!draft.visite.stationnement &&
        METERS.map((meter) => (
          <Meter
            key={meter}
            visit={visit}
            meter={meter}
            text={meterText(draft.releve, meter) ?? null}
            before={meterText(entry, meter) ?? null}
            onChange={(text) =>
              meter === "edf"
                ? change((releve) => ({ ...releve, edf: text }))
                : write(meter, text ?? (meter === "releveGaz" ? null : NON_RELEVE))
            }
          />
        ))}
      <Keys
        visit={visit}
        before={entry?.valeurs.clef ?? null}
        onChange={(text) => write("clef", text)}
      />
      <Equipment visit={visit} write={write} />
    </Page>
  );
}

interface MeterProps {
  visit: Visit;
  meter: CompteurLu;
  text: string | null;
  before: string | null;
  onChange(text: string | null): void;
}

function Meter({ visit, meter, text, before, onChange }: MeterProps) {
  const { nom, unite, sans } = COMPTEURS_LUS[meter];
  const read = compteurLu(text);
  const place = `compteur/${meter}`;
  const write = (part: Partial<typeof read>) =>
    onChange(compteurEnMots(meter, { ...read, dit: "", ...part }));
  return (
    <Block title={nom}>
      {before && (
        <p className="mb-2 text-sm text-muted">
          À l’entrée : {before}
          {compteurRecule(before, text) && (
            <span className="block text-orange">
              Moins qu’à l’entrée : le compteur a-t-il été remplacé, ou mal relevé ?
            </span>
          )}
        </p>
      )}
      <EntryPhotos visit={visit} place={place} />
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <Text
            label={`Index (${unite})`}
            inputMode="decimal"
            value={read.index}
            onChange={(value) =>
              write({ index: value.replaceAll(/[^\d ,.]/g, "").replace(".", ",") })
            }
          />
        </div>
        <div className="min-w-0 flex-1">
          <Text
            label="Numéro"
            value={read.numero}
            onChange={(value) => write({ numero: value, index: read.index || "0" })}
          />
        </div>
        <TakePhoto visit={visit} place={place} name={nom} />
      </div>
      <div className="mt-2 flex flex-wrap gap-1.5">
        {sans.map((word) => (
          <Tap
            key={word}
            pressed={text === word}
            onClick={() => onChange(text === word ? null : word)}
          >
            {word}
          </Tap>
        ))}
      </div>
      <Photos visit={visit} place={place} />
    </Block>
  );
}

interface KeysProps {
  visit: Visit;
  before: string | null;
  onChange(text: string): void;
}

function Keys({ visit, before, onChange }: KeysProps) {
  const { clef } = visit.draft.releve.valeurs;
  const read = clesLues(clef === NON_RELEVE ? "" : clef);
  const given = clesLues(before ?? "").comptes;
  const write = (next: typeof read) => onChange(clesEnMots(next) || NON_RELEVE);
  return (
    <Block title="Clés">
      {before && <p className="mb-2 text-sm text-muted">Remises à l’entrée : {before}</p>}
      <ul className="divide-y">
        {(Object.keys(CLES) as Cle[]).map((kind) => (
          <li key={kind} className="flex items-center gap-2 py-1.5">
            <span className="min-w-0 flex-1">
              {CLES[kind].nom}
              {given[kind] !== undefined && (
                <span className="block text-sm text-muted">sur {given[kind]}</span>
              )}
            </span>
            <Stepper
              label={CLES[kind].nom}
              value={read.comptes[kind] ?? 0}
              onChange={(count) => {
                const { [kind]: _, ...others } = read.comptes;
                const counted = count > 0 || given[kind] !== undefined;
                write({ ...read, comptes: counted ? { ...others, [kind]: count } : others });
              }}
            />
          </li>
        ))}
      </ul>
      <div className="mt-2 flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <Text
            label="Autres clés"
            lines
            value={read.reste}
            onChange={(reste) =>
              onChange(
                clesEnMots({ ...read, reste: "" }) ? joined(read, reste) : reste || NON_RELEVE,
              )
            }
          />
        </div>
        <TakePhoto visit={visit} place="clef" name="Clés" />
      </div>
      <Photos visit={visit} place="clef" />
    </Block>
  );
}

const joined = (read: ReturnType<typeof clesLues>, reste: string) =>
  [clesEnMots({ ...read, reste: "" }), reste].filter(Boolean).join(", ");

const WORDS = {
  antenne: { label: "Antenne", words: ["Collective", "Individuelle", "Néant"] },
  amenagement: { label: "Aménagement", words: ["Néant"] },
  interphone: { label: "Interphone", words: ["Fonctionne", "Ne fonctionne pas", "Néant"] },
} as const;

interface EquipmentProps {
  visit: Visit;
  write(name: keyof Releve["valeurs"], value: unknown): void;
}

function Equipment({ visit, write }: EquipmentProps) {
  const { valeurs } = visit.draft.releve;
  return (
    <Block title="Général">
      <Tap
        className="mb-3 w-full"
        pressed={valeurs.doubleVitrage}
        onClick={() => write("doubleVitrage", !valeurs.doubleVitrage)}
      >
        Double vitrage
      </Tap>
      {(Object.keys(WORDS) as (keyof typeof WORDS)[]).map((name) => {
        const { label, words } = WORDS[name];
        const text = valeurs[name] ?? "";
        const empty = name === "interphone" ? null : NON_RELEVE;
        return (
          <fieldset key={name} aria-label={label} className="mb-3">
            <Text
              label={label}
              lines
              value={text === NON_RELEVE ? "" : text}
              onChange={(value) => write(name, value || empty)}
            />
            <div className="mt-1.5 flex flex-wrap gap-1.5">
              {words.map((word) => (
                <Tap
                  key={word}
                  pressed={text === word}
                  onClick={() => write(name, text === word ? empty : word)}
                >
                  {word}
                </Tap>
              ))}
            </div>
          </fieldset>
        );
      })}
    </Block>
  );
}
