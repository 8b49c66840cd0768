import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { secureHeaders } from "hono/secure-headers";
import { aujourdhui } from "#domain/dates.ts";
import { NotFound } from "#domain/erreurs.ts";
import { withAnsweringStorage } from "./answering-storage.ts";
import { openDb } from "./db/client.ts";
import { limitBody, requireJson } from "./http/api/validate.ts";
import { onError } from "./http/errors.ts";
import { fileDoor } from "./http/files/file-door.ts";
import { withRequestLog } from "./http/request-log.ts";
import { withSession } from "./http/session/guards.ts";
import type { App } from "./http/types.ts";
import { apiDocument } from "./resources/agence/api-document.ts";
import { dashboardResource } from "./resources/agence/dashboard.ts";
import { exportCompletResource } from "./resources/agence/export-complet.ts";
import { healthResource } from "./resources/agence/health.ts";
import { historyResource } from "./resources/agence/history.ts";
import { importResource } from "./resources/agence/imports.ts";
import { sauvegardeResource } from "./resources/agence/sauvegardes.ts";
import { sceauResource } from "./resources/agence/sceaux.ts";
import { suiviResource } from "./resources/agence/suivi.ts";
import { variableResource } from "./resources/agence/variables.ts";
import { compteBancaireResource } from "./resources/banque/comptes-bancaires.ts";
import { ligneReleveResource } from "./resources/banque/lignes-releve.ts";
import { rapprochementResource } from "./resources/banque/rapprochement.ts";
import { releveResource } from "./resources/banque/releves.ts";
import { appartementResource } from "./resources/biens/appartements.ts";
import { dossierResource } from "./resources/biens/dossiers.ts";
import { equipementResource } from "./resources/biens/equipements.ts";
import { etatLieuxResource } from "./resources/biens/etats-lieux.ts";
import { retenueResource } from "./resources/biens/retenues.ts";
import { terrainResource } from "./resources/biens/terrain.ts";
import { chargesResource } from "./resources/charges/decomptes.ts";
import { depenseImmeubleResource } from "./resources/charges/depenses-immeuble.ts";
import { immeubleResource } from "./resources/charges/immeubles.ts";
import { accesComptableResource } from "./resources/cloture/acces-comptables.ts";
import { apportResource } from "./resources/cloture/apports.ts";
import { clotureResource } from "./resources/cloture/clotures.ts";
import { compteRenduResource } from "./resources/cloture/comptes-rendus.ts";
import { controleResource } from "./resources/cloture/controles.ts";
import { exportResource } from "./resources/cloture/exports.ts";
import { factureHonorairesResource } from "./resources/cloture/factures-honoraires.ts";
import { fiscalResource } from "./resources/cloture/fiscal.ts";
import { grandLivreResource } from "./resources/cloture/grand-livre.ts";
import { repriseResource } from "./resources/cloture/reprise.ts";
import { reversementResource } from "./resources/cloture/reversements.ts";
import { documentResource } from "./resources/fichiers/documents.ts";
import { generatedDocumentResource } from "./resources/fichiers/documents-generes.ts";
import { fichierResource } from "./resources/fichiers/fichiers.ts";
import { imageResource } from "./resources/fichiers/images.ts";
import { remplacementResource } from "./resources/fichiers/remplacements.ts";
import { uploadResource } from "./resources/fichiers/uploads.ts";
import { visuelResource } from "./resources/fichiers/visuels.ts";
import { aideResource } from "./resources/locataires/aides.ts";
import { assuranceResource } from "./resources/locataires/assurances.ts";
import { compteResource } from "./resources/locataires/comptes.ts";
import { departResource } from "./resources/locataires/departs.ts";
import { impayeResource } from "./resources/locataires/impayes.ts";
import { papierSigneResource } from "./resources/locataires/papiers-signes.ts";
import { reglementResource } from "./resources/locataires/reglements.ts";
import { relanceResource } from "./resources/locataires/relances.ts";
import { revisionResource } from "./resources/locataires/revisions.ts";
import { accesProprietaireResource } from "./resources/mandats/acces-proprietaires.ts";
import { accompteResource } from "./resources/mandats/accomptes.ts";
import { avisVersementResource } from "./resources/mandats/avis-versement.ts";
import {
  coordonneesDesPayesResource,
  coordonneesResource,
} from "./resources/mandats/coordonnees.ts";
import { finResource } from "./resources/mandats/fins.ts";
import { fournisseurResource } from "./resources/mandats/fournisseurs.ts";
import { intendanceResource } from "./resources/mandats/intendances.ts";
import { missionResource } from "./resources/mandats/missions.ts";
import { registreMandatResource } from "./resources/mandats/registre-mandats.ts";
import { cautionResource } from "./resources/personnes/cautions.ts";
import { clientResource } from "./resources/personnes/clients.ts";
import { conservationResource } from "./resources/personnes/conservation.ts";
import { locataireResource } from "./resources/personnes/locataires.ts";
import { accountResource } from "./resources/profils/account.ts";
import { changementResource } from "./resources/profils/changements.ts";
import { facteurResource } from "./resources/profils/facteurs.ts";
import { loginFacteurResource } from "./resources/profils/login-facteurs.ts";
import { securiteResource } from "./resources/profils/securite.ts";
import { userResource } from "./resources/profils/users.ts";
import { courrielResource } from "./resources/quittances/courriels.ts";
import { quitanceResource } from "./resources/quittances/quitances.ts";
import { quittanceDocumentResource } from "./resources/quittances/quittance-documents.ts";
import { quittanceDuMoisResource } from "./resources/quittances/quittances-du-mois.ts";
import { rebutResource } from "./resources/quittances/rebuts.ts";
import { validationResource } from "./resources/quittances/validation.ts";
import { demandeSignatureResource } from "./resources/signature/demandes.ts";
import { gesteDeSignatureResource } from "./resources/signature/gestes.ts";
import { signataireResource } from "./resources/signature/signataires.ts";

/**
 * The Content-Security-Policy of an answer that sets none: a browser that shows such an answer as a page loads
 * nothing.
 */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/**
 * Gives each request one instant and one database client. Caches store a response only when its handler allows it.
 */
const withContext = createMiddleware<App>(async (c, next) => {
  const now = new Date();
  c.set("now", now);
  c.set("today", aujourdhui(now));
  c.set("db", openDb(c.env));
  c.env = withAnsweringStorage(c.env, { of: "request" });
  await next();
  // The browser measures time from this clock, not from its own.
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
  .route("/", accesComptableResource)
  .route("/", demandeSignatureResource)
  .route("/", gesteDeSignatureResource)
  .route("/", signataireResource)
  .route("/", clientResource)
  .route("/", appartementResource)
  .route("/", locataireResource)
  .route("/", compteResource)
  .route("/", departResource)
  .route("/", aideResource)
  .route("/", assuranceResource)
  .route("/", impayeResource)
  .route("/", papierSigneResource)
  .route("/", relanceResource)
  .route("/", revisionResource)
  .route("/", suiviResource)
  .route("/", dossierResource)
  .route("/", coordonneesResource)
  .route("/", coordonneesDesPayesResource)
  .route("/", chargesResource)
  .route("/", immeubleResource)
  .route("/", depenseImmeubleResource)
  .route("/", fiscalResource)
  .route("/", avisVersementResource)
  .route("/", finResource)
  .route("/", missionResource)
  .route("/", retenueResource)
  .route("/", accompteResource)
  .route("/", intendanceResource)
  .route("/", fournisseurResource)
  .route("/", cautionResource)
  .route("/", terrainResource)
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
  .route("/", sceauResource)
  .route("/", sauvegardeResource)
  .route("/", compteBancaireResource)
  .route("/", releveResource)
  .route("/", rapprochementResource)
  .route("/", ligneReleveResource)
  .route("/", registreMandatResource)
  .route("/", compteRenduResource)
  .route("/", clotureResource)
  .route("/", factureHonorairesResource)
  .route("/", reversementResource)
  .route("/", apportResource)
  .route("/", exportResource)
  .route("/", grandLivreResource)
  .route("/", exportCompletResource)
  .route("/", controleResource)
  .route("/", securiteResource);

app.route("/", apiDocument(app.routes));
