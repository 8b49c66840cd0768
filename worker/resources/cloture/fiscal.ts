import { Hono } from "hono";
import type { AideFiscale, LigneFiscale } from "#domain/gerance/cloture/fiscal.ts";
import { says } from "#worker/http/api/described.ts";
import { noteExport } from "#worker/http/api/note-export.ts";
import { idParam } from "#worker/http/api/validate.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import { count } from "#worker/http/session/limits.ts";
import type { App } from "#worker/http/types.ts";
import { type CsvColumn, csvChunk } from "#worker/operations/fichiers/csv.ts";
import { lireAideFiscale } from "#worker/operations/gerance/cloture/fiscal.ts";

interface Ligne {
  nom: string;
  ligne: string;
  date: string | null;
  libelle: string;
  montant: number;
  parts: readonly number[];
}

/** The lines of each unfurnished dwelling, then the movements of furnished ones, with expenses as negative amounts. */
function lignesDe({ nus, meubles }: AideFiscale): Ligne[] {
  return [
    ...nus.flatMap(({ nom, lignes, brut, charges, net }) => [
      ...lignes.map((ligne: LigneFiscale) => ({ ...ligne, nom, date: null })),
      { nom, ligne: "215", libelle: "Total des recettes", date: null, ...brut },
      { nom, ligne: "240", libelle: "Total des frais et charges", date: null, ...charges },
      { nom, ligne: "", libelle: "Résultat avant intérêts d’emprunt", date: null, ...net },
    ]),
    ...meubles.map(({ recette, depense, ...mouvement }) => ({
      ...mouvement,
      ligne: "",
      montant: recette === 0 ? 0 - depense : recette,
      parts: [],
    })),
  ];
}

const columnsOf = ({ mandants }: AideFiscale): CsvColumn<Ligne>[] => [
  { titre: "Logement", valeur: ({ nom }) => nom },
  { titre: "Ligne 2044", valeur: ({ ligne }) => ligne },
  { titre: "Date", valeur: ({ date }) => date },
  { titre: "Libellé", valeur: ({ libelle }) => libelle },
  { titre: "Montant", valeur: ({ montant }) => montant },
  ...mandants.map(({ nom }, rang) => ({
    titre: nom,
    valeur: ({ parts }: Ligne) => parts[rang] ?? null,
  })),
];

/** The figures with which the owners of a mandate declare a year (cloture/README §12.19). */
export const fiscalResource = new Hono<App>()
  .get(
    "/Mission/:id/fiscal/:annee",
    says("L’aide à la déclaration des revenus d’un mandat, pour une année.", {
      refusals: [404, 422],
    }),
    requires("lire"),
    async (c) => {
      const quoi = { MissionId: idParam(c), annee: idParam(c, "annee") };
      return c.json({ data: await lireAideFiscale(contextOf(c), quoi) });
    },
  )
  .get(
    "/Mission/:id/fiscal/:annee/lignes.csv",
    says("Ses lignes, en fichier pour tableur.", { media: "text/csv", refusals: [404, 422, 429] }),
    requires("lire"),
    async (c) => {
      const quoi = { MissionId: idParam(c), annee: idParam(c, "annee") };
      const aide = await lireAideFiscale(contextOf(c), quoi);
      await count(c, "exports");
      const lignes = lignesDe(aide);
      noteExport(c, { ressource: "Fiscal", nombre: lignes.length });
      return c.body(csvChunk(columnsOf(aide), lignes, true), 200, {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="Fiscal_${quoi.annee}_mission-${quoi.MissionId}.csv"`,
        "Cache-Control": "no-store",
      });
    },
  );
