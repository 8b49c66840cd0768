import { describe, expect, test } from "vitest";
import { agenceDe } from "#domain/agence/agence.ts";
import { TYPES_BAIL } from "#domain/biens/dossier.ts";
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
} from "../../../support/documents/bail.ts";
import {
  contient,
  ENCADREMENT,
  lire,
  TITRES_DU_CONTRAT_TYPE,
} from "../../../support/documents/contrat.ts";
import { readPdf } from "../../../support/documents/pdf-text.ts";

const MOTS_DE_MACHINE = /null|undefined|NaN|\[object|\u202f/;

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
