import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { Invalid } from "#domain/erreurs.ts";
import { isoDate } from "#domain/fields.ts";
import { type CompteDuDossier, intituleDeLigne } from "#domain/gerance/compte.ts";
import { ETATS_REGLEMENT } from "#domain/gerance/reglement.ts";
import { motsDeFichier } from "#domain/nom-de-fichier.ts";
import { type CsvColumn, csvChunk } from "#worker/http/csv.ts";
import { says } from "#worker/http/described.ts";
import { count } from "#worker/http/limits.ts";
import { noteExport } from "#worker/http/note-export.ts";
import type { App } from "#worker/http/types.ts";
import { idParam, parse } from "#worker/http/validate.ts";
import { compteLu, requetesDuCompte } from "#worker/operations/gerance/compte.ts";

const periode = z.strictObject({ du: z.optional(isoDate()), au: z.optional(isoDate()) });

/** The account that the address asks for. */
async function compteOf(c: Context<App>): Promise<CompteDuDossier> {
  const { db, session, today } = c.var;
  const demande = { DossierId: idParam(c), ...parse(periode, c.req.query()) };
  const { du, au } = demande;
  if (du && au && du > au) throw new Invalid({ au: "La période finit avant de commencer." });
  const lu = await session.read("lire", requetesDuCompte(db, { ...demande, today }));
  return compteLu(demande, lu);
}

type Ligne = Pick<
  CompteDuDossier["lignes"][number],
  "libelle" | "piece" | "mode" | "payeur" | "etat" | "solde"
> & { date: string | null; debit: number | null; credit: number | null };

const columns: CsvColumn<Ligne>[] = [
  { titre: "Date", valeur: (ligne) => ligne.date },
  { titre: "Libellé", valeur: (ligne) => intituleDeLigne(ligne) },
  { titre: "Pièce", valeur: (ligne) => ligne.piece },
  { titre: "État", valeur: (ligne) => ligne.etat && ETATS_REGLEMENT[ligne.etat] },
  { titre: "Débit", valeur: (ligne) => ligne.debit || null },
  { titre: "Crédit", valeur: (ligne) => ligne.credit || null },
  { titre: "Solde", valeur: (ligne) => ligne.solde },
];

/** What was owed before the first line, as a line. */
const reportOf = ({ du, report }: CompteDuDossier): Ligne[] =>
  du === null
    ? []
    : [
        {
          date: du,
          libelle: "Report",
          piece: null,
          mode: null,
          payeur: null,
          etat: null,
          debit: null,
          credit: null,
          solde: report,
        },
      ];

/** The account of a tenant. */
export const compteResource = new Hono<App>()
  .get(
    "/Dossier/:id/compte",
    says("Le compte du locataire : ce qu’il doit, ce qu’il a réglé, ligne par ligne.", {
      need: "lire",
      query: periode.shape,
    }),
    async (c) => c.json({ data: await compteOf(c) }),
  )
  .get(
    "/Dossier/:id/compte.csv",
    says("Le compte du locataire, en fichier pour tableur.", {
      need: "lire",
      query: periode.shape,
      media: "text/csv",
      refusals: [429],
    }),
    async (c) => {
      const compte = await compteOf(c);
      await count(c, "exports");
      const rows = [...reportOf(compte), ...compte.lignes];
      noteExport(c, { ressource: "Compte", nombre: compte.lignes.length });
      const name = ["Compte", motsDeFichier(compte.locataire, "_"), compte.du, compte.au];
      return c.body(csvChunk(columns, rows, true), 200, {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="${name.filter(Boolean).join("_")}.csv"`,
        "Cache-Control": "no-store",
      });
    },
  );
