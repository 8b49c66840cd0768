import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ajouterJours, ajouterMois, aujourdhui, dernierJour, moisDe } from "#domain/dates.ts";
import type { CompteRenduRow, ValidationDeCompte } from "#domain/gerance/cloture/compte-rendu.ts";
import type { FactureHonorairesRow } from "#domain/gerance/cloture/facture-honoraires.ts";
import type { FinDeMandatDetail } from "#domain/gerance/mandats/fin-de-mandat.ts";
import { jourTarget } from "#domain/gerance/reversements/jours-target.ts";
import type { ReversementDetail } from "#domain/gerance/reversements/reversement-fiche.ts";
import { ADMIN, type Agence, connecter, louer, ouvrirAgence } from "../../support/agence/agence.ts";
import { fait } from "../../support/agence/indivision.ts";
import {
  delaiPasse,
  IBAN_AGENCE,
  IBAN_DURAND,
  mandater,
  ouvrirCompte,
  rouges,
} from "../../support/banque/reversements.ts";
import { freshHouse } from "../../support/worker/database.ts";

const today = aujourdhui(new Date());
const MOIS = moisDe(today);
const AVANT = ajouterMois(MOIS, -1);
const APRES = ajouterMois(MOIS, 1);

let agence: Agence;
let compte: number;

beforeEach(async () => {
  await freshHouse();
  agence = await ouvrirAgence();
  compte = await ouvrirCompte(agence);
  await ouvrirCompte(agence, { nom: "Agence", usage: "agence", iban: IBAN_AGENCE });
});
afterEach(() => {
  vi.useRealTimers();
});

interface Lot {
  DossierId: number;
  AppartementId: number;
  MissionId: number;
}

/** A dwelling under a mandate: 850,00 € of rent and 100,00 € of charges; by default the owner receives the rents. */
async function louerSousMandat(conditions: object = { modeFonds: "proprietaire" }): Promise<Lot> {
  const lot = await louer(agence.admin, { bail: { depotGarantie: 0 } });
  const { MissionId } = await mandater(
    agence,
    [{ nom: "Durand", num: 1, den: 1, iban: IBAN_DURAND, titulaire: "DURAND PAUL" }],
    { provision: 0, ...conditions },
  );
  await delaiPasse();
  await agence.admin.put(`/Mission/${MissionId}/appartement/add/${lot.AppartementId}`);
  return { ...lot, MissionId };
}

/** The rent of a month, called and paid on its last day, or today when that comes first. */
async function payerLeLoyer({ DossierId }: Lot, mois: string, suite: object = {}): Promise<number> {
  await fait(agence.user.post(`/Quitance/generate/${DossierId}`, { date: `${mois}-01` }));
  const { id } = await fait(
    agence.user.post<{ id: number }>("/Reglement", {
      ...{ DossierId, date: mois === MOIS ? today : dernierJour(mois), montant: 950 },
      ...{ mode: "virement", payeur: "locataire", ...suite },
    }),
  );
  return id;
}

const annulerPaiement = (id: number) =>
  fait(agence.user_delete.post(`/Reglement/${id}/annuler`, { motif: "Saisi par erreur" }));

async function preparer({ MissionId }: Lot, mois: string): Promise<CompteRenduRow | undefined> {
  await fait(agence.admin.post("/CompteRendu/preparer", { mois }));
  const comptes = await fait(
    agence.admin.get<CompteRenduRow[]>(
      `/CompteRendu?page=1&limit=50&mois=${mois}&MissionId=${MissionId}`,
    ),
  );
  return comptes[0];
}

async function rendre(lot: Lot, mois: string): Promise<void> {
  const { id = 0 } = (await preparer(lot, mois)) ?? {};
  const valides = await fait(
    agence.admin.post<ValidationDeCompte[]>("/CompteRendu/valider", { ids: [id] }),
  );
  expect(valides).toEqual([{ id, resultat: "valide", raison: null }]);
}

const facture = async (serie: "FH" | "AV") =>
  (
    await fait(
      agence.user.get<FactureHonorairesRow[]>("/FactureHonoraires?page=1&limit=50&sort=id"),
    )
  ).find(({ numero }) => numero.startsWith(serie));

async function regler(): Promise<void> {
  const due = await facture("FH");
  const reglement = { date: today, mode: "virement" };
  await fait(agence.admin.post(`/FactureHonoraires/${due?.id}/regler`, reglement));
}

const arreter = async ({ MissionId }: Lot) => {
  await fait(
    agence.admin.put(`/Mission/${MissionId}/fin`, { finLe: today, motif: "Congé du mandant" }),
  );
  return fait(agence.admin.post<FinDeMandatDetail>(`/Mission/${MissionId}/fin/arreter`, {}));
};

const lire = async ({ MissionId }: Lot) =>
  fait(agence.admin.get<FinDeMandatDetail>(`/Mission/${MissionId}/fin`));

async function rembourser(): Promise<void> {
  const avoir = await facture("AV");
  const lot = await fait(
    agence.admin.post<ReversementDetail>("/Reversement", {
      FactureHonorairesIds: [avoir?.id],
      dateExecution: jourTarget(ajouterJours(aujourdhui(new Date()), 1)),
    }),
  );
  await agence.admin.fetch(`/api/Reversement/${lot.id}/sepa`);
}

/** Lives a later day, with a session of that day. */
async function ilEst(jour: string): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(`${jour}T10:00:00Z`);
  const { house, personne } = agence;
  const admin = house.api(await connecter(personne, ADMIN.email, ADMIN.password));
  agence = { ...agence, admin, user: admin, user_delete: admin };
}

describe("Un mandat dont le dernier compte est arrêté", () => {
  it("n’est pas terminé tant qu’un avoir d’honoraires est dû à son propriétaire, puis l’est", async () => {
    const lot = await louerSousMandat();
    const paiement = await payerLeLoyer(lot, AVANT);
    await rendre(lot, AVANT);
    await regler();
    await annulerPaiement(paiement);
    expect(await arreter(lot)).toMatchObject({
      etat: "arretee",
      restes: [expect.stringMatching(/^79,80.*à rembourser au propriétaire/)],
    });
    await rembourser();
    expect(await lire(lot)).toMatchObject({ etat: "soldee", restes: [] });
    expect(await rouges()).toEqual([]);
  });

  it("n’est pas terminé tant que la banque n’a pas son lot, ni tant qu’un chèque attend son crédit", async () => {
    const lot = await louerSousMandat({ modeFonds: "agence" });
    await payerLeLoyer(lot, MOIS, { CompteBancaireId: compte });
    const { fin } = await arreter(lot);
    const { id } = await fait(
      agence.admin.post<ReversementDetail>("/Reversement", {
        ...{ CompteRenduIds: [fin?.CompteRenduId], honoraires: true },
        dateExecution: jourTarget(ajouterJours(today, 1)),
      }),
    );
    expect(await lire(lot)).toMatchObject({
      etat: "arretee",
      restes: [expect.stringMatching(/^Le lot .* n’est pas encore remis à la banque/)],
    });
    await agence.admin.fetch(`/api/Reversement/${id}/sepa`);
    expect(await lire(lot)).toMatchObject({ etat: "soldee", restes: [] });
    await fait(
      agence.user.post("/Reglement", {
        ...{ DossierId: lot.DossierId, date: ajouterJours(today, -1), montant: 40 },
        ...{ mode: "cheque", payeur: "locataire", CompteBancaireId: compte },
      }),
    );
    expect(await lire(lot)).toMatchObject({
      etat: "arretee",
      restes: [expect.stringMatching(/^Un chèque de 40,00/)],
    });
  });

  it("doit encore un compte quand un loyer dont il a facturé les honoraires est repris ensuite", async () => {
    const lot = await louerSousMandat();
    const paiement = await payerLeLoyer(lot, MOIS);
    await arreter(lot);
    await regler();
    expect(await lire(lot)).toMatchObject({ etat: "soldee" });
    await ilEst(`${APRES}-10`);
    expect(await preparer(lot, APRES)).toBeUndefined();
    await annulerPaiement(paiement);
    expect(await lire(lot)).toMatchObject({
      etat: "arretee",
      restes: [expect.stringContaining("compte suivant")],
    });
    await ilEst(`${ajouterMois(APRES, 1)}-05`);
    await rendre(lot, APRES);
    expect((await lire(lot)).restes).toEqual([expect.stringMatching(/^79,80.*à rembourser/)]);
    await rembourser();
    expect(await lire(lot)).toMatchObject({ etat: "soldee", restes: [] });
    expect(await rouges()).toEqual([]);
  });
});
