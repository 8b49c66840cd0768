import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import { CHAMPS_DES_COTES } from "#domain/biens/etat-lieux.ts";
import { Conflict, FICHE_MODIFIEE, Invalid, NotFound } from "#domain/erreurs.ts";
import { mailMasque } from "#domain/gerance/mandats/acces-proprietaire.ts";
import { nomLegal } from "#domain/personnes/personne.ts";
import { joursDuLien } from "#domain/terrain/complement.ts";
import {
  type ContenuDuConstat,
  consentementAuConstat,
  constatCanonique,
  empreinteConstat,
} from "#domain/terrain/constat.ts";
import type { EnvoiDeSignatures } from "#domain/terrain/constat-fiche.ts";
import { memeReleve } from "#domain/terrain/fusion.ts";
import { estSigne, type SignatureDuConstat } from "#domain/terrain/signature.ts";
import { dossiers } from "#worker/db/schema/schema.ts";
import { demandesSignature } from "#worker/db/schema/signature.ts";
import { photosConstat } from "#worker/db/schema/terrain.ts";
import { figer } from "#worker/documents/signature/gel.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { genererDocument, lireJalon, octetsDe } from "#worker/operations/fichiers/documents.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { avertirLesSignataires } from "#worker/operations/signature/avertis.ts";
import { delaisDuConstat } from "#worker/operations/signature/delais.ts";
import { type DemandeLue, lireDemande } from "#worker/operations/signature/demandes.ts";
import { geler } from "#worker/operations/signature/ouverture.ts";
import { situerPapier } from "#worker/operations/signature/papiers.ts";
import { scellerDemande } from "#worker/operations/signature/sceller-demande.ts";
import { type Appelant, traceDe } from "#worker/operations/signature/signer.ts";
import { SIGNE } from "./envois.ts";
import { papierDuConstat } from "./papier-du-constat.ts";
import { dossierDeVisite, releveDe } from "./visites.ts";

/** The answer to a device that sent signatures. */
export interface ReponseAuxSignatures {
  /** The instant of the seal; without a seal, the instant at which the request was opened. */
  le: string;
  /** The masked addresses to which the copy is mailed. */
  copies: string[];
}

interface Demande {
  appelant: Appelant;
  EtatLieuxId: number;
  envoi: EnvoiDeSignatures;
}

/**
 * Seals an inventory that everybody signed on site, the agency last, and mails the copies (terrain/README §19.8). The
 * paper prints the content that the signers read there and nothing else. A second call goes on where the first one
 * stopped, and answers the same.
 * @throws NotFound when the inventory belongs to no dossier; Invalid when a signature is missing, or for another
 * fingerprint than that of the content; Conflict when the inventory is not the one that was signed, is signed, or
 * lacks a photo.
 */
export async function signerConstat(
  ctx: Contexte,
  demande: Demande,
): Promise<ReponseAuxSignatures> {
  const { envoi } = demande;
  if (!estSigne(envoi.signatures))
    throw new Invalid({ signatures: "Quelqu’un n’a pas signé\u00A0: notez son refus." });
  const id = (await dejaRecue(ctx, envoi)) ?? (await gelerConstat(ctx, demande));
  await inscrireLesSignatures(ctx, id, demande);
  await avertirLesSignataires(ctx, id);
  await scellerDemande(ctx, id, mobilierDe(await lireDemande(ctx, id), envoi.contenu));
  return reponse(ctx, id);
}

/**
 * Keeps an inventory that a person refused to sign, or for which a person was absent: the paper records it, and fills
 * no field (terrain/README §19.8). A second call changes nothing.
 * @throws Invalid when everybody signed, or for another fingerprint than that of the content; NotFound and Conflict
 * as {@link signerConstat}.
 */
export async function refuserConstat(
  ctx: Contexte,
  demande: Demande,
): Promise<ReponseAuxSignatures> {
  const { envoi } = demande;
  if (estSigne(envoi.signatures))
    throw new Invalid({ signatures: "Tout le monde a signé\u00A0: il n’y a pas de refus." });
  const recue = await dejaRecue(ctx, envoi);
  const id = recue ?? (await gelerConstat(ctx, demande));
  await inscrireLesSignatures(ctx, id, demande);
  await avertirLesSignataires(ctx, id);
  return reponse(ctx, id);
}

const INVENTAIRES = { entree: "inventaireEntree", sortie: "inventaireSortie" } as const;

/**
 * For a furnished dwelling, the other field that the sealed file fills, because it holds the inventory of the
 * furniture (loi n° 89-462, art. 25-5).
 */
const mobilierDe = ({ DossierId }: DemandeLue, { cadre, cote }: ContenuDuConstat) =>
  cadre.meuble && DossierId !== null
    ? [{ entite: "Dossier" as const, entiteId: DossierId, champ: INVENTAIRES[cote] }]
    : [];

async function dejaRecue({ db }: Contexte, { cle }: EnvoiDeSignatures): Promise<number | null> {
  const [connue] = await db
    .select({ id: demandesSignature.id })
    .from(demandesSignature)
    .where(eq(demandesSignature.cle, cle));
  return connue?.id ?? null;
}

async function reponse(ctx: Contexte, id: number): Promise<ReponseAuxSignatures> {
  const { ouverteLe, scelleLe, signataires } = await lireDemande(ctx, id);
  const mails = signataires.flatMap(({ mail }) => mail ?? []);
  return {
    le: scelleLe ?? ouverteLe,
    copies: scelleLe === null ? [] : [...new Set(mails)].map(mailMasque),
  };
}

/**
 * Freezes the paper of the content that the signers read on site, after a check that the agency's inventory is the
 * same.
 */
async function gelerConstat(ctx: Contexte, { EtatLieuxId, envoi }: Demande): Promise<number> {
  const { contenu, cle, signatures } = envoi;
  const type = CHAMPS_DES_COTES[contenu.cote];
  const dossier = await dossierSigne(ctx, { EtatLieuxId, envoi });
  const papier = { type, entiteId: dossier.id, sources: { id: dossier.id } };
  const jalon = await lireJalon(ctx, papier);
  const situe = await situerPapier(ctx, papier);
  const composed = await papierDuConstat(ctx, {
    contenu,
    signatures,
    digicode: dossier.appartement.digicode,
  });
  const delais =
    contenu.cote === "entree" ? await delaisDuConstat(ctx, contenu.releve.valeurs.date) : null;
  const agence = signatures.length - 1;
  const id = await geler(ctx, {
    ...papier,
    titre: situe.titre,
    place: { entite: "EtatLieux", entiteId: EtatLieuxId, champ: "signed" },
    DossierId: dossier.id,
    MissionId: null,
    octets: await octetsDe(composed),
    blocs: await figer(composed.document.blocks),
    pagesJointes: 0,
    bail: null,
    jalon,
    lieu: "logement",
    consommateur: false,
    jours: joursDuLien(delais, ctx.today),
    cle,
    constat: constatCanonique(contenu),
    signataires: signatures.map(({ role, nom, qualite = null }, rang) => {
      const partie = rang === agence ? undefined : situe.parties[rang];
      return {
        role,
        nom,
        qualite,
        rang: rang === agence ? 2 : 1,
        mail: partie?.mail ?? null,
        personne: partie?.personne ?? null,
        personneId: partie?.personneId ?? null,
        IdentiteFichierId: null,
        identiteEmpreinte: null,
      };
    }),
  });
  if (!estSigne(signatures))
    await genererDocument(ctx, { ...papier, ...nomDuPapier(contenu), composed, jalon });
  return id;
}

const nomDuPapier = ({ cadre, releve }: ContenuDuConstat) => ({
  sujet: cadre.locataires.map(nomLegal).join(" et "),
  periode: [releve.valeurs.date],
});

/** The dossier of the inventory, after a check that the inventory holds what was signed. */
async function dossierSigne(
  ctx: Contexte,
  { EtatLieuxId, envoi: { contenu, empreinte } }: Pick<Demande, "EtatLieuxId" | "envoi">,
) {
  const champ = `${CHAMPS_DES_COTES[contenu.cote]}Id` as const;
  const [trouve] = await ctx.db
    .select({ id: dossiers.id })
    .from(dossiers)
    .where(eq(dossiers[champ], EtatLieuxId));
  const dossier = trouve && (await dossierDeVisite(ctx.db, trouve.id));
  const entree = contenu.cote === "entree";
  const etat = entree ? dossier?.etatEntrant : dossier?.etatSortant;
  if (!dossier || !etat) throw new NotFound();
  if ((await empreinteConstat(contenu)) !== empreinte)
    throw new Invalid({ empreinte: "Cette empreinte n’est pas celle de ce qui a été lu." });
  if (etat.signedId) throw new Conflict(SIGNE);
  const edf = entree ? dossier.edfEntree : dossier.edfSortie;
  if (!memeReleve(releveDe(etat, edf), contenu.releve)) throw new Conflict(FICHE_MODIFIEE);
  await exigerLesPhotos(ctx, { EtatLieuxId, contenu });
  return dossier;
}

/**
 * Checks that each photo shown to the signers on site has its thumbnail. A photo that was removed, or whose device is
 * lost, needs none. The photos themselves arrive later (terrain/README §19.8).
 * @throws Conflict when a photo does not belong to the inventory, or its thumbnail is still awaited.
 */
async function exigerLesPhotos(
  { db }: Contexte,
  { EtatLieuxId, contenu }: { EtatLieuxId: number; contenu: ContenuDuConstat },
): Promise<void> {
  const sues = await db
    .select({ cle: photosConstat.cle, empreinte: photosConstat.empreinte })
    .from(photosConstat)
    .where(
      and(
        eq(photosConstat.EtatLieuxId, EtatLieuxId),
        or(
          isNotNull(photosConstat.VignetteId),
          isNotNull(photosConstat.retireeLe),
          isNotNull(photosConstat.perdueLe),
        ),
      ),
    );
  const connues = new Map(sues.map(({ cle, empreinte }) => [cle, empreinte]));
  const manquent = contenu.photos.filter(({ cle, empreinte }) => connues.get(cle) !== empreinte);
  if (manquent.length > 0)
    throw new Conflict(
      manquent.length === 1
        ? "Une photo de cet état des lieux n’est pas arrivée."
        : `${manquent.length} photos de cet état des lieux ne sont pas arrivées.`,
    );
}

/**
 * Writes the signatures and refusals in the order of the signers. Signers who have an answer already are skipped, and
 * so is the agency when somebody refused or was absent.
 */
async function inscrireLesSignatures(
  { db, now, user }: Contexte,
  id: number,
  { envoi, appelant }: Demande,
): Promise<void> {
  const instant = now.toISOString();
  const { ip, agent } = traceDe(appelant);
  const signe = estSigne(envoi.signatures);
  const lignes = envoi.signatures.flatMap((signature, rang) =>
    signature.role === "agence" && !signe ? [] : [{ rang, ...ligneDe(signature, envoi.contenu) }],
  );
  const attendues = sql`"Signataire"."signeLe" IS NULL AND "Signataire"."refuseLe" IS NULL
    AND "Signataire"."DemandeSignatureId" = ${id}`;
  const duRang = (rang: number) => sql`(SELECT rangee.id FROM "Signataire" rangee
    WHERE rangee."DemandeSignatureId" = ${id} ORDER BY rangee.id LIMIT 1 OFFSET ${rang})`;
  await db.write({
    ...Object.fromEntries(
      lignes.map(({ rang, etat }) => [
        `ligne${rang}`,
        trace(db, {
          entite: "DemandeSignature",
          entiteId: id,
          etat,
          user,
          details: sql`json_object('SignataireId', ${duRang(rang)})`,
          quand: sql`EXISTS (SELECT 1 FROM "Signataire" WHERE ${attendues} AND "Signataire".id = ${duRang(rang)})`,
        }),
      ]),
    ),
    signees: db.run(sql`
      UPDATE "Signataire" SET
        "signeLe" = CASE WHEN n.value ->> 'motif' IS NULL THEN ${instant} END,
        "refuseLe" = CASE WHEN n.value ->> 'motif' IS NOT NULL THEN ${instant} END,
        motif = n.value ->> 'motif', "signeLeAppareil" = n.value ->> 'leAppareil',
        consentement = n.value ->> 'consentement', trace = nullif(n.value -> 'trace', 'null'), identite = n.value ->> 'identite',
        "identitePar" = CASE WHEN n.value ->> 'identite' IS NOT NULL THEN ${user} END, ip = ${ip}, agent = ${agent}
      FROM json_each(${JSON.stringify(lignes)}) n
      WHERE ${attendues} AND n.value ->> 'rang' = (SELECT count(*) FROM "Signataire" avant
        WHERE avant."DemandeSignatureId" = ${id} AND avant.id < "Signataire".id)`),
  });
}

function ligneDe(
  { role, identite = null, trace: trait = null, leAppareil, refus = null }: SignatureDuConstat,
  contenu: ContenuDuConstat,
) {
  return {
    etat: etatDe(role, refus),
    leAppareil,
    trace: trait,
    identite: role === "agence" ? "session" : identite,
    consentement: refus ? null : consentementAuConstat(contenu),
    motif: refus && (refus.absent ? `Absent : ${refus.motif}` : refus.motif),
  };
}

function etatDe(role: SignatureDuConstat["role"], refus: SignatureDuConstat["refus"]): string {
  if (refus) return refus.absent ? "Absent à la signature" : "Signature refusée";
  return role === "agence" ? "Signé pour l’agence" : "Signé sur place";
}
