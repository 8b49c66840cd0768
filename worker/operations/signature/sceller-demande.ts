import { sql } from "drizzle-orm";
import { type Agence, agenceDe } from "#domain/agence/agence.ts";
import { aujourdhui } from "#domain/dates.ts";
import { motsDeFichier } from "#domain/fichiers/nom-de-fichier.ts";
import { CASES, type Case, seRetracte } from "#domain/signature/cases.ts";
import { etatDemande, ROLES } from "#domain/signature/demande.ts";
import type { EvenementProuve, Preuve, SignataireProuve } from "#domain/signature/preuve.ts";
import { finDeRetractation } from "#domain/signature/retractation.ts";
import { insertWhen, rowExists } from "#worker/db/rows.ts";
import { storedFiles } from "#worker/db/schema/fichiers.ts";
import { demandesSignature, documentsScelles } from "#worker/db/schema/signature.ts";
import { deposerPapier, effacer } from "#worker/files.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { idDuDepot } from "#worker/operations/fichiers/depots.ts";
import { ecrituresDePose } from "#worker/operations/fichiers/fichiers.ts";
import { lireReglages } from "#worker/operations/fichiers/visuels.ts";
import { lireTete, scellerHistorique } from "#worker/operations/historique/chaine.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { envoyerLesCopies } from "./copies.ts";
import {
  type DemandeLue,
  direLeRefus,
  fichesDuPapier,
  lireDemande,
  papierDe,
  prete,
  type SignataireLu,
} from "./demandes.ts";
import { lireFichier } from "./lecture.ts";
import { type HorodatageDemande, scellerDocument } from "./sceau/scellement.ts";

type Appel = Pick<Contexte, "env" | "db" | "now" | "user">;

/**
 * Seals a request that everyone has signed; several calls seal once. The sealed file fills the field of its record, as
 * a scan added by hand would, and each party gets a copy by mail.
 * @param aussi other fields of the same dossier that the file fills too: the inventory of a furnished dwelling
 * @throws Conflict when a signature is missing, the request ended, or the agency has nothing to seal with.
 */
export async function scellerDemande(
  ctx: Appel,
  id: number,
  aussi: readonly { entite: "Dossier"; entiteId: number; champ: string }[] = [],
): Promise<void> {
  const demande = await lireDemande(ctx, id);
  if (etatDemande(demande, ctx.now) === "scellee") return;
  if (etatDemande(demande, ctx.now) !== "a_sceller")
    return direLeRefus(ctx, id, { genre: "sceller" });
  const papierLu = await lireFichier(ctx, demande.StoredFileId, demande.empreinte);
  const { octets, horodatage, ligne } = await scellerDocument(ctx, {
    lu: papierLu,
    preuve: await preuveDe(ctx, demande),
  });
  const depot = {
    ...(await deposerPapier(ctx.env, octets)),
    nom: `${motsDeFichier(demande.titre, "_")}_signe`,
  };
  const posee = await ecrireLeSceau(ctx, { demande, ligne, horodatage, depot, aussi });
  if (!posee) {
    await effacer(ctx.env, [depot.key]);
    if (etatDemande(await lireDemande(ctx, id), ctx.now) === "scellee") return;
    await direLeRefus(ctx, id, { genre: "sceller" });
  }
  await envoyerLesCopies(ctx, await lireDemande(ctx, id));
}

type Scellement = Awaited<ReturnType<typeof scellerDocument>>["ligne"];

/**
 * Writes the seal in one transaction: when several callers seal at once, one succeeds. @returns whether this call
 * succeeded
 */
async function ecrireLeSceau(
  ctx: Appel,
  {
    demande,
    ligne,
    horodatage,
    depot,
    aussi,
  }: {
    demande: DemandeLue;
    ligne: Scellement;
    horodatage: HorodatageDemande | null;
    depot: Awaited<ReturnType<typeof deposerPapier>> & { nom: string };
    aussi: readonly { entite: "Dossier"; entiteId: number; champ: string }[];
  },
): Promise<boolean> {
  const { db, user, now } = ctx;
  const { id } = demande;
  const encore = sql`id = ${id} AND ${prete(sql`"DemandeSignature"`)}`;
  const quand = rowExists(demandesSignature, encore);
  const scelle = sql`(SELECT id FROM ${documentsScelles} WHERE empreinte = ${ligne.empreinte})`;
  const faite = sql`EXISTS (SELECT 1 FROM "DemandeSignature" faite
    WHERE faite.id = ${id} AND faite."DocumentScelleId" = ${scelle})`;
  const places = [demande, ...aussi].map(({ entite, entiteId, champ }) => {
    const fiche = sql`(SELECT max(id) FROM ${fichesDuPapier({ entite, id: entiteId })})`;
    return ecrituresDePose(ctx, {
      place: { entite, id: fiche },
      depots: [{ champ, depot }],
      quand: sql`id = ${fiche} AND ${faite}`,
    });
  });
  const { posee } = await db.write({
    scelle: insertWhen(db, documentsScelles, ligne, quand),
    depot: insertWhen(db, storedFiles, { ...depot, user }, quand),
    historique: trace(db, {
      entite: "DemandeSignature",
      entiteId: id,
      etat: "Scellée",
      user,
      details: { empreinte: ligne.empreinte, ...horodatage },
      quand,
    }),
    posee: db
      .update(demandesSignature)
      .set({
        DocumentScelleId: sql`${scelle}`,
        ScelleId: idDuDepot(depot.key),
        retractationJusqua: retractationDe(demande, agenceDe(await lireReglages(db)), now),
        updatedAt: now.toISOString(),
      })
      .where(encore),
    ...Object.assign(
      {},
      ...places.map((ecritures, rang) =>
        Object.fromEntries(
          Object.entries(ecritures).map(([nom, ecriture]) => [`${nom}${rang}`, ecriture]),
        ),
      ),
    ),
  });
  return posee.rowsAffected === 1;
}

/** The last day on which a consumer may withdraw from a contract sealed now; null when nobody may. */
const retractationDe = (demande: DemandeLue, { retractationJours }: Agence, now: Date) =>
  demande.signataires.some(({ role }) => seRetracte(demande, role))
    ? finDeRetractation(aujourdhui(now), retractationJours)
    : null;

/** The content of the proof page of a request; the lines of its history are sealed first. */
export async function preuveDe(
  ctx: Pick<Contexte, "db">,
  demande: DemandeLue,
): Promise<Omit<Preuve, "certificat" | "scelleLe">> {
  await scellerHistorique(ctx);
  const tete = await lireTete(ctx);
  return {
    papier: papierDe(demande),
    lieu: demande.lieu,
    signataires: demande.signataires.map(signataireProuve),
    evenements: await evenementsDe(ctx, demande),
    historique: { ligne: tete?.id ?? 0, empreinte: tete?.empreinte ?? "" },
  };
}

/** A signer as the proof page shows him. */
export function signataireProuve(signataire: SignataireLu): SignataireProuve {
  const { role, nom, qualite, mail, ip, identite, luLe, signeLe, signeLeAppareil } = signataire;
  const { avertiLe, consentement, mention, gardeDiscussion, cases } = signataire;
  return {
    role: ROLES[role],
    nom,
    qualite,
    mail,
    ip,
    identite: identite ?? "connue",
    luLe,
    signeLe: signeLe ?? "",
    signeLeAppareil,
    avertiLe,
    consentement: consentement ?? "",
    mention,
    gardeDiscussion,
    cases: (cases ?? []).map((cle) => CASES[cle as Case]),
  };
}

/** The acts of the signers themselves; all other acts are the agency's or the product's. */
const GESTES_DES_SIGNATAIRES = [
  "Lien ouvert",
  "Document lu",
  "Signé électroniquement",
  "Signé sur place",
  "Signé pour l’agence",
  "Signature refusée",
];

/** The lines of the history of a request, oldest first. */
export async function evenementsDe(
  { db }: Pick<Contexte, "db">,
  demande: DemandeLue,
): Promise<EvenementProuve[]> {
  const lignes = await db.all<{ id: number; etat: string; createdAt: string; de: number | null }>(
    sql`SELECT id, etat, "createdAt", details ->> 'SignataireId' AS de FROM "History"
      WHERE entite = 'DemandeSignature' AND "entiteId" = ${demande.id} ORDER BY id`,
  );
  const noms = new Map(demande.signataires.map(({ id, nom }) => [id, nom]));
  return lignes.map(({ id, etat, createdAt, de }) => ({
    le: createdAt,
    etat,
    qui: GESTES_DES_SIGNATAIRES.includes(etat) && de !== null ? (noms.get(de) ?? null) : null,
    ligne: id,
  }));
}
