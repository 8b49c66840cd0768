/**
 * The base of the refusals, independent of HTTP. Any layer below `http` throws them, and `http` turns them into
 * answers in one place.
 */
export class Refusal extends Error {
  override name = "Refusal";
}

export class NotFound extends Refusal {
  override name = "NotFound";
  constructor(message = "Cette fiche n’existe pas ou a été supprimée.") {
    super(message);
  }
}

export class Forbidden extends Refusal {
  override name = "Forbidden";
  constructor(message = "Vous n'avez pas les droits suffisants pour effectuer cette action.") {
    super(message);
  }
}

/** The user must first type the password again; the wire calls this refusal `confirmation` (http/README §9.7). */
export class ToConfirm extends Refusal {
  override name = "ToConfirm";
  constructor() {
    super("Confirmez votre mot de passe pour continuer.");
  }
}

export class Unauthenticated extends Refusal {
  override name = "Unauthenticated";
  constructor(message = "Votre session a expiré, reconnectez-vous.") {
    super(message);
  }
}

/**
 * The state of the record forbids the change: still referenced, already answered, stale version. `field` names the
 * field at fault, if any.
 */
export class Conflict extends Refusal {
  override name = "Conflict";
  readonly fields: Record<string, string> | undefined;
  constructor(message: string, field?: string) {
    super(message);
    if (field) this.fields = { [field]: message };
  }
}

/** The refusal of a change based on a version that somebody else has changed since (http/README §9.4). */
export const FICHE_MODIFIEE = "Cette fiche a été modifiée entre-temps.";

/**
 * The request is not valid; `fields` gives a French message for each field at fault, by its path, and may be empty.
 */
export class Invalid extends Refusal {
  override name = "Invalid";
  readonly fields: Record<string, string>;
  readonly details: object | undefined;
  constructor(
    fields: Record<string, string>,
    message = "Certains champs ne sont pas valables.",
    details?: object,
  ) {
    super(message);
    this.fields = fields;
    this.details = details;
  }
}

/** The request is unreadable: broken JSON, malformed identifier or query. */
export class Unreadable extends Refusal {
  override name = "Unreadable";
}

/**
 * Too many tries, or too many of something else that `quoi` names in French: « de connexions à la fois ».
 * `retryAfter` is in seconds.
 */
export class TooMany extends Refusal {
  override name = "TooMany";
  readonly retryAfter: number;
  constructor(retryAfter: number, quoi = "d’essais") {
    const attente =
      retryAfter < 120 ? `${retryAfter} secondes` : `${Math.ceil(retryAfter / 60)} minutes`;
    super(`Trop ${quoi}. Réessayez dans ${attente}.`);
    this.retryAfter = retryAfter;
  }
}

export class TooLarge extends Refusal {
  override name = "TooLarge";
  constructor(message = "Cet envoi est trop volumineux.") {
    super(message);
  }
}

export class WrongType extends Refusal {
  override name = "WrongType";
}
