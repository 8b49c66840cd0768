import { CalendarX2 } from "lucide-react";
import { Link } from "wouter";
import { moisEnLettres } from "#domain/dates.ts";
import { formatEuros } from "#domain/montants.ts";
import type { TableauDeBord } from "#domain/tableau-de-bord.ts";
import { Button } from "#web/components/ui/button.tsx";
import { formatCount } from "#web/lib/format.ts";
import { Figure, Panel } from "./panel.tsx";
import { SHADES } from "./shades.ts";
import { Swatch } from "./swatch.tsx";

const MONTH = "/quitances/";

const STATES = [
  { name: "payee", one: "payée", several: "payées", shade: "green", search: "?etat=payee" },
  {
    name: "declaree",
    one: "déclarée",
    several: "déclarées",
    shade: "blue",
    search: "?etat=declaree",
  },
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
  const { mois, quittances, loyerDuMois, manques, sansAutomatisme } = data;
  const { attendu, recu, declare, reste } = loyerDuMois;
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
        {declare > 0 && (
          <Figure
            large
            label="Déclaré, à confirmer"
            href={`${MONTH}?etat=declaree`}
            value={formatEuros(declare)}
          />
        )}
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
      <ul className="mt-3 grid grid-cols-2 gap-x-6 gap-y-1 sm:grid-cols-[repeat(auto-fit,minmax(8rem,1fr))]">
        {STATES.filter(({ name }) => name !== "declaree" || quittances.declaree.nombre > 0).map(
          ({ name, one, several, shade, search }) => {
            const { nombre, montant } = quittances[name];
            return (
              <li key={name}>
                <Link
                  href={MONTH + search}
                  data-control
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
          },
        )}
      </ul>
      {manques.map((manque) => (
        <div
          key={manque.mois}
          className="mt-3 flex flex-wrap items-center gap-x-2 rounded-md bg-orange-soft px-3 py-1.5 text-sm text-orange"
        >
          <CalendarX2 aria-hidden className="size-4 shrink-0" />
          <p className="font-medium">
            {formatCount(manque.nombre, "quittance due", "quittances dues")} en{" "}
            {moisEnLettres(manque.mois)}, non {manque.nombre > 1 ? "faites" : "faite"}
          </p>
          <Button asChild size="sm" className="ml-auto">
            <Link href={`${MONTH}?mois=${manque.mois}`}>Voir et générer</Link>
          </Button>
        </div>
      ))}
      {sansAutomatisme > 0 && (
        <p className="mt-2 text-sm">
          <Link
            href="/dossiers/?statut=manuel"
            className="text-muted underline-offset-4 hover:text-text hover:underline"
          >
            {formatCount(sansAutomatisme, "dossier", "dossiers")} sans quittance automatique
          </Link>
        </p>
      )}
    </Panel>
  );
}
