import { eq, type SQL, sql } from "drizzle-orm";
import { agenceDe } from "#domain/agence/agence.ts";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import {
  effectives,
  type NouveauCompte,
  type NouvellesCoordonnees,
} from "#domain/gerance/banque/coordonnees-bancaires.ts";
import { estMasque, ibanMasque, ibanNu } from "#domain/iban.ts";
import type { Db, Statements } from "#worker/db/client.ts";
import { deuxPersonnes } from "#worker/db/conditions.ts";
import { insertWhen, nextId } from "#worker/db/rows.ts";
import { variables } from "#worker/db/schema/agence.ts";
import { coordonneesBancaires } from "#worker/db/schema/mandants.ts";
import { missionClients, missions } from "#worker/db/schema/missions.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Env } from "#worker/env.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { empreinteDePayeur } from "#worker/operations/gerance/banque/releves.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { noter } from "#worker/operations/historique/securite.ts";
import { type Decision, deciderADeux } from "#worker/operations/profils/decisions-a-deux.ts";
import {
  coordonneesDe,
  coordonneesLues,
  empreintesConnues,
  ibanLisible,
  lesCoordonneesLues,
  nomDuPaye,
  type Paye,
  secretDeLIban,
} from "./coordonnees-bancaires.ts";

/** The administrator who changes the accounts on which the agency pays somebody. */
export type Redacteur = Pick<Contexte, "db" | "now"> & {
  env: Pick<Env, "DATA_KEYS">;
  user: string;
};

const HEURE = 3_600_000;

/** The payee of an account: an owner for a mandate, a tenant, or a supplier. */
export type Beneficiaire = { MissionId: number; ClientId: number } | Paye;

/** A change of a payee's account, as the mails to the payee and to the administrators announce it. */
export interface ChangementDeCoordonnees {
  qui: Beneficiaire;
  /** The former IBAN, masked as `apres` is; null when there was none. */
  avant: string | null;
  apres: string;
  issue: "fait" | "attend";
  /**
   * The instant, ISO 8601 in UTC, from which the agency may pay on the account. With `attend`, the confirmation sets
   * another one.
   */
  actifLe: string;
}

interface Demande extends NouvellesCoordonnees {
  /** The prefix of the fields that a refusal names: `${champ}iban`, `${champ}titulaire`. */
  champ?: string;
}

type Lues = Awaited<ReturnType<typeof coordonneesLues>>;

interface AEcrire {
  MissionId: number;
  demandes: readonly Demande[];
  /** The answer of {@link coordonneesLues}, read with the settings. */
  coordonnees: Lues;
  /** The hours that a new account waits before the agency pays on it. */
  delaiIban: number;
  /** The administrator who asks. */
  UserId: number;
}

const ENTIER = "Écrivez l’IBAN en entier.";
const TITULAIRE = "Le titulaire du compte, comme l’écrit sa banque.";
const ATTEND = "Un changement de ce compte attend déjà : confirmez-le ou refusez-le d’abord.";

interface Compte {
  iban: string;
  titulaire?: string | null | undefined;
  bic?: string | null | undefined;
}

/**
 * Composes the row of a request for an account, from the payee's rows as they were read. A masked IBAN means an
 * account known already. A new holder of the same account applies at once, and so does a return to the account paid
 * now. Another account waits (mandats/README §12.15).
 * @param premier true when the first account of the payee waits too
 * @param sur true when the payee already paid from this account: it does not wait
 * @returns null when nothing changes
 * @throws Invalid for a mask of an unknown account, or a missing holder; Conflict while a change waits already.
 */
function aEcrire(
  { env, now }: Pick<Redacteur, "env" | "now">,
  { iban, titulaire, bic, champ = "" }: Compte & { champ?: string },
  {
    connues,
    delaiIban,
    premier = false,
    sur = false,
  }: { connues: Lues; delaiIban: number; premier?: boolean; sur?: boolean },
) {
  const instant = now.toISOString();
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
  if (reste && (estMasque(iban) || connue === derniere)) return null;
  if (derniere?.etat === "en_attente") throw new Conflict(ATTEND, `${champ}iban`);
  const autre = !sur && connue === undefined && (premier || derniere !== undefined);
  return {
    titulaire: nom,
    iban: connue?.iban ?? ibanMasque(iban),
    secret: connue?.secret ?? secretDeLIban(env, iban),
    bic: code,
    avant: derniere?.iban ?? null,
    /** True when the request is for another account, which must wait. */
    autre,
    actifLe: autre
      ? new Date(now.getTime() + delaiIban * HEURE).toISOString()
      : connue && connue !== payee
        ? connue.actifLe
        : instant,
  };
}

type AEcrireUne = NonNullable<ReturnType<typeof aEcrire>>;

const DEMANDEES = "Coordonnées bancaires demandées";

/**
 * True when the agency asks that two administrators decide on another account, even while it has only one. Otherwise,
 * an administrator could set the second one's password and decide alone.
 */
const aDeux = deuxPersonnes;

/** The condition that these bank details are still as they were read: no new row, and as many rows that wait. */
const inchangees = (duBeneficiaire: SQL, coordonnees: Lues) =>
  sql`((SELECT coalesce(max(id), 0) FROM ${coordonneesBancaires} WHERE ${duBeneficiaire}) = ${coordonnees[0]?.id ?? 0}
    AND (SELECT count(*) FROM ${coordonneesBancaires} WHERE ${duBeneficiaire} AND etat = 'en_attente')
      = ${coordonnees.filter((row) => row.etat === "en_attente").length})`;

/**
 * The change to announce: none unless it is to another account that must wait. `attend`: two administrators decide.
 */
const changementDe = (
  qui: Beneficiaire,
  { avant, autre, iban, actifLe }: AEcrireUne,
  attend: boolean,
): ChangementDeCoordonnees[] =>
  autre ? [{ qui, avant, apres: iban, issue: attend ? "attend" : "fait", actifLe }] : [];

/**
 * Composes the statements that change the accounts of owners, for the write of the caller, and the changes to
 * announce afterwards. The first account of an owner applies at once. The first statement of the write must check
 * `inchangees`: somebody else's change cancels the write.
 * @throws Invalid, Conflict as `aEcrire`.
 */
export function ecrireCoordonnees(ctx: Redacteur, demande: AEcrire) {
  const { MissionId, coordonnees, demandes, delaiIban, UserId } = demande;
  const rows = demandes.flatMap(({ ClientId, ...compte }) => {
    const connues = coordonnees.filter((row) => row.ClientId === ClientId && row.etat !== "refuse");
    const row = aEcrire(ctx, compte, { connues, delaiIban });
    return row === null ? [] : [{ ClientId, row }];
  });
  return {
    inchangees: inchangees(sql`"MissionId" = ${MissionId}`, coordonnees),
    statements: Object.assign(
      {},
      ...rows.map(({ ClientId, row }) =>
        ecrire(ctx, row, {
          ...{ UserId, beneficiaire: { MissionId, ClientId } },
          fiche: { entite: "Mission", entiteId: MissionId },
          details: { ClientId },
          nom: String(ClientId),
        }),
      ),
    ) as Statements,
    changements: (attend: boolean): ChangementDeCoordonnees[] =>
      rows.flatMap(({ ClientId, row }) => changementDe({ MissionId, ClientId }, row, attend)),
  };
}

/** The statements that write this row, the history and the journal of security. */
function ecrire(
  { db, now, user }: Redacteur,
  { avant, autre, ...row }: AEcrireUne,
  {
    UserId,
    beneficiaire,
    fiche,
    details,
    nom,
  }: {
    UserId: number;
    beneficiaire: Partial<typeof coordonneesBancaires.$inferInsert>;
    /** The record whose history shows the change, and the other details that history keeps. */
    fiche: { entite: string; entiteId: number };
    details: Record<string, unknown>;
    /** The suffix that keeps the names of these statements unique in their write. */
    nom: string;
  },
): Statements {
  const instant = now.toISOString();
  const etat = autre ? sql`iif(${aDeux}, 'en_attente', 'confirme')` : sql`'confirme'`;
  const decidee = (valeur: string) => (autre ? sql`iif(${aDeux}, NULL, ${valeur})` : valeur);
  return {
    [`histoire${nom}`]: trace(db, {
      ...fiche,
      etat: DEMANDEES,
      user,
      details: { ...details, iban: avant ? [avant, row.iban] : row.iban },
    }),
    [`note${nom}`]: noter(db, {
      evenement: "iban",
      user,
      details: sql`json_object('entite', 'CoordonneesBancaires', 'id', ${nextId(coordonneesBancaires)}, 'etat',
        ${autre ? sql`iif(${aDeux}, 'demandé', 'fait')` : "fait"})`,
    }),
    [`coordonnees${nom}`]: insertWhen(
      db,
      coordonneesBancaires,
      {
        ...beneficiaire,
        ...row,
        etat,
        user,
        UserId,
        decidePar: decidee(user),
        decideLe: decidee(instant),
      },
      undefined,
    ),
  };
}

/** Reads whether two administrators decide on another account. */
export const lireADeux = (db: Db) => db.all<{ aDeux: number }>(sql`SELECT ${aDeux} AS "aDeux"`);

/**
 * Asks to pay an owner of a mandate on another account.
 * @returns the change to announce to the owner and to the administrators; empty when it applies at once
 * @throws NotFound when there is no such mission; Invalid when the client is no owner of this management mandate, the
 * holder is missing, or a masked IBAN is of no known account; Conflict while a change waits already.
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
      coordonnees,
    } = await db.read({
      mission: db
        .select({
          type: missions.type,
          estMandant: sql<number>`EXISTS (SELECT 1 FROM ${missionClients} WHERE "MissionId" = ${MissionId}
            AND "ClientId" = ${nouvelles.ClientId})`,
        })
        .from(missions)
        .where(eq(missions.id, MissionId)),
      reglages: db.select().from(variables),
      coordonnees: coordonneesLues(db, MissionId),
    });
    if (!mission) throw new NotFound();
    if (mission.type !== "gestion" || !mission.estMandant)
      throw new Invalid({ ClientId: "Ce client n’est pas un mandant de ce mandat de gestion." });
    const { delaiIban } = agenceDe(reglages);
    const ecrites = ecrireCoordonnees(ctx, {
      MissionId,
      demandes: [nouvelles],
      coordonnees,
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

const RAPPEL = "Dites qui a confirmé ce compte, rappelé au numéro que l’agence connaissait.";

/**
 * Asks to pay a tenant or a supplier on an account (mandats/README §12.15). Every new account waits, the first one
 * too, except one from which the tenant paid his rent. Staff confirm a supplier's account by telephone first.
 * @returns the change to announce to the payee and to the administrators; empty when it applies at once
 * @throws NotFound when there is no such payee; Invalid when the holder is missing, a masked IBAN is of no known
 * account, or a supplier was not called back; Conflict while a change waits already.
 */
export async function demanderCompte(
  ctx: Redacteur,
  { paye, nouveau, UserId }: { paye: Paye; nouveau: NouveauCompte; UserId: number },
): Promise<ChangementDeCoordonnees[]> {
  const { db, env } = ctx;
  const { rappel = null, ...compte } = nouveau;
  const duBeneficiaire = siennesDe(paye);
  return onWhatIsRead(async () => {
    const { fiches, reglages, coordonnees, connus } = await db.read({
      fiches: nomDuPaye(db, paye),
      reglages: db.select().from(variables),
      coordonnees: lesCoordonneesLues(db, duBeneficiaire),
      connus: empreintesConnues(db, paye),
    });
    if (fiches.length === 0) throw new NotFound();
    const { delaiIban } = agenceDe(reglages);
    const sur = connus.some(({ empreinte }) => empreinte === empreinteDePayeur(env, compte.iban));
    const connues = coordonnees.filter(({ etat }) => etat !== "refuse");
    const row = aEcrire(ctx, compte, { connues, delaiIban, premier: true, sur });
    if (row === null) return [];
    const rappelNote = rappel ?? (row.autre ? null : (connues[0]?.rappel ?? null));
    if (paye.entite === "Fournisseur" && rappelNote === null) throw new Invalid({ rappel: RAPPEL });
    const { aDeux } = await db.write({
      tenu: provided(db, inchangees(duBeneficiaire, coordonnees)),
      aDeux: lireADeux(db),
      ...ecrire(ctx, row, {
        ...{ UserId, beneficiaire: { ...cleDe(paye), rappel: rappelNote } },
        fiche: { entite: paye.entite, entiteId: paye.id },
        details: rappelNote === null ? {} : { rappel: rappelNote },
        nom: "",
      }),
    });
    return changementDe(paye, row, aDeux[0]?.aDeux === 1);
  });
}

const cleDe = ({ entite, id }: Paye) =>
  entite === "Locataire" ? { LocataireId: id } : { FournisseurId: id };

/** The condition on the rows of bank details of a tenant or of a supplier. */
export const siennesDe = (paye: Paye): SQL => coordonneesDe(paye)(sql`${coordonneesBancaires}`);

/**
 * Decides on an owner's bank details that wait, by the rules of {@link deciderADeux}. Once they are confirmed, the
 * agency pays on them after the delay of `delaiIban`.
 * @returns the confirmed change, to announce; empty when it was refused
 * @throws NotFound; Conflict as {@link deciderADeux}.
 */
export const deciderCoordonnees = (
  ctx: Pick<Contexte, "db" | "now" | "user">,
  { MissionId, ...decision }: { MissionId: number } & ADecider,
): Promise<ChangementDeCoordonnees[]> =>
  decider(ctx, decision, {
    duBeneficiaire: eq(coordonneesBancaires.MissionId, MissionId),
    fiche: { entite: "Mission", entiteId: MissionId },
    qui: ({ ClientId }) => ({ MissionId, ClientId: ClientId ?? 0 }),
  });

/** Decides on the waiting account of a tenant or of a supplier, as {@link deciderCoordonnees}. */
export const deciderCompte = (
  ctx: Pick<Contexte, "db" | "now" | "user">,
  { paye, ...decision }: { paye: Paye } & ADecider,
): Promise<ChangementDeCoordonnees[]> =>
  decider(ctx, decision, {
    duBeneficiaire: siennesDe(paye),
    fiche: { entite: paye.entite, entiteId: paye.id },
    qui: () => paye,
  });

interface ADecider {
  id: number;
  etat: Decision;
  UserId: number;
}

async function decider(
  ctx: Pick<Contexte, "db" | "now" | "user">,
  { id, etat, UserId }: ADecider,
  {
    duBeneficiaire,
    fiche,
    qui,
  }: {
    duBeneficiaire: SQL;
    fiche: { entite: string; entiteId: number };
    qui: (demande: Lues[number]) => Beneficiaire;
  },
): Promise<ChangementDeCoordonnees[]> {
  const { db, now, user } = ctx;
  const { coordonnees, reglages } = await db.read({
    coordonnees: lesCoordonneesLues(db, duBeneficiaire),
    reglages: db.select().from(variables),
  });
  const demande = coordonnees.find((row) => row.id === id);
  if (!demande) throw new NotFound();
  const { ClientId, iban } = demande;
  const { delaiConfirmation, delaiIban } = agenceDe(reglages);
  const confirmee = etat === "confirme";
  const instant = now.toISOString();
  const actifLe = new Date(now.getTime() + delaiIban * HEURE).toISOString();
  await deciderADeux(ctx, {
    table: coordonneesBancaires,
    demande,
    demandee: sql`demande.etat = ${DEMANDEES} AND demande.details ->> 'ClientId' IS ${ClientId}`,
    decision: etat,
    UserId,
    delaiConfirmation,
    histoire: {
      ...fiche,
      etat: `Coordonnées bancaires ${confirmee ? "confirmées" : "refusées"}`,
      details: { ...(ClientId === null ? {} : { ClientId }), iban },
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
  if (!confirmee) return [];
  const avant = effectives(
    coordonnees.filter((row) => row.ClientId === ClientId),
    instant,
  );
  return [{ qui: qui(demande), avant: avant?.iban ?? null, apres: iban, issue: "fait", actifLe }];
}
