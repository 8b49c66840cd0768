import { env } from "cloudflare:workers";
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import { beforeEach, describe, expect, it } from "vitest";
import type { ExportComplet } from "#domain/agence/export-complet.ts";
import type { PapierSigneDetail } from "#domain/fichiers/papier-signe.ts";
import type { LoyersDuDossier } from "#domain/gerance/revisions/loyer-lu.ts";
import type { SceauPublic, Verification } from "#domain/signature/verification.ts";
import type { DemandeDetail, DemandeRow } from "#domain/signature/wire.ts";
import { openDb } from "#worker/db/client.ts";
import { lireSceau } from "#worker/documents/signature/lecture-sceau.ts";
import { type Agence, creer } from "../../support/agence/agence.ts";
import {
  type BailASigner,
  lireDemande,
  mettreEnSignature,
  ouvrirAvecUnBail,
  ouvrirDemande,
  type PapierASigner,
  Signataire,
  sceller as scellerDemande,
} from "../../support/agence/signature.ts";

let agence: Agence;
let bail: BailASigner;

beforeEach(async () => {
  ({ agence, bail } = await ouvrirAvecUnBail());
});

const executer = (requete: ReturnType<typeof sql>) => openDb(env).run(requete);
const sha256 = (octets: Uint8Array) => createHash("sha256").update(octets).digest("hex");
const leBail = () => ({ type: "contratLocation", entiteId: bail.DossierId });
const lActe = () => ({
  type: "acteCautionnement",
  entiteId: bail.CautionId,
  sources: { id: bail.DossierId },
});
const signataire = (mail: string) => new Signataire(agence, mail).entrer();
const demande = (id: number) => lireDemande(agence, id);
const sceller = (id: number) => scellerDemande(agence, id);
const dossier = async () =>
  (await agence.user.get<{ contratLocation: unknown }>(`/Dossier/${bail.DossierId}`)).data;
const telecharger = async (url: string | null) =>
  new Uint8Array(await (await agence.user.fetch(`/files/${url}`)).arrayBuffer());

async function deposer(path: string, champ: string) {
  const form = new FormData();
  form.append(champ, new File([new TextEncoder().encode("%PDF-1.4 scan")], "scan.pdf"));
  return agence.user.fetch(`/api${path}`, { method: "PUT", body: form });
}

/** Puts the guarantor's identity paper among the tenant's files. */
async function deposerLIdentite() {
  const form = new FormData();
  form.append("url", new File([new TextEncoder().encode("%PDF-1.4 cni")], "CNI caution Petit.pdf"));
  form.append("nom", "CNI caution Petit");
  form.append("LocataireId", String(bail.LocataireId));
  form.append("sensible", "true");
  const reponse = await agence.user.fetch("/api/Fichier", { method: "POST", body: form });
  expect(reponse.status).toBe(201);
}

const ouvrir = (papier: PapierASigner = leBail(), changements?: object) =>
  ouvrirDemande(agence, papier, changements);

describe("L’avenant d’un loyer", () => {
  it("se signe à distance et se scelle sur le loyer qu’il change", async () => {
    const { DossierId } = bail;
    const { data, error } = await agence.user.post<LoyersDuDossier>(
      `/Dossier/${DossierId}/loyers`,
      {
        ...{ motif: "avenant", depuis: "2030-01-01", loyerHC: 800, loyerCharge: 0 },
      },
    );
    expect(error).toBeUndefined();
    const loyerId = data.loyers.at(-1)?.id ?? 0;
    const sources = { loyerId, id: DossierId };
    const { id } = await ouvrir({ type: "avenantBail", entiteId: DossierId, sources });
    const annule = await agence.user.post(`/Dossier/${DossierId}/loyers/${loyerId}/annuler`, {
      motif: "Erreur",
    });
    expect([annule.status, annule.error?.message]).toEqual([
      409,
      "Son avenant est en signature\u00A0: annulez-la d’abord.",
    ]);
    for (const mail of ["lea@exemple.fr", "hugo@exemple.fr"])
      expect(await (await signataire(mail)).signer()).toMatchObject({ status: 200 });
    expect((await sceller(id)).data).toMatchObject({ etat: "scellee", entite: "LoyerHistorique" });
    const { data: loyer } = await agence.user.get<PapierSigneDetail>(`/LoyerHistorique/${loyerId}`);
    expect(loyer.signed).not.toBeNull();
  });

  it("suit son loyer qu’un décompte de charges remplace pendant qu’il se signe", async () => {
    const { AppartementId, DossierId } = bail;
    const debut = { dateEntree: "2025-01-01", dateDebutBail: "2025-01-01" };
    const charges = { loyerCharge: 100, chargesMode: "provisions" };
    await agence.user.put(`/Dossier/${DossierId}`, {
      ...{ ...debut, dateCreationBail: "2024-12-20", ...charges },
    });
    const loyers = `/Dossier/${DossierId}/loyers`;
    await agence.user.post<LoyersDuDossier>(loyers, {
      ...{ motif: "avenant", depuis: "2030-01-01", loyerHC: 800, loyerCharge: 100 },
    });
    const vivant = async () =>
      (await agence.user.get<LoyersDuDossier>(loyers)).data.loyers.findLast(
        ({ annuleLe }) => annuleLe === null,
      );
    const mettreALaSignature = async () =>
      ouvrir({
        ...{ type: "avenantBail", entiteId: DossierId },
        sources: { loyerId: (await vivant())?.id ?? 0, id: DossierId },
      });
    const envoyerUnDecompte = async (provision: number, montant: number) => {
      await creer(agence.user, "Intendance", {
        ...{ nature: "depense", AppartementId, intitule: "Nettoyage", numFacture: `P-${montant}` },
        ...{ date: "2025-09-30", regle: true, recuperable: "R44", montant },
      });
      const annee = `/Dossier/${DossierId}/charges/2025`;
      const { data } = await agence.user.get<{ solde: number }>(`${annee}?ailleurs=600`);
      const { status } = await agence.user.post(`${annee}/envoyer`, {
        ...{ solde: data.solde, ailleurs: 600, provision },
        exigibleLe: new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10),
      });
      expect(status).toBe(201);
    };
    const premiere = await mettreALaSignature();
    await envoyerUnDecompte(110, 600);
    expect(await vivant()).toMatchObject({ depuis: "2030-01-01", loyerCharge: 110, signe: false });
    const seconde = await mettreALaSignature();
    expect((await demande(premiere.id)).etat).toBe("remplacee");
    for (const mail of ["lea@exemple.fr", "hugo@exemple.fr"])
      expect(await (await signataire(mail)).signer()).toMatchObject({ status: 200 });
    await envoyerUnDecompte(120, 30);
    expect((await sceller(seconde.id)).data).toMatchObject({ etat: "scellee" });
    const avenant = await vivant();
    expect(avenant).toMatchObject({ loyerHC: 800, loyerCharge: 120, rang: 1, signe: true });
    const annule = await agence.user.post(`${loyers}/${avenant?.id}/annuler`, { motif: "Erreur" });
    expect(annule.error?.message).toContain("Son avenant est signé");
    const { data: papier } = await agence.user.get<PapierSigneDetail>(
      `/LoyerHistorique/${avenant?.id}`,
    );
    expect(papier.signed).not.toBeNull();
  });
});

describe("Le plan d’apurement", () => {
  it("se signe à distance : chaque locataire écrit lui-même la somme qu’il doit (C. civ., art. 1376)", async () => {
    const { DossierId } = bail;
    await executer(sql`INSERT INTO "PlanApurement" (id, "DossierId", date, termes, montant)
      VALUES (1, ${DossierId}, '2026-11-01', '[{"date":"2026-12-05","montant":95000}]', 95000)`);
    const papier = { type: "planApurement", entiteId: DossierId, sources: { id: DossierId } };
    const { id, signataires } = await ouvrir(papier);
    expect(signataires.map(({ mentionDemandee }) => mentionDemandee)).toEqual([true, true, false]);
    const surPlace = await agence.user.post(`/DemandeSignature/${id}/surPlace`, {
      ...{ signataireId: signataires[0]?.id, nom: "Léa Roy", consentement: true },
      ...{ identite: "connue", secondesDeLecture: 9 },
    });
    expect(surPlace.status).toBe(403);

    const clore = () => agence.user.delete(`/Dossier/${DossierId}/plan`, { motif: "Réglé" });
    expect((await clore()).error?.message).toMatch(/^Ce plan est en signature/);

    const lea = await signataire("lea@exemple.fr");
    const { signataire: elle, blocs } = await lea.lire();
    expect(elle.mention).toEqual({
      montant: 950,
      modele: expect.stringContaining("neuf cent cinquante euros (950,00\u00A0€)"),
    });
    expect(JSON.stringify(blocs)).not.toMatch(/de sa main|Mention manuscrite|exemplaires/);
    expect(await lea.signer()).toMatchObject({ status: 422 });
    const autre = await lea.signer({ mention: "Je dois neuf cents euros (900 €)." });
    expect(autre.fields.mention).toMatch(/en chiffres n’est pas .* en lettres n’est pas/);
    const mention = "Je reconnais devoir la somme de neuf cent cinquante euros (950 €).";
    for (const mail of ["lea@exemple.fr", "hugo@exemple.fr"])
      expect(await (await signataire(mail)).signer({ mention })).toMatchObject({ status: 200 });

    const { data: scelle } = await sceller(id);
    expect(scelle).toMatchObject({ etat: "scellee", entite: "PlanApurement", entiteId: 1 });
    const { data: plan } = await agence.user.get<PapierSigneDetail>("/PlanApurement/1");
    expect(plan.signed?.split("?")[0]).toBe(scelle.urlScelle?.split("?")[0]);
    expect((await clore()).status).toBe(204);

    await agence.admin.post("/Export/complet");
    await agence.house.drain();
    const { data: pret } = await agence.admin.get<ExportComplet>("/Export/complet");
    const { data: ou } = await agence.admin.post<{ adresse: string }>(
      `/Export/complet/${pret.id}/adresse`,
    );
    const zip = unzipSync(await (await agence.personne.fetch(ou.adresse)).bytes());
    const lire = (nom: string) => strFromU8(zip[nom] ?? new Uint8Array());
    expect(lire("sceaux/1.pem")).toContain("BEGIN CERTIFICATE");
    const preuve = JSON.parse(lire(`preuves/${id}.json`));
    expect(preuve.signataires.map((un: { mention: string | null }) => un.mention)).toEqual([
      mention,
      mention,
      null,
    ]);
    expect(preuve.historique.at(-1).etat).toBe("Scellée");
    expect(Object.keys(zip).filter((nom) => nom.startsWith("fichiers/Signatures/"))).toHaveLength(
      2,
    );
  });
});

describe("Un bail signé à distance", () => {
  it("est lu, signé par chacun, puis scellé par l’agence dans le champ de sa fiche, et chacun le reçoit", async () => {
    const { id, empreinte, octets, etat } = await ouvrir();
    expect(etat).toBe("a_signer");
    const lea = await signataire("lea@exemple.fr");
    const lu = await lea.lire();
    expect(JSON.stringify(lu.blocs)).toContain("CONTRAT DE LOCATION");
    expect(lu).toMatchObject({
      etat: "ouvert",
      signataire: { nom: "Mme Léa Roy", role: "locataire", mention: null },
      autres: [
        { nom: "M. Hugo Dupont", etat: "attendu" },
        { nom: "Léa Martin", etat: "attendu" },
      ],
      cases: [],
    });
    expect(lu.consentement).toContain(empreinte.slice(0, 16));
    expect(await lea.signer()).toMatchObject({ status: 200 });
    expect((await sceller(id)).status).toBe(409);
    expect(await (await signataire("hugo@exemple.fr")).signer()).toMatchObject({ status: 200 });
    expect((await demande(id)).etat).toBe("a_signer_agence");

    const { status, data: scellee } = await sceller(id);
    expect([status, scellee.etat]).toEqual([200, "scellee"]);
    const fichier = await telecharger(scellee.urlScelle);
    expect(sha256(fichier)).toBe(scellee.empreinteScellee);
    expect(sha256(fichier.subarray(0, octets))).toBe(empreinte);
    const sceaux = (await agence.admin.get<SceauPublic[]>("/Sceau")).data;
    expect(lireSceau(fichier, [sceaux[0]?.empreinte ?? ""])).toMatchObject({
      empreinteLue: empreinte,
    });
    const { data: verifie } = await agence.personne.get<Verification>(
      `/Verification/${sha256(fichier)}`,
    );
    expect(verifie).toMatchObject({ scelle: true, empreinteLue: empreinte, octetsLus: octets });
    expect((await dossier()).contratLocation).not.toBeNull();

    for (const mail of ["lea@exemple.fr", "hugo@exemple.fr"]) {
      const copie = agence.house.mails.find(
        ({ to, attachments }) => [to].flat().some((a) => a === mail) && attachments?.length,
      );
      expect(copie?.subject).toBe("Contrat de location D000001 signé");
      expect(sha256(copie?.attachments?.[0]?.content as Uint8Array)).toBe(sha256(fichier));
    }
    expect((await demande(id)).evenements.map((ligne) => ligne.etat)).toEqual([
      "Mise en signature",
      "Lien de signature envoyé",
      "Lien de signature envoyé",
      "Lien ouvert",
      "Document lu",
      "Signé électroniquement",
      "Lien ouvert",
      "Document lu",
      "Signé électroniquement",
      "Signé pour l’agence",
      "Scellée",
    ]);
  });

  it("s’emporte avec tout ce qui le prouve, et le journal le dit", async () => {
    const { id } = await ouvrir();
    for (const mail of ["lea@exemple.fr", "hugo@exemple.fr"])
      await (await signataire(mail)).signer({
        trace: [
          [
            [1, 2],
            [3, 4.5],
          ],
        ],
      });
    await sceller(id);
    const zip = await agence.user.fetch(`/api/DemandeSignature/${id}/preuve`);
    const texte = Buffer.from(await zip.arrayBuffer()).toString("latin1");
    for (const nom of [
      "document-scelle.pdf",
      "document-lu.pdf",
      "preuve.json",
      "historique.json",
      "certificat.pem",
    ])
      expect(texte).toContain(nom);
    const [note] = await openDb(env).all<{ evenement: string }>(
      sql`SELECT evenement FROM "SecurityEvent" WHERE evenement = 'preuve_emportee'`,
    );
    expect(note).toBeDefined();
  });

  it("que l’un refuse n’est plus signé par personne, ne remplit aucun champ, et l’agence le sait", async () => {
    const { id } = await ouvrir();
    const lea = await signataire("lea@exemple.fr");
    const hugo = await signataire("hugo@exemple.fr");
    await lea.signer();
    expect(
      await hugo.poster("/refuser", { motif: "Le loyer n’est pas celui convenu." }),
    ).toMatchObject({
      status: 200,
    });
    expect(await hugo.signer().catch((error: unknown) => error)).not.toMatchObject({ status: 200 });
    expect((await sceller(id)).status).toBe(409);
    const apres = await demande(id);
    expect([apres.etat, apres.signataires[1]?.motif]).toEqual([
      "refusee",
      "Le loyer n’est pas celui convenu.",
    ]);
    expect((await dossier()).contratLocation).toBeNull();
    expect(lea.sujets.at(-1)).toBe("Contrat de location D000001 : signature arrêtée");
    expect(agence.house.mails.map(({ subject }) => subject)).toContain(
      "Contrat de location D000001 : refusé par M. Hugo Dupont",
    );
    const { data } = await agence.personne.post("/Signature/lien", { jeton: lea.jeton });
    expect(data).toMatchObject({ etat: "refuse" });
  });

  it("demandé trois fois à l’agence au même instant n’a qu’un sceau", async () => {
    const { id } = await ouvrir();
    const tous = await Promise.all(["lea@exemple.fr", "hugo@exemple.fr"].map(signataire));
    expect(await Promise.all(tous.map((un) => un.signer()))).toMatchObject([
      { status: 200 },
      { status: 200 },
    ]);
    const reponses = await Promise.all([sceller(id), sceller(id), sceller(id)]);
    expect(reponses.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [compte] = await openDb(env).all<{ sceaux: number; lignes: number }>(sql`
      SELECT (SELECT count(*) FROM "DocumentScelle") AS sceaux,
        (SELECT count(*) FROM "History" WHERE entite = 'DemandeSignature' AND etat LIKE 'Signé%') AS lignes`);
    expect(compte).toEqual({ sceaux: 1, lignes: 3 });
  });

  it("change de signataire tant qu’il n’a pas signé : une autre boîte a un autre lien, l’ancien n’ouvre plus", async () => {
    const { id, signataires } = await ouvrir();
    const hugo = await signataire("hugo@exemple.fr");
    const ancien = hugo.jeton;
    const { status } = await agence.user.put(
      `/DemandeSignature/${id}/signataire/${signataires[1]?.id}`,
      { mail: "hugo.dupont@exemple.fr" },
    );
    expect(status).toBe(200);
    expect((await agence.personne.post("/Signature/lien", { jeton: ancien })).status).toBe(404);
    expect((await hugo.fetch("/document")).status).toBe(401);
    expect(await (await signataire("hugo.dupont@exemple.fr")).signer()).toMatchObject({
      status: 200,
    });
    expect(
      (
        await agence.user.put(`/DemandeSignature/${id}/signataire/${signataires[1]?.id}`, {
          nom: "X",
        })
      ).status,
    ).toBe(409);
  });
});

describe("Une demande en cours", () => {
  it("finit remplacée par un scan déposé à la main, et qui avait signé l’apprend", async () => {
    const { id } = await ouvrir();
    const lea = await signataire("lea@exemple.fr");
    await lea.signer();
    const hugo = await signataire("hugo@exemple.fr");
    expect((await deposer(`/Dossier/${bail.DossierId}`, "contratLocation")).status).toBe(200);
    expect((await demande(id)).etat).toBe("remplacee");
    expect(lea.sujets.at(-1)).toBe("Contrat de location D000001 : signature arrêtée");
    expect((await hugo.fetch("/document")).status).toBe(409);
    expect((await agence.personne.post("/Signature/code", { jeton: hugo.jeton })).status).toBe(409);
  });

  it("finit remplacée par une autre du même papier ; une seule est ouverte", async () => {
    const premiere = await ouvrir();
    const seconde = await ouvrir();
    const { data, total } = await agence.user.get<DemandeRow[]>(
      "/DemandeSignature?etat=ouvertes&limit=20",
    );
    expect([total, data[0]?.id]).toEqual([1, seconde.id]);
    expect((await demande(premiere.id)).etat).toBe("remplacee");
  });

  it("s’annule avec un motif, qui est dit à qui a reçu son lien", async () => {
    const { id } = await ouvrir();
    const lea = await signataire("lea@exemple.fr");
    const { data } = await agence.user.post<DemandeDetail>(`/DemandeSignature/${id}/annuler`, {
      motif: "Le logement est retiré.",
    });
    expect([data.etat, data.motif]).toEqual(["annulee", "Le logement est retiré."]);
    expect((await lea.fetch("/document")).status).toBe(409);
    expect(
      (await agence.user.post(`/DemandeSignature/${id}/annuler`, { motif: "Encore" })).status,
    ).toBe(409);
    expect(lea.sujets.at(-1)).toBe("Contrat de location D000001 : signature arrêtée");
  });

  it("d’une fiche changée depuis le dit, sans changer ce qui est gelé", async () => {
    const { id, empreinte } = await ouvrir();
    await agence.user.put(`/Locataire/${bail.LocataireId}`, { tel: "06 99 99 99 99" });
    expect(await demande(id)).toMatchObject({ ficheChangee: true, empreinte });
  });

  it("et ses signatures ne changent plus dans la base", async () => {
    const { id } = await ouvrir();
    await (await signataire("lea@exemple.fr")).signer();
    for (const ecriture of [
      sql`UPDATE "Signataire" SET nom = 'Un autre' WHERE "signeLe" IS NOT NULL`,
      sql`UPDATE "Signataire" SET "signeLe" = NULL`,
      sql`DELETE FROM "Signataire" WHERE "signeLe" IS NOT NULL`,
      sql`UPDATE "DemandeSignature" SET empreinte = ${"0".repeat(64)} WHERE id = ${id}`,
      sql`UPDATE "DemandeSignature" SET "expireLe" = '2030-01-01T00:00:00.000Z'`,
    ])
      await expect(executer(ecriture)).rejects.toThrow();
    await executer(
      sql`UPDATE "Signataire" SET nom = 'Effacé', ip = NULL, mail = NULL WHERE "signeLe" IS NOT NULL`,
    );
  });
});

describe("Le code et le lien", () => {
  it("d’un code faux essayé cinq fois, le bon n’ouvre plus ; le sixième code de l’heure attend", async () => {
    await ouvrir();
    const lea = new Signataire(agence, "lea@exemple.fr");
    await lea.demanderCode();
    const essayer = (code: string) =>
      agence.personne.post("/Signature/visite", { jeton: lea.jeton, code });
    const faux = String((Number(lea.code) + 1) % 1_000_000).padStart(6, "0");
    for (let essai = 1; essai <= 5; essai++) expect((await essayer(faux)).status).toBe(422);
    expect((await essayer(lea.code)).status).toBe(422);
    for (let code = 2; code <= 5; code++) expect((await lea.demanderCode()).status).toBe(200);
    expect((await lea.demanderCode()).status).toBe(429);
  });

  it("deviné par un programme, le lien est retiré au vingt-cinquième code faux, et les visites avec lui", async () => {
    const { id } = await ouvrir();
    const lea = await signataire("lea@exemple.fr");
    for (let tour = 0; tour < 5; tour++) {
      await executer(sql`UPDATE "Signataire" SET "codesDepuis" = '2020-01-01T00:00:00.000Z'`);
      await lea.demanderCode();
      const faux = String((Number(lea.code) + 1) % 1_000_000).padStart(6, "0");
      for (let essai = 0; essai < 5; essai++)
        await agence.personne.post("/Signature/visite", { jeton: lea.jeton, code: faux });
    }
    const { data } = await agence.personne.post("/Signature/lien", { jeton: lea.jeton });
    expect(data).toMatchObject({ etat: "retire" });
    expect((await lea.fetch("/document")).status).toBe(401);
    expect((await demande(id)).evenements.map(({ etat }) => etat)).toContain(
      "Lien de signature retiré",
    );
    const [journal] = await openDb(env).all<{ manques: number; retires: number }>(sql`
      SELECT sum(evenement = 'signature_code_manque') AS manques, sum(evenement = 'signature_lien_retire') AS retires
      FROM "SecurityEvent"`);
    expect(journal).toEqual({ manques: 25, retires: 1 });
  });

  it("d’un autre signataire ne signe pas à sa place, ni un compte de l’agence, ni un fichier qui a changé", async () => {
    const { id, signataires } = await ouvrir();
    const lea = await signataire("lea@exemple.fr");
    const avant = await lea.poster("/signer", {
      nom: "Mme Léa Roy",
      consentement: true,
      empreinte: (await lea.lire()).demande.empreinte,
    });
    expect(avant).toMatchObject({
      status: 409,
      message: "Lisez d’abord le document jusqu’à la fin.",
    });
    expect(await lea.signer({ empreinte: "0".repeat(64) })).toMatchObject({ status: 409 });
    expect(await lea.signer()).toMatchObject({ status: 200 });
    expect(await lea.signer()).toMatchObject({ status: 409 });
    expect((await agence.user.get("/Signature/document")).status).toBe(403);
    const apres = await demande(id);
    expect(apres.signataires.map(({ signeLe }) => signeLe !== null)).toEqual([true, false, false]);
    expect(signataires).toHaveLength(3);
  });
});

describe("Sur place", () => {
  it("chacun signe devant l’agence, qui dit comment elle le connaît ; aucun courriel de lien ne part", async () => {
    const { id, signataires } = await ouvrir(leBail(), { lieu: "agence" });
    expect(agence.house.mails.filter(({ subject }) => /à signer/.test(subject))).toEqual([]);
    for (const { id: signataireId, nom, role } of signataires) {
      if (role === "agence") continue;
      const { status } = await agence.user.post(`/DemandeSignature/${id}/surPlace`, {
        signataireId,
        nom,
        consentement: true,
        identite: "carte",
        trace: [
          [
            [10, 10],
            [60, 20],
          ],
        ],
        secondesDeLecture: 90,
      });
      expect(status).toBe(200);
    }
    const { data } = await sceller(id);
    expect(data.signataires.map(({ identite }) => identite)).toEqual(["carte", "carte", "session"]);
  });

  it("l’agence n’est signée que par qui y est habilité", async () => {
    const { id } = await ouvrir();
    for (const mail of ["lea@exemple.fr", "hugo@exemple.fr"])
      await (await signataire(mail)).signer();
    expect((await agence.user.post(`/DemandeSignature/${id}/signer`)).status).toBe(403);
    const comptes = (await agence.admin.get<{ id: number; email: string }[]>("/User")).data;
    const moi = comptes.find(({ email }) => email === "user@agence.example");
    expect((await agence.admin.put(`/User/${moi?.id}`, { habiliteSigner: true })).status).toBe(200);
    expect((await agence.user.get("/user/me")).data).toMatchObject({
      habiliteSigner: true,
      signatures: true,
    });
    expect((await agence.user.post(`/DemandeSignature/${id}/signer`)).status).toBe(200);
  });
});

describe("L’acte de cautionnement", () => {
  const MENTION =
    "Je m’engage en qualité de caution à payer ce que doivent les locataires en cas de défaillance, dans la limite de trente mille six cents euros (30 600 €). Je renonce au bénéfice de discussion et de division.";

  it("attend que le bail soit gelé et l’identité au dossier, et n’a pas la boîte d’un locataire", async () => {
    const refus = await mettreEnSignature(agence.user, lActe());
    expect([refus.status, refus.error.message]).toEqual([
      409,
      expect.stringMatching(
        /Mettez d’abord le bail.*pièce d’identité de la caution .*caution Petit/,
      ),
    ]);
    await ouvrir();
    await deposerLIdentite();
    await agence.user.put(`/Caution/${bail.CautionId}`, { mail: "LEA@exemple.fr" });
    expect((await mettreEnSignature(agence.user, lActe())).error.message).toMatch(
      /adresse e-mail d’un locataire/,
    );
  });

  it("est signé par la caution, qui tape elle-même sa mention, puis scellé après le bail, qu’elle reçoit", async () => {
    const { id: bailId } = await ouvrir();
    await deposerLIdentite();
    const { id, signataires } = await ouvrir(lActe());
    const ana = await signataire("ana@exemple.fr");
    const lu = await ana.lire();
    expect(lu.signataire.mention).toMatchObject({ montant: 30_600 });
    expect(lu.annexe?.empreinte).toBe((await demande(bailId)).empreinte);
    expect(sha256(new Uint8Array(await (await ana.fetch("/annexe")).arrayBuffer()))).toBe(
      lu.annexe?.empreinte,
    );
    const surPlace = await agence.user.post(`/DemandeSignature/${id}/surPlace`, {
      signataireId: signataires[0]?.id,
      nom: "Mme Ana Petit",
      consentement: true,
      identite: "carte",
      secondesDeLecture: 5,
    });
    expect(surPlace.status).toBe(403);

    expect(
      (await ana.signer({ mention: MENTION.replace("30 600", "30 060") })).fields,
    ).toMatchObject({
      mention: expect.stringContaining("en chiffres"),
    });
    const sansDivision = MENTION.replace(" et de division", "");
    expect((await ana.signer({ mention: sansDivision })).fields).toEqual({
      mention: "Vous gardez alors le bénéfice de discussion. Est-ce voulu\u00A0?",
    });
    expect(
      await ana.signer({
        mention: sansDivision,
        gardeDiscussion: true,
        signesMention: 210,
        secondesMention: 95,
      }),
    ).toMatchObject({ status: 200 });
    expect((await demande(id)).signataires[0]?.gardeDiscussion).toBe(true);

    expect((await sceller(id)).error.message).toMatch(
      /bail remis à la caution n’est pas encore signé/,
    );
    for (const mail of ["lea@exemple.fr", "hugo@exemple.fr"])
      await (await signataire(mail)).signer();
    await sceller(bailId);
    expect(ana.sujets).toContain("Contrat de location D000001 signé");
    const { data } = await sceller(id);
    expect(data.etat).toBe("scellee");
  });

  it("retient sa caution, et le bail son dossier, tant qu’ils sont en signature", async () => {
    const { id: bailId } = await ouvrir();
    await deposerLIdentite();
    const { id } = await ouvrir(lActe());
    await agence.admin.put(`/Dossier/${bail.DossierId}`, {
      ...{ dateEntree: "2020-01-01", dateDebutBail: "2020-01-01", dateCreationBail: "2020-01-01" },
      dateSortie: "2020-06-30",
    });
    const supprimer = async (fiche: string) => {
      const { data } = await agence.user_delete.get<{ canDelete: boolean }>(fiche);
      const { status, error } = await agence.user_delete.delete(fiche);
      return [data.canDelete, status, error?.message];
    };
    const refus = "Suppression impossible : cette fiche est retenue par une signature en cours.";
    for (const [DemandeId, fiche] of [
      [id, `/Caution/${bail.CautionId}`],
      [bailId, `/Dossier/${bail.DossierId}`],
    ] as const) {
      expect(await supprimer(fiche)).toEqual([false, 409, refus]);
      const motif = { motif: "Essai" };
      expect(
        (await agence.admin.post(`/DemandeSignature/${DemandeId}/annuler`, motif)).status,
      ).toBe(200);
    }
    for (const fiche of [`/Caution/${bail.CautionId}`, `/Dossier/${bail.DossierId}`])
      expect((await supprimer(fiche)).slice(0, 2)).toEqual([true, 204]);
  });

  it("vaut à la caution le bail signé : un courriel qui n’est pas parti repart le lendemain, une fois", async () => {
    const { id: bailId } = await ouvrir();
    await deposerLIdentite();
    const { id } = await ouvrir(lActe());
    const ana = await signataire("ana@exemple.fr");
    for (const mail of ["lea@exemple.fr", "hugo@exemple.fr"])
      await (await signataire(mail)).signer();
    const { EMAIL } = agence.house.env;
    const envoyer = EMAIL.send.bind(EMAIL);
    const enPanne = {
      async send(mail: Parameters<SendEmail["send"]>[0]) {
        if ("subject" in mail && [mail.to].flat().includes("ana@exemple.fr"))
          throw Object.assign(new Error("Too many mails"), { code: "E_RATE_LIMIT_EXCEEDED" });
        return envoyer(mail as never);
      },
    };
    agence.house.env.EMAIL = enPanne as SendEmail;
    expect((await sceller(bailId)).status).toBe(200);
    const recus = () => ana.sujets.filter((sujet) => sujet === "Contrat de location D000001 signé");
    expect(recus()).toEqual([]);
    agence.house.env.EMAIL = EMAIL;
    for (const _ of [1, 2]) await agence.house.cron(new Date().toISOString());
    expect(recus()).toHaveLength(1);
    expect((await demande(id)).evenements.map(({ etat }) => etat)).toContain(
      "Bail signé envoyé à la caution",
    );
  });

  it("finit remplacé quand un autre bail est gelé", async () => {
    await ouvrir();
    await deposerLIdentite();
    const { id } = await ouvrir(lActe());
    await ouvrir();
    expect((await demande(id)).etat).toBe("remplacee");
  });

  it("reste sur papier où les paramètres le veulent", async () => {
    await ouvrir();
    await deposerLIdentite();
    await creer(agence.admin, "Variable", { nom: "cautionnementElectronique", valeur: "papier" });
    expect((await mettreEnSignature(agence.user, lActe())).error.message).toMatch(/sur papier/);
  });
});
