import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import { DOCUMENTS } from "#domain/fichiers/document.ts";
import type { BlocFige } from "#domain/signature/blocs.ts";
import { casesDe } from "#domain/signature/cases.ts";
import { montantDuModele } from "#domain/signature/mention.ts";
import type { DocumentLu, LectureDeSignataire } from "#domain/signature/wire.ts";
import { storedFiles } from "#worker/db/schema/fichiers.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { type DemandeLue, lireDemande, phraseDe } from "./demandes.ts";
import { lienEnVisite } from "./liens.ts";
import { modeleDeLaMention } from "./preparation.ts";

type Appel = Pick<Contexte, "env" | "db" | "now">;

const sha256 = (octets: Uint8Array) => createHash("sha256").update(octets).digest("hex");

const ALTERE =
  "Le fichier gardé n’est plus celui qui a été gelé\u00A0: prévenez l’agence, rien ne se signe ni ne se remet.";

/**
 * The bytes of a kept file, as they were frozen.
 * @param empreinte their SHA-256, in hexadecimal digits; null when it is unknown
 * @throws NotFound when the file was erased, or R2 no longer has it; Conflict when R2 has other bytes.
 */
export async function lireFichier(
  { env, db }: Pick<Contexte, "env" | "db">,
  StoredFileId: number | null,
  empreinte: string | null,
): Promise<Uint8Array> {
  const [fichier] = await db
    .select({ key: storedFiles.key })
    .from(storedFiles)
    .where(eq(storedFiles.id, StoredFileId ?? 0));
  const objet = fichier && (await env.FILES.get(fichier.key));
  if (!objet) throw new NotFound("Ce document n’est plus gardé.");
  const octets = new Uint8Array(await objet.arrayBuffer());
  if (empreinte !== null && sha256(octets) !== empreinte) throw new Conflict(ALTERE);
  return octets;
}

/**
 * The text of a frozen paper; its fingerprint is in its first line of history.
 * @throws NotFound when the file of the text is missing; Conflict when it has changed.
 */
export async function lireBlocs(
  ctx: Pick<Contexte, "env" | "db">,
  { id, BlocsId }: Pick<DemandeLue, "id" | "BlocsId">,
): Promise<BlocFige[]> {
  const [mise] = await ctx.db.all<{ texte: string | null }>(sql`
    SELECT details ->> 'texte' AS texte FROM "History"
    WHERE entite = 'DemandeSignature' AND "entiteId" = ${id} AND etat = 'Mise en signature' ORDER BY id LIMIT 1`);
  const octets = await lireFichier(ctx, BlocsId, mise?.texte ?? null);
  return JSON.parse(new TextDecoder().decode(octets));
}

/**
 * A frozen paper, for a person who reads it on the agency's own device.
 * @throws NotFound when the request or its text is missing; Conflict when the text has changed.
 */
export async function lireLeGele(ctx: Appel, id: number): Promise<DocumentLu> {
  const demande = await lireDemande(ctx, id);
  const { titre, pages, pagesJointes, octets, empreinte } = demande;
  const blocs = await lireBlocs(ctx, demande);
  return { titre, blocs, pages, pagesJointes, octets, empreinte, consentement: phraseDe(demande) };
}

/**
 * The paper as a signer reads it during a visit.
 * @throws NotFound when there is no such signer, or the text is missing; Conflict when his link opens nothing any
 * more, or the text has changed.
 */
export async function lireAvantDeSigner(
  ctx: Appel,
  SignataireId: number,
): Promise<LectureDeSignataire> {
  const { demande, signataire, etat } = await lienEnVisite(ctx, SignataireId);
  const blocs = await lireBlocs(ctx, demande);
  const modele = modeleDeLaMention({ type: demande.type, role: signataire.role }, blocs);
  const { nom, role, qualite, luLe, signeLe, refuseLe } = signataire;
  const { titre, pages, pagesJointes, octets, empreinte, lieu, expireLe, scelleLe } = demande;
  const { retractationJusqua, retracteeLe, annexeEmpreinte } = demande;
  const mention = modele === null ? null : { montant: montantDuModele(modele) ?? 0, modele };
  return {
    demande: {
      titre,
      intitule: DOCUMENTS[demande.type].intitule,
      pages,
      pagesJointes,
      octets,
      empreinte,
      lieu,
      expireLe,
      scelleLe,
      retractationJusqua,
      retracteeLe,
    },
    signataire: { nom, role, qualite, luLe, signeLe, refuseLe, mention },
    annexe:
      annexeEmpreinte === null ? null : { titre: "Le bail garanti", empreinte: annexeEmpreinte },
    autres: demande.signataires
      .filter(({ id }) => id !== SignataireId)
      .map((autre) => ({ nom: autre.nom, role: autre.role, etat: etatDe(autre) })),
    etat,
    blocs,
    consentement: phraseDe(demande),
    cases: casesDe(demande, role),
  };
}

const etatDe = ({ signeLe, refuseLe }: { signeLe: string | null; refuseLe: string | null }) => {
  if (signeLe !== null) return "signe";
  return refuseLe === null ? "attendu" : "refuse";
};

/**
 * The file that a signer may save during a visit: the sealed file once it exists, else the frozen paper; or the lease
 * that his guarantee covers.
 * @throws NotFound when there is no such signer, or the file is missing; Conflict when his link opens nothing any
 * more, or the file has changed.
 */
export async function lirePdfDuSignataire(
  ctx: Appel,
  { SignataireId, annexe }: { SignataireId: number; annexe: boolean },
): Promise<{ titre: string; octets: Uint8Array }> {
  const { demande } = await lienEnVisite(ctx, SignataireId);
  const { titre, AnnexeId, annexeEmpreinte, ScelleId, StoredFileId } = demande;
  if (annexe)
    return { titre: "Bail garanti", octets: await lireFichier(ctx, AnnexeId, annexeEmpreinte) };
  const octets =
    ScelleId === null
      ? await lireFichier(ctx, StoredFileId, demande.empreinte)
      : await lireFichier(ctx, ScelleId, demande.empreinteScellee);
  return { titre, octets };
}
