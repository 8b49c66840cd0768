import { queryOptions, useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import type { CoteEtatLieux } from "#domain/biens/etat-lieux.ts";
import { formatInstant } from "#domain/dates.ts";
import { deNom } from "#domain/orthographe.ts";
import type { Oublis, PhotosAttendues } from "#domain/terrain/visite.ts";
import { Notice } from "#web/components/notice.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { formatCount } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { api } from "#web/lib/server/api.ts";
import { usePeut } from "#web/lib/server/session.ts";

const GiveUpDialog = lazyNamed(() => import("./give-up-dialog.tsx"), "GiveUpDialog");

const awaitedOf = (DossierId: number) =>
  queryOptions({
    queryKey: ["EtatLieux", "attendues", DossierId],
    queryFn: ({ signal }) => api.get<Oublis>(`/Terrain/oublis?dossiers=${DossierId}`, { signal }),
  });

interface AwaitedPhotosProps {
  dossierId: number;
  cote: CoteEtatLieux;
}

/** The photos that a device announced and has not sent yet, with the account that took them. */
export function AwaitedPhotos({ dossierId, cote }: AwaitedPhotosProps) {
  const { data } = useQuery(awaitedOf(dossierId));
  const awaited = (data?.attendues ?? []).filter(
    (one) => one.DossierId === dossierId && one.cote === cote,
  );
  return awaited.map((one) => <Awaited key={one.visite} awaited={one} />);
}

function Awaited({ awaited }: { awaited: PhotosAttendues }) {
  const { DossierId, cote, nombre, auteur, contact } = awaited;
  const [givingUp, setGivingUp] = useState(false);
  const mayModify = usePeut("modifier");
  return (
    <Notice className="mt-3">
      {formatCount(nombre, "photo attendue", "photos attendues")} de l’appareil{" "}
      {auteur ? deNom(auteur) : "d’un compte fermé"}, dernier contact le{" "}
      {formatInstant(new Date(contact)).replace(" ", " à ")}.{" "}
      <a
        href={`/terrain/?dossier=${DossierId}&cote=${cote}`}
        className="underline underline-offset-4"
      >
        Sur place
      </a>{" "}
      les envoie de lui-même quand il est ouvert sur cet appareil, avec le réseau.{" "}
      {mayModify && (
        <Button variant="link" onClick={() => setGivingUp(true)}>
          Ne plus les attendre
        </Button>
      )}
      {givingUp && (
        <Suspense>
          <GiveUpDialog awaited={awaited} onClose={() => setGivingUp(false)} />
        </Suspense>
      )}
    </Notice>
  );
}
