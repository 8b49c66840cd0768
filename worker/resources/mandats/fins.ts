import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { versionLue } from "#domain/fields.ts";
import { annulationFin, finDite, gesteDeFin } from "#domain/gerance/mandats/fin-de-mandat-fiche.ts";
import { says } from "#worker/http/api/described.ts";
import { idParam, json } from "#worker/http/api/validate.ts";
import { followUp } from "#worker/http/queue-mails.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import type { App } from "#worker/http/types.ts";
import { annulerFin, arreterMandat } from "#worker/operations/gerance/fins/arrets-de-mandat.ts";
import { lireFin } from "#worker/operations/gerance/fins/fin-lue.ts";
import {
  type FinFaite,
  noterFin,
  remettreAuGestionnaire,
} from "#worker/operations/gerance/fins/fins-notees.ts";

/** Responds with the end of a mandate after a change; queues the mails, and deletes the outdated papers. */
function answer(c: Context<App>, { vue, ...suites }: FinFaite) {
  followUp(c, suites);
  return c.json({ data: vue });
}

/** The end of a management mandate, from its notice to its last account. */
export const finResource = new Hono<App>()
  .get(
    "/Mission/:id/fin",
    says("La fin d’un mandat de gestion : ce qui est tenu et dû, ce qui manque pour l’arrêter.", {
      refusals: [404],
    }),
    requires("lire"),
    async (c) => c.json({ data: (await lireFin(c.var, idParam(c))).vue }),
  )
  .put(
    "/Mission/:id/fin",
    says("Note la fin d’un mandat de gestion : son dernier jour, qui gère ensuite.", {
      refusals: [404, 409],
    }),
    requires("administrer"),
    json(z.safeExtend(finDite, versionLue)),
    async (c) =>
      c.json({
        data: await noterFin(contextOf(c), { MissionId: idParam(c), ...c.req.valid("json") }),
      }),
  )
  .post(
    "/Mission/:id/fin/remettre",
    says(
      "Remet les dépôts tenus au gestionnaire suivant : chacun devient une somme bonne à payer.",
      {
        refusals: [404, 409],
      },
    ),
    requires("administrer"),
    json(gesteDeFin),
    async (c) =>
      answer(
        c,
        await remettreAuGestionnaire(contextOf(c), {
          MissionId: idParam(c),
          ...c.req.valid("json"),
        }),
      ),
  )
  .post(
    "/Mission/:id/fin/arreter",
    says("Arrête le dernier compte d’un mandat : les dépôts partent, rien n’est plus gardé.", {
      refusals: [404, 409],
    }),
    requires("administrer"),
    json(gesteDeFin),
    async (c) =>
      answer(
        c,
        await arreterMandat(contextOf(c), { MissionId: idParam(c), ...c.req.valid("json") }),
      ),
  )
  .post(
    "/Mission/:id/fin/annuler",
    says("Annule la fin d’un mandat : ses écritures sont extournées, elle reste dite annulée.", {
      refusals: [404, 409],
    }),
    requires("administrer"),
    json(annulationFin),
    async (c) =>
      answer(c, await annulerFin(contextOf(c), { MissionId: idParam(c), ...c.req.valid("json") })),
  );
