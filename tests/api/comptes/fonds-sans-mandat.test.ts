import { beforeAll, expect, test } from "vitest";
import type { Controle } from "#domain/agence/controle.ts";
import type { ReglementVu } from "#domain/gerance/locataires/reglement-fiche.ts";
import { type Agence, ouvrirAgence } from "../../support/agence/agence.ts";
import { louerEnGerance, ouvrirCompte, releverLignes } from "../../support/banque/lignes-releve.ts";

let agence: Agence;
beforeAll(async () => {
  agence = await ouvrirAgence();
});

const controle = async () =>
  (await agence.admin.get<Controle[]>("/Controle")).data.find(
    ({ nom }) => nom === "Fonds reçus sous un mandat inscrit",
  );

const virement = (DossierId: number, montant: number) => ({
  DossierId,
  date: "2026-03-05",
  montant,
  mode: "virement",
  payeur: "locataire",
});

test("un loyer que l'agence reçoit sous un mandat qui n'est pas inscrit s'enregistre, et se dit jusqu'à ce qu'il le soit", async () => {
  const { DossierId, MissionId } = await louerEnGerance(agence.admin, {
    nom: "Morel",
    mois: ["2026-03"],
  });
  expect(await controle()).toMatchObject({ etat: "vert", ruptures: [] });

  const vu = await agence.user.post<ReglementVu>("/Reglement/apercu", virement(DossierId, 950));
  expect(vu.data.mandatNonInscrit).toBe(MissionId);
  const fait = await agence.user.post<ReglementVu>("/Reglement", virement(DossierId, 500));
  expect([fait.status, fait.data.mandatNonInscrit]).toEqual([201, MissionId]);

  const { ids } = await releverLignes(await ouvrirCompte(), [
    { date: "2026-03-06", montant: 450, libelle: "VIR MOREL" },
  ]);
  const ligne = await agence.user.post(`/LigneReleve/${ids[0]}/rapprocher`, {
    parts: [{ DossierId, montant: 450 }],
  });
  expect(ligne.status).toBe(200);
  expect(await controle()).toMatchObject({
    etat: "rouge",
    lignes: 1,
    detail: expect.stringContaining("articles 64 et 65"),
    ruptures: [{ MissionId, motif: expect.stringMatching(/2 règlements, 950,00\s€/) }],
  });

  await agence.user.put(`/Mission/${MissionId}`, { dateSignature: "2026-01-02" });
  expect(await controle()).toMatchObject({ etat: "vert", ruptures: [] });
  const signe = await agence.user.post<ReglementVu>("/Reglement/apercu", virement(DossierId, 10));
  expect(signe.data.mandatNonInscrit).toBeNull();
});

test("rien n'est dit de ce que le propriétaire reçoit lui-même", async () => {
  const { DossierId } = await louerEnGerance(agence.admin, {
    nom: "Petit",
    fonds: "proprietaire",
    mois: ["2026-03"],
  });
  const { data } = await agence.user.post<ReglementVu>("/Reglement", virement(DossierId, 950));
  expect(data.mandatNonInscrit).toBeNull();
  expect(await controle()).toMatchObject({ etat: "vert" });
});
