import { Invalid } from "#domain/erreurs.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import type { DemandeRapprochement } from "#domain/gerance/rapprochement/ligne-releve-fiche.ts";
import { lireMots } from "#domain/gerance/rapprochement/mots-de-ligne.ts";
import type { Proposition } from "#domain/gerance/rapprochement/proposition.ts";
import { enCentimes, enEuros, formatEuros } from "#domain/montants.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import {
  cleDeLigne,
  type LigneLueEnBase,
  prendre,
  rendreAttente,
} from "#worker/operations/gerance/banque/lignes-de-releve.ts";
import type { Suites } from "#worker/operations/gerance/locataires/quittances-suivies.ts";
import { enregistrerReglements } from "#worker/operations/gerance/locataires/reglements.ts";
import type { DemandeReglement } from "#worker/operations/gerance/locataires/reglements-places.ts";
import { avecPaiements, poserAutour } from "./fonds-de-ligne.ts";
import { apprendre, payeurAppris } from "./payeurs-connus.ts";

type Part = { DossierId: number; montant: number };

/**
 * Records the parts of a line as payments of these dossiers.
 * @throws Invalid when the parts do not add up to the line, or a dossier has two.
 */
export async function reglerDepuis(
  ctx: Contexte,
  {
    ligne,
    parts,
    demande,
  }: { ligne: LigneLueEnBase; parts: readonly Part[]; demande: DemandeRapprochement },
): Promise<Suites> {
  const { db, today, user } = ctx;
  const enCents = parts.map(({ DossierId, montant }) => ({
    DossierId,
    montant: enCentimes(montant),
  }));
  const somme = enCents.reduce((total, { montant }) => total + montant, 0);
  if (somme !== ligne.montant) {
    throw new Invalid({
      parts: `Les parts font ${formatEuros(enEuros(somme))}, la ligne ${formatEuros(enEuros(ligne.montant))}.`,
    });
  }
  if (new Set(enCents.map(({ DossierId }) => DossierId)).size < enCents.length) {
    throw new Invalid({ parts: "Chaque dossier n’a qu’une part." });
  }
  const mots = lireMots(ligne);
  const appris = { empreinte: ligne.empreinte, DossierId: enCents[0]?.DossierId };
  const payeur =
    demande.payeur ?? mots.organisme ?? (await payeurAppris(ctx, appris)) ?? "locataire";
  const demandes = enCents.map((part) =>
    demandeDe(ligne, part, { payeur, mode: demande.mode ?? mots.mode, mois: mots.mois }),
  );
  return enregistrerReglements(ctx, {
    demandes,
    aussi: (places) => ({
      ...prendre(db, [ligne], { etat: "rapprochee", user }),
      ...rendreAttente(db, ligne, { today, user }),
      ...poserAutour(db, avecPaiements([ligne], places), { today, user }),
      ...apprendre(ctx, ligne, demandes),
    }),
  });
}

/** The payment to record for a part of a line. */
export const demandeDe = (
  { id, date, CompteBancaireId }: LigneLueEnBase,
  { DossierId, montant }: { DossierId: number; montant: Centimes },
  commun: Pick<Proposition, "payeur" | "mode" | "mois">,
): DemandeReglement & { cle: string } => ({
  ...commun,
  DossierId,
  montant,
  date,
  CompteBancaireId,
  LigneReleveId: id,
  cle: cleDeLigne(id, "reglement"),
});
