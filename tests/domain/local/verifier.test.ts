import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verify } from "../../../worker/local/verify-seal.ts";
import { unContrat, unSceau, unScelle } from "../../support/documents/sceau.ts";

const dossier = mkdtempSync(join(tmpdir(), "verifier-"));
const sceau = unSceau();
const empreinte = createHash("sha256").update(sceau.certificat).digest("hex");
const fichier = join(dossier, "bail.pdf");
const modifie = join(dossier, "modifie.pdf");
const pem = join(dossier, "sceau.pem");

beforeAll(async () => {
  const octets = await unScelle(await unContrat(), sceau);
  writeFileSync(fichier, octets);
  writeFileSync(modifie, octets.with(100, (octets[100] ?? 0) ^ 1));
  const base64 = Buffer.from(sceau.certificat).toString("base64");
  writeFileSync(pem, `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`);
});
afterAll(() => rmSync(dossier, { recursive: true }));

const lancer = (...args: string[]) => {
  const dit: string[] = [];
  const bon = verify(args, (ligne) => dit.push(ligne));
  return { bon, dit: dit.join("\n") };
};

test("npm run verifier reconnaît un fichier scellé par le certificat de l’agence, ou par son empreinte", () => {
  const groupes = empreinte.toUpperCase().replace(/..(?=.)/g, "$&:");
  for (const connu of [
    ["--certificat", pem],
    ["--empreinte", groupes],
  ]) {
    const { bon, dit } = lancer(fichier, ...connu);
    expect(dit).toContain("Scellé le            25/11/2026 14:42 (heure de Paris)");
    expect(dit).toContain("OU=Signature électronique simple");
    expect(dit).toMatch(/^INTACT {2}Ce fichier est celui/m);
    expect(bon).toBe(true);
  }
});

test("sans certificat, il dit le fichier intact mais ne dit pas qu’il est de l’agence", () => {
  const { bon, dit } = lancer(fichier);
  expect(bon).toBe(false);
  expect(dit).toContain(empreinte);
  expect(dit).toContain("rien ne dit encore de qui il est");
});

test("il refuse un octet changé, et le sceau d’une autre agence", () => {
  expect(lancer(modifie, "--certificat", pem)).toEqual({
    bon: false,
    dit: "REFUSÉ  Le sceau ne tient pas : le fichier ou son sceau a changé.",
  });
  expect(lancer(fichier, "--empreinte", "0".repeat(64))).toEqual({
    bon: false,
    dit: "REFUSÉ  Le sceau tient, mais il n’est pas de cette agence.",
  });
  expect(() => lancer()).toThrow(/npm run verifier/);
});
