import { eq, sql } from "drizzle-orm";
import { agenceDe } from "#domain/agence/agence.ts";
import { differences } from "#domain/agence/history.ts";
import { formatJour, type Jour, moisDe, premierJour } from "#domain/dates.ts";
import { Conflict, Invalid, NotFound, ToConfirm } from "#domain/erreurs.ts";
import { AVANT_LE_MANDAT, textePremieresConditions } from "#domain/gerance/mandats/actes-mandat.ts";
import {
  avertissementsConditions,
  conditionsApres,
  conditionsEcrites,
  enVigueurLe,
  PREMIERES_CONDITIONS,
  SANS_FRANCHISE,
  SANS_PART,
  termesChanges,
  termesDArgent,
} from "#domain/gerance/mandats/conditions.ts";
import type { NouvellesConditions } from "#domain/gerance/mandats/conditions-fiche.ts";
import type { Conditions } from "#domain/gerance/mandats/mots-de-conditions.ts";
import { conditionsEnMots } from "#domain/gerance/mandats/mots-de-conditions.ts";
import type { Part } from "#domain/gerance/mandats/parts.ts";
import { nomsDesConditions } from "#domain/gerance/mandats/registre-mandats.ts";
import { estMasque, ibanMasque } from "#domain/iban.ts";
import { donneEnLocation, droitDuMandant } from "#domain/personnes/propriete.ts";
import { jourDeRetractation } from "#domain/signature/retractation.ts";
import type { Db, Statements } from "#worker/db/client.ts";
import { missionRetracteeLe } from "#worker/db/conditions.ts";
import { compteInchange } from "#worker/db/conditions-comptes.ts";
import { newestId } from "#worker/db/rows.ts";
import { variables } from "#worker/db/schema/agence.ts";
import { conditionsMandat } from "#worker/db/schema/gerance.ts";
import { partsMandat } from "#worker/db/schema/mandants.ts";
import { missionAppartements } from "#worker/db/schema/missions.ts";
import { proprietes } from "#worker/db/schema/schema.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { noter } from "#worker/operations/historique/securite.ts";
import {
  type ChangementDeCoordonnees,
  ecrireCoordonnees,
  lireADeux,
  type Redacteur,
} from "./changement-coordonnees.ts";
import { laMission, lesMandants, renduJusquau, sansDate } from "./conditions-lues.ts";
import { coordonneesLues } from "./coordonnees-bancaires.ts";
import {
  type ConditionsDatees,
  conditionsDes,
  conditionsImprimees,
  type MandatLu,
} from "./mandat-lu.ts";
import { inscrireSiComplet, noterChangement } from "./registre-mandats.ts";

/** The owners of the dwellings of a mission, with their rights. */
const proprietesDuMandat = (db: Db, id: number) =>
  db
    .select({ ClientId: proprietes.ClientId, droit: proprietes.droit })
    .from(proprietes)
    .innerJoin(missionAppartements, eq(missionAppartements.AppartementId, proprietes.AppartementId))
    .where(eq(missionAppartements.MissionId, id));

/**
 * The payments of a mandate's tenants, from the first day of these terms on, that went to another receiver than the
 * terms name.
 */
const contredits = (id: number, { depuis, modeFonds }: NouvellesConditions) => sql`
  SELECT 1 FROM "MissionAppartement" l JOIN "Dossier" d ON d."AppartementId" = l."AppartementId"
  JOIN "Reglement" r ON r."DossierId" = d.id AND r.date >= ${depuis}
  WHERE l."MissionId" = ${id} AND r.fonds <> ${modeFonds} AND r.etat IN ('recu', 'credite')`;

/** The values of terms that history compares, in the shape of the wire. */
const racontees = (conditions: Conditions, parts: readonly Part[]) => ({
  ...conditionsEcrites(conditions),
  parts: parts.map(({ ClientId, num, den }) => ({ ClientId, num, den })),
});

interface ADonner {
  MissionId: number;
  conditions: NouvellesConditions;
  /** The administrator who gives the terms. */
  UserId: number;
  /**
   * True when the user gave the password recently. A change of a term about money needs it once an account was
   * rendered.
   */
  confirme: boolean;
}

/**
 * Gives a management mandate new terms from the first day of a month (mandats/README §12.15), and asks for changes of
 * the accounts on which owners are paid. A field left out keeps the value in force on that day. Earlier terms stay in
 * its history. Of several terms of one day, the last written apply. Unchanged terms write nothing.
 * @returns the warnings to staff, and the changes of bank account to announce
 * @throws NotFound; ToConfirm when the change needs a recent password; Invalid when the mission is no management
 * mandate, a share goes to somebody who is no principal, an owner other than a bare owner gets a share of 0, a fixed
 * fee lacks its sum, there is no VAT though the agency charges it, a bank account is incomplete, or the first day
 * comes before the month in which a registered mandate was signed; Conflict when a payment of that time went to
 * another receiver than the new terms name, a valid account covers that time, a change of bank account waits already,
 * or the owner withdrew from the mandate before it had any terms.
 */
export async function changerConditions(
  ctx: Redacteur & Pick<Contexte, "today">,
  demande: ADonner,
): Promise<{ warnings: string[]; comptes: ChangementDeCoordonnees[] }> {
  const { MissionId, conditions, UserId } = demande;
  return onWhatIsRead(async () => {
    const faits = await lireFaits(ctx.db, demande);
    const change = composerChange(faits, conditions);
    const { apres, memes, parts } = change;
    const { delaiIban, garantNom } = agenceDe(faits.reglages);
    const { coordonnees, proprietes } = faits;
    const demandes = (conditions.parts ?? []).flatMap(({ ClientId, iban, titulaire, bic }, rang) =>
      iban ? [{ ClientId, iban, titulaire, bic, champ: `parts.${rang}.` }] : [],
    );
    const comptes = ecrireCoordonnees(ctx, { MissionId, demandes, coordonnees, delaiIban, UserId });
    const sensibles = memes ? [] : termesSensibles(faits, change, demande);
    const { aDeux } = await ctx.db.write({
      tenu: provided(ctx.db, sql`${memesFaits(faits, change, demande)} AND ${comptes.inchangees}`),
      aDeux: lireADeux(ctx.db),
      ...(memes ? {} : await ecrireConditions(ctx, demande, { change, demandes, sensibles })),
      ...comptes.statements,
    });
    if (!memes) await inscrireSiComplet(ctx, MissionId);
    return {
      warnings: avertissementsConditions(apres, {
        dateSignature: faits.mission.dateSignature,
        mandants: change.presents.length,
        parts: parts.length,
        nus: parts.some(
          ({ ClientId, num }) =>
            num > 0 && !donneEnLocation({ droit: droitDuMandant(ClientId, proprietes) }),
        ),
        garant: garantNom,
        partis: faits.gardes.filter(
          ({ ClientId }) => !parts.some((part) => part.ClientId === ClientId && part.num > 0),
        ),
      }),
      comptes: comptes.changements(aDeux[0]?.aDeux === 1),
    };
  });
}

/** Reads, as of one instant, the data that new terms depend on. @throws NotFound */
async function lireFaits(db: Db, { MissionId: id, conditions }: ADonner) {
  const {
    mission: [mission],
    verdict: [verdict],
    ...faits
  } = await db.read({
    mission: laMission(db, id),
    rows: conditionsDes(db, sql`(${id})`),
    mandants: lesMandants(db, id),
    reglages: db.select().from(variables),
    coordonnees: coordonneesLues(db, id),
    proprietes: proprietesDuMandat(db, id),
    gardes: db.all<{ ClientId: number; nom: string; garde: number }>(sql`
      SELECT p.value ->> 'ClientId' AS "ClientId", p.value ->> 'nom' AS nom, p.value ->> 'garde' AS garde
      FROM (SELECT contenu FROM "CompteRendu" WHERE "MissionId" = ${id} AND etat = 'valide' ORDER BY mois DESC LIMIT 1) c,
        json_each(c.contenu, '$.mandants') p WHERE p.value ->> 'garde' > 0`),
    verdict: db.all<{ contredits: number; rendu: Jour | null }>(sql`
      SELECT EXISTS (${contredits(id, conditions)}) AS contredits, ${renduJusquau(id)} AS rendu`),
  });
  if (!mission) throw new NotFound();
  return { ...faits, mission, verdict };
}

type Faits = Awaited<ReturnType<typeof lireFaits>>;

/** New terms, with the terms in force on their first day. `memes`: that day has the same terms already. */
type Change = ReturnType<typeof composerChange>;

/** @throws Invalid and Conflict as {@link changerConditions}. */
function composerChange(
  { mission, rows, mandants, reglages, proprietes }: Faits,
  conditions: NouvellesConditions,
) {
  if (mission.type !== "gestion")
    throw new Invalid({ modeFonds: "Seul un mandat de gestion a ces conditions." });
  if (rows.length === 0 && mission.retracteeLe !== null)
    throw new Conflict(
      `Ce mandat est rétracté depuis le ${formatJour(jourDeRetractation(mission.retracteeLe))}\u00A0: ses comptes ne s’ouvrent plus.`,
    );
  const { depuis, parts: demandees = [] } = conditions;
  const presents = mandants.filter(({ present }) => present === 1);
  const refuser = (champ: "ClientId" | "num", rangs: readonly number[], refus: string) => {
    if (rangs.length > 0)
      throw new Invalid(Object.fromEntries(rangs.map((rang) => [`parts.${rang}.${champ}`, refus])));
  };
  const etrangers = demandees.flatMap(({ ClientId }, rang) =>
    presents.some((mandant) => mandant.id === ClientId) ? [] : [rang],
  );
  refuser("ClientId", etrangers, "Ce client n’est pas un mandant de ce mandat.");
  const sansPart = demandees.flatMap(({ ClientId, num }, rang) =>
    num === 0 && donneEnLocation({ droit: droitDuMandant(ClientId, proprietes) }) ? [rang] : [],
  );
  refuser("num", sansPart, SANS_PART);
  const avant = enVigueurLe(rows, depuis);
  const apres = conditionsApres(avant && sansDate(avant), conditions);
  if (apres.assiette === "forfait" && !apres.forfait)
    throw new Invalid({ forfait: "Le montant par logement loué." });
  const parts = (conditions.parts ?? avant?.parts ?? []).map(({ ClientId, num, den }) => ({
    ClientId,
    num,
    den,
  }));
  const changees = differences(
    racontees(avant ? sansDate(avant) : PREMIERES_CONDITIONS, avant?.parts ?? []),
    racontees(apres, parts),
  );
  const memes = avant?.depuis === depuis && Object.keys(changees).length === 0;
  if (!memes && apres.tauxTva === 0 && !agenceDe(reglages).franchiseTva)
    throw new Invalid({ tauxTva: SANS_FRANCHISE });
  return { presents, avant, apres, depuis, parts, changees, memes };
}

/**
 * The changed terms about money, once an account was rendered: the journal of security records them.
 * @throws Conflict when a valid account covers that time, or payments contradict the terms; ToConfirm without a
 * recent password.
 */
function termesSensibles(
  { verdict }: Faits,
  { changees, depuis }: Change,
  { confirme }: ADonner,
): string[] {
  if (verdict?.rendu && verdict.rendu >= depuis) {
    throw new Conflict(
      `Un compte rendu validé va jusqu’au ${formatJour(verdict.rendu)} : choisissez un mois suivant.`,
      "depuis",
    );
  }
  if (verdict?.contredits) {
    throw new Conflict(
      `Des règlements ont été enregistrés depuis le ${formatJour(depuis)} sous les conditions d’avant : choisissez un mois suivant.`,
    );
  }
  const argent = verdict?.rendu ? termesDArgent(Object.keys(changees)) : [];
  if (argent.length > 0 && !confirme) throw new ToConfirm();
  return argent;
}

/** The condition that the mandate is as it was read, and that no payment contradicts its new terms. */
const memesFaits = (
  { mission }: Faits,
  { memes }: Change,
  { MissionId: id, conditions }: ADonner,
) => sql`${compteInchange(id, mission.version)}
  AND ${missionRetracteeLe(sql`${id}`)} IS ${mission.retracteeLe}
  AND ${memes ? sql`true` : sql`NOT EXISTS (${contredits(id, conditions)})`}`;

/** The statements that give the new terms, and note them in the register of mandates. */
async function ecrireConditions(
  ctx: Redacteur & Pick<Contexte, "today">,
  { MissionId }: ADonner,
  {
    change: { avant, apres, changees, depuis, parts },
    demandes,
    sensibles,
  }: {
    change: Change;
    demandes: readonly { ClientId: number; iban: string }[];
    sensibles: readonly string[];
  },
): Promise<Statements> {
  const { db, now, user } = ctx;
  const dire = avenantDesConditions({
    ...{ avant, apres, parts, depuis, now },
    champs: Object.keys(changees),
    comptes: demandes.map(({ ClientId, iban }) => ({
      ClientId,
      iban: estMasque(iban) ? iban : ibanMasque(iban),
    })),
  });
  const avenant = await noterChangement(ctx, { MissionId, dire, quand: sql`true` });
  return {
    ...(sensibles.length > 0
      ? {
          note: noter(db, {
            evenement: "conditions",
            user,
            details: { entite: "Mission", id: MissionId, champs: sensibles },
          }),
        }
      : {}),
    historique: trace(db, {
      entite: "Mission",
      entiteId: MissionId,
      etat: "Conditions du mandat",
      user,
      details: { depuis, modeFonds: apres.modeFonds, ...changees },
    }),
    ecrites: db
      .insert(conditionsMandat)
      .values({ ...apres, MissionId, depuis, user, createdAt: now.toISOString() }),
    parts: db.run(sql`
      INSERT INTO ${partsMandat} ("ConditionsMandatId", "ClientId", rang, num, den)
      SELECT ${newestId(conditionsMandat)}, value ->> 'ClientId', key + 1, value ->> 'num', value ->> 'den'
      FROM json_each(${JSON.stringify(parts)})`),
    ...avenant,
  };
}

/**
 * The effect of new terms on a mandate of the register: an avenant, or its first terms. `comptes`: the accounts
 * requested for its owners, with IBANs masked.
 */
const avenantDesConditions =
  ({
    avant,
    apres,
    parts,
    depuis,
    champs,
    comptes,
    now,
  }: {
    avant: ConditionsDatees | undefined;
    apres: Conditions;
    parts: Part[];
    depuis: Jour;
    champs: readonly string[];
    comptes: readonly { ClientId: number; iban: string }[];
    now: Date;
  }) =>
  (mandat: MandatLu) => {
    const objets = nomsDesConditions(champs);
    if (mandat.conditions.length === 0) return textePremieresConditions(objets, depuis);
    const signe = premierJour(moisDe(mandat.mission.dateSignature ?? depuis));
    if (depuis < signe) throw new Invalid({ depuis: AVANT_LE_MANDAT });
    const nouvelles = conditionsImprimees({ ...apres, depuis, parts }, { ...mandat, now });
    const anciennes = conditionsImprimees(avant ?? { ...PREMIERES_CONDITIONS, depuis, parts: [] }, {
      ...mandat,
      now,
    });
    const rangs = parts.map(({ ClientId }) => ClientId);
    const payees = nouvelles.parts.map((part, rang) => {
      const demande = comptes.find(({ ClientId }) => ClientId === rangs[rang]);
      return demande ? { ...part, iban: demande.iban } : part;
    });
    return {
      depuis,
      objets,
      changements: termesChanges(
        conditionsEnMots(anciennes),
        conditionsEnMots({ ...nouvelles, parts: payees }),
      ),
      ConditionsMandatId: newestId(conditionsMandat),
    };
  };

/**
 * The SQL statements that give new mandates their first terms, in the transaction that makes the mandates and links
 * their dwellings. The transaction fails when payments since the first day of those terms went to another receiver
 * than they name.
 * @param mandats each mandate, with its first terms: a sole owner has the whole, several owners have no shares yet
 */
export function ecrirePremieresConditions(
  db: Db,
  mandats: readonly { MissionId: number; conditions: NouvellesConditions }[],
  user: string,
): Statements {
  if (mandats.length === 0) return {};
  const rangees = mandats.map(({ MissionId, conditions }) => {
    const apres = conditionsApres(undefined, conditions);
    const changees = differences(racontees(PREMIERES_CONDITIONS, []), racontees(apres, []));
    const { depuis } = conditions;
    return {
      MissionId,
      depuis,
      apres,
      details: { depuis, modeFonds: apres.modeFonds, ...changees },
    };
  });
  const json = JSON.stringify(rangees);
  const colonnes = Object.keys(PREMIERES_CONDITIONS).map(
    (champ) => conditionsMandat[champ as keyof Conditions].name,
  );
  return {
    conditions: db.run(sql`
      INSERT INTO ${conditionsMandat} ("MissionId", depuis, "user", ${sql.join(
        colonnes.map((nom) => sql.identifier(nom)),
        sql`, `,
      )})
      SELECT dite.value ->> 'MissionId', dite.value ->> 'depuis', ${user},
        ${sql.join(
          colonnes.map((nom) => sql`dite.value -> 'apres' ->> ${nom}`),
          sql`, `,
        )}
      FROM json_each(${json}) dite ORDER BY dite.key`),
    conditionsTenues: provided(
      db,
      sql`NOT EXISTS (SELECT 1 FROM json_each(${json}) dite
      JOIN ${missionAppartements} l ON l."MissionId" = dite.value ->> 'MissionId'
      JOIN "Dossier" d ON d."AppartementId" = l."AppartementId"
      JOIN "Reglement" r ON r."DossierId" = d.id AND r.date >= dite.value ->> 'depuis'
      WHERE r.fonds <> dite.value -> 'apres' ->> 'modeFonds' AND r.etat IN ('recu', 'credite'))`,
    ),
    histoireDesConditions:
      db.run(sql`INSERT INTO "History" (entite, "entiteId", etat, "user", details)
      SELECT 'Mission', dite.value ->> 'MissionId', 'Conditions du mandat', ${user}, dite.value -> 'details' ->> '$'
      FROM json_each(${json}) dite ORDER BY dite.key`),
  };
}
