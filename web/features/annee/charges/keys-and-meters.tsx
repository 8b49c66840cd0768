import { useQueries, useQuery } from "@tanstack/react-query";
import { Gauge, KeyRound, Save, Trash2 } from "lucide-react";
import { Suspense, useState } from "react";
import { COMPTEURS, type Compteur } from "#domain/biens/index-des-compteurs.ts";
import { ajouterJours, aujourdhui, formatJour, plusTot } from "#domain/dates.ts";
import type { ChargesDeLAnnee } from "#domain/gerance/charges/annee-lue.ts";
import { GENRES_CLE } from "#domain/gerance/charges/cles.ts";
import type { CleVue, ReleveVu } from "#domain/gerance/charges/immeuble-fiche.ts";
import { formatNombre } from "#domain/montants.ts";
import { confirm } from "#web/components/confirm.tsx";
import { EmptyState } from "#web/components/empty-state.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { Select } from "#web/components/ui/select.tsx";
import { Table, TableCell, TableHead } from "#web/components/ui/table.tsx";
import { WaitingList } from "#web/components/waiting.tsx";
import {
  dropKey,
  dropReading,
  noteReading,
  readingsOf,
  TOUCHED_BY_CHARGES,
} from "#web/entities/comptes/annee-de-charges.ts";
import { immeubles } from "#web/entities/comptes/immeubles.ts";
import { formatCount } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { DayCell, NumberCell } from "./inputs.tsx";
import { LotName, lotInWords } from "./lot-name.tsx";
import { sentWarning } from "./sent-warning.ts";
import { type TellUnsaved, useUnsaved } from "./unsaved.ts";

const KeyDialog = lazyNamed(() => import("./key-dialog.tsx"), "KeyDialog");

interface KeysAndMetersProps {
  id: number;
  charges: ChargesDeLAnnee;
  onUnsaved: TellUnsaved;
}

/** How the expenses of a building are shared among its dwellings, and the readings of their meters. */
export function KeysAndMeters({ id, charges, onUnsaved }: KeysAndMetersProps) {
  const building = useQuery(immeubles.find(id));
  const [adding, setAdding] = useState(false);
  const mayModify = usePeut("modifier");
  const mayDelete = usePeut("supprimer");
  const drop = useWrite(dropKey, TOUCHED_BY_CHARGES);
  if (!building.data) return <WaitingList />;
  const { Cles } = building.data;
  return (
    <div className="space-y-4">
      <Card className="overflow-x-auto">
        <div className="flex items-center gap-2 border-b px-4 py-2.5">
          <p className="mr-auto font-medium">Clés de répartition</p>
          {mayModify && (
            <Button size="sm" onClick={() => setAdding(true)}>
              <KeyRound aria-hidden />
              Ajouter une clé
            </Button>
          )}
        </div>
        {Cles.length === 0 ? (
          <EmptyState
            icon={KeyRound}
            title="Aucune clé"
            text="Tantièmes généraux ou spéciaux, surfaces, parts égales, personnes ou compteurs : une clé dit la part de chaque logement."
          />
        ) : (
          <Table aria-label="Clés de répartition">
            <thead>
              <tr>
                <TableHead>Clé</TableHead>
                <TableHead className="max-md:hidden">Depuis</TableHead>
                <TableHead className="text-right">Logements ici</TableHead>
                <TableHead className="text-right">Total</TableHead>
                <TableHead>
                  <span className="sr-only">Actions</span>
                </TableHead>
              </tr>
            </thead>
            <tbody className="tabular-nums">
              {Cles.map((key) => (
                <KeyRow
                  key={key.id}
                  cle={key}
                  onDrop={mayDelete ? () => drop.mutate(key.id) : null}
                />
              ))}
            </tbody>
          </Table>
        )}
      </Card>
      <Meters charges={charges} onUnsaved={onUnsaved} />
      <Suspense>
        {adding && (
          <KeyDialog
            id={id}
            lots={charges.lots}
            depuis={charges.exercice.du}
            onClose={() => setAdding(false)}
          />
        )}
      </Suspense>
    </div>
  );
}

function KeyRow({ cle, onDrop }: { cle: CleVue; onDrop: (() => void) | null }) {
  const { depuis, employee, genre, lots, nom, total } = cle;
  return (
    <tr>
      <TableCell>
        <span className="block">{nom}</span>
        <span className="block text-xs text-muted">{GENRES_CLE[genre]}</span>
      </TableCell>
      <TableCell className="max-md:hidden">{formatJour(depuis)}</TableCell>
      <TableCell className="text-right">
        {formatNombre(
          lots.reduce((sum, { poids }) => sum + poids, 0),
          0,
        )}
      </TableCell>
      <TableCell className="text-right">{formatNombre(total, 0)}</TableCell>
      <TableCell className="w-10">
        {onDrop && !employee && (
          <Button variant="ghost" size="icon" aria-label={`Retirer ${nom}`} onClick={onDrop}>
            <Trash2 aria-hidden />
          </Button>
        )}
      </TableCell>
    </tr>
  );
}

const METERS = (Object.keys(COMPTEURS) as Compteur[]).map((value) => ({
  value,
  label: `Compteur ${COMPTEURS[value]}`,
}));

/** The readings of one meter in each dwelling, and fields to type all the readings of a day. */
function Meters({ charges, onUnsaved }: Omit<KeysAndMetersProps, "id">) {
  const { exercice, lots } = charges;
  const [compteur, setCompteur] = useState<Compteur>("eauFroide");
  const [date, setDate] = useState<string | null>(plusTot(exercice.au, aujourdhui(new Date())));
  const [typed, setTyped] = useState<Readonly<Record<number, number | null>>>({});
  const [numbers, setNumbers] = useState<Readonly<Record<number, string>>>({});
  const mayModify = usePeut("modifier");
  const mayDelete = usePeut("supprimer");
  const readings = useQueries({
    queries: lots.map(({ AppartementId }) => readingsOf(AppartementId)),
  });
  const lastOf = (rank: number) =>
    readings[rank]?.data?.findLast((reading) => reading.compteur === compteur) ?? null;
  /**
   * Whether the typed reading shows that the meter was replaced, because it is lower than the last one, of an earlier
   * day. The reading then stores the typed serial number, instead of that of the former meter.
   */
  const replaced = (rank: number) => {
    const [last, index] = [lastOf(rank), typed[lots[rank]?.AppartementId ?? 0]];
    return last !== null && index != null && index < last.index && (date ?? "") > last.date;
  };
  const values = lots.flatMap(({ AppartementId }, rank) => {
    const index = typed[AppartementId];
    const numero = replaced(rank) ? numbers[AppartementId]?.trim() : lastOf(rank)?.numero;
    return index == null ? [] : [{ AppartementId, index, numero: numero || null }];
  });
  useUnsaved(values.length > 0, onUnsaved);
  const drop = useWrite(async (reading: ReleveVu) => {
    await dropReading(reading.id);
    notify(`Le relevé du ${formatJour(reading.date)} est retiré.`);
  }, TOUCHED_BY_CHARGES);

  async function askDrop(lot: ChargesDeLAnnee["lots"][number], reading: ReleveVu) {
    const { date: day, index } = reading;
    const question = {
      title: `Retirer le relevé du ${formatJour(day)} ?`,
      subject: `${lotInWords(lot)}, compteur ${COMPTEURS[compteur]}, index ${formatNombre(index, 1)}`,
      text: "La consommation se compte alors entre les autres relevés.",
      warnings: sentWarning(lot),
      action: "Retirer",
      danger: true,
    };
    if (await confirm(question)) drop.mutate(reading);
  }

  /** The readings from the eve of the year on; when there are none, the last reading. */
  const shownOf = (rank: number) => {
    const all = readings[rank]?.data?.filter((reading) => reading.compteur === compteur) ?? [];
    const ofYear = all.filter(({ date: day }) => day >= ajouterJours(exercice.du, -1));
    return ofYear.length > 0 ? ofYear : all.slice(-1);
  };
  const save = useWrite(async (day: string) => {
    for (const { AppartementId, index, numero } of values) {
      await noteReading(AppartementId, { compteur, date: day, index, numero });
      setTyped((now) => ({ ...now, [AppartementId]: null }));
    }
    notify(`${formatCount(values.length, "compteur relevé", "compteurs relevés")}.`);
  }, TOUCHED_BY_CHARGES);
  return (
    <Card className="overflow-x-auto">
      <div className="flex flex-wrap items-center gap-2 border-b px-4 py-2.5">
        <p className="mr-auto flex items-center gap-2 font-medium">
          <Gauge aria-hidden className="size-4 text-muted" />
          Compteurs
        </p>
        <Select
          className="w-52"
          aria-label="Compteur"
          value={compteur}
          options={METERS}
          onChange={(event) => setCompteur(event.target.value as Compteur)}
        />
        {mayModify && (
          <>
            <span className="text-sm text-muted">relevé le</span>
            <span className="w-32">
              <DayCell label="Jour du relevé" value={date} onChange={setDate} invalid={!date} />
            </span>
          </>
        )}
      </div>
      <Table aria-label="Relevés des compteurs">
        <thead>
          <tr>
            <TableHead>Logement</TableHead>
            <TableHead className="text-right">Relevés</TableHead>
            {mayModify && <TableHead className="w-36 text-right">Index</TableHead>}
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {lots.map((lot, rank) => {
            const { AppartementId } = lot;
            const name = lotInWords(lot);
            const shown = shownOf(rank);
            return (
              <tr key={AppartementId}>
                <TableCell>
                  <LotName lot={lot} />
                </TableCell>
                <TableCell className="text-right text-muted sm:whitespace-nowrap">
                  {shown.length === 0 && "Aucun"}
                  {shown.map((reading) => (
                    <span key={reading.id} className="flex items-center justify-end gap-1">
                      {formatNombre(reading.index, 1)} le {formatJour(reading.date)}
                      {mayDelete && (
                        <Button
                          variant="ghost"
                          size="icon"
                          disabled={drop.isPending}
                          aria-label={`Retirer le relevé du ${formatJour(reading.date)}, ${name}`}
                          onClick={() => askDrop(lot, reading)}
                        >
                          <Trash2 aria-hidden />
                        </Button>
                      )}
                    </span>
                  ))}
                </TableCell>
                {mayModify && (
                  <TableCell>
                    <NumberCell
                      label={`Index, ${name}`}
                      unit="m³"
                      decimals={1}
                      value={typed[AppartementId] ?? null}
                      onChange={(index) => setTyped((now) => ({ ...now, [AppartementId]: index }))}
                    />
                    {replaced(rank) && (
                      <Input
                        className="mt-1"
                        aria-label={`Numéro du nouveau compteur, ${name}`}
                        placeholder="Nouveau n°"
                        value={numbers[AppartementId] ?? ""}
                        maxLength={40}
                        onChange={(event) =>
                          setNumbers((now) => ({ ...now, [AppartementId]: event.target.value }))
                        }
                      />
                    )}
                  </TableCell>
                )}
              </tr>
            );
          })}
        </tbody>
      </Table>
      {values.length > 0 && (
        <div className="flex justify-end border-t px-4 py-2.5">
          <Button
            variant="primary"
            pending={save.isPending}
            disabled={!date}
            onClick={() => date && save.mutate(date)}
          >
            {!save.isPending && <Save aria-hidden />}
            Noter {formatCount(values.length, "relevé")}
          </Button>
        </div>
      )}
    </Card>
  );
}
