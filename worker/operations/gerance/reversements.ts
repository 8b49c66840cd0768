import { eq, sql } from "drizzle-orm";
import { agenceDe } from "#domain/agence.ts";
import { ajouterJours, formatJour, type Jour, moisDe, plusTard } from "#domain/dates.ts";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import { honorairesVires, versementAuMandant } from "#domain/gerance/ecritures.ts";
import { estJourTarget, jourTarget } from "#domain/gerance/jours-target.ts";
import type { Centimes } from "#domain/gerance/repartition.ts";
import {
  aDeux,
  controler,
  debutDeReference,
  libelleDeVirement,
  numeroDeReversement,
  type PartDue,
  referenceDesHonoraires,
  referenceDeVirement,
  refusDuLot,
} from "#domain/gerance/reversement.ts";
import type { DemandeReversement } from "#domain/gerance/reversement-fiche.ts";
import type { FormatSepa } from "#domain/gerance/sepa.ts";
import { enCentimes } from "#domain/montants.ts";
import type { Db } from "#worker/db/client.ts";
import { MAINTENANT } from "#worker/db/columns.ts";
import { newestId } from "#worker/db/rows.ts";
import { variables } from "#worker/db/schema.ts";
import { comptesBancaires } from "#worker/db/schema-gerance.ts";
import { reversements, virements } from "#worker/db/schema-mandants.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import { compteChangeDepuis } from "#worker/operations/changements.ts";
import { trace } from "#worker/operations/history.ts";
import type { Contexte } from "./contexte.ts";
import { type EcritureAPoster, extourner, poster } from "./ecritures.ts";
import {
  dernierHonoraire,
  honorairesEnAttente,
  lireCompteDeLAgence,
  lireFonds,
  lireHonoraires,
  lirePartsDues,
  partDue,
  partiSeul,
  payables,
} from "./reversements-lus.ts";

/** The administrator who prepares or validates a batch. */
export interface Payeur extends Contexte {
  user: string;
  UserId: number;
  now: Date;
}

/** As late as a batch is ordered ahead. */
const JOURS_D_AVANCE = 90;

/** What a transfer is known by in the books. */
export const cleDeVirement = (reference: string): string => `virement ${reference}`;
const cleDesHonoraires = (reference: string): string => `${cleDeVirement(reference)} H`;

/** What history says of a batch that waits for a second administrator. */
const PREPARE = "Préparé";

/** A part that a batch leaves out, and why. */
export interface Ecarte {
  CompteRenduPartId: number;
  CompteRenduId: number;
  ClientId: number;
  raison: string;
}

interface Sortie {
  CompteRenduPartId: number | null;
  CoordonneesBancairesId: number | null;
  CompteBancaireId: number | null;
  /** The mandate that it pays; null for the fees. */
  mandat: number | null;
  montant: Centimes;
  titulaire: string;
  reference: string;
  libelle: string;
}

/** The account that pays: the one asked for, else the only one that is open. */
export async function compteDebite(db: Db, demande: number | null | undefined, today: Jour) {
  const ouverts = await db
    .select()
    .from(comptesBancaires)
    .where(
      sql`${comptesBancaires.usage} = 'gerance' AND coalesce(${comptesBancaires.fermeLe}, '9999') > ${today}`,
    )
    .orderBy(comptesBancaires.id);
  const [seul, autre] = ouverts;
  if (demande !== null && demande !== undefined) {
    const choisi = ouverts.find(({ id }) => id === demande);
    if (!choisi)
      throw new Invalid({ CompteBancaireId: "Ce compte de gérance n’existe pas ou est fermé." });
    return choisi;
  }
  if (!seul) {
    throw new Conflict("Ajoutez d’abord le compte bancaire de gérance dont les fonds partent.");
  }
  if (autre) throw new Invalid({ CompteBancaireId: "Choisissez le compte qui paie." });
  return seul;
}

/**
 * Prepares a batch (domain/README §12.18): a transfer for each part that may be paid, and one for the agency's fees where
 * they are asked for; those that may not are left out, and named. It is valid at once, unless its sum, with what its author
 * sent alone within a day, asks for a second administrator.
 * @returns its identifier, and what it leaves out
 * @throws Invalid for a day on which banks settle nothing; Conflict where nothing may be paid, with what keeps it.
 */
export async function creerReversement({
  db,
  user,
  UserId,
  today,
  now,
  demande,
}: Payeur & { demande: DemandeReversement }): Promise<{ id: number; ecartes: Ecarte[] }> {
  exigerJour(demande.dateExecution, today);
  return onWhatIsRead(async () => {
    const compte = await compteDebite(db, demande.CompteBancaireId, today);
    const ids = JSON.stringify(demande.CompteRenduIds);
    const lus = await db.read({
      parts: lirePartsDues(db, sql`c.id IN (SELECT value FROM json_each(${ids}))`, { now }),
      fonds: lireFonds(db, compte.id),
      honoraires: lireHonoraires(db),
      deja: db.all<{ attente: number; dernier: number }>(
        sql`SELECT ${honorairesEnAttente} AS attente, ${dernierHonoraire} AS dernier`,
      ),
      agence: lireCompteDeLAgence(db, today),
      rangs: db.all<{ rang: number }>(sql`
        SELECT count(*) + 1 AS rang FROM ${reversements} WHERE numero LIKE ${`REV-${moisDe(today)}-%`}`),
      references: db.all<{ reference: string }>(sql`
        SELECT reference FROM ${virements} WHERE "CompteRenduPartId" IN (SELECT p.id FROM "CompteRenduPart" p
          JOIN "CompteRendu" c ON c.id = p."CompteRenduId" WHERE c.mois IN (SELECT d.mois FROM "CompteRendu" d
            WHERE d.id IN (SELECT value FROM json_each(${ids}))))`),
      seul: db.all<{ montant: number }>(sql`SELECT ${partiSeul(UserId, now)} AS montant`),
      reglages: db.select().from(variables),
    });
    const { agenceNom, seuilReversement, formatSepa } = agenceDe(lus.reglages);
    const { retenues, ecartes } = trier(lus.parts.map(partDue), today);
    const numero = numeroDeReversement(moisDe(today), lus.rangs[0]?.rang ?? 1);
    const sorties: Sortie[] = references(
      retenues,
      new Set(lus.references.map((une) => une.reference)),
    );
    const [deja = { attente: 0, dernier: 0 }] = lus.deja;
    const pris = lus.honoraires.reduce((somme, { montant }) => somme + montant, 0);
    const honoraires = demande.honoraires ? Math.max(0, pris - deja.attente) : 0;
    if (honoraires > 0) {
      const [agence] = lus.agence;
      if (!agence)
        throw new Conflict(
          "Ajoutez le compte bancaire de l’agence, où vont ses honoraires.",
          "honoraires",
        );
      sorties.push({
        CompteRenduPartId: null,
        CoordonneesBancairesId: null,
        CompteBancaireId: agence.id,
        mandat: null,
        montant: honoraires,
        titulaire: agence.titulaire || agenceNom,
        reference: referenceDesHonoraires(numero),
        libelle: `HONORAIRES ${numero}`,
      });
    }
    if (sorties.length === 0) throw new Conflict(riendAPayer(ecartes, demande.honoraires ?? false));
    const titulaire = compte.titulaire || agenceNom;
    if (!titulaire)
      throw new Conflict(
        "Donnez d’abord son nom à l’agence, dans les réglages : la banque le demande.",
      );
    const total = sorties.reduce((somme, { montant }) => somme + montant, 0);
    const [fonds] = lus.fonds;
    const refus = fonds ? refusDuLot(fonds, { total, honoraires }) : null;
    if (refus) throw new Conflict(refus);
    const [{ montant: seul } = { montant: 0 }] = lus.seul;
    const inconnu = honoraires > 0 && lus.agence[0]?.nouveau === 1;
    const attend = inconnu || aDeux(total + seul, enCentimes(seuilReversement));
    const lot = {
      numero,
      dateExecution: demande.dateExecution,
      CompteBancaireId: compte.id,
      etat: attend ? "a_valider" : "valide",
      format: formatSepa as FormatSepa,
      emetteur: agenceNom || titulaire,
      titulaire,
      bic: compte.bic,
      user,
      UserId,
      validePar: attend ? null : user,
      valideLe: attend ? null : now.toISOString(),
    } as const;
    const {
      id: [nouveau],
    } = await db.write({
      garde: provided(
        db,
        sql`${payables(dues(sorties), { CompteBancaireId: compte.id, honoraires, now })}
          AND ${honorairesEnAttente} = ${deja.attente} AND ${dernierHonoraire} = ${deja.dernier}
          AND ${partiSeul(UserId, now)} = ${seul}
          AND NOT EXISTS (SELECT 1 FROM ${reversements} WHERE numero = ${numero})
          AND NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(sorties)}) s JOIN ${virements} v
            ON v.reference = s.value ->> 'reference' OR (v."CompteRenduPartId" = s.value ->> 'CompteRenduPartId' AND v.etat = 'emis'))`,
      ),
      lot: db.insert(reversements).values(lot),
      virements: db.run(sql`
        INSERT INTO ${virements} ("ReversementId", rang, "CompteRenduPartId", "CoordonneesBancairesId", "CompteBancaireId",
          montant, titulaire, reference, libelle)
        SELECT ${newestId(reversements)}, s.key + 1, s.value ->> 'CompteRenduPartId', s.value ->> 'CoordonneesBancairesId',
          s.value ->> 'CompteBancaireId', s.value ->> 'montant', s.value ->> 'titulaire', s.value ->> 'reference', s.value ->> 'libelle'
        FROM json_each(${JSON.stringify(sorties)}) s ORDER BY s.key`),
      ...(attend
        ? {}
        : poster(
            db,
            ecritures(sorties, {
              compte: compte.id,
              numero,
              today,
              honoraires: partager(honoraires, lus.honoraires),
            }),
            { user },
          )),
      histoire: trace(db, {
        entite: "Reversement",
        entiteId: newestId(reversements),
        etat: attend ? PREPARE : "Validé",
        user,
        details: { numero, virements: sorties.length, montant: total / 100 },
      }),
      id: db.all<{ id: number }>(sql`SELECT ${newestId(reversements)} AS id`),
    });
    return { id: nouveau?.id ?? 0, ecartes };
  });
}

function exigerJour(jour: Jour, today: Jour): void {
  if (jour < today) throw new Invalid({ dateExecution: "Ce jour est passé." });
  if (jour > ajouterJours(today, JOURS_D_AVANCE))
    throw new Invalid({ dateExecution: `Au plus tard ${JOURS_D_AVANCE} jours après aujourd’hui.` });
  if (!estJourTarget(jour)) {
    throw new Invalid({
      dateExecution: `Les banques ne règlent rien ce jour-là : choisissez le ${formatJour(jourTarget(jour))}.`,
    });
  }
}

/** The parts that are paid, and those that are left out. */
function trier(parts: readonly PartDue[], today: Jour) {
  const controles = parts.map((part) => ({ part, bloque: controler(part, today).bloque }));
  const retenues = controles.flatMap(({ part, bloque }) => (bloque === null ? [part] : []));
  const ecartes = controles.flatMap(({ part, bloque }): Ecarte[] =>
    bloque === null
      ? []
      : [
          {
            CompteRenduPartId: part.CompteRenduPartId,
            CompteRenduId: part.CompteRenduId,
            ClientId: part.ClientId,
            raison: `${part.mandat.nom} : ${bloque}`,
          },
        ],
  );
  return { retenues, ecartes };
}

const riendAPayer = (ecartes: readonly Ecarte[], honoraires: boolean): string =>
  ecartes.length > 0
    ? [...new Set(ecartes.map(({ raison }) => raison))].slice(0, 5).join(" ")
    : honoraires
      ? "Rien n’est à reverser, ni aucun honoraire à virer."
      : "Rien n’est à reverser pour ces comptes rendus.";

/** Transfers of parts, each under a reference that none ever had. */
function references(parts: readonly PartDue[], prises: Set<string>): Sortie[] {
  return parts.flatMap((part): Sortie[] => {
    const { coordonnees, mois, MissionId, CompteRenduPartId, montant } = part;
    if (!coordonnees) return [];
    const mandat = { numero: part.mandat.numero, MissionId };
    const debut = debutDeReference(mandat, mois);
    let rang = 1;
    while (prises.has(referenceDeVirement(debut, rang))) rang += 1;
    const reference = referenceDeVirement(debut, rang);
    prises.add(reference);
    return [
      {
        CompteRenduPartId,
        CoordonneesBancairesId: coordonnees.id,
        CompteBancaireId: null,
        mandat: MissionId,
        montant,
        titulaire: coordonnees.titulaire,
        reference,
        libelle: libelleDeVirement(mandat, mois),
      },
    ];
  });
}

const dues = (sorties: readonly Omit<Sortie, "mandat" | "titulaire" | "reference" | "libelle">[]) =>
  sorties.flatMap(({ CompteRenduPartId, CoordonneesBancairesId, montant }) =>
    CompteRenduPartId === null || CoordonneesBancairesId === null
      ? []
      : [{ CompteRenduPartId, CoordonneesBancairesId, montant }],
  );

/** Of which mandates the fees of a transfer are: those given back first, then each until its sum is reached. */
function partager(montant: Centimes, parMandat: readonly { mandat: number; montant: Centimes }[]) {
  let reste = montant;
  return parMandat
    .toSorted((a, b) => Number(a.montant > 0) - Number(b.montant > 0) || a.mandat - b.mandat)
    .flatMap((une) => {
      const part = Math.min(une.montant, reste);
      reste -= part;
      return part === 0 ? [] : [{ mandat: une.mandat, montant: part }];
    });
}

/** The entries of a batch: each transfer under its own key, so that one that the bank refuses is reversed alone. */
function ecritures(
  sorties: readonly Pick<Sortie, "mandat" | "montant" | "reference">[],
  {
    compte,
    numero,
    today,
    honoraires,
  }: {
    compte: number;
    numero: string;
    today: Jour;
    honoraires: { mandat: number; montant: Centimes }[];
  },
): EcritureAPoster[] {
  return sorties.flatMap(({ mandat, montant, reference }): EcritureAPoster[] => {
    const commun = { date: today, piece: numero };
    if (mandat !== null) {
      return [
        {
          ...versementAuMandant(mandat, compte, montant),
          ...commun,
          cle: cleDeVirement(reference),
          libelle: `Reversement ${reference}`,
        },
      ];
    }
    const [gerance, agence] = honorairesVires(compte, honoraires);
    return [
      {
        ...gerance,
        ...commun,
        cle: cleDeVirement(reference),
        libelle: "Honoraires virés à l’agence",
      },
      {
        ...agence,
        ...commun,
        cle: cleDesHonoraires(reference),
        libelle: "Honoraires reçus de la gérance",
      },
    ];
  });
}

/** A batch and its transfers. @throws NotFound */
export async function lireLot(db: Db, id: number) {
  const {
    lots: [lot],
    siens,
  } = await db.read({
    lots: db.select().from(reversements).where(eq(reversements.id, id)),
    siens: db
      .select({
        id: virements.id,
        CompteRenduPartId: virements.CompteRenduPartId,
        CoordonneesBancairesId: virements.CoordonneesBancairesId,
        CompteBancaireId: virements.CompteBancaireId,
        montant: virements.montant,
        titulaire: virements.titulaire,
        reference: virements.reference,
        libelle: virements.libelle,
        etat: virements.etat,
        LigneReleveId: virements.LigneReleveId,
        mandat: sql<
          number | null
        >`(SELECT c."MissionId" FROM "CompteRenduPart" p JOIN "CompteRendu" c
          ON c.id = p."CompteRenduId" WHERE p.id = ${virements.CompteRenduPartId})`,
      })
      .from(virements)
      .where(eq(virements.ReversementId, id))
      .orderBy(virements.rang),
  });
  if (!lot) throw new NotFound();
  return { lot, virements: siens };
}

const DEJA = {
  valide: "Ce lot est déjà validé.",
  telecharge: "Ce lot est déjà remis à la banque.",
  annule: "Ce lot est annulé.",
} as const;

/**
 * A second administrator validates a batch: controlled again, then in the books on this day (domain/README §12.18).
 * @throws NotFound; Conflict when it waits no more, for its author, for an account that was made or changed since it was
 *   asked (domain/README §9.6), or when something of it may no longer be paid.
 */
export async function validerReversement({
  db,
  id,
  user,
  UserId,
  today,
  now,
}: Payeur & { id: number }): Promise<void> {
  await onWhatIsRead(async () => {
    const { lot, virements: sorties } = await lireLot(db, id);
    if (lot.etat !== "a_valider") throw new Conflict(DEJA[lot.etat]);
    if (lot.UserId === UserId || lot.user === user)
      throw new Conflict("Un autre administrateur que celui qui a préparé ce lot le valide.");
    const honoraires = sorties.reduce(
      (somme, { CompteBancaireId, montant }) => somme + (CompteBancaireId === null ? 0 : montant),
      0,
    );
    const change = compteChangeDepuis(
      UserId,
      { entite: "Reversement", entiteId: id },
      sql`demande.etat = ${PREPARE}`,
    );
    const lus = await db.read({
      compte: db.all<{ change: number }>(sql`SELECT ${change} AS change`),
      parts: lirePartsDues(
        db,
        sql`p.id IN (SELECT v."CompteRenduPartId" FROM ${virements} v WHERE v."ReversementId" = ${id})`,
        { now, sauf: id },
      ),
      fonds: lireFonds(db, lot.CompteBancaireId),
      honoraires: lireHonoraires(db),
      dernier: db.all<{ id: number }>(sql`SELECT ${dernierHonoraire} AS id`),
    });
    if (lus.compte[0]?.change) {
      throw new Conflict(
        "Votre compte a changé depuis que ce lot est préparé : annulez-le, et qu’il soit préparé à nouveau.",
      );
    }
    const parts = lus.parts.map(partDue);
    const { ecartes } = trier(parts, today);
    const ailleurs = parts.filter(({ CompteRenduPartId, coordonnees }) =>
      sorties.some(
        (une) =>
          une.CompteRenduPartId === CompteRenduPartId &&
          une.CoordonneesBancairesId !== coordonnees?.id,
      ),
    );
    const raisons = [
      ...ecartes.map(({ raison }) => raison),
      ...ailleurs.map(({ nom }) => `L’IBAN de ${nom} a changé depuis.`),
    ];
    if (raisons.length > 0) {
      throw new Conflict(
        `${[...new Set(raisons)].slice(0, 5).join(" ")} Annulez ce lot et préparez-le à nouveau.`,
      );
    }
    const pris = lus.honoraires.reduce((somme, { montant }) => somme + montant, 0);
    if (pris < honoraires) {
      throw new Conflict(
        "Il n’y a plus autant d’honoraires à virer. Annulez ce lot et préparez-le à nouveau.",
      );
    }
    const total = sorties.reduce((somme, { montant }) => somme + montant, 0);
    const [fonds] = lus.fonds;
    const refus = fonds ? refusDuLot(fonds, { total, honoraires }) : null;
    if (refus) throw new Conflict(refus);
    await db.write({
      garde: provided(
        db,
        sql`(SELECT etat FROM ${reversements} WHERE id = ${id}) = 'a_valider'
          AND NOT ${change} AND ${dernierHonoraire} = ${lus.dernier[0]?.id ?? 0}
          AND ${payables(dues(sorties), { CompteBancaireId: lot.CompteBancaireId, honoraires, now })}`,
      ),
      lot: db
        .update(reversements)
        .set({
          etat: "valide",
          dateExecution: jourTarget(plusTard(lot.dateExecution, today)),
          validePar: user,
          valideLe: now.toISOString(),
          updatedAt: now.toISOString(),
        })
        .where(eq(reversements.id, id)),
      ...poster(
        db,
        ecritures(sorties, {
          compte: lot.CompteBancaireId,
          numero: lot.numero,
          today,
          honoraires: partager(honoraires, lus.honoraires),
        }),
        { user },
      ),
      histoire: trace(db, { entite: "Reversement", entiteId: id, etat: "Validé", user }),
    });
  });
}

/**
 * Cancels a batch whose file nobody has: its entries are reversed, and its parts may be paid by another.
 * @throws NotFound; Conflict once the bank may have its file.
 */
export async function annulerReversement({
  db,
  id,
  user,
  today,
  motif,
}: Contexte & { id: number; motif: string }): Promise<void> {
  await onWhatIsRead(async () => {
    const { lot, virements: sorties } = await lireLot(db, id);
    if (lot.etat === "annule") throw new Conflict(DEJA.annule);
    if (lot.etat === "telecharge") {
      throw new Conflict(
        "Le fichier de ce lot est téléchargé : la banque peut l’avoir. Rejetez les virements qu’elle n’a pas faits.",
      );
    }
    if (sorties.some(({ LigneReleveId }) => LigneReleveId !== null))
      throw new Conflict("La banque a déjà fait un virement de ce lot.");
    const { lignesExtournees, ecrituresExtournees } = extourner(db, desVirements(sorties), {
      date: today,
      user,
    });
    await db.write({
      garde: provided(
        db,
        sql`(SELECT etat FROM ${reversements} WHERE id = ${id}) = ${lot.etat}
          AND NOT EXISTS (SELECT 1 FROM ${virements} WHERE "ReversementId" = ${id} AND "LigneReleveId" IS NOT NULL)`,
      ),
      lot: db.run(sql`
        UPDATE ${reversements} SET etat = 'annule', motif = ${motif}, "updatedAt" = ${MAINTENANT} WHERE id = ${id}`),
      virements: db.run(sql`
        UPDATE ${virements} SET etat = 'annule' WHERE "ReversementId" = ${id} AND etat = 'emis'`),
      lignesExtournees,
      ecrituresExtournees,
      histoire: trace(db, {
        entite: "Reversement",
        entiteId: id,
        etat: "Annulé",
        user,
        details: { motif },
      }),
    });
  });
}

/** The entries of these transfers, as a condition on `origine`. */
export const desVirements = (sortis: readonly { reference: string }[]) =>
  sql`origine.cle IN (SELECT value FROM json_each(${JSON.stringify(
    sortis.flatMap(({ reference }) => [cleDeVirement(reference), cleDesHonoraires(reference)]),
  )}))`;
