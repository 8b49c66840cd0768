import { sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import {
  controlerEnsemble,
  type EncaissementNonVu,
} from "#domain/gerance/banque/encaissement-non-vu.ts";
import { honorairesVires, versementAuMandant } from "#domain/gerance/livres/ecritures.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import {
  debutDeReference,
  libelleDeVirement,
  type PartDue,
  referenceDeVirement,
} from "#domain/gerance/reversements/reversement.ts";
import type { EcritureAPoster } from "#worker/operations/gerance/livres/ecritures.ts";
import type { VirementDu } from "./reversements-lus.ts";

/** The key of a transfer in the books. */
const cleDeVirement = (reference: string): string => `virement ${reference}`;
const cleDesHonoraires = (reference: string): string => `${cleDeVirement(reference)} H`;

/** A part that a batch leaves out, with the reason. */
export interface Ecarte {
  CompteRenduPartId: number;
  CompteRenduId: number;
  ClientId: number;
  raison: string;
}

/** A transfer of a batch, for a part or for the agency's fees. */
export interface VirementDeLot {
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

/** The parts to pay, and the parts left out (domain/README §12.18). */
export function trier(
  parts: readonly PartDue[],
  nonVus: readonly EncaissementNonVu[],
  today: Jour,
) {
  const controles = controlerEnsemble(parts, nonVus, today);
  const retenues = controles.flatMap(({ part, controle: { bloque } }) =>
    bloque === null ? [part] : [],
  );
  const ecartes = controles.flatMap(({ part, controle: { bloque } }): Ecarte[] =>
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

/** Transfers of parts, each under a new reference. */
export function virementsDesParts(parts: readonly PartDue[], prises: Set<string>): VirementDeLot[] {
  return parts.flatMap((part): VirementDeLot[] => {
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

/** The transfers to owners, with the data by which their write checks that they are still due. */
export const virementsDus = (
  sorties: readonly Pick<
    VirementDeLot,
    "CompteRenduPartId" | "CoordonneesBancairesId" | "montant"
  >[],
): VirementDu[] =>
  sorties.flatMap(({ CompteRenduPartId, CoordonneesBancairesId, montant }) =>
    CompteRenduPartId === null || CoordonneesBancairesId === null
      ? []
      : [{ CompteRenduPartId, CoordonneesBancairesId, montant }],
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

/** The entries of a batch: each transfer under its own key, so that a refused one is reversed alone. */
export function ecrituresDuLot(
  sorties: readonly Pick<VirementDeLot, "mandat" | "montant" | "reference">[],
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

/** The entries of these transfers, as a condition on `origine`. */
export const desVirements = (sortis: readonly { reference: string }[]) =>
  sql`origine.cle IN (SELECT value FROM json_each(${JSON.stringify(
    sortis.flatMap(({ reference }) => [cleDeVirement(reference), cleDesHonoraires(reference)]),
  )}))`;
