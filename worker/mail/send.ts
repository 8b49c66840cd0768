import * as z from "zod/mini";
import { adresseEnAscii } from "#domain/fields.ts";
import { insecables } from "#domain/orthographe.ts";
import type { Env } from "#worker/env.ts";

export interface Envoi {
  /** The name shown beside the address of the sender. */
  de: string;
  /** The Reply-To address; "" for none. */
  repondreA: string;
  a: readonly string[];
  subject: string;
  text: string;
  html?: string;
  piece?: { nom: string; type: string; octets: Uint8Array };
}

/**
 * The outcome of a mail. `envoye`: the service accepted it; `a_reprendre`: certainly not sent, and a later try may
 * succeed; `refuse`: certainly not sent, and a later try would be refused too; `incertain`: nobody can tell whether
 * it arrived.
 */
export type Sort =
  | { etat: "envoye"; erreur: null }
  /** `dans`: the seconds to wait before the next try. */
  | { etat: "a_reprendre"; erreur: string; dans: number }
  | { etat: "refuse" | "incertain"; erreur: string };

// The error codes of a failure during delivery: some of the addresses may have received the mail. A refusal has
// another code.
const DOUTEUX = ["E_DELIVERY_FAILED", "E_INTERNAL_SERVER_ERROR"];
// The codes of errors after which nothing was sent: the account has used up its quota of the minute or of the day.
// The values are the seconds to wait.
const PASSAGERS: Record<string, number> = {
  E_RATE_LIMIT_EXCEEDED: 60,
  E_DAILY_LIMIT_EXCEEDED: 6 * 3600,
};

const CARACTERES_DE_CONTROLE = /\p{Cc}+/gu;

/**
 * Sends one mail through the `send_email` binding, which has no idempotency key. Only a refusal with a code of the
 * service proves that the mail was not sent. After any other failure (a failed delivery, a broken connection, an
 * empty response), the outcome is uncertain: only a person may decide to send again.
 */
export async function envoyer(env: Pick<Env, "EMAIL" | "MAIL_FROM">, envoi: Envoi): Promise<Sort> {
  const adresses = envoi.a.map(adresseEnAscii).filter(estAdresse);
  const repondreA = adresseEnAscii(envoi.repondreA);
  if (adresses.length === 0) return { etat: "refuse", erreur: "Aucune adresse e-mail valable." };
  try {
    await env.EMAIL.send({
      from: { name: surUneLigne(envoi.de), email: env.MAIL_FROM },
      ...(estAdresse(repondreA) ? { replyTo: repondreA } : {}),
      to: adresses,
      subject: surUneLigne(envoi.subject),
      text: insecables(envoi.text),
      ...(envoi.html ? { html: insecables(envoi.html) } : {}),
      ...(envoi.piece
        ? {
            attachments: [
              {
                disposition: "attachment" as const,
                filename: envoi.piece.nom,
                type: envoi.piece.type,
                content: envoi.piece.octets,
              },
            ],
          }
        : {}),
    });
    return { etat: "envoye", erreur: null };
  } catch (error) {
    return sortDe(error);
  }
}

function sortDe(error: unknown): Sort {
  const code = codeDe(error);
  if (code === null || DOUTEUX.includes(code)) {
    return {
      etat: "incertain",
      erreur: `L’envoi n’a pas été confirmé (${code ?? String(error)}).`,
    };
  }
  const dans = PASSAGERS[code];
  if (dans !== undefined) {
    return { etat: "a_reprendre", erreur: `L’envoi est remis à plus tard (${code}).`, dans };
  }
  return { etat: "refuse", erreur: `Le service d’envoi a refusé ce courriel (${code}).` };
}

/** The code `E_…` of the error, taken from its message when the binding did not transmit the code itself. */
function codeDe(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const code = "code" in error ? String(error.code) : "";
  return `${code} ${error.message}`.match(/\bE_[A-Z_]+\b/)?.[0] ?? null;
}

// Whether an address is valid, without a control character: a line feed would add a header to the mail.
function estAdresse(adresse: string): boolean {
  return z.regexes.email.test(adresse) && !/\p{Cc}/u.test(adresse);
}

const surUneLigne = (texte: string) => texte.replace(CARACTERES_DE_CONTROLE, " ").trim();
