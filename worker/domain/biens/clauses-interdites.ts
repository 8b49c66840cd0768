import { rechercheNormalisee } from "../recherche.ts";

/** The lease clauses that art. 4 of loi n° 89-462 makes void, with their usual wordings. */
const CLAUSES_NULLES: readonly { expressions: readonly RegExp[]; motif: string }[] = [
  {
    expressions: [
      /prelevement automatique(?!.{0,30}(possible|facultatif|propose|si le locataire))/,
      /(impose|oblig\w+|exclusivement).{0,40}prelevement/,
    ],
    motif: "impose le prélèvement automatique comme mode de paiement du loyer",
  },
  {
    expressions: [/(prelev\w+|reten\w+|saisie|cession|delegation).{0,40}salaire/],
    motif: "autorise un prélèvement sur le salaire du locataire",
  },
  {
    expressions: [
      /reparations?.{0,80}(estimation|evaluation|simple devis)/,
      /estimation.{0,40}(bailleur|mandataire|agence).{0,60}reparation/,
    ],
    motif: "met des réparations à la charge du locataire sur la seule estimation du bailleur",
  },
  {
    expressions: [
      /resili\w+ (de plein droit|immediat\w*|automatique\w*).{0,120}(animal|bruit|retard|sous location|reglement|absence)/,
      /(animal|bruit|retard|sous location|reglement|absence).{0,120}resili\w+ (de plein droit|immediat\w*|automatique\w*)/,
    ],
    motif: "prévoit la résiliation de plein droit pour un autre motif que ceux que la loi autorise",
  },
  {
    expressions: [
      /assur\w+.{0,60}(choisi|designe|impose|agree|indique)\w* par .{0,20}(bailleur|mandataire|agence|proprietaire)/,
      /(assureur|compagnie)\w* (impose|designe)\w*(?! par la loi)/,
    ],
    motif: "impose au locataire une compagnie d'assurance",
  },
  {
    expressions: [
      /(frais|facture\w*|cout).{0,40}(relance|quittance|mise en demeure|avis d echeance|expedition)/,
      /(somme|forfait|indemnite|euros).{0,60}(relance|mise en demeure)/,
      /(quittance|lettre de rappel).{0,40}(factur|euros|€)/,
      /(?<!sans )(frais|facture\w*|cout|honoraires).{0,40}etat des lieux de sortie/,
      /etat des lieux de sortie.{0,60}((?<!sans )frais|factur|cout|honoraires|a la charge)/,
    ],
    motif: "facture des frais de relance, de quittance ou d'état des lieux de sortie",
  },
  {
    expressions: [
      /(?<!\b(aucune|sans|ni) )penalite/,
      /\bamendes?\b/,
      /(interets?|majoration|indemnite) de retard/,
      /retard.{0,60}(interets?|majoration|indemnite)(?!.{0,20}taux legal)/,
      /(majore|augmente)\w* de \d+ ?%/,
      /clause penale/,
    ],
    motif: "prévoit des pénalités de retard ou des amendes",
  },
  {
    expressions: [
      /visit\w+.{0,80}(?<!\d)([3-9]|trois|quatre|cinq|six) ?(h|heures) (par|chaque) jour/,
      /visit\w+.{0,60}(jours? feries?|dimanches?)/,
    ],
    motif: "impose des visites plus de deux heures par jour ou un jour férié",
  },
  {
    expressions: [
      /(interdi\w+|defen\w+|proscri\w+|ne (peut|pourra|doit|devra)).{0,60}\b(animal|animaux|chiens?|chats?)\b/,
      /aucun (animal|chien|chat)\b.{0,60}(admis|accepte|autorise|tolere|permis)/,
      /\b(animal|animaux|chiens?|chats?)\b.{0,60}(interdi\w+|proscri\w+|ne sont pas (admis|autorises|acceptes|toleres))/,
    ],
    motif: "interdit la détention d'un animal familier",
  },
];

/**
 * The clauses of a lease that art. 4 of loi n° 89-462 seems to make void. The search compares words: the result is a
 * hint for staff, never a verdict.
 *
 * @returns one French phrase for each kind of clause, with the clause as its subject: « impose au locataire une
 * compagnie d'assurance »
 */
export function clausesNulles(texte: string): string[] {
  const texteNormalise = rechercheNormalisee(texte);
  return CLAUSES_NULLES.filter(({ expressions }) =>
    expressions.some((expression) => expression.test(texteNormalise)),
  ).map(({ motif }) => motif);
}
