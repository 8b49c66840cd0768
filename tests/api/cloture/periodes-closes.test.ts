import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { ajouterMois, aujourdhui, dernierJour, formatJour, moisDe } from "#domain/dates.ts";
import type { Clotures } from "#domain/gerance/livres/periodes.ts";
import { openDb } from "#worker/db/client.ts";
import { type Agence, ouvrirAgence } from "../../support/agence/agence.ts";
import {
  controle,
  fait,
  lireExport,
  ouvrirIndivision,
  rompus,
} from "../../support/agence/indivision.ts";
import { freshHouse } from "../../support/worker/database.ts";

const JOUR = aujourdhui(new Date());
const SUIVANT = ajouterMois(moisDe(JOUR), 1);

let agence: Agence;
let mandat: Awaited<ReturnType<typeof ouvrirIndivision>>;
let lot: { AppartementId: number; DossierId: number };

beforeEach(async () => {
  await freshHouse();
  agence = await ouvrirAgence();
  mandat = await ouvrirIndivision(agence, ["Paul"]);
  await fait(mandat.convenir("2026-01-01", [], { tauxHonoraires: 7 }));
  lot = await mandat.louer("Martin", 850, 100);
  await mandat.appeler(lot.DossierId, "2026-09");
});

/** The balance of the bank in the books, on the evening of this day. */
const banqueAu = async (au: string) =>
  (await lireExport(agence, `balance.csv?au=${au}`)).find(({ Compte }) => Compte === "512000")?.[
    "Solde débiteur"
  ];

/** The movements of the bank between two days: day of the entry in the books, day of the payment itself, euros. */
async function mouvements(du: string, au: string) {
  const lignes = (await lireExport(agence, `journal.csv?du=${du}&au=${au}`)).filter(
    ({ Compte }) => Compte === "512000",
  );
  const montant = (texte = "") => Number(texte.replace(",", ".")) * 100;
  return [...Map.groupBy(lignes, (ligne) => ligne.Écriture).values()].map((siennes) => [
    siennes[0]?.Date,
    siennes[0]?.["Date de pièce"],
    siennes.reduce((total, { Débit, Crédit }) => total + montant(Débit) - montant(Crédit), 0) / 100,
  ]);
}

const clore = (mois: string) => agence.admin.post<Clotures>("/Cloture", { mois });
const closes = async () =>
  (await fait(agence.user.get<Clotures>("/Cloture"))).mois.map(({ mois, user }) => [mois, user]);

describe("Un mois dont le compte rendu est validé est clos pour son mandat", () => {
  it("un règlement de ce mois est passé dans le suivant, avec sa date de pièce", async () => {
    await mandat.payer(lot.DossierId, "2026-09-05", 500);
    await mandat.cloturer("2026-09");
    expect(await banqueAu("2026-09-30")).toBe("500");
    const paye = await mandat.payer(lot.DossierId, "2026-09-20", 450);
    expect(await banqueAu("2026-09-30")).toBe("500");
    expect(await mouvements("2026-10-01", JOUR)).toEqual([["01/10/2026", "20/09/2026", 450]]);

    // The tenant paid on 20 September: his account keeps that day.
    const { data: compte } = await agence.user.get<{ lignes: { date: string; net: number }[] }>(
      `/Dossier/${lot.DossierId}/compte`,
    );
    expect(JSON.stringify(compte)).toContain("2026-09-20");
    const octobre = await mandat.cloturer("2026-10");
    expect(octobre.contenu.detailEncaissements).toMatchObject([
      { date: "2026-09-20", total: 450, regularisation: true },
    ]);

    // A refusal by the bank on a day of a closed month is entered in the next open month too.
    await mandat.rejeter(paye.id, "2026-10-02");
    expect(await banqueAu("2026-10-31")).toBe("950");
    expect(await mouvements("2026-11-01", JOUR)).toEqual([["01/11/2026", "02/10/2026", -450]]);
    // The refused rent had already been credited to the owner, whose account is now overdrawn: only the control I6 is
    // red.
    expect(await rompus()).toEqual([expect.stringMatching(/^I6 · /)]);
  });

  it("une dépense payée ce mois-là aussi, et l’année fiscale reste celle du paiement", async () => {
    await mandat.payer(lot.DossierId, "2026-09-05", 950);
    await mandat.cloturer("2026-09");
    await mandat.appeler(lot.DossierId, "2026-10");
    await mandat.payer(lot.DossierId, "2026-10-01", 950);
    const { id: FournisseurId } = await fait(
      agence.user.post<{ id: number }>("/Fournisseur", { nom: "Plomberie X" }),
    );
    const { id } = await fait(
      agence.user.post<{ id: number }>("/Intendance", {
        nature: "depense",
        AppartementId: lot.AppartementId,
        FournisseurId,
        date: "2026-09-28",
        payePar: "agence",
        intitule: "Fuite",
        montant: 100,
        tva: 10,
        numFacture: "F-1",
        natureFiscale: "travaux",
      }),
    );
    await fait(agence.user.post("/Intendance/bon-a-payer", { ids: [id] }));
    await fait(clore("2026-10"));
    await fait(agence.user.post("/Intendance/payer", { ids: [id], date: "2026-10-28" }));
    expect(await mouvements("2026-11-01", JOUR)).toEqual([["01/11/2026", "28/10/2026", -100]]);
    const aide = await fait(
      agence.user.get<{ travaux: { date: string }[] }>(`/Mission/${mandat.MissionId}/fiscal/2026`),
    );
    expect(aide.travaux).toMatchObject([{ date: "2026-10-28" }]);
    expect(await rompus()).toEqual([]);
  });

  it("un mois en cours ne se valide ni ne se clôt avant son dernier jour", async () => {
    const { id } = await mandat.preparer(moisDe(JOUR));
    const fin = formatJour(dernierJour(moisDe(JOUR)));
    if (dernierJour(moisDe(JOUR)) !== JOUR) {
      expect(await mandat.valider(id)).toMatchObject({
        resultat: "refuse",
        raison: expect.stringContaining(
          `n’est pas terminé\u00A0: son compte rendu se valide à partir du ${fin}.`,
        ),
      });
    }
    const refus = await clore(SUIVANT);
    expect([refus.status, refus.error.fields?.mois]).toEqual([
      422,
      expect.stringContaining(
        `n’est pas terminé\u00A0: ce mois se clôt à partir du ${formatJour(dernierJour(SUIVANT))}.`,
      ),
    ]);
  });
});

describe("Un mois de l’agence", () => {
  it("se clôt de lui-même avec le dernier de ses comptes rendus", async () => {
    const { id } = await mandat.preparer("2026-08");
    const autre = await ouvrirIndivision(agence, ["Jean"]);
    await fait(autre.convenir("2026-01-01", []));
    expect(await mandat.valider(id)).toMatchObject({ resultat: "valide" });
    expect(await closes()).toEqual([]);
    await autre.cloturer("2026-08");
    expect(await closes()).toEqual([["2026-08", null]]);
    await fait(clore("2026-10"));
    expect(await closes()).toEqual([
      ["2026-10", "admin@agence.example"],
      ["2026-08", null],
    ]);
  });

  it("se clôt d’un geste, une fois, avec tout ce qui précède : rien n’y bouge plus", async () => {
    await mandat.payer(lot.DossierId, "2026-09-05", 500);
    expect((await agence.user.post("/Cloture", { mois: "2026-10" })).status).toBe(403);
    const gestes = await Promise.all([clore("2026-10"), clore("2026-10")]);
    expect(gestes.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await clore("2026-09")).error.message).toBe("Le mois de septembre 2026 est déjà clos.");
    await mandat.payer(lot.DossierId, "2026-09-20", 450);
    expect([await banqueAu("2026-10-31"), await banqueAu("2026-11-01")]).toEqual(["500", "950"]);
    expect(await rompus()).toEqual([]);
  });

  it("qu’une écriture viole rougit le contrôle, avec elle", async () => {
    await mandat.payer(lot.DossierId, "2026-09-05", 500);
    await mandat.cloturer("2026-09");
    expect(await controle(agence, "Périodes closes")).toMatchObject({ etat: "vert", lignes: 0 });
    const db = openDb(env);
    await db.write({
      lignes:
        db.run(sql`INSERT INTO "Ligne" ("EcritureId", genre, de, mandat, debit, credit) SELECT max(id) + 1, '4670', ${mandat.MissionId}, ${mandat.MissionId}, 100, 0 FROM "Ecriture"
        UNION ALL SELECT max(id) + 1, '512G', NULL, NULL, 0, 100 FROM "Ecriture"`),
      ecriture:
        db.run(sql`INSERT INTO "Ecriture" (id, livre, exercice, numero, journal, date, libelle, cle)
        SELECT max(id) + 1, 'G', '2026', (SELECT max(numero) + 1 FROM "Ecriture" WHERE livre = 'G'), 'OD', '2026-09-15', 'Tardive', 'tardive' FROM "Ecriture"`),
    });
    expect(await controle(agence, "Périodes closes")).toMatchObject({
      etat: "rouge",
      ruptures: [
        { motif: expect.stringMatching(/^Écriture \d+ du 15\/09\/2026, compte rendu de 2026-09$/) },
        { motif: expect.stringMatching(/^Écriture \d+ du 15\/09\/2026, mois de 2026-09 clos$/) },
      ],
    });
  });
});
