import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { versionSeule } from "#domain/fields.ts";
import {
  depenseImmeuble,
  depenseImmeubleChangee,
  nouveauDecompteSyndic,
  nouveauReleve,
} from "#domain/gerance/charges/immeuble-fiche.ts";
import { says } from "#worker/http/api/described.ts";
import { idParam, json, parse } from "#worker/http/api/validate.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import type { App } from "#worker/http/types.ts";
import {
  lireAnneeDeCharges,
  lireChargesDeLImmeuble,
  lireChargesDuLogement,
} from "#worker/operations/gerance/charges/annee.ts";
import {
  lireDecomptesSyndic,
  noterDecompteSyndic,
  retirerDecompteSyndic,
} from "#worker/operations/gerance/charges/decomptes-syndic.ts";
import {
  changerDepense,
  lireDepensesImmeuble,
  noterDepense,
  supprimerDepense,
} from "#worker/operations/gerance/charges/depenses-immeuble.ts";
import {
  lireReleves,
  noterReleve,
  retirerReleve,
} from "#worker/operations/gerance/charges/releves.ts";

const ANNEE = {
  annee: z.pipe(
    z
      .string()
      .check(
        z.regex(/^\d{4}$/, "Une année est attendue."),
        z.meta({ type: "integer", minimum: 2000, maximum: 2199 }),
      ),
    z.transform(Number),
  ),
};

const anneeDe = (c: Context<App>) => ({ id: idParam(c), annee: idParam(c, "annee") });

/** The expenses of buildings, and the charges of a year (charges/README §16). */
export const depenseImmeubleResource = new Hono<App>()
  .get(
    "/Charges",
    says(
      "Les immeubles, et les logements hors immeuble, dont les charges d’une année se règlent.",
      {
        query: ANNEE,
      },
    ),
    requires("lire"),
    async (c) => {
      const { annee } = parse(z.object(ANNEE), c.req.query());
      return c.json({ data: await lireAnneeDeCharges(c.var, annee) });
    },
  )
  .get(
    "/Immeuble/:id/charges/:annee",
    says("Les charges d’un immeuble pour une année, logement par logement."),
    requires("lire"),
    async (c) => c.json({ data: await lireChargesDeLImmeuble(c.var, anneeDe(c)) }),
  )
  .get(
    "/Appartement/:id/charges/:annee",
    says("Les charges d’un logement pour une année, bail par bail."),
    requires("lire"),
    async (c) => c.json({ data: await lireChargesDuLogement(c.var, anneeDe(c)) }),
  )
  .get(
    "/Immeuble/:id/depenses/:annee",
    says("Les dépenses d’un immeuble pour une année, et leurs parts."),
    requires("lire"),
    async (c) => {
      const { id, annee } = anneeDe(c);
      const { exercice } = await lireChargesDeLImmeuble(c.var, { id, annee });
      const data = await lireDepensesImmeuble(c.var.db, { ImmeubleId: id, ...exercice });
      return c.json({ data });
    },
  )
  .post(
    "/DepenseImmeuble",
    says("Note une dépense d’immeuble : chaque logement de la clé en a sa part.", {
      success: 201,
      refusals: [404],
    }),
    requires("modifier"),
    json(depenseImmeuble),
    async (c) => {
      const id = await noterDepense(contextOf(c), c.req.valid("json"));
      return c.json({ data: { id } }, 201);
    },
  )
  .put(
    "/DepenseImmeuble/:id",
    says("Change une dépense d’immeuble, tant qu’aucune part n’en est payée ni approuvée.", {
      refusals: [404, 409],
    }),
    requires("modifier"),
    json(depenseImmeubleChangee),
    async (c) => {
      const id = idParam(c);
      await changerDepense(contextOf(c), { id, ...c.req.valid("json") });
      return c.json({ data: { id } });
    },
  )
  .delete(
    "/DepenseImmeuble/:id",
    says("Supprime une dépense d’immeuble et ses parts.", { success: 204, refusals: [404, 409] }),
    requires("supprimer"),
    json(versionSeule),
    async (c) => {
      await supprimerDepense(contextOf(c), { id: idParam(c), ...c.req.valid("json") });
      return c.body(null, 204);
    },
  )
  .get(
    "/Appartement/:id/decomptes-syndic",
    says("Les décomptes du syndic notés pour un logement."),
    requires("lire"),
    async (c) => c.json({ data: await lireDecomptesSyndic(c.var, idParam(c)) }),
  )
  .post(
    "/Appartement/:id/decomptes-syndic",
    says("Note le décompte annuel du syndic : le « dont locatif » de chaque nature.", {
      success: 201,
      refusals: [404, 409],
    }),
    requires("modifier"),
    json(nouveauDecompteSyndic),
    async (c) => {
      const demande = { AppartementId: idParam(c), ...c.req.valid("json") };
      return c.json({ data: { id: await noterDecompteSyndic(contextOf(c), demande) } }, 201);
    },
  )
  .delete(
    "/DecompteSyndic/:id",
    says("Retire le décompte d’un syndic, et ses dépenses.", {
      success: 204,
      refusals: [404, 409],
    }),
    requires("supprimer"),
    async (c) => {
      await retirerDecompteSyndic(contextOf(c), idParam(c));
      return c.body(null, 204);
    },
  )
  .get(
    "/Appartement/:id/releves",
    says("Les relevés des compteurs d’un logement."),
    requires("lire"),
    async (c) => c.json({ data: await lireReleves(c.var, idParam(c)) }),
  )
  .post(
    "/Appartement/:id/releves",
    says("Note l’index d’un compteur.", { success: 201, refusals: [404, 409] }),
    requires("modifier"),
    json(nouveauReleve),
    async (c) => {
      const demande = { AppartementId: idParam(c), ...c.req.valid("json") };
      return c.json({ data: { id: await noterReleve(contextOf(c), demande) } }, 201);
    },
  )
  .delete(
    "/ReleveCompteur/:id",
    says("Retire un relevé de compteur.", { success: 204, refusals: [404] }),
    requires("supprimer"),
    async (c) => {
      await retirerReleve(contextOf(c), idParam(c));
      return c.body(null, 204);
    },
  );
