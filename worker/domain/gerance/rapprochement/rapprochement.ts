import { ordre } from "../../ordre.ts";
import { imputer } from "../locataires/imputation.ts";
import { lireMots } from "./mots-de-ligne.ts";
import type { LigneARapprocher, Proposition } from "./proposition.ts";
import { deDossiers, RESERVES } from "./proposition-de-dossier.ts";
import { deCheques, pointages, sorties } from "./proposition-de-reglement.ts";
import { retours } from "./proposition-de-virement.ts";
import type { Candidat, Nomme, Repertoire } from "./repertoire.ts";

/** The proposals of one line that are worth reading: as many as keys 1 to 9. */
const PROPOSITIONS_AU_PLUS = 9;
const ORDRE_DES_SCORES = { A: 0, B: 1, C: 2 } as const;

/**
 * What one line may be, the surest first; nine at most, of which one at most is done without being asked, and none of a line
 * that another file has probably told already.
 */
export function proposer(ligne: LigneARapprocher, fichier: Repertoire): Proposition[] {
  const mots = lireMots(ligne);
  const trouvees =
    ligne.montant < 0
      ? sorties(ligne, mots, fichier)
      : [
          ...retours(ligne, mots, fichier),
          ...deCheques(ligne, mots, fichier),
          ...pointages(ligne, mots, fichier),
          ...deDossiers(ligne, mots, fichier),
        ];
  return trouvees
    .toSorted((a, b) => ORDRE_DES_SCORES[a.score] - ORDRE_DES_SCORES[b.score])
    .slice(0, PROPOSITIONS_AU_PLUS)
    .map((une) =>
      ligne.doublonDe === null
        ? une
        : { ...une, automatique: false, reserves: [RESERVES.doublon, ...une.reserves] },
    );
}

/**
 * The lines that are certain, each with its proposal: in the order of their days, each finding what those before left to
 * settle, so that of two equal payments the second settles nothing twice.
 */
export function certaines(
  lignes: readonly LigneARapprocher[],
  fichier: Repertoire,
): { ligne: LigneARapprocher; proposition: Proposition }[] {
  const dossiers = new Map(fichier.dossiers);
  const suivi = { ...fichier, dossiers };
  // A name alone makes nothing certain: most lines need not be compared with any.
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

/** What a dossier owes once this is paid. */
function apresPaiement(candidat: Candidat, paiement: Parameters<typeof imputer>[0]): Candidat {
  const { imputations, avance } = imputer(paiement, candidat.echeances);
  const payes = new Map(imputations.map((une) => [une.echeanceId, une.montant]));
  return {
    ...candidat,
    avance: candidat.avance + avance,
    echeances: candidat.echeances
      .map((une) => ({ ...une, reste: une.reste - (payes.get(une.id) ?? 0) }))
      .filter(({ reste }) => reste > 0),
  };
}
