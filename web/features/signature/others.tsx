import { ROLES } from "#domain/signature/demande.ts";
import type { LectureDeSignataire } from "#domain/signature/wire.ts";
import { Badge, type Tone } from "#web/components/ui/badge.tsx";

const STATES: Readonly<
  Record<LectureDeSignataire["autres"][number]["etat"], { tone: Tone; word: string }>
> = {
  signe: { tone: "green", word: "A signé" },
  attendu: { tone: "grey", word: "Attendu" },
  refuse: { tone: "red", word: "A refusé" },
};

/** The other signers of the paper, and whether each has signed. */
export function Others({ autres }: Pick<LectureDeSignataire, "autres">) {
  if (autres.length === 0) return null;
  return (
    <section aria-label="Autres signataires" className="mt-4">
      <h2 className="text-sm font-medium">Autres signataires</h2>
      <ul className="mt-1 divide-y">
        {autres.map(({ nom, role, etat }) => (
          <li key={`${role} ${nom}`} className="flex items-center gap-3 py-1.5">
            <span className="min-w-0 flex-1 wrap-anywhere">
              {nom} <span className="text-sm text-muted">{ROLES[role].toLowerCase()}</span>
            </span>
            <Badge tone={STATES[etat].tone}>{STATES[etat].word}</Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
