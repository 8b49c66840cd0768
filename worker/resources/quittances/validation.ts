import { Hono } from "hono";
import { says } from "#worker/http/api/described.ts";
import { stateParam } from "#worker/http/api/validate.ts";
import { followUp } from "#worker/http/queue-mails.ts";
import { openToAll } from "#worker/http/session/guards.ts";
import { limitedByAddress } from "#worker/http/session/limits.ts";
import type { App } from "#worker/http/types.ts";
import {
  lireDemande,
  repondreQuittance,
} from "#worker/operations/quittances/declaration-quittance.ts";

/** The public page where a tenant declares whether the rent was paid. */
export const validationResource = new Hono<App>()
  .get(
    "/Quitance/validation/:uuid",
    says("Ce que la page publique demande au locataire."),
    openToAll,
    limitedByAddress,
    async (c) => {
      return c.json({ data: await lireDemande(c.var, c.req.param("uuid")) });
    },
  )
  .post(
    "/Quitance/validation/:state/:uuid",
    says("Réponse du locataire : payée (true) ou non (false).", { refusals: [409] }),
    openToAll,
    limitedByAddress,
    async (c) => {
      const paye = stateParam(c);
      const uuid = c.req.param("uuid");
      const { courriels, ancienPdf } = await repondreQuittance(c.var, { uuid, paye });
      followUp(c, { courriels, anciensPdf: [ancienPdf] });
      return c.json({ data: { ok: true } });
    },
  );
