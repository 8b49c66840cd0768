import { formatJour } from "#domain/dates.ts";
import { fraisPris } from "#domain/gerance/banque/frais-ecrits.ts";
import { type ReleveLu, ReleveRefuse } from "#domain/gerance/banque/releve.ts";
import { soldesDits } from "#domain/gerance/banque/soldes-dits.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import { enEuros, formatEuros } from "#domain/montants.ts";
import { compteNu, type Lecture } from "./csv-colonnes.ts";
import type { Entete } from "./csv-entete.ts";
import type { LigneDeTable } from "./csv-lignes.ts";

/** The lines by account: the account that the line names, else the account of the file. */
export function parCompte(
  lignes: readonly LigneDeTable[],
  compteDuFichier: string,
): Map<string, LigneDeTable[]> {
  const comptes = new Map<string, LigneDeTable[]>();
  for (const ligneLue of lignes) {
    const compte = ligneLue.compte === "" ? compteDuFichier : compteNu(ligneLue.compte);
    const lignesDuCompte = comptes.get(compte) ?? [];
    lignesDuCompte.push(ligneLue);
    comptes.set(compte, lignesDuCompte);
  }
  return comptes;
}

/** The lines of an account, with the fees included in their amounts. */
export function fraisCompris(lignes: readonly LigneDeTable[], { frais }: Lecture): LigneDeTable[] {
  const montants = (ecrits: readonly Centimes[]): LigneDeTable[] =>
    lignes.map((ligneLue, rang) => ({
      ...ligneLue,
      ligne: { ...ligneLue.ligne, montant: ecrits[rang] ?? ligneLue.ligne.montant },
    }));
  const mouvements = lignes.map(({ ligne, frais: fraisDeLaLigne }) => ({
    montant: ligne.montant,
    frais: fraisDeLaLigne,
  }));
  const soldes = lignes.every(({ solde }) => solde !== null);
  return montants(
    fraisPris(
      mouvements,
      frais,
      soldes ? (ecrits) => enOrdre(montants(ecrits)) !== undefined : null,
    ),
  );
}

type Soldes = Pick<ReleveLu, "ancienSolde" | "nouveauSolde" | "deduit" | "suivi">;

/**
 * The first and the last balance of an account: as its lines give them, else the lines above the table. When only one
 * of the two is found, the other is computed from it and the amounts; null when none is found.
 * @throws ReleveRefuse when the balances of the lines do not follow their amounts.
 */
export function soldes(lignes: readonly LigneDeTable[], { avant, solde }: Entete): Soldes {
  const mouvements = lignes.reduce((somme, { ligne }) => somme + ligne.montant, 0);
  if (lignes.every((ligneLue) => ligneLue.solde !== null)) return soldesSuivis(lignes);
  const { ancien, nouveau } =
    solde === null ? soldesDits(avant, mouvements) : { ancien: null, nouveau: solde };
  return {
    ancienSolde: ancien ?? (nouveau === null ? null : nouveau - mouvements),
    nouveauSolde: nouveau ?? (ancien === null ? null : ancien + mouvements),
    deduit: ancien === null || nouveau === null,
  };
}

function soldesSuivis(lignes: readonly LigneDeTable[]): Soldes {
  const ordre = enOrdre(lignes);
  const [premiere, derniere] = [ordre?.[0], ordre?.at(-1)];
  if (!premiere || !derniere)
    throw new ReleveRefuse(
      `Les soldes de ce fichier ne suivent pas ses montants : ${ruptureDe(lignes)} Il est incomplet ou modifié.`,
    );
  return {
    ancienSolde: (premiere.solde ?? 0) - premiere.ligne.montant,
    nouveauSolde: derniere.solde,
    // With a single line, no earlier balance checks the amount: the first balance is deduced.
    deduit: lignes.length === 1,
    suivi: true,
  };
}

/**
 * The lines in the order of the file, or in reverse, so that each balance follows from the previous one; undefined
 * when neither order does.
 */
const enOrdre = (lignes: readonly LigneDeTable[]): readonly LigneDeTable[] | undefined =>
  [lignes, lignes.toReversed()].find(sEnchaine);

const sEnchaine = (lignes: readonly LigneDeTable[]): boolean => ruptures(lignes).length === 0;

/** The lines whose balance does not follow from the previous balance, each with the balance expected. */
const ruptures = (lignes: readonly LigneDeTable[]) =>
  lignes.flatMap(({ solde, ligne }, rang) => {
    const attendu = (lignes[rang - 1]?.solde ?? 0) + ligne.montant;
    return rang === 0 || solde === attendu ? [] : [{ ligne, solde: solde ?? 0, attendu }];
  });

/**
 * The French sentence that names the first line whose balance is not the previous balance plus its amount. The lines
 * are read in the order of the file, or in reverse if that order has fewer such lines.
 */
function ruptureDe(lignes: readonly LigneDeTable[]): string {
  const [dansLOrdre, aRebours] = [ruptures(lignes), ruptures(lignes.toReversed())];
  const [rupture] = aRebours.length < dansLOrdre.length ? aRebours : dansLOrdre;
  if (!rupture) return "";
  const { ligne, ...soldesLus } = rupture;
  const [montant, solde, attendu] = [ligne.montant, soldesLus.solde, soldesLus.attendu].map(
    (centimes) => formatEuros(enEuros(centimes)),
  );
  return `à la ligne du ${formatJour(ligne.date)} de ${montant}, il dit ${solde} et non ${attendu}.`;
}
