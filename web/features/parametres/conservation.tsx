import { useQuery } from "@tanstack/react-query";
import { Eraser } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { formatJour } from "#domain/dates.ts";
import type {
  GenreConserve,
  GenreConserveRow,
  LigneConservee,
} from "#domain/personnes/conservation.ts";
import { confirm } from "#web/components/confirm.tsx";
import { ErrorState } from "#web/components/error-state.tsx";
import { DataTable } from "#web/components/list/data-table.tsx";
import { ListFrame } from "#web/components/list/list-frame.tsx";
import type { Column } from "#web/components/list/table-column.ts";
import { Badge } from "#web/components/ui/badge.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Progress } from "#web/components/ui/progress.tsx";
import { WaitingList } from "#web/components/waiting.tsx";
import {
  conservationQuery,
  eraseKept,
  TOUCHED_BY_ERASURE,
} from "#web/entities/agence/conservation.ts";
import { formatCount } from "#web/lib/format.ts";
import { notify, notifyDanger } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

/** The data kept too long, by kind; an administrator confirms each erasure. */
export function Conservation() {
  const { data, error, refetch } = useQuery(conservationQuery);
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <WaitingList />;
  return (
    <div className="space-y-4">
      {data.map((kind) =>
        kind.genre === "courriel" ? (
          <Texts key={kind.genre} kind={kind} />
        ) : (
          <Persons key={kind.genre} kind={kind} genre={kind.genre} />
        ),
      )}
      <p className="text-sm text-muted">
        Les durées se règlent dans « Valeurs par défaut ». Les quittances, leurs montants et le
        registre des mandats restent, sans nom. Le journal de sécurité est gardé douze mois, les
        copies de la base treize, les échecs de connexion un jour : ils s’effacent d’eux-mêmes.
      </p>
    </div>
  );
}

const linked = (path: string): Column<LigneConservee> => ({
  id: "nom",
  header: "Nom",
  cell: ({ id, nom }) => (
    <Link href={`/${path}/${id}`} className="font-medium underline-offset-4 hover:underline">
      {nom}
    </Link>
  ),
});

/** A guarantor without a dossier has no page to link to. */
const GUARANTOR: Column<LigneConservee> = {
  id: "nom",
  header: "Nom",
  className: "font-medium",
  cell: ({ nom }) => nom,
};

const NAMES: Record<Person, Column<LigneConservee>> = {
  locataireParti: linked("locataires"),
  candidat: linked("locataires"),
  caution: GUARANTOR,
  proprietaire: linked("clients"),
};

const SINCE: readonly Column<LigneConservee>[] = [
  {
    id: "depuis",
    header: "Depuis le",
    card: "fact",
    className: "whitespace-nowrap tabular-nums",
    cell: ({ depuis }) => formatJour(depuis),
  },
  {
    id: "reserve",
    header: "À savoir",
    cell: ({ reserve }) => reserve && <Badge tone="orange">{reserve}</Badge>,
  },
];

function Heading({ kind: { intitule, duree, source } }: { kind: GenreConserveRow }) {
  return (
    <div className="min-w-0 flex-1 basis-72 py-1">
      <h3 className="font-semibold">{intitule}</h3>
      <p className="text-sm text-muted">
        Gardés {duree}. {source}
      </p>
    </div>
  );
}

const inOrder = (kind: GenreConserveRow) => (
  <p className="px-3 py-3 text-muted">
    {kind.genre === "courriel" ? "Aucun texte" : "Personne"} n’a dépassé cette durée.
  </p>
);

type Person = Exclude<GenreConserve, "courriel">;

function Persons({ kind, genre }: { kind: GenreConserveRow; genre: Person }) {
  const { intitule, lignes, total } = kind;
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [done, setDone] = useState(0);
  const chosen = lignes.filter(({ id }) => selected.has(id));
  const erase = useWrite((ids: readonly number[]) => {
    setDone(0);
    return eraseKept(genre, ids, setDone);
  }, TOUCHED_BY_ERASURE);

  async function ask() {
    const accepted = await confirm({
      title: `Effacer les données de ${formatCount(chosen.length, "personne")} ?`,
      text:
        "Identité, coordonnées, fichiers, documents et cautions disparaissent. Les dossiers, mandats et " +
        "quittances restent, sans nom, comme la comptabilité l’exige. Cette action est irréversible.",
      action: "Effacer",
      danger: true,
    });
    if (!accepted) return;
    erase.mutate(
      chosen.map(({ id }) => id),
      {
        onSuccess: ({ effaces, refus }) => {
          setSelected(new Set());
          if (effaces > 0)
            notify(`${formatCount(effaces, "personne effacée", "personnes effacées")}.`);
          const [first] = refus;
          if (first)
            notifyDanger(
              refus.length === 1
                ? first.motif
                : `${refus.length} personnes n’ont pas été effacées : ${first.motif}`,
            );
        },
      },
    );
  }

  const bar = erase.isPending ? (
    <div className="flex flex-1 items-center gap-3">
      <span className="text-sm">Effacement…</span>
      <Progress
        label={`Effacement : ${intitule}`}
        value={done}
        max={chosen.length}
        className="w-48"
      />
    </div>
  ) : (
    chosen.length > 0 && (
      <>
        <span className="mr-2 text-sm font-medium">
          {formatCount(chosen.length, "personne choisie", "personnes choisies")}
        </span>
        <Button variant="danger" onClick={() => void ask()}>
          <Eraser aria-hidden />
          Effacer
        </Button>
        <Button variant="ghost" onClick={() => setSelected(new Set())}>
          Tout désélectionner
        </Button>
      </>
    )
  );
  return (
    <ListFrame
      heading={<Heading kind={kind} />}
      count={total > 0 && formatCount(total, "personne")}
      selection={bar}
    >
      <DataTable
        label={intitule}
        columns={[NAMES[genre], ...SINCE]}
        rows={lignes}
        name={({ nom }) => nom}
        selected={selected}
        onSelect={setSelected}
        empty={inOrder(kind)}
      />
    </ListFrame>
  );
}

function Texts({ kind }: { kind: GenreConserveRow }) {
  const { genre, total } = kind;
  const erase = useWrite(() => eraseKept(genre, [], () => {}), TOUCHED_BY_ERASURE);

  async function ask() {
    const accepted = await confirm({
      title: `Effacer le texte de ${formatCount(total, "courriel")} ?`,
      text: "Objet, texte et adresses disparaissent ; la date et l’état de l’envoi restent.",
      action: "Effacer",
      danger: true,
    });
    if (!accepted) return;
    erase.mutate(undefined, {
      onSuccess: ({ effaces }) =>
        notify(`${formatCount(effaces, "texte effacé", "textes effacés")}.`),
    });
  }

  return (
    <ListFrame
      heading={<Heading kind={kind} />}
      count={total > 0 && formatCount(total, "courriel")}
      tools={
        total > 0 && (
          <Button pending={erase.isPending} onClick={() => void ask()}>
            {!erase.isPending && <Eraser aria-hidden />}
            Effacer
          </Button>
        )
      }
    >
      {total === 0 && inOrder(kind)}
    </ListFrame>
  );
}
