import { eq, inArray } from "drizzle-orm";
import { deStationnement } from "#domain/bail/bail.ts";
import { dossierClos } from "#domain/biens/etat-dossier.ts";
import type { Jour } from "#domain/dates.ts";
import { NotFound } from "#domain/erreurs.ts";
import { referenceDeDossier } from "#domain/gerance/rapprochement/reference.ts";
import { ETAPES } from "#domain/gerance/relances/relances.ts";
import { estEfface } from "#domain/personnes/personne.ts";
import { finDuLoyer } from "#domain/quittances/jours-de-loyer.ts";
import { plansApurement, relances } from "#worker/db/schema/gerance.ts";
import {
  type DonneesRelance,
  lettreDeRelance,
  planApurement,
} from "#worker/documents/locataires/relance.ts";
import { enumeration, type ModeDeSignature, personne } from "#worker/documents/mentions.ts";
import type { Composed } from "#worker/documents/page/blocks.ts";
import { render } from "#worker/documents/page/render.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireReglages, papierDe } from "#worker/operations/fichiers/visuels.ts";
import { joindre } from "#worker/operations/jonction.ts";
import {
  bailleursDuDossier,
  chargerDossiers,
  type DossierRelance,
  locatairesDe,
} from "./dettes.ts";

type Papier = Awaited<ReturnType<typeof papierDe>>;

export type RelanceALire = Pick<
  typeof relances.$inferSelect,
  "CautionId" | "DossierId" | "etape" | "libereeLe" | "objet" | "texte"
>;

const lirePapier = async (ctx: Contexte): Promise<Papier> =>
  papierDe(ctx, await lireReglages(ctx.db));

/**
 * The letter of a reminder: its pages, then the copies that guarantors get.
 * @param papier the head of the agency's letters
 */
export async function composerLettre({
  relance,
  dossier,
  papier,
  today,
}: {
  relance: RelanceALire;
  dossier: DossierRelance;
  papier: Papier;
  today: Jour;
}): Promise<{ composed: Composed; sujet: string }> {
  const copies =
    relance.etape === "R3" ? dossier.cautions.filter((caution) => !estEfface(caution)) : [];
  const commun = {
    objet: relance.objet,
    texte: relance.texte,
    reference: referenceDeDossier(dossier.id),
    emission: relance.libereeLe ?? today,
    bailleurs: bailleursDuDossier(dossier),
    ...papier,
  };
  const composed = lettreDeRelance({
    ...commun,
    ...destination(relance, dossier, today),
    copies,
  });
  const attached = await Promise.all(
    copies.map(({ adresse, cp: codePostal, ville, ...caution }) =>
      render(
        lettreDeRelance({
          ...commun,
          objet: `Copie pour information – ${relance.objet}`,
          destinataires: [caution],
          adresse: { adresse, codePostal, ville },
          copies: [],
        }).document,
      ),
    ),
  );
  return {
    composed: { ...composed, attached },
    sujet: enumeration(locatairesDe(dossier).map(personne)),
  };
}

/**
 * The addressees of a reminder, and the address on its envelope. A reminder without an addressee has the address of
 * the dwelling.
 */
function destination(
  { CautionId, etape }: RelanceALire,
  dossier: DossierRelance,
  today: Jour,
): Pick<DonneesRelance, "adresse" | "destinataires"> {
  const { appartement, cautions, locataire } = dossier;
  const { pour } = ETAPES[etape];
  if (pour === "agence") return { destinataires: [], adresse: appartement };
  if (pour === "caution") {
    const caution = cautions.find(({ id }) => id === CautionId);
    if (!caution) return { destinataires: [], adresse: appartement };
    const { adresse, cp: codePostal, ville } = caution;
    return { destinataires: [caution], adresse: { adresse, codePostal, ville } };
  }
  if (pour === "bailleurs") {
    const [bailleur] = bailleursDuDossier(dossier);
    return bailleur
      ? { destinataires: [bailleur], adresse: bailleur }
      : { destinataires: [], adresse: appartement };
  }
  const ailleurs = dossierClos(dossier, today) || deStationnement({ regime: dossier.typeBail });
  return {
    destinataires: locatairesDe(dossier),
    adresse: ailleurs ? locataire : appartement,
  };
}

/** The bytes of the PDF of a letter, followed by its attached copies. */
export const rendreLettre = async ({ attached = [], document }: Composed): Promise<Uint8Array> =>
  joindre(await render(document, { followed: attached.length > 0 }), attached);

/**
 * The letter of one reminder of a dossier.
 * @throws NotFound.
 */
export async function chargerLettre(
  ctx: Contexte,
  { DossierId, relanceId }: { DossierId: number; relanceId: number },
): Promise<{ composed: Composed; sujet: string; periode: [Jour] }> {
  const { db, today } = ctx;
  const [relance] = await db.select().from(relances).where(eq(relances.id, relanceId));
  const [dossier] = await chargerDossiers(db, [DossierId]);
  if (!relance || relance.DossierId !== DossierId || !dossier) throw new NotFound();
  const papier = await lirePapier(ctx);
  const lettre = await composerLettre({ relance, dossier, papier, today });
  return { ...lettre, periode: [relance.exigibleLe] };
}

/**
 * The letters of these reminders one after the other, to be printed at once.
 * @throws NotFound when none of them exists.
 */
export async function imprimerLettres(ctx: Contexte, ids: readonly number[]): Promise<Uint8Array> {
  const { db, today } = ctx;
  const aImprimer = await db
    .select()
    .from(relances)
    .where(inArray(relances.id, [...ids]));
  const papier = await lirePapier(ctx);
  const dossiers = await chargerDossiers(
    db,
    aImprimer.map(({ DossierId }) => DossierId),
  );
  const lettres: Uint8Array[] = [];
  for (const id of ids) {
    const relance = aImprimer.find((candidate) => candidate.id === id);
    const dossier = dossiers.find((candidat) => candidat.id === relance?.DossierId);
    if (relance && dossier) {
      const { composed } = await composerLettre({ relance, dossier, papier, today });
      lettres.push(await rendreLettre(composed));
    }
  }
  const [premiere, ...suivantes] = lettres;
  if (!premiere) throw new NotFound("Ces relances n’existent pas.");
  return joindre(premiere, suivantes);
}

/** Whether rent still runs after this day, by the lease and the notice of the dossier. */
function loyerEncoreDu(dossier: DossierRelance, jour: Jour): boolean {
  const fin = finDuLoyer({ ...dossier, dateRelocation: null });
  return fin === null || fin > jour;
}

/**
 * The running payment plan of a dossier, as a paper to sign.
 * @throws NotFound when no plan runs.
 */
export async function chargerPlan(
  ctx: Contexte,
  DossierId: number,
  mode?: ModeDeSignature,
): Promise<{ composed: Composed; sujet: string; periode: [Jour] }> {
  const { db } = ctx;
  const plans = await db
    .select()
    .from(plansApurement)
    .where(eq(plansApurement.DossierId, DossierId));
  const plan = plans.findLast(({ closLe }) => closLe === null);
  const [dossier] = await chargerDossiers(db, [DossierId]);
  if (!dossier) throw new NotFound();
  if (!plan) throw new NotFound("Aucun plan d’apurement n’est en cours.");
  const locataires = locatairesDe(dossier);
  return {
    composed: planApurement({
      bailleurs: bailleursDuDossier(dossier),
      locataires,
      adresse: dossier.appartement,
      montant: plan.montant / 100,
      termes: plan.termes.map(({ date, montant }) => ({ date, montant: montant / 100 })),
      loyerMensuel: loyerEncoreDu(dossier, plan.date)
        ? dossier.loyerHC + dossier.loyerCharge
        : null,
      emission: plan.date,
      ...mode,
      ...(await lirePapier(ctx)),
    }),
    sujet: enumeration(locataires.map(personne)),
    periode: [plan.date],
  };
}
