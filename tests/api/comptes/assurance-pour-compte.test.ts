import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import type { DossierRow } from "#domain/biens/dossier-fiche.ts";
import {
  ajouterJours,
  ajouterMois,
  aujourdhui,
  dansMois,
  type Mois,
  moisDe,
} from "#domain/dates.ts";
import type { CompteRenduDetail, CompteRenduRow } from "#domain/gerance/cloture/compte-rendu.ts";
import type { AideFiscale } from "#domain/gerance/cloture/fiscal.ts";
import type { AssurancesDuDossier } from "#domain/gerance/locataires/assurance-pour-compte.ts";
import type { CompteDuDossier } from "#domain/gerance/locataires/compte.ts";
import { somme } from "#domain/montants.ts";
import { type DossierAQuittancer, demandeDuMois } from "#domain/quittances/a-quittancer.ts";
import type { BilanDuMois, QuittanceDetail } from "#domain/quittances/quittance-fiche.ts";
import type { SuiviListe } from "#domain/suivi/suivi.ts";
import { openDb } from "#worker/db/client.ts";
import { controlerComptes } from "#worker/operations/gerance/livres/invariants.ts";
import { type Agence, creer, ouvrirAgence } from "../../support/agence/agence.ts";
import { louerEnGerance, ouvrirCompte } from "../../support/banque/lignes-releve.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";

const TODAY = aujourdhui(new Date());
const CE_MOIS = moisDe(TODAY);

let agence: Agence;
let suite = 0;

beforeAll(async () => {
  agence = await ouvrirAgence();
  await ouvrirCompte();
});

const louer = (fonds: "agence" | "proprietaire" = "agence") =>
  louerEnGerance(agence.admin, { nom: `Assure${suite++}`, fonds });

const souscrire = (DossierId: number, dit: object = {}) =>
  agence.user.post<AssurancesDuDossier>(`/Dossier/${DossierId}/assurance`, {
    ...{ miseEnDemeureLe: dansMois(`${CE_MOIS}-01`, -1), du: `${CE_MOIS}-01`, prime: 120 },
    majoration: 10,
    ...dit,
  });

async function quittancer(DossierId: number, mois: Mois): Promise<QuittanceDetail> {
  const faite = await agence.user.post<{ id: number }>(`/Quitance/generate/${DossierId}`, {
    date: `${mois}-01`,
  });
  return (await agence.user.get<QuittanceDetail>(`/Quitance/${faite.data.id}`)).data;
}

async function papier(id: number): Promise<string> {
  const { data } = await agence.user.get<{ generated: string }>(`/Quitance/${id}/generate`);
  const fichier = await agence.user.fetch(`/api/${data.generated}`);
  return readPdf(new Uint8Array(await fichier.arrayBuffer())).text.replace(/\s+/g, " ");
}

const regler = (DossierId: number, montant: number) =>
  agence.user.post("/Reglement", { DossierId, date: TODAY, montant, mode: "virement" });

/**
 * The deadlines of the insurance that the owner takes out for the tenant, as the list of deadlines shows them for
 * this dossier.
 */
async function suivies(DossierId: number): Promise<string[]> {
  const liste = await agence.user.fetch("/api/Suivi?famille=bail&limit=150");
  return ((await liste.json()) as SuiviListe).data
    .filter((row) => row.genre === "assurance_pour_compte" && row.DossierId === DossierId)
    .map(({ quoi }) => quoi);
}

const aucuneRupture = async () =>
  expect(
    (await controlerComptes({ db: openDb(env), today: TODAY })).flatMap(({ nom, ruptures }) =>
      ruptures.length > 0 ? [nom] : [],
    ),
  ).toEqual([]);

describe("une assurance souscrite pour le compte du locataire", () => {
  it("43. s’ajoute par douzième de 11,00 € à l’avis et à la quittance, sur sa propre ligne", async () => {
    const { DossierId } = await louer();
    const { status, data } = await souscrire(DossierId);
    expect(status).toBe(201);
    expect(data.actuelle).toMatchObject({ total: 132, premierMois: CE_MOIS });
    const { id, loyerHC, charge, assurance, total } = await quittancer(DossierId, CE_MOIS);
    expect([loyerHC, charge, assurance, total]).toEqual([850, 100, 11, 961]);
    const avis = await papier(id);
    expect(avis).toContain(
      "Assurance pour le compte du locataire (article 7, g) Un douzième 11,00 €",
    );
    expect(avis).toContain("961,00 €");
    await regler(DossierId, 500);
    expect(await papier(id)).toContain("soit loyer 442,25 €, charges 52,03 € et assurance 5,72 €");
    await regler(DossierId, 461);
    const quittance = await papier(id);
    expect(quittance).toContain("QUITTANCE DE LOYER");
    expect(quittance).toContain("en paiement du loyer, des charges et de l'assurance");
    expect(quittance).toContain("neuf cent soixante et un euros");
    const { solde } = (await agence.user.get<CompteDuDossier>(`/Dossier/${DossierId}/compte`)).data;
    expect(solde).toBe(0);
    await aucuneRupture();
  });

  it("se retire avec la quittance annulée, et revient avec la suivante", async () => {
    const { DossierId } = await louer();
    await souscrire(DossierId);
    const { id } = await quittancer(DossierId, CE_MOIS);
    await agence.user_delete.post(`/Quitance/${id}/annuler`, { motif: "Erreur" });
    expect((await quittancer(DossierId, CE_MOIS)).total).toBe(961);
    await aucuneRupture();
  });

  it("suit les loyers que le propriétaire reçoit lui-même", async () => {
    const { DossierId } = await louer("proprietaire");
    await souscrire(DossierId);
    const { id } = await quittancer(DossierId, CE_MOIS);
    await agence.user.get(`/Quitance/switchState/true/${id}`);
    const { data } = await agence.user.get<QuittanceDetail>(`/Quitance/${id}`);
    expect([data.regle, data.montantPaye]).toEqual([true, 961]);
    await aucuneRupture();
  });

  it("ne se déclare que pour sa majoration : la prime remboursée n’est pas un revenu, ni la prime payée une charge", async () => {
    const { DossierId, AppartementId, MissionId } = await louer();
    await souscrire(DossierId);
    await creer(agence.user, "Intendance", {
      ...{ nature: "depense", AppartementId, intitule: "Assurance", montant: 120, date: TODAY },
      ...{ numFacture: "A-1", regle: true, payePar: "bailleur" },
      natureFiscale: "assurance_locataire",
    });
    await quittancer(DossierId, CE_MOIS);
    await regler(DossierId, 961);
    const annee = TODAY.slice(0, 4);
    const { lignes } = (await agence.user.get<AideFiscale>(`/Mission/${MissionId}/fiscal/${annee}`))
      .data;
    expect(lignes.map(({ ligne, montant }) => [ligne, montant])).toEqual([
      ["211", 850],
      ["213", 1],
      ["222", 20],
    ]);
  });

  it("attend un mois après la mise en demeure, dix pour cent au plus, et ne se prend pas deux fois", async () => {
    const { DossierId } = await louer();
    const tot = await souscrire(DossierId, {
      miseEnDemeureLe: `${CE_MOIS}-01`,
      du: `${CE_MOIS}-20`,
    });
    expect(tot.error?.fields?.du).toContain("mois au moins");
    const cher = await souscrire(DossierId, { majoration: 11 });
    expect(cher.error?.fields?.majoration).toContain("10 %");
    await souscrire(DossierId);
    const encore = await souscrire(DossierId, { du: `${ajouterMois(CE_MOIS, 1)}-01` });
    expect(encore.error?.fields?.du).toContain("Déjà assuré");
  });

  it("veut une mise en demeure reçue et un bail en cours ; une année de trop, dite par erreur, n’en empêche pas une autre", async () => {
    const { DossierId } = await louer();
    const jour = (mois: number) => dansMois(`${CE_MOIS}-01`, mois);
    const aVenir = await souscrire(DossierId, { miseEnDemeureLe: jour(1), du: jour(3) });
    expect(aVenir.error?.fields?.miseEnDemeureLe).toContain("à venir");
    expect((await souscrire(DossierId, { du: jour(24) })).status).toBe(201);
    const { status, data } = await souscrire(DossierId);
    expect([status, data.actuelle?.du]).toEqual([201, jour(0)]);
    const parti = await louer();
    await agence.user.put(`/Dossier/${parti.DossierId}`, { dateSortie: jour(-1) });
    const trop = await souscrire(parti.DossierId);
    expect(trop.error?.fields?.du).toContain("Le bail est terminé");
  });

  it("se dit dans ce qui reste à générer du mois : ce que la quittance demandera", async () => {
    const { DossierId } = await louer();
    await louer();
    const reste = async () =>
      (await agence.user.get<BilanDuMois>(`/Quitance/mois/${CE_MOIS}`)).data.quittances.aGenerer;
    const aQuittancer = async () =>
      (await agence.user.get<DossierAQuittancer[]>(`/Quitance/mois/${CE_MOIS}/aGenerer`)).data.find(
        ({ id }) => id === DossierId,
      )?.total;
    const avant = await reste();
    await souscrire(DossierId);
    const apres = await reste();
    expect([apres.nombre - avant.nombre, somme(apres.montant, -avant.montant)]).toEqual([0, 11]);
    expect(await aQuittancer()).toBe(961);
    const { data: dossiers } = await agence.user.get<DossierRow[]>(`/Dossier?mois=${CE_MOIS}`);
    const dossier = dossiers.find(({ id }) => id === DossierId);
    expect(dossier && demandeDuMois(dossier, CE_MOIS)).toMatchObject({
      assurance: 11,
      total: 961,
    });
    const { total } = await quittancer(DossierId, CE_MOIS);
    expect([total, somme(apres.montant, -(await reste()).montant)]).toEqual([961, 961]);
  });

  it("se nomme sur le compte rendu du propriétaire", async () => {
    const { DossierId, MissionId } = await louer();
    await souscrire(DossierId);
    await quittancer(DossierId, CE_MOIS);
    await regler(DossierId, 961);
    await agence.admin.post("/CompteRendu/preparer", { mois: CE_MOIS });
    const { data: comptes } = await agence.admin.get<CompteRenduRow[]>(
      `/CompteRendu?mois=${CE_MOIS}`,
    );
    const compte = comptes.find((row) => row.MissionId === MissionId);
    const { data } = await agence.admin.get<CompteRenduDetail>(`/CompteRendu/${compte?.id}`);
    expect(data.contenu.detailEncaissements).toMatchObject([
      { loyer: 850, charges: 100, autres: 11, objet: "Assurance pour le compte du locataire" },
    ]);
  });

  it("se rappelle après le départ, tant que personne n’y a mis fin", async () => {
    const { DossierId } = await louer();
    const { data } = await souscrire(DossierId);
    const jour = ajouterJours(TODAY, -1);
    await agence.user.put(`/Dossier/${DossierId}`, { dateSortie: jour });
    expect(await suivies(DossierId)).toEqual([
      "Le locataire est parti : résilier l’assurance souscrite pour son compte",
    ]);
    const chemin = `/Dossier/${DossierId}/assurance/${data.actuelle?.id}/fin`;
    expect((await agence.user.post(chemin, { finLe: TODAY })).status).toBe(200);
    expect(await suivies(DossierId)).toEqual([]);
  });

  it("finit quand le locataire justifie de la sienne : plus rien n’est demandé, et l’échéance se tait", async () => {
    const { DossierId } = await louer();
    const fin = ajouterMois(CE_MOIS, 11);
    const { data } = await souscrire(DossierId);
    const chemin = `/Dossier/${DossierId}/assurance/${data.actuelle?.id}/fin`;
    await agence.user.put(`/Dossier/${DossierId}`, { assuranceFin: `${fin}-28` });
    expect(await suivies(DossierId)).toEqual([
      "Le locataire justifie de son assurance : résilier celle souscrite pour son compte",
    ]);
    const finie = await agence.user.post<AssurancesDuDossier>(chemin, { finLe: TODAY });
    expect(finie.data.actuelle).toBeNull();
    expect((await agence.user.post(chemin, { finLe: TODAY })).status).toBe(409);
    expect(await suivies(DossierId)).toEqual([]);
    expect((await quittancer(DossierId, ajouterMois(CE_MOIS, 2))).total).toBe(950);
  });
});
