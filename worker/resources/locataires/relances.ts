import { and, count, eq, inArray, type SQL, sql } from "drizzle-orm";
import { Hono } from "hono";
import * as z from "zod/mini";
import { nomAppartement } from "#domain/biens/adresse.ts";
import { versionLue } from "#domain/fields.ts";
import {
  ecart,
  impression,
  liberation,
  modification,
  type RelanceRow,
} from "#domain/gerance/relances/relance-fiche.ts";
import {
  CANAUX,
  ETAPES,
  ETATS_RELANCE,
  type Etape,
  PAR_COURRIEL,
} from "#domain/gerance/relances/relances.ts";
import { enEuros } from "#domain/montants.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import type { EtatCourriel } from "#domain/quittances/courriel.ts";
import type { Db } from "#worker/db/client.ts";
import { selected } from "#worker/db/conditions.ts";
import { parties } from "#worker/db/parties.ts";
import { relances } from "#worker/db/schema/gerance.ts";
import { appartements, dossiers, locataires } from "#worker/db/schema/schema.ts";
import { reads } from "#worker/http/api/crud.ts";
import { says } from "#worker/http/api/described.ts";
import { byChoice, byId, byMatch, type Page } from "#worker/http/api/list-query.ts";
import { defineFind } from "#worker/http/api/record.ts";
import { idParam, json } from "#worker/http/api/validate.ts";
import { queueMails } from "#worker/http/queue-mails.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import { limited } from "#worker/http/session/limits.ts";
import type { App } from "#worker/http/types.ts";
import { imprimerLettres } from "#worker/operations/gerance/relances/lettres.ts";
import { suivreRelances } from "#worker/operations/gerance/relances/preparation-relances.ts";
import {
  ecarterRelances,
  libererRelances,
  modifierRelance,
} from "#worker/operations/gerance/relances/relances.ts";

const columns = {
  id: relances.id,
  DossierId: relances.DossierId,
  etape: relances.etape,
  CautionId: relances.CautionId,
  exigibleLe: relances.exigibleLe,
  montant: relances.montant,
  etat: relances.etat,
  canal: relances.canal,
  objet: relances.objet,
  texte: relances.texte,
  motif: relances.motif,
  libereeLe: relances.libereeLe,
  user: relances.user,
  version: relances.version,
  accordEmail: locataires.accordEmail,
  caution: selected<
    string | null
  >(sql`(SELECT json_object('titre', c.titre, 'nom', c.nom, 'prenom', c.prenom)
    FROM "Caution" c WHERE c.id = ${relances.CautionId})`),
  courriel: selected<
    string | null
  >(sql`(SELECT json_object('id', c.id, 'etat', c.etat, 'partLe', c."partLe")
    FROM "Courriel" c WHERE c.id = ${relances.CourrielId})`),
  ...parties,
};

const rows = (db: Db, { where, orderBy, limit, offset }: Omit<Page, "today">) =>
  db
    .select(columns)
    .from(relances)
    .innerJoin(dossiers, eq(dossiers.id, relances.DossierId))
    .innerJoin(locataires, eq(locataires.id, dossiers.LocataireId))
    .innerJoin(appartements, eq(appartements.id, dossiers.AppartementId))
    .where(where)
    .orderBy(...orderBy)
    .limit(limit ?? -1)
    .offset(offset);

type Raw = Awaited<ReturnType<typeof rows>>[number];

function view(raw: Raw): RelanceRow {
  const { accordEmail, adresse, caution, courriel, etage, nom, prenom, titre, ville, ...relance } =
    raw;
  const { etape, montant } = relance;
  return {
    ...relance,
    montant: enEuros(montant),
    destinataire: caution ? nomComplet(JSON.parse(caution)) : DESTINATAIRES[ETAPES[etape].pour],
    courrielPossible: PAR_COURRIEL.includes(etape) && (etape === "question" || accordEmail),
    courriel: courriel
      ? (JSON.parse(courriel) as { id: number; etat: EtatCourriel; partLe: string | null })
      : null,
    locataire: nomComplet({ titre, nom, prenom }),
    appartement: nomAppartement({ adresse, etage }),
  };
}

const DESTINATAIRES = {
  locataires: null,
  caution: "La caution",
  bailleurs: "Le propriétaire",
  agence: "Commissaire de justice ou assureur",
} as const;

const find = defineFind({
  query: (db: Db, id: number | SQL) =>
    db.query.relances.findFirst({
      where: eq(relances.id, id),
      columns: { CourrielId: false, updatedAt: false },
    }),
  view: ({ montant, ...relance }) => ({ ...relance, montant: enEuros(montant) }),
  heldBy: () => ["ce qui a eu lieu"],
  free: () => sql`false`,
});

const choices = <T extends string>(values: Record<T, unknown>, column: SQL) =>
  byChoice(
    Object.fromEntries(
      Object.keys(values).map((value) => [value, () => sql`${column} = ${value}`]),
    ),
  );

/**
 * The reminders: drafted each day, then sent or set aside by staff, or set aside once the debt is paid or the
 * question answered (relances/README §12.12).
 */
export const relanceResource = new Hono<App>()
  .post(
    "/Relance/liberer",
    says("Envoie des relances préparées : chacune une fois, ou dit pourquoi elle ne part pas."),
    requires("modifier"),
    limited("mails"),
    json(liberation),
    async (c) => {
      const data = await libererRelances(contextOf(c), c.req.valid("json").ids);
      queueMails(c, data.courriels);
      return c.json({ data });
    },
  )
  .post(
    "/Relance/ecarter",
    says("Écarte des relances préparées, pour un motif."),
    requires("modifier"),
    json(ecart),
    async (c) => {
      const ecartees = await ecarterRelances(contextOf(c), c.req.valid("json"));
      return c.json({ data: { ecartees } });
    },
  )
  .post(
    "/Relance/imprimer",
    says("Les lettres de plusieurs relances, en un seul PDF.", { media: "application/pdf" }),
    requires("lire"),
    limited("documents"),
    json(impression),
    async (c) => {
      const { ids } = c.req.valid("json");
      const pdf = await imprimerLettres(contextOf(c), ids);
      return c.body(new Uint8Array(pdf).buffer, 200, {
        "Content-Type": "application/pdf",
        "Content-Disposition": `attachment; filename="Relances_${c.var.today}.pdf"`,
      });
    },
  )
  .put(
    "/Relance/:id",
    says("Change le texte ou le canal d’une relance à valider.", { refusals: [409] }),
    requires("modifier"),
    json(z.extend(modification, versionLue)),
    async (c) => {
      const id = idParam(c);
      const { updatedAt, version, ...demande } = c.req.valid("json");
      await modifierRelance(contextOf(c), { ...demande, id, lue: { version, updatedAt } });
      const [raw] = await rows(c.var.db, {
        where: eq(relances.id, id),
        orderBy: [],
        limit: 1,
        offset: 0,
      });
      return c.json({ data: raw && view(raw) });
    },
  )
  .route(
    "/",
    reads({
      name: "Relance",
      table: relances,
      list: {
        refresh: suivreRelances,
        search: [sql`${relances.objet}`, locataires.recherche, appartements.recherche],
        searched: [],
        sort: {
          exigibleLe: relances.exigibleLe,
          montant: relances.montant,
          locataire: locataires.recherche,
          libereeLe: relances.libereeLe,
          id: relances.id,
        },
        defaultSort: "exigibleLe",
        filters: {
          etat: choices(ETATS_RELANCE, sql`${relances.etat}`),
          etape: choices(ETAPES satisfies Record<Etape, unknown>, sql`${relances.etape}`),
          canal: choices(CANAUX, sql`${relances.canal}`),
          DossierId: byId(relances.DossierId),
          dossiers: byMatch(
            /^\d{1,9}(,\d{1,9}){0,149}$/,
            "Des identifiants sont attendus, 150 au plus.",
            (ids) => inArray(relances.DossierId, ids.split(",").map(Number)),
          ),
        },
        rows,
        count: (db, where) =>
          db
            .select({ total: count() })
            .from(relances)
            .innerJoin(dossiers, eq(dossiers.id, relances.DossierId))
            .innerJoin(locataires, eq(locataires.id, dossiers.LocataireId))
            .innerJoin(appartements, eq(appartements.id, dossiers.AppartementId))
            .where(and(where)),
        view,
        csv: [
          { titre: "Étape", valeur: (row) => ETAPES[row.etape].libelle },
          { titre: "Locataire", valeur: (row) => row.locataire },
          { titre: "Appartement", valeur: (row) => row.appartement },
          { titre: "Échéance", valeur: (row) => row.exigibleLe },
          { titre: "Somme", valeur: (row) => row.montant },
          { titre: "Canal", valeur: (row) => CANAUX[row.canal] },
          { titre: "État", valeur: (row) => ETATS_RELANCE[row.etat] },
          { titre: "Envoyée le", valeur: (row) => row.libereeLe },
          { titre: "Motif", valeur: (row) => row.motif },
          { titre: "Par", valeur: (row) => row.user },
        ],
      },
      find,
    }),
  );
