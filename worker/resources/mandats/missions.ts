import { asc, count, eq, type SQL, sql } from "drizzle-orm";
import { type Context, Hono } from "hono";
import { CHAMPS_CHERCHES } from "#domain/agence/champs-cherches.ts";
import { nomAppartement } from "#domain/biens/adresse.ts";
import { Invalid } from "#domain/erreurs.ts";
import { nouvellesConditions } from "#domain/gerance/mandats/conditions-fiche.ts";
import { numeroReserve } from "#domain/gerance/mandats/registre-mandats.ts";
import { estMasque } from "#domain/iban.ts";
import { accompteEnRetard } from "#domain/missions/accompte.ts";
import {
  appartementsRestants,
  soldeMission,
  valeurTotalMission,
} from "#domain/missions/mission.ts";
import type { MissionDetail, MissionRow } from "#domain/missions/mission-fiche.ts";
import { creation, type Mission, modification } from "#domain/missions/mission-fiche.ts";
import { horsTaxe, somme } from "#domain/montants.ts";
import { contactParDefaut, MAILS_CLIENT, TELEPHONES_CLIENT } from "#domain/personnes/client.ts";
import { comptesDuMandat } from "#domain/personnes/retenue.ts";
import { jourDeRetractation } from "#domain/signature/retractation.ts";
import type { Db } from "#worker/db/client.ts";
import {
  acomptesPayes,
  dernierMoisRendu,
  honorairesPermis,
  libre,
  mandatGarde,
  mandatTenu,
  missionRetracteeLe,
  numeroDuRegistre,
  registreOuvert,
  remplacesDe,
  selected,
  totalMission,
} from "#worker/db/conditions.ts";
import {
  accomptes,
  missionAppartements,
  missionClients,
  missions,
} from "#worker/db/schema/missions.ts";
import { clients } from "#worker/db/schema/schema.ts";
import { crud } from "#worker/http/api/crud.ts";
import { says } from "#worker/http/api/described.ts";
import { byChoice, byLink, type Page } from "#worker/http/api/list-query.ts";
import { defineFind, detailOf, type Rule } from "#worker/http/api/record.ts";
import { idParam, json } from "#worker/http/api/validate.ts";
import { signedDocuments } from "#worker/http/files/signed-documents.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import type { App } from "#worker/http/types.ts";
import { delier, lier } from "#worker/operations/biens/liens.ts";
import { finDeMission, finDite } from "#worker/operations/gerance/fins/mandat-solde.ts";
import { lireAvenants } from "#worker/operations/gerance/mandats/actes-mandat.ts";
import { annoncerCoordonnees } from "#worker/operations/gerance/mandats/avis-coordonnees.ts";
import {
  compteDuMandatLu,
  requetesDuMandat,
} from "#worker/operations/gerance/mandats/compte-mandat.ts";
import { changerConditions } from "#worker/operations/gerance/mandats/conditions.ts";
import { lireConditions } from "#worker/operations/gerance/mandats/conditions-lues.ts";
import {
  annoncerAuRegistre,
  suivreAuRegistre,
} from "#worker/operations/gerance/mandats/registre-mandats.ts";
import {
  ajouterAppartement,
  ajouterCommanditaire,
  retirerAppartement,
  retirerCommanditaire,
} from "#worker/operations/missions/missions.ts";
import { enSignature } from "#worker/operations/signature/demandes.ts";
import {
  aSigner,
  counted,
  gardes,
  linkOf,
  nomsDe,
  personnes,
  signe,
  WITH_KEY,
} from "#worker/resources/views.ts";

const APPARTEMENT = {
  id: true,
  adresse: true,
  codePostal: true,
  ville: true,
  etage: true,
} as const;

/** A condition that the mandate is being signed. */
const mandatEnSignature = () => enSignature(sql`d."MissionId" = ${missions.id}`, new Date());

const find = defineFind({
  query: (db: Db, id: number | SQL) =>
    db.query.missions.findFirst({
      where: eq(missions.id, id),
      columns: { recherche: false, ordreMissionId: false, versionDuCompte: false },
      with: {
        clients: { columns: {}, with: { client: { columns: { recherche: false } } } },
        accomptes: {
          columns: { createdAt: false },
          with: { appartement: { columns: APPARTEMENT } },
          orderBy: [asc(accomptes.dateDepart), asc(accomptes.id)],
        },
        appartements: { columns: {}, with: { appartement: { columns: APPARTEMENT } } },
        ordreMission: WITH_KEY,
      },
      extras: {
        remplaces: remplacesDe("Mission", missions.id).as("remplaces"),
        signatureOuverte: selected<number>(mandatEnSignature()).as("signatureOuverte"),
        tenu: selected<number>(mandatTenu(missions.id)).as("tenu"),
        rendu: selected<string | null>(dernierMoisRendu(missions.id)).as("rendu"),
        fin: selected<string | null>(finDite(sql`${missions.id}`)).as("fin"),
        retracteeLe: selected<string | null>(missionRetracteeLe(missions.id)).as("retracteeLe"),
        auRegistre: selected<number>(mandatGarde(missions.id)).as("auRegistre"),
        honorairesPermis: selected<number>(honorairesPermis(sql`${missions.id}`)).as(
          "honorairesPermis",
        ),
      },
    }),
  view: (raw, { today, canDelete, link }): MissionDetail => {
    const {
      clients,
      accomptes,
      appartements,
      auRegistre,
      fin,
      honorairesPermis,
      ordreMission,
      retracteeLe,
      ...rest
    } = raw;
    const { tenu: _tenu, rendu: _rendu, signatureOuverte: _ouverte, ...mission } = rest;
    const total = valeurTotalMission(mission);
    return {
      ...mission,
      valeurTotalMission: total,
      valeurTotalHT: horsTaxe(total, mission.tauxTva),
      resteAPayer: soldeMission({ valeurTotalMission: total, accomptes }),
      appartementsRestants: appartementsRestants({ ...mission, appartements }),
      Clients: clients.map(({ client }) => ({
        id: client.id,
        titre: client.titre,
        qualite: client.qualite,
        nom: client.nom,
        prenom: client.prenom,
        mail: contactParDefaut(client, MAILS_CLIENT, client.mailDefaut),
        tel: contactParDefaut(client, TELEPHONES_CLIENT, client.telDefaut),
      })),
      Accomptes: accomptes.map(({ appartement, ...accompte }) => ({
        ...accompte,
        enRetard: accompteEnRetard(accompte, today),
        appartement: appartement && nomAppartement(appartement),
        prixHT: horsTaxe(accompte.prix, accompte.tva),
      })),
      Appartements: appartements.map(({ appartement }) => appartement),
      ordreMission: linkOf(ordreMission, link),
      auRegistre: Boolean(auRegistre),
      honorairesPermis: Boolean(honorairesPermis),
      fin: finDeMission(fin, today),
      retracteeLe: retracteeLe && jourDeRetractation(retracteeLe),
      canDelete,
    };
  },
  heldBy: ({
    accomptes,
    auRegistre,
    numRegistre,
    ordreMission,
    remplaces,
    rendu,
    signatureOuverte,
    tenu,
  }) =>
    [
      tenu ? [comptesDuMandat({ numRegistre, rendu })] : [],
      auRegistre ? ["le registre des mandats"] : [],
      counted(accomptes.length, "acompte"),
      signe(ordreMission, "un mandat signé"),
      aSigner(signatureOuverte),
      gardes(remplaces),
    ].flat(),
  free: () => sql`${libre.mission} AND NOT ${mandatEnSignature()}`,
});

/**
 * A mandate's number is unique, and final once in the register. The payments never exceed the total. A management
 * mandate with accounts keeps its type. Once the register is open, it gives signed management mandates their numbers,
 * and nobody may type one of its numbers.
 */
function rules(after: Mission, before?: Mission & { id: number }): Rule[] {
  const { numRegistre, nbAppart, valeurMissionAppt } = after;
  const id = before?.id ?? 0;
  const lower = before !== undefined && valeurTotalMission(after) < valeurTotalMission(before);
  const inscrite = after.type === "gestion" && Boolean(after.dateSignature);
  const donne = sql`(${inscrite} AND ${registreOuvert})`;
  const unique = {
    holds: sql`(${donne} OR NOT EXISTS (SELECT 1 FROM "Mission" autre
      WHERE autre."numRegistre" = ${numRegistre} COLLATE NOCASE AND autre.id <> ${id}))`,
    refusal: new Invalid({
      numRegistre: "Ce numéro de registre est déjà celui d’un autre mandat.",
    }),
  };
  const reserved = {
    holds: sql`(${donne} OR NOT ${numeroDuRegistre(numeroReserve(numRegistre))})`,
    refusal: new Invalid({
      numRegistre:
        "Ce numéro est au registre des mandats, qui le donne à la signature : cette mission en prend un autre, ou n’en a pas.",
    }),
  };
  const kept = {
    holds: sql`NOT ${mandatGarde(sql`${id}`)}`,
    refusal: new Invalid({
      numRegistre: "Ce numéro est celui du registre des mandats : il ne change plus.",
    }),
  };
  const paid = {
    holds: sql`${acomptesPayes(id)} <= ${nbAppart} * ${sql.param(valeurMissionAppt, missions.valeurMissionAppt)}`,
    refusal: new Invalid({
      valeurMissionAppt: "Les acomptes déjà payés dépassent cette valeur.",
    }),
  };
  const leaves = before?.type === "gestion" && after.type !== "gestion";
  const unknown = {
    holds: sql`NOT ${mandatTenu(sql`${id}`)}`,
    refusal: new Invalid({
      type: "Les comptes connaissent ce mandat de gestion\u00A0: il le reste.",
    }),
  };
  return [
    ...(leaves ? [unknown] : []),
    ...(before && (numRegistre ?? null) !== before.numRegistre ? [kept] : []),
    ...(numRegistre && numRegistre !== before?.numRegistre ? [unique, reserved] : []),
    ...(lower ? [paid] : []),
  ];
}

const principals = sql`FROM ${missionClients}
  JOIN ${clients} ON ${clients.id} = ${missionClients.ClientId}
  WHERE ${missionClients.MissionId} = ${missions.id}`;

/** The names of the mission's principals, in lower case without accents. */
const commanditaires = sql`(SELECT group_concat(${clients.recherche}, ', ') ${principals})`;

const nbLies = sql`(SELECT count(*) FROM ${missionAppartements}
  WHERE ${missionAppartements.MissionId} = ${missions.id})`;

const paye = acomptesPayes(missions.id);

const orderedBy = (ClientId: number) =>
  sql`EXISTS (SELECT 1 FROM ${missionClients} WHERE ${missionClients.MissionId} = ${missions.id}
    AND ${missionClients.ClientId} = ${ClientId})`;

const covering = (AppartementId: number) =>
  sql`EXISTS (SELECT 1 FROM ${missionAppartements} WHERE ${missionAppartements.MissionId} = ${missions.id}
    AND ${missionAppartements.AppartementId} = ${AppartementId})`;

/** Reads the mission again, for the response to a change of its links. */
async function missionOf(c: Context<App>, id: number): Promise<MissionDetail> {
  return detailOf(c, find, await find.query(c.var.db, id));
}

/** Reads the mission again, and the principal that was added or removed. */
async function missionAndClient(c: Context<App>, id: number, ClientId: number) {
  const { db } = c.var;
  const {
    raw,
    client: [client],
  } = await db.read({
    raw: find.query(db, id),
    client: db
      .select({
        id: clients.id,
        titre: clients.titre,
        qualite: clients.qualite,
        nom: clients.nom,
        prenom: clients.prenom,
      })
      .from(clients)
      .where(eq(clients.id, ClientId)),
  });
  return { mission: detailOf(c, find, raw), client };
}

const accompteOf = (c: Context<App>) =>
  ({ genre: "accompteMission", porteurId: idParam(c), pieceId: idParam(c, "accompteId") }) as const;

const ATTEND = "Le nouvel IBAN attend la confirmation d’un autre administrateur.";

export const missionResource = new Hono<App>()
  .get(
    "/Mission/:id/compte",
    says(
      "Ce que tiennent les comptes du mandat : ce qui revient aux mandants, ce qui est à reverser.",
      {
        need: "lire",
      },
    ),
    async (c) => {
      const { db, session, today } = c.var;
      const faits = await session.read(
        "lire",
        requetesDuMandat(db, { MissionId: idParam(c), today }),
      );
      return c.json({ data: compteDuMandatLu(faits) });
    },
  )
  .get(
    "/Mission/:id/conditions",
    says("Les conditions du mandat de gestion, les dernières d’abord.", { list: true }),
    requires("lire"),
    async (c) => {
      const data = await lireConditions(c.var, idParam(c));
      return c.json({ data, total: data.length });
    },
  )
  .put(
    "/Mission/:id/conditions",
    says("Donne au mandat de gestion de nouvelles conditions, depuis le premier jour d’un mois."),
    requires("administrer"),
    json(nouvellesConditions),
    async (c) => {
      const { session, now } = c.var;
      const ctx = contextOf(c);
      const MissionId = idParam(c);
      const conditions = c.req.valid("json");
      if (conditions.parts?.some(({ iban }) => iban && !estMasque(iban)))
        session.requireConfirmed(now);
      const { warnings, comptes } = await changerConditions(ctx, {
        MissionId,
        conditions,
        UserId: session.user.id,
        confirme: session.isConfirmed(now),
      });
      if (comptes.length > 0) c.executionCtx.waitUntil(annoncerCoordonnees(ctx, comptes));
      const attend = comptes.some(({ issue }) => issue === "attend");
      return c.json({
        data: await lireConditions(ctx, MissionId),
        warnings: attend ? [...warnings, ATTEND] : warnings,
      });
    },
  )
  .get(
    "/Mission/:id/avenants",
    says("Les avenants d’un mandat inscrit au registre, le dernier d’abord.", { list: true }),
    requires("lire"),
    async (c) => {
      const data = await lireAvenants(c.var, idParam(c));
      return c.json({ data, total: data.length });
    },
  )
  .put(
    "/Mission/:id/client/add/:clientId",
    says("Ajoute un commanditaire."),
    requires("modifier"),
    async (c) => {
      const link = { MissionId: idParam(c), ClientId: idParam(c, "clientId") };
      await ajouterCommanditaire(contextOf(c), link);
      return c.json({ data: await missionAndClient(c, link.MissionId, link.ClientId) });
    },
  )
  .delete(
    "/Mission/:id/client/remove/:clientId",
    says("Retire un commanditaire."),
    requires("modifier"),
    async (c) => {
      const link = { MissionId: idParam(c), ClientId: idParam(c, "clientId") };
      await retirerCommanditaire(contextOf(c), link);
      return c.json({ data: await missionAndClient(c, link.MissionId, link.ClientId) });
    },
  )
  .put(
    "/Mission/:id/accompte/add/:accompteId",
    says("Rattache un acompte.", { name: "Mission" }),
    requires("modifier"),
    async (c) => {
      await lier(contextOf(c), accompteOf(c));
      return c.json({ data: await missionOf(c, idParam(c)) });
    },
  )
  .delete(
    "/Mission/:id/accompte/remove/:accompteId",
    says("Détache un acompte.", { name: "Mission" }),
    requires("modifier"),
    async (c) => {
      await delier(contextOf(c), accompteOf(c));
      return c.json({ data: await missionOf(c, idParam(c)) });
    },
  )
  .put(
    "/Mission/:id/appartement/add/:appartementId",
    says("Ajoute un appartement.", { name: "Mission" }),
    requires("modifier"),
    async (c) => {
      const link = { MissionId: idParam(c), AppartementId: idParam(c, "appartementId") };
      const warnings = await ajouterAppartement(contextOf(c), link);
      return c.json({ data: { ...(await missionOf(c, link.MissionId)), warnings } });
    },
  )
  .delete(
    "/Mission/:id/appartement/remove/:appartementId",
    says("Retire un appartement.", { name: "Mission" }),
    requires("modifier"),
    async (c) => {
      const link = { MissionId: idParam(c), AppartementId: idParam(c, "appartementId") };
      const warnings = await retirerAppartement(contextOf(c), link);
      return c.json({ data: { ...(await missionOf(c, link.MissionId)), warnings } });
    },
  )
  .route("/", signedDocuments("Mission", find))
  .route(
    "/",
    crud({
      name: "Mission",
      table: missions,
      creation,
      modification,
      list: {
        search: [missions.recherche, sql`coalesce(${commanditaires}, '')`],
        searched: CHAMPS_CHERCHES.Mission,
        sort: {
          dateSignature: missions.dateSignature,
          clients: commanditaires,
          type: missions.type,
          nbAppart: missions.nbAppart,
          valeurTotalMission: totalMission,
          resteAPayer: sql`(${totalMission} - ${paye})`,
          id: missions.id,
        },
        defaultSort: "-dateSignature",
        filters: {
          ClientId: byLink(orderedBy),
          AppartementId: byLink(covering),
          type: byChoice({
            gestion: () => eq(missions.type, "gestion"),
            location: () => eq(missions.type, "location"),
            prestation: () => eq(missions.type, "prestation"),
          }),
        },
        rows: (db: Db, { where, orderBy, limit, offset }: Page) =>
          db
            .select({
              id: missions.id,
              type: missions.type,
              numRegistre: missions.numRegistre,
              dateSignature: missions.dateSignature,
              nbAppart: missions.nbAppart,
              valeurMissionAppt: missions.valeurMissionAppt,
              updatedAt: missions.updatedAt,
              version: missions.version,
              clients: personnes(clients, { from: principals, rang: sql`${clients.id}` }),
              nbLies: selected<number>(nbLies),
              paye: selected<number>(paye).mapWith(missions.valeurMissionAppt),
              fin: selected<string | null>(finDite(sql`${missions.id}`)),
              retracteeLe: selected<string | null>(missionRetracteeLe(missions.id)),
            })
            .from(missions)
            .where(where)
            .orderBy(...orderBy)
            .limit(limit ?? -1)
            .offset(offset),
        count: (db, where) => db.select({ total: count() }).from(missions).where(where),
        view: (
          { valeurMissionAppt, clients, fin, nbLies, paye, retracteeLe, ...row },
          today,
        ): MissionRow => {
          const total = valeurTotalMission({ ...row, valeurMissionAppt });
          return {
            ...row,
            clients: nomsDe(clients),
            appartementsRestants: row.nbAppart - nbLies,
            valeurTotalMission: total,
            resteAPayer: somme(total, -paye),
            fin: finDeMission(fin, today),
            retracteeLe: retracteeLe && jourDeRetractation(retracteeLe),
          };
        },
        csv: [
          { titre: "Type", valeur: (row) => row.type },
          { titre: "Numéro de registre", valeur: (row) => row.numRegistre },
          { titre: "Signature", valeur: (row) => row.dateSignature },
          { titre: "Commanditaires", valeur: (row) => row.clients },
          { titre: "Appartements", valeur: (row) => row.nbAppart },
          { titre: "Appartements restants", valeur: (row) => row.appartementsRestants },
          { titre: "Total TTC", valeur: (row) => row.valeurTotalMission },
          { titre: "Reste à payer", valeur: (row) => row.resteAPayer },
          { titre: "Rétractée le", valeur: (row) => row.retracteeLe },
        ],
      },
      find,
      rules,
      follows: async (db, { before, after, user, now, today }) => ({
        ...(await suivreAuRegistre(
          { db, user, now, today },
          before ? { avant: before, apres: after as Mission } : { apres: after as Mission },
        )),
        ...(before ? { announces: () => annoncerAuRegistre({ db, today }, before.id) } : {}),
      }),
    }),
  );
