import { type SQL, sql } from "drizzle-orm";
import { agenceDe } from "#domain/agence/agence.ts";
import { plusTard } from "#domain/dates.ts";
import { enBanque, motsDesNonVus } from "#domain/gerance/banque/encaissement-non-vu.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import { jourTarget } from "#domain/gerance/reversements/jours-target.ts";
import {
  type Controlee,
  composer,
  controlerSommes,
} from "#domain/gerance/reversements/lot-compose.ts";
import {
  jourDeReversement,
  motsDesHonorairesRestants,
  type PartDue,
} from "#domain/gerance/reversements/reversement.ts";
import type { ApercuReversement } from "#domain/gerance/reversements/reversement-fiche.ts";
import {
  type DepenseDue,
  objetDeDepense,
  objetDeRestitution,
  type RestitutionDue,
} from "#domain/gerance/reversements/sommes-dues.ts";
import { enEuros } from "#domain/montants.ts";
import { ordre } from "#domain/ordre.ts";
import { soldesDeLaBanque } from "#worker/db/conditions-comptes.ts";
import { comptesBancaires, lignes } from "#worker/db/schema/gerance.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { faitsDuLot, quetesDeLAuteur, quetesDesSommes, sommesDues } from "./faits-de-lot.ts";
import {
  avecLeursAutresParts,
  fournisseurConnu,
  lireDepensesAPayer,
  lireFonds,
  nonPayee,
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
  const { db, today } = ctx;
  const { CompteRenduIds, SoldeDepartIds, IntendanceIds, UserId } = demande;
  const tout = !(CompteRenduIds || SoldeDepartIds || IntendanceIds);
  const choisis = (colonne: SQL, ids: readonly number[] = []) =>
    sql`${colonne} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  const depenses = await lireDepensesAPayer(ctx, {
    lesquelles: tout
      ? sql`${nonPayee("fournisseur")} AND ${fournisseurConnu}`
      : avecLeursAutresParts(
          sql`(SELECT value FROM json_each(${JSON.stringify(IntendanceIds ?? [])}))`,
        ),
  });
  const faits = await db.read({
    ...quetesDesSommes(ctx, {
      parts: tout ? nonPayee("part") : choisis(sql`c.id`, CompteRenduIds),
      restitutions: tout ? nonPayee("locataire") : choisis(sql`s.id`, SoldeDepartIds),
    }),
    ...quetesDeLAuteur(ctx, UserId),
    comptes: db.all<{ id: number; nom: string; solde: number }>(sql`
      SELECT c.id, c.nom, coalesce(sum(b.solde), 0) AS solde FROM ${comptesBancaires} c
      LEFT JOIN ${soldesDeLaBanque} b ON b.de = c.id
      WHERE c."usage" = 'gerance' AND coalesce(c."fermeLe", '9999') > ${today} GROUP BY c.id ORDER BY c.id`),
    apports: db.all<{ montant: number }>(sql`
      SELECT coalesce(sum(credit - debit), 0) AS montant FROM ${lignes} WHERE genre = '4551'`),
  });
  return { ...faits, depenses };
}

/**
 * The control list of a batch before it is made (reversements/README §12.18): the sums that it would pay, those that it
 * would leave out and why, and those to look at; writes nothing.
 */
export async function apercevoirReversement(
  ctx: Contexte,
  demande: AApercevoir,
): Promise<ApercuReversement> {
  const { db, today } = ctx;
  const { CompteBancaireId, honoraires } = demande;
  const faits = await lireFaits(ctx, demande);
  const [premier, autre] = faits.comptes;
  const compte =
    faits.comptes.find(({ id }) => id === CompteBancaireId) ?? (autre ? undefined : premier);
  const { parts, restitutions, depenses } = controlerSommes(sommesDues(faits), faits.nonVus, today);
  const sommes: readonly Controlee<{ montant: Centimes }>[] = [
    ...parts,
    ...restitutions,
    ...depenses,
  ];
  const { payees = [], ecartees = [] } = Object.groupBy(sommes, ({ controle }) =>
    controle.bloque === null ? "payees" : "ecartees",
  );
  const { aVirer, total, refus, attend } = composer(
    payees.map(({ due }) => due),
    { honoraires },
    faitsDuLot(faits, await lireFonds(db, compte?.id ?? 0)),
  );
  const jours = parts
    .flatMap(({ due, controle }) => (controle.bloque === null ? [jourDeReversement(due)] : []))
    .toSorted(ordre);
  return {
    parts: parts.map(({ due, controle }) => ({
      ...vueDePart(due),
      ...controle,
      jour: jourDeReversement(due),
    })),
    restitutions: restitutions.map(({ due, controle }) => ({
      ...vueDeRestitution(due),
      ...controle,
    })),
    depenses: depenses.map(({ due, controle }) => ({ ...vueDeDepense(due), ...controle })),
    total: enEuros(total),
    ecarte: enEuros(ecartees.reduce((somme, { due }) => somme + due.montant, 0)),
    honoraires: enEuros(aVirer.partent),
    honorairesRestants: motsDesHonorairesRestants(aVirer),
    comptes: faits.comptes.map(({ solde, ...ouvert }) => ({ ...ouvert, solde: enEuros(solde) })),
    CompteBancaireId: compte?.id ?? null,
    dateExecution: jourTarget(plusTard(jours[0] ?? today, today)),
    refus: refusDeLApercu(faits.comptes.length, compte && refus),
    nonVus: motsDesNonVus(enBanque(faits.nonVus)),
    apport: enEuros(faits.apports[0]?.montant ?? 0),
    secondePersonne: attend,
    seuil: agenceDe(faits.reglages).seuilReversement,
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
