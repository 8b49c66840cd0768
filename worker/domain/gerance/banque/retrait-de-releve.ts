/** The facts that may prevent the removal of an imported statement. */
export interface RetraitDeReleve {
  /** Whether a line of the statement is matched, or booked while its payer is unknown. */
  faites: boolean;
  /** Whether a later file may repeat lines of the statement: a repeated line is stored with the first file only. */
  communes: boolean;
  /** Whether the statement proves its lines (banque/README §12.5). */
  prouve: boolean;
  /** Whether this statement is proven and a proven one follows, or a later proven statement proves its lines. */
  suivi: boolean;
}

/**
 * The French reason why a statement may not be removed (banque/README §12.5); null: it may be removed.
 *
 * @param peutTout the caller may remove a proven statement
 */
export function refusDeRetrait(
  { faites, communes, prouve, suivi }: RetraitDeReleve,
  peutTout: boolean,
): string | null {
  if (faites) {
    return "Des lignes de ce relevé sont rapprochées ou en attente d’un nom : reprenez-les d’abord.";
  }
  if (communes) {
    return "Un autre fichier, importé depuis, dit aussi des lignes de ce relevé : retirez-le d’abord.";
  }
  if (suivi) {
    return "Un relevé prouvé part du solde de celui-ci : seul le dernier d’un compte se retire.";
  }
  if (prouve && !peutTout) {
    return "Ses soldes prouvent ce relevé : seule l’administration le retire.";
  }
  return null;
}
