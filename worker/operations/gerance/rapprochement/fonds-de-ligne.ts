import type { Jour } from "#domain/dates.ts";
import { type Ecriture, extourne } from "#domain/gerance/livres/ecritures.ts";
import { especesRemises, recuSansNom } from "#domain/gerance/livres/ecritures-encaissements.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import type { ModeReglement } from "#domain/gerance/locataires/reglement.ts";
import type { ModeFonds } from "#domain/gerance/mandats/mots-de-conditions.ts";
import type { Db, Statements } from "#worker/db/client.ts";
import {
  cleDeLigne,
  type LigneLueEnBase,
} from "#worker/operations/gerance/banque/lignes-de-releve.ts";
import { livresOuverts, poster } from "#worker/operations/gerance/livres/ecritures.ts";
import type { ReglementPlace } from "#worker/operations/gerance/locataires/reglements-places.ts";

/** A line of the bank, with the sums of its payments: each with its means of payment and the receiver of the rents. */
interface LigneEtFonds {
  ligne: LigneLueEnBase;
  montants: { mode: ModeReglement | null; fonds: ModeFonds; montant: Centimes }[];
}

/** Each line with the payments recorded from it. */
export function avecPaiements(
  lignes: readonly LigneLueEnBase[],
  places: readonly ReglementPlace[],
): LigneEtFonds[] {
  const parLigne = Map.groupBy(places, ({ demande }) => demande.LigneReleveId);
  return lignes.map((ligne) => ({
    ligne,
    montants: (parLigne.get(ligne.id) ?? []).map(({ demande, aPlacer }) => ({
      mode: demande.mode,
      fonds: aPlacer.fonds,
      montant: demande.montant,
    })),
  }));
}

/**
 * The SQL statements that post the sums of a line that the entries of its payments leave out (rapprochement/README
 * §12.9). Rents that the owner should have received himself wait in the bank until he gets them. Cash comes from the
 * till.
 * @param repris true when the payments of the line are taken back: the same entries are reversed
 */
export function poserAutour(
  db: Db,
  lignes: readonly LigneEtFonds[],
  { today, user, repris = false }: { today: Jour; user: string | null; repris?: boolean },
): Statements {
  const entrees = lignes.flatMap(({ ligne, montants }) => {
    const { id, date, CompteBancaireId } = ligne;
    const de = (lesquels: LigneEtFonds["montants"]) =>
      lesquels.reduce((somme, { montant }) => somme + montant, 0);
    const bailleur = de(montants.filter(({ fonds }) => fonds === "proprietaire"));
    const especes = de(
      montants.filter(({ fonds, mode }) => fonds === "agence" && mode === "especes"),
    );
    const entree = (ecriture: Ecriture, quoi: string, libelle: string) => ({
      ...(repris ? extourne(ecriture, "REJ") : ecriture),
      cle: cleDeLigne(id, quoi),
      date,
      libelle,
    });
    const recu = recuSansNom(CompteBancaireId, bailleur);
    const remis = especesRemises(CompteBancaireId, especes);
    return [
      ...(bailleur > 0 ? [entree(recu, "bailleur", "Reçu pour un propriétaire")] : []),
      ...(especes > 0 ? [entree(remis, "especes", "Espèces remises en banque")] : []),
    ];
  });
  if (entrees.length === 0) return {};
  const { lignesPostees, ecrituresPostees } = poster(db, entrees, {
    today,
    user,
    quand: livresOuverts,
  });
  return { lignesAutour: lignesPostees, ecrituresAutour: ecrituresPostees };
}
