import { useQuery } from "@tanstack/react-query";
import {
  BellRing,
  CalendarClock,
  Eraser,
  FileCheck2,
  Landmark,
  PenLine,
  Scale,
} from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { moisEnLettres } from "#domain/dates.ts";
import { formatEuros, somme } from "#domain/montants.ts";
import { Notice } from "#web/components/notice.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { UserRoundCheck } from "#web/components/ui/row-icons.tsx";
import { changements } from "#web/entities/agence/changements.ts";
import { keptTooLongQuery } from "#web/entities/agence/conservation-summary.ts";
import { dashboardQuery } from "#web/entities/agence/dashboard.ts";
import { deadlineCounts } from "#web/entities/agence/suivi-gestures.ts";
import { comptesBancaires, MATCHING } from "#web/entities/banque/banque.ts";
import { draftsToRead, sumsOf } from "#web/entities/comptes/impayes.ts";
import { declaredReceipts } from "#web/entities/quittances/quittances.ts";
import { toSignForAgency } from "#web/entities/signatures/demandes.ts";
import { formatCount } from "#web/lib/format.ts";
import { DeclaredNotice } from "./declared-notice.tsx";

const LONGEST_WAIT_MS = 5_000;

/**
 * The matters of the dashboard to check, whichever their month. Shown one by one, they would move under the pointer:
 * they are `ready` once each of them was read or failed, or after five seconds.
 */
export function useMatters() {
  const [waited, setWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), LONGEST_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  const changes = useQuery(changements.list());
  const kept = useQuery(keptTooLongQuery);
  const dashboard = useQuery(dashboardQuery);
  const declared = useQuery(declaredReceipts());
  const late = useQuery(sumsOf({}));
  const drafts = useQuery(draftsToRead);
  const accounts = useQuery(comptesBancaires.list());
  const toSign = useQuery(toSignForAgency);
  const deadlines = useQuery(deadlineCounts);
  const comptes = accounts.data?.data ?? [];
  const reads = [changes, kept, dashboard, declared, late, drafts, accounts, toSign, deadlines];
  return {
    ready: waited || reads.every(({ isFetched }) => isFetched),
    changes: changes.data?.total ?? 0,
    kept: kept.data?.personnes ?? 0,
    red: dashboard.data?.controlesRouges.length ?? 0,
    closing: dashboard.data?.aCloturer ?? { mois: "", mandats: 0 },
    declared: declared.data,
    late: late.data,
    drafts: drafts.data?.total ?? 0,
    unmatched: somme(...comptes.map(({ aRapprocher }) => aRapprocher)),
    unnamed: somme(...comptes.map(({ aIdentifier }) => aIdentifier)),
    toSign: toSign.data?.total ?? 0,
    ...{ retard: 0, semaine: 0, ...deadlines.data },
  };
}

/** A notice for each matter to check; nothing when there are none. */
export function ToWatch({ matters }: { matters: ReturnType<typeof useMatters> }) {
  const { changes, kept, red, declared, late, drafts } = matters;
  const { unmatched, unnamed, toSign, retard, semaine } = matters;
  const { mois, mandats: toClose } = matters.closing;
  const latest = declared?.data[0];
  const counts = [retard, semaine, changes, kept, red, toClose, toSign, unmatched, unnamed];
  if (somme(...counts, late?.total ?? 0) === 0 && !latest) return null;
  return (
    <section aria-label="À vérifier" className="mb-4 space-y-2">
      {declared && latest && <DeclaredNotice {...declared} latest={latest} />}
      {retard + semaine > 0 && (
        <Notice
          icon={CalendarClock}
          tone={retard > 0 ? "orange" : "blue"}
          actions={
            <Button asChild size="sm">
              <Link href="/echeances">Voir</Link>
            </Button>
          }
        >
          {retard > 0 && `${formatCount(retard, "échéance")} en retard`}
          {retard > 0 && semaine > 0 && `, ${semaine} cette semaine`}
          {retard === 0 && `${formatCount(semaine, "échéance")} cette semaine`}
        </Notice>
      )}
      {late && late.total > 0 && (
        <Notice
          icon={BellRing}
          actions={
            <Button asChild size="sm">
              <Link href={drafts > 0 ? "/impayes?tab=relances" : "/impayes"}>
                {drafts > 0 ? "Lire et envoyer" : "Voir"}
              </Link>
            </Button>
          }
        >
          Impayés : {formatEuros(late.sommes.du)}, {formatCount(late.total, "dossier")} en retard
          {drafts > 0 && `, ${formatCount(drafts, "relance")} à valider`}
        </Notice>
      )}
      {unmatched + unnamed > 0 && (
        <Notice
          icon={Landmark}
          tone="blue"
          actions={
            <Button asChild size="sm">
              <Link href={MATCHING}>Rapprocher</Link>
            </Button>
          }
        >
          {unmatched > 0 && `${formatCount(unmatched, "ligne")} de relevé à rapprocher`}
          {unmatched > 0 && unnamed > 0 && ", "}
          {unnamed > 0 &&
            (unmatched > 0
              ? `${unnamed} à identifier`
              : `${formatCount(unnamed, "ligne")} de relevé à identifier`)}
        </Notice>
      )}
      {toSign > 0 && (
        <Notice
          icon={PenLine}
          tone="blue"
          actions={
            <Button asChild size="sm">
              <Link href="/signatures?etat=agence">Signer</Link>
            </Button>
          }
        >
          {formatCount(toSign, "document")} à signer pour l’agence
        </Notice>
      )}
      {toClose > 0 && (
        <Notice
          icon={FileCheck2}
          tone="blue"
          actions={
            <Button asChild size="sm">
              <Link href="/cloture">Clôturer</Link>
            </Button>
          }
        >
          <span className="inline-block first-letter:uppercase">{moisEnLettres(mois)}</span> n’est
          pas clôturé : {formatCount(toClose, "mandat")}
        </Notice>
      )}
      {red > 0 && (
        <Notice
          icon={Scale}
          actions={
            <Button asChild size="sm">
              <Link href="/controles">Voir</Link>
            </Button>
          }
        >
          {formatCount(red, "contrôle des comptes est", "contrôles des comptes sont")} à examiner
        </Notice>
      )}
      {changes > 0 && (
        <Notice
          icon={UserRoundCheck}
          actions={
            <Button asChild size="sm">
              <Link href="/parametres/">Voir et confirmer</Link>
            </Button>
          }
        >
          {formatCount(changes, "changement")} du compte bancaire{" "}
          {changes > 1 ? "attendent" : "attend"} un second administrateur
        </Notice>
      )}
      {kept > 0 && (
        <Notice
          icon={Eraser}
          actions={
            <Button asChild size="sm">
              <Link href="/parametres/?tab=conservation">Voir</Link>
            </Button>
          }
        >
          {formatCount(kept, "personne a", "personnes ont")} dépassé {kept > 1 ? "leur" : "sa"}{" "}
          durée de conservation
        </Notice>
      )}
    </section>
  );
}
