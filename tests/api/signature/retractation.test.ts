import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Controle } from "#domain/agence/controle.ts";
import { ajouterJours, aujourdhui } from "#domain/dates.ts";
import type { MissionDetail, MissionRow } from "#domain/missions/mission-fiche.ts";
import type { DemandeDetail } from "#domain/signature/wire.ts";
import { type Agence, creer, MISSION } from "../../support/agence/agence.ts";
import { ouvrirIndivision } from "../../support/agence/indivision.ts";
import {
  ouvrirAgenceQuiScelle,
  ouvrirDemande,
  unBailASigner,
} from "../../support/agence/signature.ts";
import { freshHouse } from "../../support/worker/database.ts";

const JOUR = aujourdhui(new Date());

let agence: Agence;
let MissionId: number;

beforeEach(async () => {
  await freshHouse();
  agence = await ouvrirAgenceQuiScelle();
  const { ClientId, AppartementId } = await unBailASigner(agence);
  ({ id: MissionId } = await creer(agence.admin, "Mission", {
    ...MISSION,
    ...{ type: "location", numRegistre: "2026-12", duree: 12 },
  }));
  await agence.admin.put(`/Mission/${MissionId}/client/add/${ClientId}`);
  await agence.admin.put(`/Mission/${MissionId}/appartement/add/${AppartementId}`);
});
afterEach(() => void vi.useRealTimers());

const ouvrir = (lieu: "agence" | "logement" | "distance", consommateur = true) =>
  ouvrirDemande(agence, { type: "ordreMission", entiteId: MissionId }, { lieu, consommateur });

const surPlace = ({ id, signataires }: DemandeDetail, reste: object = {}) =>
  agence.user.post(`/DemandeSignature/${id}/surPlace`, {
    ...{ signataireId: signataires[0]?.id, nom: signataires[0]?.nom, consentement: true },
    ...{ identite: "passeport", secondesDeLecture: 60, ...reste },
  });

const sceller = async ({ id }: DemandeDetail) => {
  const { status, data } = await agence.admin.post<DemandeDetail>(`/DemandeSignature/${id}/signer`);
  expect(status).toBe(200);
  return data;
};

/** A mandate that a consumer signed at home; `cases`: the boxes that he ticked. */
async function unMandatSigne(cases: readonly string[] = ["formulaire"]) {
  const demande = await ouvrir("logement");
  expect((await surPlace(demande, { cases })).status).toBe(200);
  return sceller(demande);
}

const ILYA_LONGTEMPS = ajouterJours(JOUR, -40);

async function leJour<Fait>(jour: string, faire: () => Promise<Fait>): Promise<Fait> {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(new Date(`${jour}T10:00:00.000Z`));
  const fait = await faire();
  vi.useRealTimers();
  return fait;
}

const facturer = () =>
  agence.admin.post(`/Mission/${MissionId}/facturer`, {
    ...{ genre: "location", libelle: "Honoraires de location", montant: 600 },
    ...{ du: ILYA_LONGTEMPS, au: ILYA_LONGTEMPS },
  });

const seRetracter = (id: number) =>
  agence.admin.post(`/DemandeSignature/${id}/retracter`, { recueLe: aujourdhui(new Date()) });

describe("Un mandat signé sur la tablette", () => {
  it("hors de l’agence par un consommateur porte ses cases, dont une est due, et sa preuve les dit", async () => {
    const demande = await ouvrir("logement");
    const sans = await surPlace(demande);
    expect([sans.status, sans.error.fields]).toEqual([
      422,
      { cases: "Cochez cette case pour signer." },
    ]);
    expect((await surPlace(demande, { cases: ["execution"] })).status).toBe(422);
    expect((await surPlace(demande, { cases: ["formulaire", "execution"] })).status).toBe(200);
    const { retractationJusqua } = await sceller(demande);
    expect(retractationJusqua && retractationJusqua >= ajouterJours(JOUR, 14)).toBe(true);
    const zip = await agence.user.fetch(`/api/DemandeSignature/${demande.id}/preuve`);
    expect(zip.status).toBe(200);
  });

  it.each([
    ["à l’agence", "agence", true],
    ["dans le logement, par un professionnel", "logement", false],
  ] as const)(
    "%s ne demande rien de plus, et ne se rétracte pas",
    async (_, lieu, consommateur) => {
      const demande = await ouvrir(lieu, consommateur);
      expect((await surPlace(demande)).status).toBe(200);
      expect((await sceller(demande)).retractationJusqua).toBeNull();
      expect((await facturer()).status).toBe(204);
    },
  );
});

describe("Les honoraires d’une mission que son mandant peut rétracter", () => {
  it("ne se facturent qu’une fois le délai passé", async () => {
    const trop = await leJour(ILYA_LONGTEMPS, async () => {
      await unMandatSigne();
      return facturer();
    });
    expect([trop.status, trop.error.message]).toEqual([
      409,
      expect.stringMatching(/peut se rétracter jusqu’au .*aucun honoraire ne se facture/),
    ]);
    expect((await facturer()).status).toBe(204);
  });

  it("ne sont plus dus quand il s’est rétracté, et la mission le dit, dans sa liste aussi", async () => {
    await leJour(ILYA_LONGTEMPS, async () => seRetracter((await unMandatSigne()).id));
    const refus = await facturer();
    expect([refus.status, refus.error.message]).toEqual([
      409,
      expect.stringMatching(/s’est rétracté le .*aucun honoraire n’est dû/),
    ]);
    const { data: mission } = await agence.user.get<MissionDetail>(`/Mission/${MissionId}`);
    const { data: liste } = await agence.user.get<MissionRow[]>("/Mission?page=1&limit=10");
    expect([mission, ...liste].map(({ retracteeLe }) => retracteeLe)).toEqual([
      ILYA_LONGTEMPS,
      ILYA_LONGTEMPS,
    ]);
  });

  it("restent dus pour le service qu’il a demandé sans attendre, une fois rétracté", async () => {
    const { id } = await unMandatSigne(["formulaire", "execution"]);
    expect((await facturer()).status).toBe(409);
    await seRetracter(id);
    expect((await facturer()).status).toBe(204);
  });

  it("se facturent de nouveau quand un autre mandat signé est gardé", async () => {
    const { id } = await unMandatSigne();
    await seRetracter(id);
    const form = new FormData();
    form.append("ordreMission", new File([new TextEncoder().encode("%PDF-1.4")], "mandat.pdf"));
    await agence.user.fetch(`/api/Mission/${MissionId}`, { method: "PUT", body: form });
    expect(
      (await agence.user.get<MissionDetail>(`/Mission/${MissionId}`)).data.retracteeLe,
    ).toBeNull();
    expect((await facturer()).status).toBe(204);
  });
});

describe("Un mandat de gestion que son mandant peut rétracter", () => {
  async function unMandatDeGestion() {
    const mandat = await ouvrirIndivision(agence, ["Paul"]);
    MissionId = mandat.MissionId;
    return mandat;
  }

  /** Sets the fees of the mandate, then makes a tenant pay a month of rent. */
  async function gerer(mandat: Awaited<ReturnType<typeof unMandatDeGestion>>) {
    await mandat.convenir("2026-01-01", [[mandat.ids[0] ?? 0, 1, 1]], {
      ...{ tauxHonoraires: 7, tauxEn: "ht", tauxTva: 20 },
    });
    const { DossierId } = await mandat.louer("Martin", 850, 100);
    await mandat.appeler(DossierId, "2026-09");
    await mandat.payer(DossierId, "2026-09-05", 950);
  }

  it("n’est compté qu’une fois le délai passé : ses honoraires attendent", async () => {
    const mandat = await unMandatDeGestion();
    await gerer(mandat);
    const demande = await unMandatSigne();
    expect(demande.retractationJusqua).not.toBeNull();
    const { id } = await mandat.preparer("2026-09");
    expect(await mandat.valider(id)).toMatchObject({
      resultat: "refuse",
      raison: expect.stringContaining("peut se rétracter jusqu’au"),
    });
    await seRetracter(demande.id);
    expect(await mandat.valider(id)).toMatchObject({
      resultat: "refuse",
      raison: expect.stringContaining("aucun honoraire n’est dû"),
    });
    const { data } = await agence.admin.get<Controle[]>("/Controle");
    const { ruptures } = data.find(({ nom }) => nom === "Honoraires et rétractation") ?? {};
    expect(ruptures?.map(({ motif }) => motif)).toEqual([
      expect.stringMatching(/^Mandat rétracté, dont les comptes ont des conditions/),
    ]);
  });

  it("signé il y a longtemps, se compte comme un autre", async () => {
    const mandat = await unMandatDeGestion();
    await gerer(mandat);
    await leJour("2026-04-10", () => unMandatSigne());
    await mandat.cloturer("2026-09");
  });

  it("rétracté avant d’avoir des conditions n’en reçoit plus : ses comptes ne s’ouvrent pas", async () => {
    const mandat = await unMandatDeGestion();
    await mandat.louer("Martin", 850, 100);
    await seRetracter((await unMandatSigne()).id);
    const refus = await mandat.convenir("2026-01-01", [[mandat.ids[0] ?? 0, 1, 1]]);
    expect(refus).toMatchObject({
      status: 409,
      error: { message: expect.stringContaining("ses comptes ne s’ouvrent plus") },
    });
  });
});
