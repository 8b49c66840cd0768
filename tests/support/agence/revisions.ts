import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { vi } from "vitest";
import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import type { LoyersDuDossier } from "#domain/gerance/revisions/loyer-lu.ts";
import type {
  Demandees,
  EtatRevision,
  RevisionsDuMois,
} from "#domain/gerance/revisions/revision-lue.ts";
import type { Role } from "#domain/profils/droits.ts";
import { openDb } from "#worker/db/client.ts";
import { readPdf } from "../documents/pdf-text.ts";
import { type Agence, louer, ouvrirAgence } from "./agence.ts";
import { jeton } from "./baux.ts";

/** The agency of the test file, whose people are signed in on the day set. */
export let agence: Agence;

/** Opens the agency on the real clock, then fakes the clock; {@link leJour} sets the day. */
export async function ouvrirAuJour(): Promise<void> {
  agence = await ouvrirAgence();
  vi.useFakeTimers({ toFake: ["Date"] });
}

/** Sets the day, and signs the people of the agency in again. */
export async function leJour(jour: string): Promise<void> {
  vi.setSystemTime(`${jour}T09:00:00Z`);
  const { house } = agence;
  const ouvrir = async (role: Role) => house.api(await jeton(env, role));
  agence = { ...agence, user: await ouvrir("user"), admin: await ouvrir("admin") };
}

/** A lease of 1 July 2025 at 850 € and 100 € of charges, DPE class D, revised by the IRL of the second quarter. */
export const bailler = async ({
  bail = {},
  logement = {},
  locataire = {},
}: Record<string, object> = {}) => {
  const { DossierId, AppartementId, ClientId } = await louer(agence.user, {
    appartement: { dpeClasse: "D", ...logement },
    locataire: { accordEmail: true, ...locataire },
    bail: {
      ...{ dateEntree: "2025-07-01", dateDebutBail: "2025-07-01" },
      ...{ dateCreationBail: "2025-06-20", typeBail: "nu" },
      ...{ indice: 146.68, indiceTrim: "2e trimestre 2025" },
      ...bail,
    },
  });
  return { DossierId, AppartementId, ClientId, anniversaire: "2026-07-01" };
};

export type Bail = Awaited<ReturnType<typeof bailler>>;

export const duMois = async (mois: string) =>
  (await agence.user.get<RevisionsDuMois>(`/Revision?mois=${mois}`)).data;

/** @param facon more of the query string, as « &effet=des_la_demande ». */
export const ligneDe = async (mois: string, { DossierId }: Pick<Bail, "DossierId">, facon = "") =>
  (await duMois(`${mois}${facon}`)).lignes.find((ligne) => ligne.DossierId === DossierId);

export const etatDe = async (mois: string, bail: Bail): Promise<EtatRevision | undefined> =>
  (await ligneDe(mois, bail))?.etat;

export const demander = (
  { DossierId, anniversaire }: Pick<Bail, "DossierId" | "anniversaire">,
  reste: object = {},
  voulue: { classeConfirmee?: boolean } = {},
) =>
  agence.user.post<Demandees>("/Revision/demander", {
    revisions: [{ DossierId, anniversaire, ...voulue }],
    ...reste,
  });

export const facturer = (DossierId: number, mois: string) =>
  agence.user.post<{ id: number }>(`/Quitance/generate/${DossierId}`, { date: `${mois}-01` });

export const facture = async (DossierId: number) =>
  (
    await openDb(env).all<{
      mois: string;
      loyer: number;
      charge: number;
      detail: string | null;
    }>(sql`
      SELECT mois, "loyerHC" AS loyer, charge, detail FROM "Quitance"
      WHERE "DossierId" = ${DossierId} AND "annuleeLe" IS NULL ORDER BY mois`)
  ).map(({ mois, loyer, charge }) => [mois, loyer, charge]);

/** The rows of rent of a lease that are not cancelled: first day, rent and charges in euros, reason. */
export const loyersDe = async (DossierId: number) =>
  (await agence.user.get<LoyersDuDossier>(`/Dossier/${DossierId}/loyers`)).data.loyers
    .filter(({ annuleLe }) => annuleLe === null)
    .map(({ depuis, loyerHC, loyerCharge, motif }) => [depuis, loyerHC, loyerCharge, motif]);

export const dossierDe = async ({ DossierId }: Pick<Bail, "DossierId">) =>
  (await agence.user.get<DossierDetail>(`/Dossier/${DossierId}`)).data;

export async function lettreDe(id: number): Promise<string> {
  const imprimee = await agence.user.fetch("/api/Revision/imprimer", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ids: [id] }),
  });
  return readPdf(new Uint8Array(await imprimee.arrayBuffer())).text;
}
