import { formatInstant } from "#domain/dates.ts";
import { Notice } from "#web/components/notice.tsx";
import { Band } from "#web/terrain/band.tsx";
import { useSending } from "#web/terrain/device/sender.ts";
import type { Signing } from "#web/terrain/device/signed.ts";
import type { Visit } from "#web/terrain/device/visits.ts";
import { titleOf } from "#web/terrain/rooms.tsx";
import { Block, Page } from "#web/terrain/ui.tsx";
import { Answers } from "./answers.tsx";
import { Reading } from "./reading.tsx";

interface FinishedProps {
  visit: Visit;
  signing: Signing;
}

/** The end of the signing, after which nothing changes. It shows whether the server has received the signatures. */
export function Finished({ visit, signing }: FinishedProps) {
  const { draft } = visit;
  const refused = signing.people.some(({ signature }) => signature?.refus);
  return (
    <Page
      title={titleOf(visit)}
      text={refused ? "Non signé" : "Signé"}
      back="#/"
      foot={<Band UserId={draft.UserId} />}
    >
      <Copy signing={signing} refused={refused} />
      <Block title="Signatures">
        <Answers signing={signing} />
      </Block>
      <Reading visit={visit} contenu={signing.contenu} />
    </Page>
  );
}

const hour = (instant: string) => formatInstant(new Date(instant)).slice(-5);

function Copy({ signing, refused }: { signing: Signing; refused: boolean }) {
  const { receipt } = signing;
  const { state } = useSending();
  if (receipt) {
    const sentence = refused
      ? `Refus noté, ${hour(receipt.le)}.`
      : receipt.copies.length > 0
        ? `Copie envoyée à ${receipt.copies.join(", ")}, ${hour(receipt.le)}.`
        : "Signé et scellé. Aucune adresse e-mail n’est connue : remettez une copie imprimée.";
    return (
      <Notice tone="blue" className="mb-3">
        {sentence}
      </Notice>
    );
  }
  return (
    <Notice className="mb-3">
      {refused
        ? "Le refus part dès que le réseau revient."
        : "La copie part dès que le réseau revient."}
      {(state === "offline" || !navigator.onLine) && " Rapprochez-vous du réseau avant de partir."}
    </Notice>
  );
}
