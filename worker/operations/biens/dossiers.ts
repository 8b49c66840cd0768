import { and, desc, eq, lte, not, type SQL, sql } from "drizzle-orm";
import { differences } from "#domain/agence/history.ts";
import {
  type AnnulationBail,
  type Cloture,
  type Dossier,
  modification,
} from "#domain/biens/dossier-fiche.ts";
import { bailAVenir, preavisEtFinBail } from "#domain/biens/etat-dossier.ts";
import { ajouterJours, type Jour } from "#domain/dates.ts";
import { Conflict, FICHE_MODIFIEE, Invalid, NotFound } from "#domain/erreurs.ts";
import { champsDe } from "#domain/fields.ts";
import { finAvecLesCles } from "#domain/gerance/departs/fin-du-bail.ts";
import { formatEuros } from "#domain/montants.ts";
import { estEfface, PERSONNE_EFFACEE } from "#domain/personnes/personne.ts";
import { texteDeRecherche } from "#domain/recherche.ts";
import type { Db } from "#worker/db/client.ts";
import { donneesEffacees, dossierEnCours } from "#worker/db/conditions.ts";
import { joursDuBail } from "#worker/db/jours-du-bail.ts";
import { insertWhen, nextId, rowExists } from "#worker/db/rows.ts";
import { departs } from "#worker/db/schema/departs.ts";
import { appartements, dossiers, etatsLieux, locataires } from "#worker/db/schema/schema.ts";
import { asRead, isStale, onVersionRead } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { ouvrirDepart } from "#worker/operations/gerance/departs/departs.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { direSortie } from "./sorties.ts";

type Appel = Pick<Contexte, "db" | "user" | "today" | "now">;

/**
 * Assigns a tenant to an apartment (biens/README §7.1): creates the dossier, and copies its rent and charges (euros)
 * to the apartment. Dossier, apartment and tenant each get a line of history, in one transaction.
 * @returns the identifier of the new dossier.
 * @throws Invalid when the apartment or the tenant does not exist; Conflict when the tenant was erased.
 */
export async function ouvrirDossier(ctx: Appel, values: Dossier): Promise<number> {
  return (await ouvrir(ctx, values)).id;
}

/**
 * Gives an apartment to a tenant; a second call changes nothing. A running dossier of this tenant in this apartment
 * on these days stays as it is; without one, {@link ouvrirDossier} opens one.
 * @returns the dossier of this tenant in this apartment.
 * @throws Invalid when the apartment or the tenant does not exist; Conflict when the running dossier has another
 * rent, other charges or another deposit, or when the tenant was erased.
 */
export async function attribuerAppartement(ctx: Appel, values: Dossier) {
  const { dateDebutBail, dateSortie, dateFinBail } = values;
  const commun = and(
    ensemble(values),
    dossierEnCours(dateDebutBail),
    lte(dossiers.dateDebutBail, dateSortie ?? dateFinBail ?? "9999-12-31"),
  );
  const dossier = await ouvrir(ctx, values, commun);
  if (MONTANTS.some((montant) => dossier[montant] !== values[montant])) {
    const { loyerHC, loyerCharge, depotGarantie } = dossier;
    throw new Conflict(
      `Ce locataire a déjà un dossier en cours dans cet appartement, à d’autres montants\u00A0: ${formatEuros(loyerHC)} de loyer, ${formatEuros(loyerCharge)} de charges, ${formatEuros(depotGarantie)} de dépôt. Modifiez ce dossier, ou clôturez-le d’abord.`,
    );
  }
  return { id: dossier.id, ...champsDe(modification, dossier) };
}

const MONTANTS = ["loyerHC", "loyerCharge", "depotGarantie"] as const;

interface Couple {
  AppartementId: number;
  LocataireId: number;
}

const ensemble = ({ AppartementId, LocataireId }: Couple) =>
  and(eq(dossiers.AppartementId, AppartementId), eq(dossiers.LocataireId, LocataireId));

/** @throws Invalid when the apartment or the tenant does not exist; Conflict when the tenant was erased. */
async function exigerParties(db: Db, { AppartementId, LocataireId }: Couple): Promise<void> {
  const {
    appartement: [appartement],
    locataire: [locataire],
  } = await db.read({
    appartement: db
      .select({ id: appartements.id })
      .from(appartements)
      .where(eq(appartements.id, AppartementId)),
    locataire: db
      .select({ mail: locataires.mail })
      .from(locataires)
      .where(eq(locataires.id, LocataireId)),
  });
  if (!appartement || !locataire) {
    throw new Invalid({
      ...(appartement ? {} : { AppartementId: "Cet appartement n’existe pas." }),
      ...(locataire ? {} : { LocataireId: "Ce locataire n’existe pas." }),
    });
  }
  if (estEfface(locataire)) throw new Conflict(PERSONNE_EFFACEE, "LocataireId");
}

/**
 * Opens a dossier, or finds the one of this tenant and apartment that meets `commun`.
 * @returns the new or the existing dossier
 */
async function ouvrir({ db, user, now }: Appel, values: Dossier, commun?: SQL) {
  const { AppartementId, LocataireId, dateEntree } = values;
  await exigerParties(db, values);
  const efface = and(eq(locataires.id, LocataireId), donneesEffacees);
  const quand = and(
    not(rowExists(locataires, efface)),
    commun ? not(rowExists(dossiers, commun)) : undefined,
  );
  const {
    ouverture,
    dossier: [dossier],
  } = await db.write({
    chezDossier: trace(db, {
      entite: "Dossier",
      entiteId: nextId(dossiers),
      etat: "Création",
      user,
      quand,
    }),
    logement: db
      .update(appartements)
      .set({ loyerHC: values.loyerHC, charge: values.loyerCharge, updatedAt: now.toISOString() })
      .where(and(eq(appartements.id, AppartementId), quand)),
    chezAppartement: trace(db, {
      entite: "Appartement",
      entiteId: AppartementId,
      etat: "Entrée d’un locataire",
      user,
      details: { LocataireId, dateEntree },
      quand,
    }),
    chezLocataire: trace(db, {
      entite: "Locataire",
      entiteId: LocataireId,
      etat: "Entrée dans un appartement",
      user,
      details: { AppartementId, dateEntree },
      quand,
    }),
    ouverture: insertWhen(
      db,
      dossiers,
      { ...values, recherche: texteDeRecherche([values.numFraisDossier]) },
      quand,
    ),
    dossier: db
      .select()
      .from(dossiers)
      .where(commun ?? ensemble(values))
      .orderBy(desc(dossiers.id))
      .limit(1),
  });
  if (!dossier || (ouverture.rowsAffected === 0 && !commun)) {
    throw new Conflict(PERSONNE_EFFACEE, "LocataireId");
  }
  return dossier;
}

/**
 * The statements that go with the move of a dossier to another apartment; they run before the dossier changes. The
 * inventories of the dossier then name the new apartment. The new apartment takes the rent and charges of the
 * dossier, and its history gets a line on the new tenant.
 * @param quand the condition under which the dossier changes.
 */
export function suivreDossier(
  { db, user, now }: Pick<Contexte, "db" | "user" | "now">,
  {
    id,
    AppartementId,
    loyerHC,
    loyerCharge,
    quand,
  }: Pick<Dossier, "AppartementId" | "loyerHC" | "loyerCharge"> & { id: number; quand: SQL },
) {
  const updatedAt = now.toISOString();
  const duDossier = sql`${etatsLieux.id} IN (
    SELECT ${dossiers.etatInId} FROM ${dossiers} WHERE ${dossiers.id} = ${id}
    UNION SELECT ${dossiers.etatOutId} FROM ${dossiers} WHERE ${dossiers.id} = ${id})`;
  return {
    etatsLieux: db
      .update(etatsLieux)
      .set({ AppartementId, updatedAt })
      .where(and(duDossier, quand)),
    logement: db
      .update(appartements)
      .set({ loyerHC, charge: loyerCharge, updatedAt })
      .where(and(eq(appartements.id, AppartementId), quand)),
    entree: trace(db, {
      entite: "Appartement",
      entiteId: AppartementId,
      etat: "Entrée d’un locataire",
      user,
      details: { DossierId: id },
      quand,
    }),
  };
}

type DemandeDeCloture = Couple & Cloture & { dateSortie: Jour };

const SANS_DOSSIER = "Ce locataire n’a pas de dossier en cours dans cet appartement.";
const PLUSIEURS_DOSSIERS =
  "Ce locataire a plusieurs dossiers en cours dans cet appartement\u00A0: dites lequel prend fin (DossierId).";

/**
 * Closes an open dossier of a tenant in an apartment (biens/README §7.1), in one transaction. It sets the day the
 * keys came back, which removes the tenant from the apartment, and the notice if one is given; it also opens the
 * departure. Dossier, apartment and tenant each get a line of history.
 * @param demande `DossierId`: the dossier, needed when this tenant has several open dossiers in this apartment;
 * `dateSortie`: the last day of the dossier, included; `version`, `updatedAt`: the version of the dossier that the
 * caller read; without them, any version is accepted.
 * @returns the identifier of the closed dossier.
 * @throws NotFound when the tenant has no such open dossier there; Conflict when there are several and `DossierId` is
 * missing, or when the dossier changed since it was read; Invalid when the day precedes the entry, or the notice ends
 * before the lease begins.
 */
export async function cloreDossier(ctx: Appel, demande: DemandeDeCloture): Promise<number> {
  return onVersionRead(demande, () => cloreLu(ctx, demande));
}

/** @returns undefined when somebody changed the dossier since it was read. */
async function cloreLu(
  { db, user, today, now }: Appel,
  {
    AppartementId,
    LocataireId,
    DossierId,
    dateSortie,
    edfSortie,
    version,
    updatedAt,
    ...preavis
  }: DemandeDeCloture,
): Promise<number | undefined> {
  const lue = { version, updatedAt };
  const lesquels = and(
    ensemble({ AppartementId, LocataireId }),
    DossierId === undefined ? undefined : eq(dossiers.id, DossierId),
  );
  // A dossier still runs on its last day, so a second closing with the same `dateSortie` must not find it open.
  const ouvert = and(
    lesquels,
    sql`${dossierEnCours(today)} AND ${dossiers.dateSortie} IS NOT ${dateSortie}`,
  );
  const ouverts = await db.select().from(dossiers).where(ouvert).orderBy(dossiers.id);
  const [dossier] = ouverts;
  if (!dossier) {
    const finis = await db.select().from(dossiers).where(lesquels);
    const change = finis.length > 0 && finis.every((fini) => isStale(fini, lue));
    throw change ? new Conflict(FICHE_MODIFIEE) : new NotFound(SANS_DOSSIER);
  }
  if (ouverts.length > 1) throw new Conflict(PLUSIEURS_DOSSIERS);
  if (isStale(dossier, lue)) throw new Conflict(FICHE_MODIFIEE);
  if (dateSortie < dossier.dateEntree) {
    throw new Invalid({ dateSortie: "La sortie précède l’entrée." });
  }
  if (preavis.dateFinPreavis && preavis.dateFinPreavis < dossier.dateDebutBail) {
    throw new Invalid({ dateFinPreavis: "La fin du préavis précède le début du bail." });
  }
  const [depart] = await db
    .select({ genre: departs.genre })
    .from(departs)
    .where(and(eq(departs.DossierId, dossier.id), eq(departs.titulaire, "tous")));
  const { dateFinBail, dateFinPreavis: fin } = {
    ...dossier,
    ...(preavis.dateFinPreavis ? preavis : {}),
  };
  const finDuConge = finAvecLesCles(depart?.genre, { fin, clesLe: dateSortie });
  const dates = {
    dateSortie,
    ...(edfSortie ? { edfSortie } : {}),
    ...(preavis.dateFinPreavis ? preavisEtFinBail({ ...dossier, ...preavis }) : {}),
    ...(finDuConge !== fin && (dateFinBail === null || dateFinBail === fin)
      ? { dateFinBail: finDuConge }
      : {}),
  };
  const aClore = and(eq(dossiers.id, dossier.id), asRead(dossiers, { version: dossier.version }));
  const seul = sql`(SELECT count(*) FROM ${dossiers} WHERE ${ouvert}) = 1`;
  const quand = and(rowExists(dossiers, aClore), seul);
  const { cloture } = await db.write({
    chezDossier: trace(db, {
      entite: "Dossier",
      entiteId: dossier.id,
      etat: "Clôture",
      user,
      details: differences(dossier, { ...preavis, ...dates }),
      quand,
    }),
    ...direSortie(db, { AppartementId, LocataireId, dateSortie }, { user, quand }),
    depart: ouvrirDepart(db, {
      DossierId: dossier.id,
      genre: (preavis.dateDebutPreavis ?? dossier.dateDebutPreavis) ? "conge_locataire" : "accord",
      user,
      quand,
    }),
    cloture: db
      .update(dossiers)
      .set({ ...dates, updatedAt: now.toISOString() })
      .where(and(aClore, seul)),
  });
  return cloture.rowsAffected === 0 ? undefined : dossier.id;
}

const BAIL_COMMENCE = "Ce bail n’est plus à venir\u00A0: il se clôt, il ne s’annule pas.";

/**
 * Calls off a lease that has not begun (biens/README §7.1), in one transaction. The lease then ends before its first
 * day and frees its apartment at once; its dossier stays among the closed ones. The history of dossier, apartment and
 * tenant keeps the reason.
 * @param demande `motif`: the reason; `version`, `updatedAt`: the version of the dossier that the caller read;
 * without them, any version is accepted.
 * @throws NotFound when there is no such dossier; Conflict when the lease has begun or is over, or changed since it
 * was read.
 */
export async function annulerBail(
  { db, user, today, now }: Appel,
  { id, motif, ...lue }: AnnulationBail & { id: number },
): Promise<void> {
  await onVersionRead(lue, async () => {
    const [dossier] = await db.select().from(dossiers).where(eq(dossiers.id, id));
    if (!dossier) throw new NotFound();
    if (isStale(dossier, lue)) throw new Conflict(FICHE_MODIFIEE);
    if (!bailAVenir(dossier, today)) throw new Conflict(BAIL_COMMENCE);
    const { AppartementId, LocataireId } = dossier;
    const fin = ajouterJours(today, -1);
    const dates = { dateSortie: fin, dateFinBail: fin };
    const inchange = and(eq(dossiers.id, id), asRead(dossiers, { version: dossier.version }));
    const commun = { etat: "Bail annulé", user, quand: rowExists(dossiers, inchange) };
    const { annulation } = await db.write({
      chezDossier: trace(db, {
        ...commun,
        entite: "Dossier",
        entiteId: id,
        details: { motif, ...differences(dossier, dates) },
      }),
      chezAppartement: trace(db, {
        ...commun,
        entite: "Appartement",
        entiteId: AppartementId,
        details: { LocataireId, motif },
      }),
      chezLocataire: trace(db, {
        ...commun,
        entite: "Locataire",
        entiteId: LocataireId,
        details: { AppartementId, motif },
      }),
      annulation: db
        .update(dossiers)
        .set({ ...dates, updatedAt: now.toISOString() })
        .where(inchange),
    });
    return annulation.rowsAffected > 0 || undefined;
  });
}

/** The query for the leases of a dwelling, with their tenants; to run in the same batch as others. */
export const bauxDuLogement = (db: Db, AppartementId: number) =>
  db
    .select({
      ...joursDuBail,
      locataire: { titre: locataires.titre, nom: locataires.nom, prenom: locataires.prenom },
    })
    .from(dossiers)
    .innerJoin(locataires, eq(locataires.id, dossiers.LocataireId))
    .where(eq(dossiers.AppartementId, AppartementId));
