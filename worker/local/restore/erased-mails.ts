import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

const ADDRESS = /[^\s<>,;:"]+@[^\s<>,;:"]+/g;

/**
 * Deletes the mails kept on this machine whose recipients are all unknown to the agency: those of erased persons
 * (personnes/README §9.15).
 * @param known the addresses of the agency's mails, accounts and settings, in small letters
 * @returns how many mails were deleted
 */
export function forgetMails(mails: string, known: ReadonlySet<string>): number {
  let gone = 0;
  for (const name of readdirSync(mails)) {
    const to = recipientsOf(join(mails, name, "entetes.txt"));
    if (to.length === 0 || to.some((address) => known.has(address))) continue;
    rmSync(join(mails, name), { recursive: true, force: true });
    gone++;
  }
  return gone;
}

function recipientsOf(headers: string): string[] {
  try {
    const line = readFileSync(headers, "utf8").match(/^To: (.*)$/m)?.[1] ?? "";
    return (line.match(ADDRESS) ?? []).map((address) => address.toLowerCase());
  } catch {
    return [];
  }
}
