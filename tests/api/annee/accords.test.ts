import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { CompteDuProprietaire } from "#domain/gerance/cloture/compte-proprietaire.ts";
import type { VisiteProprietaire } from "#domain/gerance/mandats/acces-proprietaire.ts";
import type { AccordsFaits } from "#domain/gerance/revisions/accord.ts";
import type { Demandees, RevisionsDuMois } from "#domain/gerance/revisions/revision-lue.ts";
import type { Role } from "#domain/profils/droits.ts";
import { openDb } from "#worker/db/client.ts";
import { type Agence, creer, ouvrirAgence, PROPRIETAIRE } from "../../support/agence/agence.ts";
import { jeton } from "../../support/agence/baux.ts";
import { louerEnGerance } from "../../support/banque/lignes-releve.ts";
import { openHouse } from "../../support/worker/house.ts";

const SANS_LIMITE: RateLimit = { limit: async () => ({ success: true }) };
const ANNIVERSAIRE = "2026-07-01";

let agence: Agence;
let suite = 0;

beforeAll(async () => {
  agence = await ouvrirAgence(openHouse({ VALIDATION_LIMIT: SANS_LIMITE }));
  vi.useFakeTimers({ toFake: ["Date"] });
});

afterAll(() => {
  vi.useRealTimers();
});

beforeEach(async () => {
  vi.setSystemTime("2026-06-15T09:00:00Z");
  const ouvrir = async (role: Role) => agence.house.api(await jeton(env, role));
  agence = { ...agence, user: await ouvrir("user"), admin: await ouvrir("admin") };
});

/**
 * A lease under a mandate that does, or does not, ask for the owner's agreement before a revision of the rent. Each
 * owner has a mailbox of his own.
 */
async function bailler({ accordRevision = true }: { accordRevision?: boolean } = {}) {
  suite += 1;
  const loue = await louerEnGerance(agence.admin, {
    nom: `Accorde${suite}`,
    bail: {
      ...{ dateEntree: "2025-07-01", dateDebutBail: "2025-07-01" },
      ...{ dateCreationBail: "2025-06-20", typeBail: "nu" },
      ...{ indice: 146.68, indiceTrim: "2e trimestre 2025" },
    },
  });
  const { AppartementId, ClientId, MissionId } = loue;
  const mail = `bailleur${suite}@exemple.fr`;
  await agence.admin.put(`/Client/${ClientId}`, { mailPerso: mail, mailDefaut: "mailPerso" });
  await agence.admin.put(`/Appartement/${AppartementId}`, { dpeClasse: "D" });
  await openDb(env).run(
    sql`UPDATE "ConditionsMandat" SET "accordRevision" = ${Number(accordRevision)} WHERE "MissionId" = ${MissionId}`,
  );
  return { ...loue, mail };
}

type Bail = Awaited<ReturnType<typeof bailler>>;

const voulue = ({ DossierId }: Pick<Bail, "DossierId">) => ({
  revisions: [{ DossierId, anniversaire: ANNIVERSAIRE }],
});

const ligneDe = async ({ DossierId }: Pick<Bail, "DossierId">) =>
  (await agence.user.get<RevisionsDuMois>("/Revision?mois=2026-07")).data.lignes.find(
    (ligne) => ligne.DossierId === DossierId,
  );

const reviser = async (bail: Bail) =>
  (await agence.user.post<Demandees>("/Revision/demander", voulue(bail))).data;

const demander = async (bail: Bail) =>
  (await agence.user.post<AccordsFaits>("/Revision/accord", voulue(bail))).data;

const noter = (bail: Bail, accorde: boolean) =>
  agence.user.post<AccordsFaits>("/Revision/accord/reponse", {
    ...{ ...voulue(bail), accorde, reponduLe: "2026-06-14", moyen: "telephone" },
  });

async function visiter({ ClientId, mail }: Bail): Promise<string> {
  const dernier = () =>
    agence.house.mails.findLast(({ to }) => [to].flat().includes(mail))?.text ?? "";
  await agence.user.post(`/Client/${ClientId}/acces`);
  const secret = dernier().match(/\/proprietaire\/([\w-]{43})/)?.[1] ?? "";
  await agence.personne.post("/Proprietaire/code", { jeton: secret });
  const code = dernier().match(/: (\d{6})\b/)?.[1] ?? "";
  const visite = { jeton: secret, code };
  return (await agence.personne.post<VisiteProprietaire>("/Proprietaire/visite", visite)).data
    .jeton;
}

const appeler = async (visite: string, path: string, body?: object) => {
  const answer = await agence.personne.fetch(`/api/Proprietaire/${path}`, {
    method: body ? "POST" : "GET",
    headers: { Authorization: `Visite ${visite}`, "Content-Type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, ...((await answer.json()) as { data: CompteDuProprietaire }) };
};

const histoire = async ({ DossierId }: Bail) =>
  (
    await openDb(env).all<{ etat: string }>(
      sql`SELECT etat FROM "History" WHERE entite = 'Dossier' AND "entiteId" = ${DossierId} AND etat LIKE '%propriétaire%' ORDER BY id`,
    )
  ).map(({ etat }) => etat);

describe("l’accord du bailleur avant une révision", () => {
  it("retient la révision tant que le propriétaire n’a pas dit oui sur sa page ; elle se demande ensuite", async () => {
    const bail = await bailler();
    expect(await ligneDe(bail)).toMatchObject({
      ...{ etat: "accord_a_demander", accord: "accord_a_demander" },
      chiffres: { loyerAvant: 850, loyerApres: 859.79 },
    });
    expect((await reviser(bail)).refusees).toMatchObject([
      { motif: "Le mandat demande l’accord du propriétaire : demandez-le d’abord." },
    ]);
    expect(await demander(bail)).toEqual({ faites: [bail.DossierId], refusees: [] });
    const courriel = agence.house.mails.at(-1);
    expect([courriel?.to, courriel?.subject]).toEqual([
      [bail.mail],
      "Votre accord pour réviser un loyer",
    ]);
    expect(courriel?.text?.replace(/\s+/gu, " ")).toContain("850,00 € → 859,79 € au 01/07/2026");
    expect(await ligneDe(bail)).toMatchObject({
      etat: "accord_demande",
      pourquoi: "Demandé au propriétaire le 15/06/2026 : il n’a pas répondu.",
    });
    expect((await demander(bail)).refusees).toMatchObject([
      { motif: expect.stringMatching(/déjà/) },
    ]);

    const visite = await visiter(bail);
    const { accords } = (await appeler(visite, "compte")).data;
    expect(accords).toMatchObject([{ loyerAvant: 850, loyerApres: 859.79, accorde: null }]);
    const chemin = `accord/${accords[0]?.id}`;
    const donne = await appeler(visite, chemin, { accorde: true });
    expect([donne.status, donne.data.accords[0]?.accorde]).toEqual([200, true]);
    expect((await appeler(visite, chemin, { accorde: false })).status).toBe(409);
    expect(await ligneDe(bail)).toMatchObject({
      etat: "a_notifier",
      pourquoi: "Accord du propriétaire le 15/06/2026.",
    });
    expect((await reviser(bail)).faites).toMatchObject([{ DossierId: bail.DossierId }]);
    expect(await histoire(bail)).toEqual([
      "Accord du propriétaire demandé",
      "Accord du propriétaire",
    ]);
  });

  it("refusé, vaut renonciation ; celle-ci annulée, il se redemande", async () => {
    const bail = await bailler();
    await demander(bail);
    const visite = await visiter(bail);
    const [accord] = (await appeler(visite, "compte")).data.accords;
    await appeler(visite, `accord/${accord?.id}`, { accorde: false });
    const renoncee = await ligneDe(bail);
    expect(renoncee).toMatchObject({
      etat: "renoncee",
      pourquoi: "Refusée par le propriétaire le 15/06/2026.",
    });
    expect((await reviser(bail)).refusees).toHaveLength(1);
    await agence.user.post(`/Revision/${renoncee?.id}/annuler`, { motif: "Il a changé d’avis." });
    expect((await ligneDe(bail))?.etat).toBe("accord_a_demander");
    expect((await demander(bail)).faites).toEqual([bail.DossierId]);
  });

  it("se note quand il le donne autrement, demandé ou non, une fois", async () => {
    const bail = await bailler();
    const aVenir = { ...voulue(bail), accorde: true, reponduLe: "2026-06-16", moyen: "lettre" };
    const refusee = await agence.user.post("/Revision/accord/reponse", aVenir);
    expect(refusee.error?.fields?.reponduLe).toBe("Ce jour est à venir.");
    expect((await noter(bail, true)).data.faites).toEqual([bail.DossierId]);
    expect((await noter(bail, false)).data.refusees).toMatchObject([
      { motif: "Le propriétaire a déjà donné son accord." },
    ]);
    expect((await ligneDe(bail))?.etat).toBe("a_notifier");
    const autre = await bailler();
    await demander(autre);
    await noter(autre, false);
    expect((await ligneDe(autre))?.etat).toBe("renoncee");
    await expect(
      openDb(env).run(
        sql`UPDATE "AccordRevision" SET accorde = 1 WHERE "DossierId" = ${autre.DossierId}`,
      ),
    ).rejects.toThrow();
  });

  it("ne se demande qu’au propriétaire de ce logement : un autre ne le lit ni n’y répond", async () => {
    const [sien, voisin] = [await bailler(), await bailler()];
    await demander(sien);
    const visite = await visiter(sien);
    const [accord] = (await appeler(visite, "compte")).data.accords;
    const curieux = await visiter(voisin);
    expect((await appeler(curieux, "compte")).data.accords).toEqual([]);
    expect((await appeler(curieux, `accord/${accord?.id}`, { accorde: true })).status).toBe(404);
    expect((await ligneDe(sien))?.etat).toBe("accord_demande");
  });

  it("d’un propriétaire sans adresse, ou d’un mandat qui ne le demande pas, ne part pas", async () => {
    const muet = await bailler();
    await openDb(env).run(
      sql`UPDATE "Client" SET "mailPerso" = NULL, "mailPro" = NULL WHERE id = ${muet.ClientId}`,
    );
    expect((await demander(muet)).refusees).toMatchObject([
      { motif: expect.stringMatching(/adresse e-mail/) },
    ]);
    const libre = await bailler({ accordRevision: false });
    expect(await ligneDe(libre)).toMatchObject({
      etat: "a_notifier",
      accord: null,
      pourquoi: null,
    });
    expect((await demander(libre)).refusees).toMatchObject([
      { motif: "Le mandat ne demande pas l’accord du propriétaire." },
    ]);
    expect((await reviser(libre)).faites).toHaveLength(1);
  });

  it("demandé deux fois en même temps, ne l’est qu’une", async () => {
    const bail = await bailler();
    await Promise.all([demander(bail), demander(bail), demander(bail)]);
    const [compte] = await openDb(env).all<{ nombre: number }>(
      sql`SELECT count(*) AS nombre FROM "AccordRevision" WHERE "DossierId" = ${bail.DossierId}`,
    );
    expect(compte?.nombre).toBe(1);
  });

  describe("de chaque propriétaire, quand le mandat le veut", () => {
    /** A lease whose dwelling Anne owns too; each owner has a mailbox of his own. */
    const baillerADeux = async () => {
      const bail = await bailler();
      const mail = `anne${suite}@exemple.fr`;
      const nommee = { ...PROPRIETAIRE, nom: "Durand", prenom: "Anne", mailPerso: mail };
      const anne = await creer(agence.admin, "Client", nommee);
      await agence.admin.put(`/Appartement/${bail.AppartementId}/owner/add/${anne.id}`);
      await openDb(env).run(
        sql`UPDATE "ConditionsMandat" SET "accordDe" = 'tous' WHERE "MissionId" = ${bail.MissionId}`,
      );
      return { ...bail, dAnne: { ...bail, ClientId: anne.id, mail } };
    };
    const repondre = async (bail: Bail, accorde: boolean) => {
      const visite = await visiter(bail);
      const [accord] = (await appeler(visite, "compte")).data.accords;
      return appeler(visite, `accord/${accord?.id}`, { accorde });
    };
    const pourquoi = async (bail: Bail) => (await ligneDe(bail))?.pourquoi?.replace(/\s/gu, " ");

    it("ne se forme qu’au dernier oui, et dit à l’équipe qui a répondu", async () => {
      const bail = await baillerADeux();
      expect((await ligneDe(bail))?.aRepondre.map(({ id }) => id)).toEqual([
        bail.ClientId,
        bail.dAnne.ClientId,
      ]);
      const avant = agence.house.mails.length;
      expect(await demander(bail)).toEqual({ faites: [bail.DossierId], refusees: [] });
      const partis = agence.house.mails.slice(avant);
      expect(partis.flatMap(({ to }) => to ?? []).toSorted()).toEqual(
        [bail.mail, bail.dAnne.mail].toSorted(),
      );
      expect(partis[0]?.text).toContain("Il faut l’accord de chacun des propriétaires.");
      expect((await repondre(bail, true)).status).toBe(200);
      expect(await ligneDe(bail)).toMatchObject({
        etat: "accord_demande",
        aRepondre: [{ id: bail.dAnne.ClientId }],
      });
      expect(await pourquoi(bail)).toBe(
        "Accord de chaque propriétaire : Mme Jeanne de La Tour, oui le 15/06/2026 ; Mme Anne Durand, demandé le 15/06/2026, sans réponse.",
      );
      expect((await reviser(bail)).refusees).toMatchObject([
        { motif: "Le propriétaire n’a pas encore donné son accord." },
      ]);
      await repondre(bail.dAnne, true);
      expect((await ligneDe(bail))?.etat).toBe("a_notifier");
      expect((await reviser(bail)).faites).toHaveLength(1);
    });

    it("un seul refus refuse ; revenu dessus, on ne redemande que lui", async () => {
      const bail = await baillerADeux();
      await demander(bail);
      await repondre(bail, true);
      await repondre(bail.dAnne, false);
      const renoncee = await ligneDe(bail);
      expect(renoncee?.etat).toBe("renoncee");
      await agence.user.post(`/Revision/${renoncee?.id}/annuler`, { motif: "Elle se ravise." });
      const avant = agence.house.mails.length;
      await demander(bail);
      expect(agence.house.mails.slice(avant).flatMap(({ to }) => to ?? [])).toEqual([
        bail.dAnne.mail,
      ]);
    });

    it("celui qui n’a pas d’adresse est nommé ; sa réponse se note, à son nom", async () => {
      const bail = await baillerADeux();
      await openDb(env).run(
        sql`UPDATE "Client" SET "mailPerso" = NULL WHERE id = ${bail.dAnne.ClientId}`,
      );
      const demandee = await demander(bail);
      expect([demandee.faites, demandee.refusees.length]).toEqual([[bail.DossierId], 1]);
      expect(demandee.refusees[0]?.motif).toMatch(/^Mme Anne Durand.: .*pas d’adresse e-mail/u);
      expect((await ligneDe(bail))?.etat).toBe("accord_a_demander");
      expect((await noter(bail, true)).data.refusees).toMatchObject([
        { motif: expect.stringMatching(/^Dites lequel des propriétaires a répondu/) },
      ]);
      const noterDe = (ClientId: number) =>
        agence.user.post<AccordsFaits>("/Revision/accord/reponse", {
          ...{ ...voulue(bail), accorde: true, reponduLe: "2026-06-14", moyen: "lettre", ClientId },
        });
      expect((await noterDe(bail.dAnne.ClientId)).data.faites).toEqual([bail.DossierId]);
      expect((await noterDe(bail.dAnne.ClientId)).data.refusees).toHaveLength(1);
      expect((await ligneDe(bail))?.etat).toBe("accord_demande");
      expect((await noterDe(bail.ClientId)).data.faites).toEqual([bail.DossierId]);
      expect((await reviser(bail)).faites).toHaveLength(1);
    });

    it("le contact seul répond d’un mandat qui ne dit rien, et un nu-propriétaire n’est pas attendu", async () => {
      const bail = await baillerADeux();
      await openDb(env).run(
        sql`UPDATE "Propriete" SET droit = 'nue_propriete' WHERE "ClientId" = ${bail.dAnne.ClientId}`,
      );
      expect((await ligneDe(bail))?.aRepondre).toMatchObject([{ id: bail.ClientId }]);
      const autre = await baillerADeux();
      await openDb(env).run(
        sql`UPDATE "ConditionsMandat" SET "accordDe" = 'contact' WHERE "MissionId" = ${autre.MissionId}`,
      );
      await demander(autre);
      await repondre(autre, true);
      expect((await ligneDe(autre))?.etat).toBe("a_notifier");
    });
  });

  it("se dit dans les échéances à qui doit le demander", async () => {
    const bail = await bailler();
    const suivies = await agence.user.fetch("/api/Suivi?famille=loyer&limit=150");
    const { data } = (await suivies.json()) as { data: { DossierId: number; quoi: string }[] };
    expect(data.filter(({ DossierId }) => DossierId === bail.DossierId)).toMatchObject([
      { quoi: "Demander au propriétaire son accord, pour réviser le loyer" },
    ]);
  });
});
