import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ajouterJours, aujourdhui } from "#domain/dates.ts";
import type { CompteRenduDetail } from "#domain/gerance/cloture/compte-rendu.ts";
import { GENRES, type Genre, type Livre } from "#domain/gerance/livres/ecritures.ts";
import type {
  CompteDuLivre,
  GrandLivre,
  JournalLu,
  LigneEcrite,
  TiersOuverts,
} from "#domain/gerance/livres/grand-livre.ts";
import type { ExerciceTenu } from "#domain/gerance/livres/periodes.ts";
import type { SuiteDuReglement } from "#domain/gerance/locataires/reglement-fiche.ts";
import { enCentimes } from "#domain/montants.ts";
import { openDb } from "#worker/db/client.ts";
import { jourAParis } from "#worker/db/conditions-comptes.ts";
import { type Agence, creer, ouvrirAgence } from "../../support/agence/agence.ts";
import { fait, lireExport, ouvrirIndivision } from "../../support/agence/indivision.ts";
import { ouvrirCompte } from "../../support/banque/lignes-releve.ts";
import { freshHouse } from "../../support/worker/database.ts";

const JOUR = aujourdhui(new Date());

let agence: Agence;
let mandat: Awaited<ReturnType<typeof ouvrirIndivision>>;
let martin: { AppartementId: number; DossierId: number };
let petit: { AppartementId: number; DossierId: number };

beforeEach(async () => {
  await freshHouse();
  agence = await ouvrirAgence();
  await ouvrirCompte();
  mandat = await ouvrirIndivision(agence, ["Paul"]);
  const honoraires = { tauxHonoraires: 7, tauxEn: "ht", tauxTva: 20 };
  await fait(mandat.convenir("2026-01-01", [[mandat.ids[0] ?? 0, 1, 1]], honoraires));
  martin = await mandat.louer("Martin", 850, 100);
  petit = await mandat.louer("Petit", 600, 50);
});

afterEach(() => {
  vi.useRealTimers();
});

function leJour(jour: string) {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(`${jour}T12:00:00Z`) });
}

/** Two months of a mandate: rents paid in full, in part, not at all, and a payment that the bank refuses. */
async function vivre() {
  for (const mois of ["2026-08", "2026-09"]) {
    for (const { DossierId } of [martin, petit]) await mandat.appeler(DossierId, mois);
  }
  await mandat.payer(martin.DossierId, "2026-08-05", 950);
  await mandat.payer(petit.DossierId, "2026-08-07", 400);
  await mandat.cloturer("2026-08");
  const { id } = await mandat.payer(martin.DossierId, "2026-09-04", 950);
  await mandat.rejeter(id, "2026-09-12");
  await mandat.cloturer("2026-09");
}

const lire = async <Lecture>(chemin: string) =>
  fait(agence.admin.get<Lecture>(`/Export/${chemin}`)) as Promise<Lecture>;

const compte = (genre: Genre, suite = "") =>
  lire<GrandLivre>(`grand-livre?genre=${genre}&limit=150${suite}`);

const total = (lignes: readonly LigneEcrite[], cote: "debit" | "credit") =>
  lignes.reduce((somme, ligne) => somme + enCentimes(ligne[cote]), 0);

async function fec(chemin: string) {
  const texte = await (await agence.admin.fetch(`/api/Export/${chemin}`)).text();
  const [entete = "", ...lignes] = texte.trim().split("\r\n");
  const noms = entete.split("\t");
  return lignes.map((ligne) =>
    Object.fromEntries(ligne.split("\t").map((valeur, rang) => [noms[rang], valeur])),
  );
}

const centimes = (texte = "0") => Number(texte.replace(",", ""));

describe("Le grand livre à l’écran", () => {
  it("va du report au solde, ligne après ligne, sur toute période et pour chaque tiers", async () => {
    await vivre();
    const jour = fc.integer({ min: 0, max: 150 }).map((rang) => ajouterJours("2026-07-15", rang));
    await fc.assert(
      fc.asyncProperty(jour, jour, fc.constantFrom<Livre>("G", "H"), async (un, autre, livre) => {
        const [du, au] = un < autre ? [un, autre] : [autre, un];
        const periode = `&du=${du}&au=${au}`;
        const { lignes: comptes } = await lire<{ lignes: CompteDuLivre[] }>(
          `comptes?livre=${livre}${periode}`,
        );
        // A book balances before the period, during the period and after it.
        for (const colonne of ["report", "solde"] as const)
          expect(comptes.reduce((somme, lu) => somme + enCentimes(lu[colonne]), 0)).toBe(0);
        for (const { genre, report, debit, credit, solde } of comptes) {
          if (!(genre in GENRES)) continue;
          const lu = await compte(genre as Genre, periode);
          expect(lu.compte).toMatchObject({ report, debit, credit, solde });
          expect(enCentimes(report) + total(lu.lignes, "debit") - total(lu.lignes, "credit")).toBe(
            enCentimes(solde),
          );
          expect(lu.lignes.at(-1)?.solde ?? report).toBe(solde);
          if (GENRES[genre as Genre].de === null || genre === "4710") continue;
          const { lignes: tiers } = await lire<{ lignes: CompteDuLivre[] }>(
            `auxiliaires?genre=${genre}${periode}`,
          );
          expect(tiers.reduce((somme, un) => somme + enCentimes(un.solde), 0)).toBe(
            enCentimes(solde),
          );
        }
      }),
      { numRuns: 6 },
    );
  });

  it("a les lignes, les lettres et les soldes du fichier, et ceux du FEC de la même période", async () => {
    await vivre();
    const periode = "du=2026-09-01&au=2026-12-31";
    const entrees = await fec(`gerance-fec?${periode}`);
    for (const genre of ["411", "4670", "512G"] as const) {
      const lu = await compte(genre, `&${periode}`);
      const numero = lu.compte.numero;
      const siennes = entrees.filter(({ CompteNum }) => CompteNum === numero);
      const reports = siennes.filter(({ JournalCode }) => JournalCode === "AN");
      const solde = (lignes: typeof siennes) =>
        lignes.reduce((somme, { Debit, Credit }) => somme + centimes(Debit) - centimes(Credit), 0);
      expect([genre, solde(reports)]).toEqual([genre, enCentimes(lu.compte.report)]);
      expect([genre, solde(siennes)]).toEqual([genre, enCentimes(lu.compte.solde)]);
      const ecrites = siennes.filter(({ JournalCode }) => JournalCode !== "AN");
      const cle = (ecriture: string, lettre: string | null, montant: number) =>
        `${ecriture} ${lettre ?? ""} ${montant}`;
      expect(
        lu.lignes
          .map((ligne) =>
            cle(ligne.ecriture, ligne.lettre, enCentimes(ligne.debit) - enCentimes(ligne.credit)),
          )
          .toSorted(),
      ).toEqual(
        ecrites
          .map(({ EcritureNum = "", EcritureLet = "", Debit, Credit }) =>
            cle(EcritureNum, EcritureLet, centimes(Debit) - centimes(Credit)),
          )
          .toSorted(),
      );
    }
    const de = petit.DossierId;
    const fichier = await lireExport(agence, `grand-livre.csv?genre=411&de=${de}&${periode}`);
    const lu = await compte("411", `&de=${de}&${periode}`);
    expect(lu.compte.tiers).toContain("Petit");
    const lignes = fichier.filter(({ Libellé }) => Libellé !== "Report");
    expect(lignes.map(({ Solde }) => Number(Solde?.replace(",", ".")))).toEqual(
      lu.lignes.map(({ solde }) => solde),
    );
    expect(new Set(fichier.map(({ Compte }) => Compte))).toEqual(new Set(["411000"]));
  });

  it("se lit page par page : chaque page reprend le solde de la précédente", async () => {
    await vivre();
    const entier = await compte("411");
    const lues: LigneEcrite[] = [];
    for (let page = 1; lues.length < entier.total; page++) {
      const lu = await lire<GrandLivre>(`grand-livre?genre=411&limit=5&page=${page}`);
      expect(lu.avant).toBe(lues.at(-1)?.solde ?? lu.compte.report);
      lues.push(...lu.lignes);
    }
    expect(lues).toEqual(entier.lignes);
  });

  it("cherche un tiers par son nom, son adresse ou son numéro", async () => {
    await vivre();
    for (const q of ["petit", "lot petit", `d${String(petit.DossierId).padStart(6, "0")}`]) {
      const trouves = await lire<{ lignes: CompteDuLivre[]; total: number }>(
        `auxiliaires?genre=411&q=${encodeURIComponent(q)}`,
      );
      expect([q, trouves.lignes.map(({ de }) => de)]).toEqual([q, [petit.DossierId]]);
    }
    const mandats = await lire<{ total: number }>("auxiliaires?genre=4670&q=durand");
    expect(mandats.total).toBe(1);
    expect((await lire<{ total: number }>("auxiliaires?genre=4670&q=personne")).total).toBe(0);
  });

  it("ne s’ouvre qu’à qui administre, et refuse ce qui n’existe pas", async () => {
    const refus = async (chemin: string) => (await agence.admin.get(`/Export/${chemin}`)).status;
    for (const chemin of [
      ...["grand-livre?genre=999", "grand-livre", "grand-livre?genre=411&de=x", "journal"],
      ...["grand-livre?genre=411&du=2026-12-01&au=2026-01-01", "comptes?livre=Z"],
      ...["auxiliaires?genre=411&limit=151", "locataires?inconnu=1"],
    ])
      expect([chemin, await refus(chemin)]).toEqual([chemin, 422]);
    for (const nom of ["grand-livre?genre=411", "journal?livre=H", "locataires", "fournisseurs"])
      expect((await agence.user.get(`/Export/${nom}`)).status).toBe(403);
  });
});

describe("Le journal d’un livre à l’écran", () => {
  it("est équilibré, et a les écritures de son fichier, mois par mois et journal par journal", async () => {
    await vivre();
    for (const livre of ["G", "H"] as const) {
      const lu = await lire<JournalLu>(`journal?livre=${livre}&limit=150`);
      expect(lu.debit).toBe(lu.credit);
      expect(total(lu.lignes, "debit")).toBe(enCentimes(lu.debit));
      const fichier = await lireExport(agence, `journal.csv?livre=${livre}`);
      expect(lu.lignes.map(({ ecriture }) => ecriture)).toEqual(
        fichier.map(({ Écriture }) => Écriture),
      );
      const parts = await Promise.all(
        lu.journaux.map((nom) => lire<JournalLu>(`journal?livre=${livre}&journal=${nom}`)),
      );
      expect(parts.reduce((somme, part) => somme + part.total, 0)).toBe(lu.total);
    }
    // The journal of the agency's own book holds the same entries as the FEC of the year.
    const entrees = await fec("fec?exercice=2026");
    const lu = await lire<JournalLu>("journal?livre=H&du=2026-01-01&au=2026-12-31&limit=150");
    expect(lu.lignes.length).toBeGreaterThan(0);
    expect(lu.lignes.map(({ ecriture, numero }) => `${ecriture} ${numero}`)).toEqual(
      entrees.map(({ EcritureNum, CompteNum }) => `${EcritureNum} ${CompteNum}`),
    );
  });
});

describe("Ce que les locataires devaient un soir", () => {
  it("se dit pièce par pièce, et fait le solde du compte, avant et après un fait tardif", async () => {
    leJour("2026-09-01");
    await mandat.appeler(martin.DossierId, "2026-09");
    await mandat.appeler(petit.DossierId, "2026-09");
    leJour("2026-10-07");
    await mandat.payer(petit.DossierId, "2026-09-06", 650);
    await fait(agence.admin.post("/Cloture", { mois: "2026-09" }));
    const aFinSeptembre = () => lire<TiersOuverts>("locataires?au=2026-09-30");
    const avant = await aFinSeptembre();
    expect(avant).toMatchObject({ total: 1, solde: 950 });
    expect(avant.lignes[0]?.pieces.map(({ debit }) => debit)).toEqual([850, 100]);
    expect(avant.lignes[0]?.pieces[0]?.source?.genre).toBe("quittance");
    // A payment of September noted in October changes nothing in the books of 30 September: it shows from 1 October
    // on.
    await mandat.payer(martin.DossierId, "2026-09-20", 700);
    expect(await aFinSeptembre()).toEqual(avant);
    const apres = await lire<TiersOuverts>("locataires?au=2026-10-01");
    expect(apres).toMatchObject({ total: 1, solde: 250 });
    for (const au of ["2026-08-31", "2026-09-03", "2026-09-30", "2026-10-01", "2026-10-07"]) {
      const ouverts = await lire<TiersOuverts>(`locataires?au=${au}`);
      const { compte: ensemble } = await compte("411", `&du=2026-01-01&au=${au}`);
      expect([au, ouverts.solde]).toEqual([au, ensemble.solde]);
      for (const { solde, pieces } of ouverts.lignes)
        expect(
          pieces.reduce((s, { debit, credit }) => s + enCentimes(debit) - enCentimes(credit), 0),
        ).toBe(enCentimes(solde));
    }
    const fichier = await lireExport(agence, "locataires-lettres.csv?au=2026-09-30");
    expect(fichier.map(({ Débit }) => Débit)).toEqual(["850,00", "100,00"]);
  });
});

describe("Ce qui était dû aux fournisseurs un soir", () => {
  it("tient jusqu’à l’écriture du paiement, et revient avec son annulation", async () => {
    await mandat.appeler(martin.DossierId, "2026-09");
    await mandat.payer(martin.DossierId, "2026-09-05", 950);
    const { id: FournisseurId } = await creer(agence.user, "Fournisseur", { nom: "Plomberie X" });
    const { id } = await creer(agence.user, "Intendance", {
      ...{
        nature: "depense",
        AppartementId: martin.AppartementId,
        intitule: "Fuite",
        montant: 132,
      },
      ...{ date: "2026-09-08", numFacture: "F-7", FournisseurId, natureFiscale: "travaux" },
      ...{ payePar: "agence", tva: 10 },
    });
    const dus = async (au: string) => (await lire<TiersOuverts>(`fournisseurs?au=${au}`)).solde;
    const soirs = ["2026-09-07", "2026-09-08", "2026-09-14", "2026-09-15", JOUR];
    const tous = () => Promise.all(soirs.map(dus));
    expect(await tous()).toEqual([0, -132, -132, -132, -132]);
    await fait(agence.user.post("/Intendance/bon-a-payer", { ids: [id] }));
    await fait(agence.user.post("/Intendance/payer", { ids: [id], date: "2026-09-15" }));
    expect(await tous()).toEqual([0, -132, -132, 0, 0]);
    const motif = { motif: "Payée deux fois" };
    await fait(agence.user_delete.post(`/Intendance/${id}/annuler-paiement`, motif));
    expect(await tous()).toEqual([0, -132, -132, 0, -132]);
    const fichier = await lireExport(agence, `fournisseurs-dus.csv?au=${JOUR}`);
    expect(fichier).toMatchObject([{ Fournisseur: "Plomberie X", Pièce: "F-7", Crédit: "132,00" }]);
  });

  it("ne change plus un soir clos : une facture tardive compte du premier jour ouvert", async () => {
    leJour("2026-09-01");
    await mandat.appeler(martin.DossierId, "2026-09");
    await mandat.payer(martin.DossierId, "2026-09-01", 950);
    const { id: FournisseurId } = await creer(agence.user, "Fournisseur", { nom: "Plomberie X" });
    const noter = (date: string, montant: number) =>
      creer(agence.user, "Intendance", {
        ...{ nature: "depense", AppartementId: martin.AppartementId, intitule: "Fuite", montant },
        ...{ date, FournisseurId, natureFiscale: "travaux", payePar: "agence", tva: 10 },
        numFacture: `F-${montant}`,
      });
    const soirs = ["2026-09-20", "2026-09-30", "2026-10-01", "2026-10-06", "2026-10-31"];
    const dus = () =>
      Promise.all(
        soirs.map(async (au) => (await lire<TiersOuverts>(`fournisseurs?au=${au}`)).solde),
      );
    leJour("2026-10-07");
    // An expense noted late, in a month that is still open, keeps its day even after the month is closed.
    await noter("2026-09-20", 50);
    expect(await dus()).toEqual([-50, -50, -50, -50, -50]);
    await fait(agence.admin.post("/Cloture", { mois: "2026-09" }));
    const { id } = await noter("2026-09-08", 132);
    expect(await dus()).toEqual([-50, -50, -182, -182, -182]);
    const ouverts = await lire<TiersOuverts>("fournisseurs?au=2026-10-01");
    expect(ouverts.lignes[0]?.pieces[1]).toMatchObject({
      ...{ date: "2026-10-01", pieceDate: "2026-09-08", credit: 132 },
    });
    await fait(agence.user.post("/Intendance/bon-a-payer", { ids: [id] }));
    await fait(agence.user.post("/Intendance/payer", { ids: [id], date: "2026-09-15" }));
    expect(await dus()).toEqual([-50, -50, -50, -50, -50]);
  });
});

describe("Un soir clos pour le mandat d’un logement", () => {
  const soldes = () =>
    Promise.all(
      ["2026-09-30", "2026-10-01"].map(
        async (au) => (await lire<TiersOuverts>(`fournisseurs?au=${au}`)).solde,
      ),
    );

  async function noter(montant: number, date: string | null) {
    const { id: FournisseurId } = await creer(agence.user, "Fournisseur", { nom: `P ${montant}` });
    return creer(agence.user, "Intendance", {
      ...{ nature: "depense", AppartementId: martin.AppartementId, intitule: "Fuite", montant },
      ...{ date, FournisseurId, natureFiscale: "travaux", payePar: "agence", tva: 10 },
      numFacture: `F-${montant}`,
    });
  }

  it("le reste quand le logement passe à un autre mandat, pour la facture tardive et pour celle qui se corrige", async () => {
    const autre = await ouvrirIndivision(agence, ["Jean"]);
    await fait(autre.convenir("2026-01-01", [], { tauxHonoraires: 7 }));
    await autre.preparer("2026-09");
    await mandat.appeler(martin.DossierId, "2026-09");
    await mandat.payer(martin.DossierId, "2026-09-05", 950);
    const { id } = await noter(40, "2026-09-08");
    await mandat.cloturer("2026-09");
    await noter(132, "2026-09-10");
    expect(await soldes()).toEqual([-40, -172]);
    await fait(
      agence.admin.put(`/Mission/${autre.MissionId}/appartement/add/${martin.AppartementId}`),
    );
    await fait(agence.user.put(`/Intendance/${id}`, { montant: 45 }));
    expect(await soldes()).toEqual([-40, -177]);
  });

  it("ne prend pas ce qui se note la nuit d’après, à l’heure de Paris", async () => {
    const db = openDb(env);
    const { id: sansDate } = await noter(60, null);
    const { id: tardive } = await noter(50, "2026-09-15");
    await db.run(
      sql`UPDATE "Intendance" SET "createdAt" = '2026-09-30T22:30:00.000Z' WHERE id IN (${sansDate}, ${tardive})`,
    );
    await db.run(
      sql`INSERT INTO "ClotureMois" (mois, "createdAt") VALUES ('2026-09', '2026-09-30T16:00:00.000Z')`,
    );
    expect(await soldes()).toEqual([0, -110]);
  });

  it("se compte en jours de Paris, à toute heure et des deux côtés d’un changement d’heure", async () => {
    const heures = ["2026-03-29", "2026-10-25", "2027-03-28", "2027-10-31", "2026-12-31"].flatMap(
      (jour) => ["00:59", "01:00", "21:59", "22:00", "22:59", "23:00"].map((h) => `${jour}T${h}`),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.date({
            min: new Date("2000-01-01"),
            max: new Date("2099-12-31"),
            noInvalidDate: true,
          }),
        ),
        async (dates) => {
          const instants = [
            ...dates.map((un) => un.toISOString()),
            ...heures.map((h) => `${h}:00.000Z`),
          ];
          const lus = await openDb(env).all<{ jour: string }>(
            sql`SELECT ${jourAParis(sql`value`)} AS jour FROM json_each(${JSON.stringify(instants)}) ORDER BY key`,
          );
          expect(lus.map(({ jour }) => jour)).toEqual(
            instants.map((un) => aujourdhui(new Date(un))),
          );
        },
      ),
      { numRuns: 20 },
    );
  });
});

it("Une facture sans date est due du jour où elle est notée, même si son bon à payer vient après la clôture", async () => {
  leJour("2026-10-07");
  const { id: FournisseurId } = await creer(agence.user, "Fournisseur", { nom: "Plomberie X" });
  const { id } = await creer(agence.user, "Intendance", {
    ...{ nature: "depense", AppartementId: martin.AppartementId, intitule: "Fuite", montant: 60 },
    ...{ numFacture: "F-60", FournisseurId, natureFiscale: "travaux", payePar: "agence", tva: 10 },
  });
  await openDb(env).run(
    sql`UPDATE "Intendance" SET "createdAt" = '2026-09-10T08:00:00.000Z' WHERE id = ${id}`,
  );
  await fait(agence.admin.post("/Cloture", { mois: "2026-09" }));
  const du = async () => (await lire<TiersOuverts>("fournisseurs?au=2026-09-30")).solde;
  expect(await du()).toBe(-60);
  await fait(agence.user.post("/Intendance/bon-a-payer", { ids: [id] }));
  expect(await du()).toBe(-60);
});

describe("Une facture corrigée après la clôture", () => {
  it("ne change aucun soir clos : sa correction, ou sa suppression, compte du premier jour ouvert", async () => {
    leJour("2026-10-07");
    const deux = await Promise.all(
      ["Plomberie X", "Toits Y"].map((nom) => creer(agence.user, "Fournisseur", { nom })),
    );
    const [plombier = 0, couvreur = 0] = deux.map(({ id }) => id);
    const noter = async (date: string, montant: number) =>
      (
        await creer(agence.user, "Intendance", {
          ...{ nature: "depense", AppartementId: martin.AppartementId, intitule: "Fuite", montant },
          ...{ date, FournisseurId: plombier, natureFiscale: "travaux", payePar: "agence" },
          ...{ tva: 10, numFacture: `F-${montant}` },
        })
      ).id;
    const [corrigee, supprimee] = [await noter("2026-09-20", 50), await noter("2026-09-08", 30)];
    const lots = [martin.AppartementId, petit.AppartementId];
    const { data: immeuble } = await agence.user.post<{ id: number }>("/Immeuble/reunir", {
      AppartementIds: lots,
    });
    const { id: CleId } = await creer(agence.user, "CleRepartition", {
      ...{ ImmeubleId: immeuble.id, nom: "Parts", genre: "tantiemes", total: 1000 },
      ...{ depuis: "2020-01-01", lots: lots.map((lot) => ({ AppartementId: lot, poids: 500 })) },
    });
    const commune = {
      ...{
        ImmeubleId: immeuble.id,
        CleId,
        intitule: "Toit",
        numFacture: "T-1",
        date: "2026-09-10",
      },
      ...{ montant: 400, FournisseurId: couvreur, payePar: "agence", natureFiscale: "travaux" },
    };
    const partagee = await creer(agence.user, "DepenseImmeuble", commune);
    const soirs = ["2026-09-15", "2026-09-30", "2026-10-01", "2026-10-06"];
    const dus = () =>
      Promise.all(
        soirs.map(async (au) =>
          (await lire<TiersOuverts>(`fournisseurs?au=${au}`)).lignes.map(({ solde }) => solde),
        ),
      );
    await fait(agence.admin.post("/Cloture", { mois: "2026-09" }));
    const clos = [
      [-30, -400],
      [-80, -400],
    ];
    expect(await dus()).toEqual([...clos, clos[1], clos[1]]);
    const changer = (change: object) => fait(agence.user.put(`/Intendance/${corrigee}`, change));
    await changer({ montant: 70 });
    expect(await dus()).toEqual([...clos, [-100, -400], [-100, -400]]);
    await changer({ montant: 75, date: "2026-10-05", FournisseurId: couvreur });
    expect(await dus()).toEqual([...clos, [-30, -400], [-30, -475]]);
    await fait(
      agence.user.put(`/DepenseImmeuble/${partagee.id}`, { depense: { ...commune, montant: 500 } }),
    );
    expect(await dus()).toEqual([...clos, [-30, -500], [-30, -575]]);
    for (const fiche of [`Intendance/${supprimee}`, `DepenseImmeuble/${partagee.id}`])
      await fait(agence.user_delete.delete(`/${fiche}`, {}));
    expect(await dus()).toEqual([...clos, [], [-75]]);
    const { lignes } = await lire<TiersOuverts>("fournisseurs?au=2026-09-15");
    expect(lignes[0]?.pieces).toMatchObject([
      { piece: "F-30", libelle: "Dépense supprimée depuis", source: null, credit: 30 },
    ]);
  });
});

describe("Un dépôt à remettre au gestionnaire suivant", () => {
  it("dont la fin de mandat s’annule reste dû les soirs clos, et ne l’est plus ensuite", async () => {
    leJour("2026-09-20");
    const depot = { nature: "depot", montant: 850, exigibleLe: "2026-09-20" };
    await fait(agence.user.post(`/Dossier/${martin.DossierId}/appel`, depot));
    await mandat.payer(martin.DossierId, "2026-09-20", 850);
    const { id: FournisseurId } = await creer(agence.admin, "Fournisseur", { nom: "Régie Z" });
    const fin = `/Mission/${mandat.MissionId}/fin`;
    await fait(
      agence.admin.put(fin, {
        ...{
          finLe: "2026-09-20",
          motif: "Congé du mandant",
          FournisseurId,
          depots: "gestionnaire",
        },
      }),
    );
    await fait(agence.admin.post(`${fin}/remettre`, {}));
    leJour("2026-10-06");
    await fait(agence.admin.post("/Cloture", { mois: "2026-09" }));
    const dus = () =>
      Promise.all(
        ["2026-09-30", "2026-10-01", "2026-10-06"].map(
          async (au) => (await lire<TiersOuverts>(`fournisseurs?au=${au}`)).solde,
        ),
      );
    expect(await dus()).toEqual([-850, -850, -850]);
    await fait(agence.admin.post(`${fin}/annuler`, { motif: "Le mandant reste" }));
    expect(await dus()).toEqual([-850, 0, 0]);
  });
});

describe("Le fil d’un loyer", () => {
  it("mène de l’écriture à la quittance, au règlement, au compte rendu qui le dit", async () => {
    await mandat.appeler(martin.DossierId, "2026-09");
    const { id } = await mandat.payer(martin.DossierId, "2026-09-05", 950);
    const { lignes } = await compte("411", `&de=${martin.DossierId}`);
    // The rent and its charges are two lines of one entry.
    const appelees = lignes.filter(({ debit }) => debit > 0);
    expect(appelees.map(({ nature }) => nature)).toEqual(["Loyer", "Charges"]);
    const quittance = lignes.find(({ debit }) => debit > 0)?.source;
    expect(quittance?.genre).toBe("quittance");
    expect(lignes.find(({ credit }) => credit > 0)?.source).toEqual({ genre: "reglement", id });
    const siens = await fait(
      agence.user.get<{ id: number }[]>(`/Reglement?QuitanceId=${quittance?.id}`),
    );
    expect(siens.map((reglement) => reglement.id)).toEqual([id]);
    const suite = () => fait(agence.user.get<SuiteDuReglement>(`/Reglement/${id}/suite`));
    expect(await suite()).toMatchObject({
      quittances: [{ id: quittance?.id, mois: "2026-09", montant: 950 }],
      banque: [],
      comptes: [],
    });
    const { id: rendu } = await mandat.preparer("2026-09");
    expect((await suite()).comptes).toMatchObject([{ id: rendu, etat: "brouillon", lots: [] }]);
    await mandat.cloturer("2026-09");
    expect((await suite()).comptes).toMatchObject([{ id: rendu, etat: "valide", lots: [] }]);
    const { parts } = await fait(agence.user.get<CompteRenduDetail>(`/CompteRendu/${rendu}`));
    expect(parts).toMatchObject([{ ReversementId: null, numeroDuLot: null }]);
    const honoraires = await lire<JournalLu>("journal?livre=H");
    expect(honoraires.lignes[0]?.source).toEqual({ genre: "compte-rendu", id: rendu });
    expect((await agence.user.get("/Reglement/999999/suite")).status).toBe(404);
  });
});

describe("Un exercice clos", () => {
  const exercice = async () =>
    (await lire<{ lignes: ExerciceTenu[] }>("exercices?du=2026-10-01&au=2026-10-31")).lignes[0];

  beforeEach(async () => {
    await fait(agence.admin.post("/Variable", { nom: "finExercice", valeur: "10-31" }));
    leJour("2026-10-01");
    await mandat.appeler(martin.DossierId, "2026-10");
    await mandat.payer(martin.DossierId, "2026-10-01", 950);
  });

  it("de lui-même nomme le dernier compte rendu validé, et par qui", async () => {
    leJour("2026-10-31");
    await mandat.cloturer("2026-10");
    expect((await exercice())?.clos).toBeNull();
    leJour("2026-11-01");
    expect(await exercice()).toMatchObject({
      ...{ exercice: "2026", du: "2025-11-01", au: "2026-10-31" },
      clos: {
        user: null,
        dernier: { mandat: String(mandat.ids[0]), validePar: "admin@agence.example" },
      },
    });
  });

  it("par une personne la nomme", async () => {
    const autre = await ouvrirIndivision(agence, ["Jean"]);
    await fait(autre.convenir("2026-01-01", [], { tauxHonoraires: 7 }));
    leJour("2026-10-31");
    await autre.preparer("2026-10");
    await mandat.cloturer("2026-10");
    expect((await exercice())?.clos).toBeNull();
    await fait(agence.admin.post("/Cloture", { mois: "2026-10" }));
    leJour("2026-11-01");
    expect((await exercice())?.clos).toMatchObject({
      user: "admin@agence.example",
      dernier: null,
    });
  });
});
