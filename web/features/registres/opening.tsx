import { useId, useState } from "react";
import { formatJour } from "#domain/dates.ts";
import { type EtatDuRegistre, refusOuverture } from "#domain/gerance/registre-mandats.ts";
import { confirm } from "#web/components/confirm.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { Input } from "#web/components/ui/input.tsx";
import { openRegister, TOUCHED_BY_REGISTER } from "#web/entities/registres/api.ts";
import { formatCount } from "#web/lib/format.ts";
import { useWrite } from "#web/lib/resource.ts";

const whole = (text: string): number => (/^\d{1,7}$/.test(text.trim()) ? Number(text) : 0);

/** What begins the register: the numbers that mandates already have, and the next one. */
export function Opening({ state: { aInscrire, prochain } }: { state: EtatDuRegistre }) {
  const next = useId();
  const [first, setFirst] = useState(String(prochain));
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(
    new Map(aInscrire.map(({ MissionId, numero }) => [MissionId, String(numero)])),
  );
  const open = useWrite(openRegister, TOUCHED_BY_REGISTER);
  const opening = {
    premier: whole(first),
    mandats: aInscrire.map(({ MissionId }) => ({
      MissionId,
      numero: whole(typed.get(MissionId) ?? ""),
    })),
  };
  const missing = opening.premier < 1 || opening.mandats.some(({ numero }) => numero < 1);
  const refusals = refusOuverture(opening, aInscrire);
  const begin = async () => {
    const sure = await confirm({
      title: "Ouvrir le registre ?",
      text: "Ses lignes ne se modifieront plus, et ses numéros se suivront sans fin.",
      action: "Ouvrir le registre",
    });
    if (sure) open.mutate(opening);
  };
  return (
    <Card className="max-w-4xl space-y-4 p-4 sm:p-5">
      <h2 className="text-base font-semibold">Ouvrir le registre des mandats</h2>
      <p className="text-muted">
        Le registre donne un numéro à chaque mandat de gestion le jour de sa signature (décret n°
        72-678, article 65). Reprenez d’abord les numéros du registre que vous teniez.
      </p>
      {aInscrire.length > 0 && (
        <div className="overflow-x-auto">
          <table className="w-full">
            <caption className="pb-2 text-left text-sm text-muted">
              {formatCount(aInscrire.length, "mandat signé", "mandats signés")}
            </caption>
            <thead className="text-left text-sm text-muted">
              <tr>
                <th className="pr-3 pb-1 font-medium">Numéro d’ordre</th>
                <th className="pr-3 pb-1 font-medium">Mandants</th>
                <th className="pr-3 pb-1 font-medium">Signé le</th>
                <th className="pb-1 font-medium">Numéro de la fiche</th>
              </tr>
            </thead>
            <tbody>
              {aInscrire.map(({ MissionId, mandants, dateSignature, numRegistre }, rank) => {
                const refusal = refusals[`mandats.${rank}.numero`];
                return (
                  <tr key={MissionId} className="border-t align-top">
                    <td className="w-40 py-1.5 pr-3">
                      <Input
                        aria-label={`Numéro d’ordre, ${mandants || `mission ${MissionId}`}`}
                        aria-invalid={refusal !== undefined}
                        inputMode="numeric"
                        className="tabular-nums"
                        value={typed.get(MissionId) ?? ""}
                        onChange={(event) =>
                          setTyped(new Map(typed).set(MissionId, event.target.value))
                        }
                      />
                      {refusal && <p className="mt-1 text-sm text-red">{refusal}</p>}
                    </td>
                    <td className="py-3 pr-3">{mandants || `Mission ${MissionId}`}</td>
                    <td className="py-3 pr-3 whitespace-nowrap tabular-nums">
                      {formatJour(dateSignature)}
                    </td>
                    <td className="py-3 text-muted">{numRegistre ?? "–"}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
      <div className="max-w-56">
        <label htmlFor={next} className="mb-1 block text-sm font-medium">
          Numéro du prochain mandat
        </label>
        <Input
          id={next}
          inputMode="numeric"
          className="tabular-nums"
          value={first}
          aria-invalid={refusals.premier !== undefined}
          onChange={(event) => setFirst(event.target.value)}
        />
        {refusals.premier && <p className="mt-1 text-sm text-red">{refusals.premier}</p>}
      </div>
      <Button
        disabled={missing || Object.keys(refusals).length > 0}
        pending={open.isPending}
        onClick={() => void begin()}
      >
        Ouvrir le registre
      </Button>
    </Card>
  );
}
