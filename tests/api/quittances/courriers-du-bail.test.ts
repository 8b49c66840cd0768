import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import {
  ajouterJours,
  aujourdhui,
  dansMois,
  formatJour,
  jourEnLettres,
  moisDe,
  moisEnLettres,
} from "#domain/dates.ts";
import type { DocumentGenere } from "#domain/fichiers/document.ts";
import type { NatureEcheance } from "#domain/gerance/locataires/imputation.ts";
import type { ImpayeDetail } from "#domain/gerance/relances/relance-fiche.ts";
import { openDb } from "#worker/db/client.ts";
import { echeances, relances } from "#worker/db/schema/gerance.ts";
import { type Agence, CAUTION, creer, louer, ouvrirAgence } from "../../support/agence/agence.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";
import { freshHouse } from "../../support/worker/database.ts";

const JOUR = aujourdhui(new Date());
const ilYA = (jours: number) => ajouterJours(JOUR, -jours);

let agence: Agence;

beforeEach(async () => {
  await freshHouse();
  agence = await ouvrirAgence();
});

const demander = (chemin: string) => agence.user.get<DocumentGenere>(`${chemin}/generate`);

/** The text of the paper that this call makes, and the warnings to staff. */
async function lire(chemin: string) {
  const { data, status } = await demander(chemin);
  expect(status).toBe(200);
  const reponse = await agence.user.fetch(`/files/${data.generated}`);
  const { text } = readPdf(new Uint8Array(await reponse.arrayBuffer()));
  return { text, warnings: data.warnings };
}

function attendre(text: string, mentions: readonly string[]) {
  for (const mention of mentions) expect(text).toContain(mention);
}

/** A sum called in the books `jours` days ago; `reste`, in cents, is still to pay. */
async function devoir(
  DossierId: number,
  jours: number,
  { nature = "loyer", montant = 85_000, reste = montant }: Partial<Somme> = {},
) {
  const exigibleLe = ilYA(jours);
  await openDb(env)
    .insert(echeances)
    .values({
      DossierId,
      mandat: -1,
      mois: moisDe(exigibleLe),
      exigibleLe,
      nature,
      montant,
      reste,
      EcritureId: 1,
    });
  return exigibleLe;
}
interface Somme {
  nature: NatureEcheance;
  montant: number;
  reste: number;
}

describe("l’attestation de loyer", () => {
  it("dit à la CAF le bail, le loyer et que le locataire est à jour, comme les comptes le disent", async () => {
    const { DossierId } = await louer(agence.admin);
    const { text, warnings } = await lire(`/Dossier/${DossierId}/attestationLoyer`);
    attendre(text, [
      "ATTESTATION DE LOYER",
      "Destinée à la CAF ou à la MSA, d'après les renseignements du formulaire cerfa n° 10842",
      "Monsieur Léo DUPONT",
      "Entrée dans les lieux 1er janvier 2025",
      "Logement vide, bail unique",
      "45,60 m², 2 pièces",
      "Loyer hors charges 850,00 €",
      "Charges (provision mensuelle) 100,00 €",
      "Total 950,00 €",
    ]);
    expect(warnings).toContain(
      "Les comptes ne disent pas si le locataire est à jour\u00A0: cochez-le à la main.",
    );
    await devoir(DossierId, 50, { reste: 0 });
    const aJour = await lire(`/Dossier/${DossierId}/attestationLoyer`);
    expect(aJour.warnings.join(" ")).not.toContain("à jour");
    expect(aJour.text).toContain("Le locataire n'est pas à jour : il reste dû …………… €.");
    await devoir(DossierId, 20);
    expect((await lire(`/Dossier/${DossierId}/attestationLoyer`)).text).toContain(
      "Le locataire n'est pas à jour : il reste dû 850,00 €.",
    );
  });

  it("n’est ni d’un parking, ni d’une résidence secondaire", async () => {
    const parking = await louer(agence.admin, { bail: { typeBail: "stationnement" } });
    const secondaire = await louer(agence.admin, { locataire: { rp: false } });
    for (const { DossierId } of [parking, secondaire])
      expect((await demander(`/Dossier/${DossierId}/attestationLoyer`)).status).toBe(409);
  });
});

describe("l’accusé de réception du congé", () => {
  it("dit le jour de sa réception, la durée du préavis et sa fin, avec le texte de loi du bail", async () => {
    const recuLe = "2026-11-30";
    const nu = await louer(agence.admin, {
      bail: { dateDebutPreavis: recuLe, dateFinPreavis: dansMois(recuLe, 3) },
    });
    const courrier = await lire(`/Dossier/${nu.DossierId}/accuseConge`);
    attendre(courrier.text, [
      "ACCUSÉ DE RÉCEPTION DE CONGÉ",
      "Bail du 1er janvier 2025",
      "Congé reçu le 30 novembre 2026",
      "Trois mois, à compter de la réception du congé (article 15 de la loi n° 89-462 du 6 juillet 1989)",
      "28 février 2027",
      "Le dépôt de garantie (850,00 €) est rendu dans le mois",
      "Indiquez-nous votre nouvelle adresse",
    ]);
    expect(courrier.warnings.join(" ")).not.toMatch(/préavis/);

    const meuble = await louer(agence.admin, {
      bail: {
        typeBail: "meuble",
        dateDebutPreavis: "2026-01-31",
        dateFinPreavis: "2026-02-28",
        nouvelleAdresse: "2 rue Neuve, 69001 Lyon",
      },
    });
    const { text } = await lire(`/Dossier/${meuble.DossierId}/accuseConge`);
    attendre(text, [
      "Un mois, à compter de la réception du congé (article 25-8",
      "28 février 2026",
    ]);
    expect(text).not.toContain("nouvelle adresse");
  });

  it("un préavis réduit veut son justificatif ; une fin qui n’est ni d’un ni de trois mois est un doute", async () => {
    const reduit = await louer(agence.admin, {
      bail: { dateDebutPreavis: "2026-10-15", dateFinPreavis: "2026-11-15" },
    });
    expect((await lire(`/Dossier/${reduit.DossierId}/accuseConge`)).warnings.join(" ")).toContain(
      "réduit à un mois\u00A0: son motif doit être écrit dans le congé et justifié en même temps",
    );
    const autre = await louer(agence.admin, {
      bail: { dateDebutPreavis: "2026-10-15", dateFinPreavis: "2026-12-20" },
    });
    const { text, warnings } = await lire(`/Dossier/${autre.DossierId}/accuseConge`);
    expect(warnings.join(" ")).toContain("n'est ni d'un mois ni de trois mois");
    expect(text).toContain("Celle convenue entre les parties");
    const long = await louer(agence.admin, {
      bail: { typeBail: "meuble", dateDebutPreavis: "2026-10-06", dateFinPreavis: "2026-12-06" },
    });
    const convenu = (await lire(`/Dossier/${long.DossierId}/accuseConge`)).text;
    expect(convenu).toContain("Celle convenue entre les parties, de deux mois");
    expect(convenu).not.toContain("25-8");
  });

  it("en zone tendue, trois mois sont le préavis de la loi, et un mois ne l’est que si le congé la dit", async () => {
    const tendue = async (dateFinPreavis: string) => {
      const { DossierId } = await louer(agence.admin, {
        appartement: { zoneTendue: true },
        bail: { dateDebutPreavis: "2026-10-15", dateFinPreavis },
      });
      return lire(`/Dossier/${DossierId}/accuseConge`);
    };
    const long = await tendue("2027-01-15");
    attendre(long.text, ["Trois mois, à compter de la réception du congé (article 15"]);
    expect(long.text).not.toContain("convenue");
    expect(long.warnings.join(" ")).not.toContain("préavis");
    const court = await tendue("2026-11-15");
    attendre(court.text, ["Un mois, à compter de la réception du congé (article 15"]);
    expect(court.warnings.join(" ")).toContain(
      "le congé doit dire que le logement est en zone tendue",
    );
  });

  it("s’adresse à ceux qui l’ont donné", async () => {
    const conge = { dateDebutPreavis: "2026-11-30", dateFinPreavis: "2027-02-28" };
    const adresse = async (locataire: object) => {
      const { DossierId } = await louer(agence.admin, { locataire, bail: conge });
      return (await lire(`/Dossier/${DossierId}/accuseConge`)).text;
    };
    const AUTRE = {
      autreNom: "Roy",
      autrePrenom: "Sacha",
      autreMail: "sacha@exemple.fr",
      autreTel: "01 23 45 67 89",
    };
    const deux = (titre: string, autreTitre: string) =>
      adresse({ titre, secondTitulaire: true, autreTitre, ...AUTRE });
    expect(await adresse({ titre: "Madame" })).toContain("Madame, nous accusons");
    expect(await deux("Madame", "Madame")).toContain("Mesdames, nous accusons");
    expect(await deux("Monsieur", "Monsieur")).toContain("Messieurs, nous accusons");
    expect(await deux("Madame", "Monsieur")).toContain("Madame, Monsieur, nous accusons");
  });

  it("le congé du bailleur n’est pas celui du locataire : rien n’en est accusé", async () => {
    const { DossierId } = await louer(agence.admin, { bail: { dateDebutBail: "2024-03-01" } });
    const noter = (genre: string, motif: string | null) =>
      agence.admin.put(`/Dossier/${DossierId}/depart`, {
        genre,
        motif,
        mode: "lrar",
        recuLe: "2026-08-20",
      });
    expect((await noter("conge_bailleur", "vente")).status).toBe(200);
    const refus = await demander(`/Dossier/${DossierId}/accuseConge`);
    expect([refus.status, refus.error.message]).toEqual([
      409,
      expect.stringContaining("Le locataire n’a pas donné congé"),
    ]);
    expect((await noter("conge_locataire", null)).status).toBe(200);
    expect((await demander(`/Dossier/${DossierId}/accuseConge`)).status).toBe(200);
  });

  it("sans congé noté, il n’y en a pas", async () => {
    const { DossierId } = await louer(agence.admin);
    expect((await demander(`/Dossier/${DossierId}/accuseConge`)).status).toBe(409);
  });
});

describe("la déclaration d’un impayé", () => {
  it("à l’assurance, dit chaque mois ce qui fut appelé, reçu et reste dû, et ce qui fut fait", async () => {
    const { DossierId } = await louer(agence.admin, { bail: { garantieLoyersImpayes: true } });
    const caution = await creer(agence.admin, "Caution", CAUTION);
    await agence.admin.put(`/Dossier/${DossierId}/caution/add/${caution.id}`);
    const ancien = await devoir(DossierId, 70, { reste: 30_000 });
    await devoir(DossierId, 70, { nature: "charges", montant: 10_000, reste: 0 });
    const recent = await devoir(DossierId, 38);
    await devoir(DossierId, 38, { nature: "depot", montant: 85_000 });
    await openDb(env)
      .insert(relances)
      .values({
        DossierId,
        etape: "R3",
        exigibleLe: ancien,
        montant: 30_000,
        etat: "liberee",
        canal: "lettre",
        objet: "Mise en demeure",
        texte: "…",
        libereeLe: ilYA(40),
      });
    const muette = await lire(`/Dossier/${DossierId}/declarationGli`);
    attendre(muette.text, ["Contrat n° ……………"]);
    expect(muette.warnings.join(" ")).toContain("L'assureur des loyers impayés ou le numéro");
    await agence.admin.post("/Variable", { nom: "gliAssureur", valeur: "Assurances Vigie" });
    await agence.admin.post("/Variable", { nom: "gliContrat", valeur: "GLI-2024-118" });
    const { text, warnings } = await lire(`/Dossier/${DossierId}/declarationGli`);
    expect(warnings.join(" ")).not.toContain("L'assureur des loyers impayés");
    attendre(text, [
      "DÉCLARATION DE SINISTRE – LOYERS IMPAYÉS",
      `Arrêtée au ${jourEnLettres(JOUR)}`,
      "Assureur Assurances Vigie",
      "Contrat n° GLI-2024-118",
      `Notre référence D${String(DossierId).padStart(6, "0")}`,
      `Premier terme impayé ${jourEnLettres(ancien)}`,
      "850,00 € hors charges, 100,00 € de charges, 950,00 € en tout",
      "Caution Monsieur Ana PETIT",
      `${moisEnLettres(moisDe(ancien))} ${formatJour(ancien)} 850,00 € 100,00 € 650,00 € 300,00 €`,
      `${moisEnLettres(moisDe(recent))} ${formatJour(recent)} 850,00 € 0,00 € 0,00 € 850,00 €`,
      "Total 1 700,00 € 100,00 € 650,00 € 1 150,00 €",
      "mille cent cinquante euros",
      `Mise en demeure, le ${jourEnLettres(ilYA(40))}`,
      "Ce décompte ne comprend ni frais ni pénalités.",
    ]);
    expect(warnings.join(" ")).toContain(
      `Les quarante jours d'usage pour déclarer sont passés depuis le ${formatJour(ajouterJours(ancien, 40))}`,
    );
    expect(warnings.join(" ")).toContain("850,00\u00A0€ dus ne sont pas déclarés");
    expect(warnings.join(" ")).not.toContain("Aucune mise en demeure");
    const { data } = await agence.user.get<ImpayeDetail>(`/Impaye/${DossierId}`);
    expect(data.assureurs).toEqual(["gli"]);
  });

  it("à Visale, compte ce que le locataire paie lui-même et dit quand l’impayé est constitué", async () => {
    const { DossierId } = await louer(agence.admin, { bail: { visale: true } });
    await agence.admin.put(`/Dossier/${DossierId}/aide`, {
      depuis: ilYA(200),
      montant: 210,
      payeur: "caf",
    });
    await devoir(DossierId, 40, { reste: 64_000 });
    const seul = await lire(`/Dossier/${DossierId}/declarationVisale`);
    expect(seul.warnings.join(" ")).toContain("pas encore constitué pour Visale");
    const second = await devoir(DossierId, 9);
    const { text, warnings } = await lire(`/Dossier/${DossierId}/declarationVisale`);
    attendre(text, [
      "DÉCLARATION D'IMPAYÉ – VISALE",
      "Visa n° ……………",
      `Impayé constitué le ${jourEnLettres(ajouterJours(second, 1))}`,
      "210,00 € versés au bailleur : il reste 740,00 € à payer",
      "1 490,00 €",
    ]);
    expect(warnings.join(" ")).toContain("Aucune mise en demeure n'est partie");
    expect(warnings.join(" ")).not.toContain("constitué pour Visale");
  });

  it("n’est pas d’un dossier sans garantie, ni d’un locataire qui ne doit rien", async () => {
    const { DossierId } = await louer(agence.admin);
    await devoir(DossierId, 50);
    const assure = await louer(agence.admin, { bail: { garantieLoyersImpayes: true } });
    for (const chemin of [
      `/Dossier/${DossierId}/declarationGli`,
      `/Dossier/${DossierId}/declarationVisale`,
      `/Dossier/${assure.DossierId}/declarationGli`,
    ])
      expect((await demander(chemin)).status).toBe(409);
    expect((await demander("/Dossier/999/declarationGli")).status).toBe(404);
  });

  it("refusée quand des sommes sont dues, elle dit pourquoi", async () => {
    const { DossierId } = await louer(agence.admin, { bail: { garantieLoyersImpayes: true } });
    await devoir(DossierId, 50, { nature: "depot" });
    const { status, error } = await demander(`/Dossier/${DossierId}/declarationGli`);
    expect([status, error.message]).toEqual([
      409,
      expect.stringContaining("n’est pas couvert par"),
    ]);
    const { DossierId: autre } = await louer(agence.admin, {
      bail: { garantieLoyersImpayes: true },
    });
    const quittance = { date: "2026-09-01" };
    expect((await agence.admin.post(`/Quitance/generate/${autre}`, quittance)).status).toBe(201);
    const inconnu = await demander(`/Dossier/${autre}/declarationGli`);
    expect(inconnu.error.message).toContain("son avis est d’aujourd’hui");
  });

  it("une somme retirée avec sa quittance n’est ni appelée ni reçue", async () => {
    const { DossierId } = await louer(agence.admin, { bail: { garantieLoyersImpayes: true } });
    const jour = await devoir(DossierId, 45);
    await devoir(DossierId, 45, { nature: "charges", montant: 10_000 });
    await openDb(env).run(sql`INSERT INTO "Imputation" ("EcheanceId", montant)
      SELECT id, montant FROM "Echeance" WHERE nature = 'charges'`);
    expect((await lire(`/Dossier/${DossierId}/declarationGli`)).text).toContain(
      `${formatJour(jour)} 850,00 € 0,00 € 0,00 € 850,00 €`,
    );
  });
});
