import { createClient } from "@libsql/client/web";
import { ADMIN } from "../browser/browser.ts";
import { demarrer } from "../browser/produit.ts";
import { readPdf } from "../documents/pdf-text.ts";

const PROPRIETAIRE = {
  titre: "Madame",
  nom: "de La Tour",
  prenom: "Jeanne",
  adresse: "3 place Bellecour",
  codePostal: "69002",
  ville: "Lyon",
  mailPerso: "jeanne@exemple.fr",
  mobilePerso: "06 12 34 56 78",
  adresseDefaut: "adresse",
  mailDefaut: "mailPerso",
  telDefaut: "mobilePerso",
};
const APPARTEMENT = {
  adresse: "27 bis boulevard Saint-Michel",
  codePostal: "75005",
  ville: "Paris",
  surface: 45.6,
  nbPiece: 2,
  loyerHC: 850,
  charge: 100,
};
const LOCATAIRE = {
  prenom: "Léo",
  mail: "leo@exemple.fr",
  tel: "01 23 45 67 89",
  adresse: "1 rue de la Paix",
  codePostal: "75002",
  ville: "Paris",
};
const BAIL = {
  dateEntree: "2025-01-01",
  dateCreationBail: "2024-12-20",
  dateDebutBail: "2025-01-01",
  depotGarantie: 850,
  jourQuitance: 1,
  loyerHC: 850,
  loyerCharge: 100,
  numFraisDossier: "F-2024-018",
};
const MISSION = {
  type: "gestion",
  nbAppart: 2,
  numRegistre: "000042",
  accompte1: 0,
  accompte2: 0,
  valeurMissionAppt: 0,
};

const lu = async <T>(reponse: Response) => ((await reponse.json()) as { data: T }).data;

async function ouvrir() {
  const { address: adresse, base, arreter: fermer } = await demarrer("agence-ancienne");
  return { adresse, base: createClient(base), fermer };
}

/**
 * An agency older than its books, which are not opened yet. MARTIN and PETIT rent two dwellings of one mandate, and
 * have receipts for these months; the agency has one bank account.
 */
export async function agenceAncienne(mois: readonly string[]) {
  const produit = await ouvrir();
  try {
    return { ...produit, ...(await remplir(produit, mois)) };
  } catch (error) {
    await produit.fermer();
    throw error;
  }
}

async function remplir(
  produit: Pick<Awaited<ReturnType<typeof ouvrir>>, "adresse" | "base">,
  mois: readonly string[],
) {
  await produit.base.execute("DELETE FROM Reprise");
  const session = await fetch(`${produit.adresse}/api/user/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ credentials: ADMIN }),
  });
  const { token } = (await lu<{ user: { token: string } }>(session)).user;
  const appeler = async (method: string, chemin: string, body: object = {}) => {
    const reponse = await fetch(`${produit.adresse}/api/${chemin}`, {
      method,
      headers: { "Content-Type": "application/json", Authorization: `Token ${token}` },
      body: JSON.stringify(body),
    });
    if (!reponse.ok) throw new Error(`${chemin}: ${reponse.status} ${await reponse.text()}`);
    return lu<{ id: number }>(reponse);
  };
  const papier = async (chemin: string): Promise<string> => {
    const headers = { Authorization: `Token ${token}` };
    const reponse = await fetch(`${produit.adresse}/api/${chemin}`, { headers });
    return readPdf(new Uint8Array(await reponse.arrayBuffer())).text;
  };
  const creer = async (nom: string, fiche: object): Promise<number> =>
    (await appeler("POST", nom, fiche)).id;

  const client = await creer("Client", PROPRIETAIRE);
  const mandat = await creer("Mission", MISSION);
  await appeler("PUT", `Mission/${mandat}/client/add/${client}`);
  await creer("CompteBancaire", { nom: "Gérance", iban: "FR7630006000011234567890189" });
  const dossiers = [];
  for (const [etage, nom] of ["Martin", "Petit"].entries()) {
    const AppartementId = await creer("Appartement", { ...APPARTEMENT, etage: String(etage + 1) });
    await appeler("PUT", `Appartement/${AppartementId}/owner/add/${client}`);
    await appeler("PUT", `Mission/${mandat}/appartement/add/${AppartementId}`);
    const LocataireId = await creer("Locataire", { ...LOCATAIRE, nom });
    const id = await creer("Dossier", { ...BAIL, AppartementId, LocataireId });
    for (const un of mois) await appeler("POST", `Quitance/generate/${id}`, { date: `${un}-01` });
    dossiers.push(id);
  }
  const [martin = 0, petit = 0] = dossiers;
  return { appeler, papier, mandat, martin, petit };
}
