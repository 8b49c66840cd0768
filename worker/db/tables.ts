import * as agence from "./schema/agence.ts";
import * as charges from "./schema/charges.ts";
import * as departs from "./schema/departs.ts";
import * as exports from "./schema/exports.ts";
import * as fichiers from "./schema/fichiers.ts";
import * as fins from "./schema/fins.ts";
import * as gerance from "./schema/gerance.ts";
import * as imports from "./schema/imports.ts";
import * as mandants from "./schema/mandants.ts";
import * as missions from "./schema/missions.ts";
import * as quittances from "./schema/quittances.ts";
import * as revisions from "./schema/revisions.ts";
import * as fiches from "./schema/schema.ts";
import * as signature from "./schema/signature.ts";
import * as suivi from "./schema/suivi.ts";
import * as terrain from "./schema/terrain.ts";

export const tables = {
  ...fiches,
  ...agence,
  ...charges,
  ...departs,
  ...exports,
  ...fichiers,
  ...fins,
  ...gerance,
  ...imports,
  ...mandants,
  ...missions,
  ...quittances,
  ...signature,
  ...revisions,
  ...suivi,
  ...terrain,
};
