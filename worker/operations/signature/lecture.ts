import { eq } from "drizzle-orm";
import { NotFound } from "#domain/erreurs.ts";
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

/** The bytes of a kept file. @throws NotFound when it was erased, or R2 has it no more. */
export async function lireFichier(
  { env, db }: Pick<Contexte, "env" | "db">,
  StoredFileId: number | null,
): Promise<Uint8Array> {
  const [fichier] = await db
    .select({ key: storedFiles.key })
    .from(storedFiles)
    .where(eq(storedFiles.id, StoredFileId ?? 0));
  const objet = fichier && (await env.FILES.get(fichier.key));
  if (!objet) throw new NotFound("Ce document n’est plus gardé.");
  return new Uint8Array(await objet.arrayBuffer());
}

/** The text of a frozen paper. @throws NotFound */
export async function lireBlocs(
  ctx: Pick<Contexte, "env" | "db">,
  { BlocsId }: Pick<DemandeLue, "BlocsId">,
): Promise<BlocFige[]> {
  return JSON.parse(new TextDecoder().decode(await lireFichier(ctx, BlocsId)));
}

/** A frozen paper, for who reads it on the agency's own device. @throws NotFound */
export async function lireLeGele(ctx: Appel, id: number): Promise<DocumentLu> {
  const demande = await lireDemande(ctx, id);
  const { titre, pages, pagesJointes, octets, empreinte } = demande;
  const blocs = await lireBlocs(ctx, demande);
  return { titre, blocs, pages, pagesJointes, octets, empreinte, consentement: phraseDe(demande) };
}

/** What a signer on a visit reads. @throws NotFound; Conflict when his link opens nothing any more. */
export async function lireAvantDeSigner(
  ctx: Appel,
  SignataireId: number,
): Promise<LectureDeSignataire> {
  const { demande, signataire, etat } = await lienEnVisite(ctx, SignataireId);
  const blocs = await lireBlocs(ctx, demande);
  const modele = signataire.role === "caution" ? modeleDeLaMention(demande.type, blocs) : null;
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

/** The file that a signer on a visit may keep: the sealed one once there is one. @throws NotFound; Conflict */
export async function lirePdfDuSignataire(
  ctx: Appel,
  { SignataireId, annexe }: { SignataireId: number; annexe: boolean },
): Promise<{ titre: string; octets: Uint8Array }> {
  const { demande } = await lienEnVisite(ctx, SignataireId);
  const { titre, AnnexeId, ScelleId, StoredFileId } = demande;
  if (annexe) return { titre: "Bail garanti", octets: await lireFichier(ctx, AnnexeId) };
  return { titre, octets: await lireFichier(ctx, ScelleId ?? StoredFileId) };
}
