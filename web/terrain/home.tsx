import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { CoteEtatLieux } from "#domain/biens/etat-lieux.ts";
import { formatJour } from "#domain/dates.ts";
import { JOURS_SANS_CONTACT, type VisiteProposee } from "#domain/terrain/visite.ts";
import { Notice } from "#web/components/notice.tsx";
import { formatCount } from "#web/lib/format.ts";
import { ApiError, api } from "#web/lib/server/api.ts";
import { Band } from "./band.tsx";
import { isUnsent, takeOver, useTold } from "./device/upkeep.ts";
import { forget, prepare, useVisits, type Visit } from "./device/visits.ts";
import { DeviceNotices, Notices } from "./notices.tsx";
import type { Person } from "./person.ts";
import { Block, Page, Tap } from "./ui.tsx";

const SIDES: Record<CoteEtatLieux, string> = { entree: "Entrée", sortie: "Sortie" };

/** « Sur place »: the visits on this device, and the visits proposed because their day is near. */
export function Home({ person }: { person: Person }) {
  const visits = [...useVisits().values()];
  const own = visits.filter(({ draft }) => draft.UserId === person.id);
  const [failure, setFailure] = useState<string | null>(null);
  const proposed = useQuery({
    queryKey: ["Terrain"],
    queryFn: ({ signal }) => api.get<VisiteProposee[]>("/Terrain", { signal, quiet: true }),
    enabled: person.online,
    retry: false,
  });

  async function open(asked: { DossierId: number; cote: CoteEtatLieux }) {
    setFailure(null);
    try {
      const { cle } = await prepare(asked, person.id);
      window.location.hash = `/${cle}`;
    } catch (error) {
      setFailure(reasonOf(error));
    }
  }

  useEffect(() => {
    const asked = new URLSearchParams(window.location.search);
    const cote = asked.get("cote");
    const DossierId = Number(asked.get("dossier"));
    if (!DossierId || (cote !== "entree" && cote !== "sortie")) return;
    window.history.replaceState(null, "", "/terrain/");
    void open({ DossierId, cote });
  });

  const here = new Set(own.map(({ draft }) => `${draft.DossierId}/${draft.cote}`));
  const others = (proposed.data ?? []).filter(
    ({ DossierId, cote }) => !here.has(`${DossierId}/${cote}`),
  );
  return (
    <Page title="Sur place" text={person.nom} foot={<Band UserId={person.id} />}>
      <Notices />
      {failure && <Notice className="mb-3">{failure}</Notice>}
      <DeviceNotices />
      {visits.some((visit) => visit.draft.UserId !== person.id && isUnsent(visit)) && (
        <Colleagues person={person} onFailure={setFailure} />
      )}
      {person.online && <Awaited />}
      {own.map((visit) => (
        <Prepared key={visit.draft.cle} visit={visit} />
      ))}
      {others.length > 0 && <h2 className="mt-6 mb-2 font-semibold">À préparer</h2>}
      {others.map(({ DossierId, cote, jour, adresse, locataires }) => (
        <Block key={`${DossierId}/${cote}`}>
          <p className="font-medium">
            {SIDES[cote]} · {adresse}
          </p>
          <p className="text-sm text-muted">
            {locataires}, le {formatJour(jour)}
          </p>
          <Tap className="mt-2 w-full" onClick={() => void open({ DossierId, cote })}>
            Préparer pour hors ligne
          </Tap>
        </Block>
      ))}
      {own.length + others.length === 0 && (
        <p className="py-6 text-muted">
          Aucune visite n’est prévue ces jours-ci. Ouvrez un dossier, puis « Sur place » dans ses
          états des lieux.
        </p>
      )}
      <a href="/dossiers/" className="mt-4 block py-3 text-accent">
        Retour au bureau
      </a>
    </Page>
  );
}

const reasonOf = (error: unknown) =>
  error instanceof ApiError ? error.message : "Cette visite ne s’ouvre pas.";

interface ColleaguesProps {
  person: Person;
  onFailure(reason: string | null): void;
}

/**
 * Says that colleagues have unsent work here, without its content. An administrator may take this work over, which the
 * journal of security notes.
 */
function Colleagues({ person, onFailure }: ColleaguesProps) {
  const take = () => takeOver(person.id).catch((error: unknown) => onFailure(reasonOf(error)));
  return (
    <Notice
      className="mb-3"
      actions={person.administers && <Tap onClick={() => void take()}>Le reprendre</Tap>}
    >
      Un état des lieux d’un collègue attend sur cet appareil.
    </Notice>
  );
}

function Awaited() {
  const { awaited } = useTold();
  return awaited.map(({ visite, cote, nombre, adresse }) => (
    <Notice key={visite} className="mb-3">
      {formatCount(nombre, "photo attendue", "photos attendues")} pour{" "}
      {cote === "entree" ? "l’entrée" : "la sortie"} du {adresse} :{" "}
      {nombre > 1 ? "elles sont" : "elle est"} sur un autre appareil. Ouvrez-y « Sur place », avec
      le réseau.
    </Notice>
  ));
}

function Prepared({ visit }: { visit: Visit }) {
  const { draft } = visit;
  const { visite, cote } = draft;
  const sent = !isUnsent(visit);
  const { late } = useTold();
  return (
    <Block>
      <a href={`#/${draft.cle}`} className="block min-h-12">
        <p className="font-medium">
          {SIDES[cote]} · {visite.adresse}
        </p>
        <p className="text-sm text-muted">
          {visite.locataires} · {stateOf(visit)}
        </p>
        {late && !sent && (
          <p className="text-sm font-medium text-danger">
            Rien n’a pu partir depuis plus de {JOURS_SANS_CONTACT} jours : retrouvez le réseau.
          </p>
        )}
      </a>
      {sent && (
        <Tap className="mt-2 w-full text-muted!" onClick={() => void forget(draft.cle)}>
          Retirer de cet appareil
        </Tap>
      )}
    </Block>
  );
}

function stateOf(visit: Visit): string {
  const { draft } = visit;
  if (draft.clash) return "deux saisies à départager";
  if (draft.refused) return "refusé par le serveur";
  const signed = draft.signing?.finishedAt ? "signatures, " : "";
  if (isUnsent(visit)) return `${signed}à envoyer`;
  if (draft.signing?.receipt) return "signatures envoyées";
  return draft.base ? "envoyé" : "prêt pour hors ligne";
}
