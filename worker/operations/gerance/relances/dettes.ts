import { type SQL, sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import type { EcheanceImpayee } from "#domain/gerance/relances/impayes.ts";
import type { Dette, Plan, RelanceFaite, Terme } from "#domain/gerance/relances/relances.ts";
import { enCentimes } from "#domain/montants.ts";
import { adresseClient, contactParDefaut, MAILS_CLIENT } from "#domain/personnes/client.ts";
import { estEfface } from "#domain/personnes/personne.ts";
import { bailleursDe } from "#domain/personnes/propriete.ts";
import { titulaires } from "#domain/personnes/titulaires.ts";
import type { Db } from "#worker/db/client.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { enPause, enRetard, recuDe } from "./impayes.ts";

/** A dossier, its debts, and the addressees of its reminders. */
export interface DetteChargee extends Dette {
  DossierId: number;
  dossier: DossierRelance;
}

/** A lease with the persons and the dwelling that its reminders name. */
export type DossierRelance = Awaited<ReturnType<typeof chargerDossiers>>[number];

const parmi = (ids: readonly number[]) =>
  sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** The query of these leases, whether they owe something or not. */
export const chargerDossiers = (db: Db, ids: readonly number[]) =>
  db.query.dossiers.findMany({
    where: (dossier) => sql`${dossier.id} IN ${parmi(ids)}`,
    columns: { recherche: false, clauses: false, travaux: false, annexes: false },
    with: {
      locataire: true,
      cautions: true,
      appartement: { with: { proprietes: { with: { client: true } } } },
    },
  });

type EcheanceLue = Omit<EcheanceImpayee, "incertaine"> & { DossierId: number; incertaine: number };
type RelanceLue = RelanceFaite & { DossierId: number };
interface PlanLu {
  DossierId: number;
  date: Jour;
  montant: number;
  termes: string;
}

/**
 * The debts of these dossiers on a day, with all the data of their reminders, in one round trip. Nothing is claimed
 * from a tenant whose data were erased.
 */
export async function chargerDettes(
  { db, today }: Pick<Contexte, "db" | "today">,
  ids: readonly number[],
): Promise<DetteChargee[]> {
  if (ids.length === 0) return [];
  const desDossiers = (colonne: SQL) => sql`${colonne} IN ${parmi(ids)}`;
  const { dossiers, echeances, relances, plans, etats } = await db.read({
    dossiers: chargerDossiers(db, ids),
    echeances: db.all<EcheanceLue>(
      sql`${enRetard(today, desDossiers(sql`e."DossierId"`))} ORDER BY e."exigibleLe", e.id`,
    ),
    relances: db.all<RelanceLue>(sql`
      SELECT "DossierId", etape, "exigibleLe", "CautionId", etat, substr("libereeLe", 1, 10) AS "libereeLe"
      FROM "Relance" WHERE ${desDossiers(sql`"DossierId"`)}`),
    plans: db.all<PlanLu>(sql`
      SELECT "DossierId", date, montant, termes FROM "PlanApurement"
      WHERE "closLe" IS NULL AND ${desDossiers(sql`"DossierId"`)} ORDER BY id`),
    etats: db.all<{ id: number; pause: number; recu: number }>(sql`
      SELECT value AS id, ${enPause(sql`value`, today)} AS pause, ${recuDe(sql`value`)} AS recu
      FROM json_each(${JSON.stringify(ids)})`),
  });
  const parDossier = <T extends { DossierId: number }>(lignes: readonly T[]) =>
    Map.groupBy(lignes, ({ DossierId }) => DossierId);
  const echeancesDe = parDossier(echeances);
  const relancesDe = parDossier(relances);
  const plansDe = parDossier(plans);
  const parId = new Map(etats.map((etat) => [etat.id, etat]));
  return dossiers
    .filter(({ locataire }) => !estEfface(locataire))
    .map((dossier) => ({
      DossierId: dossier.id,
      dossier,
      echeances: (echeancesDe.get(dossier.id) ?? []).map(({ incertaine, ...echeance }) => ({
        ...echeance,
        incertaine: Boolean(incertaine),
      })),
      recu: parId.get(dossier.id)?.recu ?? 0,
      gli: Boolean(dossier.garantieLoyersImpayes),
      enPause: Boolean(parId.get(dossier.id)?.pause),
      plan: planDe(plansDe.get(dossier.id)?.at(-1)),
      cautions: dossier.cautions
        .filter((caution) => !estEfface(caution))
        .map(({ dateFinCaution, id }) => ({ id, dateFinCaution })),
      relances: relancesDe.get(dossier.id) ?? [],
    }));
}

const planDe = (plan: PlanLu | undefined): Plan | null =>
  plan
    ? { date: plan.date, montant: plan.montant, termes: JSON.parse(plan.termes) as Terme[] }
    : null;

/** The owners who let the dwelling, the contact first. */
export const bailleursDuDossier = (dossier: DossierRelance) =>
  bailleursDe(dossier.appartement).map((client) => ({ ...client, ...adresseClient(client) }));

/** The e-mail addresses of the tenants, each once; none without their agreement to e-mail. */
export function mailsDesLocataires({
  locataire,
}: {
  locataire: Pick<DossierRelance["locataire"], "accordEmail" | "autreMail" | "mail" | "mail2">;
}): string[] {
  const { accordEmail, autreMail, mail, mail2 } = locataire;
  return accordEmail ? uniques([mail, mail2, autreMail]) : [];
}

/** The e-mail address of the owner who is the contact, in a list; empty without one. */
export function mailsDuBailleur(dossier: DossierRelance): string[] {
  const [premier] = bailleursDuDossier(dossier);
  return premier ? uniques([contactParDefaut(premier, MAILS_CLIENT, premier.mailDefaut)]) : [];
}

const uniques = (adresses: readonly (string | null)[]) =>
  [
    ...new Set(adresses.filter((adresse) => adresse !== null && /^[^@\s]+@[^@\s]+$/.test(adresse))),
  ] as string[];

/** The tenants of the lease. */
export const locatairesDe = ({ locataire }: DossierRelance) => titulaires(locataire);

/** The address of the dwelling in one line: « 27 boulevard Saint-Michel, 75005 Paris ». */
export const adresseDe = ({ appartement }: DossierRelance): string =>
  `${appartement.adresse}, ${appartement.codePostal} ${appartement.ville}`;

/** Rent and charges of a month, in cents. */
export const loyerMensuelDe = ({ loyerCharge, loyerHC }: DossierRelance): number =>
  enCentimes(loyerHC) + enCentimes(loyerCharge);
