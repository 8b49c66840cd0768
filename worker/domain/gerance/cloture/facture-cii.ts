import { ajouterJours, type Jour } from "../../dates.ts";
import { ibanNu } from "../../iban.ts";
import { arrondir, somme } from "../../montants.ts";
import { deNom } from "../../orthographe.ts";
import { sirenLu, siretLu } from "../../siren.ts";
import type {
  CompteAPayer,
  ContenuFacture,
  LigneFacturee,
  PartieFacturee,
} from "./facture-honoraires.ts";

/** The mention of an agency below the VAT threshold (Code général des impôts, art. 293 B). */
export const SANS_TVA = "TVA non applicable, art. 293 B du CGI";

/**
 * The mention of a line without VAT whose reason is unknown; « zero-rated » would be false, since France has no
 * zero-rated services.
 */
export const SANS_MOTIF = "Sans TVA, motif non précisé";

/**
 * The mentions on late payment that an invoice to a professional must bear (Code de commerce, art. L. 441-10 and D.
 * 441-5).
 */
export const ENTRE_PROFESSIONNELS = {
  penalites:
    "En cas de retard de paiement, pénalités au taux d'intérêt de la Banque centrale européenne pour son opération de refinancement la plus récente, majoré de 10 points de pourcentage.",
  indemnite: "Indemnité forfaitaire pour frais de recouvrement\u00A0: 40,00\u00A0€.",
  escompte: "Pas d'escompte pour paiement anticipé.",
} as const;

/** The SIREN and SIRET of a party, null when invalid: old invoices were stored unchecked. */
export const numerosDe = ({ siren, siret }: PartieFacturee) => ({
  siren: sirenLu(siren ?? siret),
  siret: siretLu(siret),
});

/** Whether a party is a professional: it has a SIREN or a VAT number. */
export const estProfessionnel = (partie: PartieFacturee): boolean =>
  Boolean(numerosDe(partie).siren || partie.tvaIntra);

/** Whether some lines bear no VAT and the invoice gives no reason. */
export const sansTvaSansMotif = ({ franchise, lignes }: ContenuFacture): boolean =>
  !franchise && lignes.some(({ tauxTva }) => tauxTva === 0);

/** Whether some lines bear VAT. */
export const porteTva = (lignes: readonly LigneFacturee[]): boolean =>
  lignes.some(({ tauxTva }) => tauxTva !== 0);

/** The mention of a credit note whose fees were not taken from the rents. */
const A_DEDUIRE = "À déduire de vos prochaines factures.";

/**
 * The French words for the use of a credit note: it cancels an invoice made apart from owners' statements, or it is
 * deducted from later invoices.
 */
export const suiteDAvoir = ({ objet, corrige }: ContenuFacture): string =>
  objet === undefined
    ? A_DEDUIRE
    : `Annule la facture ${corrige}\u00A0; ce qui en a été réglé est rendu, ou déduit de vos prochaines factures.`;

const JOURS_POUR_PAYER = 30;

/** The last day to pay an invoice of fees, thirty days after its date (Code de commerce, art. L. 441-10). */
export const aReglerAvant = (date: Jour): Jour => ajouterJours(date, JOURS_POUR_PAYER);

/** The VAT of an invoice at one rate; euros. */
export interface TvaParTaux {
  /** The VAT rate, in hundredths of a percent. */
  taux: number;
  base: number;
  tva: number;
}

/** The content of a credit note with sums above zero; an invoice is returned as it is. */
export function enPositif(contenu: ContenuFacture): ContenuFacture {
  if (contenu.ttc >= 0) return contenu;
  const { ht, tva, ttc, lignes } = contenu;
  return {
    ...contenu,
    ht: -ht,
    tva: 0 - tva,
    ttc: -ttc,
    lignes: lignes.map((ligne) => ({
      ...ligne,
      prixUnitaireHT: 0 - ligne.prixUnitaireHT,
      ht: 0 - ligne.ht,
      tva: 0 - ligne.tva,
      ttc: 0 - ligne.ttc,
    })),
  };
}

/** The VAT of an invoice at each rate, the highest first; euros. */
export const tvaParTaux = (lignes: readonly LigneFacturee[]): TvaParTaux[] =>
  [...Map.groupBy(lignes, ({ tauxTva }) => tauxTva)]
    .map(([taux, lignesDuTaux]) => ({
      taux,
      base: somme(...lignesDuTaux.map(({ ht }) => ht)),
      tva: somme(...lignesDuTaux.map(({ tva }) => tva)),
    }))
    .toSorted((ligne, autre) => autre.taux - ligne.taux);

/**
 * An invoice of fees, or a credit note, as the XML « Cross Industry Invoice » of the profile EN 16931 (Factur-X 1.0),
 * which invoicing platforms read (Code général des impôts, art. 289 bis). The same data give the same text.
 *
 * @param numero « FH-2026-000311 »
 * @param compte the bank account that receives the payment; null: the payment comes by cheque
 */
export function factureCii(
  numero: string,
  donnees: ContenuFacture,
  compte: CompteAPayer | null,
): string {
  const contenu = enPositif(donnees);
  const { acheteur, vendeur, date, lignes, mandat } = contenu;
  const avoir = numero.startsWith("AV-");
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("rsm:CrossIndustryInvoice", ESPACES, [
    element("rsm:ExchangedDocumentContext", "", [
      element("ram:BusinessProcessSpecifiedDocumentContextParameter", "", [
        texte("ram:ID", contenu.prelevee && !contenu.resteAPrendre ? "S2" : "S1"),
      ]),
      element("ram:GuidelineSpecifiedDocumentContextParameter", "", [
        texte("ram:ID", "urn:cen.eu:en16931:2017"),
      ]),
    ]),
    element("rsm:ExchangedDocument", "", [
      texte("ram:ID", numero),
      texte("ram:TypeCode", avoir ? "381" : "380"),
      jour("ram:IssueDateTime", date),
      ...notes(contenu).map(([sujet, contenu]) =>
        element("ram:IncludedNote", "", [
          texte("ram:Content", contenu),
          texte("ram:SubjectCode", sujet),
        ]),
      ),
    ]),
    element("rsm:SupplyChainTradeTransaction", "", [
      ...lignes.map((ligne, rang) => ligneCii(ligne, rang + 1)),
      element("ram:ApplicableHeaderTradeAgreement", "", [
        partie("ram:SellerTradeParty", vendeur, contenu.franchise),
        partie("ram:BuyerTradeParty", acheteur, false),
        mandat === ""
          ? ""
          : element("ram:ContractReferencedDocument", "", [texte("ram:IssuerAssignedID", mandat)]),
      ]),
      "<ram:ApplicableHeaderTradeDelivery/>",
      reglement(numero, contenu, compte),
    ]),
  ])}\n`;
}

const ESPACES =
  ' xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100"';

/** The notes that French law requires on an invoice, each with the code of its subject (UNTDID 4451). */
function notes(contenu: ContenuFacture): [sujet: string, texte: string][] {
  const { penalites, indemnite, escompte } = ENTRE_PROFESSIONNELS;
  return [
    ...(estProfessionnel(contenu.acheteur)
      ? ([
          ["PMD", penalites],
          ["PMT", indemnite],
          ["AAB", escompte],
        ] satisfies [string, string][])
      : []),
    ...(contenu.optionDebits && porteTva(contenu.lignes)
      ? ([["AAI", "Option pour le paiement de la taxe d'après les débits"]] satisfies [
          string,
          string,
        ][])
      : []),
  ];
}

const ligneCii = (ligne: LigneFacturee, rang: number): string =>
  element("ram:IncludedSupplyChainTradeLineItem", "", [
    element("ram:AssociatedDocumentLineDocument", "", [texte("ram:LineID", String(rang))]),
    element("ram:SpecifiedTradeProduct", "", [texte("ram:Name", ligne.libelle)]),
    element("ram:SpecifiedLineTradeAgreement", "", [
      element("ram:NetPriceProductTradePrice", "", [
        // The price is given for the whole quantity, so that no unit price is rounded.
        texte("ram:ChargeAmount", montant(ligne.ht)),
        texte("ram:BasisQuantity", String(ligne.quantite), ' unitCode="C62"'),
      ]),
    ]),
    element("ram:SpecifiedLineTradeDelivery", "", [
      texte("ram:BilledQuantity", String(ligne.quantite), ' unitCode="C62"'),
    ]),
    element("ram:SpecifiedLineTradeSettlement", "", [
      element("ram:ApplicableTradeTax", "", [
        texte("ram:TypeCode", "VAT"),
        texte("ram:CategoryCode", categorie(ligne.tauxTva)),
        texte("ram:RateApplicablePercent", pourcent(ligne.tauxTva)),
      ]),
      element("ram:SpecifiedTradeSettlementLineMonetarySummation", "", [
        texte("ram:LineTotalAmount", montant(ligne.ht)),
      ]),
    ]),
  ]);

/** The VAT category of a rate: exempt (E) or standard (S), of the list UNTDID 5305. */
const categorie = (tauxTva: number) => (tauxTva === 0 ? "E" : "S");

function partie(nom: string, facturee: PartieFacturee, franchise: boolean): string {
  const { siren, siret } = numerosDe(facturee);
  const tva = facturee.tvaIntra?.replace(/\s/g, "").toUpperCase();
  const lignes = facturee.voie.split("\n").map((ligne) => ligne.trim());
  return element(nom, "", [
    siret ? texte("ram:GlobalID", siret, ' schemeID="0009"') : "",
    texte("ram:Name", facturee.nom),
    siren
      ? element("ram:SpecifiedLegalOrganization", "", [texte("ram:ID", siren, ' schemeID="0002"')])
      : "",
    element("ram:PostalTradeAddress", "", [
      texte("ram:PostcodeCode", facturee.codePostal),
      ...["One", "Two", "Three"].map((rang, place) =>
        texte(`ram:Line${rang}`, lignes[place] ?? ""),
      ),
      texte("ram:CityName", facturee.ville),
      texte("ram:CountryID", /^[A-Z]{2}$/.test(facturee.pays) ? facturee.pays : "FR"),
    ]),
    adresseElectronique(facturee, siren),
    tva
      ? element("ram:SpecifiedTaxRegistration", "", [texte("ram:ID", tva, ' schemeID="VA"')])
      : franchise && siren
        ? element("ram:SpecifiedTaxRegistration", "", [texte("ram:ID", siren, ' schemeID="FC"')])
        : "",
  ]);
}

/**
 * The electronic address of a party, a number of the invoicing directory (0225) or an e-mail (EM); without an
 * address, its SIREN.
 */
function adresseElectronique(partie: PartieFacturee, siren: string | null): string {
  const adresse = partie.adresseElectronique?.trim() || siren;
  if (!adresse) return "";
  return element("ram:URIUniversalCommunication", "", [
    texte("ram:URIID", adresse, ` schemeID="${adresse.includes("@") ? "EM" : "0225"}"`),
  ]);
}

function reglement(numero: string, contenu: ContenuFacture, compte: CompteAPayer | null): string {
  const { date, du, au, lignes, corrige, prelevee, franchise, optionDebits } = contenu;
  const { ht, tva, ttc, resteAPrendre = 0 } = contenu;
  const regle = prelevee ? somme(ttc, -resteAPrendre) : 0;
  const avoir = numero.startsWith("AV-");
  const aPayer = !prelevee && !avoir;
  return element("ram:ApplicableHeaderTradeSettlement", "", [
    texte("ram:PaymentReference", aPayer ? numero : ""),
    texte("ram:InvoiceCurrencyCode", "EUR"),
    prelevee
      ? // Code 97: the fees are set off against the rents that the agency holds (UNTDID 4461).
        moyen("97", "Prélevée sur les fonds de gérance")
      : aPayer
        ? moyenDePayer(contenu, compte)
        : "",
    ...tvaParTaux(lignes).map(({ taux, base, tva: montantDeTva }) =>
      element("ram:ApplicableTradeTax", "", [
        texte("ram:CalculatedAmount", montant(montantDeTva)),
        texte("ram:TypeCode", "VAT"),
        taux === 0 ? texte("ram:ExemptionReason", franchise ? SANS_TVA : SANS_MOTIF) : "",
        texte("ram:BasisAmount", montant(base)),
        texte("ram:CategoryCode", categorie(taux)),
        taux === 0 && franchise ? texte("ram:ExemptionReasonCode", "VATEX-FR-FRANCHISE") : "",
        // UNTDID 2475: the VAT is due on the invoice (5) or on the payment (72).
        taux === 0 ? "" : texte("ram:DueDateTypeCode", optionDebits ? "5" : "72"),
        texte("ram:RateApplicablePercent", pourcent(taux)),
      ]),
    ),
    element("ram:BillingSpecifiedPeriod", "", [
      jour("ram:StartDateTime", du),
      jour("ram:EndDateTime", au),
    ]),
    element("ram:SpecifiedTradePaymentTerms", "", [
      texte(
        "ram:Description",
        prelevee
          ? resteAPrendre > 0
            ? "Prise sur les prochains fonds de gérance"
            : "Prélevée sur les fonds de gérance\u00A0: rien n'est à payer."
          : avoir
            ? suiteDAvoir(contenu)
            : "À régler",
      ),
      jour("ram:DueDateDateTime", prelevee ? date : aReglerAvant(date)),
    ]),
    element("ram:SpecifiedTradeSettlementHeaderMonetarySummation", "", [
      texte("ram:LineTotalAmount", montant(ht)),
      texte("ram:TaxBasisTotalAmount", montant(ht)),
      texte("ram:TaxTotalAmount", montant(tva), ' currencyID="EUR"'),
      texte("ram:GrandTotalAmount", montant(ttc)),
      texte("ram:TotalPrepaidAmount", montant(regle)),
      texte("ram:DuePayableAmount", montant(somme(ttc, -regle))),
    ]),
    ...(corrige ?? "")
      .split(",")
      .map((numero) => numero.trim())
      .filter((numero) => numero !== "")
      .map((numero) =>
        element("ram:InvoiceReferencedDocument", "", [texte("ram:IssuerAssignedID", numero)]),
      ),
  ]);
}

/** A means of payment, by its code of the list UNTDID 4461. */
const moyen = (code: string, information: string, suite: readonly string[] = []) =>
  element("ram:SpecifiedTradeSettlementPaymentMeans", "", [
    texte("ram:TypeCode", code),
    texte("ram:Information", information),
    ...suite,
  ]);

/** The means to pay an invoice: a transfer to the account or, when the account is null, a cheque. */
function moyenDePayer({ vendeur }: ContenuFacture, compte: CompteAPayer | null): string {
  if (!compte) return moyen("20", `Par chèque à l’ordre ${deNom(vendeur.nom)}`);
  return moyen("58", "Par virement", [
    element("ram:PayeePartyCreditorFinancialAccount", "", [
      texte("ram:IBANID", ibanNu(compte.iban)),
      texte("ram:AccountName", compte.titulaire || vendeur.nom),
    ]),
    compte.bic
      ? element("ram:PayeeSpecifiedCreditorFinancialInstitution", "", [
          texte("ram:BICID", compte.bic),
        ])
      : "",
  ]);
}

const montant = (euros: number) => arrondir(euros).toFixed(2);
const pourcent = (centiemes: number) => (centiemes / 100).toFixed(2);

const jour = (nom: string, date: Jour) =>
  element(nom, "", [texte("udt:DateTimeString", date.replaceAll("-", ""), ' format="102"')]);

const element = (nom: string, attributs: string, enfants: readonly string[]) =>
  `<${nom}${attributs}>${enfants.join("")}</${nom}>`;

/** The XML element of a text; an empty string for an empty text. */
const texte = (nom: string, valeur: string, attributs = "") =>
  valeur.trim() === "" ? "" : `<${nom}${attributs}>${enXml(valeur)}</${nom}>`;

const SIGNES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A text escaped for XML, without the characters that XML 1.0 forbids. */
const enXml = (valeur: string) =>
  valeur
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, " ")
    .replace(/[&<>"]/g, (signe) => SIGNES[signe] ?? signe);
