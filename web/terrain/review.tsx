import { ELEMENTS, NOMS_DES_ELEMENTS } from "#domain/biens/elements.ts";
import { formatJour } from "#domain/dates.ts";
import {
  differencesEntre,
  ECARTS,
  nomDeLaDifference,
} from "#domain/gerance/departs/differences.ts";
import { apostrophesCourbes } from "#domain/orthographe.ts";
import { COMPTEURS_LUS, type CompteurLu } from "#domain/terrain/compteurs.ts";
import { differencesDesAjouts } from "#domain/terrain/differences.ts";
import {
  avancement,
  NON_RELEVE,
  type PieceDuReleve,
  piecesDuReleve,
  placeDe,
  type Releve,
} from "#domain/terrain/releve.ts";
import { Notice } from "#web/components/notice.tsx";
import { Band } from "./band.tsx";
import { sendAll, write } from "./device/sender.ts";
import type { Visit } from "./device/visits.ts";
import { Photos } from "./room/photos.tsx";
import { Rooms, titleOf } from "./rooms.tsx";
import { Block, Page, Tap, Text } from "./ui.tsx";

/** The whole inventory as it will be printed. It shows what is missing, which does not prevent the signing. */
export function ReviewScreen({ visit }: { visit: Visit }) {
  const { draft, photos } = visit;
  const { releve } = draft;
  const { complements, valeurs } = releve;
  const rooms = piecesDuReleve(releve);
  const entry = draft.visite.entree?.releve;
  const missing = missingOf(releve, rooms);
  const tell = (part: Partial<typeof complements>) =>
    write(draft, (one) => ({
      ...one,
      complements: { ...one.complements, ...part },
    }));
  const own = new Set(photos.map(({ cle }) => cle));
  const elsewhere = (draft.visite.constat?.photos ?? []).filter(
    ({ cle, retireeLe }) => retireeLe === null && !own.has(cle),
  );
  const shown = photos.filter(({ removedAt }) => removedAt === null).length + elsewhere.length;
  return (
    <Page
      title="Relecture"
      text={titleOf(visit)}
      back={`#/${draft.cle}`}
      aside={<Rooms visit={visit} current="relecture" />}
      foot={
        <>
          <div className="grid grid-cols-2 gap-2 px-3 pt-2">
            <Tap
              onClick={() => {
                void sendAll(draft.UserId);
                window.location.hash = "/";
              }}
            >
              Terminer
            </Tap>
            <Tap
              tone="primary"
              onClick={() => {
                window.location.hash = `/${draft.cle}/signer`;
              }}
            >
              Faire signer
            </Tap>
          </div>
          <Band UserId={draft.UserId} />
        </>
      }
    >
      <p className="mb-3 text-muted">
        Établi le {formatJour(valeurs.date)} à {valeurs.lieu}, {rooms.length} pièces, {shown}{" "}
        photos.
      </p>
      {missing.length > 0 && <Notice className="mb-3">À compléter : {missing.join(", ")}.</Notice>}
      {entry && <Differences entry={entry} exit={releve} />}
      <Block title="Personnes et réserves">
        <div className="grid gap-3">
          <Text
            label="Présents"
            lines
            value={complements.presents ?? ""}
            onChange={(value) => tell({ presents: value || null })}
          />
          <Text
            label="Réserves du locataire"
            lines
            value={complements.reserves ?? ""}
            onChange={(value) => tell({ reserves: value || null })}
          />
        </div>
      </Block>
      <Block title="Compteurs et clés">
        <dl className="grid gap-1">
          {(Object.keys(COMPTEURS_LUS) as CompteurLu[]).map((meter) => (
            <Line
              key={meter}
              name={COMPTEURS_LUS[meter].nom}
              text={(meter === "edf" ? releve.edf : valeurs[meter]) ?? null}
            />
          ))}
          <Line name="Clés" text={valeurs.clef} />
        </dl>
      </Block>
      {rooms.map((room) => (
        <Room key={room.complement.cle} visit={visit} room={room} />
      ))}
    </Page>
  );
}

function missingOf({ valeurs, edf }: Releve, rooms: readonly PieceDuReleve[]): string[] {
  const required = {
    Clés: valeurs.clef,
    Électricité: edf ?? NON_RELEVE,
    "Eau froide": valeurs.eauFroide,
    "Eau chaude": valeurs.eauChaude,
    Chauffage: valeurs.chauffage,
    Antenne: valeurs.antenne,
    Aménagement: valeurs.amenagement,
  };
  return [
    ...Object.entries(required).flatMap(([name, text]) => (text === NON_RELEVE ? [name] : [])),
    ...rooms.flatMap((room) => {
      const { decrits, total } = avancement(room);
      return decrits < total ? [`${apostrophesCourbes(room.piece.nom)} (${decrits}/${total})`] : [];
    }),
  ];
}

function Differences({ entry, exit }: { entry: Releve; exit: Releve }) {
  const rooms = differencesEntre(entry.valeurs, exit.valeurs).filter(
    ({ ecart }) => ecart !== "identique",
  );
  const additions = differencesDesAjouts(
    piecesDuReleve(entry).map(({ complement }) => complement),
    piecesDuReleve(exit).map(({ complement }) => complement),
  ).filter(({ ecart }) => ecart !== "identique");
  const told = [
    ...rooms.map((one) => ({
      name: nomDeLaDifference(one),
      word: ECARTS[one.ecart],
      before: one.avant,
      after: one.apres,
    })),
    ...additions.map(({ piece, nom, ecart, manquants, avant, apres }) => ({
      name: `${piece}, ${nom.toLowerCase()}`,
      word: manquants > 0 ? `Manquant : ${manquants}` : ECARTS[ecart],
      before: avant,
      after: apres,
    })),
  ];
  return (
    <Block title={told.length > 0 ? `Différences (${told.length})` : "Aucune différence"}>
      <ul className="divide-y">
        {told.map(({ name, word, before, after }) => (
          <li key={name} className="py-2">
            <p className="flex justify-between gap-3 font-medium">
              {apostrophesCourbes(name)}
              <span className="shrink-0 text-orange">{word}</span>
            </p>
            <p className="text-sm text-muted">
              {apostrophesCourbes(`${before ?? "—"} → ${after ?? "—"}`)}
            </p>
          </li>
        ))}
      </ul>
    </Block>
  );
}

function Room({ visit, room: { piece, complement } }: { visit: Visit; room: PieceDuReleve }) {
  const places = [...ELEMENTS, ...complement.ajouts.map(({ cle }) => cle)].map((key) =>
    placeDe(complement.cle, key),
  );
  const hasPhoto = (place: string) =>
    [...visit.photos, ...(visit.draft.visite.constat?.photos ?? [])].some(
      (photo) => photo.place === place,
    );
  return (
    <Block title={apostrophesCourbes(piece.nom)}>
      <dl className="grid gap-1">
        {ELEMENTS.map((element) => (
          <Line key={element} name={NOMS_DES_ELEMENTS[element]} text={piece[element] ?? null} />
        ))}
        {complement.ajouts.map(({ cle, nom, nombre, constat }) => (
          <Line key={cle} name={nombre === 1 ? nom : `${nom} × ${nombre}`} text={constat} />
        ))}
      </dl>
      <div className="flex flex-wrap gap-x-2">
        {places.filter(hasPhoto).map((place) => (
          <Photos key={place} visit={visit} place={place} />
        ))}
      </div>
    </Block>
  );
}

function Line({ name, text }: { name: string; text: string | null }) {
  return (
    <div className="flex gap-3">
      <dt className="w-36 shrink-0 text-sm text-muted">{apostrophesCourbes(name)}</dt>
      <dd className="min-w-0 text-sm break-words">{apostrophesCourbes(text || "—")}</dd>
    </div>
  );
}
