import { eq } from "drizzle-orm";
import { moisDe } from "#domain/dates.ts";
import { NotFound } from "#domain/erreurs.ts";
import type { CompteAPayer, ContenuFacture } from "#domain/gerance/cloture/facture-honoraires.ts";
import { comptesRendus, facturesHonoraires } from "#worker/db/schema/mandants.ts";
import { compteRendu } from "#worker/documents/compte-rendu/compte-rendu.ts";
import type { DonneesFacture } from "#worker/documents/compte-rendu/facture-honoraires.ts";
import type { DonneesCompteRendu } from "#worker/documents/compte-rendu/presentation.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import {
  type Classement,
  documentGarde,
  genererDocument,
  lireJalon,
} from "#worker/operations/fichiers/documents.ts";
import { lireReglages, papierDe } from "#worker/operations/fichiers/visuels.ts";
import {
  ibanDuCompteLu,
  lireCompteDeLAgence,
} from "#worker/operations/gerance/banque/comptes-bancaires.ts";
import { lireCompteRendu } from "./comptes-rendus-lus.ts";

/**
 * The mandate of an account, and whether the account is valid: its paper is then final.
 * @throws NotFound when there is no such account
 */
export async function situerCompteRendu(
  { db }: Pick<Contexte, "db">,
  id: number,
): Promise<{ MissionId: number; valide: boolean }> {
  const [compte] = await db
    .select({ MissionId: comptesRendus.MissionId, etat: comptesRendus.etat })
    .from(comptesRendus)
    .where(eq(comptesRendus.id, id));
  if (!compte) throw new NotFound("Ce compte rendu n’existe pas.");
  return { MissionId: compte.MissionId, valide: compte.etat === "valide" };
}

/**
 * An account with what its paper prints; a draft is worked out from the present books.
 * @throws NotFound when there is no such account
 */
export async function chargerCompteRendu(
  ctx: Pick<Contexte, "env" | "db" | "now" | "today">,
  id: number,
): Promise<DonneesCompteRendu> {
  const [{ contenu, etat, factures }, reglages] = await Promise.all([
    lireCompteRendu(ctx, id),
    lireReglages(ctx.db),
  ]);
  const { agence, logo } = await papierDe(ctx, reglages);
  return { contenu, etat, factures, agence, ...(logo ? { logo } : {}) };
}

/** The number and the month of an account, for the name of its file: no person is named in it. */
export const nomDuCompte = ({
  contenu,
  etat,
}: DonneesCompteRendu): Pick<Classement, "sujet" | "periode"> => ({
  sujet: `${contenu.mandat.numero}${etat === "valide" ? "" : " projet"}`,
  periode: [moisDe(contenu.au)],
});

/**
 * Makes the paper of a valid account, unless it is already kept.
 *
 * @returns its key in R2
 * @throws NotFound when there is no such account; Invalid when a name cannot be printed
 */
export async function garderCompteRendu(
  ctx: Contexte & { user: string },
  id: number,
): Promise<string> {
  const garde = await documentGarde(ctx, { type: "compteRendu", PieceId: id });
  if (garde) return garde.generated;
  const { MissionId } = await situerCompteRendu(ctx, id);
  const document = { type: "compteRendu", entiteId: MissionId } as const;
  const jalon = await lireJalon(ctx, document);
  const donnees = await chargerCompteRendu(ctx, id);
  const { generated } = await genererDocument(ctx, {
    ...document,
    ...nomDuCompte(donnees),
    PieceId: id,
    composed: compteRendu(donnees),
    jalon,
  });
  return generated;
}

interface FactureLue {
  numero: string;
  MissionId: number;
  contenu: ContenuFacture;
}

/** An invoice of fees or a credit note. @throws NotFound when there is no such invoice */
export async function lireFacture({ db }: Pick<Contexte, "db">, id: number): Promise<FactureLue> {
  const [facture] = await db
    .select({
      numero: facturesHonoraires.numero,
      MissionId: facturesHonoraires.MissionId,
      contenu: facturesHonoraires.contenu,
    })
    .from(facturesHonoraires)
    .where(eq(facturesHonoraires.id, id));
  if (!facture?.numero) throw new NotFound("Cette facture n’existe pas.");
  return { ...facture, numero: facture.numero };
}

/**
 * An invoice, with the agency's own account on which it is paid: the first open one; null when there is none, or its
 * IBAN cannot be read.
 * @throws NotFound when there is no such invoice
 */
export async function lireFactureAPayer(
  ctx: Pick<Contexte, "env" | "db" | "today">,
  id: number,
): Promise<FactureLue & { compte: CompteAPayer | null }> {
  const [facture, [compte]] = await Promise.all([
    lireFacture(ctx, id),
    lireCompteDeLAgence(ctx.db, ctx.today),
  ]);
  const iban = compte ? ibanDuCompteLu(ctx.env, compte.secret) : "";
  return {
    ...facture,
    compte: compte && iban ? { titulaire: compte.titulaire, iban, bic: compte.bic } : null,
  };
}

/**
 * An invoice of fees or a credit note, with what its paper prints.
 * @throws NotFound when there is no such invoice
 */
export async function chargerFacture(
  ctx: Pick<Contexte, "env" | "db" | "today">,
  id: number,
): Promise<DonneesFacture> {
  const [{ numero, contenu, compte }, reglages] = await Promise.all([
    lireFactureAPayer(ctx, id),
    lireReglages(ctx.db),
  ]);
  const { agence, logo } = await papierDe(ctx, reglages);
  return { numero, contenu, compte, agence, ...(logo ? { logo } : {}) };
}
