import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ajouterJours } from "#domain/dates.ts";
import { estJourTarget, jourTarget } from "#domain/gerance/reversements/jours-target.ts";
import {
  referenceDesHonoraires,
  referenceDeVirement,
} from "#domain/gerance/reversements/reversement.ts";
import { FORMATS_SEPA, fichierSepa, type OrdreSepa } from "#domain/gerance/reversements/sepa.ts";
import {
  debutDeReferenceDuFournisseur,
  debutDeReferenceDuLocataire,
  libelleDuFournisseur,
  libelleDuLocataire,
} from "#domain/gerance/reversements/sommes-dues.ts";
import { texteSepa } from "#domain/gerance/reversements/texte-sepa.ts";
import { fautesDesFichiers } from "../../../support/banque/pain-001.ts";

const IBAN_DURAND = "FR1420041010050500013M02606";
const IBAN_AGENCE = "FR7630006000011234567890189";

const DURAND: OrdreSepa = {
  numero: "REV-2026-11-0001",
  valideLe: new Date("2026-11-09T09:15:42.123Z"),
  dateExecution: "2026-11-10",
  emetteur: "CABINET EXEMPLE",
  compte: { titulaire: "CABINET EXEMPLE GERANCE", iban: IBAN_AGENCE, bic: "AGRIFRPPXXX" },
  virements: [
    { montant: 51_747, titulaire: "DURAND PAUL", iban: IBAN_DURAND, rang: "01" },
    { montant: 34_498, titulaire: "DURAND ANNE", iban: IBAN_AGENCE, rang: "02" },
  ].map(({ rang, ...virement }) => ({
    ...virement,
    bic: null,
    reference: `M000042-2026-10-${rang}`,
    libelle: "GERANCE OCT 2026 MANDAT 000042",
  })),
};

const virement = (rang: number, montant: string, nom: string, iban: string) =>
  `<CdtTrfTxInf><PmtId><InstrId>${rang}</InstrId><EndToEndId>M000042-2026-10-0${rang}</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">${montant}</InstdAmt></Amt>
<Cdtr><Nm>${nom}</Nm></Cdtr><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct><RmtInf><Ustrd>GERANCE OCT 2026 MANDAT 000042</Ustrd></RmtInf></CdtTrfTxInf>`;

const ATTENDU = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>
<GrpHdr><MsgId>REV-2026-11-0001</MsgId><CreDtTm>2026-11-09T10:15:00</CreDtTm><NbOfTxs>2</NbOfTxs><CtrlSum>862.45</CtrlSum><InitgPty><Nm>CABINET EXEMPLE</Nm></InitgPty></GrpHdr>
<PmtInf><PmtInfId>REV-2026-11-0001-01</PmtInfId><PmtMtd>TRF</PmtMtd><BtchBookg>false</BtchBookg><NbOfTxs>2</NbOfTxs><CtrlSum>862.45</CtrlSum><PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf><ReqdExctnDt><Dt>2026-11-10</Dt></ReqdExctnDt>
<Dbtr><Nm>CABINET EXEMPLE GERANCE</Nm></Dbtr><DbtrAcct><Id><IBAN>FR7630006000011234567890189</IBAN></Id></DbtrAcct><DbtrAgt><FinInstnId><BICFI>AGRIFRPPXXX</BICFI></FinInstnId></DbtrAgt><ChrgBr>SLEV</ChrgBr>
${virement(1, "517.47", "DURAND PAUL", IBAN_DURAND)}
${virement(2, "344.98", "DURAND ANNE", IBAN_AGENCE)}</PmtInf></CstmrCdtTrfInitn></Document>`;

const sansLignes = (xml: string) => xml.replaceAll("\n", "");

describe("le fichier de virements", () => {
  test("du compte rendu de DURAND est celui que la banque attend, et le même chaque fois", async () => {
    const fichier = fichierSepa(DURAND, "pain.001.001.09");
    expect(sansLignes(fichier)).toBe(sansLignes(ATTENDU));
    expect(fichierSepa(DURAND, "pain.001.001.09")).toBe(fichier);
    expect(await fautesDesFichiers([fichier], "pain.001.001.09")).toEqual([]);
  });

  test("se lit aussi dans l’ancienne version, où le jour et la banque s’écrivent autrement", async () => {
    const fichier = fichierSepa(DURAND, "pain.001.001.03");
    expect(fichier).toContain("<ReqdExctnDt>2026-11-10</ReqdExctnDt>");
    expect(fichier).toContain("<BIC>AGRIFRPPXXX</BIC>");
    expect(await fautesDesFichiers([fichier], "pain.001.001.03")).toEqual([]);
    expect(await fautesDesFichiers([fichier], "pain.001.001.09")).not.toEqual([]);
  });

  test("mêle un locataire, un fournisseur et les honoraires : 321,27 € en trois virements, dans les deux versions", async () => {
    const restitution = { DossierId: 123, genre: "sortie" } as const;
    const numero = "REV-2026-11-0002";
    const commun = { titulaire: "BENEFICIAIRE", iban: IBAN_DURAND, bic: null };
    const ordre: OrdreSepa = {
      ...DURAND,
      numero,
      virements: [
        {
          ...{ ...commun, montant: 15_927 },
          reference: referenceDeVirement(debutDeReferenceDuLocataire(restitution), 1),
          libelle: libelleDuLocataire(restitution),
        },
        {
          ...{ ...commun, montant: 13_200 },
          reference: referenceDeVirement(debutDeReferenceDuFournisseur(45), 1),
          libelle: libelleDuFournisseur({
            numFacture: "F-7781",
            intitule: "Fuite, cuisine & évier",
          }),
        },
        {
          ...{ ...commun, montant: 3_000 },
          reference: referenceDesHonoraires(numero),
          libelle: `HONORAIRES ${numero}`,
        },
      ],
    };
    for (const format of FORMATS_SEPA) {
      const fichier = fichierSepa(ordre, format);
      for (const dit of [
        "<NbOfTxs>3</NbOfTxs><CtrlSum>321.27</CtrlSum>",
        "<EndToEndId>D000123-DG-01</EndToEndId>",
        "<EndToEndId>F000045-01</EndToEndId>",
        "<Ustrd>DEPOT DE GARANTIE DOSSIER 000123</Ustrd>",
      ])
        expect(fichier).toContain(dit);
      expect(await fautesDesFichiers([fichier], format)).toEqual([]);
    }
  });

  test("reste lisible quels que soient les noms, et ses sommes sont celles de ses virements", async () => {
    const nom = fc.string({ unit: "grapheme", minLength: 1, maxLength: 200 }).map((n) => `A${n}`);
    const lots = fc.sample(
      fc.record({
        bic: fc.constantFrom(null, "AGRIFRPPXXX", "agri fr pp", "XX"),
        virements: fc.array(
          fc.record({
            titulaire: nom,
            libelle: nom,
            montant: fc.integer({ min: 1, max: 99_999_999_99 }),
          }),
          { minLength: 1, maxLength: 20 },
        ),
      }),
      40,
    );
    const ordres = lots.map(({ bic, virements }) => ({
      ...DURAND,
      compte: { ...DURAND.compte, bic },
      virements: virements.map((virement, rang) => ({
        ...virement,
        bic,
        iban: IBAN_DURAND,
        reference: `M000042-2026-10-${rang}`,
      })),
    }));
    for (const version of FORMATS_SEPA) {
      const fichiers = ordres.map((ordre) => fichierSepa(ordre, version));
      expect(await fautesDesFichiers(fichiers, version)).toEqual([]);
      for (const [rang, fichier] of fichiers.entries()) {
        const virements = lots[rang]?.virements ?? [];
        const total = virements.reduce((somme, { montant }) => somme + BigInt(montant), 0n);
        const [, ecrit = ""] = /<CtrlSum>([\d.]+)</.exec(fichier) ?? [];
        expect(BigInt(ecrit.replace(".", ""))).toBe(total);
        expect(fichier).toContain(`<NbOfTxs>${virements.length}</NbOfTxs>`);
      }
    }
  });
});

describe("les textes que les banques échangent", () => {
  test.each([
    ["Loyer n° 3 – Éléonore & Cie", "Loyer n 3 - Eleonore + Cie"],
    ["SCI l’Œuvre & Fils", "SCI l'OEuvre + Fils"],
    ["//à/ /b//c/", "a/ /b/c"],
    ["  Łódź\u00a0Straße\n2 ", "Lodz Strasse 2"],
    ["中文 €", ""],
  ])("« %s » s’y écrit « %s »", (texte, ecrit) => {
    expect(texteSepa(texte, 70)).toBe(ecrit);
  });

  test("n’ont jamais d’autre signe, ni de barre au bout ou double, ni plus de signes qu’il n’en tient", () => {
    const texte = fc.oneof(
      fc.string({ unit: "binary", maxLength: 100 }),
      fc.string({ unit: fc.constantFrom("/", " ", "°", "a", "é", "&", "’"), maxLength: 60 }),
    );
    fc.assert(
      fc.property(texte, fc.integer({ min: 1, max: 140 }), (un, longueur) => {
        const ecrit = texteSepa(un, longueur);
        expect(ecrit).toMatch(/^(?![/ ])(?!.*(?:\/\/| {2}|[/ ]$))[A-Za-z0-9/\-?:().,'+ ]*$/);
        expect(ecrit.length).toBeLessThanOrEqual(longueur);
        expect(texteSepa(ecrit, longueur)).toBe(ecrit);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("les jours où les banques règlent les virements", () => {
  test.each([
    ["2026-01-01", "2026-01-02"],
    ["2026-04-03", "2026-04-07"],
    ["2026-05-01", "2026-05-04"],
    ["2026-05-14", "2026-05-14"],
    ["2026-12-25", "2026-12-28"],
    ["2027-03-26", "2027-03-30"],
    ["2026-11-10", "2026-11-10"],
    ["2026-11-14", "2026-11-16"],
  ])("à partir du %s, le premier est le %s", (jour, premier) => {
    expect(jourTarget(jour)).toBe(premier);
  });

  test("ne sont jamais à plus de cinq jours", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 36_000 }), (rang) => {
        const jour = ajouterJours("2000-01-01", rang);
        const premier = jourTarget(jour);
        expect(estJourTarget(premier)).toBe(true);
        expect(premier >= jour && premier <= ajouterJours(jour, 5)).toBe(true);
      }),
    );
  });
});
