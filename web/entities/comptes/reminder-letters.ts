import { printInFiles } from "#web/lib/server/print.ts";

export const printLetters = (ids: readonly number[]) => printInFiles("/api/Relance/imprimer", ids);
