import { count, eq, type SQL, sql } from "drizzle-orm";
import { Hono } from "hono";
import { nomAppartement } from "#domain/biens/adresse.ts";
import { aujourdhui, type Jour } from "#domain/dates.ts";
import { Conflict, Invalid } from "#domain/erreurs.ts";
import { versionSeule } from "#domain/fields.ts";
import {
  DEPENSE_PAYEE,
  etatDepense,
  FIGES_UNE_FOIS_PAYEE,
  payeeParLAgence,
} from "#domain/gerance/mandats/depense.ts";
import {
  demandeAnnulationDePaiement,
  demandeBonAPayer,
  demandePaiement,
} from "#domain/gerance/mandats/depense-fiche.ts";
import {
  intendanceEnCours,
  joursRestants,
  prixHorsTaxe,
  renouvellementAttendu,
} from "#domain/missions/etat-intendance.ts";
import {
  creation,
  type IntendanceDetail,
  type IntendanceRow,
  modification,
} from "#domain/missions/intendance.ts";
import { ETATS_DEPENSE, NATURES_FISCALES, PAYE_PAR } from "#domain/missions/natures-de-depense.ts";
import { jourDeRetractation, REFUS_DE_REGLER } from "#domain/signature/retractation.ts";
import type { Db } from "#worker/db/client.ts";
import * as condition from "#worker/db/conditions.ts";
import { depensePayeeLe } from "#worker/db/conditions-comptes.ts";
import { rowExists } from "#worker/db/rows.ts";
import { fournisseurs } from "#worker/db/schema/mandants.ts";
import { intendances } from "#worker/db/schema/missions.ts";
import { appartements } from "#worker/db/schema/schema.ts";
import { crud } from "#worker/http/api/crud.ts";
import { says } from "#worker/http/api/described.ts";
import { byBoolean, byChoice, byId, EVERY_ROW, type Page } from "#worker/http/api/list-query.ts";
import { defineFind, defineResource, detailOf, type Rule } from "#worker/http/api/record.ts";
import { idParam, json } from "#worker/http/api/validate.ts";
import { signedDocuments } from "#worker/http/files/signed-documents.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import type { App } from "#worker/http/types.ts";
import { mandatDe } from "#worker/operations/gerance/livres/fonds.ts";
import {
  annulerPaiement,
  donnerBonAPayer,
  payerDepenses,
  seuilAccord,
  suitesDeCreation,
  suitesDeDepense,
} from "#worker/operations/gerance/mandats/depenses.ts";
import { renouvelerIntendance } from "#worker/operations/missions/intendances.ts";
import {
  intendanceRetractable,
  intendanceRetracteeLe,
  intendanceSansPrix,
} from "#worker/operations/missions/retractation-intendance.ts";
import { enSignature } from "#worker/operations/signature/demandes.ts";
import { aSigner, gardes, linkOf, signe, WITH_KEY } from "#worker/resources/views.ts";

const seuil = (today: Jour) => seuilAccord(mandatDe(sql`${intendances.AppartementId}`), today);

/**
 * The condition that an expense paid by the agency lacks the owner's agreement, which its amount requires:
 * `accordManquant()` in SQL.
 */
const accordManque = (today: Jour) =>
  sql`(${intendances.nature} = 'depense' AND ${intendances.payePar} IS 'agence' AND ${intendances.accordLe} IS NULL
    AND coalesce(${intendances.montant}, 0) > ${seuil(today)})`;

const payeeLe = condition.selected<Jour | null>(depensePayeeLe(sql`${intendances.id}`));
const nomDuFournisseur = condition.selected<string | null>(
  sql`(SELECT nom FROM ${fournisseurs} WHERE id = ${intendances.FournisseurId})`,
);
const lot = condition.selected<string | null>(condition.lotDeDepense(intendances.id));
/**
 * Whether the expense must be kept: the books have an entry of it, even a reversed one, or a batch has a transfer for
 * it.
 */
const ecrite = condition.selected<number>(condition.depenseEcrite);

const depot = condition.selected<number>(condition.depotRemis(intendances.id));
const retracteeLe = condition.selected<string | null>(intendanceRetracteeLe(intendances.id));

const DEPENSE = sql`${intendances.nature} = 'depense'`;

type Values = typeof intendances.$inferInsert;

/** A condition that the caretaking order (ordre de mission) is being signed. */
const ordreEnSignature = () =>
  enSignature(sql`d.entite = 'Intendance' AND d."entiteId" = ${intendances.id}`, new Date());

const find = defineFind({
  query: (db: Db, id: number | SQL) =>
    db.query.intendances.findFirst({
      where: eq(intendances.id, id),
      columns: { recherche: false, ordreMissionId: false, factureId: false },
      with: {
        appartement: {
          columns: { id: true, adresse: true, codePostal: true, ville: true, etage: true },
        },
        ordreMission: WITH_KEY,
        facture: WITH_KEY,
      },
      extras: {
        remplaces: condition.remplacesDe("Intendance", intendances.id).as("remplaces"),
        signatureOuverte: condition.selected<number>(ordreEnSignature()).as("signatureOuverte"),
        fournisseur: nomDuFournisseur.as("fournisseur"),
        payeeLe: payeeLe.as("payeeLe"),
        lot: lot.as("lot"),
        ecrite: ecrite.as("ecrite"),
        depot: depot.as("depot"),
        retracteeLe: retracteeLe.as("retracteeLe"),
      },
    }),
  view: (
    {
      appartement,
      ordreMission,
      facture,
      fournisseur,
      ecrite: _ecrite,
      depot: _depot,
      signatureOuverte: _ouverte,
      retracteeLe,
      ...intendance
    },
    { today, canDelete, link },
  ): IntendanceDetail => ({
    ...intendance,
    prixHT: prixHorsTaxe(intendance),
    enCours: intendanceEnCours(intendance, today),
    Appartement: appartement,
    ordreMission: linkOf(ordreMission, link),
    Fournisseur:
      intendance.FournisseurId && fournisseur
        ? { id: intendance.FournisseurId, nom: fournisseur }
        : null,
    etat: intendance.nature === "depense" ? etatDepense(intendance) : null,
    facture: linkOf(facture, link),
    retracteeLe: retracteeLe && jourDeRetractation(retracteeLe),
    canDelete,
  }),
  heldBy: ({
    nature,
    regle,
    ordreMission,
    facture,
    ecrite,
    depot,
    remplaces,
    signatureOuverte,
    DepenseImmeubleId,
  }) =>
    [
      depot ? ["un dépôt de garantie, remis à la fin du mandat"] : [],
      DepenseImmeubleId === null ? [] : ["une dépense de l’immeuble, dont c’est une part"],
      nature === "depense" && regle ? ["un paiement enregistré"] : [],
      ecrite ? ["des écritures"] : [],
      signe(ordreMission, "un mandat signé"),
      signe(facture, "une facture jointe"),
      aSigner(signatureOuverte),
      gardes(remplaces),
    ].flat(),
  free: () => sql`${condition.libre.intendance} AND NOT ${ordreEnSignature()}`,
});

/**
 * The fields of an expense that is a part of a building's expense: they have the same value in all the parts, or come
 * from the building's expense.
 */
const FIGES_DANS_UN_IMMEUBLE = [
  "nature",
  "AppartementId",
  "montant",
  "date",
  "numFacture",
  "intitule",
  "FournisseurId",
  "natureFiscale",
  "recuperable",
  "tauxRecuperable",
  "payePar",
  "bonAPayerLe",
  "regle",
] as const satisfies (keyof Values)[];

const LIGNE_DU_SYNDIC =
  "Cette dépense est une ligne du décompte du syndic, payée par ses appels de fonds : elle ne se paie pas ici.";

const PART_D_IMMEUBLE =
  "Cette dépense est la part d’une dépense d’immeuble : elle se change et se paie avec toutes ses parts.";

const DEPOT_REMIS =
  "Cette dépense est un dépôt de garantie, remis à la fin du mandat : annulez la fin du mandat pour la changer.";

/** The rules for writing a caretaking mission or an expense that depend on other rows or on its former values. */
function rulesOf(after: Values, before?: Values & { id: number }): Rule[] {
  const regles: Rule[] = [];
  const refuse = (refusal: Rule["refusal"]) => regles.push({ holds: sql`false`, refusal });
  const { FournisseurId } = after;
  if (FournisseurId && FournisseurId !== before?.FournisseurId) {
    regles.push({
      holds: rowExists(fournisseurs, eq(fournisseurs.id, FournisseurId)),
      refusal: new Invalid({ FournisseurId: "Cette fiche n’existe pas." }),
    });
  }
  if (before === undefined) {
    const refus =
      "Ajoutez d’abord la dépense : son bon à payer, puis son paiement viennent ensuite.";
    if (after.bonAPayerLe && !payeeParLAgence(after)) refuse(new Invalid({ bonAPayerLe: refus }));
    return regles;
  }
  if (after.nature === "mission" && after.regle && !before.regle)
    regles.push(
      {
        holds: sql`NOT ${intendanceRetractable(before.id, aujourdhui(new Date()))}`,
        refusal: new Conflict(REFUS_DE_REGLER.retractable, "regle"),
      },
      {
        holds: sql`NOT ${intendanceSansPrix(before.id)}`,
        refusal: new Conflict(REFUS_DE_REGLER.retracte, "regle"),
      },
    );
  if (before.DecompteSyndicId) {
    const paye = (["payePar", "bonAPayerLe", "regle"] as const).find(
      (champ) => after[champ] && after[champ] !== before[champ],
    );
    if (paye) refuse(new Conflict(LIGNE_DU_SYNDIC, paye));
  }
  if (before.DepenseImmeubleId) {
    const dImmeuble = FIGES_DANS_UN_IMMEUBLE.find(
      (champ) => (after[champ] ?? null) !== (before[champ] ?? null),
    );
    if (dImmeuble) refuse(new Conflict(PART_D_IMMEUBLE, dImmeuble));
  }
  const change = FIGES_DANS_UN_IMMEUBLE.find(
    (champ) => champ !== "regle" && (after[champ] ?? null) !== (before[champ] ?? null),
  );
  if (change) {
    regles.push({
      holds: sql`NOT ${condition.depotRemis(before.id)}`,
      refusal: new Conflict(DEPOT_REMIS, change),
    });
  }
  if (before.nature === "depense" && before.regle && after.nature !== before.nature) {
    refuse(new Conflict("Cette dépense est payée : elle reste une dépense.", "nature"));
  }
  if (payeeParLAgence(before) && payeeParLAgence(after)) {
    const fige = FIGES_UNE_FOIS_PAYEE.find(
      (champ) => (after[champ] ?? null) !== (before[champ] ?? null),
    );
    if (fige) refuse(new Conflict(DEPENSE_PAYEE, fige));
  }
  return regles;
}

const resource = defineResource({
  name: "Intendance",
  table: intendances,
  creation,
  modification,
  list: {
    search: [intendances.recherche, appartements.recherche],
    searched: ["intitule", "numFacture"],
    sort: {
      appartement: appartements.ordre,
      dateDepart: intendances.dateDepart,
      dateFin: intendances.dateFin,
      date: intendances.date,
      prix: intendances.prix,
      montant: intendances.montant,
      id: intendances.id,
    },
    defaultSort: "dateFin",
    filters: {
      filtre: byChoice({
        encours: condition.intendanceEnCours,
        passees: (today) =>
          sql`${intendances.nature} = 'mission' AND (${condition.intendanceEnCours(today)}) IS NOT TRUE`,
        nonrenouvelees: () =>
          sql`${intendances.nature} = 'mission' AND NOT ${intendances.renouvele}`,
        toutes: () => undefined,
      }),
      aRenouveler: byBoolean(condition.renouvellementAttendu),
      AppartementId: byId(intendances.AppartementId),
      FournisseurId: byId(intendances.FournisseurId),
      suivi: byChoice({
        a_payer: () =>
          sql`${DEPENSE} AND ${intendances.payePar} IS 'agence' AND NOT ${intendances.regle}
            AND coalesce(${intendances.montant}, 0) >= 0`,
        bon_a_payer: () =>
          sql`${DEPENSE} AND ${intendances.bonAPayerLe} IS NOT NULL AND NOT ${intendances.regle}
            AND ${condition.lotDeDepense(intendances.id)} IS NULL`,
        payees: () => sql`${DEPENSE} AND ${intendances.regle}`,
        sans_facture: () =>
          sql`${DEPENSE} AND ${intendances.payePar} IS NOT NULL AND ${intendances.factureId} IS NULL`,
        accord_manquant: (today) => sql`${accordManque(today)} AND NOT ${intendances.regle}`,
      }),
      nature: byChoice({
        mission: () => eq(intendances.nature, "mission"),
        depense: () => eq(intendances.nature, "depense"),
      }),
    },
    rows: (db: Db, { where, orderBy, limit, offset, today }: Page) =>
      db
        .select({
          id: intendances.id,
          nature: intendances.nature,
          AppartementId: intendances.AppartementId,
          dateDepart: intendances.dateDepart,
          dateFin: intendances.dateFin,
          prix: intendances.prix,
          tva: intendances.tva,
          regle: intendances.regle,
          renouvele: intendances.renouvele,
          intitule: intendances.intitule,
          date: intendances.date,
          montant: intendances.montant,
          numFacture: intendances.numFacture,
          mode: intendances.mode,
          FournisseurId: intendances.FournisseurId,
          fournisseur: nomDuFournisseur,
          natureFiscale: intendances.natureFiscale,
          recuperable: intendances.recuperable,
          tauxRecuperable: intendances.tauxRecuperable,
          payePar: intendances.payePar,
          bonAPayerLe: intendances.bonAPayerLe,
          accordLe: intendances.accordLe,
          avecFacture: sql<number>`${intendances.factureId} IS NOT NULL`,
          accordManquant: sql<number>`${accordManque(today)} IS TRUE`,
          payeeLe,
          lot,
          retracteeLe,
          updatedAt: intendances.updatedAt,
          version: intendances.version,
          adresse: appartements.adresse,
          etage: appartements.etage,
          ville: appartements.ville,
        })
        .from(intendances)
        .innerJoin(appartements, eq(appartements.id, intendances.AppartementId))
        .where(where)
        .orderBy(...orderBy)
        .limit(limit ?? -1)
        .offset(offset),
    count: (db, where) =>
      db
        .select({ total: count() })
        .from(
          db
            .select({ id: intendances.id })
            .from(intendances)
            .leftJoin(appartements, eq(appartements.id, intendances.AppartementId))
            .where(where)
            .limit(EVERY_ROW)
            .as("choisies"),
        ),
    view: (
      { adresse, etage, avecFacture, accordManquant, retracteeLe, ...row },
      today,
    ): IntendanceRow => ({
      ...row,
      retracteeLe: retracteeLe && jourDeRetractation(retracteeLe),
      etat: row.nature === "depense" ? etatDepense(row) : null,
      avecFacture: avecFacture === 1,
      accordManquant: accordManquant === 1,
      appartement: nomAppartement({ adresse, etage }),
      prixHT: prixHorsTaxe(row),
      enCours: intendanceEnCours(row, today),
      renouvellementAttendu: renouvellementAttendu(row, today),
      joursRestants: joursRestants(row, today),
    }),
    csv: [
      { titre: "Nature", valeur: (row) => row.nature },
      { titre: "Appartement", valeur: (row) => row.appartement },
      { titre: "Ville", valeur: (row) => row.ville },
      { titre: "Intitulé", valeur: (row) => row.intitule },
      { titre: "Début", valeur: (row) => row.dateDepart ?? row.date },
      { titre: "Fin", valeur: (row) => row.dateFin },
      { titre: "Montant TTC", valeur: (row) => row.prix ?? row.montant },
      { titre: "TVA", valeur: (row) => row.tva },
      { titre: "Prix HT", valeur: (row) => row.prixHT },
      { titre: "Numéro de facture", valeur: (row) => row.numFacture },
      { titre: "Mode", valeur: (row) => row.mode },
      { titre: "Réglée", valeur: (row) => row.regle },
      { titre: "Renouvelée", valeur: (row) => row.renouvele },
      { titre: "Fournisseur", valeur: (row) => row.fournisseur },
      {
        titre: "Nature fiscale",
        valeur: (row) => row.natureFiscale && NATURES_FISCALES[row.natureFiscale].libelle,
      },
      { titre: "Récupérable", valeur: (row) => row.recuperable },
      { titre: "Part récupérable", valeur: (row) => row.tauxRecuperable },
      { titre: "Payée par", valeur: (row) => row.payePar && PAYE_PAR[row.payePar] },
      { titre: "État de la dépense", valeur: (row) => row.etat && ETATS_DEPENSE[row.etat] },
      { titre: "Bon à payer le", valeur: (row) => row.bonAPayerLe },
      { titre: "Accord du propriétaire le", valeur: (row) => row.accordLe },
      { titre: "Payée le", valeur: (row) => row.payeeLe },
    ],
  },
  find,
  rules: rulesOf,
  // An expense sent as paid, as older clients do, is approved and paid in one step, or refused.
  follows: async (db, { before, after, user, now, today }) => {
    const author = { db, user, now, today };
    const paid = payeeParLAgence(after) && !(before && payeeParLAgence(before));
    const values = paid && !after.bonAPayerLe ? { bonAPayerLe: today } : {};
    const kept = { ...after, ...values };
    if (before) {
      const change = { id: before.id, before: before as unknown as Values, after: kept };
      return { values, first: (quand) => suitesDeDepense(author, { ...change, quand }) };
    }
    return paid ? { values, statements: await suitesDeCreation(author, kept) } : {};
  },
});

export const intendanceResource = new Hono<App>()
  .put(
    "/Intendance/:id/renouveler",
    says("Renouvelle une mission d’intendance pour un an.", {
      name: "Intendance",
      refusals: [422],
    }),
    requires("modifier"),
    json(versionSeule),
    async (c) => {
      const demande = { id: idParam(c), ...c.req.valid("json") };
      const nouvelle = await renouvelerIntendance(contextOf(c), demande);
      return c.json({ data: detailOf(c, find, await find.query(c.var.db, nouvelle)) });
    },
  )
  .route("/", signedDocuments("Intendance", find))
  .post(
    "/Intendance/bon-a-payer",
    says("Donne leur bon à payer à des dépenses, toutes ou aucune.", { refusals: [404, 409, 422] }),
    requires("modifier"),
    json(demandeBonAPayer),
    async (c) => {
      const { ids } = c.req.valid("json");
      await donnerBonAPayer(contextOf(c), ids);
      return c.json({ data: { ids } });
    },
  )
  .post(
    "/Intendance/payer",
    says("Paie des dépenses pour leurs propriétaires, toutes ou aucune.", {
      refusals: [404, 409, 422],
    }),
    requires("modifier"),
    json(demandePaiement),
    async (c) => {
      const { ids, date, mode, CompteBancaireId } = c.req.valid("json");
      await payerDepenses(contextOf(c), {
        ids,
        date,
        mode: mode ?? null,
        CompteBancaireId: CompteBancaireId ?? null,
      });
      return c.json({ data: { ids } });
    },
  )
  .post(
    "/Intendance/:id/annuler-paiement",
    says("Annule le paiement d’une dépense : ses écritures sont extournées.", {
      refusals: [404, 409, 422],
    }),
    requires("supprimer"),
    json(demandeAnnulationDePaiement),
    async (c) => {
      const id = idParam(c);
      await annulerPaiement(contextOf(c), { id, ...c.req.valid("json") });
      return c.json({ data: detailOf(c, find, await find.query(c.var.db, id)) });
    },
  )
  .route("/", crud(resource));
