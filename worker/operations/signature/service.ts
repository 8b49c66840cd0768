import type { Ouverture } from "#domain/signature/signature-fiche.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { type DemandeLue, lireDemande } from "./demandes.ts";
import { dossierDePreuve } from "./dossier-de-preuve.ts";
import { annuler } from "./gestion.ts";
import { ouvrirDemande } from "./ouverture.ts";
import type { PapierCompose } from "./preparation.ts";

/** The calls of a service of signature (signature/README §18.5): an outside service would answer the same calls. */
export interface ServiceDeSignature {
  /**
   * Puts a composed paper to signature.
   * @returns the identifier of the request.
   * @throws Invalid for signers who may not sign it; Conflict when something forbids the signature.
   */
  ouvrir(ctx: Contexte, papier: { papier: PapierCompose; ouverture: Ouverture }): Promise<number>;
  /**
   * Ends an open request, with the reason.
   * @throws NotFound when there is no such request; Conflict when it ended before.
   */
  annuler(ctx: Contexte, demande: { id: number; motif: string }): Promise<void>;
  /**
   * A request and its signers, as they are now.
   * @throws NotFound when there is no such request.
   */
  etat(ctx: Pick<Contexte, "db">, id: number): Promise<DemandeLue>;
  /**
   * The archive of the evidence of a signature.
   * @throws NotFound when there is no such request or a file is missing; Conflict when a file has changed.
   */
  recuperer(
    ctx: Contexte,
    demande: { id: number; device: string },
  ): Promise<{ nom: string; octets: Uint8Array<ArrayBuffer> }>;
}

/** The product's own service: signatures by a link and a code, or in front of the agency. */
export const signature: ServiceDeSignature = {
  ouvrir: ouvrirDemande,
  annuler,
  etat: lireDemande,
  recuperer: dossierDePreuve,
};
