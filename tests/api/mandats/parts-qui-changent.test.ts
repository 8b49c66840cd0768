import { beforeEach, describe, expect, it } from "vitest";
import { aujourdhui, moisDe } from "#domain/dates.ts";
import type { CompteRenduDetail } from "#domain/gerance/cloture/compte-rendu.ts";
import type { AideFiscale } from "#domain/gerance/cloture/fiscal.ts";
import { type Agence, creer, ouvrirAgence, PROPRIETAIRE } from "../../support/agence/agence.ts";
import { fait, ouvrirIndivision, type PartDite, rompus } from "../../support/agence/indivision.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";
import { freshHouse } from "../../support/worker/database.ts";

let agence: Agence;
let mandat: Awaited<ReturnType<typeof ouvrirIndivision>>;
let paul: number;
let anne: number;

beforeEach(async () => {
  await freshHouse();
  agence = await ouvrirAgence();
  mandat = await ouvrirIndivision(agence, ["Paul", "Anne"]);
  [paul = 0, anne = 0] = mandat.ids;
});

const JOUR = aujourdhui(new Date());

type Dus = { honorairesDus: number };

const aide = (annee = "2026") =>
  fait(agence.user.get<AideFiscale>(`/Mission/${mandat.MissionId}/fiscal/${annee}`));

/** Each owner's part of one line of form 2044, in euros. */
const partsDe = ({ lignes, mandants }: AideFiscale, ligne: string) => {
  const parts = lignes.find((une) => une.ligne === ligne)?.parts ?? [];
  return mandants.map(({ ClientId }, rang) => [ClientId, parts[rang]]).toSorted();
};

const de = (
  { contenu }: CompteRenduDetail,
  quoi: "encaissements" | "honoraires" | "soldePrecedent",
) => contenu.mandants.map(({ ClientId, lignes }) => [ClientId, lignes?.[quoi]]).toSorted();

const paye = ({ parts }: CompteRenduDetail) =>
  parts
    .filter(({ montant }) => montant > 0)
    .map(({ ClientId, montant }) => [ClientId, montant])
    .toSorted();

describe("Un loyer reversé à 60/40, puis rejeté quand les parts sont ⅓–⅔", () => {
  const SOIXANTE = (): PartDite[] => [
    [paul, 3, 5],
    [anne, 2, 5],
  ];
  const TIERS = (): PartDite[] => [
    [paul, 1, 3],
    [anne, 2, 3],
  ];

  it("se reprend à 60/40 : au compte, à la page de chacun, à l’aide fiscale, honoraires compris", async () => {
    await fait(mandat.convenir("2026-01-01", SOIXANTE(), { tauxHonoraires: 10 }));
    const { DossierId } = await mandat.louer("Martin", 900, 0);
    await mandat.appeler(DossierId, "2026-09");
    const rejete = await mandat.payer(DossierId, "2026-09-05", 900);
    const septembre = await mandat.cloturer("2026-09");
    expect(paye(septembre)).toEqual([
      [paul, 475.2],
      [anne, 316.8],
    ]);

    await fait(mandat.convenir("2026-10-01", TIERS()));
    await mandat.rejeter(rejete.id, "2026-10-02");
    const solde = async (ClientId: number) =>
      (await fait(agence.user.get<{ solde: number }>(`/Client/${ClientId}/compte`))).solde;
    // Before any account reports the refusal, each owner's page already takes back his part of the rent: 475,20 − 540
    // for Paul, 316,80 − 360 for Anne.
    expect([await solde(paul), await solde(anne)]).toEqual([-64.8, -43.2]);
    const octobre = await mandat.cloturer("2026-10");
    expect(octobre).toMatchObject({ encaissements: -900, honorairesTTC: -108, solde: -792 });
    expect([de(octobre, "encaissements"), de(octobre, "honoraires")]).toEqual([
      [
        [paul, -540],
        [anne, -360],
      ],
      [
        [paul, 64.8],
        [anne, 43.2],
      ],
    ]);
    const { generated } = await fait(
      agence.admin.get<{ generated: string }>(`/CompteRendu/${octobre.id}/generate`),
    );
    const pdf = await agence.admin.fetch(`/files/${generated}`);
    const { pages } = readPdf(new Uint8Array(await pdf.arrayBuffer()));
    const page = (part: string) => pages.find((une) => une.includes(part));
    expect(page("Paul Durand – 1/3")).toContain("−900,00 −540,00");
    expect(page("Anne Durand – 2/3")).toContain("−900,00 −360,00");

    const { data: compte } = await agence.user.get<{ solde: number }>(`/Client/${paul}/compte`);
    // Paul was to receive 475,20 €, and now owes them back: the agency holds nothing for him.
    expect(compte.solde).toBe(0);

    // The tax year keeps nothing of the refused rent for either owner; the rent of October belongs to October's owners.
    expect(partsDe(await aide(), "211")).toEqual([
      [paul, undefined],
      [anne, undefined],
    ]);
    await mandat.appeler(DossierId, "2026-10");
    await mandat.payer(DossierId, "2026-10-05", 900);
    expect(partsDe(await aide(), "211")).toEqual([
      [paul, 300],
      [anne, 600],
    ]);
    expect(await rompus()).toEqual([]);
  });

  it("laisse à chacun les honoraires qu’il doit, ou qui lui sont dus, aux parts du jour de leur loyer", async () => {
    const proprietaire = { modeFonds: "proprietaire", tauxHonoraires: 10 };
    await fait(mandat.convenir("2026-01-01", SOIXANTE(), proprietaire));
    await fait(mandat.convenir("2026-10-01", TIERS(), proprietaire));
    const { DossierId } = await mandat.louer("Martin", 900, 0);
    await mandat.appeler(DossierId, "2026-09");
    const rejete = await mandat.payer(DossierId, "2026-09-05", 900);
    await mandat.cloturer("2026-09");
    const dus = async () => {
      const lus = [];
      for (const ClientId of [paul, anne])
        lus.push((await fait(agence.user.get<Dus>(`/Client/${ClientId}/compte`))).honorairesDus);
      return lus;
    };
    expect(await dus()).toEqual([64.8, 43.2]);
    const [facture] = await fait(
      agence.user.get<{ id: number }[]>("/FactureHonoraires?page=1&limit=50&sort=id"),
    );
    const reglement = { date: JOUR, mode: "virement" };
    await fait(agence.admin.post(`/FactureHonoraires/${facture?.id}/regler`, reglement));
    await mandat.rejeter(rejete.id, "2026-10-02");
    await mandat.cloturer("2026-10");
    expect(await dus()).toEqual([-64.8, -43.2]);
    expect(await rompus()).toEqual([]);
  });

  it("laisse à chacun les honoraires que le compte n’a pu prendre, aux parts du jour de leur appel", async () => {
    const surAppels = { tauxHonoraires: 10, assiette: "quittance_cc" };
    await fait(mandat.convenir("2026-01-01", SOIXANTE(), surAppels));
    await fait(mandat.convenir("2026-10-01", TIERS(), surAppels));
    const { DossierId } = await mandat.louer("Martin", 900, 0);
    await mandat.appeler(DossierId, "2026-09");
    await mandat.cloturer("2026-09");
    for (const [ClientId, du] of [
      [paul, 64.8],
      [anne, 43.2],
    ] as const)
      expect((await fait(agence.user.get<Dus>(`/Client/${ClientId}/compte`))).honorairesDus).toBe(
        du,
      );
  });

  it("les honoraires d’un logement sont ceux de ses loyers, aux parts de leurs jours, jusqu’à sa ligne 221", async () => {
    await fait(mandat.convenir("2026-01-01", SOIXANTE(), { tauxHonoraires: 10 }));
    await fait(mandat.convenir("2026-10-01", TIERS()));
    const [premier, second] = [
      await mandat.louer("Martin", 900, 0),
      await mandat.louer("Petit", 600, 0),
    ];
    await mandat.appeler(premier.DossierId, "2026-09");
    await mandat.payer(premier.DossierId, "2026-09-05", 900);
    await mandat.appeler(second.DossierId, "2026-10");
    await mandat.payer(second.DossierId, "2026-10-05", 600);
    await mandat.cloturer("2026-10");
    const { nus, mandants } = await aide();
    const parts221 = ({ AppartementId }: { AppartementId: number }) =>
      partsDe(
        { mandants, ...nus.find((lot) => lot.AppartementId === AppartementId) } as AideFiscale,
        "221",
      );
    expect(parts221(premier)).toEqual([
      [paul, 64.8],
      [anne, 43.2],
    ]);
    expect(parts221(second)).toEqual([
      [paul, 24],
      [anne, 48],
    ]);
    expect(await rompus()).toEqual([]);
  });

  it("se rend au compte du locataire à 60/40, quittance refaite au départ, et se reprend aux parts du jour", async () => {
    await fait(mandat.convenir("2026-01-01", SOIXANTE(), { tauxHonoraires: 10 }));
    const { DossierId } = await mandat.louer("Martin", 900, 0);
    await mandat.appeler(DossierId, "2026-10");
    const { id: rejete } = await mandat.payer(DossierId, "2026-10-05", 900);
    await mandat.cloturer("2026-10");
    await fait(mandat.convenir("2026-11-01", TIERS()));
    const conge = { dateDebutPreavis: "2026-09-15", dateFinPreavis: "2026-10-15" };
    await fait(agence.user.put(`/Dossier/${DossierId}`, { ...conge, dateSortie: "2026-10-15" }));
    await fait(agence.admin.post(`/Dossier/${DossierId}/depart/quittances`, {}));
    const { id } = await mandat.preparer(moisDe(JOUR));
    const brouillon = () => fait(agence.user.get<CompteRenduDetail>(`/CompteRendu/${id}`));
    // The 900 € are taken back at 60/40, and the rent of 15 days of 31 is shared in thirds: − 540 + 145,16 for Paul,
    // − 360 + 290,32 for Anne.
    expect(de(await brouillon(), "encaissements")).toEqual([
      [paul, -394.84],
      [anne, -69.68],
    ]);
    expect(partsDe(await aide(), "211")).toEqual([
      [paul, 145.16],
      [anne, 290.32],
    ]);
    // The bank refuses the payment: each owner gives back his whole part of the 900 €.
    await mandat.rejeter(rejete, JOUR);
    expect(de(await brouillon(), "encaissements")).toEqual([
      [paul, -540],
      [anne, -360],
    ]);
    expect(partsDe(await aide(), "211")).toEqual([
      [paul, undefined],
      [anne, undefined],
    ]);
  });

  it("qui règle un mois en deux fois, par ce qu’une quittance refaite lui rend, se reprend comme chaque fois fut partagée", async () => {
    await fait(mandat.convenir("2026-01-01", SOIXANTE()));
    await fait(mandat.convenir("2026-11-01", TIERS()));
    const { DossierId } = await mandat.louer("Martin", 900, 0);
    for (const mois of ["2026-09", "2026-10"]) await mandat.appeler(DossierId, mois);
    const [octobre] = await fait(
      agence.user.get<{ id: number }[]>(`/Quitance?DossierId=${DossierId}&mois=2026-10`),
    );
    const { id: rejete } = await mandat.payer(DossierId, "2026-10-05", 1400, {
      QuitanceId: octobre?.id,
    });
    await fait(agence.user.put(`/Dossier/${DossierId}`, { dateSortie: "2026-10-15" }));
    await fait(agence.admin.post(`/Dossier/${DossierId}/depart/quittances`, {}));
    // September: 500 € at 60/40, then 400 € in thirds. The remade receipt of October: 435,48 € in thirds.
    expect(partsDe(await aide(), "211")).toEqual([
      [paul, 578.49],
      [anne, 756.99],
    ]);
    await mandat.rejeter(rejete, JOUR);
    expect(partsDe(await aide(), "211")).toEqual([
      [paul, undefined],
      [anne, undefined],
    ]);
    expect(await rompus()).toEqual([]);
  });

  it("les honoraires de chacun suivent ce qu’il a reçu, jusqu’aux lignes 221 et 222", async () => {
    await fait(mandat.convenir("2026-01-01", SOIXANTE(), { tauxHonoraires: 10 }));
    await fait(mandat.convenir("2026-10-01", TIERS()));
    const { DossierId } = await mandat.louer("Martin", 900, 0);
    await mandat.appeler(DossierId, "2026-09");
    await mandat.payer(DossierId, "2026-09-05", 900);
    const octobre = await mandat.cloturer("2026-10");
    expect(de(octobre, "honoraires")).toEqual([
      [paul, -64.8],
      [anne, -43.2],
    ]);
    expect(paye(octobre)).toEqual([
      [paul, 475.2],
      [anne, 316.8],
    ]);
    const annee = await aide();
    expect([partsDe(annee, "221"), partsDe(annee, "222")]).toEqual([
      [
        [paul, 64.8],
        [anne, 43.2],
      ],
      [
        [paul, 12],
        [anne, 8],
      ],
    ]);
    expect(await rompus()).toEqual([]);
  });
});

it("Un loyer repris l’année qui suit le départ d’un indivisaire se retranche aussi de sa part, à l’aide fiscale", async () => {
  await fait(
    mandat.convenir("2025-06-01", [
      [paul, 3, 5],
      [anne, 2, 5],
    ]),
  );
  const { DossierId } = await mandat.louer("Martin", 900, 0);
  const debut = "2025-06-01";
  await fait(
    agence.admin.put(`/Dossier/${DossierId}`, { dateEntree: debut, dateDebutBail: debut }),
  );
  await mandat.appeler(DossierId, "2025-12");
  const rejete = await mandat.payer(DossierId, "2025-12-05", 900);
  await fait(mandat.convenir("2026-01-01", [[paul, 1, 1]]));
  await mandat.rejeter(rejete.id, "2026-01-10");
  const annee = await aide();
  expect(partsDe(annee, "211")).toEqual([
    [paul, -540],
    [anne, -360],
  ]);
  expect(annee.net.parts.reduce((total, part) => total + part, 0)).toBeCloseTo(
    annee.net.montant,
    2,
  );
});

it("Un mandat de décembre partage tout ce qu’il dit aux parts de ses premières conditions, même ce qui fut reçu avant elles", async () => {
  await fait(
    mandat.convenir("2026-11-01", [
      [paul, 3, 5],
      [anne, 2, 5],
    ]),
  );
  await fait(
    mandat.convenir("2026-12-01", [
      [paul, 1, 3],
      [anne, 2, 3],
    ]),
  );
  const { DossierId } = await mandat.louer("Martin", 900, 0);
  await mandat.appeler(DossierId, "2026-09");
  await mandat.payer(DossierId, "2026-09-05", 900);
  const annee = await aide();
  expect([partsDe(annee, "211"), partsDe(annee, "222")]).toEqual([
    [
      [paul, 540],
      [anne, 360],
    ],
    [
      [paul, 11.55],
      [anne, 8.45],
    ],
  ]);
  expect(annee.avertissements).toEqual([]);
});

it("Une avance reçue en décembre est de son année, aux parts du jour où elle règle l’appel de janvier, comme au compte", async () => {
  await fait(
    mandat.convenir("2025-06-01", [
      [paul, 3, 5],
      [anne, 2, 5],
    ]),
  );
  const { DossierId } = await mandat.louer("Martin", 850, 100);
  const debut = "2025-06-01";
  await fait(
    agence.admin.put(`/Dossier/${DossierId}`, { dateEntree: debut, dateDebutBail: debut }),
  );
  await mandat.appeler(DossierId, "2025-12");
  const paye = await mandat.payer(DossierId, "2025-12-03", 1900);
  await mandat.cloturer("2025-12");
  await fait(
    mandat.convenir("2026-01-01", [
      [paul, 1, 3],
      [anne, 2, 3],
    ]),
  );
  await mandat.appeler(DossierId, "2026-01");
  const { id } = await mandat.preparer(moisDe(JOUR));
  const compte = await fait(agence.user.get<CompteRenduDetail>(`/CompteRendu/${id}`));
  expect(de(compte, "encaissements")).toEqual([
    [paul, 316.67],
    [anne, 633.33],
  ]);
  // 850 € at 60/40, then 850 € in thirds: Paul has 510 + 283,33 €, Anne 340 + 566,67 €.
  expect(partsDe(await aide("2025"), "211")).toEqual([
    [paul, 793.33],
    [anne, 906.67],
  ]);
  const annee = JOUR.slice(0, 4);
  expect(partsDe(await aide(annee), "211")).toEqual([
    [paul, undefined],
    [anne, undefined],
  ]);
  // The payment is refused: each owner gives back the part that he received.
  await mandat.rejeter(paye.id, JOUR);
  expect(partsDe(await aide(annee), "211")).toEqual([
    [paul, -793.33],
    [anne, -906.67],
  ]);
});

it("Un loyer payé en décembre reste de son année ; sa quittance refaite l’année suivante n’en retire que ce qui est rendu, cette année-là", async () => {
  await fait(mandat.convenir("2025-06-01", [[paul, 1, 1]]));
  const { DossierId } = await mandat.louer("Martin", 900, 0);
  const debut = { dateEntree: "2025-06-01", dateDebutBail: "2025-06-01" };
  await fait(agence.admin.put(`/Dossier/${DossierId}`, debut));
  await mandat.appeler(DossierId, "2025-12");
  await mandat.payer(DossierId, "2025-12-05", 900);
  const declares = async () => {
    const annees = await Promise.all(["2025", JOUR.slice(0, 4)].map(aide));
    return annees.map(({ lignes }) => lignes.find(({ ligne }) => ligne === "211")?.montant);
  };
  expect(await declares()).toEqual([900, undefined]);
  await fait(agence.user.put(`/Dossier/${DossierId}`, { dateSortie: "2025-12-15" }));
  await fait(agence.admin.post(`/Dossier/${DossierId}/depart/quittances`, {}));
  // The remade receipt covers 15 days of 31: 435,48 € remain, 464,52 € go back to the tenant's account.
  expect(await declares()).toEqual([900, -464.52]);
  await fait(
    agence.user.post(`/Dossier/${DossierId}/appel`, {
      ...{ nature: "reparation", montant: 64.52, exigibleLe: JOUR },
    }),
  );
  expect((await aide(JOUR.slice(0, 4))).brut.montant).toBe(-400);
});

it("Une avance de décembre et ce qui revient d’un loyer l’année suivante règlent ensemble un appel : chaque part est de son année", async () => {
  await fait(mandat.convenir("2025-06-01", [[paul, 1, 1]]));
  const { DossierId } = await mandat.louer("Martin", 900, 0);
  const debut = { dateEntree: "2025-06-01", dateDebutBail: "2025-06-01" };
  await fait(agence.admin.put(`/Dossier/${DossierId}`, debut));
  await mandat.appeler(DossierId, "2025-12");
  const paye = await mandat.payer(DossierId, "2025-12-05", 1000);
  await fait(agence.user.put(`/Dossier/${DossierId}`, { dateSortie: "2025-12-15" }));
  await fait(agence.admin.post(`/Dossier/${DossierId}/depart/quittances`, {}));
  const bruts = async () =>
    (await Promise.all(["2025", JOUR.slice(0, 4)].map(aide))).map(({ brut }) => brut.montant);
  expect(await bruts()).toEqual([900, -464.52]);
  await fait(
    agence.user.post(`/Dossier/${DossierId}/appel`, {
      ...{ nature: "reparation", montant: 500, exigibleLe: JOUR },
    }),
  );
  // The repair of 500,00 € is paid by the 464,52 € given back this year, then by 35,48 € of the advance of December.
  expect(await bruts()).toEqual([935.48, 0]);
  await mandat.rejeter(paye.id, JOUR);
  expect(await bruts()).toEqual([935.48, -935.48]);
});

describe("Un indivisaire qui part", () => {
  it("reçoit ce que le compte gardait de lui, et cela se dit quand les parts changent", async () => {
    await fait(
      mandat.convenir(
        "2026-01-01",
        [
          [paul, 1, 2],
          [anne, 1, 2],
        ],
        { provision: 700 },
      ),
    );
    const { DossierId } = await mandat.louer("Martin", 900, 0);
    await mandat.appeler(DossierId, "2026-09");
    await mandat.payer(DossierId, "2026-09-05", 900);
    expect(paye(await mandat.cloturer("2026-09"))).toEqual([
      [paul, 100],
      [anne, 100],
    ]);

    const { id: jean } = await creer(agence.admin, "Client", { ...PROPRIETAIRE, prenom: "Jean" });
    await fait(agence.admin.put(`/Mission/${mandat.MissionId}/client/add/${jean}`));
    const { status, warnings } = (await mandat.convenir("2026-10-01", [
      [paul, 1, 2],
      [jean, 1, 2],
    ])) as { status: number; warnings?: string[] };
    expect([status, warnings]).toEqual([
      200,
      expect.arrayContaining([
        expect.stringMatching(/Anne Durand n’a plus de part : 350,00\s€ gardés .* sont à lui/),
      ]),
    ]);
    const octobre = await mandat.cloturer("2026-10");
    expect(paye(octobre)).toEqual([[anne, 350]]);
    expect(octobre.solde - octobre.reversement).toBe(350);

    // The rents of Jean pay his own share of the provision; nobody else pays for him.
    await mandat.appeler(DossierId, "2026-10");
    await mandat.payer(DossierId, "2026-11-05", 900);
    const novembre = await mandat.preparer("2026-11");
    expect(
      novembre.parts.filter(({ montant }) => montant > 0).map((p) => [p.ClientId, p.montant]),
    ).toEqual([
      [paul, 450],
      [jean, 100],
    ]);
    expect(await rompus()).toEqual([]);
  });

  it("ne s’efface pas tant que l’agence lui doit sa part, ou ce qu’elle gardait de lui", async () => {
    const moities: PartDite[] = [
      [paul, 1, 2],
      [anne, 1, 2],
    ];
    await fait(mandat.convenir("2026-01-01", moities, { provision: 700 }));
    const { AppartementId, DossierId } = await mandat.louer("Martin", 900, 0);
    await mandat.appeler(DossierId, "2026-09");
    await mandat.payer(DossierId, "2026-09-05", 900);
    await mandat.cloturer("2026-09");
    await fait(mandat.convenir("2026-10-01", [[paul, 1, 1]]));
    await fait(agence.user.put(`/Dossier/${DossierId}`, { dateSortie: "2026-10-15" }));
    await fait(agence.admin.delete(`/Mission/${mandat.MissionId}/client/remove/${anne}`));
    await fait(agence.admin.delete(`/Appartement/${AppartementId}/owner/remove/${anne}`));
    const { status, error } = await agence.admin.post(`/Client/${anne}/effacer`);
    expect([status, error?.message]).toEqual([
      409,
      expect.stringMatching(
        /^Ce propriétaire .* ceci le retient\s: 100,00\s€ à lui reverser, compte rendu [^,]*, 350,00\s€ gardés pour lui, compte rendu [^,]*\.$/,
      ),
    ]);
  });
});
