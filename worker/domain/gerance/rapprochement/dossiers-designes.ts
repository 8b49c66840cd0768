import type { MotsDeLigne } from "./mots-de-ligne.ts";
import type { LigneARapprocher } from "./proposition.ts";
import { accord, type Nomme, type PayeurConnu, type Repertoire } from "./repertoire.ts";

/**
 * A payer's bank account known for more dossiers than this is no clue by itself: it points only at the dossiers that
 * the amount of the line fits.
 */
const DOSSIERS_PAR_COMPTE = 5;
/**
 * A family name in at most `NOM_RARE` dossiers, of at least `LETTRES_NOM_RARE` letters, is a clue even when the line
 * gives no first name.
 */
const NOM_RARE = 1;
const LETTRES_NOM_RARE = 4;

/** The clues by which a bank statement line points at a dossier. */
export interface Signes {
  reference: boolean;
  /** The payer's bank account of the line, when it is known to have paid for this dossier; else null. */
  compte: PayeurConnu | null;
  /** Whether the bank account in `compte` is known for this dossier only. */
  compteSeul: boolean;
  nom: Nomme | null;
}

/**
 * The dossiers that a bank statement line points at by its reference, its bank account or its words. The map gives
 * the clues by the id of the dossier.
 */
export function dossiersDesignes(
  ligne: LigneARapprocher,
  { references, mots }: MotsDeLigne,
  fichier: Repertoire,
): Map<number, Signes> {
  const trouves = new Map<number, Signes>();
  const de = (id: number): Signes => {
    const deja = trouves.get(id);
    if (deja) return deja;
    const neuf = { reference: false, compte: null, compteSeul: false, nom: null };
    trouves.set(id, neuf);
    return neuf;
  };
  for (const id of references) if (fichier.dossiers.has(id)) de(id).reference = true;
  const comptes = ligne.empreinte === null ? [] : (fichier.comptes.get(ligne.empreinte) ?? []);
  for (const compte of comptes) {
    const candidat = fichier.dossiers.get(compte.DossierId);
    if (!candidat) continue;
    if (comptes.length > DOSSIERS_PAR_COMPTE && !accord(candidat, ligne.montant)) continue;
    const signes = de(compte.DossierId);
    signes.compte = compte;
    signes.compteSeul = comptes.length === 1;
  }
  for (const mot of mots) {
    const porteurs = fichier.noms.get(mot) ?? [];
    const rare =
      mot.length >= LETTRES_NOM_RARE &&
      new Set(porteurs.slice(0, 20).map(({ DossierId }) => DossierId)).size <= NOM_RARE;
    for (const porteur of porteurs) {
      if (trouves.get(porteur.DossierId)?.nom) continue;
      if (rare || porteur.mots.filter((mot) => mots.has(mot)).length > 1)
        de(porteur.DossierId).nom = porteur;
    }
  }
  return trouves;
}

/**
 * Whether the reference, the bank account or the words of a line point at a dossier.
 * @param dossier the id of the dossier
 */
export const designent = (
  ligne: LigneARapprocher,
  mots: MotsDeLigne,
  { dossier, fichier }: { dossier: number; fichier: Repertoire },
): boolean => dossiersDesignes(ligne, mots, fichier).has(dossier);
