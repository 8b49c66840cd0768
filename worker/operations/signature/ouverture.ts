import { eq, sql } from "drizzle-orm";
import { PDFDocument } from "pdf-lib";
import { Conflict, FICHE_MODIFIEE, Invalid } from "#domain/erreurs.ts";
import type { TypeDocument } from "#domain/fichiers/document.ts";
import { motsDeFichier } from "#domain/fichiers/nom-de-fichier.ts";
import type { GenreDePersonne } from "#domain/personnes/personne.ts";
import type { BlocFige } from "#domain/signature/blocs.ts";
import { refusDesBoites } from "#domain/signature/boites.ts";
import { expiration, type Place, type Role } from "#domain/signature/demande.ts";
import { refusDesParties, refusDesRoles, type SignataireConnu } from "#domain/signature/parties.ts";
import type { LieuDeSignature } from "#domain/signature/preuve.ts";
import type { Ouverture } from "#domain/signature/signature-fiche.ts";
import type { SignatairePropose } from "#domain/signature/wire.ts";
import { insertWhen, nextId } from "#worker/db/rows.ts";
import { storedFiles } from "#worker/db/schema/fichiers.ts";
import { demandesSignature, signataires } from "#worker/db/schema/signature.ts";
import { deposerPapier, effacer, nouvelleCle } from "#worker/files.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { idDuDepot } from "#worker/operations/fichiers/depots.ts";
import { jalonDe, lireJalon, octetsDe } from "#worker/operations/fichiers/documents.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { fichesDuPapier, lireDemande } from "./demandes.ts";
import { exigerPlace, versionDesSources } from "./papiers.ts";
import {
  type BailGaranti,
  type PapierCompose,
  type Preparation,
  piecesDIdentite,
  preparer,
  sha256,
} from "./preparation.ts";
import { prevenirDuRemplacement, remplacer } from "./remplacement.ts";
import { envoyerLesLiens } from "./suite.ts";

export interface NouveauSignataire {
  role: Role;
  rang: number;
  nom: string;
  qualite: string | null;
  mail: string | null;
  personne: GenreDePersonne | null;
  personneId: number | null;
  /** The file that shows the identity of the signer, and its SHA-256. */
  IdentiteFichierId: number | null;
  identiteEmpreinte: string | null;
}

/** A paper to freeze: the bytes that will be signed, and their text. */
export interface PapierAGeler {
  type: TypeDocument;
  entiteId: number;
  sources: Record<string, number>;
  titre: string;
  place: Place;
  DossierId: number | null;
  MissionId: number | null;
  octets: Uint8Array;
  blocs: readonly BlocFige[];
  pagesJointes: number;
  /** For a guarantee: the lease that is handed over with it. */
  bail: BailGaranti | null;
  /** The value of `lireJalon` before the records were read. */
  jalon: string | null;
  lieu: LieuDeSignature;
  consommateur: boolean;
  jours: number;
  signataires: readonly NouveauSignataire[];
  /** The key made on a device: a paper sent twice with one key is one request. */
  cle?: string | null;
  /** For an inventory signed on site: the content whose fingerprint the paper bears (terrain/README §19.8). */
  constat?: string | null;
}

type Appel = Pick<Contexte, "env" | "db" | "now" | "today" | "user">;

/**
 * Puts a paper to signature as it is composed now. Its bytes are kept as they will be signed, and another request for
 * the same field ends. At a distance, the first signers get their links by mail.
 * @returns the identifier of the request.
 * @throws Invalid for signers who may not sign it; Conflict, in sentences, for what forbids the signature; Conflict
 * when a record changed meanwhile.
 */
export async function ouvrirDemande(
  ctx: Appel,
  { papier, ouverture }: { papier: PapierCompose; ouverture: Ouverture },
): Promise<number> {
  const jalon = await lireJalon(ctx, papier);
  const prepare = await preparer(ctx, papier);
  const { blocages } = prepare.reponse;
  if (blocages.length > 0) throw new Conflict(blocages.join(" "));
  const choisis = ouverture.signataires.map(({ qualite = null, mail = null, ...choisi }) => ({
    ...choisi,
    qualite,
    mail,
  }));
  const refus =
    refusDesRoles(choisis, prepare.connus) ??
    refusDesParties(choisis, prepare.connus) ??
    refusDesBoites(choisis, prepare.boites, ouverture.lieu);
  if (refus) throw new Invalid({ signataires: refus });
  const { attached = [] } = papier.composed;
  const id = await geler(ctx, {
    ...papier,
    ...prepare,
    titre: prepare.reponse.titre,
    place: exigerPlace(prepare),
    octets: await octetsDe(papier.composed),
    pagesJointes: await pagesDe(attached),
    jalon,
    lieu: ouverture.lieu,
    consommateur: ouverture.consommateur,
    jours: prepare.agence.signatureJours,
    signataires: await avecLeurIdentite(ctx, prepare, choisis),
  });
  if (ouverture.lieu === "distance") await envoyerLesLiens(ctx, await lireDemande(ctx, id));
  return id;
}

/**
 * The signers that staff chose, each with the party that he is in the records, and with the file that shows his
 * identity.
 */
async function avecLeurIdentite(
  ctx: Pick<Contexte, "env" | "db">,
  prepare: Preparation,
  choisis: readonly SignatairePropose[],
): Promise<NouveauSignataire[]> {
  const libres = [...prepare.connus];
  const reconnus = choisis.map((choisi): SignataireConnu => {
    const memes = libres.filter(({ role }) => role === choisi.role);
    const connu =
      memes.find(({ nom }) => nom === choisi.nom) ??
      memes.find(({ mail }) => mail === choisi.mail) ??
      memes[0];
    if (connu) libres.splice(libres.indexOf(connu), 1);
    const { personne = null, personneId = null } = connu ?? {};
    return { ...choisi, personne, personneId };
  });
  const pieces = await piecesDIdentite(ctx, prepare, reconnus);
  return Promise.all(
    reconnus.map(async (signataire, rang) => {
      const piece = pieces.get(rang);
      const objet = piece && (await ctx.env.FILES.get(piece.key));
      return {
        ...signataire,
        IdentiteFichierId: objet ? piece.FichierId : null,
        identiteEmpreinte: objet ? sha256(new Uint8Array(await objet.arrayBuffer())) : null,
      };
    }),
  );
}

/** The number of pages of these files together. */
export const pagesDe = async (fichiers: readonly Uint8Array[]): Promise<number> => {
  const documents = await Promise.all(
    fichiers.map((octets) => PDFDocument.load(octets, { updateMetadata: false })),
  );
  return documents.reduce((total, document) => total + document.getPageCount(), 0);
};

/**
 * Freezes a paper: its bytes and its text are kept, and its signers wait for their turn. Open requests for the same
 * field end as replaced; for a lease, the open guarantees of the same dossier do too. A mail tells the persons who
 * had signed them or had a link.
 * @returns the identifier of the request.
 * @throws Conflict when a record changed meanwhile.
 */
export async function geler(ctx: Appel, papier: PapierAGeler): Promise<number> {
  const { env, db, user, now } = ctx;
  const { type, titre, place, DossierId, MissionId, octets, blocs, bail } = papier;
  const nom = motsDeFichier(titre, "_");
  const depot = await deposerPapier(env, octets);
  const texte = await deposerTexte(env, blocs);
  const quand = sql`${jalonDe(papier)} = ${papier.jalon}`;
  const { ouvertes, posee, lue } = await db.write({
    ...remplacer(ctx, { lesquelles: dontIlPrendLaPlace(papier), quand }),
    fichier: insertWhen(db, storedFiles, { ...depot, nom, user }, quand),
    texte: insertWhen(db, storedFiles, { ...texte.depot, nom, user }, quand),
    historique: trace(db, {
      entite: "DemandeSignature",
      entiteId: nextId(demandesSignature),
      etat: "Mise en signature",
      user,
      details: { texte: texte.empreinte },
      quand,
    }),
    fiche: trace(db, {
      entite: place.entite,
      entiteId: place.entiteId,
      etat: `Mis en signature : ${titre}`,
      user,
      quand,
    }),
    posee: insertWhen(
      db,
      demandesSignature,
      {
        ...surPlace(papier),
        type,
        titre,
        sources: papier.sources,
        ...place,
        DossierId,
        MissionId,
        StoredFileId: idDuDepot(depot.key),
        BlocsId: idDuDepot(texte.depot.key),
        AnnexeId: bail?.StoredFileId ?? null,
        annexeEmpreinte: bail?.empreinte ?? null,
        empreinte: sha256(octets),
        octets: octets.length,
        pages: await pagesDe([octets]),
        pagesJointes: papier.pagesJointes,
        versionSource: versionDesSources({ ...place, DossierId }),
        lieu: papier.lieu,
        consommateur: papier.consommateur,
        expireLe: expiration(now, papier.jours),
        user,
        createdAt: now.toISOString(),
      },
      quand,
    ),
    signataires: inscrire(ctx, papier.signataires, depot.key),
    lue: db
      .select({ id: demandesSignature.id })
      .from(demandesSignature)
      .where(eq(demandesSignature.StoredFileId, idDuDepot(depot.key))),
  });
  const [demande] = lue;
  if (posee.rowsAffected === 0 || !demande) {
    await effacer(env, [depot.key, texte.depot.key]);
    throw new Conflict(FICHE_MODIFIEE);
  }
  await prevenirDuRemplacement(ctx, ouvertes);
  return demande.id;
}

/** The key and the content made on a device, for a paper signed on site. */
const surPlace = ({ cle = null, constat = null }: PapierAGeler) => ({ cle, constat });

/** The requests for the same field and, for a lease, the guarantees handed over with its former paper. */
const dontIlPrendLaPlace = ({ type, place, DossierId }: PapierAGeler) =>
  sql`((entite, champ) = (${place.entite}, ${place.champ})
      AND "entiteId" IN ${fichesDuPapier({ entite: place.entite, id: place.entiteId })}
    OR (${type === "contratLocation"} AND type = 'acteCautionnement' AND "DossierId" = ${DossierId}))`;

/** Stores the text of a paper in R2, beside its file; returns its key and its SHA-256. */
async function deposerTexte({ FILES }: Appel["env"], blocs: readonly BlocFige[]) {
  const key = `documents/${nouvelleCle()}.json`;
  const octets = new TextEncoder().encode(JSON.stringify(blocs));
  const type = "application/json";
  await FILES.put(key, octets, { httpMetadata: { contentType: type } });
  return {
    depot: { key, extention: "json", type, taille: octets.length },
    empreinte: sha256(octets),
  };
}

/** The statement that writes the signers of the request whose file has this key. */
const inscrire = (
  { db }: Pick<Contexte, "db">,
  nouveaux: readonly NouveauSignataire[],
  key: string,
) =>
  db.run(sql`
    INSERT INTO ${signataires} ("DemandeSignatureId", role, rang, nom, qualite, mail, personne, "personneId",
      "IdentiteFichierId", "identiteEmpreinte")
    SELECT d.id, n.value ->> 'role', n.value ->> 'rang', n.value ->> 'nom', n.value ->> 'qualite', n.value ->> 'mail',
      n.value ->> 'personne', n.value ->> 'personneId', n.value ->> 'IdentiteFichierId', n.value ->> 'identiteEmpreinte'
    FROM ${demandesSignature} d, json_each(${JSON.stringify(nouveaux)}) n
    WHERE d."StoredFileId" = ${idDuDepot(key)} ORDER BY n.key`);
