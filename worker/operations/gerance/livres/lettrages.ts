import { sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import {
  type Lettre,
  type LigneALettrer,
  lettrer,
  type Reglant,
} from "#domain/gerance/livres/lettrage.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import type { NatureEcheance } from "#domain/gerance/locataires/imputation.ts";
import type { Db } from "#worker/db/client.ts";
import { echeances, ecritures, imputations, lignes } from "#worker/db/schema/gerance.ts";
import { facturesHonoraires } from "#worker/db/schema/mandants.ts";

/** A line of an account that is lettered, with its entry. */
export interface LigneLettrable extends LigneALettrer {
  de: number;
  EcritureId: number;
  annuleId: number | null;
  piece: string | null;
  nature: NatureEcheance | null;
}

/** The accounts that are lettered: those of tenants, and of mandates in the agency's own book. */
export type CompteLettre = "411" | "411H";

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

/** The letters of the account of a mandate in the agency's own book: invoices, payments and credit notes, the oldest first. */
export const lettrerHonoraires = (
  siennes: readonly LigneLettrable[],
  ouverture: readonly LigneALettrer[] = [],
): Map<number, Lettre> =>
  lettrer([...ouverture, ...siennes], [...extournes(siennes), ...deMemePiece(siennes)], {
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

/** The letters of the account of a tenant: what his payments settle, as it was said. */
function lettrerLocataire(siennes: readonly LigneLettrable[], reglees: readonly Reglee[]) {
  const parEcriture = Map.groupBy(siennes, ({ EcritureId, nature }) => `${EcritureId} ${nature}`);
  const liens = reglees.flatMap(({ appel, reglement, nature, montant }) => {
    const par = parEcriture.get(`${reglement} ${nature}`) ?? [];
    const exacte = par.find(({ credit }) => credit === montant);
    return (parEcriture.get(`${appel} ${nature}`) ?? []).flatMap(({ id: ligne }) =>
      (exacte ? [exacte] : par).map(({ id }): Reglant => ({ ligne, par: id, montant })),
    );
  });
  return lettrer(siennes, [...extournes(siennes), ...liens], { desLaPlusAncienne: false });
}

/**
 * The letters of the lines of accounts, with what is written until an evening (livres/README §12.1).
 *
 * @param des the tenants' dossiers, or the mandates
 */
export async function lettresDesComptes(
  db: Db,
  { genre, des, au }: { genre: CompteLettre; des: readonly number[]; au: Jour },
): Promise<Map<number, Lettre>> {
  if (des.length === 0) return new Map();
  const voulus = sql`(SELECT value FROM json_each(${JSON.stringify(des)}))`;
  const lues = await db.all<LigneLettrable>(sql`
    SELECT l.id, l.de, e.date, l.debit, l.credit, l.nature, e.id AS "EcritureId", e."annuleId", coalesce(c.corrige, e.piece) AS piece
    FROM ${lignes} l JOIN ${ecritures} e ON e.id = l."EcritureId" AND e.date <= ${au} LEFT JOIN ${CORRIGES} c ON c.numero = e.piece
    WHERE l.genre = ${genre} AND l.de IN ${voulus} ORDER BY l.id`);
  const reglees =
    genre === "411H"
      ? []
      : await db.all<Reglee>(sql`
    SELECT s."DossierId", s."EcritureId" AS appel, max(iif(i.montant > 0, i."EcritureId", NULL)) AS reglement, s.nature, sum(i.montant) AS montant
    FROM ${echeances} s JOIN ${imputations} i ON i."EcheanceId" = s.id AND i."EcritureId" IS NOT NULL
    JOIN ${ecritures} e ON e.id = i."EcritureId" AND e.date <= ${au}
    WHERE s."DossierId" IN ${voulus} AND s."EcritureId" IS NOT NULL GROUP BY s.id, i."ReglementId" HAVING sum(i.montant) > 0 ORDER BY s.id`);
  const parDossier = Map.groupBy(reglees, ({ DossierId }) => DossierId);
  return new Map(
    [...Map.groupBy(lues, ({ de }) => de)].flatMap(([de, siennes]) => [
      ...(genre === "411H"
        ? lettrerHonoraires(siennes)
        : lettrerLocataire(siennes, parDossier.get(de) ?? [])),
    ]),
  );
}
