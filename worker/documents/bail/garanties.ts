import { admetDepot, admetSolidarite, locatairesDe, sousLoi89 } from "#domain/bail/bail.ts";
import { delaiDuCommandement } from "#domain/bail/duree.ts";
import type { Block } from "../page/blocks.ts";
import { type Bail, eurosEtLettres, eurosOuBlanc, paragraphe, sousTitre } from "./bail.ts";
import { faits } from "./parties.ts";

/** The section « V. Travaux » of the lease, without its heading. */
export function travaux({ dossier }: Bail): Block[] {
  return [
    sousTitre(
      "A. Travaux d'amélioration ou de mise en conformité effectués depuis la fin du dernier contrat",
    ),
    paragraphe(dossier.travaux?.trim() || "Néant."),
    sousTitre("B. Majoration du loyer en cours de bail consécutive à des travaux d'amélioration"),
    paragraphe("Néant."),
    sousTitre(
      "C. Diminution de loyer en cours de bail consécutive à des travaux entrepris par le locataire",
    ),
    paragraphe("Néant."),
  ];
}

/** The section « VI. Garanties » of the lease, without its heading. */
export function garanties(bail: Bail): Block[] {
  const { depotGarantie, loyerHC } = bail.dossier;
  if (!admetDepot(bail))
    return [
      paragraphe(
        "Aucun dépôt de garantie ne peut être exigé du locataire d'un bail mobilité. Aucune somme n'est versée à ce titre.",
      ),
    ];
  if (depotGarantie === 0) return [paragraphe("Aucun dépôt de garantie n'est exigé du locataire.")];
  const restitution = sousLoi89(bail)
    ? `Il est restitué dans un délai maximal d'un mois à compter de la remise des clés lorsque l'état des lieux de sortie est conforme à l'état des lieux d'entrée, et de deux mois dans le cas contraire, déduction faite des sommes dues au bailleur et dûment justifiées. À défaut, il est majoré de 10 % du loyer mensuel hors charges (${eurosOuBlanc(loyerHC)}) par mois de retard commencé. Le locataire indique sa nouvelle adresse en remettant les clés.`
    : "Il est restitué dans un délai de deux mois à compter de la remise des clés, déduction faite des sommes dues au bailleur et dûment justifiées. Il ne produit pas d'intérêts.";
  return [
    faits([["Montant du dépôt de garantie", eurosEtLettres(depotGarantie)]]),
    paragraphe(
      `Le dépôt garantit l'exécution des obligations du locataire ; il n'est pas révisé en cours de bail. ${restitution}`,
    ),
  ];
}

const SOLIDARITE =
  "Les signataires désignés comme locataires sont tenus solidairement et indivisiblement de toutes les obligations du contrat, notamment du paiement des loyers, charges et réparations locatives.";

/** The section « VII. Clause de solidarité » of the lease, without its heading (art. 8-1, VI, of loi n° 89-462). */
export function solidarite(bail: Bail): Block[] {
  if (locatairesDe(bail).length < 2) return [paragraphe("Sans objet.")];
  if (!admetSolidarite(bail))
    return [
      paragraphe("Sans objet\u00A0: un bail mobilité ne peut comporter de clause de solidarité."),
    ];
  const depart = sousLoi89(bail)
    ? " En cas de colocation, la solidarité du colocataire qui a donné congé, et celle de sa caution, cessent à la date d'effet du congé si un nouveau colocataire figure au bail et, à défaut, au plus tard six mois après cette date."
    : "";
  return [paragraphe(SOLIDARITE + depart)];
}

const DELAIS = { deux_mois: "deux mois", six_semaines: "six semaines" } as const;

/** The section « VIII. Clause résolutoire » of the lease, without its heading. */
export function resolutoire(bail: Bail): Block[] {
  const delai = DELAIS[delaiDuCommandement(bail.dossier.dateCreationBail)];
  const depot = admetDepot(bail) ? " ou de non-versement du dépôt de garantie" : "";
  return [
    paragraphe(
      `Le contrat est résilié de plein droit\u00A0: ${delai} après un commandement de payer resté sans effet, en cas de non-paiement du loyer ou des charges aux termes convenus${depot} ; un mois après un commandement resté sans effet, à défaut d'assurance des risques locatifs ; en cas de troubles de voisinage constatés par une décision de justice passée en force de chose jugée et caractérisant un usage non paisible des lieux.`,
    ),
  ];
}
