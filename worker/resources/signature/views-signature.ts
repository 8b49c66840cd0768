import { eq, type SQL, sql } from "drizzle-orm";
import { DOCUMENTS } from "#domain/fichiers/document.ts";
import { aLeurTour, type Demande, etatDemande } from "#domain/signature/demande.ts";
import { ecritSaMention } from "#domain/signature/mention.ts";
import type {
  DemandeDetail,
  DemandeRow,
  EvenementDeDemande,
  SignataireRow,
} from "#domain/signature/wire.ts";
import type { Db } from "#worker/db/client.ts";
import { selected } from "#worker/db/conditions.ts";
import { demandesSignature } from "#worker/db/schema/signature.ts";
import { defineFind } from "#worker/http/api/record.ts";
import type { FileLink } from "#worker/http/files/file-links.ts";
import { versionDesSources } from "#worker/operations/signature/papiers.ts";

const fichier = (id: typeof demandesSignature.StoredFileId | typeof demandesSignature.ScelleId) =>
  selected<string | null>(sql`(SELECT key FROM "StoredFile" WHERE id = ${id})`);

const scelle = (champ: "scelleLe" | "empreinte") =>
  selected<string | null>(
    sql`(SELECT ${sql.identifier(champ)} FROM "DocumentScelle" WHERE id = ${demandesSignature.DocumentScelleId})`,
  );

/** The computed values of a request, beside its columns. */
export const EXTRAS = {
  scelleLe: scelle("scelleLe").as("scelleLe"),
  empreinteScellee: scelle("empreinte").as("empreinteScellee"),
  horodatage: selected<string | null>(sql`(SELECT CASE
      WHEN details ->> 'manque' IS NOT NULL THEN json_object('manque', details ->> 'manque')
      WHEN details ->> 'autorite' IS NOT NULL THEN json_object('le', details ->> 'le', 'autorite', details ->> 'autorite') END
    FROM "History" WHERE entite = 'DemandeSignature' AND "entiteId" = ${demandesSignature.id} AND etat = 'Scellée')`).as(
    "horodatage",
  ),
  key: fichier(demandesSignature.StoredFileId).as("key"),
  keyScelle: fichier(demandesSignature.ScelleId).as("keyScelle"),
  versionPresente: selected<string>(
    versionDesSources({
      entite: demandesSignature.entite,
      entiteId: demandesSignature.entiteId,
      DossierId: demandesSignature.DossierId,
    }),
  ).as("versionPresente"),
  signataires:
    selected<string>(sql`(SELECT json_group_array(json_object('id', s.id, 'rang', s.rang, 'role', s.role, 'nom', s.nom,
      'qualite', s.qualite, 'mail', s.mail, 'identite', s.identite, 'envoyeLe', s."envoyeLe", 'vuLe', s."vuLe",
      'luLe', s."luLe", 'signeLe', s."signeLe", 'refuseLe', s."refuseLe", 'motif', s.motif,
      'rappeleLe', s."rappeleLe", 'gardeDiscussion', s."gardeDiscussion"))
    FROM (SELECT * FROM "Signataire" WHERE "DemandeSignatureId" = ${demandesSignature.id} ORDER BY rang, id) s)`).as(
      "signataires",
    ),
};

/** The events of a request, the first one first. */
export const EVENEMENTS = {
  evenements:
    selected<string>(sql`(SELECT json_group_array(json_object('id', h.id, 'etat', h.etat, 'user', h."user",
      'details', json(h.details), 'createdAt', h."createdAt"))
    FROM (SELECT * FROM "History" WHERE entite = 'DemandeSignature' AND "entiteId" = ${demandesSignature.id} ORDER BY id) h)`).as(
      "evenements",
    ),
};

type Signataire = Omit<SignataireRow, "aSonTour" | "mentionDemandee" | "gardeDiscussion"> & {
  gardeDiscussion: 0 | 1 | null;
};

/** A request as the database gives it, with {@link EXTRAS}. */
export interface DemandeLue
  extends Omit<typeof demandesSignature.$inferSelect, "StoredFileId" | "ScelleId" | "BlocsId"> {
  scelleLe: string | null;
  empreinteScellee: string | null;
  horodatage: string | null;
  key: string | null;
  keyScelle: string | null;
  versionPresente: string;
  signataires: string;
}

/** A request as its lists show it. */
export function demandeRow(raw: DemandeLue, link: FileLink, now: Date): DemandeRow {
  const signataires: Signataire[] = JSON.parse(raw.signataires);
  const demande: Demande = { ...raw, ouverteLe: raw.createdAt, signataires };
  const etat = etatDemande(demande, now);
  const tour = new Set(aLeurTour(demande, now).map(({ id }) => id));
  const { key, keyScelle, versionSource, versionPresente } = raw;
  return {
    id: raw.id,
    type: raw.type,
    intitule: DOCUMENTS[raw.type].intitule,
    titre: raw.titre,
    entite: raw.entite,
    entiteId: raw.entiteId,
    champ: raw.champ,
    DossierId: raw.DossierId,
    MissionId: raw.MissionId,
    lieu: raw.lieu,
    consommateur: raw.consommateur,
    etat,
    createdAt: raw.createdAt,
    expireLe: raw.expireLe,
    annuleeLe: raw.annuleeLe,
    motif: raw.motif,
    remplaceeLe: raw.remplaceeLe,
    scelleLe: raw.scelleLe,
    pages: raw.pages,
    octets: raw.octets,
    empreinte: raw.empreinte,
    empreinteScellee: raw.empreinteScellee,
    horodatage: raw.horodatage === null ? null : JSON.parse(raw.horodatage),
    url: key === null ? null : link(key),
    urlScelle: keyScelle === null ? null : link(keyScelle),
    ficheChangee: OUVERTS.includes(etat) && versionSource !== versionPresente,
    retractationJusqua: raw.retractationJusqua,
    retracteeLe: raw.retracteeLe,
    user: raw.user,
    version: raw.version,
    signataires: signataires.map(({ gardeDiscussion, ...signataire }) => ({
      ...signataire,
      aSonTour: tour.has(signataire.id),
      mentionDemandee: ecritSaMention(raw.type, signataire.role),
      gardeDiscussion: gardeDiscussion === null ? null : gardeDiscussion === 1,
    })),
  };
}

const OUVERTS = ["a_signer", "a_signer_agence", "a_sceller"];

export function demandeDetail(
  { evenements, ...raw }: DemandeLue & { evenements: string },
  link: FileLink,
  now: Date,
): DemandeDetail {
  const lignes: EvenementDeDemande[] = JSON.parse(evenements);
  return { ...demandeRow(raw, link, now), evenements: lignes };
}

/** A request with its events; it is evidence and is never deleted. */
export const find = defineFind({
  query: (db: Db, id: number | SQL) =>
    db.query.demandesSignature.findFirst({
      where: eq(demandesSignature.id, id),
      extras: { ...EXTRAS, ...EVENEMENTS },
    }),
  view: (raw, { link }) => demandeDetail(raw, link, new Date()),
  heldBy: () => ["ce qui a eu lieu"],
  free: () => sql`false`,
});
