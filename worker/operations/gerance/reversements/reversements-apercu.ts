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
import { enCentimes, enEuros } from "#domain/montants.ts";
import { ordre } from "#domain/ordre.ts";
import { soldesDeLaBanque } from "#worker/db/conditions-comptes.ts";
import { variables } from "#worker/db/schema/agence.ts";
import { comptesBancaires, lignes } from "#worker/db/schema/gerance.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireNonVus } from "#worker/operations/gerance/banque/encaissements-non-vus.ts";
import {
  honorairesEnAttente,
  lireCompteDeLAgence,
  lireFonds,
  lireHonoraires,
  lirePartsDues,
  nonPayee,
  partDue,
  partiSeul,
} from "./reversements-lus.ts";

interface AApercevoir {
  /** Absent: all the accounts that are valid and not paid over. */
  CompteRenduIds?: readonly number[] | undefined;
  CompteBancaireId?: number | undefined;
  honoraires: boolean;
  /** The administrator who would make the batch. */
  UserId: number;
}

function lireFaits({ db, now, today }: Contexte, { CompteRenduIds, UserId }: AApercevoir) {
  const lesquelles: SQL = CompteRenduIds
    ? sql`c.id IN (SELECT value FROM json_each(${JSON.stringify(CompteRenduIds)}))`
    : nonPayee;
  return db.read({
    parts: lirePartsDues(db, lesquelles, { now }),
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
}

/**
 * The control list of a batch before it is made (domain/README §12.18): the parts that it would pay, those that it would
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
  const payees = parts.filter(({ bloque }) => bloque === null);
  const somme = (lesquelles: readonly { part: { montant: number } }[]) =>
    lesquelles.reduce((total, { part }) => total + part.montant, 0);
  const [fonds = { compte: 0, detenu: 0, du: 0 }] = await lireFonds(db, compte?.id ?? 0);
  const attente = faits.attente[0]?.montant ?? 0;
  const aVirer = honorairesAVirer(fonds, {
    pris: faits.honoraires.reduce((total, { montant }) => total + montant, 0),
    attente,
  });
  const pris = honoraires ? honorairesDuLot(aVirer) : 0;
  const total = somme(payees) + pris;
  const nonVus = motsDesNonVus(enBanque(faits.nonVus));
  const jours = payees.map(({ jour }) => jour).toSorted(ordre);
  return {
    parts: parts.map(({ part, ...controle }) => ({ ...vueDePart(part), ...controle })),
    total: enEuros(total),
    ecarte: enEuros(somme(parts) - somme(payees)),
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
