import { type Context, Hono } from "hono";
import { NotFound } from "#domain/erreurs.ts";
import type {
  ComptableEnVisite,
  FichierDuComptable,
} from "#domain/gerance/livres/acces-comptable.ts";
import { demandeAccesComptable } from "#domain/gerance/livres/acces-comptable-fiche.ts";
import type { Livre } from "#domain/gerance/livres/ecritures.ts";
import {
  demandeDeLien,
  demandeDeVisite,
} from "#domain/gerance/mandats/acces-proprietaire-fiche.ts";
import { numeroDeMandat } from "#domain/gerance/mandats/registre-mandats.ts";
import { says } from "#worker/http/api/described.ts";
import { idParam, json } from "#worker/http/api/validate.ts";
import {
  fecDeGeranceFile,
  fecDescription,
  fecFile,
  stateFile,
} from "#worker/http/files/state-files.ts";
import { streamedFile } from "#worker/http/files/streamed-file.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { deviceOf } from "#worker/http/session/device.ts";
import { openToAll, requires } from "#worker/http/session/guards.ts";
import { limited } from "#worker/http/session/limits.ts";
import { auditing, countLink, visitedOf } from "#worker/http/session/visit.ts";
import type { App } from "#worker/http/types.ts";
import { csvChunk } from "#worker/operations/fichiers/csv.ts";
import {
  envoyerAccesComptable,
  envoyerCodeComptable,
  exercicesDe,
  fichiersDuComptable,
  lireAccesComptables,
  lireLienComptable,
  ouvrirVisiteComptable,
  retirerAccesComptable,
} from "#worker/operations/gerance/livres/acces-comptables.ts";
import { lireRegistre } from "#worker/operations/gerance/mandats/registre-tenu.ts";

const ABSENT = "Ce fichier n’existe pas, ou n’est pas de votre période.";

const accountantOf = ({ var: { accountant } }: Context<App>): ComptableEnVisite => {
  if (!accountant) throw new NotFound(ABSENT);
  return accountant;
};

/** A file for the accountant who visits, limited to the period of his link. @throws NotFound for any other file */
async function fileOf(c: Context<App>, asked: string): Promise<Response> {
  const ctx = visitedOf(c);
  const periode = accountantOf(c);
  const [fichier, exercice] = asked.split("_");
  const year = async () => {
    if (!exercice || !(await exercicesDe(ctx, periode)).includes(exercice))
      throw new NotFound(ABSENT);
    return exercice;
  };
  const balance = (livre: Livre) =>
    stateFile(c, ctx, { nom: "balance", demande: { ...periode, livre, depuis: periode.du } });
  const files: Record<FichierDuComptable, () => Promise<Response>> = {
    fec: async () => fecFile(c, ctx, await year()),
    "fec-descriptif": async () => fecDescription(c, ctx, await year()),
    "gerance-fec": () => fecDeGeranceFile(c, ctx, periode),
    "grand-livre-honoraires": () =>
      stateFile(c, ctx, { nom: "grand-livre", demande: { ...periode, livre: "H" } }),
    "balance-honoraires": () => balance("H"),
    factures: () => stateFile(c, ctx, { nom: "factures", demande: periode }),
    tva: () => stateFile(c, ctx, { nom: "tva", demande: periode }),
    journal: () => stateFile(c, ctx, { nom: "journal", demande: { ...periode, livre: "G" } }),
    "grand-livre": () =>
      stateFile(c, ctx, { nom: "grand-livre", demande: { ...periode, livre: "G" } }),
    balance: () => balance("G"),
    "fonds-detenus": () => stateFile(c, ctx, { nom: "fonds-detenus", demande: periode }),
    pointe: () => stateFile(c, ctx, { nom: "pointe", demande: periode }),
    rapprochement: () => stateFile(c, ctx, { nom: "rapprochement", demande: periode }),
    creances: () => stateFile(c, ctx, { nom: "creances", demande: periode }),
    "locataires-lettres": () => stateFile(c, ctx, { nom: "locataires-lettres", demande: periode }),
    "fournisseurs-dus": () => stateFile(c, ctx, { nom: "fournisseurs-dus", demande: periode }),
    recettes: () => stateFile(c, ctx, { nom: "recettes", demande: periode }),
    reversements: () => stateFile(c, ctx, { nom: "reversements", demande: periode }),
    registre: () => registerFile(c, periode),
  };
  const file = Object.hasOwn(files, fichier ?? "") ? files[fichier as FichierDuComptable] : null;
  if (!file) throw new NotFound(ABSENT);
  return file();
}

/** The register of mandates up to the last day of the period. */
const registerFile = (c: Context<App>, { au }: ComptableEnVisite) =>
  streamedFile(c, {
    pages: (async function* () {
      yield (await lireRegistre(c.var)).filter(({ date }) => date <= au);
    })(),
    write: (rows, first) =>
      csvChunk(
        [
          { titre: "N° d’ordre", valeur: (row) => numeroDeMandat(row.numero) },
          { titre: "Genre", valeur: (row) => row.genre },
          { titre: "Inscrit le", valeur: (row) => row.date },
          { titre: "Mandat du", valeur: (row) => row.contenu.dateMandat },
          { titre: "Mandants", valeur: (row) => row.contenu.mandants },
          { titre: "Situation", valeur: (row) => row.contenu.situation },
          { titre: "Objet", valeur: (row) => row.contenu.objet },
          { titre: "Observations", valeur: (row) => row.contenu.observation },
          { titre: "Empreinte", valeur: (row) => row.empreinte },
        ],
        rows,
        first,
      ),
    name: `registre-mandats_${au}.csv`,
    ressource: "RegistreMandat",
  });

/** The private link with which the agency's accountant downloads the exports of a period (livres/README §12.26). */
export const accesComptableResource = new Hono<App>()
  .get(
    "/AccesComptable",
    says("Les liens envoyés au comptable de l’agence, le dernier d’abord."),
    requires("administrer"),
    async (c) => c.json({ data: await lireAccesComptables(c.var) }),
  )
  .post(
    "/AccesComptable",
    says("Envoie au comptable de l’agence le lien des exports d’une période.", { success: 201 }),
    requires("administrer"),
    limited("mails"),
    json(demandeAccesComptable),
    async (c) => {
      await envoyerAccesComptable(contextOf(c), { ...c.req.valid("json"), device: deviceOf(c) });
      return c.json({ data: await lireAccesComptables(c.var) }, 201);
    },
  )
  .post(
    "/AccesComptable/:id/retirer",
    says("Retire le lien d’un comptable : il n’ouvre plus, ni les visites qu’il avait ouvertes."),
    requires("administrer"),
    async (c) => {
      await retirerAccesComptable(contextOf(c), { id: idParam(c), device: deviceOf(c) });
      return c.json({ data: await lireAccesComptables(c.var) });
    },
  )
  .post(
    "/Comptable/lien",
    says("Ce que montre la page d’un lien de comptable avant son code.", { refusals: [404, 429] }),
    openToAll,
    json(demandeDeLien),
    async (c) => {
      const { jeton } = c.req.valid("json");
      await countLink(c, "comptable", jeton);
      return c.json({ data: await lireLienComptable({ ...c.var, env: c.env }, jeton) });
    },
  )
  .post(
    "/Comptable/code",
    says("Envoie au comptable le code d’une visite.", { refusals: [404, 429] }),
    openToAll,
    json(demandeDeLien),
    async (c) => {
      const { jeton } = c.req.valid("json");
      await countLink(c, "comptable", jeton);
      return c.json({ data: await envoyerCodeComptable({ ...c.var, env: c.env }, jeton) });
    },
  )
  .post(
    "/Comptable/visite",
    says("Ouvre la visite du comptable, avec le code qu’il a reçu.", { refusals: [404, 429] }),
    openToAll,
    json(demandeDeVisite),
    async (c) => {
      const { jeton, code } = c.req.valid("json");
      await countLink(c, "comptable", jeton);
      const data = await ouvrirVisiteComptable(c.var, { jeton, code, device: deviceOf(c) });
      return c.json({ data });
    },
  )
  .get(
    "/Comptable/fichiers",
    says("Les fichiers de la période du comptable en visite."),
    auditing,
    async (c) => c.json({ data: await fichiersDuComptable(c.var, accountantOf(c)) }),
  )
  .get(
    "/Comptable/fichiers/:fichier",
    says("Un fichier de la période du comptable en visite.", {
      media: "text/csv",
      refusals: [404],
    }),
    auditing,
    async (c) => fileOf(c, c.req.param("fichier") ?? ""),
  );
