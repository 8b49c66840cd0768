import { eq, type SQL, sql } from "drizzle-orm";
import { Hono } from "hono";
import { type Agence, agenceDe, reglagesDe } from "#domain/agence/agence.ts";
import { nomAppartement } from "#domain/biens/adresse.ts";
import { aujourdhui, type Jour, moisDe, moisEnLettres } from "#domain/dates.ts";
import { prescrite } from "#domain/gerance/locataires/prescription.ts";
import { motsDAlerte } from "#domain/gerance/relances/alertes.ts";
import {
  AGES,
  type Age,
  dues,
  type EcheanceImpayee,
  enRetardDepuis,
  joursDe,
  MOTIFS_PAUSE,
} from "#domain/gerance/relances/impayes.ts";
import {
  fermeture,
  type ImpayeDetail,
  type ImpayeRow,
  type PauseEnCours,
  pause,
  plan,
} from "#domain/gerance/relances/relance-fiche.ts";
import {
  ETAPES,
  type EtapeSuivie,
  type RelanceFaite,
  termeManque,
} from "#domain/gerance/relances/relances.ts";
import { suiviDe } from "#domain/gerance/relances/suivi.ts";
import { enCentimes, enEuros } from "#domain/montants.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import type { Db } from "#worker/db/client.ts";
import { selected } from "#worker/db/conditions.ts";
import { variables } from "#worker/db/schema/agence.ts";
import { appartements, dossiers, locataires } from "#worker/db/schema/schema.ts";
import { reads } from "#worker/http/api/crud.ts";
import { says } from "#worker/http/api/described.ts";
import { byBoolean, byChoice, byId, type Page } from "#worker/http/api/list-query.ts";
import { defineFind } from "#worker/http/api/record.ts";
import { idParam, json } from "#worker/http/api/validate.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import type { App } from "#worker/http/types.ts";
import { ouvertes } from "#worker/operations/gerance/locataires/echeances-ouvertes.ts";
import { aideDe, detteDite } from "#worker/operations/gerance/relances/dettes-dites.ts";
import { enPause, etapeDe, impayes, recuDe } from "#worker/operations/gerance/relances/impayes.ts";
import {
  clorePlan,
  leverPause,
  poserPause,
  poserPlan,
} from "#worker/operations/gerance/relances/pauses.ts";

const LATE = (today: Jour) => sql`${impayes(today)}
  JOIN ${dossiers} ON "Dossier".id = impaye."DossierId"
  JOIN ${locataires} ON "Locataire".id = "Dossier"."LocataireId"
  JOIN ${appartements} ON "Appartement".id = "Dossier"."AppartementId"`;

interface Raw extends Record<Age, number> {
  id: number;
  LocataireId: number;
  AppartementId: number;
  titre: string;
  nom: string;
  prenom: string;
  adresse: string;
  etage: string | null;
  ville: string;
  du: number;
  aConfirmer: number;
  exigibleLe: Jour | null;
  premiere: Jour;
  depuis: Jour | null;
  premierRetard: Jour;
  etape: EtapeSuivie | null;
  loyerHC: number;
  loyerCharge: number;
  gli: number | null;
  visale: number | null;
  aide: number;
  recu: number;
  plan: number;
  restes: string;
  relances: string;
  pause: string | null;
  reglages: string;
}

/** The settings of reminders, as JSON text. */
const SETTINGS = sql`(SELECT json_group_array(json_object('nom', nom, 'valeur', valeur)) FROM ${variables}
  WHERE nom IN (SELECT value FROM json_each(${JSON.stringify(reglagesDe("relances").map(([cle]) => cle))})))`;

const settingsOf = (json: string): Agence => agenceDe(JSON.parse(json));

const ofPage = sql`page.id`;

/**
 * For each dossier of a page: the housing benefit, the sums received and due, the reminders, the payment plan, the
 * pause, and the settings of reminders.
 */
const told = (today: Jour) => sql`
  ${detteDite(ofPage, today)},
  EXISTS (SELECT 1 FROM "PlanApurement" p WHERE p."DossierId" = page.id AND p."closLe" IS NULL) AS plan,
  (SELECT json_object('id', p.id, 'motif', p.motif, 'jusquau', p.jusquau) FROM "Pause" p
    WHERE p."DossierId" = page.id AND p."leveeLe" IS NULL AND p.jusquau >= ${today}
    ORDER BY p.id DESC LIMIT 1) AS pause,
  ${SETTINGS} AS reglages`;

// The page is read first, so that the facts are read for its rows only.
const rows = (db: Db, { where, orderBy, limit, offset, today }: Page) =>
  db.all<Raw>(sql`
    SELECT page.*, ${told(today)} FROM (
      SELECT "Dossier".id, "Dossier"."LocataireId", "Dossier"."AppartementId", "Locataire".titre, "Locataire".nom,
        "Locataire".prenom, "Appartement".adresse, "Appartement".etage, "Appartement".ville, impaye.du,
        impaye."aConfirmer", impaye."exigibleLe", impaye.premiere, impaye.depuis, impaye."premierRetard", impaye.a30, impaye.a60, impaye.a90, impaye.plus,
        "Dossier"."loyerHC", "Dossier"."loyerCharge", "Dossier"."garantieLoyersImpayes" AS gli,
        "Dossier".visale, ${etapeDe(today)} AS etape, row_number() OVER (ORDER BY ${sql.join(orderBy, sql`, `)}) AS rang
      FROM ${LATE(today)} WHERE ${where ?? sql`1`}
      ORDER BY rang LIMIT ${limit ?? -1} OFFSET ${offset}) page
    ORDER BY page.rang`);

function view(raw: Raw, today: Jour): ImpayeRow {
  const relances: RelanceFaite[] = JSON.parse(raw.relances);
  const pausee: PauseEnCours | null = raw.pause === null ? null : JSON.parse(raw.pause);
  return {
    id: raw.id,
    LocataireId: raw.LocataireId,
    AppartementId: raw.AppartementId,
    locataire: nomComplet(raw),
    appartement: nomAppartement(raw),
    ville: raw.ville,
    du: enEuros(raw.du),
    aConfirmer: enEuros(raw.aConfirmer),
    ages: {
      a30: enEuros(raw.a30),
      a60: enEuros(raw.a60),
      a90: enEuros(raw.a90),
      plus: enEuros(raw.plus),
    },
    exigibleLe: raw.exigibleLe,
    mois: moisDe(raw.exigibleLe ?? raw.premiere),
    jours: joursDe(raw.depuis ?? raw.premierRetard, today),
    etape: raw.etape,
    brouillons: relances.filter(({ etat }) => etat === "brouillon").length,
    pause: pausee,
    plan: Boolean(raw.plan),
    ...suiviDe(
      {
        ...raw,
        charges: raw.loyerCharge,
        restes: JSON.parse(raw.restes),
        gli: Boolean(raw.gli),
        visale: Boolean(raw.visale),
        enPause: pausee !== null,
        plan: Boolean(raw.plan),
        relances,
      },
      settingsOf(raw.reglages),
      today,
    ),
  };
}

const euros = (somme: SQL) =>
  selected<number>(sql`coalesce(sum(${somme}), 0) / 100.0`).mapWith(Number);

const of = (column: SQL) => sql`"Dossier".id IN (SELECT "DossierId" FROM ${column})`;

const find = defineFind({
  query: (db: Db, id: number | SQL) =>
    db.query.dossiers.findFirst({
      where: eq(dossiers.id, id),
      columns: {
        id: true,
        loyerHC: true,
        loyerCharge: true,
        garantieLoyersImpayes: true,
        visale: true,
      },
      extras: {
        aide: selected<number>(aideDe(sql`${dossiers.id}`, aujourdhui(new Date()))).as("aide"),
        recu: selected<number>(recuDe(sql`${dossiers.id}`)).as("recu"),
        echeances:
          selected<string>(sql`(SELECT json_group_array(json_object('mois', mois, 'exigibleLe', "exigibleLe", 'depuis', depuis,
          'QuitanceId', "QuitanceId", 'nature', nature, 'montant', montant, 'reste', reste, 'incertaine', incertaine))
          FROM (${ouvertes(sql`e."DossierId" = ${dossiers.id}`)} ORDER BY e."exigibleLe", e.id))`).as(
            "echeances",
          ),
        relances:
          selected<string>(sql`(SELECT json_group_array(json_object('id', id, 'etape', etape,
          'exigibleLe', "exigibleLe", 'montant', montant / 100.0, 'etat', etat, 'canal', canal, 'motif', motif,
          'libereeLe', "libereeLe", 'objet', objet))
          FROM (SELECT * FROM "Relance" r WHERE r."DossierId" = ${dossiers.id} ORDER BY r.id DESC))`).as(
            "relances",
          ),
        pauses:
          selected<string>(sql`(SELECT json_group_array(json_object('id', p.id, 'motif', p.motif,
          'jusquau', p.jusquau, 'commentaire', p.commentaire)) FROM "Pause" p
          WHERE p."DossierId" = ${dossiers.id} AND p."leveeLe" IS NULL)`).as("pauses"),
        reglages: selected<string>(SETTINGS).as("reglages"),
        plans: selected<string>(sql`(SELECT json_group_array(json_object('id', p.id, 'date', p.date,
          'montant', p.montant, 'termes', json(p.termes), 'closLe', p."closLe", 'motif', p.motif, 'signe', p."signedId" IS NOT NULL))
          FROM "PlanApurement" p WHERE p."DossierId" = ${dossiers.id} AND p."closLe" IS NULL)`).as(
          "plans",
        ),
      },
    }),
  view: (raw, { today }): ImpayeDetail => {
    const echeancesLues: (Omit<EcheanceImpayee, "incertaine"> & {
      QuitanceId: number | null;
      incertaine: number;
    })[] = JSON.parse(raw.echeances);
    const agence = settingsOf(raw.reglages);
    const echeances = echeancesLues
      .map(({ incertaine, ...echeance }) => ({ ...echeance, incertaine: Boolean(incertaine) }))
      .filter(({ depuis, exigibleLe }) => !prescrite(exigibleLe, today) && depuis < today);
    const certaines = echeances.filter(({ incertaine }) => !incertaine);
    const pauses: NonNullable<ImpayeDetail["pause"]>[] = JSON.parse(raw.pauses);
    const plans: NonNullable<ImpayeDetail["plan"]>[] = JSON.parse(raw.plans);
    const courant = plans.at(-1);
    const pausee = pauses.findLast(({ jusquau }) => jusquau >= today) ?? null;
    const relances: ImpayeDetail["relances"] = JSON.parse(raw.relances);
    return {
      id: raw.id,
      du: enEuros(dues(certaines)),
      aConfirmer: enEuros(dues(echeances) - dues(certaines)),
      echeances: echeances.map((echeance) => ({
        ...echeance,
        montant: enEuros(echeance.montant),
        reste: enEuros(echeance.reste),
      })),
      assureurs: [
        ...(raw.garantieLoyersImpayes ? (["gli"] as const) : []),
        ...(raw.visale ? (["visale"] as const) : []),
      ],
      pause: pausee,
      plan: courant
        ? {
            ...courant,
            montant: enEuros(courant.montant),
            signe: Boolean(courant.signe),
            termes: courant.termes.map(({ date, montant }) => ({
              date,
              montant: enEuros(montant),
            })),
            manque:
              termeManque(
                { plan: courant, echeances: certaines },
                { R1: agence.delaiRelance1 },
                today,
              )?.date ?? null,
          }
        : null,
      relances,
      ...suiviDe(
        {
          du: dues(certaines),
          recu: raw.recu,
          // The sums are in the order of their due days.
          exigibleLe: certaines[0]?.exigibleLe ?? null,
          depuis: enRetardDepuis(certaines),
          premiere: echeances[0]?.exigibleLe ?? null,
          restes: certaines,
          loyerHC: enCentimes(raw.loyerHC),
          charges: enCentimes(raw.loyerCharge),
          aide: raw.aide,
          gli: Boolean(raw.garantieLoyersImpayes),
          visale: Boolean(raw.visale),
          enPause: pausee !== null,
          plan: courant !== undefined,
          relances: relances.toReversed().map((relance) => ({ ...relance, CautionId: null })),
        },
        agence,
        today,
      ),
    };
  },
  heldBy: () => ["ce qui a eu lieu"],
  free: () => sql`false`,
});

const STEPS = Object.fromEntries(
  (["R1", "R2", "R3", "R4"] as const).map((etape) => [
    etape,
    (today: Jour) => sql`${etapeDe(today)} = ${etape}`,
  ]),
);

const BY_AGE = Object.fromEntries(
  (Object.keys(AGES) as Age[]).map((age) => [age, () => sql`impaye.${sql.identifier(age)} > 0`]),
);

/** The late dossiers: their debts by age, their pauses and payment plans (relances/README §12.12). */
export const impayeResource = new Hono<App>()
  .put(
    "/Dossier/:id/pause",
    says("Met en pause les relances d’un dossier, six mois au plus."),
    requires("modifier"),
    json(pause),
    async (c) => {
      await poserPause(contextOf(c), { DossierId: idParam(c), ...c.req.valid("json") });
      return c.json({ data: c.req.valid("json") });
    },
  )
  .delete(
    "/Dossier/:id/pause",
    says("Lève la pause des relances d’un dossier.", { success: 204, refusals: [409] }),
    requires("modifier"),
    async (c) => {
      await leverPause(contextOf(c), idParam(c));
      return c.body(null, 204);
    },
  )
  .put(
    "/Dossier/:id/plan",
    says("Note le plan d’apurement convenu avec le locataire.", { refusals: [409] }),
    requires("modifier"),
    json(plan),
    async (c) => {
      const { termes } = c.req.valid("json");
      await poserPlan(contextOf(c), { DossierId: idParam(c), termes });
      return c.json({ data: { termes } });
    },
  )
  .delete(
    "/Dossier/:id/plan",
    says("Clôt le plan d’apurement d’un dossier.", { success: 204, refusals: [409] }),
    requires("modifier"),
    json(fermeture),
    async (c) => {
      const { motif } = c.req.valid("json");
      await clorePlan(contextOf(c), { DossierId: idParam(c), motif });
      return c.body(null, 204);
    },
  )
  .route(
    "/",
    reads({
      name: "Impaye",
      table: dossiers,
      list: {
        search: [locataires.recherche, appartements.recherche],
        searched: [],
        sort: {
          du: sql`impaye.du`,
          // The opposite of the due day as a number of days, so that the oldest due day sorts as the longest delay.
          jours: sql`-julianday(coalesce(impaye."exigibleLe", impaye.premiere))`,
          locataire: locataires.recherche,
          appartement: appartements.ordre,
        },
        defaultSort: "-jours",
        filters: {
          age: byChoice(BY_AGE),
          etape: byChoice(STEPS),
          pause: byBoolean((today) => enPause(sql`"Dossier".id`, today)),
          plan: byBoolean(() => of(sql`"PlanApurement" WHERE "closLe" IS NULL`)),
          /** Whether the dossier has rents that the owner receives and has not confirmed. */
          aConfirmer: byBoolean(() => sql`impaye."aConfirmer" > 0`),
          id: byId(dossiers.id),
        },
        unasked: { aConfirmer: sql`impaye.du > 0` },
        rows,
        count: (db, where, today) =>
          db
            .select({
              total: selected<number>(sql`count(*)`).mapWith(Number),
              sommes: {
                du: euros(sql`impaye.du`),
                aConfirmer: euros(sql`impaye."aConfirmer"`),
                a30: euros(sql`impaye.a30`),
                a60: euros(sql`impaye.a60`),
                a90: euros(sql`impaye.a90`),
                plus: euros(sql`impaye.plus`),
              },
            })
            .from(LATE(today))
            .where(where),
        view,
        csv: [
          { titre: "Locataire", valeur: (row) => row.locataire },
          { titre: "Appartement", valeur: (row) => row.appartement },
          { titre: "Ville", valeur: (row) => row.ville },
          { titre: "Dû", valeur: (row) => row.du },
          { titre: "À confirmer", valeur: (row) => row.aConfirmer },
          { titre: "Plus ancien", valeur: (row) => row.mois && moisEnLettres(row.mois) },
          { titre: "Jours", valeur: (row) => row.jours },
          { titre: "30 jours au plus", valeur: (row) => row.ages.a30 },
          { titre: "31 à 60 jours", valeur: (row) => row.ages.a60 },
          { titre: "61 à 90 jours", valeur: (row) => row.ages.a90 },
          { titre: "Plus de 90 jours", valeur: (row) => row.ages.plus },
          { titre: "Étape atteinte", valeur: (row) => row.etape && ETAPES[row.etape].libelle },
          {
            titre: "Dernière relance",
            valeur: (row) => row.derniere && ETAPES[row.derniere.etape].libelle,
          },
          { titre: "Envoyée le", valeur: (row) => row.derniere?.libereeLe ?? null },
          {
            titre: "Relance suivante",
            valeur: (row) => row.suivante && ETAPES[row.suivante.etape].libelle,
          },
          { titre: "Prévue le", valeur: (row) => row.suivante?.le ?? null },
          { titre: "Pause", valeur: (row) => row.pause && MOTIFS_PAUSE[row.pause.motif] },
          { titre: "Jusqu’au", valeur: (row) => row.pause?.jusquau ?? null },
          {
            titre: "Alertes",
            valeur: (row) => row.alertes.map(motsDAlerte).join(" ; "),
          },
        ],
      },
      find,
    }),
  );
