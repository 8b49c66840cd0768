import { eq, getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { ETATS_OUBLIANT } from "#domain/agence/history.ts";
import type { Jour } from "#domain/dates.ts";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import { DOCUMENTS } from "#domain/fichiers/document.ts";
import { motsDeFichier } from "#domain/fichiers/nom-de-fichier.ts";
import {
  type Effacement,
  IDENTITES_EFFACEES,
  type NomACacher,
  SORT_DES_TEXTES,
  sansCesNoms,
} from "#domain/personnes/effacement.ts";
import type { GenreDePersonne, PersonneDesignee } from "#domain/personnes/personne.ts";
import { rechercheNormalisee, texteDeRecherche } from "#domain/recherche.ts";
import type { Db } from "#worker/db/client.ts";
import { dossierEnCours, mandatEnCours } from "#worker/db/conditions.ts";
import { reversementTenu } from "#worker/db/conditions-comptes.ts";
import { changements, effacements, history } from "#worker/db/schema/agence.ts";
import { departs } from "#worker/db/schema/departs.ts";
import { exportsComplets, morceauxExport } from "#worker/db/schema/exports.ts";
import { documents, storedFiles } from "#worker/db/schema/fichiers.ts";
import {
  echeances,
  lignesReleve,
  pauses,
  payeursConnus,
  plansApurement,
  reglements,
  relances,
  releves,
} from "#worker/db/schema/gerance.ts";
import { importFiches } from "#worker/db/schema/imports.ts";
import { accesProprietaires } from "#worker/db/schema/mandants.ts";
import { courriels, quitances } from "#worker/db/schema/quittances.ts";
import { loyersHistoriques, revisions } from "#worker/db/schema/revisions.ts";
import { cautions, clients, dossiers, etatsLieux, locataires } from "#worker/db/schema/schema.ts";
import { demandesSignature, signataires, visitesSignature } from "#worker/db/schema/signature.ts";
import { suiviGestes } from "#worker/db/schema/suivi.ts";
import { complementsConstat, photosConstat } from "#worker/db/schema/terrain.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { resteDeFacture } from "#worker/operations/gerance/cloture/dettes-honoraires.ts";
import { compteAttendu } from "#worker/operations/gerance/cloture/mandats-sans-compte.ts";
import { lignesOubliees, oublierLignes, trace } from "#worker/operations/historique/history.ts";
import { noter } from "#worker/operations/historique/securite.ts";
import { encoreOuverte } from "#worker/operations/signature/demandes.ts";
import { lignesDe } from "./donnees-personne.ts";

const TABLES = { Locataire: locataires, Client: clients, Caution: cautions };

export interface DemandeEffacement extends PersonneDesignee {
  device?: string | null;
}

interface AEffacer extends DemandeEffacement {
  /** Erases despite the reasons that prevent an erasure: a restored copy may show as open a lease closed since. */
  force?: boolean;
}

/**
 * The part of `effacerPersonne` that happens in the database, in one transaction.
 * @returns the R2 keys to delete.
 * @throws NotFound when there is no such person; Conflict while something prevents the erasure.
 */
export async function effacerDonnees(
  { db, now, today, user }: Pick<Contexte, "db" | "now" | "today" | "user">,
  { personne, id, device = null, force = false }: AEffacer,
): Promise<string[]> {
  const designee = { personne, id };
  const ou = lignesDe(designee);
  const retenues = force ? [] : RETENUES[personne](id, today);
  // Every statement requires that nothing prevents the erasure: a lease opened at the same time either stops them
  // all, or comes after them and is refused.
  const tenue = sql.join([sql`false`, ...retenues.map(({ quand }) => quand)], sql` OR `);
  const libre = (lignes: SQL) => sql`(${lignes}) AND NOT (${tenue})`;
  const updatedAt = now.toISOString();
  const textesRemplaces = await nommees(db, designee, ou);
  const retraits = sql`${history.id} IN (SELECT value FROM json_each(${JSON.stringify(textesRemplaces.retraits)}))`;
  const quand = libre(sql`EXISTS (SELECT 1 FROM ${TABLES[personne]} WHERE ${ou.personne})
    OR EXISTS (SELECT 1 FROM "Rattachement" WHERE personne = ${personne} AND "personneId" = ${id})`);
  const personneEffacee = sql`${effacements.personne} = ${personne} AND ${effacements.personneId} = ${id}`;
  const {
    refus,
    pdfs,
    objets,
    morceaux,
    pose: [pose],
  } = await db.write({
    refus: motifsDe(db, retenues),
    // The mark of an earlier erasure is lifted, because triggers would refuse the writes below. The end of this
    // transaction sets it again; meanwhile nobody else can write about the person.
    levee: db.delete(effacements).where(libre(personneEffacee)),
    // These mails are found by addresses that the next statements erase.
    courrielsRecus: rattacher(db, designee, {
      entite: "Courriel",
      lignes: libre(ou.courrielsRecus),
    }),
    historiqueRecu: rattacher(db, designee, { entite: "History", lignes: libre(ou.historyRecus) }),
    pdfs: db.select({ clePdf: quitances.clePdf }).from(quitances).where(libre(ou.quitancesNommant)),
    // The history comes first: its lines about guarantors and files are found through rows that later statements
    // delete.
    historique: trace(db, {
      entite: personne,
      entiteId: id,
      etat: ETATS_OUBLIANT.effacement,
      details: lignesOubliees(sql`(${ou.history}) OR (${ou.motifs}) OR (${retraits})`),
      user,
      quand,
    }),
    valeurs: oublierLignes(db, libre(ou.history)),
    motifs: oublierLignes(db, libre(ou.motifs), ["motif", "commentaire"]),
    retraits: oublierLignes(db, libre(retraits), ["nom"]),
    releves:
      db.run(sql`UPDATE ${releves} SET nom = un.value ->> 'nom' FROM json_each(${JSON.stringify(textesRemplaces.fichiers)}) un
      WHERE ${libre(sql`${releves.id} = un.value ->> 'id'`)}`),
    fichiersDeReleves:
      db.run(sql`UPDATE ${storedFiles} SET nom = un.value ->> 'titre' FROM json_each(${JSON.stringify(textesRemplaces.fichiers)}) un
      WHERE ${libre(sql`${storedFiles.id} = un.value ->> 'StoredFileId'`)}`),
    // These lines lose the name, and the account of a payer; the statements after this one erase other lines whole.
    lignesNommant: db.run(sql`UPDATE ${lignesReleve} SET libelle = une.value ->> 'libelle',
      reference = une.value ->> 'reference', motif = une.value ->> 'motif', tiers = une.value ->> 'tiers',
      iban = iif(une.value ->> 'payeur', NULL, iban), "ibanSecret" = iif(une.value ->> 'payeur', NULL, "ibanSecret"),
      "payeurEmpreinte" = iif(une.value ->> 'payeur', NULL, "payeurEmpreinte")
      FROM json_each(${JSON.stringify(textesRemplaces.lignes)}) une
      WHERE ${libre(sql`${lignesReleve.id} = une.value ->> 'id'`)}`),
    ...effacerComptes(db, ou.comptes, libre),
    courriels: db
      .update(courriels)
      .set({
        ...effacees(courriels),
        // Nobody is left to write to: a waiting mail is cancelled; a mail being sent counts as sent, whatever its
        // outcome.
        etat: sql`CASE ${courriels.etat} WHEN 'a_envoyer' THEN 'annule' WHEN 'en_cours' THEN 'envoye'
          ELSE ${courriels.etat} END`,
      })
      .where(libre(ou.courriels)),
    changements: db.delete(changements).where(libre(ou.changements)),
    imports: db.update(importFiches).set(effacees(importFiches)).where(libre(ou.importFiches)),
    dossiers: db
      .update(dossiers)
      .set({ ...effacees(dossiers), updatedAt })
      .where(libre(ou.dossiers)),
    gestes: db.update(suiviGestes).set(effacees(suiviGestes)).where(libre(ou.gestes)),
    revisions: db
      .update(revisions)
      .set({ ...effacees(revisions), updatedAt })
      .where(libre(ou.revisions)),
    loyers: db.update(loyersHistoriques).set(effacees(loyersHistoriques)).where(libre(ou.loyers)),
    departs: db
      .update(departs)
      .set({ ...effacees(departs), updatedAt })
      .where(libre(ou.departs)),
    etatsLieux: db
      .update(etatsLieux)
      .set({ ...effacees(etatsLieux), updatedAt })
      .where(libre(ou.etatsLieux)),
    ...effacerSignatures(db, ou, libre),
    complements: db
      .update(complementsConstat)
      .set(effacees(complementsConstat))
      .where(libre(ou.complementsConstat)),
    quittances: db
      .update(quitances)
      .set({ ...effacees(quitances), updatedAt })
      .where(libre(ou.quitances)),
    pdfsNommant: db.update(quitances).set({ clePdf: null }).where(libre(ou.quitancesNommant)),
    // The mandates kept as evidence for other persons get a title without a name.
    titresGardes: db
      .update(storedFiles)
      .set({ nom: TITRE_DU_MANDAT })
      .where(
        libre(sql`${storedFiles.id} IN (SELECT "StoredFileId" FROM "Document"
        WHERE entite = 'Mission' AND ${ou.documentsGardes})`),
      ),
    reservesGardees: db.update(documents).set({ warnings: [] }).where(libre(ou.documentsGardes)),
    // When a file is deleted, each row that names it is deleted too, or its column becomes null.
    objets: db.delete(storedFiles).where(libre(ou.storedFiles)).returning({ key: storedFiles.key }),
    photosAnnoncees: db.delete(photosConstat).where(libre(ou.photosConstat)),
    // The archive of everything also holds data on this person, so it is deleted; an administrator can make it again.
    morceaux: db.delete(morceauxExport).where(quand).returning({
      key: morceauxExport.key,
      cleIndex: morceauxExport.cleIndex,
    }),
    exports: db.delete(exportsComplets).where(quand),
    ...(personne === "Locataire"
      ? { cautions: db.delete(cautions).where(libre(ou.cautions)) }
      : {}),
    ...(personne === "Client"
      ? { acces: db.delete(accesProprietaires).where(libre(eq(accesProprietaires.ClientId, id))) }
      : {}),
    conjoint: db
      .update(clients)
      .set({ mariage: null, updatedAt })
      .where(libre(sql`${clients.mariage} = ${personne === "Client" ? id : null}`)),
    securite: noter(db, {
      evenement: "effacement",
      user,
      device,
      details: { personne, id },
      quand,
    }),
    identite: db
      .update(TABLES[personne] as SQLiteTable)
      .set({ ...identiteEffacee(designee), updatedAt })
      .where(libre(ou.personne)),
    pose: db.all<Effacement>(sql`INSERT INTO ${effacements} (personne, "personneId")
      SELECT ${personne}, ${id} WHERE ${quand} RETURNING personne, "personneId", "createdAt"`),
  });
  const refusee = phraseDuRefus(personne, refus);
  if (refusee) throw new Conflict(refusee);
  if (!pose) throw new NotFound();
  return [
    ...objets.map(({ key }) => key),
    ...morceaux.flatMap(({ key, cleIndex }) => [key, cleIndex]),
    ...pdfs.flatMap(({ clePdf }) => (clePdf === null ? [] : [clePdf])),
  ];
}

type Ou = ReturnType<typeof lignesDe>;

/**
 * The statements that erase the identity of the signers of papers put to signature; the fact that they signed stays.
 */
const effacerSignatures = (db: Db, ou: Ou, libre: (lignes: SQL) => SQL) => ({
  demandes: db
    .update(demandesSignature)
    .set(effacees(demandesSignature))
    .where(libre(ou.demandesSignature)),
  visites: db
    .delete(visitesSignature)
    .where(
      sql`${visitesSignature.SignataireId} IN (SELECT id FROM ${signataires} WHERE ${libre(ou.signataires)})`,
    ),
  signataires: db.update(signataires).set(effacees(signataires)).where(libre(ou.signataires)),
});

/** The pattern of a name in a bank label, where any character may replace an accented letter or a separator. */
const motifDuNom = (nom: string | null) =>
  `%${rechercheNormalisee(nom ?? "").replace(/[^bdfghj-mp-tv-xz]+/g, "%")}%`;

/** The pattern of the initial of a first name, standing alone. */
const motifDInitiale = (prenom: string | null) =>
  `%[^a-z0-9]${rechercheNormalisee(prenom ?? "").match(/[a-z]/)?.[0] ?? "\u0000"}[^a-z0-9]%`.replaceAll(
    "%",
    "*",
  );

/** A name to hide, and whether a remaining person has the same name, in full or by the initial. */
type NomConnu = NomACacher & { homonyme: number; autreInitiale: number };

/** The names of a tenant and his guarantors, or of a guarantor. */
const nomsDe = ({ personne, id }: PersonneDesignee, ou: Ou) => {
  const duLocataire = personne === "Locataire" ? ou.personne : sql`false`;
  const autre = (memes: SQL) => sql`EXISTS (
    SELECT 1 FROM (SELECT 'Locataire' AS genre, id, nom, prenom FROM ${locataires}
      UNION ALL SELECT 'Client', id, nom, prenom FROM ${clients}
      UNION ALL SELECT 'Caution', id, nom, prenom FROM ${cautions} WHERE NOT (${ou.cautions})) autre
    WHERE (autre.genre, autre.id) <> (${personne}, ${id}) AND lower(autre.nom) = lower(sien.nom) AND ${memes})`;
  return sql`
    SELECT nom, prenom, ${autre(sql`lower(autre.prenom) = lower(sien.prenom)`)} AS homonyme,
      ${autre(sql`lower(substr(autre.prenom, 1, 1)) = lower(substr(sien.prenom, 1, 1))`)} AS "autreInitiale"
    FROM (SELECT nom, prenom FROM ${locataires} WHERE ${duLocataire}
      UNION SELECT "autreNom", "autrePrenom" FROM ${locataires} WHERE ${duLocataire}
      UNION SELECT nom, prenom FROM ${cautions} WHERE ${ou.cautions}) sien
    WHERE length(nom) > 1 AND length(prenom) > 0`;
};

/** Among these last names, those of a remaining person: a tenant, an owner, or somebody else's guarantor. */
async function autresNoms(
  db: Db,
  {
    designee: { personne, id },
    ou,
    connus,
  }: { designee: PersonneDesignee; ou: Ou; connus: readonly NomConnu[] },
): Promise<string[]> {
  const portes = await db.all<{ nom: string }>(sql`
    SELECT DISTINCT nom FROM (SELECT 'Locataire' AS genre, id, nom FROM ${locataires}
      UNION ALL SELECT 'Locataire', id, "autreNom" FROM ${locataires}
      UNION ALL SELECT 'Client', id, nom FROM ${clients}
      UNION ALL SELECT 'Caution', id, nom FROM ${cautions} WHERE NOT (${ou.cautions}))
    WHERE (genre, id) <> (${personne}, ${id}) AND (${sql.join(
      connus.map((connu) => sql`nom LIKE ${motifDuNom(connu.nom)}`),
      sql` OR `,
    )})`);
  return portes.map(({ nom }) => nom);
}

/** The condition that a text may contain one of these names; JavaScript then decides which names it does contain. */
const nomme = (texte: SQL, { nom, prenom, autreInitiale, seul = false }: NomConnu) =>
  sql`(${texte} LIKE ${motifDuNom(nom)} AND (${seul ? 1 : 0} OR ${texte} LIKE ${motifDuNom(prenom)}
    OR (${autreInitiale === 0 ? 1 : 0} AND ' ' || lower(${texte}) || ' ' GLOB ${motifDInitiale(prenom)})))`;

/**
 * The texts that name a tenant or a guarantor, without the name: bank lines, names of the person's files, history
 * lines about removed files. A namesake keeps his own texts, except the lines that settled debts of this person;
 * payments to owners and suppliers keep their names.
 */
async function nommees(db: Db, designee: PersonneDesignee, ou: Ou) {
  if (designee.personne === "Client") return { lignes: [], fichiers: [], retraits: [] };
  const connus = await db.all<NomConnu>(nomsDe(designee, ou));
  if (connus.length === 0) return { lignes: [], fichiers: [], retraits: [] };
  const noms = connus.map((connu) => ({ ...connu, initiale: connu.autreInitiale === 0 }));
  const portes = new Set((await autresNoms(db, { designee, ou, connus })).map(rechercheNormalisee));
  const seuls = noms
    .filter(({ homonyme }) => homonyme === 0)
    .map((connu) => ({ ...connu, seul: !portes.has(rechercheNormalisee(connu.nom ?? "")) }));
  const texteDeLigne = sql`(libelle || ' ' || coalesce(tiers, '') || ' ' || coalesce(reference, '') || ' ' || coalesce(motif, ''))`;
  const parmi = (texte: SQL, lesquels: readonly NomConnu[], quand = (_: NomConnu) => sql`true`) =>
    sql.join(
      [sql`false`, ...lesquels.map((connu) => sql`(${nomme(texte, connu)} AND ${quand(connu)})`)],
      sql` OR `,
    );
  const faits = await db.read({
    lignes: db.all<{
      id: number;
      libelle: string;
      reference: string | null;
      tiers: string | null;
      motif: string | null;
    }>(sql`SELECT id, libelle, reference, tiers, motif FROM ${lignesReleve}
      WHERE (${parmi(texteDeLigne, noms, ({ homonyme }) => (homonyme === 0 ? sql`true` : sql`${ou.comptes.lignesReleve}`))})
        AND id NOT IN (SELECT "LigneReleveId" FROM "Virement" WHERE "LigneReleveId" IS NOT NULL AND coalesce(${ou.virements}, 0) = 0
          UNION SELECT "LigneRejetId" FROM "Virement" WHERE "LigneRejetId" IS NOT NULL AND coalesce(${ou.virements}, 0) = 0
          UNION SELECT "LigneReleveId" FROM "Intendance" WHERE "LigneReleveId" IS NOT NULL)`),
    fichiers: db.all<{
      id: number;
      nom: string;
      StoredFileId: number | null;
      titre: string | null;
    }>(sql`
      SELECT r.id, r.nom, r."StoredFileId", f.nom AS titre FROM ${releves} r LEFT JOIN ${storedFiles} f ON f.id = r."StoredFileId"
      WHERE ${parmi(sql`r.nom`, seuls)}`),
    retraits: db.all<{ id: number; nom: string }>(sql`
      SELECT id, details ->> 'nom' AS nom FROM ${history} WHERE entite = 'Releve' AND etat = 'Retrait'
        AND (${parmi(sql`(details ->> 'nom')`, seuls)})`),
  });
  return {
    lignes: faits.lignes.flatMap(({ id, libelle, reference, tiers, motif }) => {
      const sans = sansCesNoms([libelle, reference, motif, tiers], noms);
      if (sans === null) return [];
      const [libelleSans, referenceSans, motifSans, tiersSans] = sans;
      return [
        {
          id,
          libelle: libelleSans,
          reference: referenceSans,
          motif: motifSans,
          tiers: tiersSans,
          payeur: tiersSans !== tiers,
        },
      ];
    }),
    fichiers: faits.fichiers.flatMap(({ id, nom, StoredFileId, titre }) => {
      const sans = sansCesNoms([nom, titre], seuls);
      return sans === null ? [] : [{ id, nom: sans[0], StoredFileId, titre: sans[1] }];
    }),
    retraits: faits.retraits.flatMap(({ id, nom }) => (sansCesNoms([nom], seuls) ? [id] : [])),
  };
}

/** The statements that erase the words about a person from the accounts; sums and days stay. */
function effacerComptes(db: Db, ou: Ou["comptes"], libre: (lignes: SQL) => SQL) {
  const tables = { reglements, echeances, relances, pauses, plansApurement };
  return {
    lignesReleve: db
      .update(lignesReleve)
      .set({
        ...effacees(lignesReleve),
        // The reason why a line waits to be matched tells nothing of the person, so it stays.
        motif: sql`iif(${lignesReleve.etat} = 'a_rapprocher', ${lignesReleve.motif}, NULL)`,
      })
      .where(libre(sql`${ou.lignesReleve} AND NOT ${ou.lignesPartagees}`)),
    ...Object.fromEntries(
      Object.entries(tables).map(([nom, table]) => [
        `comptes ${nom}`,
        db
          .update(table as SQLiteTable)
          .set(effacees(table))
          .where(libre(ou[nom as keyof typeof tables])),
      ]),
    ),
    payeurs: db.delete(payeursConnus).where(libre(ou.payeursConnus)),
    abandons: db.update(storedFiles).set({ nom: TITRE_D_UN_ABANDON }).where(libre(ou.abandons)),
  };
}

const TITRE_D_UN_ABANDON = "Abandon de créance";

/** The statement that records for good that these rows are about the person. */
const rattacher = (
  db: Db,
  { personne, id }: PersonneDesignee,
  { entite, lignes }: { entite: "Courriel" | "History"; lignes: SQL },
) =>
  db.run(sql`INSERT INTO "Rattachement" (entite, "entiteId", personne, "personneId")
    SELECT ${entite}, id, ${personne}, ${id} FROM ${sql.identifier(entite)} WHERE ${lignes}
    ON CONFLICT DO NOTHING`);

/** The mandate is the only kept document whose file bears the names of its principals. */
const TITRE_DU_MANDAT = motsDeFichier(DOCUMENTS.ordreMission.intitule, "_");

function identiteEffacee({ personne, id }: PersonneDesignee): Record<string, unknown> {
  const efface = IDENTITES_EFFACEES[personne](id);
  return { ...efface, recherche: texteDeRecherche([efface.nom, efface.prenom]) };
}

/** The values that replace the texts of a table, as {@link SORT_DES_TEXTES} says. */
export function effacees(table: SQLiteTable): Record<string, unknown> {
  const sorts = SORT_DES_TEXTES[getTableName(table)] ?? {};
  return Object.fromEntries(
    Object.entries(getTableColumns(table)).flatMap(([nom, colonne]) => {
      const sort: unknown = (sorts as Record<string, unknown>)[colonne.name];
      if (typeof sort !== "object" || sort === null) return [];
      if ("efface" in sort) return [[nom, sort.efface]];
      if ("retire" in sort) return [[nom, sql`json_remove(${colonne}, ${sort.retire})`]];
      return [];
    }),
  );
}

interface Retenue {
  quand: SQL;
  /** The query for the reasons that prevent the erasure, in words, as `motif`. */
  motifs: SQL;
}

const REFUS: Record<GenreDePersonne, string> = {
  Locataire:
    "Ce locataire ne peut pas encore être effacé, un dossier en cours ou une somme à lui rendre le retient",
  Client: "Ce propriétaire ne peut pas encore être effacé, ceci le retient",
  Caution: "Cette caution ne peut pas encore être effacée, elle garantit un bail en cours",
};

/** For each kind of person, the reasons that prevent the erasure. */
const RETENUES: Record<GenreDePersonne, (id: number, today: Jour) => Retenue[]> = {
  Locataire: (id, today) => [
    signatureEnCours("Locataire", id),
    retenue(
      sql`'dossier nº ' || "Dossier".id`,
      sql`"Dossier"
      WHERE "Dossier"."LocataireId" = ${id} AND ${dossierEnCours(today)}`,
    ),
    // The tenant's name and account are needed to pay him: both stay until he is paid.
    retenue(
      sql`replace(printf('%.2f', s.restitution / 100.0), '.', ',') || ${"\u00A0€ à lui rendre, dossier nº "} || o.id`,
      sql`"SoldeDepart" s JOIN "Depart" d ON d.id = s."DepartId" JOIN "Dossier" o ON o.id = d."DossierId"
      WHERE o."LocataireId" = ${id} AND s."annuleLe" IS NULL AND s.restitution > 0 AND s."renduLe" IS NULL
        AND NOT (s.genre = 'sortie' AND o."dateRetourCaution" IS NOT NULL)
        AND NOT EXISTS (SELECT 1 FROM "Virement" v JOIN "Reversement" r ON r.id = v."ReversementId"
          WHERE v."SoldeDepartId" = s.id AND v.etat = 'emis' AND r.etat = 'telecharge')`,
    ),
    retenue(
      sql`replace(printf('%.2f', s.montant / 100.0), '.', ',') || ${"\u00A0€ à lui rendre, dossier nº "} || o.id`,
      sql`"AvanceRendue" s JOIN "Dossier" o ON o.id = s."DossierId"
      WHERE o."LocataireId" = ${id} AND s."annuleLe" IS NULL
        AND NOT EXISTS (SELECT 1 FROM "Virement" v JOIN "Reversement" r ON r.id = v."ReversementId"
          WHERE v."AvanceRendueId" = s.id AND v.etat = 'emis' AND r.etat = 'telecharge')`,
    ),
    retenue(
      sql`'virement ' || v.reference`,
      sql`"Virement" v JOIN "Reversement" r ON r.id = v."ReversementId" AND r.etat IN ('a_valider', 'valide')
      JOIN "FactureHonoraires" f ON f.id = v."FactureHonorairesId" JOIN "Dossier" o ON o.id = f."DossierId"
      WHERE o."LocataireId" = ${id} AND v.etat = 'emis'`,
    ),
    retenue(
      sql`replace(printf('%.2f', (s.contenu ->> '$.provision') / 100.0), '.', ',') || ${"\u00A0€ qui attendent ses charges, dossier nº "} || o.id`,
      sql`"SoldeDepart" s JOIN "Depart" d ON d.id = s."DepartId" JOIN "Dossier" o ON o.id = d."DossierId"
      WHERE o."LocataireId" = ${id} AND s."annuleLe" IS NULL AND s.contenu ->> '$.provision' > 0
        AND NOT EXISTS (SELECT 1 FROM "SoldeDepart" c WHERE c."DepartId" = d.id AND c.genre = 'charges' AND c."annuleLe" IS NULL)`,
    ),
  ],
  Client: (id, today) => [
    signatureEnCours("Client", id),
    retenue(
      sql`'bien ' || "Appartement".adresse`,
      sql`"Propriete"
      JOIN "Appartement" ON "Appartement".id = "Propriete"."AppartementId"
      WHERE "Propriete"."ClientId" = ${id}`,
    ),
    retenue(
      sql`'mandat en cours (mission nº ' || "Mission".id || ')'`,
      sql`"MissionClient"
      JOIN "Mission" ON "Mission".id = "MissionClient"."MissionId"
      WHERE "MissionClient"."ClientId" = ${id} AND ${mandatEnCours(today)}`,
    ),
    retenue(
      sql`'dossier en cours nº ' || "Dossier".id`,
      sql`"Rattachement" r
      JOIN "Dossier" ON r.entite = 'Dossier' AND "Dossier".id = r."entiteId"
      WHERE r.personne = 'Client' AND r."personneId" = ${id} AND ${dossierEnCours(today)}`,
    ),
    // As for a tenant, the owner's name is needed to pay him: it stays until he is paid.
    retenue(
      sql`replace(printf('%.2f', p.montant / 100.0), '.', ',') || ${"\u00A0€ à lui reverser, compte rendu "} || (c.contenu ->> 'numero')`,
      sql`"CompteRenduPart" p JOIN "CompteRendu" c ON c.id = p."CompteRenduId" AND c.etat = 'valide'
      WHERE p."ClientId" = ${id} AND p.montant > 0
        AND ${reversementTenu}
        AND NOT EXISTS (SELECT 1 FROM "Virement" v JOIN "Reversement" r ON r.id = v."ReversementId"
          WHERE v."CompteRenduPartId" = p.id AND v.etat = 'emis' AND r.etat = 'telecharge')`,
    ),
    retenue(
      sql`replace(printf('%.2f', p.value ->> 'garde'), '.', ',') || ${"\u00A0€ gardés pour lui, compte rendu "} || (c.contenu ->> 'numero')`,
      sql`(SELECT DISTINCT s."MissionId" AS mandat FROM "CompteRenduPart" q JOIN "CompteRendu" s ON s.id = q."CompteRenduId"
        WHERE q."ClientId" = ${id}) m
      JOIN "CompteRendu" c ON c.id = (SELECT d.id FROM "CompteRendu" d WHERE d."MissionId" = m.mandat AND d.etat = 'valide'
        ORDER BY d.mois DESC LIMIT 1), json_each(c.contenu, '$.mandants') p
      WHERE p.value ->> 'ClientId' = ${id} AND p.value ->> 'garde' > 0`,
    ),
    retenue(
      sql`replace(printf('%.2f', abs(f.reste) / 100.0), '.', ',')
        || iif(f.reste < 0, ${" € d’honoraires à lui rembourser, avoir "}, ${" € d’honoraires dus, facture "}) || f.numero`,
      sql`(SELECT f.numero, ${resteDeFacture(sql`f.id`, { MissionId: sql`f."MissionId"`, DossierId: sql`NULL` })} AS reste
        FROM "FactureHonoraires" f WHERE f."DossierId" IS NULL AND f."MissionId" IN ${missionsDuClient(id)}) f WHERE f.reste <> 0`,
    ),
    retenue(
      sql`'virement ' || v.reference`,
      sql`"Virement" v JOIN "Reversement" r ON r.id = v."ReversementId" AND r.etat IN ('a_valider', 'valide')
      WHERE v."MandantId" = ${id} AND v.etat = 'emis'`,
    ),
    retenue(
      sql`'un compte à lui rendre (mission nº ' || "Mission".id || ')'`,
      sql`"Mission" WHERE "Mission".type = 'gestion' AND "Mission".id IN ${missionsDuClient(id)} AND ${compteAttendu(sql`"Mission".id`)}`,
    ),
  ],
  Caution: (id, today) => [
    signatureEnCours("Caution", id),
    retenue(
      sql`'dossier nº ' || "Dossier".id`,
      sql`"Dossier"
      WHERE "Dossier".id = (SELECT "DossierId" FROM "Caution" WHERE id = ${id})
        AND ${dossierEnCours(today)}`,
    ),
  ],
};

/** The missions that an owner commissions, or of which he has or had a share. */
const missionsDuClient = (
  id: number,
): SQL => sql`(SELECT "MissionId" FROM "MissionClient" WHERE "ClientId" = ${id}
  UNION SELECT c."MissionId" FROM "PartMandat" p JOIN "ConditionsMandat" c ON c.id = p."ConditionsMandatId"
    WHERE p."ClientId" = ${id})`;

const signatureEnCours = (personne: GenreDePersonne, id: number): Retenue =>
  retenue(
    sql`'une signature est en cours (' || d.titre || ${") : annulez-la d’abord"}`,
    sql`"DemandeSignature" d WHERE ${encoreOuverte(sql`d`, new Date())} AND EXISTS (SELECT 1 FROM "Signataire" s
      WHERE s."DemandeSignatureId" = d.id AND s.personne = ${personne} AND s."personneId" = ${id})`,
  );

const retenue = (motif: SQL, source: SQL): Retenue => ({
  quand: sql`EXISTS (SELECT 1 FROM ${source})`,
  motifs: sql`SELECT ${motif} AS motif FROM ${source}`,
});

/** The reasons that prevent the erasure, in a sentence; null when there are none. */
export function phraseDuRefus(personne: GenreDePersonne, motifs: readonly { motif: string }[]) {
  if (motifs.length === 0) return null;
  return `${REFUS[personne]}\u00A0: ${motifs.map(({ motif }) => motif).join(", ")}.`;
}

const MOTIFS_AU_PLUS = 10;

/**
 * The query for the reasons that prevent the erasure, to run in the same batch as others; its result goes to {@link
 * phraseDuRefus}.
 */
export const lireRetenues = (db: Db, { personne, id, today }: PersonneDesignee & { today: Jour }) =>
  motifsDe(db, RETENUES[personne](id, today));

const motifsDe = (db: Db, retenues: readonly Retenue[]) =>
  db.all<{ motif: string }>(
    sql`SELECT motif FROM (${sql.join(
      [sql`SELECT NULL AS motif WHERE false`, ...retenues.map(({ motifs }) => motifs)],
      sql` UNION ALL `,
    )}) LIMIT ${MOTIFS_AU_PLUS}`,
  );

/**
 * Erases again, in a restored copy of the database, the persons erased since the copy was made. Their identifiers are
 * never given again, even those that the copy does not know yet.
 *
 * @returns the count of persons of the copy that were erased.
 */
export async function rejouerEffacements(
  ctx: Pick<Contexte, "db" | "now" | "today">,
  tous: readonly Effacement[],
): Promise<number> {
  const { db } = ctx;
  let effaces = 0;
  for (const { personne, personneId: id } of tous) {
    try {
      await effacerDonnees({ ...ctx, user: null }, { personne, id, force: true });
      effaces++;
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
    }
    await db.write({
      reserve: db.run(sql`INSERT INTO sqlite_sequence (name, seq) SELECT ${personne}, 0
        WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ${personne})`),
      numero: db.run(
        sql`UPDATE sqlite_sequence SET seq = max(seq, ${id}) WHERE name = ${personne}`,
      ),
      effacement: db.insert(effacements).values({ personne, personneId: id }).onConflictDoNothing(),
    });
  }
  return effaces;
}
