import { between, count, eq, inArray, type SQL, sql } from "drizzle-orm";
import { nomAppartement } from "#domain/biens/adresse.ts";
import { dernierJour, type Jour, moisDe, moisEnLettres, premierJour } from "#domain/dates.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import { type EtatCourriel, type GenreCourriel, parGenre } from "#domain/quittances/courriel.ts";
import {
  cheminQuittance,
  ETATS_QUITTANCE,
  etatQuittance,
  joursDeRetard,
  type ReglementTenu,
  totalQuittance,
} from "#domain/quittances/quittance.ts";
import {
  type QuittanceChoisie,
  type QuittanceDetail,
  type QuittanceRow,
  retenuesQuittance,
} from "#domain/quittances/quittance-fiche.ts";
import type { Db } from "#worker/db/client.ts";
import { historique, selected } from "#worker/db/conditions.ts";
import { reglementTenu } from "#worker/db/conditions-comptes.ts";
import {
  ancienPaiement,
  quittanceComptee,
  quittanceDerniere,
  quittanceEnRetard,
  quittanceEst,
  quittanceSupprimable,
} from "#worker/db/conditions-quittances.ts";
import { parties } from "#worker/db/parties.ts";
import { courriels, quitances } from "#worker/db/schema/quittances.ts";
import { appartements, locataires, proprietes } from "#worker/db/schema/schema.ts";
import {
  byBoolean,
  byChoice,
  byId,
  byLink,
  byMatch,
  byMonth,
  EVERY_ROW,
  type Page,
} from "#worker/http/api/list-query.ts";
import { defineFind, type List } from "#worker/http/api/record.ts";
import {
  avecCourrielARenvoyer,
  avecCourrielPerdu,
} from "#worker/operations/expedition/courriels-perdus.ts";
import {
  deLAnnee,
  montant,
  nombreDe,
  TOTAL,
} from "#worker/operations/quittances/quittances-comptees.ts";

/** Whether a mail with a quittance follows this mail about a refused payment: the receipt was paid since. */
const SETTLED_SINCE = sql`EXISTS (SELECT 1 FROM "Courriel" suivant WHERE suivant."QuitanceId" = "Courriel"."QuitanceId"
  AND suivant.genre = 'quittance' AND suivant.id > "Courriel".id)`;

/**
 * The state of the last mail of a kind about a receipt, in a column with the name of the kind; null without one. A
 * mail about a refused payment counts only while no quittance was mailed since.
 */
const etatOfCourriel = (genre: GenreCourriel) =>
  selected<EtatCourriel | null>(sql`(SELECT ${courriels.etat} FROM ${courriels}
    WHERE ${courriels.QuitanceId} = ${quitances.id} AND ${courriels.genre} = ${genre}
    ${genre === "rejet" ? sql`AND NOT ${SETTLED_SINCE}` : sql``} ORDER BY ${courriels.id} DESC LIMIT 1)`);

/** The last mail about a receipt among the mails not sent yet, as JSON text; null without one. */
const waitingCourriel = selected<string | null>(sql`(
  SELECT json_object('id', ${courriels.id}, 'genre', ${courriels.genre}, 'partLe', ${courriels.partLe})
  FROM ${courriels}
  WHERE ${courriels.QuitanceId} = ${quitances.id} AND ${courriels.etat} = 'a_envoyer'
  ORDER BY ${courriels.id} DESC LIMIT 1)`);

const columns = {
  id: quitances.id,
  numero: quitances.numero,
  DossierId: quitances.DossierId,
  AppartementId: quitances.AppartementId,
  LocataireId: quitances.LocataireId,
  ClientId: quitances.ClientId,
  date: quitances.date,
  dateFin: quitances.dateFin,
  echeance: quitances.echeance,
  emission: quitances.emission,
  loyerHC: quitances.loyerHC,
  charge: quitances.charge,
  assurance: quitances.assurance,
  automatique: quitances.automatique,
  RevisionId: quitances.RevisionId,
  regle: quitances.regle,
  statusInconu: quitances.statusInconu,
  relance: quitances.relance,
  montantPaye: quitances.montantPaye,
  datePaiement: quitances.datePaiement,
  mode: quitances.mode,
  source: quitances.source,
  reponduLe: quitances.reponduLe,
  annuleeLe: quitances.annuleeLe,
  updatedAt: quitances.updatedAt,
  version: quitances.version,
};

export const rows = (db: Db, { where, orderBy, limit, offset }: Omit<Page, "today">) =>
  db
    .select({
      ...columns,
      ...parGenre(etatOfCourriel),
      attente: waitingCourriel,
      ancienPaiement,
      tenu: selected<ReglementTenu | null>(reglementTenu),
      ...parties,
    })
    .from(quitances)
    .innerJoin(locataires, eq(locataires.id, quitances.LocataireId))
    .innerJoin(appartements, eq(appartements.id, quitances.AppartementId))
    .where(where)
    .orderBy(...orderBy)
    .limit(limit ?? -1)
    .offset(offset);

const read = <T>(json: string | null): T | null => (json === null ? null : JSON.parse(json));

export function view(raw: Awaited<ReturnType<typeof rows>>[number], today: Jour): QuittanceRow {
  const { titre, nom, prenom, adresse, etage, ...row } = raw;
  return {
    ...row,
    attente: read(row.attente),
    ancienPaiement: read(row.ancienPaiement),
    appartement: nomAppartement({ adresse, etage }),
    locataire: nomComplet({ titre, nom, prenom }),
    total: totalQuittance(row),
    etat: etatQuittance(row),
    retard: joursDeRetard(row, today),
  };
}

export const find = defineFind({
  query: (db: Db, id: number | SQL) =>
    db.query.quitances.findFirst({
      where: eq(quitances.id, id),
      columns: { uuid: false, mois: false, exercice: false, rang: false, clePdf: false },
      with: {
        appartement: {
          columns: { id: true, adresse: true, codePostal: true, ville: true, etage: true },
        },
        locataire: { columns: { id: true, titre: true, nom: true, prenom: true } },
        courriels: {
          columns: {
            id: true,
            genre: true,
            etat: true,
            partLe: true,
            destinataires: true,
            envoyeLe: true,
            erreur: true,
          },
        },
      },
      extras: {
        etats: historique("Quitance", quitances.id, 200, true).as("etats"),
        ancienPaiement: ancienPaiement.as("ancienPaiement"),
        tenu: selected<ReglementTenu | null>(reglementTenu).as("tenu"),
        derniere: selected<number>(quittanceDerniere).as("derniere"),
      },
    }),
  view: (raw, { today, canDelete }): QuittanceDetail => {
    const { appartement, locataire, etats, derniere: _derniere, courriels, ...row } = raw;
    return {
      ...row,
      courriels: courriels.flatMap(({ genre, ...courriel }) =>
        genre === "document" ? [] : [{ genre, ...courriel }],
      ),
      ancienPaiement: read(row.ancienPaiement),
      appartement: nomAppartement(appartement),
      ville: appartement.ville,
      locataire: nomComplet(locataire),
      total: totalQuittance(row),
      etat: etatQuittance(row),
      retard: joursDeRetard(row, today),
      file: cheminQuittance(row.id),
      Appartement: appartement,
      Locataire: locataire,
      Etats: JSON.parse(etats),
      canDelete,
    };
  },
  heldBy: ({ derniere, ...quittance }) =>
    retenuesQuittance({ ...quittance, derniere: Boolean(derniere) }),
  free: () => quittanceSupprimable,
});

const STATES = Object.keys(ETATS_QUITTANCE);

/** The states in the order in which they are shown. */
const ORDER_OF_STATES = sql`CASE ${sql.join(
  Object.entries(quittanceEst).map(([etat, est]) => sql`WHEN ${est} THEN ${STATES.indexOf(etat)}`),
  sql` `,
)} END`;

/**
 * The receipts of an owner: those in his name, and those of his dwellings in the name of another present owner or of
 * nobody.
 */
const ofOwner = (id: number) => sql`(${quitances.ClientId} = ${id} OR (
  EXISTS (SELECT 1 FROM ${proprietes} WHERE ${proprietes.AppartementId} = ${quitances.AppartementId}
    AND ${proprietes.ClientId} = ${id})
  AND (${quitances.ClientId} IS NULL OR EXISTS (SELECT 1 FROM ${proprietes}
    WHERE ${proprietes.AppartementId} = ${quitances.AppartementId}
      AND ${proprietes.ClientId} = ${quitances.ClientId}))))`;

type Rows = ReturnType<typeof rows>;

/** The receipts: search, sorts and filters, sums, file. */
export const list: List<Awaited<Rows>[number], QuittanceRow> = {
  search: [sql`${quitances.numero}`, locataires.recherche, appartements.recherche],
  searched: [],
  sort: {
    date: quitances.date,
    // The number as text that sorts rightly: its rank is padded to the maximum number of digits.
    numero: sql`${quitances.exercice} || printf('%012d', ${quitances.rang})`,
    locataire: locataires.recherche,
    appartement: appartements.ordre,
    echeance: quitances.echeance,
    total: TOTAL,
    etat: ORDER_OF_STATES,
    id: quitances.id,
  },
  defaultSort: "-date",
  filters: {
    // The days of the month as a range: the index has them in the order of the list, so only the page is read, not the
    // whole month.
    mois: byMonth((mois) => between(quitances.date, premierJour(mois), dernierJour(mois))),
    annee: byMatch(/^\d{4}$/, "Une année est attendue.", deLAnnee),
    ClientId: byLink(ofOwner),
    AppartementId: byId(quitances.AppartementId),
    DossierId: byId(quitances.DossierId),
    LocataireId: byId(quitances.LocataireId),
    regle: byBoolean(quitances.regle),
    statusInconu: byBoolean(quitances.statusInconu),
    dossiers: byMatch(
      /^\d{1,9}(,\d{1,9}){0,149}$/,
      "Des identifiants sont attendus, 150 au plus.",
      (ids) => inArray(quitances.DossierId, ids.split(",").map(Number)),
    ),
    etat: byChoice({
      payee: () => quittanceEst.payee,
      declaree: () => quittanceEst.declaree,
      impayee: () => quittanceEst.impayee,
      inconnue: () => quittanceEst.inconnue,
      annulee: () => quittanceEst.annulee,
      retard: quittanceEnRetard,
    }),
    courriel: byChoice({
      incertain: () => avecCourrielARenvoyer("incertain"),
      refuse: () => avecCourrielARenvoyer("refuse"),
      retenu: () => avecCourrielARenvoyer("retenu"),
      perdu: () => avecCourrielPerdu(new Date()),
    }),
  },
  rows,
  count: (db, where) => {
    const choisies = db
      .select({
        demande: sql`CASE WHEN ${quittanceComptee} THEN ${TOTAL} ELSE 0 END`.as("demande"),
        annulee: sql`${quittanceEst.annulee}`.as("annulee"),
      })
      .from(quitances)
      .leftJoin(locataires, eq(locataires.id, quitances.LocataireId))
      .leftJoin(appartements, eq(appartements.id, quitances.AppartementId))
      .where(where)
      .limit(EVERY_ROW)
      .as("choisies");
    return db
      .select({
        total: count(),
        montant: montant(sql`${choisies.demande}`),
        annulees: nombreDe(sql`${choisies.annulee}`),
      })
      .from(choisies);
  },
  view,
  csvOf: ({ mois, annee }) => mois ?? annee,
  csv: [
    { titre: "Mois", valeur: (row) => moisEnLettres(moisDe(row.date)) },
    { titre: "Numéro", valeur: (row) => row.numero },
    { titre: "Locataire", valeur: (row) => row.locataire },
    { titre: "Appartement", valeur: (row) => row.appartement },
    { titre: "Ville", valeur: (row) => row.ville },
    { titre: "Du", valeur: (row) => row.date },
    { titre: "Au", valeur: (row) => row.dateFin },
    { titre: "Échéance", valeur: (row) => row.echeance },
    { titre: "Loyer HC", valeur: (row) => row.loyerHC },
    { titre: "Charges", valeur: (row) => row.charge },
    { titre: "Assurance", valeur: (row) => row.assurance },
    { titre: "Total", valeur: (row) => row.total },
    { titre: "État", valeur: (row) => ETATS_QUITTANCE[row.etat] },
    {
      titre: "Payée le",
      valeur: (row) => (row.etat === "declaree" ? null : row.datePaiement),
    },
    {
      titre: "Déclarée le",
      valeur: (row) => (row.etat === "declaree" ? row.datePaiement : null),
    },
  ],
};

/** The data of each receipt of a large selection, without the data that only a page shows. */
export const chosenRows = (db: Db, { where, orderBy, limit, offset }: Omit<Page, "today">) =>
  db
    .select({
      id: quitances.id,
      version: quitances.version,
      loyerHC: quitances.loyerHC,
      charge: quitances.charge,
      assurance: quitances.assurance,
      regle: quitances.regle,
      statusInconu: quitances.statusInconu,
      source: quitances.source,
      montantPaye: quitances.montantPaye,
      annuleeLe: quitances.annuleeLe,
      titre: locataires.titre,
      nom: locataires.nom,
      prenom: locataires.prenom,
    })
    .from(quitances)
    .innerJoin(locataires, eq(locataires.id, quitances.LocataireId))
    .innerJoin(appartements, eq(appartements.id, quitances.AppartementId))
    .where(where)
    .orderBy(...orderBy)
    .limit(limit ?? -1)
    .offset(offset);

export const chosen = (row: Awaited<ReturnType<typeof chosenRows>>[number]): QuittanceChoisie => ({
  id: row.id,
  version: row.version,
  etat: etatQuittance(row),
  source: row.source,
  total: totalQuittance(row),
  montantPaye: row.montantPaye,
  locataire: nomComplet(row),
});
