import { Printer } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { Download } from "#web/components/ui/row-icons.tsx";
import { type Days, downloadState, printReceipts } from "#web/entities/agence/etats-des-livres.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { daysOfThisYear, PeriodSelect } from "./period.tsx";

interface State {
  file: string;
  title: string;
  text: string;
  /** The days of the file: the whole chosen period, its last evening, or its year. */
  of: "period" | "evening" | "year";
  book?: "G" | "H";
  /** Opens the file as a PDF too. */
  print?(days: Days): Promise<void>;
}

const STATES: readonly State[] = [
  {
    file: "gerance-fec",
    title: "Gérance au format FEC",
    text: "Les écritures des fonds des mandants, à importer par votre comptable.",
    of: "period",
  },
  {
    file: "journal.csv",
    title: "Journal de gérance",
    text: "Toutes les écritures, dans l’ordre de leurs numéros.",
    of: "period",
    book: "G",
  },
  {
    file: "grand-livre.csv",
    title: "Grand-livre de gérance",
    text: "Chaque compte, ligne après ligne, avec son solde.",
    of: "period",
    book: "G",
  },
  {
    file: "balance.csv",
    title: "Balance de gérance",
    text: "Le solde de chaque compte, un soir.",
    of: "evening",
    book: "G",
  },
  {
    file: "fonds-detenus.csv",
    title: "Fonds détenus",
    text: "Par mandat, dépôt de garantie et avance, un soir.",
    of: "evening",
  },
  {
    file: "pointe.csv",
    title: "Pointe",
    text: "Les fonds détenus chaque soir, contre la garantie financière.",
    of: "period",
  },
  {
    file: "rapprochement.csv",
    title: "Rapprochement bancaire",
    text: "Du solde de la banque à celui des livres, un soir.",
    of: "evening",
  },
  {
    file: "creances.csv",
    title: "Créances des locataires",
    text: "Ce qu’ils doivent, par ancienneté, un soir.",
    of: "evening",
  },
  {
    file: "locataires-lettres.csv",
    title: "Locataires, pièces ouvertes",
    text: "Ce que rien n’avait réglé, pièce par pièce, un soir.",
    of: "evening",
  },
  {
    file: "fournisseurs-dus.csv",
    title: "Fournisseurs dus",
    text: "Les factures que l’agence avait à payer, un soir.",
    of: "evening",
  },
  {
    file: "recettes.csv",
    title: "Registre des recettes",
    text: "Ce que l’agence a reçu pour autrui, dans l’ordre des écritures.",
    of: "period",
    print: printReceipts,
  },
  {
    file: "reversements.csv",
    title: "Reversements",
    text: "Les virements des lots, et leur passage en banque.",
    of: "period",
  },
  {
    file: "factures.csv",
    title: "Factures d’honoraires",
    text: "Factures et avoirs, hors taxe, TVA et TTC.",
    of: "period",
  },
  {
    file: "tva.csv",
    title: "TVA des honoraires",
    text: "Par mois, régime et taux : facturée, et exigible.",
    of: "period",
  },
  {
    file: "honoraires.csv",
    title: "Livre des honoraires",
    text: "Honoraires, TVA collectée et encaissements de l’agence.",
    of: "period",
  },
  {
    file: "balance.csv",
    title: "Balance des honoraires",
    text: "Le solde des comptes de l’agence, un soir.",
    of: "evening",
    book: "H",
  },
  {
    file: "fec",
    title: "Honoraires au format FEC",
    text: "Les écritures d’honoraires de l’exercice clos cette année-là, à importer par votre comptable.",
    of: "year",
  },
  {
    file: "fec-descriptif",
    title: "Descriptif du fichier FEC",
    text: "Ses zones, ses journaux et ses comptes, à joindre au fichier.",
    of: "year",
  },
];

function queryOf({ of, book }: State, { du, au }: Days): Record<string, string> {
  const days: Record<State["of"], Record<string, string>> = {
    period: { du, au },
    evening: { au },
    year: { exercice: au.slice(0, 4) },
  };
  return book ? { ...days[of], livre: book } : days[of];
}

export function Exports() {
  const [days, setDays] = useState(daysOfThisYear);
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-base font-semibold">Exports</h2>
        <PeriodSelect days={days} onChange={setDays} />
      </div>
      <Card>
        <ul className="divide-y">
          {STATES.map((state) => (
            <Line key={state.title} state={state} days={days} />
          ))}
        </ul>
      </Card>
      <p className="px-1 text-sm text-muted">
        Chaque export est noté dans le journal de sécurité. Un soir : celui du dernier jour de la
        période. Le FEC est celui de l’exercice clos l’année de ce jour.
      </p>
    </div>
  );
}

function Line({ state, days }: { state: State; days: Days }) {
  const save = useWrite(() => downloadState(state.file, queryOf(state, days)), []);
  const print = useWrite(async () => state.print?.(days), []);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">{state.title}</p>
        <p className="text-sm text-muted">{state.text}</p>
      </div>
      {state.print && (
        <Button
          variant="secondary"
          pending={print.isPending}
          aria-label={`Imprimer : ${state.title}`}
          onClick={() => print.mutate(undefined)}
        >
          <Printer aria-hidden />
          Imprimer
        </Button>
      )}
      <Button
        variant="secondary"
        pending={save.isPending}
        aria-label={`Exporter : ${state.title}`}
        onClick={() => save.mutate(undefined)}
      >
        <Download aria-hidden />
        Exporter
      </Button>
    </li>
  );
}
