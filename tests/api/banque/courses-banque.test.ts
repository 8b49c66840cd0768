import { env } from "cloudflare:workers";
import { type SQL, sql } from "drizzle-orm";
import { beforeAll, expect, inject, test } from "vitest";
import { ajouterJours, aujourdhui } from "#domain/dates.ts";
import { jourTarget } from "#domain/gerance/reversements/jours-target.ts";
import { openDb } from "#worker/db/client.ts";
import { type Agence, creer, ouvrirAgence } from "../../support/agence/agence.ts";
import { devoirAuLocataire, donnerIban as payerSur } from "../../support/banque/avoirs.ts";
import { camt } from "../../support/banque/fichiers-de-banque.ts";
import { louerEnGerance, releverLignes } from "../../support/banque/lignes-releve.ts";
import { ecrire, IBAN_DURAND, mandater, rendreCompte } from "../../support/banque/reversements.ts";
import { aLaFois } from "../../support/worker/courses.ts";

/** Rounds of each race: `FUZZ=150 npm run test:api -- courses-banque` for a longer look. */
const TOURS = inject("fuzz") ?? 5;

const db = openDb(env);
const TODAY = aujourdhui(new Date());

let agence: Agence;
let plombier: number;
beforeAll(async () => {
  agence = await ouvrirAgence();
  // With a high threshold, the batches of one day need no second administrator.
  await db.run(sql`INSERT INTO "Variable" (nom, valeur)
    VALUES ('seuilReversement', '10000000')`);
  ({ id: plombier } = await creer(agence.admin, "Fournisseur", { nom: "Plomberie X" }));
});

type Geste = () => Promise<{ status: number }>;
type Course = () => Promise<[Geste, Geste]>;

let suite = 0;
function ibanNeuf(pays: "DE" | "LT"): string {
  const compte = String(++suite).padStart(pays === "DE" ? 18 : 16, "0");
  const lettres = [...pays].map((lettre) => Number.parseInt(lettre, 36)).join("");
  const cle = 98n - (BigInt(`${compte}${lettres}00`) % 97n);
  return `${pays}${String(cle).padStart(2, "0")}${compte}`;
}

const compteNeuf = async (iban = ibanNeuf("DE")) =>
  (await creer(agence.admin, "CompteBancaire", { nom: "Course", iban, usage: "gerance" })).id;
const donnerIban = (id: number, iban: string) => () =>
  agence.admin.put(`/CompteBancaire/${id}`, { iban, bic: "CBVILT2XXXX" });
const supprimer = (id: number) => () => agence.admin.delete(`/CompteBancaire/${id}`);
const rapprocher = (id: number | undefined, demande: object) => () =>
  agence.admin.post(`/LigneReleve/${id}/rapprocher`, demande);

function importer(iban: string): Geste {
  const form = new FormData();
  form.append("fichier", new File([camt({ iban })], "releve.xml"));
  return () => agence.user.fetch("/api/Releve", { method: "POST", body: form });
}

/**
 * A transfer given to the bank from a new bank account, and two statement lines of its amount; `sens`: 1 in, −1 out.
 */
async function virementRemis(sens: 1 | -1) {
  const compte = await compteNeuf();
  const mandat = await mandater(agence, [
    { nom: "Durand", num: 1, den: 1, iban: IBAN_DURAND, titulaire: "DURAND" },
  ]);
  const rendu = await rendreCompte(mandat, { mois: "2026-10", compte, parts: [20_000] });
  const { data: lot } = await agence.admin.post<{ id: number; virements: { id: number }[] }>(
    "/Reversement",
    {
      CompteRenduIds: [rendu],
      dateExecution: jourTarget(ajouterJours(TODAY, 1)),
      CompteBancaireId: compte,
    },
  );
  await db.run(sql`UPDATE "Reversement" SET etat = 'telecharge' WHERE id = ${lot.id}`);
  const { ids } = await releverLignes(compte, [
    { date: TODAY, montant: sens * 200, libelle: "VIR UN" },
    { date: TODAY, montant: sens * 200, libelle: "VIR DEUX" },
  ]);
  return { ids, VirementIds: lot.virements.map(({ id }) => id) };
}

/** A payment of 950 € typed by hand, and two bank statement lines of 950 € received. */
async function reglementTape() {
  const { DossierId } = await louerEnGerance(agence.admin, { nom: "Course", mois: ["2025-03"] });
  const { data } = await agence.admin.post<{ id: number }>("/Reglement", {
    DossierId,
    date: "2025-03-05",
    montant: 950,
    mode: "virement",
  });
  const { ids } = await releverLignes(await compteNeuf(), [
    { montant: 950, libelle: "VIR UN" },
    { montant: 950, libelle: "VIR DEUX" },
  ]);
  return { ids, id: data.id };
}

const DEUX_FOIS_LE_MEME = sql`SELECT iban FROM "CompteBancaire" GROUP BY iban HAVING count(*) > 1`;
/** The bank accounts whose IBAN became « LT… » although a statement or a batch was made on their former IBAN. */
const IBAN_PERDU = sql`SELECT b.id FROM "CompteBancaire" b WHERE b.iban LIKE 'LT%' AND (
  EXISTS (SELECT 1 FROM "Releve" WHERE "CompteBancaireId" = b.id)
  OR EXISTS (SELECT 1 FROM "Reversement" r WHERE r."CompteBancaireId" = b.id AND r.bic IS NOT b.bic))`;
const LIGNES_SANS_COMPTE = sql`SELECT id FROM "Ligne" WHERE genre = '512G' AND de IS NOT NULL
  AND de NOT IN (SELECT id FROM "CompteBancaire")`;
/** The statement lines marked as matched although no transfer and no payment names them. */
const LIGNES_DE_RIEN = sql`SELECT l.id FROM "LigneReleve" l WHERE l.etat = 'rapprochee'
  AND NOT EXISTS (SELECT 1 FROM "Virement" WHERE l.id IN ("LigneReleveId", "LigneRejetId"))
  AND NOT EXISTS (SELECT 1 FROM "Reglement" WHERE l.id IN ("LigneReleveId", "LigneRejetId"))`;

/** The credit notes paid back beyond their sum, or twice. */
const RENDU_DEUX_FOIS = sql`SELECT de FROM "Ligne" WHERE genre = '411L' GROUP BY de HAVING sum(debit - credit) > 0
  UNION ALL SELECT "FactureHonorairesId" FROM "ReglementHonoraires" WHERE "annuleLe" IS NULL
    GROUP BY "FactureHonorairesId" HAVING count(*) > 1`;

let propre = 0;
/**
 * A credit note of fees whose payee has a known account, and the batch that pays it from the agency's own account.
 */
async function avoirARendre() {
  propre ||= (
    await creer(agence.admin, "CompteBancaire", {
      ...{ nom: "Agence", titulaire: "CABINET", iban: ibanNeuf("DE"), usage: "agence" },
    })
  ).id;
  const { LocataireId, id } = await devoirAuLocataire(agence);
  await payerSur(agence, LocataireId);
  const demande = {
    ...{ FactureHonorairesIds: [id], CompteBancaireId: propre },
    dateExecution: jourTarget(ajouterJours(TODAY, 1)),
  };
  return { id, rembourser: () => agence.admin.post("/Reversement", demande) };
}

const COURSES: Record<string, [SQL, Course]> = {
  "un même IBAN donné à deux comptes": [
    DEUX_FOIS_LE_MEME,
    async () => {
      const iban = ibanNeuf("DE");
      return [donnerIban(await compteNeuf(), iban), donnerIban(await compteNeuf(), iban)];
    },
  ],
  "un relevé importé, l’IBAN de son compte changé": [
    IBAN_PERDU,
    async () => {
      const iban = ibanNeuf("DE");
      return [importer(iban), donnerIban(await compteNeuf(iban), ibanNeuf("LT"))];
    },
  ],
  "un lot préparé, l’IBAN de son compte changé": [
    IBAN_PERDU,
    async () => {
      const CompteBancaireId = await compteNeuf();
      const mandat = await mandater(agence, [
        { nom: "Durand", num: 1, den: 1, iban: IBAN_DURAND, titulaire: "DURAND" },
      ]);
      const donnees = { mois: "2026-10", compte: CompteBancaireId, parts: [20_000] };
      const rendu = await rendreCompte(mandat, donnees);
      const dateExecution = jourTarget(ajouterJours(TODAY, 1));
      return [
        () =>
          agence.admin.post("/Reversement", {
            CompteRenduIds: [rendu],
            dateExecution,
            CompteBancaireId,
          }),
        donnerIban(CompteBancaireId, ibanNeuf("LT")),
      ];
    },
  ],
  "un apport noté, son compte supprimé": [
    LIGNES_SANS_COMPTE,
    async () => {
      const CompteBancaireId = await compteNeuf();
      const apport = { montant: 100, date: TODAY, CompteBancaireId };
      return [() => agence.admin.post("/Apport", apport), supprimer(CompteBancaireId)];
    },
  ],
  "une dépense payée, le compte qui la paie supprimé": [
    LIGNES_SANS_COMPTE,
    async () => {
      const CompteBancaireId = await compteNeuf();
      const { AppartementId, MissionId } = await louerEnGerance(agence.admin, { nom: "Course" });
      await ecrire(
        `recu ${suite++}`,
        MissionId,
        [
          ["512G", null, 95_000, 0],
          ["4670", MissionId, 0, 95_000],
        ],
        { date: "2026-11-01" },
      );
      const { id } = await creer(agence.admin, "Intendance", {
        nature: "depense",
        AppartementId,
        intitule: "Fuite cuisine",
        montant: 132,
        numFacture: "F-7781",
        date: "2026-11-02",
        tva: 10,
        FournisseurId: plombier,
        natureFiscale: "travaux",
        payePar: "agence",
      });
      await agence.admin.post("/Intendance/bon-a-payer", { ids: [id] });
      return [
        () => agence.admin.post("/Intendance/payer", { ids: [id], date: TODAY, CompteBancaireId }),
        supprimer(CompteBancaireId),
      ];
    },
  ],
  "deux lignes rapprochées du même virement": [
    LIGNES_DE_RIEN,
    async () => {
      const { ids, VirementIds } = await virementRemis(-1);
      return [rapprocher(ids[0], { VirementIds }), rapprocher(ids[1], { VirementIds })];
    },
  ],
  "un virement que deux lignes rendent": [
    LIGNES_DE_RIEN,
    async () => {
      const { ids, VirementIds } = await virementRemis(1);
      return [rapprocher(ids[0], { VirementIds }), rapprocher(ids[1], { VirementIds })];
    },
  ],
  "un virement rejeté à la main, une ligne qui le rend": [
    LIGNES_DE_RIEN,
    async () => {
      const { ids, VirementIds } = await virementRemis(1);
      return [
        rapprocher(ids[0], { VirementIds }),
        () => agence.admin.post(`/Virement/${VirementIds[0]}/rejeter`, { motif: "Compte clos" }),
      ];
    },
  ],
  "un avoir d’honoraires que deux lots remboursent": [
    RENDU_DEUX_FOIS,
    async () => {
      const { rembourser } = await avoirARendre();
      return [rembourser, rembourser];
    },
  ],
  "un avoir d’honoraires remboursé par un lot, et noté rendu à la main": [
    RENDU_DEUX_FOIS,
    async () => {
      const { id, rembourser } = await avoirARendre();
      const main = { date: TODAY, mode: "cheque" };
      return [rembourser, () => agence.user.post(`/FactureHonoraires/${id}/regler`, main)];
    },
  ],
  "un règlement que deux lignes prouvent": [
    LIGNES_DE_RIEN,
    async () => {
      const { ids, id } = await reglementTape();
      const ReglementIds = [id];
      return [rapprocher(ids[0], { ReglementIds }), rapprocher(ids[1], { ReglementIds })];
    },
  ],
};

test.each(Object.entries(COURSES))(
  "à la fois : %s",
  async (_, [rompues, preparer]) => {
    let faits = 0;
    for (let tour = 0; tour < TOURS; tour++) {
      const gestes = await preparer();
      const statuts = (await aLaFois(gestes)).map(({ status }) => status);
      for (const status of statuts) expect([200, 201, 204, 409, 422]).toContain(status);
      faits += statuts.filter((status) => status < 300).length;
    }
    expect(faits).toBeGreaterThanOrEqual(TOURS);
    expect((await db.all(rompues)).length).toBe(0);
  },
  600_000,
);
