import type { MotsDeLigne } from "./mots-de-ligne.ts";
import type { LigneARapprocher } from "./proposition.ts";
import { accord, type Nomme, type PayeurConnu, type Repertoire } from "./repertoire.ts";

/** An account that pays for more dossiers is the one of an organisation, or of nobody in particular. */
const DOSSIERS_PAR_COMPTE = 5;
/** A name borne by this many dossiers, or fewer, is enough alone. */
const NOM_RARE = 1;
const LETTRES_NOM_RARE = 4;

/** What points at a dossier. */
export interface Signes {
  reference: boolean;
  /** The payer of this account, who already paid for this dossier. */
  compte: PayeurConnu | null;
  /** That account pays only for this dossier. */
  compteSeul: boolean;
  nom: Nomme | null;
}

/** The dossiers that a line points at. */
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

/** Whether the reference, the account or the name of the line is that of the dossier. */
export const designent = (
  ligne: LigneARapprocher,
  mots: MotsDeLigne,
  { dossier, fichier }: { dossier: number; fichier: Repertoire },
): boolean => dossiersDesignes(ligne, mots, fichier).has(dossier);
