import { Suspense } from "react";
import { lazyNamed } from "#web/lib/lazy.ts";
import { Band } from "./band.tsx";
import { hasSignatures } from "./device/signed.ts";
import type { Visit } from "./device/visits.ts";
import { GeneralScreen } from "./general.tsx";
import { Notices } from "./notices.tsx";
import type { Person } from "./person.ts";
import { ReviewScreen } from "./review.tsx";
import { AddRoom } from "./room/add-room.tsx";
import { RoomScreen } from "./room/room.tsx";
import { Rooms, titleOf } from "./rooms.tsx";
import { StartScreen } from "./start.tsx";
import { Page } from "./ui.tsx";

/** Loaded late; kept on the device with the rest (territory). */
const ClashScreen = lazyNamed(() => import("./clash.tsx"), "ClashScreen");
const SigningScreen = lazyNamed(() => import("./sign/screen.tsx"), "SigningScreen");

interface VisitScreenProps {
  visit: Visit;
  person: Person;
  /** What the address names after the visit. */
  place: readonly string[];
}

/** One visit: its rooms, then what is of the whole dwelling, then the reading over. */
export function VisitScreen({ visit, person, place: [name, detail = ""] }: VisitScreenProps) {
  const { draft } = visit;
  if (draft.signing?.lock || draft.signing?.finishedAt || hasSignatures(visit) || name === "signer")
    return (
      <Suspense>
        <SigningScreen visit={visit} person={person} />
      </Suspense>
    );
  if (draft.clash)
    return (
      <Suspense>
        <ClashScreen visit={visit} clash={draft.clash} />
      </Suspense>
    );
  if (draft.releve.valeurs.pieces.length === 0) return <StartScreen visit={visit} />;
  if (name === "piece")
    return <RoomScreen key={detail} visit={visit} cle={decodeURIComponent(detail)} />;
  if (name === "general") return <GeneralScreen visit={visit} />;
  if (name === "relecture") return <ReviewScreen visit={visit} />;
  return (
    <Page
      title={titleOf(visit)}
      text={draft.visite.locataires}
      back="#/"
      foot={<Band UserId={draft.UserId} />}
    >
      <Notices />
      <Rooms visit={visit} />
      <AddRoom visit={visit} />
    </Page>
  );
}
