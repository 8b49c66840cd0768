import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import * as fc from "fast-check";
import { strFromU8, unzipSync } from "fflate";
import { beforeEach, describe, expect, it } from "vitest";
import type { DocumentGenere } from "#domain/fichiers/document.ts";
import type { DemandeDetail, DocumentLu } from "#domain/signature/wire.ts";
import { openDb } from "#worker/db/client.ts";
import { controlerTousLesScelles } from "#worker/operations/controles/controle-signatures.ts";
import { empreinteDe, nouveauSecret } from "#worker/operations/secrets-de-lien.ts";
import { type Agence, ETAT_LIEUX } from "../../support/agence/agence.ts";
import {
  type BailASigner,
  lireDemande,
  ouvrirAvecUnBail,
  ouvrirDemande,
  Signataire,
} from "../../support/agence/signature.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";

let agence: Agence;
let DossierId: number;
let LocataireId: number;

beforeEach(async () => {
  let bail: BailASigner;
  ({ agence, bail } = await ouvrirAvecUnBail());
  ({ DossierId, LocataireId } = bail);
});

const base = () => openDb(env);
const ouvrir = (type: string, lieu: string) =>
  ouvrirDemande(agence, { type, entiteId: DossierId }, { lieu });
const demande = (id: number) => lireDemande(agence, id);
const surPlace = (id: number, signataire?: DemandeDetail["signataires"][number]) =>
  agence.user.post(`/DemandeSignature/${id}/surPlace`, {
    ...{ signataireId: signataire?.id, nom: signataire?.nom, consentement: true },
    ...{ identite: "connue", secondesDeLecture: 30 },
  });

/** Makes every signer except the agency sign in person. */
async function tousSignent({ id, signataires }: DemandeDetail) {
  for (const signataire of signataires)
    if (signataire.role !== "agence") expect((await surPlace(id, signataire)).status).toBe(200);
}

const unMotDePasseAncien = () =>
  base().run(sql`UPDATE "Session" SET "confirmedAt" = '2026-01-01T00:00:00.000Z'`);
const poserUnConstat = () =>
  agence.user.put(`/Dossier/${DossierId}/etatIn/set`, { ...ETAT_LIEUX, date: "2026-12-01" });

describe("Un état des lieux", () => {
  it("est signé pour l’agence par qui l’a fait, sans redemander son mot de passe ; un bail, non", async () => {
    await poserUnConstat();
    const constat = await ouvrir("etatIn", "logement");
    const bail = await ouvrir("contratLocation", "agence");
    await tousSignent(constat);
    await tousSignent(bail);
    await unMotDePasseAncien();
    const signer = (api: "user" | "admin", id: number) =>
      agence[api].post<DemandeDetail>(`/DemandeSignature/${id}/signer`);
    const scelle = await signer("user", constat.id);
    expect([scelle.status, scelle.data?.etat]).toEqual([200, "scellee"]);
    expect((await signer("user", bail.id)).status).toBe(403);
    expect((await signer("admin", bail.id)).status).toBe(403);
    expect((await demande(bail.id)).etat).toBe("a_signer_agence");
  });

  it("remplacé par un autre finit sa signature, et qui avait signé l’apprend", async () => {
    await poserUnConstat();
    const { id, signataires } = await ouvrir("etatIn", "logement");
    expect((await surPlace(id, signataires[0])).status).toBe(200);
    expect((await poserUnConstat()).status).toBe(200);
    const apres = await demande(id);
    expect(apres.etat).toBe("remplacee");
    expect(apres.evenements.at(-1)?.etat).toBe("Remplacée");
    expect(new Signataire(agence, "lea@exemple.fr").sujets.at(-1)).toMatch(/signature arrêtée$/);
    expect((await surPlace(id, signataires[1])).status).toBe(409);
  });
});

describe("Un bail gelé pour être signé électroniquement", () => {
  it("ne demande pas d’écrire à la main avant de signer ; celui qu’on imprime, si", async () => {
    const { id } = await ouvrir("contratLocation", "distance");
    const { data } = await agence.user.get<DocumentLu>(`/DemandeSignature/${id}/document`);
    const texte = JSON.stringify(data.blocs);
    expect(texte).not.toContain("Lu et approuvé");
    expect(texte).toContain("page de preuve");
    const imprime = `/Dossier/${DossierId}/contratLocation/generate`;
    const { data: papier } = await agence.user.get<DocumentGenere>(imprime);
    const pdf = await agence.user.fetch(`/files/${papier.generated}`);
    expect((await readPdf(new Uint8Array(await pdf.arrayBuffer()))).text).toContain(
      "Lu et approuvé",
    );
  });
});

describe("Les fichiers scellés, relus tous par commande", () => {
  it("sont verts, puis rouges dès qu’un octet change", async () => {
    const bail = await ouvrir("contratLocation", "agence");
    await tousSignent(bail);
    await agence.admin.post(`/DemandeSignature/${bail.id}/signer`);
    const lire = async (key: string) => (await (await env.FILES.get(key))?.arrayBuffer()) ?? null;
    const relus = () => controlerTousLesScelles(base(), lire);
    expect(await relus()).toMatchObject({ etat: "vert", lignes: 1, ruptures: [] });
    const [fichier] = await base().all<{ key: string }>(
      sql`SELECT key FROM "StoredFile" WHERE id = (SELECT "ScelleId" FROM "DemandeSignature")`,
    );
    const octets = new Uint8Array((await lire(fichier?.key ?? "")) ?? new ArrayBuffer());
    octets[500] = (octets[500] ?? 0) ^ 1;
    await env.FILES.put(fichier?.key ?? "", octets);
    expect(await relus()).toMatchObject({
      etat: "rouge",
      ruptures: [{ motif: "Contrat de location D000001 : le fichier scellé a changé" }],
    });
  });
});

describe("Les données d’un signataire", () => {
  it("s’exportent avec ce qu’il a laissé, sans rien des autres ni de ses codes", async () => {
    const bail = await ouvrir("contratLocation", "distance");
    await (await new Signataire(agence, "lea@exemple.fr").entrer()).signer();
    const reponse = await agence.admin.fetch(`/api/Locataire/${LocataireId}/export`);
    const zip = unzipSync(new Uint8Array(await reponse.arrayBuffer()));
    const { signatures } = JSON.parse(strFromU8(zip["donnees.json"] ?? new Uint8Array()));
    expect(signatures).toMatchObject([
      {
        ...{ nom: "Mme Léa Roy", mail: "lea@exemple.fr", ip: "203.0.113.77", identite: "code" },
        ...{ papier: "Contrat de location D000001", empreinteDuPapier: bail.empreinte },
      },
      { nom: "M. Hugo Dupont", signeLe: null },
    ]);
    expect(signatures[0]).not.toHaveProperty("codeEmpreinte");
    expect(signatures[0]).not.toHaveProperty("empreinte");
  });
});

describe("Signer, refuser, annuler et sceller au même instant", () => {
  const GESTES = ["lea", "hugo", "agence", "agence", "refuser", "annuler"] as const;
  const TIRAGES = 40;

  /**
   * Opens an unsigned copy of the request `modele`, on the same frozen paper. Returns its identifier, and the secret
   * of a signing session (visite) of the second tenant.
   */
  async function reprendre(modele: number): Promise<{ id: number; visite: string }> {
    const db = base();
    const visite = nouveauSecret();
    await db.run(sql`UPDATE "DemandeSignature" SET "remplaceeLe" = '2026-11-25T09:00:00.000Z'
      WHERE "annuleeLe" IS NULL AND "remplaceeLe" IS NULL AND "DocumentScelleId" IS NULL`);
    const [demande] = await db.all<{ id: number }>(sql`
      INSERT INTO "DemandeSignature" (type, titre, sources, entite, "entiteId", champ, "DossierId", "StoredFileId",
        "BlocsId", empreinte, octets, pages, "pagesJointes", "versionSource", lieu, consommateur, "expireLe")
      SELECT type, titre, sources, entite, "entiteId", champ, "DossierId", "StoredFileId", "BlocsId", empreinte, octets,
        pages, "pagesJointes", "versionSource", lieu, consommateur, "expireLe"
      FROM "DemandeSignature" WHERE id = ${modele} RETURNING id`);
    await db.run(sql`
      INSERT INTO "Signataire" ("DemandeSignatureId", rang, role, nom, mail, personne, "personneId")
      SELECT ${demande?.id}, rang, role, nom, mail, personne, "personneId" FROM "Signataire"
      WHERE "DemandeSignatureId" = ${modele} ORDER BY id`);
    await db.run(sql`
      INSERT INTO "VisiteSignature" ("SignataireId", empreinte, "expireLe")
      SELECT id, ${empreinteDe(visite)}, '2099-01-01T00:00:00.000Z' FROM "Signataire"
      WHERE "DemandeSignatureId" = ${demande?.id} AND mail = 'hugo@exemple.fr'`);
    return { id: demande?.id ?? 0, visite };
  }

  it("ne donnent jamais deux fins, et ne scellent que ce que tous ont signé, l’agence la dernière", async () => {
    const { id: modele } = await ouvrir("contratLocation", "distance");
    const fins = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...GESTES], { minLength: 3 }), async (gestes) => {
        const { id, visite } = await reprendre(modele);
        const { signataires } = await demande(id);
        const hugo = new Signataire(agence, "hugo@exemple.fr");
        hugo.visite = visite;
        const faire = {
          lea: () => surPlace(id, signataires[0]),
          hugo: () => surPlace(id, signataires[1]),
          agence: () => agence.admin.post(`/DemandeSignature/${id}/signer`),
          refuser: () => hugo.poster("/refuser", { motif: "Non." }),
          annuler: () => agence.user.post(`/DemandeSignature/${id}/annuler`, { motif: "Retiré." }),
        };
        const reponses = await Promise.all(gestes.map((geste) => faire[geste]()));
        expect(reponses.every(({ status }) => status < 500)).toBe(true);
        await faire.agence();
        const { etat, annuleeLe, scelleLe, signataires: apres, evenements } = await demande(id);
        fins.add(etat);
        const refus = apres.filter(({ refuseLe }) => refuseLe !== null).length;
        expect([annuleeLe !== null, scelleLe !== null, refus > 0].filter(Boolean).length <= 1).toBe(
          true,
        );
        expect(refus <= 1).toBe(true);
        const dites = evenements.filter(({ etat: dit }) =>
          ["Scellée", "Demande annulée", "Signature refusée"].includes(dit),
        );
        expect(dites.length <= 1).toBe(true);
        const signes = apres.map(({ signeLe }) => signeLe ?? "");
        const tous = signes.every((signe) => signe !== "");
        expect(scelleLe !== null).toBe(tous && annuleeLe === null && refus === 0);
        const [deLAgence] = apres.filter(({ role }) => role === "agence");
        if (deLAgence?.signeLe)
          expect(signes.every((un) => un <= (deLAgence.signeLe ?? ""))).toBe(true);
        expect(apres.every(({ signeLe, refuseLe }) => signeLe === null || refuseLe === null)).toBe(
          true,
        );
      }),
      { numRuns: TIRAGES, examples: [[["lea", "hugo", "agence"]]] },
    );
    expect([...fins]).toEqual(expect.arrayContaining(["scellee", "refusee", "annulee"]));
  });
});
