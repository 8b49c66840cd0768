import { duree, reconduitSeul } from "#domain/bail/duree.ts";
import { tauxTvaDuLoyer } from "#domain/gerance/cloture/tva-des-loyers.ts";
import { somme } from "#domain/montants.ts";
import { orBlank } from "../mentions.ts";
import type { Block } from "../page/blocks.ts";
import { tvaComprise } from "../quittances/tva-du-loyer.ts";
import {
  adresseEnLigne,
  type Bail,
  capitale,
  dureeEnLettres,
  jourOuBlanc,
  paragraphe,
  type Section,
  sousTitre,
} from "./bail.ts";
import { honorairesLibres, loyerEtCharges, resolutoireLibre } from "./code-civil.ts";
import { annexes, autresConditions } from "./fin.ts";
import { garanties, solidarite } from "./garanties.ts";
import { designationDesParties, faits } from "./parties.ts";

/**
 * The sections of the lease of a parking space: without the clauses on rooms, heating, energy class and main home
 * (bail/README §3.11).
 */
export function sectionsStationnement(bail: Bail): Section[] {
  return [
    { titre: "Désignation des parties", blocs: designationDesParties(bail) },
    { titre: "Désignation de l'emplacement", blocs: designation(bail) },
    { titre: "Destination", blocs: destination(bail) },
    { titre: "Durée", blocs: dureeConvenue(bail) },
    { titre: "Loyer et charges", blocs: [...loyerEtCharges(bail), ...tva(bail)] },
    { titre: "Dépôt de garantie", blocs: garanties(bail) },
    { titre: "Solidarité", blocs: solidarite(bail) },
    { titre: "Clause résolutoire", blocs: resolutoireLibre("d'assurance") },
    { titre: "Honoraires", blocs: honorairesLibres(bail) },
    { titre: "État de l'emplacement", blocs: etatDeLEmplacement() },
    { titre: "Autres conditions", blocs: autresConditions(bail) },
    { titre: "Annexes", blocs: [{ kind: "list", items: annexes(bail) }] },
  ];
}

function designation({ appartement }: Bail): Block[] {
  return [
    faits([
      ["Adresse", adresseEnLigne(appartement)],
      ["Emplacement", orBlank(appartement.situation)],
      appartement.autresInfo?.trim() ? ["Précisions", appartement.autresInfo.trim()] : null,
    ]),
  ];
}

function destination({ dossier }: Bail): Block[] {
  return [
    paragraphe(
      "L'emplacement est loué pour le seul stationnement d'un véhicule, à l'exclusion de toute habitation et de toute activité professionnelle. Le contrat n'est l'accessoire d'aucun bail d'habitation.",
    ),
    faits([["Véhicule", orBlank(dossier.vehicule)]]),
  ];
}

function dureeConvenue(bail: Bail): Block[] {
  const { terme } = duree(bail);
  return [
    faits([
      ["Durée", capitale(dureeEnLettres(bail))],
      ["Prise d'effet", jourOuBlanc(bail.dossier.dateDebutBail)],
      ["Terme", `${jourOuBlanc(terme)} inclus`],
    ]),
    paragraphe(
      reconduitSeul(bail)
        ? "À son terme, le contrat est reconduit tacitement par périodes d'un an. Chaque partie peut y mettre fin à tout moment en donnant congé par lettre recommandée avec demande d'avis de réception, moyennant un préavis d'un mois."
        : "Le contrat prend fin de plein droit à son terme. Les parties peuvent convenir par écrit de le renouveler. Avant ce terme, le locataire peut y mettre fin en donnant congé par lettre recommandée avec demande d'avis de réception, moyennant un préavis d'un mois.",
    ),
  ];
}

/**
 * The clause on VAT. The rent of a parking space let without a home includes VAT, except when its lessor is below the
 * threshold. Nothing while the lessor’s VAT regime is unknown.
 */
function tva({ dossier, regime }: Bail): Block[] {
  const { loyerHC, loyerCharge, regimeTva = null } = dossier;
  const taux = tauxTvaDuLoyer({ typeBail: regime, regimeTva });
  if (taux === null) return [];
  const compris = tvaComprise([somme(loyerHC, loyerCharge)], taux);
  return [
    sousTitre("E. Taxe sur la valeur ajoutée"),
    paragraphe(
      taux === 0
        ? `${compris}.`
        : `Le loyer et les charges, soumis à la TVA (article 261 D, 2°, du Code général des impôts), s'entendent toutes taxes comprises. ${compris}. Si le taux légal change, la taxe due est celle de ce taux.`,
    ),
  ];
}

function etatDeLEmplacement(): Block[] {
  return [
    paragraphe(
      "Un état de l'emplacement et des moyens d'accès est établi contradictoirement à leur remise et à leur restitution. À défaut, le locataire est présumé avoir reçu l'emplacement en bon état et doit le rendre tel, sauf la preuve contraire (article 1731 du Code civil).",
    ),
  ];
}
