import { navigate } from "wouter/use-browser-location";
import { notifyDanger } from "./notify.ts";
import { type ApiError, mendedBySettings } from "./server/api.ts";
import { usePeut } from "./server/session.ts";

/**
 * Shows a refusal that a change of settings would solve, with a link for users who may change settings. Returns false,
 * and shows nothing, for any other refusal or user.
 */
export function useLeadToSettings(): (refusal: ApiError) => boolean {
  const mayAdminister = usePeut("administrer");
  return (refusal) => {
    if (!mayAdminister || !mendedBySettings(refusal)) return false;
    notifyDanger(refusal.message, {
      label: "Paramètres",
      onClick: () => navigate("/parametres/"),
    });
    return true;
  };
}
