import { type Context, Hono } from "hono";
import type { GenreDePersonne } from "#domain/personnes/personne.ts";
import { says } from "#worker/http/api/described.ts";
import { detailOf, type Find } from "#worker/http/api/record.ts";
import { idParam } from "#worker/http/api/validate.ts";
import type { App } from "#worker/http/types.ts";
import { apercuEffacement } from "#worker/operations/personnes/apercu-effacement.ts";
import { effacerPersonne } from "#worker/operations/personnes/effacement.ts";
import { exporterPersonne } from "#worker/operations/personnes/export-personne.ts";
import { contextOf } from "./author.ts";
import { deviceOf } from "./device.ts";
import { confirmed, requires } from "./guards.ts";
import { limited } from "./limits.ts";

const WORDS: Record<GenreDePersonne, { all: string; erase: string }> = {
  Locataire: {
    all: "Tout ce qui est gardé sur un locataire, fichiers compris.",
    erase: "Efface les données personnelles d’un locataire parti ; ses quittances restent.",
  },
  Client: {
    all: "Tout ce qui est gardé sur un propriétaire, fichiers compris.",
    erase:
      "Efface les données personnelles d’un propriétaire que rien ne retient ; les montants restent.",
  },
  Caution: {
    all: "Tout ce qui est gardé sur une caution, fichiers compris.",
    erase: "Efface les données personnelles d’une caution dont le bail est clos.",
  },
};

/**
 * The routes of a person's personal data (personnes/README §9.15). The export and the erasure ask for the password
 * again; the preview gives the warnings to read before an erasure.
 */
export function personalData<Raw, Detail>(personne: GenreDePersonne, find: Find<Raw, Detail>) {
  const { all, erase } = WORDS[personne];
  const asked = (c: Context<App>) => ({ personne, id: idParam(c), device: deviceOf(c) });
  return new Hono<App>()
    .get(
      `/${personne}/:id/export`,
      says(all, { media: "application/zip" }),
      requires("administrer"),
      confirmed,
      limited("exports"),
      async (c) => {
        const { nom, flux } = await exporterPersonne(contextOf(c), asked(c));
        return c.body(flux, 200, {
          "Content-Type": "application/zip",
          "Content-Disposition": `attachment; filename="${nom}"`,
          "Cache-Control": "no-store",
        });
      },
    )
    .get(
      `/${personne}/:id/effacer/apercu`,
      says("Ce qui retient cette personne, et ce qu’il faut savoir avant de l’effacer.", {
        refusals: [404],
      }),
      requires("administrer"),
      async (c) => c.json({ data: await apercuEffacement(c.var, asked(c)) }),
    )
    .post(
      `/${personne}/:id/effacer`,
      says(erase, { refusals: [409] }),
      requires("administrer"),
      confirmed,
      async (c) => {
        const demande = asked(c);
        const { warnings } = await apercuEffacement(c.var, demande);
        await effacerPersonne(contextOf(c), demande);
        const raw = await find.query(c.var.db, demande.id);
        return c.json({ data: { ...detailOf(c, find, raw), warnings } });
      },
    );
}
