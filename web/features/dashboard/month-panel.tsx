import { Link } from "wouter";
import { moisEnLettres } from "#domain/dates.ts";
import { formatEuros } from "#domain/montants.ts";
import type { TableauDeBord } from "#domain/tableau-de-bord.ts";
import { formatCount } from "#web/lib/format.ts";
import { Figure, Panel } from "./panel.tsx";
import { SHADES } from "./shades.ts";
import { Swatch } from "./swatch.tsx";

const MONTH = "/quitances/";

const STATES = [
  { name: "payee", one: "payée", several: "payées", shade: "green", search: "?etat=payee" },
  { name: "impayee", one: "impayée", several: "impayées", shade: "red", search: "?etat=impayee" },
  {
    name: "inconnue",
    one: "inconnue",
    several: "inconnues",
    shade: "grey",
    search: "?etat=inconnue",
  },
  {
    name: "aGenerer",
    one: "à générer",
    several: "à générer",
    shade: "orange",
    search: "?mode=generation&etat=manquantes",
  },
] as const;

/** What is due this month, and where it stands. */
export function MonthPanel({ data }: { data: TableauDeBord }) {
  const { mois, quittances, loyerDuMois } = data;
  const { attendu, recu, reste } = loyerDuMois;
  const shown = STATES.filter(({ name }) => quittances[name].nombre > 0);
  const words = shown.map(({ name, one, several }) =>
    formatCount(quittances[name].nombre, one, several),
  );
  return (
    <Panel
      title={`Loyers de ${moisEnLettres(mois)}`}
      href={MONTH}
      note={attendu > 0 && `${Math.floor((100 * recu) / attendu)} % reçus`}
    >
      <div className="flex flex-wrap gap-x-12 gap-y-2">
        <Figure large label="Attendu" href={MONTH} value={formatEuros(attendu)} />
        <Figure large label="Reçu" href={`${MONTH}?etat=payee`} value={formatEuros(recu)} />
        <Figure large label="Reste à recevoir" href={MONTH} value={formatEuros(reste)} />
      </div>
      <div
        role="img"
        aria-label={words.length > 0 ? `Quittances : ${words.join(", ")}` : "Aucune quittance"}
        className="mt-4 flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-sunken"
      >
        {shown.map(({ name, shade }) => (
          <span
            key={name}
            className="h-full min-w-1"
            style={{ flex: `${quittances[name].nombre} 1 0`, background: SHADES[shade] }}
          />
        ))}
      </div>
      <ul className="mt-3 grid grid-cols-2 gap-x-6 gap-y-1 sm:grid-cols-4">
        {STATES.map(({ name, one, several, shade, search }) => {
          const { nombre, montant } = quittances[name];
          return (
            <li key={name}>
              <Link
                href={MONTH + search}
                className="group/figure -mx-2 block rounded-md px-2 py-1 text-sm transition-colors hover:bg-hover"
              >
                <span className="flex items-center gap-1.5">
                  <Swatch shade={shade} />
                  <span className="font-medium tabular-nums">{nombre}</span>
                  <span className="text-muted underline-offset-4 group-hover/figure:underline">
                    {nombre > 1 ? several : one}
                  </span>
                </span>
                <span className="block text-muted tabular-nums">{formatEuros(montant)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
