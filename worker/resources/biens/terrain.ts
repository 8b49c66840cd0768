import { type Context, Hono } from "hono";
import type { CoteEtatLieux } from "#domain/biens/etat-lieux.ts";
import { NotFound } from "#domain/erreurs.ts";
import { complement, reponse } from "#domain/terrain/complement-fiche.ts";
import { type EnvoiDeSignatures, envoiDeSignatures } from "#domain/terrain/constat-fiche.ts";
import { OCTETS_PAR_PHOTO } from "#domain/terrain/photo.ts";
import {
  abandonDePhotos,
  demandeDOublis,
  envoiDeVisite,
  gesteSurBrouillons,
} from "#domain/terrain/terrain-fiche.ts";
import { says } from "#worker/http/api/described.ts";
import { idParam, json, parse } from "#worker/http/api/validate.ts";
import { fileLinks } from "#worker/http/files/file-links.ts";
import { receive } from "#worker/http/files/upload.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { appelantDe } from "#worker/http/session/caller.ts";
import { requires } from "#worker/http/session/guards.ts";
import { limited } from "#worker/http/session/limits.ts";
import { signing } from "#worker/http/session/visit.ts";
import type { App } from "#worker/http/types.ts";
import { noterBrouillons } from "#worker/operations/terrain/brouillons.ts";
import {
  complementsDuLien,
  demanderComplement,
  lireComplements,
  repondreAuComplement,
} from "#worker/operations/terrain/complements.ts";
import { recevoirVisite } from "#worker/operations/terrain/envois.ts";
import { lireOublis } from "#worker/operations/terrain/oublis.ts";
import { abandonnerPhotos, type Pixels, recevoirPhoto } from "#worker/operations/terrain/photos.ts";
import { refuserConstat, signerConstat } from "#worker/operations/terrain/signatures.ts";
import { lireVisite, visitesProposees } from "#worker/operations/terrain/visites.ts";

function sideOf(c: Context): { DossierId: number; cote: CoteEtatLieux } {
  const cote = c.req.param("cote");
  if (cote !== "entree" && cote !== "sortie") throw new NotFound("Cette adresse n’existe pas.");
  return { DossierId: idParam(c), cote };
}

const visitOf = async (c: Context<App>) => ({
  data: await lireVisite(contextOf(c), { ...sideOf(c), link: fileLinks(c) }),
});

/** The signatures sent by a device, with the address and the browser of the caller. */
const signedOn = (c: Context, envoi: EnvoiDeSignatures) => ({
  EtatLieuxId: idParam(c),
  envoi,
  appelant: appelantDe(c),
});

/** The inventory on site (terrain/README §19). */
export const terrainResource = new Hono<App>()
  .put(
    "/Terrain/photo/:cle",
    says(
      "Reçoit une photo annoncée et sa vignette, ensemble ou l’une après l’autre ; renvoyées, donne la même réponse.",
      { files: ["photo", "vignette"], refusals: [404, 422] },
    ),
    requires("modifier"),
    (c) => {
      const asked = { files: ["photo", "vignette"], atMost: 1, images: true };
      return receive(c, { ...asked, maxBytes: OCTETS_PAR_PHOTO }, async ({ files }) => {
        const pixels: Pixels = Object.fromEntries(files.map(({ champ, depot }) => [champ, depot]));
        const cle = c.req.param("cle");
        return c.json({ data: await recevoirPhoto(contextOf(c), { cle, pixels }) });
      });
    },
  )
  .get(
    "/Terrain",
    says("Les états des lieux que les dates des dossiers appellent, pas encore écrits.", {
      list: true,
    }),
    requires("modifier"),
    async (c) => {
      const data = await visitesProposees(contextOf(c));
      return c.json({ data, total: data.length });
    },
  )
  .get(
    "/Terrain/oublis",
    says("Les visites qu’un appareil n’a plus à garder, et les photos annoncées qui manquent.", {
      query: demandeDOublis.shape,
    }),
    requires("modifier"),
    async (c) => {
      const { dossiers = [] } = parse(demandeDOublis, c.req.query());
      return c.json({ data: await lireOublis(contextOf(c), dossiers) });
    },
  )
  .post(
    "/Terrain/brouillons/effaces",
    says("Note que des brouillons non envoyés ont été effacés d’un appareil.", { success: 204 }),
    requires("modifier"),
    json(gesteSurBrouillons),
    async (c) => {
      const geste = c.req.valid("json");
      await noterBrouillons(contextOf(c), { evenement: "brouillon_efface", geste });
      return c.body(null, 204);
    },
  )
  .post(
    "/Terrain/brouillons/repris",
    says("Note qu’un brouillon d’un collègue est repris sur un appareil.", { success: 204 }),
    requires("administrer"),
    json(gesteSurBrouillons),
    async (c) => {
      const geste = c.req.valid("json");
      await noterBrouillons(contextOf(c), { evenement: "brouillon_repris", geste });
      return c.body(null, 204);
    },
  )
  .get(
    "/Terrain/:id/:cote",
    says("Tout ce qu’il faut pour écrire un état des lieux sans réseau.", { refusals: [404] }),
    requires("modifier"),
    async (c) => c.json(await visitOf(c)),
  )
  .put(
    "/Terrain/:id/:cote",
    says("Reçoit le brouillon d’une visite et annonce ses photos ; renvoyé, ne change rien.", {
      refusals: [404, 409],
    }),
    requires("modifier"),
    json(envoiDeVisite),
    async (c) => {
      await recevoirVisite(contextOf(c), { ...sideOf(c), envoi: c.req.valid("json") });
      return c.json(await visitOf(c));
    },
  )
  .post(
    "/Terrain/:id/:cote/abandon",
    says("N’attend plus les photos qu’un appareil a annoncées et qui ne viendront pas.", {
      success: 204,
      refusals: [404, 409],
    }),
    requires("modifier"),
    json(abandonDePhotos),
    async (c) => {
      await abandonnerPhotos(contextOf(c), { ...sideOf(c), abandon: c.req.valid("json") });
      return c.body(null, 204);
    },
  )
  .post(
    "/EtatLieux/:id/signer",
    says("Scelle l’état des lieux que tous ont signé sur place ; renvoyé, donne la même réponse.", {
      refusals: [404, 409, 422],
    }),
    requires("modifier"),
    json(envoiDeSignatures),
    async (c) =>
      c.json({ data: await signerConstat(contextOf(c), signedOn(c, c.req.valid("json"))) }),
  )
  .post(
    "/EtatLieux/:id/refus",
    says("Garde l’état des lieux que quelqu’un n’a pas signé : son papier le dit.", {
      refusals: [404, 409, 422],
    }),
    requires("modifier"),
    json(envoiDeSignatures),
    async (c) =>
      c.json({ data: await refuserConstat(contextOf(c), signedOn(c, c.req.valid("json"))) }),
  )
  .get(
    "/EtatLieux/:id/complements",
    says("Les compléments que le locataire a demandés à l’état des lieux d’entrée.", {
      list: true,
    }),
    requires("lire"),
    async (c) => {
      const data = await lireComplements(c.var, idParam(c));
      return c.json({ data, total: data.length });
    },
  )
  .post(
    "/ComplementConstat/:id/repondre",
    says("Accepte un complément, qui est scellé auprès de l’état des lieux, ou le refuse.", {
      refusals: [404, 409, 422],
    }),
    requires("modifier"),
    limited("mails"),
    json(reponse),
    async (c) => {
      const asked = { id: idParam(c), reponse: c.req.valid("json") };
      return c.json({ data: await repondreAuComplement(contextOf(c), asked) });
    },
  )
  .get(
    "/Signature/complement",
    says("Ce que le locataire peut faire compléter de l’état des lieux qu’il a signé."),
    signing,
    async (c) => c.json({ data: await complementsDuLien(c.var, c.var.signer) }),
  )
  .post(
    "/Signature/complement",
    says("Le locataire demande un complément à l’état des lieux d’entrée.", {
      refusals: [404, 409, 422],
    }),
    signing,
    json(complement),
    async (c) => {
      const asked = { SignataireId: c.var.signer, complement: c.req.valid("json") };
      await demanderComplement({ ...c.var, env: c.env, user: null }, asked);
      return c.json({ data: await complementsDuLien(c.var, c.var.signer) });
    },
  );
