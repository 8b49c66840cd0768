import { beforeEach, describe, expect, it } from "vitest";
import type { DemandeDetail, PreparationDeSignature } from "#domain/signature/wire.ts";
import { type Agence, creer, MISSION } from "../../support/agence/agence.ts";
import {
  type BailASigner,
  mettreEnSignature,
  ouvrirAvecUnBail,
} from "../../support/agence/signature.ts";

let agence: Agence;
let bail: BailASigner;

beforeEach(async () => {
  ({ agence, bail } = await ouvrirAvecUnBail());
});

interface Papier {
  type: string;
  entiteId: number;
  sources?: Record<string, number>;
}

const leBail = (): Papier => ({ type: "contratLocation", entiteId: bail.DossierId });
const preparer = async ({ type, entiteId, sources = {} }: Papier) => {
  const query = `type=${type}&entiteId=${entiteId}${sources.id ? `&id=${sources.id}` : ""}`;
  return (await agence.user.get<PreparationDeSignature>(`/DemandeSignature/preparation?${query}`))
    .data;
};
const MOI = "user@agence.example";
const AGENCE = { role: "agence", rang: 2, nom: "Léa Martin" };
const LEA = { role: "locataire", nom: "Mme Léa Roy", mail: "lea@exemple.fr" };
const HUGO = { role: "locataire", nom: "M. Hugo Dupont", mail: "hugo@exemple.fr" };

const refusDe = async (papier: Papier, changements: object) => {
  const { status, error } = await mettreEnSignature(agence.user, papier, changements);
  return [status, error?.fields?.signataires ?? error?.message];
};

/** Gives the dwelling three owners: two people with the same last name, and a company. */
async function desMandants(): Promise<void> {
  const contact = {
    ...{ adresse: "3 place Bellecour", codePostal: "69002", ville: "Lyon" },
    ...{ adresseDefaut: "adresse", mailDefaut: "mailPerso", telDefaut: "mobilePerso" },
  };
  const personne = { ...contact, naissance: "1960-02-03" };
  const coindivisaires = [
    {
      ...personne,
      titre: "Monsieur",
      nom: "de La Tour",
      prenom: "Paul",
      mailPerso: "p@exemple.fr",
    },
    {
      ...{ nom: "SCI Les Lilas", qualite: "sci_familiale", mailPerso: "sci@exemple.fr" },
      ...{ representantNom: "M. Jean Petit", representantQualite: "gérant" },
      ...contact,
    },
  ];
  for (const valeurs of coindivisaires) {
    const { id } = await creer(agence.admin, "Client", valeurs);
    await agence.admin.put(`/Appartement/${bail.AppartementId}/owner/add/${id}`);
    mandants.push(id);
  }
}
let mandants: number[] = [];

async function unMandat(valeurs: object = { type: "location" }): Promise<Papier> {
  mandants = [bail.ClientId];
  await desMandants();
  const { id } = await creer(agence.admin, "Mission", {
    ...{ ...MISSION, ...valeurs, numRegistre: "2026-12", duree: 12 },
  });
  for (const ClientId of mandants) await agence.admin.put(`/Mission/${id}/client/add/${ClientId}`);
  await agence.admin.put(`/Mission/${id}/appartement/add/${bail.AppartementId}`);
  return { type: "ordreMission", entiteId: id };
}

async function uneIntendance(): Promise<Papier> {
  mandants = [bail.ClientId];
  await desMandants();
  const { id } = await creer(agence.admin, "Intendance", {
    ...{ nature: "mission", dateDepart: "2026-12-01", dateFin: "2026-12-31", prix: 120, tva: 20 },
    AppartementId: bail.AppartementId,
  });
  return {
    type: "ordreMissionIntendance",
    entiteId: id,
    sources: { id: bail.AppartementId },
  };
}

describe("Ce qu’un papier laisse en blanc", () => {
  it("se dit avant de le mettre en signature, jusque dans ses tableaux", async () => {
    expect(
      (await preparer(await unMandat({ valeurMissionAppt: 900 }))).avertissements,
    ).toContainEqual(expect.stringMatching(/^Laissé en blanc, .*«\u00A0Reliquat\u00A0»/));
  });
});

describe("Chacun de ceux que le papier nomme", () => {
  it("signe le bail, ou a quelqu’un qui dit signer pour lui", async () => {
    expect(await refusDe(leBail(), { signataires: [LEA, AGENCE] })).toEqual([
      422,
      "Ce document nomme M. Hugo Dupont, pour qui personne ne signe\u00A0: ajoutez ce signataire, ou dites en quelle qualité un autre signe à sa place («\u00A0pour M. Hugo Dupont, par procuration\u00A0»).",
    ]);
    const deux = [LEA, { ...LEA, nom: "Mme Anne Petit" }, AGENCE];
    expect((await refusDe(leBail(), { signataires: deux }))[0]).toBe(422);
    const procuration = {
      ...LEA,
      qualite: "pour elle-même et pour M. Hugo Dupont, procuration vue",
    };
    expect(await refusDe(leBail(), { signataires: [procuration, AGENCE] })).toEqual([
      201,
      undefined,
    ]);
  });

  it("garde son nom mieux écrit, et une correction ne le fait pas sortir du papier", async () => {
    const usage = { ...LEA, nom: "Mme Léa Roy-Martin" };
    const { status, data } = await mettreEnSignature(agence.user, leBail(), {
      signataires: [usage, HUGO, AGENCE],
    });
    expect(status).toBe(201);
    const hugo = data.signataires[1];
    const corriger = (valeurs: object) =>
      agence.user.put<DemandeDetail>(
        `/DemandeSignature/${data.id}/signataire/${hugo?.id}`,
        valeurs,
      );
    expect((await corriger({ nom: "Mme Anne Petit" })).error.fields?.nom).toMatch(
      /^Ce document nomme M. Hugo Dupont, pour qui personne ne signe/,
    );
    expect((await corriger({ nom: "Hugo Dupond" })).status).toBe(200);
    const mandataire = { nom: "Mme Anne Petit", qualite: "tutrice de M. Hugo Dupont" };
    expect((await corriger(mandataire)).status).toBe(200);
  });

  it.each([
    ["le mandat", unMandat],
    ["l’ordre d’intendance", uneIntendance],
  ])(
    "signe %s : deux personnes d’un nom, et la société par qui la représente",
    async (_, papier) => {
      const demande = await papier();
      const { signataires } = await preparer(demande);
      expect(signataires.map(({ nom }) => nom)).toEqual([
        ...["Mme Jeanne de La Tour", "M. Paul de La Tour", "M. Jean Petit", "Léa Martin"],
      ]);
      const sans = (...rangs: number[]) => ({
        signataires: signataires.filter((_un, rang) => !rangs.includes(rang)),
      });
      expect((await refusDe(demande, sans(1)))[1]).toMatch(
        /^Ce document nomme M. Paul de La Tour,/,
      );
      expect((await refusDe(demande, sans(1, 2)))[1]).toMatch(
        /^Ce document nomme M. Paul de La Tour et SCI Les Lilas, .* ajoutez ces signataires/,
      );
      const gerante = { nom: "Mme Anne Roche", qualite: "gérante de la SCI Les Lilas" };
      const change = signataires.map((un, rang) => (rang === 2 ? { ...un, ...gerante } : un));
      expect(await refusDe(demande, { signataires: change })).toEqual([201, undefined]);
    },
  );
});

describe("La boîte d’un signataire", () => {
  it.each([
    ["d’un compte de l’agence", MOI],
    ["de l’agence", "contact@agence.example"],
  ])("n’est pas celle %s quand il signe par un code", async (_, mail) => {
    await creer(agence.admin, "Variable", { nom: "agenceEmail", valeur: "contact@agence.example" });
    const signataires = [{ ...LEA, mail: mail.replace("@", "+bail@") }, HUGO, AGENCE];
    expect(await refusDe(leBail(), { signataires })).toEqual([
      422,
      `L’adresse ${mail.replace("@", "+bail@")} est celle de l’agence ou d’un de ses comptes, qui recevrait son code et signerait à sa place\u00A0: donnez au signataire la sienne, ou faites-le signer sur place.`,
    ]);
    const place = await mettreEnSignature(agence.user, leBail(), { signataires, lieu: "agence" });
    expect(place.status).toBe(201);
    const relance = await agence.user.post(`/DemandeSignature/${place.data.id}/relancer`, {});
    expect([relance.status, relance.error.message]).toEqual([
      409,
      expect.stringMatching(/est celle de l’agence ou d’un de ses comptes/),
    ]);
    await agence.admin.put(`/Locataire/${bail.LocataireId}`, { mail });
    expect((await preparer(leBail())).avertissements).toContainEqual(
      expect.stringMatching(/est celle de l’agence ou d’un de ses comptes/),
    );
  });

  it("ne le devient pas par une correction", async () => {
    const { data } = await mettreEnSignature(agence.user, leBail());
    const { status, error } = await agence.user.put(
      `/DemandeSignature/${data.id}/signataire/${data.signataires[0]?.id}`,
      { mail: MOI },
    );
    expect([status, error.fields?.mail]).toEqual([
      422,
      expect.stringMatching(/signerait à sa place/),
    ]);
  });

  it("peut être celle d’un autre signataire : chacun a son code, et l’agence le sait", async () => {
    await agence.admin.put(`/Locataire/${bail.LocataireId}`, { autreMail: "lea@exemple.fr" });
    expect((await preparer(leBail())).avertissements).toContain(
      "Deux signataires ont la même adresse e-mail\u00A0: la page de preuve le dira.",
    );
    expect((await mettreEnSignature(agence.user, leBail())).status).toBe(201);
    const liens = agence.house.mails.filter(({ subject }) => /à signer$/.test(subject));
    expect(liens.map(({ to }) => [to].flat()[0])).toEqual(["lea@exemple.fr", "lea@exemple.fr"]);
  });
});
