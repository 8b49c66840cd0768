import { sql } from "drizzle-orm";
import { customType, integer, text } from "drizzle-orm/sqlite-core";
import { enCentimes, enEuros } from "#domain/montants.ts";

/** An amount: euros in code, integer cents in the database. */
export const euros = customType<{ data: number; driverData: number }>({
  dataType: () => "integer",
  toDriver: enCentimes,
  fromDriver: enEuros,
});

/** Calendar day `YYYY-MM-DD`, without time or zone. */
export const isoDate = () => text();

export const booleen = () => integer({ mode: "boolean" });

export const id = () => integer().primaryKey({ autoIncrement: true });

/** The text that lists search, in lower case without accents. */
export const recherche = () => text().notNull().default("");

const SANS_NUMERO = `ltrim("voie", '0123456789 ')`;
const INDICE = `CASE WHEN ${SANS_NUMERO} GLOB 'bis *' OR ${SANS_NUMERO} GLOB 'ter *' THEN 4
    WHEN ${SANS_NUMERO} GLOB 'quater *' THEN 7
    WHEN "voie" GLOB '[0-9]*' AND ${SANS_NUMERO} GLOB '[a-z] *' THEN 2 ELSE 0 END`;

/**
 * The sort key of apartments: the street, its number as a number, « bis » and « ter », the floor (http/README §9.5).
 * `voie` is the part of `recherche` before the postal code.
 */
export const ordreDesAdresses = () => ({
  voie: text().generatedAlwaysAs(
    sql.raw(`substr("recherche", 1, coalesce(nullif(instr("recherche", ' ' || lower("codePostal")), 0),
    length("recherche") + 1) - 1)`),
    { mode: "virtual" },
  ),
  ordre: text().generatedAlwaysAs(
    sql.raw(`substr(${SANS_NUMERO}, 1 + ${INDICE})
    || ' ' || printf('%06d', CAST("voie" AS INTEGER)) || ' ' || substr(${SANS_NUMERO}, 1, ${INDICE})
    || printf('%03d', CAST(coalesce("etage", '0') AS INTEGER))`),
    { mode: "virtual" },
  ),
});

/** The present instant in SQL, as `toISOString` writes it. */
export const MAINTENANT = sql`(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`;

/**
 * The instants of creation and of the last change of a record, and its version. A trigger of each of these tables
 * counts every write of `updatedAt`, and prevents two writes from having the same instant.
 */
export const horodatage = {
  createdAt: text().notNull().default(MAINTENANT),
  updatedAt: text().notNull().default(MAINTENANT),
  version: integer().notNull().default(1),
};

export const creeLe = { createdAt: text().notNull().default(MAINTENANT) };
