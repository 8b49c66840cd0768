import { describe, expect, test } from "vitest";
import { type Agence, agenceDe } from "#domain/agence/agence.ts";
import { sansCodes } from "#worker/documents/bail/acces.ts";
import { type DonneesOrdreMission, ordreMission } from "#worker/documents/mandats/ordre-mission.ts";
import {
  type DonneesOrdreIntendance,
  ordreMissionIntendance,
} from "#worker/documents/mandats/ordre-mission-intendance.ts";
import { render } from "#worker/documents/page/render.ts";
import { AGENCE_A_PEINE_DITE } from "../../support/documents/documents.ts";
import {
  donneesOrdreIntendance,
  donneesOrdreMission,
  mandant,
} from "../../support/documents/ordre-mission.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";

const MOT_DE_MACHINE = /null|undefined|NaN|\[object|\u202f/;

async function lire(changements: Partial<DonneesOrdreMission> = {}) {
  const { document, warnings } = ordreMission(donneesOrdreMission(changements));
  return { ...readPdf(await render(document)), warnings };
}

const { mission } = donneesOrdreMission();

describe("l'ordre de mission", () => {
  test("payé au seul taux de sa gestion, n'a pas d'échéancier à remplir", async () => {
    const sansForfait = {
      ...mission,
      valeurMissionAppt: 0,
      accompte1: 0,
      accompte2: 0,
      reliquat: 0,
    };
    expect((await lire({ mission: sansForfait, accomptes: [] })).text).not.toMatch(
      /Échéancier|Reliquat/,
    );
    expect((await lire()).text).toContain("Échéancier");
  });

  test("de gestion, porte les mentions de la loi Hoguet", async () => {
    const { text, title, warnings } = await lire();
    expect(title).toContain("ORDRE DE MISSION – MANDAT DE GESTION N°");
    expect(warnings).toEqual([]);
    for (const mention of [
      "ORDRE DE MISSION – MANDAT DE GESTION N° 2026-017",
      "Inscrit au registre des mandats sous le n° 2026-017, reporté sur l'exemplaire du mandant",
      "Madame Jeanne DE LA TOUR née VASSEUR, née le 3 juillet 1962 à Lyon",
      "4 place de la Contrescarpe, 75005 Paris",
      "jeanne@exemple.fr",
      "06 12 34 56 78",
      "SIRET 812 345 678 00012",
      "n° CPI 7501 2026 000 000 001, délivrée par la CCI Paris Île-de-France",
      "Galian, 89 rue La Boétie, 75008 Paris, 110 000 €",
      "Mutuelle des administrateurs de biens, police n° 120 137 405",
      "loi n° 70-9 du 2 janvier 1970 et au décret n° 72-678 du 20 juillet 1972",
      "27 bis boulevard Saint-Michel, 75005 PARIS 4e étage Collectif 2 45,60 m²",
      "1 autre bien à désigner.",
      "Bien constituant le domicile unique du mandant",
      "encaisser les loyers, les charges et les dépôts de garantie",
      "autorisé à recevoir loyers, charges et dépôts de garantie pour le compte du mandant",
      "rend compte de sa gestion au moins une fois par an",
      "12 mois à compter du 1er janvier 2026, soit jusqu'au 31 décembre 2026 inclus",
      "reconduite tacitement par périodes de même durée, sans que sa durée totale puisse excéder dix ans",
      "au moins 3 mois avant",
      "Code de la consommation, article L. 215-1 Pour les contrats de prestations de services conclus pour une durée déterminée avec une clause de reconduction tacite, le professionnel prestataire de services informe le consommateur par écrit,",
      "Lorsque cette information ne lui a pas été adressée conformément aux dispositions du premier alinéa, le consommateur peut mettre gratuitement un terme au contrat, à tout moment à compter de la date de reconduction.",
      "Article L. 215-1 (suite) Les avances effectuées après la dernière date de reconduction",
      "Les dispositions du présent article s'appliquent sans préjudice de celles qui soumettent légalement certains contrats",
      "dès lors qu'il change de domicile ou que son foyer fiscal évolue. Article L. 215-1-1 Lorsqu'un contrat a été conclu par voie électronique",
      "Article L. 215-2 Les dispositions du présent chapitre, à l'exception de l'article L. 215-1-1,",
      "Article L. 215-3 Les dispositions du présent chapitre sont également applicables aux contrats conclus entre des professionnels et des non-professionnels.",
      "Article L. 241-3 Lorsque le professionnel n'a pas procédé au remboursement dans les conditions prévues à l'article L. 215-1, les sommes dues sont productives d'intérêts au taux légal.",
      "DROIT DE RÉTRACTATION Vous avez le droit de vous rétracter du présent contrat sans donner de motif dans un délai de quatorze jours. Le délai de rétractation expire quatorze jours après le jour de la conclusion du contrat.",
      "Honoraires de location (visites, dossier, bail) : 500,00 € TTC à la charge du mandant, 420,00 € TTC à la charge du locataire ; état des lieux d'entrée : 130,00 € / 130,00 €, dans les limites de l'article 5 de la loi du 6 juillet 1989.",
      "Honoraires de gestion dus pour la durée ferme de 12 mois et, en cas de reconduction, pour chaque période.",
      "et reconnaît devoir alors le prix du service fourni jusqu'à sa rétractation, et perdre ce droit une fois la mission entièrement exécutée (articles L. 221-25 et L. 221-28).",
      "Aucun paiement n'est reçu avant sept jours (article L. 221-10).",
      "Honoraires de gestion, par appartement 2 1 000,00 € 1 666,67 € 333,33 € 2 000,00 €",
      "Soit deux mille euros toutes taxes comprises, à la charge du mandant.",
      "Premier acompte Le …………… 600,00 €",
      "01/01/2026 – 31/03/2026 500,00 € 100,00 € (20 %) 600,00 € Virement Réglé le 09/01/2026",
      "01/04/2026 – 30/06/2026 500,00 € 100,00 € (20 %) 600,00 € Virement À régler",
      "Reste dû 1 400,00 €",
      "quatorze jours",
      "médiateur de la consommation : Médimmoconso, 1 allée du Parc, 44500 La Baule",
      "Données personnelles. Les données personnelles recueillies sont traitées par Saint-Michel Gestion, responsable du traitement, pour la conclusion et l'exécution du présent ordre et le respect des obligations légales du mandataire (article 6, 1, b et c du règlement (UE) 2016/679). Leurs destinataires sont le mandataire,",
      "Fait à Paris, le 1er janvier 2026, en deux exemplaires",
      "« Bon pour mandat »",
      "FORMULAIRE DE RÉTRACTATION",
      "uniquement si vous souhaitez vous rétracter du contrat",
    ])
      expect(text).toContain(mention);
  });

  const CONDITIONS: NonNullable<DonneesOrdreMission["conditions"]> = {
    depuis: "2026-01-01",
    modeFonds: "agence",
    tauxHonoraires: 7,
    tauxEn: "ht",
    assiette: "encaisse_cc",
    forfait: null,
    tauxTva: 20,
    autresHonoraires: [{ libelle: "Déclaration fiscale", montant: 48, quand: "annee" }],
    provision: 300,
    periodicite: "mensuelle",
    jourReversement: 10,
    seuilAccord: 150,
    accordRevision: false,
    accordDe: "contact",
    parts: [
      {
        nom: "Monsieur Paul DURAND",
        num: 60,
        den: 100,
        titulaire: "M PAUL DURAND",
        iban: "FR76 •••• •••• •••• 0189",
      },
      { nom: "Madame Anne DURAND", num: 2, den: 5, titulaire: null, iban: null },
    ],
  };

  test("de gestion, ne parle de l’accord avant une révision de loyer que s’il est convenu", async () => {
    const accord = "Le mandataire ne révise un loyer qu'après l'accord du mandant";
    expect((await lire({ conditions: CONDITIONS })).text).not.toContain(accord);
    const convenu = { ...CONDITIONS, accordRevision: true };
    expect((await lire({ conditions: convenu })).text).toContain(accord);
    const chacun = "celui de chacun des propriétaires qui donnent le bien en location";
    expect((await lire({ conditions: convenu })).text).not.toContain(chacun);
    const deTous = { ...convenu, accordDe: "tous" } as const;
    expect((await lire({ conditions: deTous })).text).toContain(chacun);
  });

  test("de gestion, imprime ses conditions : fonds et garant, honoraires, provision, reversement, quotes-parts, comptes", async () => {
    const { text } = await lire({ conditions: CONDITIONS });
    for (const mention of [
      "autorise expressément le mandataire à recevoir des biens, sommes ou valeurs à l'occasion de la gestion dont il est chargé (article 64 du décret n° 72-678)",
      "sous la garantie financière de Galian, à hauteur de 110 000 €",
      "rend compte de sa gestion chaque mois",
      "le 10 du mois suivant, sous déduction d'une provision de 300,00 € conservée sur son compte",
      "7 % HT, soit 8,4 % TTC, des loyers et charges encaissés",
      "Déclaration fiscale, 48,00 € TTC une fois par an",
      "Aucune autre rémunération n'est due",
      "dans la limite de 150,00 € TTC par intervention",
      "Monsieur Paul DURAND 60 % FR76 •••• •••• •••• 0189 M PAUL DURAND",
      "Madame Anne DURAND 40 % …",
      "Forfait du mandat, par appartement",
    ])
      expect(text).toContain(mention);
    expect(text).not.toMatch(MOT_DE_MACHINE);
  });

  test("de gestion où le propriétaire reçoit les loyers, ne dit ni encaissement ni reversement", async () => {
    const conditions = { ...CONDITIONS, modeFonds: "proprietaire" as const };
    const { text } = await lire({ conditions });
    expect(text).toContain("Le mandant reçoit lui-même les loyers");
    expect(text).toContain("rend compte de sa gestion chaque mois");
    expect(text).not.toMatch(/encaisser les loyers|article 64|0189/);
  });

  test("de recherche de locataire, n'appelle rien avant la signature du bail, et avertit", async () => {
    const { text, warnings } = await lire({
      mission: { ...mission, type: "location" },
      agence: { ...donneesOrdreMission().agence, carteType: "G" },
    });
    expect(text).toContain("MANDAT DE RECHERCHE DE LOCATAIRE N° 2026-017");
    expect(text).toContain("Premier acompte Exigible à la signature du bail 600,00 €");
    expect(text).not.toMatch(
      /À régler|encaisser les loyers|reconduite tacitement par|encadré apparent/,
    );
    expect(text).toContain(
      "Moyens de diffusion des annonces : site de l'agence, portails d'annonces et vitrine.",
    );
    expect(text).toContain("ne reçoit ni ne détient aucun fonds");
    expect(warnings).toHaveLength(3);
    expect(warnings.at(-2)).toContain("la part du mandant dans les honoraires de location");
    expect(warnings[0]).toMatch(/aucune somme ne peut être demandée .* avant la signature du bail/);
    expect(warnings.at(-1)).toContain("«\u00A0Transactions\u00A0»");
  });

  test("de prestation, n'est pas un mandat et n'a pas de registre", async () => {
    const { text, title } = await lire({
      mission: { ...mission, type: "prestation", numRegistre: null },
    });
    expect(title).toContain("ORDRE DE MISSION – PRESTATIONS DE SERVICES – ");
    expect(text).toContain("« Bon pour accord »");
    expect(text).not.toMatch(/MANDAT (DE|N°)|registre des mandats|reçoit pouvoir|Bon pour mandat/);
  });

  test("de plusieurs mandants, se paraphe et se signe à plusieurs", async () => {
    const { text } = await lire({ mandants: [mandant(), mandant({ titre: "Monsieur" })] });
    expect(text).toContain("Les mandants Le mandataire Paraphes");
    expect(text).toContain("Dénommés ensemble ci-après « le mandant ».");
    expect(text.match(/« Bon pour mandat »/g)).toHaveLength(2);
    expect(text).toContain("en trois exemplaires");
  });

  test("d'une personne morale, n'a ni naissance ni formulaire de rétractation, mais l'encadré de la reconduction", async () => {
    const { text } = await lire({
      mandants: [
        mandant({
          nom: "Delorme Patrimoine SAS",
          prenom: "",
          qualite: "personne_morale",
          representantNom: "Paul Delorme",
          representantQualite: "président",
        }),
      ],
    });
    const nommee =
      "DELORME PATRIMOINE SAS, représentée par Paul Delorme, en qualité de président, dûment habilité(e)";
    expect(text).toContain(`Dénomination ${nommee} Qualité Personne morale`);
    expect(text).toContain(`LE MANDANT ${nommee} Signature`);
    expect(text).toContain("encadré apparent");
    expect(text).toContain("Siège social 4 place de la Contrescarpe");
    expect(text).not.toMatch(/née le|FORMULAIRE|Rétractation|quatorze jours/);
    expect(text).not.toMatch(/mandant consommateur|domicile unique/);
  });

  test("les pouvoirs écrits dans les paramètres remplacent la liste", async () => {
    const { agence } = donneesOrdreMission();
    const { text } = await lire({
      agence: { ...agence, pouvoirsMandat: "- Percevoir les loyers ;\n- payer le syndic." },
    });
    expect(text).toContain("Percevoir les loyers");
    expect(text).toContain("payer le syndic");
    expect(text).not.toContain("diffuser les annonces");
  });

  test("sans rien, laisse des pointillés et avertit de ce qui l'annule", async () => {
    const { text, warnings } = await lire({
      mission: { ...mission, numRegistre: null, dateSignature: null, reliquat: 100 },
      mandants: [],
      biens: [],
      accomptes: [],
      agence: AGENCE_A_PEINE_DITE,
    });
    expect(text).toContain("MANDAT DE GESTION N° ……………");
    expect(text).toContain("2 autres biens à désigner.");
    expect(text).not.toMatch(MOT_DE_MACHINE);
    expect(warnings.join(" ")).toMatch(/registre des mandats.*nul/);
    expect(warnings.join(" ")).toContain("ne correspond pas aux honoraires");
    expect(warnings).toHaveLength(9);
  });

  test("n'est pas imprimé sans la carte ni le garant de l'agence ; qui ne détient pas de fonds n'a pas de garant", async () => {
    const { agence } = donneesOrdreMission();
    const sans = (reglages: Partial<Agence>, changements: Partial<DonneesOrdreMission> = {}) =>
      lire({ ...changements, agence: { ...agence, ...reglages } });
    await expect(sans({ carteNumero: "", garantNom: " " })).rejects.toMatchObject({
      message:
        "Ce mandat doit porter le numéro de carte professionnelle et le garant financier de l’agence\u00A0: à renseigner dans les paramètres.",
      details: { reglages: ["carteNumero", "garantNom"] },
    });
    const location = { mission: { ...mission, type: "location" as const } };
    await expect(sans({ garantNom: "" }, location)).rejects.toThrow(/doit porter le garant/);
    const sansFonds = { garantNom: "", nonDetentionFonds: true };
    const { text } = await sans(sansFonds, location);
    expect(text).toContain(
      "Garantie financière Sans objet, l'agence ne reçoit ni ne détient de fonds",
    );
    expect(text).not.toContain("Garantie financière ……");
    // A service is outside the law of 1970: it needs no professional card.
    await sans({ carteNumero: "" }, { mission: { ...mission, type: "prestation" } });
  });
});

describe("l'ordre de mission d'intendance", () => {
  async function intendance(changements: Partial<DonneesOrdreIntendance> = {}) {
    const { document, warnings } = ordreMissionIntendance(donneesOrdreIntendance(changements));
    return { ...readPdf(await render(document)), warnings };
  }
  const { logement } = donneesOrdreIntendance();

  test("dit le logement, les tâches, les clefs, la période et le prix", async () => {
    const { text, title, warnings } = await intendance();
    expect(title).toContain("ORDRE DE MISSION D'INTENDANCE");
    expect(warnings).toEqual([]);
    for (const mention of [
      "Mission du 1er janvier au 31 décembre 2026",
      "Madame Jeanne DE LA TOUR",
      "27 bis boulevard Saint-Michel, 75005 PARIS",
      "4e étage, cave n° 12",
      "Visites périodiques du logement",
      "Signalement de tout sinistre",
      "Trousseau 1 Repère n° CL-001",
      "Clefs de porte 2 Porte",
      "vaut reçu de ces clés",
      "renouvelable par ordre exprès pour une période d'un an",
      "préavis de 3 mois",
      "Intendance du logement 833,33 € 166,67 € 1 000,00 € À régler",
      "Soit mille euros toutes taxes comprises, à la charge du mandant. Le présent ordre n'est pas une facture.",
      "Mutuelle des administrateurs de biens",
      "médiateur de la consommation : Médimmoconso",
    ])
      expect(text).toContain(mention);
    expect(text).not.toContain("12A45");
  });

  test("d'un seul jour, dit ce jour ; l'agence s'élide sur le formulaire", async () => {
    const { agence, intendance: mission } = donneesOrdreIntendance();
    const { text } = await intendance({
      intendance: { ...mission, dateDepart: "2026-01-31", dateFin: "2026-01-31" },
      agence: { ...agence, agenceNom: "Agence du Parc" },
    });
    expect(text).toContain("La mission a lieu le 31 janvier 2026. Elle est renouvelable");
    expect(text).toContain("À l'attention d'Agence du Parc, ");
  });

  test("ne livre aucun code, même noté avec les clefs", async () => {
    const { text, warnings } = await intendance({
      logement: {
        ...logement,
        detailClef: "2 clefs de porte ; alarme : 2580, hall 12A45 ; badge, code 47 11 #",
        detailTelecomande: "Portail (digicode 9988B)",
      },
    });
    expect(text).not.toMatch(/12A45|2580|47 11|9988B/);
    expect(text).toContain("Clefs de porte 2 Porte");
    expect(warnings).toHaveLength(1);
  });

  test.each([
    ["2 clefs de porte, 12 badges d'alarme", "2 clefs de porte, 12 badges d'alarme"],
    ["Code : 1234", "Code : (communiqué séparément)"],
    ["0000 (code de la cave)", "(communiqué séparément) (code de la cave)"],
    ["Alarme : 2 badges", "Alarme : 2 badges"],
  ])("« %s » s'écrit « %s »", (texte, attendu) => {
    expect(sansCodes(texte, null)).toBe(attendu);
  });

  test("sans rien, laisse des pointillés et avertit", async () => {
    const { text, warnings } = await intendance({
      intendance: { dateDepart: null, dateFin: null, prix: null, tva: 20, regle: false },
      mandants: [],
      logement: {
        ...logement,
        etage: null,
        caveNum: null,
        nbPiece: null,
        surface: null,
        numeroClef: null,
        detailClef: null,
        detailTelecomande: null,
        digicode: null,
      },
      agence: agenceDe([]),
    });
    expect(text).toContain("Mission du …………… au ……………");
    expect(text).not.toMatch(MOT_DE_MACHINE);
    expect(warnings).toHaveLength(10);
  });
});

test("un mandant mineur signe par son représentant légal ; sans lui, on est averti", async () => {
  const mineur = {
    titre: "Monsieur",
    prenom: "Noé",
    nom: "Petit",
    naissance: "2015-04-02",
  } as const;
  const seul = await lire({ mandants: [mandant(mineur)] });
  expect(seul.warnings.join()).toContain("un mineur ne s'engage que par lui");
  const { text, warnings } = await lire({
    mandants: [mandant({ ...mineur, representantNom: "Marie Petit", representantQualite: "mère" })],
  });
  expect(text).toContain(
    "LE MANDANT Monsieur Noé PETIT, représenté par Marie Petit, en qualité de mère",
  );
  expect(warnings.join()).not.toContain("mineur");
});

test("un mandat qui n'est pas reconduit prend fin à son terme, sans congé à donner", async () => {
  const { text } = await lire({ mission: { ...mission, type: "location" } });
  expect(text).toContain("Elle n'est pas reconduite tacitement et prend fin de plein droit");
  expect(text).not.toContain("période en cours");
});
