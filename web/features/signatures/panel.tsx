import { clsx } from "clsx";
import { TriangleAlert } from "lucide-react";
import { useId } from "react";
import { Link } from "wouter";
import { formatJour } from "#domain/dates.ts";
import { LIEUX } from "#domain/signature/preuve.ts";
import { retractationEnMots } from "#domain/signature/retractation.ts";
import type { DemandeRow } from "#domain/signature/wire.ts";
import { demandeHref } from "#web/entities/signatures/demandes.ts";
import { countOfSigned, DemandeBadge, isOpen } from "#web/entities/signatures/words.tsx";
import { formatInstant } from "#web/lib/format.ts";
import { DemandeActions } from "./actions.tsx";
import { SignerList } from "./signer-list.tsx";

interface DemandePanelProps {
  demande: DemandeRow;
  /** Whether the panel is on the page of the request, whose title already names the paper. */
  whole?: boolean;
}

/** A paper put to signature: its state, its signers and its actions. */
export function DemandePanel({ demande, whole = false }: DemandePanelProps) {
  const title = useId();
  const { id, titre, ficheChangee, horodatage } = demande;
  const open = isOpen(demande);
  // On its own page, the panel is under the page's title; on a record, it is under the name of the signed paper.
  const Heading = whole ? "h3" : "h5";
  return (
    <section
      aria-labelledby={title}
      className={clsx("border", whole ? "rounded-lg bg-surface" : "rounded-md bg-canvas")}
    >
      <header className="flex flex-wrap items-center gap-x-2.5 gap-y-1 px-3.5 pt-2.5">
        <Heading id={title} className="font-medium">
          {whole ? "Signataires" : "Signature"}
          <span className="sr-only"> : {titre}</span>
        </Heading>
        {!whole && <DemandeBadge {...demande} />}
        {!whole && (
          <Link
            href={demandeHref(id)}
            className="ml-auto text-sm font-medium text-accent underline-offset-4 hover:underline"
          >
            Suivre<span className="sr-only"> la signature : {titre}</span>
          </Link>
        )}
      </header>
      <p className="px-3.5 text-sm text-muted tabular-nums">{summaryOf(demande)}</p>
      {open && ficheChangee && (
        <p
          role="status"
          className="mx-3.5 mt-2 flex items-start gap-2 rounded-md bg-orange-soft px-3 py-2 text-sm text-orange"
        >
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          La fiche a changé depuis le gel : le document en signature ne le dit pas.
        </p>
      )}
      {horodatage && "manque" in horodatage && (
        <p
          role="status"
          className="mx-3.5 mt-2 flex items-start gap-2 rounded-md bg-orange-soft px-3 py-2 text-sm text-orange"
        >
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          Scellé sans horodatage : l’autorité n’a pas répondu comme il faut. Le sceau tient, daté
          par le produit seul.
        </p>
      )}
      <SignerList demande={demande} />
      <DemandeActions demande={demande} />
    </section>
  );
}

/** « 1 signature sur 3, à distance, expire le 09/12/2026 10:00 » */
function summaryOf(demande: DemandeRow): string {
  const { etat, lieu, expireLe, scelleLe, annuleeLe, remplaceeLe, motif } = demande;
  const said = motif ? ` : ${motif}` : "";
  if (scelleLe)
    return `Scellé le ${formatInstant(scelleLe)}${stamp(demande)}${withdrawal(demande)}`;
  if (annuleeLe) return `Annulée le ${formatInstant(annuleeLe)}${said}`;
  if (remplaceeLe) return `Remplacée le ${formatInstant(remplaceeLe)}`;
  const place = `${countOfSigned(demande)}, ${LIEUX[lieu]}`;
  if (etat === "a_signer") return `${place}, expire le ${formatInstant(expireLe)}`;
  if (etat === "expiree") return `${place}, expirée le ${formatInstant(expireLe)}`;
  return place;
}

const stamp = ({ horodatage }: DemandeRow) =>
  horodatage && "le" in horodatage ? `, horodaté par ${horodatage.autorite}` : "";

function withdrawal({ retracteeLe, retractationJusqua }: DemandeRow): string {
  if (retracteeLe) return `, rétractation reçue le ${retractationEnMots(retracteeLe)}`;
  if (!retractationJusqua) return "";
  return `, rétractation possible jusqu’au ${formatJour(retractationJusqua)}`;
}
