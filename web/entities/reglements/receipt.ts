import { useLeadToSettings } from "#web/lib/mended-by-settings.ts";
import { useWrite } from "#web/lib/resource.ts";
import { openReceipt } from "./api.ts";

/** Opens the reçu of a payment; when settings are missing, it leads there those who may fill them. */
export const useReceipt = () => useWrite(openReceipt, ["Document"], useLeadToSettings());
