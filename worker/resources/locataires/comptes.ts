import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { Invalid } from "#domain/erreurs.ts";
import { motsDeFichier } from "#domain/fichiers/nom-de-fichier.ts";
import { isoDate } from "#domain/fields.ts";
import {
  annulationTropPercu,
  demandeAbandon,
  demandeAppel,
  demandeTropPercu,
} from "#domain/gerance/locataires/appel.ts";
import { type CompteDuDossier, intituleDeLigne } from "#domain/gerance/locataires/compte.ts";
import { ETATS_REGLEMENT } from "#domain/gerance/locataires/reglement.ts";
import { enCentimes } from "#domain/montants.ts";
import { says } from "#worker/http/api/described.ts";
import { noteExport } from "#worker/http/api/note-export.ts";
import { idParam, json, parse } from "#worker/http/api/validate.ts";
import { receive } from "#worker/http/files/upload.ts";
import { followUp } from "#worker/http/queue-mails.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import { count } from "#worker/http/session/limits.ts";
import type { App } from "#worker/http/types.ts";
import { type CsvColumn, csvChunk } from "#worker/operations/fichiers/csv.ts";
import {
  annulerTropPercu,
  rendreTropPercu,
} from "#worker/operations/gerance/departs/trop-percus.ts";
import { abandonnerCreance } from "#worker/operations/gerance/locataires/abandons.ts";
import { appelerSomme } from "#worker/operations/gerance/locataires/appels.ts";
import { compteLu, requetesDuCompte } from "#worker/operations/gerance/locataires/compte.ts";

const periode = z.strictObject({ du: z.optional(isoDate()), au: z.optional(isoDate()) });

/** The tenant's account over the period given in the query. */
async function compteOf(c: Context<App>): Promise<CompteDuDossier> {
  const { db, session, today } = c.var;
  const demande = { DossierId: idParam(c), ...parse(periode, c.req.query()) };
  const { du, au } = demande;
  if (du && au && du > au) throw new Invalid({ au: "La période finit avant de commencer." });
  const faits = await session.read("lire", requetesDuCompte(db, { ...demande, today }));
  return compteLu(demande, faits);
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

/** The balance carried forward, as a line before the first one; none when the period has no first day. */
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

/** The text fields of the form that waives a debt, converted to the types of its JSON. */
const abandonOf = ({ montant, ...texts }: Record<string, string>) =>
  parse(demandeAbandon, {
    ...texts,
    montant: montant && /^\d+(\.\d{1,2})?$/.test(montant) ? Number(montant) : montant,
  });

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
  )
  .post(
    "/Dossier/:id/appel",
    says("Appelle une somme au locataire, en plus du loyer.", {
      success: 201,
      refusals: [404, 409],
    }),
    requires("modifier"),
    json(demandeAppel),
    async (c) => {
      const demande = { DossierId: idParam(c), ...c.req.valid("json") };
      const { id, ...suites } = await appelerSomme(contextOf(c), demande);
      followUp(c, suites);
      return c.json({ data: { id } }, 201);
    },
  )
  .post(
    "/Dossier/:id/avance",
    says("Doit au locataire ce qu’il a payé d’avance et redemande : un virement le lui rend.", {
      success: 204,
      refusals: [404, 409],
    }),
    requires("supprimer"),
    json(demandeTropPercu),
    async (c) => {
      const { montant } = c.req.valid("json");
      const demande = {
        DossierId: idParam(c),
        montant: typeof montant === "number" ? enCentimes(montant) : null,
      };
      followUp(c, await rendreTropPercu(contextOf(c), demande));
      return c.body(null, 204);
    },
  )
  .post(
    "/Dossier/:id/avance/:rendueId/annuler",
    says("Annule un trop-perçu à rendre : il redevient une avance.", {
      success: 204,
      refusals: [404, 409],
    }),
    requires("supprimer"),
    json(annulationTropPercu),
    async (c) => {
      const demande = { DossierId: idParam(c), id: idParam(c, "rendueId") };
      followUp(c, await annulerTropPercu(contextOf(c), { ...demande, ...c.req.valid("json") }));
      return c.body(null, 204);
    },
  )
  .post(
    "/Dossier/:id/abandon",
    says("Abandonne une créance : l’écrit du bailleur est joint.", {
      files: ["fichier"],
      form: demandeAbandon,
      success: 201,
      refusals: [404, 422],
    }),
    requires("supprimer"),
    (c) =>
      receive(
        c,
        { files: ["fichier"], atMost: 1, texts: Object.keys(demandeAbandon.shape) },
        async ({ texts, files: [{ depot }] }) => {
          const { montant, date, commentaire = null } = abandonOf(texts);
          const { reglement, ...suites } = await abandonnerCreance(contextOf(c), {
            DossierId: idParam(c),
            montant: enCentimes(montant),
            date,
            commentaire,
            depot,
          });
          followUp(c, suites);
          return c.json({ data: { id: reglement?.id, numero: reglement?.numero } }, 201);
        },
      ),
  );
