import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { Section } from "#web/components/fields/field.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { visuelsQuery } from "#web/entities/agence/visuels.ts";
import { lazyNamed } from "#web/lib/lazy.ts";

const AgencyPicture = lazyNamed(() => import("./agency-picture.tsx"), "AgencyPicture");

export function AgencyPictures() {
  const { data } = useQuery(visuelsQuery);
  return (
    <Section
      title="Logo et cachet"
      text="Le logo est en tête de tous les documents, le cachet sur les quittances, reçus et avis."
    >
      <Suspense fallback={<Skeleton className="col-span-full h-44" />}>
        <AgencyPicture visuel="logo" label="Logo" none="Aucun logo" picture={data?.logo} />
        <AgencyPicture visuel="cachet" label="Cachet" none="Aucun cachet" picture={data?.cachet} />
      </Suspense>
    </Section>
  );
}
