import { createHash, type KeyObject } from "node:crypto";
import { and, asc, desc, eq, gt, isNull, sql } from "drizzle-orm";
import { type Agence, agenceDe } from "#domain/agence/agence.ts";
import { ajouterAnnees, aujourdhui } from "#domain/dates.ts";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import type { SceauPublic } from "#domain/signature/verification.ts";
import type { Db } from "#worker/db/client.ts";
import { insertWhen, rowExists } from "#worker/db/rows.ts";
import { sceaux } from "#worker/db/schema/signature.ts";
import { cleLue, empreinteDeCle } from "#worker/documents/signature/cle.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireReglages } from "#worker/operations/fichiers/visuels.ts";
import { noter } from "#worker/operations/historique/securite.ts";

const ANNEES = 10;
/** PDF readers may doubt a seal whose certificate ends within this many days. */
const JOURS_AVANT_LE_TERME = 90;
const JOUR = 86_400_000;

const SANS_CLE =
  "Le sceau de l’agence n’a pas de clé\u00A0: qui installe le logiciel la pose (npm run cle-sceau).";
const SANS_NOM = "Donnez d’abord son nom à l’agence (Paramètres) : le sceau le porte.";
const REVOQUE =
  "Le certificat du sceau est révoqué\u00A0: posez une nouvelle clé (npm run cle-sceau).";

type SceauRow = typeof sceaux.$inferSelect;

/** The seal of the agency at this instant. */
export interface SceauPresent {
  id: number;
  cle: KeyObject;
  /** The certificate, in DER. */
  certificat: Uint8Array;
  /** SHA-256 of the certificate, in hexadecimal digits. */
  empreinte: string;
  /** The agency as its papers print it. */
  agence: Agence;
}

/**
 * The seal of the agency: its key, and the certificate of this key under the agency's present name. A certificate is
 * made when none lasts long enough.
 * @throws Conflict without a key or a name, or when the certificate of the key was revoked.
 */
export async function sceauPresent({
  env,
  db,
  now,
}: Pick<Contexte, "env" | "db" | "now">): Promise<SceauPresent> {
  if (!env.SEAL_KEY) throw new Conflict(SANS_CLE);
  const cle = cleLue(env.SEAL_KEY);
  const empreinteCle = empreinteDeCle(cle);
  const { connus, reglages } = await db.read({
    connus: db
      .select()
      .from(sceaux)
      .where(eq(sceaux.empreinteCle, empreinteCle))
      .orderBy(desc(sceaux.id)),
    reglages: lireReglages(db),
  });
  if (connus.some(({ revoqueLe }) => revoqueLe !== null)) throw new Conflict(REVOQUE);
  const agence = agenceDe(reglages);
  const nom = agence.agenceNom;
  if (nom === "") throw new Conflict(SANS_NOM);
  const assez = new Date(now.getTime() + JOURS_AVANT_LE_TERME * JOUR).toISOString();
  const connu = connus.find((sceau) => sceau.agence === nom && sceau.au > assez);
  if (connu) return { ...connu, cle, certificat: octetsDe(connu), agence };
  const au = new Date(ajouterAnnees(aujourdhui(now), ANNEES));
  const { certificatDAgence } = await import("#worker/documents/signature/certificat.ts");
  const certificat = certificatDAgence(cle, { agence: nom, du: now, au });
  const [pose] = await poserCertificat(db, {
    empreinteCle,
    certificat: Buffer.from(certificat).toString("base64"),
    empreinte: createHash("sha256").update(certificat).digest("hex"),
    agence: nom,
    du: now.toISOString(),
    au: au.toISOString(),
    assez,
  });
  if (!pose) throw new Error("The certificate was not kept.");
  return { ...pose, cle, certificat: octetsDe(pose), agence };
}

/**
 * Keeps one certificate when several are made at once.
 * @returns the kept certificate
 */
async function poserCertificat(
  db: Db,
  { assez, ...certificat }: Omit<SceauRow, "id" | "revoqueLe" | "createdAt"> & { assez: string },
): Promise<SceauRow[]> {
  const dure = and(
    eq(sceaux.empreinteCle, certificat.empreinteCle),
    eq(sceaux.agence, certificat.agence),
    gt(sceaux.au, assez),
  );
  const { gardes } = await db.write({
    pose: insertWhen(db, sceaux, certificat, sql`NOT ${rowExists(sceaux, dure)}`),
    gardes: db.select().from(sceaux).where(dure).orderBy(desc(sceaux.id)).limit(1),
  });
  return gardes;
}

const octetsDe = ({ certificat }: SceauRow): Uint8Array =>
  new Uint8Array(Buffer.from(certificat, "base64"));

/** A certificate without the facts that only this installation needs. */
export const sceauPublic = ({
  id,
  agence,
  empreinte,
  certificat,
  du,
  au,
  revoqueLe,
}: SceauRow): SceauPublic => ({
  id,
  agence,
  empreinte,
  certificat: `-----BEGIN CERTIFICATE-----\n${certificat.replace(/.{64}(?=.)/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
  du,
  au,
  revoqueLe,
});

/** The certificates of the agency's seal, oldest first. */
export async function lireSceaux({ db }: Pick<Contexte, "db">): Promise<SceauPublic[]> {
  return (await db.select().from(sceaux).orderBy(asc(sceaux.id))).map(sceauPublic);
}

/**
 * Notes, once, that the key of a certificate leaked: the key no longer seals.
 * @throws NotFound when there is no such certificate.
 */
export async function revoquerSceau(
  { db, now, user }: Pick<Contexte, "db" | "now" | "user">,
  { id, device }: { id: number; device: string },
): Promise<void> {
  const vivant = and(eq(sceaux.id, id), isNull(sceaux.revoqueLe));
  const { connus } = await db.write({
    note: noter(db, {
      evenement: "sceau_revoque",
      user,
      device,
      details: { SceauId: id },
      quand: rowExists(sceaux, vivant),
    }),
    revoque: db.update(sceaux).set({ revoqueLe: now.toISOString() }).where(vivant),
    connus: db.select({ id: sceaux.id }).from(sceaux).where(eq(sceaux.id, id)),
  });
  if (connus.length === 0) throw new NotFound();
}
