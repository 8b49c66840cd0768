import { sql } from "drizzle-orm";
import { customType, integer, text } from "drizzle-orm/sqlite-core";
import { enCentimes, enEuros } from "#domain/montants.ts";

/** Amount: euros in code, integer cents in the database. */
export const euros = customType<{ data: number; driverData: number }>({
  dataType: () => "integer",
  toDriver: enCentimes,
  fromDriver: enEuros,
});

/** Calendar day `YYYY-MM-DD`, without time or zone. */
export const isoDate = () => text();

export const booleen = () => integer({ mode: "boolean" });

export const id = () => integer().primaryKey({ autoIncrement: true });

/** Folded text that lists search in; written by `crud()`. */
export const recherche = () => text().notNull().default("");

/** The present instant in SQL, as `toISOString` writes it. */
export const MAINTENANT = sql`(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`;

export const horodatage = {
  createdAt: text().notNull().default(MAINTENANT),
  updatedAt: text().notNull().default(MAINTENANT),
};

export const creeLe = { createdAt: text().notNull().default(MAINTENANT) };
