import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { type Agence, agenceDe } from "#domain/agence/agence.ts";
import { estNommee, exigerNomAgence, SANS_NOM } from "#domain/agence/nom-agence.ts";
import { aujourdhui } from "#domain/dates.ts";
import { Conflict, Invalid, NotFound, TooLarge } from "#domain/erreurs.ts";
import { DOCUMENTS, type TypeDocument } from "#domain/fichiers/document.ts";
import { DOCUMENTS_SIGNES, type EntiteSignee } from "#domain/fichiers/fichier.ts";
import { nomComplet, type Personne } from "#domain/personnes/personne.ts";
import {
  type CourrielEcrit,
  type DemandeCourriel,
  type DestinatairePropose,
  type DocumentDesigne,
  INTITULES_SIGNES,
  OCTETS_PAR_COURRIEL,
  type PropositionCourriel,
  proposerTexte,
} from "#domain/quittances/courriel-document.ts";
import type { Db } from "#worker/db/client.ts";
import { rowExists } from "#worker/db/rows.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { documents, storedFiles } from "#worker/db/schema/fichiers.ts";
import { courriels } from "#worker/db/schema/quittances.ts";
import { lireMontre } from "#worker/files.ts";
import { composerLibre } from "#worker/mail/composition.ts";
import { envoyer, type Sort } from "#worker/mail/send.ts";
import { type Contexte, sansAuteur } from "#worker/operations/contexte.ts";
import {
  annulerSansObjet,
  type CourrielReserve,
  consigner,
  direEnAttente,
  finDeReservation,
  PART_LE,
  RESERVATION,
  rendreIncertains,
} from "#worker/operations/courriels/outbox.ts";
import { idDuDepot } from "#worker/operations/fichiers/depots.ts";
import { lireReglages } from "#worker/operations/fichiers/visuels.ts";
import { garderCompteRendu } from "#worker/operations/gerance/cloture/papiers-mandants.ts";
import { arreterDemandesTardives } from "#worker/operations/gerance/revisions/renvois.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { enParallele } from "#worker/operations/parallele.ts";
import { avecPatience, estAMoi, type Reste, secondesAvant, TROP_TARD } from "./expedition.ts";

/** The column that holds the file of a field: `contratLocation` is in `contratLocationId`. */
const colonne = (champ: string) => sql.identifier(`${champ}Id`);

/**
 * The query for the document to send: its record, its file, and its kind or, when it is signed, its field of the
 * record.
 * @throws NotFound for a field that holds no signed document.
 */
function documentNomme(designe: DocumentDesigne): SQL {
  if ("DocumentId" in designe)
    return sql`SELECT entite, "entiteId", type, NULL AS champ, "StoredFileId" FROM ${documents}
      WHERE id = ${designe.DocumentId}`;
  const { entite, entiteId, champ } = designe;
  if (!DOCUMENTS_SIGNES[entite].some((signe) => signe === champ)) throw new NotFound();
  return sql`SELECT ${entite} AS entite, id AS "entiteId", NULL AS type, ${champ} AS champ,
    ${colonne(champ)} AS "StoredFileId" FROM ${sql.identifier(entite)} WHERE id = ${entiteId}`;
}

interface Piece {
  entite: EntiteSignee;
  entiteId: number;
  type: TypeDocument | null;
  champ: string | null;
  nom: string;
  extention: string;
  taille: number;
}

const lirePiece = (db: Db, nomme: SQL) =>
  db.all<Piece>(sql`SELECT choisi.entite, choisi."entiteId", choisi.type, choisi.champ, nom, extention, taille
    FROM (${nomme}) choisi JOIN ${storedFiles} ON "StoredFile".id = choisi."StoredFileId"`);

const nomDeLaPiece = ({ nom, extention }: Pick<Piece, "nom" | "extention">): string =>
  extention ? `${nom}.${extention}` : nom;

/** @throws NotFound when there is no such document; TooLarge when it is too large for a mail. */
function exigerPiece(piece: Piece | undefined): asserts piece is Piece {
  if (!piece) throw new NotFound("Ce document n’existe pas.");
  if (piece.taille > OCTETS_PAR_COURRIEL)
    throw new TooLarge(
      `Ce document est trop lourd pour un courriel\u00A0: ${OCTETS_PAR_COURRIEL / 1024 / 1024} Mo au plus.`,
    );
}

/**
 * The proposal for the mail of a document (http/README §9.12): the persons concerned, the default recipients, and a
 * text that the sender may change.
 * @throws NotFound when there is no such document; TooLarge when it is too large for a mail; Invalid while the agency
 * has no name.
 */
export async function proposerCourriel(
  { db }: Pick<Contexte, "db">,
  designe: DocumentDesigne,
): Promise<PropositionCourriel> {
  const { reglages, lue } = await db.read({
    reglages: lireReglages(db),
    lue: lirePiece(db, documentNomme(designe)),
  });
  exigerNomAgence(agenceDe(reglages));
  const [piece] = lue;
  exigerPiece(piece);
  const { personnes, logements } = await db.read(concernes(db, piece));
  const intitule =
    piece.type === null
      ? (INTITULES_SIGNES[piece.entite][piece.champ ?? ""] ?? piece.nom)
      : DOCUMENTS[piece.type].intitule;
  const [logement] = logements;
  return {
    destinataires: personnes.map(
      ({ role, adresse, premier, ...personne }): DestinatairePropose => ({
        role,
        nom: nomComplet(personne),
        adresse,
        premier: Boolean(premier),
      }),
    ),
    ...proposerTexte(intitule, logements.length === 1 && logement ? enLigne(logement) : null),
    piece: nomDeLaPiece(piece),
    taille: piece.taille,
  };
}

const enLigne = ({ adresse, codePostal, ville }: Logement): string =>
  `${adresse}, ${codePostal} ${ville}`;

interface Logement {
  adresse: string;
  codePostal: string;
  ville: string;
}

/**
 * The persons of a record who have an e-mail address (`premier` marks those for whom the document is made), and its
 * dwellings.
 */
function concernes(db: Db, { entite, entiteId: id }: Piece) {
  const dossiersDe = {
    Dossier: sql`SELECT ${id} AS id`,
    Caution: sql`SELECT "DossierId" FROM "Caution" WHERE id = ${id}`,
    EtatLieux: sql`SELECT id FROM "Dossier" WHERE "etatInId" = ${id} OR "etatOutId" = ${id}`,
    LoyerHistorique: sql`SELECT "DossierId" FROM "LoyerHistorique" WHERE id = ${id}`,
    PlanApurement: sql`SELECT "DossierId" FROM "PlanApurement" WHERE id = ${id}`,
    Mission: sql`SELECT NULL WHERE false`,
    Intendance: sql`SELECT NULL WHERE false`,
  }[entite];
  const duBail = sql`SELECT "AppartementId" FROM "Dossier" WHERE id IN (${dossiersDe})`;
  const logementsDe = {
    Dossier: duBail,
    Caution: duBail,
    LoyerHistorique: duBail,
    PlanApurement: duBail,
    EtatLieux: sql`SELECT "AppartementId" FROM "EtatLieux" WHERE id = ${id}`,
    Mission: sql`SELECT "AppartementId" FROM "MissionAppartement" WHERE "MissionId" = ${id}`,
    Intendance: sql`SELECT "AppartementId" FROM "Intendance" WHERE id = ${id}`,
  }[entite];
  const mandantsDe = entite === "Mission" ? id : null;
  const mailDuClient = sql`CASE "mailDefaut" WHEN 'mailPerso' THEN "mailPerso" WHEN 'mailPro' THEN "mailPro"
    ELSE "mailDefaut" END`;
  return {
    personnes: db.all<Personne & { role: string; adresse: string; premier: number }>(sql`
      SELECT role, titre, nom, prenom, qualite, adresse, premier FROM (
        SELECT 'Locataire' AS role, titre, nom, prenom, 'personne_physique' AS qualite, mail.value AS adresse,
          ${entite !== "Caution"} AS premier, 1 AS rang
        FROM "Locataire", json_each(json_array(mail, mail2)) mail
        WHERE "Locataire".id IN (SELECT "LocataireId" FROM "Dossier" WHERE id IN (${dossiersDe}))
        UNION ALL
        SELECT 'Locataire', "autreTitre", "autreNom", "autrePrenom", 'personne_physique', "autreMail",
          ${entite !== "Caution"}, 2
        FROM "Locataire" WHERE "autreNom" IS NOT NULL
          AND id IN (SELECT "LocataireId" FROM "Dossier" WHERE id IN (${dossiersDe}))
        UNION ALL
        SELECT 'Caution', titre, nom, prenom, 'personne_physique', mail, ${entite === "Caution"} AND id = ${id}, 3
        FROM "Caution" WHERE "DossierId" IN (${dossiersDe}) OR (${entite === "Caution"} AND id = ${id})
        UNION ALL
        SELECT 'Mandant', titre, nom, prenom, qualite, ${mailDuClient}, 1, 4 FROM "Client"
        WHERE id IN (SELECT "ClientId" FROM "MissionClient" WHERE "MissionId" = ${mandantsDe})
        UNION ALL
        SELECT 'Propriétaire', titre, nom, prenom, qualite, ${mailDuClient}, ${entite === "Intendance"}, 5 FROM "Client"
        WHERE ${entite !== "Mission"} AND id IN (
          SELECT "ClientId" FROM "Propriete" WHERE "AppartementId" IN (${logementsDe})))
      WHERE adresse LIKE '%@%' GROUP BY adresse ORDER BY min(rang), nom`),
    logements: db.all<Logement>(sql`
      SELECT adresse, "codePostal", ville FROM "Appartement" WHERE id IN (${logementsDe}) LIMIT 2`),
  };
}

/**
 * Puts the mail of a document into the outbox (http/README §9.12). It leaves after the delay of the settings, and may
 * be called back until then. The caller queues it.
 * @throws NotFound when there is no such document; TooLarge when it is too large for a mail; Invalid while the agency
 * has no name; Conflict while an identical mail waits to leave.
 */
export async function ecrireCourriel(
  { db, user }: Pick<Contexte, "db" | "user">,
  { document, destinataires, objet, texte }: DemandeCourriel,
): Promise<CourrielEcrit> {
  exigerNomAgence(agenceDe(await lireReglages(db)));
  const nomme = documentNomme(document);
  const adresses = sansDoublon(destinataires);
  const memeEnAttente = and(
    sql`${courriels.StoredFileId} = (SELECT "StoredFileId" FROM (${nomme}))`,
    eq(courriels.etat, "a_envoyer"),
    eq(courriels.destinataires, adresses),
    eq(courriels.objet, objet),
    eq(courriels.texte, texte),
  );
  const envoyable = sql`(SELECT choisi.* FROM (${nomme}) choisi
    JOIN ${storedFiles} ON "StoredFile".id = choisi."StoredFileId"
    WHERE "StoredFile".taille <= ${OCTETS_PAR_COURRIEL} AND NOT ${rowExists(courriels, memeEnAttente)})`;
  const {
    piece: [piece],
    attend: [attend],
    courriel: [courriel],
  } = await db.write({
    piece: lirePiece(db, nomme),
    attend: db.select({ id: courriels.id }).from(courriels).where(memeEnAttente),
    historique: trace(db, {
      entite: sql`(SELECT entite FROM ${envoyable})`,
      entiteId: sql`(SELECT "entiteId" FROM ${envoyable})`,
      etat: "Document envoyé",
      user,
      details: { objet, destinataires: adresses.join(", ") },
      quand: rowExists(envoyable),
    }),
    courriel: db.all<CourrielEcrit>(sql`
      INSERT INTO ${courriels}
        (genre, destinataires, "partLe", entite, "entiteId", type, champ, objet, texte, "StoredFileId", "user")
      SELECT 'document', ${JSON.stringify(adresses)}, ${PART_LE}, entite, "entiteId", type, champ,
        ${objet}, ${texte}, "StoredFileId", ${user} FROM ${envoyable}
      RETURNING id, "partLe", version`),
  });
  exigerPiece(piece);
  if (attend) throw new Conflict("Ce même courriel attend déjà de partir.");
  if (!courriel) throw new NotFound("Ce document n’existe pas.");
  return courriel;
}

/** Each address once, whatever its case, as it was first written. */
function sansDoublon(adresses: readonly string[]): string[] {
  const repliees = adresses.map((adresse) => adresse.toLowerCase());
  return adresses.filter((_, rang) => repliees.indexOf(repliees[rang] ?? "") === rang);
}

const ENVOI_EFFACE: Sort = { etat: "refuse", erreur: "Le document n’existe plus." };

/**
 * Sends the mails of documents, and those to user accounts, that wait and may leave. The file is read first, so that
 * a failure of R2 leaves its mail waiting, and each mail is reserved just before it is sent. All mails wait while the
 * agency has no name to sign them with. A mail is stopped when its revision or statement of charges was undone, or
 * when its letter would ask for a revision too late.
 * @returns the remaining work for each mail that was still to be sent, null once it is done; empty while the agency
 * has no name.
 */
export async function expedierCourriels(
  ctx: Pick<Contexte, "env" | "db">,
  ids: readonly number[],
): Promise<Map<number, Reste>> {
  const { db } = ctx;
  const reste = new Map<number, Reste>();
  if (ids.length === 0) return reste;
  const { lignes, reglages } = await db.read({
    lignes: db
      .select({ courriel: courriels, piece: storedFiles })
      .from(courriels)
      .leftJoin(storedFiles, eq(storedFiles.id, courriels.StoredFileId))
      .where(
        and(inArray(courriels.id, [...ids]), inArray(courriels.etat, ["a_envoyer", "en_cours"])),
      ),
    reglages: lireReglages(db),
  });
  const agence = agenceDe(reglages);
  if (!estNommee(agence)) {
    await direEnAttente(db, inArray(courriels.id, [...ids]), SANS_NOM);
    return reste;
  }
  const arretes = lignes.some(({ courriel }) => PEUVENT_S_ANNULER.has(courriel.type))
    ? await arreter(db, inArray(courriels.id, [...ids]))
    : [];
  const aEnvoyer = lignes.filter(({ courriel }) => !arretes.includes(courriel.id));
  const groupes = Map.groupBy(aEnvoyer, ({ courriel }) => courriel.CompteRenduId);
  const lourds = groupes.get(null) ?? [];
  groupes.delete(null);
  const expedierSuite = async (suite: typeof lignes) => {
    for (const { courriel, piece } of suite)
      reste.set(courriel.id, await expedierUn(ctx, agence, { courriel, joint: piece }));
  };
  const partis = await enParallele([lourds, ...groupes.values()], COMPTES_A_LA_FOIS, expedierSuite);
  for (const parti of partis) if (parti.status === "rejected") throw parti.reason;
  return reste;
}

/** The kinds of document that may be undone, or become too late to send, while their mail waits. */
const PEUVENT_S_ANNULER: ReadonlySet<string | null> = new Set([
  "lettreRevision",
  "regularisationCharges",
]);

/**
 * Stops, among the mails that meet `lesquels`, those whose document was undone and those whose letter would ask for a
 * revision too late.
 * @returns the identifiers of the stopped mails
 */
async function arreter(db: Db, lesquels: SQL): Promise<number[]> {
  const annules = await annulerSansObjet(db, lesquels);
  const tardives = await arreterDemandesTardives({ db, today: aujourdhui(new Date()) }, lesquels);
  return [...annules.map(({ id }) => id), ...tardives];
}

/**
 * The number of comptes rendus whose mails are sent at the same time, since their files are small. The mails of one
 * compte rendu leave one after the other, because they share its file. Other files may be as large as a mail allows,
 * so their mails leave one at a time.
 */
const COMPTES_A_LA_FOIS = 8;

async function expedierUn(
  ctx: Pick<Contexte, "env" | "db">,
  agence: Agence,
  { courriel, joint }: { courriel: typeof courriels.$inferSelect; joint: FichierGarde | null },
): Promise<Reste> {
  const { env, db } = ctx;
  if (courriel.etat === "en_cours") return { dans: RESERVATION / 1000 + 10 };
  const now = new Date();
  if ((courriel.partLe ?? "") > now.toISOString())
    return { dans: secondesAvant(courriel.partLe, now) };
  const piece = sansPiece(courriel) ? null : await lireJoint(ctx, courriel, joint);
  const reserve = await prendreCourriel(db, courriel.id, new Date());
  if (!reserve) return { dans: 1 };
  const sort = estRefus(piece)
    ? piece
    : estAMoi(reserve)
      ? await envoyer(env, {
          de: agence.agenceNom,
          repondreA: agence.agenceEmail,
          a: courriel.destinataires,
          ...composerLibre(agence, courriel.objet ?? "", courriel.texte ?? ""),
          ...(piece ? { piece } : {}),
        })
      : TROP_TARD;
  await avecPatience(() => consigner(db, [{ courriel: reserve, sort }], new Date()));
  return sort.etat === "a_reprendre" ? { dans: sort.dans * reserve.tentatives } : null;
}

type FichierGarde = typeof storedFiles.$inferSelect;

const estRefus = (piece: object | null): piece is Sort => piece !== null && "etat" in piece;

/** Whether a mail has no attachment: only a mail to a user account has none. */
const sansPiece = ({ entite }: typeof courriels.$inferSelect): boolean => entite === "User";

/** The content of the file attached to a mail, or the reason why the mail cannot leave. */
async function lireJoint(
  ctx: Pick<Contexte, "env" | "db">,
  courriel: typeof courriels.$inferSelect,
  joint: FichierGarde | null,
): Promise<{ nom: string; type: string; octets: Uint8Array } | Sort> {
  const piece = joint ?? (await pieceAFaire(ctx, courriel));
  if (estRefus(piece)) return piece;
  const corps = await lireMontre(ctx.env, piece);
  if (!corps) return ENVOI_EFFACE;
  const octets = new Uint8Array(await new Response(corps).arrayBuffer());
  return { nom: nomDeLaPiece(piece), type: piece.type, octets };
}

/**
 * The file of the compte rendu attached to a mail, made and stored now if it does not exist yet; or the reason why
 * the mail cannot leave.
 */
async function pieceAFaire(
  { env, db }: Pick<Contexte, "env" | "db">,
  { CompteRenduId, id, user }: typeof courriels.$inferSelect,
): Promise<FichierGarde | Sort> {
  if (CompteRenduId === null) return ENVOI_EFFACE;
  try {
    const ctx = { ...sansAuteur(env, db, new Date()), user: user ?? "" };
    const cle = await garderCompteRendu(ctx, CompteRenduId);
    const {
      fichier: [fichier],
    } = await db.write({
      fichier: db.select().from(storedFiles).where(eq(storedFiles.key, cle)),
      joint: db
        .update(courriels)
        .set({ StoredFileId: idDuDepot(cle) })
        .where(eq(courriels.id, id)),
    });
    return fichier ?? ENVOI_EFFACE;
  } catch (error) {
    if (error instanceof Invalid || error instanceof NotFound)
      return { etat: "refuse", erreur: error.message };
    throw error;
  }
}

/**
 * Reserves a waiting mail whose time has come, for one sender and for five minutes; undefined when it cannot be
 * reserved.
 */
async function prendreCourriel(
  db: Db,
  id: number,
  now: Date,
): Promise<CourrielReserve | undefined> {
  const {
    pris: [reserve],
  } = await db.write({
    incertains: rendreIncertains(db, now),
    pris: db.all<CourrielReserve>(sql`
      UPDATE ${courriels} SET etat = 'en_cours', tentatives = tentatives + 1, erreur = NULL,
        "bailJusqua" = ${finDeReservation(now)}, "updatedAt" = ${MAINTENANT}
      WHERE id = ${id} AND etat = 'a_envoyer' AND coalesce("partLe", '') <= ${now.toISOString()}
      RETURNING id, tentatives, "bailJusqua" AS "reserveJusqua"`),
  });
  return reserve;
}
