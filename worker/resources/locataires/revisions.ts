import { Hono } from "hono";
import * as z from "zod/mini";
import { MOIS_ECRIT } from "#domain/dates.ts";
import { changementDeLoyer } from "#domain/gerance/revisions/loyer-fiche.ts";
import {
  correctionDIndice,
  demandeDAccords,
  demandeDeRevisions,
  facon,
  lettresAImprimer,
  lettresPostees,
  motifAnnulation,
  renonciation,
  reponseNotee,
  saisieDIndices,
} from "#domain/gerance/revisions/revision-fiche.ts";
import { says } from "#worker/http/api/described.ts";
import { idParam, json, parse } from "#worker/http/api/validate.ts";
import { queueMails } from "#worker/http/queue-mails.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import { limited } from "#worker/http/session/limits.ts";
import type { App } from "#worker/http/types.ts";
import { demanderAccords, noterReponses } from "#worker/operations/gerance/revisions/accords.ts";
import {
  annulerChangementDeLoyer,
  changerLoyer,
  lireLoyersDuDossier,
} from "#worker/operations/gerance/revisions/changements-de-loyer.ts";
import {
  corrigerIndice,
  lireIndicesSaisis,
  saisirIndices,
} from "#worker/operations/gerance/revisions/indices.ts";
import { noterLettresPostees } from "#worker/operations/gerance/revisions/postage.ts";
import {
  annulerRevision,
  demanderRevisions,
  imprimerLettresDeRevision,
  renoncerAuxRevisions,
} from "#worker/operations/gerance/revisions/revisions.ts";
import { lireRevisionsDuMois } from "#worker/operations/gerance/revisions/revisions-du-mois.ts";

const MOIS_LU = {
  mois: z.string().check(z.regex(MOIS_ECRIT, "Un mois AAAA-MM est attendu.")),
  ...facon,
  /** Whether additional receipts bill the difference for the months already billed at the former rent. */
  complement: z.optional(z.enum(["true", "false"], "« true » ou « false » est attendu.")),
};

/** The rents over time: the revisions of a month, and the indices they use (revisions/README §15). */
export const revisionResource = new Hono<App>()
  .get(
    "/Revision",
    says(
      "Les révisions d’un mois : chaque bail, son état, pourquoi, et le loyer s’il est demandé ainsi.",
      { query: MOIS_LU },
    ),
    requires("lire"),
    async (c) => {
      const { complement, ...lu } = parse(z.object(MOIS_LU), c.req.query());
      const demande = { ...lu, complement: complement === "true" };
      return c.json({ data: await lireRevisionsDuMois(contextOf(c), demande) });
    },
  )
  .post(
    "/Revision/demander",
    says(
      "Demande des révisions : chacune une fois, par courriel ou par lettre, ou dit pourquoi elle ne se demande pas ; un mois déjà quittancé se complète, si c’est dit.",
    ),
    requires("modifier"),
    limited("mails"),
    json(demandeDeRevisions),
    async (c) => {
      const data = await demanderRevisions(contextOf(c), c.req.valid("json"));
      queueMails(c, data.courriels);
      return c.json({ data });
    },
  )
  .post(
    "/Revision/accord",
    says(
      "Demande à des propriétaires leur accord pour réviser : un courriel chacun, ou dit pourquoi il ne se demande pas.",
      { refusals: [409] },
    ),
    requires("modifier"),
    limited("mails"),
    json(demandeDAccords),
    async (c) => c.json({ data: await demanderAccords(contextOf(c), c.req.valid("json")) }),
  )
  .post(
    "/Revision/accord/reponse",
    says("Note ce que des propriétaires ont répondu ; un refus vaut renonciation."),
    requires("modifier"),
    json(reponseNotee),
    async (c) => c.json({ data: await noterReponses(contextOf(c), c.req.valid("json")) }),
  )
  .post(
    "/Revision/renoncer",
    says(
      "Note que le propriétaire renonce à des révisions, pour un motif, ou dit pourquoi il n’y a rien à quoi renoncer.",
    ),
    requires("modifier"),
    json(renonciation),
    async (c) => {
      const data = await renoncerAuxRevisions(contextOf(c), c.req.valid("json"));
      return c.json({ data });
    },
  )
  .post(
    "/Revision/imprimer",
    says("Les lettres de plusieurs révisions, en un seul PDF.", {
      ...{ media: "application/pdf", refusals: [404, 409] },
    }),
    requires("lire"),
    limited("documents"),
    json(lettresAImprimer),
    async (c) => {
      const pdf = await imprimerLettresDeRevision(contextOf(c), c.req.valid("json").ids);
      return c.body(new Uint8Array(pdf).buffer, 200, {
        "Content-Type": "application/pdf",
        "Content-Disposition": `attachment; filename="Revisions_${c.var.today}.pdf"`,
      });
    },
  )
  .post(
    "/Revision/postees",
    says(
      "Note le jour où les lettres de révisions ont été postées, une fois : l’effet qu’une lettre annonce trop tôt est reporté, par une autre lettre.",
    ),
    requires("modifier"),
    limited("documents"),
    json(lettresPostees),
    async (c) => c.json({ data: await noterLettresPostees(contextOf(c), c.req.valid("json")) }),
  )
  .post(
    "/Revision/:id/annuler",
    says("Annule une révision qui n’a pas pris effet ou n’est pas partie, ou une renonciation.", {
      refusals: [404, 409],
    }),
    requires("modifier"),
    json(motifAnnulation),
    async (c) => {
      const data = await annulerRevision(contextOf(c), {
        id: idParam(c),
        ...c.req.valid("json"),
      });
      queueMails(c, data.courriel ? [data.courriel] : []);
      return c.json({ data });
    },
  )
  .get(
    "/Dossier/:id/loyers",
    says("Les loyers d’un dossier, chacun depuis un jour, annulés compris."),
    requires("lire"),
    async (c) => c.json({ data: await lireLoyersDuDossier(contextOf(c), idParam(c)) }),
  )
  .post(
    "/Dossier/:id/loyers",
    says("Change le loyer d’un dossier à compter d’un jour, pour un motif.", { success: 201 }),
    requires("modifier"),
    json(changementDeLoyer),
    async (c) => {
      const DossierId = idParam(c);
      const warnings = await changerLoyer(contextOf(c), { DossierId, ...c.req.valid("json") });
      const data = { ...(await lireLoyersDuDossier(contextOf(c), DossierId)), warnings };
      return c.json({ data }, 201);
    },
  )
  .post(
    "/Dossier/:id/loyers/:loyerId/annuler",
    says("Annule un changement de loyer qu’aucune quittance ne facture, pour un motif.", {
      refusals: [404, 409],
    }),
    requires("modifier"),
    json(motifAnnulation),
    async (c) => {
      const DossierId = idParam(c);
      await annulerChangementDeLoyer(contextOf(c), {
        ...{ DossierId, id: idParam(c, "loyerId") },
        ...c.req.valid("json"),
      });
      return c.json({ data: await lireLoyersDuDossier(contextOf(c), DossierId) });
    },
  )
  .get(
    "/IndiceValeur",
    says(
      "Les indices de référence des loyers qui sont connus, par série et trimestre, et les valeurs corrigées.",
      { need: "lire" },
    ),
    requires("lire"),
    async (c) => {
      return c.json({ data: await lireIndicesSaisis(c.var.db) });
    },
  )
  .post(
    "/IndiceValeur",
    says("Saisit les indices d’un trimestre, tels que l’INSEE les publie.", {
      success: 201,
      refusals: [409],
    }),
    requires("administrer"),
    json(saisieDIndices),
    async (c) => {
      await saisirIndices(contextOf(c), c.req.valid("json"));
      return c.json({ data: { saisis: true } }, 201);
    },
  )
  .post(
    "/IndiceValeur/:id/corriger",
    says(
      "Corrige un indice mal saisi ; la valeur d’avant reste, et les révisions à refaire se lisent.",
      {
        refusals: [404, 409],
      },
    ),
    requires("administrer"),
    json(correctionDIndice),
    async (c) => {
      await corrigerIndice(contextOf(c), { id: idParam(c), ...c.req.valid("json") });
      return c.json({ data: { corrige: true } });
    },
  );
