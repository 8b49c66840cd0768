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
 * The local runtime keeps what the `send_email` binding was given in a folder that goes when it
 * stops, and tells where in its log. This log lays each mail in a folder of its own that stays;
 * apart from that it shows only warnings and errors.
 */
export class MailLog extends Log {
  readonly #folder: string;

  constructor(folder: string) {
    super(LogLevel.WARN);
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  override logWithLevel(level: LogLevel, message: string): void {
    const text = stripVTControlCharacters(message);
    if (SENT.test(text)) this.#keep(text.replace(SENT, ""));
    else if (level === LogLevel.WARN || level === LogLevel.ERROR) console.error(text);
  }

  #keep(text: string): void {
    const lines = text.split("\n");
    const recipient = lines.find((line) => line.startsWith("To: "))?.slice(4) ?? "message";
    const folder = this.#newFolder(recipient.replace(/[^\p{L}\p{N}@._+-]+/gu, "_").slice(0, 80));
    const headers: string[] = [];
    for (const line of lines) {
      const [, kind, name, path] = FILE.exec(line) ?? [];
      if (!kind || !path) {
        if (line) headers.push(line);
        continue;
      }
      const attachment = (name ?? "").replace(/[/\\\0]/g, "_") || `piece${extname(path)}`;
      copyFileSync(path, join(folder, NAMES[kind] ?? attachment));
    }
    writeFileSync(join(folder, "entetes.txt"), `${headers.join("\n")}\n`);
  }

  #newFolder(recipient: string): string {
    const instant = new Date().toISOString().slice(0, 23).replace("T", "_").replaceAll(":", "-");
    for (let count = 1; ; count++) {
      const folder = join(this.#folder, `${instant}_${recipient}${count > 1 ? `_${count}` : ""}`);
      try {
        mkdirSync(folder);
        return folder;
      } catch (error) {
        if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
      }
    }
  }
}
