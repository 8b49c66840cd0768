import { CalendarX2 } from "lucide-react";
import { Fragment } from "react";
import { Link } from "wouter";
import type { TableauDeBord } from "#domain/agence/tableau-de-bord.ts";
import { deMoisEnLettres, type Mois, nombresParMois } from "#domain/dates.ts";
import { formatEuros } from "#domain/montants.ts";
import { ListLink } from "#web/components/list/list-link.tsx";
import { Notice } from "#web/components/notice.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { StoppedNotice } from "#web/entities/biens/dossiers-stopped-notice.tsx";
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

/**
 * The rents of this month: expected, received, declared and still due; the receipts by state, and the missing ones.
 */
export function MonthPanel({ data }: { data: TableauDeBord }) {
  const { mois, quittances, loyerDuMois, manques, sansAutomatisme, loyersArretes } = data;
  const { attendu, recu, declare, reste } = loyerDuMois;
  const shown = STATES.filter(({ name }) => quittances[name].nombre > 0);
  const words = shown.map(({ name, one, several }) =>
    formatCount(quittances[name].nombre, one, several),
  );
  return (
    <Panel
      title={`Loyers ${deMoisEnLettres(mois)}`}
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
      <ul className="mt-3 grid grid-cols-2 gap-x-4 gap-y-1 sm:grid-cols-[repeat(auto-fit,minmax(7rem,1fr))]">
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
      <Missing
        months={manques.filter(({ nombre }) => nombre > 0)}
        title={(count) => `Il manque ${formatCount(count, "quittance")}`}
        action="Voir et générer"
      />
      <Missing
        months={manques
          .filter(({ aVerifier }) => aVerifier > 0)
          .map(({ mois, aVerifier }) => ({ mois, nombre: aVerifier }))}
        title={(count) => `${formatCount(count, "quittance")} à vérifier, départ sans congé noté`}
        action="Voir"
      />
      <StoppedNotice count={loyersArretes} className="mt-3 text-sm" />
      {sansAutomatisme > 0 && (
        <p className="mt-2 text-sm">
          <ListLink href="/dossiers/?statut=manuel">
            {formatCount(sansAutomatisme, "dossier", "dossiers")} sans quittance automatique
          </ListLink>
        </p>
      )}
    </Panel>
  );
}

interface MissingProps {
  months: readonly { mois: Mois; nombre: number }[];
  title(count: number): string;
  action: string;
}

/** The receipts missing in each month. Each month has its link, and the button opens the latest month. */
function Missing({ months, title, action }: MissingProps) {
  const latestFirst = months.toReversed();
  const [latest] = latestFirst;
  if (!latest) return null;
  const count = months.reduce((sum, { nombre }) => sum + nombre, 0);
  return (
    <Notice
      icon={CalendarX2}
      className="mt-3 text-sm"
      actions={
        <Button asChild size="sm">
          <Link href={`${MONTH}?mois=${latest.mois}`}>{action}</Link>
        </Button>
      }
    >
      <p>
        <span className="font-medium">{title(count)}</span> :{" "}
        {latestFirst.map((month, rank) => (
          <Fragment key={month.mois}>
            {rank > 0 && ", "}
            <Link
              href={`${MONTH}?mois=${month.mois}`}
              className="whitespace-nowrap underline underline-offset-4"
            >
              {nombresParMois([month])}
            </Link>
          </Fragment>
        ))}
      </p>
    </Notice>
  );
}
