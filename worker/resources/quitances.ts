import { count, eq, type SQL, sql } from "drizzle-orm";
import { type Context, Hono } from "hono";
import { Unreadable } from "#domain/erreurs.ts";
import { nomAppartement } from "#domain/appartement.ts";
import { nomComplet } from "#domain/personne.ts";
import {
  demandeGeneration,
  demandeManuelle,
  modification,
  type QuittanceDetail,
  type QuittanceRow,
} from "#domain/quittance-fiche.ts";
import { etatQuittance } from "#domain/quittance.ts";
import { somme } from "#domain/montants.ts";
import { moisDe } from "#domain/dates.ts";
import type { Db } from "#worker/db/client.ts";
import { appartements, clients, courriels, history, locataires, quitances } from "#worker/db/schema.ts";
