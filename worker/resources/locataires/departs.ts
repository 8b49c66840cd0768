import { type Context, Hono } from "hono";
import {
  annulationArret,
  demandeArret,
  demandeDepart,
  demandeMajoration,
  demandeRendu,
  demandeSoldeCharges,
  retraitDepart,
} from "#domain/gerance/departs/depart-fiche.ts";
import { says } from "#worker/http/api/described.ts";
import { idParam, json, parse } from "#worker/http/api/validate.ts";
import { followUp } from "#worker/http/queue-mails.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import type { App } from "#worker/http/types.ts";
import { annulerArret } from "#worker/operations/gerance/departs/arrets-annules.ts";
import { rendreAvance } from "#worker/operations/gerance/departs/avances-rendues.ts";
import { arreterCompte } from "#worker/operations/gerance/departs/comptes-de-sortie.ts";
import { lireDepart } from "#worker/operations/gerance/departs/depart-lu.ts";
import { noterDepart, retirerDepart } from "#worker/operations/gerance/departs/departs.ts";
import { noterRendu } from "#worker/operations/gerance/departs/depots-rendus.ts";
import { appelerMajoration } from "#worker/operations/gerance/departs/majorations.ts";
import { solderCharges } from "#worker/operations/gerance/departs/soldes-de-charges.ts";
import type { Suites } from "#worker/operations/gerance/locataires/quittances-suivies.ts";
import { refaireAuProrata } from "#worker/operations/quittances/quittances-refaites.ts";

/** Responds with the departure after a change of its account; queues the mails, and deletes the outdated papers. */
function answer<Vue>(c: Context<App>, { vue, ...suites }: Suites & { vue: Vue }) {
  followUp(c, suites);
  return c.json({ data: vue });
}

/** The departure of a tenant, from the notice to the return of the deposit. */
export const departResource = new Hono<App>()
  .get(
    "/Dossier/:id/depart",
    says("Le départ d’un dossier : son congé, son compte de ce jour, ses comptes arrêtés.", {
      refusals: [404],
    }),
    requires("lire"),
    async (c) => c.json({ data: (await lireDepart(contextOf(c), idParam(c))).vue }),
  )
  .put(
    "/Dossier/:id/depart",
    says("Note un départ, ou change ce qui en est dit ; la fin du bail suit la loi.", {
      refusals: [404, 409],
    }),
    requires("modifier"),
    json(demandeDepart),
    async (c) =>
      c.json({
        data: await noterDepart(contextOf(c), { DossierId: idParam(c), ...c.req.valid("json") }),
      }),
  )
  .delete(
    "/Dossier/:id/depart",
    says("Retire un congé : le locataire reste.", {
      query: retraitDepart.shape,
      refusals: [404, 409],
    }),
    requires("modifier"),
    async (c) => {
      const { titulaire = "tous" } = parse(retraitDepart, c.req.query());
      return c.json({
        data: await retirerDepart(contextOf(c), { DossierId: idParam(c), titulaire }),
      });
    },
  )
  .post(
    "/Dossier/:id/depart/quittances",
    says(
      "Refait au prorata les quittances du mois qui vont au-delà du dernier jour de loyer : ce qui est payé reste au compte.",
      { refusals: [404, 409] },
    ),
    requires("supprimer"),
    async (c) => {
      const ctx = contextOf(c);
      const DossierId = idParam(c);
      const suites = await refaireAuProrata(ctx, DossierId);
      return answer(c, { ...suites, vue: (await lireDepart(ctx, DossierId)).vue });
    },
  )
  .post(
    "/Dossier/:id/depart/arreter",
    says("Arrête le compte de sortie : ses écritures se passent, son papier ne change plus.", {
      refusals: [404, 409],
    }),
    requires("supprimer"),
    json(demandeArret),
    async (c) =>
      answer(
        c,
        await arreterCompte(contextOf(c), { DossierId: idParam(c), ...c.req.valid("json") }),
      ),
  )
  .post(
    "/Dossier/:id/depart/annuler",
    says("Annule le dernier compte arrêté : ses écritures sont extournées, il reste dit annulé.", {
      refusals: [404, 409],
    }),
    requires("supprimer"),
    json(annulationArret),
    async (c) =>
      answer(
        c,
        await annulerArret(contextOf(c), { DossierId: idParam(c), ...c.req.valid("json") }),
      ),
  )
  .post(
    "/Dossier/:id/depart/solder-charges",
    says("Solde ce qui attendait les charges de l’immeuble, une fois ses comptes approuvés.", {
      refusals: [404, 409],
    }),
    requires("supprimer"),
    json(demandeSoldeCharges),
    async (c) =>
      answer(
        c,
        await solderCharges(contextOf(c), { DossierId: idParam(c), ...c.req.valid("json") }),
      ),
  )
  .post(
    "/Dossier/:id/depart/majoration",
    says("Doit au locataire la majoration d’un dépôt rendu en retard.", {
      refusals: [404, 409],
    }),
    requires("supprimer"),
    json(demandeMajoration),
    async (c) =>
      answer(
        c,
        await appelerMajoration(contextOf(c), { DossierId: idParam(c), ...c.req.valid("json") }),
      ),
  )
  .post(
    "/Dossier/:id/depart/avance",
    says("Doit au locataire parti ce qu’il a payé après l’arrêté de son compte.", {
      refusals: [404, 409],
    }),
    requires("supprimer"),
    async (c) => answer(c, await rendreAvance(contextOf(c), { DossierId: idParam(c) })),
  )
  .post(
    "/Dossier/:id/depart/rendu",
    says("Note que le bailleur a rendu lui-même le dépôt qu’il détenait.", {
      refusals: [404, 409],
    }),
    requires("modifier"),
    json(demandeRendu),
    async (c) =>
      c.json({
        data: await noterRendu(contextOf(c), { DossierId: idParam(c), ...c.req.valid("json") }),
      }),
  );
