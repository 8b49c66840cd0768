import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { nomAppartement } from "#domain/adresse.ts";
import { agenceDe } from "#domain/agence.ts";
import { type Jour, periodeEnLettres } from "#domain/dates.ts";
import { Conflict, FICHE_MODIFIEE, Invalid, NotFound } from "#domain/erreurs.ts";
import { titulaires } from "#domain/locataire.ts";
import { somme } from "#domain/montants.ts";
import type { ModePaiement } from "#domain/paiement.ts";
import { nomComplet } from "#domain/personne.ts";
import { etatQuittance } from "#domain/quittance.ts";
import type { DemandeValidation } from "#domain/quittance-fiche.ts";
import type { Db } from "#worker/db/client.ts";
import { MAINTENANT } from "#worker/db/columns.ts";
import { quittanceSupprimable } from "#worker/db/conditions.ts";
import { rowExists } from "#worker/db/rows.ts";
import { appartements, locataires, quitances, variables } from "#worker/db/schema.ts";
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
  CourrielIds: number[];
  /** The R2 key of the PDF that no longer tells the truth, to be deleted. */
  ancienPdf: string | null;
}

/**
 * Gives a receipt this state, in one transaction with its history and its mails (domain/README §2.7, §7.3):
 * paid, the quittance is to be sent to the tenant who agreed to e-mail and an avis not sent yet is cancelled;
 * no longer paid, the reverse. The PDF of the former state is forgotten. In that state already: nothing.
 * @param updatedAt the version the change is based on, when the caller knows it.
 * @throws NotFound; Conflict when the receipt changed since `updatedAt`; Invalid when the amount
 * received covers all that is owed.
 */
export async function changerEtat({
  db,
  id,
  source,
  user,
  today,
  updatedAt,
  ...etat
}: EtatDemande & {
  db: Db;
  id: number;
  source: "agence" | "locataire";
  user: string | null;
  today: Jour;
  updatedAt?: string;
}): Promise<Changement> {
  const { avant, ...changement } = await appliquer(db, etat, {
    laquelle: sql`"Quitance".id = ${id}`,
    source,
    user,
    today,
    condition: sql`${differe(etat, today)}
      ${updatedAt === undefined ? sql`` : sql`AND "updatedAt" = ${updatedAt}`}
      ${etat.montantPaye ? sql`AND ${sql.param(etat.montantPaye, quitances.montantPaye)} < "loyerHC" + charge` : sql``}`,
  });
  if (!avant) throw new NotFound();
  if (updatedAt !== undefined && avant.updatedAt !== updatedAt) {
    throw new Conflict(FICHE_MODIFIEE);
  }
  if (etat.montantPaye && etat.montantPaye >= somme(avant.loyerHC, avant.charge)) {
    throw new Invalid({
      montantPaye: "Ce montant couvre toute l’échéance : marquez la quittance comme payée.",
    });
  }
  return changement;
}

/**
 * The tenant's answer to the public link, once and for all: of two answers, even at the same instant,
 * exactly one counts. It is a declaration: kept with its instant, and the state it gives is marked as
 * coming from the tenant (domain/README §2.5); a state that was this one already keeps its source.
 * @throws Conflict when the link is unknown or was answered already.
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
  const { avant, ...changement } = await appliquer(
    db,
    { regle: paye, statusInconu: false },
    {
      laquelle: sql`"Quitance".uuid = ${uuid}`,
      source: "locataire",
      user: null,
      today,
      condition: sql`"reponduLe" IS NULL`,
      aussi: sql`reponse = ${Number(paye)}, "reponduLe" = ${now.toISOString()},`,
    },
  );
  if (!avant || !changement.change) throw new Conflict(DEJA_REPONDU);
  return changement;
}

/**
 * What the public page shows; reading it changes nothing. An unknown link looks like an answered one, and
 * neither tells more than the agency to write to.
 */
export async function lireDemande(db: Db, uuid: string): Promise<DemandeValidation> {
  const {
    trouvees: [trouvee],
    reglages,
  } = await db.read({
    trouvees: db
      .select({ quitance: quitances, appartement: appartements, locataire: locataires })
      .from(quitances)
      .innerJoin(appartements, eq(appartements.id, quitances.AppartementId))
      .innerJoin(locataires, eq(locataires.id, quitances.LocataireId))
      .where(and(eq(quitances.uuid, uuid), isNull(quitances.reponduLe))),
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

interface Application {
  laquelle: SQL;
  source: "agence" | "locataire";
  user: string | null;
  today: Jour;
  condition: SQL;
  /** Other columns to set, with a comma at the end. */
  aussi?: SQL;
}

async function appliquer(
  db: Db,
  etat: EtatDemande,
  { laquelle, source, user, today, condition, aussi = sql`` }: Application,
) {
  const change = differe(etat, today);
  const aChanger = sql`${laquelle} AND ${condition}`;
  const quand = rowExists(quitances, aChanger);
  const {
    avant: [avant],
    quittance,
    attente,
  } = await db.write({
    avant: db
      .select({
        clePdf: quitances.clePdf,
        updatedAt: quitances.updatedAt,
        loyerHC: quitances.loyerHC,
        charge: quitances.charge,
      })
      .from(quitances)
      .where(laquelle),
    historique: trace(db, {
      entite: "Quitance",
      entiteId: sql`(SELECT id FROM ${quitances} WHERE ${aChanger})`,
      etat: libelle(etat, source),
      user,
    }),
    courriel: preparerEnvois(
      db,
      "changement",
      sql`${laquelle} AND ${quand}`,
      sql`${Number(etat.regle)}`,
    ),
    quittance: db.run(sql`
      UPDATE ${quitances} SET (${COLONNES}) = (${valeurs(etat, today)}), ${aussi}
        source = iif(${change}, ${source}, source), file = iif(${change}, NULL, file),
        "updatedAt" = ${MAINTENANT}
      WHERE ${aChanger}`),
    suite: suivreEtat(db, laquelle),
    attente: courrielsEnAttente(db, laquelle),
  });
  const ecrite = quittance.rowsAffected > 0;
  return {
    avant,
    change: ecrite,
    CourrielIds: ecrite ? attente.map((courriel) => courriel.id) : [],
    ancienPdf: ecrite ? (avant?.clePdf ?? null) : null,
  };
}

const COLONNES = sql`regle, "statusInconu", "montantPaye", "datePaiement", mode`;

/** The new values of `COLONNES`, from the request and from the old ones. */
function valeurs(etat: EtatDemande, today: Jour): SQL {
  const { regle, datePaiement, mode } = etat;
  const statusInconu = !regle && etat.statusInconu;
  const montant = montantRecu({ ...etat, statusInconu });
  const encaisse = regle ? sql`1` : sql`${montant} IS NOT NULL`;
  const memeRegle = sql`regle = ${Number(regle)}`;
  const jour = sql`coalesce(${datePaiement ?? null}, iif(${memeRegle}, "datePaiement", NULL), ${today})`;
  const moyen = mode === undefined ? sql`mode` : sql`${mode}`;
  return sql`${Number(regle)}, ${Number(statusInconu)}, ${montant},
    iif(${encaisse}, ${jour}, NULL), iif(${encaisse}, ${moyen}, NULL)`;
}

/** What was received in part: none on a receipt that is paid or unknown. */
function montantRecu({ regle, statusInconu, montantPaye }: EtatDemande): SQL {
  if (regle || statusInconu) return sql`NULL`;
  if (montantPaye === undefined) return sql`"montantPaye"`;
  return montantPaye ? sql`${sql.param(montantPaye, quitances.montantPaye)}` : sql`NULL`;
}

const differe = (etat: EtatDemande, today: Jour) =>
  sql`(${COLONNES}) IS NOT (${valeurs(etat, today)})`;

function libelle(etat: EtatDemande, source: "agence" | "locataire"): string {
  const mot = etat.montantPaye
    ? "Paiement partiel"
    : { payee: "Payée", impayee: "Impayée", inconnue: "Inconnue" }[etatQuittance(etat)];
  return source === "locataire" ? `${mot}, déclaré par le locataire` : mot;
}

/**
 * Deletes a receipt that nothing holds: the last number of its year, unpaid, never sent, so that
 * numbers stay gapless (domain/README §2.4). The condition is in the statement: what happens at the same
 * time cannot slip between.
 * @returns the R2 key of its PDF, to be deleted; null when it had none.
 * @throws NotFound; Conflict when it must be kept.
 */
export async function supprimerQuittance({
  db,
  id,
  user,
}: {
  db: Db;
  id: number;
  user: string;
}): Promise<string | null> {
  const supprimable = sql`${quitances.id} = ${id} AND ${quittanceSupprimable}`;
  const {
    avant: [avant],
    supprimee,
  } = await db.write({
    avant: db
      .select({ clePdf: quitances.clePdf, numero: quitances.numero })
      .from(quitances)
      .where(eq(quitances.id, id)),
    historique: trace(db, {
      entite: "Quitance",
      entiteId: id,
      etat: "Suppression",
      user,
      quand: rowExists(quitances, supprimable),
    }),
    supprimee: db.delete(quitances).where(supprimable),
  });
  if (!avant) throw new NotFound();
  if (supprimee.rowsAffected === 0) {
    throw new Conflict(
      "Suppression impossible : seule la dernière quittance de l’année, ni payée ni envoyée, se supprime.",
    );
  }
  return avant.clePdf;
}
