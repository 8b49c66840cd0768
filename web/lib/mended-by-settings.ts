import { navigate } from "wouter/use-browser-location";
import { notifyDanger } from "./notify.ts";
import { type ApiError, mendedBySettings } from "./server/api.ts";
import { usePeut } from "./server/session.ts";

/**
 * Shows a refusal that can be solved in the settings, with a link for users who may change them; returns false for any
 * other.
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
