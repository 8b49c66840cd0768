import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { ajouterJours, ajouterMois, aujourdhui, moisDe } from "#domain/dates.ts";
import type { PapierSigneDetail } from "#domain/fichiers/papier-signe.ts";
import type { RemplacementRow } from "#domain/fichiers/remplacement.ts";
import type { ImpayeDetail } from "#domain/gerance/relances/relance-fiche.ts";
import type { LoyersDuDossier } from "#domain/gerance/revisions/loyer-lu.ts";
import type { PropositionCourriel } from "#domain/quittances/courriel-document.ts";
import { openDb } from "#worker/db/client.ts";
import { type Agence, creer, LOCATAIRE, louer, ouvrirAgence } from "../../support/agence/agence.ts";
import {
  corpsDe,
  envoyer,
  existe,
  fichier,
  lire,
  PDF,
  PNG,
} from "../../support/fichiers/televersements.ts";

let agence: Agence;
beforeAll(async () => {
  agence = await ouvrirAgence();
});

const AUJOURDHUI = aujourdhui(new Date());

/** A lease whose rent an avenant lowered, and whose tenant promised to pay 950 €. */
async function bailler() {
  const bail = await louer(agence.user);
  const { DossierId } = bail;
  const { data: changes } = await agence.user.post<LoyersDuDossier>(
    `/Dossier/${DossierId}/loyers`,
    {
      ...{ motif: "avenant", depuis: `${ajouterMois(moisDe(AUJOURDHUI), 1)}-01` },
      ...{ loyerHC: 500, loyerCharge: 100 },
    },
  );
  await openDb(
    env,
  ).run(sql`INSERT INTO "Echeance" ("DossierId", mandat, mois, "exigibleLe", nature, montant, reste, "EcritureId")
    VALUES (${DossierId}, -1, '2026-01', ${ajouterJours(AUJOURDHUI, -40)}, 'loyer', 95000, 95000, 1)`);
  const termes = [{ date: ajouterJours(AUJOURDHUI, 30), montant: 950 }];
  expect((await agence.user.put(`/Dossier/${DossierId}/plan`, { termes })).status).toBe(200);
  const { data: impaye } = await agence.user.get<ImpayeDetail>(`/Impaye/${DossierId}`);
  return { ...bail, avenant: changes.loyers.at(-1)?.id ?? 0, plan: impaye.plan?.id ?? 0 };
}

const places = ({ avenant, plan }: Awaited<ReturnType<typeof bailler>>) =>
  [
    ["LoyerHistorique", avenant, "Avenant au bail signé"],
    ["PlanApurement", plan, "Plan d’apurement signé"],
  ] as const;

const deposer = (chemin: string, contenu: Uint8Array = PDF) =>
  envoyer<PapierSigneDetail>(agence.user, chemin, [{ ...fichier(contenu), champ: "signed" }], {
    methode: "PUT",
  });

describe("L’avenant et le plan d’apurement signés", () => {
  test("se déposent là où ils se génèrent, se remplacent et se retirent ; ce qui l’est reste une version", async () => {
    const bail = await bailler();
    const montres = async () => {
      const { data: loyers } = await agence.user.get<LoyersDuDossier>(
        `/Dossier/${bail.DossierId}/loyers`,
      );
      const { data: impaye } = await agence.user.get<ImpayeDetail>(`/Impaye/${bail.DossierId}`);
      return [loyers.loyers.map(({ signe }) => signe), impaye.plan?.signe];
    };
    expect(await montres()).toEqual([[false, false], false]);
    for (const [entite, id] of places(bail)) {
      const chemin = `/${entite}/${id}`;
      expect((await agence.personne.get(chemin)).status).toBe(401);
      const pose = await deposer(chemin);
      expect([entite, pose.status]).toEqual([entite, 200]);
      expect(pose.data).toMatchObject({ DossierId: bail.DossierId, remplaces: 0 });
      const premier = String(pose.data.signed);
      expect(await corpsDe(await lire(agence.personne, premier))).toEqual(PDF);
      const tard = { methode: "PUT" as const };
      const perime = [
        { ...fichier(PNG), champ: "signed" },
        { champ: "version", contenu: String(pose.data.version - 1) },
      ];
      expect((await envoyer(agence.user, chemin, perime, tard)).status).toBe(409);
      expect((await deposer(chemin, PNG)).data.remplaces).toBe(1);
      expect(await existe(premier)).toBe(true);
      expect((await agence.user.delete(`${chemin}/signed`)).status).toBe(403);
      expect(await montres()).toEqual(
        entite === "LoyerHistorique" ? [[false, true], false] : [[false, false], true],
      );
      expect((await agence.admin.delete(`${chemin}/signed`)).status).toBe(200);
      const { data: versions } = await agence.user.get<RemplacementRow[]>(
        `/Remplacement?entite=${entite}&id=${id}`,
      );
      expect(versions.map(({ champ, extention }) => [champ, extention])).toEqual([
        ["signed", "png"],
        ["signed", "pdf"],
      ]);
    }
    expect((await deposer("/PlanApurement/99999")).status).toBe(404);
  });

  test("se proposent d’abord au locataire, sous leur nom", async () => {
    const bail = await bailler();
    for (const [entite, entiteId, intitule] of places(bail)) {
      await deposer(`/${entite}/${entiteId}`);
      const document = { entite, entiteId, champ: "signed" };
      const { data } = await agence.user.post<PropositionCourriel>("/Courriel/apercu", {
        document,
      });
      expect(data.objet.startsWith(`${intitule} – `)).toBe(true);
      expect(data.destinataires.map(({ role, premier }) => [role, premier])).toEqual([
        ["Locataire", true],
        ["Propriétaire", false],
      ]);
    }
  });

  test("tiennent le dossier à son locataire, et le changement de loyer à son avenant", async () => {
    const bail = await bailler();
    const { avenant, DossierId } = bail;
    const autre = await creer(agence.user, "Locataire", { ...LOCATAIRE, nom: "Autre" });
    for (const [entite, id] of places(bail)) {
      await deposer(`/${entite}/${id}`);
      const deplace = await agence.admin.put(`/Dossier/${DossierId}`, { LocataireId: autre.id });
      expect([deplace.status, Object.keys(deplace.error.fields ?? {})]).toEqual([
        409,
        ["LocataireId"],
      ]);
      expect((await agence.admin.delete(`/Dossier/${DossierId}`)).error.message).toContain(
        "1 avenant ou plan signé",
      );
      if (entite === "LoyerHistorique") {
        const annuler = () =>
          agence.user.post(`/Dossier/${DossierId}/loyers/${avenant}/annuler`, { motif: "Erreur" });
        expect((await annuler()).error.message).toBe(
          "Son avenant est signé : le loyer change par un autre avenant.",
        );
        await agence.admin.delete(`/LoyerHistorique/${avenant}/signed`);
        expect((await annuler()).status).toBe(200);
        await openDb(env).run(sql`DELETE FROM "Remplacement" WHERE entite = 'LoyerHistorique'`);
      }
    }
  });
});
