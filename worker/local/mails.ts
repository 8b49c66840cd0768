import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { Log, LogLevel } from "miniflare";

const SENT = /^send_email binding called with (?:MessageBuilder|the following message):\n/;
const FILE = /^(Text|HTML|Email|Attachment)(?: \(\w+\))?: (?:(.*) -> )?(.*)$/;
const NAMES: Record<string, string> = {
  Text: "message.txt",
  HTML: "message.html",
  Email: "message.eml",
};

/**
 * The local runtime keeps what the `send_email` binding was given in files that go when it stops,
 * and names them in its log. This lays the mail that a line of that log tells of in a folder of its
 * own that stays: what was sent, and `entetes.txt` for sender, recipients and subject.
 * @returns false when the line tells of no mail
 */
export function keepMail(mails: string, line: string): boolean {
  const text = stripVTControlCharacters(line);
  if (!SENT.test(text)) return false;
  const lines = text.replace(SENT, "").split("\n");
  const recipient = lines.find((header) => header.startsWith("To: "))?.slice(4) ?? "message";
  const folder = newFolder(mails, recipient.replace(/[^\p{L}\p{N}@._+-]+/gu, "_").slice(0, 80));
  const headers: string[] = [];
  for (const header of lines) {
    const [, kind, name, path] = FILE.exec(header) ?? [];
    if (!kind || !path) {
      if (header) headers.push(header);
      continue;
    }
    const attachment = (name ?? "").replace(/[/\\\0]/g, "_") || `piece${extname(path)}`;
    copyFileSync(path, join(folder, NAMES[kind] ?? attachment));
  }
  writeFileSync(join(folder, "entetes.txt"), `${headers.join("\n")}\n`);
  return true;
}

function newFolder(mails: string, recipient: string): string {
  const instant = new Date().toISOString().slice(0, 23).replace("T", "_").replaceAll(":", "-");
  for (let count = 1; ; count++) {
    const folder = join(mails, `${instant}_${recipient}${count > 1 ? `_${count}` : ""}`);
    try {
      mkdirSync(folder);
      return folder;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
  }
}

/** The log of the local runtime: mails are kept, warnings and errors shown, the rest is not. */
export class MailLog extends Log {
  readonly #mails: string;

  constructor(mails: string) {
    super(LogLevel.WARN);
    this.#mails = mails;
  }

  override logWithLevel(level: LogLevel, message: string): void {
    if (keepMail(this.#mails, message)) return;
    if (level === LogLevel.WARN || level === LogLevel.ERROR) console.error(message);
  }
}
