import { type SQL, sql } from "drizzle-orm";
import { duPeriodeEnLettres, jourEnLettres, laPeriodeEnLettres } from "#domain/dates.ts";
import { formatEuros, somme } from "#domain/montants.ts";
import { COURRIELS_PARTIS, type GenreCourriel } from "#domain/quittances/courriel.ts";
import { delaiDeReglement } from "#domain/quittances/emission.ts";
import { conservation, totalDuDocument } from "#domain/quittances/quittance.ts";
import { quittanceRejeteeLe, quittanceSubrogee } from "#worker/db/conditions-comptes.ts";
import { composer, type SujetDuCourriel, type Texte } from "./composition.ts";

export interface Courriel {
  /**
   * The event after which the mail is put into the outbox: the creation of its receipt, a change of its payment, or
   * its cancellation.
   */
  occasion: "emission" | "changement" | "annulation";
  /**
   * A condition on `Quitance` and `Locataire` that the mail may be sent now.
   * @param acquittee the condition that the agency acknowledges the payment, as `estAcquittee()`.
   */
  condition(acquittee: SQL): SQL;
  /** The tenant's addresses at the time of the query, without repetition: JSON text, read from `Locataire`. */
  destinataires: SQL;
  /** @param reponse gives the address where the tenant answers that the rent is paid, or is not. */
  texte(sujet: SujetDuCourriel, reponse: (paye: boolean) => string): Texte;
}

/** Every address of the tenant. */
const DU_LOCATAIRE = sql`(
  SELECT json_group_array(adresse) FROM (
    SELECT "Locataire".mail AS adresse UNION SELECT "Locataire".mail2 UNION SELECT "Locataire"."autreMail")
  WHERE adresse <> '')`;

/**
 * The mails of a receipt, one entry a kind (quittances/README §2.7). The document of the receipt is joined, in its
 * present state.
 */
export const COURRIELS_COMPOSES: Readonly<Record<GenreCourriel, Courriel>> = {
  /** The sum due, its period, and the two links for the tenant's answer (quittances/README §2.5). */
  avis: {
    occasion: "emission",
    condition: () => sql`NOT "Quitance".regle AND "Quitance"."annuleeLe" IS NULL`,
    destinataires: DU_LOCATAIRE,
    texte(sujet, reponse) {
      const periode = duPeriodeEnLettres(sujet.dateDebut, sujet.dateFin);
      const laPeriode = laPeriodeEnLettres(sujet.dateDebut, sujet.dateFin);
      const recu = sujet.montantPaye ?? 0;
      const { assurance = 0, RevisionId = null } = sujet;
      const total = totalDuDocument(sujet);
      const complement = RevisionId !== null;
      return composer(
        sujet,
        `${complement ? "Complément de loyer" : "Avis d’échéance"} ${periode}`,
        [
          {
            kind: "texte",
            texte: `Veuillez trouver ci-joint l’avis d’échéance ${complement ? "du complément de loyer " : ""}de ${votreBien(sujet)}, pour ${laPeriode}.`,
          },
          {
            kind: "montants",
            lignes: [
              [
                complement ? "Complément de loyer" : "Loyer hors charges",
                formatEuros(sujet.loyerHC),
              ],
              ...(sujet.charge > 0 ? ([["Charges", formatEuros(sujet.charge)]] as const) : []),
              ...(assurance > 0
                ? ([["Assurance pour votre compte", formatEuros(assurance)]] as const)
                : []),
              ["Total", formatEuros(total)],
              ...suiteDuTotal(sujet),
              ...(recu > 0 && !sujet.comptes?.suite
                ? ([
                    ["Déjà reçu", formatEuros(recu)],
                    ["Reste à régler", formatEuros(somme(total, -recu))],
                  ] as const)
                : []),
            ],
          },
          {
            kind: "texte",
            texte: `${rienARegler(sujet) ? "Rien n’est à régler pour l’instant." : `Ce montant est à régler ${delaiDeReglement(sujet.echeance, sujet.jour)}.`} Merci de nous indiquer si c’est fait :`,
          },
          {
            kind: "liens",
            liens: [
              { libelle: "Oui, j’ai réglé ce loyer", url: reponse(true), principal: true },
              { libelle: "Non, je ne l’ai pas encore réglé", url: reponse(false) },
            ],
          },
          {
            kind: "texte",
            texte: "Une page s’ouvre pour confirmer votre réponse, une seule fois.",
          },
        ],
      );
    },
  },
  /**
   * For a payment that the agency acknowledges, unless an insurer or a guarantor paid a part, to a tenant who agreed
   * to e-mail (art. 21 of loi n° 89-462).
   */
  quittance: {
    occasion: "changement",
    condition: (acquittee) =>
      sql`${acquittee} AND NOT (${quittanceSubrogee}) AND "Locataire"."accordEmail"`,
    destinataires: DU_LOCATAIRE,
    texte(sujet) {
      const periode = duPeriodeEnLettres(sujet.dateDebut, sujet.dateFin);
      const total = formatEuros(totalDuDocument(sujet));
      return composer(sujet, `Quittance de loyer ${periode}`, [
        {
          kind: "texte",
          texte: `Nous avons bien enregistré votre règlement de ${total} pour ${votreBien(sujet)}, et vous en remercions.`,
        },
        {
          kind: "texte",
          texte: `Veuillez trouver ci-joint la quittance, pour ${laPeriodeEnLettres(sujet.dateDebut, sujet.dateFin)}. Elle est à conserver ${conservation(sujet)} au moins.`,
        },
      ]);
    },
  },
  /** For a payment that the bank refused, to a tenant to whom the quittance was mailed (locataires/README §12.11). */
  rejet: {
    occasion: "changement",
    condition: () => sql`NOT "Quitance".regle AND "Quitance"."annuleeLe" IS NULL
      AND ${quittanceRejeteeLe(sql`"Quitance".id`)} IS NOT NULL
      AND EXISTS (SELECT 1 FROM "Courriel" parti WHERE parti."QuitanceId" = "Quitance".id
        AND parti.genre = 'quittance'
        AND parti.etat IN (SELECT value FROM json_each(${JSON.stringify(COURRIELS_PARTIS)})))`,
    destinataires: DU_LOCATAIRE,
    texte(sujet) {
      const rejeteLe = sujet.comptes?.rejeteLe;
      const jour = rejeteLe ? ` le ${jourEnLettres(rejeteLe)}` : "";
      const periode = duPeriodeEnLettres(sujet.dateDebut, sujet.dateFin);
      const reste = somme(totalDuDocument(sujet), -(sujet.montantPaye ?? 0));
      return composer(sujet, `Quittance annulée ${periode}`, [
        {
          kind: "texte",
          texte: `La quittance n° ${sujet.numero} est annulée : le paiement a été rejeté${jour}. Elle concernait ${votreBien(sujet)}, pour ${laPeriodeEnLettres(sujet.dateDebut, sujet.dateFin)}.`,
        },
        {
          kind: "texte",
          texte: `Il reste dû ${formatEuros(reste)} pour cette période. Le document joint remplace la quittance que vous avez reçue, qui est sans effet. Appelez-nous en cas de difficulté : une solution peut être recherchée.`,
        },
      ]);
    },
  },
  /**
   * For a receipt that was cancelled, to a tenant to whom a mail of the receipt was sent, unless staff chose to send
   * none.
   */
  annulation: {
    occasion: "annulation",
    condition: () => sql`"Quitance"."annuleeLe" IS NOT NULL`,
    destinataires: DU_LOCATAIRE,
    texte(sujet) {
      const periode = duPeriodeEnLettres(sujet.dateDebut, sujet.dateFin);
      return composer(sujet, `Annulation de l’échéance ${periode}`, [
        {
          kind: "texte",
          texte: `L’échéance n° ${sujet.numero} de ${votreBien(sujet)}, pour ${laPeriodeEnLettres(sujet.dateDebut, sujet.dateFin)}, est annulée. Le document que vous avez reçu est sans effet, et rien n’est à régler à ce titre.`,
        },
        ...(sujet.motifAnnulation
          ? [
              {
                kind: "texte" as const,
                texte: `Motif : ${sujet.motifAnnulation.replace(/[.\s]+$/, "")}.`,
              },
            ]
          : []),
      ]);
    },
  },
};

/** Whether the tenant's account covers the rent of the period. */
const rienARegler = ({ comptes }: SujetDuCourriel): boolean => (comptes?.suite?.net ?? 1) <= 0;

/** The lines that an avis adds to the rent of its period, as its document does (locataires/README §12.11). */
function suiteDuTotal({ comptes }: SujetDuCourriel): (readonly [string, string])[] {
  if (!comptes?.suite) return [];
  const { soldeAnterieur, recus, avance, aides, net } = comptes.suite;
  const aide = somme(...aides.map(({ montant }) => montant));
  const lignes = [
    ["Solde antérieur", soldeAnterieur],
    ["Règlements reçus depuis", -recus],
    ["Avance reportée", -avance],
    ["Aide au logement", -aide],
  ] as const;
  const lignesUtiles = lignes.filter(([, montant]) => montant !== 0);
  return [
    ...lignesUtiles.map(([libelle, montant]) => [libelle, formatEuros(montant)] as const),
    [net < 0 ? "Solde en votre faveur" : "Net à payer", formatEuros(Math.abs(net))],
  ];
}

/**
 * The dwelling or parking space of the lease in words: « votre logement, 27 boulevard Saint-Michel, 75005 Paris »; a
 * parking space with its number.
 */
function votreBien({ logement, stationnement }: SujetDuCourriel): string {
  const { adresse, codePostal, situation, ville } = logement;
  return [
    stationnement ? "votre emplacement de stationnement" : "votre logement",
    stationnement ? situation?.trim() : "",
    adresse,
    [codePostal, ville].filter(Boolean).join(" "),
  ]
    .filter(Boolean)
    .join(", ");
}
