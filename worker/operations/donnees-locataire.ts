import { type SQL, sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import { ETATS_OUBLIANT } from "#domain/history.ts";
import { locataireEfface } from "#domain/locataire.ts";
import { motsDeFichier } from "#domain/nom-de-fichier.ts";
import { texteDeRecherche } from "#domain/recherche.ts";
import type { Db } from "#worker/db/client.ts";
import { dossierEnCours } from "#worker/db/conditions.ts";
import { rowExists } from "#worker/db/rows.ts";
import {
  cautions,
  courriels,
  dossiers,
  etatsLieux,
  fichiers,
  history,
  locataires,
  quitances,
  remplacements,
  storedFiles,
} from "#worker/db/schema.ts";
import type { Env } from "#worker/env.ts";
import { effacer } from "#worker/files.ts";
import { archive, type Entree } from "./archive.ts";
import { lignesOubliees, oublierLignes, trace } from "./history.ts";
import { pdfDe, remettre } from "./quittance-pdf.ts";
import { chargerQuittances } from "./quittances-chargees.ts";

const QUITTANCES_A_LA_FOIS = 20;

/** The rows that tell of one tenant, each as the condition that finds them in its table. */
function lignesDe(id: number) {
  const sesDossiers = sql`SELECT id FROM "Dossier" WHERE "LocataireId" = ${id}`;
  const sesCautions = sql`SELECT id FROM "Caution" WHERE "DossierId" IN (${sesDossiers})`;
  // Of an inventory that a later one replaced, the dossier keeps the signed scan.
  const scansRemplaces = sql`SELECT "StoredFileId" FROM "Remplacement" WHERE entite = 'Dossier'
    AND champ IN ('etatIn', 'etatOut') AND "entiteId" IN (${sesDossiers})`;
  const sesEtats = sql`SELECT "etatInId" FROM "Dossier" WHERE "LocataireId" = ${id}
    UNION SELECT "etatOutId" FROM "Dossier" WHERE "LocataireId" = ${id}
    UNION SELECT id FROM "EtatLieux" WHERE "signedId" IN (${scansRemplaces})
    UNION SELECT "entiteId" FROM "Remplacement"
      WHERE entite = 'EtatLieux' AND "StoredFileId" IN (${scansRemplaces})`;
  const sesFichiers = sql`SELECT id FROM "Fichier" WHERE "LocataireId" = ${id}`;
  const siennes = (table: SQL) => sql`
    (${table}.entite = 'Locataire' AND ${table}."entiteId" = ${id})
    OR (${table}.entite = 'Dossier' AND ${table}."entiteId" IN (${sesDossiers}))
    OR (${table}.entite = 'Caution' AND ${table}."entiteId" IN (${sesCautions}))
    OR (${table}.entite = 'EtatLieux' AND ${table}."entiteId" IN (${sesEtats}))
    OR (${table}.entite = 'Fichier' AND ${table}."entiteId" IN (${sesFichiers}))`;
  return {
    locataire: sql`"Locataire".id = ${id}`,
    dossiers: sql`"Dossier"."LocataireId" = ${id}`,
    cautions: sql`"Caution"."DossierId" IN (${sesDossiers})`,
    etatsLieux: sql`"EtatLieux".id IN (${sesEtats})`,
    quitances: sql`"Quitance"."LocataireId" = ${id}`,
    courriels: sql`"Courriel"."QuitanceId" IN (SELECT id FROM "Quitance" WHERE "LocataireId" = ${id})
      OR ${siennes(sql`"Courriel"`)}`,
    fichiers: sql`"Fichier"."LocataireId" = ${id}`,
    remplacements: siennes(sql`"Remplacement"`),
    history: siennes(sql`"History"`),
    storedFiles: sql`"StoredFile".id IN (
      SELECT "StoredFileId" FROM "Fichier" WHERE "LocataireId" = ${id}
      UNION SELECT "StoredFileId" FROM "Document" WHERE ${siennes(sql`"Document"`)}
      UNION SELECT "StoredFileId" FROM "Remplacement" WHERE ${siennes(sql`"Remplacement"`)}
      UNION SELECT "contratLocationId" FROM "Dossier" WHERE "LocataireId" = ${id}
      UNION SELECT "inventaireEntreeId" FROM "Dossier" WHERE "LocataireId" = ${id}
      UNION SELECT "inventaireSortieId" FROM "Dossier" WHERE "LocataireId" = ${id}
      UNION SELECT "acteCautionnementSignedId" FROM "Caution" WHERE "DossierId" IN (${sesDossiers})
      UNION SELECT "signedId" FROM "EtatLieux" WHERE id IN (${sesEtats}))`,
  };
}

/**
 * Everything held on a tenant, as a zip: `donnees.json` and the files (GDPR, art. 15 and 20). The export is
 * written in the tenant's history.
 * @returns its name, and what it holds as it is read.
 * @throws NotFound
 */
export async function exporterLocataire(
  env: Pick<Env, "FILES" | "DATA_KEYS">,
  db: Db,
  { id, user, today }: { id: number; user: string; today: Jour },
): Promise<{ nom: string; flux: ReadableStream<Uint8Array> }> {
  const ou = lignesDe(id);
  const {
    locataire: [locataire],
    historique,
    objets,
    ...fiches
  } = await db.read({
    locataire: db.select().from(locataires).where(ou.locataire),
    dossiers: db.select().from(dossiers).where(ou.dossiers),
    cautions: db.select().from(cautions).where(ou.cautions),
    etatsLieux: db.select().from(etatsLieux).where(ou.etatsLieux),
    quittances: db.select().from(quitances).where(ou.quitances),
    courriels: db.select().from(courriels).where(ou.courriels),
    fichiers: db.select().from(fichiers).where(ou.fichiers),
    remplacements: db.select().from(remplacements).where(ou.remplacements),
    historique: db.select().from(history).where(ou.history),
    objets: db.select().from(storedFiles).where(ou.storedFiles),
  });
  if (!locataire) throw new NotFound();
  await trace(db, { entite: "Locataire", entiteId: id, etat: "Données exportées", user });
  const chemins = nomsDistincts(objets);
  const donnees = {
    locataire,
    ...fiches,
    contenus: objets.map((objet, rang) => ({ ...objet, chemin: chemins[rang] })),
    historique,
  };

  async function* entrees(): AsyncGenerator<Entree> {
    const texte = JSON.stringify(
      donnees,
      (cle, valeur) => (INTERNES.has(cle) ? undefined : valeur),
      2,
    );
    yield { nom: "donnees.json", octets: new TextEncoder().encode(texte) };
    for (const [rang, objet] of objets.entries()) {
      const contenu = await env.FILES.get(objet.key);
      if (contenu) yield { nom: chemins[rang] ?? objet.key, octets: contenu.body };
    }
    for (let apres = 0; ; ) {
      const ensuite = sql`${ou.quitances} AND "Quitance".id > ${apres}`;
      const page = await chargerQuittances(env, db, ensuite, today, QUITTANCES_A_LA_FOIS);
      for (const quittance of await remettre(db, page)) {
        const { nom, octets } = await pdfDe(env, db, quittance, today);
        yield { nom: `quittances/${nom}`, octets };
      }
      const derniere = page.at(-1);
      if (!derniere || page.length < QUITTANCES_A_LA_FOIS) return;
      apres = derniere.id;
    }
  }
  const nom = motsDeFichier(`${locataire.nom} ${locataire.prenom}`, "_").toUpperCase();
  return {
    nom: `Locataire_${[nom, today].filter(Boolean).join("_")}.zip`,
    flux: archive(entrees()),
  };
}

/** « fichiers/Bail.pdf », « fichiers/Bail (2).pdf »: where each lies in the archive. */
function nomsDistincts(objets: readonly { nom: string; extention: string }[]): string[] {
  const vus = new Map<string, number>();
  return objets.map(({ nom, extention }) => {
    const fin = extention && `.${extention}`;
    const rang = (vus.get(nom + fin) ?? 0) + 1;
    vus.set(nom + fin, rang);
    return `fichiers/${nom}${rang === 1 ? "" : ` (${rang})`}${fin}`;
  });
}

/** What the product keeps for itself: search texts, keys of files and of public pages, seals of the history. */
const INTERNES = new Set([
  "recherche",
  "voie",
  "ordre",
  "key",
  "clePdf",
  "uuid",
  "scelles",
  "empreinte",
]);

/**
 * Erases who a tenant was (GDPR, art. 17): the identity becomes anonymous; files, guarantors, addresses of
 * mails, what leases tell of a person and values in the history go, mails that wait are called back; dossiers,
 * receipts and their amounts are kept, as accounting law demands (Code de commerce, art. L. 123-22). Asked again,
 * erases what came since.
 * @throws NotFound; Conflict while one of the tenant's leases runs.
 */
export async function effacerLocataire(
  env: Pick<Env, "FILES">,
  db: Db,
  { id, user, today, now }: { id: number; user: string; today: Jour; now: Date },
): Promise<void> {
  const ou = lignesDe(id);
  // In each statement: a lease that opens at the same time stops them all, or comes too late.
  const libre = (lignes: SQL) => sql`(${lignes}) AND NOT EXISTS (
    SELECT 1 FROM ${dossiers} WHERE "Dossier"."LocataireId" = ${id} AND ${dossierEnCours(today)})`;
  const efface = locataireEfface(id);
  const updatedAt = now.toISOString();
  const {
    locataire: [locataire],
    pdfs,
    objets,
    identite,
  } = await db.write({
    locataire: db.select({ id: locataires.id }).from(locataires).where(ou.locataire),
    pdfs: db.select({ clePdf: quitances.clePdf }).from(quitances).where(ou.quitances),
    // These first: what they tell of guarantors and of files is found through their rows.
    historique: trace(db, {
      entite: "Locataire",
      entiteId: id,
      etat: ETATS_OUBLIANT.effacement,
      details: lignesOubliees(libre(ou.history)),
      user,
      quand: rowExists(locataires, libre(ou.locataire)),
    }),
    valeurs: oublierLignes(db, libre(ou.history)),
    courriels: db
      .update(courriels)
      .set({
        destinataires: [],
        erreur: null,
        objet: null,
        texte: null,
        // Nobody is left to write to: what waits is called back.
        etat: sql`iif(${courriels.etat} = 'a_envoyer', 'annule', ${courriels.etat})`,
        partLe: null,
      })
      .where(libre(ou.courriels)),
    // What names a file goes with it, or names none any more.
    objets: db.delete(storedFiles).where(libre(ou.storedFiles)).returning({ key: storedFiles.key }),
    cautions: db.delete(cautions).where(libre(ou.cautions)),
    dossiers: db
      .update(dossiers)
      .set({ nouvelleAdresse: null, motifMobilite: null, clauses: null, updatedAt })
      .where(libre(ou.dossiers)),
    quittances: db
      .update(quitances)
      .set({ clePdf: null, motifAnnulation: null, updatedAt })
      .where(libre(ou.quitances)),
    identite: db
      .update(locataires)
      .set({ ...efface, recherche: texteDeRecherche([efface.nom, efface.prenom]), updatedAt })
      .where(libre(ou.locataire)),
  });
  if (!locataire) throw new NotFound();
  if (identite.rowsAffected === 0) {
    throw new Conflict(
      "Ce locataire a un dossier en cours : il se clôt avant d’effacer ses données.",
    );
  }
  await effacer(env, [
    ...objets.map(({ key }) => key),
    ...pdfs.flatMap(({ clePdf }) => (clePdf === null ? [] : [clePdf])),
  ]);
}
