import { duModele, MODELES, type Modele } from "#domain/terrain/modeles.ts";
import { departDeSortie, type Releve } from "#domain/terrain/releve.ts";
import { Band } from "./band.tsx";
import { write } from "./device/sender.ts";
import type { Visit } from "./device/visits.ts";
import { titleOf } from "./rooms.tsx";
import { Page, Tap } from "./ui.tsx";

/** The possible starts of an inventory, for a side without an inventory. */
export function StartScreen({ visit }: { visit: Visit }) {
  const { visite, UserId, releve } = visit.draft;
  const start = (from: (releve: Releve) => Releve) => () => write(visit.draft, from);
  const { derniereSortie, meuble, stationnement } = visite;
  const day = { lieu: releve.valeurs.lieu, date: releve.valeurs.date };
  const fitting = (name: Modele) =>
    stationnement ? name === "stationnement" : MODELES[name].nom.includes("meublé") === meuble;
  const models = (Object.keys(MODELES) as Modele[]).toSorted(
    (one, other) => Number(fitting(other)) - Number(fitting(one)),
  );
  return (
    <Page title={titleOf(visit)} text="Départ" back="#/" foot={<Band UserId={UserId} />}>
      <p className="mb-3 text-muted">De quoi partir :</p>
      <div className="grid gap-2">
        {derniereSortie && derniereSortie.valeurs.pieces.length > 0 && (
          <Tap
            className="text-left"
            onClick={start(() => ({ ...departDeSortie(derniereSortie, day), edf: null }))}
          >
            Reprendre les pièces de la dernière sortie
          </Tap>
        )}
        {models.map((name) => (
          <Tap key={name} className="text-left" onClick={start((of) => duModele(of, name))}>
            {MODELES[name].nom}
          </Tap>
        ))}
      </div>
    </Page>
  );
}
