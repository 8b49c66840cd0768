import { env } from "cloudflare:workers";
import { type SQL, sql } from "drizzle-orm";
import { afterEach, beforeAll, expect, inject, test, vi } from "vitest";
import { openDb } from "#worker/db/client.ts";
import {
  type Agence,
  APPARTEMENT,
  creer,
  louer,
  MISSION,
  ouvrirAgence,
  PROPRIETAIRE,
} from "../../support/agence/agence.ts";
import { louerEnGerance } from "../../support/banque/lignes-releve.ts";
import type { Answer } from "../../support/worker/api.ts";
import { aLaFois, avantQueSEcrive } from "../../support/worker/courses.ts";

/** Rounds of each race: `FUZZ=150 npm run test:api -- courses-mandats` for a longer look. */
const TOURS = inject("fuzz") ?? 5;

let agence: Agence;
beforeAll(async () => {
  agence = await ouvrirAgence();
  await agence.admin.post("/RegistreMandat/ouvrir", { premier: 1, mandats: [] });
});
afterEach(() => vi.restoreAllMocks());

type Geste = () => Promise<Answer<unknown>>;
type Course = () => Promise<[Geste, Geste]>;

/**
 * Sums that a mandate called from the tenants of a dwelling that was later removed from the mandate: the owner would
 * never learn of them.
 */
const APPELS_ORPHELINS = sql`SELECT e.id FROM "Echeance" e JOIN "Dossier" d ON d.id = e."DossierId"
  WHERE e.mandat > 0 AND e.reste > 0 AND NOT EXISTS (SELECT 1 FROM "MissionAppartement" l
    WHERE l."MissionId" = e.mandat AND l."AppartementId" = d."AppartementId")`;

/** Receipts in the name of an owner, for a dwelling without any owner. */
const QUITTANCES_SANS_PROPRIETAIRE = sql`SELECT q.id FROM "Quitance" q
  WHERE q."ClientId" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "Propriete" p WHERE p."AppartementId" = q."AppartementId")`;

/**
 * The number of the register's observations about the mandate that note an avenant, and whose text after « Avenant n°
 * … : » begins with `debut`.
 */
const observations = (debut: string) => sql`(SELECT count(*) FROM "RegistreMandat" o
  WHERE o."MissionId" = m.id AND o.contenu ->> 'observation' LIKE ${`Avenant n°%: ${debut}%`})`;

const nommes = (champ: string) =>
  sql`(length(r.contenu ->> ${champ}) - length(replace(r.contenu ->> ${champ}, ' ; ', '')) + 3) / 3`;

/** The registered mandates of which the register omits or repeats a dwelling or a principal. */
const MAL_DITS_AU_REGISTRE = sql`SELECT m.id FROM "Mission" m JOIN "RegistreMandat" r
    ON r."MissionId" = m.id AND r.genre = 'inscription'
  WHERE (SELECT count(*) FROM "MissionAppartement" WHERE "MissionId" = m.id)
      <> ${nommes("situation")} + ${observations("bien ajouté")}
    OR (SELECT count(*) FROM "MissionClient" WHERE "MissionId" = m.id)
      <> ${nommes("mandants")} + ${observations("mandant ajouté")}`;

/** The signed and complete mandates missing from the register. */
const PAS_INSCRITS = sql`SELECT m.id FROM "Mission" m WHERE m."dateSignature" IS NOT NULL
  AND EXISTS (SELECT 1 FROM "MissionClient" WHERE "MissionId" = m.id)
  AND EXISTS (SELECT 1 FROM "MissionAppartement" WHERE "MissionId" = m.id)
  AND EXISTS (SELECT 1 FROM "ConditionsMandat" WHERE "MissionId" = m.id)
  AND m.id NOT IN (SELECT "MissionId" FROM "RegistreMandat" WHERE genre = 'inscription')`;

let numero = 1;

/** The signed letting mandates whose first deed (`ActeMandat`) is missing, or whose deeds omit a principal. */
const MAL_GARDES = sql`SELECT m.id FROM "Mission" m LEFT JOIN "ActeMandat" a ON a."MissionId" = m.id AND a.rang = 0
  WHERE m.type = 'location' AND m."dateSignature" IS NOT NULL
    AND EXISTS (SELECT 1 FROM "MissionClient" WHERE "MissionId" = m.id)
    AND EXISTS (SELECT 1 FROM "MissionAppartement" WHERE "MissionId" = m.id)
    AND (a.id IS NULL OR (SELECT count(*) FROM "MissionClient" WHERE "MissionId" = m.id)
      <> json_array_length(a.contenu -> '$.mandat.mandants') + (SELECT count(*) FROM "ActeMandat" v
        WHERE v."MissionId" = m.id AND v.contenu ->> '$.avenant.changements[0].nom' = 'Mandants'))`;

/** A mandate that lacks only its signature, besides what the options leave out. */
const mandatASigner = async ({ bien = true, mandant = true, type = "gestion" } = {}) => {
  const numRegistre = type === "location" ? `T-${numero++}` : null;
  const { id } = await creer(agence.admin, "Mission", { ...MISSION, type, numRegistre });
  if (mandant) {
    const client = await creer(agence.admin, "Client", PROPRIETAIRE);
    await agence.admin.put(`/Mission/${id}/client/add/${client.id}`);
  }
  if (bien) {
    const logement = await creer(agence.admin, "Appartement", APPARTEMENT);
    await agence.admin.put(`/Mission/${id}/appartement/add/${logement.id}`);
  }
  if (type === "gestion")
    await agence.admin.put(`/Mission/${id}/conditions`, {
      depuis: "2026-03-01",
      modeFonds: "proprietaire",
    });
  return { id, signer: () => agence.admin.put(`/Mission/${id}`, { dateSignature: "2026-03-12" }) };
};

const enGerance = async (appeler: (DossierId: number) => Geste): Promise<[Geste, Geste]> => {
  const { DossierId, MissionId, AppartementId } = await louerEnGerance(agence.admin, { nom: "A" });
  return [
    appeler(DossierId),
    () => agence.admin.delete(`/Mission/${MissionId}/appartement/remove/${AppartementId}`),
  ];
};

const COURSES: Record<string, [SQL, Course]> = {
  "la quittance du mois, le bien retiré du mandat": [
    APPELS_ORPHELINS,
    () =>
      enGerance(
        (id) => () => agence.admin.post(`/Quitance/generate/${id}`, { date: "2025-03-01" }),
      ),
  ],
  "une somme appelée, le bien retiré du mandat": [
    APPELS_ORPHELINS,
    () =>
      enGerance(
        (id) => () =>
          agence.admin.post(`/Dossier/${id}/appel`, {
            nature: "reparation",
            montant: 40,
            exigibleLe: "2026-11-01",
            libelle: "Badge",
          }),
      ),
  ],
  "la quittance d’un bail fini, le dernier propriétaire retiré": [
    QUITTANCES_SANS_PROPRIETAIRE,
    async () => {
      const { DossierId, AppartementId, ClientId } = await louer(agence.admin, {
        bail: { dateSortie: "2025-06-30" },
      });
      return [
        () => agence.admin.post(`/Quitance/generate/${DossierId}`, { date: "2025-03-01" }),
        () => agence.admin.delete(`/Appartement/${AppartementId}/owner/remove/${ClientId}`),
      ];
    },
  ],
  "le mandat signé, un bien ajouté": [
    MAL_DITS_AU_REGISTRE,
    async () => {
      const { id, signer } = await mandatASigner();
      const bien = await creer(agence.admin, "Appartement", APPARTEMENT);
      return [signer, () => agence.admin.put(`/Mission/${id}/appartement/add/${bien.id}`)];
    },
  ],
  "le mandat signé, son premier bien ajouté": [
    PAS_INSCRITS,
    async () => {
      const { id, signer } = await mandatASigner({ bien: false });
      const bien = await creer(agence.admin, "Appartement", APPARTEMENT);
      return [signer, () => agence.admin.put(`/Mission/${id}/appartement/add/${bien.id}`)];
    },
  ],
  "le mandat signé, son premier mandant ajouté": [
    PAS_INSCRITS,
    async () => {
      const { id, signer } = await mandatASigner({ mandant: false });
      const client = await creer(agence.admin, "Client", PROPRIETAIRE);
      return [signer, () => agence.admin.put(`/Mission/${id}/client/add/${client.id}`)];
    },
  ],
  "le mandat de location signé, son premier mandant ajouté": [
    MAL_GARDES,
    async () => {
      const { id, signer } = await mandatASigner({ mandant: false, type: "location" });
      const client = await creer(agence.admin, "Client", PROPRIETAIRE);
      return [signer, () => agence.admin.put(`/Mission/${id}/client/add/${client.id}`)];
    },
  ],
  "le mandat de location signé, un autre mandant ajouté": [
    MAL_GARDES,
    async () => {
      const { id, signer } = await mandatASigner({ type: "location" });
      const client = await creer(agence.admin, "Client", PROPRIETAIRE);
      return [signer, () => agence.admin.put(`/Mission/${id}/client/add/${client.id}`)];
    },
  ],
  "deux mandants ajoutés à un mandat de location signé": [
    MAL_GARDES,
    async () => {
      const { id, signer } = await mandatASigner({ type: "location" });
      await signer();
      const deux = [
        await creer(agence.admin, "Client", PROPRIETAIRE),
        await creer(agence.admin, "Client", PROPRIETAIRE),
      ].map((client) => () => agence.admin.put(`/Mission/${id}/client/add/${client.id}`));
      return deux as [Geste, Geste];
    },
  ],
  "le mandat signé, un mandant ajouté": [
    MAL_DITS_AU_REGISTRE,
    async () => {
      const { id, signer } = await mandatASigner();
      const client = await creer(agence.admin, "Client", PROPRIETAIRE);
      return [signer, () => agence.admin.put(`/Mission/${id}/client/add/${client.id}`)];
    },
  ],
};

test.each(Object.entries(COURSES))("à la fois : %s", async (_, [rompues, preparer]) => {
  for (let tour = 0; tour < TOURS; tour++) {
    const gestes = await preparer();
    const statuts = (await aLaFois(gestes)).map(({ status }) => status);
    for (const status of statuts) expect([200, 201, 409]).toContain(status);
  }
  expect((await openDb(env).all(rompues)).length).toBe(0);
});

const mandants = async (combien: number) => {
  const ids: number[] = [];
  for (let rang = 0; rang < combien; rang++)
    ids.push((await creer(agence.admin, "Client", PROPRIETAIRE)).id);
  return ids;
};

const changer = async (MissionId: number, [partants, venants]: readonly (readonly number[])[]) => {
  for (const id of partants ?? [])
    await agence.admin.delete(`/Mission/${MissionId}/client/remove/${id}`);
  for (const id of venants ?? []) await agence.admin.put(`/Mission/${MissionId}/client/add/${id}`);
};

test("un compte rendu se valide à l’adresse qu’a son mandant quand il s’écrit", async () => {
  for (let tour = 0; tour < TOURS; tour++) {
    vi.restoreAllMocks();
    const { MissionId } = await louerEnGerance(agence.admin, { nom: "Clos" });
    const [mandant = 0] = await mandants(1);
    await changer(MissionId, [[], [mandant]]);
    await agence.admin.put(`/Mission/${MissionId}`, {
      numRegistre: null,
      dateSignature: "2026-01-12",
    });
    await agence.admin.post("/CompteRendu/preparer", { mois: "2026-10" });
    const [brouillon] = await openDb(env).all<{ id: number }>(
      sql`SELECT id FROM "CompteRendu" WHERE "MissionId" = ${MissionId}`,
    );
    avantQueSEcrive(/SET etat = 'valide'/, () =>
      agence.admin.put(`/Client/${mandant}`, { ville: "Nantes" }),
    );
    const { data } = await agence.admin.post("/CompteRendu/valider", { ids: [brouillon?.id] });
    expect(data).toEqual([{ id: brouillon?.id, resultat: "valide", raison: null }]);
  }
  const perimes = sql`SELECT c.id FROM "CompteRendu" c, json_each(c.contenu, '$.mandants') m
    JOIN "Client" ON "Client".id = m.value ->> 'ClientId'
    WHERE c.etat = 'valide' AND m.value ->> 'adresse' NOT LIKE '%' || "Client".ville || '%'`;
  expect((await openDb(env).all(perimes)).length).toBe(0);
});

test("des conditions ne donnent pas de part à un mandant parti pendant qu’un autre arrivait", async () => {
  for (let tour = 0; tour < TOURS; tour++) {
    vi.restoreAllMocks();
    const { id } = await creer(agence.admin, "Mission", MISSION);
    const [un = 0, deux = 0] = await mandants(2);
    await changer(id, [[], [un]]);
    avantQueSEcrive(/INSERT INTO \\?"PartMandat/, () => changer(id, [[un], [deux]]));
    const { status } = await agence.admin.put(`/Mission/${id}/conditions`, {
      depuis: "2026-01-01",
      modeFonds: "agence",
      parts: [{ ClientId: un, num: 1, den: 1 }],
    });
    expect(status).toBe(422);
  }
  const parties = sql`SELECT p.id FROM "PartMandat" p JOIN "ConditionsMandat" c ON c.id = p."ConditionsMandatId"
    WHERE NOT EXISTS (SELECT 1 FROM "MissionClient" m WHERE m."MissionId" = c."MissionId" AND m."ClientId" = p."ClientId")`;
  expect((await openDb(env).all(parties)).length).toBe(0);
});
