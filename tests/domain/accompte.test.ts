import { expect, it } from "vitest";
import { creation } from "#domain/accompte.ts";
import { refus } from "../support/schemas.ts";

const UN_ACCOMPTE = { dateDepart: "2026-03-15", dateFin: "2026-03-15", prix: 120, tva: 20 };

it("un acompte se paie par virement, n'est pas réglé, et perd le hors taxe qu'on envoie", () => {
  expect(creation.parse({ ...UN_ACCOMPTE, prixHT: 1 })).toEqual({
    ...UN_ACCOMPTE,
    mode: "Virement",
    regle: false,
  });
});

it("un acompte finit au plus tôt le jour où il commence", () => {
  expect(refus(creation, UN_ACCOMPTE)).toEqual({});
  expect(refus(creation, { ...UN_ACCOMPTE, dateFin: "2026-03-14" })).toEqual({
    dateFin: "La fin précède le début.",
  });
});
