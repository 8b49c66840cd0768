import { describe, expect, test } from "vitest";
import { agenceDe } from "#domain/agence/agence.ts";
import { annexesPresentes } from "#domain/bail/annexes.ts";
import { TYPES_BAIL } from "#domain/biens/dossier.ts";
import { Invalid } from "#domain/erreurs.ts";
import { contratLocation } from "#worker/documents/bail/contrat-location.ts";
import { render } from "#worker/documents/page/render.ts";
import { HONORAIRES_ARTICLE_5, RAPPEL_PERFORMANCE } from "#worker/documents/textes-legaux.ts";
import {
  ancienLoyer,
  type Changements,
  DEUX_TITULAIRES,
  garant,
  proprietaire,
  unBail,
} from "../../support/documents/bail.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";

const MOTS_DE_MACHINE = /null|undefined|NaN|\[object|\u202f/;

/** The text of the contract, without the heads and feet of its pages. */
async function lire(changements: Changements = {}) {
  const { document, warnings } = contratLocation(unBail(changements));
  const pdf = readPdf(await render({ ...document, footer: "", initials: [] }));
  const entete = `${document.letterhead.name} ${document.title}`;
  const text = pdf.pages
    .map((page, rang) => (rang === 0 ? page : page.slice(page.indexOf(entete) + 1)))
    .join(" ")
    .replaceAll(entete.slice(1), "")
    .replace(/Page \d+ \/ \d+/g, "")
    .replace(/\s+/g, " ");
  return { ...pdf, text, warnings };
}

const TITRES_DU_CONTRAT_TYPE = [
  "I. Désignation des parties",
  "II. Objet du contrat",
  "III. Date de prise d'effet et durée du contrat",
  "IV. Conditions financières",
  "V. Travaux",
  "VI. Garanties",
  "VII. Clause de solidarité",
  "VIII. Clause résolutoire",
  "IX. Honoraires de location",
  "X. Autres conditions particulières",
  "XI. Annexes",
];

const ENCADREMENT = { surface: 45.6, loyerReference: 15, loyerReferenceMajore: 18 };

function contient(text: string, mentions: readonly string[]) {
  for (const mention of mentions) expect(text).toContain(mention);
}

describe("contrat d'un logement nu", () => {
  test("dit ce que paie le bailleur, et laisse en blanc ce qu'il n'a pas dit", async () => {
    const { text } = await lire({ dossier: { fraisEdlBailleurTTC: 135 } });
    contient(text, [
      "rédaction du bail 500,00 € 420,00 €",
      "l'état des lieux d'entrée 135,00 € 130,00 €",
      "Entremise et négociation : bailleur exclusivement.",
    ]);
    const muet = await lire({
      dossier: { honorairesBailleurTTC: null, fraisEdlBailleurTTC: null },
    });
    contient(muet.text, [
      "rédaction du bail …………… € 420,00 €",
      "l'état des lieux d'entrée …………… € 130,00 €",
    ]);
    expect(muet.warnings.filter((phrase) => /à la charge du bailleur/.test(phrase))).toHaveLength(
      2,
    );
  });

  test("payé le 31 et sans charges, dit le dernier jour du mois et néant", async () => {
    const { text } = await lire({ dossier: { jourQuitance: 31, loyerCharge: 0 } });
    contient(text, [
      "Date de paiement Le dernier jour de chaque mois",
      "B. Charges récupérables Néant.",
      "850,00 € (huit cent cinquante euros) ",
    ]);
    expect(text).not.toContain("€ de charges");
  });

  test("porte les onze titres du contrat type, dans l'ordre, et les textes imposés mot pour mot", async () => {
    const { text, title, warnings } = await lire({ dossier: { dernierLoyer: ancienLoyer() } });
    const places = TITRES_DU_CONTRAT_TYPE.map((titre) => text.indexOf(titre));
    expect(places).toEqual([...places].sort((un, autre) => un - autre));
    expect(Math.min(...places)).toBeGreaterThan(0);
    expect(title).toContain("CONTRAT DE LOCATION – LOGEMENT NU");
    expect(warnings).toEqual([]);
    contient(text, [
      "CONTRAT DE LOCATION – LOGEMENT NU",
      "Soumis au titre Ier de la loi du 6 juillet 1989 tendant à améliorer les rapports locatifs et portant modification de la loi n° 86-1290 du 23 décembre 1986",
      ...RAPPEL_PERFORMANCE,
      ...HONORAIRES_ARTICLE_5,
      "zone très tendue : 12,10 € par m² de surface habitable (applicable au logement)",
      "zone tendue : 10,09 € par m²",
      "reste du territoire : 8,07 € par m² de surface habitable. Plafond",
      "dans toutes les zones : 3,03 € par m²",
      "Montant estimé des dépenses annuelles d'énergie pour un usage standard de l'ensemble des usages énumérés dans le diagnostic de performance énergétique (chauffage, refroidissement, production d'eau chaude sanitaire, éclairage et auxiliaires de chauffage, de refroidissement, d'eau chaude sanitaire et de ventilation) mentionné à l'article L. 126-26 du code de la construction et de l'habitation : 780 à 1 060 € (estimation réalisée à partir des prix énergétiques de référence de l'année : 2023).",
      "En l'absence de proposition de renouvellement du contrat, celui-ci est, à son terme, reconduit tacitement pour 3 ou 6 ans",
    ]);
  });

  test("porte chaque mention obligatoire, à partir de la fiche", async () => {
    const { text } = await lire({ bail: { cautions: [garant()] } });
    contient(text, [
      "Madame Jeanne DE LA TOUR, née le 3 juillet 1961 à Lyon (69)",
      "Qualité Personne physique Domicile 4 place de la Contrescarpe, 75005 Paris",
      "Activité exercée Administration de biens et gestion immobilière",
      "G n° CPI 7501 2026 000 000 001, délivrée par la CCI Paris Île-de-France",
      "Garant financier Galian, 89 rue La Boétie, 75008 Paris",
      "Monsieur Étienne LEFÈVRE, né le 21 juin 1990 à Tours",
      "le locataire présente la caution de Monsieur Paul LEFÈVRE",
      "27 bis boulevard Saint-Michel, 75005 Paris 4e étage – porte gauche",
      "Identifiant fiscal du logement 751234567890",
      "Type d'habitat Immeuble collectif",
      "Régime juridique de l'immeuble Copropriété",
      "Période de construction Avant 1946",
      "Surface habitable 45,60 m²",
      "Nombre de pièces principales 2",
      "Autres parties du logement Balcon de 3 m²",
      "Éléments d'équipement Cuisine équipée",
      "Collective. Répartition de la consommation : selon les modalités de répartition de la copropriété",
      "Production d'eau chaude sanitaire Individuelle",
      "Niveau de performance du logement Classe D du DPE",
      "Destination Usage d'habitation",
      "Accessoires privatifs Cave n° 12",
      "Usage commun Ascenseur, Gardiennage",
      "Réception de la télévision Antenne collective Raccordement à internet Fibre optique",
      "Date de prise d'effet 15 mars 2026",
      "Durée Trois ans Terme du contrat 14 mars 2029 inclus",
      "a) Montant du loyer mensuel 850,00 € (huit cent cinquante euros)",
      "évolution des loyers à la relocation : Oui",
      "loyer de référence majoré fixé par arrêté préfectoral : Non",
      "Montant du dernier loyer …",
      "Le loyer est révisé chaque année, le 15 mars, dans la limite de la variation de l'indice de référence des loyers (IRL) publié par l'INSEE. Indice de référence : 4e trimestre 2025 – 145,78.",
      "Montant des provisions mensuelles de charges 100,00 € (cent euros)",
      "C. Contribution pour le partage des économies de charges Néant.",
      "Périodicité du paiement Mensuelle Paiement À échoir Date de paiement Le 5 de chaque mois",
      "950,00 € (neuf cent cinquante euros), soit 850,00 € de loyer et 100,00 € de charges",
      "G. Dépenses énergétiques",
      "Montant du dépôt de garantie 850,00 € (huit cent cinquante euros)",
      "VII. Clause de solidarité Sans objet.",
      "six semaines après un commandement de payer",
      "rédaction du bail 500,00 € 420,00 €",
      "Part du locataire : 350,00 € hors taxes, TVA à 20 % 70,00 €, soit 420,00 € toutes taxes comprises, facture n° F-2026-018 du 01/03/2026.",
      "Le locataire accepte expressément que ses avis d'échéance et quittances lui soient transmis par voie électronique à l'adresse etienne@exemple.fr. Cet accord est révocable à tout moment.",
      "le bailleur élit domicile dans les bureaux de son mandataire",
      "s'assure contre les risques locatifs",
      "recourir gratuitement au médiateur de la consommation : Médimmoconso",
      "C. Notice d'information",
      "Fait à Paris, le 1er mars 2026, en deux exemplaires originaux, et une copie pour chaque caution.",
    ]);
    expect(text).not.toMatch(/numeroClef|digicode|inventaire et état détaillé/i);
  });

  test("un bailleur mineur l'est par son représentant légal ; sans lui, on est averti", async () => {
    const mineure = {
      titre: "Madame",
      prenom: "Zoé",
      nom: "Petit",
      naissance: "2015-04-02",
    } as const;
    const seule = await lire({ bail: { bailleurs: [proprietaire(mineure)] } });
    expect(seule.warnings).toContainEqual(
      expect.stringContaining("un mineur ne donne à bail que par lui (articles 388-1-1 et 1146"),
    );
    const representee = proprietaire({
      ...mineure,
      representantNom: "Marie Petit",
      representantQualite: "mère et administratrice légale",
    });
    const { text, warnings } = await lire({ bail: { bailleurs: [representee] } });
    expect(text).toMatch(
      /Zoé PETIT.*, née le 2 avril 2015.*, représentée par Marie Petit, en qualité de mère et administratrice légale Qualité Personne physique/,
    );
    expect(warnings.join()).not.toContain("mineur");
  });

  test("dure six ans quand un bailleur est une personne morale, trois pour une SCI familiale", async () => {
    const morale = [proprietaire(), proprietaire({ qualite: "personne_morale" })];
    expect((await lire({ bail: { bailleurs: morale } })).text).toContain(
      "Durée Six ans Terme du contrat 14 mars 2032 inclus",
    );
    const sci = [proprietaire({ qualite: "sci_familiale" })];
    expect((await lire({ bail: { bailleurs: sci } })).text).toContain("Durée Trois ans");
  });

  test("deux titulaires et deux cautions s'accordent au pluriel", async () => {
    const { text } = await lire({
      locataire: DEUX_TITULAIRES,
      bail: { cautions: [garant(), garant({ titre: "Madame", prenom: "Rose" })] },
    });
    expect(text).toContain(
      "Dénommés ensemble ci-après « le locataire ». Pour information, les locataires présentent la caution de Monsieur Paul LEFÈVRE et Madame Rose LEFÈVRE, par actes séparés",
    );
    expect(text).not.toContain("ci-après « le bailleur »");
    const indivision = [proprietaire(), proprietaire({ prenom: "Anne" })];
    expect((await lire({ bail: { bailleurs: indivision } })).text).toContain(
      "Dénommés ensemble ci-après « le bailleur ». Le mandataire des bailleurs",
    );
  });

  test("qui est né à l'étranger l'est dans une ville, pas dans le département 99", async () => {
    const bailleurs = [proprietaire({ lieuNaissance: "Oran (Algérie)", cpNaissance: "99352" })];
    const { text } = await lire({ bail: { bailleurs } });
    expect(text).toContain("née le 3 juillet 1961 à Oran (Algérie) Qualité");
  });

  test("une personne morale n'a pas de civilité, ni une SCI familiale", async () => {
    for (const qualite of ["personne_morale", "sci_familiale"] as const) {
      const sci = proprietaire({
        qualite,
        titre: "Monsieur",
        prenom: "Jeanne",
        nom: "SCI Delorme",
      });
      const { text } = await lire({ bail: { bailleurs: [sci] } });
      expect(text).toContain(
        "Le bailleur Dénomination SCI DELORME, représentée par ……………, en qualité de ……………, dûment habilité(e) Qualité",
      );
    }
  });

  test("de durée réduite, dit l'événement qui la justifie, et ce qu'il advient s'il n'arrive pas", async () => {
    const { text } = await lire({
      dossier: { motifDureeReduite: "Retour de l'étranger du bailleur", dateFinBail: "2028-03-14" },
    });
    contient(text, [
      "14 mars 2028 inclus",
      "(article 11) : Retour de l'étranger du bailleur. Le bailleur confirme",
      "Le bailleur confirme au locataire, deux mois au moins avant le terme, la réalisation de l'événement. À défaut de réalisation ou de confirmation, le contrat est réputé conclu pour trois ans.",
    ]);
    expect(text).not.toContain("reconduit tacitement");
  });

  test("deux locataires acceptent tous deux les envois électroniques, chacun à son adresse", async () => {
    const { text } = await lire({
      locataire: { ...DEUX_TITULAIRES, autreMail: "anais@exemple.fr" },
    });
    expect(text).toContain(
      "Les locataires acceptent expressément que leurs avis d'échéance et quittances leur soient transmis par voie électronique aux adresses etienne@exemple.fr et anais@exemple.fr. Cet accord est révocable à tout moment.",
    );
  });

  test("deux locataires sont nommés, solidaires, et signent tous deux", async () => {
    const { text } = await lire({
      locataire: {
        secondTitulaire: true,
        autreTitre: "Mademoiselle",
        autrePrenom: "Anaïs",
        autreNom: "Petit",
        autreMail: "anais@exemple.fr",
        autreTel: "06 12 34 56 78",
      },
    });
    contient(text, [
      "tenus solidairement et indivisiblement",
      "au plus tard six mois après cette date",
      "LE LOCATAIRE 2 Madame Anaïs PETIT",
      "en trois exemplaires originaux",
    ]);
  });

  test("chaque locataire a son domicile : le second celui du premier, sauf s'il en a dit un autre", async () => {
    const second = {
      secondTitulaire: true,
      autreTitre: "Madame",
      autrePrenom: "Anaïs",
      autreNom: "Petit",
      autreMail: "anais@exemple.fr",
      autreTel: "06 12 34 56 78",
    } as const;
    const ensemble = await lire({ locataire: second });
    const domicile = /Nom Monsieur .*? Demeurant (.*?) Adresse électronique/.exec(
      ensemble.text,
    )?.[1];
    contient(ensemble.text, [`Anaïs PETIT Demeurant ${domicile} Adresse électronique`]);
    const chacun = await lire({
      locataire: {
        ...second,
        autreAdresse: "14 rue Oberkampf",
        autreCodePostal: "75011",
        autreVille: "Paris",
      },
    });
    contient(chacun.text, [
      `Demeurant ${domicile} Adresse électronique`,
      "Anaïs PETIT Demeurant 14 rue Oberkampf, 75011 Paris Adresse électronique",
    ]);
  });

  test("se révise au jour que les parties ont convenu, dans la clause et dans la ligne qui le dit", async () => {
    const { text } = await lire({ dossier: { jourRevision: "07-01" } });
    expect(text).toContain("Date de révision Le 1er juillet de chaque année");
    expect(text).toContain("Le loyer est révisé chaque année, le 1er juillet, dans la limite");
    expect(text).not.toContain("15 mars de chaque année");
  });

  test("nomme le DPE par son numéro, quand il est connu", async () => {
    const { text } = await lire({ appartement: { dpeNumero: "2169E0123456A" } });
    expect(text.replace(/\s/gu, " ")).toContain("Classe D du DPE n° 2169E0123456A");
  });

  test("un prénom à voyelle s'élide, deux parents sont dits, un bail du 29 février se révise le dernier jour du mois", async () => {
    const { text } = await lire({
      dossier: { dateDebutBail: "2028-02-29" },
      locataire: {
        secondTitulaire: true,
        autreTitre: "Madame",
        autreNom: "Petit",
        autrePrenom: "Anaïs",
        autreMail: "anais@exemple.fr",
        autreTel: "06 12 34 56 78",
        mineurNom: "Lefèvre",
        mineurPrenom: "Ilyès",
        mineurMail: "ilyes@exemple.fr",
        mineurTel: "06 12 34 56 78",
      },
    });
    expect(text).toContain(
      "Le logement est destiné à l'hébergement d'Ilyès LEFÈVRE, enfant mineur des locataires,",
    );
    expect(text).toContain("Le loyer est révisé chaque année, le dernier jour de février,");
  });

  test("un mineur est hébergé sans être locataire, son parent signe en son nom personnel", async () => {
    const { text } = await lire({
      locataire: {
        mineurNom: "Lefèvre",
        mineurPrenom: "Léa",
        mineurMail: "lea@exemple.fr",
        mineurTel: "06 12 34 56 78",
      },
    });
    contient(text, [
      "Le logement est destiné à l'hébergement de Léa LEFÈVRE, enfant mineur du locataire, qui n'acquiert pas la qualité de locataire.",
      "En son nom personnel, en qualité de locataire.",
    ]);
    expect(text).not.toContain("représentant légal");
  });

  test("signé avant 2026, il reproduit les plafonds d'alors ; avant l'été 2023, le délai de deux mois", async () => {
    const { text } = await lire({ dossier: { dateCreationBail: "2023-07-28" } });
    contient(text, ["12,00 € par m²", "10,00 € par m²", "8,00 € par m²", "3,00 € par m²"]);
    expect(text).toContain("deux mois après un commandement de payer");
  });
});

describe("encadrement du loyer", () => {
  test("au-dessus du loyer de référence majoré, il montre le loyer de base et justifie le complément", async () => {
    const { text, warnings } = await lire({
      dossier: { encadrement: { ...ENCADREMENT, caracteristiqueLoyer: "Vue sur la Seine" } },
    });
    contient(text, [
      "majoré fixé par arrêté préfectoral : Oui",
      "Loyer de référence 15,00 €/m² Loyer de référence majoré 18,00 €/m² Loyer de base 820,80 €",
      "Complément de loyer 29,20 € (vingt-neuf euros et vingt centimes)",
      "Vue sur la Seine",
    ]);
    expect(warnings.join().replaceAll("\u00a0", " ")).toContain(
      "dépasse le loyer de référence majoré (820,80 €)",
    );
  });

  test("en dessous, le complément est néant ; désactivé dans les paramètres, il n'est pas imprimé", async () => {
    const encadrement = { surface: 45.6, loyerReference: 28, loyerReferenceMajore: 33.6 };
    expect((await lire({ dossier: { encadrement } })).text).toContain("Complément de loyer Néant");
    const agence = { ...unBail().agence, encadrementActif: false };
    expect((await lire({ dossier: { encadrement }, bail: { agence } })).text).not.toContain(
      "Loyer de référence majoré",
    );
  });

  test("« Non » s'imprime si l'agence l'a dit, ou hors de tout territoire ; sans réponse, la mention est à remplir", async () => {
    const mention = "majoré fixé par arrêté préfectoral : ";
    const reponse = async (changements: Changements) => {
      const { text } = await lire(changements);
      return text.slice(text.indexOf(mention) + mention.length).split(" c) ")[0];
    };
    const tu = { encadrement: null };
    expect(await reponse({ dossier: { encadrement: { soumis: false } } })).toBe("Non");
    expect(await reponse({ dossier: tu, appartement: { zoneEncadree: false } })).toBe("Non");
    expect(await reponse({ dossier: tu })).toBe("…………… (Oui / Non)");
    const limoges = { codePostal: "87000", ville: "Limoges" };
    expect(await reponse({ dossier: tu, appartement: limoges })).toBe("Non");
    expect(await reponse({ dossier: tu, appartement: { ...limoges, zoneEncadree: true } })).toBe(
      "…………… (Oui / Non)",
    );
    const agence = { ...unBail().agence, encadrementActif: false };
    expect(await reponse({ dossier: tu, bail: { agence } })).toBe("…………… (Oui / Non)");
  });

  test("signé après la fin réglée de l'encadrement, il n'en imprime rien, et ne dit pas « Non » pour autant", async () => {
    const signe = (dateCreationBail: string, finEncadrement: string | null) =>
      lire({
        dossier: { dateCreationBail, encadrement: ENCADREMENT },
        bail: { agence: { ...unBail().agence, finEncadrement } },
      });
    expect((await signe("2026-11-23", "2026-11-23")).text).toContain("Loyer de base 820,80 €");
    const apres = await signe("2026-11-24", "2026-11-23");
    expect(apres.text).not.toContain("Loyer de base");
    expect(apres.text).toContain("arrêté préfectoral : …………… (Oui / Non)");
    expect(apres.warnings.join()).toContain("changez cette date dans les paramètres");
    expect((await signe("2026-11-24", null)).text).toContain("Loyer de base 820,80 €");
    // The agency itself says that the cap applies: the contract prints the reference rents, with a reservation.
    const dit = await lire({
      dossier: { dateCreationBail: "2026-11-24", encadrement: { ...ENCADREMENT, soumis: true } },
      bail: { agence: { ...unBail().agence, finEncadrement: "2026-11-23" } },
    });
    contient(dit.text, [
      "arrêté préfectoral : Oui, sous réserve de la prorogation de l'expérimentation, dont le terme était fixé au 23 novembre 2026",
      "Loyer de base 820,80 €",
    ]);
    expect(dit.warnings.join()).toContain("sous réserve de sa prorogation");
  });
});

describe("les autres régimes", () => {
  test("meublé : un an, reconduction d'un an, inventaire joint, sections décalées d'une lettre", async () => {
    const { text, warnings } = await lire({
      bail: { regime: "meuble" },
      dossier: { depotGarantie: 1700, chargesMode: "forfait", dernierLoyer: ancienLoyer() },
    });
    contient(text, [
      ...TITRES_DU_CONTRAT_TYPE,
      ...RAPPEL_PERFORMANCE,
      ...HONORAIRES_ARTICLE_5,
      "CONTRAT DE LOCATION – LOGEMENT MEUBLÉ",
      "Soumis au titre Ier bis de la loi du 6 juillet 1989",
      "Durée Un an Terme du contrat 14 mars 2027 inclus",
      "sont reconduits tacitement à leur terme pour une durée d'un an",
      "Montant mensuel du forfait de charges 100,00 €",
      "F. Dépenses énergétiques",
      "État des lieux, inventaire et état détaillé du mobilier",
    ]);
    expect(text).not.toContain("partage des économies de charges");
    expect(warnings).toEqual([]);
  });

  test("étudiant : neuf mois sans reconduction", async () => {
    const { text } = await lire({ bail: { regime: "etudiant" } });
    contient(text, [
      ...TITRES_DU_CONTRAT_TYPE,
      ...RAPPEL_PERFORMANCE,
      ...HONORAIRES_ARTICLE_5,
      "titre Ier bis",
      "Durée Neuf mois Terme du contrat 14 décembre 2026 inclus",
      "Le locataire déclare être étudiant et en justifie ; le bail est consenti pour neuf mois sans reconduction tacite (article 25-7).",
      "ne sont pas reconduits tacitement à leur terme",
      "2. Modalités de révision Sans objet.",
    ]);
    expect(text).not.toMatch(/pour une durée d'un an|IRL/);
  });

  test("étudiant d'une autre durée : celle convenue, et les règles d'un meublé ordinaire", async () => {
    const { text, warnings } = await lire({
      bail: { regime: "etudiant" },
      dossier: { dateFinBail: "2026-09-14" },
    });
    contient(text, [
      "Durée Six mois Terme du contrat 14 septembre 2026 inclus Le locataire déclare être étudiant et en justifie. À l'exception",
      "sont reconduits tacitement à leur terme pour une durée d'un an",
    ]);
    expect(text).not.toMatch(/consenti pour neuf mois|ne sont pas reconduits/);
    expect(warnings.join()).toMatch(/pas de neuf mois/);
  });

  test("mobilité : motif, ni renouvellement, ni dépôt, ni révision, ni identifiant fiscal", async () => {
    const { text, title } = await lire({
      bail: { regime: "mobilite" },
      dossier: {
        depotGarantie: 0,
        dateFinBail: "2026-09-14",
        motifMobilite: "Mission temporaire",
        chargesMode: "provisions",
      },
    });
    expect(title).toContain("BAIL MOBILITÉ");
    contient(text, [
      ...TITRES_DU_CONTRAT_TYPE,
      ...HONORAIRES_ARTICLE_5,
      "titre Ier ter",
      "Durée Six mois Terme du contrat 14 septembre 2026 inclus",
      "Motif du bail mobilité Mission temporaire",
      "non renouvelable ni reconductible",
      "La durée peut être modifiée une fois par avenant, sans excéder dix mois au total.",
      "Aucun dépôt de garantie ne peut être exigé",
      "Le loyer n'est pas révisé en cours de bail.",
      "Montant mensuel du forfait de charges 100,00 €",
      "non-paiement du loyer ou des charges aux termes convenus ; un mois après",
    ]);
    expect(text).not.toMatch(/Identifiant fiscal|Provisions sur charges|Notice d'information|IRL/);
  });

  test("un préavis donné depuis ne change pas le terme convenu", async () => {
    const { text } = await lire({
      bail: { regime: "mobilite" },
      dossier: {
        depotGarantie: 0,
        dateFinBail: "2026-09-14",
        dateDebutPreavis: "2026-05-01",
        dateFinPreavis: "2026-06-01",
      },
    });
    expect(text).toContain("Durée Six mois Terme du contrat 14 septembre 2026 inclus");
  });

  test("mobilité avec un dépôt de garantie : refusé, avec la raison", () => {
    const composer = () => contratLocation(unBail({ bail: { regime: "mobilite" } }));
    expect(composer).toThrow(Invalid);
    expect(composer).toThrow(/un bail mobilité interdit tout dépôt de garantie/);
  });

  test("résidence secondaire : le Code civil seul, rien de la loi de 1989", async () => {
    const { text, title, warnings } = await lire({
      bail: { regime: "code_civil" },
      locataire: { rp: false },
      dossier: {
        depotGarantie: 5000,
        dateFinBail: "2027-03-14",
        encadrement: ENCADREMENT,
        meuble: true,
      },
      appartement: { identifiantFiscal: null, dpeClasse: null },
    });
    expect(title).toContain("CONTRAT DE LOCATION À USAGE DE RÉSIDENCE SECONDAIRE");
    contient(text, [
      "Soumis aux articles 1714 à 1762 du Code civil",
      "Le locataire déclare que sa résidence principale est située 1 rue de la Paix, 75002 Paris et que le logement loué ne constitue pas sa résidence principale. Cette déclaration est déterminante du consentement du bailleur.",
      "Destination des lieux Logement Loué meublé",
      "État des lieux, inventaire et état détaillé du mobilier",
      "Terme 14 mars 2027 inclus",
      "un mois après un commandement",
      "article 1731 du Code civil",
    ]);
    expect(text).not.toMatch(
      /89-462|1989|Rappel : un logement décent|Loyer de référence|Notice|22-1|article 5|identifiant fiscal/i,
    );
    expect(warnings).toEqual([]);
  });
});

test("résidence secondaire dont on ne sait si elle est meublée : la mention est à remplir", async () => {
  const { text, warnings } = await lire({
    bail: { regime: "code_civil" },
    locataire: { rp: false },
    dossier: { meuble: null },
  });
  expect(text).toContain("Logement …………… (meublé / vide)");
  expect(warnings.join()).toContain("louée meublée");
});

describe("le contrat d'un emplacement de stationnement", () => {
  const place = {
    bail: { regime: "stationnement" },
    appartement: { situation: "Place n° 14, 2e sous-sol", dpeClasse: null, nbPiece: null },
    dossier: {
      vehicule: "Peugeot 208, AB-123-CD",
      depotGarantie: 170,
      loyerHC: 90,
      loyerCharge: 10,
      indice: 139.3,
      indiceTrim: "ILC, 4e trimestre 2025",
      regimeTva: "franchise",
    },
  } as const;

  test("dit l'emplacement et le véhicule, et rien de ce qui fait un logement", async () => {
    const { text, title, warnings } = await lire(place);
    expect(title).toContain("CONTRAT DE LOCATION D'UN EMPLACEMENT DE STATIONNEMENT");
    contient(text, [
      "Articles 1709 et suivants du Code civil",
      "II. Désignation de l'emplacement Adresse 27 bis boulevard Saint-Michel, 75005 Paris Emplacement Place n° 14, 2e sous-sol",
      "III. Destination L'emplacement est loué pour le seul stationnement d'un véhicule",
      "Véhicule Peugeot 208, AB-123-CD",
      "Durée Un an Prise d'effet 15 mars 2026 Terme 14 mars 2027 inclus",
      "À son terme, le contrat est reconduit tacitement par périodes d'un an.",
      "moyennant un préavis d'un mois",
      "D. Indexation Le loyer est révisé chaque année, le 15 mars, dans la limite de la variation de l'indice des loyers commerciaux (ILC) publié par l'INSEE. Indice de référence : 4e trimestre 2025 – 139,30.",
      "E. Taxe sur la valeur ajoutée TVA non applicable, art. 293 B du CGI.",
      "Montant du dépôt de garantie 170,00 €",
      "à l'adresse indiquée ci-dessus",
      "A. Extrait du règlement de copropriété",
      "B. État des lieux ☐ C. Acte de cautionnement ☐ D. Attestation d'assurance ☐ E. Relevé d'identité bancaire",
    ]);
    // The rest of the contract says nothing that only concerns homes; the recipients of personal data are the same
    // for every lease.
    expect(text.replace("les organismes d'aide au logement", "")).not.toMatch(
      /89-462|1989|pièce|chauffage|eau chaude|DPE|diagnostic|énerg|Surface|résidence|logement|Notice|relocation/i,
    );
    expect(warnings).toEqual([]);
  });

  test("n'indexe rien sur l'IRL, qui n'est que des logements : sans indice convenu, pas de révision", async () => {
    const dit = (indice: number | null, indiceTrim: string | null) =>
      lire({ ...place, dossier: { ...place.dossier, indice, indiceTrim } });
    const irl = await dit(145.47, "4ème trimestre 2025");
    contient(irl.text, ["D. Indexation Le loyer n'est pas révisé en cours de bail."]);
    expect(irl.warnings).toEqual([expect.stringContaining("L. 112-2")]);
    const sans = await dit(null, null);
    expect(sans.text).not.toContain("IRL");
    expect(sans.warnings).toEqual([]);
  });

  test("dit la TVA que le loyer comprend ; personne ne l'ayant dite, il n'en dit rien et avertit", async () => {
    const { dossier } = place;
    const soumis = await lire({ ...place, dossier: { ...dossier, regimeTva: "normale" } });
    contient(soumis.text, ["Dont TVA 20 % : 16,67 € (hors taxe : 83,33 €)."]);
    const muet = await lire({ ...place, dossier: { ...dossier, regimeTva: null } });
    expect(muet.text).not.toMatch(/Taxe sur la valeur|Dont TVA|293 B/);
    expect(muet.warnings).toEqual([expect.stringContaining("articles 261 D, 2° et 293 B")]);
  });

  test("de durée convenue, prend fin à son terme", async () => {
    const { text } = await lire({
      ...place,
      dossier: { ...place.dossier, dateFinBail: "2026-09-14" },
    });
    contient(text, ["Durée Six mois", "prend fin de plein droit à son terme"]);
    expect(text).not.toContain("reconduit");
  });

  test("n'avertit de rien qui tienne au logement ou à la résidence", () => {
    for (const rp of [true, false]) {
      const { warnings } = contratLocation(
        unBail({
          ...place,
          locataire: { rp },
          appartement: { ...place.appartement, surface: null, zoneTendue: null },
          dossier: { ...place.dossier, fraisDossierTTC: 9999, annexes: null, encadrement: null },
        }),
      );
      expect(warnings.map((phrase) => phrase.replaceAll("\u00a0", " "))).toEqual([
        "Annexes à joindre au bail et non cochées : Règlement de copropriété.",
      ]);
    }
  });
});

describe("les annexes", () => {
  const cochees = (changements: Changements = {}) => {
    const { document } = contratLocation(unBail(changements));
    const listes = document.blocks.filter((bloc) => bloc.kind === "list");
    return (listes.at(-1)?.items ?? [])
      .filter(({ checked }) => checked)
      .map(({ text }) =>
        String(text)
          .replace(/^[A-Z]\. /, "")
          .split(/[ ,]/)
          .slice(0, 3)
          .join(" "),
      );
  };

  test("ne sont cochées que si l'agence les coche ou si leur fichier est là", () => {
    const tu = { annexes: null };
    expect(cochees({ dossier: tu })).toEqual([]);
    expect(cochees({ dossier: tu, bail: { cautions: [garant()] } })).toEqual([]);
    expect(cochees({ dossier: { annexes: ["dpe", "rib"] } })).toEqual([
      "Dossier de diagnostic",
      "diagnostic de performance",
      "Relevé d'identité bancaire",
    ]);
    expect(
      cochees({ dossier: tu, bail: { presentes: ["etatDesLieux", "cautionnement"] } }),
    ).toEqual(["État des lieux", "Acte de cautionnement"]);
  });

  test("la grille de vétusté d'un bail y est cochée et s'imprime en dernière page, que les parties signent", async () => {
    const peinture = { element: "Peinture", dureeDeVie: 7, franchise: 2, taux: 18.5, residuel: 10 };
    const grilleVetuste = { nom: "Accord collectif du 4 juin 2024", lignes: [peinture] };
    expect(cochees({ dossier: { annexes: null, grilleVetuste } })).toEqual(["Grille de vétusté"]);
    const { pages } = await lire({ dossier: { grilleVetuste } });
    const page = (pages.at(-1) ?? "").replace(/\s+/g, " ");
    contient(page, [
      "GRILLE DE VÉTUSTÉ ANNEXÉE AU BAIL Accord collectif du 4 juin 2024",
      "Peinture 7 ans 2 ans 18,50 % 10 %",
      "LE LOCATAIRE Monsieur Étienne LEFÈVRE",
    ]);
    const stationnement = await lire({
      bail: { regime: "stationnement" },
      dossier: { grilleVetuste },
    });
    expect(stationnement.text).not.toContain("VÉTUSTÉ");
  });

  test("l'état des lieux d'un meublé n'est là qu'avec son inventaire signé, les actes que s'ils le sont tous", () => {
    const { dossier } = unBail();
    const presentes = (regime: "nu" | "meuble", mobilier: boolean, actes: boolean[]) =>
      annexesPresentes({ dossier, regime }, { etatDesLieux: true, mobilier, actes });
    expect(presentes("nu", false, [])).toEqual(["etatDesLieux"]);
    expect(presentes("meuble", false, [true, false])).toEqual([]);
    expect(presentes("meuble", true, [true, true])).toEqual(["etatDesLieux", "cautionnement"]);
  });

  test("un DPE est en cours de validité, et ce que la loi exige et que rien ne joint est dit", async () => {
    const { text, warnings } = await lire({ dossier: { annexes: ["dpe"] } });
    expect(text).toContain("diagnostic de performance énergétique (DPE), en cours de validité");
    expect(text).not.toContain("moins de dix ans");
    expect(warnings.join().replaceAll("\u00a0", " ")).toContain(
      "Annexes à joindre au bail et non cochées : Règlement de copropriété, Plomb (CREP), État des risques, Notice d'information.",
    );
  });
});

describe("les avertissements", () => {
  test.each<[string, Changements, RegExp]>([
    ["sans classe de DPE", { appartement: { dpeClasse: null } }, /classe du DPE/],
    ["classé G", { appartement: { dpeClasse: "G" } }, /classé G : il n'est plus décent/],
    ["classé F en 2026", { appartement: { dpeClasse: "F" } }, /ne peut être ni révisé ni augmenté/],
    ["sans identifiant fiscal", { appartement: { identifiantFiscal: null } }, /identifiant fiscal/],
    ["d'un autre département", { appartement: { identifiantFiscal: "691234567890" } }, /forme/],
    ["sans surface", { appartement: { surface: null } }, /surface habitable/],
    ["dépôt de deux mois, nu", { dossier: { depotGarantie: 1700 } }, /plafond légal d'un mois/],
    [
      "honoraires trop hauts",
      { dossier: { fraisDossierTTC: 560, honorairesBailleurTTC: 560 } },
      /plafond de 551,76 €/,
    ],
    ["honoraires d'état des lieux", { dossier: { fraisEdlTTC: 140 } }, /plafond de 138,17 €/],
    [
      "plus que le bailleur",
      { dossier: { honorairesBailleurTTC: 400 } },
      /dépassent ceux du bailleur/,
    ],
    [
      "complément sans raison",
      { dossier: { encadrement: ENCADREMENT } },
      /sans qu'aucune caractéristique/,
    ],
    [
      "majoré douteux",
      { dossier: { encadrement: { ...ENCADREMENT, loyerReferenceMajore: 20 } } },
      /augmenté de 20 %/,
    ],
    [
      "clause nulle",
      { dossier: { clauses: { clausesText: "Les animaux sont interdits." } } },
      /animal familier/,
    ],
    ["sans indice", { dossier: { indice: null } }, /indice de référence des loyers/],
    [
      "forfait en nu",
      { dossier: { chargesMode: "forfait" } },
      /forfait de charges n'est pas permis/,
    ],
    [
      "garantie des impayés et caution",
      { dossier: { garantieLoyersImpayes: true }, bail: { cautions: [garant()] } },
      /garantie des loyers impayés/,
    ],
    [
      "résidence principale dans le logement même",
      {
        bail: { regime: "code_civil" },
        locataire: { rp: false, adresse: "27 BIS boulevard Saint Michel", codePostal: "75005" },
      },
      /celle du logement loué/,
    ],
    ["résidence principale au Code civil", { bail: { regime: "code_civil" } }, /requalifié/],
    [
      "bail étudiant d'un an",
      { bail: { regime: "etudiant" }, dossier: { dateFinBail: "2027-03-14" } },
      /pas de neuf mois/,
    ],
    [
      "mobilité d'un an",
      { bail: { regime: "mobilite" }, dossier: { depotGarantie: 0, dateFinBail: "2027-03-14" } },
      /entre un et dix mois/,
    ],
    [
      "relocation plus chère",
      { dossier: { dernierLoyer: { montant: 800 } } },
      /zone tendue : le loyer/,
    ],
    [
      "bailleur sans domicile",
      { bail: { bailleurs: [proprietaire({ adresse: null, codePostal: null, ville: null })] } },
      /domicile ou le siège/,
    ],
  ])("%s", (_, changements, attendu) => {
    const { warnings } = contratLocation(unBail(changements));
    expect(warnings.join("\n").replaceAll("\u00a0", " ")).toMatch(attendu);
  });
});

test.each(TYPES_BAIL)(
  "%s : ce qui manque laisse des pointillés, jamais un mot de machine",
  async (regime) => {
    const { text, warnings } = await lire({
      bail: { regime, agence: agenceDe([]), bailleurs: [], equipements: [], antenne: null },
      dossier: {
        depotGarantie: 0,
        indice: null,
        indiceTrim: null,
        fraisDossierTTC: null,
        honorairesBailleurTTC: null,
        fraisEdlTTC: null,
        dernierLoyer: {},
        lieuSignature: null,
        encadrement: ENCADREMENT,
      },
      appartement: {
        etage: null,
        situation: null,
        surface: null,
        nbPiece: null,
        cave: false,
        syndicNom: null,
        gardienNom: null,
        identifiantFiscal: null,
        dpeClasse: null,
        dpeDepenseMin: null,
        dpeDepenseMax: null,
        dpeAnnee: null,
        zone: null,
        zoneTendue: null,
        internet: null,
        autresInfo: null,
      },
      locataire: { naissance: null, lieuNaissance: null },
    });
    expect(text).toContain("……………");
    expect(text).not.toMatch(MOTS_DE_MACHINE);
    expect(warnings.length).toBeGreaterThan(4);
  },
);

test("chaque page se paraphe sauf la dernière, qui se signe ; les noms difficiles passent", async () => {
  const nom = "Đặng-Żółkiewska de La Rochefoucauld-Montbel";
  const { document } = contratLocation(
    unBail({ locataire: { prenom: "Thị Hường", nom }, dossier: { loyerHC: 1_000_000 } }),
  );
  const { pages } = readPdf(await render(document));
  const derniere = pages.at(-1) ?? "";
  for (const page of pages.slice(0, -1)) expect(page).toContain("Paraphes");
  expect(derniere).not.toContain("Paraphes");
  expect(derniere).toContain("LE LOCATAIRE");
  expect(pages.join(" ")).toContain(`Thị Hường ${nom.toUpperCase()}`);
  expect(pages.join(" ")).toContain("1 000 000,00 € (un million d'euros)");
});
