import { fraisPris } from "#domain/gerance/banque/frais-ecrits.ts";
import { type ReleveLu, ReleveRefuse } from "#domain/gerance/banque/releve.ts";
import { soldesDits } from "#domain/gerance/banque/soldes-dits.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import { compteNu, type Lecture } from "./csv-colonnes.ts";
import type { Entete } from "./csv-entete.ts";
import type { Lue } from "./csv-lignes.ts";

/** The lines of each account: that which a line names, or the one that the file says. */
export function parCompte(lues: readonly Lue[], dit: string): Map<string, Lue[]> {
  const comptes = new Map<string, Lue[]>();
  for (const ligneLue of lues) {
    const compte = ligneLue.compte === "" ? dit : compteNu(ligneLue.compte);
    const lignesDuCompte = comptes.get(compte) ?? [];
    lignesDuCompte.push(ligneLue);
    comptes.set(compte, lignesDuCompte);
  }
  return comptes;
}

/** The lines of an account, whose amounts hold their fees. */
export function fraisCompris(lues: readonly Lue[], { frais }: Lecture): Lue[] {
  const montants = (ecrits: readonly Centimes[]): Lue[] =>
    lues.map((ligneLue, rang) => ({
      ...ligneLue,
      ligne: { ...ligneLue.ligne, montant: ecrits[rang] ?? ligneLue.ligne.montant },
    }));
  const dits = lues.map(({ ligne, frais: pris }) => ({ montant: ligne.montant, frais: pris }));
  const soldes = lues.every(({ solde }) => solde !== null);
  return montants(
    fraisPris(dits, frais, soldes ? (ecrits) => enOrdre(montants(ecrits)) !== undefined : null),
  );
}

type Soldes = Pick<ReleveLu, "ancienSolde" | "nouveauSolde" | "deduit">;

/**
 * The balances that the lines tell, or those above the table; the one that is not told follows from the other.
 * @throws ReleveRefuse when the balance after a line is not that before it and its amount.
 */
export function soldes(lues: readonly Lue[], { avant, solde }: Entete): Soldes {
  const mouvements = lues.reduce((somme, { ligne }) => somme + ligne.montant, 0);
  if (lues.every((ligneLue) => ligneLue.solde !== null)) return soldesSuivis(lues);
  const { ancien, nouveau } =
    solde === null ? soldesDits(avant, mouvements) : { ancien: null, nouveau: solde };
  return {
    ancienSolde: ancien ?? (nouveau === null ? null : nouveau - mouvements),
    nouveauSolde: nouveau ?? (ancien === null ? null : ancien + mouvements),
    deduit: ancien === null || nouveau === null,
  };
}

function soldesSuivis(lues: readonly Lue[]): Soldes {
  const ordre = enOrdre(lues);
  const [premiere, derniere] = [ordre?.[0], ordre?.at(-1)];
  if (!premiere || !derniere)
    throw new ReleveRefuse(
      "Les soldes de ce fichier ne suivent pas ses montants : il est incomplet ou modifié.",
    );
  return {
    ancienSolde: (premiere.solde ?? 0) - premiere.ligne.montant,
    nouveauSolde: derniere.solde,
    // A single line cannot be checked by the balance after it.
    deduit: lues.length === 1,
  };
}

/** The lines in the order that their balances tell; nothing when they follow none. */
const enOrdre = (lues: readonly Lue[]): readonly Lue[] | undefined =>
  [lues, lues.toReversed()].find(sEnchaine);

const sEnchaine = (lues: readonly Lue[]): boolean =>
  lues.every(
    ({ solde, ligne }, rang) =>
      rang === 0 || lues[rang - 1]?.solde === (solde ?? 0) - ligne.montant,
  );
