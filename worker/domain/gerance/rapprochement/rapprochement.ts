import { ordre } from "../../ordre.ts";
import { imputer } from "../locataires/imputation.ts";
import { lireMots } from "./mots-de-ligne.ts";
import { apportsNotes, deCheques, pointages, sorties } from "./mouvements-connus.ts";
import type { LigneARapprocher, Proposition } from "./proposition.ts";
import { remboursements } from "./proposition-de-depense.ts";
import { deDossiers, RESERVES } from "./proposition-de-dossier.ts";
import { type FactureOuverte, facturesDeLaLigne } from "./proposition-de-somme.ts";
import { retours, versements } from "./proposition-de-virement.ts";
import type { Candidat, Nomme, Repertoire } from "./repertoire.ts";

/** The most proposals shown for a line: the keys 1 to 9 choose them. */
const PROPOSITIONS_AU_PLUS = 9;
const ORDRE_DES_SCORES = { A: 0, B: 1, C: 2 } as const;

/**
 * The proposals for a bank statement line, the surest first, nine at most. None is automatic when another file
 * probably contains the same line.
 */
export function proposer(ligne: LigneARapprocher, fichier: Repertoire): Proposition[] {
  const mots = lireMots(ligne);
  const trouvees =
    ligne.montant < 0
      ? sorties(ligne, mots, fichier)
      : [
          ...retours(ligne, mots, fichier),
          ...apportsNotes(ligne, fichier),
          ...remboursements(ligne, mots, fichier),
          ...deCheques(ligne, mots, fichier),
          ...pointages(ligne, mots, fichier),
          ...deDossiers(ligne, mots, fichier),
        ];
  return classer(ligne, trouvees);
}

/**
 * The proposals for a line of the agency's own account: the invoices of fees, the credit notes, and the transfers
 * that pay back credit notes (rapprochement/README §12.9).
 */
export function proposerALAgence(
  ligne: LigneARapprocher,
  fichier: Pick<Repertoire, "virements">,
  factures: readonly FactureOuverte[],
): Proposition[] {
  const mots = lireMots(ligne);
  return classer(ligne, [
    ...(ligne.montant < 0 ? versements : retours)(ligne, mots, fichier),
    ...facturesDeLaLigne(ligne, factures),
  ]);
}

const classer = (ligne: LigneARapprocher, trouvees: readonly Proposition[]): Proposition[] =>
  trouvees
    .toSorted((a, b) => ORDRE_DES_SCORES[a.score] - ORDRE_DES_SCORES[b.score])
    .slice(0, PROPOSITIONS_AU_PLUS)
    .map((proposition) =>
      ligne.doublonDe === null
        ? proposition
        : {
            ...proposition,
            automatique: false,
            reserves: [RESERVES.doublon, ...proposition.reserves],
          },
    );

/**
 * The lines with an automatic proposal, in date order. Each line finds only the debts that earlier lines have not
 * paid, so that two equal payments never settle the same sum.
 */
export function certaines(
  lignes: readonly LigneARapprocher[],
  fichier: Repertoire,
): { ligne: LigneARapprocher; proposition: Proposition }[] {
  const dossiers = new Map(fichier.dossiers);
  const suivi = { ...fichier, dossiers };
  // A name or an amount alone makes no proposal automatic. A first pass without names and amounts excludes most
  // lines.
  const sansNoms = { ...suivi, noms: new Map<string, Nomme[]>(), montants: new Map() };
  const certaine = (ligne: LigneARapprocher, parmi: Repertoire) =>
    proposer(ligne, parmi).find(({ automatique }) => automatique);
  return lignes
    .toSorted((a, b) => ordre(a.date, b.date) || a.id - b.id)
    .flatMap((ligne) => {
      const proposition = certaine(ligne, sansNoms) && certaine(ligne, suivi);
      if (!proposition) return [];
      const { mois } = proposition;
      for (const { DossierId, montant } of proposition.parts) {
        const avant = dossiers.get(DossierId);
        if (avant)
          dossiers.set(DossierId, apresPaiement(avant, { montant, date: ligne.date, mois }));
      }
      return [{ ligne, proposition }];
    });
}

/** Returns the dossier as it is once a payment has settled its debts. */
function apresPaiement(candidat: Candidat, paiement: Parameters<typeof imputer>[0]): Candidat {
  const { imputations, avance } = imputer(paiement, candidat.echeances);
  const payes = new Map(
    imputations.map((imputation) => [imputation.echeanceId, imputation.montant]),
  );
  return {
    ...candidat,
    avance: candidat.avance + avance,
    echeances: candidat.echeances
      .map((echeance) => ({ ...echeance, reste: echeance.reste - (payes.get(echeance.id) ?? 0) }))
      .filter(({ reste }) => reste > 0),
  };
}
