import { useEffect, useState } from "react";
import { ELEMENTS, NOMS_DES_ELEMENTS } from "#domain/biens/elements.ts";
import { formatJour } from "#domain/dates.ts";
import { nomLegal } from "#domain/personnes/personne.ts";
import { COMPTEURS_LUS, type CompteurLu } from "#domain/terrain/compteurs.ts";
import type { ContenuDuConstat } from "#domain/terrain/constat.ts";
import {
  FONCTIONNEMENTS,
  type PieceDuReleve,
  PROPRETES,
  piecesDuReleve,
} from "#domain/terrain/releve.ts";
import type { Visit } from "#web/terrain/device/visits.ts";
import { Block } from "#web/terrain/ui.tsx";

interface ReadingProps {
  visit: Visit;
  contenu: ContenuDuConstat;
}

export function Reading({ visit, contenu }: ReadingProps) {
  const { cadre, releve } = contenu;
  const { valeurs, complements, edf } = releve;
  const meter = (one: CompteurLu) => (one === "edf" ? edf : valeurs[one]) ?? null;
  return (
    <>
      <Block>
        <dl className="grid gap-1">
          <Line name="Établi le" text={`${formatJour(valeurs.date)}, à ${valeurs.lieu}`} />
          <Line name="Bailleur" text={cadre.bailleurs.map(nomLegal).join(", ")} />
          <Line name="Locataire" text={cadre.locataires.map(nomLegal).join(", ")} />
          <Line name="Présents" text={complements.presents} />
        </dl>
      </Block>
      <Block title="Compteurs et clés">
        <dl className="grid gap-1">
          {(Object.keys(COMPTEURS_LUS) as CompteurLu[]).map((one) => (
            <Line key={one} name={COMPTEURS_LUS[one].nom} text={meter(one)} />
          ))}
          <Line name="Clés" text={valeurs.clef} />
          <Line name="Interphone" text={valeurs.interphone ?? null} />
          <Line name="Double vitrage" text={valeurs.doubleVitrage ? "Oui" : "Non"} />
          <Line name="Antenne" text={valeurs.antenne} />
          <Line name="Aménagement" text={valeurs.amenagement} />
        </dl>
        <Pictures visit={visit} contenu={contenu} of={(place) => /^(compteur|clef)/.test(place)} />
      </Block>
      {piecesDuReleve(releve).map((room) => (
        <Room key={room.complement.cle} visit={visit} contenu={contenu} room={room} />
      ))}
      {complements.reserves && (
        <Block title="Réserves du locataire">
          <p className="whitespace-pre-line">{complements.reserves}</p>
        </Block>
      )}
    </>
  );
}

function Room({ visit, contenu, room }: ReadingProps & { room: PieceDuReleve }) {
  const { piece, complement } = room;
  const before =
    contenu.entree &&
    piecesDuReleve(contenu.entree.releve).find((one) => one.complement.cle === complement.cle);
  return (
    <Block title={piece.nom}>
      <dl className="grid gap-1">
        {ELEMENTS.map((element) => (
          <Line
            key={element}
            name={NOMS_DES_ELEMENTS[element]}
            text={piece[element] ?? null}
            before={before?.piece[element]}
          />
        ))}
        {complement.ajouts.map(({ cle, nom, nombre, constat, fonctionne }) => (
          <Line
            key={cle}
            name={nombre === 1 ? nom : `${nom} × ${nombre}`}
            text={
              [constat, fonctionne && FONCTIONNEMENTS[fonctionne].toLowerCase()]
                .filter(Boolean)
                .join(", ") || null
            }
            before={before?.complement.ajouts.find((ajout) => ajout.cle === cle)?.constat}
          />
        ))}
        {complement.proprete && <Line name="Propreté" text={PROPRETES[complement.proprete]} />}
      </dl>
      <Pictures
        visit={visit}
        contenu={contenu}
        of={(place) => place.startsWith(`${complement.cle}/`)}
      />
    </Block>
  );
}

interface LineProps {
  name: string;
  text: string | null;
  /** The text of the same line at the entry. */
  before?: string | null | undefined;
}

function Line({ name, text, before }: LineProps) {
  return (
    <div className="flex gap-3">
      <dt className="w-32 shrink-0 text-sm text-muted">{name}</dt>
      <dd className="min-w-0 text-sm break-words">
        {text || "—"}
        {before && before !== text && (
          <span className="block text-muted">À l’entrée : {before}</span>
        )}
      </dd>
    </div>
  );
}

interface PicturesProps extends ReadingProps {
  of(place: string): boolean;
}

function Pictures({ visit, contenu, of }: PicturesProps) {
  const blobs = new Map([
    ...visit.entries.map(({ cle, thumbnail }) => [cle, thumbnail] as const),
    ...visit.photos.map(({ cle, thumbnail }) => [cle, thumbnail] as const),
  ]);
  const shown = contenu.photos
    .map((photo, rank) => ({ ...photo, number: rank + 1 }))
    .filter(({ place }) => of(place));
  if (shown.length === 0) return null;
  return (
    <ul aria-label="Photos" className="mt-2 flex flex-wrap gap-2">
      {shown.map(({ cle, number, empreinte }) => (
        <li key={cle} className="w-27">
          <Picture blob={blobs.get(cle)} name={`Photo ${number}`} />
          <span className="text-xs text-muted tabular-nums">
            {number} · {empreinte.slice(0, 8)}…
          </span>
        </li>
      ))}
    </ul>
  );
}

function Picture({ blob, name }: { blob: Blob | undefined; name: string }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return (
    <span className="grid h-20 w-27 place-items-center overflow-hidden rounded-md border bg-sunken text-xs text-muted">
      {address ? <img src={address} alt={name} className="size-full object-cover" /> : name}
    </span>
  );
}
