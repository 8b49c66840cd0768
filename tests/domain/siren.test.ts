import { expect, test } from "vitest";
import { sirenLu, siretLu } from "#domain/siren.ts";

test.each([
  ["552 100 554 00013", "552100554", "55210055400013"],
  ["RCS Paris 552 100 554", "552100554", null],
  ["356 000 000 00048", "356000000", "35600000000048"],
  ["356 000 000 00049", "356000000", "35600000000049"],
  ["552 100 554 00014", null, null],
  ["552 100 555", null, null],
  ["912 345 670 00018", null, null],
  ["RCS Paris 12", null, null],
  ["en cours", null, null],
  ["", null, null],
  [null, null, null],
])("« %s » dit le SIREN %s et le SIRET %s", (ecrit, siren, siret) => {
  expect([sirenLu(ecrit), siretLu(ecrit)]).toEqual([siren, siret]);
});
