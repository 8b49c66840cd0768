import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { forgetMails } from "../../../worker/local/restore/erased-mails.ts";

it("un courriel gardé sur la machine part avec la dernière personne à qui il était écrit", () => {
  const courriels = mkdtempSync(join(tmpdir(), "courriels-"));
  const garder = (nom: string, a: string) => {
    mkdirSync(join(courriels, nom));
    writeFileSync(join(courriels, nom, "entetes.txt"), `From: a@agence.fr\n${a}\nSubject: Avis\n`);
  };
  garder("1_effacee", "To: Partie@Exemple.fr");
  garder("2_les-deux", "To: partie@exemple.fr, reste@exemple.fr");
  garder("3_reste", "To: Reste@exemple.fr");
  garder("4_sans-adresse", "Cc: rien");
  expect(forgetMails(courriels, new Set(["reste@exemple.fr"]))).toBe(1);
  expect(readdirSync(courriels).toSorted()).toEqual(["2_les-deux", "3_reste", "4_sans-adresse"]);
});
