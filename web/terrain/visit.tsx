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
import { Message, Page } from "./ui.tsx";

/** These screens load after the first screen; `build/modules.ts` lists their files, so that the device stores them. */
const ClashScreen = lazyNamed(() => import("./clash.tsx"), "ClashScreen");
const SigningScreen = lazyNamed(() => import("./sign/screen.tsx"), "SigningScreen");

export const preloadVisit = () =>
  Promise.all([ClashScreen, SigningScreen].map((screen) => screen.preload().catch(() => {})));

interface VisitScreenProps {
  visit: Visit;
  person: Person;
  /** The part of the address after the visit. */
  place: readonly string[];
}

/**
 * A visit: its rooms, then the whole dwelling, then the review; the possible starts while it has no room. The signing
 * or a clash is shown instead of them.
 */
export function VisitScreen({ visit, person, place: [name, detail = ""] }: VisitScreenProps) {
  const { draft } = visit;
  const signs =
    name === "signer" || draft.signing?.lock || draft.signing?.finishedAt || hasSignatures(visit);
  if (signs || draft.clash)
    return (
      <Suspense fallback={<Message title="Un instant…">Cet écran arrive.</Message>}>
        {signs || !draft.clash ? (
          <SigningScreen visit={visit} person={person} />
        ) : (
          <ClashScreen visit={visit} clash={draft.clash} />
        )}
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
