import { and, count, desc, eq, not, type SQL, sql } from "drizzle-orm";
import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { agenceDe } from "#domain/agence/agence.ts";
import { CHAMPS_CHERCHES } from "#domain/agence/champs-cherches.ts";
import { differences } from "#domain/agence/history.ts";
import { regime } from "#domain/bail/bail.ts";
import { admetColocataires } from "#domain/bail/cautionnement.ts";
import { fraisDossier } from "#domain/bail/frais-de-dossier.ts";
import { serieDuLogement } from "#domain/bail/irl.ts";
import { nomAppartement } from "#domain/biens/adresse.ts";
import type { DossierDetail, DossierRow } from "#domain/biens/dossier-fiche.ts";
import {
  annulationBail,
  creation,
  type Dossier,
  modification,
} from "#domain/biens/dossier-fiche.ts";
import { encadrementComplet } from "#domain/biens/encadrement.ts";
import {
  bailAVenir,
  dossierClos,
  dossierEnPreavis,
  finDossier,
} from "#domain/biens/etat-dossier.ts";
import { creation as inventaire } from "#domain/biens/etat-lieux.ts";
import { avertissementsCompteurs } from "#domain/biens/index-des-compteurs.ts";
import {
  avertissementsDepart,
  avertissementsLogement,
  avertissementsLoyersArretes,
  bauxQuiChevauchent,
  dateRelocation,
  loyerArrete,
} from "#domain/biens/logement.ts";
import { numeroSuivant } from "#domain/biens/numero-dossier.ts";
import type { Jour, Mois } from "#domain/dates.ts";
import { Conflict } from "#domain/erreurs.ts";
import { versionLue } from "#domain/fields.ts";
import { loyerTTC } from "#domain/montants.ts";
import { nomComplet, type Personne } from "#domain/personnes/personne.ts";
import { titulaires } from "#domain/personnes/titulaires.ts";
import { avertissementsReste } from "#domain/quittances/emission.ts";
import type { Db } from "#worker/db/client.ts";
import * as condition from "#worker/db/conditions.ts";
import {
  dossierSansAutomatisme,
  dossierSansQuittance,
  quittanceAVerifier,
  quittanceDue,
} from "#worker/db/conditions-quittances.ts";
import { loyersDe, loyersEcrits, loyersLus } from "#worker/db/loyers.ts";
import { parties } from "#worker/db/parties.ts";
import { rowExists } from "#worker/db/rows.ts";
import { variables } from "#worker/db/schema/agence.ts";
import { remplacements } from "#worker/db/schema/fichiers.ts";
import { appartements, dossiers, locataires } from "#worker/db/schema/schema.ts";
import { crud } from "#worker/http/api/crud.ts";
import { says } from "#worker/http/api/described.ts";
import { byChoice, byId, byMonth, EVERY_ROW, type Page } from "#worker/http/api/list-query.ts";
import { defineFind, defineResource, detailOf, type Rule } from "#worker/http/api/record.ts";
import { idParam, json } from "#worker/http/api/validate.ts";
import { signedDocuments } from "#worker/http/files/signed-documents.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import type { App } from "#worker/http/types.ts";
import { annulerBail, ouvrirDossier, suivreDossier } from "#worker/operations/biens/dossiers.ts";
import { poserEtatLieux } from "#worker/operations/biens/etats-lieux.ts";
import { delier, lier } from "#worker/operations/biens/liens.ts";
import { dernierMoisFacture, modifierLoyer } from "#worker/operations/biens/loyers.ts";
import { oublierDepart } from "#worker/operations/gerance/departs/departs.ts";
import { mandatDe, mandatTermineLe } from "#worker/operations/gerance/livres/fonds.ts";
import {
  assurancesDe,
  douziemesDe,
  douziemesLus,
} from "#worker/operations/gerance/locataires/assurances-pour-compte.ts";
import { avance, doit } from "#worker/operations/gerance/locataires/compte.ts";
import { enSignature } from "#worker/operations/signature/demandes.ts";
import { aSigner, counted, gardes, linkOf, signe, WITH_KEY } from "#worker/resources/views.ts";

/** An inventory as a dossier gives it, with its meters. */
const INVENTORY = {
  columns: {
    id: true,
    date: true,
    lieu: true,
    eauFroide: true,
    eauChaude: true,
    releveGaz: true,
    chauffage: true,
  },
} as const;

const inventoryOf = (read: { id: number; date: string; lieu: string } | null) =>
  read && { id: read.id, date: read.date, lieu: read.lieu };

/** The later lease whose start ends the rent of this dossier, as its page shows it. */
const stopping = ({
  id,
  locataire,
  dateDebutBail,
}: Pick<typeof dossiers.$inferSelect, "id" | "dateDebutBail"> & { locataire: Personne }) => ({
  DossierId: id,
  locataire: nomComplet(locataire),
  dateDebutBail,
});

const facturesDe = condition.selected<number>(
  sql`(SELECT count(*) FROM "FactureHonoraires" WHERE "DossierId" = ${dossiers.id})`,
);

const DWELLING = {
  id: true,
  adresse: true,
  codePostal: true,
  ville: true,
  etage: true,
  serieIrl: true,
} as const;

/** A condition that a paper of the dossier is being signed. */
const papierEnSignature = () => enSignature(sql`d."DossierId" = ${dossiers.id}`, new Date());

const find = defineFind({
  query: (db: Db, id: number | SQL) =>
    db.query.dossiers.findFirst({
      where: eq(dossiers.id, id),
      columns: { recherche: false },
      with: {
        appartement: {
          columns: DWELLING,
          with: {
            dossiers: {
              columns: {
                id: true,
                colocation: true,
                dateDebutBail: true,
                dateFinBail: true,
                dateDebutPreavis: true,
                dateFinPreavis: true,
                dateSortie: true,
              },
              with: { locataire: { columns: { titre: true, nom: true, prenom: true } } },
            },
          },
        },
        locataire: {
          columns: {
            id: true,
            titre: true,
            nom: true,
            prenom: true,
            mail: true,
            tel: true,
            rp: true,
            secondTitulaire: true,
            autreTitre: true,
            autreNom: true,
            autrePrenom: true,
          },
        },
        cautions: { columns: { id: true, nom: true, prenom: true, mobile: true, mail: true } },
        etatEntrant: INVENTORY,
        etatSortant: INVENTORY,
        contratLocation: WITH_KEY,
        inventaireEntree: WITH_KEY,
        inventaireSortie: WITH_KEY,
        quitances: { columns: { id: true }, limit: 1 },
      },
      extras: {
        remplaces: condition.remplacesDe("Dossier", dossiers.id).as("remplaces"),
        signatureOuverte: condition.selected<number>(papierEnSignature()).as("signatureOuverte"),
        actes: condition
          .selected<number>(sql`(SELECT count(*) FROM "Caution"
          WHERE "Caution"."DossierId" = ${dossiers.id} AND ${condition.cautionGardee})`)
          .as("actes"),
        papiers: condition.selected<number>(condition.papiersSignes(dossiers.id)).as("papiers"),
        factures: facturesDe.as("factures"),
        dernierMois: condition
          .selected<
            string | null
          >(sql`(SELECT json_object('mois', mois, 'fin', max("dateFin")) FROM "Quitance"
          WHERE "DossierId" = ${dossiers.id} AND "annuleeLe" IS NULL AND mois = (
            SELECT max(mois) FROM "Quitance" auto WHERE auto."DossierId" = ${dossiers.id}
              AND auto.automatique AND auto."annuleeLe" IS NULL)
          GROUP BY mois)`)
          .as("dernierMois"),
        loyers: loyersEcrits.as("loyers"),
        assurances: condition.selected<string>(assurancesDe(sql`${dossiers.id}`)).as("assurances"),
        mandatTermineLe: condition
          .selected<Jour | null>(mandatTermineLe(mandatDe(sql`${dossiers.AppartementId}`)))
          .as("mandatTermineLe"),
        dernierMoisFacture: condition
          .selected<Mois | null>(dernierMoisFacture(sql`${dossiers.id}`))
          .as("dernierMoisFacture"),
        solde: doit("dossier", dossiers.id).as("solde"),
        avance: avance("dossier", dossiers.id).as("avance"),
      },
    }),
  view: (raw, { today, canDelete, link }): DossierDetail => {
    const { appartement: logement, cautions, etatEntrant, etatSortant, ...rest } = raw;
    const { dossiers: baux, serieIrl, ...appartement } = logement;
    const {
      quitances: _quitances,
      actes: _actes,
      papiers: _papiers,
      factures: _factures,
      signatureOuverte: _ouverte,
      dernierMois,
      assurances,
      etatInId,
      etatOutId,
      contratLocationId: _contrat,
      inventaireEntreeId: _entree,
      inventaireSortieId: _sortie,
      contratLocation,
      inventaireEntree,
      inventaireSortie,
      locataire: { secondTitulaire, autreTitre, autreNom, autrePrenom, ...locataire },
      ...dossier
    } = rest;
    const second = { secondTitulaire, autreTitre, autreNom, autrePrenom };
    const holders = titulaires({ ...locataire, ...second });
    const arret = loyerArrete(dossier, baux, today);
    const releve = { ...dossier, dateRelocation: dateRelocation(dossier, baux) };
    return {
      ...releve,
      serieDuLogement: serieDuLogement({ serieIrl, codePostal: appartement.codePostal }),
      loyers: loyersLus(dossier.loyers),
      douziemes: douziemesLus(assurances),
      ...fraisDossier(dossier),
      loyerTTC: loyerTTC(dossier.loyerHC, dossier.loyerCharge),
      encadrement: dossier.encadrement
        ? encadrementComplet(dossier.encadrement, dossier.loyerHC)
        : null,
      clos: dossierClos(dossier, today),
      enPreavis: dossierEnPreavis(dossier, today),
      loyerArrete: arret && stopping(arret),
      warnings: [
        ...avertissementsLogement(bauxQuiChevauchent(dossier, baux)),
        ...avertissementsLoyersArretes(dossier, baux, today),
        ...avertissementsDepart(releve),
        ...avertissementsCompteurs(etatEntrant, etatSortant),
        ...avertissementsReste(releve, dernierMois === null ? null : JSON.parse(dernierMois)),
      ],
      Appartement: appartement,
      Locataire: locataire,
      colocataires: admetColocataires({ regime: regime(dossier, locataire.rp) }, holders)
        ? holders.map(nomComplet)
        : [],
      caution: cautions[0]?.id ?? null,
      Cautions: cautions,
      etatIn: etatInId,
      etatOut: etatOutId,
      EtatEntrant: inventoryOf(etatEntrant),
      EtatSortant: inventoryOf(etatSortant),
      contratLocation: linkOf(contratLocation, link),
      inventaireEntree: linkOf(inventaireEntree, link),
      inventaireSortie: linkOf(inventaireSortie, link),
      canDelete,
    };
  },
  heldBy: (dossier, today) =>
    [
      dossierClos(dossier, today)
        ? []
        : [bailAVenir(dossier, today) ? "un bail à venir" : "un bail en cours"],
      dossier.quitances.length > 0 ? ["des quittances"] : [],
      counted(
        [dossier.etatInId, dossier.etatOutId].filter(Boolean).length,
        "état des lieux",
        "états des lieux",
      ),
      signe(dossier.contratLocation, "un bail signé"),
      signe(dossier.inventaireEntree ?? dossier.inventaireSortie, "un inventaire signé"),
      counted(dossier.actes, "acte de cautionnement signé", "actes de cautionnement signés"),
      counted(dossier.factures, "facture d’honoraires", "factures d’honoraires"),
      counted(dossier.papiers, "avenant ou plan signé", "avenants ou plans signés"),
      aSigner(dossier.signatureOuverte),
      gardes(dossier.remplaces),
    ].flat(),
  free: (today) => sql`${condition.libre.dossier(today)} AND NOT ${papierEnSignature()}`,
});

/**
 * The fields that a frozen account of departure was computed from: they cannot change until that account is
 * cancelled.
 */
const FIGES_PAR_LE_COMPTE = [
  "dateSortie",
  "dateDebutPreavis",
  "dateFinPreavis",
  "dateFinBail",
  "depotGarantie",
  "grilleVetuste",
] as const satisfies readonly (keyof Dossier)[];

/**
 * The fields that a signed paper or a computation fixes. A signed lease fixes its parties, its dwelling and its wear
 * grid; a signed avenant or payment plan, the parties and the dwelling; a frozen account of departure, the fields of
 * `FIGES_PAR_LE_COMPTE`; a revision by an index, the series of the index.
 */
function rules(
  after: Dossier,
  before?: Dossier & { id: number; contratLocationId: number | null },
): Rule[] {
  if (!before) return [];
  const changed = differences(before, after);
  const moved = (["AppartementId", "LocataireId"] as const).find((link) => link in changed);
  const refusals = [
    moved &&
      new Conflict(
        "Le bail de ce dossier est signé : il ne passe ni à un autre locataire ni à un autre appartement.",
        moved,
      ),
    "grilleVetuste" in changed &&
      new Conflict(
        "Le bail de ce dossier est signé : la grille de vétusté qui lui est jointe ne change plus.",
        "grilleVetuste",
      ),
  ];
  const jour = FIGES_PAR_LE_COMPTE.find((champ) => champ in changed);
  return [
    ...refusals.flatMap((refusal) => (refusal ? { holds: sansBailSigne(before), refusal } : [])),
    ...(moved === undefined
      ? []
      : [{ holds: sql`${condition.papiersSignes(before.id)} = 0`, refusal: papierSigne(moved) }]),
    ...(jour === undefined
      ? []
      : [{ holds: not(condition.compteDeSortieArrete(before.id)), refusal: arrete(jour) }]),
    ...("serieIrl" in changed
      ? [{ holds: sql`NOT ${condition.reviseParIndice(before.id)}`, refusal: SERIE_EMPLOYEE }]
      : []),
  ];
}

const SERIE_EMPLOYEE = new Conflict(
  "Une révision de ce bail se sert de sa série de l’IRL : il la garde.",
  "serieIrl",
);

const papierSigne = (lien: string) =>
  new Conflict(
    "Un avenant ou un plan d’apurement de ce dossier est signé : il ne passe ni à un autre locataire ni à un autre appartement.",
    lien,
  );

const arrete = (jour: string) =>
  new Conflict(
    "Le compte de sortie est arrêté là-dessus : annulez son arrêté pour le changer.",
    jour,
  );

/**
 * The condition that the dossier never had a signed lease: a signed lease that was removed stays among the former
 * files.
 */
const sansBailSigne = ({
  id,
  contratLocationId,
}: {
  id: number;
  contratLocationId: number | null;
}) =>
  contratLocationId
    ? sql`false`
    : not(
        rowExists(
          remplacements,
          and(
            eq(remplacements.entite, "Dossier"),
            eq(remplacements.entiteId, id),
            eq(remplacements.champ, "contratLocation"),
          ),
        ),
      );

/** Reads the dossier again, for the response to a change of something attached to it. */
async function dossierOf(c: Context<App>, id: number): Promise<DossierDetail> {
  return detailOf(c, find, await find.query(c.var.db, id));
}

/** An inventory, with the version of the dossier that it is attached to. */
const inventaireOfVersion = z.extend(inventaire, versionLue);

const cautionOf = (c: Context<App>) =>
  ({ genre: "cautionDossier", porteurId: idParam(c), pieceId: idParam(c, "cautionId") }) as const;

const resource = defineResource({
  name: "Dossier",
  table: dossiers,
  creation,
  modification,
  list: {
    search: [dossiers.recherche, locataires.recherche, appartements.recherche],
    searched: CHAMPS_CHERCHES.Dossier,
    sort: {
      locataire: locataires.recherche,
      appartement: appartements.ordre,
      dateDebutBail: dossiers.dateDebutBail,
      jourQuitance: dossiers.jourQuitance,
      loyerHC: dossiers.loyerHC,
      loyerTTC: sql`${dossiers.loyerHC} + ${dossiers.loyerCharge}`,
      id: dossiers.id,
    },
    defaultSort: "locataire",
    filters: {
      statut: byChoice({
        encours: condition.dossierEnCours,
        clos: condition.dossierClos,
        manuel: dossierSansAutomatisme,
        arrete: condition.loyerArrete,
        depart: () => condition.departASuivre,
      }),
      /** The dossiers whose automatic receipt of the month is due and missing. */
      manque: byMonth(quittanceDue),
      /** The dossiers that the daily run leaves to staff: the tenant left, and no notice is noted. */
      aVerifier: byMonth(quittanceAVerifier),
      mois: byMonth(condition.dossierCourt),
      sansQuittance: byMonth(dossierSansQuittance),
      avecQuittance: byMonth((mois) => sql`NOT (${dossierSansQuittance(mois)})`),
      AppartementId: byId(dossiers.AppartementId),
      LocataireId: byId(dossiers.LocataireId),
    },
    rows: (db: Db, { where, orderBy, limit, offset, today }: Page) =>
      db
        .select({
          id: dossiers.id,
          AppartementId: dossiers.AppartementId,
          LocataireId: dossiers.LocataireId,
          dateDebutBail: dossiers.dateDebutBail,
          dateFinBail: dossiers.dateFinBail,
          dateSortie: dossiers.dateSortie,
          dateDebutPreavis: dossiers.dateDebutPreavis,
          dateFinPreavis: dossiers.dateFinPreavis,
          dateRelocation: condition.selected<Jour | null>(condition.dateRelocation),
          colocation: dossiers.colocation,
          jourQuitance: dossiers.jourQuitance,
          loyerHC: dossiers.loyerHC,
          loyerCharge: dossiers.loyerCharge,
          loyers: loyersDe,
          douziemes: douziemesDe,
          solde: doit("dossier", dossiers.id),
          exigible: doit("dossier", dossiers.id, today),
          avance: avance("dossier", dossiers.id),
          updatedAt: dossiers.updatedAt,
          version: dossiers.version,
          ...parties,
        })
        .from(dossiers)
        .innerJoin(locataires, eq(locataires.id, dossiers.LocataireId))
        .innerJoin(appartements, eq(appartements.id, dossiers.AppartementId))
        .where(where)
        .orderBy(...orderBy)
        .limit(limit ?? -1)
        .offset(offset),
    count: (db, where) =>
      db
        .select({ total: count() })
        .from(
          db
            .select({ id: dossiers.id })
            .from(dossiers)
            .leftJoin(locataires, eq(locataires.id, dossiers.LocataireId))
            .leftJoin(appartements, eq(appartements.id, dossiers.AppartementId))
            .where(where)
            .limit(EVERY_ROW)
            .as("choisis"),
        ),
    view: (raw, today): DossierRow => ({
      id: raw.id,
      AppartementId: raw.AppartementId,
      LocataireId: raw.LocataireId,
      appartement: nomAppartement(raw),
      ville: raw.ville,
      locataire: nomComplet(raw),
      dateDebutBail: raw.dateDebutBail,
      dateFin: finDossier(raw),
      dateFinBail: raw.dateFinBail,
      dateDebutPreavis: raw.dateDebutPreavis,
      dateFinPreavis: raw.dateFinPreavis,
      dateSortie: raw.dateSortie,
      dateRelocation: raw.dateRelocation,
      colocation: raw.colocation,
      jourQuitance: raw.jourQuitance,
      loyerHC: raw.loyerHC,
      loyerCharge: raw.loyerCharge,
      loyerTTC: loyerTTC(raw.loyerHC, raw.loyerCharge),
      loyers: raw.loyers.map(({ motif: _, ...loyer }) => loyer),
      douziemes: raw.douziemes,
      clos: dossierClos(raw, today),
      enPreavis: dossierEnPreavis(raw, today),
      solde: raw.solde,
      exigible: raw.exigible,
      avance: raw.avance,
      updatedAt: raw.updatedAt,
      version: raw.version,
    }),
    csv: [
      { titre: "Locataire", valeur: (row) => row.locataire },
      { titre: "Appartement", valeur: (row) => row.appartement },
      { titre: "Ville", valeur: (row) => row.ville },
      { titre: "Début du bail", valeur: (row) => row.dateDebutBail },
      { titre: "Fin", valeur: (row) => row.dateFin },
      { titre: "Jour de quittance", valeur: (row) => row.jourQuitance },
      { titre: "Loyer HC", valeur: (row) => row.loyerHC },
      { titre: "Charges", valeur: (row) => row.loyerCharge },
      { titre: "Loyer TTC", valeur: (row) => row.loyerTTC },
      { titre: "Clos", valeur: (row) => row.clos },
      { titre: "Doit", valeur: (row) => row.solde },
      { titre: "Avance", valeur: (row) => row.avance },
    ],
  },
  find,
  rules,
  follows: async (db, change) => {
    const { before, after, user, now } = change;
    const loyer = await modifierLoyer(db, change);
    if (!before) return loyer;
    const first = (quand: SQL) => ({
      ...(after.AppartementId === before.AppartementId
        ? {}
        : suivreDossier({ db, user, now }, { ...after, ...loyer.values, id: before.id, quand })),
      ...(before.dateDebutPreavis !== null && after.dateDebutPreavis === null
        ? { congeRetire: oublierDepart(db, { DossierId: before.id, quand }) }
        : {}),
    });
    return { ...loyer, first };
  },
});

/** The maximum number of dossiers read to find the number of the next one. */
const NUMEROS_LUS = 5000;

export const dossierResource = new Hono<App>()
  .get(
    "/Dossier/numero",
    says(
      "Ce que propose le prochain dossier : son numéro de frais, l’IRL et le lieu de l’agence.",
      {
        need: "lire",
      },
    ),
    async (c) => {
      const { db, session, today } = c.var;
      const { derniers, reglages } = await session.read("lire", {
        derniers: db
          .select({ numero: dossiers.numFraisDossier })
          .from(dossiers)
          .orderBy(desc(dossiers.id))
          .limit(NUMEROS_LUS),
        reglages: db.select({ nom: variables.nom, valeur: variables.valeur }).from(variables),
      });
      const { irlValeur, irlTrimestre, lieuSignature } = agenceDe(reglages);
      const numFraisDossier = numeroSuivant(
        derniers.map(({ numero }) => numero),
        Number(today.slice(0, 4)),
      );
      const usages = { indice: irlValeur, indiceTrim: irlTrimestre, lieuSignature };
      return c.json({ data: { numFraisDossier, ...usages } });
    },
  )
  .post(
    "/Dossier",
    says("Attribue un appartement à un locataire : crée leur dossier.", {
      name: "Dossier",
      success: 201,
    }),
    requires("modifier"),
    json(creation),
    async (c) => {
      const { db } = c.var;
      const id = await ouvrirDossier(contextOf(c), c.req.valid("json"));
      return c.json({ data: detailOf(c, find, await find.query(db, id)) }, 201);
    },
  )
  .put(
    "/Dossier/:id/annuler",
    says(
      "Annule un bail qui n’a pas commencé, avec son motif ; l’appartement est libre aussitôt.",
      {
        name: "Dossier",
      },
    ),
    requires("modifier"),
    json(annulationBail),
    async (c) => {
      await annulerBail(contextOf(c), { ...c.req.valid("json"), id: idParam(c) });
      return c.json({ data: await dossierOf(c, idParam(c)) });
    },
  )
  .put(
    "/Dossier/:id/caution/add/:cautionId",
    says("Rattache une caution.", { name: "Dossier" }),
    requires("modifier"),
    async (c) => {
      await lier(contextOf(c), cautionOf(c));
      return c.json({ data: await dossierOf(c, idParam(c)) });
    },
  )
  .delete(
    "/Dossier/:id/caution/remove/:cautionId",
    says("Détache une caution.", { name: "Dossier" }),
    requires("modifier"),
    async (c) => {
      await delier(contextOf(c), cautionOf(c));
      return c.json({ data: await dossierOf(c, idParam(c)) });
    },
  )
  .put(
    "/Dossier/:id/etatIn/set",
    says("Pose l’état des lieux d’entrée ; l’ancien est supprimé, ou gardé s’il est signé."),
    requires("modifier"),
    json(inventaireOfVersion),
    async (c) => {
      const side = { DossierId: idParam(c), cote: "entree" } as const;
      const { version, updatedAt, ...inventaire } = c.req.valid("json");
      const lue = { version, updatedAt };
      await poserEtatLieux(contextOf(c), { ...side, inventaire, lue });
      return c.json({ data: { dossier: await dossierOf(c, side.DossierId) } });
    },
  )
  .put(
    "/Dossier/:id/etatOut/set",
    says("Pose l’état des lieux de sortie ; l’ancien est supprimé, ou gardé s’il est signé."),
    requires("modifier"),
    json(inventaireOfVersion),
    async (c) => {
      const side = { DossierId: idParam(c), cote: "sortie" } as const;
      const { version, updatedAt, ...inventaire } = c.req.valid("json");
      const lue = { version, updatedAt };
      await poserEtatLieux(contextOf(c), { ...side, inventaire, lue });
      return c.json({ data: { dossier: await dossierOf(c, side.DossierId) } });
    },
  )
  .route("/", signedDocuments("Dossier", find))
  .route("/", crud(resource));
