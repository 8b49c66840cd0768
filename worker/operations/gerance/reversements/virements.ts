import { sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import type { Proposition } from "#domain/gerance/rapprochement/proposition.ts";
import { proposer, proposerALAgence } from "#domain/gerance/rapprochement/rapprochement.ts";
import type { Repertoire } from "#domain/gerance/rapprochement/repertoire.ts";
import { genreDeVirement } from "#domain/gerance/reversements/virement.ts";
import { enEuros, formatEuros } from "#domain/montants.ts";
import type { Db, Statements } from "#worker/db/client.ts";
import { departs, soldesDepart } from "#worker/db/schema/departs.ts";
import { avancesRendues, lignesReleve } from "#worker/db/schema/gerance.ts";
import { facturesHonoraires, reversements, virements } from "#worker/db/schema/mandants.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import {
  type LigneLueEnBase,
  lireLignes,
  prendre,
} from "#worker/operations/gerance/banque/lignes-de-releve.ts";
import { lireRepertoire } from "#worker/operations/gerance/banque/repertoire.ts";
import { compenserRetours } from "#worker/operations/gerance/cloture/reglements-honoraires.ts";
import { extourner } from "#worker/operations/gerance/livres/ecritures.ts";
import { reunir, type Suites } from "#worker/operations/gerance/locataires/quittances-suivies.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { desVirements, suitesDuRetour } from "./virements-de-lot.ts";

interface VirementLu {
  id: number;
  montant: number;
  reference: string;
  etat: "emis" | "annule" | "rejete";
  LigneReleveId: number | null;
  LigneRejetId: number | null;
  ReversementId: number;
  CompteRenduPartId: number | null;
  SoldeDepartId: number | null;
  AvanceRendueId: number | null;
  IntendanceId: number | null;
  FactureHonorairesId: number | null;
  DossierId: number | null;
  CompteBancaireId: number;
  /** The number of the transfer's batch. */
  numero: string;
  dateExecution: Jour;
  lot: "a_valider" | "valide" | "telecharge" | "annule";
}

async function lireVirements(db: Db, ids: readonly number[]): Promise<VirementLu[]> {
  const rows = await db.all<VirementLu>(sql`
    SELECT v.id, v.montant, v.reference, v.etat, v."LigneReleveId", v."LigneRejetId", v."ReversementId",
      v."CompteRenduPartId", v."SoldeDepartId", v."AvanceRendueId", v."IntendanceId", v."FactureHonorairesId",
      coalesce(e."DossierId", a."DossierId", f."DossierId") AS "DossierId", r."CompteBancaireId", r.numero, r."dateExecution", r.etat AS lot
    FROM ${virements} v JOIN ${reversements} r ON r.id = v."ReversementId"
    LEFT JOIN ${soldesDepart} s ON s.id = v."SoldeDepartId" LEFT JOIN ${departs} e ON e.id = s."DepartId"
    LEFT JOIN ${avancesRendues} a ON a.id = v."AvanceRendueId"
    LEFT JOIN ${facturesHonoraires} f ON f.id = v."FactureHonorairesId"
    WHERE v.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
  if (rows.length < ids.length || new Set(ids).size < ids.length)
    throw new NotFound("L’un de ces virements n’existe pas.");
  return rows;
}

/**
 * The SQL statements that tie transfers to the line of the bank that made them.
 * @throws NotFound; Conflict when a transfer is tied already, was not handed to the bank, or left another account;
 * Invalid when the transfers do not add up to the line.
 */
async function passes(db: Db, { ligne, ids }: Lien): Promise<Statements> {
  const lies = await lireVirements(db, ids);
  const somme = lies.reduce((total, { montant }) => total + montant, 0);
  if (somme !== -ligne.montant) {
    throw new Invalid({
      VirementIds: `Ces virements font ${formatEuros(enEuros(somme))}, la ligne ${formatEuros(enEuros(-ligne.montant))}.`,
    });
  }
  if (lies.some(({ CompteBancaireId }) => CompteBancaireId !== ligne.CompteBancaireId))
    throw new Conflict("L’un de ces virements est parti d’un autre compte.");
  if (lies.some(({ LigneReleveId, lot }) => LigneReleveId !== null || lot !== "telecharge"))
    throw new Conflict("L’un de ces virements est déjà rapproché, ou n’est pas remis à la banque.");
  const json = JSON.stringify(ids);
  return {
    attendus: provided(
      db,
      sql`(SELECT count(*) FROM ${virements} v JOIN ${reversements} r ON r.id = v."ReversementId" AND r.etat = 'telecharge'
        WHERE v.id IN (SELECT value FROM json_each(${json})) AND v."LigneReleveId" IS NULL) = ${ids.length}`,
    ),
    passes: db.run(sql`
      UPDATE ${virements} SET "LigneReleveId" = ${ligne.id} WHERE id IN (SELECT value FROM json_each(${json}))`),
  };
}

const LIGNES_PAR_ECRITURE = 250;

/**
 * Ties the lines that leave an account to the transfers that they name, of one bank statement or of all
 * (rapprochement/README §12.9). History says that the product did it, and one click undoes it.
 * @returns the identifiers of the lines that were matched
 */
export async function rapprocherVersements(
  ctx: Contexte,
  { ReleveId }: { ReleveId?: number | undefined },
): Promise<number[]> {
  const { db, today, user } = ctx;
  const lignes = await lireLignes(
    db,
    sql`${lignesReleve.etat} = 'a_rapprocher' AND ${lignesReleve.montant} < 0 AND ${lignesReleve.date} <= ${today}
      AND EXISTS (SELECT 1 FROM ${virements} v JOIN ${reversements} r ON r.id = v."ReversementId"
        WHERE v."LigneReleveId" IS NULL AND r."CompteBancaireId" = ${lignesReleve.CompteBancaireId})
      ${ReleveId === undefined ? sql`` : sql`AND ${lignesReleve.ReleveId} = ${ReleveId}`}`,
  );
  if (lignes.length === 0) return [];
  const fichier = await lireRepertoire(ctx, lignes);
  const idsPris = new Set<number>();
  const paires = lignes.flatMap((ligne) => {
    const certaine = proposerSelon(ligne, fichier).find(({ automatique }) => automatique);
    const ids = certaine?.VirementIds ?? [];
    if (ids.length === 0 || ids.some((id) => idsPris.has(id))) return [];
    for (const id of ids) idsPris.add(id);
    return [{ ligne, ids }];
  });
  for (let debut = 0; debut < paires.length; debut += LIGNES_PAR_ECRITURE) {
    const lot = paires.slice(debut, debut + LIGNES_PAR_ECRITURE);
    const liens = JSON.stringify(
      lot.flatMap(({ ligne, ids }) => ids.map((id) => ({ ligne: ligne.id, id }))),
    );
    await db.write({
      attendus: provided(
        db,
        sql`NOT EXISTS (SELECT 1 FROM json_each(${liens}) l JOIN ${virements} v ON v.id = l.value ->> 'id'
          WHERE v."LigneReleveId" IS NOT NULL)`,
      ),
      ...prendre(
        db,
        lot.map(({ ligne }) => ligne),
        { etat: "rapprochee", automatique: true, user },
      ),
      passes: db.run(sql`
        UPDATE ${virements} SET "LigneReleveId" = lien.value ->> 'ligne' FROM json_each(${liens}) lien
        WHERE ${virements}.id = lien.value ->> 'id'`),
    });
  }
  return paires.map(({ ligne }) => ligne.id);
}

/** The proposals for a line, by the usage of its bank account. */
const proposerSelon = (ligne: LigneLueEnBase, fichier: Repertoire): Proposition[] =>
  ligne.usage === "agence" ? proposerALAgence(ligne, fichier, []) : proposer(ligne, fichier);

/**
 * A cheap first filter, since reading a whole line costs more: the incoming lines that may name one of our transfers.
 */
const TEXTE = sql`(${lignesReleve.libelle} || ' ' || coalesce(${lignesReleve.reference}, ''))`;
const NOMME_UN_VIREMENT = sql`(${TEXTE} GLOB '*[MmDdFf][0-9][0-9][0-9][0-9][0-9][0-9]*-*'
  OR ${TEXTE} GLOB '*[Aa][Vv]-[0-9][0-9][0-9][0-9]-[0-9]*-*')`;

/**
 * Records the transfers that the bank gave back, from the lines that name them for their exact amount
 * (rapprochement/README §12.9); no person confirms. Only proven lines count, since anybody can make an unproven
 * statement.
 * @returns the identifiers of the lines that were matched
 */
export async function rapprocherRetours(
  ctx: Contexte,
  { ReleveId }: { ReleveId?: number | undefined },
): Promise<number[]> {
  const { db, today } = ctx;
  const lignes = await lireLignes(
    db,
    sql`${lignesReleve.etat} = 'a_rapprocher' AND ${lignesReleve.motif} IS NULL AND ${lignesReleve.montant} > 0
      AND ${lignesReleve.prouvee} AND ${lignesReleve.date} <= ${today}
      AND ${NOMME_UN_VIREMENT}
      AND EXISTS (SELECT 1 FROM ${virements} v WHERE v."LigneRejetId" IS NULL AND v.montant = ${lignesReleve.montant})
      ${ReleveId === undefined ? sql`` : sql`AND ${lignesReleve.ReleveId} = ${ReleveId}`}`,
  );
  if (lignes.length === 0) return [];
  const fichier = await lireRepertoire(ctx, lignes);
  const rendues: number[] = [];
  const idsPris = new Set<number>();
  for (const ligne of lignes) {
    const retour = proposerSelon(ligne, fichier).find(estUnRetourCertain);
    const [id] = retour?.VirementIds ?? [];
    if (id === undefined || idsPris.has(id)) continue;
    idsPris.add(id);
    await rapprocherVirements(ctx, { ligne, ids: [id], automatique: true });
    rendues.push(ligne.id);
  }
  return rendues;
}

const estUnRetourCertain = ({ genre, score, reserves }: Proposition): boolean =>
  genre === "reversement_rendu" && score === "A" && reserves.length === 0;

/** A line, and the transfers that are to be tied to it. */
interface Lien {
  ligne: LigneLueEnBase;
  ids: readonly number[];
}

/**
 * Ties a line of the bank to the transfers that it made, or gave back. A line that comes in is the refusal of a
 * transfer of its amount (rapprochement/README §12.9).
 * @throws NotFound; Conflict for a transfer tied already or not of this account; Invalid when the transfers do not add
 * up to the line.
 */
export async function rapprocherVirements(
  ctx: Contexte,
  { ligne, ids, automatique = false }: Lien & { automatique?: boolean },
): Promise<Suites> {
  const { db, user } = ctx;
  if (ligne.montant < 0) {
    await db.write({
      ...(await passes(db, { ligne, ids })),
      ...prendre(db, [ligne], { etat: "rapprochee", user }),
    });
    return reunir();
  }
  const [rendu, autre] = await lireVirements(db, ids);
  if (!rendu || autre || rendu.montant !== ligne.montant)
    throw new Invalid({ VirementIds: "Un virement du montant de la ligne est attendu." });
  if (rendu.CompteBancaireId !== ligne.CompteBancaireId)
    throw new Conflict("Ce virement est parti d’un autre compte.");
  if (rendu.LigneRejetId !== null) throw new Conflict("La banque a déjà rendu ce virement.");
  const aussi = {
    ...prendre(db, [ligne], { etat: "rapprochee", automatique, user }),
    rendu: db.run(sql`
      UPDATE ${virements} SET "LigneRejetId" = ${ligne.id} WHERE id = ${rendu.id} AND "LigneRejetId" IS NULL`),
  };
  if (rendu.etat === "rejete") {
    await db.write({
      attendu: provided(
        db,
        sql`(SELECT "LigneRejetId" IS NULL FROM ${virements} WHERE id = ${rendu.id})`,
      ),
      ...aussi,
    });
    return reunir();
  }
  const rejet = { id: rendu.id, date: ligne.date, motif: "Rendu par la banque" };
  await rejeterVirement(ctx, { ...rejet, aussi });
  return reunir();
}

/**
 * Records that the bank refused a transfer, or gave it back: another transfer is to pay its sum (reversements/README
 * §12.18).
 * @param demande `date`, the day of the bank; `aussi`, the statements of the line that gives the transfer back, none
 * when a person records the refusal
 * @returns the identifier of its batch
 * @throws NotFound; Invalid for a day to come; Conflict when the bank never had the transfer, refused it already, or
 * made it and no line gives it back.
 */
export async function rejeterVirement(
  ctx: Contexte,
  { id, date, motif, aussi = {} }: { id: number; date: Jour; motif: string; aussi?: Statements },
): Promise<number> {
  const { db, today, user } = ctx;
  if (date > today) throw new Invalid({ date: "Ce jour est à venir." });
  return onWhatIsRead(async () => {
    const [virement] = await lireVirements(db, [id]);
    if (!virement) throw new NotFound();
    if (virement.etat === "rejete") throw new Conflict("Ce virement est déjà rejeté.");
    if (virement.lot !== "telecharge")
      throw new Conflict("La banque n’a pas ce virement : annulez son lot.");
    if (virement.LigneReleveId !== null && Object.keys(aussi).length === 0) {
      throw new Conflict(
        "Le relevé montre que la banque a fait ce virement : rapprochez la ligne par laquelle elle le rend.",
      );
    }
    // Only the transfers to owners and to the agency are reversed in the journal of refusals. The accounts of the
    // other transfers are read by journal: their reversals stay in the journal of the entry.
    const genre = genreDeVirement(virement);
    const deTiers = genre !== "part" && genre !== "honoraires";
    const { lignesExtournees, ecrituresExtournees } = extourner(db, desVirements([virement]), {
      date,
      ...(deTiers ? {} : { journal: "REJ" }),
      today,
      user,
    });
    const compense = await compenserRetours(ctx, [virement]);
    await db.write({
      garde: provided(
        db,
        sql`EXISTS (SELECT 1 FROM ${virements} WHERE id = ${id} AND etat = 'emis'
        AND "LigneReleveId" IS ${virement.LigneReleveId}) AND ${compense.inchanges}`,
      ),
      rejete: db.run(
        sql`UPDATE ${virements} SET etat = 'rejete', motif = ${motif} WHERE id = ${id}`,
      ),
      ...aussi,
      lignesExtournees,
      ecrituresExtournees,
      ...suitesDuRetour(ctx, [virement], { ...virement, motif }),
      ...compense.statements,
      histoire: trace(db, {
        entite: "Reversement",
        entiteId: virement.ReversementId,
        etat: "Virement rejeté",
        user,
        details: { reference: virement.reference, motif },
      }),
    });
    return virement.ReversementId;
  });
}
