import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { Conflict, Forbidden, Invalid } from "#domain/erreurs.ts";
import type { BlocFige } from "#domain/signature/blocs.ts";
import { casesDe } from "#domain/signature/cases.ts";
import { refusDuGeste } from "#domain/signature/demande.ts";
import { ecritSaMention, lireMention, QUESTION_DISCUSSION } from "#domain/signature/mention.ts";
import { refusDuNom } from "#domain/signature/noms.ts";
import type { Signature, SignatureSurPlace } from "#domain/signature/signature-fiche.ts";
import { rowExists } from "#worker/db/rows.ts";
import { signataires } from "#worker/db/schema/signature.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { avertirLesSignataires } from "./avertis.ts";
import { type Postier, prevenirDeLaFin, prevenirLAgence } from "./courriers.ts";
import {
  type DemandeLue,
  direLeRefus,
  lireDemande,
  lireDuSignataire,
  peutRefuser,
  peutSigner,
  phraseDe,
  type SignataireLu,
} from "./demandes.ts";
import { lireBlocs } from "./lecture.ts";
import { lienEnVisite } from "./liens.ts";
import { modeleDeLaMention } from "./preparation.ts";
import { donnerSuite } from "./suite.ts";

type Appel = Postier & Pick<Contexte, "env" | "user">;

const SIGNES_DE_L_AGENT = 300;

/** The origin of a call, as evidence keeps it. */
export interface Appelant {
  ip: string | null;
  agent: string | null;
}

type Preuves = Partial<typeof signataires.$inferInsert>;

/**
 * Writes a signature, once, with its line of history: the statement itself checks that it is the signer's turn, that
 * the request is open and that it has not expired.
 * @param quand another condition, on the row of the signer
 * @returns whether this call wrote the signature
 */
async function inscrireSignature(
  ctx: Pick<Contexte, "db" | "now" | "user">,
  { demande, id }: { demande: DemandeLue; id: number },
  { etat, preuves, quand }: { etat: string; preuves: Preuves; quand?: SQL | undefined },
): Promise<boolean> {
  const { db, now, user } = ctx;
  const encore = and(eq(signataires.id, id), peutSigner(id, now), quand);
  const { signe } = await db.write({
    historique: trace(db, {
      entite: "DemandeSignature",
      entiteId: demande.id,
      etat,
      user,
      details: { SignataireId: id },
      quand: rowExists(signataires, encore),
    }),
    signe: db
      .update(signataires)
      .set({
        ...preuves,
        consentement: phraseDe(demande),
        signeLe: now.toISOString(),
        codeEmpreinte: null,
      })
      .where(encore),
  });
  return signe.rowsAffected === 1;
}

/**
 * Writes a signature.
 * @throws Conflict with the reason, when the signature cannot be written.
 */
async function exigerSignature(...[ctx, qui, signature]: Parameters<typeof inscrireSignature>) {
  if (await inscrireSignature(ctx, qui, signature)) return;
  await direLeRefus(ctx, qui.demande.id, { genre: "signer", id: qui.id });
}

/**
 * The signature of a signer on a visit, for the paper he read.
 * @throws Conflict when it is not his turn any more, he did not read to the end, or the file changed since he read
 * it; Invalid for a name that is not his, a mention that would make the guarantee void, a required box left unticked,
 * and a mention that keeps the benefit of discussion while he has not confirmed it.
 */
export async function signerParLien(
  ctx: Appel,
  { id, signature, appelant }: { id: number; signature: Signature; appelant: Appelant },
): Promise<void> {
  const { demande, signataire } = await lienEnVisite(ctx, id);
  const refus = refusDuGeste(demande, { genre: "signer", id }, ctx.now);
  if (refus) throw new Conflict(refus);
  if (signature.empreinte.toLowerCase() !== demande.empreinte)
    throw new Conflict("Le document n’est plus celui que vous avez lu\u00A0: relisez-le.");
  if (signataire.luLe === null) throw new Conflict("Lisez d’abord le document jusqu’à la fin.");
  exigerSonNom(demande, signataire, signature);
  const cases = casesCochees(demande, signataire, signature.cases ?? []);
  const mention = await mentionLue(ctx, { demande, signataire, signature });
  await exigerSignature(
    ctx,
    { demande, id },
    {
      etat: "Signé électroniquement",
      preuves: {
        nom: signature.nom,
        ...mention,
        cases,
        trace: signature.trace ?? null,
        ...traceDe(appelant),
        identite: "code",
      },
      quand: sql`${signataires.luLe} IS NOT NULL`,
    },
  );
  await donnerSuite(ctx, demande.id);
}

/** The caller as a row of evidence keeps it. */
export const traceDe = ({ ip, agent }: Appelant) => ({
  ip,
  agent: agent?.slice(0, SIGNES_DE_L_AGENT) ?? null,
});

/** @throws Invalid when the name is not the signer's. */
function exigerSonNom(
  { signataires: tous }: DemandeLue,
  { id, nom: attendu }: SignataireLu,
  { nom }: { nom: string },
): void {
  const autres = tous
    .filter((signataire) => signataire.id !== id)
    .map((signataire) => signataire.nom);
  const refus = refusDuNom(nom, attendu, autres);
  if (refus) throw new Invalid({ nom: refus });
}

/**
 * The boxes that the signer ticked among those of his paper; null when the paper has none.
 * @throws Invalid when a box that must be ticked is not.
 */
function casesCochees(
  demande: DemandeLue,
  { role }: SignataireLu,
  cochees: readonly string[],
): string[] | null {
  const proposees = casesDe(demande, role);
  if (proposees.some(({ cle, obligatoire }) => obligatoire && !cochees.includes(cle)))
    throw new Invalid({ cases: "Cochez cette case pour signer." });
  if (proposees.length === 0) return null;
  return proposees.map(({ cle }) => cle).filter((cle) => cochees.includes(cle));
}

/**
 * The checked words of a guarantor or a debtor; nothing for other signers.
 * @throws Invalid when the words are wrong, or keep the benefit of discussion while he has not confirmed it.
 */
async function mentionLue(
  ctx: Pick<Contexte, "env" | "db">,
  {
    demande,
    signataire,
    signature,
  }: { demande: DemandeLue; signataire: SignataireLu; signature: Signature },
): Promise<Preuves> {
  const { role } = signataire;
  if (!ecritSaMention(demande.type, role)) return {};
  const blocs: BlocFige[] = await lireBlocs(ctx, demande);
  const modele = modeleDeLaMention({ type: demande.type, role }, blocs);
  if (modele === null) throw new Error("The paper has no model of its mention.");
  const texte = signature.mention ?? "";
  const { refus, gardeDiscussion } = lireMention(texte, modele, role);
  if (refus.length > 0) throw new Invalid({ mention: refus.join(" ") });
  if (gardeDiscussion && !signature.gardeDiscussion)
    throw new Invalid({ mention: QUESTION_DISCUSSION });
  return {
    mention: texte,
    signesMention: signature.signesMention ?? null,
    secondesMention: signature.secondesMention ?? null,
    gardeDiscussion: role === "caution" ? gardeDiscussion : null,
  };
}

const LUI_MEME = {
  caution: "La caution signe elle-même, par le lien qu’elle reçoit.",
  debiteur: "Qui reconnaît une dette écrit lui-même la somme, par le lien qu’il reçoit.",
};

/**
 * The signature of a person in front of a member of the agency, who attests the identity; a mail tells the signer. A
 * guarantor or a debtor signs by his own link, because the law requires that he write the words himself.
 * @throws NotFound when there is no such request; Forbidden for a guarantor, a debtor and the agency; Invalid for a
 * name that is not his, and a required box left unticked; Conflict when it is not his turn.
 */
export async function signerSurPlace(
  ctx: Appel & Pick<Contexte, "today"> & { user: string },
  {
    DemandeId,
    signature,
    appelant,
  }: { DemandeId: number; signature: SignatureSurPlace; appelant: Appelant },
): Promise<void> {
  const demande = await lireDemande(ctx, DemandeId);
  const { signataireId: id } = signature;
  const signataire = demande.signataires.find((candidat) => candidat.id === id);
  if (signataire && ecritSaMention(demande.type, signataire.role))
    throw new Forbidden(LUI_MEME[signataire.role === "caution" ? "caution" : "debiteur"]);
  if (signataire?.role === "agence") throw new Forbidden("L’agence signe sous son compte.");
  if (signataire) exigerSonNom(demande, signataire, signature);
  const cases = signataire ? casesCochees(demande, signataire, signature.cases ?? []) : null;
  const luLe = ctx.now.toISOString();
  await exigerSignature(
    ctx,
    { demande, id },
    {
      etat: "Signé sur place",
      preuves: {
        nom: signature.nom,
        cases,
        trace: signature.trace ?? null,
        ...traceDe(appelant),
        luLe,
        secondesDeLecture: signature.secondesDeLecture,
        identite: signature.identite,
        identitePar: ctx.user,
      },
      quand: eq(signataires.DemandeSignatureId, DemandeId),
    },
  );
  await avertirLesSignataires(ctx, DemandeId);
  await donnerSuite(ctx, DemandeId);
}

/**
 * The agency's signature, the last one, from an account that is entitled to it. Nothing happens when the agency has
 * signed already.
 * @throws NotFound when there is no such request; Conflict when others have not signed, when the lease of a guarantee
 * is not signed or was replaced, or when the guarantor left the dossier.
 */
export async function signerPourLAgence(
  ctx: Appel & { user: string },
  { DemandeId, appelant }: { DemandeId: number; appelant: Appelant },
): Promise<void> {
  const demande = await lireDemande(ctx, DemandeId);
  const signataire = demande.signataires.find(({ role }) => role === "agence");
  if (!signataire || signataire.signeLe !== null) return;
  const { id } = signataire;
  const bail = bailSigne(demande);
  const [etat] = await ctx.db.all<{ pret: number }>(sql`SELECT ${bail} AS pret`);
  if (!etat?.pret)
    throw new Conflict(
      "Le bail remis à la caution n’est pas encore signé\u00A0: l’acte de cautionnement le suit. Si un autre l’a remplacé, ou si la caution n’est plus de ce dossier, remettez l’acte en signature.",
    );
  // The clock is read after the others have signed: the agency signs only when its instant is the last.
  const now = new Date();
  const derniere = sql`NOT EXISTS (SELECT 1 FROM "Signataire" autre
    WHERE autre."DemandeSignatureId" = ${DemandeId} AND autre."signeLe" > ${now.toISOString()})`;
  const signee = await inscrireSignature(
    { ...ctx, now },
    { demande, id },
    {
      etat: "Signé pour l’agence",
      preuves: { mail: ctx.user, ...traceDe(appelant), identite: "session", identitePar: ctx.user },
      quand: sql`${bail} AND ${derniere}`,
    },
  );
  if (signee) return;
  const { signataires: apres } = await lireDemande(ctx, DemandeId);
  if (apres.every((autre) => autre.id !== id || autre.signeLe === null))
    await direLeRefus(ctx, DemandeId, { genre: "signer", id });
}

/**
 * The condition that a guarantee is still true: the guarantor still belongs to the dossier, and the signed lease of
 * the dossier is the one that he was given. True for any other paper.
 */
const bailSigne = ({ type, entiteId, DossierId, AnnexeId, annexeEmpreinte }: DemandeLue): SQL =>
  type === "acteCautionnement"
    ? sql`EXISTS (SELECT 1 FROM "Dossier" signe WHERE signe.id = ${DossierId}
        AND signe.id = (SELECT "DossierId" FROM "Caution" WHERE id = ${entiteId})
        AND (signe."contratLocationId" = ${AnnexeId} OR signe."contratLocationId" = (
          SELECT b."ScelleId" FROM "DemandeSignature" b WHERE b.type = 'contratLocation'
            AND b."DossierId" = signe.id AND b.empreinte = ${annexeEmpreinte} AND b."DocumentScelleId" IS NOT NULL)))`
    : sql`true`;

/**
 * Notes that a signer reached the end of the paper; only the first time counts.
 * @throws NotFound when there is no such signer; Conflict when his link opens nothing any more.
 */
export async function noterLecture(
  ctx: Pick<Contexte, "db" | "now">,
  { id, secondes }: { id: number; secondes: number },
): Promise<void> {
  const { demande } = await lienEnVisite(ctx, id);
  const { db, now } = ctx;
  const jamais = and(eq(signataires.id, id), isNull(signataires.luLe), isNull(signataires.signeLe));
  await db.write({
    historique: trace(db, {
      entite: "DemandeSignature",
      entiteId: demande.id,
      etat: "Document lu",
      user: null,
      details: { SignataireId: id, secondes },
      quand: rowExists(signataires, jamais),
    }),
    lu: db
      .update(signataires)
      .set({ luLe: now.toISOString(), secondesDeLecture: secondes })
      .where(jamais),
  });
}

/**
 * The refusal of a signer: nobody signs this paper any more.
 * @throws NotFound when there is no such signer; Conflict with the reason, when he may no longer refuse.
 */
export async function refuserParLien(
  ctx: Appel,
  { id, motif, appelant }: { id: number; motif: string; appelant: Appelant },
): Promise<void> {
  const { db, now } = ctx;
  const { demande, signataire } = await lireDuSignataire(ctx, id);
  const encore = and(eq(signataires.id, id), peutRefuser(id, now));
  const { refuse } = await db.write({
    historique: trace(db, {
      entite: "DemandeSignature",
      entiteId: demande.id,
      etat: "Signature refusée",
      user: null,
      details: { SignataireId: id },
      quand: rowExists(signataires, encore),
    }),
    refuse: db
      .update(signataires)
      .set({ refuseLe: now.toISOString(), motif, ...traceDe(appelant), codeEmpreinte: null })
      .where(encore),
  });
  if (refuse.rowsAffected === 0) await direLeRefus(ctx, demande.id, { genre: "refuser", id });
  await prevenirLAgence(ctx, demande, `refusé par ${signataire.nom}`);
  await prevenirDeLaFin(ctx, demande, { fin: "refusee", sauf: id });
}
