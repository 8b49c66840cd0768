import { type Context, Hono } from "hono";
import { NotFound } from "#domain/erreurs.ts";
import {
  estVisuel,
  NOTICE,
  OCTETS_DE_LA_NOTICE,
  OCTETS_PAR_VISUEL,
  VISUELS,
  type Visuel,
  type VisuelDepose,
  type Visuels,
} from "#domain/fichiers/visuel.ts";
import { says } from "#worker/http/api/described.ts";
import { fileLinks } from "#worker/http/files/file-links.ts";
import { receive } from "#worker/http/files/upload.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import type { App } from "#worker/http/types.ts";
import {
  lireVisuels,
  poserNotice,
  poserVisuel,
  retirerVisuel,
} from "#worker/operations/fichiers/visuels.ts";

const PATH = "/Agence/visuels/:visuel";
const NOTICE_PATH = "/Agence/notice";

/**
 * The logo and the stamp printed on the agency's documents (documents/README §8.3), and the notice joined to its
 * leases.
 */
export const visuelResource = new Hono<App>()
  .get(
    "/Agence/visuels",
    says("Le logo et le cachet de l’agence."),
    requires("administrer"),
    async (c) => c.json({ data: await visuelsOf(c) }),
  )
  .put(
    PATH,
    says("Dépose le logo ou le cachet, PNG ou JPEG, à la place du précédent.", {
      files: ["image"],
      refusals: [404, 422],
    }),
    requires("administrer"),
    (c) => {
      const visuel = visuelOf(c);
      const expected = { files: ["image"], atMost: 1, maxBytes: OCTETS_PAR_VISUEL };
      return receive(c, expected, async ({ files: [{ depot }] }) => {
        await poserVisuel(contextOf(c), { visuel, depot });
        return c.json({ data: await visuelsOf(c) });
      });
    },
  )
  .delete(
    PATH,
    says("Supprime le logo ou le cachet.", { refusals: [404] }),
    requires("administrer"),
    async (c) => {
      await retirerVisuel(contextOf(c), visuelOf(c));
      return c.json({ data: await visuelsOf(c) });
    },
  )
  .get(
    NOTICE_PATH,
    says("La notice d’information jointe aux baux, null quand il n’y en a pas."),
    requires("administrer"),
    async (c) => c.json({ data: await noticeOf(c) }),
  )
  .put(
    NOTICE_PATH,
    says("Dépose la notice d’information jointe aux baux, en PDF, à la place de la précédente.", {
      files: ["file"],
      refusals: [422],
    }),
    requires("administrer"),
    (c) => {
      const expected = { files: ["file"], atMost: 1, maxBytes: OCTETS_DE_LA_NOTICE };
      return receive(c, expected, async ({ files: [{ depot }] }) => {
        await poserNotice(contextOf(c), depot);
        return c.json({ data: await noticeOf(c) });
      });
    },
  )
  .delete(
    NOTICE_PATH,
    says("Supprime la notice d’information.", { refusals: [404] }),
    requires("administrer"),
    async (c) => {
      await retirerVisuel(contextOf(c), NOTICE);
      return c.json({ data: await noticeOf(c) });
    },
  );

function visuelOf(c: Context<App>): Visuel {
  const visuel = c.req.param("visuel") ?? "";
  if (!estVisuel(visuel))
    throw new NotFound(`Les images de l’agence sont ${VISUELS.join(" et ")}.`);
  return visuel;
}

async function visuelsOf(c: Context<App>): Promise<Visuels> {
  const link = fileLinks(c);
  const visuels: Visuels = { logo: null, cachet: null };
  for (const { visuel, key, ...depose } of await lireVisuels(c.var.db))
    if (estVisuel(visuel)) visuels[visuel] = { ...depose, url: link(key) };
  return visuels;
}

async function noticeOf(c: Context<App>): Promise<VisuelDepose | null> {
  const kept = (await lireVisuels(c.var.db)).find(({ visuel }) => visuel === NOTICE);
  if (!kept) return null;
  const { visuel: _visuel, key, ...depose } = kept;
  return { ...depose, url: fileLinks(c)(key) };
}
