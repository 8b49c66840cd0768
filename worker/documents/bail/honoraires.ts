import { fraisDossier } from "#domain/bail/frais-de-dossier.ts";
import {
  plafondsHonoraires,
  type ZoneHonoraires,
  zoneHonoraires,
} from "#domain/bail/honoraires.ts";
import { formatJour } from "#domain/dates.ts";
import { formatNombre } from "#domain/montants.ts";
import { BLANK, orBlank } from "../mentions.ts";
import type { Block, Item } from "../page/blocks.ts";
import { HONORAIRES_ARTICLE_5 } from "../textes-legaux.ts";
import { type Bail, eurosOuBlanc, paragraphe, sousTitre } from "./bail.ts";

const ZONES: Record<ZoneHonoraires, string> = {
  tresTendue: "zone très tendue",
  tendue: "zone tendue",
  autre: "reste du territoire",
};

/** The section « IX. Honoraires de location »: the law, its caps, and the payer of each fee. */
export function honoraires(bail: Bail): Block[] {
  const { agence, appartement, dossier } = bail;
  const caps = plafondsHonoraires(agence, dossier.dateCreationBail);
  const parMetre = (montant: number | null) =>
    `${montant === null ? BLANK : formatNombre(montant, 2)}\u00A0€ par m² de surface habitable`;
  const applicable = zoneHonoraires(agence, appartement);
  const plafond = (cle: ZoneHonoraires, fin: string): Item => ({
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
            eurosOuBlanc(dossier.honorairesBailleurTTC),
            eurosOuBlanc(dossier.fraisDossierTTC),
          ],
        },
        {
          cells: [
            "Établissement de l'état des lieux d'entrée",
            eurosOuBlanc(dossier.fraisEdlBailleurTTC),
            eurosOuBlanc(dossier.fraisEdlTTC),
          ],
        },
      ],
    },
    paragraphe("Entremise et négociation\u00A0: bailleur exclusivement."),
    ...facture(bail),
  ];
}

/** The sentence that details the tenant’s share of the fees; nothing when no fee was noted. */
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
