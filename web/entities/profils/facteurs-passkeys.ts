import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { ApiError, api } from "#web/lib/server/api.ts";
import type { Codes } from "./facteurs.ts";

/** Why no passkey can be used here, in French; null when one can. */
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

/** Asks for the options of a new passkey; the server first asks for the password, unless it was given lately. */
export const askPasskey = () =>
  api.post<PublicKeyCredentialCreationOptionsJSON>("/user/facteurs/passkey/options");

/** Makes a passkey in this browser or a device it can reach, and adds it to the account. */
export async function addPasskey(nom: string): Promise<Codes & { id: number }> {
  const optionsJSON = await askPasskey();
  const { startRegistration } = await import("@simplewebauthn/browser");
  const attestation = await startRegistration({ optionsJSON }).catch(refuse);
  return api.post<Codes & { id: number }>("/user/facteurs/passkey", { nom, attestation });
}

/** Signs the challenge of the second step of a sign-in with a passkey. */
export async function signWithPasskey(options: object): Promise<object> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  return startAuthentication({ optionsJSON }).catch(refuse);
}

/** Signs in with any passkey of the site, without an address or a password. */
export const signWithAnyPasskey = async () =>
  signWithPasskey(await api.post<object>("/user/login/passkey/options"));

const REFUSALS: Record<string, string> = {
  InvalidStateError: "Cet appareil a déjà une clé d’accès pour ce compte.",
  NotAllowedError: "Aucune clé d’accès n’a été utilisée : recommencez quand vous voulez.",
  SecurityError: "Les clés d’accès ne fonctionnent pas à cette adresse.",
};

/** Throws the refusal of the browser or the person in the product's words. */
function refuse(error: unknown): never {
  const name = error instanceof Error ? error.name : "";
  const message = REFUSALS[name] ?? "Ce navigateur n’a pas pu utiliser de clé d’accès.";
  throw new ApiError(400, "passkey", message);
}
