import { createClient, type InStatement } from "@libsql/client/web";
import { texteDeRecherche } from "#domain/recherche.ts";
import { inTurn } from "./in-turn.ts";

const NOMS =
  "Martin Bernard Thomas Petit Robert Richard Durand Dubois Moreau Laurent Simon Michel Lefèvre Leroy Roux David Bertrand Morel Fournier Girard".split(
    " ",
  );
const PRENOMS =
  "Étienne Jeanne Louis Camille Hugo Inès Léa Marc Nadia Olivier Paul Rose Sophie Victor Yasmine".split(
    " ",
  );
const VOIES = [
  "rue de la Harpe",
  "boulevard Saint-Michel",
  "avenue d’Italie",
  "quai de Jemmapes",
  "place Monge",
  "rue des Écoles",
  "cours de Vincennes",
];
const VILLES = [
  ["75005", "Paris"],
  ["92100", "Boulogne-Billancourt"],
  ["93100", "Montreuil"],
  ["94300", "Vincennes"],
] as const;
const APPARTEMENTS_PAR_PROPRIETAIRE = 4;
const LIGNES_PAR_ORDRE = 2000;

/** The month of the bench, and the month before, in which only some leases already ran. */
export const MOIS = "2026-03";
export const MOIS_PRECEDENT = "2026-02";

type Row = Record<string, string | number | boolean | null>;

const choice = <T>(list: readonly T[], rank: number): T => list[rank % list.length] as T;

/**
 * Fills an empty database with this many dossiers, each with an apartment and a tenant, and with the settings of an
 * agency. Amounts are in cents, as in the database.
 * @param before how many dossiers already ran in the month before {@link MOIS}
 */
export async function fill(url: string, dossiers: number, before = 0): Promise<void> {
  const ranks = Array.from({ length: dossiers }, (_, rank) => rank);
  const statements = [
    ...insertions(
      "Variable",
      Object.entries(AGENCE).map(([nom, valeur]) => ({ nom, valeur })),
    ),
    ...insertions(
      "Client",
      ranks.filter((rank) => rank % APPARTEMENTS_PAR_PROPRIETAIRE === 0).map(client),
    ),
    ...insertions("Appartement", ranks.map(appartement)),
    ...insertions(
      "Propriete",
      ranks.map((rank) => ({
        AppartementId: rank + 1,
        ClientId: Math.floor(rank / APPARTEMENTS_PAR_PROPRIETAIRE) + 1,
      })),
    ),
    ...insertions("Locataire", ranks.map(locataire)),
    ...insertions(
      "Dossier",
      ranks.map((rank) => dossier(rank, rank < before ? MOIS_PRECEDENT : MOIS)),
    ),
  ];
  const database = createClient({ url });
  for (const statement of statements) await inTurn(() => database.execute(statement));
  database.close();
}

/** Statements that insert these rows, which have the same columns, a group at a time. */
function insertions(name: string, rows: readonly Row[]): InStatement[] {
  const columns = Object.keys(rows[0] ?? {});
  const list = columns.map((column) => `"${column}"`).join(", ");
  const values = columns.map((column) => `value ->> '${column}'`).join(", ");
  const sql = `INSERT INTO "${name}" (${list}) SELECT ${values} FROM json_each(?)`;
  return Array.from({ length: Math.ceil(rows.length / LIGNES_PAR_ORDRE) }, (_, page) => {
    const start = page * LIGNES_PAR_ORDRE;
    return { sql, args: [JSON.stringify(rows.slice(start, start + LIGNES_PAR_ORDRE))] };
  });
}

const AGENCE = {
  agenceNom: "Saint-Michel Gestion",
  formeJuridique: "SARL",
  capital: "50 000 €",
  agenceAdresse: "18 rue de la Harpe",
  agenceCp: "75005",
  agenceVille: "Paris",
  agenceEmail: "contact@saint-michel.example",
  agenceTel: "01 43 26 00 00",
  rcs: "Paris 812 345 678",
  carteNumero: "CPI 7501 2026 000 000 001",
  carteLieu: "Paris Île-de-France",
  garantNom: "Galian",
  garantAdresse: "89 rue La Boétie, 75008 Paris",
  iban: "FR7630006000011234567890189",
  bic: "AGRIFRPP",
};

function lieu(rank: number) {
  const [codePostal, ville] = choice(VILLES, rank);
  return { adresse: `${(rank % 150) + 1} ${choice(VOIES, rank)}`, codePostal, ville };
}

function personne(rank: number) {
  return {
    titre: rank % 2 ? "Madame" : "Monsieur",
    nom: choice(NOMS, rank),
    prenom: choice(PRENOMS, rank >> 2),
  };
}

function client(rank: number): Row {
  const fiche = {
    ...personne(rank + 7),
    ...lieu(rank + 3),
    mailDefaut: `proprietaire${rank}@exemple.fr`,
    telDefaut: "01 43 26 12 34",
  };
  const choix = { sexe: "Non définit", qualite: "personne_physique", adresseDefaut: "adresse" };
  return { ...fiche, ...choix, recherche: texteDeRecherche(Object.values(fiche)) };
}

function appartement(rank: number): Row {
  const fiche = lieu(rank);
  return {
    ...fiche,
    typeImmeuble: "collectif",
    destination: "usage d'habitation",
    periodeConstruction: "1946-1970",
    chauffage: "collective",
    eauChaude: "collective",
    etage: String(rank % 7),
    quitanceAuto: true,
    loyerHC: 85_000,
    charge: 10_000,
    recherche: texteDeRecherche(Object.values(fiche)),
  };
}

function locataire(rank: number): Row {
  const fiche = {
    ...personne(rank),
    ville: lieu(rank).ville,
    mail: `locataire${rank}@exemple.fr`,
    tel: `06${String(10_000_000 + rank * 37)}`,
  };
  const choix = { rp: true, quitanceAuto: true, accordEmail: true, secondTitulaire: false };
  return { ...lieu(rank), ...fiche, ...choix, recherche: texteDeRecherche(Object.values(fiche)) };
}

function dossier(rank: number, mois: string): Row {
  return {
    AppartementId: rank + 1,
    LocataireId: rank + 1,
    dateEntree: `${mois}-01`,
    dateCreationBail: "2026-01-10",
    dateDebutBail: `${mois}-01`,
    depotGarantie: 85_000,
    jourQuitance: (rank % 5) + 1,
    loyerHC: 60_000 + (rank % 90) * 1000,
    loyerCharge: 5000 + (rank % 20) * 500,
    numFraisDossier: String(rank + 1),
    fraisDossierTauxTVA: 20,
    recherche: String(rank + 1),
  };
}
