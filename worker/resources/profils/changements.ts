import { type Context, Hono } from "hono";
import { intituleReglage, SECRETS, valeurMontree } from "#domain/agence/agence.ts";
import { ibanEnGroupes } from "#domain/iban.ts";
import type { ChangementRevele, ChangementRow } from "#domain/profils/changement.ts";
import { says } from "#worker/http/api/described.ts";
import { idParam } from "#worker/http/api/validate.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { confirmed, requires } from "#worker/http/session/guards.ts";
import type { App } from "#worker/http/types.ts";
import { annoncerIban } from "#worker/operations/courriels/avis-iban.ts";
import { noter } from "#worker/operations/historique/securite.ts";
import {
  decider,
  lireChangement,
  lireChangements,
  valeursLues,
} from "#worker/operations/profils/changements.ts";

const decide = (etat: "confirme" | "refuse") => async (c: Context<App>) => {
  const ctx = contextOf(c);
  const id = idParam(c);
  const decision = { id, etat, UserId: c.var.session.user.id };
  const { champ, avant, apres } = await decider(ctx, decision);
  if (etat === "confirme" && champ === "iban" && avant) {
    c.executionCtx.waitUntil(annoncerIban(ctx, { avant, apres, issue: "fait" }));
  }
  return c.json({ data: { id, etat } });
};

/** The changes that a second administrator confirms (http/README §9.6). */
export const changementResource = new Hono<App>()
  .get(
    "/Changement",
    says("Les changements qui attendent un second administrateur.", {
      need: "administrer",
      list: true,
    }),
    async (c) => {
      const { db, session } = c.var;
      const { rows } = await session.read("administrer", { rows: lireChangements(db) });
      const data = rows
        .map((row) => valeursLues(c.env, row))
        .map(
          ({
            id,
            entite,
            entiteId,
            champ,
            avant,
            apres,
            user,
            UserId,
            createdAt,
          }): ChangementRow => ({
            id,
            entite,
            entiteId,
            champ,
            intitule: intituleReglage(champ),
            avant: valeurMontree(champ, avant),
            apres: valeurMontree(champ, apres),
            user,
            mien: UserId === session.user.id,
            createdAt,
          }),
        );
      return c.json({ data, total: data.length });
    },
  )
  .post(
    "/Changement/:id/reveler",
    says("Montre les valeurs d’un changement ; le journal de sécurité le retient.", {
      refusals: [404],
    }),
    requires("administrer"),
    async (c) => {
      const { db, user } = contextOf(c);
      const { id, champ, avant, apres } = await lireChangement({ env: c.env, db }, idParam(c));
      await noter(db, {
        evenement: "revelation",
        user,
        details: { entite: "Changement", id, champ },
      });
      const whole = (value: string | null) =>
        value && SECRETS.includes(champ) ? ibanEnGroupes(value) : value;
      const data: ChangementRevele = { id, avant: whole(avant), apres: whole(apres) };
      return c.json({ data });
    },
  )
  .post(
    "/Changement/:id/confirmer",
    says("Applique un changement qu’un autre administrateur a demandé.", { refusals: [404, 409] }),
    requires("administrer"),
    confirmed,
    decide("confirme"),
  )
  .post(
    "/Changement/:id/refuser",
    says("Refuse un changement qui attend ; son auteur peut le retirer.", { refusals: [404, 409] }),
    requires("administrer"),
    confirmed,
    decide("refuse"),
  );
