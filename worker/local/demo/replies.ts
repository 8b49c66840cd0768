import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Jour, periodeEnLettres } from "#domain/dates.ts";

const LINK = /\/quitance\/validation\/true\/([\w-]+)/;

/**
 * The key of a receipt's public page, read from the mail to its tenant.
 * @param mails the folder of the mails sent: one folder each, named by instant and recipient
 * @returns null when there is no such mail
 */
export function replyLink(
  mails: string,
  recipient: string,
  { date, dateFin }: { date: Jour; dateFin: Jour },
): string | null {
  const periode = periodeEnLettres(date, dateFin);
  const received = readdirSync(mails).filter((folder) => folder.includes(`_${recipient}`));
  for (const folder of received.sort().reverse()) {
    const message = join(mails, folder, "message.txt");
    if (!existsSync(message)) continue;
    const text = readFileSync(message, "utf8");
    const uuid = text.includes(periode) ? LINK.exec(text)?.[1] : undefined;
    if (uuid) return uuid;
  }
  return null;
}
