import { sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import type { TvaAuTaux } from "#domain/gerance/cloture/tva-des-honoraires.ts";
import { depotVire } from "#domain/gerance/livres/ecritures-depots.ts";
import { honorairesVires } from "#domain/gerance/livres/ecritures-honoraires.ts";
import {
  depensePayee,
  tropPercuVire,
  versementAuMandant,
} from "#domain/gerance/livres/ecritures-mandats.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import { debutDeReferenceDAvoir, libelleDAvoir } from "#domain/gerance/reversements/avoirs-dus.ts";
import type { EncaissementNonVu } from "#domain/gerance/reversements/encaissement-non-vu.ts";
import {
  type Controlee,
  controlerSommes,
  type SommesDues,
} from "#domain/gerance/reversements/lot-compose.ts";
import {
  type CoordonneesLues,
  debutDeReference,
  libelleDeVirement,
  referenceDesHonoraires,
  referenceDeVirement,
} from "#domain/gerance/reversements/reversement.ts";
import {
  type AvanceDue,
  debutDeReferenceDuFournisseur,
  debutDeReferenceDuLocataire,
  libelleDuFournisseur,
  libelleDuLocataire,
  type RestitutionDue,
} from "#domain/gerance/reversements/sommes-dues.ts";
import {
  type OrigineDeVirement,
  origineDe,
  SANS_ORIGINE,
} from "#domain/gerance/reversements/virement.ts";
import { MODE_USUEL } from "#domain/quittances/paiement.ts";
import type { Statements } from "#worker/db/client.ts";
import { CLE_DE_DEPENSE } from "#worker/db/conditions-comptes.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { departs, soldesDepart } from "#worker/db/schema/departs.ts";
import { reglementsHonoraires, virements } from "#worker/db/schema/mandants.ts";
import { intendances } from "#worker/db/schema/missions.ts";
import { dossiers } from "#worker/db/schema/schema.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import {
  cleDuRemboursement,
  ecrituresDuRemboursement,
} from "#worker/operations/gerance/cloture/reglements-honoraires.ts";
import type { EcritureAPoster } from "#worker/operations/gerance/livres/ecritures.ts";
import { trace } from "#worker/operations/historique/history.ts";
import type { VirementDu } from "./payables.ts";

const cleDeVirement = (reference: string): string => `virement ${reference}`;
const cleDesHonoraires = (reference: string): string => `${cleDeVirement(reference)} H`;
/** The key of the entry of a bill paid by transfer; it begins like the key of any other payment of a bill. */
const cleDuPaiement = (IntendanceId: number, reference: string): string =>
  `${CLE_DE_DEPENSE} ${IntendanceId} ${reference}`;

/** A sum that a batch leaves out, with the reason. */
export interface Ecarte extends OrigineDeVirement {
  CompteRenduId: number | null;
  ClientId: number | null;
  raison: string;
}

/** A transfer of a batch, with the data of its entry. */
export interface VirementDeLot extends OrigineDeVirement {
  CoordonneesBancairesId: number | null;
  CompteBancaireId: number | null;
  /** The mandate that it concerns; null for the fees. */
  mandat: number | null;
  DossierId: number | null;
  FournisseurId: number | null;
  /** The number of the supplier's bill, or of the credit note. */
  numFacture: string | null;
  montant: Centimes;
  titulaire: string;
  reference: string;
  libelle: string;
}

const SANS_AFFAIRE = { DossierId: null, FournisseurId: null, numFacture: null } as const;

/** The sums to pay, and the sums left out with their reasons (reversements/README §12.18). */
export function trier(sommes: SommesDues, nonVus: readonly EncaissementNonVu[], today: Jour) {
  const { parts, restitutions, avances, depenses, avoirs } = controlerSommes(sommes, nonVus, today);
  return {
    retenues: {
      parts: payees(parts),
      restitutions: payees(restitutions),
      avances: payees(avances),
      depenses: payees(depenses),
      avoirs: payees(avoirs),
    },
    ecartes: [
      ...ecartees(parts, ({ CompteRenduPartId, CompteRenduId, ClientId, mandat }) => ({
        ...{ CompteRenduPartId, CompteRenduId, ClientId, nom: mandat.nom },
      })),
      ...ecartees(restitutions, ({ SoldeDepartId, nom }) => ({ SoldeDepartId, nom })),
      ...ecartees(avances, ({ AvanceRendueId, nom }) => ({ AvanceRendueId, nom })),
      ...ecartees(depenses, ({ IntendanceId, nom, intitule }) => ({
        ...{ IntendanceId, nom: `${nom}, ${intitule}` },
      })),
      ...ecartees(avoirs, ({ FactureHonorairesId, MandantId, numero, nom }) => ({
        ...{ FactureHonorairesId, MandantId, nom: `${numero}, ${nom}` },
      })),
    ],
  };
}

/** The sums of a kind that are left out, each by its origin and its name. */
const ecartees = <Due>(
  controlees: readonly Controlee<Due>[],
  dire: (
    due: Due,
  ) => Partial<OrigineDeVirement> & { CompteRenduId?: number; ClientId?: number; nom: string },
): Ecarte[] =>
  controlees.flatMap(({ due, controle: { bloque } }) => {
    if (bloque === null) return [];
    const { nom, ...origine } = dire(due);
    const raison = bloque.includes(nom) ? bloque : `${nom} : ${bloque}`;
    return { ...SANS_ORIGINE, CompteRenduId: null, ClientId: null, ...origine, raison };
  });

const payees = <Due>(controlees: readonly Controlee<Due>[]): Due[] =>
  controlees.flatMap(({ due, controle }) => (controle.bloque === null ? [due] : []));

/** Returns a free reference, and adds it to the references taken. */
function nouvelleReference(debut: string, referencesPrises: Set<string>): string {
  let rang = 1;
  while (referencesPrises.has(referenceDeVirement(debut, rang))) rang += 1;
  const reference = referenceDeVirement(debut, rang);
  referencesPrises.add(reference);
  return reference;
}

/** The fields by which the transfers of each kind differ; `debut`: the beginning of the reference. */
interface Propre extends Partial<VirementDeLot> {
  mandat: number;
  libelle: string;
  debut: string;
}

/** The transfers of these sums, each under a new reference, in the order of the screens. */
export function virementsDes(
  { parts, restitutions, avances, depenses, avoirs }: SommesDues,
  referencesPrises: Set<string>,
): VirementDeLot[] {
  const virer = <Due extends { coordonnees: CoordonneesLues | null; montant: Centimes }>(
    dues: readonly Due[],
    dire: (due: Due) => Propre,
  ): VirementDeLot[] =>
    dues.flatMap((due) => {
      const { coordonnees, montant } = due;
      if (!coordonnees) return [];
      const { debut, ...propre } = dire(due);
      return {
        ...{ ...SANS_ORIGINE, ...SANS_AFFAIRE, CompteBancaireId: null },
        ...{ CoordonneesBancairesId: coordonnees.id, titulaire: coordonnees.titulaire, montant },
        ...propre,
        reference: nouvelleReference(debut, referencesPrises),
      };
    });
  const auLocataire = (due: RestitutionDue | AvanceDue) => ({
    ...{ mandat: due.mandat, DossierId: due.DossierId },
    ...{ debut: debutDeReferenceDuLocataire(due), libelle: libelleDuLocataire(due) },
  });
  return [
    ...virer(parts, ({ mois, MissionId, CompteRenduPartId, mandat: { numero } }) => ({
      ...{ CompteRenduPartId, mandat: MissionId },
      debut: debutDeReference({ numero, MissionId }, mois),
      libelle: libelleDeVirement({ numero, MissionId }, mois),
    })),
    ...virer(restitutions, (due) => ({ ...auLocataire(due), SoldeDepartId: due.SoldeDepartId })),
    ...virer(avances, (due) => ({ ...auLocataire(due), AvanceRendueId: due.AvanceRendueId })),
    ...virer(depenses, ({ IntendanceId, FournisseurId, numFacture, ...due }) => ({
      ...{ IntendanceId, FournisseurId, numFacture, mandat: due.mandat.mandat },
      debut: debutDeReferenceDuFournisseur(IntendanceId),
      libelle: libelleDuFournisseur({ ...due, numFacture }),
    })),
    ...virer(avoirs, ({ FactureHonorairesId, MandantId, MissionId, DossierId, numero }) => ({
      ...{ FactureHonorairesId, MandantId, DossierId, mandat: MissionId, numFacture: numero },
      ...{ debut: debutDeReferenceDAvoir(numero), libelle: libelleDAvoir(numero) },
    })),
  ];
}

/** The transfer of the agency's fees. */
export const virementDesHonoraires = (
  montant: Centimes,
  {
    numero,
    CompteBancaireId,
    titulaire,
  }: { numero: string; CompteBancaireId: number; titulaire: string },
): VirementDeLot => ({
  ...SANS_ORIGINE,
  ...SANS_AFFAIRE,
  CoordonneesBancairesId: null,
  CompteBancaireId,
  mandat: null,
  montant,
  titulaire,
  reference: referenceDesHonoraires(numero),
  libelle: `HONORAIRES ${numero}`,
});

/** The transfers to anyone but the agency, with the data by which their write checks that they are still due. */
export const virementsDus = (
  sorties: readonly (OrigineDeVirement &
    Pick<VirementDeLot, "CoordonneesBancairesId" | "montant">)[],
): VirementDu[] =>
  sorties.flatMap(({ CoordonneesBancairesId, montant, ...sortie }) =>
    CoordonneesBancairesId === null
      ? []
      : [{ ...origineDe(sortie), CoordonneesBancairesId, montant }],
  );

/**
 * The fees of a transfer by mandate: first the fees given back, then each mandate until the sum is reached, and last
 * the mandates whose money the bank has not shown.
 */
export function honorairesParMandat(
  montant: Centimes,
  {
    honoraires,
    nonVus,
  }: {
    honoraires: readonly { mandat: number; montant: Centimes }[];
    nonVus: readonly EncaissementNonVu[];
  },
) {
  const attendus = new Set(nonVus.flatMap(({ genre, de }) => (genre === "4670" ? [de] : [])));
  const rang = (part: { mandat: number; montant: Centimes }) =>
    part.montant < 0 ? 0 : attendus.has(part.mandat) ? 2 : 1;
  let reste = montant;
  return honoraires
    .toSorted((a, b) => rang(a) - rang(b) || a.mandat - b.mandat)
    .flatMap(({ mandat, montant: du }) => {
      const part = Math.min(du, reste);
      reste -= part;
      return part === 0 ? [] : [{ mandat, montant: part }];
    });
}

type Sortie = Omit<VirementDeLot, "titulaire" | "libelle">;

/** The entries of a batch: each transfer under its own key, so that a refused one is reversed alone. */
export function ecrituresDuLot(
  sorties: readonly Sortie[],
  lot: {
    compte: number;
    numero: string;
    today: Jour;
    honoraires: { mandat: number; montant: Centimes }[];
    /** The VAT that each credit note paid back makes due, by the reference of its transfer. */
    tva: ReadonlyMap<string, TvaAuTaux[]>;
    /** The sums given back to tenants who left, as they were read. */
    restitutions: readonly Pick<RestitutionDue, "SoldeDepartId" | "horsDepot">[];
  },
): EcritureAPoster[] {
  const { compte, numero, today, honoraires, tva, restitutions } = lot;
  const horsDepot = new Map(restitutions.map((due) => [due.SoldeDepartId, due.horsDepot]));
  return sorties.flatMap((sortie): EcritureAPoster[] => {
    const { mandat, reference } = sortie;
    const commun = { date: today, piece: numero, cle: cleDeVirement(reference) };
    if (sortie.FactureHonorairesId !== null) {
      return ecrituresDuRemboursement(
        {
          ...{ id: sortie.FactureHonorairesId, MissionId: mandat ?? 0 },
          ...{ DossierId: sortie.DossierId, numero: sortie.numFacture ?? "" },
        },
        { date: today, montant: sortie.montant, reference, tva: tva.get(reference) ?? [] },
      );
    }
    if (mandat !== null) {
      const avance = horsDepot.get(sortie.SoldeDepartId ?? 0) ?? 0;
      return [{ ...commun, ...versement({ ...sortie, avance }, mandat, compte) }];
    }
    const [gerance, agence] = honorairesVires(compte, honoraires);
    return [
      { ...gerance, ...commun, libelle: "Honoraires virés à l’agence" },
      {
        ...agence,
        ...commun,
        cle: cleDesHonoraires(reference),
        libelle: "Honoraires reçus de la gérance",
      },
    ];
  });
}

/** The entry of a transfer to an owner, a tenant or a supplier; `avance`: the part beside the deposit, in cents. */
function versement(
  {
    avance,
    AvanceRendueId,
    DossierId,
    FournisseurId,
    IntendanceId,
    montant,
    numFacture,
    reference,
  }: Sortie & { avance: Centimes },
  mandat: number,
  compte: number,
) {
  if (DossierId !== null && AvanceRendueId !== null) {
    return {
      ...tropPercuVire({ dossier: DossierId, mandat }, compte, montant),
      libelle: `Trop-perçu rendu ${reference}`,
      DossierId,
    };
  }
  if (DossierId !== null) {
    return {
      ...depotVire({ dossier: DossierId, mandat }, compte, { depot: montant - avance, avance }),
      libelle: `Dépôt restitué ${reference}`,
      DossierId,
    };
  }
  if (FournisseurId !== null && IntendanceId !== null) {
    return {
      ...depensePayee({ mandat, fournisseur: FournisseurId, compteBancaire: compte, montant }),
      cle: cleDuPaiement(IntendanceId, reference),
      libelle: `Dépense payée pour le mandant ${reference}`,
      ...(numFacture ? { piece: numFacture } : {}),
    };
  }
  return {
    ...versementAuMandant(mandat, compte, montant),
    libelle: `Reversement ${reference}`,
  };
}

/** The condition that the entry `origine` belongs to one of these transfers. */
export const desVirements = (
  sortis: readonly Pick<VirementDeLot, "reference" | "IntendanceId" | "FactureHonorairesId">[],
) =>
  sql`origine.cle IN (SELECT value FROM json_each(${JSON.stringify(
    sortis.flatMap(({ reference, IntendanceId, FactureHonorairesId }) => {
      if (IntendanceId !== null) return [cleDuPaiement(IntendanceId, reference)];
      return FactureHonorairesId === null
        ? [cleDeVirement(reference), cleDesHonoraires(reference)]
        : cleDuRemboursement(FactureHonorairesId, reference);
    }),
  )}))`;

/** The fields of a transfer by which to find the records that it changes. */
type Suivi = Pick<
  VirementDeLot,
  | "SoldeDepartId"
  | "AvanceRendueId"
  | "IntendanceId"
  | "FactureHonorairesId"
  | "DossierId"
  | "montant"
  | "reference"
>;

const parmi = (ids: readonly (number | null)[]) =>
  sql`(SELECT value FROM json_each(${JSON.stringify(ids.filter((id) => id !== null))}))`;

/**
 * The records that change with these transfers, as SQL lists: bills, deposits with their dossiers, the dossiers of
 * advances, credit notes. Null when there is none.
 */
function suivis(sorties: readonly Suivi[]) {
  const avoirs = sorties.filter(({ FactureHonorairesId }) => FactureHonorairesId !== null);
  const avances = sorties.filter(({ AvanceRendueId }) => AvanceRendueId !== null);
  const factures = sorties.filter(({ IntendanceId }) => IntendanceId !== null);
  const rendus = sorties.filter(({ SoldeDepartId }) => SoldeDepartId !== null);
  return {
    factures:
      factures.length === 0 ? null : parmi(factures.map(({ IntendanceId }) => IntendanceId)),
    depots:
      rendus.length === 0
        ? null
        : {
            soldes: parmi(rendus.map(({ SoldeDepartId }) => SoldeDepartId)),
            dossiers: parmi(rendus.map(({ DossierId }) => DossierId)),
          },
    avances: avances.length === 0 ? null : parmi(avances.map(({ DossierId }) => DossierId)),
    avoirs:
      avoirs.length === 0
        ? null
        : {
            factures: parmi(avoirs.map(({ FactureHonorairesId }) => FactureHonorairesId)),
            json: JSON.stringify(
              avoirs.map(({ FactureHonorairesId, montant, reference }) => ({
                ...{ FactureHonorairesId, montant, reference },
              })),
            ),
          },
  };
}

/**
 * The SQL statements that update the records when transfers enter the books: bills are paid, deposits given back on
 * the batch's day of execution, credit notes paid back (reversements/README §12.18).
 */
export function suitesDesVirements(
  { db, now, today, user }: Pick<Contexte, "db" | "now" | "today" | "user">,
  sorties: readonly Suivi[],
  { numero, dateExecution }: { numero: string; dateExecution: Jour },
): Statements {
  const updatedAt = now.toISOString();
  const { factures, depots, avances, avoirs } = suivis(sorties);
  return {
    ...(factures && {
      depensesDites: trace(db, {
        entite: "Intendance",
        entiteId: factures,
        etat: "Payée",
        user,
        details: { payeeLe: today, mode: MODE_USUEL, lot: numero },
      }),
      depensesPayees:
        db.run(sql`UPDATE ${intendances} SET regle = 1, mode = ${MODE_USUEL}, "updatedAt" = ${updatedAt}
        WHERE id IN ${factures}`),
    }),
    ...(depots && {
      depotsDits: trace(db, {
        entite: "Dossier",
        entiteId: depots.dossiers,
        etat: "Dépôt rendu",
        user,
        details: { dateRetourCaution: dateExecution, lot: numero },
      }),
      depotsRendus:
        db.run(sql`UPDATE ${dossiers} SET "dateRetourCaution" = ${dateExecution}, "updatedAt" = ${updatedAt}
        WHERE id IN (SELECT e."DossierId" FROM ${soldesDepart} s JOIN ${departs} e ON e.id = s."DepartId"
          WHERE s.id IN ${depots.soldes} AND (s.genre = 'sortie' OR ${dossiers.dateRetourCaution} IS NULL))`),
    }),
    ...(avances && {
      avancesDites: trace(db, {
        entite: "Dossier",
        entiteId: avances,
        etat: "Trop-perçu rendu",
        user,
        details: { lot: numero },
      }),
    }),
    ...(avoirs && {
      avoirsDits: trace(db, {
        entite: "FactureHonoraires",
        entiteId: avoirs.factures,
        etat: "Remboursée",
        user,
        details: { lot: numero },
      }),
      avoirsRendus: db.run(sql`
        INSERT INTO ${reglementsHonoraires} ("FactureHonorairesId", date, montant, mode, "VirementId", "user")
        SELECT s.value ->> 'FactureHonorairesId', ${today}, 0 - (s.value ->> 'montant'), ${MODE_DU_LOT}, v.id, ${user}
        FROM json_each(${avoirs.json}) s JOIN ${virements} v ON v.reference = s.value ->> 'reference' ORDER BY s.key`),
    }),
  };
}

const MODE_DU_LOT = "virement";

/**
 * The SQL statements that undo, in the records, the effects of transfers taken out of the books. Bills, deposits,
 * advances and credit notes are to be paid again.
 */
export function suitesDuRetour(
  { db, today, user }: Pick<Contexte, "db" | "today" | "user">,
  sorties: readonly Suivi[],
  { numero, dateExecution, motif }: { numero: string; dateExecution: Jour; motif: string },
): Statements {
  const { factures, depots, avances, avoirs } = suivis(sorties);
  return {
    ...(factures && {
      depensesDites: trace(db, {
        entite: "Intendance",
        entiteId: factures,
        etat: "Paiement annulé",
        user,
        details: { lot: numero },
      }),
      depensesRendues: db.run(sql`UPDATE ${intendances} SET regle = 0, "updatedAt" = ${MAINTENANT}
        WHERE id IN ${factures}`),
    }),
    ...(depots && {
      depotsDits: trace(db, {
        entite: "Dossier",
        entiteId: depots.dossiers,
        etat: "Dépôt à rendre",
        user,
        details: { lot: numero },
      }),
      depotsRepris:
        db.run(sql`UPDATE ${dossiers} SET "dateRetourCaution" = NULL, "updatedAt" = ${MAINTENANT}
        WHERE id IN ${depots.dossiers} AND "dateRetourCaution" = ${dateExecution}`),
      departsRouverts: db.run(sql`UPDATE ${departs} SET "clotLe" = NULL, "updatedAt" = ${MAINTENANT}
        WHERE "DossierId" IN ${depots.dossiers} AND "clotLe" IS NOT NULL`),
    }),
    ...(avances && {
      avancesDites: trace(db, {
        entite: "Dossier",
        entiteId: avances,
        etat: "Trop-perçu à rendre",
        user,
        details: { lot: numero, motif },
      }),
    }),
    ...(avoirs && {
      avoirsDits: trace(db, {
        entite: "FactureHonoraires",
        entiteId: avoirs.factures,
        etat: "Règlement annulé",
        user,
        details: { lot: numero, motif },
      }),
      avoirsRepris: db.run(sql`
        UPDATE ${reglementsHonoraires} SET "annuleLe" = ${today}, motif = ${motif} WHERE "annuleLe" IS NULL
          AND "VirementId" IN (SELECT v.id FROM json_each(${avoirs.json}) s
            JOIN ${virements} v ON v.reference = s.value ->> 'reference')`),
    }),
  };
}
