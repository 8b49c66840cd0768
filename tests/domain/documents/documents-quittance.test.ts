import { describe, expect, test } from "vitest";
import { agenceDe } from "#domain/agence/agence.ts";
import { render } from "#worker/documents/page/render.ts";
import { type DonneesQuittance, quittance } from "#worker/documents/quittances/quittance.ts";
import { donneesQuittance } from "../../support/documents/documents.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";

async function lire(changements: Partial<DonneesQuittance> = {}) {
  const { document, warnings } = quittance(donneesQuittance(changements));
  return { ...readPdf(await render(document)), warnings };
}

const IMPAYE = { regle: false, datePaiement: null, mode: null } as const;

describe("quittance de loyer", () => {
  test("payée, elle donne quittance dans les termes de la loi, loyer et charges distingués", async () => {
    const { text, title, author, pages, warnings } = await lire();
    expect(title).toContain("QUITTANCE DE LOYER");
    expect(author).toBe("Saint-Michel Gestion");
    expect(pages).toHaveLength(1);
    expect(warnings).toEqual([]);
    for (const mention of [
      "QUITTANCE DE LOYER",
      "2026-000123",
      "Loyer hors charges 01/03/2026 – 31/03/2026 850,00 €",
      "Provision sur charges 01/03/2026 – 31/03/2026 100,00 €",
      "Total 950,00 €",
      "27 bis boulevard Saint-Michel",
      "4e étage, cave n° 12",
      "Saint-Michel Gestion, agissant en qualité de mandataire de Madame Jeanne DE LA TOUR, reconnaît avoir reçu de Monsieur Étienne LEFÈVRE, le 5 mars 2026, la somme de neuf cent cinquante euros (950,00 €), en paiement du loyer et des charges du logement désigné ci-dessus pour la période du 1er au 31 mars 2026, et lui en donne quittance, sous réserve de tous les droits du bailleur.",
      "Cette quittance annule les reçus éventuellement remis pour la même période et ne préjuge pas du paiement des périodes antérieures. Elle est délivrée gratuitement (article 21 de la loi n° 89-462 du 6 juillet 1989). À conserver trois ans au moins.",
      "Fait à Paris, le 6 mars 2026",
    ])
      expect(text).toContain(mention);
    expect(text).not.toMatch(/IBAN|droit de bail|TVA|Prorata/i);
  });

  test("le pied de page porte la carte, la garantie et le médiateur ; ce qui manque est omis", async () => {
    const { text } = await lire();
    expect(text).toContain(
      "Saint-Michel Gestion, SARL au capital de 50 000 € – Administration de biens et gestion immobilière – 18 rue de la Harpe, 75005 Paris – RCS Paris 812 345 678 – Carte professionnelle G n° CPI 7501 2026 000 000 001 délivrée par la CCI Paris Île-de-France – Garantie financière : Galian, 89 rue La Boétie, 75008 Paris, 110 000 € – Médiateur de la consommation : Médimmoconso",
    );
    expect(text).not.toContain("RCP");
  });

  test("tient sur une page, avec tout ce qu'une agence doit dire d'elle", async () => {
    const { bailleurs } = donneesQuittance();
    const proprietaires = [{ prenom: "Jean-Baptiste" }, { prenom: "Marie-Solange" }].map((nom) => ({
      ...bailleurs[0],
      ...nom,
      titre: "Monsieur",
      nom: "de La Roncière-Montbel",
      adresse: "Le Clos des Ormes, 3 chemin de la Loire",
      codePostal: "49130",
      ville: "Les Ponts-de-Cé",
    }));
    const { pages } = await lire({
      mois: "2026-01",
      dateDebut: "2026-01-15",
      dateFin: "2026-01-31",
      mode: "Cheque",
      bailleurs: proprietaires,
      locataires: [
        { titre: "Monsieur", prenom: "Étienne", nom: "Lefèvre" },
        { titre: "Madame", prenom: "Anaïs", nom: "Petit" },
      ],
      agence: {
        ...donneesQuittance().agence,
        agenceTel: "01 99 00 42 60",
        agenceSite: "https://agence.exemple.fr",
        rcpAssureur: "Mutuelle d’assurance des administrateurs de biens",
        rcpPolice: "120 137 405",
        mediateurAdresse: "1 allée du Parc, 44500 La Baule-Escoublac",
        mediateurSite: "https://mediation.exemple.fr",
        signataireNom: "Isabelle Ferrand",
        signataireQualite: "Gérante",
        nonDetentionFonds: true,
      },
    });
    expect(pages).toHaveLength(1);
  });

  test("réglée par chèque, elle vaut sous réserve d'encaissement", async () => {
    const { text } = await lire({ mode: "Cheque" });
    expect(text).toContain("Réglé le 5 mars 2026 par chèque");
    expect(text).toContain("sous réserve d'encaissement");
  });

  test("hors résidence principale, la loi de 1989 n'est pas citée", async () => {
    const { text } = await lire({ rp: false });
    expect(text).toContain("Elle est délivrée gratuitement. À conserver cinq ans au moins.");
    expect(text).not.toMatch(/89-462|1989/);
  });

  test("un mois entamé montre le calcul du prorata, un mois entier n'en parle pas", async () => {
    const entame = {
      mois: "2026-01",
      dateDebut: "2026-01-15",
      dateFin: "2026-01-31",
      loyerHC: 466.13,
      charge: 54.84,
    };
    const { text } = await lire(entame);
    expect(text).toContain("Prorata : 17 jours sur 31 (du 15 au 31 janvier 2026)");
    expect(text).toContain("cinq cent vingt euros et quatre-vingt-dix-sept centimes (520,97 €)");
    expect((await lire({ ...entame, automatique: false })).text).not.toContain("Prorata");
  });

  test("un seul jour se dit comme tel", async () => {
    const { text } = await lire({
      mois: "2026-01",
      dateDebut: "2026-01-31",
      dateFin: "2026-01-31",
      loyerHC: 27.42,
      charge: 3.23,
    });
    expect(text).toContain("QUITTANCE DE LOYER Le 31 janvier 2026");
    expect(text).toContain("Prorata : 1 jour sur 31 (le 31 janvier 2026)");
    expect(text).toContain("du logement désigné ci-dessus pour le 31 janvier 2026, et");
  });

  test("un loyer sans charges n'en parle pas", async () => {
    const { text } = await lire({ charge: 0 });
    expect(text).toContain("en paiement du loyer du logement");
    expect(text).not.toMatch(/charges|Provision/);
  });

  test("deux titulaires sont nommés partout, Mademoiselle s'écrit Madame", async () => {
    const { text } = await lire({
      locataires: [
        { titre: "Monsieur", prenom: "Étienne", nom: "Lefèvre" },
        { titre: "Mademoiselle", prenom: "Anaïs", nom: "Petit" },
      ],
    });
    expect(text).toContain("reçu de Monsieur Étienne LEFÈVRE et Madame Anaïs PETIT, le");
    expect(text).toContain("leur en donne quittance");
    expect(text).not.toContain("Mademoiselle");
  });
});

describe("ce qui n'est pas entièrement payé n'est jamais une quittance", () => {
  test.each<[string, Partial<DonneesQuittance>]>([
    ["impayée", IMPAYE],
    ["de statut inconnu", { ...IMPAYE, statusInconu: true }],
    ["notée payée mais de statut inconnu", { statusInconu: true }],
    ["payée en partie", { regle: false, montantPaye: 400 }],
    ["notée payée avec un paiement partiel", { montantPaye: 400 }],
    ["impayée avec un versement nul", { ...IMPAYE, montantPaye: 0 }],
  ])("%s", async (_, changements) => {
    const { text, title } = await lire(changements);
    expect(title).not.toMatch(/quittance/i);
    expect(text).not.toMatch(/QUITTANCE|donne quittance|Cette quittance/);
    expect(text).toMatch(/Le présent (avis|reçu) ne vaut pas quittance\./);
  });

  test("l'avis dit quoi payer, quand et où", async () => {
    const { text } = await lire({ ...IMPAYE, statusInconu: true, emission: "2026-03-05" });
    for (const mention of [
      "AVIS D'ÉCHÉANCE",
      "La somme de neuf cent cinquante euros (950,00 €) est à régler au plus tard le 5 mars 2026. Le présent avis ne vaut pas quittance.",
      "IBAN FR76 3000 6000 0112 3456 7890 189",
      "BIC AGRIFRPP",
    ])
      expect(text).toContain(mention);
    expect(text).not.toContain("reconnaît avoir reçu");
  });

  test("l'avis fait après l'échéance ne donne pas pour délai un jour passé", async () => {
    const { text } = await lire({ ...IMPAYE, statusInconu: true, emission: "2026-03-22" });
    expect(text).toContain("À régler dès réception (échéance du 5 mars 2026)");
    expect(text).not.toContain("au plus tard");
  });

  test("une quittance annulée le dit, avec le jour et le motif, et ne demande plus rien", async () => {
    const annuleeLe = "2026-03-22T10:00:00.000Z";
    const { text, title } = await lire({ ...IMPAYE, annuleeLe, motifAnnulation: "Mauvais mois" });
    expect(title).toContain("ÉCHÉANCE ANNULÉE");
    expect(text).toContain("ANNULÉE le 22 mars 2026");
    expect(text).toContain("Motif : Mauvais mois");
    expect(text).toMatch(/Fait à [^,]+, le 22 mars 2026/);
    expect(text).not.toMatch(/À régler|IBAN|donne quittance/);
  });

  test("un euro s'élide : « la somme d'un euro »", async () => {
    const { text } = await lire({ regle: false, montantPaye: 1 });
    expect(text).toMatch(/la somme d' ?un euro \(1,00 €\) à valoir sur/);
  });

  test("un bailleur personne morale n'a pas de civilité", async () => {
    const sci = { prenom: "Jeanne", nom: "SCI Delorme", qualite: "sci_familiale" } as const;
    const bailleurs = donneesQuittance().bailleurs.map((bailleur) => ({ ...bailleur, ...sci }));
    const { text } = await lire({ bailleurs });
    expect(text).toContain("en qualité de mandataire de SCI DELORME,");
  });

  test("d'un stationnement, elle nomme l'emplacement et son numéro, jamais un logement", async () => {
    const { logement } = donneesQuittance();
    const { text } = await lire({
      stationnement: true,
      logement: { ...logement, situation: "Place 34, 2e sous-sol" },
    });
    expect(text).toContain("EMPLACEMENT");
    expect(text).toContain("Place 34, 2e sous-sol");
    expect(text).toContain("de l'emplacement de stationnement désigné ci-dessus pour la période");
    expect(text).not.toMatch(/logement|étage|cave/i);
  });

  test("d'un stationnement, elle dit la TVA du loyer, ou la franchise ; sans rien de dit, elle avertit", async () => {
    const de = (tauxTva: number | null, tvaNonDite = false) =>
      lire({ stationnement: true, loyerHC: 90, charge: 10, tauxTva, tvaNonDite });
    expect((await de(20)).text).toContain(
      "Total 100,00 € Dont TVA 20 % : 16,67 € (hors taxe : 83,33 €)",
    );
    expect((await de(0)).text).toContain("TVA non applicable, art. 293 B du CGI");
    const muette = await de(null, true);
    expect(muette.text).not.toContain("TVA");
    expect(muette.warnings).toEqual([expect.stringContaining("soumis à la TVA")]);
  });

  test("au nom d'une société, elle élide ; d'un jour, elle ne l'écrit qu'une fois", async () => {
    const [bailleur] = donneesQuittance().bailleurs;
    const { text } = await lire({
      bailleurs: bailleur ? [{ ...bailleur, nom: "Immo Sud", qualite: "personne_morale" }] : [],
      dateDebut: "2026-03-31",
    });
    expect(text).toContain("en qualité de mandataire d'IMMO SUD, reconnaît");
    expect(text).toContain("Loyer hors charges 31/03/2026 850,00 €");
  });

  test("le pied de page garde d'un tenant un montant tapé avec des espaces", () => {
    const { agence } = donneesQuittance();
    const { document } = quittance(
      donneesQuittance({ agence: { ...agence, garantMontant: "320 000 €" } }),
    );
    expect(document.footer).toContain("320\u00A0000\u00A0€");
  });

  test("le reçu dit ce qui est reçu et ce qui reste dû", async () => {
    const { text } = await lire({ regle: false, montantPaye: 400, mois: "2026-04" });
    for (const mention of [
      "REÇU DE PAIEMENT PARTIEL",
      "la somme de quatre cents euros (400,00 €) à valoir sur l'échéance d'avril 2026",
      "Solde restant dû : 550,00 €.",
    ])
      expect(text).toContain(mention);
  });
});

test("ce qui manque laisse des pointillés et un avertissement, jamais un mot de machine", async () => {
  const rien = { adresse: null, codePostal: null, ville: null };
  const { text, warnings } = await lire({
    agence: agenceDe([]),
    bailleurs: [],
    locataires: [],
    datePaiement: null,
    mode: null,
    logement: { ...rien, etage: null, caveNum: null },
    destinataire: rien,
  });
  expect(text).toContain("……………, agissant en qualité de mandataire de ……………, reconnaît");
  expect(text).not.toMatch(/null|undefined|NaN|\[object|\u202f/);
  expect(warnings).toHaveLength(9);
});
