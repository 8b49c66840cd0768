import { useQuery } from "@tanstack/react-query";
import { Check, Copy, PanelRightClose, Split } from "lucide-react";
import type { ReactNode, Ref } from "react";
import type { DossierRow } from "#domain/biens/dossier-fiche.ts";
import { formatJour } from "#domain/dates.ts";
import type { LigneProposee, PropositionVue } from "#domain/gerance/rapprochement/ligne-releve.ts";
import { Notice } from "#web/components/notice.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { lignesReleve } from "#web/entities/banque/banque.ts";
import { signed } from "#web/entities/banque/rapprochement-words.tsx";
import { DossierCombobox } from "#web/entities/biens/dossiers-combobox.tsx";
import { Candidate, Settlement } from "./candidate.tsx";

interface LinePanelProps {
  line: LigneProposee;
  proposals: readonly PropositionVue[];
  choice: number;
  searchRef: Ref<HTMLInputElement>;
  onChoose(rank: number): void;
  onDossier(dossier: DossierRow): void;
  onAccept(): void;
  onSplit(): void;
  onAside(): void;
  onSame(): void;
}

/** A line: the bank's words, the possible matches, and the sums that the chosen match would settle. */
export function LinePanel({
  line,
  proposals,
  choice,
  searchRef,
  onChoose,
  onDossier,
  onAccept,
  onSplit,
  onAside,
  onSame,
}: LinePanelProps) {
  const chosen = proposals[choice] ?? null;
  const received = line.montant > 0;
  return (
    <section aria-label="Ligne choisie" className="min-w-0 space-y-3">
      <div className="rounded-md border bg-surface px-4 py-3">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h3 className="min-w-0 text-lg font-semibold break-words">
            {line.tiers ?? line.libelle}
          </h3>
          <span className="text-lg font-semibold tabular-nums">{signed(line.montant)}</span>
        </div>
        <p className="text-sm break-words text-muted">
          {[
            formatJour(line.date),
            line.tiers && line.libelle,
            line.reference,
            line.iban,
            line.compte,
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button variant="primary" disabled={chosen === null} onClick={onAccept}>
            <Check />
            Accepter <Key>Entrée</Key>
          </Button>
          <Button disabled={!received} onClick={onSplit}>
            <Split />
            Répartir <Key>S</Key>
          </Button>
          <Button onClick={onAside}>
            <PanelRightClose />
            Mettre de côté <Key>I</Key>
          </Button>
        </div>
      </div>
      {line.doublonDe !== null && <Twin id={line.doublonDe} onSame={onSame} />}
      {proposals.length === 0 && (
        <p className="rounded-md border border-dashed px-4 py-3 text-muted">
          {received
            ? "Rien n’indique de quel dossier vient cette somme : cherchez-le, ou mettez-la de côté."
            : "Cette somme quitte le compte, et ne ressemble ni à un rejet, ni à un reversement, ni à des frais."}
        </p>
      )}
      <div className="space-y-2">
        {proposals.map((proposal, rank) => (
          <Candidate
            // biome-ignore lint/suspicious/noArrayIndexKey: the order is that of the server, and of the keys
            key={`${line.id} ${rank}`}
            rank={rank + 1}
            proposal={proposal}
            chosen={rank === choice}
            onChoose={() => onChoose(rank)}
          />
        ))}
      </div>
      {received && (
        <div className="flex items-center gap-2">
          <div className="min-w-0 flex-1">
            <DossierCombobox
              key={line.id}
              ref={searchRef}
              label="Chercher un dossier"
              placeholder={
                proposals.length > 0 ? "Un autre dossier : nom ou adresse" : "Nom ou adresse"
              }
              chosen={null}
              onChoose={onDossier}
            />
          </div>
          <Key>/</Key>
        </div>
      )}
      <Settlement line={line} proposal={chosen} />
    </section>
  );
}

/** The line of another file that is probably the same movement; one click confirms it. */
function Twin({ id, onSame }: { id: number; onSame(): void }) {
  const other = useQuery(lignesReleve.find(id)).data;
  return (
    <Notice
      icon={Copy}
      actions={
        <Button size="sm" onClick={onSame}>
          C’est la même
        </Button>
      }
    >
      Sans doute déjà sur un autre relevé
      {other && ` : « ${other.libelle} », le ${formatJour(other.date)}`}
    </Notice>
  );
}

/** The keyboard key of an action, shown on its button. */
export const Key = ({ children }: { children: ReactNode }) => (
  <kbd aria-hidden className="rounded border px-1 font-sans text-xs font-normal">
    {children}
  </kbd>
);
