import { env } from "cloudflare:workers";
import { type SQL, sql } from "drizzle-orm";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { openDb } from "#worker/db/client.ts";
import {
  type Agence,
  creer,
  MISSION,
  ouvrirAgence,
  PROPRIETAIRE,
} from "../../support/agence/agence.ts";
import { louerEnGerance } from "../../support/banque/lignes-releve.ts";
import { avantQueSEcrive } from "../../support/worker/courses.ts";

let agence: Agence;
beforeAll(async () => {
  agence = await ouvrirAgence();
});
afterEach(() => vi.restoreAllMocks());

/** The draft of an account that is about to be validated. */
interface Brouillon {
  id: number;
  MissionId: number;
  DossierId: number;
  /** Four owners with consecutive identifiers: the first and the last are the principals of the mandate. */
  mandants: number[];
}

const MOIS = "2026-10";
const FORFAIT = { assiette: "forfait", forfait: 30, tauxEn: "ttc", tauxTva: 20 };
const FRAIS = "Déclaration fiscale";

async function preparer(): Promise<Brouillon> {
  const { admin } = agence;
  const { MissionId, DossierId } = await louerEnGerance(admin, { nom: "Clos" });
  const mandants: number[] = [];
  for (const nom of ["Un", "Deux", "Trois", "Quatre"])
    mandants.push((await creer(admin, "Client", { ...PROPRIETAIRE, nom })).id);
  const siens = [mandants[0], mandants[3]];
  for (const id of siens) await admin.put(`/Mission/${MissionId}/client/add/${id}`);
  await admin.put(`/Mission/${MissionId}/conditions`, {
    ...FORFAIT,
    depuis: `${MOIS}-01`,
    modeFonds: "agence",
    autresHonoraires: [{ libelle: FRAIS, montant: 50, quand: "demande" }],
    parts: siens.map((ClientId) => ({ ClientId, num: 1, den: 2 })),
  });
  await admin.put(`/Mission/${MissionId}/conditions`, {
    depuis: "2026-11-01",
    modeFonds: "agence",
    parts: [],
  });
  await admin.post("/CompteRendu/preparer", { mois: MOIS });
  const [row] = await openDb(env).all<{ id: number }>(
    sql`SELECT id FROM "CompteRendu" WHERE "MissionId" = ${MissionId}`,
  );
  return { id: row?.id ?? 0, MissionId, DossierId, mandants };
}

type Geste = (brouillon: Brouillon) => Promise<unknown>;

const remplacerLesMandants: Geste = async ({ MissionId, mandants: [un, deux, trois, quatre] }) => {
  for (const id of [un, quatre])
    await agence.admin.delete(`/Mission/${MissionId}/client/remove/${id}`);
  for (const id of [deux, trois]) await agence.admin.put(`/Mission/${MissionId}/client/add/${id}`);
};

const HONORAIRES = sql`c."honorairesTTC"`;

/**
 * Changes made after an account was read, each with a column and the value that the validated account must hold
 * there.
 */
const ENTRE_TEMPS: Record<string, [Geste, SQL, unknown]> = {
  "ses mandants 1 et 4 cèdent la place aux 2 et 3": [
    remplacerLesMandants,
    sql`c.contenu ->> '$.mandat.nom'`,
    "Madame Jeanne DEUX, Madame Jeanne TROIS",
  ],
  "son logement, loué au forfait, se vide": [
    ({ DossierId }) => agence.admin.put(`/Dossier/${DossierId}`, { dateSortie: "2026-09-15" }),
    HONORAIRES,
    0,
  ],
  "un frais s’y ajoute": [
    ({ id }) => agence.admin.post(`/CompteRendu/${id}/frais`, { libelle: FRAIS }),
    HONORAIRES,
    3000 + 5000,
  ],
};

test.each(Object.entries(ENTRE_TEMPS))(
  "un compte rendu se valide tel qu’est son mandat quand il s’écrit : %s",
  async (_, [geste, dit, attendu]) => {
    const brouillon = await preparer();
    avantQueSEcrive(/SET etat = 'valide'/, () => geste(brouillon));
    const { id } = brouillon;
    const { data } = await agence.admin.post("/CompteRendu/valider", { ids: [id] });
    expect(data).toEqual([{ id, resultat: "valide", raison: null }]);
    const db = openDb(env);
    expect(await db.all(sql`SELECT ${dit} AS dit FROM "CompteRendu" c WHERE c.id = ${id}`)).toEqual(
      [{ dit: attendu }],
    );
  },
);

test("ce qui compte les changements d’un mandat ne se dit nulle part", async () => {
  const { admin } = agence;
  const { MissionId, mandants } = await preparer();
  const dits = [
    await admin.get(`/Mission/${MissionId}`),
    await admin.put(`/Mission/${MissionId}`, { duree: 2 }),
    await admin.post("/Mission", MISSION),
    await admin.get("/Mission?page=1&limit=50"),
    await admin.get(`/Client/${mandants[0]}`),
    await admin.get("/History?page=1&limit=50"),
  ];
  for (const { status, data } of dits) {
    expect([200, 201]).toContain(status);
    expect(JSON.stringify(data)).not.toContain("versionDuCompte");
  }
});
