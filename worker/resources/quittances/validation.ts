import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { TooMany } from "#domain/erreurs.ts";
import { says } from "#worker/http/api/described.ts";
import { stateParam } from "#worker/http/api/validate.ts";
import { queueMails } from "#worker/http/queue-mails.ts";
import { callerOf } from "#worker/http/session/caller.ts";
import { openToAll } from "#worker/http/session/guards.ts";
import type { App } from "#worker/http/types.ts";
import {
  lireDemande,
  repondreQuittance,
} from "#worker/operations/quittances/declaration-quittance.ts";
import { oublierPdfs } from "#worker/operations/quittances/quittance-pdf.ts";

const LIMIT_PERIOD = 60;

/** The public page is open to all: each address may only try so often. */
const limitAnswers = createMiddleware<App>(async (c, next) => {
  const { success } = await c.env.VALIDATION_LIMIT.limit({ key: callerOf(c) });
  if (!success) throw new TooMany(LIMIT_PERIOD);
  await next();
});

/** The public page where a tenant says whether the rent was paid. */
export const validationResource = new Hono<App>()
  .get(
    "/Quitance/validation/:uuid",
    says("Ce que la page publique demande au locataire.", { refusals: [429] }),
    openToAll,
    limitAnswers,
    async (c) => {
      return c.json({ data: await lireDemande(c.var, c.req.param("uuid")) });
    },
  )
  .post(
    "/Quitance/validation/:state/:uuid",
    says("Réponse du locataire : payée (true) ou non (false).", { refusals: [409, 429] }),
    openToAll,
    limitAnswers,
    async (c) => {
      const paye = stateParam(c);
      const uuid = c.req.param("uuid");
      const { courriels, ancienPdf } = await repondreQuittance(c.var, { uuid, paye });
      queueMails(c, courriels);
      c.executionCtx.waitUntil(oublierPdfs(c, [ancienPdf]));
      return c.json({ data: { ok: true } });
    },
  );
