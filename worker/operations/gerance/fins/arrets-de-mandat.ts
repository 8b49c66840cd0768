import { eq, sql } from "drizzle-orm";
import { agenceDe } from "#domain/agence/agence.ts";
import { formatJour, type Jour, moisDe } from "#domain/dates.ts";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import type { VersionLue } from "#domain/fields.ts";
import { anomaliesDe } from "#domain/gerance/cloture/anomalies-compte-rendu.ts";
import { etablir } from "#domain/gerance/cloture/compte-rendu-etabli.ts";
import type { DonneesDuCompte } from "#domain/gerance/cloture/donnees-du-compte.ts";
import { type ContenuFin, depotsTenus } from "#domain/gerance/mandats/fin-de-mandat.ts";
import { texteObservation } from "#domain/gerance/mandats/registre-mandats.ts";
import { enCentimes, enEuros, formatEuros } from "#domain/montants.ts";
import { refusDeFacturer } from "#domain/signature/retractation.ts";
import { variables } from "#worker/db/schema/agence.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { finsDeMandat } from "#worker/db/schema/fins.ts";
import { comptesRendus, virements } from "#worker/db/schema/mandants.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireDonnees } from "#worker/operations/gerance/cloture/donnees-compte-rendu.ts";
import { mandatAFacturer } from "#worker/operations/gerance/cloture/factures-honoraires.ts";
import {
  type Etabli,
  ecrireComptes,
} from "#worker/operations/gerance/cloture/validation-ecrite.ts";
import {
  defaire,
  lireEcrit,
  memeEcrit,
  rendreLesSommes,
} from "#worker/operations/gerance/departs/arrets-annules.ts";
import { extourner } from "#worker/operations/gerance/livres/ecritures.ts";
import { lireComptes } from "#worker/operations/gerance/locataires/comptes-lus.ts";
import { regler } from "#worker/operations/gerance/locataires/imputations.ts";
import { suitesDe } from "#worker/operations/gerance/locataires/quittances-suivies.ts";
import { direRetirees } from "#worker/operations/gerance/mandats/depenses.ts";
import { noterChangement } from "#worker/operations/gerance/mandats/registre-mandats.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { cleDeLaFin, remettreLesDepots } from "./depots-de-fin.ts";
import { type FinLue, lireFin } from "./fin-lue.ts";
import { type FinFaite, memeFin, vivante } from "./fins-notees.ts";

/**
 * Freezes the end of a mandate (mandats/README §12.24), in one transaction. What the agency holds for the tenants
 * goes to the owner's account, the last account becomes valid and keeps nothing, and the register notes the end.
 * @param demande `version`: of the end as it was read
 * @throws NotFound when no end of the mandate is noted; Conflict when a fact is missing, when the last account may
 * not be closed or is not settled, or when the end is frozen already or changed since it was read.
 */
export async function arreterMandat(
  ctx: Contexte,
  { MissionId, ...versionLue }: VersionLue & { MissionId: number },
): Promise<FinFaite> {
  const suites = await onWhatIsRead(async () => {
    const finLue = await lireFin(ctx, MissionId);
    const ligne = vivante(finLue, versionLue);
    if (ligne.arreteLe) throw new Conflict("Le dernier compte de ce mandat est déjà arrêté.");
    const { manques } = finLue.vue;
    if (manques.length > 0) throw new Conflict(manques.map(({ phrase }) => phrase).join(" "));
    return arreter(ctx, finLue, ligne.id);
  });
  return { ...suites, vue: (await lireFin(ctx, MissionId)).vue };
}

async function arreter(ctx: Contexte, finLue: FinLue, id: number) {
  const { db, today, user } = ctx;
  const { MissionId, faits, fin } = finLue.vue;
  if (!fin) throw new NotFound();
  const cle = `${cleDeLaFin(id)} arrete`;
  const depots = await remettreLesDepots(ctx, { MissionId, cle, locataires: faits.locataires });
  const { dernier, etabli } = await dernierCompte(ctx, finLue, depots.lignes);
  const { reglages } = await db.read({ reglages: db.select().from(variables) });
  const registre = await noterChangement(ctx, {
    MissionId,
    dire: () => texteObservation({ nature: "resiliation", date: fin.finLe, texte: fin.motif }),
    quand: sql`true`,
  });
  const { attente } = await db.write({
    garde: provided(
      db,
      sql`${depots.inchange} AND ${memeFin(finLue)} AND (SELECT coalesce(max(id), 0) FROM ${comptesRendus}) = ${dernier.dernierId}
        AND (SELECT max(id) FROM ${comptesRendus} WHERE "MissionId" = ${MissionId} AND mois = ${etabli.entete.mois}) IS ${dernier.id}`,
    ),
    ...depots.statements,
    ...(dernier.id === null
      ? {
          compte: db.insert(comptesRendus).values({
            id: etabli.entete.id,
            MissionId,
            mois: etabli.entete.mois,
            du: etabli.donnees.du,
            au: etabli.donnees.au,
          }),
        }
      : {}),
    ...ecrireComptes(ctx, [etabli], agenceDe(reglages)),
    fin: db
      .update(finsDeMandat)
      .set({
        arreteLe: today,
        CompteRenduId: etabli.entete.id,
        contenu: contenuDe(finLue, etabli),
        updatedAt: MAINTENANT,
      })
      .where(eq(finsDeMandat.id, id)),
    ...registre,
    histoire: trace(db, {
      entite: "Mission",
      entiteId: MissionId,
      etat: "Mandat terminé",
      user,
      details: { finLe: fin.finLe, montant: etabli.compte.reversement / 100 },
    }),
  });
  return suitesDe(depots.avant, attente);
}

/** The last account of the mandate, as of today, with the deposits and advances that have just joined it. */
async function dernierCompte(
  ctx: Contexte,
  { vue: { MissionId }, versionDuCompte }: FinLue,
  remises: DonneesDuCompte["lignes"],
) {
  const { db, today } = ctx;
  const mois = moisDe(today);
  const [dernier = { id: null, dernierId: 0, retractable: null, retracteeLe: null }] =
    await db.all<{
      id: number | null;
      dernierId: number;
      retractable: Jour | null;
      retracteeLe: string | null;
    }>(sql`SELECT ${mandatAFacturer(sql`${MissionId}`, today)}, (SELECT id FROM ${comptesRendus} WHERE "MissionId" = ${MissionId} AND mois = ${mois}) AS id,
    (SELECT coalesce(max(id), 0) FROM ${comptesRendus}) AS "dernierId"`);
  const [donneesDuMois] = await lireDonnees(ctx, [{ MissionId, mois }]);
  if (!donneesDuMois) throw new NotFound();
  const donnees = { ...donneesDuMois, lignes: [...donneesDuMois.lignes, ...remises] };
  const compte = etablir(donnees);
  const bloquantes = anomaliesDe(donnees, compte).filter(({ bloque }) => bloque === "cloture");
  if (bloquantes.length > 0) throw new Conflict(bloquantes.map(({ detail }) => detail).join(" "));
  const interdit = refusDeFacturer(dernier);
  if (interdit && compte.factures.some(({ serie }) => serie === "FH")) throw new Conflict(interdit);
  if (compte.solde < 0) {
    throw new Conflict(
      `Une fois ses honoraires pris, le dernier compte serait à découvert de ${formatEuros(enEuros(-compte.solde))} : le propriétaire les doit.`,
    );
  }
  if (compte.solde !== compte.reversement) {
    throw new Conflict(
      "Le dernier compte ne se solde pas : ce qu’un propriétaire doit aux autres, ou un fait daté d’après ce jour, l’en empêche.",
    );
  }
  const entete: Etabli["entete"] = {
    ...{ id: dernier.id ?? dernier.dernierId + 1, MissionId, mois, etat: "brouillon" },
    ...{ version: versionDuCompte, avant: null, apres: null },
    ...{ retractable: dernier.retractable, retracteeLe: dernier.retracteeLe },
  };
  return { dernier, etabli: { entete, donnees, compte } };
}

function contenuDe({ vue: { faits, fin } }: FinLue, { compte, donnees }: Etabli): ContenuFin {
  if (!fin) throw new NotFound();
  const { contenu, prelevement } = compte;
  const { avant, dus, rendus } = prelevement;
  const { gestionnaire } = fin;
  return {
    numero: contenu.mandat.numero,
    dateSignature: contenu.mandat.dateSignature,
    mandants: donnees.mandants.filter(({ lie }) => lie).map(({ nom }) => nom),
    finLe: fin.finLe,
    motif: fin.motif,
    gestionnaire: gestionnaire && { nom: gestionnaire.nom, adresse: gestionnaire.adresse },
    depots: fin.depots,
    locataires: faits.locataires.map(
      ({ DossierId, locataire, logement, depot, avance, du, present, pieces, remis }) => ({
        ...{ DossierId, locataire, logement, avance, du, present, pieces },
        depot: depot + remis,
      }),
    ),
    soldeAvant: faits.solde,
    depotsVerses: depotsTenus(faits.locataires),
    provision: Math.min(faits.provision, Math.max(0, enCentimes(contenu.soldePrecedent))),
    honoraires: avant + dus + rendus,
    reversement: compte.reversement,
    aVerserAvant: faits.aVerser,
    honorairesDus: compte.honorairesDus,
    compteRendu: contenu.numero,
  };
}

/**
 * Cancels the end of a mandate, with a reason. The agency holds again what it handed over, and the sum to pay over
 * returns to the owner's account. The last account stays, and the next one follows it.
 * @throws NotFound when no end of the mandate is noted; Conflict once a transfer pays its last account, or a deposit
 * handed over was paid.
 */
export async function annulerFin(
  ctx: Contexte,
  { MissionId, motif }: { MissionId: number; motif: string },
): Promise<FinFaite> {
  const suites = await onWhatIsRead(async () => {
    const finLue = await lireFin(ctx, MissionId);
    const ligne = vivante(finLue, {});
    const paye = await dejaPaye(ctx, ligne);
    if (paye) throw new Conflict(paye);
    return annuler(ctx, finLue, { ligne, motif });
  });
  return { ...suites, vue: (await lireFin(ctx, MissionId)).vue };
}

type Ligne = ReturnType<typeof vivante>;

const desParts = ({
  CompteRenduId,
}: Ligne) => sql`EXISTS (SELECT 1 FROM ${virements} v JOIN "CompteRenduPart" p
  ON p.id = v."CompteRenduPartId" WHERE p."CompteRenduId" IS ${CompteRenduId} AND v.etat = 'emis')`;

const desRemises = ({ remise }: Ligne) => {
  const ids = JSON.stringify((remise ?? []).map(({ IntendanceId }) => IntendanceId));
  return sql`EXISTS (SELECT 1 FROM "Intendance" i WHERE i.id IN (SELECT value FROM json_each(${ids}))
    AND (i.regle OR EXISTS (SELECT 1 FROM ${virements} v WHERE v."IntendanceId" = i.id AND v.etat = 'emis')))`;
};

async function dejaPaye({ db }: Contexte, ligne: Ligne): Promise<string | null> {
  const [{ parts, remises } = { parts: 0, remises: 0 }] = await db.all<{
    parts: number;
    remises: number;
  }>(sql`SELECT ${desParts(ligne)} AS parts, ${desRemises(ligne)} AS remises`);
  if (parts)
    return "Le dernier compte est dans un lot de virements : annulez-le, ou notez le rejet de ses virements.";
  return remises
    ? "Un dépôt remis au gestionnaire suivant est payé, ou va l’être : annulez d’abord son paiement."
    : null;
}

/**
 * The SQL statements that withdraw the approval to pay the bills by which deposits were handed over. These bills are
 * not deleted, because former transfers name them.
 */
function ecarterFactures({ db, user }: Contexte, ids: string) {
  const gardees = sql`(SELECT id FROM "Intendance" WHERE id IN (SELECT value FROM json_each(${ids})))`;
  return {
    facturesEcarteesDites: trace(db, {
      entite: "Intendance",
      entiteId: gardees,
      ...{ etat: "Modification", user },
      details: sql`(SELECT json_object('bonAPayerLe', json_array("bonAPayerLe", NULL), 'payePar', json_array("payePar", NULL))
        FROM "Intendance" WHERE id = fiche.id)`,
    }),
    facturesEcartees:
      db.run(sql`UPDATE "Intendance" SET "bonAPayerLe" = NULL, "payePar" = NULL, "updatedAt" = ${MAINTENANT}
      WHERE id IN ${gardees}`),
  };
}

async function annuler(
  ctx: Contexte,
  finLue: FinLue,
  { ligne, motif }: { ligne: Ligne; motif: string },
) {
  const { db, today, user } = ctx;
  const { MissionId, fin } = finLue.vue;
  const ecrit = await lireEcrit(ctx, cleDeLaFin(ligne.id));
  const dossiers = [...new Set(ecrit.avances.map(({ DossierId }) => DossierId))];
  const { comptes } = await lireComptes(
    ctx,
    dossiers.map((DossierId) => ({ DossierId, date: today })),
  );
  const { rendues } = rendreLesSommes(comptes, ecrit);
  const { avant, inchange, ecrites } = await regler(ctx, { comptes, rendues });
  const { lignesExtournees, ecrituresExtournees } = extourner(
    db,
    sql`origine.cle = ${`compte-rendu ${ligne.CompteRenduId} REV`}`,
    { today, user },
  );
  const registre = ligne.arreteLe
    ? await noterChangement(ctx, {
        MissionId,
        dire: () =>
          texteObservation({
            nature: "autre",
            date: today,
            texte: `la résiliation du ${formatJour(ligne.finLe)} est sans effet. ${motif}`,
          }),
        quand: sql`true`,
      })
    : {};
  const ids = JSON.stringify((ligne.remise ?? []).map(({ IntendanceId }) => IntendanceId));
  const sansVirement = sql`"Intendance".id IN (SELECT value FROM json_each(${ids}))
    AND NOT EXISTS (SELECT 1 FROM ${virements} v WHERE v."IntendanceId" = "Intendance".id)`;
  const { attente } = await db.write({
    garde: provided(
      db,
      sql`${inchange} AND ${memeFin(finLue)} AND ${memeEcrit(ecrit)} AND NOT ${desParts(ligne)} AND NOT ${desRemises(ligne)}`,
    ),
    fin: db
      .update(finsDeMandat)
      .set({ annuleLe: today, annulePar: user, motifAnnulation: motif, updatedAt: MAINTENANT })
      .where(eq(finsDeMandat.id, ligne.id)),
    reversementRepris: lignesExtournees,
    reversementRepose: ecrituresExtournees,
    ...defaire(ctx, ecrit),
    facturesDites: direRetirees(ctx, sansVirement),
    facturesRetirees: db.run(sql`DELETE FROM "Intendance" WHERE ${sansVirement}`),
    ...ecarterFactures(ctx, ids),
    ...registre,
    histoire: trace(db, {
      entite: "Mission",
      entiteId: MissionId,
      etat: "Fin du mandat annulée",
      user,
      details: { finLe: fin?.finLe ?? ligne.finLe, motif },
    }),
    ...ecrites,
  });
  return suitesDe(avant, attente);
}
