import { expect, it } from "vitest";
import { bailleursLe, contactDAbord, contactDe, type Droit } from "#domain/personnes/propriete.ts";

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

it("un appartement écrit au propriétaire choisi, sinon au seul qu'il a", () => {
  const contact = (ids: number[], choisi: number | null = null) =>
    contactDe(
      ids.map((id) => ({ id })),
      choisi,
    );
  expect([contact([7]), contact([7, 8], 8), contact([7], 8)]).toEqual([7, 8, 8]);
  expect([contact([]), contact([7, 8])]).toEqual([null, null]);
});

it("un appartement nomme son contact d'abord, puis les autres propriétaires par numéro", () => {
  const ordre = (contact: number | null) =>
    contactDAbord([{ id: 3 }, { id: 1 }, { id: 2 }], contact).map(({ id }) => id);
  expect(ordre(2)).toEqual([2, 1, 3]);
  expect(ordre(null)).toEqual([1, 2, 3]);
  expect(ordre(9)).toEqual([1, 2, 3]);
});
