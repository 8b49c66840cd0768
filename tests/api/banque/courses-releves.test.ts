import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeAll, expect, inject, test } from "vitest";
import { openDb } from "#worker/db/client.ts";
import { type Agence, ouvrirAgence } from "../../support/agence/agence.ts";
import {
  louerEnGerance,
  ouvrirCompte,
  releverLignes,
  soldesDesComptes,
} from "../../support/banque/lignes-releve.ts";

/** Rounds of each race: `FUZZ=150 npm run test:api -- courses-releves` for a longer look. */
const TOURS = inject("fuzz") ?? 5;

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

/**
 * The balances, in euros, of the bank account and of the sums whose payer is not identified yet: from the books, then
 * from the statement lines.
 */
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

const REPRISES = {
  annuler: (id: number) =>
    agence.admin.post(`/Reglement/${id}/annuler`, { motif: "Saisi en double" }),
  "annuler en lot": (id: number) =>
    agence.admin.post("/Reglement/lot/annuler", { ids: [id], motif: "Saisi en double" }),
  impayée: (_id: number, QuitanceId: number) =>
    agence.admin.get(`/Quitance/switchState/false/${QuitanceId}`),
};

test.each(Object.keys(REPRISES) as (keyof typeof REPRISES)[])(
  "un règlement repris (%s) pendant qu’une ligne le prouve n’est pas les deux à la fois",
  async (reprise) => {
    for (let tour = 0; tour < TOURS; tour++) {
      const { DossierId } = await louerEnGerance(agence.admin, {
        nom: `Repris ${tour}`,
        mois: ["2025-03"],
      });
      const [quittance] = (
        await agence.admin.get<{ id: number }[]>(`/Quitance?DossierId=${DossierId}`)
      ).data;
      const { data: paye } = await agence.admin.post<{ id: number }>("/Reglement", {
        DossierId,
        date: "2025-03-05",
        montant: 950,
        mode: "virement",
      });
      const ReglementId = paye.id;
      const { ids } = await releverLignes(compte, [{ montant: 950, libelle: `REPRIS ${tour}` }]);
      const statuts = await Promise.all([
        agence.admin.post(`/LigneReleve/${ids[0]}/rapprocher`, { ReglementIds: [ReglementId] }),
        REPRISES[reprise](ReglementId, quittance?.id ?? 0),
      ]);
      expect(statuts.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    }
    const seules = await openDb(
      env,
    ).all(sql`SELECT l.id FROM "LigneReleve" l WHERE l.etat = 'rapprochee'
      AND l.libelle LIKE 'REPRIS %' AND NOT EXISTS (SELECT 1 FROM "Reglement" r
        WHERE r."LigneReleveId" = l.id AND r.etat = 'credite')`);
    expect(seules).toEqual([]);
  },
);

test.each(PAIRES)(
  "une ligne que deux gestes prennent à la fois (%s, %s) n’est comptée qu’une fois",
  async (un, autre) => {
    for (let tour = 0; tour < TOURS; tour++) {
      const { ids } = await releverLignes(compte, [
        { montant: 10, libelle: `COURSE ${un} ${autre} ${tour}` },
      ]);
      const id = ids[0] ?? 0;
      if (tour % 2 === 1) await GESTES.attente(id);
      const statuts = await Promise.all([GESTES[un](id), GESTES[autre](id)]);
      for (const { status } of statuts) expect([200, 201, 409]).toContain(status);
    }
    const { lignes, livres } = await livresEtLignes();
    expect(livres).toEqual(lignes);
  },
);
