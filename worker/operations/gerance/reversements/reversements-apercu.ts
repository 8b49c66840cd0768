import { type SQL, sql } from "drizzle-orm";
import { agenceDe } from "#domain/agence/agence.ts";
import { plusTard } from "#domain/dates.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import { type AvoirDu, objetDAvoir } from "#domain/gerance/reversements/avoirs-dus.ts";
import { enBanque, motsDesNonVus } from "#domain/gerance/reversements/encaissement-non-vu.ts";
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
  type AvanceDue,
  type DepenseDue,
  objetDeDepense,
  objetDeRestitution,
  type RestitutionDue,
  type SommeDue,
} from "#domain/gerance/reversements/sommes-dues.ts";
import { enEuros } from "#domain/montants.ts";
import { ordre } from "#domain/ordre.ts";
import { soldesDeLaBanque } from "#worker/db/conditions-comptes.ts";
import { comptesBancaires, lignes } from "#worker/db/schema/gerance.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { SANS_COMPTE } from "#worker/operations/gerance/banque/comptes-bancaires.ts";
import { lireAvoirsDus } from "./avoirs-lus.ts";
import { faitsDuLot, quetesDeLAuteur, quetesDesSommes, sommesDues } from "./faits-de-lot.ts";
import {
  avecLeursAutresParts,
  fournisseurConnu,
  lireDepensesAPayer,
  lireFondsDuCompte,
  nonPayee,
} from "./reversements-lus.ts";

interface AApercevoir {
  /** Without any of these lists: all that is due and not paid. */
  CompteRenduIds?: readonly number[] | undefined;
  SoldeDepartIds?: readonly number[] | undefined;
  AvanceRendueIds?: readonly number[] | undefined;
  IntendanceIds?: readonly number[] | undefined;
  /** Credit notes make a batch of their own. */
  FactureHonorairesIds?: readonly number[] | undefined;
  CompteBancaireId?: number | undefined;
  honoraires: boolean;
  /** The administrator who would make the batch. */
  UserId: number;
}

async function lireFaits(ctx: Contexte, demande: AApercevoir) {
  const { db, today } = ctx;
  const { AvanceRendueIds, CompteRenduIds, SoldeDepartIds, IntendanceIds, UserId } = demande;
  const { FactureHonorairesIds } = demande;
  const tout = !(
    CompteRenduIds ||
    SoldeDepartIds ||
    AvanceRendueIds ||
    IntendanceIds ||
    FactureHonorairesIds
  );
  const usage = FactureHonorairesIds ? "agence" : "gerance";
  const choisis = (colonne: SQL, ids: readonly number[] = []) =>
    sql`${colonne} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  const depenses = await lireDepensesAPayer(ctx, {
    lesquelles: tout
      ? sql`${nonPayee("fournisseur")} AND ${fournisseurConnu}`
      : avecLeursAutresParts(
          sql`(SELECT value FROM json_each(${JSON.stringify(IntendanceIds ?? [])}))`,
        ),
  });
  const avoirs = await lireAvoirsDus(ctx, {
    lesquels: tout ? sql`true` : choisis(sql`f.id`, FactureHonorairesIds),
  });
  const faits = await db.read({
    ...quetesDesSommes(ctx, {
      parts: tout ? nonPayee("part") : choisis(sql`c.id`, CompteRenduIds),
      restitutions: tout ? nonPayee("locataire") : choisis(sql`s.id`, SoldeDepartIds),
      avances: tout ? nonPayee("avance") : choisis(sql`s.id`, AvanceRendueIds),
    }),
    ...quetesDeLAuteur(ctx, UserId),
    comptes: db.all<{ id: number; nom: string; solde: number }>(sql`
      SELECT c.id, c.nom, iif(c."usage" = 'agence', (SELECT coalesce(sum(l.debit - l.credit), 0) FROM ${lignes} l WHERE l.genre = '512A'),
        coalesce(sum(b.solde), 0)) AS solde FROM ${comptesBancaires} c
      LEFT JOIN ${soldesDeLaBanque} b ON b.de = c.id
      WHERE c."usage" = ${usage} AND coalesce(c."fermeLe", '9999') > ${today} GROUP BY c.id ORDER BY c.id`),
    apports: db.all<{ montant: number }>(sql`
      SELECT coalesce(sum(credit - debit), 0) AS montant FROM ${lignes} WHERE genre = '4551'`),
  });
  return { ...faits, depenses, avoirs, usage, tout } as const;
}

/**
 * The control list of a batch before it is made (reversements/README §12.18): the sums that it would pay, the sums
 * that it would leave out with their reasons, and the sums to look at. Nothing is written.
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
  const { usage, tout } = faits;
  const nonVus = usage === "agence" ? [] : faits.nonVus;
  const { parts, restitutions, avances, depenses, avoirs } = controlerSommes(
    sommesDues(faits),
    nonVus,
    today,
  );
  // Without any list, credit notes of a batch that waits are not offered, and the total counts no credit note: credit
  // notes make a batch of their own.
  const offerts = avoirs.filter(({ due }) => !tout || due.lot === null || due.dejaParti);
  const sommes: readonly Controlee<{ montant: Centimes }>[] = [
    ...parts,
    ...restitutions,
    ...avances,
    ...depenses,
    ...(tout ? [] : offerts),
  ];
  const { payees = [], ecartees = [] } = Object.groupBy(sommes, ({ controle }) =>
    controle.bloque === null ? "payees" : "ecartees",
  );
  const { aVirer, total, refus, attend } = composer(
    payees.map(({ due }) => due),
    { honoraires },
    faitsDuLot({ ...faits, nonVus }, await lireFondsDuCompte(db, { id: compte?.id ?? 0, usage })),
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
    avances: avances.map(({ due, controle }) => ({ ...vueDAvance(due), ...controle })),
    depenses: depenses.map(({ due, controle }) => ({ ...vueDeDepense(due), ...controle })),
    avoirs: offerts.map(({ due, controle }) => ({ ...vueDAvoir(due), ...controle })),
    total: enEuros(total),
    ecarte: enEuros(ecartees.reduce((somme, { due }) => somme + due.montant, 0)),
    honoraires: enEuros(aVirer.partent),
    honorairesRestants: motsDesHonorairesRestants(aVirer),
    comptes: faits.comptes.map(({ solde, ...ouvert }) => ({ ...ouvert, solde: enEuros(solde) })),
    CompteBancaireId: compte?.id ?? null,
    dateExecution: jourTarget(plusTard(jours[0] ?? today, today)),
    refus: refusDeLApercu(faits.comptes.length, usage, compte && refus),
    nonVus: motsDesNonVus(enBanque(nonVus)),
    apport: enEuros(faits.apports[0]?.montant ?? 0),
    secondePersonne: attend,
    seuil: agenceDe(faits.reglages).seuilReversement,
  };
}

const vueDeSomme = ({ nom, montant, coordonnees }: SommeDue) => ({
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

const vueDAvance = (due: AvanceDue) => ({
  ...vueDeSomme(due),
  AvanceRendueId: due.AvanceRendueId,
  DossierId: due.DossierId,
  LocataireId: due.LocataireId,
  objet: objetDeRestitution(due),
  echeance: null,
});

const vueDAvoir = (due: AvoirDu) => ({
  ...vueDeSomme(due),
  FactureHonorairesId: due.FactureHonorairesId,
  MandantId: due.MandantId,
  MissionId: due.MissionId,
  LocataireId: due.LocataireId,
  objet: objetDAvoir(due),
  echeance: null,
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

const refusDeLApercu = (
  comptes: number,
  usage: keyof typeof SANS_COMPTE,
  refus: string | null | undefined,
): string | null => (comptes === 0 ? SANS_COMPTE[usage] : (refus ?? null));
