import { eq, type SQL } from "drizzle-orm";
import { type Context, Hono } from "hono";
import {
  nouveauCompte,
  nouvellesCoordonnees,
} from "#domain/gerance/banque/coordonnees-bancaires.ts";
import { estMasque, ibanEnGroupes } from "#domain/iban.ts";
import { coordonneesBancaires } from "#worker/db/schema/mandants.ts";
import { says } from "#worker/http/api/described.ts";
import { idParam, json } from "#worker/http/api/validate.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { confirmed, requires } from "#worker/http/session/guards.ts";
import { limited } from "#worker/http/session/limits.ts";
import type { App } from "#worker/http/types.ts";
import { annoncerCoordonnees } from "#worker/operations/gerance/mandats/avis-coordonnees.ts";
import {
  type ChangementDeCoordonnees,
  deciderCompte,
  deciderCoordonnees,
  demanderCompte,
  demanderCoordonnees,
  siennesDe,
} from "#worker/operations/gerance/mandats/changement-coordonnees.ts";
import {
  ibanDesCoordonnees,
  lireCoordonnees,
  lireCoordonneesDe,
  type Paye,
} from "#worker/operations/gerance/mandats/coordonnees-bancaires.ts";
import { noter } from "#worker/operations/historique/securite.ts";

/** Responds with the bank details of a mandate, and queues the mails about their change. */
async function told(c: Context<App>, changes: ChangementDeCoordonnees[]) {
  const ctx = contextOf(c);
  if (changes.length > 0) c.executionCtx.waitUntil(annoncerCoordonnees(ctx, changes));
  return c.json({ data: await lireCoordonnees(ctx, whose(c)) });
}

const whose = (c: Context<App>) => ({ MissionId: idParam(c), UserId: c.var.session.user.id });

/** The whole IBAN of these bank details. The security log notes that it was shown. */
async function revealed(c: Context<App>, lesquelles: SQL) {
  const ctx = contextOf(c);
  const id = idParam(c, "coordonneesId");
  const iban = ibanEnGroupes(await ibanDesCoordonnees(ctx, { siennes: lesquelles, id }));
  await noter(ctx.db, {
    evenement: "revelation",
    user: ctx.user,
    details: { entite: "CoordonneesBancaires", id },
  });
  return { id, iban };
}

const decide = (etat: "confirme" | "refuse") => async (c: Context<App>) => {
  const demande = { ...whose(c), id: idParam(c, "coordonneesId"), etat };
  return told(c, await deciderCoordonnees(contextOf(c), demande));
};

/** The accounts on which the owners of a mandate are paid (mandats/README §12.15). */
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
      return c.json({ data: await revealed(c, eq(coordonneesBancaires.MissionId, idParam(c))) });
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

const MOTS = {
  Locataire: { un: "un locataire", le: "Où un locataire est remboursé, et d’où il a payé." },
  Fournisseur: { un: "un fournisseur", le: "Où un fournisseur est payé." },
} as const;

/** The accounts on which a tenant, or a supplier, is paid (mandats/README §12.15). */
function accountsOf(entite: Paye["entite"]) {
  const { un, le } = MOTS[entite];
  const paye = (c: Context<App>): Paye => ({ entite, id: idParam(c) });
  const answered = async (c: Context<App>, changes: ChangementDeCoordonnees[] = []) => {
    const ctx = contextOf(c);
    if (changes.length > 0) c.executionCtx.waitUntil(annoncerCoordonnees(ctx, changes));
    const whose = { paye: paye(c), UserId: c.var.session.user.id };
    return c.json({ data: await lireCoordonneesDe(ctx, whose) });
  };
  const decided = (etat: "confirme" | "refuse") => async (c: Context<App>) => {
    const id = idParam(c, "coordonneesId");
    const demande = { paye: paye(c), id, etat, UserId: c.var.session.user.id };
    return answered(c, await deciderCompte(contextOf(c), demande));
  };
  return new Hono<App>()
    .get(`/${entite}/:id/coordonnees`, says(le, { refusals: [404] }), requires("lire"), (c) =>
      answered(c),
    )
    .post(
      `/${entite}/:id/coordonnees`,
      says(`Demande que ${un} soit payé sur un compte ; il attend un délai de sécurité.`, {
        refusals: [404, 409, 422],
      }),
      requires("administrer"),
      json(nouveauCompte),
      async (c) => {
        const { session, now } = c.var;
        const nouveau = c.req.valid("json");
        if (!estMasque(nouveau.iban)) session.requireConfirmed(now);
        const demande = { paye: paye(c), nouveau, UserId: session.user.id };
        return answered(c, await demanderCompte(contextOf(c), demande));
      },
    )
    .post(
      `/${entite}/:id/coordonnees/:coordonneesId/reveler`,
      says(`Montre l’IBAN d’${un} ; le journal de sécurité le retient.`, {
        refusals: [404],
      }),
      requires("administrer"),
      limited("exports"),
      async (c) => c.json({ data: await revealed(c, siennesDe(paye(c))) }),
    )
    .post(
      `/${entite}/:id/coordonnees/:coordonneesId/confirmer`,
      says("Confirme un compte qu’un autre administrateur a demandé.", { refusals: [404, 409] }),
      requires("administrer"),
      confirmed,
      decided("confirme"),
    )
    .post(
      `/${entite}/:id/coordonnees/:coordonneesId/refuser`,
      says("Refuse un compte qui attend ; son auteur peut le retirer.", { refusals: [404, 409] }),
      requires("administrer"),
      confirmed,
      decided("refuse"),
    );
}

export const coordonneesDesPayesResource = new Hono<App>()
  .route("/", accountsOf("Locataire"))
  .route("/", accountsOf("Fournisseur"));
