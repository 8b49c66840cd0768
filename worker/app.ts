import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { secureHeaders } from "hono/secure-headers";
import { aujourdhui } from "#domain/dates.ts";
import { NotFound } from "#domain/erreurs.ts";
import { withAnsweringStorage } from "./answering-storage.ts";
import { openDb } from "./db/client.ts";
import { onError } from "./http/errors.ts";
import { fileDoor } from "./http/file-door.ts";
import { withSession } from "./http/guards.ts";
import { withRequestLog } from "./http/request-log.ts";
import type { App } from "./http/types.ts";
import { limitBody, requireJson } from "./http/validate.ts";
import { accesProprietaireResource } from "./resources/acces-proprietaires.ts";
import { accompteResource } from "./resources/accomptes.ts";
import { accountResource } from "./resources/account.ts";
import { aideResource } from "./resources/aides.ts";
import { apiDocument } from "./resources/api-document.ts";
import { appartementResource } from "./resources/appartements.ts";
import { apportResource } from "./resources/apports.ts";
import { avisVersementResource } from "./resources/avis-versement.ts";
import { cautionResource } from "./resources/cautions.ts";
import { changementResource } from "./resources/changements.ts";
import { chargesResource } from "./resources/charges.ts";
import { clientResource } from "./resources/clients.ts";
import { compteResource } from "./resources/comptes.ts";
import { compteBancaireResource } from "./resources/comptes-bancaires.ts";
import { compteRenduResource } from "./resources/comptes-rendus.ts";
import { conservationResource } from "./resources/conservation.ts";
import { controleResource } from "./resources/controles.ts";
import { coordonneesResource } from "./resources/coordonnees.ts";
import { courrielResource } from "./resources/courriels.ts";
import { dashboardResource } from "./resources/dashboard.ts";
import { documentResource } from "./resources/documents.ts";
import { generatedDocumentResource } from "./resources/documents-generes.ts";
import { dossierResource } from "./resources/dossiers.ts";
import { equipementResource } from "./resources/equipements.ts";
import { etatLieuxResource } from "./resources/etats-lieux.ts";
import { exportCompletResource } from "./resources/export-complet.ts";
import { exportResource } from "./resources/exports.ts";
import { facteurResource } from "./resources/facteurs.ts";
import { factureHonorairesResource } from "./resources/factures-honoraires.ts";
import { fichierResource } from "./resources/fichiers.ts";
import { fiscalResource } from "./resources/fiscal.ts";
import { fournisseurResource } from "./resources/fournisseurs.ts";
import { healthResource } from "./resources/health.ts";
import { historyResource } from "./resources/history.ts";
import { imageResource } from "./resources/images.ts";
import { impayeResource } from "./resources/impayes.ts";
import { importResource } from "./resources/imports.ts";
import { intendanceResource } from "./resources/intendances.ts";
import { ligneReleveResource } from "./resources/lignes-releve.ts";
import { locataireResource } from "./resources/locataires.ts";
import { loginFacteurResource } from "./resources/login-facteurs.ts";
import { missionResource } from "./resources/missions.ts";
import { quitanceResource } from "./resources/quitances.ts";
import { quittanceDocumentResource } from "./resources/quittance-documents.ts";
import { quittanceDuMoisResource } from "./resources/quittances-du-mois.ts";
import { rapprochementResource } from "./resources/rapprochement.ts";
import { rebutResource } from "./resources/rebuts.ts";
import { registreMandatResource } from "./resources/registre-mandats.ts";
import { reglementResource } from "./resources/reglements.ts";
import { relanceResource } from "./resources/relances.ts";
import { releveResource } from "./resources/releves.ts";
import { remplacementResource } from "./resources/remplacements.ts";
import { repriseResource } from "./resources/reprise.ts";
import { retenueResource } from "./resources/retenues.ts";
import { reversementResource } from "./resources/reversements.ts";
import { sauvegardeResource } from "./resources/sauvegardes.ts";
import { securiteResource } from "./resources/securite.ts";
import { uploadResource } from "./resources/uploads.ts";
import { userResource } from "./resources/users.ts";
import { validationResource } from "./resources/validation.ts";
import { variableResource } from "./resources/variables.ts";
import { visuelResource } from "./resources/visuels.ts";

/** What an answer may load when a browser shows it by itself: nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/** One clock and one client of the database a request; what the API answers is never kept by a cache. */
const withContext = createMiddleware<App>(async (c, next) => {
  const now = new Date();
  c.set("now", now);
  c.set("today", aujourdhui(now));
  c.set("db", openDb(c.env));
  c.env = withAnsweringStorage(c.env);
  await next();
  // What the browser counts down follows this clock, and not its own.
  c.header("Date", now.toUTCString());
  if (!c.res.headers.has("Cache-Control")) c.header("Cache-Control", "no-store");
  if (!c.res.headers.has("Content-Security-Policy")) c.header("Content-Security-Policy", POLICY);
});

export const app = new Hono<App>()
  .onError(onError)
  .notFound((c) => onError(new NotFound("Cette adresse n’existe pas."), c))
  .use(withRequestLog)
  .use(secureHeaders())
  .use(withContext)
  .use(withSession)
  .route("/files", fileDoor)
  .basePath("/api")
  .use(limitBody)
  .use(requireJson)
  .route("/", healthResource)
  .route("/", accountResource)
  .route("/", loginFacteurResource)
  .route("/", facteurResource)
  .route("/", documentResource)
  .route("/", accesProprietaireResource)
  .route("/", clientResource)
  .route("/", appartementResource)
  .route("/", locataireResource)
  .route("/", compteResource)
  .route("/", aideResource)
  .route("/", impayeResource)
  .route("/", relanceResource)
  .route("/", dossierResource)
  .route("/", coordonneesResource)
  .route("/", chargesResource)
  .route("/", fiscalResource)
  .route("/", avisVersementResource)
  .route("/", missionResource)
  .route("/", retenueResource)
  .route("/", accompteResource)
  .route("/", intendanceResource)
  .route("/", fournisseurResource)
  .route("/", cautionResource)
  .route("/", etatLieuxResource)
  .route("/", equipementResource)
  .route("/", fichierResource)
  .route("/", imageResource)
  .route("/", uploadResource)
  .route("/", variableResource)
  .route("/", visuelResource)
  .route("/", changementResource)
  .route("/", conservationResource)
  .route("/", userResource)
  .route("/", quittanceDocumentResource)
  .route("/", validationResource)
  .route("/", quittanceDuMoisResource)
  .route("/", quitanceResource)
  .route("/", reglementResource)
  .route("/", repriseResource)
  .route("/", importResource)
  .route("/", generatedDocumentResource)
  .route("/", courrielResource)
  .route("/", remplacementResource)
  .route("/", historyResource)
  .route("/", dashboardResource)
  .route("/", rebutResource)
  .route("/", sauvegardeResource)
  .route("/", compteBancaireResource)
  .route("/", releveResource)
  .route("/", rapprochementResource)
  .route("/", ligneReleveResource)
  .route("/", registreMandatResource)
  .route("/", compteRenduResource)
  .route("/", factureHonorairesResource)
  .route("/", reversementResource)
  .route("/", apportResource)
  .route("/", exportResource)
  .route("/", exportCompletResource)
  .route("/", controleResource)
  .route("/", securiteResource);

app.route("/", apiDocument(app.routes));
