import { Band } from "./band.tsx";
import { ClashScreen } from "./clash.tsx";
import type { Visit } from "./device/visits.ts";
import { GeneralScreen } from "./general.tsx";
import { Notices } from "./notices.tsx";
import { ReviewScreen } from "./review.tsx";
import { AddRoom } from "./room/add-room.tsx";
import { RoomScreen } from "./room/room.tsx";
import { Rooms, titleOf } from "./rooms.tsx";
import { StartScreen } from "./start.tsx";
import { Page } from "./ui.tsx";

interface VisitScreenProps {
  visit: Visit;
  /** What the address names after the visit. */
  place: readonly string[];
}

/** One visit: its rooms, then what is of the whole dwelling, then the reading over. */
export function VisitScreen({ visit, place: [name, detail = ""] }: VisitScreenProps) {
  const { draft } = visit;
  if (draft.clash) return <ClashScreen visit={visit} clash={draft.clash} />;
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
