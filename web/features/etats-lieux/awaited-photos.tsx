import { queryOptions, useQuery } from "@tanstack/react-query";
import type { CoteEtatLieux } from "#domain/biens/etat-lieux.ts";
import { formatInstant } from "#domain/dates.ts";
import { deNom } from "#domain/orthographe.ts";
import type { Oublis } from "#domain/terrain/visite.ts";
import { Notice } from "#web/components/notice.tsx";
import { formatCount } from "#web/lib/format.ts";
import { api } from "#web/lib/server/api.ts";

const awaitedOf = (DossierId: number) =>
  queryOptions({
    queryKey: ["EtatLieux", "attendues", DossierId],
    queryFn: ({ signal }) => api.get<Oublis>(`/Terrain/oublis?dossiers=${DossierId}`, { signal }),
  });

interface AwaitedPhotosProps {
  dossierId: number;
  cote: CoteEtatLieux;
}

/** The photos that a device announced and has not sent, and where they are. */
export function AwaitedPhotos({ dossierId, cote }: AwaitedPhotosProps) {
  const { data } = useQuery(awaitedOf(dossierId));
  const awaited = (data?.attendues ?? []).filter(
    (one) => one.DossierId === dossierId && one.cote === cote,
  );
  return awaited.map(({ visite, nombre, auteur, contact }) => (
    <Notice key={visite} className="mt-3">
      {formatCount(nombre, "photo attendue", "photos attendues")} de l’appareil{" "}
      {auteur ? deNom(auteur) : "d’un compte fermé"}, dernier contact le{" "}
      {formatInstant(new Date(contact)).replace(" ", " à ")}.{" "}
      <a
        href={`/terrain/?dossier=${dossierId}&cote=${cote}`}
        className="underline underline-offset-4"
      >
        Sur place
      </a>{" "}
      les envoie de lui-même quand il est ouvert sur cet appareil, avec le réseau.
    </Notice>
  ));
}
