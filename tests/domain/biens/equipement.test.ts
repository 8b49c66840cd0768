import { expect, it } from "vitest";
import { creation } from "#domain/biens/equipement.ts";

it("un équipement est celui du logement, s'il n'est pas dit collectif", () => {
  expect(creation.parse({ nom: "Ascenseur" }).collectif).toBe(false);
  expect(creation.parse({ nom: "Ascenseur", collectif: true }).collectif).toBe(true);
});
