import { MAKINGS } from "#worker/http/files/document-makings.ts";
import { documentRoutes } from "#worker/http/files/document-route.ts";

/** The `…/generate` call of each document of `domain/fichiers/document.ts`. */
export const documentResource = documentRoutes(MAKINGS);
