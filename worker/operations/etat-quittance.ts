import { and, eq, type SQL, sql } from "drizzle-orm";
import { nomAppartement } from "#domain/adresse.ts";
import { agenceDe } from "#domain/agence.ts";
import type { CourrielEnAttente } from "#domain/courriel.ts";
import { type Jour, periodeEnLettres } from "#domain/dates.ts";
import { Conflict, FICHE_MODIFIEE, Invalid, NotFound } from "#domain/erreurs.ts";
import type { VersionLue } from "#domain/fields.ts";
import { titulaires } from "#domain/locataire.ts";
import { somme } from "#domain/montants.ts";
import type { ModePaiement } from "#domain/paiement.ts";
import { nomComplet } from "#domain/personne.ts";
import { ETATS_QUITTANCE, type EtatQuittance, etatQuittance } from "#domain/quittance.ts";
import {
  type DemandeDuLot,
  type DemandeValidation,
  type ResultatDuLot,
  refusDuLot,
} from "#domain/quittance-fiche.ts";
import type { Db } from "#worker/db/client.ts";
import { MAINTENANT } from "#worker/db/columns.ts";
import {
  lienOuvert,
  quittanceComptee,
  quittanceEst,
  quittanceSupprimable,
} from "#worker/db/conditions.ts";
import { rowExists } from "#worker/db/rows.ts";
import { appartements, locataires, quitances, variables } from "#worker/db/schema.ts";
import { asRead, isStale } from "#worker/db/versions.ts";
import { trace } from "./history.ts";
import { courrielsEnAttente, preparerEnvois, suivreEtat } from "./outbox.ts";

const DEJA_REPONDU = "Votre réponse a déjà été prise en compte par nos services...";

/** The state of payment asked for; what is left out keeps its value where it still makes sense. */
export interface EtatDemande {
  regle: boolean;
  statusInconu: boolean;
  /** Day of payment; the day of the change when a payment is noted without one. */
  datePaiement?: Jour | null;
  mode?: ModePaiement | null;
  /** Euros received when not everything was: on an unpaid receipt only. */
  montantPaye?: number | null;
}

export interface Changement {
  /** False when the receipt was in this state already: nothing was written. */
  change: boolean;
  /** Mails that wait because of the change, to be queued. */
  courriels: CourrielEnAttente[];
  /** The R2 key of the PDF that no longer tells the truth, to be deleted. */
  ancienPdf: string | null;
}

/**
 * Gives a receipt this state, in one transaction with its history and its mails (domain/README §2.7, §7.3):
 * paid by the agency's word, the quittance is to be sent to the tenant who agreed to e-mail and an avis not sent yet
 * is cancelled; no longer so, the reverse. The PDF of the former state is forgotten. In that state already: nothing.
 * @param source `locataire` lets the state rest on the tenant's word again: it must be what the tenant answered.
 * @param lue the version the change is based on, when the caller knows it.
 * @throws NotFound; Conflict when the receipt is no longer the one that was read, is cancelled, or its tenant answered
 * otherwise; Invalid when the amount received covers all that is owed.
 */
export async function changerEtat({
  db,
  id,
  source,
  user,
  today,
  lue = {},
  ...etat
}: EtatDemande & {
  db: Db;
  id: number;
  source: Source;
  user: string | null;
  today: Jour;
  lue?: VersionLue;
}): Promise<Changement> {
  const {
    avant: [avant],
    ...changement
  } = await appliquer(db, etat, {
    lesquelles: sql`"Quitance".id = ${id}`,
    source,
    user,
    today,
    condition: sql`${differe(etat, source, today)} AND ${quittanceComptee}
      AND ${asRead(quitances, lue) ?? sql`true`}
      ${source === "agence" ? sql`` : sql`AND reponse = ${Number(etat.regle)}`}
      ${etat.montantPaye ? sql`AND ${sql.param(etat.montantPaye, quitances.montantPaye)} < "loyerHC" + charge` : sql``}`,
  });
  if (!avant) throw new NotFound();
  if (avant.annuleeLe !== null) throw new Conflict("Cette quittance est annulée.");
  if (isStale(avant, lue)) throw new Conflict(FICHE_MODIFIEE);
  if (source === "locataire" && avant.reponse !== etat.regle) {
    throw new Conflict("Le locataire n’a pas fait cette déclaration.");
  }
  if (etat.montantPaye && etat.montantPaye >= somme(avant.loyerHC, avant.charge)) {
    throw new Invalid({
      montantPaye: "Ce montant couvre toute l’échéance : marquez la quittance comme payée.",
    });
  }
  return seul(changement);
}

/** What became of many receipts, and what is left to do because of it. */
export interface ChangementDuLot extends ResultatDuLot {
  /** Mails that wait because of them, to be queued. */
  courriels: CourrielEnAttente[];
  anciensPdf: string[];
}

/**
 * Marks many receipts paid or unpaid, in one transaction: each is changed whole or left as it is, and named with its
 * reason, one that is no longer of the version that was read as well. One that is paid already keeps its day and its
 * mode (domain/README §7.3).
 */
export async function changerEtats({
  db,
  ids,
  user,
  today,
  declarees,
  versions = {},
  ...paiement
}: DemandeDuLot & { db: Db; user: string; today: Jour }): Promise<ChangementDuLot> {
  const etat = { ...paiement, statusInconu: false };
  const laissees = declarees
    ? sql`NOT (${quittanceEst.declaree})`
    : etat.regle
      ? quittanceEst.payee
      : sql`false`;
  const { avant, changees, courriels, anciensPdf } = await appliquer(db, etat, {
    lesquelles: sql`"Quitance".id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    source: "agence",
    user,
    today,
    condition: sql`${differe(etat, "agence", today)} AND ${quittanceComptee} AND NOT (${laissees})
      AND version = coalesce((SELECT value FROM json_each(${JSON.stringify(versions)})
        WHERE key = CAST("Quitance".id AS text)), version)`,
  });
  const trouvees = new Map(avant.map((une) => [une.id, une]));
  const faites = new Set(changees);
  const refusees = [...new Set(ids)]
    .filter((id) => !faites.has(id))
    .map((id) => {
      const une = trouvees.get(id);
      const modifiee = une !== undefined && isStale(une, { version: versions[id] });
      const motif = refusDuLot(une && etatQuittance(une), modifiee);
      return { id, numero: une?.numero ?? null, motif };
    });
  return { changees, refusees, courriels, anciensPdf };
}

/**
 * The tenant's answer to the public link, once and for all: of two answers, even at the same instant,
 * exactly one counts, and none where the agency has recorded anything. It is a declaration: kept with its instant,
 * and the state it gives is marked as coming from the tenant (domain/README §2.5).
 * @throws Conflict when the link is unknown, was answered already, or no longer takes an answer.
 */
export async function repondreQuittance({
  db,
  uuid,
  paye,
  now,
  today,
}: {
  db: Db;
  uuid: string;
  paye: boolean;
  now: Date;
  today: Jour;
}): Promise<Changement> {
  const changement = await appliquer(
    db,
    { regle: paye, statusInconu: false },
    {
      lesquelles: sql`"Quitance".uuid = ${uuid}`,
      source: "locataire",
      user: null,
      today,
      condition: lienOuvert(now),
      aussi: sql`reponse = ${Number(paye)}, "reponduLe" = ${now.toISOString()},`,
    },
  );
  if (changement.changees.length === 0) throw new Conflict(DEJA_REPONDU);
  return seul(changement);
}

/**
 * What the public page shows; reading it changes nothing. A link that is unknown or takes no answer looks like an
 * answered one, and none tells more than the agency to write to.
 */
export async function lireDemande(db: Db, uuid: string, now: Date): Promise<DemandeValidation> {
  const {
    trouvees: [trouvee],
    reglages,
  } = await db.read({
    trouvees: db
      .select({ quitance: quitances, appartement: appartements, locataire: locataires })
      .from(quitances)
      .innerJoin(appartements, eq(appartements.id, quitances.AppartementId))
      .innerJoin(locataires, eq(locataires.id, quitances.LocataireId))
      .where(and(eq(quitances.uuid, uuid), lienOuvert(now))),
    reglages: db.select({ nom: variables.nom, valeur: variables.valeur }).from(variables),
  });
  const { agenceNom, agenceEmail } = agenceDe(reglages);
  if (!trouvee) {
    const rien = { periode: "", logement: "", locataire: "", total: 0 };
    return { repondu: true, ...rien, agenceNom, agenceEmail };
  }
  const { quitance, appartement, locataire } = trouvee;
  return {
    repondu: false,
    periode: periodeEnLettres(quitance.date, quitance.dateFin),
    logement: `${nomAppartement(appartement)}, ${appartement.codePostal} ${appartement.ville}`,
    locataire: titulaires(locataire).map(nomComplet).join(" et "),
    total: somme(quitance.loyerHC, quitance.charge),
    agenceNom,
    agenceEmail,
  };
}

type Source = "agence" | "locataire";

interface Application {
  /** A condition on `Quitance`. */
  lesquelles: SQL;
  source: Source;
  user: string | null;
  today: Jour;
  /** Which of them change: a condition on `Quitance` alone. */
  condition: SQL;
  /** Other columns to set, with a comma at the end. */
  aussi?: SQL;
}

async function appliquer(
  db: Db,
  etat: EtatDemande,
  { lesquelles, source, user, today, condition, aussi = sql`` }: Application,
) {
  const change = differe(etat, source, today);
  const aChanger = sql`(SELECT id FROM ${quitances} WHERE ${lesquelles} AND ${condition})`;
  const { avant, quittances, attente } = await db.write({
    avant: db
      .select({
        id: quitances.id,
        numero: quitances.numero,
        clePdf: quitances.clePdf,
        updatedAt: quitances.updatedAt,
        version: quitances.version,
        loyerHC: quitances.loyerHC,
        charge: quitances.charge,
        regle: quitances.regle,
        statusInconu: quitances.statusInconu,
        source: quitances.source,
        annuleeLe: quitances.annuleeLe,
        reponse: quitances.reponse,
      })
      .from(quitances)
      .where(lesquelles),
    historique: trace(db, {
      entite: "Quitance",
      entiteId: aChanger,
      etat: libelle(etat, source),
      user,
      details: differences(etat, source, today),
    }),
    courriel: preparerEnvois(db, "changement", sql`"Quitance".id IN ${aChanger}`, {
      user,
      acquittee: sql`${Number(etat.regle && source === "agence")}`,
    }),
    quittances: db.all<{ id: number }>(sql`
      UPDATE ${quitances} SET (${COLONNES}) = (${valeurs(etat, today)}), ${aussi}
        source = iif(${change}, ${source}, source), file = iif(${change}, NULL, file),
        "updatedAt" = ${MAINTENANT}
      WHERE ${lesquelles} AND ${condition} RETURNING id`),
    suite: suivreEtat(db, lesquelles),
    attente: courrielsEnAttente(db, lesquelles),
  });
  const changees = quittances.map(({ id }) => id);
  return {
    avant,
    changees,
    courriels: changees.length > 0 ? attente : [],
    anciensPdf: avant.flatMap(({ id, clePdf }) => (clePdf && changees.includes(id) ? clePdf : [])),
  };
}

/** The change of a receipt, said of it alone. */
function seul({ changees, courriels, anciensPdf }: Omit<ChangementDuLot, "refusees">): Changement {
  return { change: changees.length > 0, courriels, ancienPdf: anciensPdf[0] ?? null };
}

const COLONNES = sql`regle, "statusInconu", "montantPaye", "datePaiement", mode`;

/** The new value of each of `COLONNES`, from the request and from the old ones. */
function nouvelles(etat: EtatDemande, today: Jour) {
  const { regle, datePaiement, mode } = etat;
  const statusInconu = !regle && etat.statusInconu;
  const montant = montantRecu({ ...etat, statusInconu });
  const encaisse = regle ? sql`1` : sql`${montant} IS NOT NULL`;
  const memeRegle = sql`regle = ${Number(regle)}`;
  const jour = sql`coalesce(${datePaiement ?? null}, iif(${memeRegle}, "datePaiement", NULL), ${today})`;
  const moyen = mode === undefined ? sql`mode` : sql`${mode}`;
  return {
    regle: sql`${Number(regle)}`,
    statusInconu: sql`${Number(statusInconu)}`,
    montantPaye: montant,
    datePaiement: sql`iif(${encaisse}, ${jour}, NULL)`,
    mode: sql`iif(${encaisse}, ${moyen}, NULL)`,
  };
}

function valeurs(etat: EtatDemande, today: Jour): SQL {
  const { regle, statusInconu, montantPaye, datePaiement, mode } = nouvelles(etat, today);
  return sql`${regle}, ${statusInconu}, ${montantPaye}, ${datePaiement}, ${mode}`;
}

/** What was received in part: none on a receipt that is paid or unknown. */
function montantRecu({ regle, statusInconu, montantPaye }: EtatDemande): SQL {
  if (regle || statusInconu) return sql`NULL`;
  if (montantPaye === undefined) return sql`"montantPaye"`;
  return montantPaye ? sql`${sql.param(montantPaye, quitances.montantPaye)}` : sql`NULL`;
}

/** The agency's word on what only the tenant had said changes the receipt, even into the same state. */
const differe = (etat: EtatDemande, source: Source, today: Jour) =>
  sql`((${COLONNES}) IS NOT (${valeurs(etat, today)})
    OR source IS ${source === "agence" ? sql`'locataire'` : sql`NOT 'locataire'`})`;

/** What the change changes of the receipt `fiche.id`, as history keeps it: `{field: [before, after]}`, in euros. */
function differences(etat: EtatDemande, source: Source, today: Jour): SQL {
  const { montantPaye, datePaiement, mode } = nouvelles(etat, today);
  const motAvant = sql`CASE ${sql.join(
    Object.entries(ETATS_QUITTANCE).map(
      ([nom, mot]) => sql`WHEN ${quittanceEst[nom as EtatQuittance]} THEN ${mot}`,
    ),
    sql` `,
  )} END`;
  const motApres = ETATS_QUITTANCE[etatQuittance({ ...etat, source, annuleeLe: null })];
  const champs: [nom: string, avant: SQL, apres: SQL][] = [
    ["etat", motAvant, sql`${motApres}`],
    ["montantPaye", sql`"montantPaye" / 100.0`, sql`(${montantPaye}) / 100.0`],
    ["datePaiement", sql`"datePaiement"`, datePaiement],
    ["mode", sql`mode`, mode],
  ];
  return sql`(
    SELECT json_group_object(nom, json_array(avant, apres)) FROM (${sql.join(
      champs.map(
        ([nom, avant, apres]) =>
          sql`SELECT ${nom} AS nom, ${avant} AS avant, ${apres} AS apres FROM ${quitances} WHERE "Quitance".id = fiche.id`,
      ),
      sql` UNION ALL `,
    )}) WHERE avant IS NOT apres)`;
}

function libelle(etat: EtatDemande, source: Source): string {
  const donne = etatQuittance({ ...etat, source: "agence", annuleeLe: null });
  const mot = etat.montantPaye ? "Paiement partiel" : ETATS_QUITTANCE[donne];
  return source === "locataire" ? `${mot}, déclaré par le locataire` : mot;
}

/**
 * Deletes a receipt that nothing holds: the last number of its year, unpaid, whose document nobody saw, so that
 * numbers stay gapless (domain/README §2.4). The condition is in the statement: what happens at the same
 * time cannot slip between.
 * @param lue the receipt as it was read; absent, whatever it is.
 * @returns the R2 key of its PDF, to be deleted; null when it had none.
 * @throws NotFound; Conflict when it must be kept, or is no longer the one that was read.
 */
export async function supprimerQuittance({
  db,
  id,
  user,
  lue = {},
}: {
  db: Db;
  id: number;
  user: string;
  lue?: VersionLue;
}): Promise<string | null> {
  const supprimable = sql`${quitances.id} = ${id} AND ${quittanceSupprimable}
    AND ${asRead(quitances, lue) ?? sql`true`}`;
  const {
    avant: [avant],
    supprimee,
  } = await db.write({
    avant: db
      .select({
        clePdf: quitances.clePdf,
        servieLe: quitances.servieLe,
        updatedAt: quitances.updatedAt,
        version: quitances.version,
      })
      .from(quitances)
      .where(eq(quitances.id, id)),
    historique: trace(db, {
      entite: "Quitance",
      entiteId: id,
      etat: "Suppression",
      user,
      details: contenuQuittance(),
      quand: rowExists(quitances, supprimable),
    }),
    supprimee: db.delete(quitances).where(supprimable),
  });
  if (!avant) throw new NotFound();
  if (supprimee.rowsAffected === 0) {
    if (isStale(avant, lue)) throw new Conflict(FICHE_MODIFIEE);
    throw new Conflict(
      avant.servieLe === null
        ? "Suppression impossible : seule la dernière quittance de l’année, ni payée, ni annulée, ni envoyée, se supprime."
        : "Suppression impossible : son document a déjà été ouvert, archivé ou envoyé. Annulez-la : elle garde son numéro.",
    );
  }
  return avant.clePdf;
}

/**
 * What history keeps of the receipt `fiche.id` when it is made, cancelled or deleted: number, period, amounts in euros.
 * @param aussi another field, and its value.
 */
export const contenuQuittance = (aussi: SQL = sql``): SQL =>
  sql`(SELECT json_object('numero', q.numero, 'date', q.date, 'dateFin', q."dateFin",
    'loyerHC', q."loyerHC" / 100.0, 'charge', q.charge / 100.0${aussi})
    FROM ${quitances} q WHERE q.id = fiche.id)`;
