import { type SQL, sql } from "drizzle-orm";
import { Conflict } from "#domain/erreurs.ts";
import { ensemble } from "#domain/gerance/livres/ecritures.ts";
import { regleEnAvance } from "#domain/gerance/livres/ecritures-encaissements.ts";
import type { ModeReglement } from "#domain/gerance/locataires/reglement.ts";
import type { ModeFonds } from "#domain/gerance/mandats/mots-de-conditions.ts";
import { CLE_DE_REMISE, partVivante } from "#worker/db/conditions-comptes.ts";
import { echeances, ecritures, imputations, reglements } from "#worker/db/schema/gerance.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { poster } from "#worker/operations/gerance/livres/ecritures.ts";
import { type EcheanceRendue, lireComptes } from "./comptes-lus.ts";
import { regler } from "./imputations.ts";

/** The part of an échéance that a payment settled by one entry; cents. */
interface PartReglee extends Omit<EcheanceRendue, "inscrite"> {
  inscrite: number;
  /**
   * The entry by which the payment settled the part; its day decides the owners' shares. Null when the payment
   * settled the part before the books began.
   */
  origine: number | null;
  ReglementId: number;
  cle: string;
  mode: ModeReglement | null;
  fonds: ModeFonds;
  entrees: number;
}

/** Sums called that are about to be withdrawn. */
interface Liberation {
  DossierId: number;
  /** A condition on `e`, the sums. */
  lesquelles: SQL;
  /** The label of the entry, before « : paiement remis au compte ». */
  libelle: string;
  refus: { sansArgent: string; horsComptes: string };
}

/**
 * Frees the payments of sums called that are about to be withdrawn: the money stays on the account of its tenant, as
 * an advance that settles other debts (locataires/README §12.2).
 * @param quoi `lesquelles`: a condition on `e`, the sums
 * @returns the receipts as they are before, the condition of the write, the statements that come before the withdrawal
 * (`liberees`), and those that come after it (`apres`)
 * @throws Conflict when a part was settled without money, or outside the books, in the words of `refus`.
 */
export async function libererPaiements(
  ctx: Pick<Contexte, "db" | "today" | "user">,
  { lesquelles, DossierId, libelle, refus }: Liberation,
) {
  const { db, today, user } = ctx;
  const sommes = await db.all<{ id: number }>(
    sql`SELECT e.id FROM ${echeances} e WHERE ${lesquelles}`,
  );
  const retirees = new Set(sommes.map(({ id }) => id));
  const parts = await db.all<PartReglee>(sql`
    SELECT e.id, e."DossierId", e."QuitanceId", e.mandat, e.mois, e."exigibleLe", e.nature, sum(i.montant) AS reste,
      e."EcritureId" IS NOT NULL AS inscrite, i."EcritureId" AS origine, r.id AS "ReglementId", r.cle, r.mode, r.fonds,
      (SELECT count(*) FROM ${ecritures} x WHERE x."ReglementId" = r.id) AS entrees
    FROM ${imputations} i JOIN ${echeances} e ON e.id = i."EcheanceId" JOIN ${reglements} r ON r.id = i."ReglementId"
    WHERE ${lesquelles} AND ${partVivante(sql`i`)}
    GROUP BY e.id, r.id, i."EcritureId"`);
  for (const part of parts) exigerLibrable(part, refus);
  const { comptes } = await lireComptes(ctx, [{ DossierId, date: today }]);
  const compte = comptes.get(DossierId);
  if (compte) {
    compte.ouvertes = compte.ouvertes.filter(({ id }) => !retirees.has(id));
    for (const [ReglementId, partsDuReglement] of parReglement(parts)) {
      const reste = partsDuReglement.reduce((somme, part) => somme + part.reste, 0);
      const remises = new Set(partsDuReglement.map(({ origine }) => origine)).size;
      const deja = compte.avances.find((avance) => avance.ReglementId === ReglementId);
      if (deja) {
        deja.reste += reste;
        deja.entrees += remises;
      } else {
        const [{ cle, fonds, entrees }] = partsDuReglement;
        compte.avances.push({ ReglementId, cle, fonds, entrees: entrees + remises, reste });
      }
    }
  }
  const rendues = parts.map(({ inscrite, ...part }) => ({ ...part, inscrite: inscrite === 1 }));
  const { avant, inchange, ecrites } = await regler(ctx, { comptes, rendues });
  const { soldes, attente, ...suivies } = ecrites;
  const { lignesPostees, ecrituresPostees } = poster(db, entreesDe(parts, { today, libelle }), {
    today,
    user,
  });
  const json = JSON.stringify(parts.map((part) => ({ ...part, entree: cleDe(part) })));
  return {
    avant,
    inchange: sql`${inchange} AND ${memesParts(lesquelles, parts)}`,
    liberees: {
      lignesLiberees: lignesPostees,
      ecrituresLiberees: ecrituresPostees,
      liberees: db.run(sql`
        INSERT INTO ${imputations} ("ReglementId", "EcheanceId", montant, "EcritureId")
        SELECT p.value ->> 'ReglementId', p.value ->> 'id', -(p.value ->> 'reste'),
          (SELECT id FROM ${ecritures} WHERE cle = p.value ->> 'entree')
        FROM json_each(${json}) p ORDER BY p.key`),
      ...suivies,
    },
    apres: { soldes, attente },
  };
}

function exigerLibrable({ inscrite, mode }: PartReglee, refus: Liberation["refus"]): void {
  if (mode === "abandon" || mode === "compensation" || mode === "depot")
    throw new Conflict(refus.sansArgent);
  if (inscrite === 0) throw new Conflict(refus.horsComptes);
}

const parReglement = (parts: readonly PartReglee[]) =>
  [...Map.groupBy(parts, ({ ReglementId }) => ReglementId)] as [
    number,
    [PartReglee, ...PartReglee[]],
  ][];

const cleDe = ({ cle, entrees, origine }: Pick<PartReglee, "cle" | "entrees" | "origine">) =>
  `${CLE_DE_REMISE} ${origine ?? 0} ${entrees} ${cle}`;

/** The entries that free the payments: one for each entry that had settled a part. */
const entreesDe = (
  parts: readonly PartReglee[],
  { today, libelle }: { today: string; libelle: string },
) =>
  [...Map.groupBy(parts, cleDe)].map(([entree, remises]) => {
    const [{ DossierId, cle, fonds }] = remises as [PartReglee];
    const parMandat = [...Map.groupBy(remises, ({ mandat }) => mandat)];
    return {
      ...ensemble(
        parMandat.map(([mandat, sommes]) =>
          regleEnAvance(
            { dossier: DossierId, mandat },
            sommes.map(({ nature, reste }) => ({ nature, montant: reste })),
            fonds,
          ),
        ),
        "OD",
      ),
      reglement: cle,
      cle: entree,
      date: today,
      libelle: `${libelle} : paiement remis au compte, règlement`,
      DossierId,
    };
  });

/** The condition that payments settle the same part of these sums as when they were read. */
const memesParts = (lesquelles: SQL, parts: readonly PartReglee[]) => sql`
  (SELECT coalesce(sum(i.montant), 0) FROM ${imputations} i JOIN ${echeances} e ON e.id = i."EcheanceId"
    WHERE ${lesquelles} AND i."ReglementId" IS NOT NULL) = ${parts.reduce((somme, { reste }) => somme + reste, 0)}`;
