import { ajouterMois, dernierJour, type Jour, moisDe, premierJour } from "#domain/dates.ts";
import type { Recuperable } from "#domain/missions/natures-de-depense.ts";
import type { Api } from "./api.ts";

/** The tantièmes (shares in the building) of two dwellings, by their numbers in the table, out of `TOTAL`. */
const TANTIEMES: Record<string, number> = { "26": 412, "27": 288 };
const TOTAL = 10_000;

const DEPENSES: readonly [Recuperable, string, number][] = [
  ["R44", "Nettoyage des parties communes", 14_820],
  ["R41", "Électricité des parties communes", 4_310.6],
  ["R12", "Entretien de l’ascenseur", 3_964],
  ["R23", "Gaz de la chaufferie", 22_415.75],
  ["R21", "Eau froide", 9_648.2],
  ["R81", "Taxe d’ordures ménagères", 5_172],
  ["R91", "Gardien", 8_900],
];

/** The dwellings of the building, by their numbers in the table. */
export const LOTS_DE_L_IMMEUBLE = Object.keys(TANTIEMES);

/**
 * Makes a building whose year of charges ended with the last month, and its expenses: the tenants' statements are
 * ready to send.
 * @param lots the identifiers of the dwellings, in the order of {@link LOTS_DE_L_IMMEUBLE}
 */
export async function prepareCharges(api: Api, lots: readonly number[], today: Jour) {
  const dernier = ajouterMois(moisDe(today), -1);
  const [du, au] = [premierJour(ajouterMois(dernier, -11)), dernierJour(dernier)];
  const { id } = await api.call<{ id: number }>("POST", "/Immeuble/reunir", {
    AppartementIds: lots,
  });
  await api.call("PUT", `/Immeuble/${id}`, { exerciceDebut: du.slice(5) });
  const cle = await api.create("/CleRepartition", {
    ...{ ImmeubleId: id, nom: "Tantièmes généraux", genre: "tantiemes", total: TOTAL, depuis: du },
    lots: lots.map((AppartementId, rang) => ({
      AppartementId,
      poids: TANTIEMES[LOTS_DE_L_IMMEUBLE[rang] ?? ""] ?? 0,
    })),
  });
  for (const [rang, [recuperable, intitule, montant]] of DEPENSES.entries()) {
    await api.create("/DepenseImmeuble", {
      ...{ ImmeubleId: id, CleId: cle.id, recuperable, intitule, montant },
      ...{ date: au, periodeDu: du, periodeAu: au, numFacture: `CH-${au.slice(0, 4)}-${rang + 1}` },
    });
  }
}
