import { sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import type { Genre } from "#domain/gerance/livres/ecritures.ts";
import {
  type Lettre,
  type LigneALettrer,
  lettrer,
  type Reglant,
} from "#domain/gerance/livres/lettrage.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import type { NatureEcheance } from "#domain/gerance/locataires/imputation.ts";
import type { Db } from "#worker/db/client.ts";
import { jourDuFait } from "#worker/db/conditions-comptes.ts";
import { echeances, ecritures, imputations, lignes } from "#worker/db/schema/gerance.ts";
import { facturesHonoraires } from "#worker/db/schema/mandants.ts";

export interface LigneLettrable extends LigneALettrer {
  de: number;
  EcritureId: number;
  annuleId: number | null;
  ReglementId: number | null;
  /**
   * `piece`: the paper of the line; for a credit note, the invoice that it corrects. `pieceEcrite`: the paper that the
   * entry names.
   */
  piece: string | null;
  pieceEcrite: string | null;
  pieceDate: Jour;
  libelle: string;
  nature: NatureEcheance | null;
}

/**
 * The accounts in which the lines that settle each other share a letter (lettrage): tenants, suppliers, and the
 * debtors of fees in the agency's own book.
 */
export const COMPTES_LETTRES = ["411", "401", "411H", "411L"] as const satisfies readonly Genre[];

export type CompteLettre = (typeof COMPTES_LETTRES)[number];

export const estLettre = (genre: string): genre is CompteLettre =>
  COMPTES_LETTRES.some((compte) => compte === genre);

/** The number of each credit note of a mission or of a tenant, with the number of its invoice: both are one paper. */
export const CORRIGES = sql`(SELECT avoir.numero, facture.numero AS corrige FROM ${facturesHonoraires} avoir
  JOIN ${facturesHonoraires} facture ON facture.id = avoir."CorrigeId")`;

/** A reversal settles the entry that it reverses, line by line. */
function extournes(lignesDuCompte: readonly LigneLettrable[]): Reglant[] {
  const parEcriture = Map.groupBy(lignesDuCompte, ({ EcritureId }) => EcritureId);
  return lignesDuCompte.flatMap(({ id: par, annuleId, nature, debit, credit }) =>
    (annuleId === null ? [] : (parEcriture.get(annuleId) ?? []))
      .filter(
        (origine) =>
          origine.nature === nature && origine.debit === credit && origine.credit === debit,
      )
      .map(({ id: ligne }): Reglant => ({ ligne, par })),
  );
}

/** The lines of one paper settle each other: an invoice and its payments. */
const deMemePiece = (lignesDuCompte: readonly LigneLettrable[]): Reglant[] =>
  [...Map.groupBy(lignesDuCompte, ({ id, piece }) => piece ?? id).values()].flatMap((memes) =>
    memes.flatMap(({ id: par }, rang) =>
      memes.slice(0, rang).map(({ id: ligne }): Reglant => ({ ligne, par })),
    ),
  );

/** The lines of a sum that a payment settled, then gave back as an advance, settle each other. */
const deMemeReglement = (lignesDuCompte: readonly LigneLettrable[]): Reglant[] =>
  [
    ...Map.groupBy(
      lignesDuCompte,
      ({ id, ReglementId, nature }) => `${ReglementId ?? `- ${id}`} ${nature}`,
    ).values(),
  ].flatMap((memes) =>
    memes
      .filter(({ debit }) => debit > 0)
      .flatMap(({ id: ligne, debit }) =>
        memes
          .filter(({ credit }) => credit === debit)
          .map(({ id: par }): Reglant => ({ ligne, par })),
      ),
  );

/** The debts and payments of one entry settle each other. */
const deMemeEcriture = (lignesDuCompte: readonly LigneLettrable[]): Reglant[] =>
  [...Map.groupBy(lignesDuCompte, ({ EcritureId }) => EcritureId).values()].flatMap((memes) =>
    memes.flatMap(({ id: par }, rang) =>
      memes.slice(0, rang).map(({ id: ligne }): Reglant => ({ ligne, par })),
    ),
  );

/**
 * The letters of an account of fees in the agency's own book: invoices, payments and credit notes, the oldest first.
 */
const lettrerHonoraires = (lignesDuCompte: readonly LigneLettrable[]): Map<number, Lettre> =>
  lettrer(lignesDuCompte, [...extournes(lignesDuCompte), ...deMemePiece(lignesDuCompte)], {
    desLaPlusAncienne: true,
  });

/** The letters of the account of a supplier: first within an entry, then with its reversal, then the oldest first. */
const lettrerFournisseur = (lignesDuCompte: readonly LigneLettrable[]): Map<number, Lettre> =>
  lettrer(lignesDuCompte, [...deMemeEcriture(lignesDuCompte), ...extournes(lignesDuCompte)], {
    desLaPlusAncienne: true,
  });

/** The part of a sum called that a payment settles: both entries, and the cents. */
interface Reglee {
  DossierId: number;
  appel: number;
  reglement: number;
  nature: NatureEcheance;
  montant: Centimes;
}

/**
 * The letters of the account of a tenant, from the sums that his payments settle. A payment line of exactly the
 * amount settled is matched with that one sum called, and no other. When a payment no longer settles a sum, its own
 * lines settle each other.
 */
function lettrerLocataire(lignesDuCompte: readonly LigneLettrable[], reglees: readonly Reglee[]) {
  const parEcriture = Map.groupBy(
    lignesDuCompte,
    ({ EcritureId, nature }) => `${EcritureId} ${nature}`,
  );
  const dejaLettrees = new Set<number>();
  const liens = reglees.flatMap(({ appel, reglement, nature, montant }) => {
    const appelees = parEcriture.get(`${appel} ${nature}`) ?? [];
    if (appelees.length === 0) return [];
    const par = parEcriture.get(`${reglement} ${nature}`) ?? [];
    const exacte = par.find(({ id, credit }) => credit === montant && !dejaLettrees.has(id));
    if (exacte) dejaLettrees.add(exacte.id);
    return appelees.flatMap(({ id: ligne }) =>
      (exacte ? [exacte] : par).map(({ id }): Reglant => ({ ligne, par: id, montant })),
    );
  });
  return lettrer(
    lignesDuCompte,
    [...extournes(lignesDuCompte), ...liens, ...deMemeReglement(lignesDuCompte)],
    {
      desLaPlusAncienne: false,
    },
  );
}

/**
 * The lettering of accounts in a period: `lettres`, the letters; `ouvertes`, the earlier lines that nothing had
 * settled on its eve.
 */
export interface Lettrage {
  lettres: Map<number, Lettre>;
  ouvertes: LigneLettrable[];
}

/**
 * The letters of a period, from all that is written until its last evening (livres/README §12.1). A group that
 * balanced before the period is left out. A group that balances in it keeps its earlier lines too.
 *
 * @param lettrerCompte the letters of these lines, in their order
 */
function deLaPeriode(
  lignesDuCompte: readonly LigneLettrable[],
  du: Jour,
  lettrerCompte: (lignes: readonly LigneLettrable[]) => Map<number, Lettre>,
): Lettrage {
  const soldees = lettrerCompte(lignesDuCompte);
  const vivantes = lignesDuCompte.filter(({ id }) => (soldees.get(id)?.date ?? du) >= du);
  return {
    lettres: lettrerCompte(vivantes),
    ouvertes: vivantes.filter(({ date }) => date < du),
  };
}

/**
 * The lettering of accounts of a kind in a period.
 * @param des the identifiers of the holders: dossiers of tenants, suppliers, or mandates
 */
export async function lettrageDesComptes(
  db: Db,
  { genre, des, du, au }: { genre: CompteLettre; des: readonly number[]; du: Jour; au: Jour },
): Promise<Lettrage> {
  if (des.length === 0) return { lettres: new Map(), ouvertes: [] };
  const voulus = sql`(SELECT value FROM json_each(${JSON.stringify(des)}))`;
  const lignesLettrables = await db.all<LigneLettrable>(sql`
    SELECT l.id, l.de, e.date, ${jourDuFait(sql`e`)} AS "pieceDate", e.libelle, l.debit, l.credit, l.nature, e.id AS "EcritureId",
      e."annuleId", e."ReglementId", coalesce(c.corrige, e.piece) AS piece, e.piece AS "pieceEcrite"
    FROM ${lignes} l JOIN ${ecritures} e ON e.id = l."EcritureId" AND e.date <= ${au} LEFT JOIN ${CORRIGES} c ON c.numero = e.piece
    WHERE l.genre = ${genre} AND l.de IN ${voulus} ORDER BY l.id`);
  const reglees =
    genre === "411"
      ? await db.all<Reglee>(sql`
    SELECT s."DossierId", s."EcritureId" AS appel, i."EcritureId" AS reglement, s.nature, sum(i.montant) AS montant
    FROM ${echeances} s JOIN ${imputations} i ON i."EcheanceId" = s.id
    JOIN ${ecritures} e ON e.id = i."EcritureId" AND e.date <= ${au}
    WHERE s."DossierId" IN ${voulus} AND s."EcritureId" IS NOT NULL AND i.montant > 0
      AND NOT EXISTS (SELECT 1 FROM ${imputations} reprise JOIN ${ecritures} d ON d.id = reprise."EcritureId" AND d.date <= ${au}
        WHERE reprise."EcheanceId" = s.id AND reprise."ReglementId" IS i."ReglementId" AND reprise.montant < 0 AND reprise.id > i.id)
    GROUP BY s.id, i."ReglementId", i."EcritureId" ORDER BY s.id, i."EcritureId"`)
      : [];
  const parDossier = Map.groupBy(reglees, ({ DossierId }) => DossierId);
  const comptes = [...Map.groupBy(lignesLettrables, ({ de }) => de)].map(([de, lignesDuCompte]) =>
    deLaPeriode(lignesDuCompte, du, (vivantes) => {
      if (genre === "411") return lettrerLocataire(vivantes, parDossier.get(de) ?? []);
      return genre === "401" ? lettrerFournisseur(vivantes) : lettrerHonoraires(vivantes);
    }),
  );
  return {
    lettres: new Map(comptes.flatMap(({ lettres }) => [...lettres])),
    ouvertes: comptes.flatMap(({ ouvertes }) => ouvertes),
  };
}

/** The letters of the lines of a page, worked out from their whole accounts. */
export async function lettresDePage(
  db: Db,
  page: readonly { genre: string; de: number | null }[],
  { du, au }: { du: Jour; au: Jour },
): Promise<Map<number, Lettre>> {
  const lettrages = await Promise.all(
    COMPTES_LETTRES.map((genre) => {
      const des = page.flatMap((ligne) => (ligne.genre === genre ? (ligne.de ?? []) : []));
      return lettrageDesComptes(db, { genre, des: [...new Set(des)], du, au });
    }),
  );
  return new Map(lettrages.flatMap(({ lettres }) => [...lettres]));
}

/**
 * The number of accounts whose lines are read at once: their whole history stays under the 10 MB of an answer of the
 * database.
 */
const COMPTES_A_LA_FOIS = 100;

/** The lines that open a period for the accounts of a kind: those that nothing had settled on its eve. */
export async function* ouverturesDesComptes(
  db: Db,
  { genre, du, au }: { genre: CompteLettre; du: Jour; au: Jour },
): AsyncGenerator<Lettrage> {
  const anciens = await db.all<{ de: number }>(sql`
    SELECT DISTINCT l.de FROM ${lignes} l JOIN ${ecritures} e ON e.id = l."EcritureId"
    WHERE l.genre = ${genre} AND e.date < ${du} ORDER BY l.de`);
  for (let rang = 0; rang < anciens.length; rang += COMPTES_A_LA_FOIS) {
    const des = anciens.slice(rang, rang + COMPTES_A_LA_FOIS).map(({ de }) => de);
    yield await lettrageDesComptes(db, { genre, des, du, au });
  }
}

/** The balance of a line that opens a period, in cents, and its origin; a debit is above zero. */
export const soldeDeLigne = ({
  debit,
  credit,
  pieceDate,
  pieceEcrite,
  libelle,
}: LigneLettrable) => ({
  solde: debit - credit,
  origine: { piece: pieceEcrite, pieceDate, libelle },
});
