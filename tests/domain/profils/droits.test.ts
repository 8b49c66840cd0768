import { expect, it } from "vitest";
import { peut, roles } from "#domain/profils/droits.ts";

it("chaque rôle a ses droits, et personne sans session", () => {
  const actions = ["lire", "modifier", "supprimer", "administrer"] as const;
  const droits = (role: (typeof roles)[number] | null) =>
    actions.filter((action) => peut(role, action));
  expect(roles.map(droits)).toEqual([actions, actions.slice(0, 3), actions.slice(0, 2)]);
  expect(droits(null)).toEqual([]);
});
