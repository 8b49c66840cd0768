import { clsx } from "clsx";
import { ArrowRightLeft, Equal, FileSignature } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import { ELEMENTS, NOMS_DES_ELEMENTS } from "#domain/biens/elements.ts";
import type { CoteEtatLieux, EtatLieuxDetail } from "#domain/biens/etat-lieux.ts";
import { formatJour } from "#domain/dates.ts";
import { Badge } from "#web/components/ui/badge.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Label } from "#web/components/ui/label.tsx";
import { FullScreen } from "#web/components/ui/panels/full-screen.tsx";
import { Pencil } from "#web/components/ui/row-icons.tsx";
import { Switch } from "#web/components/ui/switch.tsx";
import { Table, TableCell, TableHead } from "#web/components/ui/table.tsx";
import { titleOf } from "#web/entities/biens/etats-lieux-words.ts";
import { formatCount } from "#web/lib/format.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { countChanges, markOf, pairRooms, type Text } from "./comparison.ts";
import { EvolutionBadge } from "./mark.tsx";

interface EtatLieuxViewProps {
  cote: CoteEtatLieux | null;
  inventory: EtatLieuxDetail;
  dossier: DossierDetail | null;
  other: EtatLieuxDetail | null;
  place: string;
  onEdit(): void;
  onClose(): void;
}

/** An inventory to read; an exit is shown beside its entry, with the changes. */
export function EtatLieuxView(props: EtatLieuxViewProps) {
  const { cote, inventory, dossier, place, onEdit, onClose } = props;
  const entry = cote === "sortie" ? props.other : null;
  const id = useId();
  const [onlyChanges, setOnlyChanges] = useState(false);
  const mayModify = usePeut("modifier");
  const rooms = pairRooms(entry?.pieces ?? [], inventory.pieces);
  const changed = rooms.filter(
    ({ before, after }) => after && entry && countChanges(before, after) > 0,
  );
  const count = changed.reduce(
    (total, { before, after }) => total + (after ? countChanges(before, after) : 0),
    0,
  );
  const line = (label: string, read: (of: EtatLieuxDetail) => Text, compared = true): Line => ({
    label,
    before: entry && read(entry),
    after: read(inventory),
    compared,
  });
  const general = [
    line("Eau froide", (of) => of.eauFroide, false),
    line("Eau chaude", (of) => of.eauChaude, false),
    line("Gaz", (of) => of.releveGaz, false),
    line("Chauffage", (of) => of.chauffage, false),
    line("Clés et badges", (of) => of.clef),
    line("Interphone", (of) => of.interphone),
    line("Antenne", (of) => of.antenne),
    line("Double vitrage", (of) => (of.doubleVitrage ? "Oui" : "Non")),
    line("Aménagement", (of) => of.amenagement),
  ];
  if (cote === "entree") {
    const reading: Line = { label: "Électricité", before: null, compared: false, after: null };
    general.splice(2, 0, { ...reading, after: dossier?.edfEntree });
  }

  return (
    <FullScreen
      title={titleOf(cote)}
      text={place}
      onClose={onClose}
      actions={
        mayModify &&
        inventory.signed === null && (
          <Button className="h-11" onClick={onEdit}>
            <Pencil aria-hidden />
            Modifier
          </Button>
        )
      }
    >
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
        aria-label="Contenu de l’état des lieux"
        className="min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2"
      >
        <div className="mx-auto max-w-5xl px-4 py-5 sm:px-6">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <p className="tabular-nums">
              Établi le {formatJour(inventory.date)} à {inventory.lieu}
              {entry && `, comparé à l’entrée du ${formatJour(entry.date)}`}
            </p>
            {inventory.signed && (
              <Badge tone="green" icon={FileSignature}>
                Signé
              </Badge>
            )}
            {cote === "sortie" && !entry && (
              <Badge tone="grey">Aucun état des lieux d’entrée</Badge>
            )}
            {entry && (
              <>
                <Badge
                  tone={count > 0 ? "orange" : "green"}
                  icon={count > 0 ? ArrowRightLeft : Equal}
                >
                  {count > 0
                    ? `${formatCount(count, "changement")} dans ${formatCount(changed.length, "pièce")}`
                    : "Aucun changement dans les pièces"}
                </Badge>
                <div className="ml-auto flex h-11 items-center gap-2">
                  <Switch
                    id={id}
                    checked={onlyChanges}
                    onChange={(event) => setOnlyChanges(event.target.checked)}
                  />
                  <Label htmlFor={id}>Seulement ce qui a changé</Label>
                </div>
              </>
            )}
          </div>
          <Comparison
            title="Général"
            lines={general}
            compared={entry !== null}
            {...{ onlyChanges }}
          />
          {rooms.map(({ place: rank, before, after }) => (
            <Comparison
              key={rank}
              title={after?.nom ?? before?.nom ?? ""}
              note={before && after && before.nom !== after.nom && `À l’entrée : ${before.nom}`}
              compared={entry !== null}
              onlyChanges={onlyChanges}
              lines={ELEMENTS.map((element) => ({
                label: NOMS_DES_ELEMENTS[element],
                before: before?.[element],
                after: after?.[element],
                compared: true,
              }))}
            />
          ))}
        </div>
      </section>
    </FullScreen>
  );
}

interface Line {
  label: string;
  before: Text;
  after: Text;
  /** False for a meter, whose change means nothing. */
  compared: boolean;
}

interface ComparisonProps {
  title: string;
  note?: ReactNode;
  lines: readonly Line[];
  /** Whether each line is shown beside the same line of the entry. */
  compared: boolean;
  onlyChanges: boolean;
}

function Comparison({ title, note, lines, compared, onlyChanges }: ComparisonProps) {
  const shown = lines.filter((line) => {
    const mark = markOf(line.before, line.after);
    return onlyChanges ? line.compared && mark === "changed" : mark !== null;
  });
  if (onlyChanges && shown.length === 0) return null;
  return (
    <section className="mt-7 print:break-inside-avoid">
      <h3 className="font-semibold">{title}</h3>
      {note && <p className="text-sm text-muted">{note}</p>}
      {shown.length === 0 && <p className="mt-1 text-muted">Rien n’y est relevé.</p>}
      {shown.length > 0 && (
        <Table aria-label={title} className="mt-1 table-fixed [&_td]:py-2 [&_td]:align-top">
          <thead className={clsx(!compared && "sr-only")}>
            <tr>
              <TableHead className="w-36 pl-0">Élément</TableHead>
              {compared && <TableHead>À l’entrée</TableHead>}
              <TableHead>{compared ? "À la sortie" : "Constat"}</TableHead>
              {compared && <TableHead className="w-44">Évolution</TableHead>}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ label, before, after, ...line }) => (
              <tr key={label}>
                <TableCell className="w-36 pl-0 text-muted">{label}</TableCell>
                {compared && <TextCell text={before} />}
                <TextCell text={after} />
                {compared && (
                  <TableCell className="w-44">
                    {line.compared && <EvolutionBadge before={before} after={after} />}
                  </TableCell>
                )}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}

function TextCell({ text }: { text: Text }) {
  return (
    <TableCell className="break-words whitespace-pre-line">
      {text || (
        <span className="text-muted">
          <span aria-hidden>—</span>
          <span className="sr-only">Non renseigné</span>
        </span>
      )}
    </TableCell>
  );
}
