import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import { motsDeFichier } from "#domain/fichiers/nom-de-fichier.ts";
import { ROLES } from "#domain/signature/demande.ts";
import {
  COMPLEMENTS_AU_PLUS,
  type ComplementRow,
  type ComplementsDuConstat,
  objetsOuverts,
} from "#domain/terrain/complement.ts";
import type { Complement, Reponse } from "#domain/terrain/complement-fiche.ts";
import { insertWhen, nextId, rowExists } from "#worker/db/rows.ts";
import { remplacements, storedFiles } from "#worker/db/schema/fichiers.ts";
import { dossiers, etatsLieux } from "#worker/db/schema/schema.ts";
import { demandesSignature, documentsScelles, signataires } from "#worker/db/schema/signature.ts";
import { complementsConstat } from "#worker/db/schema/terrain.ts";
import { render } from "#worker/documents/page/render.ts";
import { complementDuConstat } from "#worker/documents/terrain/complement-du-constat.ts";
import { deposerPapier, effacer } from "#worker/files.ts";
import { courrielDuComplement } from "#worker/mail/constat.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { idDuDepot } from "#worker/operations/fichiers/depots.ts";
import { lireReglages, papierDe } from "#worker/operations/fichiers/visuels.ts";
import { lireTete, scellerHistorique } from "#worker/operations/historique/chaine.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { lireAgence, poster, prevenirLAgence } from "#worker/operations/signature/courriers.ts";
import { delaisDuConstat } from "#worker/operations/signature/delais.ts";
import { lienEnVisite } from "#worker/operations/signature/liens.ts";
import { pagesDe } from "#worker/operations/signature/ouverture.ts";
import { sha256 } from "#worker/operations/signature/preparation.ts";
import { scellerDocument } from "#worker/operations/signature/sceau/scellement.ts";
import { cadreDuConstat, dossierDuConstat } from "./cadre.ts";

type ComplementLu = typeof complementsConstat.$inferSelect;

/** The requests to complete an inventory, oldest first. */
export const lireComplements = (
  { db }: Pick<Contexte, "db">,
  EtatLieuxId: number,
): Promise<ComplementRow[]> =>
  db
    .select({
      id: complementsConstat.id,
      EtatLieuxId: complementsConstat.EtatLieuxId,
      nom: complementsConstat.nom,
      objet: complementsConstat.objet,
      texte: complementsConstat.texte,
      recuLe: complementsConstat.recuLe,
      accepteLe: complementsConstat.accepteLe,
      refuseLe: complementsConstat.refuseLe,
      motif: complementsConstat.motif,
      user: complementsConstat.user,
    })
    .from(complementsConstat)
    .where(eq(complementsConstat.EtatLieuxId, EtatLieuxId))
    .orderBy(asc(complementsConstat.id));

/**
 * The complements of a sealed entry inventory, for the tenant who holds a link to it: the last days to ask for one,
 * and the requests made (terrain/README §19.7). Null for any other paper, and before the seal.
 */
export async function complementsDuLien(
  ctx: Pick<Contexte, "db" | "now">,
  SignataireId: number,
): Promise<ComplementsDuConstat | null> {
  const entree = await entreeDuLien(ctx, SignataireId);
  if (!entree) return null;
  const [delais, demandes] = await Promise.all([
    delaisDuConstat(ctx, entree.date),
    lireComplements(ctx, entree.id),
  ]);
  return {
    ouverts: objetsOuverts(delais, ctx.now).map((objet) => ({
      objet,
      jusqua: delais[objet].accepteJusquau,
    })),
    demandes: demandes.map(({ EtatLieuxId: _e, user: _u, ...demande }) => demande),
  };
}

async function entreeDuLien(ctx: Pick<Contexte, "db" | "now">, SignataireId: number) {
  const { demande, signataire } = await lienEnVisite(ctx, SignataireId);
  if (demande.type !== "etatIn" || demande.scelleLe === null || signataire.role !== "locataire")
    return null;
  const [etat] = await ctx.db
    .select({ id: etatsLieux.id, date: etatsLieux.date })
    .from(etatsLieux)
    .where(eq(etatsLieux.id, demande.entiteId));
  return etat ? { ...etat, demande, signataire } : null;
}

/**
 * A tenant asks, by the link of his copy, that the entry inventory be completed (loi n° 89-462, art. 3-2); the agency
 * gets a mail.
 * @throws NotFound for another paper; Conflict once the delay is over, or with too many requests.
 */
export async function demanderComplement(
  ctx: Contexte,
  { SignataireId, complement }: { SignataireId: number; complement: Complement },
): Promise<void> {
  const entree = await entreeDuLien(ctx, SignataireId);
  if (!entree) throw new NotFound("Ce document ne se complète pas.");
  const { id: EtatLieuxId, date, demande, signataire } = entree;
  const { db, now } = ctx;
  const { objet, texte } = complement;
  if (!objetsOuverts(await delaisDuConstat(ctx, date), now).includes(objet))
    throw new Conflict(
      "Le délai pour compléter l’état des lieux est passé (loi n°\u00A089-462, article 3-2).",
    );
  const quand = sql`(SELECT count(*) FROM ${complementsConstat} WHERE "EtatLieuxId" = ${EtatLieuxId}) < ${COMPLEMENTS_AU_PLUS}`;
  const { posee } = await db.write({
    historique: trace(db, {
      entite: "EtatLieux",
      entiteId: EtatLieuxId,
      etat: DEMANDE,
      user: null,
      details: sql`json_object('ComplementConstatId', ${nextId(complementsConstat)})`,
      quand,
    }),
    posee: insertWhen(
      db,
      complementsConstat,
      {
        EtatLieuxId,
        SignataireId,
        nom: signataire.nom,
        objet,
        texte,
        recuLe: now.toISOString(),
      },
      quand,
    ),
  });
  if (posee.rowsAffected === 0)
    throw new Conflict("Cet état des lieux a trop de demandes\u00A0: écrivez à l’agence.");
  await prevenirLAgence(ctx, demande, "complément demandé par le locataire");
}

/**
 * The agency answers a request, once. An accepted request becomes a sealed paper beside the inventory, which does not
 * change. A refusal gives its reason and names the body to which the tenant may turn. The tenant gets a mail.
 * @throws NotFound when there is no such request; Conflict once it is answered, or when the agency has nothing to
 * seal with.
 */
export async function repondreAuComplement(
  ctx: Contexte & { user: string },
  { id, reponse }: { id: number; reponse: Reponse },
): Promise<ComplementRow[]> {
  const complement = await lireComplement(ctx, id);
  if (complement.accepteLe ?? complement.refuseLe) throw new Conflict(DEJA_REPONDU);
  const papier = reponse.accepte ? await scellerComplement(ctx, complement) : null;
  await ecrireReponse(ctx, { complement, reponse, papier });
  await repondreParCourriel(ctx, { complement, reponse, papier });
  return lireComplements(ctx, complement.EtatLieuxId);
}

const DEMANDE = "Complément demandé par le locataire";
const DEJA_REPONDU = "Cette demande a déjà reçu sa réponse.";

async function lireComplement({ db }: Contexte, id: number): Promise<ComplementLu> {
  const [complement] = await db
    .select()
    .from(complementsConstat)
    .where(eq(complementsConstat.id, id));
  if (!complement) throw new NotFound();
  return complement;
}

const TITRE = "Complément à l’état des lieux d’entrée";

interface Papier {
  octets: Uint8Array;
  ligne: typeof documentsScelles.$inferInsert;
  nom: string;
}

/**
 * The paper of a request, before its seal.
 * @throws NotFound when the inventory no longer belongs to a dossier.
 */
async function composerComplement(
  { db, env, today }: Contexte,
  complement: ComplementLu,
): Promise<{ lu: Uint8Array; titre: string }> {
  const { EtatLieuxId } = complement;
  const [place] = await db
    .select({ id: dossiers.id, date: etatsLieux.date })
    .from(dossiers)
    .innerJoin(etatsLieux, eq(etatsLieux.id, dossiers.etatInId))
    .where(eq(etatsLieux.id, EtatLieuxId));
  const { dossier, fins, reglages, scelles } = await db.read({
    ...dossierDuConstat(db, place?.id ?? 0),
    reglages: lireReglages(db),
    scelles: db
      .select({ empreinte: documentsScelles.empreinte })
      .from(documentsScelles)
      .innerJoin(demandesSignature, eq(demandesSignature.DocumentScelleId, documentsScelles.id))
      .where(
        and(eq(demandesSignature.entite, "EtatLieux"), eq(demandesSignature.entiteId, EtatLieuxId)),
      )
      .orderBy(desc(documentsScelles.id)),
  });
  if (!place || !dossier) throw new NotFound("Cet état des lieux n’est plus celui d’un dossier.");
  const cadre = cadreDuConstat(dossier, { fins, jour: place.date });
  const { agence, logo } = await papierDe({ env }, reglages);
  const document = complementDuConstat({
    cadre,
    complement,
    entree: place.date,
    empreinte: scelles[0]?.empreinte ?? null,
    emission: today,
    agence,
    ...(logo ? { logo } : {}),
  });
  return { lu: await render(document, {}), titre: `${TITRE} ${cadre.numero}` };
}

/** The sealed paper of a request that is accepted now, in the name of the account that accepts it. */
async function scellerComplement(
  ctx: Contexte & { user: string },
  complement: ComplementLu,
): Promise<Papier> {
  const { now, user } = ctx;
  const { lu: papierLu, titre } = await composerComplement(ctx, complement);
  await scellerHistorique(ctx);
  const tete = await lireTete(ctx);
  const { octets, ligne } = await scellerDocument(ctx, {
    lu: papierLu,
    preuve: {
      papier: {
        titre,
        pages: await pagesDe([papierLu]),
        octets: papierLu.length,
        empreinte: sha256(papierLu),
      },
      lieu: "agence",
      signataires: [
        {
          role: ROLES.agence,
          nom: user,
          qualite: null,
          mail: user,
          ip: null,
          identite: "session",
          luLe: null,
          signeLe: now.toISOString(),
          signeLeAppareil: null,
          avertiLe: null,
          consentement: "J'accepte ce complément pour le bailleur.",
          mention: null,
          gardeDiscussion: null,
          cases: [],
        },
      ],
      evenements: [
        {
          le: complement.recuLe,
          etat: "Complément demandé",
          qui: complement.nom,
          ligne: await ligneDeLaDemande(ctx, complement.id),
        },
      ],
      historique: { ligne: tete?.id ?? 0, empreinte: tete?.empreinte ?? "" },
    },
  });
  return { octets, ligne, nom: motsDeFichier(titre, "_") };
}

async function ligneDeLaDemande({ db }: Contexte, id: number): Promise<number> {
  const [ligne] = await db.all<{ id: number }>(
    sql`SELECT id FROM "History" WHERE entite = 'EtatLieux' AND etat = ${DEMANDE}
      AND details ->> 'ComplementConstatId' = ${id}`,
  );
  return ligne?.id ?? 0;
}

/** Writes one answer: its row, its line of history, and the sealed paper as one more version of the inventory. */
async function ecrireReponse(
  { env, db, now, user }: Contexte & { user: string },
  {
    complement,
    reponse,
    papier,
  }: { complement: ComplementLu; reponse: Reponse; papier: Papier | null },
): Promise<void> {
  const { id, EtatLieuxId } = complement;
  const attend = and(
    eq(complementsConstat.id, id),
    isNull(complementsConstat.accepteLe),
    isNull(complementsConstat.refuseLe),
  );
  const quand = rowExists(complementsConstat, attend);
  const depot = papier && { ...(await deposerPapier(env, papier.octets)), nom: papier.nom };
  const { repondu } = await db.write({
    historique: trace(db, {
      entite: "EtatLieux",
      entiteId: EtatLieuxId,
      etat: papier ? "Complément accepté" : "Complément refusé",
      user,
      details: sql`json_object('ComplementConstatId', ${id})`,
      quand,
    }),
    ...(papier && depot
      ? {
          scelle: insertWhen(db, documentsScelles, papier.ligne, quand),
          fichier: insertWhen(db, storedFiles, { ...depot, user }, quand),
          version: insertWhen(
            db,
            remplacements,
            {
              entite: "EtatLieux",
              entiteId: EtatLieuxId,
              champ: "signed",
              StoredFileId: idDuDepot(depot.key),
              user,
            },
            quand,
          ),
        }
      : {}),
    repondu: db
      .update(complementsConstat)
      .set({
        user,
        motif: reponse.motif ?? null,
        [papier ? "accepteLe" : "refuseLe"]: now.toISOString(),
      })
      .where(attend),
  });
  if (repondu.rowsAffected > 0) return;
  if (depot) await effacer(env, [depot.key]);
  throw new Conflict(DEJA_REPONDU);
}

async function repondreParCourriel(
  ctx: Contexte,
  {
    complement,
    reponse,
    papier,
  }: { complement: ComplementLu; reponse: Reponse; papier: Papier | null },
): Promise<void> {
  const { SignataireId, nom, texte } = complement;
  const [signataire] = await ctx.db
    .select({ mail: signataires.mail })
    .from(signataires)
    .where(eq(signataires.id, SignataireId ?? 0));
  if (!signataire?.mail) return;
  const agence = await lireAgence(ctx);
  await poster(ctx, agence, {
    mail: signataire.mail,
    texte: courrielDuComplement(agence, {
      nom,
      texte,
      motif: reponse.accepte ? null : (reponse.motif ?? ""),
    }),
    ...(papier
      ? {
          piece: {
            nom: `${papier.nom}.pdf`,
            type: "application/pdf",
            octets: papier.octets,
          },
        }
      : {}),
  });
}
