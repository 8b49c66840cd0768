import {
  type ContenuDuConstat,
  empreinteConstat,
  photoDuConstat,
  signatairesAttendus,
} from "#domain/terrain/constat.ts";
import { releveAligne } from "#domain/terrain/fusion.ts";
import { sha256 } from "#domain/terrain/photo.ts";
import type { SignatureDuConstat } from "#domain/terrain/signature.ts";
import type { ConstatDeVisite } from "#domain/terrain/visite.ts";
import { hasSignatures, type Signer, type Signing } from "./signed.ts";
import { changeDraft, type Visit } from "./visits.ts";

/** The content that people read and sign. Null until the device has received the data of the dossier (`cadre`). */
function contentOf({ draft, photos }: Visit): ContenuDuConstat | null {
  const { cote, releve, visite } = draft;
  if (!visite.cadre) return null;
  const own = new Set(photos.map(({ cle }) => cle));
  const elsewhere = (visite.constat?.photos ?? []).filter(
    ({ cle, retireeLe }) => retireeLe === null && !own.has(cle),
  );
  const shown = photos.filter(({ removedAt }) => removedAt === null);
  return {
    cote,
    cadre: visite.cadre,
    releve: releveAligne(releve),
    photos: [...elsewhere, ...shown].map(photoDuConstat),
    entree: visite.entree && constatOf(visite.entree),
  };
}

const constatOf = ({ releve, photos }: ConstatDeVisite) => ({
  releve: releveAligne(releve),
  photos: photos.filter(({ retireeLe }) => retireeLe === null).map(photoDuConstat),
});

/**
 * Starts the signing of the draft, or starts it again when the content has changed, unless somebody has already
 * signed or refused.
 * @returns false while the data of the dossier (`cadre`) is missing
 */
export async function beginSigning(visit: Visit): Promise<boolean> {
  const contenu = contentOf(visit);
  if (!contenu) return false;
  const { signing } = visit.draft;
  const empreinte = await empreinteConstat(contenu);
  if (signing?.empreinte === empreinte || hasSignatures(visit)) return true;
  const people = signatairesAttendus(contenu.cadre).map((nom, rank): Signer => {
    const known = signing?.people[rank];
    return {
      nom,
      presence: known?.presence ?? "present",
      representative: known?.representative ?? "",
      identite: known?.identite ?? null,
      signature: null,
    };
  });
  await putSigning(visit.draft.cle, {
    cle: crypto.randomUUID(),
    contenu,
    empreinte,
    lock: null,
    people,
    agent: null,
    finishedAt: null,
    receipt: null,
  });
  return true;
}

/** Stores the signatures. The promise settles once they are on the disk, or once the disk has refused them. */
export const putSigning = (cle: string, signing: Signing | null): Promise<void> =>
  changeDraft(cle, (draft) => ({ ...draft, signing }));

const lockOf = (cle: string, digits: string): Promise<string> =>
  sha256(new Uint8Array(new TextEncoder().encode(`${cle}:${digits}`)).buffer);

/** Hands the tablet over to the tenants; these digits give it back to the agent. */
export async function handOver(cle: string, signing: Signing, digits: string): Promise<void> {
  const people = signing.people.map((signer) =>
    signer.presence === "absent"
      ? {
          ...signer,
          signature: refusalOf(signer, { absent: true, motif: "ne s’est pas présenté" }),
        }
      : { ...signer, signature: signer.signature?.refus?.absent ? null : signer.signature },
  );
  await putSigning(cle, { ...signing, people, lock: await lockOf(signing.cle, digits) });
}

/**
 * Gives the tablet back to the agent.
 * @returns false for wrong digits
 */
export async function takeBack(cle: string, signing: Signing, digits: string): Promise<boolean> {
  if ((await lockOf(signing.cle, digits)) !== signing.lock) return false;
  await giveBack(cle, signing);
  return true;
}

/** Gives the tablet back to the agent, who was recognized by the four digits or by his password. */
export const giveBack = (cle: string, signing: Signing): Promise<void> =>
  putSigning(cle, { ...signing, lock: null });

/** The person who signs for a tenant, and in which capacity. */
const namesOf = ({ nom, presence, representative }: Signer) =>
  presence === "represented"
    ? { nom: representative, qualite: `représentant de ${nom}` }
    : { nom, qualite: null };

const refusalOf = (
  signer: Signer,
  refus: NonNullable<SignatureDuConstat["refus"]>,
): SignatureDuConstat => ({
  role: "locataire",
  ...(refus.absent ? { nom: signer.nom, qualite: null } : namesOf(signer)),
  identite: refus.absent ? null : signer.identite,
  trace: null,
  leAppareil: new Date().toISOString(),
  refus,
});

/** The signature of the person who holds the tablet, under the name shown or corrected. */
export const signatureOf = (
  signer: Signer,
  { nom, trace }: Pick<SignatureDuConstat, "nom" | "trace">,
): SignatureDuConstat => ({
  role: "locataire",
  nom,
  qualite: namesOf(signer).qualite,
  identite: signer.identite,
  trace,
  leAppareil: new Date().toISOString(),
  refus: null,
});

export const refusedBy = (signer: Signer, motif: string): SignatureDuConstat =>
  refusalOf(signer, { absent: false, motif });

export const nameOf = (signer: Signer): string => namesOf(signer).nom;

/** Whether everybody has signed or refused, so that the agent may sign. */
export const agentsTurn = ({ people }: Signing): boolean =>
  people.every(({ signature }) => signature !== null);

/** The agent signs, or notes that somebody has not signed; nothing changes afterwards. */
export async function finishSigning(cle: string, signing: Signing, agent: string): Promise<void> {
  const leAppareil = new Date().toISOString();
  await putSigning(cle, {
    ...signing,
    finishedAt: leAppareil,
    agent: {
      role: "agence",
      nom: agent,
      qualite: null,
      identite: null,
      trace: null,
      leAppareil,
      refus: null,
    },
  });
}

/** Adds a tenant's reservations to the content to sign. It must be called before anybody has signed. */
export async function addReserves(
  cle: string,
  signing: Signing,
  reserves: string | null,
): Promise<void> {
  const { releve } = signing.contenu;
  const contenu = {
    ...signing.contenu,
    releve: { ...releve, complements: { ...releve.complements, reserves } },
  };
  const empreinte = await empreinteConstat(contenu);
  await changeDraft(cle, (draft) => ({
    ...draft,
    releve: { ...draft.releve, complements: { ...draft.releve.complements, reserves } },
    unsent: true,
    signing: { ...signing, contenu, empreinte },
  }));
}
