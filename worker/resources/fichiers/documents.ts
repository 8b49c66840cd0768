import { MAKINGS } from "#worker/http/files/document-makings.ts";
import { documentRoutes } from "#worker/http/files/document-route.ts";

export const documentResource = documentRoutes(MAKINGS);
