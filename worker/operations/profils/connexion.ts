import { createHash, randomBytes } from "node:crypto";
import { and, eq, lt, or, sql } from "drizzle-orm";
import { rowExists } from "#worker/db/rows.ts";
import { devices, users } from "#worker/db/schema/agence.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { noter } from "#worker/operations/historique/securite.ts";
import { insererSession } from "./sessions.ts";

/** The key that identifies a browser: 32 random bytes, base64url. */
const CLE_APPAREIL = /^[\w-]{43}$/;
/** The device of a program that is no browser: it usually keeps no key (`worker/http/session/device.ts`). */
export const AUTRE_PROGRAMME = "Autre programme";
/**
 * Days without use after which a device is forgotten: `revenu` for a device that signed in again after its first
 * sign-in, `jamaisRevenu` for a device that did not.
 */
const OUBLI = { revenu: 400, jamaisRevenu: 90 };

/** The stored hash of a device's key, by which the device is found; null for a text that is no such key. */
export const empreinteAppareil = (cle: string | null | undefined): string | null =>
  cle && CLE_APPAREIL.test(cle) ? createHash("sha256").update(cle).digest("base64url") : null;

export interface Connexion {
  account: { id: number; email: string };
  /** The device in words: « Chrome sur Windows ». */
  device: string;
  /** The key that the browser kept, if any. */
  appareil: string | null | undefined;
  remember: boolean;
}

/**
 * Opens a session once all the proofs are given; every way to sign in ends here. The function also remembers the
 * device and writes a line in the journal of security.
 * @returns the session and the key that the browser is to keep. `nouveau`: the account had signed in before, but
 * never on this device. All programs that are no browser count as one device.
 */
export async function ouvrirConnexion(
  { db, now }: Pick<Contexte, "db" | "now">,
  { account, device, appareil, remember }: Connexion,
): Promise<{ session: string; appareil: string; nouveau: boolean }> {
  const connue = empreinteAppareil(appareil);
  const cle = connue && appareil ? appareil : randomBytes(32).toString("base64url");
  const hash = connue ?? empreinteAppareil(cle) ?? "";
  const session = crypto.randomUUID();
  const instant = now.toISOString();
  const duProfil = eq(devices.UserId, account.id);
  const nouveau = sql`(${rowExists(devices, duProfil)} AND NOT ${rowExists(
    devices,
    and(
      duProfil,
      or(eq(devices.hash, hash), and(eq(devices.nom, AUTRE_PROGRAMME), eq(devices.nom, device))),
    ),
  )})`;
  const ligne = { user: account.email, device };
  const {
    avant: [avant],
  } = await db.write({
    avant: db
      .select({ nouveau: sql<number>`${nouveau}` })
      .from(users)
      .where(eq(users.id, account.id)),
    nouvelAppareil: noter(db, { ...ligne, evenement: "appareil", quand: nouveau }),
    connexion: noter(db, { ...ligne, evenement: "connexion", quand: sql`NOT ${nouveau}` }),
    appareil: db
      .insert(devices)
      .values({ UserId: account.id, hash, nom: device, lastSeenAt: instant, createdAt: instant })
      .onConflictDoUpdate({
        target: [devices.UserId, devices.hash],
        set: { nom: device, lastSeenAt: instant },
      }),
    session: insererSession(db, { id: session, UserId: account.id, device, remember, now }),
  });
  return { session, appareil: cle, nouveau: avant?.nouveau === 1 };
}

/** Forgets the devices that nobody has used for as many days as {@link OUBLI} says. */
export async function oublierAppareils({ db, now }: Pick<Contexte, "db" | "now">): Promise<void> {
  const ilYA = (jours: number) => new Date(now.getTime() - jours * 86_400_000).toISOString();
  await db
    .delete(devices)
    .where(
      or(
        lt(devices.lastSeenAt, ilYA(OUBLI.revenu)),
        and(
          eq(devices.lastSeenAt, devices.createdAt),
          lt(devices.lastSeenAt, ilYA(OUBLI.jamaisRevenu)),
        ),
      ),
    );
}
