import { formatJour, formatPeriode } from "#domain/dates.ts";
import type { ConditionsEcrites } from "#domain/gerance/mandats/mots-de-conditions.ts";
import {
  autresHonorairesEnMots,
  honorairesEnMots,
} from "#domain/gerance/mandats/mots-de-conditions.ts";
import type { Accompte } from "#domain/missions/accompte-fiche.ts";
import { dureeDuMandat, exigibleAuBail } from "#domain/missions/mandat.ts";
import {
  type HonorairesDeLocation,
  soldeMission,
  sousHoguet,
  valeurTotalMission,
} from "#domain/missions/mission.ts";
import type { Mission } from "#domain/missions/mission-fiche.ts";
import { formatEuros } from "#domain/montants.ts";
import { PAIEMENTS } from "#domain/quittances/paiement.ts";
import { eurosOuBlanc, paragraphe } from "../bail/bail.ts";
import { BLANK, enLettres, orBlank } from "../mentions.ts";
import type { Block, Row } from "../page/blocks.ts";
import { formatTaux, ventilation } from "./mandat.ts";

/** The facts from which the fees of a mission are computed; amounts in euros TTC. */
export type MissionChiffree = Pick<
  Mission,
  | "type"
  | "nbAppart"
  | "valeurMissionAppt"
  | "tauxTva"
  | "accompte1"
  | "accompte2"
  | "reliquat"
  | "dateSignature"
  | "duree"
  | "diffusionAnnonces"
> &
  Partial<HonorairesDeLocation>;

const OBJETS: Record<Mission["type"], string> = {
  gestion: "Honoraires de gestion, par appartement",
  location: "Honoraires de recherche de locataire, par appartement",
  prestation: "Prestations de services, par appartement",
};

type ConditionsChiffrees = Pick<
  ConditionsEcrites,
  "tauxHonoraires" | "tauxEn" | "assiette" | "forfait" | "tauxTva" | "autresHonoraires"
>;

/**
 * The fees of a mandate, how they are determined and who pays them (décret n° 72-678, art. 66 and 73).
 * @param conditions the fees that a management mandate states; null for a mission without written terms
 */
export function honoraires(
  mission: MissionChiffree,
  conditions: ConditionsChiffrees | null = null,
): Block[] {
  const { nbAppart, tauxTva, type, valeurMissionAppt } = mission;
  const total = valeurTotalMission(mission);
  const [ht, tva, ttc] = ventilation(total, tauxTva);
  const honoraires = conditions ? honorairesDeGestion(conditions) : [];
  if (honoraires.length > 0 && total === 0)
    return [{ kind: "heading", text: "Rémunération du mandataire" }, ...honoraires];
  return [
    { kind: "heading", text: "Rémunération du mandataire" },
    ...honoraires,
    {
      kind: "table",
      columns: [
        { label: "Désignation", width: 50 },
        { label: "Nombre", width: 14, align: "right" },
        { label: "Prix TTC", width: 26, align: "right" },
        { label: "Total HT", width: 27, align: "right" },
        { label: `TVA ${formatTaux(tauxTva)}`, width: 24, align: "right" },
        { label: "Total TTC", width: 29, align: "right" },
      ],
      rows: [
        {
          cells: [
            honoraires.length > 0 ? HORS_TAUX : OBJETS[type],
            String(nbAppart),
            formatEuros(valeurMissionAppt),
            ht,
            tva,
            ttc,
          ],
        },
        { cells: ["Total", "", "", ht, tva, ttc], tone: "total" },
      ],
    },
    paragraphe([
      { text: "Soit " },
      { text: enLettres(total), bold: true },
      { text: " toutes taxes comprises, à la charge du mandant." },
    ]),
  ];
}

const HORS_TAUX = "Forfait du mandat, par appartement";

/**
 * The fee of management and the other fees that the mandate states; the agency may take no other (décret n° 72-678,
 * art. 66).
 */
function honorairesDeGestion(conditions: ConditionsChiffrees): Block[] {
  const taux = honorairesEnMots(conditions);
  const autresHonoraires = autresHonorairesEnMots(conditions);
  if (taux === null && autresHonoraires.length === 0) return [];
  return [
    ...(taux === null
      ? []
      : [
          paragraphe([
            { text: "Honoraires de gestion, à la charge du mandant\u00A0: " },
            { text: taux, bold: true },
            { text: "." },
          ]),
        ]),
    ...(autresHonoraires.length === 0
      ? []
      : [
          paragraphe("Autres honoraires, à la charge du mandant\u00A0:"),
          { kind: "list" as const, items: autresHonoraires.map((text) => ({ text })) },
        ]),
    paragraphe(
      "Aucune autre rémunération n'est due au mandataire, par le mandant ni par quiconque, à l'occasion de la gestion dont il est chargé (article 66 du décret n°\u00A072-678), hors celles de location ci-dessous.",
    ),
  ];
}

/**
 * The clauses on the cost of a letting for each payer, on the months for which a management mandate is paid, and on
 * the advertising of a dwelling (art. 6 of loi n° 70-9). None for a service outside the law of 1970.
 */
export function honorairesDeLocation(mission: MissionChiffree): Block[] {
  const { diffusionAnnonces, type } = mission;
  if (!sousHoguet(type)) return [];
  const { mois, reconduit } = dureeDuMandat(mission);
  return [
    paragraphe(
      `Honoraires de location (visites, dossier, bail)\u00A0: ${eurosOuBlanc(mission.honorairesLocationMandant)} TTC à la charge du mandant, ${eurosOuBlanc(mission.honorairesLocationLocataire)} TTC à la charge du locataire\u00A0; état des lieux d'entrée\u00A0: ${eurosOuBlanc(mission.honorairesEdlMandant)} / ${eurosOuBlanc(mission.honorairesEdlLocataire)}, dans les limites de l'article 5 de la loi du 6 juillet 1989.`,
    ),
    ...(type === "gestion"
      ? [
          paragraphe(
            `Honoraires de gestion dus pour la durée ferme de ${mois}\u00A0mois${reconduit ? " et, en cas de reconduction, pour chaque période" : ""}.`,
          ),
        ]
      : []),
    ...(type === "location" || diffusionAnnonces?.trim()
      ? [
          paragraphe(
            `Moyens de diffusion des annonces\u00A0: ${sansPoint(orBlank(diffusionAnnonces))}.`,
          ),
        ]
      : []),
  ];
}

const sansPoint = (texte: string) => texte.replace(/\s*\.$/, "");

const A_LA_SIGNATURE = "Exigible à la signature du bail";

/**
 * The instalments planned, then the instalments called with their payments; for a letting, nothing is due before the
 * lease (art. 6 of loi n° 70-9). Nothing for a mandate without a price by dwelling and without instalments.
 */
export function echeancier(mission: MissionChiffree, accomptes: readonly Accompte[]): Block[] {
  if (valeurTotalMission(mission) === 0 && accomptes.length === 0) return [];
  return [
    { kind: "heading", text: "Échéancier" },
    ...prevision(mission),
    ...(accomptes.length === 0 ? [] : demandes(mission, accomptes)),
  ];
}

function prevision({ accompte1, accompte2, reliquat, type }: MissionChiffree): Block[] {
  const lignes: [string, number][] = [
    ["Premier acompte", accompte1],
    ["Second acompte", accompte2],
    ["Reliquat", reliquat],
  ];
  const exigible = exigibleAuBail(type) ? A_LA_SIGNATURE : `Le ${BLANK}`;
  return [
    {
      kind: "table",
      columns: [
        { label: "Versement", width: 60 },
        { label: "Exigibilité", width: 70 },
        { label: "Montant TTC", width: 40, align: "right" },
      ],
      rows: lignes
        .filter(([nom, montant]) => montant > 0 || nom === "Reliquat")
        .map(([nom, montant]) => ({ cells: [nom, exigible, formatEuros(montant)] })),
    },
  ];
}

function demandes(mission: MissionChiffree, accomptes: readonly Accompte[]): Block[] {
  const valeur = valeurTotalMission(mission);
  const reste = soldeMission({
    valeurTotalMission: valeur,
    accomptes: accomptes.map(({ regle, prix, montant }) => ({
      regle,
      prix,
      montant: montant ?? null,
    })),
  });
  return [
    { kind: "heading", level: 2, text: "Acomptes appelés" },
    {
      kind: "table",
      columns: [
        { label: "Période", width: 44 },
        { label: "HT", width: 22, align: "right" },
        { label: "TVA", width: 28, align: "right" },
        { label: "TTC", width: 24, align: "right" },
        { label: "Mode", width: 20 },
        { label: "Règlement", width: 36 },
      ],
      rows: [
        ...accomptes.map((accompte) => rangee(accompte, mission.type)),
        { cells: ["Reste dû", "", "", formatEuros(reste), "", ""], tone: "total" },
      ],
    },
  ];
}

function rangee(accompte: Accompte, type: Mission["type"]): Row {
  const { dateDepart, dateFin, mode, prix, tva } = accompte;
  const [ht, taxe, ttc] = ventilation(prix, tva);
  return {
    cells: [
      formatPeriode(dateDepart, dateFin),
      ht,
      `${taxe} (${formatTaux(tva)})`,
      ttc,
      PAIEMENTS[mode].libelle,
      reglement(accompte, type),
    ],
  };
}

function reglement({ datePaiement, montant, prix, regle }: Accompte, type: Mission["type"]) {
  if (!regle) return exigibleAuBail(type) ? A_LA_SIGNATURE : "À régler";
  const autre = montant != null && montant !== prix ? ` (${formatEuros(montant)})` : "";
  return `Réglé le ${datePaiement ? formatJour(datePaiement) : BLANK}${autre}`;
}
