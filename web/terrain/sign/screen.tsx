import { agentsTurn } from "#web/terrain/device/signing.ts";
import type { Visit } from "#web/terrain/device/visits.ts";
import type { Person } from "#web/terrain/person.ts";
import { AgentSigns } from "./agent.tsx";
import { Finished } from "./finished.tsx";
import { Handed } from "./handed.tsx";
import { Preparing } from "./preparing.tsx";

interface SigningScreenProps {
  visit: Visit;
  person: Person;
}

/** The signing of an inventory, step by step: the people, the tablet handed over, the agent's signature, the end. */
export function SigningScreen({ visit, person }: SigningScreenProps) {
  const { signing } = visit.draft;
  if (!signing) return <Preparing visit={visit} />;
  if (signing.finishedAt) return <Finished visit={visit} signing={signing} />;
  if (signing.lock) return <Handed visit={visit} signing={signing} />;
  if (agentsTurn(signing)) return <AgentSigns visit={visit} signing={signing} person={person} />;
  return <Preparing visit={visit} />;
}
