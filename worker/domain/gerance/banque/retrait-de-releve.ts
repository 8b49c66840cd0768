/** The reasons why a statement imported by mistake may have to stay. */
export interface RetraitDeReleve {
  /** One of its lines was matched or set aside. */
  faites: boolean;
  /** A later file told some of its lines again, and which were kept only here. */
  communes: boolean;
  /** It proves its lines. */
  prouve: boolean;
  /** A proven statement of later days goes on from it, or from what its lines lead to. */
  suivi: boolean;
}

/**
 * The reason why a statement may not be taken out (banque/README §12.5), in words; null: it may.
 *
 * @param peutTout whether a proven one may go too
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
