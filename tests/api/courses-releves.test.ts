import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeAll, expect, inject, test } from "vitest";
import { openDb } from "#worker/db/client.ts";
import { type Agence, ouvrirAgence } from "../support/agence.ts";
import {
  louerEnGerance,
  ouvrirCompte,
  releverLignes,
  soldesDesComptes,
} from "../support/lignes-releve.ts";

/** Rounds of each race: `FUZZ=150 npm run test:api -- courses-releves` for a longer look. */
const TOURS = inject("fuzz") ?? 8;

let agence: Agence;
let compte: number;
let DossierId: number;
beforeAll(async () => {
  agence = await ouvrirAgence();
  compte = await ouvrirCompte();
  ({ DossierId } = await louerEnGerance(agence.admin, { nom: "Course" }));
});

type Geste = (id: number) => Promise<{ status: number }>;

const GESTES = {
  attente: (id) => agence.admin.post(`/LigneReleve/${id}/attente`),
  rapprocher: (id) =>
    agence.admin.post(`/LigneReleve/${id}/rapprocher`, { parts: [{ DossierId, montant: 10 }] }),
  ignorer: (id) => agence.admin.post(`/LigneReleve/${id}/ignorer`, { motif: "Frais bancaires" }),
  annuler: (id) => agence.admin.post(`/LigneReleve/${id}/annuler`),
} satisfies Record<string, Geste>;
type Nom = keyof typeof GESTES;

/** What the bank and what waits for a name hold, and what the lines say that they hold, in cents. */
async function livresEtLignes() {
  const [dites] = await openDb(env).all<{ banque: number; attente: number }>(sql`
    SELECT coalesce(sum(montant) FILTER (WHERE etat = 'rapprochee' OR (etat = 'a_rapprocher' AND motif IS NOT NULL)), 0) / 100.0 AS banque,
      coalesce(sum(montant) FILTER (WHERE etat = 'a_rapprocher' AND motif IS NOT NULL), 0) / 100.0 AS attente
    FROM "LigneReleve" WHERE "CompteBancaireId" = ${compte}`);
  const soldes = await soldesDesComptes();
  return {
    lignes: dites,
    livres: { banque: soldes["512G"] ?? 0, attente: -(soldes["4710"] ?? 0) },
  };
}

const PAIRES: readonly (readonly [Nom, Nom])[] = [
  ["attente", "rapprocher"],
  ["attente", "ignorer"],
  ["attente", "attente"],
  ["attente", "annuler"],
  ["rapprocher", "ignorer"],
  ["rapprocher", "rapprocher"],
  ["rapprocher", "annuler"],
  ["ignorer", "annuler"],
  ["annuler", "annuler"],
];

test.each(PAIRES)(
  "une ligne que deux gestes prennent à la fois (%s, %s) n’est comptée qu’une fois",
  async (un, autre) => {
    for (let tour = 0; tour < TOURS; tour++) {
      const { ids } = await releverLignes(compte, [
        { montant: 10, libelle: `COURSE ${un} ${autre} ${tour}` },
      ]);
      const id = ids[0] ?? 0;
      // Half the rounds start from a line that waits already.
      if (tour % 2 === 1) await GESTES.attente(id);
      const statuts = await Promise.all([GESTES[un](id), GESTES[autre](id)]);
      for (const { status } of statuts) expect([200, 201, 409]).toContain(status);
    }
    const { lignes, livres } = await livresEtLignes();
    expect(livres).toEqual(lignes);
  },
);
