import { type Ajout, FONCTIONNEMENTS, type Fonctionnement } from "#domain/terrain/releve.ts";
import type { Visit } from "#web/terrain/device/visits.ts";
import { Stepper, Tap } from "#web/terrain/ui.tsx";
import { ElementCard } from "./element-card.tsx";

interface AdditionCardProps {
  visit: Visit;
  addition: Ajout;
  before: Ajout | null;
  place: string;
  compared: boolean;
  onChange(next: (addition: Ajout) => Ajout | null): void;
}

/** A piece of furniture, or an element outside the usual list: how many there are, and whether it works. */
export function AdditionCard({ addition, before, onChange, ...card }: AdditionCardProps) {
  const { cle, nom, nombre, fonctionne, constat, genre } = addition;
  const fewer = before !== null && nombre < before.nombre;
  return (
    <ElementCard
      {...card}
      name={nombre === 1 ? nom : `${nom} × ${nombre}`}
      element={cle}
      text={constat}
      before={
        before &&
        [before.nombre > 1 && `× ${before.nombre}`, before.constat].filter(Boolean).join(" · ")
      }
      onChange={(text) => onChange((one) => ({ ...one, constat: text }))}
      head={fewer && <span className="text-sm font-medium text-red">Manquant</span>}
      more={
        <>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <Stepper
              label={`${nom} : nombre`}
              value={nombre}
              onChange={(count) => onChange((one) => ({ ...one, nombre: count }))}
            />
            {before === null && (
              <Tap className="text-danger!" onClick={() => onChange(() => null)}>
                Retirer
              </Tap>
            )}
          </div>
          {genre === "meuble" && (
            <fieldset aria-label={`${nom} : fonctionnement`} className="flex flex-wrap gap-1.5">
              {(Object.keys(FONCTIONNEMENTS) as Fonctionnement[]).map((name) => (
                <Tap
                  key={name}
                  pressed={fonctionne === name}
                  onClick={() =>
                    onChange((one) => ({ ...one, fonctionne: fonctionne === name ? null : name }))
                  }
                >
                  {FONCTIONNEMENTS[name]}
                </Tap>
              ))}
            </fieldset>
          )}
        </>
      }
    />
  );
}
