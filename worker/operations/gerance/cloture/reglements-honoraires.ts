import { type SQL, sql } from "drizzle-orm";
import { formatJour, type Jour } from "#domain/dates.ts";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import type { DemandeReglementHonoraires } from "#domain/gerance/cloture/facture-honoraires.ts";
import {
  type FactureOuverte,
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
import { DE_FACTURE } from "#worker/operations/gerance/livres/invariants-des-honoraires.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { type Debiteur, deLAttente, tvaEnAttente } from "./tva-des-honoraires.ts";

const mandants = (MissionId: SQL): Debiteur => ({ MissionId, DossierId: sql`NULL` });

/**
 * The invoices of a debtor, with credit notes below zero, and the sum paid of each. The sum that a credit note takes
 * back of its own invoice is subtracted from both. Cents.
 */
const facturees = ({ MissionId, DossierId }: Debiteur) => sql`(
  WITH dite AS (
    SELECT f.id, f."CorrigeId", f.numero, f.serie, f.date, f.contenu ->> '$.prelevee' AS prelevee, (SELECT coalesce(sum(r.montant), 0)
        FROM ${reglementsHonoraires} r WHERE r."FactureHonorairesId" = f.id AND r."annuleLe" IS NULL) AS regle,
      iif(f.serie = 'AV', -1, 1) * abs(f.ttc) AS brut
    FROM ${facturesHonoraires} f WHERE f."MissionId" = ${MissionId} AND f."DossierId" IS ${DossierId})
  SELECT u.id, u.numero, u.serie, u.date, u.prelevee, u.regle, u.brut, u.brut
    - coalesce(max(0, min(u.brut - u.regle, avoir.regle - avoir.brut)), 0)
    + coalesce(max(0, min(reprise.brut - reprise.regle, u.regle - u.brut)), 0) AS ttc
  FROM dite u LEFT JOIN dite avoir ON avoir."CorrigeId" = u.id LEFT JOIN dite reprise ON reprise.id = u."CorrigeId")`;

/** The fees that a mandate owes, less the fees taken that wait for their transfer; cents. */
const dettesHonoraires = (MissionId: SQL) => sql`
  (SELECT coalesce(sum(l.debit - l.credit), 0) FROM ${lignes} l WHERE l.mandat = ${MissionId} AND l.genre IN ('411H', '4680'))`;

/**
 * The fees of a mandate still to be taken from its funds, in cents (cloture/README §12.17): the fees that it owes,
 * less the fees taken that wait for their transfer, less the fees that its owners are to pay themselves.
 */
export const honorairesAPrendre = (MissionId: SQL) => sql`(
  ${dettesHonoraires(MissionId)}
  - (SELECT coalesce(sum(f.ttc - f.regle), 0) FROM ${facturees(mandants(MissionId))} f WHERE NOT f.prelevee))`;

/** The open sum of each invoice and credit note of a debtor, and the total of the later ones of its series; cents. */
const ouvertes = (debiteur: Debiteur) => sql`(
  SELECT u.id, u.numero, u.serie, u.date, u.prelevee, u.regle, u.brut, abs(u.ttc - u.regle) AS decouvert,
    coalesce(sum(abs(u.ttc - u.regle)) OVER (PARTITION BY u.serie, u.prelevee ORDER BY u.date DESC, u.id DESC
      ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS apres,
    iif(u.prelevee, ${honorairesAPrendre(debiteur.MissionId)},
      (SELECT sum(f.ttc - f.regle) FROM ${facturees(debiteur)} f WHERE NOT f.prelevee)) AS du
  FROM ${facturees(debiteur)} u)`;

/**
 * The rest of each invoice of a debtor, in cents (cloture/README §12.17). For an invoice taken from its funds, it is
 * the part not taken yet. For another, it is the part that payments and credit notes leave, the oldest invoice being
 * settled first. For a credit note, it is the sum still to pay back, below zero, the latest first.
 */
const restes = (debiteur: Debiteur) => sql`(
  SELECT id, numero, serie, date, prelevee, regle, brut, CASE WHEN serie = 'FH' THEN max(0, min(decouvert, du - apres))
    WHEN prelevee THEN 0 ELSE 0 - max(0, min(decouvert, 0 - du - apres)) END AS reste FROM ${ouvertes(debiteur)})`;

/**
 * The rest to pay of an invoice, in cents, or to give back on a credit note, below zero. Null for an invoice wholly
 * taken from the rents, and for a spent credit note.
 */
export const resteDeFacture = (id: SQL, debiteur: Debiteur) =>
  sql`(SELECT iif((x.prelevee OR x.serie = 'AV') AND x.regle = 0, nullif(x.reste, 0), x.reste) FROM ${restes(debiteur)} x WHERE x.id = ${id})`;

/** A column of the last payment of an invoice, payments taken back left out; null without one. */
export const reglementDeFacture = (id: SQL, colonne: "date" | "mode") =>
  sql`(SELECT r.${sql.identifier(colonne)} FROM ${reglementsHonoraires} r
    WHERE r."FactureHonorairesId" = ${id} AND r."annuleLe" IS NULL ORDER BY r.id DESC LIMIT 1)`;

/** The VAT of each invoice and credit note of a debtor that waits for its payment, by rate; cents. */
const tvaDesFactures = (debiteur: Debiteur) => sql`(
  SELECT numero, json_group_array(json_object('tauxTva', taux, 'tva', tva)) AS tva FROM (
    SELECT e.piece AS numero, l."tauxTva" AS taux, sum(l.credit - l.debit) AS tva FROM ${lignes} l
    JOIN ${ecritures} e ON e.id = l."EcritureId" AND ${DE_FACTURE}
    WHERE ${deLAttente(debiteur)} GROUP BY 1, 2) GROUP BY numero)`;

/**
 * The invoices of a mandate's principals that are not settled, the oldest first, as JSON for {@link ouvertesDites}.
 */
export const facturesOuvertes = (MissionId: SQL) => facturesDues(mandants(MissionId));

/**
 * The invoices of a debtor that are not settled, the oldest first, as JSON; cents.
 * @param repris the cents of the invoice `x` whose payment is taken back
 */
const facturesDues = (debiteur: Debiteur, repris = sql`0`) => sql`(
  SELECT json_group_array(json_object('id', id, 'prelevee', json(iif(prelevee, 'true', 'false')), 'ttc', brut, 'reste', reste,
    'tva', json(coalesce(tva, '[]')))) FROM (
    SELECT x.id, x.prelevee, x.brut, x.reste + ${repris} AS reste, w.tva FROM ${restes(debiteur)} x
    LEFT JOIN ${tvaDesFactures(debiteur)} w ON w.numero = x.numero WHERE x.reste + ${repris} <> 0 ORDER BY x.date, x.id))`;

/** Reads the JSON of {@link facturesOuvertes}; cents. */
export const ouvertesDites = (ouvertes: string): (FactureOuverte & { id: number })[] =>
  JSON.parse(ouvertes);

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
  /** The invoices of the debtor that are not settled, as JSON. */
  ouvertes: string;
  version: number;
}

/** @throws NotFound */
async function lire(db: Db, id: number): Promise<FactureLue> {
  const debiteur = { MissionId: sql`g."MissionId"`, DossierId: sql`g."DossierId"` };
  const [facture] = await db.all<FactureLue>(sql`
    SELECT g.id, g."MissionId", g."DossierId", g.numero, g.date, ${resteDeFacture(sql`g.id`, debiteur)} AS reste,
      (SELECT coalesce(sum(r.montant), 0) FROM ${reglementsHonoraires} r
        WHERE r."FactureHonorairesId" = g.id AND r."annuleLe" IS NULL) AS regle, ${lotEnAttente(sql`g.id`)} AS lot,
      ${facturesDues(debiteur)} AS ouvertes, m."versionDuCompte" AS version
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
   * The line of the agency's own bank that shows the payment: exactly the rest of the invoice, below zero when money
   * left; cents.
   */
  ligne?: { id: number; montant: number };
  /** Other statements of the same write. */
  aussi?: Statements;
}

/**
 * Records in the agency's own book that an owner, or a tenant, paid the rest of an invoice of fees, or that the agency
 * paid a credit note back (cloture/README §12.17).
 * @throws NotFound; Invalid for a day to come, a day before the invoice, or a line of another amount; Conflict when
 * nothing is left to pay, or a batch is to pay the credit note back.
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
          AND (SELECT "versionDuCompte" FROM ${missions} WHERE id = ${MissionId}) = ${version}`,
      ),
      ...aussi,
      reglement: db.insert(reglementsHonoraires).values({
        ...{ FactureHonorairesId: id, date, montant: reste, mode, user },
        LigneReleveId: ligne?.id ?? null,
      }),
      ...poster(
        db,
        ecrituresDuReglement(facture, { date, reste, tva: await tvaDuReglement(db, facture) }),
        {
          today,
          user,
        },
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
 * The rest of an invoice, in cents; below zero, the sum to give back. @throws Conflict when none is due, or a batch
 * pays it; Invalid
 */
function resteARegler({ lot, reste, date: facturee }: FactureLue, date: Jour): number {
  if (lot !== null) throw new Conflict(`Cet avoir est dans le lot ${lot} : annulez-le d’abord.`);
  if (reste === null) throw new Conflict("Il n’y a rien à régler pour cette facture.");
  if (reste === 0) throw new Conflict("Cette facture est déjà réglée.");
  if (date < facturee) throw new Invalid({ date: `Cette facture est du ${formatJour(facturee)}.` });
  return reste;
}

/** The VAT that becomes due once the rest of an invoice is paid. */
async function tvaDuReglement(db: Db, { id, MissionId, DossierId, ouvertes: json }: FactureLue) {
  const ouvertes = ouvertesDites(json);
  const enAttente = await db.all<TvaAuTaux>(
    tvaEnAttente({ MissionId: sql`${MissionId}`, DossierId: sql`${DossierId}` }),
  );
  return tvaExigible(
    { enAttente, ouvertes },
    ouvertes.filter((ouverte) => ouverte.id !== id),
  );
}

/** The entries of a payment, or of a credit note paid back, with the entry of its VAT. */
function ecrituresDuReglement(
  { id, MissionId, DossierId, numero }: FactureLue,
  { date, reste, tva }: { date: Jour; reste: number; tva: TvaAuTaux[] },
): EcritureAPoster[] {
  const commun = { date, piece: numero, DossierId };
  const debiteur = debiteurDHonoraires({ MissionId, DossierId });
  const qui = DossierId === null ? "mandant" : "locataire";
  const quoi = reste < 0 ? `rendus au ${qui}` : `réglés par le ${qui}`;
  return [
    {
      ...honorairesRegles(debiteur, reste),
      ...commun,
      cle: cleDe(id) + crypto.randomUUID(),
      libelle: `Honoraires ${quoi}`,
    },
    {
      ...tvaDesHonoraires(debiteur, tva),
      ...commun,
      cle: cleDe(id) + crypto.randomUUID(),
      libelle: `TVA des honoraires ${quoi}`,
    },
  ].filter(({ lignes: leurs }) => leurs.length > 0);
}

type AvoirRembourse = Pick<FactureLue, "id" | "MissionId" | "DossierId" | "numero">;

/** The entries of a credit note, or of a share of it, that a transfer pays back; `montant`: cents, above zero. */
export function ecrituresDuRemboursement(
  { id, MissionId, DossierId, numero }: AvoirRembourse,
  {
    date,
    montant,
    reference,
    tva,
  }: { date: Jour; montant: number; reference: string; tva: readonly TvaAuTaux[] },
): EcritureAPoster[] {
  const debiteur = debiteurDHonoraires({ MissionId, DossierId });
  const qui = DossierId === null ? "mandant" : "locataire";
  const [cle, cleDeLaTva] = cleDuRemboursement(id, reference);
  const commun = { date, piece: numero, DossierId };
  return [
    {
      ...honorairesRegles(debiteur, -montant),
      ...{ ...commun, cle, libelle: `Honoraires rendus au ${qui} ${reference}` },
    },
    {
      ...tvaDesHonoraires(debiteur, tva),
      ...{
        ...commun,
        cle: cleDeLaTva,
        libelle: `TVA des honoraires rendus au ${qui} ${reference}`,
      },
    },
  ].filter(({ lignes: leurs }) => leurs.length > 0);
}

/** The open invoices of fees of a mandate's principals, or of a dossier's tenant, with the VAT that waits; cents. */
export async function lireDettesDHonoraires(
  db: Db,
  { MissionId, DossierId }: Pick<FactureLue, "MissionId" | "DossierId">,
) {
  const debiteur = { MissionId: sql`${MissionId}`, DossierId: sql`${DossierId}` };
  const { enAttente, dues } = await db.read({
    enAttente: db.all<TvaAuTaux>(tvaEnAttente(debiteur)),
    dues: db.all<{ ouvertes: string }>(sql`SELECT ${facturesDues(debiteur)} AS ouvertes`),
  });
  return { enAttente, ouvertes: ouvertesDites(dues[0]?.ouvertes ?? "[]") };
}

/** A transfer that pays a credit note back, or a share of it; cents. */
interface Remboursement {
  FactureHonorairesId: number;
  MissionId: number;
  DossierId: number | null;
  montant: number;
  reference: string;
}

/**
 * The VAT that becomes due once these transfers pay credit notes back, in their order: below zero, it is taken back.
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
 * @throws NotFound; Conflict when no payment is recorded, or a line of the bank or a transfer shows it.
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

/** Statements that follow what was read: the same write must carry `inchanges` first, the condition that it still holds. */
interface Reprise {
  inchanges: SQL;
  statements: Statements;
}

/** An invoice or a credit note whose payment is taken back; cents, below zero for a credit note. */
interface FactureReprise {
  id: number;
  montant: number;
}

/** A debtor of fees whose payments are taken back; `ouvertes`: his invoices not settled by then, as JSON. */
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
 * The entry of VAT for credit notes that settle invoices as soon as payments are taken back (cloture/README §12.17);
 * without lines when no VAT moves.
 * @param extournees the condition on `e`, the entries of these payments, which are reversed
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
 * The statements by which credit notes settle invoices once payments are taken back: their VAT moves. None while no
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
  const inchanges = debiteurs.map(
    ({ MissionId, version }) =>
      sql`(SELECT "versionDuCompte" FROM ${missions} WHERE id = ${MissionId}) = ${version}`,
  );
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
 * The statements by which credit notes settle the invoices made since, once the transfers that paid them back are
 * taken out of the books: their VAT moves (cloture/README §12.17).
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
 * True when the entry `e` records the payment `r`, or its VAT: a payment is written just before its entries. Those of
 * transfers are left out.
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
