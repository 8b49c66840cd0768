import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { Log, LogLevel } from "miniflare";
import { isDiskFull } from "../problem.ts";

const SENT = /^send_email binding called with (?:MessageBuilder|the following message):\n/;
const FILE = /^(Text|HTML|Email|Attachment)(?: \(\w+\))?: (?:(.*) -> )?(.*)$/;
const NAMES: Record<string, string> = {
  Text: "message.txt",
  HTML: "message.html",
  Email: "message.eml",
};

/**
 * Keeps a mail that the product sent: the local runtime deletes its mail files when it stops, and names them in a
 * line of its log. The mail of that line is copied into a folder of its own, with `entetes.txt` for the sender, the
 * recipients and the subject. After a failure, no folder is left.
 */
function layMail(mails: string, text: string): void {
  const lines = text.replace(SENT, "").split("\n");
  const recipient = lines.find((header) => header.startsWith("To: "))?.slice(4) ?? "message";
  const folder = newFolder(mails, recipient.replace(/[^\p{L}\p{N}@._+-]+/gu, "_").slice(0, 80));
  const headers: string[] = [];
  try {
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
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

const RETRY_MS = 5_000;

/** Keeps the mails sent on this machine. When the disk is full, mails wait in order until there is room. */
export class KeptMails {
  readonly #folder: string;
  readonly #say: (said: string) => void;
  #waiting: string[] = [];
  #retry: NodeJS.Timeout | undefined;

  constructor(folder: string, say: (said: string) => void) {
    this.#folder = folder;
    this.#say = say;
  }

  /** @returns false when the line is not about a mail */
  keep(line: string): boolean {
    const text = stripVTControlCharacters(line);
    if (!SENT.test(text)) return false;
    this.#waiting.push(text);
    if (!this.#retry) this.#layAll();
    return true;
  }

  #layAll(): void {
    const late = this.#retry !== undefined;
    this.#retry = undefined;
    try {
      for (let text = this.#waiting[0]; text; text = this.#waiting[0]) {
        layMail(this.#folder, text);
        this.#waiting.shift();
      }
      if (late) this.#say("Les courriels qui attendaient de la place sur le disque sont gardés.");
    } catch (error) {
      if (!isDiskFull(error)) {
        this.#waiting.shift();
        this.#say(`Un courriel n’a pas pu être gardé : ${error}`);
        return;
      }
      if (!late) {
        this.#say(
          "Il n’y a plus de place sur le disque : les courriels partis attendent d’y être gardés.",
        );
      }
      this.#retry = setTimeout(() => this.#layAll(), RETRY_MS).unref();
    }
  }
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

/** The log of the local runtime: keeps mails, shows warnings and errors, and drops any other message. */
export class MailLog extends Log {
  readonly #mails: KeptMails;

  constructor(mails: string) {
    super(LogLevel.WARN);
    this.#mails = new KeptMails(mails, console.error);
  }

  override logWithLevel(level: LogLevel, message: string): void {
    if (this.#mails.keep(message)) return;
    if (level === LogLevel.WARN || level === LogLevel.ERROR) console.error(message);
  }
}
