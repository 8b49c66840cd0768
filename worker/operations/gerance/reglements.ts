import { type SQL, sql } from "drizzle-orm";
import type { Jour, Mois } from "#domain/dates.ts";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import {
  type APlacer,
  consommer,
  crediter,
  type EcheanceOuverte,
  type Placement,
  placer,
} from "#domain/gerance/compte-tenu.ts";
import type { NatureEcheance } from "#domain/gerance/imputation.ts";
import {
  type EtatReglement,
  type ModeReglement,
  type Payeur,
  refusReglement,
} from "#domain/gerance/reglement.ts";
import type { Centimes } from "#domain/gerance/repartition.ts";
import type { Db, Statements } from "#worker/db/client.ts";
import { MAINTENANT } from "#worker/db/columns.ts";
import { echeances, ecritures, imputations, reglements } from "#worker/db/schema-gerance.ts";
import { LostRace, onWhatIsRead, provided } from "#worker/db/versions.ts";
import { trace } from "#worker/operations/history.ts";
import { type CompteLu, lireComptes } from "./comptes-lus.ts";
import { debutComptes, type EcritureAPoster, extourner, poster } from "./ecritures.ts";
import {
  inchangees,
  lireQuittancesAvant,
  type QuittanceAvant,
  type Suites,
  suivreQuittances,
} from "./quittances-suivies.ts";

export interface Contexte {
  db: Db;
  /** The e-mail of who records; null for the daily run. */
  user: string | null;
  today: Jour;
}

/** A payment to record; cents. */
export interface DemandeReglement {
  DossierId: number;
  date: Jour;
  montant: Centimes;
  mode: ModeReglement | null;
  payeur: Payeur;
  /** The receipt that the debtor names, or the months. */
  QuitanceId?: number | undefined;
  mois?: readonly Mois[] | undefined;
  commentaire?: string | null | undefined;
  CompteBancaireId?: number | null | undefined;
  LigneReleveId?: number | null | undefined;
  /** The paper of a waiver. */
  StoredFileId?: number | null | undefined;
  /** The same key twice is one payment. */
  cle?: string | undefined;
}

/** What a payment settles. */
export interface ImputationFaite {
  EcheanceId: number;
  QuitanceId: number | null;
  mois: Mois;
  nature: NatureEcheance;
  montant: Centimes;
}

/** What a payment does to the account of its dossier; cents. */
export interface ReglementApercu {
  DossierId: number;
  etat: EtatReglement;
  imputations: ImputationFaite[];
  /** Of this payment, what is above all that is owed. */
  avance: Centimes;
  /** What the dossier then owes, less its advances. */
  solde: Centimes;
}

export interface ReglementFait extends ReglementApercu {
  id: number;
  /** « 2026-000012 ». */
  numero: string;
}

interface Place extends ReglementApercu {
  demande: DemandeReglement & { cle: string };
  aPlacer: APlacer;
  placement: Placement;
}

/**
 * What these payments would settle, one after the other, if they were recorded now (domain/README §12.3): writes nothing.
 * @throws NotFound when a dossier does not exist; Invalid when a payment is refused.
 */
export async function apercevoirReglements(
  db: Db,
  demandes: readonly DemandeReglement[],
  today: Jour,
): Promise<ReglementApercu[]> {
  const { places } = await placerTous(db, demandes, today);
  return places.map(({ DossierId, etat, imputations, avance, solde }) => ({
    DossierId,
    etat,
    imputations,
    avance,
    solde,
  }));
}

/**
 * Records payments, all or none, with what each settles, its entry and the receipts that follow (domain/README §12.2,
 * §12.3). Of two payments of one debt at once, the second is placed again on what the first left.
 * @param aussi other statements of the same write, before those of the payments
 * @throws NotFound when a dossier does not exist; Invalid when a payment is refused.
 */
export async function enregistrerReglements({
  db,
  demandes,
  user,
  today,
  aussi = {},
}: Contexte & { demandes: readonly DemandeReglement[]; aussi?: Statements }): Promise<
  Suites & { reglements: ReglementFait[] }
> {
  const faits = await onWhatIsRead(async () => {
    const { places, deja } = await placerTous(db, demandes, today);
    const ids = [
      ...new Set(
        places.flatMap((place) => place.imputations.flatMap((une) => une.QuitanceId ?? [])),
      ),
    ];
    const avant = ids.length > 0 ? await lireQuittancesAvant(db, ids) : [];
    const ecrits = await db.write({
      garde: provided(db, inchangees(avant)),
      ...aussi,
      ...ecrireReglements(db, places, user),
      ...suivreQuittances(db, avant, { user }),
      faits: numerosDe(
        db,
        places.map(({ demande }) => demande.cle),
      ),
    });
    const faits = new Map(ecrits.faits.map((fait) => [fait.cle, fait]));
    const nouveaux = places.flatMap(({ demande, placement, aPlacer, ...apercu }) => {
      const fait = faits.get(demande.cle);
      return fait ? [{ ...apercu, id: fait.id, numero: fait.numero }] : [];
    });
    return { reglements: [...nouveaux, ...deja], avant, attente: ecrits.attente };
  });
  // What was called or owed again in between finds the advance that this leaves.
  const avances = faits.reglements.flatMap(({ DossierId, avance }) =>
    avance > 0 ? DossierId : [],
  );
  const suite = await consommerAvances({ db, DossierIds: avances, user, today });
  return { ...suites(faits, suite), reglements: faits.reglements };
}

const numerosDe = (db: Db, cles: readonly string[]) =>
  db.all<{ id: number; numero: string; cle: string }>(sql`
    SELECT id, exercice || '-' || printf('%06d', rang) AS numero, cle FROM ${reglements}
    WHERE cle IN (SELECT value FROM json_each(${JSON.stringify(cles)}))`);

/** Places payments on the accounts as they are, one after the other; those already recorded are told apart. */
async function placerTous(db: Db, demandes: readonly DemandeReglement[], today: Jour) {
  const gardees = await lireGardes(db, demandes);
  const nouvelles = demandes.filter(({ cle }) => !cle || !gardees.has(cle));
  const { comptes, fonds } = await lireComptes(
    db,
    nouvelles,
    nouvelles.flatMap(({ QuitanceId }) => QuitanceId ?? []),
  );
  const places = nouvelles.map((demande, rang): Place => {
    const compte = comptes.get(demande.DossierId);
    if (!compte) throw new NotFound("Ce dossier n’existe pas.");
    return placerUn(demande, compte, fonds[rang] ?? "proprietaire", today);
  });
  return { places, deja: [...gardees.values()] };
}

function placerUn(
  demande: DemandeReglement,
  compte: CompteLu,
  fonds: CompteLu["fonds"],
  today: Jour,
): Place {
  const refus = refusReglement({ ...demande, fonds }, today);
  if (Object.keys(refus).length > 0) throw new Invalid(refus);
  const { DossierId, QuitanceId, mois, ...reste } = demande;
  const aPlacer: APlacer = {
    ...reste,
    fonds,
    tenu: compte.debut !== null && compte.debut <= demande.date,
    CompteBancaireId: reste.CompteBancaireId ?? null,
    ...(QuitanceId === undefined ? {} : { QuitanceId }),
    ...(mois === undefined ? {} : { mois }),
  };
  if (QuitanceId !== undefined && !compte.ouvertes.some((une) => une.QuitanceId === QuitanceId)) {
    throw new Invalid({ QuitanceId: "Rien ne reste dû sur cette quittance." });
  }
  const due = new Map(compte.ouvertes.map((une) => [une.id, une]));
  const placement = placer(DossierId, aPlacer, compte.ouvertes);
  if (placement.avance > 0 && (demande.mode === "abandon" || demande.mode === "compensation")) {
    throw new Invalid({ montant: "C’est plus que ce que doit le locataire." });
  }
  if (placement.ecriture && (compte.debut === null || demande.date < compte.debut)) {
    throw new Invalid({ date: "Ce jour précède l’ouverture des comptes." });
  }
  const imputations = placement.imputations.flatMap(({ echeanceId, montant }) => {
    const une = due.get(echeanceId);
    if (!une) return [];
    const { QuitanceId, mois, nature } = une;
    return [{ EcheanceId: echeanceId, QuitanceId, mois, nature, montant }];
  });
  if (placement.avance > 0) {
    compte.avances.push({ ReglementId: 0, fonds, reste: placement.avance });
  }
  return {
    demande: { ...demande, cle: demande.cle ?? crypto.randomUUID() },
    DossierId,
    aPlacer,
    placement,
    etat: placement.etat,
    imputations,
    avance: placement.avance,
    solde: soldeDe(compte),
  };
}

/**
 * Places payments on the accounts as they will be once others are taken back, in the write that takes them back.
 * @param rendues what will then be owed again
 */
export async function placerSur(
  db: Db,
  demandes: readonly DemandeReglement[],
  { rendues, today }: { rendues: readonly EcheanceRendue[]; today: Jour },
): Promise<Place[]> {
  if (demandes.length === 0) return [];
  const QuitanceIds = demandes.flatMap(({ QuitanceId }) => QuitanceId ?? []);
  const { comptes, fonds } = await lireComptes(db, demandes, QuitanceIds);
  for (const { DossierId, ...rendue } of rendues) {
    const ouvertes = comptes.get(DossierId)?.ouvertes;
    const deja = ouvertes?.find(({ id }) => id === rendue.id);
    if (deja) deja.reste += rendue.reste;
    else ouvertes?.push(rendue);
  }
  return demandes.map((demande, rang) => {
    const compte = comptes.get(demande.DossierId);
    if (!compte) throw new NotFound("Ce dossier n’existe pas.");
    const due = compte.ouvertes.some((une) => une.QuitanceId === demande.QuitanceId);
    if (!due) throw new LostRace();
    return placerUn(demande, compte, fonds[rang] ?? "proprietaire", today);
  });
}

/** A sum called, and what of it will be owed again. */
export type EcheanceRendue = EcheanceOuverte & { DossierId: number };

/**
 * The payments of these receipts, and what is owed again once they are taken back.
 * @throws Conflict when one of them settles something else too.
 */
export async function reglementsDe(
  db: Db,
  QuitanceIds: readonly number[],
): Promise<{ ids: number[]; rendues: EcheanceRendue[] }> {
  if (QuitanceIds.length === 0) return { ids: [], rendues: [] };
  const json = JSON.stringify(QuitanceIds);
  const parts = await db.all<
    Omit<EcheanceRendue, "inscrite"> & { inscrite: number; ReglementId: number; numero: string }
  >(sql`
    SELECT e.id, e."DossierId", e."QuitanceId", e.mandat, e.mois, e."exigibleLe", e.nature, sum(i.montant) AS reste,
      e."EcritureId" IS NOT NULL AS inscrite, i."ReglementId", r.exercice || '-' || printf('%06d', r.rang) AS numero
    FROM ${imputations} i JOIN ${echeances} e ON e.id = i."EcheanceId" JOIN ${reglements} r ON r.id = i."ReglementId"
    WHERE r.etat = 'credite' AND i."ReglementId" IN (
      SELECT si."ReglementId" FROM ${echeances} se JOIN ${imputations} si ON si."EcheanceId" = se.id
      WHERE se."QuitanceId" IN (SELECT value FROM json_each(${json})))
    GROUP BY e.id, i."ReglementId" HAVING sum(i.montant) > 0`);
  const ailleurs = parts.find(
    ({ QuitanceId }) => QuitanceId === null || !QuitanceIds.includes(QuitanceId),
  );
  if (ailleurs) {
    throw new Conflict(
      `Le règlement ${ailleurs.numero} couvre aussi une autre échéance : annulez-le depuis le compte du dossier.`,
    );
  }
  return {
    ids: [...new Set(parts.map(({ ReglementId }) => ReglementId))],
    rendues: parts.map(({ ReglementId, numero, inscrite, ...part }) => ({
      ...part,
      inscrite: inscrite === 1,
    })),
  };
}

/** What the dossier owes in the books, less its advances. */
const soldeDe = ({ ouvertes, avances }: CompteLu): Centimes =>
  ouvertes.reduce((du, { inscrite, reste }) => du + (inscrite ? reste : 0), 0) -
  avances.reduce((avance, { reste }) => avance + reste, 0);

/** The payments that were recorded already under these keys. */
async function lireGardes(db: Db, demandes: readonly DemandeReglement[]) {
  const cles = demandes.flatMap(({ cle }) => cle ?? []);
  if (cles.length === 0) return new Map<string, ReglementFait>();
  const faits = await numerosDe(db, cles);
  if (faits.length === 0) return new Map<string, ReglementFait>();
  const ids = faits.map(({ id }) => id);
  const [rows, parts] = await Promise.all([
    db.select().from(reglements).where(sql`${reglements.id} IN ${ids}`),
    db.all<ImputationFaite & { ReglementId: number }>(sql`
      SELECT i."ReglementId", e.id AS "EcheanceId", e."QuitanceId", e.mois, e.nature, sum(i.montant) AS montant
      FROM ${imputations} i JOIN ${echeances} e ON e.id = i."EcheanceId"
      WHERE i."ReglementId" IN ${ids} GROUP BY 1, 2 HAVING sum(i.montant) > 0`),
  ]);
  const { comptes } = await lireComptes(db, rows);
  return new Map(
    faits.flatMap(({ id, numero, cle }) => {
      const row = rows.find((une) => une.id === id);
      const compte = row && comptes.get(row.DossierId);
      if (!row || !compte) return [];
      const imputees = parts.flatMap(({ ReglementId, ...part }) =>
        ReglementId === id ? part : [],
      );
      const avance = compte.avances.find((une) => une.ReglementId === id)?.reste ?? 0;
      const { DossierId, etat } = row;
      const demande = demandes.find((une) => une.cle === cle);
      if (
        demande?.DossierId !== DossierId ||
        demande.montant !== row.montant ||
        demande.date !== row.date
      ) {
        throw new Conflict("Cette clé est celle d’un autre règlement.", "cle");
      }
      const fait = {
        id,
        numero,
        DossierId,
        etat,
        imputations: imputees,
        avance,
        solde: soldeDe(compte),
      };
      return [[cle, fait] as const];
    }),
  );
}

/** The statements that write payments, their entries and what they settle. */
export function ecrireReglements(db: Db, places: readonly Place[], user: string | null) {
  const json = JSON.stringify(
    places.map(({ demande, aPlacer, placement }) => ({
      ...demande,
      fonds: aPlacer.fonds,
      etat: placement.etat,
    })),
  );
  const posees = places.flatMap(({ demande, placement }) =>
    placement.imputations.map((une) => ({
      ...une,
      reglement: demande.cle,
      ecriture: cleEcriture(demande.cle),
    })),
  );
  return {
    reglements: db.run(sql`
      INSERT INTO ${reglements} (exercice, rang, "DossierId", date, montant, mode, payeur, fonds, etat,
        commentaire, "CompteBancaireId", "LigneReleveId", "StoredFileId", cle, "user")
      SELECT substr(r.value ->> 'date', 1, 4),
        row_number() OVER (PARTITION BY substr(r.value ->> 'date', 1, 4) ORDER BY r.key) + coalesce(
          (SELECT max(rang) FROM ${reglements} deja WHERE deja.exercice = substr(r.value ->> 'date', 1, 4)), 0),
        r.value ->> 'DossierId', r.value ->> 'date', r.value ->> 'montant', r.value ->> 'mode', r.value ->> 'payeur',
        r.value ->> 'fonds', r.value ->> 'etat', r.value ->> 'commentaire', r.value ->> 'CompteBancaireId',
        r.value ->> 'LigneReleveId', r.value ->> 'StoredFileId', r.value ->> 'cle', ${user}
      FROM json_each(${json}) r ORDER BY r.key`),
    ...poster(
      db,
      places.flatMap(({ demande, placement }) =>
        placement.ecriture ? [entreeDe(demande, placement.ecriture, demande.date)] : [],
      ),
      { user, quand: OUVERTS },
    ),
    imputations: imputer(db, posees),
    traces: trace(db, {
      entite: "Reglement",
      entiteId: sql`(SELECT id FROM ${reglements} WHERE cle IN
        (SELECT value ->> 'cle' FROM json_each(${json})) ORDER BY id)`,
      etat: sql`(SELECT CASE etat WHEN 'recu' THEN 'Reçu sous réserve' ELSE 'Enregistré' END FROM ${reglements} WHERE id = fiche.id)`,
      user,
      details: dits,
    }),
  };
}

/** The books are kept on the day of the entry. */
const OUVERTS = sql`${debutComptes} <= e.value ->> 'date'`;

const cleEcriture = (reglement: string) => `reglement ${reglement}`;

const entreeDe = (
  { DossierId, cle }: Pick<Place["demande"], "DossierId" | "cle">,
  ecriture: NonNullable<Placement["ecriture"]>,
  date: Jour,
): EcritureAPoster => ({
  ...ecriture,
  cle: cleEcriture(cle),
  date,
  libelle: "Règlement",
  DossierId,
  reglement: cle,
});

/** What the history keeps of the payment `fiche.id`. */
const dits = sql`(SELECT json_object('DossierId', "DossierId", 'date', date, 'montant', montant / 100.0, 'mode', mode, 'payeur', payeur)
  FROM ${reglements} WHERE id = fiche.id)`;

/** The statement that settles sums called: the key of each payment, and of its entry, if it was posted. */
const imputer = (
  db: Db,
  posees: readonly { reglement: string; ecriture: string; echeanceId: number; montant: Centimes }[],
) =>
  db.run(sql`
    INSERT INTO ${imputations} ("ReglementId", "EcheanceId", montant, "EcritureId")
    SELECT r.id, i.value ->> 'echeanceId', i.value ->> 'montant', e.id
    FROM json_each(${JSON.stringify(posees)}) i JOIN ${reglements} r ON r.cle = i.value ->> 'reglement'
    LEFT JOIN ${ecritures} e ON e.cle = i.value ->> 'ecriture' ORDER BY i.key`);

/** A payment, what it settles, and the receipts that it concerns. */
async function lireReglement(db: Db, ids: readonly number[]) {
  const siens = sql`IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  const { rows, quittances } = await db.read({
    rows: db.select().from(reglements).where(sql`${reglements.id} ${siens}`),
    quittances: db.all<{ QuitanceId: number; ReglementId: number }>(sql`
      SELECT e."QuitanceId", i."ReglementId" FROM ${imputations} i JOIN ${echeances} e ON e.id = i."EcheanceId"
      WHERE i."ReglementId" ${siens} AND e."QuitanceId" IS NOT NULL
      GROUP BY e."QuitanceId", i."ReglementId" HAVING sum(i.montant) > 0`),
  });
  return { rows, quittances };
}

/**
 * The statements that take payments back, or record that the bank refused them (domain/README §12.2): their entries are
 * reversed, what they settled is owed again.
 * @param ids of payments that are good or under reserve; others stay as they are
 */
export function finirReglements(
  db: Db,
  ids: readonly number[],
  {
    etat,
    motif,
    date,
    user,
  }: { etat: "annule" | "rejete"; motif: string; date: Jour; user: string | null },
) {
  const json = JSON.stringify(ids);
  const siens = sql`IN (SELECT value FROM json_each(${json}))`;
  return {
    fin: db.run(sql`
      UPDATE ${reglements} SET etat = ${etat}, motif = ${motif}, "finLe" = ${date}, "updatedAt" = ${MAINTENANT}
      WHERE id ${siens} AND etat IN ('recu', 'credite')`),
    ...extourner(db, sql`origine."ReglementId" ${siens}`, {
      date,
      user,
      ...(etat === "rejete" ? { journal: "REJ" } : {}),
    }),
    defaites: db.run(sql`
      INSERT INTO ${imputations} ("ReglementId", "EcheanceId", montant, "EcritureId")
      SELECT p."ReglementId", p."EcheanceId", -p.montant, (SELECT x.id FROM ${ecritures} x WHERE x."annuleId" = p.ecriture)
      FROM (SELECT "ReglementId", "EcheanceId", sum(montant) AS montant, max("EcritureId") AS ecriture FROM ${imputations}
        WHERE "ReglementId" ${siens} GROUP BY "ReglementId", "EcheanceId") p WHERE p.montant <> 0`),
    traceFin: trace(db, {
      entite: "Reglement",
      entiteId: sql`(SELECT value FROM json_each(${json}))`,
      etat: etat === "rejete" ? "Rejeté" : "Annulé",
      user,
      details: { motif, date },
    }),
  };
}

/** The condition that these payments settle no receipt but these: an advance may have been spent on another since. */
export const reglentSeulement = (ids: readonly number[], QuitanceIds: readonly number[]) =>
  sql`NOT EXISTS (SELECT 1 FROM ${imputations} i JOIN ${echeances} e ON e.id = i."EcheanceId"
    WHERE i."ReglementId" IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND e."QuitanceId" IS NOT NULL
      AND e."QuitanceId" NOT IN (SELECT value FROM json_each(${JSON.stringify(QuitanceIds)}))
    GROUP BY i."ReglementId", e."QuitanceId" HAVING sum(i.montant) > 0)`;

interface Fin extends Contexte {
  id: number;
  motif: string;
  /** Other statements of the same write, before those of the payment. */
  aussi?: Statements;
}

/**
 * Takes a payment back, that was recorded by mistake: reversed today, what it settled is owed again.
 * @throws NotFound; Conflict when it was taken back or refused already.
 */
export const annulerReglement = (demande: Fin): Promise<Suites> =>
  finir({ ...demande, etat: "annule", date: demande.today });

/**
 * Records that the bank refused a payment, on the day the bank says: the receipts that it paid are owed again.
 * @throws NotFound; Conflict when it was taken back or refused already; Invalid when the day is to come, or before it.
 */
export const rejeterReglement = (demande: Fin & { date: Jour }): Promise<Suites> =>
  finir({ ...demande, etat: "rejete" });

async function finir({
  db,
  id,
  motif,
  etat,
  date,
  user,
  today,
  aussi = {},
}: Fin & { etat: "annule" | "rejete"; date: Jour }): Promise<Suites> {
  const fait = await onWhatIsRead(async () => {
    const { rows, quittances } = await lireReglement(db, [id]);
    const [row] = rows;
    if (!row) throw new NotFound();
    if (row.etat === "rejete" || row.etat === "annule") {
      throw new Conflict(
        row.etat === "rejete" ? "Ce règlement a déjà été rejeté." : "Ce règlement est déjà annulé.",
      );
    }
    if (etat === "rejete" && (date > today || date < row.date)) {
      throw new Invalid({
        date: "Le rejet est daté du jour du règlement ou d’après, au plus tard d’aujourd’hui.",
      });
    }
    const QuitanceIds = quittances.map(({ QuitanceId }) => QuitanceId);
    const avant = await lireQuittancesAvant(db, QuitanceIds);
    const { attente } = await db.write({
      garde: provided(
        db,
        sql`${inchangees(avant)} AND ${reglentSeulement([id], QuitanceIds)} AND EXISTS (SELECT 1 FROM ${reglements} WHERE id = ${id} AND version = ${row.version})`,
      ),
      ...aussi,
      ...finirReglements(db, [id], { etat, motif, date, user }),
      ...suivreQuittances(db, avant, { user }),
    });
    return { DossierId: row.DossierId, avant, attente };
  });
  const suite = await consommerAvances({ db, DossierIds: [fait.DossierId], user, today });
  return suites(fait, suite);
}

const suites = (
  { avant, attente }: { avant: readonly QuittanceAvant[]; attente: Suites["courriels"] },
  suite: Suites,
): Suites => ({
  courriels: [...(avant.length > 0 ? attente : []), ...suite.courriels],
  anciensPdf: [...avant.flatMap(({ clePdf }) => clePdf ?? []), ...suite.anciensPdf],
});

/**
 * Spends the advances of these dossiers on what they owe in the books (domain/README §12.2): done again, it finds nothing.
 * @param DossierIds null for all
 */
export async function consommerAvances({
  db,
  DossierIds,
  user,
  today,
}: Contexte & { DossierIds: readonly number[] | null }): Promise<Suites> {
  if (DossierIds?.length === 0) return { courriels: [], anciensPdf: [] };
  return onWhatIsRead(async () => {
    const aVoir = await avecAvanceEtDette(db, DossierIds);
    if (aVoir.length === 0) return { courriels: [], anciensPdf: [] };
    const { comptes } = await lireComptes(
      db,
      aVoir.map((DossierId) => ({ DossierId, date: today })),
    );
    const faites = [...comptes.values()].flatMap(({ DossierId, avances, ouvertes }) =>
      avances.map((avance) => ({
        DossierId,
        ...avance,
        quittances: ouvertes.map(({ id, QuitanceId }) => ({ id, QuitanceId })),
        ...consommer(DossierId, avance, today, ouvertes),
      })),
    );
    const utiles = faites.filter(({ imputations }) => imputations.length > 0);
    const depenses = JSON.stringify(utiles.map(({ ReglementId }) => ReglementId));
    const touchees = utiles.flatMap(({ imputations, quittances }) =>
      imputations.flatMap(
        ({ echeanceId }) => quittances.find(({ id }) => id === echeanceId)?.QuitanceId ?? [],
      ),
    );
    const { avant, cles } = await db.read({
      avant: lireQuittancesAvant(db, [...new Set(touchees)]),
      cles: db.all<{ id: number; cle: string; rang: number }>(sql`
        SELECT r.id, r.cle, (SELECT count(*) FROM ${ecritures} e WHERE e."ReglementId" = r.id) AS rang
        FROM ${reglements} r WHERE r.id IN (SELECT value FROM json_each(${depenses}))`),
    });
    const entrees = utiles.map((une) => {
      const reglement = cles.find(({ id }) => id === une.ReglementId);
      const cle = reglement?.cle ?? "";
      return { ...une, cle, ecritureCle: `avance ${reglement?.rang} ${cle}` };
    });
    const { attente } = await db.write({
      garde: provided(
        db,
        sql`${inchangees(avant)} AND NOT EXISTS (SELECT 1 FROM ${reglements}
          WHERE id IN (SELECT value FROM json_each(${depenses})) AND etat <> 'credite')`,
      ),
      ...poster(
        db,
        entrees.flatMap(({ DossierId, ecriture, cle, ecritureCle }) =>
          ecriture
            ? [
                {
                  ...ecriture,
                  cle: ecritureCle,
                  date: today,
                  libelle: "Avance portée sur l’appel, règlement",
                  DossierId,
                  reglement: cle,
                },
              ]
            : [],
        ),
        { user, quand: OUVERTS },
      ),
      imputations: imputer(
        db,
        entrees.flatMap(({ imputations, cle, ecritureCle }) =>
          imputations.map((une) => ({ ...une, reglement: cle, ecriture: ecritureCle })),
        ),
      ),
      ...suivreQuittances(db, avant, { user }),
    });
    return suites({ avant, attente }, { courriels: [], anciensPdf: [] });
  });
}

/** Those of these dossiers that have an advance, and owe something; all of them when none is named. */
const avecAvanceEtDette = async (db: Db, DossierIds: readonly number[] | null) => {
  const lesquels: SQL =
    DossierIds === null
      ? sql`true`
      : sql`r."DossierId" IN (SELECT value FROM json_each(${JSON.stringify(DossierIds)}))`;
  const rows = await db.all<{ DossierId: number }>(sql`
    SELECT DISTINCT r."DossierId" FROM ${reglements} r
    WHERE ${lesquels} AND r.etat = 'credite'
      AND EXISTS (SELECT 1 FROM ${echeances} e WHERE e."DossierId" = r."DossierId" AND e.reste > 0 AND e."EcritureId" IS NOT NULL)
      AND r.montant > coalesce((SELECT sum(i.montant) FROM ${imputations} i WHERE i."ReglementId" = r.id), 0)`);
  return rows.map(({ DossierId }) => DossierId);
};

/**
 * The bank has credited cheques received under reserve: each settles what its dossier owes on that day.
 * @returns those that were credited; one that is credited, refused or taken back already stays as it is.
 */
export async function crediterReglements({
  db,
  ids,
  date,
  user,
  today,
  aussi = {},
}: Contexte & { ids: readonly number[]; date: Jour; aussi?: Statements }): Promise<
  Suites & { credites: number[] }
> {
  const fait = await onWhatIsRead(async () => {
    const { rows } = await lireReglement(db, ids);
    const recus = rows.filter(({ etat }) => etat === "recu");
    if (recus.length === 0) return { avant: [], attente: [], recus };
    if (recus.some((recu) => date < recu.date)) {
      throw new Invalid({
        date: "La banque n’a pas crédité un chèque avant le jour où il fut reçu.",
      });
    }
    const { comptes } = await lireComptes(
      db,
      recus.map(({ DossierId }) => ({ DossierId, date })),
    );
    const places = recus.flatMap((recu) => {
      const compte = comptes.get(recu.DossierId);
      if (!compte) return [];
      const quittances = compte.ouvertes.map(({ id, QuitanceId }) => ({ id, QuitanceId }));
      return [
        { recu, quittances, ...crediter(recu.DossierId, { ...recu, date }, compte.ouvertes) },
      ];
    });
    const touchees = places.flatMap(({ imputations, quittances }) =>
      imputations.flatMap(
        ({ echeanceId }) => quittances.find(({ id }) => id === echeanceId)?.QuitanceId ?? [],
      ),
    );
    const avant = await lireQuittancesAvant(db, [...new Set(touchees)]);
    const json = JSON.stringify(recus.map(({ id, version }) => ({ id, version })));
    const { attente } = await db.write({
      garde: provided(
        db,
        sql`${inchangees(avant)} AND NOT EXISTS (SELECT 1 FROM json_each(${json}) lu WHERE NOT EXISTS (
          SELECT 1 FROM ${reglements} WHERE id = lu.value ->> 'id' AND version = lu.value ->> 'version'))`,
      ),
      ...aussi,
      credit: db.run(sql`
        UPDATE ${reglements} SET etat = 'credite', "updatedAt" = ${MAINTENANT}
        WHERE id IN (SELECT value ->> 'id' FROM json_each(${json}))`),
      ...poster(
        db,
        places.flatMap(({ recu, ecriture }) =>
          ecriture
            ? [
                {
                  ...entreeDe(recu, ecriture, date),
                  cle: `credit ${recu.cle}`,
                  libelle: "Chèque encaissé, règlement",
                },
              ]
            : [],
        ),
        { user, quand: OUVERTS },
      ),
      imputations: imputer(
        db,
        places.flatMap(({ recu, imputations }) =>
          imputations.map((une) => ({
            ...une,
            reglement: recu.cle,
            ecriture: `credit ${recu.cle}`,
          })),
        ),
      ),
      traces: trace(db, {
        entite: "Reglement",
        entiteId: sql`(SELECT value ->> 'id' FROM json_each(${json}))`,
        etat: "Encaissé",
        user,
        details: { date },
      }),
      ...suivreQuittances(db, avant, { user }),
    });
    return { avant, attente, recus };
  });
  const DossierIds = fait.recus.map(({ DossierId }) => DossierId);
  const suite = await consommerAvances({ db, DossierIds, user, today });
  return { ...suites(fait, suite), credites: fait.recus.map(({ id }) => id) };
}
