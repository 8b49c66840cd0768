import { asc, gt, type SQL, sql } from "drizzle-orm";
import { nomPropre } from "#domain/fichiers/contenu-fichier.ts";
import type { Db } from "#worker/db/client.ts";
import { storedFiles } from "#worker/db/schema/fichiers.ts";

export interface FichierExporte {
  id: number;
  key: string;
  /** Bytes. */
  taille: number;
  createdAt: string;
  /** The path of the file in the archive. */
  chemin: string;
}

/** At most `auPlus` files after the file `apres`, in the order of their arrival. */
export async function lireFichiers(db: Db, apres: number, auPlus: number) {
  const { id, key, taille, createdAt } = storedFiles;
  const fichiers = await db
    .select({ id, key, taille, createdAt })
    .from(storedFiles)
    .where(gt(storedFiles.id, apres))
    .orderBy(asc(storedFiles.id))
    .limit(auPlus);
  const chemins = await cheminsDesFichiers(
    db,
    fichiers.map(({ id }) => id),
  );
  return fichiers.map((fichier): FichierExporte => {
    const chemin = chemins.get(fichier.id) ?? `fichiers/${SANS_FICHE}/${fichier.id}`;
    return { ...fichier, chemin };
  });
}

interface Porteur {
  fichier: number;
  nom: string;
  extention: string;
  /** Null when no record holds the file. */
  entite: string | null;
  fiche: number | null;
  /** The folder within the record's folder; "" for none. */
  sorte: string;
  /** 1 when the product made the file, else 0. */
  etabli: number;
}

const SANS_FICHE = "Sans fiche";

/**
 * The path of each file in the archive: the folder of its record, the folder `sorte`, if any, then the name of the
 * file and the identifier of its row in `StoredFile`. The identifier distinguishes files of the same name.
 * @param ids the identifiers of rows of `StoredFile`.
 */
export async function cheminsDesFichiers(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const json = JSON.stringify(ids);
  const porteurs = await db.all<Porteur>(porteursDe(sql`(SELECT value FROM json_each(${json}))`));
  const premiers = new Map<number, Porteur>();
  for (const porteur of porteurs) {
    if (!premiers.has(porteur.fichier)) premiers.set(porteur.fichier, porteur);
  }
  const noms = await nomsDesFiches(db, [...premiers.values()]);
  return new Map(
    [...premiers].map(([id, porteur]) => {
      const { entite, fiche, sorte, etabli } = porteur;
      const nom = noms.get(`${entite} ${fiche}`);
      const dossiers =
        entite && fiche
          ? [FICHES[entite]?.dossier ?? entite, nomDeDossier(nom, fiche)]
          : [SANS_FICHE];
      const racine = etabli ? "documents" : "fichiers";
      const chemin = [racine, ...dossiers, sorte, nomDeFichier(id, porteur)];
      return [id, chemin.filter(Boolean).join("/")];
    }),
  );
}

const nomDeDossier = (nom: string | undefined, id: number) =>
  nom ? `${nomPropre(nom.replaceAll("/", "-"))} (${id})` : String(id);

function nomDeFichier(id: number, { nom, extention }: Porteur): string {
  const propre = nomPropre(nom);
  const fin = extention && `.${extention}`;
  const seul = fin && propre.toLowerCase().endsWith(fin) ? propre.slice(0, -fin.length) : propre;
  return `${seul} (${id})${fin}`;
}

/** The query for the records that hold these files; the archive puts a file under the first of its records. */
function porteursDe(ids: SQL): SQL {
  const tenu = (table: string, colonne: string, sorte: string) =>
    sql`SELECT ${sql.identifier(colonne)}, NULL, ${table}, id, ${sorte}, 0 FROM ${sql.identifier(table)}
      WHERE ${sql.identifier(colonne)} IN ${ids}`;
  const tenus = [
    sql`SELECT "StoredFileId", nom,
        CASE WHEN "LocataireId" IS NOT NULL THEN 'Locataire' WHEN "ClientId" IS NOT NULL THEN 'Client'
          WHEN "AppartementId" IS NOT NULL THEN 'Appartement' END,
        coalesce("LocataireId", "ClientId", "AppartementId"), '', 0
      FROM "Fichier" WHERE "StoredFileId" IN ${ids}`,
    sql`SELECT "StoredFileId", NULL, CASE WHEN "AppartementId" IS NOT NULL THEN 'Appartement' END,
        "AppartementId", 'Photos', 0 FROM "Image" WHERE "StoredFileId" IN ${ids}`,
    tenu("Dossier", "contratLocationId", "Contrat de location signé"),
    tenu("Dossier", "inventaireEntreeId", "Inventaire d’entrée signé"),
    tenu("Dossier", "inventaireSortieId", "Inventaire de sortie signé"),
    tenu("Caution", "acteCautionnementSignedId", "Acte de cautionnement signé"),
    tenu("EtatLieux", "signedId", "État des lieux signé"),
    tenu("LoyerHistorique", "signedId", "Avenant signé"),
    tenu("PlanApurement", "signedId", "Plan d’apurement signé"),
    sql`SELECT p."StoredFileId", p.place, 'EtatLieux', p."EtatLieuxId", 'Photos', 0
      FROM "PhotoConstat" p WHERE p."StoredFileId" IN ${ids}`,
    sql`SELECT p."VignetteId", p.place, 'EtatLieux', p."EtatLieuxId", 'Vignettes', 0
      FROM "PhotoConstat" p WHERE p."VignetteId" IN ${ids}`,
    tenu("Mission", "ordreMissionId", "Ordre de mission signé"),
    tenu("Intendance", "factureId", "Facture"),
    tenu("Intendance", "ordreMissionId", "Ordre de mission signé"),
    tenu("Reglement", "StoredFileId", ""),
    tenu("Releve", "StoredFileId", ""),
    tenu("Variable", "StoredFileId", ""),
    sql`SELECT "StoredFileId", NULL, entite, "entiteId", '', 1 FROM "Document"
      WHERE "StoredFileId" IN ${ids}`,
    sql`SELECT "StoredFileId", NULL, entite, "entiteId", 'Remplacés', 0 FROM "Remplacement"
      WHERE "StoredFileId" IN ${ids}`,
    tenu("Courriel", "StoredFileId", ""),
    tenu("DemandeSignature", "StoredFileId", "Document lu"),
    tenu("DemandeSignature", "BlocsId", "Texte lu"),
    tenu("DemandeSignature", "ScelleId", "Document scellé"),
  ];
  const ordonnes = tenus.map((tenu, ordre) => sql`SELECT ${ordre}, * FROM (${tenu})`);
  return sql`WITH porteur (ordre, fichier, nom, entite, fiche, sorte, etabli)
      AS (${sql.join(ordonnes, sql` UNION ALL `)})
    SELECT objet.id AS fichier, coalesce(porteur.nom, objet.nom) AS nom, objet.extention,
      porteur.entite, porteur.fiche, coalesce(porteur.sorte, '') AS sorte, coalesce(porteur.etabli, 0) AS etabli
    FROM "StoredFile" objet LEFT JOIN porteur ON porteur.fichier = objet.id
    WHERE objet.id IN ${ids} ORDER BY objet.id, porteur.ordre`;
}

/** For each kind of record: its folder, and the name of a record there. */
const FICHES: Readonly<Record<string, { dossier: string; nom: SQL }>> = {
  Locataire: {
    dossier: "Locataires",
    nom: sql`SELECT id, nom || ' ' || prenom AS nom FROM "Locataire"`,
  },
  Client: {
    dossier: "Propriétaires",
    nom: sql`SELECT id, nom || ' ' || prenom AS nom FROM "Client"`,
  },
  Caution: { dossier: "Cautions", nom: sql`SELECT id, nom || ' ' || prenom AS nom FROM "Caution"` },
  Appartement: {
    dossier: "Appartements",
    nom: sql`SELECT id, adresse || ' ' || ville || coalesce(' étage ' || etage, '') AS nom FROM "Appartement"`,
  },
  Dossier: {
    dossier: "Dossiers",
    nom: sql`SELECT d.id, l.nom || ' ' || l.prenom || ' ' || a.adresse AS nom FROM "Dossier" d
      JOIN "Locataire" l ON l.id = d."LocataireId" JOIN "Appartement" a ON a.id = d."AppartementId"`,
  },
  EtatLieux: {
    dossier: "États des lieux",
    nom: sql`SELECT e.id, e.date || coalesce(' ' || a.adresse, '') AS nom FROM "EtatLieux" e
      LEFT JOIN "Appartement" a ON a.id = e."AppartementId"`,
  },
  LoyerHistorique: {
    dossier: "Avenants au bail",
    nom: sql`SELECT h.id, h.depuis || ' ' || l.nom || ' ' || l.prenom AS nom FROM "LoyerHistorique" h
      JOIN "Dossier" d ON d.id = h."DossierId" JOIN "Locataire" l ON l.id = d."LocataireId"`,
  },
  PlanApurement: {
    dossier: "Plans d’apurement",
    nom: sql`SELECT p.id, p.date || ' ' || l.nom || ' ' || l.prenom AS nom FROM "PlanApurement" p
      JOIN "Dossier" d ON d.id = p."DossierId" JOIN "Locataire" l ON l.id = d."LocataireId"`,
  },
  Mission: {
    dossier: "Mandats",
    nom: sql`SELECT m.id, coalesce(m."numRegistre" || ' ', '') || coalesce((SELECT c.nom || ' ' || c.prenom
      FROM "MissionClient" mc JOIN "Client" c ON c.id = mc."ClientId" WHERE mc."MissionId" = m.id
      ORDER BY c.id LIMIT 1), m.type) AS nom FROM "Mission" m`,
  },
  Intendance: {
    dossier: "Intendances",
    nom: sql`SELECT i.id, coalesce(i.date, i."dateDepart", '') || ' ' || coalesce(i.intitule, a.adresse) AS nom
      FROM "Intendance" i JOIN "Appartement" a ON a.id = i."AppartementId"`,
  },
  DemandeSignature: {
    dossier: "Signatures",
    nom: sql`SELECT id, titre AS nom FROM "DemandeSignature"`,
  },
  Reglement: { dossier: "Règlements", nom: sql`SELECT id, date AS nom FROM "Reglement"` },
  Releve: {
    dossier: "Relevés bancaires",
    nom: sql`SELECT r.id, c.nom || coalesce(' ' || r.au, '') AS nom FROM "Releve" r
      JOIN "CompteBancaire" c ON c.id = r."CompteBancaireId"`,
  },
  Variable: { dossier: "Agence", nom: sql`SELECT id, nom FROM "Variable"` },
  Courriel: {
    dossier: "Courriels",
    nom: sql`SELECT id, substr("createdAt", 1, 10) AS nom FROM "Courriel"`,
  },
};

/** The names of the records that hold files, by a key such as « Dossier 12 ». */
async function nomsDesFiches(db: Db, porteurs: readonly Porteur[]): Promise<Map<string, string>> {
  const parEntite = Map.groupBy(porteurs, ({ entite }) => entite ?? "");
  const requetes = [...parEntite].flatMap(([entite, deLEntite]) => {
    const fiche = FICHES[entite];
    if (!fiche) return [];
    const json = JSON.stringify([...new Set(deLEntite.map(({ fiche }) => fiche))]);
    return [
      sql`SELECT ${entite} AS entite, id, nom FROM (${fiche.nom}) WHERE id IN (SELECT value FROM json_each(${json}))`,
    ];
  });
  if (requetes.length === 0) return new Map();
  const noms = await db.all<{ entite: string; id: number; nom: string }>(
    sql.join(requetes, sql` UNION ALL `),
  );
  return new Map(noms.map(({ entite, id, nom }) => [`${entite} ${id}`, nom]));
}
