import { aLeurTour, etatDemande } from "#domain/signature/demande.ts";
import { envoyerLien, type Postier, prevenirLAgence } from "./courriers.ts";
import { type DemandeLue, lireDemande } from "./demandes.ts";

/**
 * Sends a link, once, to the signers whose turn it is and who have none yet.
 * @returns how many of these links were not sent.
 */
export async function envoyerLesLiens(ctx: Postier, demande: DemandeLue): Promise<number> {
  const tour = new Set(aLeurTour(demande, ctx.now).map(({ id }) => id));
  const attendus = demande.signataires.filter(
    ({ id, role, mail, envoyeLe }) =>
      tour.has(id) && role !== "agence" && mail !== null && envoyeLe === null,
  );
  const partis = await Promise.all(
    attendus.map((signataire) => envoyerLien(ctx, { demande, signataire, rappel: false })),
  );
  return partis.filter((parti) => !parti).length;
}

/**
 * The next steps after a signature. At a distance, the next signers get their links. When it is the agency's turn, a
 * mail tells the agency.
 */
export async function donnerSuite(ctx: Postier, DemandeId: number): Promise<void> {
  const demande = await lireDemande(ctx, DemandeId);
  const etat = etatDemande(demande, ctx.now);
  if (etat === "a_signer" && demande.lieu === "distance") await envoyerLesLiens(ctx, demande);
  if (etat === "a_signer_agence") await prevenirLAgence(ctx, demande, "à signer pour l’agence");
}
