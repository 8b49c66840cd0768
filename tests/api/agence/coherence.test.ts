import { beforeAll, describe, expect, test } from "vitest";
import {
  type Agence,
  APPARTEMENT,
  BAIL,
  creer,
  LOCATAIRE,
  louer,
  ouvrirAgence,
  PROPRIETAIRE,
} from "../../support/agence/agence.ts";

type Fiche = Record<string, unknown> & { id: number; updatedAt: string };

let agence: Agence;
beforeAll(async () => {
  agence = await ouvrirAgence();
});

const champsRefuses = ({ status, error }: { status: number; error?: { fields?: object } }) => [
  status,
  Object.keys(error?.fields ?? {}),
];

describe("Ce qui dépend d’une autre fiche", () => {
  test.each(["abc", "true", "1e999", "01", "99999999999999999999"])(
    "un contact pour l’appartement « %s » est 400",
    async (id) => {
      const { status } = await agence.user.put(`/Appartement/${id}`, { defaultContact: 1 });
      expect(status).toBe(400);
    },
  );

  test("le contact d’un appartement change sa version avec lui", async () => {
    const client = await creer(agence.user, "Client", PROPRIETAIRE);
    const logement = await creer(agence.user, "Appartement", APPARTEMENT);
    await agence.user.put(`/Appartement/${logement.id}/owner/add/${client.id}`);
    const { status } = await agence.user.put(`/Appartement/${logement.id}`, {
      defaultContact: null,
      updatedAt: logement.updatedAt,
    });
    expect(status).toBe(409);
  });

  test("nul n’est son propre conjoint", async () => {
    const { id } = await creer(agence.user, "Client", PROPRIETAIRE);
    const autre = await creer(agence.user, "Client", PROPRIETAIRE);
    const marier = (mariage: number) => agence.user.put<Fiche>(`/Client/${id}`, { mariage });
    expect(champsRefuses(await marier(id))).toEqual([422, ["mariage"]]);
    expect((await marier(autre.id)).data).toMatchObject({ mariage: autre.id });
  });

  test("l’état des lieux d’un dossier reste celui de son appartement, même quand le dossier en change", async () => {
    const { DossierId, AppartementId } = await louer(agence.user);
    const ailleurs = await creer(agence.user, "Appartement", { ...APPARTEMENT, loyerHC: 1 });
    const { data } = await agence.user.put<{ dossier: { etatIn: number } }>(
      `/Dossier/${DossierId}/etatIn/set`,
      {
        lieu: "Paris",
        date: "2025-01-01",
        clef: "2",
        eauFroide: "1",
        eauChaude: "1",
        chauffage: "1",
        antenne: "1",
        amenagement: "aucun",
      },
    );
    const etat = `/EtatLieux/${data.dossier.etatIn}`;
    const deplace = await agence.user.put(etat, { AppartementId: ailleurs.id });
    expect(champsRefuses(deplace)).toEqual([422, ["AppartementId"]]);
    expect((await agence.user.put(etat, { AppartementId })).status).toBe(200);

    await agence.user.put(`/Dossier/${DossierId}`, { AppartementId: ailleurs.id, loyerHC: 777 });
    expect((await agence.user.get(etat)).data).toMatchObject({ AppartementId: ailleurs.id });
    const { data: logement } = await agence.user.get<{ history: { etat: string }[] }>(
      `/Appartement/${ailleurs.id}`,
    );
    expect(logement).toMatchObject({ loyer: { loyerHC: 777, charge: 100, loyerTCC: 877 } });
    expect(logement.history[0]).toMatchObject({ etat: "Entrée d’un locataire" });
    await agence.user.put(`/Appartement/${ailleurs.id}`, { loyerHC: 800 });
    await agence.user.put(`/Dossier/${DossierId}`, { jourQuitance: 6 });
    expect((await agence.user.get(`/Appartement/${ailleurs.id}`)).data).toMatchObject({
      loyerHC: 800,
    });
  });

  test("attribuer deux fois un appartement au même locataire n’ouvre qu’un dossier", async () => {
    const { id } = await creer(agence.user, "Appartement", APPARTEMENT);
    const locataire = await creer(agence.user, "Locataire", LOCATAIRE);
    const attribuer = (bail: object) =>
      agence.user.put<{ dossier: Fiche; appartement: { locataires: object[] } }>(
        `/Appartement/${id}/tenant/add/${locataire.id}`,
        { ...BAIL, ...bail },
      );
    const premier = await attribuer({ dateFinBail: "2099-12-31" });
    const second = await attribuer({ dateFinBail: "2099-12-31" });
    expect([second.status, second.data]).toEqual([200, premier.data]);
    expect(second.data.appartement.locataires).toHaveLength(1);
    const suivant = await attribuer({ dateEntree: "2100-01-01", dateDebutBail: "2100-01-01" });
    expect(suivant.data.dossier.id).not.toBe(premier.data.dossier.id);
    const encore = await attribuer({ dateFinBail: "2099-12-31" });
    expect(encore.data.dossier).toEqual(premier.data.dossier);
  });

  test("six personnes à la fois n’attribuent, ne rendent et ne suppriment qu’une fois", async () => {
    const six = async (appel: () => Promise<{ status: number }>) =>
      (await Promise.all(Array.from({ length: 6 }, appel))).map(({ status }) => status).sort();
    const { id } = await creer(agence.user, "Appartement", APPARTEMENT);
    const locataire = await creer(agence.user, "Locataire", LOCATAIRE);
    const lien = (verbe: string) => `/Appartement/${id}/tenant/${verbe}/${locataire.id}`;
    const combien = async (entite: string, fiche: number, etat: string) =>
      (
        await agence.user.get<{ etat: string }[]>(`/History?entite=${entite}&id=${fiche}`)
      ).data.filter((une) => une.etat === etat).length;

    expect(await six(() => agence.user.put(lien("add"), BAIL))).toEqual(Array(6).fill(200));
    expect((await agence.user.get(`/Dossier?AppartementId=${id}`)).total).toBe(1);
    expect(await combien("Appartement", id, "Entrée d’un locataire")).toBe(1);
    expect(await six(() => agence.user.delete(lien("remove")))).toEqual([
      200,
      ...Array(5).fill(404),
    ]);
    expect(await combien("Appartement", id, "Sortie d’un locataire")).toBe(1);

    const seul = await creer(agence.user, "Client", PROPRIETAIRE);
    expect(await six(() => agence.admin.delete(`/Client/${seul.id}`))).toEqual([
      204,
      ...Array(5).fill(404),
    ]);
    expect(await combien("Client", seul.id, "Suppression")).toBe(1);
  });
});

describe("Des blancs", () => {
  test("valent un champ vide : null, ou le défaut de la cave", async () => {
    const { id } = await creer(agence.user, "Appartement", APPARTEMENT);
    const { data } = await agence.user.put(`/Appartement/${id}`, {
      situation: " \t ",
      cave: true,
      caveNum: "  ",
    });
    expect(data).toMatchObject({ situation: null, caveNum: "0" });
  });

  test("ne remplissent pas ce qui est requis", async () => {
    const { AppartementId } = await louer(agence.user);
    const depense = { nature: "depense", AppartementId, montant: 12, numFacture: "F1" };
    const refus = await agence.user.post("/Intendance", { ...depense, intitule: "   " });
    expect(champsRefuses(refus)).toEqual([422, ["intitule"]]);
    const mineur = await agence.user.post("/Locataire", {
      ...LOCATAIRE,
      mineurNom: "Petit",
      mineurPrenom: " ",
    });
    expect(champsRefuses(mineur)).toEqual([422, ["mineurPrenom"]]);
    const sansTelephone = await agence.user.post("/Locataire", {
      ...LOCATAIRE,
      mineurNom: "Petit",
      mineurPrenom: "Zoé",
    });
    expect(sansTelephone.status).toBe(201);
  });
});

test("Un préavis ne commence pas après la fin du bail, qui est aussi la sienne", async () => {
  const { DossierId } = await louer(agence.user);
  const dates = { dateDebutPreavis: "2031-01-01", dateFinBail: "2030-06-30" };
  const refus = await agence.user.put(`/Dossier/${DossierId}`, dates);
  expect(champsRefuses(refus)).toEqual([422, ["dateFinPreavis"]]);
  const { data } = await agence.user.put(`/Dossier/${DossierId}`, {
    ...dates,
    dateDebutPreavis: "2030-04-01",
  });
  expect(data).toMatchObject({ dateFinBail: "2030-06-30", dateFinPreavis: "2030-06-30" });
});

test.each([638.775, -1, 1e12])(
  "La base de l’encadrement est celle du serveur, même si l’on envoie %d",
  async (montantBase) => {
    const { DossierId } = await louer(agence.user);
    const { status, data } = await agence.user.put(`/Dossier/${DossierId}`, {
      encadrement: { surface: 38.25, loyerReference: 15, loyerReferenceMajore: 16.7, montantBase },
    });
    expect([status, data]).toMatchObject([
      200,
      { encadrement: { montantBase: 638.78, complementLoyer: 211.22 } },
    ]);
  },
);

test("Un locataire se trouve par son adresse, son code postal ou l’e-mail de son enfant", async () => {
  const { id } = await creer(agence.user, "Locataire", {
    ...LOCATAIRE,
    adresse: "18 quai des Brumes",
    codePostal: "76600",
    mineurNom: "Petit",
    mineurPrenom: "Zoé",
    mineurMail: "zoe.petit@exemple.fr",
    mineurTel: "07 00 11 22 33",
  });
  for (const q of ["quai des brumes", "76600", "zoe.petit@", "0700112233"]) {
    const { data } = await agence.user.get<Fiche[]>(`/Locataire?q=${encodeURIComponent(q)}`);
    expect([q, data.map((fiche) => fiche.id)]).toEqual([q, [id]]);
  }
});
