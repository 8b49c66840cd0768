import { type Context, Hono } from "hono";
import { nouvellesCoordonnees } from "#domain/gerance/mandats/coordonnees-bancaires.ts";
import { estMasque, ibanEnGroupes } from "#domain/iban.ts";
import { says } from "#worker/http/api/described.ts";
import { idParam, json } from "#worker/http/api/validate.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { confirmed, requires } from "#worker/http/session/guards.ts";
import { limited } from "#worker/http/session/limits.ts";
import type { App } from "#worker/http/types.ts";
import { annoncerCoordonnees } from "#worker/operations/courriels/avis-coordonnees.ts";
import {
  type ChangementDeCoordonnees,
  deciderCoordonnees,
  demanderCoordonnees,
} from "#worker/operations/gerance/mandats/changement-coordonnees.ts";
import {
  ibanDesCoordonnees,
  lireCoordonnees,
} from "#worker/operations/gerance/mandats/coordonnees-bancaires.ts";
import { noter } from "#worker/operations/profils/securite.ts";

/** The details of the mandate, once the mails to the people concerned by a change are on their way. */
async function told(c: Context<App>, changes: ChangementDeCoordonnees[]) {
  const ctx = contextOf(c);
  if (changes.length > 0) c.executionCtx.waitUntil(annoncerCoordonnees(ctx, changes));
  return c.json({ data: await lireCoordonnees(ctx, whose(c)) });
}

const whose = (c: Context<App>) => ({ MissionId: idParam(c), UserId: c.var.session.user.id });

const decide = (etat: "confirme" | "refuse") => async (c: Context<App>) => {
  const demande = { ...whose(c), id: idParam(c, "coordonneesId"), etat };
  return told(c, await deciderCoordonnees(contextOf(c), demande));
};

/** The accounts on which the owners of a mandate are paid (domain/README §12.15). */
export const coordonneesResource = new Hono<App>()
  .get(
    "/Mission/:id/coordonnees",
    says("Où les mandants d’un mandat sont payés, les dernières coordonnées d’abord.", {
      list: true,
      refusals: [404],
    }),
    requires("lire"),
    async (c) => {
      const data = await lireCoordonnees(c.var, whose(c));
      return c.json({ data, total: data.length });
    },
  )
  .post(
    "/Mission/:id/coordonnees",
    says("Demande qu’un mandant soit payé sur un autre compte.", { refusals: [404, 409, 422] }),
    requires("administrer"),
    json(nouvellesCoordonnees),
    async (c) => {
      const { session, now } = c.var;
      const nouvelles = c.req.valid("json");
      if (!estMasque(nouvelles.iban)) session.requireConfirmed(now);
      const demande = { ...whose(c), nouvelles };
      return told(c, await demanderCoordonnees(contextOf(c), demande));
    },
  )
  .post(
    "/Mission/:id/coordonnees/:coordonneesId/reveler",
    says("Montre l’IBAN d’un mandant ; le journal de sécurité le retient.", { refusals: [404] }),
    requires("administrer"),
    limited("exports"),
    async (c) => {
      const ctx = contextOf(c);
      const which = { MissionId: idParam(c), id: idParam(c, "coordonneesId") };
      const iban = ibanEnGroupes(await ibanDesCoordonnees(ctx, which));
      await noter(ctx.db, {
        evenement: "revelation",
        user: ctx.user,
        details: { entite: "CoordonneesBancaires", id: which.id },
      });
      return c.json({ data: { id: which.id, iban } });
    },
  )
  .post(
    "/Mission/:id/coordonnees/:coordonneesId/confirmer",
    says("Confirme un compte qu’un autre administrateur a demandé.", { refusals: [404, 409] }),
    requires("administrer"),
    confirmed,
    decide("confirme"),
  )
  .post(
    "/Mission/:id/coordonnees/:coordonneesId/refuser",
    says("Refuse un compte qui attend ; son auteur peut le retirer.", { refusals: [404, 409] }),
    requires("administrer"),
    confirmed,
    decide("refuse"),
  );
