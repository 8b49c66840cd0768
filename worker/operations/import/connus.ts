import { asc, getTableName, gt, isNotNull, type SQL, sql } from "drizzle-orm";
import { agenceDe } from "#domain/agence/agence.ts";
import type { Connus, FondsRecus, MandatConnu, MandatsConnus } from "#domain/import/connus.ts";
import type { Suites } from "#domain/import/etat-locatif.ts";
import { ETAT_LOCATIF, type FormeImport, GENRES, type GenreImport } from "#domain/import/genres.ts";
import { MAIL_EFFACE } from "#domain/personnes/personne.ts";
import type { Db } from "#worker/db/client.ts";
import { registreOuvert } from "#worker/db/conditions.ts";
import { variables } from "#worker/db/schema/agence.ts";
import { importFiches } from "#worker/db/schema/imports.ts";
import { missionAppartements, missionClients, missions } from "#worker/db/schema/missions.ts";
import { appartements, cautions, clients, dossiers, locataires } from "#worker/db/schema/schema.ts";

const PAR_PAGE = 5000;

/** Every row, page after page. */
async function tousDe<Row extends { id: number }>(
  lire: (apres: number, combien: number) => PromiseLike<Row[]>,
): Promise<Row[]> {
  const tous: Row[] = [];
  for (;;) {
    const page = await lire(tous.at(-1)?.id ?? 0, PAR_PAGE);
    tous.push(...page);
    if (page.length < PAR_PAGE) return tous;
  }
}

const mailsDe = (...mails: (string | null)[]): string[] => mails.flatMap((mail) => mail ?? []);
const existe = (mails: readonly string[]): boolean => !mails.includes(MAIL_EFFACE);

/** The stored records that a file of this kind may name or repeat; erased owners and tenants are left out. */
export async function lireConnus(db: Db, forme: FormeImport): Promise<Connus> {
  const besoin = (...genres: GenreImport[]) =>
    forme === ETAT_LOCATIF ? genres.some((genre) => genre !== "Caution") : genres.includes(forme);
  const [references, lesClients, lesAppartements, lesLocataires, baux, lesCautions, mandats] =
    await Promise.all([
      lireReferences(db),
      besoin("Client", "Appartement", "Mission") ? lireClients(db) : [],
      besoin("Appartement", "Mission", "Dossier") ? lireAppartements(db) : [],
      besoin("Locataire", "Dossier", "Caution") ? lireLocataires(db) : [],
      besoin("Dossier", "Caution") ? lireBaux(db) : [],
      besoin("Caution") ? lireCautions(db) : [],
      lireMandats(db, besoin("Mission")),
    ]);
  return {
    references,
    clients: lesClients,
    appartements: lesAppartements,
    locataires: lesLocataires,
    baux,
    cautions: lesCautions,
    mandats,
  };
}

async function lireReferences(db: Db) {
  const personnes = await tousDe((apres, combien) =>
    db
      .select({
        id: sql<number>`${importFiches}.rowid`,
        entite: importFiches.entite,
        entiteId: importFiches.entiteId,
        reference: importFiches.reference,
      })
      .from(importFiches)
      .where(sql`${importFiches}.rowid > ${apres} AND ${isNotNull(importFiches.reference)}`)
      .orderBy(sql`${importFiches}.rowid`)
      .limit(combien),
  );
  return personnes.map(({ entite, entiteId, reference }) => ({
    entite: entite as GenreImport,
    entiteId,
    reference: reference ?? "",
  }));
}

async function lireClients(db: Db) {
  const rows = await tousDe((apres, combien) =>
    db
      .select({
        id: clients.id,
        nom: clients.nom,
        prenom: clients.prenom,
        mailPerso: clients.mailPerso,
        mailPro: clients.mailPro,
        naissance: clients.naissance,
      })
      .from(clients)
      .where(gt(clients.id, apres))
      .orderBy(asc(clients.id))
      .limit(combien),
  );
  return rows
    .map(({ mailPerso, mailPro, ...client }) => ({ ...client, mails: mailsDe(mailPerso, mailPro) }))
    .filter(({ mails }) => existe(mails));
}

async function lireLocataires(db: Db) {
  const rows = await tousDe((apres, combien) =>
    db
      .select({
        id: locataires.id,
        nom: locataires.nom,
        prenom: locataires.prenom,
        mail: locataires.mail,
        mail2: locataires.mail2,
        naissance: locataires.naissance,
      })
      .from(locataires)
      .where(gt(locataires.id, apres))
      .orderBy(asc(locataires.id))
      .limit(combien),
  );
  return rows
    .map(({ mail, mail2, ...locataire }) => ({ ...locataire, mails: mailsDe(mail, mail2) }))
    .filter(({ mails }) => existe(mails));
}

const lireAppartements = (db: Db) =>
  tousDe((apres, combien) =>
    db
      .select({
        id: appartements.id,
        adresse: appartements.adresse,
        codePostal: appartements.codePostal,
        ville: appartements.ville,
        etage: appartements.etage,
        situation: appartements.situation,
      })
      .from(appartements)
      .where(gt(appartements.id, apres))
      .orderBy(asc(appartements.id))
      .limit(combien),
  );

const lireBaux = (db: Db) =>
  tousDe((apres, combien) =>
    db
      .select({
        id: dossiers.id,
        AppartementId: dossiers.AppartementId,
        LocataireId: dossiers.LocataireId,
        numFraisDossier: dossiers.numFraisDossier,
        colocation: dossiers.colocation,
        dateDebutBail: dossiers.dateDebutBail,
        dateFinBail: dossiers.dateFinBail,
        dateDebutPreavis: dossiers.dateDebutPreavis,
        dateFinPreavis: dossiers.dateFinPreavis,
        dateSortie: dossiers.dateSortie,
      })
      .from(dossiers)
      .where(gt(dossiers.id, apres))
      .orderBy(asc(dossiers.id))
      .limit(combien),
  );

/**
 * The missions; for each dwelling, the last day on which the agency received rents and the last day on which the
 * owner received rents; the settings on which the check of a mandate depends. Empty when the file has no mandates.
 */
async function lireMandats(db: Db, besoin: boolean): Promise<MandatsConnus> {
  if (!besoin)
    return { missions: [], fonds: [], registreOuvert: false, franchiseTva: false, garant: "" };
  const { missionsConnues, fonds, registre, reglages } = await db.read({
    missionsConnues: db.all<
      Omit<MandatConnu, "gestion" | "mandants" | "biens"> &
        Record<"type" | "mandants" | "biens", string>
    >(sql`
      SELECT m.id, m.type, m."numRegistre",
        (SELECT json_group_array("ClientId") FROM ${missionClients} WHERE "MissionId" = m.id) AS mandants,
        (SELECT json_group_array("AppartementId") FROM ${missionAppartements} WHERE "MissionId" = m.id) AS biens
      FROM ${missions} m ORDER BY m.id`),
    fonds: db.all<FondsRecus>(sql`
      SELECT d."AppartementId", max(iif(r.fonds = 'agence', r.date, NULL)) AS agence,
        max(iif(r.fonds = 'proprietaire', r.date, NULL)) AS proprietaire
      FROM "Reglement" r JOIN ${dossiers} d ON d.id = r."DossierId"
      WHERE r.etat IN ('recu', 'credite') GROUP BY d."AppartementId"`),
    registre: db.all<{ ouvert: number }>(sql`SELECT ${registreOuvert} AS ouvert`),
    reglages: db.select().from(variables),
  });
  const { franchiseTva, garantNom } = agenceDe(reglages);
  return {
    missions: missionsConnues.map(({ type, mandants, biens, ...mission }) => ({
      ...mission,
      gestion: type === "gestion",
      mandants: JSON.parse(mandants),
      biens: JSON.parse(biens),
    })),
    fonds,
    registreOuvert: registre[0]?.ouvert === 1,
    franchiseTva,
    garant: garantNom,
  };
}

async function lireCautions(db: Db) {
  const rows = await tousDe((apres, combien) =>
    db
      .select({
        id: cautions.id,
        DossierId: cautions.DossierId,
        nom: cautions.nom,
        prenom: cautions.prenom,
        mail: cautions.mail,
        naissance: cautions.naissance,
      })
      .from(cautions)
      .where(gt(cautions.id, apres))
      .orderBy(asc(cautions.id))
      .limit(combien),
  );
  return rows.map(({ mail, ...caution }) => ({ ...caution, mails: [mail] }));
}

export const TABLES_IMPORT = {
  Client: clients,
  Appartement: appartements,
  Mission: missions,
  Locataire: locataires,
  Dossier: dossiers,
  Caution: cautions,
} as const;

/** The last identifier ever given to a record of this kind. */
export const suiteDe = (genre: GenreImport): SQL =>
  sql`(SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = ${getTableName(TABLES_IMPORT[genre])})`;

/** The last identifier ever given to a record of each kind. */
export async function lireSuites(db: Db): Promise<Suites> {
  const [suites] = await db.all<Suites>(
    sql`SELECT ${sql.join(
      GENRES.map((genre) => sql`${suiteDe(genre)} AS ${sql.identifier(genre)}`),
      sql`, `,
    )}`,
  );
  return suites ?? { Client: 0, Appartement: 0, Mission: 0, Locataire: 0, Dossier: 0, Caution: 0 };
}
