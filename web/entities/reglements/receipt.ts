import { navigate } from "wouter/use-browser-location";
import { mendedBySettings } from "#web/lib/api.ts";
import { notifyDanger } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/resource.ts";
import { usePeut } from "#web/lib/session.ts";
import { openReceipt } from "./api.ts";

/** Opens the reçu of a payment; when settings are missing, it leads there those who may fill them. */
export function useReceipt() {
  const mayAdminister = usePeut("administrer");
  return useWrite(openReceipt, ["Document"], (error) => {
    if (!mayAdminister || !mendedBySettings(error)) return false;
    notifyDanger(error.message, {
      label: "Paramètres",
      onClick: () => navigate("/parametres/"),
    });
    return true;
  });
}
