import { count, eq, type SQL, sql } from "drizzle-orm";
import { type Context, Hono } from "hono";
import { nomAppartement } from "#domain/biens/adresse.ts";
import type { Jour } from "#domain/dates.ts";
import { Invalid } from "#domain/erreurs.ts";
import {
  ETATS_REGLEMENT,
  type EtatReglement,
  MODES_REGLEMENT,
  modeDeReglement,
  PAYEURS,
} from "#domain/gerance/locataires/reglement.ts";
import {
  type DemandeDeReglement,
  demandeCredit,
  demandeFin,
  demandeFinDeLot,
  demandeReglement,
  demandeReglements,
  demandeRejet,
  type ImputationVue,
  type ReglementDetail,
  type ReglementRow,
  type ReglementVu,
} from "#domain/gerance/locataires/reglement-fiche.ts";
import { enCentimes, enEuros } from "#domain/montants.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import type { Db } from "#worker/db/client.ts";
import { selected } from "#worker/db/conditions.ts";
import { parties } from "#worker/db/parties.ts";
import { echeances, imputations, reglements } from "#worker/db/schema/gerance.ts";
import { appartements, dossiers, locataires } from "#worker/db/schema/schema.ts";
import { reads } from "#worker/http/api/crud.ts";
import { says } from "#worker/http/api/described.ts";
import {
  byChoice,
  byId,
  byLink,
  byMatch,
  byMonth,
  type Page,
} from "#worker/http/api/list-query.ts";
import { defineFind, detailOf } from "#worker/http/api/record.ts";
import { idParam, json } from "#worker/http/api/validate.ts";
import { followUp } from "#worker/http/queue-mails.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import type { App } from "#worker/http/types.ts";
import { debutComptes } from "#worker/operations/gerance/livres/ecritures.ts";
import { crediterReglements } from "#worker/operations/gerance/locataires/cheques.ts";
import {
  apercevoirEnvois,
  apercevoirReglements,
  enregistrerReglements,
} from "#worker/operations/gerance/locataires/reglements.ts";
import {
  annulerReglement,
  annulerReglements,
  rejeterReglement,
} from "#worker/operations/gerance/locataires/reglements-finis.ts";
import type {
  DemandeReglement,
  ReglementApercu,
} from "#worker/operations/gerance/locataires/reglements-places.ts";
import { lireSuiteDuReglement } from "#worker/operations/gerance/locataires/suite-du-reglement.ts";

const numero = sql<string>`${reglements.exercice} || '-' || printf('%06d', ${reglements.rang})`;

/** The sums settled by the payment of the outer query, as JSON text; euros. */
const imputees = selected<string>(sql`(
  SELECT json_group_array(json_object('EcheanceId', id, 'QuitanceId', "QuitanceId", 'mois', mois, 'nature', nature, 'montant', montant))
  FROM (SELECT e.id, e."QuitanceId", e.mois, e.nature, sum(i.montant) / 100.0 AS montant
    FROM ${imputations} i JOIN ${echeances} e ON e.id = i."EcheanceId"
    WHERE i."ReglementId" = ${reglements.id} GROUP BY e.id HAVING sum(i.montant) > 0 ORDER BY e."exigibleLe", e.id))`);

const columns = {
  id: reglements.id,
  numero: sql<string>`${numero}`.as("numero"),
  DossierId: reglements.DossierId,
  AppartementId: dossiers.AppartementId,
  LocataireId: dossiers.LocataireId,
  date: reglements.date,
  montant: reglements.montant,
  mode: reglements.mode,
  payeur: reglements.payeur,
  fonds: reglements.fonds,
  etat: reglements.etat,
  motif: reglements.motif,
  finLe: reglements.finLe,
  commentaire: reglements.commentaire,
  LigneReleveId: reglements.LigneReleveId,
  createdAt: reglements.createdAt,
  updatedAt: reglements.updatedAt,
  version: reglements.version,
  imputees,
  ...parties,
};

const rows = (db: Db, { where, orderBy, limit, offset }: Omit<Page, "today">) =>
  db
    .select(columns)
    .from(reglements)
    .innerJoin(dossiers, eq(dossiers.id, reglements.DossierId))
    .innerJoin(locataires, eq(locataires.id, dossiers.LocataireId))
    .innerJoin(appartements, eq(appartements.id, dossiers.AppartementId))
    .where(where)
    .orderBy(...orderBy)
    .limit(limit ?? -1)
    .offset(offset);

type Raw = Awaited<ReturnType<typeof rows>>[number];

/** The part of a valid payment that settles no sum; euros. */
const avanceDe = (etat: EtatReglement, montant: number, parts: readonly ImputationVue[]): number =>
  etat === "credite"
    ? enEuros(montant - parts.reduce((total, part) => total + enCentimes(part.montant), 0))
    : 0;

function view({
  imputees,
  titre,
  nom,
  prenom,
  adresse,
  etage,
  montant,
  ...row
}: Raw): ReglementRow {
  const parts: ImputationVue[] = JSON.parse(imputees);
  return {
    ...row,
    montant: enEuros(montant),
    locataire: nomComplet({ titre, nom, prenom }),
    appartement: nomAppartement({ adresse, etage }),
    mois: [...new Set(parts.map(({ mois }) => mois))],
    avance: avanceDe(row.etat, montant, parts),
  };
}

const find = defineFind({
  query: (db: Db, id: number | SQL) =>
    db.query.reglements.findFirst({
      where: eq(reglements.id, id),
      columns: { exercice: false, rang: false, cle: false },
      with: {
        dossier: {
          columns: { AppartementId: true, LocataireId: true },
          with: {
            locataire: { columns: { titre: true, nom: true, prenom: true } },
            appartement: { columns: { adresse: true, etage: true, ville: true } },
          },
        },
      },
      extras: { numero: numero.as("numero"), imputees: imputees.as("imputees") },
    }),
  view: ({ dossier, imputees, montant, ...row }): ReglementDetail => {
    const imputations: ImputationVue[] = JSON.parse(imputees);
    return {
      ...row,
      montant: enEuros(montant),
      AppartementId: dossier.AppartementId,
      LocataireId: dossier.LocataireId,
      locataire: nomComplet(dossier.locataire),
      appartement: nomAppartement(dossier.appartement),
      ville: dossier.appartement.ville,
      imputations,
      avance: avanceDe(row.etat, montant, imputations),
    };
  },
  heldBy: () => ["les comptes, où rien ne s’efface : un règlement s’annule"],
  free: () => sql`false`,
});

const enVue = <Apercu extends ReglementApercu>({ imputations, avance, solde, ...reste }: Apercu) =>
  ({
    ...reste,
    imputations: imputations.map((part) => ({ ...part, montant: enEuros(part.montant) })),
    avance: enEuros(avance),
    solde: enEuros(solde),
  }) satisfies ReglementVu;

const enDemande = (demande: DemandeDeReglement): DemandeReglement => ({
  ...demande,
  QuitanceId: demande.QuitanceId ?? undefined,
  montant: enCentimes(demande.montant),
  mode: demande.mode ? modeDeReglement(demande.mode) : null,
  payeur: demande.payeur ?? "locataire",
});

async function record(c: Context<App>, demandes: readonly DemandeDeReglement[]) {
  const made = await enregistrerReglements(contextOf(c), { demandes: demandes.map(enDemande) });
  followUp(c, made);
  return made.reglements.map(enVue);
}

const ofChoice = <Key extends string>(
  choices: Readonly<Record<Key, unknown>>,
  column: SQL | typeof reglements.etat | typeof reglements.mode | typeof reglements.payeur,
) =>
  byChoice(
    Object.fromEntries(Object.keys(choices).map((key) => [key, () => sql`${column} = ${key}`])),
  );

const byDate = (where: (day: string) => SQL) =>
  byMatch(/^\d{4}-\d{2}-\d{2}$/, "Un jour AAAA-MM-JJ est attendu.", where);

/** Reads the payment again, for the response to its change. */
async function found(c: Context<App>, id: number) {
  return c.json({ data: detailOf(c, find, await find.query(c.var.db, id)) });
}

export const reglementResource = new Hono<App>()
  .post(
    "/Reglement/apercu",
    says("Ce qu’un règlement solderait, sans rien écrire.", { refusals: [404] }),
    requires("modifier"),
    json(demandeReglement),
    async (c) => {
      const demandes = [enDemande(c.req.valid("json"))];
      const [apercu] = await apercevoirReglements(contextOf(c), demandes);
      if (!apercu) throw new Invalid({ cle: "Ce règlement est déjà enregistré." });
      return c.json({ data: enVue(apercu) });
    },
  )
  .post(
    "/Reglement/lot/apercu",
    says("Ce que plusieurs règlements solderaient, l’un après l’autre, sans rien écrire.", {
      refusals: [404],
    }),
    requires("modifier"),
    json(demandeReglements),
    async (c) => {
      const demandes = c.req.valid("json").reglements.map(enDemande);
      return c.json({ data: (await apercevoirEnvois(contextOf(c), demandes)).map(enVue) });
    },
  )
  .post(
    "/Reglement/lot",
    says("Enregistre plusieurs règlements, tous ou aucun.", { success: 201, refusals: [404] }),
    requires("modifier"),
    json(demandeReglements),
    async (c) => c.json({ data: await record(c, c.req.valid("json").reglements) }, 201),
  )
  .post(
    "/Reglement",
    says("Enregistre un règlement et dit ce qu’il solde.", { success: 201, refusals: [404] }),
    requires("modifier"),
    json(demandeReglement),
    async (c) => {
      const [made] = await record(c, [c.req.valid("json")]);
      return c.json({ data: made }, 201);
    },
  )
  .post(
    "/Reglement/lot/annuler",
    says("Annule plusieurs règlements enregistrés par erreur, tous ou aucun.", {
      refusals: [404, 409],
    }),
    requires("supprimer"),
    json(demandeFinDeLot),
    async (c) => {
      const demande = c.req.valid("json");
      followUp(c, await annulerReglements(contextOf(c), demande));
      return c.json({ data: { annules: demande.ids } });
    },
  )
  .post(
    "/Reglement/:id/annuler",
    says("Annule un règlement enregistré par erreur : ses écritures sont extournées.", {
      refusals: [409],
    }),
    requires("supprimer"),
    json(demandeFin),
    async (c) => {
      const id = idParam(c);
      followUp(c, await annulerReglement(contextOf(c), { id, ...c.req.valid("json") }));
      return found(c, id);
    },
  )
  .post(
    "/Reglement/:id/rejeter",
    says("Note que la banque a refusé un règlement : ce qu’il soldait est dû de nouveau.", {
      refusals: [409],
    }),
    requires("supprimer"),
    json(demandeRejet),
    async (c) => {
      const id = idParam(c);
      followUp(c, await rejeterReglement(contextOf(c), { id, ...c.req.valid("json") }));
      return found(c, id);
    },
  )
  .get(
    "/Reglement/:id/suite",
    says(
      "Ce qu’est devenu un règlement : quittances, écritures, banque, comptes rendus et virements.",
      { refusals: [404] },
    ),
    requires("lire"),
    async (c) => c.json({ data: await lireSuiteDuReglement(c.var, idParam(c)) }),
  )
  .post(
    "/Reglement/:id/crediter",
    says("Note que la banque a crédité un chèque reçu sous réserve."),
    requires("modifier"),
    json(demandeCredit),
    async (c) => {
      const id = idParam(c);
      followUp(c, await crediterReglements(contextOf(c), { ids: [id], ...c.req.valid("json") }));
      return found(c, id);
    },
  )
  .route(
    "/",
    reads({
      name: "Reglement",
      table: reglements,
      list: {
        search: [numero, locataires.recherche, appartements.recherche],
        searched: [],
        sort: {
          date: reglements.date,
          numero: sql`${reglements.exercice} || printf('%012d', ${reglements.rang})`,
          locataire: locataires.recherche,
          appartement: appartements.ordre,
          montant: reglements.montant,
          id: reglements.id,
        },
        defaultSort: "-date",
        filters: {
          DossierId: byId(reglements.DossierId),
          LocataireId: byId(dossiers.LocataireId),
          QuitanceId: byLink(
            (id) => sql`${reglements.id} IN (SELECT i."ReglementId" FROM ${imputations} i
              JOIN ${echeances} e ON e.id = i."EcheanceId" AND e."QuitanceId" = ${id})`,
          ),
          du: byDate((day) => sql`${reglements.date} >= ${day}`),
          au: byDate((day) => sql`${reglements.date} <= ${day}`),
          mois: byMonth(
            (mois) => sql`${reglements.date} BETWEEN ${`${mois}-01`} AND ${`${mois}-31`}`,
          ),
          periode: byMatch(
            /^\d{4}(-(0[1-9]|1[0-2]))?$/,
            "Un mois AAAA-MM ou une année AAAA est attendu.",
            (periode) => sql`${reglements.date} BETWEEN ${periode} AND ${`${periode}-99`}`,
          ),
          mode: ofChoice(MODES_REGLEMENT, reglements.mode),
          payeur: ofChoice(PAYEURS, reglements.payeur),
          etat: ofChoice(ETATS_REGLEMENT, reglements.etat),
        },
        rows,
        count: (db, where) =>
          db
            .select({
              total: count(),
              montant: sql<number>`coalesce(sum(iif(${reglements.etat} IN ('recu', 'credite'), ${reglements.montant}, 0)), 0) / 100.0`,
              debut: sql<Jour | null>`${debutComptes}`,
            })
            .from(reglements)
            .innerJoin(dossiers, eq(dossiers.id, reglements.DossierId))
            .innerJoin(locataires, eq(locataires.id, dossiers.LocataireId))
            .innerJoin(appartements, eq(appartements.id, dossiers.AppartementId))
            .where(where),
        view,
        csv: [
          { titre: "Numéro", valeur: (row) => row.numero },
          { titre: "Date", valeur: (row) => row.date },
          { titre: "Locataire", valeur: (row) => row.locataire },
          { titre: "Appartement", valeur: (row) => row.appartement },
          { titre: "Ville", valeur: (row) => row.ville },
          { titre: "Montant", valeur: (row) => row.montant },
          { titre: "Mode", valeur: (row) => row.mode && MODES_REGLEMENT[row.mode] },
          { titre: "Payeur", valeur: (row) => PAYEURS[row.payeur] },
          { titre: "État", valeur: (row) => ETATS_REGLEMENT[row.etat] },
          { titre: "Mois soldés", valeur: (row) => row.mois.join(", ") },
          { titre: "Avance", valeur: (row) => row.avance },
        ],
      },
      find,
    }),
  );
