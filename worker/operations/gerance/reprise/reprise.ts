import { sql } from "drizzle-orm";
import { formatJour, type Jour } from "#domain/dates.ts";
import { Conflict, FICHE_MODIFIEE, Invalid } from "#domain/erreurs.ts";
import type { VersionLue } from "#domain/fields.ts";
import {
  avertissementsReprise,
  controlerReprise,
  fondsParDossier,
  type Referentiel,
  type RepriseLue,
} from "#domain/gerance/reprise/reprise.ts";
import type { Brouillon, LigneReprise } from "#domain/gerance/reprise/reprise-fiche.ts";
import { enEuros, formatEuros } from "#domain/montants.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { debutComptes } from "#worker/operations/gerance/livres/ecritures.ts";
import { consommerAvances } from "#worker/operations/gerance/locataires/avances.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { composerReprise, lireEtat } from "./reprise-composee.ts";
import { aInscrire, laReprise, lignesDe, lireReferentiel, nonSignee } from "./reprise-lue.ts";

const DEJA_SIGNEE =
  "La reprise est déjà signée : ses soldes ne changent plus que par une écriture.";

/** The takeover of the balances, drafted or signed, and all that it may name (reprise/README §12.13). */
export async function lireReprise(ctx: Contexte): Promise<RepriseLue> {
  const { db, today } = ctx;
  const {
    reprise: [reprise],
    ouverte: [ouverte],
  } = await db.read({
    reprise: laReprise(db),
    ouverte: db.all<{ debut: Jour | null }>(sql`SELECT ${debutComptes} AS debut`),
  });
  const debut = reprise?.debut ?? today;
  const [referentiel, [compte]] = await Promise.all([
    lireReferentiel(ctx, debut),
    db.all<{ nombre: number }>(
      sql`SELECT count(DISTINCT "QuitanceId") AS nombre FROM "Echeance" WHERE ${aInscrire(debut)}`,
    ),
  ]);
  const lignes = reprise ? lignesDe(reprise) : [];
  return {
    etat: reprise?.etat ?? (ouverte?.debut ? "ouverte" : "aucune"),
    debut,
    lignes,
    controle: controlerReprise(lignes, fondsParDossier(referentiel)),
    avertissements: avertissementsReprise(lignes),
    quittances: compte?.nombre ?? 0,
    version: reprise?.version ?? null,
    user: reprise?.user ?? null,
    signeeLe: reprise?.signeeLe ?? null,
    referentiel,
  };
}

/**
 * Stores the balances as a draft, whatever their sum.
 * @throws Conflict once the takeover is signed, or when someone else stored another draft meanwhile; Invalid for the
 * balance of a missing record.
 */
export async function garderReprise(
  ctx: Contexte,
  { debut, lignes, version, updatedAt }: Brouillon,
): Promise<void> {
  const { db, user } = ctx;
  connaitre(lignes, await lireReferentiel(ctx, debut));
  const json = JSON.stringify(lignes);
  const memeVersion = versionEst({ version, updatedAt });
  const { change, ajout } = await db.write({
    change: db.run(sql`UPDATE "Reprise" SET debut = ${debut}, lignes = ${json}, "user" = ${user},
      "updatedAt" = ${MAINTENANT} WHERE etat = 'brouillon' AND ${nonSignee} AND ${memeVersion}`),
    ajout:
      db.run(sql`INSERT INTO "Reprise" (debut, etat, lignes, "user") SELECT ${debut}, 'brouillon', ${json}, ${user}
      WHERE ${nonSignee} AND NOT EXISTS (SELECT 1 FROM "Reprise" WHERE etat = 'brouillon')`),
  });
  if (change.rowsAffected + ajout.rowsAffected > 0) return;
  const [reprise] = await laReprise(db);
  throw new Conflict(reprise?.etat === "signee" ? DEJA_SIGNEE : FICHE_MODIFIEE);
}

/** Without a version, no draft is overwritten. */
const versionEst = ({ version, updatedAt }: VersionLue) =>
  sql`coalesce(${version ?? null}, ${updatedAt ?? null}) IS NOT NULL
    AND (${version ?? null} IS NULL OR version = ${version ?? null})
    AND (${updatedAt ?? null} IS NULL OR "updatedAt" = ${updatedAt ?? null})`;

/** @throws Invalid for the balance of a missing dossier, mandate or bank account. */
function connaitre(lignes: readonly LigneReprise[], { dossiers, mandats, banques }: Referentiel) {
  const ids = {
    dossier: new Set(dossiers.map(({ id }) => id)),
    mandat: new Set(mandats.map(({ id }) => id)),
    banque: new Set(banques.map(({ id }) => id)),
  };
  for (const [rang, ligne] of lignes.entries()) {
    if ("DossierId" in ligne && !ids.dossier.has(ligne.DossierId)) {
      throw new Invalid({ [`lignes.${rang}.DossierId`]: "Ce dossier n’existe pas." });
    }
    if (ligne.genre === "mandant" && !ids.mandat.has(ligne.MissionId)) {
      throw new Invalid({ [`lignes.${rang}.MissionId`]: "Ce mandat de gestion n’existe pas." });
    }
    if (ligne.genre === "banque" && !ids.banque.has(ligne.CompteBancaireId)) {
      throw new Invalid({
        [`lignes.${rang}.CompteBancaireId`]: "Ce compte bancaire de gérance n’existe pas.",
      });
    }
  }
}

/**
 * Signs the takeover (reprise/README §12.13), all at once: its opening entries, the debts of tenants, the advances,
 * and the existing receipts due since. Of two signatures at once, the second is refused.
 * @param version the version of the draft that was on screen
 * @throws Conflict once the takeover is signed, when the draft changed meanwhile, or when an earlier payment went to
 * another receiver than that of the rents of its dossier; Invalid without a draft, for the balance of a missing
 * record, while the money in the bank is not what is owed to owners, deposits and advances, when the books would
 * begin in the future, or when an advance is less than the sums paid ahead.
 */
export async function signerReprise(
  ctx: Contexte,
  { version }: { version: number },
): Promise<void> {
  const { db, now, today, user } = ctx;
  const DossierIds = await onWhatIsRead(async () => {
    const [reprise] = await laReprise(db);
    if (!reprise) throw new Invalid({ lignes: "Aucun solde n’a été saisi." });
    if (reprise.etat === "signee") {
      // A signature that was cut short may have left the advances unspent.
      await consommerAvances(ctx, null);
      throw new Conflict(DEJA_SIGNEE);
    }
    if (reprise.version !== version) throw new Conflict(FICHE_MODIFIEE);
    const { debut } = reprise;
    if (debut > today) {
      throw new Invalid({
        debut: `Les comptes ne s’ouvrent pas avant leur premier jour, le ${formatJour(debut)}.`,
      });
    }
    const lignes = lignesDe(reprise);
    const avant = await lireEtat(db);
    const referentiel = await lireReferentiel(ctx, debut);
    connaitre(lignes, referentiel);
    prouver(lignes, referentiel);
    const composee = await composerReprise(db, {
      id: reprise.id,
      debut,
      lignes,
      referentiel,
      today,
      user,
      avant,
    });
    await db.write({
      garde: provided(
        db,
        sql`${nonSignee} AND ${composee.inchange}
          AND EXISTS (SELECT 1 FROM "Reprise" WHERE id = ${reprise.id} AND etat = 'brouillon' AND version = ${version})`,
      ),
      ...composee.statements,
      signature:
        db.run(sql`UPDATE "Reprise" SET etat = 'signee', "user" = ${user}, "signeeLe" = ${now.toISOString()},
        "updatedAt" = ${MAINTENANT} WHERE id = ${reprise.id}`),
      historique: trace(db, {
        entite: "Reprise",
        entiteId: reprise.id,
        etat: "Signée",
        user,
        details: { debut, soldes: lignes.length },
      }),
    });
    return composee.avecAvance;
  });
  await consommerAvances(ctx, DossierIds);
}

/**
 * @throws Invalid when the money in the bank is not what is owed to owners, deposits and advances, or when an advance
 * is less than the sums that its tenant paid ahead.
 */
function prouver(lignes: readonly LigneReprise[], referentiel: Referentiel): void {
  const { ecart } = controlerReprise(lignes, fondsParDossier(referentiel));
  if (ecart !== 0) {
    throw new Invalid({
      lignes: `Il y a ${formatEuros(enEuros(Math.abs(ecart)))} de ${ecart > 0 ? "trop" : "moins"} en banque : le solde de la banque est ce qui est dû aux mandants, les dépôts et les avances.`,
    });
  }
  const avances = new Map(
    lignes.flatMap((ligne) => (ligne.genre === "avance" ? [[ligne.DossierId, ligne.montant]] : [])),
  );
  for (const { id, numero, locataire, dejaPaye } of referentiel.dossiers) {
    if (dejaPaye > (avances.get(id) ?? 0)) {
      throw new Invalid({
        lignes: `L’avance du dossier ${numero} (${locataire}) est au moins de ${formatEuros(dejaPaye)} : il a payé d’avance ce qui est dû depuis.`,
      });
    }
  }
}
