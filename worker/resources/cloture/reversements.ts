import { count, eq, type SQL, sql } from "drizzle-orm";
import { type Context, Hono } from "hono";
import type { GenreSolde } from "#domain/gerance/departs/depart.ts";
import { objetDAvoir } from "#domain/gerance/reversements/avoirs-dus.ts";
import {
  ETATS_REVERSEMENT,
  type EtatReversement,
} from "#domain/gerance/reversements/reversement.ts";
import {
  apercuDemande,
  demandeAnnulation,
  demandeRejetDeVirement,
  demandeReversement,
  type ReversementDetail,
  type ReversementRow,
  type VirementVu,
} from "#domain/gerance/reversements/reversement-fiche.ts";
import { objetDeDepense, objetDeRestitution } from "#domain/gerance/reversements/sommes-dues.ts";
import { type GenreVirement, genreDeVirement } from "#domain/gerance/reversements/virement.ts";
import { enEuros } from "#domain/montants.ts";
import type { Db } from "#worker/db/client.ts";
import { selected } from "#worker/db/conditions.ts";
import { departs, soldesDepart } from "#worker/db/schema/departs.ts";
import { avancesRendues, comptesBancaires, lignesReleve } from "#worker/db/schema/gerance.ts";
import {
  comptesRendus,
  coordonneesBancaires,
  facturesHonoraires,
  partsCompteRendu,
  reversements,
  virements,
} from "#worker/db/schema/mandants.ts";
import { intendances } from "#worker/db/schema/missions.ts";
import { appartements, dossiers } from "#worker/db/schema/schema.ts";
import { reads } from "#worker/http/api/crud.ts";
import { says } from "#worker/http/api/described.ts";
import { byChoice, byId, byLink, type Page } from "#worker/http/api/list-query.ts";
import { defineFind, detailOf } from "#worker/http/api/record.ts";
import { idParam, json, parse } from "#worker/http/api/validate.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { confirmed, requires } from "#worker/http/session/guards.ts";
import { limited } from "#worker/http/session/limits.ts";
import type { App } from "#worker/http/types.ts";
import { fichierDuLot } from "#worker/operations/gerance/reversements/reversement-sepa.ts";
import {
  annulerReversement,
  creerReversement,
  validerReversement,
} from "#worker/operations/gerance/reversements/reversements.ts";
import { apercevoirReversement } from "#worker/operations/gerance/reversements/reversements-apercu.ts";
import { rejeterVirement } from "#worker/operations/gerance/reversements/virements.ts";

const duLot = sql`FROM ${virements} v WHERE v."ReversementId" = ${reversements.id}`;

const derived = {
  nombre: selected<number>(sql`(SELECT count(*) ${duLot})`),
  montant: selected<number>(sql`(SELECT coalesce(sum(v.montant), 0) ${duLot})`),
  passes: selected<number>(sql`(SELECT count(*) ${duLot} AND v."LigneReleveId" IS NOT NULL)`),
  rejetes: selected<number>(sql`(SELECT count(*) ${duLot} AND v.etat = 'rejete')`),
  compte: selected<string>(
    sql`(SELECT b.nom FROM ${comptesBancaires} b WHERE b.id = ${reversements.CompteBancaireId})`,
  ),
};

const columns = {
  id: reversements.id,
  numero: reversements.numero,
  dateExecution: reversements.dateExecution,
  CompteBancaireId: reversements.CompteBancaireId,
  etat: reversements.etat,
  format: reversements.format,
  user: reversements.user,
  validePar: reversements.validePar,
  valideLe: reversements.valideLe,
  telechargeLe: reversements.telechargeLe,
  motif: reversements.motif,
  createdAt: reversements.createdAt,
  updatedAt: reversements.updatedAt,
  version: reversements.version,
};

const viewOf = <Row extends { montant: number }>(row: Row) => ({
  ...row,
  montant: enEuros(row.montant),
});

/** The transfers of a batch, as JSON text; cents. */
const virementsDuLot = selected<string>(sql`(SELECT json_group_array(json_object(
    'id', id, 'rang', rang, 'SoldeDepartId', "SoldeDepartId", 'DossierId', "DossierId", 'IntendanceId', "IntendanceId",
    'genreSolde', "genreSolde", 'logement', logement, 'intitule', intitule, 'numFacture', "numFacture",
    'AvanceRendueId', "AvanceRendueId", 'FactureHonorairesId', "FactureHonorairesId", 'avoir', avoir, 'acheteur', acheteur,
    'CompteRenduPartId', "CompteRenduPartId", 'CompteRenduId', "CompteRenduId", 'MissionId', "MissionId",
    'ClientId', "ClientId", 'mois', mois, 'mandat', mandat, 'montant', montant, 'titulaire', titulaire, 'iban', iban,
    'reference', reference, 'libelle', libelle, 'etat', etat, 'motif', motif, 'passeLe', "passeLe", 'renduLe', "renduLe"))
  FROM (SELECT v.id, v.rang, v."SoldeDepartId", v."AvanceRendueId", v."FactureHonorairesId", coalesce(e."DossierId", a."DossierId", f."DossierId") AS "DossierId",
      v."IntendanceId", iif(a.id IS NULL, s.genre, 'avance') AS "genreSolde",
      coalesce(s.contenu ->> '$.logement', (SELECT l.adresse || ', ' || l."codePostal" || ' ' || l.ville FROM ${dossiers} o
        JOIN ${appartements} l ON l.id = o."AppartementId" WHERE o.id = a."DossierId")) AS logement,
      f.numero AS avoir, f.contenu ->> '$.acheteur.nom' AS acheteur, i.intitule, i."numFacture", v."CompteRenduPartId", c.id AS "CompteRenduId", coalesce(c."MissionId", f."MissionId") AS "MissionId", coalesce(p."ClientId", v."MandantId") AS "ClientId", c.mois,
      c.contenu ->> '$.mandat.nom' AS mandat, v.montant, v.titulaire, coalesce(cb.iban, b.iban) AS iban, v.reference, v.libelle,
      v.etat, v.motif, fait.date AS "passeLe", rendu.date AS "renduLe"
    FROM ${virements} v
    LEFT JOIN ${partsCompteRendu} p ON p.id = v."CompteRenduPartId" LEFT JOIN ${comptesRendus} c ON c.id = p."CompteRenduId"
    LEFT JOIN ${soldesDepart} s ON s.id = v."SoldeDepartId" LEFT JOIN ${departs} e ON e.id = s."DepartId"
    LEFT JOIN ${avancesRendues} a ON a.id = v."AvanceRendueId"
    LEFT JOIN ${intendances} i ON i.id = v."IntendanceId"
    LEFT JOIN ${facturesHonoraires} f ON f.id = v."FactureHonorairesId"
    LEFT JOIN ${coordonneesBancaires} cb ON cb.id = v."CoordonneesBancairesId"
    LEFT JOIN ${comptesBancaires} b ON b.id = v."CompteBancaireId"
    LEFT JOIN ${lignesReleve} fait ON fait.id = v."LigneReleveId" LEFT JOIN ${lignesReleve} rendu ON rendu.id = v."LigneRejetId"
    WHERE v."ReversementId" = ${reversements.id} ORDER BY v.rang))`);

interface VirementLu extends Omit<VirementVu, "genre" | "objet"> {
  genreSolde: GenreSolde | null;
  avoir: string | null;
  acheteur: string | null;
  logement: string | null;
  intitule: string | null;
  numFacture: string | null;
}

function vueDuVirement({
  genreSolde,
  logement,
  intitule,
  numFacture,
  avoir,
  acheteur,
  ...virement
}: VirementLu): VirementVu {
  const genre = genreDeVirement(virement);
  const rendu = objetDeRestitution({ genre: genreSolde ?? "sortie", logement: logement ?? "" });
  const objets: Partial<Record<GenreVirement, string>> = {
    locataire: rendu,
    avance: rendu,
    avoir: objetDAvoir({ numero: avoir ?? "", quoi: acheteur ?? "" }),
    fournisseur: objetDeDepense({ intitule: intitule ?? "", numFacture }),
  };
  return { ...viewOf(virement), genre, objet: objets[genre] ?? null };
}

const find = defineFind({
  query: (db: Db, id: number | SQL) =>
    db.query.reversements.findFirst({
      where: eq(reversements.id, id),
      columns: { emetteur: false, titulaire: false, bic: false },
      extras: {
        nombre: derived.nombre.as("nombre"),
        montant: derived.montant.as("montant"),
        passes: derived.passes.as("passes"),
        rejetes: derived.rejetes.as("rejetes"),
        compte: derived.compte.as("compte"),
        virements: virementsDuLot.as("virements"),
      },
    }),
  view: (
    { virements: virementsEcrits, UserId, ...raw },
    { canDelete, user },
  ): ReversementDetail & { canDelete: boolean } => ({
    ...viewOf(raw),
    virements: (JSON.parse(virementsEcrits) as VirementLu[]).map(vueDuVirement),
    mien: UserId === user.id,
    canDelete,
  }),
  // A batch is an order to the bank: it is cancelled, never deleted.
  heldBy: () => ["ses virements"],
  free: () => sql`false`,
});

const found = async (c: Context<App>, id: number) =>
  detailOf(c, find, await find.query(c.var.db, id));

const ofState = (Object.keys(ETATS_REVERSEMENT) as EtatReversement[]).map(
  (etat) => [etat, () => eq(reversements.etat, etat)] as const,
);

/** The transfers: batches, their checks, their file (reversements/README §12.18). */
export const reversementResource = new Hono<App>()
  .get(
    "/Reversement/apercu",
    says("Ce qu’un lot virerait, ce qu’il laisserait et pourquoi, sans rien écrire.", {
      query: apercuDemande.shape,
    }),
    requires("lire"),
    async (c) => {
      const demande = parse(apercuDemande, c.req.query());
      const { ids, CompteBancaireId, honoraires } = demande;
      const identifiants = (ecrits: string | undefined) => ecrits?.split(",").map(Number);
      const data = await apercevoirReversement(contextOf(c), {
        UserId: c.var.session.user.id,
        CompteRenduIds: identifiants(ids),
        SoldeDepartIds: identifiants(demande.SoldeDepartIds),
        AvanceRendueIds: identifiants(demande.AvanceRendueIds),
        IntendanceIds: identifiants(demande.IntendanceIds),
        FactureHonorairesIds: identifiants(demande.FactureHonorairesIds),
        CompteBancaireId: CompteBancaireId ? Number(CompteBancaireId) : undefined,
        honoraires: honoraires === "true",
      });
      return c.json({ data });
    },
  )
  .post(
    "/Reversement",
    says(
      "Prépare un lot de virements : parts, dépôts et trop-perçus à rendre, factures, ou avoirs d’honoraires ; dit ce qu’il laisse de côté.",
      {
        success: 201,
        refusals: [409, 422],
      },
    ),
    requires("administrer"),
    confirmed,
    json(demandeReversement),
    async (c) => {
      const { id, ecartes } = await creerReversement(contextOf(c), {
        UserId: c.var.session.user.id,
        ...c.req.valid("json"),
      });
      return c.json({ data: { ...(await found(c, id)), ecartes } }, 201);
    },
  )
  .post(
    "/Reversement/:id/valider",
    says("Un second administrateur valide un lot : ses écritures sont passées.", {
      refusals: [404, 409],
    }),
    requires("administrer"),
    confirmed,
    async (c) => {
      const id = idParam(c);
      await validerReversement(contextOf(c), { id, UserId: c.var.session.user.id });
      return c.json({ data: await found(c, id) });
    },
  )
  .post(
    "/Reversement/:id/annuler",
    says("Annule un lot dont personne n’a le fichier : ses écritures sont extournées.", {
      refusals: [404, 409],
    }),
    requires("administrer"),
    json(demandeAnnulation),
    async (c) => {
      const id = idParam(c);
      await annulerReversement(contextOf(c), { id, ...c.req.valid("json") });
      return c.json({ data: await found(c, id) });
    },
  )
  .get(
    "/Reversement/:id/sepa",
    says("Le fichier de virements que la banque attend (pain.001) ; le lot ne change plus.", {
      media: "application/xml",
      refusals: [404, 409],
    }),
    requires("administrer"),
    confirmed,
    limited("exports"),
    async (c) => {
      const { nom, xml } = await fichierDuLot(contextOf(c), idParam(c));
      return c.body(xml, 200, {
        "Content-Type": "application/xml; charset=utf-8",
        "Content-Disposition": `attachment; filename="${nom}"`,
        "Cache-Control": "no-store",
      });
    },
  )
  .post(
    "/Virement/:id/rejeter",
    says("Note que la banque a refusé un virement : sa somme est de nouveau à reverser.", {
      refusals: [404, 409],
    }),
    requires("administrer"),
    confirmed,
    json(demandeRejetDeVirement),
    async (c) => {
      const ctx = contextOf(c);
      const { motif, date = ctx.today } = c.req.valid("json");
      const ReversementId = await rejeterVirement(ctx, { id: idParam(c), date, motif });
      return c.json({ data: await found(c, ReversementId) });
    },
  )
  .route(
    "/",
    reads({
      name: "Reversement",
      table: reversements,
      list: {
        search: [sql`lower(${reversements.numero})`],
        searched: ["numero"],
        sort: {
          numero: reversements.numero,
          dateExecution: reversements.dateExecution,
          etat: reversements.etat,
          montant: derived.montant,
          id: reversements.id,
        },
        defaultSort: "-id",
        filters: {
          etat: byChoice(Object.fromEntries(ofState)),
          CompteBancaireId: byId(reversements.CompteBancaireId),
          CompteRenduId: byLink(
            (
              id,
            ) => sql`EXISTS (SELECT 1 FROM ${virements} v JOIN ${partsCompteRendu} p ON p.id = v."CompteRenduPartId"
              WHERE v."ReversementId" = ${reversements.id} AND p."CompteRenduId" = ${id})`,
          ),
        },
        rows: (db: Db, { where, orderBy, limit, offset }: Page) =>
          db
            .select({ ...columns, ...derived })
            .from(reversements)
            .where(where)
            .orderBy(...orderBy)
            .limit(limit ?? -1)
            .offset(offset),
        count: (db, where) => db.select({ total: count() }).from(reversements).where(where),
        view: (row): ReversementRow => viewOf(row),
        csv: [
          { titre: "Lot", valeur: (row) => row.numero },
          { titre: "Exécution", valeur: (row) => row.dateExecution },
          { titre: "Compte", valeur: (row) => row.compte },
          { titre: "Virements", valeur: (row) => row.nombre },
          { titre: "Montant", valeur: (row) => row.montant },
          { titre: "État", valeur: (row) => ETATS_REVERSEMENT[row.etat] },
          { titre: "Passés en banque", valeur: (row) => row.passes },
          { titre: "Rejetés", valeur: (row) => row.rejetes },
          { titre: "Préparé par", valeur: (row) => row.user },
          { titre: "Validé par", valeur: (row) => row.validePar },
        ],
      },
      find,
    }),
  );
