import { count, type SQL, sql } from "drizzle-orm";
import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { Invalid } from "#domain/erreurs.ts";
import { EXEMPLAIRES_SIGNES, type TypeDocument } from "#domain/fichiers/document.ts";
import { choix, identifiant } from "#domain/fields.ts";
import { type Ouverture, ouverture } from "#domain/signature/signature-fiche.ts";
import type { Db } from "#worker/db/client.ts";
import { demandesSignature } from "#worker/db/schema/signature.ts";
import { reads } from "#worker/http/api/crud.ts";
import { says } from "#worker/http/api/described.ts";
import { byChoice, byId, byMatch, type Page } from "#worker/http/api/list-query.ts";
import { detailOf } from "#worker/http/api/record.ts";
import { idParam, json, parse } from "#worker/http/api/validate.ts";
import { disposition } from "#worker/http/files/disposition.ts";
import { composeDocument } from "#worker/http/files/document-makings.ts";
import { sourcesOf } from "#worker/http/files/document-route.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { deviceOf } from "#worker/http/session/device.ts";
import { requires } from "#worker/http/session/guards.ts";
import { limited } from "#worker/http/session/limits.ts";
import type { App } from "#worker/http/types.ts";
import { attendLAgence, encoreOuverte } from "#worker/operations/signature/demandes.ts";
import { lireLeGele } from "#worker/operations/signature/lecture.ts";
import { preparer } from "#worker/operations/signature/preparation.ts";
import { signature } from "#worker/operations/signature/service.ts";
import { demandeRow, EXTRAS, find } from "./views-signature.ts";

const SIGNES = Object.keys(EXEMPLAIRES_SIGNES) as [TypeDocument, ...TypeDocument[]];

const parNumero = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,8}$/, "Un identifiant est attendu.")),
  z.transform(Number),
);
const papierNomme = z.catchall(z.object({ type: choix(SIGNES), entiteId: parNumero }), parNumero);

interface Nomme {
  type: TypeDocument;
  entiteId: number;
  sources?: Record<string, number> | undefined;
}

/**
 * Composes a paper with the code of its `…/generate` call. @throws Invalid when an identifier of its path is missing
 */
async function composed(
  c: Context<App>,
  { type, entiteId, sources = {} }: Nomme,
  { lieu, consommateur }: Partial<Pick<Ouverture, "lieu" | "consommateur">> = {},
) {
  const names = sourcesOf(type);
  const last = names.at(-1) ?? "";
  const named = { ...sources, [last]: entiteId };
  const missing = names.filter((name) => named[name] === undefined);
  if (missing.length > 0)
    throw new Invalid(Object.fromEntries(missing.map((name) => [name, "Ce champ est requis."])));
  const whole = Object.fromEntries(names.map((name) => [name, named[name] ?? 0]));
  const enLigne = `${c.env.PUBLIC_URL.replace(/\/+$/, "")}/signature`;
  const signing = {
    electronique: true,
    ...(lieu === "distance" && consommateur ? { enLigne } : {}),
  };
  const made = await composeDocument(c, { type, sources: whole }, signing);
  return { type, entiteId, sources: whole, composed: made.composed };
}

const parmi = (condition: (d: SQL) => SQL) =>
  sql`${demandesSignature.id} IN (SELECT d.id FROM "DemandeSignature" d WHERE ${condition(sql`d`)})`;

const ouvertes = () => parmi((d) => encoreOuverte(d, new Date()));

const NOMS = sql`(SELECT coalesce(group_concat(lower(nom), ' '), '') FROM "Signataire"
  WHERE "DemandeSignatureId" = ${demandesSignature.id})`;

/** The papers put to signature: their lists and records for staff, and the call that opens one. */
export const demandeSignatureResource = new Hono<App>()
  .get(
    "/DemandeSignature/preparation",
    says("Ce qu’il faut pour mettre un papier en signature : ce qui manque, qui signe.", {
      query: { type: papierNomme.shape.type, entiteId: identifiant() },
      refusals: [404, 422],
    }),
    requires("lire"),
    limited("documents"),
    async (c) => {
      const { type, entiteId, ...sources } = parse(papierNomme, c.req.query());
      const paper = await composed(c, { type, entiteId, sources });
      const { reponse } = await preparer(contextOf(c), paper);
      return c.json({ data: reponse });
    },
  )
  .post(
    "/DemandeSignature",
    says(
      "Met un papier en signature : il est gelé, et les liens partent quand on signe à distance.",
      {
        success: 201,
        refusals: [404, 409],
      },
    ),
    requires("modifier"),
    limited("mails"),
    json(ouverture),
    async (c) => {
      const asked = c.req.valid("json");
      const papier = await composed(c, asked, asked);
      const id = await signature.ouvrir(contextOf(c), { papier, ouverture: asked });
      return c.json({ data: detailOf(c, find, await find.query(c.var.db, id)) }, 201);
    },
  )
  .get(
    "/DemandeSignature/:id/document",
    says("Le papier gelé, pour le lire sur place avant de signer."),
    requires("lire"),
    async (c) => c.json({ data: await lireLeGele(contextOf(c), idParam(c)) }),
  )
  .get(
    "/DemandeSignature/:id/preuve",
    says("Le dossier de preuve : le fichier scellé, le fichier lu, ce que chacun a laissé.", {
      media: "application/zip",
    }),
    requires("modifier"),
    limited("exports"),
    async (c) => {
      const demande = { id: idParam(c), device: deviceOf(c) };
      const { nom, octets } = await signature.recuperer(contextOf(c), demande);
      return c.body(octets, 200, {
        "Content-Type": "application/zip",
        "Content-Disposition": disposition("attachment", nom),
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
      });
    },
  )
  .route(
    "/",
    reads({
      name: "DemandeSignature",
      table: demandesSignature,
      list: {
        search: [sql`lower(${demandesSignature.titre})`, NOMS],
        searched: [],
        sort: {
          id: demandesSignature.id,
          createdAt: demandesSignature.createdAt,
          expireLe: demandesSignature.expireLe,
        },
        defaultSort: "-id",
        filters: {
          etat: byChoice({
            ouvertes,
            agence: () => parmi((d) => attendLAgence(d, new Date())),
            finies: () => sql`NOT (${ouvertes()})`,
          }),
          entite: byMatch(
            /^[A-Za-z]{1,30}$/,
            "Le nom d’une ressource est attendu.",
            (value) => sql`${demandesSignature.entite} = ${value}`,
          ),
          entiteId: byId(demandesSignature.entiteId),
          DossierId: byId(demandesSignature.DossierId),
          MissionId: byId(demandesSignature.MissionId),
        },
        rows: (db: Db, { where, orderBy, limit, offset }: Page) =>
          db.query.demandesSignature.findMany({
            ...(where ? { where } : {}),
            orderBy,
            limit: limit ?? -1,
            offset,
            extras: EXTRAS,
          }),
        count: (db, where) => db.select({ total: count() }).from(demandesSignature).where(where),
        view: (raw, _today, link) => demandeRow(raw, link, new Date()),
        csv: [
          { titre: "Ouverte le", valeur: (row) => row.createdAt },
          { titre: "Document", valeur: (row) => row.titre },
          { titre: "État", valeur: (row) => row.etat },
          {
            titre: "Signataires",
            valeur: (row) => row.signataires.map(({ nom }) => nom).join(", "),
          },
          { titre: "Scellée le", valeur: (row) => row.scelleLe },
          { titre: "Par", valeur: (row) => row.user },
        ],
      },
      find,
    }),
  );
