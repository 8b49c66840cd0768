import { randomBytes } from "node:crypto";
import { asc, eq, type SQL, sql } from "drizzle-orm";
import { agenceDe } from "#domain/agence.ts";
import { adresseClient } from "#domain/client.ts";
import type { Jour } from "#domain/dates.ts";
import { NotFound } from "#domain/erreurs.ts";
import { titulaires } from "#domain/locataire.ts";
import { fichierQuittance } from "#domain/quittance.ts";
import { dossierClos } from "#domain/statuts.ts";
import type { Db } from "#worker/db/client.ts";
import {
  appartements,
  clients,
  dossiers,
  locataires,
  proprietes,
  quitances,
  variables,
} from "#worker/db/schema.ts";
import { type DonneesQuittance, quittance } from "#worker/documents/quittance.ts";
import { recapitulatif } from "#worker/documents/recapitulatif.ts";
import { render } from "#worker/documents/render.ts";
import type { Env } from "#worker/env.ts";
import { enParallele } from "./parallele.ts";

const RENDUS_A_LA_FOIS = 6;
const ESSAIS_AU_PLUS = 5;

/** A receipt as it was at `updatedAt`, with all that its document and its mail say. */
export interface QuittanceChargee {
  id: number;
  updatedAt: string;
  /** R2 key of the PDF of this state; null when it has not been rendered yet. */
  file: string | null;
  uuid: string;
  donnees: DonneesQuittance;
}

export interface Pdf {
  octets: Uint8Array;
  /** « Quittance_2026-11_DUPONT_000123.pdf », « Avis_… ». */
  nom: string;
}

/** Where the API serves the PDF of a receipt. */
export const urlDe = ({ id }: { id: number }) => `quitance/download/${id}`;

/** Where the API serves the year of an apartment. */
export const urlAnnuelle = (AppartementId: number, annee: number) =>
  `quitance/generate/${AppartementId}/${annee}`;

/** These receipts, in the order of their identifiers, in one round trip whatever their number. */
export async function chargerQuittances(
  db: Db,
  lesquelles: SQL,
  today: Jour,
  auPlus = -1,
): Promise<QuittanceChargee[]> {
  const choisies = sql`
    SELECT * FROM ${quitances} WHERE ${lesquelles} ORDER BY "Quitance".id LIMIT ${auPlus}`;
  const [lignes, possessions, reglages] = await db.batch([
    db
      .select({
        quitance: quitances,
        dossier: {
          dateSortie: dossiers.dateSortie,
          dateFinBail: dossiers.dateFinBail,
          chargesMode: dossiers.chargesMode,
        },
        logement: LOGEMENT,
        locataire: LOCATAIRE,
      })
      .from(quitances)
      .innerJoin(dossiers, eq(dossiers.id, quitances.DossierId))
      .innerJoin(appartements, eq(appartements.id, quitances.AppartementId))
      .innerJoin(locataires, eq(locataires.id, quitances.LocataireId))
      .where(lesquelles)
      .orderBy(asc(quitances.id))
      .limit(auPlus),
    possessionsDe(
      db,
      sql`SELECT "AppartementId" FROM (${choisies})`,
      sql`SELECT "AppartementId", "ClientId" FROM (${choisies}) WHERE "ClientId" IS NOT NULL`,
    ),
    db.select({ nom: variables.nom, valeur: variables.valeur }).from(variables),
  ]);
  const agence = agenceDe(reglages);
  const parAppartement = Map.groupBy(possessions, ({ AppartementId }) => AppartementId);
  return lignes.map(({ quitance, dossier, logement, locataire }) => ({
    id: quitance.id,
    updatedAt: quitance.updatedAt,
    file: quitance.file,
    uuid: quitance.uuid,
    donnees: {
      ...contenu(quitance),
      numero: quitance.numero,
      mode: quitance.mode,
      echeance: quitance.echeance,
      emission: quitance.emission,
      automatique: quitance.automatique,
      rp: locataire.rp,
      chargesMode: dossier.chargesMode ?? "provisions",
      bailleurs: bailleurs(parAppartement.get(quitance.AppartementId) ?? [], quitance.ClientId),
      locataires: titulaires(locataire),
      logement,
      destinataire: dossierClos(dossier, today) ? locataire : logement,
      agence,
    },
  }));
}

/**
 * The PDF of the present state of a receipt, from R2, or rendered and kept there. What was rendered is
 * kept only if the receipt has not changed meanwhile; otherwise it starts over from the new state.
 * @throws NotFound when the receipt is gone.
 */
export async function pdfDe(
  env: Pick<Env, "FILES">,
  db: Db,
  quittance: QuittanceChargee,
  today: Jour,
): Promise<Pdf> {
  let courante = quittance;
  for (let essai = 1; ; essai++) {
    const [issue] = await pdfsDe(env, db, [courante]);
    if (issue?.status === "fulfilled") return { octets: issue.value, nom: nomDuPdf(courante) };
    if (!(issue?.reason instanceof EtatChange) || essai === ESSAIS_AU_PLUS) throw issue?.reason;
    const [relue] = await chargerQuittances(db, sql`"Quitance".id = ${quittance.id}`, today);
    if (!relue) throw new NotFound();
    courante = relue;
  }
}

/** The PDF of one receipt by its identifier. */
export async function pdfDeQuittance(
  env: Pick<Env, "FILES">,
  db: Db,
  id: number,
  today: Jour,
): Promise<Pdf> {
  const [quittance] = await chargerQuittances(db, sql`"Quitance".id = ${id}`, today);
  if (!quittance) throw new NotFound();
  return pdfDe(env, db, quittance, today);
}

/** The receipt changed while its PDF was being made: what was made must not be used. */
export class EtatChange extends Error {}

/**
 * The PDFs of these receipts, in their order, each with its own outcome; the ones rendered are put into
 * R2 and recorded in one statement.
 */
export async function pdfsDe(
  env: Pick<Env, "FILES">,
  db: Db,
  chargees: readonly QuittanceChargee[],
): Promise<PromiseSettledResult<Uint8Array>[]> {
  const rendus: { id: number; key: string; chargee: QuittanceChargee; rang: number }[] = [];
  const issues = await enParallele(
    [...chargees.entries()],
    RENDUS_A_LA_FOIS,
    async ([rang, chargee]) => {
      const garde = chargee.file === null ? null : await env.FILES.get(chargee.file);
      if (garde) return new Uint8Array(await garde.arrayBuffer());
      const octets = await render(quittance(chargee.donnees).document);
      const key = `quitances/${randomBytes(16).toString("hex")}.pdf`;
      await env.FILES.put(key, octets, { httpMetadata: { contentType: "application/pdf" } });
      rendus.push({ id: chargee.id, key, chargee, rang });
      return octets;
    },
  );
  if (rendus.length === 0) return issues;
  const gardes = new Set(await enregistrer(db, rendus));
  const perdus = rendus.filter(({ key }) => !gardes.has(key));
  for (const { rang } of perdus) issues[rang] = { status: "rejected", reason: new EtatChange() };
  await oublierPdfs(
    env,
    perdus.map(({ key }) => key),
  );
  return issues;
}

/** Deletes PDFs that no receipt names any more; one that stays behind does no harm. */
export async function oublierPdfs(
  env: Pick<Env, "FILES">,
  keys: readonly (string | null)[],
): Promise<void> {
  const presentes = keys.filter((key) => key !== null);
  if (presentes.length === 0) return;
  await env.FILES.delete(presentes).catch((error: unknown) => {
    console.warn(
      JSON.stringify({ message: "R2 delete failed", keys: presentes, error: String(error) }),
    );
  });
}

/** « Quittance_2026-11_DUPONT_000123.pdf » once paid, else « Avis_… ». */
export function nomDuPdf({ donnees }: QuittanceChargee): string {
  return fichierQuittance({ ...donnees, nom: donnees.locataires[0]?.nom ?? "" });
}

/**
 * The year of an apartment, tenant after tenant (legal.md §1.6), as it is now: never kept.
 * @returns the PDF, its name, and in sentences for the staff what is missing in it.
 * @throws NotFound when the apartment does not exist.
 */
export async function recapitulatifAnnuel(
  db: Db,
  AppartementId: number,
  annee: number,
  today: Jour,
): Promise<Pdf & { warnings: string[] }> {
  const lesquelles = sql`"Quitance"."AppartementId" = ${AppartementId}
    AND "Quitance".date BETWEEN ${`${annee}-01-01`} AND ${`${annee}-12-31`}`;
  const [[logement], lignes, possessions, reglages] = await db.batch([
    db.select(LOGEMENT).from(appartements).where(eq(appartements.id, AppartementId)),
    db
      .select({
        quitance: quitances,
        chargesMode: dossiers.chargesMode,
        locataire: LOCATAIRE,
      })
      .from(quitances)
      .innerJoin(dossiers, eq(dossiers.id, quitances.DossierId))
      .innerJoin(locataires, eq(locataires.id, quitances.LocataireId))
      .where(lesquelles)
      .orderBy(asc(quitances.date), asc(quitances.id)),
    possessionsDe(db, sql`${AppartementId}`, sql`SELECT NULL, NULL WHERE false`),
    db.select({ nom: variables.nom, valeur: variables.valeur }).from(variables),
  ]);
  if (!logement) throw new NotFound("Cet appartement n’existe pas.");
  const parDossier = [...Map.groupBy(lignes, ({ quitance }) => quitance.DossierId).values()];
  const { document, warnings } = recapitulatif({
    annee,
    emission: today,
    bailleurs: bailleurs(possessions, null),
    logement,
    dossiers: parDossier.flatMap((groupe) => {
      const [premiere] = groupe;
      if (!premiere) return [];
      return {
        rp: premiere.locataire.rp,
        chargesMode: premiere.chargesMode ?? "provisions",
        locataires: titulaires(premiere.locataire),
        lignes: groupe.map(({ quitance }) => contenu(quitance)),
      };
    }),
    agence: agenceDe(reglages),
  });
  return {
    octets: await render(document),
    nom: `Quittances_${annee}_${AppartementId}.pdf`,
    warnings,
  };
}

const LOGEMENT = {
  adresse: appartements.adresse,
  codePostal: appartements.codePostal,
  ville: appartements.ville,
  etage: appartements.etage,
  caveNum: appartements.caveNum,
};

const LOCATAIRE = {
  rp: locataires.rp,
  titre: locataires.titre,
  nom: locataires.nom,
  prenom: locataires.prenom,
  secondTitulaire: locataires.secondTitulaire,
  autreTitre: locataires.autreTitre,
  autreNom: locataires.autreNom,
  autrePrenom: locataires.autrePrenom,
  adresse: locataires.adresse,
  codePostal: locataires.codePostal,
  ville: locataires.ville,
};

/** What single and annual documents both say of a receipt. */
function contenu(quitance: typeof quitances.$inferSelect) {
  return {
    mois: quitance.mois,
    dateDebut: quitance.date,
    dateFin: quitance.dateFin,
    loyerHC: quitance.loyerHC,
    charge: quitance.charge,
    montantPaye: quitance.montantPaye,
    regle: quitance.regle,
    statusInconu: quitance.statusInconu,
    datePaiement: quitance.datePaiement,
  };
}

type Possession = typeof clients.$inferSelect & { AppartementId: number; actuelle: number };

/**
 * Who owns these apartments, the contact first, and, in the pairs given beside, who owned them when the
 * receipts were made.
 */
function possessionsDe(db: Db, appartementIds: SQL, anciennes: SQL) {
  return db.all<Possession>(sql`
    SELECT possession."AppartementId", max(possession.actuelle) AS actuelle, "Client".*
    FROM (
      SELECT "AppartementId", "ClientId", 1 AS actuelle FROM ${proprietes}
      WHERE "AppartementId" IN (${appartementIds})
      UNION ALL SELECT *, 0 FROM (${anciennes})) possession
    JOIN ${clients} ON "Client".id = possession."ClientId"
    JOIN ${appartements} ON "Appartement".id = possession."AppartementId"
    GROUP BY possession."AppartementId", "Client".id
    ORDER BY "Client".id = "Appartement"."defaultContact" DESC, "Client".id`);
}

/** The owners as the document names them; the former one alone if the apartment was sold since. */
function bailleurs(possessions: readonly Possession[], ClientId: number | null) {
  const premier = possessions.find(({ id }) => id === ClientId);
  const actuels = possessions.filter(({ actuelle, id }) => actuelle && id !== ClientId);
  const nommes = premier ? [premier, ...(premier.actuelle ? actuels : [])] : actuels;
  return nommes.map((client) => ({
    titre: client.titre,
    nom: client.nom,
    prenom: client.prenom,
    ...adresseClient(client),
  }));
}

/** Records the keys of what still shows the present state; returns those. */
async function enregistrer(
  db: Db,
  rendus: readonly { id: number; key: string; chargee: QuittanceChargee }[],
): Promise<string[]> {
  const json = JSON.stringify(
    rendus.map(({ id, key, chargee: { updatedAt, file, donnees } }) => ({
      id,
      key,
      updatedAt,
      ancien: file,
      regle: Number(donnees.regle),
      statusInconu: Number(donnees.statusInconu),
    })),
  );
  const rows = await db.all<{ file: string }>(sql`
    UPDATE ${quitances} SET file = rendu.key
    FROM (SELECT value ->> 'id' AS id, value ->> 'key' AS key, value ->> 'updatedAt' AS "updatedAt",
      value ->> 'ancien' AS ancien, value ->> 'regle' AS regle, value ->> 'statusInconu' AS "statusInconu"
      FROM json_each(${json})) rendu
    WHERE "Quitance".id = rendu.id AND "Quitance"."updatedAt" = rendu."updatedAt"
      AND "Quitance".file IS rendu.ancien
      AND "Quitance".regle = rendu.regle AND "Quitance"."statusInconu" = rendu."statusInconu"
    RETURNING file`);
  return rows.map(({ file }) => file);
}
