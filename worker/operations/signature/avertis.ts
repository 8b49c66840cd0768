import { and, eq, isNull, sql } from "drizzle-orm";
import { formatInstant } from "#domain/dates.ts";
import { estDeLAgence, memeBoite } from "#domain/signature/boites.ts";
import { memePersonne } from "#domain/signature/noms.ts";
import { IDENTITES, IDENTITES_VUES, type Identite } from "#domain/signature/preuve.ts";
import { users } from "#worker/db/schema/agence.ts";
import { signataires } from "#worker/db/schema/signature.ts";
import { courrielDeSignatureSurPlace } from "#worker/mail/signature.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { avertirLAgence } from "#worker/operations/courriels/avis-a-l-agence.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { lireAgence, type Postier, poster } from "./courriers.ts";
import { type DemandeLue, lireDemande, lireDemandes, type SignataireLu } from "./demandes.ts";
import { type PapierSitue, situerDemande } from "./papiers.ts";
import { sansRetenir } from "./sans-retenir.ts";

type Appel = Postier & Pick<Contexte, "today">;

/** For this many days, a mail that surely did not leave is tried again. */
const JOURS_DE_REPRISE = 2;

const vu = (identite: Identite | null): boolean =>
  IDENTITES_VUES.some((identiteVue) => identiteVue === identite);

/**
 * Tells the persons who signed in front of a member of the agency that their signature was recorded, by a mail to
 * each of their known mailboxes. A false attestation is found out this way (signature/README §18.7). When a person
 * has no mailbox, or only one that the agency reads, the mail goes to the administrators.
 */
export async function avertirLesSignataires(ctx: Appel, DemandeId: number): Promise<void> {
  const demande = await lireDemande(ctx, DemandeId);
  const attendus = demande.signataires.filter(
    ({ identite, signeLe, avertiLe }) => vu(identite) && signeLe !== null && avertiLe === null,
  );
  if (attendus.length === 0) return;
  const situe = await situerDemande(ctx, demande);
  for (const signataire of attendus) {
    const boites = boitesDe(signataire, situe);
    if (boites.length > 0) await avertir(ctx, { demande, signataire, boites });
    else await prevenirLesAdministrateurs(ctx, { demande, signataire });
  }
}

/**
 * Tells the persons who signed in front of a member of the agency in the last two days, and whom no mail has reached
 * yet, that their signature was recorded.
 */
export async function avertirLesOublies(ctx: Appel): Promise<void> {
  const depuis = new Date(ctx.now.getTime() - JOURS_DE_REPRISE * 86_400_000).toISOString();
  const oublies = sql`"DemandeSignature".id IN (SELECT "DemandeSignatureId" FROM ${signataires}
    WHERE "signeLe" >= ${depuis} AND "avertiLe" IS NULL
      AND identite IN (SELECT value FROM json_each(${JSON.stringify(IDENTITES_VUES)})))`;
  for (const { id } of await lireDemandes(ctx, oublies))
    await sansRetenir(() => avertirLesSignataires(ctx, id));
}

/**
 * The mailboxes of a signer, from the paper and from his record, except those that the agency reads. Both sources
 * count: a person who signs in his place may have changed one of them.
 */
function boitesDe(signataire: SignataireLu, { parties, boites }: PapierSitue): string[] {
  const partiesDuSignataire = parties.filter(
    ({ personne, personneId }) =>
      personne === signataire.personne && personneId === signataire.personneId,
  );
  const [partie] =
    partiesDuSignataire.length > 1
      ? partiesDuSignataire.filter(({ prenom, nom }) =>
          memePersonne(`${prenom ?? ""} ${nom}`, signataire.nom),
        )
      : partiesDuSignataire;
  const connues = [signataire.mail, partie?.mail ?? null].filter((mail) => mail?.includes("@"));
  return connues.filter(
    (mail, rang): mail is string =>
      mail !== null &&
      !estDeLAgence(mail, boites) &&
      !connues.slice(0, rang).some((autre) => memeBoite(autre, mail)),
  );
}

interface AAvertir {
  demande: DemandeLue;
  signataire: SignataireLu;
}

/** The name of the member who attested the signer's identity. */
async function temoin({ db }: Appel, { identitePar }: SignataireLu): Promise<string> {
  const [membre] = await db
    .select({ nom: users.nom })
    .from(users)
    .where(eq(users.email, identitePar ?? ""));
  return membre?.nom?.trim() || identitePar || "l’agence";
}

/** The instant of a signature; for a device without network, by the clock of that device, which the signer saw. */
const instantDe = ({ signeLe, signeLeAppareil }: SignataireLu): Date =>
  new Date(signeLeAppareil ?? signeLe ?? "");

async function avertir(
  ctx: Appel,
  { demande, signataire, boites }: AAvertir & { boites: readonly string[] },
): Promise<void> {
  const { db, now } = ctx;
  const { id, nom } = signataire;
  const reservation = await db
    .update(signataires)
    .set({ avertiLe: now.toISOString() })
    .where(and(eq(signataires.id, id), isNull(signataires.avertiLe)));
  if (reservation.rowsAffected === 0) return;
  const agence = await lireAgence(ctx);
  const texte = courrielDeSignatureSurPlace(agence, {
    nom,
    titre: demande.titre,
    lieu: demande.lieu,
    le: instantDe(signataire),
    par: await temoin(ctx, signataire),
  });
  const partis = await Promise.all(boites.map((mail) => poster(ctx, agence, { mail, texte })));
  if (partis.includes(true)) {
    await trace(db, {
      entite: "DemandeSignature",
      entiteId: demande.id,
      etat: "Signataire averti par courriel",
      user: null,
      details: { SignataireId: id },
    });
    return;
  }
  await db.update(signataires).set({ avertiLe: null }).where(eq(signataires.id, id));
}

const SANS_ADRESSE = "Signataire sans adresse e-mail";

/** Tells the administrators, once, that a signer has no mailbox: a line of history notes it. */
async function prevenirLesAdministrateurs(
  ctx: Appel,
  { demande, signataire }: AAvertir,
): Promise<void> {
  const { id, nom, identite } = signataire;
  const jamais = sql`NOT EXISTS (SELECT 1 FROM "History" WHERE entite = 'DemandeSignature'
    AND "entiteId" = ${demande.id} AND etat = ${SANS_ADRESSE} AND details ->> 'SignataireId' = ${id})`;
  const ligne = await trace(ctx.db, {
    entite: "DemandeSignature",
    entiteId: demande.id,
    etat: SANS_ADRESSE,
    user: null,
    details: { SignataireId: id },
    quand: jamais,
  });
  if (ligne.rowsAffected === 0) return;
  const par = await temoin(ctx, signataire);
  const quand = formatInstant(instantDe(signataire));
  await avertirLAgence(ctx, {
    echec: "On-the-spot signature not told",
    avis: ({ agenceEmail }, administrateurs) => ({
      a: [agenceEmail, ...administrateurs],
      subject: `${demande.titre} : signé sur place, sans courriel au signataire`,
      paragraphes: [
        `${nom} a signé «\u00A0${demande.titre}\u00A0» le ${quand}. ${par} atteste son identité (${IDENTITES[identite ?? "connue"]}).`,
        "L’agence ne lui connaît pas d’adresse e-mail qui soit la sienne\u00A0: aucun courriel ne l’a averti. " +
          `Appelez ou écrivez-lui, par un autre que ${par}, pour qu’il sache ce qu’il est dit avoir signé.`,
      ],
    }),
  });
}
