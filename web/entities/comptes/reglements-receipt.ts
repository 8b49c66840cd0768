import { useLeadToSettings } from "#web/lib/mended-by-settings.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { openReceipt } from "./reglements.ts";

/** Opens the reçu of a payment; when settings are missing, leads users who may fill them there. */
export const useReceipt = () => useWrite(openReceipt, ["Document"], useLeadToSettings());
