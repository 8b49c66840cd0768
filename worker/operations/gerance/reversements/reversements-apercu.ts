import { type SQL, sql } from "drizzle-orm";
import { agenceDe } from "#domain/agence/agence.ts";
import { plusTard } from "#domain/dates.ts";
import {
  controlerEnsemble,
  enBanque,
  motsDesNonVus,
} from "#domain/gerance/banque/encaissement-non-vu.ts";
import { jourTarget } from "#domain/gerance/reversements/jours-target.ts";
import {
  aDeux,
  honorairesAVirer,
  honorairesDuLot,
  jourDeReversement,
  motsDesHonorairesRestants,
  type PartDue,
  refusDuLot,
} from "#domain/gerance/reversements/reversement.ts";
import type { ApercuReversement } from "#domain/gerance/reversements/reversement-fiche.ts";
import {
  controlerDepenses,
  controlerRestitutions,
  type DepenseDue,
  objetDeDepense,
  objetDeRestitution,
  type RestitutionDue,
} from "#domain/gerance/reversements/sommes-dues.ts";
import { enCentimes, enEuros } from "#domain/montants.ts";
import { ordre } from "#domain/ordre.ts";
import { soldesDeLaBanque } from "#worker/db/conditions-comptes.ts";
import { variables } from "#worker/db/schema/agence.ts";
import { comptesBancaires, lignes } from "#worker/db/schema/gerance.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireNonVus } from "#worker/operations/gerance/banque/encaissements-non-vus.ts";
import {
  depensesDues,
  fournisseurConnu,
  honorairesEnAttente,
  lireCompteDeLAgence,
  lireDepensesAPayer,
  lireFonds,
  lireHonoraires,
  lirePartsDues,
  lireRestitutionsDues,
  nonPayee,
  partDue,
  partiSeul,
  restitutionDue,
} from "./reversements-lus.ts";

interface AApercevoir {
  /** Without any of the three: all that is due and not paid. */
  CompteRenduIds?: readonly number[] | undefined;
  SoldeDepartIds?: readonly number[] | undefined;
  IntendanceIds?: readonly number[] | undefined;
  CompteBancaireId?: number | undefined;
  honoraires: boolean;
  /** The administrator who would make the batch. */
  UserId: number;
}

async function lireFaits(ctx: Contexte, demande: AApercevoir) {
  const { db, now, today } = ctx;
  const { CompteRenduIds, SoldeDepartIds, IntendanceIds, UserId } = demande;
  const tout = !(CompteRenduIds || SoldeDepartIds || IntendanceIds);
  const choisis = (colonne: SQL, ids: readonly number[] = []) =>
    sql`${colonne} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  const depenses = await lireDepensesAPayer(ctx, {
    lesquelles: tout
      ? sql`${nonPayee("fournisseur")} AND ${fournisseurConnu}`
      : choisis(sql`i.id`, IntendanceIds),
  });
  const faits = await db.read({
    parts: lirePartsDues(db, tout ? nonPayee("part") : choisis(sql`c.id`, CompteRenduIds), { now }),
    restitutions: lireRestitutionsDues(
      db,
      tout ? nonPayee("locataire") : choisis(sql`s.id`, SoldeDepartIds),
      { now },
    ),
    nonVus: lireNonVus(db),
    comptes: db.all<{ id: number; nom: string; solde: number }>(sql`
      SELECT c.id, c.nom, coalesce(sum(b.solde), 0) AS solde FROM ${comptesBancaires} c
      LEFT JOIN ${soldesDeLaBanque} b ON b.de = c.id
      WHERE c."usage" = 'gerance' AND coalesce(c."fermeLe", '9999') > ${today} GROUP BY c.id ORDER BY c.id`),
    honoraires: lireHonoraires(db),
    attente: db.all<{ montant: number }>(sql`SELECT ${honorairesEnAttente} AS montant`),
    agence: lireCompteDeLAgence(db, today),
    apports: db.all<{ montant: number }>(sql`
      SELECT coalesce(sum(credit - debit), 0) AS montant FROM ${lignes} WHERE genre = '4551'`),
    partis: db.all<{ montant: number }>(sql`SELECT ${partiSeul(UserId, now)} AS montant`),
    reglages: db.select().from(variables),
  });
  return { ...faits, depenses };
}

/**
 * The control list of a batch before it is made (domain/README §12.18): the sums that it would pay, those that it would
 * leave out and why, and those to look at; writes nothing.
 */
export async function apercevoirReversement(
  ctx: Contexte,
  demande: AApercevoir,
): Promise<ApercuReversement> {
  const { db, today } = ctx;
  const { CompteBancaireId, honoraires } = demande;
  const faits = await lireFaits(ctx, demande);
  const { seuilReversement } = agenceDe(faits.reglages);
  const [premier, autre] = faits.comptes;
  const compte =
    faits.comptes.find(({ id }) => id === CompteBancaireId) ?? (autre ? undefined : premier);
  const parts = controlerEnsemble(faits.parts.map(partDue), faits.nonVus, today).map(
    ({ part, controle }) => ({ part, ...controle, jour: jourDeReversement(part) }),
  );
  const restitutions = controlerRestitutions(faits.restitutions.map(restitutionDue), today);
  const depenses = controlerDepenses(depensesDues(faits.depenses, faits.nonVus), today);
  const sommes = [
    ...parts.map(({ part: { montant }, bloque }) => ({ montant, bloque })),
    ...[...restitutions, ...depenses].map(({ due: { montant }, controle: { bloque } }) => ({
      montant,
      bloque,
    })),
  ];
  const payees = sommes.filter(({ bloque }) => bloque === null);
  const somme = (lesquelles: readonly { montant: number }[]) =>
    lesquelles.reduce((total, { montant }) => total + montant, 0);
  const [fonds = { compte: 0, detenu: 0, du: 0 }] = await lireFonds(db, compte?.id ?? 0);
  const attente = faits.attente[0]?.montant ?? 0;
  const aVirer = honorairesAVirer(fonds, {
    pris: faits.honoraires.reduce((total, { montant }) => total + montant, 0),
    attente,
  });
  const pris = honoraires ? honorairesDuLot(aVirer) : 0;
  const total = somme(payees) + pris;
  const nonVus = motsDesNonVus(enBanque(faits.nonVus));
  const jours = parts
    .flatMap(({ bloque, jour }) => (bloque === null ? [jour] : []))
    .toSorted(ordre);
  return {
    parts: parts.map(({ part, ...controle }) => ({ ...vueDePart(part), ...controle })),
    restitutions: restitutions.map(({ due, controle }) => ({
      ...vueDeRestitution(due),
      ...controle,
    })),
    depenses: depenses.map(({ due, controle }) => ({ ...vueDeDepense(due), ...controle })),
    total: enEuros(total),
    ecarte: enEuros(somme(sommes) - somme(payees)),
    honoraires: enEuros(aVirer.partent),
    honorairesRestants: motsDesHonorairesRestants(aVirer),
    comptes: faits.comptes.map(({ solde, ...ouvert }) => ({ ...ouvert, solde: enEuros(solde) })),
    CompteBancaireId: compte?.id ?? null,
    dateExecution: jourTarget(plusTard(jours[0] ?? today, today)),
    refus: refusDeLApercu(
      faits.comptes.length,
      compte && refusDuLot(fonds, { total, honoraires: pris > 0 ? pris + attente : 0, nonVus }),
    ),
    nonVus,
    apport: enEuros(faits.apports[0]?.montant ?? 0),
    secondePersonne:
      (pris > 0 && faits.agence[0]?.nouveau === 1) ||
      aDeux(total + (faits.partis[0]?.montant ?? 0), enCentimes(seuilReversement)),
    seuil: seuilReversement,
  };
}

const vueDeSomme = ({ nom, montant, coordonnees }: RestitutionDue | DepenseDue) => ({
  nom,
  montant: enEuros(montant),
  titulaire: coordonnees?.titulaire ?? null,
  iban: coordonnees?.iban ?? null,
});

const vueDeRestitution = (due: RestitutionDue) => ({
  ...vueDeSomme(due),
  SoldeDepartId: due.SoldeDepartId,
  DossierId: due.DossierId,
  LocataireId: due.LocataireId,
  objet: objetDeRestitution(due),
  echeance: due.echeance,
});

const vueDeDepense = (due: DepenseDue) => ({
  ...vueDeSomme(due),
  IntendanceId: due.IntendanceId,
  FournisseurId: due.FournisseurId,
  objet: objetDeDepense(due),
  echeance: null,
});

const vueDePart = (part: PartDue) => ({
  CompteRenduPartId: part.CompteRenduPartId,
  CompteRenduId: part.CompteRenduId,
  MissionId: part.MissionId,
  ClientId: part.ClientId,
  mois: part.mois,
  numero: part.mandat.numero,
  mandat: part.mandat.nom,
  nom: part.nom,
  montant: enEuros(part.montant),
  titulaire: part.coordonnees?.titulaire ?? null,
  iban: part.coordonnees?.iban ?? null,
});

const refusDeLApercu = (comptes: number, refus: string | null | undefined): string | null =>
  comptes === 0
    ? "Ajoutez d’abord le compte bancaire de gérance dont les fonds partent."
    : (refus ?? null);
