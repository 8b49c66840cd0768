import { eq, sql } from "drizzle-orm";
import { agenceDe } from "#domain/agence/agence.ts";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import {
  effectives,
  type NouvellesCoordonnees,
} from "#domain/gerance/mandats/coordonnees-bancaires.ts";
import { estMasque, ibanMasque, ibanNu } from "#domain/iban.ts";
import type { Db } from "#worker/db/client.ts";
import { deuxPersonnes } from "#worker/db/conditions.ts";
import { insertWhen, nextId } from "#worker/db/rows.ts";
import { variables } from "#worker/db/schema/agence.ts";
import { coordonneesBancaires } from "#worker/db/schema/mandants.ts";
import { missionClients, missions } from "#worker/db/schema/missions.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Env } from "#worker/env.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { type Decision, deciderADeux } from "#worker/operations/profils/decisions-a-deux.ts";
import { noter } from "#worker/operations/profils/securite.ts";
import { coordonneesLues, ibanLisible, secretDeLIban } from "./coordonnees-bancaires.ts";

/** The administrator who changes the accounts of owners. */
export type Redacteur = Pick<Contexte, "db" | "now"> & {
  env: Pick<Env, "DATA_KEYS">;
  user: string;
};

const HEURE = 3_600_000;

/** A change of the account on which an owner is paid, as he and the administrators are told of it. */
export interface ChangementDeCoordonnees {
  MissionId: number;
  ClientId: number;
  /** The IBANs, masked. */
  avant: string;
  apres: string;
  issue: "fait" | "attend";
  /** The instant from which it may be paid, once decided. */
  actifLe: string;
}

interface Demande extends NouvellesCoordonnees {
  /** The field of the wire that a refusal names. */
  champ?: string;
}

type Lues = Awaited<ReturnType<typeof coordonneesLues>>;

interface AEcrire {
  MissionId: number;
  demandes: readonly Demande[];
  /** The answer of {@link coordonneesLues}, read with the settings. */
  lues: Lues;
  /** Hours. */
  delaiIban: number;
  /** The administrator who asks. */
  UserId: number;
}

const ENTIER = "Écrivez l’IBAN en entier.";
const TITULAIRE = "Le titulaire du compte, comme l’écrit sa banque.";
const ATTEND = "Un changement de ce compte attend déjà : confirmez-le ou refusez-le d’abord.";

/**
 * Composes the rows of these requests from the rows that were read: a mask stands for the present account. The first
 * details of an owner hold at once, and so do a corrected holder of the same account and a return to the account that
 * is paid now; another account waits (domain/README §12.15).
 *
 * @throws Invalid for a mask of an unknown account, or a missing holder; Conflict while a change waits already.
 */
function aEcrire(
  { env, now }: Pick<Redacteur, "env" | "now">,
  { demandes, lues, delaiIban }: Pick<AEcrire, "demandes" | "lues" | "delaiIban">,
) {
  const instant = now.toISOString();
  return demandes.flatMap(({ ClientId, iban, titulaire, bic, champ = "" }) => {
    const connues = lues.filter((row) => row.ClientId === ClientId && row.etat !== "refuse");
    const [derniere] = connues;
    const payee = effectives(connues, instant);
    const connue = estMasque(iban)
      ? [derniere, payee].find((row) => row?.iban === iban)
      : [payee, derniere].find((row) => row && ibanLisible(env, row.secret) === ibanNu(iban));
    if (estMasque(iban) && !connue) throw new Invalid({ [`${champ}iban`]: ENTIER });
    const nom = titulaire ?? (connue ?? derniere)?.titulaire;
    if (!nom) throw new Invalid({ [`${champ}titulaire`]: TITULAIRE });
    const code = bic === undefined && connue ? connue.bic : (bic ?? null);
    const reste = connue?.titulaire === nom && connue.bic === code;
    if (reste && (estMasque(iban) || connue === derniere)) return [];
    if (derniere?.etat === "en_attente") throw new Conflict(ATTEND, `${champ}iban`);
    const autre = derniere !== undefined && connue === undefined;
    return [
      {
        ClientId,
        titulaire: nom,
        iban: connue?.iban ?? ibanMasque(iban),
        secret: connue?.secret ?? secretDeLIban(env, iban),
        bic: code,
        avant: derniere?.iban ?? null,
        /** It is another account, which needs a second decision. */
        autre,
        actifLe: autre
          ? new Date(now.getTime() + delaiIban * HEURE).toISOString()
          : connue && connue !== payee
            ? connue.actifLe
            : instant,
      },
    ];
  });
}

const DEMANDEES = "Coordonnées bancaires demandées";

/**
 * Two administrators decide on another account where the agency asks for it, even when only one is there: one who gave
 * the other a temporary password would decide alone.
 */
const aDeux = deuxPersonnes;

/**
 * Composes the statements that change the accounts of owners, to write with others, and the changes to tell afterwards.
 * The condition `inchangees` must hold in the first statement of their write, which somebody else's write cancels.
 *
 * @throws Invalid, Conflict as `aEcrire`.
 */
export function ecrireCoordonnees(ctx: Redacteur, demande: AEcrire) {
  const { MissionId, lues } = demande;
  const rows = aEcrire(ctx, demande);
  return {
    /** Whether these details of the mandate are still those that were read. */
    inchangees: sql`(SELECT coalesce(max(id), 0) FROM ${coordonneesBancaires} WHERE "MissionId" = ${MissionId})
      = ${lues[0]?.id ?? 0} AND (SELECT count(*) FROM ${coordonneesBancaires} WHERE "MissionId" = ${MissionId}
      AND etat = 'en_attente') = ${lues.filter((row) => row.etat === "en_attente").length}`,
    statements: ecrire(ctx, demande, rows),
    /** The changes of account to tell; `attend` where two administrators decide. */
    changements: (attend: boolean): ChangementDeCoordonnees[] =>
      rows.flatMap(({ ClientId, avant, autre, iban, actifLe }) =>
        autre && avant
          ? [
              {
                MissionId,
                ClientId,
                avant,
                apres: iban,
                issue: attend ? ("attend" as const) : ("fait" as const),
                actifLe,
              },
            ]
          : [],
      ),
  };
}

/** The statements that write these rows, the history and the journal of security. */
function ecrire(
  { db, now, user }: Redacteur,
  { MissionId, UserId }: AEcrire,
  rows: ReturnType<typeof aEcrire>,
) {
  const instant = now.toISOString();
  const etat = (autre: boolean) =>
    autre ? sql`iif(${aDeux}, 'en_attente', 'confirme')` : sql`'confirme'`;
  const decidee = (autre: boolean, valeur: string) =>
    autre ? sql`iif(${aDeux}, NULL, ${valeur})` : valeur;
  return Object.fromEntries(
    rows.flatMap(({ avant, autre, ...row }) => [
      [
        `histoire${row.ClientId}`,
        trace(db, {
          entite: "Mission",
          entiteId: MissionId,
          etat: DEMANDEES,
          user,
          details: { ClientId: row.ClientId, iban: avant ? [avant, row.iban] : row.iban },
        }),
      ],
      [
        `note${row.ClientId}`,
        noter(db, {
          evenement: "iban",
          user,
          details: sql`json_object('entite', 'CoordonneesBancaires', 'id', ${nextId(coordonneesBancaires)}, 'etat',
            ${autre ? sql`iif(${aDeux}, 'demandé', 'fait')` : "fait"})`,
        }),
      ],
      [
        `coordonnees${row.ClientId}`,
        insertWhen(
          db,
          coordonneesBancaires,
          {
            MissionId,
            ...row,
            etat: etat(autre),
            user,
            UserId,
            decidePar: decidee(autre, user),
            decideLe: decidee(autre, instant),
          },
          undefined,
        ),
      ],
    ]),
  );
}

/** Reads whether two administrators decide on another account. */
export const lireADeux = (db: Db) => db.all<{ aDeux: number }>(sql`SELECT ${aDeux} AS "aDeux"`);

/**
 * Asks to pay an owner of a mandate on another account.
 *
 * @returns the changes to tell the owner and the administrators
 * @throws NotFound; Invalid when he is no owner of the mandate or the IBAN is not whole; Conflict while a change
 * waits.
 */
export async function demanderCoordonnees(
  ctx: Redacteur,
  {
    MissionId,
    nouvelles,
    UserId,
  }: { MissionId: number; nouvelles: NouvellesCoordonnees; UserId: number },
): Promise<ChangementDeCoordonnees[]> {
  const { db } = ctx;
  return onWhatIsRead(async () => {
    const {
      mission: [mission],
      reglages,
      lues,
    } = await db.read({
      mission: db
        .select({
          type: missions.type,
          sien: sql<number>`EXISTS (SELECT 1 FROM ${missionClients} WHERE "MissionId" = ${MissionId}
            AND "ClientId" = ${nouvelles.ClientId})`,
        })
        .from(missions)
        .where(eq(missions.id, MissionId)),
      reglages: db.select().from(variables),
      lues: coordonneesLues(db, MissionId),
    });
    if (!mission) throw new NotFound();
    if (mission.type !== "gestion" || !mission.sien)
      throw new Invalid({ ClientId: "Ce client n’est pas un mandant de ce mandat de gestion." });
    const { delaiIban } = agenceDe(reglages);
    const ecrites = ecrireCoordonnees(ctx, {
      MissionId,
      demandes: [nouvelles],
      lues,
      delaiIban,
      UserId,
    });
    const { aDeux } = await db.write({
      tenu: provided(db, ecrites.inchangees),
      aDeux: lireADeux(db),
      ...ecrites.statements,
    });
    return ecrites.changements(aDeux[0]?.aDeux === 1);
  });
}

/**
 * Decides on bank details that wait, by the rules of {@link deciderADeux}; once confirmed, they are paid after the
 * delay of `delaiIban`.
 *
 * @returns the confirmed change
 * @throws NotFound; Conflict as {@link deciderADeux}.
 */
export async function deciderCoordonnees(
  ctx: Pick<Contexte, "db" | "now" | "user">,
  {
    MissionId,
    id,
    etat,
    UserId,
  }: { MissionId: number; id: number; etat: Decision; UserId: number },
): Promise<ChangementDeCoordonnees[]> {
  const { db, now, user } = ctx;
  const { lues, reglages } = await db.read({
    lues: coordonneesLues(db, MissionId),
    reglages: db.select().from(variables),
  });
  const demande = lues.find((row) => row.id === id);
  if (!demande) throw new NotFound();
  const { ClientId, iban } = demande;
  const { delaiConfirmation, delaiIban } = agenceDe(reglages);
  const confirmee = etat === "confirme";
  const instant = now.toISOString();
  const actifLe = new Date(now.getTime() + delaiIban * HEURE).toISOString();
  await deciderADeux(ctx, {
    table: coordonneesBancaires,
    demande,
    demandee: sql`demande.etat = ${DEMANDEES} AND demande.details ->> 'ClientId' = ${ClientId}`,
    decision: etat,
    UserId,
    delaiConfirmation,
    histoire: {
      entite: "Mission",
      entiteId: MissionId,
      etat: `Coordonnées bancaires ${confirmee ? "confirmées" : "refusées"}`,
      details: { ClientId, iban },
    },
    note: { evenement: "iban", details: { entite: "CoordonneesBancaires", id } },
    decide: (si) =>
      db
        .update(coordonneesBancaires)
        .set({
          etat,
          ...(confirmee ? { actifLe } : {}),
          decidePar: user,
          decideLe: instant,
        })
        .where(si),
  });
  const avant = effectives(
    lues.filter((row) => row.ClientId === ClientId),
    instant,
  );
  if (!confirmee || !avant) return [];
  return [{ MissionId, ClientId, avant: avant.iban, apres: iban, issue: "fait", actifLe }];
}
