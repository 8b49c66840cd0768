import { strFromU8, unzipSync } from "fflate";
import { beforeEach, describe, expect, it } from "vitest";
import { ajouterJours, aujourdhui, dansMois, jourEnLettres } from "#domain/dates.ts";
import type { AvenantRow } from "#domain/gerance/mandats/actes-mandat.ts";
import type { ConditionsRow } from "#domain/gerance/mandats/conditions.ts";
import type { RegistreMandatRow } from "#domain/gerance/mandats/registre-mandats.ts";
import type { MissionDetail } from "#domain/missions/mission-fiche.ts";
import type { SuiviListe } from "#domain/suivi/suivi.ts";
import {
  type Agence,
  APPARTEMENT,
  creer,
  MISSION,
  ouvrirAgence,
  PROPRIETAIRE,
} from "../../support/agence/agence.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";
import { freshHouse } from "../../support/worker/database.ts";

let agence: Agence;
let id: number;

beforeEach(async () => {
  await freshHouse();
  agence = await ouvrirAgence();
  await agence.admin.post("/RegistreMandat/ouvrir", { premier: 42, mandats: [] });
  ({ id } = await creer(agence.user, "Mission", {
    ...MISSION,
    dateSignature: "2026-03-12",
    duree: 12,
    valeurMissionAppt: 540,
  }));
});

const AUJOURDHUI = aujourdhui(new Date());

const mettre = <T = MissionDetail & { warnings?: string[] }>(values: object) =>
  agence.user.put<T>(`/Mission/${id}`, values);
const lier = async (prenom = "Jeanne") => {
  const client = await creer(agence.user, "Client", { ...PROPRIETAIRE, prenom });
  await agence.user.put(`/Mission/${id}/client/add/${client.id}`);
  return client.id;
};
const couvrir = async (adresse = APPARTEMENT.adresse) => {
  const bien = await creer(agence.user, "Appartement", { ...APPARTEMENT, adresse });
  await agence.user.put(`/Mission/${id}/appartement/add/${bien.id}`);
};
const convenir = (values: object) =>
  agence.admin.put<ConditionsRow[]>(`/Mission/${id}/conditions`, {
    depuis: "2026-03-01",
    modeFonds: "proprietaire",
    ...values,
  });
const inscrire = async () => {
  await lier();
  await couvrir();
  expect((await convenir({ tauxHonoraires: 6 })).status).toBe(200);
};
const lire = async () => (await agence.user.get<MissionDetail>(`/Mission/${id}`)).data;
const notes = async () =>
  (await agence.user.get<RegistreMandatRow[]>(`/RegistreMandat?MissionId=${id}&sort=id`)).data.map(
    ({ observation }) => observation?.replaceAll("\u00A0", " ") ?? "inscription",
  );
const avenants = async () => (await agence.user.get<AvenantRow[]>(`/Mission/${id}/avenants`)).data;
const imprimer = async (chemin = `/Mission/${id}/ordreMission`) => {
  const { data, error } = await agence.user.get<{ generated: string; warnings: string[] }>(
    `${chemin}/generate`,
  );
  if (!data) throw new Error(JSON.stringify(error));
  const pdf = await agence.user.fetch(`/files/${data.generated}`);
  return readPdf(new Uint8Array(await pdf.arrayBuffer())).text.replaceAll("\u00A0", " ");
};

const regler = async (nom: string, valeur: string) => {
  const { data } = await agence.admin.get<{ id: number; nom: string }[]>("/Variable");
  const { id: reglage } = data.find((variable) => variable.nom === nom) ?? { id: 0 };
  expect((await agence.admin.put(`/Variable/${reglage}`, { valeur })).status).toBe(200);
};

const ACOMPTE = { dateDepart: "2026-04-01", dateFin: "2026-04-30", prix: 180, tva: 20 };

describe("L’inscription", () => {
  it("attend un mandant, un logement et des conditions, qu’elle dit ; la dernière la fait", async () => {
    expect((await lire()).auRegistre).toBe(false);
    const dit = await mettre({ duree: 24 });
    expect(dit.data.warnings).toEqual([
      expect.stringContaining("un mandant, un logement, ses conditions"),
    ]);
    await lier();
    await couvrir();
    expect(await lire()).toMatchObject({ auRegistre: false, numRegistre: null });
    expect(await imprimer()).toContain("sous le n° ……");
    await convenir({ tauxHonoraires: 6 });
    expect(await lire()).toMatchObject({ auRegistre: true, numRegistre: "000042" });
    expect(await notes()).toEqual(["inscription"]);
    expect(await imprimer()).toContain("sous le n° 000042");
  });

  it("ne remplace pas un numéro tapé : elle refuse, et dit quoi faire", async () => {
    const tape = await agence.user.post("/Mission", {
      ...MISSION,
      dateSignature: "2026-03-12",
      numRegistre: "G-0099",
    });
    expect([tape.status, tape.error.fields?.numRegistre]).toEqual([
      422,
      expect.stringContaining("effacez celui-ci"),
    ]);
  });

  it("d’un mandat de location est celle du registre des transactions, au numéro que l’agence en donne", async () => {
    const { id: location } = await creer(agence.user, "Mission", {
      ...MISSION,
      type: "location",
      dateSignature: "2026-03-12",
      numRegistre: "T-0003",
    });
    expect(await imprimer(`/Mission/${location}/ordreMission`)).toContain(
      "registre des mandats « Transactions » sous le n° T-0003",
    );
  });

  it("par l’ouverture du registre garde chaque mandat tel qu’il est ce jour-là", async () => {
    await freshHouse();
    agence = await ouvrirAgence();
    ({ id } = await creer(agence.user, "Mission", { ...MISSION, dateSignature: "2026-03-12" }));
    await inscrire();
    const ouverte = await agence.admin.post("/RegistreMandat/ouvrir", {
      premier: 8,
      mandats: [{ MissionId: id, numero: 7 }],
    });
    expect(ouverte.status).toBe(201);
    await agence.user.put("/Client/1", { nom: "Nouveau", adresse: "9 rue Changée" });
    const papier = await imprimer();
    expect(papier).toContain("sous le n° 000007");
    expect(papier).not.toMatch(/NOUVEAU|rue Changée/);
  });

  it("attend le jour de la signature, s’il est à venir", async () => {
    const { id: aVenir } = await creer(agence.user, "Mission", { ...MISSION, dateSignature: null });
    id = aVenir;
    await inscrire();
    const dit = await mettre({ dateSignature: ajouterJours(AUJOURDHUI, 30) });
    expect(dit.data.warnings).toEqual([expect.stringContaining("datée d’un jour à venir")]);
    expect(await lire()).toMatchObject({ auRegistre: false, honorairesPermis: false });
    await mettre({ dateSignature: AUJOURDHUI });
    expect((await lire()).auRegistre).toBe(true);
  });
});

describe("Un mandat inscrit", () => {
  beforeEach(inscrire);

  it("s’imprime toujours comme il a été signé : ce qui change est un avenant, noté et à signer", async () => {
    const signe = await imprimer();
    expect(signe).toContain("540,00 €");
    expect(signe).toContain("6 % HT");
    const change = await mettre({ duree: 36, valeurMissionAppt: 900, honorairesEdlMandant: 90 });
    expect(change.data.warnings).toEqual([expect.stringMatching(/avenant n°\s1 au mandat/)]);
    expect((await convenir({ depuis: "2026-05-01", tauxHonoraires: 9, tauxTva: 20 })).status).toBe(
      200,
    );
    await lier("Anne");
    await couvrir("8 rue de Sèze");
    await agence.user.put(`/Client/1`, { adresse: "1 rue Neuve" });
    expect(await imprimer()).toBe(signe);
    expect(await notes()).toEqual([
      "inscription",
      expect.stringMatching(
        /^Avenant n° 1 : durée, forfait par appartement, état des lieux à la charge du mandant, à compter/,
      ),
      "Avenant n° 2 : honoraires de gestion, à compter du 01/05/2026.",
      expect.stringMatching(/^Avenant n° 3 : mandant ajouté, Madame Anne DE LA TOUR/),
      expect.stringMatching(/^Avenant n° 4 : bien ajouté, 8 rue de Sèze/),
    ]);
    const [quatre, trois, deux, un] = await avenants();
    expect(un?.changements.map(({ nom, avant, apres }) => [nom, avant, apres])).toEqual([
      ["Durée", "12\u00A0mois", "36\u00A0mois"],
      ["Forfait par appartement", "540,00\u00A0€ TTC", "900,00\u00A0€ TTC"],
      ["État des lieux à la charge du mandant", "aucun", "90,00\u00A0€"],
    ]);
    const papiers = await Promise.all(
      [un, deux, trois, quatre].map((row) => imprimer(`/Avenant/${row?.id}/papier/${id}`)),
    );
    expect(papiers.map((papier) => papier.match(/AVENANT N° \d/)?.[0])).toEqual([
      "AVENANT N° 1",
      "AVENANT N° 2",
      "AVENANT N° 3",
      "AVENANT N° 4",
    ]);
    expect(papiers[0]).toContain("36 mois");
    expect(papiers[0]).toContain("signé le 12 mars 2026");
    expect(papiers[0]).toContain(`compter du ${jourEnLettres(AUJOURDHUI)}`);
    expect(papiers[1]).toContain("9 % HT");
    expect(papiers[2]).toContain("Anne");
    expect(papiers[0]).not.toContain("Anne");
    const [conditions] = (await agence.user.get<ConditionsRow[]>(`/Mission/${id}/conditions`)).data;
    expect(conditions?.avenant).toBe(true);
    expect(await imprimer(`/ConditionsMandat/${conditions?.id}/avenant/${id}`)).toBe(papiers[1]);
  });

  it("ne change pas quand un acompte est demandé, ou payé, après la signature", async () => {
    const signe = await imprimer();
    const { id: acompte } = await creer(agence.user, "Accompte", {
      ...ACOMPTE,
      MissionId: id,
    });
    expect(await imprimer()).toBe(signe);
    const paye = { regle: true, datePaiement: AUJOURDHUI };
    expect((await agence.user.put(`/Accompte/${acompte}`, paye)).status).toBe(200);
    expect(await imprimer()).toBe(signe);
  });

  it("a des avenants qui nomment pour toujours leurs parties et l’agence de leur jour", async () => {
    await mettre({ duree: 36 });
    const [un] = await avenants();
    const papier = () => imprimer(`/Avenant/${un?.id}/papier/${id}`);
    const signe = await papier();
    await agence.user.put("/Client/1", { nom: "Nouveau", adresse: "9 rue Changée" });
    await regler("agenceNom", "Agence Renommée");
    await regler("garantNom", "Un autre garant");
    expect(await papier()).toBe(signe);
    await mettre({ duree: 48 });
    const [deux] = await avenants();
    const suivant = await imprimer(`/Avenant/${deux?.id}/papier/${id}`);
    expect(suivant).toContain("Agence Renommée");
    expect(suivant).toContain("NOUVEAU");
  });

  it("est de l’export de chacun de ses mandants, avec les avenants qu’il a signés", async () => {
    const anne = await lier("Anne");
    const etranger = await creer(agence.user, "Client", { ...PROPRIETAIRE, prenom: "Autre" });
    const exporter = async (ClientId: number) => {
      const zip = await agence.admin.fetch(`/api/Client/${ClientId}/export`);
      const { "donnees.json": json = new Uint8Array() } = unzipSync(
        new Uint8Array(await zip.arrayBuffer()),
      );
      const { actesMandat } = JSON.parse(strFromU8(json)) as {
        actesMandat: { rang: number; contenu: { mandat?: { agence?: object } } }[];
      };
      return actesMandat;
    };
    const [signe, ...avenants] = await exporter(1);
    expect(signe).toMatchObject({ rang: 0, contenu: { mandat: { mission: { duree: 12 } } } });
    expect(signe?.contenu.mandat?.agence).toBeUndefined();
    expect(avenants.map(({ rang }) => rang)).toEqual([1]);
    expect((await exporter(anne)).map(({ rang }) => rang)).toEqual([1]);
    expect(await exporter(etranger.id)).toEqual([]);
  });

  it("a ses échéances selon sa fin notée ou annulée, quoi qu’écrive le registre", async () => {
    ({ id } = await creer(agence.user, "Mission", {
      ...{ ...MISSION, dateSignature: dansMois(AUJOURDHUI, -10), duree: 12 },
      valeurMissionAppt: 540,
    }));
    await inscrire();
    const { numRegistre } = await lire();
    const observer = (nature: string, texte: string) =>
      agence.admin.post(`/RegistreMandat/${Number(numRegistre)}/observation`, {
        ...{ nature, date: AUJOURDHUI, texte },
      });
    const suivies = async () =>
      (await agence.user.get<SuiviListe["data"]>(`/Suivi?MissionId=${id}`)).data.map(
        ({ genre }) => genre,
      );
    expect(await suivies()).toEqual(["reconduction"]);
    expect((await observer("resiliation", "du bail de M. Petit")).status).toBe(201);
    expect(await suivies()).toEqual(["reconduction"]);
    const fin = { finLe: AUJOURDHUI, motif: "Congé du mandant" };
    expect((await agence.admin.put(`/Mission/${id}/fin`, fin)).status).toBe(200);
    await observer("autre", "la résiliation du 31/12/2026 est sans effet. Essai");
    expect(await suivies()).toEqual([]);
    await agence.admin.post(`/Mission/${id}/fin/annuler`, { motif: "Le mandant reste" });
    expect(await suivies()).toEqual(["reconduction"]);
  });

  it("garde sa date ; retirée, il est annulé et ne se signe plus", async () => {
    const corrige = await mettre({ dateSignature: "2026-03-13" });
    expect([corrige.status, corrige.error.fields?.dateSignature]).toEqual([
      422,
      expect.stringContaining("créez la mission à nouveau"),
    ]);
    expect((await convenir({ depuis: "2025-12-01", tauxHonoraires: 9 })).error.fields).toEqual({
      depuis: expect.stringContaining("au plus tôt le mois de sa signature"),
    });
    expect((await mettre({ dateSignature: null })).status).toBe(200);
    expect((await lire()).honorairesPermis).toBe(false);
    expect(await imprimer()).toContain("inscription annulée");
    const encore = await mettre({ dateSignature: "2026-03-13" });
    expect(encore.error.fields?.dateSignature).toContain("créez une nouvelle mission");
    expect(await notes()).toEqual([
      "inscription",
      "Mandat annulé : sa date de signature est retirée. Le numéro reste.",
    ]);
  });
});

describe("Un avenant plus ancien que le registre", () => {
  it("s’imprime avec les parties et l’agence du mandat qui est gardé", async () => {
    await freshHouse();
    agence = await ouvrirAgence();
    ({ id } = await creer(agence.user, "Mission", { ...MISSION, dateSignature: "2026-03-12" }));
    await inscrire();
    expect((await convenir({ depuis: "2026-05-01", tauxHonoraires: 9 })).status).toBe(200);
    await agence.admin.post("/RegistreMandat/ouvrir", {
      premier: 8,
      mandats: [{ MissionId: id, numero: 7 }],
    });
    const [conditions] = (await agence.user.get<ConditionsRow[]>(`/Mission/${id}/conditions`)).data;
    const papier = () => imprimer(`/ConditionsMandat/${conditions?.id}/avenant/${id}`);
    const signe = await papier();
    expect(signe).toContain("AVENANT N° 1");
    await agence.user.put("/Client/1", { nom: "Nouveau", adresse: "9 rue Changée" });
    await regler("agenceNom", "Agence Renommée");
    expect(await papier()).toBe(signe);
  });
});

it("Un mandat signé dans une agence qui tient son registre ailleurs ne dit pas ce qui est payé après", async () => {
  await freshHouse();
  agence = await ouvrirAgence();
  ({ id } = await creer(agence.user, "Mission", {
    ...MISSION,
    dateSignature: "2026-03-12",
    numRegistre: "G-7",
    valeurMissionAppt: 540,
  }));
  await inscrire();
  const signe = await imprimer();
  const paye = { ...ACOMPTE, MissionId: id, regle: true, datePaiement: AUJOURDHUI };
  await creer(agence.user, "Accompte", paye);
  expect(await imprimer()).toBe(signe);
});

describe("Un mandat de location", () => {
  const location = async (numRegistre: string | null) => {
    ({ id } = await creer(agence.user, "Mission", {
      ...MISSION,
      type: "location",
      dateSignature: "2026-03-12",
      numRegistre,
      valeurMissionAppt: 540,
      reliquat: 540,
    }));
    await lier();
    await couvrir();
  };

  it("signé sous son numéro, s’imprime comme il a été signé : ce qui change est un avenant", async () => {
    await location("T-0003");
    const signe = await imprimer();
    expect(signe).toContain("540,00 €");
    const change = await mettre({ nbAppart: 2, valeurMissionAppt: 900 });
    expect(change.data.warnings).toEqual([
      expect.stringMatching(/avenant n°\s1 au mandat.*registre des transactions/),
    ]);
    await lier("Anne");
    await couvrir("8 rue de Sèze");
    await agence.user.put("/Client/1", { adresse: "1 rue Neuve" });
    await regler("agenceNom", "Agence Renommée");
    expect(await imprimer()).toBe(signe);
    expect(await lire()).toMatchObject({ auRegistre: true, canDelete: false });
    const [trois, deux, un] = await avenants();
    expect(un?.changements.map(({ nom, avant, apres }) => [nom, avant, apres])).toEqual([
      ["Nombre d’appartements", "1", "2"],
      ["Forfait par appartement", "540,00\u00A0€ TTC", "900,00\u00A0€ TTC"],
    ]);
    const papiers = await Promise.all(
      [un, deux, trois].map((row) => imprimer(`/Avenant/${row?.id}/papier/${id}`)),
    );
    expect(papiers.map((papier) => papier.match(/AVENANT N° \d AU [A-Z ]+N° T-0003/)?.[0])).toEqual(
      [
        "AVENANT N° 1 AU MANDAT DE RECHERCHE DE LOCATAIRE N° T-0003",
        "AVENANT N° 2 AU MANDAT DE RECHERCHE DE LOCATAIRE N° T-0003",
        "AVENANT N° 3 AU MANDAT DE RECHERCHE DE LOCATAIRE N° T-0003",
      ],
    );
    expect(papiers[0]).toContain("signé le 12 mars 2026");
    expect(papiers[1]).toContain("Anne");
  });

  it("ne change pas quand un acompte est payé après la signature", async () => {
    await location("T-0003");
    const signe = await imprimer();
    await creer(agence.user, "Accompte", {
      ...ACOMPTE,
      MissionId: id,
      regle: true,
      datePaiement: AUJOURDHUI,
    });
    expect(await imprimer()).toBe(signe);
  });

  it("sans numéro, n’engage personne : sa fiche se corrige ; son numéro l’arrête", async () => {
    await location(null);
    expect((await mettre({ valeurMissionAppt: 600, reliquat: 600 })).data.warnings).toEqual([]);
    expect(await avenants()).toEqual([]);
    await mettre({ numRegistre: "T-0004" });
    await mettre({ valeurMissionAppt: 700, reliquat: 700 });
    expect(await imprimer()).toContain("600,00 €");
    expect((await avenants()).length).toBe(1);
  });

  it("garde sa date, son numéro et son type ; sa signature retirée, il est annulé", async () => {
    await location("T-0003");
    const refus = await Promise.all(
      [{ dateSignature: "2026-03-13" }, { numRegistre: "T-0009" }, { type: "prestation" }].map(
        (values) => mettre(values),
      ),
    );
    expect(refus.map(({ status, error }) => [status, Object.keys(error.fields ?? {})])).toEqual([
      [422, ["dateSignature"]],
      [422, ["numRegistre"]],
      [422, ["type"]],
    ]);
    expect((await agence.admin.delete(`/Mission/${id}`)).status).toBe(409);
    expect((await mettre({ dateSignature: null })).status).toBe(200);
    expect(await imprimer()).toContain("inscription annulée");
    expect((await lire()).honorairesPermis).toBe(false);
    expect((await mettre({ dateSignature: "2026-03-12" })).error.fields).toEqual({
      dateSignature: expect.stringContaining("créez une nouvelle mission"),
    });
  });
});

describe("Sans inscription", () => {
  it("un acompte se prévoit, et ne s’encaisse pas : la mission le dit ; une fois inscrit, si", async () => {
    const paye = { ...ACOMPTE, regle: true, datePaiement: "2026-04-02" };
    const noter = (values: object) => agence.user.post<{ id: number }>("/Accompte", values);
    const prevu = await noter({ ...ACOMPTE, MissionId: id });
    expect(prevu.status).toBe(201);
    const refus = await noter({ ...paye, MissionId: id });
    expect([refus.status, refus.error.message]).toEqual([
      409,
      expect.stringContaining("aucune somme ne peut être encaissée"),
    ]);
    const encaisser = () =>
      agence.user.put(`/Accompte/${prevu.data.id}`, { regle: true, datePaiement: "2026-04-02" });
    expect((await encaisser()).status).toBe(409);
    expect((await lire()).honorairesPermis).toBe(false);
    const libre = await noter({ ...paye, MissionId: null });
    const lien = `/Mission/${id}/accompte/add/${libre.data.id}`;
    expect((await agence.user.put(lien)).status).toBe(422);
    await inscrire();
    expect((await lire()).honorairesPermis).toBe(true);
    expect((await encaisser()).status).toBe(200);
    expect((await agence.user.put(lien)).status).toBe(200);
  });
});
