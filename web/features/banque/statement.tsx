import { useQuery } from "@tanstack/react-query";
import { ListX, Trash2, TriangleAlert } from "lucide-react";
import { useLocation, useParams } from "wouter";
import { ETATS_DE_LIGNE, FORMATS_DE_RELEVE } from "#domain/gerance/banque/releve.ts";
import { ETATS_LIGNE } from "#domain/gerance/rapprochement/ligne-releve.ts";
import { formatEuros } from "#domain/montants.ts";
import { confirm } from "#web/components/confirm.tsx";
import { ErrorState } from "#web/components/error-state.tsx";
import { RecordList } from "#web/components/list/record-list.tsx";
import { Notice } from "#web/components/notice.tsx";
import { RecordHead, WaitingRecord } from "#web/components/record/record-head.tsx";
import { NotFound } from "#web/components/shell/not-found.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Download } from "#web/components/ui/row-icons.tsx";
import {
  lignesReleve,
  releves,
  revealStatement,
  TOUCHED_BY_IMPORT,
} from "#web/entities/banque/banque.ts";
import { LINE_COLUMNS, periodOf } from "#web/entities/banque/columns.tsx";
import { formatCount } from "#web/lib/format.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { ApiError, api } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";

const FILTERS = [
  {
    name: "etat",
    label: "État",
    choices: [
      { value: "", label: "Toutes" },
      ...ETATS_DE_LIGNE.map((value) => ({ value, label: ETATS_LIGNE[value] })),
    ],
  },
];

const NOT_REMOVED = "Ce relevé ne se retire pas";
const STATEMENTS = "/banque?tab=releves";

/** A statement as its file gives it: its balances, and its lines with their matching. */
export function Statement() {
  const { id = "" } = useParams();
  const query = useQuery(releves.find(Number(id)));
  const mayReveal = usePeut("administrer");
  const download = useWrite(async () => {
    const { url } = await revealStatement(Number(id));
    await api.download(url);
  }, []);
  const mayRemove = usePeut("supprimer");
  const [, navigate] = useLocation();
  const remove = useWrite(() => releves.remove(Number(id)), TOUCHED_BY_IMPORT);
  const releve = query.data;
  usePageTitle(releve ? `${releve.compte}, ${periodOf(releve)}` : "Relevé");
  if (query.error instanceof ApiError && query.error.status < 500 && query.error.status > 0)
    return <NotFound />;
  if (query.isError && !releve) return <ErrorState error={query.error} onRetry={query.refetch} />;
  if (!releve) return <WaitingRecord />;
  const { ecart, ancienSolde, nouveauSolde } = releve;
  async function askRemoval() {
    if (!releve) return;
    if (releve.retrait !== null) {
      const text = releve.retrait;
      await confirm({ title: NOT_REMOVED, text, action: "Compris", cancel: null });
      return;
    }
    const question = {
      title: "Retirer ce relevé ?",
      subject: releve.nom,
      text: "Importé par erreur, il part avec ses lignes et son fichier ; l’historique garde son nom et sa somme. Le même fichier s’importe à nouveau.",
      action: "Retirer",
      danger: true,
    };
    if (await confirm(question)) {
      remove.mutate(undefined, { onSuccess: () => navigate(STATEMENTS) });
    }
  }
  const balances =
    nouveauSolde === null
      ? "Solde non indiqué"
      : `Solde ${ancienSolde === null ? "" : `${formatEuros(ancienSolde)} → `}${formatEuros(nouveauSolde)}`;
  return (
    <>
      <RecordHead
        title={`${releve.compte}, ${periodOf(releve)}`}
        badge={null}
        facts={[
          balances,
          formatCount(releve.lignes, "ligne"),
          `${FORMATS_DE_RELEVE[releve.format]}, ${releve.nom}`,
        ]}
        actions={
          mayReveal &&
          releve.fichier && (
            <Button
              pending={download.isPending}
              title="Il contient des IBAN entiers : sa lecture est notée au journal de sécurité"
              onClick={() => download.mutate(undefined)}
            >
              <Download aria-hidden />
              Fichier d’origine
            </Button>
          )
        }
        menu={
          mayRemove
            ? [{ label: "Retirer ce relevé", icon: Trash2, danger: true, onSelect: askRemoval }]
            : []
        }
        tabs={[]}
      />
      {!releve.prouve && (
        <Notice icon={TriangleAlert} className="mt-4">
          Ses lignes ne prouvent pas ce que la banque a vu, et ne comptent pas pour payer un
          propriétaire : ce fichier ne dit pas de quel compte il est, pas ses soldes, ou ne part pas
          d’un solde déjà prouvé. Un relevé complet de la même période, en CFONB 120, OFX ou
          CAMT.053, les prouve, ou celui qui manque avant ce fichier.
        </Notice>
      )}
      {ecart !== null && (
        <Notice icon={TriangleAlert} className="mt-4">
          {`Ce relevé commence à ${formatEuros(ancienSolde ?? 0)}, et le précédent finit à ${formatEuros((ancienSolde ?? 0) - ecart)} : il manque un relevé entre les deux.`}
        </Notice>
      )}
      <div className="pt-5">
        <RecordList
          resource={lignesReleve}
          columns={LINE_COLUMNS}
          noun={["ligne", "lignes"]}
          name={({ libelle }) => libelle}
          search="Libellé, payeur, référence"
          filters={FILTERS}
          fixed={{ ReleveId: releve.id }}
          sort="-date"
          writable={false}
          empty={{
            icon: ListX,
            title: "Aucune ligne propre à ce relevé",
            text: "Toutes ses lignes étaient déjà connues par un autre fichier.",
          }}
        />
      </div>
    </>
  );
}
