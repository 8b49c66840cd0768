import { clsx } from "clsx";
import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { NOMS_DES_ELEMENTS } from "#domain/biens/elements.ts";
import type { Jour } from "#domain/dates.ts";
import {
  ACTIONS_RETENUE,
  type ActionRetenue,
  CHARGES_DE,
  type ChargeDe,
  type RetenueNotee,
} from "#domain/gerance/departs/depart.ts";
import {
  clesManquantes,
  type Difference,
  ECARTS,
  type Ecart,
  nomDeLaDifference,
} from "#domain/gerance/departs/differences.ts";
import { actionProposee } from "#domain/gerance/departs/retenues.ts";
import type { GrilleVetuste } from "#domain/gerance/departs/vetuste.ts";
import { Badge, type Tone } from "#web/components/ui/badge.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Segmented } from "#web/components/ui/segmented.tsx";
import { Select } from "#web/components/ui/select.tsx";
import { chargeInWords } from "./charge-words.ts";
import { RetainedFields } from "./retained-fields.tsx";

const TONES: Record<Ecart, Tone> = {
  identique: "grey",
  usure: "blue",
  degrade: "red",
  ameliore: "green",
  a_preciser: "orange",
  non_releve_entree: "violet",
};

const CHARGES = Object.entries(CHARGES_DE).map(([value, label]) => ({
  value: value as ChargeDe,
  label,
}));

const ACTIONS = Object.entries(ACTIONS_RETENUE).map(([value, label]) => ({ value, label }));

/**
 * The columns of a row: the element, the text at the entry, the text at the exit, and who bears the difference. On a
 * narrow screen, the last column goes below the others.
 */
export const ROW_COLUMNS =
  "gap-x-4 @3xl:grid-cols-[9.5rem_minmax(0,1fr)_minmax(0,1fr)] @5xl:grid-cols-[9.5rem_minmax(0,1fr)_minmax(0,1fr)_20rem]";

interface DifferenceRowProps {
  difference: Difference;
  /** The decision of staff; null while there is none. */
  retenue: RetenueNotee | null;
  grille: GrilleVetuste | null;
  clesLe: Jour | null;
  entryDay: Jour;
  readOnly: boolean;
  onDecide(retenue: RetenueNotee | null): void;
}

export function DifferenceRow(props: DifferenceRowProps) {
  const { difference, retenue, readOnly, onDecide } = props;
  const { element, avant, apres, ecart, proposition } = difference;
  const name = nomDeLaDifference(difference);
  const nameId = useId();
  // For an unchanged or better element, the row shows who bears the cost only when staff has already decided.
  const borne = retenue !== null || !(ecart === "identique" || ecart === "ameliore");

  function choose(qui: ChargeDe) {
    onDecide({
      libelle: qui === "locataire" ? (retenue?.libelle ?? name) : name,
      difference: difference.cle,
      qui,
      prix: retenue?.prix ?? null,
      montant: qui === "locataire" ? (retenue?.montant ?? 0) : 0,
      preuve: retenue?.preuve ?? null,
      action: retenue ? retenue.action : actionProposee(difference),
      vetuste: qui === "locataire" ? (retenue?.vetuste ?? null) : null,
    });
  }

  return (
    <li
      aria-labelledby={nameId}
      className="px-3 py-2.5 @max-3xl:rounded-lg @max-3xl:border print:break-inside-avoid"
    >
      <div className={clsx(ROW_COLUMNS, "grid items-start gap-y-1.5")}>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 @3xl:flex-col @3xl:items-start">
          <span id={nameId} className="font-medium">
            <span className="sr-only">{difference.piece}, </span>
            {element === "clef" ? "Remises" : NOMS_DES_ELEMENTS[element]}
          </span>
          <Badge tone={TONES[ecart]}>
            {element === "clef" && ecart === "degrade" ? "Incomplètes" : ECARTS[ecart]}
          </Badge>
        </p>
        <Side label="À l’entrée" text={avant} />
        <Side label="À la sortie" text={apres}>
          {element === "clef" &&
            clesManquantes(avant, apres).map(({ nom, remises, rendues }) => (
              <p key={nom} className="text-sm text-danger">
                Il en revient {rendues} sur {remises} : {nom}
              </p>
            ))}
        </Side>
        {borne && (
          <div className="@3xl:col-span-3 @5xl:col-span-1">
            {readOnly ? (
              <p className={clsx(retenue === null && "text-muted")}>
                {retenue === null ? "Non décidé" : chargeInWords(retenue)}
              </p>
            ) : (
              <div className="flex flex-wrap items-center gap-x-1 gap-y-1">
                <Segmented
                  label={`À la charge de : ${name}`}
                  value={retenue?.qui ?? null}
                  segments={CHARGES}
                  onChange={choose}
                  className="pointer-coarse:h-11 pointer-coarse:[&_label]:h-10"
                />
                {retenue !== null && (
                  <Select
                    className="w-36 [&_select]:pointer-coarse:h-11"
                    aria-label={`Action : ${name}`}
                    options={ACTIONS}
                    empty={retenue.action === null ? "Action…" : undefined}
                    value={retenue.action ?? ""}
                    onChange={({ target }) =>
                      onDecide({
                        ...retenue,
                        action: (target.value || null) as ActionRetenue | null,
                      })
                    }
                  />
                )}
                {retenue !== null && (
                  <Button
                    variant="ghost"
                    size="icon"
                    className="pointer-coarse:size-11"
                    aria-label={`Retirer la décision : ${name}`}
                    title="Retirer la décision"
                    onClick={({ currentTarget }) => {
                      currentTarget.parentElement?.querySelector("input")?.focus();
                      onDecide(null);
                    }}
                  >
                    <X aria-hidden />
                  </Button>
                )}
                {retenue === null && proposition !== null && (
                  <span className="mx-1 text-sm text-muted">
                    {proposition === "bailleur" ? "Proposé : le bailleur" : "À décider"}
                  </span>
                )}
              </div>
            )}
          </div>
        )}
      </div>
      {retenue !== null && retenue.qui !== "bailleur" && !readOnly && (
        <RetainedFields {...props} retenue={retenue} onChange={onDecide} />
      )}
    </li>
  );
}

interface SideProps {
  label: string;
  text: string | null;
  children?: ReactNode;
}

/** The text of one inventory, under the inventory's name when the two texts are not side by side. */
function Side({ label, text, children }: SideProps) {
  return (
    <div className="min-w-0">
      <p className="text-xs text-muted @3xl:sr-only">{label}</p>
      <p className="break-words whitespace-pre-line">
        {text ?? <span className="text-muted">Non relevé</span>}
      </p>
      {children}
    </div>
  );
}
