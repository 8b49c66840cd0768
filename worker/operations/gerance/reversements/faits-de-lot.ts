import { type SQL, sql } from "drizzle-orm";
import { agenceDe } from "#domain/agence/agence.ts";
import type { FaitsDuLot, SommesDues } from "#domain/gerance/reversements/lot-compose.ts";
import type { FondsDetenus } from "#domain/gerance/reversements/reversement.ts";
import { enCentimes } from "#domain/montants.ts";
import type { Results } from "#worker/db/client.ts";
import { variables } from "#worker/db/schema/agence.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireCompteDeLAgence } from "#worker/operations/gerance/banque/comptes-bancaires.ts";
import { lireNonVus } from "#worker/operations/gerance/banque/encaissements-non-vus.ts";
import { type AvoirsLus, avoirsDus } from "./avoirs-lus.ts";
import {
  avanceDue,
  type DepensesLues,
  depensesDues,
  dernierHonoraire,
  honorairesEnAttente,
  lireAvancesDues,
  lireHonoraires,
  lirePartsDues,
  lireRestitutionsDues,
  partDue,
  partiSeul,
  restitutionDue,
} from "./reversements-lus.ts";

type Instant = Pick<Contexte, "db" | "now" | "today">;

/**
 * The queries of the sums of a batch, for its control, and of the agency's fees. Other queries read its bills and its
 * credit notes before.
 * @param parts a condition on `p`, the parts, and `c`, their accounts
 * @param restitutions a condition on `s`, the frozen accounts
 * @param avances a condition on `s`, the advances to give back
 * @param sauf the batch under control: its own transfers do not count as payments
 */
export const quetesDesSommes = (
  { db, now }: Instant,
  {
    parts,
    restitutions,
    avances,
    sauf = null,
  }: Record<"parts" | "restitutions" | "avances", SQL> & { sauf?: number | null },
) => ({
  parts: lirePartsDues(db, parts, { now, sauf }),
  restitutions: lireRestitutionsDues(db, restitutions, { now, sauf }),
  avances: lireAvancesDues(db, avances, { now, sauf }),
  nonVus: lireNonVus(db),
  honoraires: lireHonoraires(db),
  dernier: db.all<{ id: number }>(sql`SELECT ${dernierHonoraire} AS id`),
});

/** The queries that decide the fees of a batch, and whether it needs a second administrator. */
export const quetesDeLAuteur = ({ db, now, today }: Instant, UserId: number) => ({
  attente: db.all<{ montant: number }>(sql`SELECT ${honorairesEnAttente} AS montant`),
  agence: lireCompteDeLAgence(db, today),
  seul: db.all<{ montant: number }>(sql`SELECT ${partiSeul(UserId, now)} AS montant`),
  reglages: db.select().from(variables),
});

type SommesLues = Results<ReturnType<typeof quetesDesSommes>> & {
  depenses: DepensesLues;
  avoirs: AvoirsLus;
};

/** The sums due, from the data read. */
export const sommesDues = ({
  parts,
  restitutions,
  avances,
  depenses,
  avoirs,
  nonVus,
}: Omit<SommesLues, "honoraires" | "dernier">): SommesDues => ({
  parts: parts.map(partDue),
  restitutions: restitutions.map(restitutionDue),
  avances: avances.map(avanceDue),
  depenses: depensesDues(depenses, nonVus),
  avoirs: avoirsDus(avoirs),
});

const SANS_FONDS: FondsDetenus = { compte: 0, detenu: 0, du: 0 };

/** The funds of the account that pays. */
export const fondsLus = ([fonds = SANS_FONDS]: readonly FondsDetenus[]): FondsDetenus => fonds;

/** The fees taken from the mandates and not transferred yet; cents. */
export const honorairesPris = (honoraires: readonly { montant: number }[]): number =>
  honoraires.reduce((somme, { montant }) => somme + montant, 0);

/** The data read, in the shape that the composition of a batch takes. */
export const faitsDuLot = (
  faits: Pick<SommesLues, "nonVus" | "honoraires"> & Results<ReturnType<typeof quetesDeLAuteur>>,
  fonds: readonly FondsDetenus[],
): FaitsDuLot => ({
  fonds: fondsLus(fonds),
  nonVus: faits.nonVus,
  pris: honorairesPris(faits.honoraires),
  attente: faits.attente[0]?.montant ?? 0,
  seul: faits.seul[0]?.montant ?? 0,
  seuil: enCentimes(agenceDe(faits.reglages).seuilReversement),
  compteNouveau: faits.agence[0]?.nouveau === 1,
});
