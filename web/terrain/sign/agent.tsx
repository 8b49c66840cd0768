import { Notice } from "#web/components/notice.tsx";
import { Band } from "#web/terrain/band.tsx";
import { sendAll } from "#web/terrain/device/sender.ts";
import type { Signing } from "#web/terrain/device/signed.ts";
import { finishSigning } from "#web/terrain/device/signing.ts";
import type { Visit } from "#web/terrain/device/visits.ts";
import type { Person } from "#web/terrain/person.ts";
import { titleOf } from "#web/terrain/rooms.tsx";
import { Block, Page, Tap } from "#web/terrain/ui.tsx";
import { Answers } from "./answers.tsx";
import { Undo } from "./undo.tsx";

interface AgentSignsProps {
  visit: Visit;
  signing: Signing;
  person: Person;
}

/** The agent signs last. When somebody has not signed, the agent notes it, and nothing is sealed. */
export function AgentSigns({ visit, signing, person }: AgentSignsProps) {
  const { draft } = visit;
  const refused = signing.people.some(({ signature }) => signature?.refus);
  const finish = () =>
    void finishSigning(draft.cle, signing, person.nom).then(() => sendAll(draft.UserId));
  return (
    <Page
      title="Signatures"
      text={titleOf(visit)}
      back="#/"
      foot={
        <>
          <div className="px-3 pt-2">
            <Tap tone="primary" className="w-full" onClick={finish}>
              {refused ? "Noter qu’il n’est pas signé" : `Signer pour l’agence : ${person.nom}`}
            </Tap>
          </div>
          <Band UserId={draft.UserId} />
        </>
      }
    >
      <Block title="Ce que chacun a répondu">
        <Answers signing={signing} />
      </Block>
      {refused && (
        <Notice className="mb-3">
          Sans toutes les signatures, l’état des lieux est gardé tel quel et ne vaut pas signé. Un
          commissaire de justice peut le dresser, à frais partagés par moitié : les parties en sont
          avisées au moins sept jours avant, par lettre recommandée avec avis de réception.
        </Notice>
      )}
      <Undo cle={draft.cle} />
    </Page>
  );
}
