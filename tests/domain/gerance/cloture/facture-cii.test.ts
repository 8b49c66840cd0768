import fc from "fast-check";
import { expect, test } from "vitest";
import { factureCii as factureCiiA } from "#domain/gerance/cloture/facture-cii.ts";
import type { ContenuFacture, LigneFacturee } from "#domain/gerance/cloture/facture-honoraires.ts";
import { somme } from "#domain/montants.ts";
import { compteAPayer, contenuFacture, societe } from "../../../support/documents/factures.ts";
import { defautsCii } from "../../../support/documents/schema-cii.ts";

const factureCii = (numero: string, contenu: ContenuFacture) =>
  factureCiiA(numero, contenu, compteAPayer);

/** The amount of the only element of this name, in cents. */
function centimes(xml: string, nom: string): number {
  const trouves = [...xml.matchAll(new RegExp(`<ram:${nom}(?: [^>]*)?>([^<]*)<`, "g"))];
  expect(trouves).toHaveLength(1);
  const texte = trouves[0]?.[1] ?? "";
  expect(texte).toMatch(/^-?\d+\.\d\d$/);
  return Math.round(Number(texte) * 100);
}

const ligne = (ht: number, tva: number, reste: Partial<LigneFacturee> = {}): LigneFacturee => ({
  libelle: "Honoraires de gestion",
  quantite: 1,
  prixUnitaireHT: ht,
  ht,
  tauxTva: 2000,
  tva,
  ttc: somme(ht, tva),
  ...reste,
});

const deLignes = (lignes: LigneFacturee[], reste: Partial<ContenuFacture> = {}) => {
  const ht = somme(...lignes.map((ligne) => ligne.ht));
  const tva = somme(...lignes.map((ligne) => ligne.tva));
  return contenuFacture({ lignes, ht, tva, ttc: somme(ht, tva), ...reste });
};

test("chaque facture suit le schéma EN 16931 de Factur-X", async () => {
  const factures = {
    "FH-2026-000311": contenuFacture(),
    "FH-2026-000312": contenuFacture({ acheteur: societe, prelevee: false, optionDebits: true }),
    "FH-2026-000313": deLignes([ligne(40, 0, { tauxTva: 0 })], { franchise: true }),
    "FH-2026-000315": deLignes([ligne(40, 0, { tauxTva: 0 })]),
    "FH-2026-000314": deLignes([
      ligne(100.01, 20, { quantite: 3, libelle: "Par logement <loué> & « vacant »\u0007" }),
      ligne(10, 1, { tauxTva: 1000 }),
    ]),
    "AV-2026-000002": deLignes([ligne(-66.5, -13.3)], { corrige: "FH-2026-000298" }),
  };
  const xml = Object.entries(factures).flatMap(([numero, contenu]) =>
    [compteAPayer, { ...compteAPayer, bic: null, titulaire: null }, null].map((compte) =>
      factureCiiA(numero, contenu, compte),
    ),
  );
  expect(await defautsCii(xml)).toEqual([]);
  const fausse = xml[0]?.replace("<ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>", "");
  expect(await defautsCii([fausse ?? ""])).not.toEqual([]);
});

test("ce qui fut prélevé ne reste pas dû ; sinon une échéance est dite", () => {
  const prelevee = factureCii("FH-2026-000311", contenuFacture());
  expect(centimes(prelevee, "TotalPrepaidAmount")).toBe(121_80);
  expect(centimes(prelevee, "DuePayableAmount")).toBe(0);
  const due = factureCii("FH-2026-000311", contenuFacture({ prelevee: false }));
  expect(centimes(due, "DuePayableAmount")).toBe(121_80);
  expect(due).toContain('<ram:DueDateDateTime><udt:DateTimeString format="102">20261205<');
});

test("ce que le mandant règle lui-même dit comment : le compte de l’agence, ou un chèque à son ordre", () => {
  const due = contenuFacture({ prelevee: false });
  const moyens = (numero: string, contenu: ContenuFacture, compte: typeof compteAPayer | null) =>
    factureCiiA(numero, contenu, compte).match(
      /<ram:SpecifiedTradeSettlementPaymentMeans>.*<\/ram:SpecifiedTradeSettlementPaymentMeans>/,
    )?.[0] ?? "";
  expect(moyens("FH-2026-000311", due, compteAPayer)).toContain("<ram:TypeCode>58<");
  expect(moyens("FH-2026-000311", due, compteAPayer)).toContain(
    "<ram:IBANID>FR7630006000011234567890189</ram:IBANID>",
  );
  expect(factureCii("FH-2026-000311", due)).toContain(
    "<ram:PaymentReference>FH-2026-000311</ram:PaymentReference>",
  );
  expect(moyens("FH-2026-000311", due, null)).toContain(
    "<ram:TypeCode>20</ram:TypeCode><ram:Information>Par chèque à l’ordre d’Agence du Parc<",
  );
  const prelevee = moyens("FH-2026-000311", contenuFacture(), compteAPayer);
  expect(prelevee).toContain("<ram:TypeCode>97<");
  expect(prelevee).not.toContain("IBANID");
  const avoir = deLignes([ligne(-66.5, -13.3)], { corrige: "FH-2026-000298", prelevee: false });
  expect(moyens("AV-2026-000002", avoir, compteAPayer)).toBe("");
  expect(factureCii("AV-2026-000002", avoir)).toContain("À déduire de vos prochaines factures.");
});

test("une société est connue par son SIREN, sa TVA et son adresse ; elle seule lit les pénalités", () => {
  const xml = factureCii("FH-2026-000312", contenuFacture({ acheteur: societe }));
  expect(xml).toContain('<ram:ID schemeID="0002">834567216</ram:ID>');
  expect(xml).toContain('<ram:ID schemeID="VA">FR31834567216</ram:ID>');
  expect(xml).toContain('<ram:URIID schemeID="0225">834567216_83456721600025</ram:URIID>');
  expect(xml).toContain("SCI Beauséjour &amp; Fils");
  expect(xml).toContain("<ram:SubjectCode>PMT</ram:SubjectCode>");
  expect(factureCii("FH-2026-000311", contenuFacture())).not.toContain("PMT");
});

test("un numéro qui n’en est pas un, d’une facture d’avant aussi, ne part pas", () => {
  const numeros = (siren: string | null, siret: string | null) =>
    [
      ...(factureCii(
        "FH-2026-000312",
        contenuFacture({
          acheteur: { ...societe, siren, siret, tvaIntra: null, adresseElectronique: null },
        }),
      )
        .split("BuyerTradeParty")[1]
        ?.matchAll(/schemeID="(\d+)">([^<]*)</g) ?? []),
    ].map(([, schema, numero]) => [schema, numero]);
  expect(numeros("RCSParis9", "RCSParis912345675")).toEqual([]);
  expect(numeros("834567216", "834567216")).toEqual([
    ["0002", "834567216"],
    ["0225", "834567216"],
  ]);
  expect(numeros("834567216", "83456721600025")[0]).toEqual(["0009", "83456721600025"]);
});

test("sans TVA, la facture dit pourquoi ; un avoir nomme la facture et rend des sommes positives", () => {
  const franchise = factureCii(
    "FH-2026-000313",
    deLignes([ligne(40, 0, { tauxTva: 0 })], { franchise: true }),
  );
  expect(franchise).toContain("TVA non applicable, art. 293 B du CGI");
  expect(franchise).toContain("<ram:CategoryCode>E</ram:CategoryCode>");
  const sansFranchise = factureCii("FH-2026-000313", deLignes([ligne(40, 0, { tauxTva: 0 })]));
  expect(sansFranchise).not.toMatch(/293 B|VATEX|CategoryCode>Z</);
  expect(sansFranchise).toContain(
    "<ram:ExemptionReason>Sans TVA, motif non précisé</ram:ExemptionReason>",
  );
  const avoir = factureCii(
    "AV-2026-000002",
    deLignes([ligne(-66.5, -13.3)], { corrige: "FH-2026-000298" }),
  );
  expect(avoir).toContain("<ram:TypeCode>381</ram:TypeCode>");
  expect(avoir).toContain("<ram:IssuerAssignedID>FH-2026-000298</ram:IssuerAssignedID>");
  expect(centimes(avoir, "GrandTotalAmount")).toBe(79_80);
});

test("le hors taxes et la TVA font le total, et les lignes aussi, quels que soient les taux", () => {
  const une = fc
    .tuple(fc.integer({ min: 1, max: 10_000_000 }), fc.constantFrom(0, 550, 850, 1000, 2000))
    .map(([ht, taux]) =>
      ligne(ht / 100, Math.round((ht * taux) / 10_000) / 100, { tauxTva: taux }),
    );
  fc.assert(
    fc.property(fc.array(une, { minLength: 1, maxLength: 6 }), fc.boolean(), (lignes, prelevee) => {
      const xml = factureCii("FH-2026-000001", deLignes(lignes, { prelevee }));
      const ttc = centimes(xml, "GrandTotalAmount");
      expect(centimes(xml, "TaxBasisTotalAmount") + centimes(xml, "TaxTotalAmount")).toBe(ttc);
      expect(centimes(xml, "TotalPrepaidAmount") + centimes(xml, "DuePayableAmount")).toBe(ttc);
      const bases = [...xml.matchAll(/<ram:BasisAmount>([^<]*)</g)];
      expect(somme(...bases.map(([, texte]) => Number(texte)))).toBe(
        somme(...lignes.map(({ ht }) => ht)),
      );
    }),
    { numRuns: 300 },
  );
});
