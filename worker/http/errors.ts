import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import {
  Conflict,
  Forbidden,
  Invalid,
  NotFound,
  ToConfirm,
  TooLarge,
  TooMany,
  Unauthenticated,
  Unreadable,
  WrongType,
} from "#domain/erreurs.ts";
import { brokenConstraint, isDatabaseDown, isStorageFull } from "#worker/db/failures.ts";
import { isStorageDown } from "#worker/files.ts";
import { isQueueDown } from "#worker/operations/courriels/file-attente.ts";
import { logFailure } from "./request-log.ts";
import type { App } from "./types.ts";

const STATUS = {
  Unreadable: 400,
  Unauthenticated: 401,
  Forbidden: 403,
  ToConfirm: 403,
  NotFound: 404,
  Conflict: 409,
  TooLarge: 413,
  WrongType: 415,
  Invalid: 422,
  TooMany: 429,
} as const;

const REFUSALS = [
  Unreadable,
  Unauthenticated,
  Forbidden,
  ToConfirm,
  NotFound,
  Conflict,
  TooLarge,
  WrongType,
  Invalid,
  TooMany,
];

/** Turns any error of a request into the failure shape of the wire (http/README §9.2). */
export function onError(error: Error, c: Context<App>): Response {
  const refusal = asRefusal(error);
  if (refusal) {
    if (refusal instanceof TooMany) c.header("Retry-After", String(refusal.retryAfter));
    return c.json(
      {
        error: {
          code: CODES[refusal.name as keyof typeof STATUS],
          message: refusal.message,
          ...("fields" in refusal ? { fields: refusal.fields } : {}),
          ...("details" in refusal && refusal.details ? { details: refusal.details } : {}),
        },
      },
      STATUS[refusal.name as keyof typeof STATUS],
    );
  }
  if (isStorageFull(error)) {
    logFailure(c, error);
    c.header("Retry-After", "60");
    return failure(c, 503, { code: "indisponible", message: SANS_PLACE });
  }
  if ([isDatabaseDown, isStorageDown, isQueueDown].some((isDown) => isDown(error))) {
    logFailure(c, error);
    c.header("Retry-After", "5");
    return failure(c, 503, {
      code: "indisponible",
      message: "Le service est momentanément indisponible.",
    });
  }
  if (error instanceof HTTPException) {
    return failure(c, error.status, {
      code: "requete",
      message: "Cette requête n’a pas pu être traitée.",
    });
  }
  logFailure(c, error);
  const message = "Une erreur inattendue est survenue. Elle a été enregistrée.";
  return failure(c, 500, { code: "interne", message });
}

const SANS_PLACE =
  "Il n’y a plus de place pour enregistrer : votre demande n’a pas été prise. Recommencez quand il y en aura de nouveau.";

const CODES = {
  Unreadable: "illisible",
  Unauthenticated: "non_authentifie",
  Forbidden: "interdit",
  ToConfirm: "confirmation",
  NotFound: "introuvable",
  Conflict: "conflit",
  TooLarge: "trop_volumineux",
  WrongType: "type_refuse",
  Invalid: "champs_invalides",
  TooMany: "trop_d_essais",
} as const;

function failure(
  c: Context<App>,
  status: ContentfulStatusCode,
  { code, message }: { code: string; message: string },
) {
  return c.json({ error: { code, message, requestId: c.var.requestId } }, status);
}

function asRefusal(error: Error) {
  if (REFUSALS.some((kind) => error instanceof kind)) return error;
  const constraint = brokenConstraint(error);
  if (constraint === "UNIQUE") return new Conflict("Cette valeur existe déjà.");
  if (constraint === "FOREIGN KEY") {
    return new Conflict("Une autre fiche dépend de ce lien, ou la fiche désignée n’existe pas.");
  }
  return null;
}
