import { count, type SQL, sql } from "drizzle-orm";
import { type Context, Hono } from "hono";
import { NotFound } from "#domain/erreurs.ts";
import { numeroReglement } from "#domain/gerance/locataires/reglement.ts";
import {
  type DepenseDeLigne,
  type EtatLigne,
  type FactureDeLigne,
  type LigneProposee,
  type LignesComptees,
  type ReglementDeLigne,
  vueDeProposition,
} from "#domain/gerance/rapprochement/ligne-releve.ts";
import {
  demandeAttribution,
  demandeCertaines,
  demandeEcart,
  demandeRapprochement,
} from "#domain/gerance/rapprochement/ligne-releve-fiche.ts";
import { lireMots } from "#domain/gerance/rapprochement/mots-de-ligne.ts";
import { proposer, proposerALAgence } from "#domain/gerance/rapprochement/rapprochement.ts";
import { enEuros } from "#domain/montants.ts";
import { peut } from "#domain/profils/droits.ts";
import type { Db } from "#worker/db/client.ts";
import { selected } from "#worker/db/conditions.ts";
import { comptesBancaires, lignesReleve, reglements } from "#worker/db/schema/gerance.ts";
import {
  facturesHonoraires,
  fournisseurs,
  reglementsHonoraires,
  virements,
} from "#worker/db/schema/mandants.ts";
import { intendances } from "#worker/db/schema/missions.ts";
import { says } from "#worker/http/api/described.ts";
import {
  byChoice,
  byId,
  type ListQuery,
  parametersOf,
  readListQuery,
} from "#worker/http/api/list-query.ts";
import { idParam, json } from "#worker/http/api/validate.ts";
import { followUp } from "#worker/http/queue-mails.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import type { App } from "#worker/http/types.ts";
import { doublonDe } from "#worker/operations/gerance/banque/doublons.ts";
import { ecarter, mettreEnAttente } from "#worker/operations/gerance/banque/lignes-ecartees.ts";
import {
  lireRepertoire,
  lireVirementsConnus,
  nommerDossiers,
} from "#worker/operations/gerance/banque/repertoire.ts";
import { lireFacturesOuvertes } from "#worker/operations/gerance/cloture/dettes-honoraires.ts";
import { rapprocher } from "#worker/operations/gerance/rapprochement/rapprochement.ts";
import { rapprocherCertaines } from "#worker/operations/gerance/rapprochement/rapprochements-certains.ts";
import { annulerRapprochement } from "#worker/operations/gerance/rapprochement/rapprochements-repris.ts";
import { attribuerAuMandat } from "#worker/operations/gerance/rapprochement/sommes-rendues.ts";

const aRapprocher = sql`${lignesReleve.etat} = 'a_rapprocher'`;

const LIGNE_EST: Record<EtatLigne, SQL> = {
  a_rapprocher: sql`(${aRapprocher} AND ${lignesReleve.motif} IS NULL)`,
  a_identifier: sql`(${aRapprocher} AND ${lignesReleve.motif} IS NOT NULL)`,
  rapprochee: sql`${lignesReleve.etat} = 'rapprochee'`,
  ecartee: sql`${lignesReleve.etat} = 'ecartee'`,
};
const automatique = sql`(${LIGNE_EST.rapprochee} AND ${lignesReleve.automatique})`;

const LIST: ListQuery = {
  search: [
    sql`lower(${lignesReleve.libelle})`,
    sql`lower(coalesce(${lignesReleve.tiers}, ''))`,
    sql`lower(coalesce(${lignesReleve.reference}, ''))`,
  ],
  sort: {
    date: lignesReleve.date,
    libelle: lignesReleve.libelle,
    montant: lignesReleve.montant,
    etat: lignesReleve.etat,
    faite: lignesReleve.updatedAt,
    id: lignesReleve.id,
  },
  defaultSort: "-date",
  filters: {
    ReleveId: byId(lignesReleve.ReleveId),
    CompteBancaireId: byId(lignesReleve.CompteBancaireId),
    etat: byChoice({
      a_rapprocher: () => LIGNE_EST.a_rapprocher,
      a_identifier: () => LIGNE_EST.a_identifier,
      rapprochee: () => LIGNE_EST.rapprochee,
      automatique: () => automatique,
      ecartee: () => LIGNE_EST.ecartee,
    }),
  },
};
const QUERY = parametersOf(LIST);

const lire = (
  db: Db,
  {
    where,
    orderBy = [],
    limit,
    offset = 0,
  }: { where: SQL | undefined; orderBy?: SQL[]; limit?: number | undefined; offset?: number },
) =>
  db
    .select({
      id: lignesReleve.id,
      ReleveId: lignesReleve.ReleveId,
      CompteBancaireId: lignesReleve.CompteBancaireId,
      compte: comptesBancaires.nom,
      usage: comptesBancaires.usage,
      date: lignesReleve.date,
      valeur: lignesReleve.valeur,
      montant: lignesReleve.montant,
      libelle: lignesReleve.libelle,
      reference: lignesReleve.reference,
      tiers: lignesReleve.tiers,
      iban: lignesReleve.iban,
      empreinte: lignesReleve.payeurEmpreinte,
      rejet: lignesReleve.rejet,
      prouvee: lignesReleve.prouvee,
      etat: lignesReleve.etat,
      automatique: lignesReleve.automatique,
      motif: lignesReleve.motif,
      user: lignesReleve.user,
      doublonDe: selected<number | null>(doublonDe).as("doublonDe"),
      updatedAt: lignesReleve.updatedAt,
      version: lignesReleve.version,
    })
    .from(lignesReleve)
    .innerJoin(comptesBancaires, sql`${comptesBancaires.id} = ${lignesReleve.CompteBancaireId}`)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit ?? -1)
    .offset(offset);

type Lue = Awaited<ReturnType<typeof lire>>[number];

const etatDe = ({ etat, motif }: Pick<Lue, "etat" | "motif">): EtatLigne =>
  etat === "a_rapprocher" && motif !== null ? "a_identifier" : etat;

/** The lines, each with its proposals or its result. */
async function vues(c: Context<App>, rows: readonly Lue[]): Promise<LigneProposee[]> {
  const ctx = contextOf(c);
  const { db } = ctx;
  const attendues = rows.filter(
    ({ etat, usage }) => etat === "a_rapprocher" && usage === "gerance",
  );
  const faites = rows.filter(({ etat }) => etat === "rapprochee").map(({ id }) => id);
  const deLAgence = rows.filter(({ etat, usage }) => etat === "a_rapprocher" && usage === "agence");
  const [fichier, faits, verses, payees, reglees, ouvertes, partis] = await Promise.all([
    attendues.length > 0 ? lireRepertoire(ctx, attendues) : null,
    faites.length > 0 ? reglementsDe(db, faites) : [],
    faites.length > 0 ? virementsDe(db, faites) : [],
    faites.length > 0 ? depensesDe(db, faites) : [],
    faites.length > 0 ? facturesDe(db, faites) : [],
    deLAgence.length > 0 ? lireFacturesOuvertes(db, deLAgence) : [],
    lireVirementsConnus(db, deLAgence),
  ]);
  const proposees = new Map([
    ...(fichier ? attendues.map((ligne) => [ligne.id, proposer(ligne, fichier)] as const) : []),
    ...deLAgence.map(
      (ligne) => [ligne.id, proposerALAgence(ligne, { virements: partis }, ouvertes)] as const,
    ),
  ]);
  const noms = await nommerDossiers(ctx, [
    ...faits.map(({ DossierId }) => DossierId),
    ...[...proposees.values()].flatMap((proposition) =>
      proposition.flatMap(({ parts }) => parts.map(({ DossierId }) => DossierId)),
    ),
  ]);
  return rows.map(({ usage: _usage, empreinte: _empreinte, ...ligne }) => ({
    ...ligne,
    montant: enEuros(ligne.montant),
    etat: etatDe(ligne),
    mois: lireMots(ligne).mois,
    propositions: (proposees.get(ligne.id) ?? []).map((proposition) =>
      vueDeProposition(proposition, noms),
    ),
    reglements: faits
      .filter(({ LigneReleveId }) => LigneReleveId === ligne.id)
      .map(
        ({ LigneReleveId: _ligne, exercice, rang, montant, ...fait }): ReglementDeLigne => ({
          ...(noms.get(fait.DossierId) ?? { locataire: "", appartement: "" }),
          ...fait,
          numero: numeroReglement({ exercice, rang }),
          montant: enEuros(montant),
        }),
      ),
    virements: verses
      .filter((verse) => verse.ligne === ligne.id)
      .map(({ ligne: _ligne, montant, rendu, ...verse }) => ({
        ...verse,
        montant: enEuros(montant),
        rendu: rendu === 1,
      })),
    depenses: payees
      .filter((payee) => payee.ligne === ligne.id)
      .map(({ ligne: _ligne, montant, ...payee }) => ({ ...payee, montant: enEuros(montant) })),
    factures: reglees
      .filter((reglee) => reglee.ligne === ligne.id)
      .map(({ ligne: _ligne, montant, ...reglee }) => ({ ...reglee, montant: enEuros(montant) })),
  }));
}

const reglementsDe = (db: Db, ids: readonly number[]) =>
  db
    .select({
      id: reglements.id,
      exercice: reglements.exercice,
      rang: reglements.rang,
      DossierId: reglements.DossierId,
      montant: reglements.montant,
      etat: reglements.etat,
      LigneReleveId: reglements.LigneReleveId,
    })
    .from(reglements)
    .where(
      sql`${reglements.LigneReleveId} IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND ${reglements.etat} <> 'annule'`,
    )
    .orderBy(reglements.id);

/** The transfers that these bank lines show as paid, or as given back by the bank. */
const virementsDe = (db: Db, ids: readonly number[]) =>
  db.all<{
    ligne: number;
    id: number;
    ReversementId: number;
    reference: string;
    titulaire: string;
    montant: number;
    rendu: number;
  }>(sql`
    SELECT s.id AS ligne, v.id, v."ReversementId", v.reference, v.titulaire, v.montant, v."LigneRejetId" IS s.id AS rendu
    FROM ${lignesReleve} s JOIN ${virements} v ON v."LigneReleveId" = s.id OR v."LigneRejetId" = s.id
    WHERE s.id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) ORDER BY v.id`);

/** The expenses whose payment these bank lines show. */
const depensesDe = (db: Db, ids: readonly number[]) =>
  db.all<DepenseDeLigne & { ligne: number }>(sql`
    SELECT d."LigneReleveId" AS ligne, d.id, coalesce(d.intitule, '') AS intitule, f.nom AS fournisseur, d.montant
    FROM ${intendances} d LEFT JOIN ${fournisseurs} f ON f.id = d."FournisseurId"
    WHERE d."LigneReleveId" IN (SELECT value FROM json_each(${JSON.stringify(ids)})) ORDER BY d.id`);

/** The invoices of fees whose payment these bank lines show, and the credit notes whose repayment they show. */
const facturesDe = (db: Db, ids: readonly number[]) =>
  db.all<FactureDeLigne & { ligne: number }>(sql`
    SELECT r."LigneReleveId" AS ligne, f.id, f.numero, f.contenu ->> '$.acheteur.nom' AS acheteur, r.montant
    FROM ${reglementsHonoraires} r JOIN ${facturesHonoraires} f ON f.id = r."FactureHonorairesId"
    WHERE r."annuleLe" IS NULL AND r."LigneReleveId" IN (SELECT value FROM json_each(${JSON.stringify(ids)})) ORDER BY f.id`);

async function une(c: Context<App>, id: number): Promise<LigneProposee> {
  const [vue] = await vues(c, await lire(c.var.db, { where: sql`${lignesReleve.id} = ${id}` }));
  if (!vue) throw new NotFound("Cette ligne de relevé n’existe pas.");
  return vue;
}

/**
 * The number of the lines and the sum of their amounts, by state, with or without a reason (`motif`), matched by the
 * product or not.
 */
const comptees = (db: Db, where: SQL | undefined) =>
  db
    .select({
      etat: lignesReleve.etat,
      attente: sql<number>`${lignesReleve.motif} IS NOT NULL`,
      automatique: lignesReleve.automatique,
      nombre: count(),
      montant: sql<number>`sum(${lignesReleve.montant})`.mapWith(Number),
    })
    .from(lignesReleve)
    .where(where)
    .groupBy(lignesReleve.etat, sql`2`, lignesReleve.automatique);

function comptes(rows: Awaited<ReturnType<typeof comptees>>): LignesComptees {
  const somme = (garde: (row: (typeof rows)[number]) => boolean) => {
    const gardees = rows.filter(garde);
    return {
      nombre: gardees.reduce((total, { nombre }) => total + nombre, 0),
      montant: enEuros(gardees.reduce((total, { montant }) => total + montant, 0)),
    };
  };
  return {
    a_rapprocher: somme(({ etat, attente }) => etat === "a_rapprocher" && !attente),
    a_identifier: somme(({ etat, attente }) => etat === "a_rapprocher" && attente === 1),
    rapprochee: somme(({ etat }) => etat === "rapprochee"),
    automatique: somme((row) => row.etat === "rapprochee" && row.automatique),
    ecartee: somme(({ etat }) => etat === "ecartee"),
  };
}

export const rapprochementResource = new Hono<App>()
  .get(
    "/LigneReleve",
    says("Les lignes des relevés, avec ce qu’elles peuvent régler.", {
      need: "lire",
      query: QUERY,
      list: true,
    }),
    async (c) => {
      const page = readListQuery(c, LIST, QUERY, lignesReleve.id);
      const { db, session } = c.var;
      const { ReleveId, CompteBancaireId } = c.req.query();
      const { rows, nombre, etats } = await session.read("lire", {
        rows: lire(db, page),
        nombre: db.select({ total: count() }).from(lignesReleve).where(page.where),
        etats: comptees(
          db,
          sql`(${ReleveId ?? null} IS NULL OR ${lignesReleve.ReleveId} = ${Number(ReleveId ?? 0)})
            AND (${CompteBancaireId ?? null} IS NULL OR ${lignesReleve.CompteBancaireId} = ${Number(CompteBancaireId ?? 0)})`,
        ),
      });
      const total = nombre[0]?.total ?? 0;
      return c.json({ data: await vues(c, rows), total, etats: comptes(etats) });
    },
  )
  .get("/LigneReleve/:id", says("Une ligne de relevé.", { need: "lire" }), async (c) => {
    await c.var.session.authorize("lire");
    return c.json({ data: await une(c, idParam(c)) });
  })
  .post(
    "/LigneReleve/certaines",
    says("Rapproche les lignes certaines, d’un relevé ou de tous : dit lesquelles."),
    requires("modifier"),
    json(demandeCertaines),
    async (c) => {
      const { lignes, ...suites } = await rapprocherCertaines(contextOf(c), c.req.valid("json"));
      followUp(c, suites);
      return c.json({ data: { lignes } });
    },
  )
  .post(
    "/LigneReleve/:id/rapprocher",
    says("Dit ce qu’est une ligne : des règlements de dossiers, ou des règlements déjà saisis.", {
      refusals: [409],
    }),
    requires("modifier"),
    json(demandeRapprochement),
    async (c) => {
      const demande = c.req.valid("json");
      const { role } = c.var.session.user;
      const droits = {
        peutRejeter: peut(role, "supprimer"),
        peutReprendre: peut(role, "administrer"),
      };
      followUp(c, await rapprocher(contextOf(c), { id: idParam(c), demande, ...droits }));
      return c.json({ data: await une(c, idParam(c)) });
    },
  )
  .post(
    "/LigneReleve/:id/ignorer",
    says("Écarte une ligne, avec son motif.", { refusals: [409] }),
    requires("modifier"),
    json(demandeEcart),
    async (c) => {
      await ecarter(contextOf(c), { id: idParam(c), ...c.req.valid("json") });
      return c.json({ data: await une(c, idParam(c)) });
    },
  )
  .post(
    "/LigneReleve/:id/attente",
    says("Met de côté une somme reçue dont on ignore l’origine.", { refusals: [409] }),
    requires("modifier"),
    async (c) => {
      await mettreEnAttente(contextOf(c), idParam(c));
      return c.json({ data: await une(c, idParam(c)) });
    },
  )
  .post(
    "/LigneReleve/:id/attribuer",
    says("Dit qu’une somme reçue est au propriétaire d’un mandat : le prochain compte la rend.", {
      refusals: [409],
    }),
    requires("modifier"),
    json(demandeAttribution),
    async (c) => {
      await attribuerAuMandat(contextOf(c), { id: idParam(c), ...c.req.valid("json") });
      return c.json({ data: await une(c, idParam(c)) });
    },
  )
  .post(
    "/LigneReleve/:id/annuler",
    says("Reprend ce qui a été fait d’une ligne, qui est à nouveau à rapprocher.", {
      refusals: [409],
    }),
    requires("modifier"),
    async (c) => {
      const peutTout = peut(c.var.session.user.role, "supprimer");
      followUp(c, await annulerRapprochement(contextOf(c), { id: idParam(c), peutTout }));
      return c.json({ data: await une(c, idParam(c)) });
    },
  );
