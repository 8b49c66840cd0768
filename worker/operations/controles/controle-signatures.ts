import { sql } from "drizzle-orm";
import { type Controle, etatSelon, RUPTURES_MONTREES } from "#domain/agence/controle.ts";
import { IDENTITES_VUES } from "#domain/signature/preuve.ts";
import type { Db } from "#worker/db/client.ts";
import { missionRetracteeLe } from "#worker/db/conditions.ts";
import type { Env } from "#worker/env.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireConstat, noter } from "#worker/operations/copies/constats.ts";
import { mandatArrete } from "#worker/operations/gerance/livres/fonds.ts";
import {
  intendanceRetractable,
  intendanceSansPrix,
} from "#worker/operations/missions/retractation-intendance.ts";
import { sha256 } from "#worker/operations/signature/preparation.ts";
import type { LireFichier } from "./controle-photos.ts";

const HEURES_D_UNE_COPIE = 24;
const JOURS_AVANT_LE_TERME = 90;
const JOUR = 86_400_000;
/**
 * Before the end of this delay, the agency may take no payment for a contract made off its premises (Code de la
 * consommation, art. L. 221-10).
 */
const SEPT_JOURS = "+7 days";
/** The number of sealed files that one night reads again. */
const RELUS_PAR_NUIT = 200;

interface Rupture {
  id: number;
  motif: string;
}

/** The facts that must always hold about the papers signed here, for `/Controle`. */
export async function controlerSignatures(
  ctx: Pick<Contexte, "db" | "now" | "today"> & { env: Pick<Env, "BACKUPS"> },
): Promise<Controle[]> {
  const { db, now, today } = ctx;
  const hier = new Date(now.getTime() - HEURES_D_UNE_COPIE * 3_600_000).toISOString();
  const bientot = new Date(now.getTime() + JOURS_AVANT_LE_TERME * JOUR).toISOString();
  const [copies, avertis, manques, certificats, honoraires, relus] = await Promise.all([
    ruptures(
      db,
      sql`SELECT d.id, d.titre || ' : ' || s.role || ' sans son exemplaire' AS motif
      FROM "Signataire" s JOIN "DemandeSignature" d ON d.id = s."DemandeSignatureId"
      JOIN "DocumentScelle" f ON f.id = d."DocumentScelleId"
      WHERE s.role <> 'agence' AND s.mail IS NOT NULL AND s."copieLe" IS NULL AND f."scelleLe" < ${hier}`,
    ),
    ruptures(
      db,
      sql`SELECT d.id, d.titre || ' : ' || s.role || ' dont la signature a été recueillie sans qu’il en soit averti' AS motif
      FROM "Signataire" s JOIN "DemandeSignature" d ON d.id = s."DemandeSignatureId"
      WHERE s.identite IN (SELECT value FROM json_each(${JSON.stringify(IDENTITES_VUES)})) AND s.mail IS NOT NULL
        AND s."avertiLe" IS NULL AND s."copieLe" IS NULL AND s."signeLe" < ${hier}
        AND d."annuleeLe" IS NULL AND d."remplaceeLe" IS NULL`,
    ),
    ruptures(
      db,
      sql`SELECT d.id, d.titre || ' : une signature manque' AS motif FROM "DemandeSignature" d
      WHERE d."DocumentScelleId" IS NOT NULL AND (
        EXISTS (SELECT 1 FROM "Signataire" s WHERE s."DemandeSignatureId" = d.id AND s."signeLe" IS NULL)
        OR NOT EXISTS (SELECT 1 FROM "Signataire" s WHERE s."DemandeSignatureId" = d.id AND s.role = 'agence'))`,
    ),
    ruptures(
      db,
      sql`SELECT id, 'Le certificat du sceau finit le ' || substr(au, 1, 10) AS motif FROM "Sceau" dernier
      WHERE id = (SELECT max(id) FROM "Sceau") AND au < ${bientot}`,
    ),
    ruptures(
      db,
      sql`SELECT f.id, f.numero || ' avant la fin du délai de rétractation' AS motif
      FROM "FactureHonoraires" f JOIN "DemandeSignature" d ON d."MissionId" = f."MissionId"
      JOIN "DocumentScelle" s ON s.id = d."DocumentScelleId"
      WHERE d.type = 'ordreMission' AND f.serie = 'FH' AND f.date <= d."retractationJusqua"
        AND f.date >= substr(s."scelleLe", 1, 10)
      UNION ALL SELECT a.id, 'Acompte reçu moins de sept jours après la signature : ' || d.titre
      FROM "Accompte" a JOIN "DemandeSignature" d ON d."MissionId" = a."MissionId"
      JOIN "DocumentScelle" s ON s.id = d."DocumentScelleId"
      WHERE d.type = 'ordreMission' AND d.lieu = 'logement' AND d."retractationJusqua" IS NOT NULL AND a.regle
        AND a."datePaiement" >= substr(s."scelleLe", 1, 10)
        AND a."datePaiement" < date(substr(s."scelleLe", 1, 10), ${SEPT_JOURS})
      UNION ALL SELECT i.id, 'Prix réglé d’un ordre que son mandant peut rétracter, ou a rétracté : ' || d.titre
      FROM "Intendance" i JOIN "DemandeSignature" d ON d.entite = 'Intendance' AND d."entiteId" = i.id
        AND d.type = 'ordreMissionIntendance' AND d."DocumentScelleId" IS NOT NULL
      WHERE i.nature = 'mission' AND i.regle AND (${intendanceRetractable(sql`i.id`, today)} OR ${intendanceSansPrix(sql`i.id`)})
      UNION ALL SELECT m.id, 'Mandat rétracté, dont les comptes ont des conditions : ' || d.titre
      FROM "Mission" m JOIN "DemandeSignature" d ON d."MissionId" = m.id AND d.type = 'ordreMission'
      WHERE d."retracteeLe" IS NOT NULL AND ${missionRetracteeLe(sql`m.id`)} IS d."retracteeLe"
        AND EXISTS (SELECT 1 FROM "ConditionsMandat" c WHERE c."MissionId" = m.id)
        AND NOT ${mandatArrete(sql`m.id`)}`,
    ),
    lireConstat(ctx, "signatures"),
  ]);
  return [
    controle("Exemplaires des signataires", ["exemplaire dû", "exemplaires dus"], copies),
    controle("Signatures recueillies sur place", ["signataire", "signataires"], avertis),
    controle("Signatures des papiers scellés", ["papier", "papiers"], manques),
    controle(
      "Certificat du sceau",
      ["certificat à renouveler", "certificats à renouveler"],
      certificats,
    ),
    controle("Honoraires et rétractation", ["fait à examiner", "faits à examiner"], honoraires),
    {
      ...controle(
        SCELLES,
        ["fichier changé", "fichiers changés"],
        (relus?.manques ?? []).map((motif) => ({ id: 0, motif })),
      ),
      detail: relus
        ? `Relus le ${relus.jour === today ? "jour même" : relus.jour}`
        : "Pas encore relus",
    },
  ];
}

const ruptures = (db: Db, requete: ReturnType<typeof sql>) =>
  db.all<Rupture>(sql`${requete} LIMIT ${RUPTURES_MONTREES}`);

const controle = (
  nom: string,
  unite: [string, string],
  trouvees: readonly Rupture[],
): Controle => ({
  nom,
  etat: etatSelon(trouvees.length),
  lignes: trouvees.length,
  unite,
  detail: trouvees.length === 0 ? "Rien à dire" : "À examiner",
  ruptures: trouvees.map(({ motif }) => ({ motif })),
});

interface Scelle {
  id: number;
  titre: string;
  key: string;
  empreinte: string;
  empreinteLue: string;
  octetsLus: number;
}

/**
 * Reads sealed files again each night: `auPlus` of them, the next ones in turn each day, and those found changed the
 * night before. It notes for `/Controle` the files that differ from what was sealed.
 */
export async function relireLesScelles(
  ctx: Pick<Contexte, "db" | "today"> & { env: Pick<Env, "FILES" | "BACKUPS"> },
  auPlus: number = RELUS_PAR_NUIT,
): Promise<string[]> {
  const { db, env, today } = ctx;
  const { manques = [] } = (await lireConstat(ctx, "signatures")) ?? {};
  const [compte] = await db.all<{ total: number }>(
    sql`SELECT count(*) AS total FROM "DemandeSignature" WHERE "ScelleId" IS NOT NULL`,
  );
  const total = compte?.total ?? 0;
  const debut = total === 0 ? 0 : (Math.floor(Date.parse(today) / JOUR) * auPlus) % total;
  const scelles = await lireScelles(
    db,
    sql`ORDER BY EXISTS (SELECT 1 FROM json_each(${JSON.stringify(manques)}) WHERE substr(value, 1, length(d.titre) + 3) = d.titre || ' : ') DESC,
      (row_number() OVER (ORDER BY d.id) - 1 - ${debut} + ${total}) % ${Math.max(1, total)}
      LIMIT ${auPlus + manques.length}`,
  );
  const changes = await changesDe(
    scelles,
    async (key) => (await env.FILES.get(key))?.arrayBuffer() ?? null,
  );
  await noter(ctx, { nom: "signatures", jour: today, manques: changes });
  return changes;
}

const SCELLES = "Fichiers scellés";

/** Compares all the sealed files of the database with what was sealed. */
export async function controlerTousLesScelles(db: Db, lire: LireFichier): Promise<Controle> {
  const scelles = await lireScelles(db, sql`ORDER BY d.id`);
  const changes = await changesDe(scelles, lire);
  return {
    nom: SCELLES,
    etat: etatSelon(changes.length),
    lignes: scelles.length,
    unite: ["fichier", "fichiers"],
    detail: changes.length === 0 ? "Tous sont ceux qui ont été scellés" : "À examiner",
    ruptures: changes.map((motif) => ({ motif })),
  };
}

const lireScelles = (db: Db, ordre: ReturnType<typeof sql>) =>
  db.all<Scelle>(sql`
    SELECT d.id, d.titre, o.key, f.empreinte, f."empreinteLue", f."octetsLus" FROM "DemandeSignature" d
    JOIN "DocumentScelle" f ON f.id = d."DocumentScelleId" JOIN "StoredFile" o ON o.id = d."ScelleId" ${ordre}`);

/** The files that differ from what was sealed, in words. */
async function changesDe(scelles: readonly Scelle[], lire: LireFichier): Promise<string[]> {
  const changes: string[] = [];
  for (const { titre, key, empreinte, empreinteLue, octetsLus } of scelles) {
    const fichier = await lire(key);
    const octets = fichier && new Uint8Array(fichier);
    if (!octets || sha256(octets) !== empreinte)
      changes.push(
        `${titre} : ${octets ? "le fichier scellé a changé" : "le fichier scellé manque"}`,
      );
    else if (sha256(octets.subarray(0, octetsLus)) !== empreinteLue)
      changes.push(`${titre} : son début n’est plus le document lu`);
  }
  return changes;
}
