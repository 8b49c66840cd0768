import { formatJour, type Jour } from "#domain/dates.ts";
import { fraisDossier } from "#domain/dossier.ts";
import { formatNombre } from "#domain/montants.ts";
import type { Block, Item } from "../blocks.ts";
import { BLANK, orBlank } from "../mentions.ts";
import { HONORAIRES_ARTICLE_5 } from "../textes-legaux.ts";
import {
  type Bail,
  eurosEtLettres,
  eurosOuBlanc,
  locatairesDe,
  paragraphe,
  sousLoi89,
  sousTitre,
} from "./bail.ts";
import { faits } from "./parties.ts";

/** « V. Travaux ». */
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

/** « VI. Garanties ». */
export function garanties(bail: Bail): Block[] {
  const { depotGarantie, loyerHC } = bail.dossier;
  if (bail.regime === "mobilite")
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

/** « VII. Clause de solidarité » (art. 8-1, VI, of loi n° 89-462). */
export function solidarite(bail: Bail): Block[] {
  if (locatairesDe(bail).length < 2) return [paragraphe("Sans objet.")];
  if (bail.regime === "mobilite")
    return [
      paragraphe("Sans objet\u00A0: un bail mobilité ne peut comporter de clause de solidarité."),
    ];
  const depart = sousLoi89(bail)
    ? " En cas de colocation, la solidarité du colocataire qui a donné congé, et celle de sa caution, cessent à la date d'effet du congé si un nouveau colocataire figure au bail et, à défaut, au plus tard six mois après cette date."
    : "";
  return [paragraphe(SOLIDARITE + depart)];
}

const SIX_SEMAINES_DEPUIS = "2023-07-29";

/** « VIII. Clause résolutoire »: two months of delay before the law of 27 July 2023. */
export function resolutoire({ dossier, regime }: Bail): Block[] {
  const delai = dossier.dateCreationBail < SIX_SEMAINES_DEPUIS ? "deux mois" : "six semaines";
  const depot = regime === "mobilite" ? "" : " ou de non-versement du dépôt de garantie";
  return [
    paragraphe(
      `Le contrat est résilié de plein droit\u00A0: ${delai} après un commandement de payer resté sans effet, en cas de non-paiement du loyer ou des charges aux termes convenus${depot} ; un mois après un commandement resté sans effet, à défaut d'assurance des risques locatifs ; en cas de troubles de voisinage constatés par une décision de justice passée en force de chose jugée et caractérisant un usage non paisible des lieux.`,
    ),
  ];
}

export interface Plafonds {
  /** Euros including VAT per m²; null when the setting is not a number. */
  tresTendue: number | null;
  tendue: number | null;
  autre: number | null;
  etatDesLieux: number | null;
}

const PLAFONDS_2025: Plafonds = { tresTendue: 12, tendue: 10, autre: 8, etatDesLieux: 3 };
const PLAFONDS_REVISES_LE: Jour = "2026-01-01";

/** The caps on fees at the signature of the lease (domain/README §3.8). */
export function plafonds({ agence, dossier }: Bail): Plafonds {
  if (dossier.dateCreationBail < PLAFONDS_REVISES_LE) return PLAFONDS_2025;
  const lire = (valeur: string) => {
    const nombre = Number(valeur.trim().replace(",", "."));
    return valeur.trim() !== "" && Number.isFinite(nombre) ? nombre : null;
  };
  return {
    tresTendue: lire(agence.plafondHonorairesTresTendue),
    tendue: lire(agence.plafondHonorairesTendue),
    autre: lire(agence.plafondHonorairesAutre),
    etatDesLieux: lire(agence.plafondEdl),
  };
}

/** The zone of the dwelling, else the agency's usual one; out of the tense zones, the rest of the country. */
export function zone({ agence, appartement }: Bail): "tresTendue" | "tendue" | "autre" {
  const { zoneDefaut } = agence;
  if (appartement.zone) return appartement.zone;
  if (appartement.zoneTendue === false) return "autre";
  return zoneDefaut === "tendue" || zoneDefaut === "autre" ? zoneDefaut : "tresTendue";
}

const ZONES = {
  tresTendue: "zone très tendue",
  tendue: "zone tendue",
  autre: "reste du territoire",
} as const;

/** « IX. Honoraires de location »: the law, its caps, and who pays what. */
export function honoraires(bail: Bail): Block[] {
  const { dossier } = bail;
  const caps = plafonds(bail);
  const parMetre = (montant: number | null) =>
    `${montant === null ? BLANK : formatNombre(montant, 2)}\u00A0€ par m² de surface habitable`;
  const applicable = zone(bail);
  const plafond = (cle: keyof typeof ZONES, fin: string): Item => ({
    text: `${ZONES[cle]}\u00A0: ${parMetre(caps[cle])}${cle === applicable ? " (applicable au logement)" : ""}${fin}`,
  });
  return [
    sousTitre("A. Dispositions applicables"),
    paragraphe(
      "Il est rappelé les dispositions du I de l'article 5 de la loi du 6 juillet 1989, alinéas 1 à 3\u00A0:",
    ),
    {
      kind: "quote",
      paragraphs: HONORAIRES_ARTICLE_5.map(
        (alinea, rang, { length }) =>
          `${rang === 0 ? "« " : ""}${alinea}${rang === length - 1 ? " »" : ""}`,
      ),
    },
    paragraphe(
      "Plafonds applicables, toutes taxes comprises, aux honoraires de visite du preneur, de constitution de son dossier et de rédaction de bail imputables au locataire\u00A0:",
    ),
    {
      kind: "list",
      items: [plafond("tresTendue", " ;"), plafond("tendue", " ;"), plafond("autre", ".")],
    },
    paragraphe(
      `Plafond applicable, toutes taxes comprises, aux honoraires d'établissement de l'état des lieux d'entrée imputables au locataire, dans toutes les zones\u00A0: ${parMetre(caps.etatDesLieux)}.`,
    ),
    sousTitre("B. Détail et répartition des honoraires"),
    {
      kind: "table",
      columns: [
        { label: "Prestation", width: 90 },
        { label: "Bailleur, TTC", width: 40, align: "right" },
        { label: "Locataire, TTC", width: 40, align: "right" },
      ],
      rows: [
        {
          cells: [
            "Visite du preneur, constitution de son dossier, rédaction du bail",
            eurosOuBlanc(dossier.honorairesBailleurTTC ?? dossier.fraisDossierTTC),
            eurosOuBlanc(dossier.fraisDossierTTC),
          ],
        },
        {
          cells: [
            "Établissement de l'état des lieux d'entrée",
            eurosOuBlanc(dossier.fraisEdlTTC),
            eurosOuBlanc(dossier.fraisEdlTTC),
          ],
        },
      ],
    },
    ...facture(bail),
  ];
}

/** The tenant's share in detail; nothing when no fee was noted. */
export function facture({ dossier }: Bail): Block[] {
  const { fraisDossierTTC: ttc, fraisDossierTauxTVA: taux } = dossier;
  const { fraisDossierHT, fraisDossierTVA } = fraisDossier(dossier);
  if (ttc === null || ttc === undefined) return [];
  const date = dossier.dateFraisDossier ? ` du ${formatJour(dossier.dateFraisDossier)}` : "";
  return [
    paragraphe(
      `Part du locataire\u00A0: ${eurosOuBlanc(fraisDossierHT)} hors taxes, TVA à ${formatNombre(taux, Number.isInteger(taux) ? 0 : 2)}\u00A0% ${eurosOuBlanc(fraisDossierTVA)}, soit ${eurosOuBlanc(ttc)} toutes taxes comprises, facture n°\u00A0${orBlank(dossier.numFraisDossier)}${date}.`,
    ),
  ];
}
