import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Role } from "#domain/profils/droits.ts";
import type { SuiviListe, SuiviRow } from "#domain/suivi/suivi.ts";
import { openDb } from "#worker/db/client.ts";
import {
  type Agence,
  CAUTION,
  creer,
  louer,
  MISSION,
  ouvrirAgence,
  PROPRIETAIRE,
} from "../../support/agence/agence.ts";
import { jeton } from "../../support/agence/baux.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";

let agence: Agence;

beforeAll(async () => {
  // The agency is opened on the real clock, before the fake day begins.
  agence = await ouvrirAgence();
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime("2026-11-28T09:00:00Z");
});

afterAll(() => {
  vi.useRealTimers();
});

/** Sets the day, and signs the people of the agency in again. */
async function leJour(jour: string): Promise<void> {
  vi.setSystemTime(`${jour}T09:00:00Z`);
  const { house } = agence;
  const ouvrir = async (role: Role) => house.api(await jeton(env, role));
  agence = { ...agence, user: await ouvrir("user"), admin: await ouvrir("admin") };
}

beforeEach(() => leJour("2026-11-28"));

const suivi = async (query = "limit=150"): Promise<SuiviListe> =>
  (await agence.user.fetch(`/api/Suivi?${query}`)).json();

const toutes = async (): Promise<SuiviRow[]> => (await suivi()).data;

const duGenre = async (genre: SuiviRow["genre"], entiteId: number) =>
  (await toutes()).find((row) => row.genre === genre && row.entiteId === entiteId);

const geste = (corps: object) => agence.user.post("/Suivi/geste", corps);

/**
 * A lease of 1 July 2025, signed and inventoried outside the product; `assuranceFin` is the last day of its
 * insurance.
 */
const assure = (assuranceFin: string, typeBail = "nu") =>
  louer(agence.user, {
    bail: {
      ...{ dateEntree: "2025-07-01", dateDebutBail: "2025-07-01", dateCreationBail: "2025-06-20" },
      ...{ typeBail, assuranceFin },
    },
  });

async function echeanceAssuree(assuranceFin: string) {
  const { DossierId, ...reste } = await assure(assuranceFin);
  const echeance = await duGenre("assurance", DossierId);
  if (!echeance) throw new Error("aucune échéance");
  return { DossierId, ...reste, echeance };
}

describe("les échéances", () => {
  it("se disent par bande, la plus ancienne d’abord, avec le locataire et le logement", async () => {
    const [passee, proche, lointaine] = [
      await assure("2026-11-20"),
      await assure("2026-11-29"),
      await assure("2026-12-20"),
    ];
    const { data, bandes } = await suivi("famille=bail&limit=150");
    const bandeDe = ({ DossierId }: { DossierId: number }) =>
      data.find((row) => row.entiteId === DossierId && row.genre === "assurance")?.bande;
    expect([passee, proche, lointaine].map(bandeDe)).toEqual(["retard", "semaine", "avenir"]);
    expect(data.map(({ date }) => date)).toEqual(data.map(({ date }) => date).toSorted());
    expect(bandes.retard + bandes.semaine + bandes.avenir).toBe(data.length);
    expect(data.find((row) => row.entiteId === passee.DossierId)).toMatchObject({
      locataire: expect.stringContaining("Dupont"),
      objet: "27 bis boulevard Saint-Michel, 4e",
      AppartementId: passee.AppartementId,
    });
    const retard = await suivi("famille=bail&bande=retard&limit=150");
    expect(retard.total).toBe(bandes.retard);
    expect(retard.bandes).toEqual(bandes);
  });

  it("se taisent sur les baux d’un mandat terminé", async () => {
    const { AppartementId, echeance } = await echeanceAssuree("2026-11-29");
    const mission = await creer(agence.user, "Mission", MISSION);
    const db = openDb(env);
    await db.run(sql`INSERT INTO "MissionAppartement" ("MissionId", "AppartementId")
      VALUES (${mission.id}, ${AppartementId})`);
    expect(await duGenre("assurance", echeance.entiteId)).toBeDefined();
    await db.run(sql`INSERT INTO "FinDeMandat" ("MissionId", "finLe", motif, depots, "arreteLe")
      VALUES (${mission.id}, '2026-11-20', 'Congé du mandant', 'mandant', '2026-11-27')`);
    expect(await duGenre("assurance", echeance.entiteId)).toBeUndefined();
    expect((await geste({ cle: echeance.cle, geste: "fait" })).status).toBe(409);
  });

  it("n’en disent rien avant leur premier jour", async () => {
    const { DossierId } = await assure("2026-12-29");
    expect(await duGenre("assurance", DossierId)).toBeUndefined();
    await leJour("2026-11-29");
    expect(await duGenre("assurance", DossierId)).toMatchObject({ date: "2026-12-29" });
  });

  it("suivent du logement, de la caution, du départ et de l’agence, et d’eux seuls", async () => {
    const { DossierId, AppartementId } = await louer(agence.user, {
      appartement: { chaudiereLe: "2025-03-01", dpeDate: "2020-01-01", dpeClasse: "G" },
      bail: {
        dateEntree: "2026-11-10",
        dateDebutBail: "2026-11-10",
        dateCreationBail: "2026-11-01",
      },
    });
    const caution = await creer(agence.user, "Caution", {
      ...CAUTION,
      dateFinCaution: "2027-03-01",
    });
    await agence.user.put(`/Dossier/${DossierId}/caution/add/${caution.id}`);
    await agence.admin.post("/Variable", { nom: "carteFin", valeur: "2027-02-01" });
    await agence.admin.post("/Variable", { nom: "formationFin", valeur: "2027-05-28" });
    const siennes = (await toutes()).filter(
      (row) =>
        row.entite === "Agence" ||
        row.DossierId === DossierId ||
        row.AppartementId === AppartementId,
    );
    expect(
      siennes.filter(({ genre }) => genre !== "indice").map(({ genre, date }) => [genre, date]),
    ).toEqual([
      ["dpe_fin", "2024-12-31"],
      ["dpe_interdiction", "2026-11-10"],
      ["bail_a_signer", "2026-11-20"],
      ["edl_entree", "2026-11-20"],
      ["carte", "2026-12-01"],
      ["chaudiere", "2026-12-31"],
      ["caution_fin", "2027-03-01"],
      ["formation", "2027-05-28"],
    ]);
    await leJour("2026-11-27");
    expect(await duGenre("formation", 1)).toBeUndefined();
    await leJour("2026-11-28");
    await agence.user.put(`/Dossier/${DossierId}`, { dateSortie: "2026-11-20" });
    expect(await duGenre("bail_a_signer", DossierId)).toBeUndefined();
    await leJour("2026-12-05");
    expect(await duGenre("restitution", DossierId)).toMatchObject({ date: "2026-12-20" });
  });

  it("du mandat disent sa reconduction, à qui en est chargé, et se filtrent à l’un et à l’autre", async () => {
    const noms = (await agence.user.get<{ id: number }[]>("/Suivi/gestionnaires")).data;
    const [premier] = noms;
    const mission = await creer(agence.user, "Mission", {
      ...MISSION,
      dateSignature: "2026-03-13",
      duree: 12,
      gestionnaireId: premier?.id,
    });
    await leJour("2026-11-13");
    expect(await duGenre("reconduction", mission.id)).toMatchObject({
      date: "2026-11-12",
      bande: "retard",
      MissionId: mission.id,
      gestionnaireId: premier?.id,
    });
    const siennes = await suivi(`MissionId=${mission.id}`);
    expect(siennes.data.map(({ genre }) => genre)).toEqual(["reconduction"]);
    expect(
      (await suivi(`gestionnaireId=${premier?.id}`)).data.map(({ entiteId }) => entiteId),
    ).toContain(mission.id);
  });

  it("d’une révision se taisent une fois demandée", async () => {
    const { DossierId } = await louer(agence.user, {
      appartement: { dpeClasse: "D" },
      bail: {
        ...{
          dateEntree: "2025-12-01",
          dateDebutBail: "2025-12-01",
          dateCreationBail: "2025-11-20",
        },
        ...{ typeBail: "nu", indice: 146.68, indiceTrim: "2e trimestre 2025" },
      },
    });
    expect(await duGenre("revision", DossierId)).toMatchObject({ date: "2026-12-01" });
    await agence.user.post("/Revision/demander", {
      revisions: [{ DossierId, anniversaire: "2026-12-01" }],
    });
    expect(await duGenre("revision", DossierId)).toBeUndefined();
  });

  it("d’un filtre inconnu sont refusées", async () => {
    expect((await agence.user.get("/Suivi?famille=autre")).status).toBe(422);
    expect((await agence.user.get("/Suivi?page=0")).status).toBe(422);
    expect((await agence.personne.get("/Suivi")).status).toBe(401);
  });
});

describe("une échéance", () => {
  it("63. reportée se tait jusqu’à son jour ; que sa date bouge, et c’est une autre, qui se dit", async () => {
    const { DossierId, echeance } = await echeanceAssuree("2026-11-25");
    const report = {
      cle: echeance.cle,
      geste: "reporter",
      jusquau: "2026-12-20",
      motif: "promise",
    };
    expect((await geste(report)).status).toBe(200);
    expect(await duGenre("assurance", DossierId)).toBeUndefined();
    await agence.user.put(`/Dossier/${DossierId}`, { assuranceFin: "2026-11-26" });
    expect(await duGenre("assurance", DossierId)).toMatchObject({ date: "2026-11-26" });
    await agence.user.put(`/Dossier/${DossierId}`, { assuranceFin: "2026-11-25" });
    expect(await duGenre("assurance", DossierId)).toBeUndefined();
    await leJour("2026-12-20");
    expect(await duGenre("assurance", DossierId)).toMatchObject({ date: "2026-11-25" });
  });

  it("ne se reporte ni sans motif, ni dans le passé, ni au-delà de quatre-vingt-dix jours", async () => {
    const { echeance } = await echeanceAssuree("2026-11-25");
    const reporter = async (suite: object) => {
      const { status, error } = await geste({ cle: echeance.cle, geste: "reporter", ...suite });
      return [status, Object.keys(error?.fields ?? {})];
    };
    expect(await reporter({ jusquau: "2026-12-20" })).toEqual([422, ["motif"]]);
    expect(await reporter({ motif: "plus tard" })).toEqual([422, ["jusquau"]]);
    expect(await reporter({ jusquau: "2026-11-28", motif: "non" })).toEqual([422, ["jusquau"]]);
    expect(await reporter({ jusquau: "2027-02-27", motif: "non" })).toEqual([422, ["jusquau"]]);
    expect(await reporter({ jusquau: "2027-02-26", motif: "oui" })).toEqual([200, []]);
  });

  it("ne se reporte pas au-delà du jour où elle ne se dirait plus", async () => {
    const client = await creer(agence.user, "Client", PROPRIETAIRE);
    const mission = await creer(agence.user, "Mission", {
      ...{ ...MISSION, dateSignature: "2026-01-01", duree: 12 },
    });
    await agence.user.put(`/Mission/${mission.id}/client/add/${client.id}`);
    const echeance = await duGenre("reconduction", mission.id);
    expect(echeance).toMatchObject({ bande: "retard", reportAuPlus: "2026-12-31" });
    const reporter = (jusquau: string) =>
      geste({ cle: echeance?.cle, geste: "reporter", motif: "plus tard", jusquau });
    expect((await reporter("2027-02-20")).error.fields).toEqual({
      jusquau: "Au plus tard le 31/12/2026.",
    });
    expect((await reporter("2026-12-31")).status).toBe(200);
    await leJour("2026-12-31");
    expect(await duGenre("reconduction", mission.id)).toMatchObject({
      ...{ cle: echeance?.cle, reportAuPlus: null },
    });
    expect((await reporter("2027-01-01")).error.fields).toEqual({
      jusquau: "C’est le dernier jour : cette échéance ne se reporte plus.",
    });
  });

  it("faite se tait, reprise se redit, et son dossier raconte les deux", async () => {
    const { DossierId, echeance } = await echeanceAssuree("2026-11-25");
    const reprendre = () => geste({ cle: echeance.cle, geste: "annuler" });
    expect((await reprendre()).status).toBe(200);
    await geste({ cle: echeance.cle, geste: "fait" });
    expect(await duGenre("assurance", DossierId)).toBeUndefined();
    await reprendre();
    await reprendre();
    expect(await duGenre("assurance", DossierId)).toMatchObject({ cle: echeance.cle });
    const { data } = await agence.user.get<{ etat: string }[]>(
      `/History?entite=Dossier&id=${DossierId}`,
    );
    expect(data.map(({ etat }) => etat).filter((etat) => etat.startsWith("Échéance"))).toEqual([
      "Échéance reprise",
      "Échéance faite",
    ]);
  });

  it("se confie à un compte, quoi que dise le mandat, et à nul autre qu’un compte", async () => {
    const { DossierId, echeance } = await echeanceAssuree("2026-11-25");
    const { data: comptes } =
      await agence.user.get<{ id: number; nom: string }[]>("/Suivi/gestionnaires");
    const compte = comptes.at(-1);
    await geste({ cle: echeance.cle, geste: "confier", gestionnaireId: compte?.id });
    expect(await duGenre("assurance", DossierId)).toMatchObject({
      gestionnaireId: compte?.id,
      gestionnaire: compte?.nom,
    });
    const refus = await geste({ cle: echeance.cle, geste: "confier", gestionnaireId: 999_999 });
    expect([refus.status, Object.keys(refus.error.fields ?? {})]).toEqual([
      422,
      ["gestionnaireId"],
    ]);
  });

  it("que rien ne fait plus se refuse", async () => {
    const { DossierId, echeance } = await echeanceAssuree("2026-11-25");
    await agence.user.put(`/Dossier/${DossierId}`, { assuranceFin: null });
    expect((await geste({ cle: echeance.cle, geste: "fait" })).status).toBe(409);
    expect((await geste({ cle: "assurance:Dossier:x:2026-11-25", geste: "fait" })).status).toBe(
      422,
    );
  });

  it("oublie son motif quand le locataire est effacé", async () => {
    const { LocataireId, DossierId, echeance } = await echeanceAssuree("2026-11-25");
    const motif = "Léo Dupont l’a promise";
    await geste({ cle: echeance.cle, geste: "reporter", jusquau: "2026-12-20", motif });
    await agence.admin.put(`/Dossier/${DossierId}`, { dateSortie: "2026-11-20" });
    const efface = await agence.admin.post(`/Locataire/${LocataireId}/effacer`);
    expect(efface.status).toBeLessThan(300);
    const gardes = await openDb(env).all<{ motif: string | null }>(
      sql`SELECT motif FROM "SuiviGeste" WHERE cle = ${echeance.cle}`,
    );
    expect(gardes).toEqual([{ motif: null }]);
    expect((await toutes()).filter((row) => row.DossierId === DossierId)).toEqual([]);
  });
});

describe("le courriel de la semaine", () => {
  const mailsDe = (adresse: string) =>
    agence.house.mails.filter(({ to }) => JSON.stringify(to).includes(adresse));

  it("part le lundi à qui l’a demandé, une fois, sans nommer personne", async () => {
    const { data: moi } = await agence.user.get<{ email: string }>("/user/me");
    await agence.house.journee("2026-11-23");
    await agence.user.put("/user/suivi", { mail: true });
    const { DossierId } = await assure("2026-11-20");
    await agence.house.journee("2026-11-29");
    expect(mailsDe(moi.email)).toEqual([]);
    await agence.house.journee("2026-11-30");
    await agence.house.journee("2026-11-30");
    const [mail, ...autres] = mailsDe(moi.email);
    expect(autres).toEqual([]);
    expect(mail?.subject).toMatch(/^\d+ échéances? en retard/);
    expect(mail?.text).toContain(`dossier D${String(DossierId).padStart(6, "0")}`);
    expect(`${mail?.subject}${mail?.text}`).not.toContain("Dupont");
    await agence.user.put("/user/suivi", { mail: false });
    await agence.house.journee("2026-12-07");
    expect(mailsDe(moi.email)).toHaveLength(1);
  });

  it("part un autre jour de la semaine, une fois, quand le passage du lundi a manqué", async () => {
    const { data: moi } = await agence.user.get<{ email: string }>("/user/me");
    await agence.user.put("/user/suivi", { mail: true });
    await assure("2026-11-20");
    const avant = mailsDe(moi.email).length;
    await agence.house.journee("2026-12-16");
    await agence.house.journee("2026-12-17");
    expect(mailsDe(moi.email)).toHaveLength(avant + 1);
    // Four deadlines of the same day and of the same act make one line of the mail, as on the screen.
    for (let nombre = 0; nombre < 4; nombre++) await assure("2026-12-23");
    await agence.house.journee("2026-12-21");
    expect(mailsDe(moi.email)).toHaveLength(avant + 2);
    const lignes = mailsDe(moi.email)
      .at(-1)
      ?.text?.match(/^23\/12\/2026.*$/gm);
    expect(lignes).toEqual([expect.stringMatching(/ \(4 échéances\)$/)]);
  });
});

describe("le calendrier des échéances", () => {
  const ouvrir = async () => {
    const { data } = await agence.user.post<{ adresse: string }>("/user/suivi/agenda");
    return new URL(data.adresse);
  };
  const lire = ({ pathname, search }: URL, headers: Record<string, string> = {}) =>
    agence.personne.fetch(`${pathname}${search}`, { headers });

  it("se lit par sa seule clé, sans donnée personnelle, et ne se relit que changé", async () => {
    const { DossierId, echeance } = await echeanceAssuree("2026-12-20");
    const adresse = await ouvrir();
    const reponse = await lire(adresse);
    const texte = await reponse.text();
    expect(reponse.headers.get("Content-Type")).toContain("text/calendar");
    expect(texte).toContain("DTSTART;VALUE=DATE:20261220");
    expect(texte.replace(/\r\n /g, "")).toContain(
      `Assurance du locataire – dossier D${String(DossierId).padStart(6, "0")}`,
    );
    expect(texte).not.toMatch(/Dupont|Saint-Michel|exemple\.fr/);
    const etag = reponse.headers.get("ETag") ?? "";
    expect((await lire(adresse, { "If-None-Match": etag })).status).toBe(304);
    await geste({ cle: echeance.cle, geste: "fait" });
    const apres = await lire(adresse, { "If-None-Match": etag });
    expect([apres.status, (await apres.text()).includes(echeance.cle)]).toEqual([200, false]);
  });

  it("dit quatre cents jours", async () => {
    await louer(agence.user, {
      appartement: { chaudiereLe: "2026-02-01" },
      bail: { typeBail: "nu" },
    });
    const texte = await (await lire(await ouvrir())).text();
    expect(texte).toContain("DTSTART;VALUE=DATE:20271231");
    expect(texte).not.toContain("DATE:2028");
  });

  it("ne vaut plus rien retiré, remplacé, ou son compte fermé", async () => {
    const premiere = await ouvrir();
    const seconde = await ouvrir();
    expect((await lire(premiere)).status).toBe(404);
    expect((await lire(seconde)).status).toBe(200);
    expect((await agence.user.delete("/user/suivi/agenda")).status).toBe(204);
    expect((await lire(seconde)).status).toBe(404);
    const troisieme = await ouvrir();
    const { data: moi } = await agence.user.get<{ id: number }>("/user/me");
    expect((await agence.admin.delete(`/User/${moi.id}`)).status).toBe(204);
    expect((await lire(troisieme)).status).toBe(404);
    const gardees = await openDb(env).all<{ cle: string | null }>(
      sql`SELECT "suiviCle" AS cle FROM "User" WHERE "suiviCle" IS NOT NULL`,
    );
    for (const { cle } of gardees)
      expect(premiere.search + seconde.search + troisieme.search).not.toContain(cle);
  });
});

describe("la lettre d’une échéance", () => {
  const lettre = async (chemin: string) => {
    const { status, data, error } = await agence.user.get<{
      generated: string;
      warnings: string[];
    }>(`${chemin}/generate`);
    if (status !== 200) return { refus: [status, error.message], texte: "", warnings: [] };
    const fichier = await agence.user.fetch(`/files/${data.generated}`);
    const { text } = readPdf(new Uint8Array(await fichier.arrayBuffer()));
    return { refus: null, texte: text.replace(/\s+/g, " "), warnings: data.warnings };
  };

  it("60. avertit le mandant, dans un cadre, du dernier jour pour ne pas reconduire son mandat", async () => {
    const client = await creer(agence.user, "Client", PROPRIETAIRE);
    const mission = await creer(agence.user, "Mission", {
      ...MISSION,
      dateSignature: "2026-03-13",
      duree: 12,
      numRegistre: "42",
    });
    await agence.user.put(`/Mission/${mission.id}/client/add/${client.id}`);
    await leJour("2026-10-01");
    const { texte, warnings } = await lettre(`/Mission/${mission.id}/avisReconduction`);
    expect(texte).toContain(
      "Votre mandat de gestion n° 000042 du 13 mars 2026 se renouvelle par tacite reconduction le 13 mars 2027. Vous pouvez ne pas le reconduire en nous l'indiquant au plus tard à la date ci-dessous.",
    );
    expect(texte).toContain("DATE LIMITE DE NON-RECONDUCTION");
    expect(texte).toContain("12/12/2026");
    expect(texte).not.toContain("gratuitement");
    expect(warnings.join(" ")).not.toContain("résilier");
    const libre =
      "devait vous être adressée au plus tard le 12 novembre 2026, et ne l'a pas été. Vous pouvez donc mettre gratuitement un terme au mandat, à tout moment à compter du 13 mars 2027";
    await leJour("2026-11-13");
    const tardif = await lettre(`/Mission/${mission.id}/avisReconduction`);
    expect(tardif.warnings.join(" ")).toContain("résilier à tout moment");
    for (const phrase of ["Vous pouvez ne pas le reconduire", "12/12/2026", libre])
      expect(tardif.texte).toContain(phrase);
    await leJour("2026-12-13");
    const passe = await lettre(`/Mission/${mission.id}/avisReconduction`);
    expect(passe.texte).not.toContain("Vous pouvez ne pas le reconduire");
    for (const phrase of ["le 12 décembre 2026, est passée", "13/03/2027", libre])
      expect(passe.texte).toContain(phrase);
    const db = openDb(env);
    const noterFin = (finLe: string) =>
      db.run(sql`INSERT INTO "FinDeMandat" ("MissionId", "finLe", motif, depots)
        VALUES (${mission.id}, ${finLe}, 'Congé du mandant', 'mandant')`);
    expect(await duGenre("reconduction", mission.id)).toBeDefined();
    await noterFin("2027-01-31");
    expect(await duGenre("reconduction", mission.id)).toBeUndefined();
    expect((await lettre(`/Mission/${mission.id}/avisReconduction`)).refus).toEqual([
      409,
      "La fin de ce mandat est notée au 31/01/2027 : il ne se reconduit pas.",
    ]);
    const unique = await creer(agence.user, "Mission", { ...MISSION, type: "location" });
    expect((await lettre(`/Mission/${unique.id}/avisReconduction`)).refus?.[0]).toBe(409);
  });

  it("met en demeure le locataire de s’assurer dans le mois de sa réception, et dit ce qui suivrait, sous la loi de 1989", async () => {
    const { DossierId } = await assure("2026-11-10");
    const { texte } = await lettre(`/Dossier/${DossierId}/miseEnDemeureAssurance`);
    expect(texte).toContain("finit le 10 novembre 2026");
    expect(texte).toContain("au plus tard le 3 janvier 2027");
    expect(texte).toContain("entend souscrire une assurance pour votre compte");
    const civil = await assure("2026-11-10", "code_civil");
    expect((await lettre(`/Dossier/${civil.DossierId}/miseEnDemeureAssurance`)).refus).toEqual([
      409,
      expect.stringContaining("ne relève pas de la loi de 1989"),
    ]);
    await agence.admin.put(`/Dossier/${DossierId}`, { dateSortie: "2026-11-20" });
    expect((await lettre(`/Dossier/${DossierId}/miseEnDemeureAssurance`)).refus).toEqual([
      409,
      "Ce bail est terminé : son locataire ne s’assure plus.",
    ]);
  });

  it("dit à la caution ce qui était dû à la fin de l’année, et la fin de son engagement", async () => {
    const { DossierId } = await assure("2026-12-31");
    const caution = await creer(agence.user, "Caution", {
      ...CAUTION,
      signatureCautionSolidaire: "2025-06-20",
      dateFinCaution: "2031-06-30",
    });
    await agence.user.put(`/Dossier/${DossierId}/caution/add/${caution.id}`);
    const solde = await agence.user.post(`/Dossier/${DossierId}/appel`, {
      ...{ nature: "regularisation", montant: 120, exigibleLe: "2026-12-15" },
    });
    expect(solde.status).toBe(201);
    const recente = await creer(agence.user, "Caution", {
      ...{ ...CAUTION, signatureCautionSolidaire: "2026-06-20" },
    });
    await agence.user.put(`/Dossier/${DossierId}/caution/add/${recente.id}`);
    expect((await lettre(`/Caution/${recente.id}/information`)).refus).toEqual([
      409,
      "L’acte est du 20/06/2026 : rien n’était garanti au 31/12/2025. Cette caution s’informe à partir du 01/01/2027.",
    ]);
    const finie = await creer(agence.user, "Caution", {
      ...{ ...CAUTION, signatureCautionSolidaire: "2025-06-20", dateFinCaution: "2026-11-30" },
    });
    await agence.user.put(`/Dossier/${DossierId}/caution/add/${finie.id}`);
    await leJour("2027-02-10");
    expect((await lettre(`/Caution/${finie.id}/information`)).texte).toContain("Total 0,00 €");
    const { texte } = await lettre(`/Caution/${caution.id}/information`);
    expect(texte).toContain("DÛ AU 31/12/2026");
    expect(texte).toContain("30 juin 2031");
    expect(texte).toContain("Total 120,00 €");
  });
});
