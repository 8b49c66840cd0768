import { Hono } from "hono";
import { acteCautionnement } from "#worker/documents/acte-cautionnement.ts";
import { sujet } from "#worker/documents/bail/fin.ts";
import { contratLocation } from "#worker/documents/contrat-location.ts";
import { inventaireMobilier } from "#worker/documents/inventaire-mobilier.ts";
import { documentRoute } from "#worker/http/document-route.ts";
import type { App } from "#worker/http/types.ts";
import { idParam } from "#worker/http/validate.ts";
import { chargerBail, chargerCautionnement } from "#worker/operations/baux.ts";

/** The documents of a lease. */
export const documentResource = new Hono<App>()
  .route(
    "/",
    documentRoute(
      "/Dossier/:id/contratLocation/generate",
      "Génère le contrat de location, selon le régime du bail.",
      async (c) => {
        const entiteId = idParam(c);
        const donnees = await chargerBail(c.env, c.var.db, entiteId, c.var.today);
        return {
          donnees,
          classement: {
            entite: "Dossier",
            entiteId,
            type: "contratLocation",
            intitule: "Contrat de location",
            sujet: sujet(donnees),
          },
        };
      },
      contratLocation,
    ),
  )
  .route(
    "/",
    documentRoute(
      "/Dossier/:id/acteCautionnement/:cautionId/generate",
      "Génère l’acte de cautionnement d’une caution du dossier.",
      async (c) => {
        const link = { DossierId: idParam(c), CautionId: idParam(c, "cautionId") };
        const donnees = await chargerCautionnement(c.env, c.var.db, link, c.var.today);
        return {
          donnees,
          classement: {
            entite: "Caution",
            entiteId: link.CautionId,
            type: "acteCautionnement",
            intitule: "Acte de cautionnement",
            sujet: `${donnees.caution.prenom} ${donnees.caution.nom}`,
          },
        };
      },
      ({ bail, caution }) => acteCautionnement(bail, caution),
    ),
  )
  .route(
    "/",
    documentRoute(
      "/Dossier/inventaireMobilier/:id/generate",
      "Génère l’inventaire du mobilier d’un dossier, à remplir à la main.",
      async (c) => {
        const entiteId = idParam(c);
        const donnees = await chargerBail(c.env, c.var.db, entiteId, c.var.today);
        return {
          donnees,
          classement: {
            entite: "Dossier",
            entiteId,
            type: "inventaireMobilier",
            intitule: "Inventaire du mobilier",
            sujet: sujet(donnees),
          },
        };
      },
      inventaireMobilier,
    ),
  );
