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

/** A line of an account that is lettered, with its entry. */
export interface LigneLettrable extends LigneALettrer {
  de: number;
  EcritureId: number;
  annuleId: number | null;
  ReglementId: number | null;
  /** The paper that it is of; and that of its entry, which takes another one back. */
  piece: string | null;
  pieceEcrite: string | null;
  pieceDate: Jour;
  libelle: string;
  nature: NatureEcheance | null;
}

/** The accounts that are lettered: those of tenants and suppliers, and of mandates in the agency's own book. */
export const COMPTES_LETTRES = ["411", "401", "411H"] as const satisfies readonly Genre[];

export type CompteLettre = (typeof COMPTES_LETTRES)[number];

export const estLettre = (genre: string): genre is CompteLettre =>
  COMPTES_LETTRES.some((compte) => compte === genre);

/** A credit note is of the same paper as the invoice of a mission that it takes back: its numbers, to be joined to an entry. */
export const CORRIGES = sql`(SELECT avoir.numero, facture.numero AS corrige FROM ${facturesHonoraires} avoir
  JOIN ${facturesHonoraires} facture ON facture.id = avoir."CorrigeId")`;

/** A reversal settles the entry that it reverses, line by line. */
function extournes(siennes: readonly LigneLettrable[]): Reglant[] {
  const parEcriture = Map.groupBy(siennes, ({ EcritureId }) => EcritureId);
  return siennes.flatMap(({ id: par, annuleId, nature, debit, credit }) =>
    (annuleId === null ? [] : (parEcriture.get(annuleId) ?? []))
      .filter((une) => une.nature === nature && une.debit === credit && une.credit === debit)
      .map(({ id: ligne }): Reglant => ({ ligne, par })),
  );
}

/** What is of one paper settles itself: an invoice, and what was paid of it. */
const deMemePiece = (siennes: readonly LigneLettrable[]): Reglant[] =>
  [...Map.groupBy(siennes, ({ id, piece }) => piece ?? id).values()].flatMap((memes) =>
    memes.flatMap(({ id: par }, rang) =>
      memes.slice(0, rang).map(({ id: ligne }): Reglant => ({ ligne, par })),
    ),
  );

/** What a payment settled, then gave back to become an advance again, settles itself. */
const deMemeReglement = (siennes: readonly LigneLettrable[]): Reglant[] =>
  [
    ...Map.groupBy(
      siennes,
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

/** What one entry owes and pays settles itself. */
const deMemeEcriture = (siennes: readonly LigneLettrable[]): Reglant[] =>
  [...Map.groupBy(siennes, ({ EcritureId }) => EcritureId).values()].flatMap((memes) =>
    memes.flatMap(({ id: par }, rang) =>
      memes.slice(0, rang).map(({ id: ligne }): Reglant => ({ ligne, par })),
    ),
  );

/** The letters of the account of a mandate in the agency's own book: invoices, payments and credit notes, the oldest first. */
const lettrerHonoraires = (siennes: readonly LigneLettrable[]): Map<number, Lettre> =>
  lettrer(siennes, [...extournes(siennes), ...deMemePiece(siennes)], { desLaPlusAncienne: true });

/** The letters of the account of a supplier: a bill is paid as it is owed, and so given back; then the oldest first. */
const lettrerFournisseur = (siennes: readonly LigneLettrable[]): Map<number, Lettre> =>
  lettrer(siennes, [...deMemeEcriture(siennes), ...extournes(siennes)], {
    desLaPlusAncienne: true,
  });

/** What a payment settles of a sum called: their entries, and how much. */
interface Reglee {
  DossierId: number;
  appel: number;
  reglement: number;
  nature: NatureEcheance;
  montant: Centimes;
}

/**
 * The letters of the account of a tenant: what his payments settle, as it was said, each line of a payment for one sum called;
 * what a payment settles no more, it took back itself.
 */
function lettrerLocataire(siennes: readonly LigneLettrable[], reglees: readonly Reglee[]) {
  const parEcriture = Map.groupBy(siennes, ({ EcritureId, nature }) => `${EcritureId} ${nature}`);
  const prises = new Set<number>();
  const liens = reglees.flatMap(({ appel, reglement, nature, montant }) => {
    const appelees = parEcriture.get(`${appel} ${nature}`) ?? [];
    if (appelees.length === 0) return [];
    const par = parEcriture.get(`${reglement} ${nature}`) ?? [];
    const exacte = par.find(({ id, credit }) => credit === montant && !prises.has(id));
    if (exacte) prises.add(exacte.id);
    return appelees.flatMap(({ id: ligne }) =>
      (exacte ? [exacte] : par).map(({ id }): Reglant => ({ ligne, par: id, montant })),
    );
  });
  return lettrer(siennes, [...extournes(siennes), ...liens, ...deMemeReglement(siennes)], {
    desLaPlusAncienne: false,
  });
}

/** What is lettered of accounts in a period: the letters, and the lines of before that nothing had settled. */
export interface Lettrage {
  lettres: Map<number, Lettre>;
  ouvertes: LigneLettrable[];
}

/**
 * The letters of a period, with what is written until its last evening (livres/README §12.1). A group that balanced before
 * is no part of it; one that balances since has its lines of before too.
 *
 * @param lettrerCompte the letters of these lines, in their order
 */
function deLaPeriode(
  siennes: readonly LigneLettrable[],
  du: Jour,
  lettrerCompte: (lignes: readonly LigneLettrable[]) => Map<number, Lettre>,
): Lettrage {
  const soldees = lettrerCompte(siennes);
  const vivantes = siennes.filter(({ id }) => (soldees.get(id)?.date ?? du) >= du);
  return {
    lettres: lettrerCompte(vivantes),
    ouvertes: vivantes.filter(({ date }) => date < du),
  };
}

/** What is lettered of accounts of a kind in a period. @param des the tenants' dossiers, the suppliers, or the mandates */
export async function lettrageDesComptes(
  db: Db,
  { genre, des, du, au }: { genre: CompteLettre; des: readonly number[]; du: Jour; au: Jour },
): Promise<Lettrage> {
  if (des.length === 0) return { lettres: new Map(), ouvertes: [] };
  const voulus = sql`(SELECT value FROM json_each(${JSON.stringify(des)}))`;
  const lues = await db.all<LigneLettrable>(sql`
    SELECT l.id, l.de, e.date, ${jourDuFait(sql`e`)} AS "pieceDate", e.libelle, l.debit, l.credit, l.nature, e.id AS "EcritureId",
      e."annuleId", e."ReglementId", coalesce(c.corrige, e.piece) AS piece, e.piece AS "pieceEcrite"
    FROM ${lignes} l JOIN ${ecritures} e ON e.id = l."EcritureId" AND e.date <= ${au} LEFT JOIN ${CORRIGES} c ON c.numero = e.piece
    WHERE l.genre = ${genre} AND l.de IN ${voulus} ORDER BY l.id`);
  const reglees =
    genre === "411"
      ? await db.all<Reglee>(sql`
    SELECT s."DossierId", s."EcritureId" AS appel, max(iif(i.montant > 0, i."EcritureId", NULL)) AS reglement, s.nature, sum(i.montant) AS montant
    FROM ${echeances} s JOIN ${imputations} i ON i."EcheanceId" = s.id AND i."EcritureId" IS NOT NULL
    JOIN ${ecritures} e ON e.id = i."EcritureId" AND e.date <= ${au}
    WHERE s."DossierId" IN ${voulus} AND s."EcritureId" IS NOT NULL GROUP BY s.id, i."ReglementId" HAVING sum(i.montant) > 0 ORDER BY s.id`)
      : [];
  const parDossier = Map.groupBy(reglees, ({ DossierId }) => DossierId);
  const comptes = [...Map.groupBy(lues, ({ de }) => de)].map(([de, siennes]) =>
    deLaPeriode(siennes, du, (vivantes) => {
      if (genre === "411") return lettrerLocataire(vivantes, parDossier.get(de) ?? []);
      return genre === "401" ? lettrerFournisseur(vivantes) : lettrerHonoraires(vivantes);
    }),
  );
  return {
    lettres: new Map(comptes.flatMap(({ lettres }) => [...lettres])),
    ouvertes: comptes.flatMap(({ ouvertes }) => ouvertes),
  };
}

/** The letters of the lines of a page, of whole accounts. */
export async function lettresDePage(
  db: Db,
  page: readonly { genre: string; de: number | null }[],
  { du, au }: { du: Jour; au: Jour },
): Promise<Map<number, Lettre>> {
  const lus = await Promise.all(
    COMPTES_LETTRES.map((genre) => {
      const des = page.flatMap((ligne) => (ligne.genre === genre ? (ligne.de ?? []) : []));
      return lettrageDesComptes(db, { genre, des: [...new Set(des)], du, au });
    }),
  );
  return new Map(lus.flatMap(({ lettres }) => [...lettres]));
}

/** The accounts whose lines are read at once: their whole history stays under the 10 MB of an answer of the database. */
const COMPTES_A_LA_FOIS = 100;

/** What opens a period of the accounts of a kind that are lettered: the lines that nothing had settled on its eve. */
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

/** A line that opens a period, as it is written there. */
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
