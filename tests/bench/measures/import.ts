import type { TableLue } from "#domain/import/colonnes.ts";
import type { ImportRow } from "#domain/import/fiche.ts";
import type { GenreImport } from "#domain/import/genres.ts";
import { type Figure, timed } from "../figures.ts";
import { type House, openHouse } from "../house/house.ts";

const LIGNES = 10_000;

/** A file for each kind of record, as other software writes it; later files refer to earlier ones. */
const FICHIERS: Record<GenreImport, { entete: string; ligne(n: number): string }> = {
  Client: {
    entete: "Référence;Civilité;Nom;Prénom;Adresse;CP;Ville;E-mail;Téléphone",
    ligne: (n) =>
      `P${n};M.;BAILLEUR${n};Hervé;${n} rue Haute;75005;Paris;p${n}@exemple.fr;0611223344`,
  },
  Appartement: {
    entete: "Référence;Adresse;CP;Ville;Étage;Surface;Loyer HC;Charges;Propriétaire",
    ligne: (n) =>
      `A${n};${n} rue de la Gare;33000;Bordeaux;2;41,5;1 ${100 + (n % 800)},50 €;45,00;P${n}`,
  },
  Mission: {
    entete: "Mandat n°;Mandant;Bien;Date du mandat;Taux HT;Encaissement",
    ligne: (n) => `${n + 1};P${n};A${n};01/02/2024;7;agence`,
  },
  Locataire: {
    entete: "Référence;Civilité;Nom;Prénom;E-mail;Tel;Né le;Adresse;CP;Ville",
    ligne: (n) =>
      `L${n};Mme;PRENEUR${n};Zoé;l${n}@exemple.fr;0611223344;01/02/1990;${n} rue Haute;33000;Bordeaux`,
  },
  Dossier: {
    entete: "Référence;Bien;Locataire;Date de début;Loyer HC;Charges;Dépôt de garantie",
    ligne: (n) => `D${n};A${n};L${n};01/02/2024;${700 + (n % 500)},00;45,00;700,00`,
  },
  Caution: {
    entete: "Locataire;Civilité;Nom;Prénom;E-mail;Tel",
    ligne: (n) => `PRENEUR${n} Zoé;M.;GARANT${n};Paul;g${n}@exemple.fr;0611223344`,
  },
};

/** An agency that moves in with 10,000 records of each kind: each file is checked, then imported. */
export async function imports(): Promise<Figure[]> {
  const house = await openHouse(0);
  try {
    const figures: Figure[] = [];
    for (const [genre, { entete, ligne }] of Object.entries(FICHIERS)) {
      const lignes = Array.from({ length: LIGNES }, (_, n) => ligne(n));
      const contenu = [entete, ...lignes, ""].join("\n");
      const { colonnes } = await send<TableLue>(house, "/lire", { genre }, contenu);
      const champs = { genre, colonnes: JSON.stringify(colonnes.map(({ champ }) => champ)) };
      const essai = await timed(() => send(house, "/essai", champs, contenu));
      let nombre = 0;
      const fait = await timed(async () => {
        ({ nombre } = await send<ImportRow>(house, "", champs, contenu));
      });
      figures.push({
        name: `Import : ${LIGNES} lignes (${genre}), vérifiées puis écrites`,
        raw: `${nombre} fiches ; vérification ${Math.round(essai)} ms, écriture ${Math.round(fait)} ms`,
        value: nombre === LIGNES ? (essai + fait) / 1000 : Number.NaN,
        unit: "s",
        limit: { atMost: 60 },
      });
    }
    return figures;
  } finally {
    await house.close();
  }
}

async function send<T>(
  house: House,
  path: string,
  fields: Record<string, string>,
  content: string,
): Promise<T> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append("fichier", new File([content], "export.csv"));
  const answer = await house.send(`/api/Import${path}`, { method: "POST", body });
  return (await answer.json<{ data: T }>()).data;
}
