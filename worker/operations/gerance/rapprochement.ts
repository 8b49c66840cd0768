import { sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import { Conflict, Forbidden, Invalid, NotFound } from "#domain/erreurs.ts";
import type { ModeFonds } from "#domain/gerance/conditions.ts";
import { type Ecriture, especesRemises, recuSansNom } from "#domain/gerance/ecritures.ts";
import { A_IDENTIFIER, type DemandeRapprochement } from "#domain/gerance/ligne-releve.ts";
import { lireMots } from "#domain/gerance/mots-de-ligne.ts";
import {
  certaines,
  type LigneARapprocher,
  type Proposition,
} from "#domain/gerance/rapprochement.ts";
import { type Payeur, refusReglement } from "#domain/gerance/reglement.ts";
import type { Centimes } from "#domain/gerance/repartition.ts";
import { enCentimes, enEuros, formatEuros } from "#domain/montants.ts";
import type { Db, Statements } from "#worker/db/client.ts";
import { MAINTENANT } from "#worker/db/columns.ts";
import { selected } from "#worker/db/conditions.ts";
import { isLineTaken } from "#worker/db/failures.ts";
import { dossiers } from "#worker/db/schema.ts";
import {
  comptesBancaires,
  echeances,
  imputations,
  lignesReleve,
  payeursConnus,
  reglements,
} from "#worker/db/schema-gerance.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import { trace } from "#worker/operations/history.ts";
import { fondsDe, mandatDe } from "./comptes-lus.ts";
import { doublonDe } from "./doublons.ts";
import { debutComptes, extourner, poster } from "./ecritures.ts";
import {
  inchangees,
  lireQuittancesAvant,
  type Suites,
  suivreQuittances,
} from "./quittances-suivies.ts";
import {
  type Contexte,
  consommerAvances,
  crediterReglements,
  type DemandeReglement,
  enregistrerReglements,
  finirReglements,
  reglentSeulement,
  rejeterReglement,
} from "./reglements.ts";
import { lireRepertoire } from "./repertoire.ts";

const DEJA = "Quelqu’un s’est déjà occupé de cette ligne.";
/** Lines of one write: others write in between, and none is given up because it lasts. */
const LIGNES_PAR_ECRITURE = 250;
const ESSAIS = 5;

/** A line, and what is known of its account. */
export interface LigneLueEnBase extends LigneARapprocher {
  CompteBancaireId: number;
  usage: "gerance" | "agence";
  etat: "a_rapprocher" | "rapprochee" | "ecartee";
  automatique: boolean;
  motif: string | null;
  user: string | null;
}

/** The statement that reads lines, as matching reads them. */
export const lireLignes = (db: Db, condition = sql`true`) =>
  db
    .select({
      id: lignesReleve.id,
      date: lignesReleve.date,
      montant: lignesReleve.montant,
      libelle: lignesReleve.libelle,
      reference: lignesReleve.reference,
      tiers: lignesReleve.tiers,
      rejet: lignesReleve.rejet,
      empreinte: lignesReleve.payeurEmpreinte,
      CompteBancaireId: lignesReleve.CompteBancaireId,
      usage: comptesBancaires.usage,
      etat: lignesReleve.etat,
      automatique: lignesReleve.automatique,
      motif: lignesReleve.motif,
      user: lignesReleve.user,
      doublonDe: selected<number | null>(doublonDe).as("doublonDe"),
    })
    .from(lignesReleve)
    .innerJoin(comptesBancaires, sql`${comptesBancaires.id} = ${lignesReleve.CompteBancaireId}`)
    .where(condition)
    .orderBy(lignesReleve.date, lignesReleve.id);

async function lireLigne(db: Db, id: number): Promise<LigneLueEnBase> {
  const [ligne] = await lireLignes(db, sql`${lignesReleve.id} = ${id}`);
  if (!ligne) throw new NotFound("Cette ligne de relevé n’existe pas.");
  return ligne;
}

interface Geste extends Contexte {
  id: number;
}

/**
 * Says what a line is, whole or nothing (domain/README §12.9): payments of these dossiers, else payments recorded before,
 * that it proves, credits (cheques) or refuses (a line that leaves the account).
 * @throws NotFound; Conflict when someone dealt with it first; Invalid when the parts do not make the line.
 */
export async function rapprocher({
  peutRejeter,
  ...geste
}: Geste & { demande: DemandeRapprochement; peutRejeter: boolean }): Promise<Suites> {
  const { db, id, demande } = geste;
  const ligne = await lireLigne(db, id);
  if (ligne.etat !== "a_rapprocher") throw new Conflict(DEJA);
  if (ligne.usage !== "gerance") {
    throw new Conflict("Ce compte est celui de l’agence : un loyer ne s’y encaisse pas.");
  }
  const { parts, ReglementIds } = demande;
  if ((parts === undefined) === (ReglementIds === undefined)) {
    throw new Invalid({ parts: "Des dossiers ou des règlements sont attendus, l’un ou l’autre." });
  }
  return prise(() => {
    if (parts) return reglerDepuis({ ...geste, ligne, parts });
    if (ligne.montant > 0) return pointer({ ...geste, ligne, ids: ReglementIds ?? [] });
    if (!peutRejeter) throw new Forbidden();
    return rejeter({ ...geste, ligne, ids: ReglementIds ?? [] });
  });
}

/** A line that someone else took in between is told in words. */
async function prise<T>(geste: () => Promise<T>): Promise<T> {
  try {
    return await geste();
  } catch (error) {
    throw isLineTaken(error) ? new Conflict(DEJA) : error;
  }
}

type Part = { DossierId: number; montant: number };

async function reglerDepuis({
  ligne,
  parts,
  demande,
  db,
  user,
  today,
}: Contexte & { ligne: LigneLueEnBase; parts: readonly Part[]; demande: DemandeRapprochement }) {
  const enCents = parts.map(({ DossierId, montant }) => ({
    DossierId,
    montant: enCentimes(montant),
  }));
  const somme = enCents.reduce((total, { montant }) => total + montant, 0);
  if (somme !== ligne.montant) {
    throw new Invalid({
      parts: `Les parts font ${formatEuros(enEuros(somme))}, la ligne ${formatEuros(enEuros(ligne.montant))}.`,
    });
  }
  if (new Set(enCents.map(({ DossierId }) => DossierId)).size < enCents.length) {
    throw new Invalid({ parts: "Chaque dossier n’a qu’une part." });
  }
  const mots = lireMots(ligne);
  const payeur =
    demande.payeur ?? mots.organisme ?? (await payeurAppris(db, ligne, enCents)) ?? "locataire";
  const demandes = enCents.map((part) =>
    demandeDe(ligne, part, { payeur, mode: demande.mode ?? mots.mode, mois: mots.mois }),
  );
  const [recus] = await avecFonds(db, [{ ligne, demandes }]);
  return enregistrer({
    db,
    user,
    today,
    demandes,
    aussi: {
      ...prendre(db, [ligne.id], { etat: "rapprochee", user }),
      ...rendreAttente(db, ligne, user),
      ...poserAutour(db, recus ? [recus] : [], user),
      ...apprendre(db, ligne, demandes, today),
    },
  });
}

/** Who usually pays for these dossiers from the account of the line. */
async function payeurAppris(
  db: Db,
  { empreinte }: LigneLueEnBase,
  [part]: readonly Part[],
): Promise<Payeur | undefined> {
  if (empreinte === null || !part) return undefined;
  const [connu] = await db
    .select({ payeur: payeursConnus.payeur })
    .from(payeursConnus)
    .where(
      sql`${payeursConnus.empreinte} = ${empreinte} AND ${payeursConnus.DossierId} = ${part.DossierId}`,
    );
  return connu?.payeur;
}

/** What every payment and entry that a line makes is known by. */
const cleDeLigne = (id: number, quoi: string) => `ligne ${id} ${quoi} ${crypto.randomUUID()}`;

const demandeDe = (
  { id, date, CompteBancaireId }: LigneLueEnBase,
  { DossierId, montant }: { DossierId: number; montant: Centimes },
  commun: Pick<Proposition, "payeur" | "mode" | "mois">,
): DemandeReglement & { cle: string } => ({
  ...commun,
  DossierId,
  montant,
  date,
  CompteBancaireId,
  LigneReleveId: id,
  cle: cleDeLigne(id, "reglement"),
});

/** Records payments; a cheque that the bank shows is credited at once. */
async function enregistrer(demande: Parameters<typeof enregistrerReglements>[0]): Promise<Suites> {
  const faits = await enregistrerReglements(demande);
  const { db, user, today, demandes } = demande;
  const recus = faits.reglements.filter(({ etat }) => etat === "recu");
  const [premiere] = demandes;
  if (recus.length === 0 || !premiere) return faits;
  const ids = recus.map(({ id }) => id);
  const credites = await crediterReglements({ db, user, today, ids, date: premiere.date });
  return reunir(faits, credites);
}

const reunir = (...suites: readonly Suites[]): Suites => ({
  courriels: suites.flatMap(({ courriels }) => courriels),
  anciensPdf: suites.flatMap(({ anciensPdf }) => anciensPdf),
});

/** The statements that take lines, and make the whole write fail where somebody took one before. */
function prendre(
  db: Db,
  ids: readonly number[],
  {
    etat,
    user,
    motif = null,
    automatique = false,
  }: {
    etat: "rapprochee" | "ecartee";
    user: string | null;
    motif?: string | null;
    automatique?: boolean;
  },
) {
  const lesquelles = sql`IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  return {
    lignePrise: db.run(sql`
      UPDATE ${lignesReleve} SET etat = iif(etat = 'a_rapprocher', ${etat}, NULL), automatique = ${automatique ? 1 : 0},
        motif = ${motif}, "user" = ${user}, "updatedAt" = ${MAINTENANT} WHERE id ${lesquelles}`),
    lignePriseDite: trace(db, {
      entite: "LigneReleve",
      entiteId: sql`(SELECT id FROM ${lignesReleve} WHERE id ${lesquelles} ORDER BY id)`,
      etat: etat === "ecartee" ? "Écartée" : automatique ? "Rapprochée d’elle-même" : "Rapprochée",
      user,
      details: sql`(SELECT json_object('date', date, 'montant', montant / 100.0) FROM ${lignesReleve} WHERE id = fiche.id)`,
    }),
  };
}

const dePrefixe = (id: number) =>
  sql`origine.cle >= ${`ligne ${id} `} AND origine.cle < ${`ligne ${id}!`}`;

/** The statements that take back, on this day, the entries that the line itself made. */
function reprendreEcritures(
  db: Db,
  id: number,
  { date, user }: { date: Jour; user: string | null },
) {
  const { lignesExtournees, ecrituresExtournees } = extourner(db, dePrefixe(id), { date, user });
  return { lignesReprises: lignesExtournees, ecrituresReprises: ecrituresExtournees };
}

/** The money of a line that waited for a name waits no more: dated as it came, for it settles from that day on. */
const rendreAttente = (
  db: Db,
  { id, date, motif }: LigneLueEnBase,
  user: string | null,
): Statements => (motif === null ? {} : reprendreEcritures(db, id, { date, user }));

interface LigneEtFonds {
  ligne: LigneLueEnBase;
  montants: { mode: DemandeReglement["mode"]; fonds: ModeFonds; montant: Centimes }[];
}

/** The same lines, with who receives the rents of each dossier on the day of the line. */
async function avecFonds(
  db: Db,
  faites: readonly {
    ligne: LigneLueEnBase;
    demandes: readonly Pick<DemandeReglement, "DossierId" | "montant" | "mode" | "date">[];
  }[],
): Promise<LigneEtFonds[]> {
  const toutes = faites.flatMap(({ demandes }) => demandes);
  const json = JSON.stringify(toutes.map(({ DossierId, date }) => ({ DossierId, date })));
  const fonds = await db.all<{ rang: number; fonds: ModeFonds }>(sql`
    SELECT e.key AS rang, ${fondsDe(mandatDe(sql`d."AppartementId"`), sql`e.value ->> 'date'`)} AS fonds
    FROM json_each(${json}) e JOIN ${dossiers} d ON d.id = e.value ->> 'DossierId'`);
  const parRang = new Map(fonds.map((une) => [une.rang, une.fonds]));
  let rang = 0;
  return faites.map(({ ligne, demandes }) => ({
    ligne,
    montants: demandes.map(({ mode, montant }) => ({
      mode,
      montant,
      fonds: parRang.get(rang++) ?? "proprietaire",
    })),
  }));
}

/**
 * The statements of what the payments of a line do not say of the bank: rents that their owner should have received lie
 * there, until they are handed on to him; cash comes from the till (domain/README §12.9).
 */
function poserAutour(db: Db, lues: readonly LigneEtFonds[], user: string | null): Statements {
  const entrees = lues.flatMap(({ ligne, montants }) => {
    const { id, date, CompteBancaireId } = ligne;
    const de = (lesquels: LigneEtFonds["montants"]) =>
      lesquels.reduce((somme, { montant }) => somme + montant, 0);
    const bailleur = de(montants.filter(({ fonds }) => fonds === "proprietaire"));
    const especes = de(
      montants.filter(({ fonds, mode }) => fonds === "agence" && mode === "especes"),
    );
    const entree = (ecriture: Ecriture, quoi: string, libelle: string) => ({
      ...ecriture,
      cle: cleDeLigne(id, quoi),
      date,
      libelle,
    });
    return [
      ...(bailleur > 0
        ? [entree(recuSansNom(CompteBancaireId, bailleur), "bailleur", "Reçu pour un propriétaire")]
        : []),
      ...(especes > 0
        ? [
            entree(
              especesRemises(CompteBancaireId, especes),
              "especes",
              "Espèces remises en banque",
            ),
          ]
        : []),
    ];
  });
  if (entrees.length === 0) return {};
  const { lignesPostees, ecrituresPostees } = poster(db, entrees, { user, quand: OUVERTS });
  return { lignesAutour: lignesPostees, ecrituresAutour: ecrituresPostees };
}

const OUVERTS = sql`${debutComptes} <= e.value ->> 'date'`;

/** The statement by which the account that paid is known again: a person says whom it pays for. */
function apprendre(
  db: Db,
  { empreinte }: LigneLueEnBase,
  demandes: readonly Pick<DemandeReglement, "DossierId" | "payeur">[],
  today: Jour,
): Statements {
  if (empreinte === null) return {};
  const json = JSON.stringify(demandes.map(({ DossierId, payeur }) => ({ DossierId, payeur })));
  return {
    appris: db.run(sql`
      INSERT INTO ${payeursConnus} (empreinte, "DossierId", payeur, confirmations, "vuLe")
      SELECT ${empreinte}, p.value ->> 'DossierId', p.value ->> 'payeur', 1, ${today} FROM json_each(${json}) p WHERE true
      ON CONFLICT (empreinte, "DossierId") DO UPDATE SET confirmations = confirmations + 1, "vuLe" = excluded."vuLe",
        payeur = excluded.payeur`),
  };
}

interface Lie extends Contexte {
  ligne: LigneLueEnBase;
  ids: readonly number[];
}

async function lireLies(db: Db, ids: readonly number[]) {
  const rows = await db
    .select()
    .from(reglements)
    .where(sql`${reglements.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
  if (rows.length < new Set(ids).size || new Set(ids).size < ids.length) {
    throw new NotFound("L’un de ces règlements n’existe pas.");
  }
  return rows;
}

/** A line proves payments typed before, and credits the cheques among them. */
async function pointer({ db, ligne, ids, user, today }: Lie): Promise<Suites> {
  const rows = await lireLies(db, ids);
  const somme = rows.reduce((total, { montant }) => total + montant, 0);
  if (somme !== ligne.montant) {
    throw new Invalid({
      ReglementIds: `Ces règlements font ${formatEuros(enEuros(somme))}, la ligne ${formatEuros(enEuros(ligne.montant))}.`,
    });
  }
  const cheques = rows.filter(({ etat }) => etat === "recu");
  const montants = rows.flatMap(({ etat, mode, fonds, montant }) =>
    etat === "credite" ? [{ mode, fonds, montant }] : [],
  );
  const lus = JSON.stringify(rows.map(({ id, etat }) => ({ id, etat })));
  const aussi = {
    libres: provided(
      db,
      sql`NOT EXISTS (SELECT 1 FROM json_each(${lus}) lu WHERE NOT EXISTS (SELECT 1 FROM ${reglements} r
        WHERE r.id = lu.value ->> 'id' AND r.etat = lu.value ->> 'etat' AND r.etat IN ('recu', 'credite') AND r."LigneReleveId" IS NULL))`,
    ),
    ...prendre(db, [ligne.id], { etat: "rapprochee", user }),
    ...rendreAttente(db, ligne, user),
    lies: db.run(sql`
      UPDATE ${reglements} SET "LigneReleveId" = ${ligne.id}, "CompteBancaireId" = coalesce("CompteBancaireId", ${ligne.CompteBancaireId})
      WHERE id IN (SELECT value ->> 'id' FROM json_each(${lus}))`),
    ...poserAutour(db, montants.length > 0 ? [{ ligne, montants }] : [], user),
    ...apprendre(db, ligne, rows, today),
  };
  const refus = new Conflict("L’un de ces règlements est déjà rapproché, rejeté ou annulé.");
  if (
    rows.some(
      ({ etat, LigneReleveId }) =>
        LigneReleveId !== null || (etat !== "recu" && etat !== "credite"),
    )
  ) {
    throw refus;
  }
  if (cheques.length > 0) {
    const attendus = cheques.map(({ id }) => id);
    return crediterReglements({ db, user, today, date: ligne.date, ids: attendus, aussi });
  }
  await db.write(aussi);
  return { courriels: [], anciensPdf: [] };
}

/** A line that leaves the account takes a payment back, on its day. */
async function rejeter({ db, ligne, ids, user, today }: Lie): Promise<Suites> {
  const [row, autre] = await lireLies(db, ids);
  if (!row || autre || row.montant !== -ligne.montant) {
    throw new Invalid({ ReglementIds: "Un règlement du montant de la ligne est attendu." });
  }
  const numero = `${row.exercice}-${String(row.rang).padStart(6, "0")}`;
  return rejeterReglement({
    db,
    user,
    today,
    id: row.id,
    date: ligne.date,
    motif: "Rejeté par la banque",
    aussi: {
      ...prendre(db, [ligne.id], {
        etat: "rapprochee",
        user,
        motif: `Rejet du règlement ${numero}`,
      }),
      ...(row.LigneReleveId === null
        ? {}
        : reprendreEcritures(db, row.LigneReleveId, { date: ligne.date, user })),
    },
  });
}

/** Sets a line aside, for a reason: it is no matter of tenants. */
export async function ecarter({ db, id, motif, user }: Geste & { motif: string }): Promise<void> {
  const ligne = await lireLigne(db, id);
  if (ligne.etat !== "a_rapprocher") throw new Conflict(DEJA);
  await prise(() =>
    db.write({
      ...prendre(db, [id], { etat: "ecartee", motif, user }),
      ...rendreAttente(db, ligne, user),
    }),
  );
}

/**
 * The money of a line is in the bank, from nobody knows whom: it waits apart, until the line is matched
 * (domain/README §12.9).
 */
export async function mettreEnAttente({ db, id, user }: Geste): Promise<void> {
  const ligne = await lireLigne(db, id);
  if (ligne.etat !== "a_rapprocher" || ligne.motif !== null) throw new Conflict(DEJA);
  if (ligne.montant < 0 || ligne.usage !== "gerance") {
    throw new Conflict("Seule une somme reçue sur un compte de gérance attend d’être identifiée.");
  }
  const { lignesPostees, ecrituresPostees } = poster(
    db,
    [
      {
        ...recuSansNom(ligne.CompteBancaireId, ligne.montant),
        cle: cleDeLigne(id, "attente"),
        date: ligne.date,
        libelle: "Reçu à identifier",
      },
    ],
    { user, quand: OUVERTS },
  );
  await prise(() =>
    db.write({
      attente: db.run(sql`
        UPDATE ${lignesReleve} SET etat = iif(etat = 'a_rapprocher' AND motif IS NULL, etat, NULL), motif = ${A_IDENTIFIER},
          "user" = ${user}, "updatedAt" = ${MAINTENANT} WHERE id = ${id}`),
      lignesPostees,
      ecrituresPostees,
      dite: trace(db, { entite: "LigneReleve", entiteId: id, etat: "À identifier", user }),
    }),
  );
}

/**
 * Takes back what was made of a line, which is to match again: the payments that it made are taken back, those it proved
 * stay, and are proved no more (a cheque stays credited); what was learnt of its account is forgotten.
 * @param peutTout the caller may take back what others did
 * @throws Conflict when nothing was made of it, or a rejection, which is not taken back.
 */
export async function annulerRapprochement({
  db,
  id,
  user,
  today,
  peutTout,
}: Geste & { peutTout: boolean }): Promise<Suites> {
  const fait = await onWhatIsRead(async () => {
    const ligne = await lireLigne(db, id);
    if (ligne.etat === "a_rapprocher" && ligne.motif === null) {
      throw new Conflict("Cette ligne est déjà à rapprocher.");
    }
    if (!peutTout && ligne.user !== user) throw new Forbidden();
    if (ligne.montant < 0 && ligne.etat === "rapprochee") {
      throw new Conflict(
        "Un rejet ne se reprend pas : si la banque a payé depuis, saisissez un nouveau règlement.",
      );
    }
    const { lies, quittances } = await db.read({
      lies: db.select().from(reglements).where(sql`${reglements.LigneReleveId} = ${id}`),
      quittances: db.all<{ QuitanceId: number }>(sql`
        SELECT DISTINCT e."QuitanceId" FROM ${imputations} i JOIN ${echeances} e ON e.id = i."EcheanceId"
        JOIN ${reglements} r ON r.id = i."ReglementId"
        WHERE r."LigneReleveId" = ${id} AND r.cle LIKE ${`ligne ${id} %`} AND e."QuitanceId" IS NOT NULL`),
    });
    const faits = lies.filter(
      ({ cle, etat }) => cle.startsWith(`ligne ${id} `) && (etat === "recu" || etat === "credite"),
    );
    const QuitanceIds = quittances.map(({ QuitanceId }) => QuitanceId);
    const avant = await lireQuittancesAvant(db, QuitanceIds);
    const versions = JSON.stringify(faits.map((une) => ({ id: une.id, version: une.version })));
    const ecrits = await db.write({
      garde: provided(
        db,
        sql`${inchangees(avant)} AND ${reglentSeulement(
          faits.map((une) => une.id),
          QuitanceIds,
        )}
          AND (SELECT etat || coalesce(motif, '') FROM ${lignesReleve} WHERE id = ${id}) = ${ligne.etat + (ligne.motif ?? "")}
          AND NOT EXISTS (SELECT 1 FROM json_each(${versions}) lu WHERE NOT EXISTS (SELECT 1 FROM ${reglements} r
            WHERE r.id = lu.value ->> 'id' AND r.version = lu.value ->> 'version'))`,
      ),
      ligne: db.run(sql`
        UPDATE ${lignesReleve} SET etat = 'a_rapprocher', automatique = 0, motif = NULL, "user" = ${user},
          "updatedAt" = ${MAINTENANT} WHERE id = ${id}`),
      dite: trace(db, { entite: "LigneReleve", entiteId: id, etat: "Remise à rapprocher", user }),
      detaches: db.run(sql`
        UPDATE ${reglements} SET "LigneReleveId" = NULL WHERE "LigneReleveId" = ${id} AND cle NOT LIKE ${`ligne ${id} %`}`),
      ...reprendreEcritures(db, id, {
        date: ligne.etat === "a_rapprocher" || ligne.etat === "ecartee" ? ligne.date : today,
        user,
      }),
      ...oublier(db, ligne, lies),
      ...finirReglements(
        db,
        faits.map((une) => une.id),
        { etat: "annule", motif: "Rapprochement repris", date: today, user },
      ),
      ...suivreQuittances(db, avant, { user }),
    });
    return {
      DossierIds: faits.map(({ DossierId }) => DossierId),
      suites: {
        courriels: avant.length > 0 ? ecrits.attente : [],
        anciensPdf: avant.flatMap(({ clePdf }) => clePdf ?? []),
      },
    };
  });
  if (fait.DossierIds.length === 0) return fait.suites;
  const suite = await consommerAvances({ db, DossierIds: fait.DossierIds, user, today });
  return reunir(fait.suites, suite);
}

/** The statements by which what a person said of an account is unsaid. */
function oublier(
  db: Db,
  { empreinte, automatique }: LigneLueEnBase,
  lies: readonly { DossierId: number }[],
): Statements {
  if (empreinte === null || automatique) return {};
  const siens = sql`empreinte = ${empreinte} AND "DossierId" IN
    (SELECT value FROM json_each(${JSON.stringify(lies.map(({ DossierId }) => DossierId))}))`;
  return {
    moins: db.run(
      sql`UPDATE ${payeursConnus} SET confirmations = confirmations - 1 WHERE ${siens}`,
    ),
    oublies: db.run(sql`DELETE FROM ${payeursConnus} WHERE ${siens} AND confirmations < 1`),
  };
}

/**
 * Does what is certain of the lines that wait (domain/README §12.9), of one statement or of all: told as done by the
 * product, and undone in one click.
 * @returns the lines that were matched
 */
export async function rapprocherCertaines({
  db,
  user,
  today,
  ReleveId,
}: Contexte & { ReleveId?: number | undefined }): Promise<Suites & { lignes: number[] }> {
  for (let essai = 1; ; essai++) {
    try {
      return await uneFois({ db, user, today, ReleveId });
    } catch (error) {
      if (!isLineTaken(error) || essai === ESSAIS) throw error;
    }
  }
}

async function uneFois({
  db,
  user,
  today,
  ReleveId,
}: Contexte & { ReleveId?: number | undefined }): Promise<Suites & { lignes: number[] }> {
  const lignes = await lireLignes(
    db,
    sql`${lignesReleve.etat} = 'a_rapprocher' AND ${lignesReleve.motif} IS NULL AND ${lignesReleve.montant} > 0
      AND ${lignesReleve.date} <= ${today} AND ${comptesBancaires.usage} = 'gerance'
      ${ReleveId === undefined ? sql`` : sql`AND ${lignesReleve.ReleveId} = ${ReleveId}`}`,
  );
  const faites: Suites[] = [];
  const prises: number[] = [];
  if (lignes.length === 0) return { ...reunir(), lignes: [] };
  const parId = new Map(lignes.map((ligne) => [ligne.id, ligne]));
  const sures = certaines(lignes, await lireRepertoire(db, lignes, today)).flatMap(
    ({ ligne: { id }, proposition }) => {
      const ligne = parId.get(id);
      if (!ligne) return [];
      const demandes = proposition.parts.map((part) => demandeDe(ligne, part, proposition));
      return [{ ligne, demandes }];
    },
  );
  const recues = await avecFonds(db, sures);
  // Of a mandate whose terms changed since the day of the line, someone decides.
  const admises = sures.filter(({ demandes }, rang) =>
    (recues[rang]?.montants ?? []).every(
      ({ fonds }, part) =>
        fonds === "agence" &&
        demandes[part] !== undefined &&
        Object.keys(refusReglement({ ...demandes[part], fonds }, today)).length === 0,
    ),
  );
  for (let debut = 0; debut < admises.length; debut += LIGNES_PAR_ECRITURE) {
    const lot = admises.slice(debut, debut + LIGNES_PAR_ECRITURE);
    const ids = lot.map(({ ligne }) => ligne.id);
    faites.push(
      await enregistrer({
        db,
        user,
        today,
        demandes: lot.flatMap(({ demandes }) => demandes),
        aussi: prendre(db, ids, { etat: "rapprochee", automatique: true, user }),
      }),
    );
    prises.push(...ids);
  }
  return { ...reunir(...faites), lignes: prises };
}
