import { deMois, formatJour, jourEnLettres } from "#domain/dates.ts";
import {
  type ComptesDeQuittance,
  montantDuPaiement,
  type PaiementDeQuittance,
  SUBROGES,
  type SuiteDeLAvis,
} from "#domain/gerance/locataires/comptes-de-quittance.ts";
import {
  chequeAuBailleur,
  libelleMode,
  PAYEURS,
  parMode,
  payeurNomme,
} from "#domain/gerance/locataires/reglement.ts";
import { formatEuros, somme } from "#domain/montants.ts";
import { deNom } from "#domain/orthographe.ts";
import { desLocataires, enumeration } from "../mentions.ts";
import type { Block, Row } from "../page/blocks.ts";

/**
 * The rows of an avis d’échéance after the rent of its period (locataires/README §12.11); a row of zero is left out.
 */
export function rangeesDeLaSuite(suite: SuiteDeLAvis): Row[] {
  const { au, soldeAnterieur, recus, avance, aides, net } = suite;
  const ligne = (libelle: string, montant: number): Row[] =>
    montant === 0 ? [] : [{ cells: [libelle, "", formatEuros(montant)] }];
  return [
    ...ligne(`Solde antérieur au ${formatJour(au)}`, soldeAnterieur),
    ...ligne("Règlements reçus depuis", -recus),
    ...ligne("Avance reportée", -avance),
    ...aides.flatMap(({ payeur, mois, montant }) =>
      ligne(
        `Aide au logement versée au bailleur (${payeur.toUpperCase()})${aides.length > 1 ? `, au titre ${deMois(mois)}` : ""}`,
        -montant,
      ),
    ),
    {
      cells: [net < 0 ? "Solde en votre faveur" : "Net à payer", "", formatEuros(Math.abs(net))],
      tone: "total",
    },
  ];
}

/** The table of the payments of a receipt, one a row; none for a single payment, which the text describes. */
export function tableauDesPaiements(
  paiements: readonly PaiementDeQuittance[],
  locataires: readonly unknown[],
): Block[] {
  if (paiements.length < 2) return [];
  return [
    {
      kind: "table",
      columns: [
        { label: "Règlement du", width: 30 },
        { label: "Mode", width: 60 },
        { label: "Payeur", width: 48 },
        { label: "Montant", width: 32, align: "right" },
      ],
      rows: paiements.map((paiement) => ({
        cells: [
          formatJour(paiement.date),
          `${paiement.mode === null ? "–" : libelleMode(paiement.mode)}${reserve(paiement) ? ", sous réserve d'encaissement" : ""}`,
          paiement.payeur === "locataire" && locataires.length > 1
            ? "Les locataires"
            : PAYEURS[paiement.payeur],
          formatEuros(montantDuPaiement(paiement)),
        ],
      })),
    },
  ];
}

/** Whether a payment is subject to a cheque being cashed. */
export const reserve = (paiement: PaiementDeQuittance): boolean =>
  paiement.sousReserve || chequeAuBailleur(paiement);

/**
 * The sums paid by somebody other than the tenant: « , dont 210,00 € versés par la CAF et 50,00 € remis par le
 * bailleur »; "" when the tenant paid everything.
 */
export function dontVerse({ paiements }: ComptesDeQuittance): string {
  const parts = Map.groupBy(paiements, ({ mode, payeur }) =>
    mode === "abandon" ? "remis par le bailleur" : versePar(payeurNomme(payeur)),
  );
  const lignes = [...parts].flatMap(([comment, paiementsDuMoyen]) => {
    const montant = somme(...paiementsDuMoyen.map(montantDuPaiement));
    if (comment === null) return [];
    return [
      `${formatEuros(montant)} ${montant < 2 ? comment.replace("versés", "versé") : comment}`,
    ];
  });
  return lignes.length === 0 ? "" : `, dont ${enumeration(lignes)}`;
}

const versePar = (nom: string | null) => (nom === null ? null : `versés par ${nom}`);

/** The payer of a sum, after « de »: the tenants, unless one other person paid all of it. */
export function deQui(comptes: ComptesDeQuittance, locataires: string): string {
  const seul = payeurSeul(comptes);
  return seul === null ? deNom(locataires) : deAvecArticle(seul);
}

/**
 * The name of the person who paid everything, when it is not the tenant; null otherwise, and for a debt that the owner
 * waived.
 */
export function payeurSeul({ paiements }: ComptesDeQuittance): string | null {
  const payeurs = new Set(
    paiements.map(({ mode, payeur }) => (mode === "abandon" ? null : payeurNomme(payeur))),
  );
  const [seul = null] = payeurs;
  return payeurs.size === 1 ? seul : null;
}

const deAvecArticle = (nom: string) => deNom(nom).replace(/^de le /, "du ");

/**
 * The day and mode of the payments: « , le 5 mars 2026 par virement » for one payment, « , par les règlements
 * ci-dessus » for several.
 */
export function quandEtComment(paiements: readonly PaiementDeQuittance[]): string {
  const [premier] = paiements;
  if (!premier) return "";
  if (paiements.length > 1) return ", par les règlements ci-dessus";
  const comment = premier.mode === null ? "" : ` ${parMode(premier.mode)}`;
  const sous = reserve(premier) ? ", sous réserve d'encaissement" : "";
  return `, le ${jourEnLettres(premier.date)}${comment}${sous}`;
}

/**
 * The sentence on a payer who takes the owner’s place: the tenant still owes that payer the sum; "" when there is
 * none.
 */
export function subrogation(
  { paiements }: ComptesDeQuittance,
  locataires: readonly unknown[],
): string {
  const paiementsSubroges = paiements.filter(({ payeur }) => SUBROGES.includes(payeur));
  if (paiementsSubroges.length === 0) return "";
  const noms = [...new Set(paiementsSubroges.map(({ payeur }) => payeurNomme(payeur) ?? ""))];
  const montant = formatEuros(somme(...paiementsSubroges.map(montantDuPaiement)));
  return ` La somme de ${montant} a été versée par ${enumeration(noms)} à la place ${desLocataires(locataires)}, dont la dette subsiste envers ${noms.length > 1 ? "ces payeurs" : "ce payeur"}.`;
}

/** The rent, charges and insurance included in the sum received, in euros. */
export function loyerEtCharges({ paiements }: ComptesDeQuittance): {
  loyer: number;
  charges: number;
  assurance: number;
} {
  return {
    loyer: somme(...paiements.map(({ loyer }) => loyer)),
    charges: somme(...paiements.map(({ charges }) => charges)),
    assurance: somme(...paiements.map(({ assurance = 0 }) => assurance)),
  };
}
