import fc from "fast-check";
import { expect, it } from "vitest";
import { sansTables } from "../../../worker/operations/filtre-sql.ts";

const GARDEES = [
  "PRAGMA foreign_keys=OFF;\n",
  "INSERT INTO Client VALUES(1,'l''hôte; INSERT INTO Session VALUES(2);');\n",
  'INSERT INTO "Client" VALUES(1,";");\n',
  "CREATE TABLE `Session` (id text);\n",
  "CREATE TRIGGER t AFTER UPDATE ON Client BEGIN\n\tUPDATE Client SET a = 1;\nEND;\n",
  "INSERT INTO SessionFermee VALUES('x');\n",
];
const OMISES = [
  "INSERT INTO Session VALUES('a;''b\n;','é');\n",
  'INSERT INTO "LoginFailure" VALUES(1,2);\n',
];

it("une copie omet les tables qu’on lui dit, d’où que le texte soit coupé", async () => {
  const phrases = fc.array(fc.constantFrom(...GARDEES, ...OMISES), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(phrases, fc.integer({ min: 1, max: 40 }), async (texte, pas) => {
      const octets = new TextEncoder().encode(`${texte.join("")}COMMIT;\n`);
      const morceaux = Array.from({ length: Math.ceil(octets.length / pas) }, (_, rang) =>
        octets.slice(rang * pas, (rang + 1) * pas),
      );
      const source = new ReadableStream<Uint8Array>({
        start(controller) {
          for (const morceau of morceaux) controller.enqueue(morceau);
          controller.close();
        },
      });
      const flux = source.pipeThrough(sansTables(["Session", "LoginFailure"]));
      const lignes = (attendu: string) => attendu.split("\n").filter(Boolean);
      const gardees = texte.filter((phrase) => GARDEES.includes(phrase)).join("");
      expect(lignes(await new Response(flux).text())).toEqual(lignes(`${gardees}COMMIT;\n`));
    }),
  );
});
