import { FileSpreadsheet, FileText, Info } from "lucide-react";
import { useState } from "react";
import { formatJour, lireJour } from "#domain/dates.ts";
import { controlerReprise, type LigneReprise, type RepriseLue } from "#domain/gerance/reprise.ts";
import { rechercheNormalisee } from "#domain/recherche.ts";
import { confirm } from "#web/components/confirm.tsx";
import { Notice } from "#web/components/notice.tsx";
import { PAGE_SIZE, Pagination } from "#web/components/pagination.tsx";
import { SearchInput } from "#web/components/search-input.tsx";
import { TypedInput } from "#web/components/typed-input.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { Label } from "#web/components/ui/label.tsx";
import { Segmented } from "#web/components/ui/segmented.tsx";
import {
  keepTakeover,
  openMinutes,
  signTakeover,
  TOUCHED_BY_DRAFT,
  TOUCHED_BY_TAKEOVER,
} from "#web/entities/reprise/api.ts";
import { formatCount, formatInstant } from "#web/lib/format.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/resource.ts";
import { balancesOf, withBalance, withImported } from "./balances.ts";
import { ControlBar } from "./control-bar.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import { Banks, Mandates } from "./sections.tsx";
import { Tenants } from "./tenants.tsx";

type Part = "locataires" | "mandants" | "banque";

const PARTS: readonly { value: Part; label: string }[] = [
  { value: "locataires", label: "Locataires" },
  { value: "mandants", label: "Mandants" },
  { value: "banque", label: "Banque" },
];

/** Balances typed or imported, controlled as one types, kept as a draft, then signed once and for all. */
export function Wizard({ takeover }: { takeover: RepriseLue }) {
  const { referentiel, version, quittances } = takeover;
  const locked = takeover.etat === "signee";
  const [debut, setDebut] = useState<string | null>(takeover.debut);
  const [balances, setBalances] = useState(() => balancesOf(takeover.lignes));
  const [part, setPart] = useState<Part>("locataires");
  const [importing, setImporting] = useState(false);
  const lines = [...balances.values()];
  const funds = new Map(referentiel.dossiers.map(({ id, fonds }) => [id, fonds]));
  const controle = controlerReprise(lines, (id) => funds.get(id) ?? "proprietaire");

  const draft = () =>
    keepTakeover({
      debut: debut ?? takeover.debut,
      lignes: lines,
      ...(version === null ? {} : { version }),
    });
  const keep = useWrite(draft, TOUCHED_BY_DRAFT);
  const sign = useWrite(async () => {
    const { version: kept } = await draft();
    return signTakeover(kept ?? 0);
  }, TOUCHED_BY_TAKEOVER);
  const busy = keep.isPending || sign.isPending;

  async function askSignature() {
    const accepted = await confirm({
      title: `Ouvrir les comptes au ${formatJour(debut ?? takeover.debut)} ?`,
      text: `Les soldes sont inscrits dans les comptes et ne changent plus ensuite que par une autre écriture.${quittances > 0 ? ` ${formatCount(quittances, "quittance déjà émise depuis entre", "quittances déjà émises depuis entrent")} aussi dans les comptes.` : ""}`,
      action: "Signer la reprise",
    });
    if (!accepted) return;
    sign.mutate(undefined, { onSuccess: () => notify("La reprise est signée.") });
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
              aria-describedby={undefined}
            />
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
                onClick={() =>
                  keep.mutate(undefined, { onSuccess: () => notify("Le brouillon est gardé.") })
                }
              >
                Garder le brouillon
              </Button>
              <Button
                variant="primary"
                disabled={debut === null || busy || controle.ecart !== 0 || lines.length === 0}
                pending={sign.isPending}
                onClick={askSignature}
              >
                Signer la reprise
              </Button>
            </>
          )}
        </span>
      </div>
      <ControlBar controle={controle} />
      <Segmented<Part>
        label="Soldes"
        value={part}
        segments={PARTS}
        onChange={setPart}
        className="mt-4"
      />
      <Card className="mt-3 overflow-x-auto">
        <Rows part={part} takeover={takeover} section={section} />
      </Card>
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
    </>
  );
}

/** What the books are now, and what signing does. */
function State({ takeover: { etat, user, signeeLe } }: { takeover: RepriseLue }) {
  const words = {
    aucune:
      "Les comptes ne sont pas ouverts : rien n’est dû ni encaissé dans les comptes avant le jour que vous choisissez ici. Les quittances anciennes dont on ne sait rien ne sont pas des dettes.",
    ouverte:
      "Les comptes sont tenus depuis votre première quittance. Une reprise n’est utile que si vous venez d’un autre logiciel, avec des soldes de ce jour-là.",
    brouillon:
      "Brouillon : rien n’est inscrit tant que la reprise n’est pas signée. Une fois signée, elle ne change plus que par d’autres écritures.",
    signee: `Signée par ${user ?? ""} le ${signeeLe ? formatInstant(signeeLe) : ""}.`,
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
  section: Omit<Parameters<typeof Tenants>[0], "rows">;
}

/** The rows of a part, searched and by pages. */
function Rows({ part, takeover: { referentiel }, section }: RowsProps) {
  const [search, setSearch] = useState("");
  const [page, setPage] = useState(1);
  const { dossiers, mandats, banques } = referentiel;
  if (part === "banque") {
    return banques.length > 0 ? (
      <Banks rows={banques} {...section} />
    ) : (
      <Empty text="Aucun compte bancaire de gérance : ajoutez-le dans Banque si l’agence reçoit des fonds." />
    );
  }
  if (part === "mandants") {
    return mandats.length > 0 ? (
      <Mandates rows={mandats} {...section} />
    ) : (
      <Empty text="Aucun mandat de gestion." />
    );
  }
  const sought = rechercheNormalisee(search);
  const found = dossiers.filter(({ locataire, numero, appartement }) =>
    rechercheNormalisee(`${locataire} ${numero} ${appartement}`).includes(sought),
  );
  return (
    <>
      <div className="p-3">
        <SearchInput
          value={search}
          placeholder="Locataire, numéro, adresse"
          onSearch={(text) => {
            setSearch(text);
            setPage(1);
          }}
        />
      </div>
      {found.length > 0 ? (
        <Tenants rows={found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)} {...section} />
      ) : (
        <Empty text="Aucun dossier." />
      )}
      <Pagination page={page} limit={PAGE_SIZE} total={found.length} onPage={setPage} />
    </>
  );
}

const Empty = ({ text }: { text: string }) => <p className="px-4 py-6 text-muted">{text}</p>;
