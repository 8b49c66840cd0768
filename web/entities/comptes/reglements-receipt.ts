import { useLeadToSettings } from "#web/lib/mended-by-settings.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { openReceipt } from "./reglements.ts";

/**
 * Opens the reçu of a payment. When settings of the agency are missing, leads a user who may fill them to the
 * settings.
 */
export const useReceipt = () => useWrite(openReceipt, ["Document"], useLeadToSettings());
