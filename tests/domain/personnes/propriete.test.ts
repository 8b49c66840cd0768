import { expect, it } from "vitest";
import { bailleursLe, type Droit } from "#domain/personnes/propriete.ts";

const titre = (id: number, droit: Droit = "pleine_propriete") => ({ client: { id }, droit });
const noms = (bailleurs: readonly { id: number; droit: Droit }[]) =>
  bailleurs.map(({ id, droit }) => `${id} ${droit}`);

it("le bailleur d'un jour est l'usufruitier d'alors, avec les seuls pleins propriétaires de ce jour", () => {
  const logement = { proprietes: [titre(1), titre(2), titre(3)], defaultContact: 2 };
  const fins = [
    { client: { id: 8 }, le: "2026-05-10", pleins: [1] },
    { client: { id: 9 }, le: "2026-09-01", pleins: [2] },
  ];
  const le = (jour: string) => noms(bailleursLe(logement, fins, jour));
  expect(le("2026-09-01")).toEqual([
    "2 pleine_propriete",
    "1 pleine_propriete",
    "3 pleine_propriete",
  ]);
  expect(le("2026-08-31")).toEqual(["1 pleine_propriete", "3 pleine_propriete", "9 usufruit"]);
  expect(le("2026-05-09")).toEqual(["3 pleine_propriete", "8 usufruit", "9 usufruit"]);
});

it("sans savoir qui est devenu plein propriétaire, tous les autres étaient nus", () => {
  const logement = { proprietes: [titre(1), titre(2)], defaultContact: 1 };
  const fins = [{ client: { id: 8 }, le: "2026-05-10", pleins: null }];
  expect(noms(bailleursLe(logement, fins, "2026-01-01"))).toEqual(["8 usufruit"]);
});
