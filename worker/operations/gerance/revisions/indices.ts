import { type SQL, sql } from "drizzle-orm";
import {
  parution,
  SERIES_IRL,
  type SerieIrl,
  type Trimestre,
  trimestreFini,
} from "#domain/bail/irl.ts";
import { SERIES } from "#domain/biens/appartement.ts";
import { formatJour, type Jour } from "#domain/dates.ts";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import {
  controleDIndice,
  type IndiceRow,
  type IndiceValeur,
  trimestreEnLettres,
} from "#domain/gerance/revisions/indices.ts";
import type {
  CorrectionDIndice,
  SaisieDIndices,
} from "#domain/gerance/revisions/revision-fiche.ts";
import { formatNombre } from "#domain/montants.ts";
import type { Db } from "#worker/db/client.ts";
import { nextId, rowExists } from "#worker/db/rows.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { indicesValeurs, revisions } from "#worker/db/schema/revisions.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { lireIndices } from "./faits-de-revision.ts";

type Appel = Pick<Contexte, "db" | "today" | "user">;

/** The condition that a revision, not cancelled, used the value of a row of `IndiceValeur`. */
const employe = (
  indice: SQL,
) => sql`EXISTS (SELECT 1 FROM ${revisions} r WHERE r."annuleeLe" IS NULL
  AND r.serie = ${indice}.serie AND r.trimestre = ${indice}.trimestre
  AND ((r.annee = ${indice}.annee AND r."indiceNouveau" = ${indice}.valeur)
    OR (r."anneeAncienne" = ${indice}.annee AND r."indiceAncien" = ${indice}.valeur)))`;

/** Reads the indices that count today, the oldest first, each with its former values. */
export async function lireIndicesSaisis(db: Db): Promise<IndiceRow[]> {
  const indices = await db.all<Omit<IndiceRow, "employe" | "anciennes"> & Ecrit>(sql`
    SELECT i.id, i.serie, i.annee, i.trimestre, i.valeur, i.user, i."createdAt", i.motif, ${employe(sql`i`)} AS employe,
      (SELECT json_group_array(json_object('valeur', f.valeur, 'user', f.user, 'createdAt', f."createdAt",
          'remplaceLe', f."remplaceLe"))
        FROM (SELECT * FROM ${indicesValeurs} WHERE "remplaceLe" IS NOT NULL AND serie = i.serie AND annee = i.annee
          AND trimestre = i.trimestre ORDER BY id DESC) f) AS anciennes
    FROM ${indicesValeurs} i WHERE i."remplaceLe" IS NULL ORDER BY i.annee, i.trimestre, i.serie`);
  return indices.map(({ employe: oui, anciennes, ...indice }) => ({
    ...indice,
    valeur: indice.valeur / 100,
    employe: oui === 1,
    anciennes: (JSON.parse(anciennes) as IndiceRow["anciennes"]).map((ancienne) => ({
      ...ancienne,
      valeur: ancienne.valeur / 100,
    })),
  }));
}

/** Two columns as the database gives them: 0 or 1, and JSON in hundredths. */
interface Ecrit {
  employe: number;
  anciennes: string;
}

/** The refusal of a typed value, too far from the last one or unusual and not confirmed; null when it is accepted. */
function refusDeValeur(
  saisi: IndiceValeur,
  { connus, confirme }: { connus: readonly IndiceValeur[]; confirme: boolean },
): string | null {
  const { refus, aConfirmer } = controleDIndice(saisi, connus);
  if (refus !== null) return refus;
  return aConfirmer === null || confirme
    ? null
    : `Confirmez\u00A0: ${formatNombre(aConfirmer, 2)}\u00A0% sur un an.`;
}

function exigerFini(trimestre: Trimestre, today: Jour): void {
  if (trimestreFini(trimestre, today)) return;
  throw new Invalid({
    trimestre: `Le ${trimestreEnLettres(trimestre)} n’est pas fini : son indice paraît vers le ${formatJour(parution(trimestre))}.`,
  });
}

/**
 * Enters the indices of a quarter, as the INSEE published them (revisions/README §15.3). An unusual value needs a
 * confirmation, and a value too far from the last is refused. A value that was entered already is not stored again.
 * @throws Invalid when the quarter is not over, when no value is given, and for each value refused or to be
 * confirmed; Conflict when somebody entered another value, which {@link corrigerIndice} changes.
 */
export async function saisirIndices(
  { db, today, user }: Appel,
  { annee, trimestre, confirme, ...valeurs }: SaisieDIndices,
): Promise<void> {
  exigerFini({ annee, trimestre }, today);
  const connus = await lireIndices(db);
  const saisis = SERIES.flatMap((serie) => {
    const valeur = valeurs[serie];
    return valeur === undefined
      ? []
      : [{ serie, annee, trimestre, valeur: Math.round(valeur * 100) }];
  });
  const refus: Partial<Record<SerieIrl, string>> = {};
  for (const saisi of saisis) {
    const pourquoi = refusDeValeur(saisi, { connus, confirme });
    if (pourquoi !== null) refus[saisi.serie] = pourquoi;
  }
  if (saisis.length === 0) refus.IRL = "Saisissez au moins une valeur.";
  if (Object.keys(refus).length > 0) throw new Invalid(refus as Record<string, string>);
  const nouveaux = saisis.filter(
    ({ serie }) =>
      !connus.some((lu) => lu.serie === serie && lu.annee === annee && lu.trimestre === trimestre),
  );
  const json = JSON.stringify(saisis.map(({ serie, valeur }) => [serie, valeur]));
  const connu = sql`i."remplaceLe" IS NULL AND i.serie = saisi.value ->> 0 AND i.annee = ${annee}
    AND i.trimestre = ${trimestre}`;
  const nouveau = sql`NOT EXISTS (SELECT 1 FROM ${indicesValeurs} i WHERE ${connu})`;
  const bloque = sql`EXISTS (SELECT 1 FROM json_each(${json}) saisi
    JOIN ${indicesValeurs} i ON ${connu} AND i.valeur <> saisi.value ->> 1)`;
  const { bloques } = await db.write({
    bloques: db.all<{ bloque: number }>(sql`SELECT ${bloque} AS bloque`),
    historique: trace(db, {
      entite: "IndiceValeur",
      entiteId: nextId(indicesValeurs),
      etat: `IRL du ${trimestreEnLettres({ annee, trimestre })}`,
      user,
      details: Object.fromEntries(
        nouveaux.map(({ serie, valeur }) => [SERIES_IRL[serie], valeur / 100]),
      ),
      quand: sql`NOT ${bloque} AND EXISTS (SELECT 1 FROM json_each(${json}) saisi WHERE ${nouveau})`,
    }),
    indices: db.run(sql`INSERT INTO ${indicesValeurs} (serie, annee, trimestre, valeur, "user")
      SELECT saisi.value ->> 0, ${annee}, ${trimestre}, saisi.value ->> 1, ${user} FROM json_each(${json}) saisi
      WHERE NOT ${bloque} AND ${nouveau}`),
  });
  if (bloques[0]?.bloque)
    throw new Conflict(
      `L’IRL du ${trimestreEnLettres({ annee, trimestre })} est déjà saisi, à une autre valeur : corrigez-le dans la liste des indices.`,
    );
}

/**
 * Corrects a mistyped index (revisions/README §15.3): a row with the right value replaces the wrong one, which stays.
 * A reason is required when a revision used the wrong value. Of two persons who correct the same row, the second gets
 * a Conflict.
 * @throws NotFound; Conflict when somebody corrected it since it was read; Invalid for the value that it has already,
 * for a value that is refused or to be confirmed, or when the required reason is missing.
 */
export const corrigerIndice = (
  ctx: Appel,
  correction: CorrectionDIndice & { id: number },
): Promise<void> => onWhatIsRead(() => corriger(ctx, correction));

async function corriger(
  { db, user }: Appel,
  { id, valeur, motif, confirme }: CorrectionDIndice & { id: number },
): Promise<void> {
  const { connus, valeurs } = await db.read({
    connus: lireIndices(db),
    valeurs: db.all<
      IndiceValeur & { remplaceLe: string | null; employe: number; par: string | null }
    >(sql`
      SELECT i.*, ${employe(sql`i`)} AS employe, (SELECT suivant.user FROM ${indicesValeurs} suivant
        WHERE suivant."remplaceLe" IS NULL AND suivant.serie = i.serie AND suivant.annee = i.annee
          AND suivant.trimestre = i.trimestre) AS par
      FROM ${indicesValeurs} i WHERE i.id = ${id}`),
  });
  const [lu] = valeurs;
  if (!lu) throw new NotFound("Cet indice n’existe pas.");
  const nom = `IRL du ${trimestreEnLettres(lu)}`;
  if (lu.remplaceLe !== null)
    throw new Conflict(
      `L’${nom} vient d’être corrigé${lu.par ? ` par ${lu.par}` : ""} : relisez-le avant de le corriger à votre tour.`,
    );
  const { serie, annee, trimestre } = lu;
  const juste = { serie, annee, trimestre, valeur: Math.round(valeur * 100) };
  if (juste.valeur === lu.valeur) throw new Invalid({ valeur: "C’est déjà la valeur saisie." });
  const pourquoi = refusDeValeur(juste, { connus, confirme });
  if (pourquoi !== null) throw new Invalid({ valeur: pourquoi });
  if (lu.employe === 1 && !motif)
    throw new Invalid({ motif: "Une révision s’en est servie : dites pourquoi vous le corrigez." });
  const encore = sql`id = ${id} AND "remplaceLe" IS NULL`;
  await db.write({
    encore: provided(db, rowExists(indicesValeurs, encore)),
    motive: provided(
      db,
      motif
        ? sql`1`
        : sql`NOT EXISTS (SELECT 1 FROM ${indicesValeurs} i WHERE i.id = ${id} AND ${employe(sql`i`)})`,
    ),
    historique: trace(db, {
      ...{ entite: "IndiceValeur", entiteId: id, user, etat: `${nom} corrigé` },
      details: {
        [SERIES_IRL[serie]]: [lu.valeur / 100, juste.valeur / 100],
        ...(motif ? { motif } : {}),
      },
    }),
    ancien: db.run(sql`UPDATE ${indicesValeurs} SET "remplaceLe" = ${MAINTENANT} WHERE ${encore}`),
    juste: db.insert(indicesValeurs).values({ ...juste, motif: motif ?? null, user }),
  });
}
