import { type SQL, sql } from "drizzle-orm";
import { formatJour, type Jour } from "#domain/dates.ts";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import type { DemandeReglementHonoraires } from "#domain/gerance/cloture/facture-honoraires.ts";
import {
  type PaiementDeFacture,
  type TvaAuTaux,
  tvaCompensee,
  tvaDesPaiements,
  tvaExigible,
} from "#domain/gerance/cloture/tva-des-honoraires.ts";
import {
  debiteurDHonoraires,
  honorairesRegles,
  tvaDesHonoraires,
} from "#domain/gerance/livres/ecritures-honoraires.ts";
import { enEuros, formatEuros } from "#domain/montants.ts";
import type { Db, Statements } from "#worker/db/client.ts";
import { compteInchange } from "#worker/db/conditions-comptes.ts";
import { ecritures, lignes } from "#worker/db/schema/gerance.ts";
import {
  facturesHonoraires,
  reglementsHonoraires,
  reversements,
  virements,
} from "#worker/db/schema/mandants.ts";
import { missions } from "#worker/db/schema/missions.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import {
  type EcritureAPoster,
  extourner,
  poster,
} from "#worker/operations/gerance/livres/ecritures.ts";
import { trace } from "#worker/operations/historique/history.ts";
import {
  facturesDues,
  lireDettesDHonoraires,
  ouvertesDites,
  resteDeFacture,
} from "./dettes-honoraires.ts";
import { deLAttente, tvaEnAttente } from "./tva-des-honoraires.ts";

interface FactureLue {
  id: number;
  MissionId: number;
  /** The dossier of the tenant who owes the invoice; null: the principals of the mandate owe it. */
  DossierId: number | null;
  numero: string;
  date: string;
  reste: number | null;
  regle: number;
  /** The number of the batch, not valid yet, that is to pay the invoice back; null: none. */
  lot: string | null;
  version: number;
}

/** @throws NotFound when there is no such invoice */
async function lire(db: Db, id: number): Promise<FactureLue> {
  const debiteur = { MissionId: sql`g."MissionId"`, DossierId: sql`g."DossierId"` };
  const [facture] = await db.all<FactureLue>(sql`
    SELECT g.id, g."MissionId", g."DossierId", g.numero, g.date, ${resteDeFacture(sql`g.id`, debiteur)} AS reste,
      (SELECT coalesce(sum(r.montant), 0) FROM ${reglementsHonoraires} r
        WHERE r."FactureHonorairesId" = g.id AND r."annuleLe" IS NULL) AS regle, ${lotEnAttente(sql`g.id`)} AS lot,
      m."versionDuCompte" AS version
    FROM ${facturesHonoraires} g JOIN ${missions} m ON m.id = g."MissionId" WHERE g.id = ${id}`);
  if (!facture) throw new NotFound("Cette facture n’existe pas.");
  return facture;
}

/** The beginning of the keys of the entries of an invoice's payments. */
const cleDe = (id: number) => `reglement-honoraires ${id} `;

/** The keys of two entries by which a transfer pays a credit note back: the payment, then its VAT. */
export const cleDuRemboursement = (id: number, reference: string): [string, string] => [
  cleDe(id) + reference,
  `${cleDe(id)}${reference} TVA`,
];

/** The number of the batch, not valid yet, by which a transfer is to pay a part of an invoice back; null: none. */
const lotEnAttente = (
  id: SQL,
) => sql`(SELECT r.numero FROM ${virements} v JOIN ${reversements} r ON r.id = v."ReversementId"
  WHERE v."FactureHonorairesId" = ${id} AND v.etat = 'emis' AND r.etat = 'a_valider' LIMIT 1)`;

interface ReglementNote extends DemandeReglementHonoraires {
  id: number;
  /**
   * The line of the agency's own bank that shows the payment: its amount is exactly the sum left to pay, below zero
   * when money left; cents.
   */
  ligne?: { id: number; montant: number };
  /** Other SQL statements to run in the same write. */
  aussi?: Statements;
}

/**
 * Records in the agency's own book that an owner, or a tenant, paid all that is left of an invoice of fees, or that
 * the agency paid a credit note back (cloture/README §12.17).
 * @throws NotFound when there is no such invoice; Invalid for a day to come, a day before the invoice, or a line of
 * another amount; Conflict when nothing is left to pay, or a batch is to pay the credit note back.
 */
export async function reglerFacture(
  { db, today, user }: Contexte,
  { id, date, mode, ligne, aussi = {} }: ReglementNote,
): Promise<void> {
  if (date > today) throw new Invalid({ date: "Ce jour est à venir." });
  await onWhatIsRead(async () => {
    const facture = await lire(db, id);
    const { MissionId, DossierId, numero, version } = facture;
    const debiteur = { MissionId: sql`${MissionId}`, DossierId: sql`${DossierId}` };
    const reste = resteARegler(facture, date);
    if (ligne && ligne.montant !== reste)
      throw new Invalid({
        FactureId: `Il reste ${formatEuros(enEuros(Math.abs(reste)))} de cette facture, et la ligne est d’un autre montant.`,
      });
    await db.write({
      garde: provided(
        db,
        sql`${resteDeFacture(sql`${id}`, debiteur)} = ${reste} AND ${lotEnAttente(sql`${id}`)} IS NULL
          AND ${compteInchange(MissionId, version)}`,
      ),
      ...aussi,
      reglement: db.insert(reglementsHonoraires).values({
        ...{ FactureHonorairesId: id, date, montant: reste, mode, user },
        LigneReleveId: ligne?.id ?? null,
      }),
      ...poster(
        db,
        ecrituresDuPaiement(facture, {
          ...{ date, montant: reste, tva: await tvaDuReglement(db, facture) },
          cles: [cleDe(id) + crypto.randomUUID(), cleDe(id) + crypto.randomUUID()],
        }),
        { today, user },
      ),
      histoire: trace(db, {
        entite: "FactureHonoraires",
        entiteId: id,
        etat: reste < 0 ? "Remboursée" : "Réglée",
        user,
        details: { numero, date, mode, montant: enEuros(Math.abs(reste)) },
      }),
    });
  });
}

/**
 * The cents left to pay of an invoice; below zero, the cents to pay back of a credit note.
 * @throws Conflict when nothing is due, or a batch is to pay the credit note back; Invalid for a day before the
 * invoice.
 */
function resteARegler({ lot, reste, date: facturee }: FactureLue, date: Jour): number {
  if (lot !== null) throw new Conflict(`Cet avoir est dans le lot ${lot} : annulez-le d’abord.`);
  if (reste === null) throw new Conflict("Il n’y a rien à régler pour cette facture.");
  if (reste === 0) throw new Conflict("Cette facture est déjà réglée.");
  if (date < facturee) throw new Invalid({ date: `Cette facture est du ${formatJour(facturee)}.` });
  return reste;
}

/** The VAT that becomes due once all that is left of an invoice is paid. */
async function tvaDuReglement(db: Db, facture: FactureLue): Promise<TvaAuTaux[]> {
  const dettes = await lireDettesDHonoraires(db, facture);
  return tvaExigible(
    dettes,
    dettes.ouvertes.filter(({ id }) => id !== facture.id),
  );
}

/** A payment of an invoice, above zero, or a credit note paid back, below zero; cents. */
interface Paiement {
  date: Jour;
  montant: number;
  /** The VAT that becomes due with the payment. */
  tva: readonly TvaAuTaux[];
  /** The keys of the two entries of the payment: the sum, then its VAT. */
  cles: readonly [string, string];
  /** The reference of the transfer that pays a credit note back; absent for any other payment. */
  reference?: string;
}

/** The entries of a payment, or of a credit note paid back, with the entry of its VAT. */
function ecrituresDuPaiement(
  { MissionId, DossierId, numero }: Pick<FactureLue, "MissionId" | "DossierId" | "numero">,
  { date, montant, tva, cles: [cle, cleDeLaTva], reference }: Paiement,
): EcritureAPoster[] {
  const commun = { date, piece: numero, DossierId };
  const debiteur = debiteurDHonoraires({ MissionId, DossierId });
  const qui = DossierId === null ? "mandant" : "locataire";
  const quoi = [montant < 0 ? `rendus au ${qui}` : `réglés par le ${qui}`, reference]
    .filter(Boolean)
    .join(" ");
  return [
    {
      ...honorairesRegles(debiteur, montant),
      ...{ ...commun, cle, libelle: `Honoraires ${quoi}` },
    },
    {
      ...tvaDesHonoraires(debiteur, tva),
      ...{ ...commun, cle: cleDeLaTva, libelle: `TVA des honoraires ${quoi}` },
    },
  ].filter(({ lignes: leurs }) => leurs.length > 0);
}

/** The entries of a credit note, or of a share of it, that a transfer pays back; `montant`: cents, above zero. */
export const ecrituresDuRemboursement = (
  avoir: Pick<FactureLue, "id" | "MissionId" | "DossierId" | "numero">,
  {
    montant,
    reference,
    ...paiement
  }: Pick<Paiement, "date" | "montant" | "tva"> & { reference: string },
): EcritureAPoster[] =>
  ecrituresDuPaiement(avoir, {
    ...paiement,
    ...{ montant: -montant, reference, cles: cleDuRemboursement(avoir.id, reference) },
  });

/** A transfer that pays a credit note back, or a share of it; cents. */
interface Remboursement {
  FactureHonorairesId: number;
  MissionId: number;
  DossierId: number | null;
  montant: number;
  reference: string;
}

/**
 * The VAT that becomes due when these transfers, in this order, pay credit notes back. A VAT below zero is taken
 * back.
 * @returns the VAT by the reference of the transfer
 */
export async function tvaDesRemboursements(
  db: Db,
  remboursements: readonly Remboursement[],
): Promise<Map<string, TvaAuTaux[]>> {
  const parDebiteur = Map.groupBy(
    remboursements,
    ({ MissionId, DossierId }) => `${MissionId} ${DossierId}`,
  );
  const tva = new Map<string, TvaAuTaux[]>();
  for (const siens of parDebiteur.values()) {
    const [{ MissionId, DossierId }] = siens as [Remboursement];
    const dettes = await lireDettesDHonoraires(db, { MissionId, DossierId });
    const paiements = siens.map(
      ({ FactureHonorairesId, montant }): PaiementDeFacture => ({
        ...{ id: FactureHonorairesId, montant: -montant },
      }),
    );
    for (const [rang, due] of tvaDesPaiements(dettes, paiements).entries())
      tva.set(siens[rang]?.reference ?? "", due);
  }
  return tva;
}

/**
 * Takes back the payment recorded for an invoice, for a reason. The payment is reversed today, and the invoice is to
 * be paid again.
 * @throws NotFound when there is no such invoice; Conflict when no payment is recorded, when a bank line shows it, or
 * when a transfer made it.
 */
export async function annulerReglementDeFacture(
  { db, today, user }: Contexte,
  { id, motif }: { id: number; motif: string },
): Promise<void> {
  await onWhatIsRead(async () => {
    const { regle } = await lire(db, id);
    if (regle === 0) throw new Conflict("Aucun règlement de cette facture n’est noté.");
    const deLaFacture = sql`r."FactureHonorairesId" = ${id}`;
    const deLigne = sql`EXISTS (SELECT 1 FROM ${reglementsHonoraires} r
      WHERE ${deLaFacture} AND r."annuleLe" IS NULL AND r."LigneReleveId" IS NOT NULL)`;
    const lot = sql`(SELECT l.numero FROM ${reglementsHonoraires} r JOIN ${virements} v ON v.id = r."VirementId"
      JOIN ${reversements} l ON l.id = v."ReversementId" WHERE ${deLaFacture} AND r."annuleLe" IS NULL LIMIT 1)`;
    const [tenu] = await db.all<{ vu: number; lot: string | null }>(
      sql`SELECT ${deLigne} AS vu, ${lot} AS lot`,
    );
    if (tenu?.vu)
      throw new Conflict("Une ligne de relevé montre ce règlement : annulez son rapprochement.");
    if (tenu?.lot) {
      throw new Conflict(
        `Ce remboursement est dans le lot ${tenu.lot} : annulez-le, ou notez le rejet de son virement.`,
      );
    }
    const repris = await reprendreReglements({ db, today, user }, { lesquels: deLaFacture, motif });
    await db.write({
      garde: provided(
        db,
        sql`(SELECT coalesce(sum(montant), 0) FROM ${reglementsHonoraires}
          WHERE "FactureHonorairesId" = ${id} AND "annuleLe" IS NULL) = ${regle} AND NOT ${deLigne} AND ${lot} IS NULL
          AND ${repris.inchanges}`,
      ),
      ...repris.statements,
    });
  });
}

/**
 * SQL statements composed from what was read. The same write must first check the condition `inchanges`: nothing that
 * was read has changed.
 */
interface Reprise {
  inchanges: SQL;
  statements: Statements;
}

/** An invoice or a credit note whose payment is taken back; cents, below zero for a credit note. */
interface FactureReprise {
  id: number;
  montant: number;
}

/** A debtor of fees whose payments are taken back; `ouvertes`: the invoices that he then owes, as JSON. */
interface DebiteurRepris
  extends Pick<FactureLue, "MissionId" | "DossierId" | "numero" | "version"> {
  ouvertes: string;
}

/** The debtors of invoices whose payments are taken back. */
const lireDebiteursRepris = (db: Db, reprises: readonly FactureReprise[]) => {
  const debiteur = { MissionId: sql`g."MissionId"`, DossierId: sql`g."DossierId"` };
  const json = JSON.stringify(reprises);
  const repris = sql`coalesce((SELECT sum(v.value ->> 'montant') FROM json_each(${json}) v WHERE v.value ->> 'id' = x.id), 0)`;
  return db.all<DebiteurRepris>(sql`
    SELECT g.*, m."versionDuCompte" AS version, ${facturesDues(debiteur, repris)} AS ouvertes
    FROM (SELECT "MissionId", "DossierId", max(numero) AS numero FROM ${facturesHonoraires}
      WHERE id IN (SELECT v.value ->> 'id' FROM json_each(${json}) v) GROUP BY 1, 2) g JOIN ${missions} m ON m.id = g."MissionId"`);
};

/**
 * The entry that moves VAT when credit notes settle the invoices whose payments are taken back (cloture/README
 * §12.17); without lines when no VAT moves.
 * @param extournees the SQL condition on `e` for the entries of these payments, which the same write reverses
 */
async function compensation(
  db: Db,
  { MissionId, DossierId, numero, ouvertes }: DebiteurRepris,
  { extournees, today }: { extournees: SQL; today: Jour },
): Promise<EcritureAPoster> {
  const debiteur = { MissionId: sql`${MissionId}`, DossierId: sql`${DossierId}` };
  const { enAttente, rendue } = await db.read({
    enAttente: db.all<TvaAuTaux>(tvaEnAttente(debiteur)),
    rendue: db.all<TvaAuTaux>(sql`
      SELECT l."tauxTva", sum(l.debit - l.credit) AS tva FROM ${ecritures} e JOIN ${lignes} l ON l."EcritureId" = e.id
      WHERE ${extournees} AND ${deLAttente(debiteur)}
        AND NOT EXISTS (SELECT 1 FROM ${ecritures} suite WHERE suite."annuleId" = e.id) GROUP BY l."tauxTva"`),
  });
  const tva = tvaCompensee({
    enAttente: [...enAttente, ...rendue],
    ouvertes: ouvertesDites(ouvertes),
  });
  return {
    ...tvaDesHonoraires(debiteurDHonoraires({ MissionId, DossierId }), tva),
    ...{ date: today, piece: numero, DossierId, libelle: "TVA des honoraires compensés" },
    cle: `compensation-honoraires ${MissionId} ${crypto.randomUUID()}`,
  };
}

/**
 * The SQL statements that move VAT when credit notes settle the invoices whose payments are taken back. None when no
 * credit note settles them.
 */
async function compenser(
  { db, today, user }: Pick<Contexte, "db" | "today" | "user">,
  { reprises, extournees }: { reprises: readonly FactureReprise[]; extournees: SQL },
): Promise<Reprise> {
  const debiteurs = await lireDebiteursRepris(db, reprises);
  const entrees = await Promise.all(
    debiteurs.map((debiteur) => compensation(db, debiteur, { extournees, today })),
  );
  const inchanges = debiteurs.map(({ MissionId, version }) => compteInchange(MissionId, version));
  const aPoster = entrees.filter(({ lignes: leurs }) => leurs.length > 0);
  const { lignesPostees, ecrituresPostees } = poster(db, aPoster, { today, user });
  return {
    inchanges: sql.join([sql`true`, ...inchanges], sql` AND `),
    statements:
      aPoster.length === 0
        ? {}
        : { tvaCompensee: lignesPostees, tvaCompenseeEcrite: ecrituresPostees },
  };
}

/**
 * The SQL statements that move VAT when the transfers which paid credit notes back are taken out of the books: these
 * credit notes then settle the invoices made since (cloture/README §12.17).
 */
export function compenserRetours(
  ctx: Pick<Contexte, "db" | "today" | "user">,
  retours: readonly (Pick<Remboursement, "montant" | "reference"> & {
    FactureHonorairesId: number | null;
  })[],
): Promise<Reprise> {
  const rendus = retours.flatMap(({ FactureHonorairesId: id, montant, reference }) =>
    id === null ? [] : [{ id, montant: -montant, cle: cleDuRemboursement(id, reference)[1] }],
  );
  return compenser(ctx, {
    reprises: rendus,
    extournees: sql`e.cle IN (SELECT value FROM json_each(${JSON.stringify(rendus.map(({ cle }) => cle))}))`,
  });
}

/**
 * True when the entry `e` records the payment `r`, or its VAT: a payment is written just before its entries. Entries
 * of transfers are left out.
 */
const duReglement = (
  e: SQL,
) => sql`(${e}.cle >= 'reglement-honoraires ' || r."FactureHonorairesId" || ' '
  AND ${e}.cle < 'reglement-honoraires ' || r."FactureHonorairesId" || '!'
  AND r.id = (SELECT max(p.id) FROM ${reglementsHonoraires} p
    WHERE p."FactureHonorairesId" = r."FactureHonorairesId" AND p."VirementId" IS NULL AND p."createdAt" <= ${e}."createdAt")
  AND NOT EXISTS (SELECT 1 FROM ${virements} v WHERE v."FactureHonorairesId" = r."FactureHonorairesId"
    AND ${e}.cle IN ('reglement-honoraires ' || r."FactureHonorairesId" || ' ' || v.reference,
      'reglement-honoraires ' || r."FactureHonorairesId" || ' ' || v.reference || ' TVA')))`;

/**
 * The statements that take payments of invoices `r` back, for a reason: their entries are reversed today, except the
 * entries of a transfer. Credit notes may then settle these invoices: other entries move their VAT.
 */
export async function reprendreReglements(
  ctx: Pick<Contexte, "db" | "today" | "user">,
  { lesquels, motif }: { lesquels: SQL; motif: string },
): Promise<Reprise> {
  const { db, today, user } = ctx;
  const vivants = sql`FROM ${reglementsHonoraires} r WHERE ${lesquels} AND r."annuleLe" IS NULL`;
  const leurs = sql`(SELECT DISTINCT r."FactureHonorairesId" ${vivants})`;
  const leursEcritures = (e: SQL) => sql`EXISTS (SELECT 1 ${vivants} AND ${duReglement(e)})`;
  const reprises = await db.all<FactureReprise>(
    sql`SELECT r."FactureHonorairesId" AS id, sum(r.montant) AS montant ${vivants} GROUP BY 1`,
  );
  const { inchanges, statements } = await compenser(ctx, {
    reprises,
    extournees: leursEcritures(sql`e`),
  });
  const { lignesExtournees, ecrituresExtournees } = extourner(db, leursEcritures(sql`origine`), {
    today,
    user,
  });
  return {
    inchanges,
    statements: {
      honorairesHistoire: trace(db, {
        entite: "FactureHonoraires",
        entiteId: leurs,
        etat: "Règlement annulé",
        user,
        details: { motif },
      }),
      honorairesRepris: lignesExtournees,
      honorairesExtournes: ecrituresExtournees,
      ...statements,
      reglementsAnnules:
        db.run(sql`UPDATE ${reglementsHonoraires} SET "annuleLe" = ${today}, motif = ${motif}
        WHERE id IN (SELECT r.id ${vivants})`),
    },
  };
}
