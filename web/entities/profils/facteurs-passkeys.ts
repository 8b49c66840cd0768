import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { ApiError, api } from "#web/lib/server/api.ts";
import type { Codes } from "./facteurs.ts";

/** The reason why no passkey can be used at this address, in French; null when one can. */
export function passkeyObstacle(): string | null {
  const { hostname, port, protocol } = window.location;
  if (hostname === "127.0.0.1" || hostname === "[::1]") {
    return `Les clés d’accès ne fonctionnent pas à l’adresse ${hostname} : ouvrez ${protocol}//localhost${port && `:${port}`}.`;
  }
  if (!window.isSecureContext || /^[\d.]+$|^\[/.test(hostname)) {
    return "Les clés d’accès ne fonctionnent qu’à une adresse en https qui a un nom.";
  }
  return window.PublicKeyCredential
    ? null
    : "Ce navigateur ne connaît pas les clés d’accès : choisissez une application à codes.";
}

/** The options of a new passkey; the server asks for the password first, unless the user gave it lately. */
export const askPasskey = () =>
  api.post<PublicKeyCredentialCreationOptionsJSON>("/user/facteurs/passkey/options");

/** Creates a passkey in this browser, or in a device that it can reach, and adds it to the account. */
export async function addPasskey(nom: string): Promise<Codes & { id: number }> {
  const optionsJSON = await askPasskey();
  const { startRegistration } = await import("@simplewebauthn/browser");
  const attestation = await startRegistration({ optionsJSON }).catch(refuse);
  return api.post<Codes & { id: number }>("/user/facteurs/passkey", { nom, attestation });
}

/** Signs the challenge of a sign-in with a passkey. */
export async function signWithPasskey(options: object): Promise<object> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  return startAuthentication({ optionsJSON }).catch(refuse);
}

/** Signs the challenge with any passkey of this site, before the server knows who signs in. */
export const signWithAnyPasskey = async () =>
  signWithPasskey(await api.post<object>("/user/login/passkey/options"));

const REFUSALS: Record<string, string> = {
  InvalidStateError: "Cet appareil a déjà une clé d’accès pour ce compte.",
  NotAllowedError: "Aucune clé d’accès n’a été utilisée : recommencez quand vous voulez.",
  SecurityError: "Les clés d’accès ne fonctionnent pas à cette adresse.",
};

/** Throws a refusal of the browser or of the user, in the product's own words. */
function refuse(error: unknown): never {
  const name = error instanceof Error ? error.name : "";
  const message = REFUSALS[name] ?? "Ce navigateur n’a pas pu utiliser de clé d’accès.";
  throw new ApiError(400, "passkey", message);
}
