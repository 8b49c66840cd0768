import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Controle } from "#domain/agence/controle.ts";
import type { IntendanceDetail } from "#domain/missions/intendance.ts";
import type { DemandeDetail } from "#domain/signature/wire.ts";
import { type Agence, creer } from "../../support/agence/agence.ts";
import {
  type BailASigner,
  ouvrirAvecUnBail,
  ouvrirDemande,
  type PapierASigner,
  Signataire,
} from "../../support/agence/signature.ts";

let agence: Agence;
let bail: BailASigner;
let IntendanceId: number;

beforeEach(async () => {
  ({ agence, bail } = await ouvrirAvecUnBail());
});
afterEach(() => void vi.useRealTimers());

const aLInstant = (instant: string) => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(new Date(instant));
};
const signataire = (mail: string) => new Signataire(agence, mail).entrer();

const ouvrir = (papier: PapierASigner) => ouvrirDemande(agence, papier);

/** The order of a caretaking mission: the principal signs it by a link, then the agency seals it. */
async function unOrdreScelle(cases = ["formulaire"]): Promise<DemandeDetail> {
  const { id } = await creer(agence.admin, "Intendance", {
    ...{ nature: "mission", dateDepart: "2025-12-01", dateFin: "2026-11-30", prix: 120, tva: 20 },
    AppartementId: bail.AppartementId,
  });
  IntendanceId = id;
  const { id: demandeId } = await ouvrir({
    type: "ordreMissionIntendance",
    entiteId: id,
    sources: { id: bail.AppartementId },
  });
  const jeanne = await signataire("jeanne@exemple.fr");
  expect(await jeanne.signer({ cases })).toMatchObject({ status: 200 });
  const { status, data } = await agence.admin.post<DemandeDetail>(
    `/DemandeSignature/${demandeId}/signer`,
  );
  expect(status).toBe(200);
  return data;
}

const ACCUSE = "Accusé de réception de votre rétractation";
const regler = () => agence.user.put(`/Intendance/${IntendanceId}`, { regle: true });

describe("Une signature ouverte le 25 novembre à 10 h", () => {
  const leBail = () => ouvrir({ type: "contratLocation", entiteId: bail.DossierId });

  it("se signe encore le 9 décembre à 09:59:59, et plus à 10:00:00", async () => {
    aLInstant("2026-11-25T09:00:00.000Z");
    expect((await leBail()).expireLe).toBe("2026-12-09T09:00:00.000Z");
    aLInstant("2026-12-09T08:55:00.000Z");
    const lea = await signataire("lea@exemple.fr");
    const hugo = await signataire("hugo@exemple.fr");
    await hugo.poster("/lu", { secondes: 42 });
    const { demande, signataire: lui } = await hugo.lire();
    aLInstant("2026-12-09T08:59:59.000Z");
    expect(await lea.signer()).toMatchObject({ status: 200 });
    aLInstant("2026-12-09T09:00:00.000Z");
    const tard = await hugo.poster("/signer", {
      ...{ nom: lui.nom, consentement: true, empreinte: demande.empreinte },
    });
    expect(tard).toMatchObject({ status: 409, message: expect.stringMatching(/expiré/) });
  });

  it("se rappelle le 27, le 30 novembre et le 8 décembre, à qui n’a pas signé, et jamais autrement", async () => {
    aLInstant("2026-11-25T09:00:00.000Z");
    await leBail();
    await (await signataire("hugo@exemple.fr")).signer();
    const rappels: Record<string, string[]> = {};
    for (let jour = 0; jour <= 15; jour++) {
      const instant = new Date(Date.UTC(2026, 10, 25 + jour, 6)).toISOString();
      for (const mail of ["lea@exemple.fr", "hugo@exemple.fr"]) {
        const avant = new Signataire(agence, mail).sujets.length;
        if (mail === "lea@exemple.fr") {
          aLInstant(instant);
          await agence.house.cron(instant);
        }
        const nouveaux = new Signataire(agence, mail).sujets.slice(avant);
        const dits = nouveaux.filter((sujet) => sujet.startsWith("Rappel"));
        if (dits.length > 0) rappels[`${instant.slice(0, 10)} ${mail}`] = dits;
      }
    }
    const rappel = ["Rappel : Contrat de location D000001 à signer"];
    expect(rappels).toEqual({
      "2026-11-27 lea@exemple.fr": rappel,
      "2026-11-30 lea@exemple.fr": rappel,
      "2026-12-08 lea@exemple.fr": rappel,
    });
    expect(
      new Signataire(agence, "hugo@exemple.fr").sujets.filter((un) => un.startsWith("Rappel")),
    ).toEqual([]);
  });
});

describe("Un ordre d’intendance qu’un consommateur signe à distance le 1er décembre", () => {
  beforeEach(() => aLInstant("2025-12-01T09:00:00.000Z"));

  it("se rétracte jusqu’au 15 à 23:59 à Paris, avec un accusé de réception ; le 16 à 00:00, non", async () => {
    expect((await unOrdreScelle()).retractationJusqua).toBe("2025-12-15");
    aLInstant("2025-12-15T22:45:00.000Z");
    const jeanne = await signataire("jeanne@exemple.fr");
    expect((await jeanne.lire()).etat).toBe("retractable");
    aLInstant("2025-12-15T23:00:00.000Z");
    expect(await jeanne.poster("/retractation", {})).toMatchObject({ status: 409 });
    expect(jeanne.sujets).not.toContain(ACCUSE);
    aLInstant("2025-12-15T22:59:59.000Z");
    expect(await jeanne.poster("/retractation", {})).toMatchObject({ status: 200 });
    const accuse = agence.house.mails.find(({ subject }) => subject === ACCUSE);
    expect(accuse?.text).toMatch(/reçu le 15\/12\/2025 23:59/);
    expect(await jeanne.poster("/retractation", {})).toMatchObject({ status: 409 });
  });

  it("n’a pas de prix réglé avant la fin de ce délai, et la fiche dit la rétractation", async () => {
    const { id } = await unOrdreScelle();
    expect((await regler()).error).toMatchObject({
      message: expect.stringMatching(/peut encore se rétracter de cet ordre/),
    });
    const retracter = { recueLe: "2025-12-01" };
    expect((await agence.user.post(`/DemandeSignature/${id}/retracter`, retracter)).status).toBe(
      200,
    );
    expect((await regler()).error).toMatchObject({
      message: expect.stringMatching(/s’est rétracté de cet ordre/),
    });
    const fiche = await agence.user.get<IntendanceDetail>(`/Intendance/${IntendanceId}`);
    expect(fiche.data.retracteeLe).toBe("2025-12-01");
    const { data: liste } = await agence.user.get<{ retracteeLe: string }[]>(
      "/Intendance?page=1&limit=10&filtre=toutes",
    );
    expect(liste.map(({ retracteeLe }) => retracteeLe)).toEqual(["2025-12-01"]);
  });

  it("garde dû le prix de ce qu’il a demandé sans attendre, une fois le délai clos par sa rétractation", async () => {
    const { id } = await unOrdreScelle(["formulaire", "execution"]);
    expect((await regler()).status).toBe(409);
    await agence.user.post(`/DemandeSignature/${id}/retracter`, { recueLe: "2025-12-01" });
    expect((await regler()).status).toBe(200);
  });

  it("réglé d’avance, est dit par les contrôles", async () => {
    const { id } = await creer(agence.admin, "Intendance", {
      ...{ nature: "mission", dateDepart: "2025-12-01", dateFin: "2026-11-30", prix: 120, tva: 20 },
      ...{ AppartementId: bail.AppartementId, regle: true },
    });
    const { id: demandeId } = await ouvrir({
      ...{ type: "ordreMissionIntendance", entiteId: id },
      sources: { id: bail.AppartementId },
    });
    await (await signataire("jeanne@exemple.fr")).signer({ cases: ["formulaire"] });
    await agence.admin.post(`/DemandeSignature/${demandeId}/signer`);
    const { data } = await agence.admin.get<Controle[]>("/Controle");
    const { ruptures } = data.find(({ nom }) => nom === "Honoraires et rétractation") ?? {};
    expect(ruptures?.map(({ motif }) => motif)).toEqual([
      expect.stringMatching(/^Prix réglé d’un ordre que son mandant peut rétracter/),
    ]);
  });
});
