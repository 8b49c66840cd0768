import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import type { CoteEtatLieux } from "#domain/etat-lieux.ts";
import { etatDesLieux } from "#worker/documents/etat-des-lieux.ts";
import {
  COPIES_AU_PLUS,
  type DonneesEtiquette,
  etiquettes,
  POSITIONS,
} from "#worker/documents/etiquettes.ts";
import { enumeration, personne } from "#worker/documents/mentions.ts";
import { ordreMission } from "#worker/documents/ordre-mission.ts";
import { ordreMissionIntendance } from "#worker/documents/ordre-mission-intendance.ts";
import { documentRoute } from "#worker/http/document-route.ts";
import type { App } from "#worker/http/types.ts";
import { idParam, parse } from "#worker/http/validate.ts";
import {
  chargerEtatDesLieux,
  chargerEtiquetteCaution,
  chargerEtiquetteLocataire,
  chargerOrdreIntendance,
  chargerOrdreMission,
} from "#worker/operations/donnees-documents.ts";

const INVENTAIRES = {
  entree: { type: "etatIn", intitule: "État des lieux d’entrée" },
  sortie: { type: "etatOut", intitule: "État des lieux de sortie" },
} as const;

/** `GET /Dossier/:id/etatIn/generate` or `…/etatOut/generate`. */
function inventaire(cote: CoteEtatLieux, summary: string) {
  const { type, intitule } = INVENTAIRES[cote];
  return documentRoute(
    `/Dossier/:id/${type}/generate`,
    summary,
    async (c) => {
      const entiteId = idParam(c);
      const dossier = { DossierId: entiteId, cote };
      const donnees = await chargerEtatDesLieux(c.env, c.var.db, dossier, c.var.today);
      const sujet = enumeration(donnees.locataires.map(personne));
      return { donnees, classement: { entite: "Dossier", entiteId, type, intitule, sujet } };
    },
    etatDesLieux,
  );
}

const rang = (max: number) =>
  z.pipe(
    z.string().check(
      z.refine((texte) => /^[1-9]\d{0,3}$/.test(texte) && Number(texte) <= max, `De 1 à ${max}.`),
      z.meta({ type: "integer", minimum: 1, maximum: max }),
    ),
    z.transform(Number),
  );

const PLANCHE = {
  position: z._default(rang(POSITIONS), 1),
  copies: z._default(rang(COPIES_AU_PLUS), 1),
};

const planche = (c: Context<App>) => parse(z.object(PLANCHE), c.req.query());

const noms = ({ destinataires }: DonneesEtiquette) => enumeration(destinataires.map(personne));

/** The inventories of a file, the orders of a mission and of a caretaking mission, the labels. */
export const missionDocumentResource = new Hono<App>()
  .route("/", inventaire("entree", "Génère l’état des lieux d’entrée d’un dossier."))
  .route(
    "/",
    inventaire("sortie", "Génère l’état des lieux de sortie d’un dossier, comparé à l’entrée."),
  )
  .route(
    "/",
    documentRoute(
      "/Mission/:id/ordreMission/generate",
      "Génère l’ordre de mission.",
      async (c) => {
        const entiteId = idParam(c);
        const donnees = await chargerOrdreMission(c.env, c.var.db, entiteId, c.var.today);
        const sujet = enumeration(donnees.mandants.map(personne));
        const type = "ordreMission";
        const intitule = "Ordre de mission";
        return { donnees, classement: { entite: "Mission", entiteId, type, intitule, sujet } };
      },
      ordreMission,
    ),
  )
  .route(
    "/",
    documentRoute(
      "/Appartement/:id/ordreMissionIntendance/:intendanceId/generate",
      "Génère l’ordre d’une mission d’intendance de l’appartement.",
      async (c) => {
        const link = { AppartementId: idParam(c), IntendanceId: idParam(c, "intendanceId") };
        const donnees = await chargerOrdreIntendance(c.env, c.var.db, link, c.var.today);
        return {
          donnees,
          classement: {
            entite: "Intendance",
            entiteId: link.IntendanceId,
            type: "ordreMissionIntendance",
            intitule: "Ordre de mission d’intendance",
            sujet: donnees.logement.adresse,
          },
        };
      },
      ordreMissionIntendance,
    ),
  )
  .route(
    "/",
    documentRoute(
      "/Dossier/:id/etiquetteLocataire/generate",
      "Génère les étiquettes au nom des locataires d’un dossier (planche Avery L7160).",
      async (c) => {
        const entiteId = idParam(c);
        const { db, today } = c.var;
        const donnees = await chargerEtiquetteLocataire(c.env, db, entiteId, planche(c), today);
        const type = "etiquetteLocataire";
        const intitule = "Étiquettes du locataire";
        const sujet = noms(donnees);
        return { donnees, classement: { entite: "Dossier", entiteId, type, intitule, sujet } };
      },
      etiquettes,
      { query: PLANCHE },
    ),
  )
  .route(
    "/",
    documentRoute(
      "/Dossier/etiquetteCaution/:id/generate",
      "Génère les étiquettes au nom d’une caution (planche Avery L7160).",
      async (c) => {
        const entiteId = idParam(c);
        const { db, today } = c.var;
        const donnees = await chargerEtiquetteCaution(c.env, db, entiteId, planche(c), today);
        const type = "etiquetteCaution";
        const intitule = "Étiquettes de la caution";
        const sujet = noms(donnees);
        return { donnees, classement: { entite: "Caution", entiteId, type, intitule, sujet } };
      },
      etiquettes,
      { query: PLANCHE },
    ),
  );
