import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { ReleveRefuse } from "#domain/gerance/banque/releve.ts";
import { openDb } from "#worker/db/client.ts";
import { lireReleves } from "#worker/operations/gerance/banque/lecture.ts";
import { type Agence, ouvrirAgence } from "../../support/agence/agence.ts";
import { FORMATS, IBAN_GERANCE } from "../../support/banque/fichiers-de-banque.ts";

const MUTATIONS = 1000;
const PAR_LA_PORTE = 40;

const mutation = fc.record({
  place: fc.double({ min: 0, max: 1, noNaN: true }),
  ote: fc.oneof(fc.constant(0), fc.nat(3), fc.nat(400)),
  mis: fc.oneof(
    fc.constant(new Uint8Array()),
    fc.uint8Array({ maxLength: 6 }),
    fc.constantFrom(
      ...[
        "<",
        ">",
        "&",
        "]]>",
        "<!DOCTYPE x>",
        "&#0;",
        '"',
        ";",
        "\r\n",
        "\u00A0",
        "-",
        "é",
        "999999999999999",
        "</Ntry>",
        "<STMTTRN>",
        "=1+1",
        "__proto__",
        "31/02/2026",
        "NaN",
        "{",
      ].map((texte) => new TextEncoder().encode(texte)),
    ),
  ),
});
type Mutation = typeof mutation extends fc.Arbitrary<infer Une> ? Une : never;

function abimer(octets: Uint8Array, { place, ote, mis }: Mutation): Uint8Array<ArrayBuffer> {
  const debut = Math.floor(place * octets.length);
  return Uint8Array.from([...octets.subarray(0, debut), ...mis, ...octets.subarray(debut + ote)]);
}

const mutations = fc.array(mutation, { minLength: 1, maxLength: 3 });
const abime = (octets: Uint8Array, toutes: Mutation[]) =>
  toutes.reduce<Uint8Array<ArrayBuffer>>(abimer, Uint8Array.from(octets));

let agence: Agence;
let compte: number;
beforeAll(async () => {
  agence = await ouvrirAgence();
  const { data } = await agence.admin.post<{ id: number }>("/CompteBancaire", {
    nom: "Gérance",
    iban: IBAN_GERANCE,
  });
  compte = data.id;
});

const comptees = async () => {
  const [nombre] = await openDb(env).all<Record<"releves" | "lignes" | "fichiers", number>>(sql`
    SELECT (SELECT count(*) FROM "Releve") AS releves, (SELECT count(*) FROM "LigneReleve") AS lignes,
      (SELECT count(*) FROM "StoredFile") AS fichiers`);
  return nombre ?? { releves: 0, lignes: 0, fichiers: 0 };
};

describe.each(Object.keys(FORMATS))("Un relevé %s abîmé", (format) => {
  const bon = new TextEncoder().encode(FORMATS[format]?.() ?? "");

  test(`mille fois, se lit ou se refuse d’une phrase : jamais d’autre erreur`, () => {
    let refuses = 0;
    fc.assert(
      fc.property(mutations, (toutes) => {
        try {
          const { releves } = lireReleves(abime(bon, toutes), "2026-11-22");
          for (const { ancienSolde, nouveauSolde, lignes } of releves) {
            if (ancienSolde === null || nouveauSolde === null) continue;
            const somme = lignes.reduce((total, { montant }) => total + montant, ancienSolde);
            expect(somme).toBe(nouveauSolde);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(ReleveRefuse);
          expect((error as Error).message).toMatch(/^[A-ZÉ].{10,300}\.$/u);
          refuses++;
        }
      }),
      { numRuns: MUTATIONS },
    );
    expect(refuses).toBeGreaterThan(MUTATIONS / 10);
  });

  test("par la porte, jamais une panne, jamais un import à moitié", async () => {
    await fc.assert(
      fc.asyncProperty(mutations, async (toutes) => {
        const avant = await comptees();
        const form = new FormData();
        form.append("CompteBancaireId", String(compte));
        form.append("fichier", new File([abime(bon, toutes)], "releve.txt"));
        const reponse = await agence.user.fetch("/api/Releve", { method: "POST", body: form });
        const { data } = (await reponse.json()) as { data?: { nouvelles: number } };
        const apres = await comptees();
        expect([201, 409, 422]).toContain(reponse.status);
        const importe = reponse.status === 201;
        expect(apres).toEqual({
          releves: avant.releves + (importe ? 1 : 0),
          lignes: avant.lignes + (data?.nouvelles ?? 0),
          fichiers: avant.fichiers + (importe ? 1 : 0),
        });
      }),
      { numRuns: PAR_LA_PORTE },
    );
  });
});

describe("Ce qui n’est pas un relevé", () => {
  test.each([
    ["des octets", Uint8Array.from({ length: 4096 }, (_, rang) => 1 + ((rang * 131) % 255))],
    ["une archive", Uint8Array.of(80, 75, 3, 4, 0, 0, 0)],
    [
      "de l’UTF-16",
      Uint8Array.from(
        "Date;Libellé".split("").flatMap((lettre) => [lettre.charCodeAt(0) % 256, 0]),
      ),
    ],
    [
      "une bombe XML",
      new TextEncoder().encode(
        `<?xml version="1.0"?><!DOCTYPE b [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><Document xmlns="camt.053"><BkToCstmrStmt>&b;</BkToCstmrStmt></Document>`,
      ),
    ],
    ["un puits de balises", new TextEncoder().encode(`<BkToCstmrStmt >${"<a>".repeat(300_000)}`)],
    [
      "un puits qui se referme",
      new TextEncoder().encode(
        `<BkToCstmrStmt >${"<a>".repeat(20_000)}${"</a>".repeat(20_000)}</BkToCstmrStmt>`,
      ),
    ],
    ["des lignes vides", new TextEncoder().encode("\n".repeat(2_000_000))],
    [
      "des guillemets ouverts",
      new TextEncoder().encode(`Date;Libellé;Montant\n${'"'.repeat(500_000)}`),
    ],
    ["des chevrons", new TextEncoder().encode(`<OFX>${"<".repeat(1_000_000)}</OFX>`)],
    [
      "des opérations sans fin",
      new TextEncoder().encode(
        `<OFX><STMTRS>${"<STMTTRN></STMTTRN>".repeat(100_000)}</STMTRS></OFX>`,
      ),
    ],
    ["des séparateurs", new TextEncoder().encode(";".repeat(1_000_000))],
  ])("se refuse vite et d’une phrase : %s", (_, octets) => {
    const debut = performance.now();
    expect(() => lireReleves(octets, "2026-11-22")).toThrow(ReleveRefuse);
    expect(performance.now() - debut).toBeLessThan(5000);
  });
});
