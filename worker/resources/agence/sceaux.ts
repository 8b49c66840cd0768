import { Hono } from "hono";
import { says } from "#worker/http/api/described.ts";
import { idParam } from "#worker/http/api/validate.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { deviceOf } from "#worker/http/session/device.ts";
import { confirmed, openToAll, requires } from "#worker/http/session/guards.ts";
import { limitedByAddress } from "#worker/http/session/limits.ts";
import type { App } from "#worker/http/types.ts";
import { lireSceaux, revoquerSceau } from "#worker/operations/signature/sceau/sceaux.ts";
import { verifierEmpreinte } from "#worker/operations/signature/sceau/verification.ts";

/** The agency's seal: its certificates, and the public check of a sealed file. */
export const sceauResource = new Hono<App>()
  .get(
    "/Verification/:empreinte",
    says("Dit si l’agence a scellé le fichier qui a cette empreinte SHA-256.", {
      refusals: [422],
    }),
    openToAll,
    limitedByAddress,
    async (c) => c.json({ data: await verifierEmpreinte(c.var, c.req.param("empreinte")) }),
  )
  .get(
    "/Sceau",
    says("Les certificats du sceau de l’agence, le premier d’abord.", { list: true }),
    requires("administrer"),
    async (c) => {
      const data = await lireSceaux(contextOf(c));
      return c.json({ data, total: data.length });
    },
  )
  .post(
    "/Sceau/:id/revoquer",
    says("La clé de ce certificat a fui : il ne scelle plus, et qui vérifie un fichier le sait."),
    requires("administrer"),
    confirmed,
    async (c) => {
      const ctx = contextOf(c);
      await revoquerSceau(ctx, { id: idParam(c), device: deviceOf(c) });
      const data = await lireSceaux(ctx);
      return c.json({ data, total: data.length });
    },
  );
