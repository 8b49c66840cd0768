import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import type { DocumentGenere } from "#domain/fichiers/document.ts";
import type { CompteRenduRow, ValidationDeCompte } from "#domain/gerance/cloture/compte-rendu.ts";
import {
  type Agence,
  APPARTEMENT,
  BAIL,
  creer,
  LOCATAIRE,
  MISSION,
  ouvrirAgence,
  PROPRIETAIRE,
} from "../../support/agence/agence.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";
import { freshHouse } from "../../support/worker/database.ts";

let agence: Agence;

/** The answer to a request that must succeed; when it fails, the test shows the error of the answer. */
async function fait<Reponse>(
  demande: Promise<{ status: number; data: Reponse; error?: unknown }>,
): Promise<Reponse> {
  const { status, data, error } = await demande;
  expect([status < 300, error]).toEqual([true, undefined]);
  return data;
}

/** A dwelling let since January, whose deposit the agency holds. */
async function louer(
  MissionId: number,
  proprietaires: readonly number[],
  { nom, loyerHC, charge }: { nom: string; loyerHC: number; charge: number },
) {
  const { admin } = agence;
  const { id: AppartementId } = await creer(admin, "Appartement", {
    ...APPARTEMENT,
    adresse: `Lot ${nom}`,
    loyerHC,
    charge,
  });
  const { id: LocataireId } = await creer(admin, "Locataire", {
    ...LOCATAIRE,
    nom,
    mail: `${nom}@exemple.fr`,
  });
  for (const id of proprietaires) {
    await fait(admin.put(`/Appartement/${AppartementId}/owner/add/${id}`));
  }
  await fait(admin.put(`/Mission/${MissionId}/appartement/add/${AppartementId}`));
  const { id: DossierId } = await creer(admin, "Dossier", {
    ...BAIL,
    AppartementId,
    LocataireId,
    loyerHC,
    loyerCharge: charge,
    depotGarantie: loyerHC,
    jourQuitance: 1,
    dateEntree: "2026-01-01",
    dateDebutBail: "2026-01-01",
  });
  await fait(
    admin.post(`/Dossier/${DossierId}/appel`, {
      nature: "depot",
      montant: loyerHC,
      exigibleLe: "2026-08-31",
    }),
  );
  await encaisser(DossierId, "2026-09-01", loyerHC);
  return { AppartementId, DossierId };
}

const appeler = (DossierId: number, mois: string) =>
  fait(agence.admin.post(`/Quitance/generate/${DossierId}`, { date: `${mois}-01` }));

const encaisser = (DossierId: number, date: string, montant: number, suite: object = {}) =>
  fait(
    agence.user.post<{ id: number }>("/Reglement", {
      DossierId,
      date,
      montant,
      mode: "virement",
      ...suite,
    }),
  );

async function cloturer(mois: string): Promise<CompteRenduRow> {
  await fait(agence.admin.post("/CompteRendu/preparer", { mois }));
  const [compte] = await fait(
    agence.user.get<CompteRenduRow[]>(`/CompteRendu?page=1&limit=50&mois=${mois}`),
  );
  if (!compte) throw new Error(`Aucun compte rendu de ${mois}`);
  const { id } = compte;
  expect(
    await fait(agence.admin.post<ValidationDeCompte[]>("/CompteRendu/valider", { ids: [id] })),
  ).toEqual([{ id, resultat: "valide", raison: null }]);
  return compte;
}

function suivent(page: string | undefined, phrases: readonly string[]) {
  let depuis = 0;
  for (const phrase of phrases) {
    const la = page?.indexOf(phrase, depuis) ?? -1;
    expect([phrase, la >= 0 ? phrase : page?.slice(depuis)]).toEqual([phrase, phrase]);
    depuis = la + phrase.length - 1;
  }
}

it("le compte rendu d’octobre de l’indivision Durand, des règlements au papier, au centime", async () => {
  await freshHouse();
  agence = await ouvrirAgence();
  const { admin, user } = agence;
  const durand = { ...PROPRIETAIRE, nom: "Durand" };
  const paul = (await creer(admin, "Client", { ...durand, titre: "Monsieur", prenom: "Paul" })).id;
  const anne = (await creer(admin, "Client", { ...durand, prenom: "Anne" })).id;
  const { id: MissionId } = await creer(admin, "Mission", {
    ...MISSION,
    nbAppart: 2,
    numRegistre: "42",
    dateSignature: "2024-03-12",
  });
  for (const id of [paul, anne]) await fait(admin.put(`/Mission/${MissionId}/client/add/${id}`));
  await fait(
    admin.put(`/Mission/${MissionId}/conditions`, {
      depuis: "2026-09-01",
      modeFonds: "agence",
      tauxHonoraires: 7,
      tauxEn: "ht",
      assiette: "encaisse_cc",
      tauxTva: 20,
      provision: 300,
      periodicite: "mensuelle",
      jourReversement: 10,
      seuilAccord: 150,
      parts: [
        {
          ClientId: paul,
          num: 60,
          den: 100,
          iban: "FR1420041010050500013M02606",
          titulaire: "M. Paul Durand",
        },
        {
          ClientId: anne,
          num: 40,
          den: 100,
          iban: "FR7630006000011234567890189",
          titulaire: "Mme Anne Durand",
        },
      ],
    }),
  );
  const indivision = [paul, anne];
  const martin = await louer(MissionId, indivision, { nom: "Martin", loyerHC: 850, charge: 100 });
  const petit = await louer(MissionId, indivision, { nom: "Petit", loyerHC: 620, charge: 60 });

  // At the end of September, the mandate has kept its provision, and Petit owes 180 €.
  for (const { DossierId } of [martin, petit]) await appeler(DossierId, "2026-09");
  await encaisser(martin.DossierId, "2026-09-02", 950);
  await encaisser(petit.DossierId, "2026-09-09", 500);
  await cloturer("2026-09");

  for (const { DossierId } of [martin, petit]) await appeler(DossierId, "2026-10");
  await encaisser(martin.DossierId, "2026-10-02", 740);
  await encaisser(martin.DossierId, "2026-10-05", 210, { payeur: "caf" });
  const cheque = await encaisser(petit.DossierId, "2026-10-09", 500, { mode: "cheque" });
  await fait(user.post(`/Reglement/${cheque.id}/crediter`, { date: "2026-10-09" }));

  const depenser = async (nom: string, date: string, champs: object) => {
    const fournisseur = await creer(user, "Fournisseur", { nom });
    const { id } = await creer(user, "Intendance", {
      nature: "depense",
      AppartementId: martin.AppartementId,
      FournisseurId: fournisseur.id,
      date,
      payePar: "agence",
      ...champs,
    });
    await fait(user.post("/Intendance/bon-a-payer", { ids: [id] }));
    await fait(user.post("/Intendance/payer", { ids: [id], date }));
  };
  await depenser("Plomberie X", "2026-10-14", {
    intitule: "Fuite cuisine",
    montant: 132,
    tva: 10,
    numFacture: "F-7781",
    natureFiscale: "travaux",
  });
  await depenser("Syndic Y", "2026-10-15", {
    intitule: "Appel T4",
    montant: 310,
    tva: 0,
    numFacture: "AP-2026-4",
    natureFiscale: "copropriete",
    accordLe: "2026-10-13",
  });
  await depenser("Assurance Z", "2026-10-31", {
    intitule: "Prime d’octobre",
    montant: 23.75,
    tva: 0,
    numFacture: "GLI-10",
    natureFiscale: "assurance_loyers",
  });

  const { id, reversement } = await cloturer("2026-10");
  expect(reversement).toBe(862.45);
  const { generated } = await fait(admin.get<DocumentGenere>(`/CompteRendu/${id}/generate`));
  const pdf = await env.FILES.get(generated);
  const { pages } = readPdf(new Uint8Array((await pdf?.arrayBuffer()) ?? new ArrayBuffer()));
  const [synthese, detail, dePaul, dAnne] = pages;
  suivent(synthese, [
    "COMPTE RENDU N° 2026-10 / 000042",
    "MANDAT n° 000042 du 12/03/2024",
    "PÉRIODE du 01/10/2026 au 31/10/2026",
    "A. Synthèse",
    "Solde précédent (provision conservée) 300,00",
    "+ Encaissements 1 450,00",
    "− Honoraires de gestion TTC (facture FH-2026-000002) −121,80",
    "− Garantie loyers impayés −23,75",
    "− Dépenses payées pour votre compte −442,00",
    "= Solde du présent compte 1 162,45",
    "− Provision conservée −300,00",
    "= REVERSEMENT 862,45",
    "M. Paul Durand 60 % FR14 •••• •••• •••• 2606",
    " 517,47 ",
    "Mme Anne Durand 40 % FR76 •••• •••• •••• 0189",
    " 344,98 ",
    "B. Situation locative",
    "Lot Martin, 4e M. Léo Martin 950,00 0,00 950,00 0,00",
    "Lot Petit, 4e M. Léo Petit 680,00 180,00 500,00 360,00 relance à venir",
    "Totaux 1 630,00 180,00 1 450,00 360,00",
    "Dépôts de garantie détenus par l'agence : 1 470,00 €",
  ]);
  suivent(detail, [
    "C. Encaissements",
    "02/10/2026 Lot Martin, 4e, M. Léo Martin Locataire, virement 10/2026 662,11 77,89 740,00",
    "05/10/2026 Lot Martin, 4e, M. Léo Martin CAF, virement 10/2026 187,89 22,11 210,00",
    "09/10/2026 Lot Petit, 4e, M. Léo Petit Locataire, chèque 09/2026 164,12 15,88 180,00",
    "09/10/2026 Lot Petit, 4e, M. Léo Petit Locataire, chèque 10/2026 291,76 28,24 320,00",
    "Totaux 1 305,88 144,12 1 450,00",
    "D. Dépenses",
    "14/10/2026 Plomberie X – Fuite cuisine – Lot Martin, 4e Réparation, entretien, amélioration 120,00 12,00 132,00 non F-7781",
    "15/10/2026 Syndic Y – Appel T4 – Lot Martin, 4e Appel de fonds du syndic 310,00 – 310,00 non AP-2026-4",
    "31/10/2026 Assurance Z – Prime d'octobre – Lot Martin, 4e Garantie loyers impayés 23,75 – 23,75 non GLI-10",
    "Totaux 453,75 12,00 465,75",
    "E. Honoraires",
    "1 450,00 × 7 % 101,50 20 % = 20,30 121,80",
    "Facture FH-2026-000002 : 121,80 € TTC, prélevée sur votre compte.",
    "Compte rendu établi en exécution de votre mandat (art. 66 du décret n° 72-678 du 20 juillet 1972).",
  ]);
  suivent(dePaul, ["M. Paul Durand – 60 %", "517,47 €", "= REVERSEMENT 862,45 517,47"]);
  suivent(dAnne, ["Mme Anne Durand – 40 %", "344,98 €", "= REVERSEMENT 862,45 344,98"]);
});
