import { sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import type { EncaissementNonVu } from "#domain/gerance/banque/encaissement-non-vu.ts";
import {
  depensePayee,
  depotVire,
  honorairesVires,
  versementAuMandant,
} from "#domain/gerance/livres/ecritures.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
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
  debutDeReferenceDuFournisseur,
  debutDeReferenceDuLocataire,
  libelleDuFournisseur,
  libelleDuLocataire,
} from "#domain/gerance/reversements/sommes-dues.ts";
import type { OrigineDeVirement } from "#domain/gerance/reversements/virement.ts";
import { MODE_USUEL } from "#domain/quittances/paiement.ts";
import type { Statements } from "#worker/db/client.ts";
import { CLE_DE_DEPENSE } from "#worker/db/conditions-comptes.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { departs, soldesDepart } from "#worker/db/schema/departs.ts";
import { intendances } from "#worker/db/schema/missions.ts";
import { dossiers } from "#worker/db/schema/schema.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import type { EcritureAPoster } from "#worker/operations/gerance/livres/ecritures.ts";
import { trace } from "#worker/operations/historique/history.ts";
import type { VirementDu } from "./reversements-lus.ts";

/** The key of a transfer in the books. */
const cleDeVirement = (reference: string): string => `virement ${reference}`;
const cleDesHonoraires = (reference: string): string => `${cleDeVirement(reference)} H`;
/** A bill paid by transfer is found, as any other, by the key of its payment. */
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
  numFacture: string | null;
  montant: Centimes;
  titulaire: string;
  reference: string;
  libelle: string;
}

const SANS_ORIGINE = { CompteRenduPartId: null, SoldeDepartId: null, IntendanceId: null } as const;
const SANS_AFFAIRE = { DossierId: null, FournisseurId: null, numFacture: null } as const;

/** The sums to pay, and those left out (reversements/README §12.18). */
export function trier(sommes: SommesDues, nonVus: readonly EncaissementNonVu[], today: Jour) {
  const { parts, restitutions, depenses } = controlerSommes(sommes, nonVus, today);
  const desParts = parts.map(({ due, controle }) => ({
    due,
    controle,
    ecarte: {
      ...{ ...SANS_ORIGINE, CompteRenduPartId: due.CompteRenduPartId },
      CompteRenduId: due.CompteRenduId,
      ClientId: due.ClientId,
      raison: `${due.mandat.nom} : ${controle.bloque}`,
    } satisfies Ecarte,
  }));
  const AUTRES = { CompteRenduId: null, ClientId: null };
  const desRestitutions = restitutions.map(({ due, controle }) => ({
    due,
    controle,
    ecarte: {
      ...{ ...SANS_ORIGINE, SoldeDepartId: due.SoldeDepartId },
      ...AUTRES,
      raison: `${due.nom} : ${controle.bloque}`,
    } satisfies Ecarte,
  }));
  const desDepenses = depenses.map(({ due, controle }) => ({
    due,
    controle,
    ecarte: {
      ...{ ...SANS_ORIGINE, IntendanceId: due.IntendanceId },
      ...AUTRES,
      raison: `${due.nom}, ${due.intitule} : ${controle.bloque}`,
    } satisfies Ecarte,
  }));
  return {
    retenues: {
      parts: payees(desParts),
      restitutions: payees(desRestitutions),
      depenses: payees(desDepenses),
    },
    ecartes: [...desParts, ...desRestitutions, ...desDepenses].flatMap(({ controle, ecarte }) =>
      controle.bloque === null ? [] : [ecarte],
    ),
  };
}

const payees = <Due>(controlees: readonly Controlee<Due>[]): Due[] =>
  controlees.flatMap(({ due, controle }) => (controle.bloque === null ? [due] : []));

/** Takes a reference that is not taken yet. */
function nouvelleReference(debut: string, referencesPrises: Set<string>): string {
  let rang = 1;
  while (referencesPrises.has(referenceDeVirement(debut, rang))) rang += 1;
  const reference = referenceDeVirement(debut, rang);
  referencesPrises.add(reference);
  return reference;
}

/** The transfers of these sums, each under a new reference, in the order of the screens. */
export function virementsDes(
  { parts, restitutions, depenses }: SommesDues,
  referencesPrises: Set<string>,
): VirementDeLot[] {
  const commun = ({
    coordonnees,
    montant,
  }: {
    coordonnees: CoordonneesLues;
    montant: Centimes;
  }) => ({
    ...SANS_ORIGINE,
    ...SANS_AFFAIRE,
    CoordonneesBancairesId: coordonnees.id,
    CompteBancaireId: null,
    titulaire: coordonnees.titulaire,
    montant,
  });
  return [
    ...parts.flatMap(({ coordonnees, mois, MissionId, CompteRenduPartId, montant, mandat }) => {
      if (!coordonnees) return [];
      const mandatDeLaPart = { numero: mandat.numero, MissionId };
      return {
        ...commun({ coordonnees, montant }),
        CompteRenduPartId,
        mandat: MissionId,
        reference: nouvelleReference(debutDeReference(mandatDeLaPart, mois), referencesPrises),
        libelle: libelleDeVirement(mandatDeLaPart, mois),
      };
    }),
    ...restitutions.flatMap(({ coordonnees, montant, ...due }) => {
      if (!coordonnees) return [];
      return {
        ...commun({ coordonnees, montant }),
        SoldeDepartId: due.SoldeDepartId,
        mandat: due.mandat,
        DossierId: due.DossierId,
        reference: nouvelleReference(debutDeReferenceDuLocataire(due), referencesPrises),
        libelle: libelleDuLocataire(due),
      };
    }),
    ...depenses.flatMap(({ coordonnees, montant, ...due }) => {
      if (!coordonnees) return [];
      return {
        ...commun({ coordonnees, montant }),
        IntendanceId: due.IntendanceId,
        mandat: due.mandat.mandat,
        FournisseurId: due.FournisseurId,
        numFacture: due.numFacture,
        reference: nouvelleReference(
          debutDeReferenceDuFournisseur(due.IntendanceId),
          referencesPrises,
        ),
        libelle: libelleDuFournisseur(due),
      };
    }),
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

/** The transfers to others than the agency, with the data by which their write checks that they are still due. */
export const virementsDus = (
  sorties: readonly (OrigineDeVirement &
    Pick<VirementDeLot, "CoordonneesBancairesId" | "montant">)[],
): VirementDu[] =>
  sorties.flatMap(
    ({ CompteRenduPartId, SoldeDepartId, IntendanceId, CoordonneesBancairesId, montant }) =>
      CoordonneesBancairesId === null
        ? []
        : [{ CompteRenduPartId, SoldeDepartId, IntendanceId, CoordonneesBancairesId, montant }],
  );

/**
 * The fees of a transfer by mandate: those given back first, then each until the sum is reached, and last the mandates
 * whose money the bank has not shown.
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
  },
): EcritureAPoster[] {
  const { compte, numero, today, honoraires } = lot;
  return sorties.flatMap((sortie): EcritureAPoster[] => {
    const { mandat, reference } = sortie;
    const commun = { date: today, piece: numero, cle: cleDeVirement(reference) };
    if (mandat !== null) return [{ ...commun, ...versement(sortie, mandat, compte) }];
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

/** The entry of a transfer to an owner, a tenant or a supplier. */
function versement(
  { DossierId, FournisseurId, IntendanceId, montant, numFacture, reference }: Sortie,
  mandat: number,
  compte: number,
) {
  if (DossierId !== null) {
    return {
      ...depotVire({ dossier: DossierId, mandat }, compte, montant),
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

/** The entries of these transfers, as a condition on `origine`. */
export const desVirements = (
  sortis: readonly Pick<VirementDeLot, "reference" | "IntendanceId">[],
) =>
  sql`origine.cle IN (SELECT value FROM json_each(${JSON.stringify(
    sortis.flatMap(({ reference, IntendanceId }) =>
      IntendanceId === null
        ? [cleDeVirement(reference), cleDesHonoraires(reference)]
        : [cleDuPaiement(IntendanceId, reference)],
    ),
  )}))`;

/** The record that a transfer changes, once it is in the books or is taken back. */
type Suivi = Pick<VirementDeLot, "SoldeDepartId" | "IntendanceId" | "DossierId" | "reference">;

const parmi = (ids: readonly (number | null)[]) =>
  sql`(SELECT value FROM json_each(${JSON.stringify(ids.filter((id) => id !== null))}))`;

/** The records that follow these transfers: bills, then deposits with their dossiers; null when there is none. */
function suivis(sorties: readonly Suivi[]) {
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
  };
}

/**
 * The statements by which the records follow transfers that enter the books: bills are paid, and deposits given back on the
 * day of the order (reversements/README §12.18).
 */
export function suitesDesVirements(
  { db, now, today, user }: Pick<Contexte, "db" | "now" | "today" | "user">,
  sorties: readonly Suivi[],
  { numero, dateExecution }: { numero: string; dateExecution: Jour },
): Statements {
  const updatedAt = now.toISOString();
  const { factures, depots } = suivis(sorties);
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
  };
}

/** The statements by which the records follow transfers that leave the books: they are to be paid again. */
export function suitesDuRetour(
  { db, user }: Pick<Contexte, "db" | "user">,
  sorties: readonly Suivi[],
  { numero, dateExecution }: { numero: string; dateExecution: Jour },
): Statements {
  const { factures, depots } = suivis(sorties);
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
  };
}
