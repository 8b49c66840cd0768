import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { AppartementDetail } from "#domain/biens/appartement-fiche.ts";
import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import type { QuittanceDetail } from "#domain/quittances/quittance-fiche.ts";
import { type Db, openDb } from "#worker/db/client.ts";
import { quitances } from "#worker/db/schema/quittances.ts";
import { clients } from "#worker/db/schema/schema.ts";
import {
  type Agence,
  APPARTEMENT,
  CAUTION,
  creer,
  ETAT_LIEUX,
  LOCATAIRE,
  louer,
  MISSION,
  ouvrirAgence,
  PROPRIETAIRE,
} from "../../support/agence/agence.ts";
import { deposer, envoyer, fichier, PNG } from "../../support/fichiers/televersements.ts";

/** The number of rounds of each race; a single loss fails the test. */
const TOURS = { champs: 15, versions: 5, dossier: 12, contact: 10, reponse: 10 };
const A_LA_FOIS = 4;

interface Versionnee {
  id: number;
  version: number;
  updatedAt: string;
}

let agence: Agence;
let db: Db;
beforeAll(async () => {
  agence = await ouvrirAgence();
  db = openDb(env);
});

const tours = (nombre: number) => Array.from({ length: nombre }, (_, tour) => tour);

/** The sum of the losses that `perdu` counts in each round. */
async function compter(nombre: number, perdu: (tour: number) => Promise<number>): Promise<number> {
  let perdus = 0;
  for (const tour of tours(nombre)) perdus += await perdu(tour);
  return perdus;
}

test("dix champs modifiés à la fois par dix personnes vivent tous les dix", async () => {
  const { id } = await creer(agence.admin, "Client", PROPRIETAIRE);
  const champs = [
    "nom",
    "prenom",
    "nomJeuneFille",
    "adresse",
    "ville",
    "lieuNaissance",
    "adresseFiscale",
    "villeFiscale",
    "numEdf",
    "numSiret",
  ];
  let acceptees = 0;
  const perdues = await compter(TOURS.champs, async (tour) => {
    const reponses = await Promise.all(
      champs.map((champ) => agence.admin.put(`/Client/${id}`, { [champ]: `${champ} ${tour}` })),
    );
    const { data } = await agence.admin.get<Record<string, unknown>>(`/Client/${id}`);
    const faites = champs.filter((_, rang) => reponses[rang]?.status === 200);
    acceptees += faites.length;
    return faites.filter((champ) => data[champ] !== `${champ} ${tour}`).length;
  });
  expect({ acceptees, perdues }).toEqual({ acceptees: champs.length * TOURS.champs, perdues: 0 });
});

describe("De ceux qui partent de la même version, un seul passe", () => {
  const periode = { dateDepart: "2026-01-01", dateFin: "2026-12-31", prix: 100 };
  const poster = (resource: string, values: object) => () =>
    creer<Versionnee>(agence.admin, resource, values);

  const FICHES: Record<string, [() => Promise<{ id: number }>, (rang: number) => object]> = {
    Client: [poster("Client", PROPRIETAIRE), (rang) => ({ ville: `Lyon ${rang}` })],
    Appartement: [poster("Appartement", APPARTEMENT), (rang) => ({ etage: `étage ${rang}` })],
    Locataire: [poster("Locataire", LOCATAIRE), (rang) => ({ ville: `Lyon ${rang}` })],
    Dossier: [
      async () => ({ id: (await louer(agence.admin)).DossierId }),
      (rang) => ({ travaux: `Peinture ${rang}` }),
    ],
    Caution: [poster("Caution", CAUTION), (rang) => ({ ville: `Lyon ${rang}` })],
    EtatLieux: [poster("EtatLieux", ETAT_LIEUX), (rang) => ({ clef: `clef ${rang}` })],
    Mission: [poster("Mission", MISSION), (rang) => ({ duree: rang + 1 })],
    Accompte: [poster("Accompte", { ...periode, tva: 20 }), (rang) => ({ prix: 200 + rang })],
    Intendance: [
      async () => {
        const { id } = await creer(agence.admin, "Appartement", APPARTEMENT);
        return creer(agence.admin, "Intendance", { ...periode, AppartementId: id });
      },
      (rang) => ({ prix: 200 + rang }),
    ],
    Equipement: [
      () => creer(agence.admin, "Equipement", { nom: crypto.randomUUID() }),
      () => ({ nom: crypto.randomUUID() }),
    ],
    Variable: [
      () => creer(agence.admin, "Variable", { nom: crypto.randomUUID(), valeur: "0" }),
      (rang) => ({ valeur: `${rang + 1}` }),
    ],
    User: [
      async () => {
        const email = `${crypto.randomUUID()}@agence.example`;
        const { data } = await agence.admin.post<{ user: { id: number } }>("/User", {
          email,
          role: "user",
        });
        return data.user;
      },
      () => ({ email: `${crypto.randomUUID()}@agence.example` }),
    ],
    Fichier: [() => deposer(agence.admin), (rang) => ({ nom: `Bail ${rang}` })],
    Image: [
      async () =>
        (await envoyer<{ id: number }>(agence.admin, "/Image", [fichier(PNG, "a.png")])).data,
      () => ({}),
    ],
    Quitance: [
      async () => {
        const { DossierId } = await louer(agence.admin);
        const { data } = await agence.admin.post<{ id: number }>(
          `/Quitance/generate/${DossierId}`,
          {
            date: "2025-03-01",
          },
        );
        return data;
      },
      (rang) => ({ regle: false, statusInconu: false, montantPaye: rang + 1 }),
    ],
  };

  test.each(Object.entries(FICHES))("%s", async (entite, [preparer, change]) => {
    const { id } = await preparer();
    const lire = async () => (await agence.admin.get<Versionnee>(`/${entite}/${id}`)).data;
    // Only the dwelling of an image can change, so each call names a dwelling of its own.
    const logements =
      entite === "Image"
        ? await Promise.all(
            tours(A_LA_FOIS * 2).map(() => creer(agence.admin, "Appartement", APPARTEMENT)),
          )
        : [];
    const perimees = await compter(TOURS.versions, async (tour) => {
      const { version, updatedAt } = await lire();
      const lue = tour % 2 === 0 && version ? { version } : { updatedAt };
      const statuts = await Promise.all(
        tours(A_LA_FOIS).map(async (qui) => {
          const rang = (tour % 2) * A_LA_FOIS + qui;
          const logement = logements[rang] ? { AppartementId: logements[rang].id } : {};
          const nouveau = { ...change(tour * A_LA_FOIS + qui), ...logement, ...lue };
          return (await agence.admin.put(`/${entite}/${id}`, nouveau)).status;
        }),
      );
      const faites = statuts.filter((status) => status === 200).length;
      expect(statuts.filter((status) => status === 409).length).toBe(A_LA_FOIS - faites);
      return faites - 1;
    });
    expect({ perimees }).toEqual({ perimees: 0 });
  });

  test.each(Object.entries(FICHES))(
    "%s ne se supprime que tel qu’on l’a lu",
    async (entite, [preparer]) => {
      const { id } = await preparer();
      const lue = (await agence.admin.get<Versionnee>(`/${entite}/${id}`)).data;
      for (const perimee of [
        { version: lue.version + 1 },
        { updatedAt: "2020-01-01T00:00:00.000Z" },
      ]) {
        const { status, error } = await agence.admin.delete(`/${entite}/${id}`, perimee);
        expect([status, error.message]).toEqual([409, "Cette fiche a été modifiée entre-temps."]);
      }
      expect((await agence.admin.get(`/${entite}/${id}`)).status).toBe(200);
      const { version } = lue;
      const { status, error } = await agence.admin.delete(`/${entite}/${id}`, { version });
      expect(status === 204 || error.message.startsWith("Suppression impossible")).toBe(true);
    },
  );

  const quitance = async () => {
    const { DossierId } = await louer(agence.admin);
    const { data } = await agence.admin.post<Versionnee>(`/Quitance/generate/${DossierId}`, {
      date: "2025-03-01",
    });
    return data;
  };
  const aLaFois = (geste: (rang: number) => ReturnType<typeof agence.admin.put>) =>
    Promise.all(tours(3).map(geste));
  const issues = (reponses: readonly { status: number }[]) =>
    reponses.map(({ status }) => status).toSorted();

  test("annuler, renouveler, payer : un seul geste sur une version", async () => {
    const une = await quitance();
    const annulees = await aLaFois((rang) =>
      agence.admin.post(`/Quitance/${une.id}/annuler`, {
        motif: `Motif ${rang}`,
        version: une.version,
      }),
    );
    expect(issues(annulees)).toEqual([200, 409, 409]);

    const autre = await quitance();
    const { data } = await agence.admin.put<Versionnee>(`/Quitance/${autre.id}`, { relance: true });
    const perimee = await agence.admin.post(`/Quitance/${autre.id}/annuler`, {
      motif: "Trop tard",
      version: autre.version,
    });
    expect([perimee.status, perimee.error.message]).toEqual([
      409,
      "Cette fiche a été modifiée entre-temps.",
    ]);
    const basculees = await aLaFois((rang) =>
      agence.admin.get(`/Quitance/switchState/${rang !== 1}/${autre.id}?version=${data.version}`),
    );
    expect(issues(basculees)).toEqual([200, 409, 409]);

    const { id: AppartementId } = await creer(agence.admin, "Appartement", APPARTEMENT);
    const intendance = await creer<Versionnee>(agence.admin, "Intendance", {
      ...periode,
      AppartementId,
    });
    await agence.admin.put(`/Intendance/${intendance.id}`, { prix: 300 });
    const renouveler = (version: number) =>
      agence.admin.put(`/Intendance/${intendance.id}/renouveler`, { version });
    expect((await renouveler(intendance.version)).status).toBe(409);
    expect(issues(await aLaFois(() => renouveler(intendance.version + 1)))).toEqual([
      200, 409, 409,
    ]);
  });

  test("un lot laisse celles qui ont changé, et le dit", async () => {
    const [lue, changee, sans] = [await quitance(), await quitance(), await quitance()];
    await agence.admin.put(`/Quitance/${changee.id}`, { relance: true });
    await agence.admin.put(`/Quitance/${sans.id}`, { relance: true });
    const { data } = await agence.admin.post("/Quitance/lot", {
      ids: [lue, changee, sans].map(({ id }) => id),
      regle: true,
      versions: { [lue.id]: lue.version, [changee.id]: changee.version },
    });
    expect(data).toMatchObject({
      changees: [lue.id, sans.id],
      refusees: [
        { id: changee.id, motif: "Elle a été modifiée entre-temps\u00A0: elle est inconnue." },
      ],
    });
  });

  test.each([
    ["à venir", ["2030-01-31", "2030-02-28", "2030-03-31"]],
    ["passés", ["2025-06-30", "2025-07-31", "2025-08-31"]],
  ])("trois clôtures d’un dossier à des jours %s : une passe", async (_, jours) => {
    const { DossierId, AppartementId, LocataireId } = await louer(agence.admin);
    const { version } = (await agence.admin.get<Versionnee>(`/Dossier/${DossierId}`)).data;
    const clotures = await aLaFois((rang) =>
      agence.admin.delete(`/Appartement/${AppartementId}/tenant/remove/${LocataireId}`, {
        DossierId,
        dateSortie: jours[rang],
        version,
      }),
    );
    expect(issues(clotures)).toEqual([200, 409, 409]);
    const faite = clotures.findIndex(({ status }) => status === 200);
    const { data } = await agence.admin.get<DossierDetail>(`/Dossier/${DossierId}`);
    expect(data.dateSortie).toBe(jours[faite]);
  });
});

test("un dossier rouvert n’est pas supprimé au même instant", async () => {
  const disparus = await compter(TOURS.dossier, async () => {
    const clos = { bail: { dateSortie: "2025-06-30" } };
    const { DossierId } = await louer(agence.admin, clos);
    const [reouverture] = await Promise.all([
      agence.user.put(`/Dossier/${DossierId}`, { dateSortie: null }),
      agence.user_delete.delete(`/Dossier/${DossierId}`),
    ]);
    const { status } = await agence.admin.get<DossierDetail>(`/Dossier/${DossierId}`);
    return Number(reouverture.status === 200 && status === 404);
  });
  expect({ disparus }).toEqual({ disparus: 0 });
});

test("clore un dossier ne défait pas ce qu’un autre y écrit au même instant", async () => {
  const defaits = await compter(TOURS.dossier, async () => {
    const { DossierId, AppartementId, LocataireId } = await louer(agence.admin);
    const [fin] = await Promise.all([
      agence.user.put(`/Dossier/${DossierId}`, { dateFinBail: "2030-06-30" }),
      agence.user.delete(`/Appartement/${AppartementId}/tenant/remove/${LocataireId}`, {
        DossierId,
        dateDebutPreavis: "2026-06-01",
        dateFinPreavis: "2026-09-01",
      }),
    ]);
    const { data } = await agence.admin.get<DossierDetail>(`/Dossier/${DossierId}`);
    return Number(fin.status === 200 && data.dateFinBail !== "2030-06-30");
  });
  expect({ defaits }).toEqual({ defaits: 0 });
});

test("le contact d’un bien en est un propriétaire, même retiré au même instant", async () => {
  const etrangers = await compter(TOURS.contact, async () => {
    const { AppartementId } = await louer(agence.admin);
    const autre = await creer(agence.admin, "Client", PROPRIETAIRE);
    await agence.admin.put(`/Appartement/${AppartementId}/owner/add/${autre.id}`);
    await Promise.all([
      agence.admin.put(`/Appartement/${AppartementId}`, { defaultContact: autre.id }),
      agence.admin.delete(`/Appartement/${AppartementId}/owner/remove/${autre.id}`),
    ]);
    const { data } = await agence.admin.get<AppartementDetail>(`/Appartement/${AppartementId}`);
    const contact = data.defaultContact ?? null;
    return Number(contact !== null && !data.proprietaires.some(({ id }) => id === contact));
  });
  expect({ etrangers }).toEqual({ etrangers: 0 });
});

test("ce que l’agence note n’est pas effacé par la réponse du locataire au même instant", async () => {
  const { DossierId } = await louer(agence.admin);
  const effacees = await compter(TOURS.reponse, async (tour) => {
    const debut = new Date(Date.UTC(2025, tour, 1)).toISOString().slice(0, 10);
    const { data } = await agence.admin.post<{ id: number }>(`/Quitance/generate/${DossierId}`, {
      date: debut,
    });
    const [quittance] = await db.select().from(quitances).where(eq(quitances.id, data.id));
    await Promise.all([
      agence.user.get(`/Quitance/switchState/true/${data.id}`),
      agence.personne.post(`/Quitance/validation/false/${quittance?.uuid}`),
    ]);
    const notee = await agence.admin.get<QuittanceDetail>(`/Quitance/${data.id}`);
    return Number(notee.data.etat !== "payee" || notee.data.source !== "agence");
  });
  expect({ effacees }).toEqual({ effacees: 0 });
});

describe("Les versions", () => {
  test("sont comptées par un déclencheur de chaque table qui en a", async () => {
    const sans = await db.all<{ name: string }>(sql`SELECT name FROM sqlite_master
      WHERE type = 'table' AND EXISTS (SELECT 1 FROM pragma_table_info(name) WHERE name = 'version')
        AND NOT EXISTS (SELECT 1 FROM sqlite_master declencheur WHERE declencheur.type = 'trigger'
          AND declencheur.tbl_name = sqlite_master.name AND declencheur.name = sqlite_master.name || '_version')`);
    const avec = await db.all(sql`SELECT 1 FROM sqlite_master WHERE type = 'trigger'`);
    expect({ sans, nombre: avec.length > 10 }).toEqual({ sans: [], nombre: true });
  });

  test("de deux écritures dans la même milliseconde portent deux instants", async () => {
    const { id, version, updatedAt } = await creer<Versionnee>(
      agence.admin,
      "Client",
      PROPRIETAIRE,
    );
    const ecrire = (nom: string) =>
      db
        .update(clients)
        .set({ nom, updatedAt })
        .where(eq(clients.id, id))
        .returning({ id: clients.id });
    await db.write({ premiere: ecrire("Un"), seconde: ecrire("Deux") });
    const [fiche] = await db.select().from(clients).where(eq(clients.id, id));
    expect(fiche?.version).toBe(version + 2);
    const ecart = Date.parse(fiche?.updatedAt ?? "") - Date.parse(updatedAt);
    expect(ecart).toBe(2);
  });
});

test("une modification qui ne change rien n’écrit rien", async () => {
  const { id, version } = await creer<Versionnee>(agence.admin, "Client", PROPRIETAIRE);
  const histoire = async () => (await agence.admin.get(`/History?entite=Client&id=${id}`)).total;
  const avant = await histoire();
  const { data } = await agence.admin.put<Versionnee>(`/Client/${id}`, { nom: PROPRIETAIRE.nom });
  expect([data.version, await histoire()]).toEqual([version, avant]);
});
