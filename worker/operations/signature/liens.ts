import { and, eq, gt, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { Conflict, Invalid, NotFound, TooMany, Unauthenticated } from "#domain/erreurs.ts";
import {
  CODES_MANQUES_AU_PLUS,
  CODES_PAR_HEURE,
  type CodeEnvoye,
  ESSAIS_PAR_CODE,
  MINUTES_DE_VISITE,
  MINUTES_DU_CODE,
  mailMasque,
  type VisiteProprietaire,
} from "#domain/gerance/mandats/acces-proprietaire.ts";
import { seRetracte } from "#domain/signature/cases.ts";
import { etatDuLien, LIENS_OUVRANTS, REFUS_DU_LIEN } from "#domain/signature/demande.ts";
import type { EtatDeLien, LienDeSignature } from "#domain/signature/wire.ts";
import { insertWhen, rowExists } from "#worker/db/rows.ts";
import { signataires, visitesSignature } from "#worker/db/schema/signature.ts";
import { courrielDuCode } from "#worker/mail/signature.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { adresseDeLImage, lireReglages, papierDe } from "#worker/operations/fichiers/visuels.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { noter } from "#worker/operations/profils/securite.ts";
import {
  CODE_PASSE,
  codeFaux,
  dans,
  egales,
  empreinteDe,
  empreinteDuCode,
  nouveauCode,
  nouveauSecret,
} from "#worker/operations/secrets-de-lien.ts";
import { lireAgence, type Postier, poster } from "./courriers.ts";
import { type DemandeLue, lireDuSignataire, type SignataireLu } from "./demandes.ts";

type Instant = Pick<Contexte, "db" | "now">;

const MINUTE = 60_000;
const HEURE = 60 * MINUTE;

const LIEN_INCONNU =
  "Ce lien n’existe pas, ou un autre l’a remplacé. Vérifiez qu’il est entier, ou demandez-en un autre à votre agence.";
const VISITE_FINIE = "Votre visite est finie. Demandez un nouveau code.";

/** A signer, his request, and what his link opens now. */
export interface Lien {
  demande: DemandeLue;
  signataire: SignataireLu;
  etat: EtatDeLien;
}

/** What a signer may do now. */
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

/** @throws NotFound; Conflict when it opens nothing. */
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
  const { codeEmpreinte, codeExpireLe, essais } = signataire;
  const codeVaut =
    LIENS_OUVRANTS.includes(etat) && codeEmpreinte !== null && essais < ESSAIS_PAR_CODE;
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
    codeJusqua: codeVaut && (codeExpireLe ?? "") > ctx.now.toISOString() ? codeExpireLe : null,
  };
}

/**
 * Mails the code of a visit to the mailbox of the link; the code before it stops working.
 *
 * @throws NotFound; Conflict when the link opens nothing, or the mail surely did not leave; TooMany beyond five an hour.
 */
export async function envoyerCode(ctx: Postier, jeton: string): Promise<CodeEnvoye> {
  const { db, now } = ctx;
  const { id, mail, codesDepuis } = (await lienOuvrant(ctx, jeton)).signataire;
  if (!mail) throw new NotFound(LIEN_INCONNU);
  const code = nouveauCode();
  const instant = now.toISOString();
  const codeExpireLe = dans(now, MINUTES_DU_CODE * MINUTE);
  const heureFinie = sql`coalesce(${signataires.codesDepuis} <= ${dans(now, -HEURE)}, true)`;
  const pris = await db
    .update(signataires)
    .set({
      codeEmpreinte: empreinteDuCode(jeton, code),
      codeExpireLe,
      essais: 0,
      codes: sql`CASE WHEN ${heureFinie} THEN 1 ELSE ${signataires.codes} + 1 END`,
      codesDepuis: sql`CASE WHEN ${heureFinie} THEN ${instant} ELSE ${signataires.codesDepuis} END`,
    })
    .where(
      and(
        eq(signataires.id, id),
        eq(signataires.empreinte, empreinteDe(jeton)),
        isNull(signataires.retireLe),
        or(heureFinie, lt(signataires.codes, CODES_PAR_HEURE)),
      ),
    )
    .returning({ id: signataires.id });
  if (pris.length === 0) {
    const reste = Date.parse(codesDepuis ?? instant) + HEURE - now.getTime();
    throw new TooMany(Math.max(1, Math.ceil(reste / 1000)), "de codes demandés");
  }
  const agence = await lireAgence(ctx);
  if (!(await poster(ctx, agence, { mail, texte: courrielDuCode(agence, code) })))
    throw new Conflict("Le code n’est pas parti. Réessayez, ou appelez votre agence.");
  return { mail: mailMasque(mail), codeJusqua: codeExpireLe };
}

/**
 * Opens a visit with the mailed code. A try is counted before it is checked, so that only five of many at once are;
 * the code is used up in the statement that opens, so it opens once.
 *
 * @throws NotFound; Conflict when the link opens nothing; Invalid when the code is wrong, or no longer works.
 */
export async function ouvrirVisite(
  ctx: Instant,
  { jeton, code, device }: { jeton: string; code: string; device: string },
): Promise<VisiteProprietaire> {
  const { db, now } = ctx;
  const { demande, signataire } = await lienOuvrant(ctx, jeton);
  const { id } = signataire;
  const instant = now.toISOString();
  const ouvert = and(
    eq(signataires.id, id),
    eq(signataires.empreinte, empreinteDe(jeton)),
    isNull(signataires.retireLe),
    gt(signataires.codeExpireLe, instant),
  );
  const [essai] = await db
    .update(signataires)
    .set({ essais: sql`${signataires.essais} + 1` })
    .where(
      and(ouvert, isNotNull(signataires.codeEmpreinte), lt(signataires.essais, ESSAIS_PAR_CODE)),
    )
    .returning({ codeEmpreinte: signataires.codeEmpreinte, essais: signataires.essais });
  if (!essai?.codeEmpreinte) throw new Invalid({ code: CODE_PASSE });
  if (!egales(essai.codeEmpreinte, empreinteDuCode(jeton, code))) {
    await compterManque(ctx, { demande, id, device });
    throw new Invalid({ code: codeFaux(ESSAIS_PAR_CODE - essai.essais) });
  }
  const visite = nouveauSecret();
  const jusqua = dans(now, MINUTES_DE_VISITE * MINUTE);
  const encoreBon = and(ouvert, eq(signataires.codeEmpreinte, essai.codeEmpreinte));
  const { ouverte } = await db.write({
    historique: trace(db, {
      entite: "DemandeSignature",
      entiteId: demande.id,
      etat: "Lien ouvert",
      user: null,
      details: { SignataireId: id },
      quand: rowExists(signataires, and(encoreBon, isNull(signataires.vuLe))),
    }),
    ouverte: insertWhen(
      db,
      visitesSignature,
      { SignataireId: id, empreinte: empreinteDe(visite), expireLe: jusqua },
      rowExists(signataires, encoreBon),
    ),
    lien: db
      .update(signataires)
      .set({
        codeEmpreinte: null,
        manques: 0,
        vuLe: sql`coalesce(${signataires.vuLe}, ${instant})`,
      })
      .where(encoreBon),
  });
  if (ouverte.rowsAffected === 0) throw new Invalid({ code: CODE_PASSE });
  return { jeton: visite, jusqua };
}

/** Counts a wrong code; after too many, the link is withdrawn, for whoever tries cannot read the mails. */
async function compterManque(
  { db, now }: Instant,
  { demande, id, device }: { demande: DemandeLue; id: number; device: string },
): Promise<void> {
  const trop = and(
    eq(signataires.id, id),
    isNull(signataires.retireLe),
    sql`${signataires.manques} >= ${CODES_MANQUES_AU_PLUS}`,
  );
  const details = { DemandeSignatureId: demande.id, SignataireId: id };
  const qui = { user: null, device, details };
  await db.write({
    evenement: noter(db, { evenement: "signature_code_manque", ...qui }),
    manque: db
      .update(signataires)
      .set({ manques: sql`${signataires.manques} + 1` })
      .where(eq(signataires.id, id)),
    retire: noter(db, {
      evenement: "signature_lien_retire",
      ...qui,
      quand: rowExists(signataires, trop),
    }),
    historique: trace(db, {
      entite: "DemandeSignature",
      entiteId: demande.id,
      etat: "Lien de signature retiré",
      user: null,
      details: { SignataireId: id },
      quand: rowExists(signataires, trop),
    }),
    visites: db
      .delete(visitesSignature)
      .where(and(eq(visitesSignature.SignataireId, id), rowExists(signataires, trop))),
    lien: db.update(signataires).set({ retireLe: now.toISOString() }).where(trop),
  });
}

/**
 * The signer of the visit of this token. Reading again may say that he can do nothing more; a link that was withdrawn or
 * replaced, and the end of the request, end his visits at once.
 *
 * @returns the identifier of his row.
 * @throws Unauthenticated
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

/** The signer on a visit. @throws Conflict when his link opens nothing any more. */
export async function lienEnVisite(ctx: Instant, SignataireId: number): Promise<Lien> {
  const lien = lienDe(await lireDuSignataire(ctx, SignataireId), ctx.now);
  if (!LIENS_OUVRANTS.includes(lien.etat)) throw new Conflict(REFUS_DU_LIEN[lien.etat]);
  return lien;
}

/** Deletes ended visits. */
export async function oublierVisitesDeSignature({ db, now }: Instant): Promise<void> {
  await db.delete(visitesSignature).where(lt(visitesSignature.expireLe, now.toISOString()));
}

/** What the link of a signer opens now. @throws NotFound */
export async function etatDuSignataire(ctx: Instant, SignataireId: number): Promise<EtatDeLien> {
  return lienDe(await lireDuSignataire(ctx, SignataireId), ctx.now).etat;
}
