import { eq, sql } from "drizzle-orm";
import { Conflict, Invalid, NotFound, Refusal, Unreadable } from "#domain/erreurs.ts";
import {
  natureDe,
  nomEtExtention,
  OCTETS_DES_DIMENSIONS,
} from "#domain/fichiers/contenu-fichier.ts";
import {
  DOCUMENTS_SIGNES,
  type EtatTeleversement,
  OCTETS_PAR_FICHIER,
  OCTETS_PAR_TRANCHE,
  type Televersement,
} from "#domain/fichiers/fichier.ts";
import { PERSONNE_EFFACEE, type PersonneDesignee } from "#domain/personnes/personne.ts";
import type { Db } from "#worker/db/client.ts";
import { brokenConstraint } from "#worker/db/failures.ts";
import { effacements } from "#worker/db/schema/agence.ts";
import { storedFiles } from "#worker/db/schema/fichiers.ts";
import { fichiers, images } from "#worker/db/schema/schema.ts";
import type { Env } from "#worker/env.ts";
import {
  type Depot,
  effacer,
  estCle,
  exigerImage,
  exigerTaille,
  nouvelleCle,
  tropLourd,
} from "#worker/files.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import {
  creerFichier,
  creerImages,
  poserFichiers,
  verifierLiens,
  verifierPlace,
} from "./fichiers.ts";

type R2 = Pick<Env, "FILES">;

/** The description of an unfinished upload, stored in R2 beside its parts: the database knows nothing of it. */
interface Manifeste {
  /** The name of this field must stay: manifests already stored in R2 have it. */
  envoi: Televersement;
  /** The identifier that R2 gave to the upload. */
  multipart: string;
  user: string | null;
  /** The identifier of the record that holds the file; absent while the upload is not complete. */
  resultat?: number;
}

/** This prefix must stay: keys already stored in R2 begin with it. */
export const PREFIXE_TELEVERSEMENTS = "envois/";
const cleManifeste = (id: string) => `${PREFIXE_TELEVERSEMENTS}${id}`;
const prefixeTranches = (id: string) => `${PREFIXE_TELEVERSEMENTS}${id}/`;

/**
 * Opens an upload in parts; its identifier is the key that the file will have.
 * @throws TooLarge for a file above the limit; WrongType for an image whose announced type is no image type; Invalid
 * or NotFound when its destination does not exist; Conflict when the data of the person whom the file concerns were
 * erased.
 */
export async function commencerTeleversement(
  { env, db, user }: Pick<Contexte, "env" | "db" | "user">,
  televersement: Televersement,
): Promise<EtatTeleversement> {
  if (televersement.taille > OCTETS_PAR_FICHIER) throw tropLourd(OCTETS_PAR_FICHIER);
  if (televersement.usage === "image" && televersement.type)
    exigerImage({ type: televersement.type });
  await verifierDestination(db, televersement);
  const id = nouvelleCle();
  const { uploadId: multipart } = await env.FILES.createMultipartUpload(id);
  await ecrireManifeste(env, id, { envoi: televersement, multipart, user });
  return etat(id, televersement, []);
}

async function verifierDestination(db: Db, televersement: Televersement): Promise<void> {
  if (televersement.usage === "remplacement") {
    await verifierPlace(db, { entite: "Fichier", id: televersement.FichierId });
  } else if (televersement.usage === "document") {
    const champs: readonly string[] = DOCUMENTS_SIGNES[televersement.entite];
    if (!champs.includes(televersement.champ)) {
      throw new Invalid({ champ: `Valeurs possibles : ${champs.join(", ")}.` });
    }
    await verifierPlace(db, { entite: televersement.entite, id: televersement.entiteId });
  } else {
    await verifierLiens(db, televersement);
    if (televersement.usage === "fichier") await verifierPersonnes(db, televersement);
  }
}

/** @throws Conflict when the data of either person were erased. */
async function verifierPersonnes(
  db: Db,
  { ClientId, LocataireId }: { ClientId?: number | null; LocataireId?: number | null },
): Promise<void> {
  const effaces = await db.all(sql`SELECT 1 FROM ${effacements}
    WHERE (personne, "personneId") IN (VALUES ('Client', ${ClientId ?? 0}), ('Locataire', ${LocataireId ?? 0}))`);
  if (effaces.length > 0) throw new Conflict(PERSONNE_EFFACEE);
}

/**
 * The state of an upload, with the numbers of the parts that have arrived.
 * @throws NotFound when the upload is unknown, over, or sent by somebody else.
 */
export async function lireTeleversement(
  ctx: Pick<Contexte, "env" | "user">,
  id: string,
): Promise<EtatTeleversement> {
  const { envoi: televersement } = await lireManifeste(ctx, id);
  const recues = await tranchesRecues(ctx.env, id);
  return etat(
    id,
    televersement,
    recues.map(({ partNumber }) => partNumber),
  );
}

/**
 * Streams one part into R2; a part sent again replaces the former one.
 * @param annonce the length that the sender announces, in bytes; null when he announces none.
 * @throws NotFound as {@link lireTeleversement}; Conflict once the upload is complete; Invalid when the upload has no
 * such part, or the part has another length; Unreadable when the body breaks off.
 */
export async function recevoirTranche(
  ctx: Pick<Contexte, "env" | "user">,
  {
    id,
    numero,
    corps,
    annonce,
  }: {
    id: string;
    numero: number;
    corps: ReadableStream<Uint8Array> | null;
    annonce: number | null;
  },
): Promise<void> {
  const { env } = ctx;
  const { envoi: televersement, multipart, resultat } = await lireManifeste(ctx, id);
  if (resultat !== undefined) throw new Conflict("Cet envoi est déjà terminé.");
  const longueur = longueurDe(televersement, numero);
  if (longueur === 0) throw new Invalid({ n: `De 1 à ${nombreDeTranches(televersement)}.` });
  if (!corps || (annonce !== null && annonce !== longueur)) {
    throw new Invalid({ n: `Ce morceau doit compter ${longueur} octets.` });
  }
  const juste = new FixedLengthStream(longueur);
  const recue = env.FILES.resumeMultipartUpload(id, multipart).uploadPart(numero, juste.readable);
  const [passage, tranche] = await Promise.allSettled([corps.pipeTo(juste.writable), recue]);
  if (passage.status === "rejected" || tranche.status === "rejected") {
    // When the body breaks off, both promises fail. An error of R2 itself ends with a number of five digits.
    const cause = tranche.status === "rejected" ? String(tranche.reason) : "";
    if (/\(\d{5}\)/.test(cause)) throw new Error(cause);
    throw new Unreadable(`Ce morceau n’est pas arrivé entier : ${longueur} octets attendus.`);
  }
  await env.FILES.put(`${prefixeTranches(id)}${numero}`, "", {
    customMetadata: { etag: tranche.value.etag },
  });
}

/**
 * Joins the parts into one file and records it at its destination; a second call answers the same.
 * @returns the identifier of the `Fichier`, of the `Image`, or of the record that holds the document.
 * @throws NotFound as {@link lireTeleversement}; Conflict while parts are missing, or when the record changed since
 * it was read; WrongType for a file that is no image where an image is expected; Invalid for a picture with too many
 * pixels. A file that is refused is deleted with its upload.
 */
export async function terminerTeleversement(
  ctx: Contexte,
  id: string,
): Promise<{ id: number; key: string }> {
  const { env, db } = ctx;
  const manifeste = await lireManifeste(ctx, id);
  if (manifeste.resultat !== undefined) return { id: manifeste.resultat, key: id };
  const { envoi: televersement, multipart } = manifeste;
  const recues = await tranchesRecues(env, id);
  if (recues.length < nombreDeTranches(televersement)) {
    throw new Conflict(
      `Cet envoi n’est pas complet : ${recues.length} morceaux sur ${nombreDeTranches(televersement)}.`,
    );
  }
  await env.FILES.resumeMultipartUpload(id, multipart)
    .complete(recues)
    .catch(async (error: unknown) => {
      // The object is already there when another call completes the upload at once, or when this is a second try.
      if (!(await env.FILES.head(id))) throw error;
    });
  try {
    const depot = await depotDe(env, id, televersement);
    const resultat = await ranger(ctx, depot, televersement).catch(async (error: unknown) => {
      if (brokenConstraint(error) !== "UNIQUE") throw error;
      const dejaRange = await porteurDe(db, depot, televersement);
      if (dejaRange === undefined) throw error;
      return dejaRange;
    });
    await ecrireManifeste(env, id, { ...manifeste, resultat });
    await effacer(env, clesDesTranches(id, recues));
    return { id: resultat, key: id };
  } catch (error) {
    if (error instanceof Refusal) {
      await effacer(env, [id, cleManifeste(id), ...clesDesTranches(id, recues)]);
    }
    throw error;
  }
}

async function depotDe(env: R2, key: string, televersement: Televersement): Promise<Depot> {
  const tete = await env.FILES.get(key, { range: { offset: 0, length: OCTETS_DES_DIMENSIONS } });
  if (!tete) throw new NotFound();
  const debut = new Uint8Array(await tete.arrayBuffer());
  const nature = natureDe(debut);
  if (televersement.usage === "image") exigerImage(nature);
  exigerTaille("url", nature, debut);
  const { nom, extention } = nomEtExtention(televersement.fichier ?? televersement.nom, nature);
  return { key, nom, extention, type: nature.type, taille: tete.size };
}

async function ranger(ctx: Contexte, depot: Depot, televersement: Televersement): Promise<number> {
  switch (televersement.usage) {
    case "fichier": {
      const { ClientId, LocataireId, AppartementId, sensible } = televersement;
      const nom = televersement.fichier ? televersement.nom : undefined;
      const [cree] = await creerFichier(ctx, {
        depot,
        nom,
        ClientId,
        LocataireId,
        AppartementId,
        sensible,
        lire: (id) => ctx.db.all<{ id: number }>(sql`SELECT ${id} AS id`),
      });
      if (!cree) throw new NotFound();
      return cree.id;
    }
    case "image": {
      const { AppartementId } = televersement;
      const [id] = await creerImages(ctx, { depots: [depot], AppartementId });
      if (id === undefined) throw new NotFound();
      return id;
    }
    case "remplacement": {
      const place = { entite: "Fichier", id: televersement.FichierId } as const;
      const depots = [{ champ: "StoredFile", depot }];
      await poserFichiers(ctx, { place, depots, lue: televersement });
      return place.id;
    }
    case "document": {
      const place = { entite: televersement.entite, id: televersement.entiteId };
      const depots = [{ champ: televersement.champ, depot }];
      await poserFichiers(ctx, { place, depots, lue: televersement });
      return place.id;
    }
  }
}

/**
 * The record that already holds this file, because an earlier call recorded it and its answer was lost. The key of the
 * file is the identifier of the upload.
 */
async function porteurDe(
  db: Db,
  { key }: Depot,
  televersement: Televersement,
): Promise<number | undefined> {
  if (televersement.usage === "remplacement") return televersement.FichierId;
  if (televersement.usage === "document") return televersement.entiteId;
  const table = televersement.usage === "image" ? images : fichiers;
  const [rangee] = await db
    .select({ id: table.id })
    .from(table)
    .innerJoin(storedFiles, eq(storedFiles.id, table.StoredFileId))
    .where(eq(storedFiles.key, key));
  return rangee?.id;
}

/**
 * Gives an upload up; its parts are deleted.
 * @throws NotFound as {@link lireTeleversement}.
 */
export async function abandonnerTeleversement(
  ctx: Pick<Contexte, "env" | "user">,
  id: string,
): Promise<void> {
  await lireManifeste(ctx, id);
  await oublierTeleversement(ctx.env, id);
}

/** Gives an upload up, whoever sent it; its parts and its description are deleted. */
export async function oublierTeleversement(env: R2, id: string): Promise<void> {
  const manifeste = await env.FILES.get(cleManifeste(id));
  if (manifeste) {
    const { multipart } = await manifeste.json<Manifeste>();
    // R2 refuses when the upload is complete or already given up.
    await env.FILES.resumeMultipartUpload(id, multipart)
      .abort()
      .catch(() => {});
  }
  const recues = await tranchesRecues(env, id);
  await effacer(env, [...clesDesTranches(id, recues), cleManifeste(id)]);
}

/**
 * Deletes what remains of the uploads, complete or not, that were meant for a person's record, or whose file an
 * erasure deleted: their descriptions contain file names.
 * @param cles the keys of the objects that the erasure took out of R2.
 */
export async function oublierTeleversementsDe(
  { env, db }: Pick<Contexte, "db"> & { env: R2 },
  { personne, id, cles }: PersonneDesignee & { cles: readonly string[] },
): Promise<void> {
  const partis = new Set(cles);
  for (const envoi of await manifestes(env)) {
    const objet = await env.FILES.get(cleManifeste(envoi));
    if (!objet) continue;
    const { envoi: televersement } = await objet.json<Manifeste>();
    if (partis.has(envoi) || (await estPour(db, televersement, { personne, id }))) {
      await oublierTeleversement(env, envoi);
    }
  }
}

async function manifestes(env: R2): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await env.FILES.list({
      prefix: PREFIXE_TELEVERSEMENTS,
      delimiter: "/",
      ...(cursor && { cursor }),
    });
    ids.push(...page.objects.map(({ key }) => key.slice(PREFIXE_TELEVERSEMENTS.length)));
    if (!page.truncated) return ids;
    cursor = page.cursor;
  }
}

async function estPour(
  db: Db,
  televersement: Televersement,
  { personne, id }: PersonneDesignee,
): Promise<boolean> {
  if (televersement.usage === "image") return false;
  if (televersement.usage === "fichier") {
    return personne !== "Caution" && televersement[`${personne}Id`] === id;
  }
  const [entite, entiteId] =
    televersement.usage === "document"
      ? [televersement.entite, televersement.entiteId]
      : ["Fichier", televersement.FichierId];
  const trouvees = await db.all(sql`SELECT 1 FROM "Rattachement"
      WHERE entite = ${entite} AND "entiteId" = ${entiteId}
        AND personne = ${personne} AND "personneId" = ${id}
    UNION SELECT 1 FROM "Concerne" WHERE premier AND entite = ${entite} AND "entiteId" = ${entiteId}
      AND personne = ${personne} AND "personneId" = ${id}`);
  return trouvees.length > 0;
}

async function lireManifeste(
  { env, user }: Pick<Contexte, "env" | "user">,
  id: string,
): Promise<Manifeste> {
  const objet = estCle(id) ? await env.FILES.get(cleManifeste(id)) : null;
  const manifeste = await objet?.json<Manifeste>();
  if (manifeste?.user !== user) throw new NotFound("Cet envoi n’existe pas ou a été abandonné.");
  return manifeste;
}

const ecrireManifeste = (env: R2, id: string, manifeste: Manifeste) =>
  env.FILES.put(cleManifeste(id), JSON.stringify(manifeste));

/** The parts that have arrived, in order, as R2 needs them to make one file. */
async function tranchesRecues(env: R2, id: string): Promise<R2UploadedPart[]> {
  const { objects } = await env.FILES.list({
    prefix: prefixeTranches(id),
    include: ["customMetadata"],
  });
  return objects
    .map(({ key, customMetadata }) => ({
      partNumber: Number(key.slice(prefixeTranches(id).length)),
      etag: customMetadata?.etag ?? "",
    }))
    .sort((a, b) => a.partNumber - b.partNumber);
}

const clesDesTranches = (id: string, recues: readonly R2UploadedPart[]) =>
  recues.map(({ partNumber }) => `${prefixeTranches(id)}${partNumber}`);

const nombreDeTranches = ({ taille }: Televersement) => Math.ceil(taille / OCTETS_PAR_TRANCHE);

/** The bytes of a part; 0 when the upload has no such part. */
function longueurDe(televersement: Televersement, numero: number): number {
  if (numero < 1 || numero > nombreDeTranches(televersement)) return 0;
  return Math.min(OCTETS_PAR_TRANCHE, televersement.taille - (numero - 1) * OCTETS_PAR_TRANCHE);
}

const etat = (
  uploadId: string,
  televersement: Televersement,
  received: number[],
): EtatTeleversement => ({
  uploadId,
  nom: televersement.nom,
  taille: televersement.taille,
  partSize: OCTETS_PAR_TRANCHE,
  partCount: nombreDeTranches(televersement),
  received,
});
