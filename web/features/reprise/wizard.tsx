import { useQueryClient } from "@tanstack/react-query";
import { Info } from "lucide-react";
import { type ReactNode, Suspense, useMemo, useState } from "react";
import { Link } from "wouter";
import { formatJour, lireJour } from "#domain/dates.ts";
import {
  controlerReprise,
  type DossierRepris,
  fondsParDossier,
  type MandatRepris,
  type RepriseLue,
} from "#domain/gerance/reprise/reprise.ts";
import type { LigneReprise } from "#domain/gerance/reprise/reprise-fiche.ts";
import { confirm } from "#web/components/confirm.tsx";
import { SearchInput } from "#web/components/fields/search-input.tsx";
import { TypedInput } from "#web/components/fields/typed-input.tsx";
import { ListFoot } from "#web/components/list/list-foot.tsx";
import { SMALLEST_PAGE } from "#web/components/list/list-parameters.ts";
import { usePagedRows } from "#web/components/list/pages/paged-rows.ts";
import { Notice } from "#web/components/notice.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { Label } from "#web/components/ui/label.tsx";
import { FileSpreadsheet, FileText } from "#web/components/ui/row-icons.tsx";
import { Segmented } from "#web/components/ui/segmented.tsx";
import {
  keepTakeover,
  openMinutes,
  signTakeover,
  TOUCHED_BY_DRAFT,
  TOUCHED_BY_TAKEOVER,
  takeoverQuery,
} from "#web/entities/cloture/reprise.ts";
import { formatCount, formatInstant } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { useLeaveGuard } from "#web/lib/navigation.ts";
import { notify } from "#web/lib/notify.ts";
import type { ApiError } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import {
  type Balances,
  balancesOf,
  reapplied,
  sameBalance,
  withBalance,
  withImported,
} from "./balances.ts";
import { ControlBar } from "./control-bar.tsx";
import { Banks, Mandates, type SectionProps } from "./sections.tsx";
import { Tenants } from "./tenants.tsx";

const DraftConflict = lazyNamed(() => import("./draft-conflict.tsx"), "DraftConflict");
const ImportDialog = lazyNamed(() => import("./import-dialog.tsx"), "ImportDialog");

type Part = "locataires" | "mandants" | "banque";

const PARTS: readonly { value: Part; label: string }[] = [
  { value: "locataires", label: "Locataires" },
  { value: "mandants", label: "Mandants" },
  { value: "banque", label: "Banque" },
];

/** The balances, typed or imported, checked while the user types, stored as a draft, then signed once. */
export function Wizard({ takeover }: { takeover: RepriseLue }) {
  const { referentiel } = takeover;
  const client = useQueryClient();
  const locked = takeover.etat === "signee";
  /** The draft that the typing started from. */
  const [read, setRead] = useState(takeover);
  const [conflict, setConflict] = useState<RepriseLue | null>(null);
  const [debut, setDebut] = useState<string | null>(takeover.debut);
  const [balances, setBalances] = useState(() => balancesOf(takeover.lignes));
  const [part, setPart] = useState<Part>("locataires");
  const [importing, setImporting] = useState(false);
  const lines = useMemo(() => [...balances.values()], [balances]);
  const funds = useMemo(() => fondsParDossier(referentiel), [referentiel]);
  const controle = useMemo(() => controlerReprise(lines, funds), [lines, funds]);

  const draft = () =>
    keepTakeover({
      debut: debut ?? read.debut,
      lignes: lines,
      ...(read.version === null ? {} : { version: read.version }),
    });
  const [refusal, setRefusal] = useState<string | null>(null);
  const onRefusal = ({ status, fields, message }: ApiError) => {
    if (status === 409) {
      void meet(message);
      return true;
    }
    setRefusal(Object.values(fields)[0] ?? message);
    return Object.keys(fields).length > 0;
  };
  const keep = useWrite(draft, TOUCHED_BY_DRAFT, onRefusal);
  const sign = useWrite(signTakeover, TOUCHED_BY_TAKEOVER, onRefusal);
  const busy = keep.isPending || sign.isPending;
  const kept = useMemo(() => balancesOf(read.lignes), [read]);
  const typed = useMemo(() => differ(kept, balances), [kept, balances]);
  useLeaveGuard(!locked && (typed || debut !== read.debut), () => confirm(LEAVE_QUESTION));

  /**
   * After a refusal, shows the draft that somebody else has stored; without such a draft, shows the refusal. When
   * that person has signed, this screen is locked instead.
   */
  async function meet(message: string) {
    const fresh = await client.fetchQuery({ ...takeoverQuery, staleTime: 0 }).catch(() => null);
    if (fresh?.etat === "brouillon") setConflict(fresh);
    else setRefusal(message);
  }

  function goOnFrom(kept: RepriseLue, typed: Balances, day: string | null) {
    setRead(kept);
    setBalances(typed);
    setDebut(day);
    setConflict(null);
  }

  function keepDraft(then: (kept: RepriseLue) => void) {
    setRefusal(null);
    keep.mutate(undefined, {
      onSuccess: (kept) => {
        setRead(kept);
        then(kept);
      },
    });
  }

  /** Asks to sign the stored draft; its day decides which receipts enter the books. */
  async function askSignature({ debut, quittances, version }: RepriseLue) {
    const accepted = await confirm({
      title: `Ouvrir les comptes au ${formatJour(debut)} ?`,
      text: `Les soldes sont inscrits dans les comptes et ne changent plus ensuite que par une autre écriture.${quittances > 0 ? ` ${formatCount(quittances, "quittance déjà émise et échue depuis entre", "quittances déjà émises et échues depuis entrent")} aussi dans les comptes.` : ""}`,
      action: "Signer la reprise",
    });
    if (!accepted) return;
    sign.mutate(version ?? 0, { onSuccess: () => notify("La reprise est signée.") });
  }

  const section = {
    balances,
    locked,
    onChange: (line: LigneReprise) => setBalances((now) => withBalance(now, line)),
  };

  return (
    <>
      <State takeover={takeover} />
      <div className="flex flex-wrap items-end gap-3">
        <div>
          <Label htmlFor="reprise-debut" className="mb-1 whitespace-nowrap">
            Les comptes commencent le
          </Label>
          {locked ? (
            <p className="font-medium">{formatJour(takeover.debut)}</p>
          ) : (
            <TypedInput
              id="reprise-debut"
              name="debut"
              ref={() => {}}
              inputMode="numeric"
              placeholder="jj/mm/aaaa"
              value={debut}
              read={lireJour}
              write={(day) => (typeof day === "string" ? formatJour(day) : "")}
              onChange={(day) => setDebut(typeof day === "string" ? lireJour(day) : null)}
              onBlur={() => {}}
              aria-required
              aria-invalid={debut === null}
              aria-describedby={debut === null ? "reprise-debut-faux" : undefined}
            />
          )}
          {debut === null && (
            <p id="reprise-debut-faux" className="mt-1 text-sm text-danger">
              Donnez un jour : jj/mm/aaaa.
            </p>
          )}
        </div>
        <span className="ml-auto flex flex-wrap gap-2">
          {locked ? (
            <Button onClick={() => openMinutes()}>
              <FileText aria-hidden />
              Procès-verbal
            </Button>
          ) : (
            <>
              <Button onClick={() => setImporting(true)} disabled={debut === null}>
                <FileSpreadsheet aria-hidden />
                Importer un CSV
              </Button>
              <Button
                disabled={debut === null || busy}
                pending={keep.isPending}
                onClick={() => keepDraft(() => notify("Le brouillon est gardé."))}
              >
                Garder le brouillon
              </Button>
              <Button
                variant="primary"
                disabled={debut === null || busy || controle.ecart !== 0 || lines.length === 0}
                pending={sign.isPending}
                onClick={() => keepDraft(askSignature)}
              >
                Signer la reprise
              </Button>
            </>
          )}
        </span>
      </div>
      {refusal && (
        <p role="alert" className="mt-3 text-danger">
          {refusal}
        </p>
      )}
      <ControlBar controle={controle} lines={lines} />
      <Segmented<Part>
        label="Soldes"
        value={part}
        segments={PARTS}
        onChange={setPart}
        className="mt-4"
      />
      <Card className="@container mt-3 overflow-x-auto">
        <Rows part={part} takeover={takeover} section={section} />
      </Card>
      <Suspense>
        {conflict && (
          <DraftConflict
            fresh={conflict}
            debut={debut ?? read.debut}
            balances={balances}
            onReload={() => goOnFrom(conflict, balancesOf(conflict.lignes), conflict.debut)}
            onKeep={() =>
              goOnFrom(
                conflict,
                reapplied({
                  typed: balances,
                  read: balancesOf(read.lignes),
                  kept: balancesOf(conflict.lignes),
                }),
                debut === read.debut ? conflict.debut : debut,
              )
            }
            onClose={() => setConflict(null)}
          />
        )}
        {importing && (
          <ImportDialog
            debut={debut ?? takeover.debut}
            onClose={() => setImporting(false)}
            onRead={(read) => {
              setBalances((now) => withImported(now, read));
              setImporting(false);
              notify(`${formatCount(read.length, "solde lu", "soldes lus")}.`);
            }}
          />
        )}
      </Suspense>
    </>
  );
}

const LEAVE_QUESTION = {
  title: "Quitter sans garder le brouillon ?",
  text: "Les soldes saisis depuis ne seront pas enregistrés.",
  action: "Quitter",
  cancel: "Continuer la saisie",
  danger: true,
};

const differ = (kept: Balances, typed: Balances): boolean =>
  typed.size !== kept.size || [...typed].some(([key, line]) => !sameBalance(line, kept.get(key)));

/** The state of the books, and the effect of the signature. */
function State({ takeover: { debut, etat, user, signeeLe } }: { takeover: RepriseLue }) {
  const words = {
    aucune:
      "Les comptes ne sont pas ouverts : rien n’est dû ni encaissé dans les comptes avant le jour que vous choisissez ici. Les quittances anciennes dont on ne sait rien ne sont pas des dettes.",
    ouverte:
      "Les comptes sont tenus depuis votre première quittance. Une reprise n’est utile que si vous venez d’un autre logiciel, avec des soldes de ce jour-là.",
    brouillon:
      "Brouillon : rien n’est inscrit tant que la reprise n’est pas signée. Une fois signée, elle ne change plus que par d’autres écritures.",
    signee: `Signée par ${user ?? ""} le ${signeeLe ? formatInstant(signeeLe) : ""}. Ce qui précède le ${formatJour(debut)} reste tel quel : une quittance ancienne dont on ne sait rien n’est pas une dette. Ce que l’agence reçoit depuis pour un mois d’avant va au compte du mandant ; une erreur se corrige depuis le compte du dossier.`,
  };
  return (
    <Notice icon={Info} tone="blue" className="mb-4">
      {words[etat]}
    </Notice>
  );
}

interface RowsProps {
  part: Part;
  takeover: RepriseLue;
  section: SectionProps;
}

function Rows({ part, takeover: { referentiel }, section }: RowsProps) {
  const { dossiers, mandats, banques } = referentiel;
  if (part === "banque") {
    return banques.length > 0 ? (
      <Banks rows={banques} {...section} />
    ) : (
      <Empty text="Aucun compte bancaire de gérance : il n’en faut un que si l’agence reçoit des fonds.">
        <Link href="/banque?tab=comptes" className="text-accent underline-offset-4 hover:underline">
          Ajouter un compte bancaire
        </Link>
      </Empty>
    );
  }
  return part === "mandants" ? (
    <Paged
      key={part}
      of={part}
      rows={mandats}
      words={mandateWords}
      placeholder="Mandant, numéro de registre"
      none="Aucun mandat de gestion."
    >
      {(rows) => <Mandates rows={rows} {...section} />}
    </Paged>
  ) : (
    <Paged
      key={part}
      of={part}
      rows={dossiers}
      words={tenantWords}
      placeholder="Locataire, numéro, adresse"
      none="Aucun dossier."
    >
      {(rows) => <Tenants rows={rows} {...section} />}
    </Paged>
  );
}

const mandateWords = ({ clients, numRegistre, id }: MandatRepris): string =>
  [clients || `mission ${id}`, numRegistre].join(" ");

const tenantWords = ({ locataire, numero, appartement }: DossierRepris): string =>
  [locataire, numero, appartement].join(" ");

interface PagedProps<Row> {
  of: Part;
  rows: readonly Row[];
  words(row: Row): string;
  placeholder: string;
  none: string;
  children(rows: readonly Row[]): ReactNode;
}

function Paged<Row>({ of, rows, words, placeholder, none, children }: PagedProps<Row>) {
  const { state, shown = [], list } = usePagedRows(rows, { tabbed: of, words });
  return (
    <>
      {rows.length > SMALLEST_PAGE && (
        <div className="p-3">
          <SearchInput
            value={state.q ?? ""}
            placeholder={placeholder}
            onSearch={(q) => list.change({ q })}
          />
        </div>
      )}
      {shown.length > 0 ? children(shown) : <Empty text={none} />}
      <ListFoot of={of} list={list} />
    </>
  );
}

const Empty = ({ text, children }: { text: string; children?: ReactNode }) => (
  <p className="px-4 py-6 text-muted">
    {text} {children}
  </p>
);
