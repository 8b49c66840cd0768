/** Wordings that the law or the contrat-type impose: never to be rewritten, shortened or corrected. */

/** Under the title (contrat-type, annexes 1 and 2 of décret n° 2015-587); `titre` is « Ier », « Ier bis » … */
export const soumission = (titre: string): string =>
  `Soumis au titre ${titre} de la loi du 6 juillet 1989 tendant à améliorer les rapports locatifs et portant modification de la loi n° 86-1290 du 23 décembre 1986`;

/** End of II.A since 1 January 2024 (décret n° 2023-796, art. 5). */
export const RAPPEL_PERFORMANCE = [
  "Rappel : un logement décent doit respecter les critères minimaux de performance suivants :",
  "a) En France métropolitaine : i) A compter du 1er janvier 2025, le niveau de performance minimal du logement correspond à la classe F du DPE ; ii) A compter du 1er janvier 2028, le niveau de performance minimal du logement correspond à la classe E du DPE ; iii) A compter du 1er janvier 2034, le niveau de performance minimal du logement correspond à la classe D du DPE.",
  "b) En Guadeloupe, en Martinique, en Guyane, à La Réunion et à Mayotte : i) A compter du 1er janvier 2028, le niveau de performance minimal du logement correspond à la classe F du DPE ; ii) A compter du 1er janvier 2031, le niveau de performance minimal du logement correspond à la classe E du DPE.",
  "La consommation d'énergie finale et le niveau de performance du logement sont déterminés selon la méthode du diagnostic de performance énergétique mentionné à l'article L. 126-26 du code de la construction et de l'habitation.",
] as const;

/** III of the contrat-type, by the way the lease ends. */
export const RECONDUCTION = {
  nu: "En l'absence de proposition de renouvellement du contrat, celui-ci est, à son terme, reconduit tacitement pour 3 ou 6 ans et dans les mêmes conditions. Le locataire peut mettre fin au bail à tout moment, après avoir donné congé. Le bailleur, quant à lui, peut mettre fin au bail à son échéance et après avoir donné congé, soit pour reprendre le logement en vue de l'occuper lui-même ou une personne de sa famille, soit pour le vendre, soit pour un motif sérieux et légitime.",
  meuble:
    "À l'exception des locations consenties à un étudiant pour une durée de neuf mois, les contrats de location de logements meublés sont reconduits tacitement à leur terme pour une durée d'un an et dans les mêmes conditions. Le locataire peut mettre fin au bail à tout moment, après avoir donné congé. Le bailleur peut, quant à lui, mettre fin au bail à son échéance et après avoir donné congé, soit pour reprendre le logement en vue de l'occuper lui-même ou une personne de sa famille, soit pour le vendre, soit pour un motif sérieux et légitime.",
  etudiant:
    "Les contrats de locations meublées consenties à un étudiant pour une durée de neuf mois ne sont pas reconduits tacitement à leur terme et le locataire peut mettre fin au bail à tout moment, après avoir donné congé. Le bailleur peut, quant à lui, mettre fin au bail à son échéance et après avoir donné congé.",
} as const;

/** IV, information on energy (arrêté and décret n° 2020-1609); the amounts in whole euros. */
export const depensesEnergie = (minimum: string, maximum: string, annee: string): string =>
  `Montant estimé des dépenses annuelles d'énergie pour un usage standard de l'ensemble des usages énumérés dans le diagnostic de performance énergétique (chauffage, refroidissement, production d'eau chaude sanitaire, éclairage et auxiliaires de chauffage, de refroidissement, d'eau chaude sanitaire et de ventilation) mentionné à l'article L. 126-26 du code de la construction et de l'habitation : ${minimum} à ${maximum} € (estimation réalisée à partir des prix énergétiques de référence de l'année : ${annee}).`;

/** The first three alinéas of art. 5, I of loi n° 89-462, under penalty of nullity. */
export const HONORAIRES_ARTICLE_5 = [
  "La rémunération des personnes mandatées pour se livrer ou prêter leur concours à l'entremise ou à la négociation d'une mise en location d'un logement, tel que défini aux articles 2 et 25-3, est à la charge exclusive du bailleur, à l'exception des honoraires liés aux prestations mentionnées aux deuxième et troisième alinéas du présent I.",
  "Les honoraires des personnes mandatées pour effectuer la visite du preneur, constituer son dossier et rédiger un bail sont partagés entre le bailleur et le preneur. Le montant toutes taxes comprises imputé au preneur pour ces prestations ne peut excéder celui imputé au bailleur et demeure inférieur ou égal à un plafond par mètre carré de surface habitable de la chose louée fixé par voie réglementaire et révisable chaque année, dans des conditions définies par décret. Ces honoraires sont dus à la signature du bail.",
  "Les honoraires des personnes mandatées pour réaliser un état des lieux sont partagés entre le bailleur et le preneur. Le montant toutes taxes comprises imputé au locataire pour cette prestation ne peut excéder celui imputé au bailleur et demeure inférieur ou égal à un plafond par mètre carré de surface habitable de la chose louée fixé par voie réglementaire et révisable chaque année, dans des conditions définies par décret. Ces honoraires sont dus à compter de la réalisation de la prestation.",
] as const;

/** Avant-dernier alinéa of art. 22-1 of loi n° 89-462, under penalty of nullity of the guarantee. */
export const RESILIATION_CAUTION =
  "Lorsque le cautionnement d'obligations résultant d'un contrat de location conclu en application du présent titre ne comporte aucune indication de durée ou lorsque la durée du cautionnement est stipulée indéterminée, la caution peut le résilier unilatéralement. La résiliation prend effet au terme du contrat de location, qu'il s'agisse du contrat initial ou d'un contrat reconduit ou renouvelé, au cours duquel le bailleur reçoit notification de la résiliation.";

/** The eleven items of décret n° 2015-981, art. 2, in its order. */
export const MOBILIER_OBLIGATOIRE = [
  "literie comprenant couette ou couverture",
  "dispositif d'occultation des fenêtres dans les pièces destinées à être utilisées comme chambre à coucher",
  "plaques de cuisson",
  "four ou four à micro-ondes",
  "réfrigérateur et congélateur ou, au minimum, un réfrigérateur doté d'un compartiment permettant de disposer d'une température inférieure ou égale à − 6 °C",
  "vaisselle nécessaire à la prise des repas",
  "ustensiles de cuisine",
  "table et sièges",
  "étagères de rangement",
  "luminaires",
  "matériel d'entretien ménager adapté aux caractéristiques du logement",
] as const;

/** What a principal is told of the tacit renewal of a mandate (art. L. 215-1 of the code de la consommation). */
export const RECONDUCTION_DU_MANDAT =
  "Le mandataire informe le mandant, par lettre nominative ou courrier électronique dédiés, au plus tôt trois mois et au plus tard un mois avant le terme de la période autorisant le rejet de la reconduction, de la possibilité de ne pas reconduire le mandat\u00A0; cette information mentionne, dans un encadré apparent, la date limite de non-reconduction. À défaut, le mandant peut mettre gratuitement un terme au mandat, à tout moment à compter de la date de reconduction. Code de la consommation, article L.\u00A0215-1, alinéas 1 et 2.";
