/**
 * Texts imposed by the law or by the contrat-type (the model lease of décret n° 2015-587): never reword, shorten or
 * correct them.
 */

/**
 * The sentence under the title of a lease (contrat-type, annexes 1 and 2 of décret n° 2015-587); `titre` is « Ier », «
 * Ier bis » …
 */
export const soumission = (titre: string): string =>
  `Soumis au titre ${titre} de la loi du 6 juillet 1989 tendant à améliorer les rapports locatifs et portant modification de la loi n° 86-1290 du 23 décembre 1986`;

/** The end of section II.A of a lease since 1 January 2024 (décret n° 2023-796, art. 5). */
export const RAPPEL_PERFORMANCE = [
  "Rappel : un logement décent doit respecter les critères minimaux de performance suivants :",
  "a) En France métropolitaine : i) A compter du 1er janvier 2025, le niveau de performance minimal du logement correspond à la classe F du DPE ; ii) A compter du 1er janvier 2028, le niveau de performance minimal du logement correspond à la classe E du DPE ; iii) A compter du 1er janvier 2034, le niveau de performance minimal du logement correspond à la classe D du DPE.",
  "b) En Guadeloupe, en Martinique, en Guyane, à La Réunion et à Mayotte : i) A compter du 1er janvier 2028, le niveau de performance minimal du logement correspond à la classe F du DPE ; ii) A compter du 1er janvier 2031, le niveau de performance minimal du logement correspond à la classe E du DPE.",
  "La consommation d'énergie finale et le niveau de performance du logement sont déterminés selon la méthode du diagnostic de performance énergétique mentionné à l'article L. 126-26 du code de la construction et de l'habitation.",
] as const;

/** The sentence of section III of the contrat-type (model lease) on renewal, for each kind of lease. */
export const RECONDUCTION = {
  nu: "En l'absence de proposition de renouvellement du contrat, celui-ci est, à son terme, reconduit tacitement pour 3 ou 6 ans et dans les mêmes conditions. Le locataire peut mettre fin au bail à tout moment, après avoir donné congé. Le bailleur, quant à lui, peut mettre fin au bail à son échéance et après avoir donné congé, soit pour reprendre le logement en vue de l'occuper lui-même ou une personne de sa famille, soit pour le vendre, soit pour un motif sérieux et légitime.",
  meuble:
    "À l'exception des locations consenties à un étudiant pour une durée de neuf mois, les contrats de location de logements meublés sont reconduits tacitement à leur terme pour une durée d'un an et dans les mêmes conditions. Le locataire peut mettre fin au bail à tout moment, après avoir donné congé. Le bailleur peut, quant à lui, mettre fin au bail à son échéance et après avoir donné congé, soit pour reprendre le logement en vue de l'occuper lui-même ou une personne de sa famille, soit pour le vendre, soit pour un motif sérieux et légitime.",
  etudiant:
    "Les contrats de locations meublées consenties à un étudiant pour une durée de neuf mois ne sont pas reconduits tacitement à leur terme et le locataire peut mettre fin au bail à tout moment, après avoir donné congé. Le bailleur peut, quant à lui, mettre fin au bail à son échéance et après avoir donné congé.",
} as const;

/** The information on energy in section IV of a lease (arrêté and décret n° 2020-1609); amounts in whole euros. */
export const depensesEnergie = (minimum: string, maximum: string, annee: string): string =>
  `Montant estimé des dépenses annuelles d'énergie pour un usage standard de l'ensemble des usages énumérés dans le diagnostic de performance énergétique (chauffage, refroidissement, production d'eau chaude sanitaire, éclairage et auxiliaires de chauffage, de refroidissement, d'eau chaude sanitaire et de ventilation) mentionné à l'article L. 126-26 du code de la construction et de l'habitation : ${minimum} à ${maximum} € (estimation réalisée à partir des prix énergétiques de référence de l'année : ${annee}).`;

/** The first three alinéas of art. 5, I of loi n° 89-462; a lease must copy them under penalty of nullity. */
export const HONORAIRES_ARTICLE_5 = [
  "La rémunération des personnes mandatées pour se livrer ou prêter leur concours à l'entremise ou à la négociation d'une mise en location d'un logement, tel que défini aux articles 2 et 25-3, est à la charge exclusive du bailleur, à l'exception des honoraires liés aux prestations mentionnées aux deuxième et troisième alinéas du présent I.",
  "Les honoraires des personnes mandatées pour effectuer la visite du preneur, constituer son dossier et rédiger un bail sont partagés entre le bailleur et le preneur. Le montant toutes taxes comprises imputé au preneur pour ces prestations ne peut excéder celui imputé au bailleur et demeure inférieur ou égal à un plafond par mètre carré de surface habitable de la chose louée fixé par voie réglementaire et révisable chaque année, dans des conditions définies par décret. Ces honoraires sont dus à la signature du bail.",
  "Les honoraires des personnes mandatées pour réaliser un état des lieux sont partagés entre le bailleur et le preneur. Le montant toutes taxes comprises imputé au locataire pour cette prestation ne peut excéder celui imputé au bailleur et demeure inférieur ou égal à un plafond par mètre carré de surface habitable de la chose louée fixé par voie réglementaire et révisable chaque année, dans des conditions définies par décret. Ces honoraires sont dus à compter de la réalisation de la prestation.",
] as const;

/** The last but one alinéa of art. 22-1 of loi n° 89-462; a guarantee must copy it under penalty of nullity. */
export const RESILIATION_CAUTION =
  "Lorsque le cautionnement d'obligations résultant d'un contrat de location conclu en application du présent titre ne comporte aucune indication de durée ou lorsque la durée du cautionnement est stipulée indéterminée, la caution peut le résilier unilatéralement. La résiliation prend effet au terme du contrat de location, qu'il s'agisse du contrat initial ou d'un contrat reconduit ou renouvelé, au cours duquel le bailleur reçoit notification de la résiliation.";

/** The eleven pieces of furniture that a furnished dwelling must have (décret n° 2015-981, art. 2), in order. */
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

/**
 * The first two paragraphs of art. L. 215-1 of the code de la consommation. Art. 7 of loi n° 70-9 requires them to be
 * legible and seen in a mandate that is tacitly renewed.
 */
const INFORMATION_DE_RECONDUCTION = [
  "Pour les contrats de prestations de services conclus pour une durée déterminée avec une clause de reconduction tacite, le professionnel prestataire de services informe le consommateur par écrit, par lettre nominative ou courrier électronique dédiés, au plus tôt trois mois et au plus tard un mois avant le terme de la période autorisant le rejet de la reconduction, de la possibilité de ne pas reconduire le contrat qu'il a conclu avec une clause de reconduction tacite. Cette information, délivrée dans des termes clairs et compréhensibles, mentionne, dans un encadré apparent, la date limite de non-reconduction.",
  "Lorsque cette information ne lui a pas été adressée conformément aux dispositions du premier alinéa, le consommateur peut mettre gratuitement un terme au contrat, à tout moment à compter de la date de reconduction.",
] as const;

/** The article of the code de la consommation whose first two paragraphs are printed in a frame. */
export const ARTICLE_ENCADRE = "L.\u00A0215-1";

/**
 * The text after the frame of {@link RECONDUCTION_DU_MANDAT}. Together they give art. L. 215-1 to L. 215-3 and L. 241-3
 * of the code de la consommation in full, as art. L. 215-4 requires of the mandate.
 */
export const RECONDUCTION_TACITE: readonly { article: string; alineas: readonly string[] }[] = [
  {
    article: ARTICLE_ENCADRE,
    alineas: [
      "Les avances effectuées après la dernière date de reconduction ou, s'agissant des contrats à durée indéterminée, après la date de transformation du contrat initial à durée déterminée, sont dans ce cas remboursées dans un délai de trente jours à compter de la date de résiliation, déduction faite des sommes correspondant, jusqu'à celle-ci, à l'exécution du contrat.",
      "Les dispositions du présent article s'appliquent sans préjudice de celles qui soumettent légalement certains contrats à des règles particulières en ce qui concerne l'information du consommateur.",
      "Par exception au premier alinéa du présent article, pour les contrats de fourniture de service de télévision au sens de l'article 2 de la loi n°\u00A086-1067 du 30 septembre 1986 relative à la liberté de communication et pour les contrats de fourniture de services de médias audiovisuels à la demande, le consommateur peut mettre gratuitement un terme au contrat, à tout moment à compter de la première reconduction, dès lors qu'il change de domicile ou que son foyer fiscal évolue.",
    ],
  },
  {
    article: "L.\u00A0215-1-1",
    alineas: [
      "Lorsqu'un contrat a été conclu par voie électronique ou a été conclu par un autre moyen et que le professionnel, au jour de la résiliation par le consommateur, offre au consommateur la possibilité de conclure des contrats par voie électronique, la résiliation est rendue possible selon cette modalité.",
      "A cet effet, le professionnel met à la disposition du consommateur une fonctionnalité gratuite permettant d'accomplir, par voie électronique, la notification et les démarches nécessaires à la résiliation du contrat. Lorsque le consommateur notifie la résiliation du contrat, le professionnel lui confirme la réception de la notification et l'informe, sur un support durable et dans des délais raisonnables, de la date à laquelle le contrat prend fin et des effets de la résiliation.",
      "Un décret fixe notamment les modalités techniques de nature à garantir une identification du consommateur et un accès facile, direct et permanent à la fonctionnalité mentionnée au deuxième alinéa, telles que ses modalités de présentation et d'utilisation. Il détermine les informations devant être fournies par le consommateur.",
    ],
  },
  {
    article: "L.\u00A0215-2",
    alineas: [
      "Les dispositions du présent chapitre, à l'exception de l'article L. 215-1-1, ne sont pas applicables aux exploitants des services d'eau potable et d'assainissement.",
    ],
  },
  {
    article: "L.\u00A0215-3",
    alineas: [
      "Les dispositions du présent chapitre sont également applicables aux contrats conclus entre des professionnels et des non-professionnels.",
    ],
  },
  {
    article: "L.\u00A0241-3",
    alineas: [
      "Lorsque le professionnel n'a pas procédé au remboursement dans les conditions prévues à l'article L. 215-1, les sommes dues sont productives d'intérêts au taux légal.",
    ],
  },
];

/** The words of the law on the tacit renewal, which art. 7 of loi n° 70-9 requires a principal to see. */
export const RECONDUCTION_DU_MANDAT = [
  `Code de la consommation, article ${ARTICLE_ENCADRE}`,
  ...INFORMATION_DE_RECONDUCTION,
].join("\n");
