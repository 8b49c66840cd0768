import { and, eq, gt, isNull, lt, type SQL, sql } from "drizzle-orm";
import { Conflict, NotFound, Unauthenticated } from "#domain/erreurs.ts";
import {
  type CodeEnvoye,
  mailMasque,
  type VisiteProprietaire,
} from "#domain/gerance/mandats/acces-proprietaire.ts";
import { seRetracte } from "#domain/signature/cases.ts";
import {
  type EtatDeLien,
  etatDuLien,
  LIENS_OUVRANTS,
  REFUS_DU_LIEN,
} from "#domain/signature/demande.ts";
import type { LienDeSignature } from "#domain/signature/wire.ts";
import { rowExists } from "#worker/db/rows.ts";
import { signataires, visitesSignature } from "#worker/db/schema/signature.ts";
import { courrielDuCode } from "#worker/mail/signature.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { adresseDeLImage, lireReglages, papierDe } from "#worker/operations/fichiers/visuels.ts";
import { trace } from "#worker/operations/historique/history.ts";
import {
  codeJusqua,
  demanderCode,
  type LienOuvert,
  type LiensPrives,
  ouvrirParCode,
  VISITE_FINIE,
} from "#worker/operations/profils/codes-de-visite.ts";
import { empreinteDe } from "#worker/operations/secrets-de-lien.ts";
import { lireAgence, type Postier, poster } from "./courriers.ts";
import { type DemandeLue, lireDuSignataire, type SignataireLu } from "./demandes.ts";

type Instant = Pick<Contexte, "db" | "now">;

const LIENS: LiensPrives = {
  table: signataires,
  visites: visitesSignature,
  lien: "SignataireId",
  retrait: "retireLe",
  evenements: { manque: "signature_code_manque", retire: "signature_lien_retire", ouvert: null },
  premiereVue: true,
};

const LIEN_INCONNU =
  "Ce lien n’existe pas, ou un autre l’a remplacé. Vérifiez qu’il est entier, ou demandez-en un autre à votre agence.";

/** A signer, his request, and the state of his link. */
export interface Lien {
  demande: DemandeLue;
  signataire: SignataireLu;
  etat: EtatDeLien;
}

/** The link of a signer, with its state now. */
export function lienDe({ demande, signataire }: Omit<Lien, "etat">, now: Date): Lien {
  const retractable = seRetracte(demande, signataire.role);
  const etat = etatDuLien(demande, { ...signataire, retractable }, now);
  return { demande, signataire, etat };
}

/** @throws NotFound for an unknown secret. */
async function lireLeLien(ctx: Instant, jeton: string): Promise<Lien> {
  const [trouve] = await ctx.db
    .select({ id: signataires.id })
    .from(signataires)
    .where(eq(signataires.empreinte, empreinteDe(jeton)));
  if (!trouve) throw new NotFound(LIEN_INCONNU);
  return lienDe(await lireDuSignataire(ctx, trouve.id), ctx.now);
}

/** @throws NotFound for an unknown secret; Conflict when the link opens nothing. */
async function lienOuvrant(ctx: Instant, jeton: string): Promise<Lien> {
  const lien = await lireLeLien(ctx, jeton);
  if (!LIENS_OUVRANTS.includes(lien.etat)) throw new Conflict(REFUS_DU_LIEN[lien.etat]);
  return lien;
}

/** The content of the page of a link before its code is given. @throws NotFound for an unknown secret. */
export async function lirePageDuLien(
  ctx: Pick<Contexte, "env" | "db" | "now">,
  jeton: string,
): Promise<LienDeSignature> {
  const { demande, signataire, etat } = await lireLeLien(ctx, jeton);
  const { agence, logo } = await papierDe(ctx, await lireReglages(ctx.db));
  return {
    agenceNom: agence.agenceNom,
    agenceEmail: agence.agenceEmail,
    agenceTel: agence.agenceTel,
    logo: logo ? adresseDeLImage(logo) : null,
    titre: demande.titre,
    nom: signataire.nom,
    role: signataire.role,
    etat,
    mail: mailMasque(signataire.mail ?? ""),
    codeJusqua: LIENS_OUVRANTS.includes(etat) ? codeJusqua(signataire, ctx.now) : null,
  };
}

/**
 * Mails the code of a visit to the mailbox of the link; the former code stops working.
 *
 * @throws NotFound for an unknown secret, or a signer without a mailbox; Conflict when the link opens nothing, or the
 * mail surely did not leave; TooMany beyond five codes an hour.
 */
export async function envoyerCode(ctx: Postier, jeton: string): Promise<CodeEnvoye> {
  const ouvrant = await lienOuvrant(ctx, jeton);
  const { mail } = ouvrant.signataire;
  if (!mail) throw new NotFound(LIEN_INCONNU);
  return demanderCode(ctx, LIENS, {
    lien: lienPrive(ctx, ouvrant),
    jeton,
    envoyer: async (code) => {
      const agence = await lireAgence(ctx);
      if (!(await poster(ctx, agence, { mail, texte: courrielDuCode(agence, code) })))
        throw new Conflict("Le code n’est pas parti. Réessayez, ou appelez votre agence.");
    },
  });
}

/**
 * Opens a visit with the mailed code.
 *
 * @throws NotFound for an unknown secret; Conflict when the link opens nothing; Invalid when the code is wrong, or no
 * longer works.
 */
export async function ouvrirVisite(
  ctx: Instant,
  demande: { jeton: string; code: string; device: string },
): Promise<VisiteProprietaire> {
  const lien = lienPrive(ctx, await lienOuvrant(ctx, demande.jeton));
  return ouvrirParCode(ctx, LIENS, { ...demande, lien });
}

/** The link of a signer in the form of any private link, with the facts for the history of his request. */
function lienPrive(
  { db }: Instant,
  { demande, signataire }: Pick<Lien, "demande" | "signataire">,
): LienOuvert {
  const { id, mail, codesDepuis } = signataire;
  const dire = (etat: string, quand: SQL) =>
    trace(db, {
      entite: "DemandeSignature",
      entiteId: demande.id,
      etat,
      user: null,
      details: { SignataireId: id },
      quand,
    });
  const jamaisVu = rowExists(signataires, and(eq(signataires.id, id), isNull(signataires.vuLe)));
  return {
    id,
    mail: mail ?? "",
    codesDepuis,
    sujet: { DemandeSignatureId: demande.id, SignataireId: id },
    ouverture: (quand) => ({ historique: dire("Lien ouvert", sql`${quand} AND ${jamaisVu}`) }),
    retrait: (quand) => ({
      historique: dire("Lien de signature retiré", quand),
      visites: db.delete(visitesSignature).where(and(eq(visitesSignature.SignataireId, id), quand)),
    }),
  };
}

/**
 * The signer of the visit with this token. His visits end as soon as his link is withdrawn or replaced. They go on when
 * the signature request is cancelled or expires: the page then shows so when it reads the request again.
 * @returns the identifier of his row.
 * @throws Unauthenticated when the visit is unknown or over.
 */
export async function signataireEnVisite({ db, now }: Instant, jeton: string): Promise<number> {
  const [visite] = await db
    .select({ id: signataires.id })
    .from(visitesSignature)
    .innerJoin(signataires, eq(signataires.id, visitesSignature.SignataireId))
    .where(
      and(
        eq(visitesSignature.empreinte, empreinteDe(jeton)),
        gt(visitesSignature.expireLe, now.toISOString()),
        isNull(signataires.retireLe),
      ),
    );
  if (!visite) throw new Unauthenticated(VISITE_FINIE);
  return visite.id;
}

/**
 * The signer of a visit, with his link.
 * @throws NotFound when there is no such signer; Conflict when his link opens nothing any more.
 */
export async function lienEnVisite(ctx: Instant, SignataireId: number): Promise<Lien> {
  const lien = lienDe(await lireDuSignataire(ctx, SignataireId), ctx.now);
  if (!LIENS_OUVRANTS.includes(lien.etat)) throw new Conflict(REFUS_DU_LIEN[lien.etat]);
  return lien;
}

/** Deletes the visits that have ended. */
export async function oublierVisitesDeSignature({ db, now }: Instant): Promise<void> {
  await db.delete(visitesSignature).where(lt(visitesSignature.expireLe, now.toISOString()));
}

/**
 * The state of a signer's link.
 * @throws NotFound when there is no such signer.
 */
export async function etatDuSignataire(ctx: Instant, SignataireId: number): Promise<EtatDeLien> {
  return lienDe(await lireDuSignataire(ctx, SignataireId), ctx.now).etat;
}
