import { sql } from "drizzle-orm";
import type { ModeFonds } from "#domain/gerance/conditions.ts";
import { type Ecriture, especesRemises, recuSansNom } from "#domain/gerance/ecritures.ts";
import type { Centimes } from "#domain/gerance/repartition.ts";
import type { Db, Statements } from "#worker/db/client.ts";
import { dossiers } from "#worker/db/schema.ts";
import { fondsDe, mandatDe } from "./comptes-lus.ts";
import { livresOuverts, poster } from "./ecritures.ts";
import { cleDeLigne, type LigneLueEnBase } from "./lignes-de-releve.ts";
import type { DemandeReglement } from "./reglements-places.ts";

interface LigneEtFonds {
  ligne: LigneLueEnBase;
  montants: { mode: DemandeReglement["mode"]; fonds: ModeFonds; montant: Centimes }[];
}

/** The same lines, with who receives the rents of each dossier on the day of the line. */
export async function avecFonds(
  db: Db,
  faites: readonly {
    ligne: LigneLueEnBase;
    demandes: readonly Pick<DemandeReglement, "DossierId" | "montant" | "mode" | "date">[];
  }[],
): Promise<LigneEtFonds[]> {
  const toutes = faites.flatMap(({ demandes }) => demandes);
  const json = JSON.stringify(toutes.map(({ DossierId, date }) => ({ DossierId, date })));
  const fonds = await db.all<{ rang: number; fonds: ModeFonds }>(sql`
    SELECT e.key AS rang, ${fondsDe(mandatDe(sql`d."AppartementId"`), sql`e.value ->> 'date'`)} AS fonds
    FROM json_each(${json}) e JOIN ${dossiers} d ON d.id = e.value ->> 'DossierId'`);
  const parRang = new Map(fonds.map((une) => [une.rang, une.fonds]));
  let rang = 0;
  return faites.map(({ ligne, demandes }) => ({
    ligne,
    montants: demandes.map(({ mode, montant }) => ({
      mode,
      montant,
      fonds: parRang.get(rang++) ?? "proprietaire",
    })),
  }));
}

/**
 * The statements of what the payments of a line do not say of the bank: rents that their owner should have received lie
 * there, until they are handed on to him; cash comes from the till (domain/README §12.9).
 */
export function poserAutour(
  db: Db,
  lues: readonly LigneEtFonds[],
  user: string | null,
): Statements {
  const entrees = lues.flatMap(({ ligne, montants }) => {
    const { id, date, CompteBancaireId } = ligne;
    const de = (lesquels: LigneEtFonds["montants"]) =>
      lesquels.reduce((somme, { montant }) => somme + montant, 0);
    const bailleur = de(montants.filter(({ fonds }) => fonds === "proprietaire"));
    const especes = de(
      montants.filter(({ fonds, mode }) => fonds === "agence" && mode === "especes"),
    );
    const entree = (ecriture: Ecriture, quoi: string, libelle: string) => ({
      ...ecriture,
      cle: cleDeLigne(id, quoi),
      date,
      libelle,
    });
    return [
      ...(bailleur > 0
        ? [entree(recuSansNom(CompteBancaireId, bailleur), "bailleur", "Reçu pour un propriétaire")]
        : []),
      ...(especes > 0
        ? [
            entree(
              especesRemises(CompteBancaireId, especes),
              "especes",
              "Espèces remises en banque",
            ),
          ]
        : []),
    ];
  });
  if (entrees.length === 0) return {};
  const { lignesPostees, ecrituresPostees } = poster(db, entrees, { user, quand: livresOuverts });
  return { lignesAutour: lignesPostees, ecrituresAutour: ecrituresPostees };
}
