import { beforeAll, describe, expect, test } from "vitest";
import { type Agence, louer, ouvrirAgence } from "../../support/agence/agence.ts";

interface Quitance {
  id: number;
  numero: string;
  regle: boolean;
  relance: boolean;
  updatedAt: string;
}

let agence: Agence;
let DossierId: number;
beforeAll(async () => {
  agence = await ouvrirAgence();
  DossierId = (await louer(agence.admin)).DossierId;
});

const generer = async (date: string) =>
  (await agence.admin.post<Quitance>(`/Quitance/generate/${DossierId}`, { date })).data;

describe("deux gestes au même instant sur une quittance", () => {
  test("noter une relance ne rend jamais payée une quittance qu’on repasse en impayée", async () => {
    const { id } = await generer("2025-02-01");
    for (let tour = 0; tour < 10; tour++) {
      await agence.admin.get(`/Quitance/switchState/true/${id}`);
      await Promise.all([
        agence.admin.put(`/Quitance/${id}`, { relance: tour % 2 === 0 }),
        agence.admin.get(`/Quitance/switchState/false/${id}`),
      ]);
      const { data } = await agence.admin.get<Quitance>(`/Quitance/${id}`);
      expect(data).toMatchObject({ regle: false, relance: tour % 2 === 0 });
    }
  });

  test("de deux modifications faites sur la même version, une seule passe", async () => {
    const { id } = await generer("2025-03-01");
    for (let tour = 0; tour < 6; tour++) {
      const { data } = await agence.admin.get<Quitance>(`/Quitance/${id}`);
      const { updatedAt, relance, regle } = data;
      const statuts = await Promise.all([
        agence.admin.put(`/Quitance/${id}`, { relance: !relance, updatedAt }),
        agence.admin.put(`/Quitance/${id}`, { regle: !regle, statusInconu: false, updatedAt }),
      ]);
      expect(statuts.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });

  test("supprimer la dernière pendant qu’on en génère ne laisse aucun trou dans les numéros", async () => {
    for (let tour = 0; tour < 4; tour++) {
      const manuelle = { date: "2027-01-01", dateFin: "2027-01-02", prixHC: 1, charge: 0 };
      const creer = () =>
        agence.admin.post<Quitance>(`/Quitance/generate/manual/${DossierId}`, manuelle);
      const { data } = await creer();
      await Promise.all([agence.admin.delete(`/Quitance/${data.id}`), creer(), creer()]);
    }
    const { data } = await agence.admin.get<Quitance[]>("/Quitance?annee=2027&sort=numero");
    expect(data.map(({ numero }) => numero)).toEqual(
      data.map((_, rang) => `2027-${String(rang + 1).padStart(6, "0")}`),
    );
  });

  test("une quittance se trouve par son numéro entier", async () => {
    const { numero } = await generer("2025-04-01");
    const { data } = await agence.admin.get<Quitance[]>(`/Quitance?q=${numero}`);
    expect(data.map((quitance) => quitance.numero)).toEqual([numero]);
  });
});
