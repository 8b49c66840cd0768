import { and, asc, count, desc, eq, type SQL, sql } from "drizzle-orm";
import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { CHAMPS_CHERCHES } from "#domain/agence/champs-cherches.ts";
import {
  enGestion,
  type StatutAppartement,
  statutAppartement,
  statutPreavis,
} from "#domain/biens/appartement.ts";
import type { AppartementDetail, AppartementRow } from "#domain/biens/appartement-fiche.ts";
import {
  creation,
  droitDit,
  finUsufruitDite,
  modification,
} from "#domain/biens/appartement-fiche.ts";
import { cloture, creation as creationDossier } from "#domain/biens/dossier-fiche.ts";
import { dossierOccupant } from "#domain/biens/etat-dossier.ts";
import {
  avertissementsDepart,
  avertissementsLogement,
  avertissementsLoyersArretes,
  bauxEnCours,
  bauxQuiChevauchent,
  dateRelocation,
} from "#domain/biens/logement.ts";
import type { Jour } from "#domain/dates.ts";
import { Invalid } from "#domain/erreurs.ts";
import { honorairesDuMandat } from "#domain/missions/mandat.ts";
import { loyerTTC } from "#domain/montants.ts";
import { contactParDefaut, MAILS_CLIENT, TELEPHONES_CLIENT } from "#domain/personnes/client.ts";
import { contactDe } from "#domain/personnes/propriete.ts";
import type { Db } from "#worker/db/client.ts";
import * as condition from "#worker/db/conditions.ts";
import { rowExists } from "#worker/db/rows.ts";
import { missionAppartements } from "#worker/db/schema/missions.ts";
import {
  appartements,
  clients,
  dossiers,
  fichiers,
  images,
  locataires,
  proprietes,
} from "#worker/db/schema/schema.ts";
import { crud, shownPieces } from "#worker/http/api/crud.ts";
import { says } from "#worker/http/api/described.ts";
import { byBoolean, byChoice, byLink, type Page } from "#worker/http/api/list-query.ts";
import { defineFind, detailOf, type Rule } from "#worker/http/api/record.ts";
import { idParam, json, parse } from "#worker/http/api/validate.ts";
import { answerWhole, wholeList } from "#worker/http/api/whole-list.ts";
import { keptFiles } from "#worker/http/files/kept-files.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import type { App } from "#worker/http/types.ts";
import {
  attribuerAppartement,
  bauxDuLogement,
  cloreDossier,
} from "#worker/operations/biens/dossiers.ts";
import { ajouterEquipement, retirerEquipement } from "#worker/operations/biens/equipements.ts";
import {
  ajouterProprietaire,
  direLeDroit,
  finirUsufruit,
  retirerProprietaire,
} from "#worker/operations/biens/proprietaires.ts";
import { mandatDe, mandatTermineLe } from "#worker/operations/gerance/livres/fonds.ts";
import { annoncerPassage } from "#worker/operations/quittances/dossiers-dus.ts";
import {
  counted,
  countedByNumber,
  dossierResume,
  FOR_RESUME,
  fichiersResumes,
  nomsDe,
  personnes,
  WITH_FICHIER,
} from "#worker/resources/views.ts";

/** The columns of a dwelling's mandate that set its letting fees. */
const MANDAT = {
  numRegistre: true,
  type: true,
  dateSignature: true,
  honorairesLocationMandant: true,
  honorairesLocationLocataire: true,
  honorairesEdlMandant: true,
  honorairesEdlLocataire: true,
} as const;

/** Whether the dwelling has charges: sharing keys name it, or somebody read its meters. */
const charges =
  condition.selected<number>(sql`(EXISTS (SELECT 1 FROM "CleLot" part WHERE part."AppartementId" = ${appartements.id})
  OR EXISTS (SELECT 1 FROM "ReleveCompteur" lu WHERE lu."AppartementId" = ${appartements.id}))`);

const find = defineFind({
  query: (db: Db, id: number | SQL) =>
    db.query.appartements.findFirst({
      where: eq(appartements.id, id),
      columns: { recherche: false, voie: false, ordre: false },
      with: {
        proprietes: {
          columns: { droit: true },
          with: { client: { columns: { recherche: false } } },
        },
        dossiers: {
          columns: { ...FOR_RESUME, numFraisDossier: true },
          with: {
            locataire: { columns: { id: true, titre: true, nom: true, prenom: true } },
          },
          orderBy: [desc(dossiers.dateDebutBail)],
        },
        equipements: {
          columns: {},
          with: { equipement: { columns: { id: true, nom: true, collectif: true } } },
        },
        images: {
          columns: { id: true },
          with: { storedFile: { columns: { key: true } } },
          orderBy: [asc(images.id)],
        },
        intendances: {
          columns: { id: true, nature: true, dateDepart: true, dateFin: true, regle: true },
        },
        etatsLieux: { columns: { id: true, date: true, lieu: true } },
        missions: { columns: { MissionId: true }, with: { mission: { columns: MANDAT } } },
        accomptes: { columns: { id: true } },
        quitances: { columns: { id: true }, limit: 1 },
        fichiers: { ...WITH_FICHIER, orderBy: [desc(fichiers.id)] },
      },
      extras: {
        charges: charges.as("charges"),
        mandatTermineLe: condition
          .selected<Jour | null>(mandatTermineLe(mandatDe(sql`${appartements.id}`)))
          .as("mandatTermineLe"),
        history: condition.historique("Appartement", appartements.id, 50).as("history"),
      },
    }),
  view: (raw, { today, canDelete, link }): AppartementDetail => {
    const {
      proprietes,
      dossiers,
      equipements,
      images,
      missions,
      quitances: _q,
      charges: _c,
      ...rest
    } = raw;
    const { accomptes: _a, etatsLieux, intendances, history, fichiers, ...appartement } = rest;
    const dossiersResumes = dossiers.map((dossier) =>
      dossierResume({ ...dossier, appartement }, today),
    );
    return {
      ...appartement,
      statut: statutAppartement({ wip: appartement.wip, dossiers }, today),
      enPreavis: statutPreavis(dossiers, today) === "En préavis",
      enGestion: enGestion(intendances, today),
      bauxEnCours: bauxEnCours(dossiers, today),
      loyer: {
        charge: appartement.charge,
        loyerHC: appartement.loyerHC,
        loyerTCC: loyerTTC(appartement.loyerHC, appartement.charge),
      },
      defaultContact: contactDe(
        proprietes.map(({ client }) => client),
        appartement.defaultContact,
      ),
      proprietaires: proprietes.map(({ client, droit }) => ({
        id: client.id,
        titre: client.titre,
        qualite: client.qualite,
        nom: client.nom,
        prenom: client.prenom,
        mail: contactParDefaut(client, MAILS_CLIENT, client.mailDefaut),
        tel: contactParDefaut(client, TELEPHONES_CLIENT, client.telDefaut),
        droit,
      })),
      locataires: dossiers
        .filter((dossier) => dossierOccupant(dossier, today))
        .map(({ id, locataire }) => ({ ...locataire, DossierId: id })),
      dossiers: dossiersResumes,
      Equipements: equipements.map(({ equipement }) => equipement),
      Images: images.map(({ id, storedFile }) => ({ id, url: link(storedFile.key) })),
      Intendances: intendances,
      EtatLieux: etatsLieux,
      Fichiers: fichiersResumes(fichiers, link),
      mandat: honorairesDuMandat(missions.map(({ mission }) => mission)),
      history: JSON.parse(history),
      canDelete,
    };
  },
  heldBy: ({
    dossiers,
    missions,
    accomptes,
    intendances,
    etatsLieux,
    quitances,
    fichiers,
    charges,
  }) =>
    [
      countedByNumber(
        dossiers.map(({ numFraisDossier }) => numFraisDossier),
        "dossier",
      ),
      countedByNumber(
        missions.map(({ mission }) => mission.numRegistre),
        "mission",
      ),
      counted(accomptes.length, "acompte"),
      counted(intendances.length, "intendance"),
      counted(etatsLieux.length, "état des lieux", "états des lieux"),
      counted(fichiers.length, "fichier"),
      quitances.length > 0 ? ["des quittances"] : [],
      charges === 1 ? ["des clés ou des relevés de charges"] : [],
    ].flat(),
  free: () => condition.libre.appartement,
});

const ownedBy = (clientId: number) =>
  sql`EXISTS (SELECT 1 FROM ${proprietes} WHERE ${proprietes.AppartementId} = ${appartements.id}
    AND ${proprietes.ClientId} = ${clientId})`;

const coveredBy = (missionId: number) =>
  sql`EXISTS (SELECT 1 FROM ${missionAppartements} WHERE ${missionAppartements.AppartementId} = ${appartements.id}
    AND ${missionAppartements.MissionId} = ${missionId})`;

const proprietaires = personnes(clients, {
  from: sql`FROM ${proprietes} JOIN ${clients} ON ${clients.id} = ${proprietes.ClientId}
    WHERE ${proprietes.AppartementId} = ${appartements.id}`,
  // The contact comes first, as in `contactDAbord()`.
  rang: sql`iif(${clients.id} = ${appartements.defaultContact}, 0, ${clients.id})`,
});

const occupants = (today: string) =>
  personnes(locataires, {
    from: sql`FROM ${dossiers} JOIN ${locataires} ON ${locataires.id} = ${dossiers.LocataireId}
      WHERE ${dossiers.AppartementId} = ${appartements.id} AND ${condition.dossierOccupant(today)}`,
    rang: sql`${dossiers.id}`,
  });

const rows = (db: Db, { where, orderBy, limit, offset, today }: Page) =>
  db
    .select({
      id: appartements.id,
      adresse: appartements.adresse,
      codePostal: appartements.codePostal,
      ville: appartements.ville,
      etage: appartements.etage,
      surface: appartements.surface,
      nbPiece: appartements.nbPiece,
      loyerHC: appartements.loyerHC,
      charge: appartements.charge,
      updatedAt: appartements.updatedAt,
      version: appartements.version,
      statut: condition.selected<StatutAppartement>(condition.statutAppartement(today)),
      proprietaires,
      locataires: occupants(today),
      enPreavis: condition.selected<number>(condition.appartementEnPreavis(today)),
      enGestion: condition.selected<number>(condition.appartementEnGestion(today)),
      bauxEnCours: condition.selected<number>(condition.bauxEnCours(today)),
    })
    .from(appartements)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit ?? -1)
    .offset(offset);

const view = (raw: Awaited<ReturnType<typeof rows>>[number]): AppartementRow => {
  const { proprietaires, locataires, enPreavis, enGestion, ...row } = raw;
  return {
    ...row,
    proprietaires: nomsDe(proprietaires),
    locataires: nomsDe(locataires),
    enPreavis: Boolean(enPreavis),
    enGestion: Boolean(enGestion),
  };
};

/** Reads the apartment again, for the response to a change of its links. */
async function appartementOf(c: Context<App>, id: number): Promise<AppartementDetail> {
  return detailOf(c, find, await find.query(c.var.db, id));
}

/** All the fields of a dossier except its two links, which the path gives. */
const payload = z.record(z.string(), z.unknown());

/** The contact must be one of the owners, who are set by links only. */
const contactIsOwner = (
  { defaultContact }: { defaultContact?: number | null | undefined },
  before?: { id: number; defaultContact: number | null },
): Rule[] =>
  defaultContact == null || defaultContact === before?.defaultContact
    ? []
    : [
        {
          holds: rowExists(
            proprietes,
            and(
              eq(proprietes.AppartementId, before?.id ?? 0),
              eq(proprietes.ClientId, defaultContact),
            ),
          ),
          refusal: new Invalid({ defaultContact: "Ce client n’est pas propriétaire de ce bien." }),
        },
      ];

export const appartementResource = new Hono<App>()
  .get(
    "/Appartement/client/:clientId",
    says("Les appartements d’un propriétaire.", { need: "lire", list: true }),
    async (c) => {
      const where = ownedBy(idParam(c, "clientId"));
      const whole = { where, orderBy: [sql`${appartements.ordre}`], today: c.var.today };
      const { pieces } = await wholeList(c, { table: appartements, rows }, whole);
      return answerWhole(c, shownPieces(c, { table: appartements, view, find }, pieces));
    },
  )
  .put(
    "/Appartement/:id/owner/add/:clientId",
    says("Ajoute un propriétaire.", { name: "Appartement" }),
    requires("modifier"),
    async (c) => {
      const link = { AppartementId: idParam(c), ClientId: idParam(c, "clientId") };
      await ajouterProprietaire(contextOf(c), link);
      return c.json({ data: await appartementOf(c, link.AppartementId) });
    },
  )
  .put(
    "/Appartement/:id/owner/:clientId/droit",
    says("Dit le droit d’un propriétaire.", { name: "Appartement" }),
    requires("modifier"),
    json(droitDit),
    async (c) => {
      const link = { AppartementId: idParam(c), ClientId: idParam(c, "clientId") };
      const { droit } = c.req.valid("json");
      await direLeDroit(contextOf(c), { ...link, droit });
      return c.json({ data: await appartementOf(c, link.AppartementId) });
    },
  )
  .put(
    "/Appartement/:id/owner/:clientId/finUsufruit",
    says("Note la fin de l’usufruit d’un propriétaire, et dit ce qui s’ensuit.", {
      name: "Appartement",
    }),
    requires("modifier"),
    json(finUsufruitDite),
    async (c) => {
      const link = { AppartementId: idParam(c), ClientId: idParam(c, "clientId") };
      const said = { ...link, ...c.req.valid("json") };
      const warnings = await finirUsufruit(contextOf(c), said);
      return c.json({ data: { ...(await appartementOf(c, link.AppartementId)), warnings } });
    },
  )
  .delete(
    "/Appartement/:id/owner/remove/:clientId",
    says("Retire un propriétaire."),
    requires("modifier"),
    async (c) => {
      const link = { AppartementId: idParam(c), ClientId: idParam(c, "clientId") };
      await retirerProprietaire(contextOf(c), link);
      const [proprietaire] = await c.var.db
        .select({
          id: clients.id,
          titre: clients.titre,
          qualite: clients.qualite,
          nom: clients.nom,
          prenom: clients.prenom,
        })
        .from(clients)
        .where(eq(clients.id, link.ClientId));
      return c.json({
        data: { proprietaire, appartement: await appartementOf(c, link.AppartementId) },
      });
    },
  )
  .put(
    "/Appartement/:id/equipement/add/:equipId",
    says("Ajoute un équipement.", { name: "Appartement" }),
    requires("modifier"),
    async (c) => {
      const link = { AppartementId: idParam(c), EquipementId: idParam(c, "equipId") };
      await ajouterEquipement(contextOf(c), link);
      return c.json({ data: await appartementOf(c, link.AppartementId) });
    },
  )
  .put(
    "/Appartement/:id/equipement/remove/:equipId",
    says("Retire un équipement.", { name: "Appartement" }),
    requires("modifier"),
    async (c) => {
      const link = { AppartementId: idParam(c), EquipementId: idParam(c, "equipId") };
      await retirerEquipement(contextOf(c), link);
      return c.json({ data: await appartementOf(c, link.AppartementId) });
    },
  )
  .put(
    "/Appartement/:id/tenant/add/:tenantId",
    says("Attribue l’appartement à un locataire : ouvre leur dossier, une fois.", {
      body: creationDossier,
      fromPath: ["AppartementId", "LocataireId"],
    }),
    requires("modifier"),
    json(payload),
    async (c) => {
      const link = { AppartementId: idParam(c), LocataireId: idParam(c, "tenantId") };
      const values = parse(creationDossier, { ...c.req.valid("json"), ...link });
      const dossier = await attribuerAppartement(contextOf(c), values);
      const { locataire, appartement, baux } = await locataireAndAppartement(c, link);
      const own = baux.filter(({ id }) => id === dossier.id);
      const warnings = own.flatMap((bail) => [
        ...avertissementsLogement(bauxQuiChevauchent(bail, baux)),
        ...avertissementsLoyersArretes(bail, baux, c.var.today),
      ]);
      return c.json({ data: { dossier, locataire, appartement, warnings } });
    },
  )
  .delete(
    "/Appartement/:id/tenant/remove/:tenantId",
    says("Retire un locataire : clôt leur dossier, nommé par DossierId s’ils en ont plusieurs."),
    requires("modifier"),
    json(cloture),
    async (c) => {
      const link = { AppartementId: idParam(c), LocataireId: idParam(c, "tenantId") };
      const asked = c.req.valid("json");
      const dateSortie = asked.dateSortie ?? c.var.today;
      const closed = await cloreDossier(contextOf(c), { ...asked, ...link, dateSortie });
      const { locataire, appartement, baux } = await locataireAndAppartement(c, link);
      const warnings = baux
        .filter(({ id }) => id === closed)
        .flatMap((bail) =>
          avertissementsDepart({ ...bail, dateRelocation: dateRelocation(bail, baux) }),
        );
      return c.json({ data: { locataire, appartement, history: appartement.history, warnings } });
    },
  )
  .route("/", keptFiles("imageAppartement", find))
  .route(
    "/",
    crud({
      name: "Appartement",
      table: appartements,
      creation,
      modification,
      list: {
        search: [appartements.recherche],
        searched: CHAMPS_CHERCHES.Appartement,
        sort: {
          adresse: appartements.ordre,
          ville: appartements.ville,
          surface: appartements.surface,
          loyerHC: appartements.loyerHC,
          loyerTCC: sql`${appartements.loyerHC} + ${appartements.charge}`,
          id: appartements.id,
        },
        defaultSort: "adresse",
        filters: {
          enGestion: byBoolean(condition.appartementEnGestion),
          statut: byChoice({
            // The filter `Louée` of a count of the dashboard: all let apartments, under works or not.
            Louée: condition.appartementLoue,
            "En Travaux": (today) => condition.appartementEst("En Travaux", today),
            Occupé: (today) => condition.appartementEst("Occupé", today),
            Vacant: (today) => condition.appartementEst("Vacant", today),
          }),
          preavis: byBoolean(condition.appartementARelouer),
          ClientId: byLink(ownedBy),
          MissionId: byLink(coveredBy),
          pourImmeubleId: byLink(
            (id) => sql`(${appartements.ImmeubleId} = ${id} OR ${appartements.ImmeubleId} IS NULL)`,
          ),
        },
        rows,
        count: (db, where) => db.select({ total: count() }).from(appartements).where(where),
        view,
        csv: [
          { titre: "Adresse", valeur: (row) => row.adresse },
          { titre: "Étage", valeur: (row) => row.etage },
          { titre: "Code postal", valeur: (row) => row.codePostal },
          { titre: "Ville", valeur: (row) => row.ville },
          { titre: "Surface", valeur: (row) => row.surface },
          { titre: "Pièces", valeur: (row) => row.nbPiece },
          { titre: "Loyer HC", valeur: (row) => row.loyerHC },
          { titre: "Charges", valeur: (row) => row.charge },
          { titre: "Statut", valeur: (row) => row.statut },
          { titre: "Propriétaires", valeur: (row) => row.proprietaires },
          { titre: "Locataires", valeur: (row) => row.locataires },
        ],
      },
      find,
      rules: contactIsOwner,
      follows: async (db, { before, after, today }) =>
        before
          ? {
              announces: async () =>
                after.quitanceAuto && !before.quitanceAuto
                  ? annoncerPassage({ db, today }, eq(appartements.id, before.id))
                  : [],
            }
          : {},
    }),
  );

/** Reads the tenant and the apartment again, for the response once their dossier was opened or closed. */
async function locataireAndAppartement(
  c: Context<App>,
  { AppartementId, LocataireId }: { AppartementId: number; LocataireId: number },
) {
  const { db } = c.var;
  const {
    raw,
    locataire: [locataire],
    baux,
  } = await db.read({
    raw: find.query(db, AppartementId),
    baux: bauxDuLogement(db, AppartementId),
    locataire: db
      .select({
        id: locataires.id,
        titre: locataires.titre,
        nom: locataires.nom,
        prenom: locataires.prenom,
      })
      .from(locataires)
      .where(eq(locataires.id, LocataireId)),
  });
  return { locataire, appartement: detailOf(c, find, raw), baux };
}
