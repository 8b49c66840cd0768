import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { ajouterJours, aujourdhui } from "#domain/dates.ts";
import type { FactureHonorairesRow } from "#domain/gerance/cloture/facture-honoraires.ts";
import type { EtatDeTva } from "#domain/gerance/cloture/tva-des-honoraires.ts";
import type { LigneProposee } from "#domain/gerance/rapprochement/ligne-releve.ts";
import { jourTarget } from "#domain/gerance/reversements/jours-target.ts";
import type {
  ApercuReversement,
  ReversementDetail,
} from "#domain/gerance/reversements/reversement-fiche.ts";
import { openDb } from "#worker/db/client.ts";
import {
  type Agence,
  creer,
  MISSION,
  ouvrirAgence,
  PROPRIETAIRE,
} from "../../support/agence/agence.ts";
import { fait, ouvrirIndivision, rompus } from "../../support/agence/indivision.ts";
import { devoirAuLocataire, donnerIban } from "../../support/banque/avoirs.ts";
import { releverLignes } from "../../support/banque/lignes-releve.ts";
import {
  delaiPasse,
  IBAN_AGENCE,
  IBAN_DURAND,
  ouvrirCompte,
  secondAdministrateur,
} from "../../support/banque/reversements.ts";
import { freshHouse } from "../../support/worker/database.ts";

const db = openDb(env);
const JOUR = aujourdhui(new Date());
const ANNEE = JOUR.slice(0, 4);
const DEMAIN = jourTarget(ajouterJours(JOUR, 1));

let agence: Agence;
let gerance: number;
let propre: number;
let mandat: Awaited<ReturnType<typeof ouvrirIndivision>>;

beforeEach(async () => {
  await freshHouse();
  agence = await ouvrirAgence();
  gerance = await ouvrirCompte(agence);
  propre = await ouvrirCompte(agence, {
    ...{ nom: "Agence", titulaire: "CABINET EXEMPLE", iban: IBAN_AGENCE, usage: "agence" },
    bic: "COBADEFFXXX",
  });
});

const factures = async () =>
  (await agence.user.get<FactureHonorairesRow[]>("/FactureHonoraires?page=1&limit=50&sort=id"))
    .data;

const soldes = async () =>
  Object.fromEntries(
    (
      await db.all<{ genre: string; solde: number }>(
        sql`SELECT l.genre, sum(l.credit - l.debit) AS solde FROM "Ligne" l JOIN "Ecriture" e ON e.id = l."EcritureId"
          WHERE e.livre = 'H' GROUP BY 1 HAVING solde <> 0 ORDER BY 1`,
      )
    ).map(({ genre, solde }) => [genre, solde]),
  );

const apercu = async (FactureHonorairesId?: number) =>
  (
    await agence.admin.get<ApercuReversement>(
      `/Reversement/apercu${FactureHonorairesId ? `?FactureHonorairesIds=${FactureHonorairesId}` : ""}`,
    )
  ).data;

const rembourser = (ids: readonly number[], suite: object = {}) =>
  agence.admin.post<ReversementDetail & { ecartes: { raison: string }[] }>("/Reversement", {
    ...{ FactureHonorairesIds: ids, dateExecution: DEMAIN, ...suite },
  });

const remettre = async (id: number) =>
  (await agence.admin.fetch(`/api/Reversement/${id}/sepa`)).text();

const tva = async () =>
  (await agence.admin.get<EtatDeTva>(`/Export/tva?du=${ANNEE}-01-01&au=${JOUR}`)).data;

async function relever(montant: number, libelle: string) {
  const { ReleveId } = await releverLignes(propre, [{ date: JOUR, montant, libelle }]);
  return async () =>
    (await agence.user.get<LigneProposee[]>(`/LigneReleve?page=1&limit=50&ReleveId=${ReleveId}`))
      .data[0];
}

/** Principals of 60 % and 40 % paid 79,80 € of fees; a refused rent then makes the agency owe the fees back. */
async function devoirAuxMandants(
  parts: readonly (string | null)[],
  avantRejet: (ids: readonly number[]) => Promise<unknown> = () => Promise.resolve(),
) {
  mandat = await ouvrirIndivision(agence, ["Paul", "Anne"]);
  const [paul = 0, anne = 0] = mandat.ids;
  const quotes = [
    { ClientId: paul, num: 3, den: 5 },
    { ClientId: anne, num: 2, den: 5 },
  ];
  await fait(
    mandat.convenir("2026-01-01", [], {
      ...{ modeFonds: "proprietaire", tauxHonoraires: 7, tauxEn: "ht", tauxTva: 20 },
      parts: quotes.map((part, rang) =>
        parts[rang] ? { ...part, iban: IBAN_DURAND, titulaire: parts[rang] } : part,
      ),
    }),
  );
  await delaiPasse();
  const { DossierId } = await mandat.louer("Martin", 850, 100);
  await mandat.appeler(DossierId, "2026-09");
  const { id } = await mandat.payer(DossierId, "2026-09-05", 950);
  await mandat.cloturer("2026-09");
  const [facture] = await factures();
  await fait(
    agence.user.post(`/FactureHonoraires/${facture?.id}/regler`, {
      ...{ date: JOUR, mode: "virement" },
    }),
  );
  await avantRejet(mandat.ids);
  await mandat.rejeter(id, "2026-10-05");
  await mandat.cloturer("2026-10");
  const avoir = (await factures()).find(({ serie }) => serie === "AV");
  return { paul, anne, id: avoir?.id ?? 0, numero: avoir?.numero ?? "", reste: avoir?.reste };
}

describe("Un avoir d’honoraires à rendre à un locataire", () => {
  it("part par un virement du compte de l’agence, se lettre, se retrouve à la banque et revient de lui-même", async () => {
    const { DossierId, LocataireId, id, numero } = await devoirAuLocataire(agence);
    const sansIban = (await apercu()).avoirs;
    expect(sansIban).toMatchObject([
      { FactureHonorairesId: id, montant: 420, bloque: expect.stringMatching(/n’a pas d’IBAN/) },
    ]);
    await donnerIban(agence, LocataireId);
    const vu = await apercu(id);
    expect(vu).toMatchObject({
      ...{ total: 420, refus: null, CompteBancaireId: propre, parts: [] },
      comptes: [{ id: propre, solde: 420 }],
      avoirs: [{ bloque: null, LocataireId, objet: `Avoir ${numero}, Monsieur Léo MARTIN` }],
    });
    // The agency's own money pays a credit note: the preview of the funds of others counts none of it.
    expect(await apercu()).toMatchObject({ total: 0, avoirs: [{ montant: 420 }] });
    const { data: lot } = await rembourser([id]);
    expect(lot).toMatchObject({
      ...{ CompteBancaireId: propre, etat: "valide", montant: 420 },
      virements: [
        { genre: "avoir", reference: `${numero}-01`, FactureHonorairesId: id, DossierId },
      ],
    });
    expect(await soldes()).toEqual({});
    expect(await tva()).toMatchObject({ exigible: 0, enAttente: 0 });
    const fec = await (await agence.admin.fetch(`/api/Export/fec?exercice=${ANNEE}`)).text();
    const lettres = fec
      .split("\r\n")
      .map((ligne) => ligne.split("\t"))
      .filter(([, , , , compte]) => compte === "411200");
    // The matching letter A (« lettrage ») ties the invoice to its payment; the letter B, the credit note to the
    // transfer that repays it.
    expect(lettres.map((zones) => zones[13]).toSorted()).toEqual(["A", "A", "B", "B"]);

    const xml = await remettre(lot.id);
    expect(xml).toContain("<Dbtr><Nm>CABINET EXEMPLE</Nm></Dbtr>");
    expect(xml).toContain(`<DbtrAcct><Id><IBAN>${IBAN_AGENCE}</IBAN></Id></DbtrAcct>`);
    expect(xml).toContain(`<EndToEndId>${numero}-01</EndToEndId>`);
    expect(xml).toContain('<InstdAmt Ccy="EUR">420.00</InstdAmt>');
    expect(xml).toContain(`<IBAN>${IBAN_DURAND}</IBAN>`);

    const partie = await relever(-420, `VIR SEPA ${numero}-01 MARTIN`);
    await agence.user.post("/LigneReleve/certaines", {});
    expect(await partie()).toMatchObject({
      ...{ etat: "rapprochee", automatique: true },
      virements: [{ reference: `${numero}-01` }],
    });
    expect(await rompus()).toEqual([]);
    await relever(420, `RETOUR VIR ${numero}-01 COMPTE CLOS`);
    await agence.user.post("/LigneReleve/certaines", {});
    expect(await soldes()).toEqual({
      ...{ "411L": 42_000, "512A": -42_000 },
      ...{ "44571": 7_000, "44587": -7_000 },
    });
    expect((await factures())[1]).toMatchObject({ reste: -420 });
    expect(await rompus()).toEqual([]);
    const { data: refait } = await rembourser([id]);
    expect(refait.virements).toMatchObject([{ reference: `${numero}-02`, montant: 420 }]);
    expect(await soldes()).toEqual({});
    expect(await rompus()).toEqual([]);
  });

  it("ne part jamais des fonds des autres, ni avec eux, ni au-delà de ce que l’agence a reçu", async () => {
    const { LocataireId, id } = await devoirAuLocataire(agence);
    await donnerIban(agence, LocataireId);
    const refus = [
      await rembourser([id], { CompteBancaireId: gerance }),
      await rembourser([id], { honoraires: true }),
      await rembourser([id], { SoldeDepartIds: [1] }),
    ];
    expect(refus.map(({ status }) => status)).toEqual([422, 422, 422]);
    expect((await soldes())["512A"]).toBe(-42_000);
    // The database itself refuses to pay a credit note back from an account of rents.
    await db.run(sql`INSERT INTO "Reversement" (id, numero, "dateExecution", "CompteBancaireId", etat, format)
      VALUES (99, 'REV-X', ${DEMAIN}, ${gerance}, 'a_valider', 'pain.001.001.09')`);
    await expect(
      db.run(sql`INSERT INTO "Virement" ("ReversementId", rang, "FactureHonorairesId", montant, titulaire, reference, libelle)
        VALUES (99, 1, ${id}, 1, 'X', 'X', 'X')`),
    ).rejects.toThrow();
    expect(await rompus()).toEqual([]);
  });

  it("attend un second administrateur au-delà du seuil ; personne ne le note rendu à la main pendant ce temps", async () => {
    const { LocataireId, id, numero } = await devoirAuLocataire(agence);
    await donnerIban(agence, LocataireId);
    const seconde = await secondAdministrateur(agence);
    await db.run(sql`INSERT INTO "Variable" (nom, valeur) VALUES ('seuilReversement', '0')`);
    const { data: lot } = await rembourser([id]);
    expect(lot.etat).toBe("a_valider");
    const aLaMain = () =>
      agence.user.post(`/FactureHonoraires/${id}/regler`, { date: JOUR, mode: "cheque" });
    expect(await aLaMain()).toMatchObject({
      status: 409,
      error: { message: `Cet avoir est dans le lot ${lot.numero} : annulez-le d’abord.` },
    });
    expect((await rembourser([id])).error?.message).toContain(`Déjà dans le lot ${lot.numero}`);
    expect((await agence.admin.post(`/Reversement/${lot.id}/valider`)).status).toBe(409);
    const { status, error } = await seconde.post(`/Reversement/${lot.id}/valider`);
    expect([status, error]).toEqual([200, undefined]);
    expect(await soldes()).toEqual({});
    const annule = await agence.user_delete.post(`/FactureHonoraires/${id}/annuler-reglement`, {
      motif: "Essai",
    });
    expect([annule.status, annule.error?.message]).toEqual([
      409,
      `Ce remboursement est dans le lot ${lot.numero} : annulez-le, ou notez le rejet de son virement.`,
    ]);
    await fait(agence.admin.post(`/Reversement/${lot.id}/annuler`, { motif: "Trop tôt" }));
    expect((await factures())[1]).toMatchObject({ numero, reste: -420 });
    expect((await aLaMain()).status).toBe(204);
    expect(await rompus()).toEqual([]);
  });
});

describe("Un avoir à rendre, pendant que d’autres doivent des honoraires", () => {
  it("se rend en entier, et la facture de chacun attend sa propre somme à la banque", async () => {
    const { LocataireId, id, numero } = await devoirAuLocataire(agence);
    await donnerIban(agence, LocataireId);
    const { id: ClientId } = await creer(agence.admin, "Client", PROPRIETAIRE);
    const { id: MissionId } = await creer(agence.admin, "Mission", {
      ...{ ...MISSION, type: "prestation", dateSignature: "2026-10-01" },
    });
    await fait(agence.admin.put(`/Mission/${MissionId}/client/add/${ClientId}`, {}));
    for (const montant of [100, 500])
      await fait(
        agence.user.post(`/Mission/${MissionId}/facturer`, {
          ...{ genre: "travaux", libelle: "Suivi", montant, du: JOUR, au: JOUR },
        }),
      );
    expect((await apercu()).avoirs).toMatchObject([
      { FactureHonorairesId: id, montant: 420, bloque: null },
    ]);
    const due = (await factures()).at(-1);
    const venue = await relever(due?.reste ?? 0, `VIR ${due?.numero}`);
    expect(await venue()).toMatchObject({ propositions: [{ FactureId: due?.id }] });
    const { data: lot } = await rembourser([id]);
    expect(lot).toMatchObject({ montant: 420, virements: [{ reference: `${numero}-01` }] });
  });
});

describe("Un avoir remboursé, dont le virement revient après l’option pour les débits", () => {
  it.each([
    ["que la banque rejette", true],
    ["dont le lot s’annule", false],
  ])("paie la facture faite depuis, virement %s : sa TVA n’attend plus", async (_, remis) => {
    const { DossierId, LocataireId, id } = await devoirAuLocataire(agence);
    await donnerIban(agence, LocataireId);
    const { data: lot } = await rembourser([id]);
    if (remis) await remettre(lot.id);
    await db.run(sql`INSERT INTO "Variable" (nom, valeur) VALUES ('optionDebits', 'true')`);
    await fait(
      agence.user.post(`/Dossier/${DossierId}/facturer`, {
        ...{ location: true, etatDesLieux: true, le: JOUR },
      }),
    );
    expect(await tva()).toMatchObject({ exigible: 70, enAttente: 0 });
    await fait(
      remis
        ? agence.admin.post(`/Virement/${lot.virements[0]?.id}/rejeter`, { motif: "Compte clos" })
        : agence.admin.post(`/Reversement/${lot.id}/annuler`, { motif: "Trop tôt" }),
    );
    // The credit note pays the new invoice: nothing is owed any more, and the VAT due is that of one invoice.
    expect((await factures()).slice(1).map(({ reste }) => reste)).toEqual([null, 0]);
    expect(await soldes()).toMatchObject({ "44571": 7_000, "512A": -42_000 });
    expect((await soldes())["411L"]).toBeUndefined();
    expect(await tva()).toMatchObject({
      ...{ exigible: 70, enAttente: 0 },
      lignes: [
        { regime: "debits", factureTva: 70, baseHT: 350, tva: 70 },
        { regime: "encaissements", factureTva: 0, baseHT: 0, tva: 0 },
      ],
    });
    expect(await rompus()).toEqual([]);
  });
});

describe("Un avoir d’honoraires à rendre aux mandants", () => {
  it("va à chacun pour sa part, sur son compte, avec la TVA de sa part", async () => {
    const { paul, anne, id, numero, reste } = await devoirAuxMandants([
      "DURAND PAUL",
      "DURAND ANNE",
    ]);
    expect(reste).toBe(-79.8);
    const { data: lot } = await rembourser([id]);
    expect(lot.virements).toMatchObject([
      { ClientId: paul, montant: 47.88, reference: `${numero}-01`, titulaire: "DURAND PAUL" },
      { ClientId: anne, montant: 31.92, reference: `${numero}-02`, titulaire: "DURAND ANNE" },
    ]);
    expect(await soldes()).toEqual({});
    expect(await rompus()).toEqual([]);
    await remettre(lot.id);
    await fait(
      agence.admin.post(`/Virement/${lot.virements[1]?.id}/rejeter`, { motif: "Compte clos" }),
    );
    expect(await soldes()).toMatchObject({ "411H": 3_192, "512A": -3_192 });
    expect((await apercu(id)).avoirs).toMatchObject([{ MandantId: anne, montant: 31.92 }]);
    const { data: refait } = await rembourser([id]);
    expect(refait.virements).toMatchObject([{ ClientId: anne, montant: 31.92 }]);
    expect(await soldes()).toEqual({});
    expect(await tva()).toMatchObject({ exigible: 0, enAttente: 0 });
    expect(await rompus()).toEqual([]);
  });

  it("va à qui avait supporté les honoraires, bien que les parts aient changé depuis", async () => {
    const { paul, anne, id } = await devoirAuxMandants(
      ["DURAND PAUL", "DURAND ANNE"],
      ([un = 0, autre = 0]) =>
        fait(
          mandat.convenir(
            "2026-10-01",
            [
              [un, 1, 5],
              [autre, 4, 5],
            ],
            { modeFonds: "proprietaire" },
          ),
        ),
    );
    const { data: lot } = await rembourser([id]);
    expect(lot.virements).toMatchObject([
      { ClientId: paul, montant: 47.88 },
      { ClientId: anne, montant: 31.92 },
    ]);
    expect(await rompus()).toEqual([]);
  });

  it("laisse celui qui n’a pas de compte, et le dit ; le reste se note à la main", async () => {
    const { id } = await devoirAuxMandants(["DURAND PAUL", null]);
    const { data: lot } = await rembourser([id]);
    expect(lot.virements).toMatchObject([{ montant: 47.88 }]);
    expect(lot.ecartes).toMatchObject([
      { raison: expect.stringMatching(/n’a pas d’IBAN pour ce mandat/) },
    ]);
    expect(await rompus()).toEqual([]);
    await fait(agence.user.post(`/FactureHonoraires/${id}/regler`, { date: JOUR, mode: "cheque" }));
    expect(await soldes()).toEqual({});
    // Cancelling the batch does not change the share that was paid by hand.
    await fait(agence.admin.post(`/Reversement/${lot.id}/annuler`, { motif: "Essai" }));
    expect((await soldes())["411H"]).toBe(4_788);
    expect(await rompus()).toEqual([]);
  });
});
