import type { Jour } from "#domain/dates.ts";
import { type LigneDeTva, REGIMES_TVA } from "#domain/gerance/cloture/tva-des-honoraires.ts";
import type { Creance } from "#domain/gerance/livres/creances.ts";
import {
  type Genre,
  JOURNAUX,
  type Journal,
  type Livre,
} from "#domain/gerance/livres/ecritures.ts";
import { libelleDuCompte, numeroDEcriture, numeroDuCompte } from "#domain/gerance/livres/fec.ts";
import type { JourDePointe } from "#domain/gerance/livres/pointe.ts";
import type { Recette } from "#domain/gerance/livres/recettes.ts";
import { MODES_REGLEMENT } from "#domain/gerance/locataires/reglement.ts";
import { ETATS_DEPENSE } from "#domain/missions/natures-de-depense.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import type { CsvColumn } from "#worker/operations/fichiers/csv.ts";
import { lireTva } from "#worker/operations/gerance/cloture/tva-des-honoraires.ts";
import { banquesUnSoir } from "#worker/operations/gerance/livres/etat-rapprochement.ts";
import {
  type LigneDeBalance,
  type LigneDeCompte,
  type LigneDeLivre,
  lireBalance,
  lireGrandLivre,
  lireJournal,
} from "#worker/operations/gerance/livres/lignes-des-livres.ts";
import { lirePointe } from "#worker/operations/gerance/livres/pointe.ts";
import {
  type LigneOuverte,
  lireLignesOuvertes,
} from "#worker/operations/gerance/livres/tiers-ouverts.ts";
import {
  type FondsDetenus,
  type LigneFacture,
  type LigneHonoraires,
  type LigneVirement,
  lireCreances,
  lireFactures,
  lireFondsDetenus,
  lireHonoraires,
  lireRecettes,
  lireVirements,
} from "./exports.ts";

export interface Demande {
  du: Jour;
  au: Jour;
  livre?: Livre | undefined;
  /** `genre`: one account only; `de`: only one of its holders. */
  genre?: Genre | undefined;
  de?: number | undefined;
  journal?: Journal | undefined;
  /** Leaves out of a balance the accounts settled before this day that have not moved since. */
  depuis?: Jour | undefined;
}

/** A report of the books: the parameters of its address, its rows, its columns. */
export interface Etat<Row> {
  summary: string;
  /** The parameters that the address of the report takes. */
  query: "journal" | "compte" | "periode" | "soir" | "soir et livre";
  pages(ctx: Contexte, demande: Demande): AsyncGenerator<Row[]>;
  columns: CsvColumn<Row>[];
}

/** Lets the compiler infer the type of a report's rows. */
const etat = <Row>(etat: Etat<Row>) => etat as Etat<unknown>;

async function* once<Row>(rows: Promise<Row[]>): AsyncGenerator<Row[]> {
  yield await rows;
}

/** The columns of a line that nothing has settled, after the column of its holder. */
const COLONNES_OUVERTES: CsvColumn<LigneOuverte>[] = [
  { titre: "Date", valeur: (ligne) => ligne.date },
  { titre: "Date de pièce", valeur: (ligne) => ligne.pieceDate },
  { titre: "Pièce", valeur: (ligne) => ligne.piece },
  { titre: "Libellé", valeur: (ligne) => ligne.libelle },
  { titre: "Débit", valeur: (ligne) => ligne.debit || null, euros: true },
  { titre: "Crédit", valeur: (ligne) => ligne.credit || null, euros: true },
];

/** The reports of the books, by the name of their file (cloture/README §12.19). */
export const ETATS = {
  journal: etat<LigneDeLivre>({
    summary: "Le journal des écritures d’une période.",
    query: "journal",
    pages: (ctx, demande) => lireJournal(ctx, demande),
    columns: [
      { titre: "Livre", valeur: (ligne) => ligne.livre },
      { titre: "Écriture", valeur: numeroDEcriture },
      { titre: "Date", valeur: (ligne) => ligne.date },
      { titre: "Journal", valeur: (ligne) => JOURNAUX[ligne.journal] },
      { titre: "Compte", valeur: (ligne) => numeroDuCompte(ligne.genre) },
      { titre: "Intitulé", valeur: (ligne) => libelleDuCompte(ligne.genre) },
      { titre: "Tiers", valeur: (ligne) => ligne.tiers },
      { titre: "Libellé", valeur: (ligne) => ligne.libelle },
      { titre: "Pièce", valeur: (ligne) => ligne.piece },
      { titre: "Débit", valeur: (ligne) => ligne.debit || null },
      { titre: "Crédit", valeur: (ligne) => ligne.credit || null },
      { titre: "Date de pièce", valeur: (ligne) => ligne.pieceDate },
    ],
  }),
  "grand-livre": etat<LigneDeCompte>({
    summary: "Le grand-livre : chaque compte, ligne après ligne, avec son solde.",
    query: "compte",
    pages: (ctx, demande) => lireGrandLivre(ctx, { ...demande, livre: demande.livre ?? "G" }),
    columns: [
      { titre: "Compte", valeur: (ligne) => numeroDuCompte(ligne.genre) },
      { titre: "Intitulé", valeur: (ligne) => libelleDuCompte(ligne.genre) },
      { titre: "Tiers", valeur: (ligne) => ligne.tiers },
      { titre: "Date", valeur: (ligne) => ligne.date },
      { titre: "Journal", valeur: (ligne) => ligne.journal && JOURNAUX[ligne.journal] },
      { titre: "Écriture", valeur: (ligne) => ligne.numero },
      { titre: "Libellé", valeur: (ligne) => ligne.libelle },
      { titre: "Pièce", valeur: (ligne) => ligne.piece },
      { titre: "Débit", valeur: (ligne) => ligne.debit || null },
      { titre: "Crédit", valeur: (ligne) => ligne.credit || null },
      { titre: "Solde", valeur: (ligne) => ligne.solde },
      { titre: "Date de pièce", valeur: (ligne) => ligne.pieceDate },
      { titre: "Lettre", valeur: (ligne) => ligne.lettre },
      { titre: "Lettrée le", valeur: (ligne) => ligne.lettreeLe },
    ],
  }),
  balance: etat<LigneDeBalance>({
    summary: "La balance des comptes d’un livre, un soir.",
    query: "soir et livre",
    pages: (ctx, { livre = "G", au, depuis }) => once(lireBalance(ctx, { livre, au, depuis })),
    columns: [
      { titre: "Compte", valeur: (ligne) => numeroDuCompte(ligne.genre) },
      { titre: "Intitulé", valeur: (ligne) => ligne.compte },
      { titre: "Tiers", valeur: (ligne) => ligne.tiers },
      { titre: "Débit", valeur: (ligne) => ligne.debit },
      { titre: "Crédit", valeur: (ligne) => ligne.credit },
      { titre: "Solde débiteur", valeur: (ligne) => Math.max(0, ligne.solde) || null },
      { titre: "Solde créditeur", valeur: (ligne) => Math.max(0, -ligne.solde) || null },
    ],
  }),
  "fonds-detenus": etat<FondsDetenus>({
    summary: "Les fonds détenus par mandat et par dépôt, un soir.",
    query: "soir",
    pages: (ctx, demande) => once(lireFondsDetenus(ctx, demande.au)),
    columns: [
      { titre: "Mandat", valeur: (fonds) => fonds.numero },
      { titre: "Mandants", valeur: (fonds) => fonds.mandants },
      { titre: "Nature", valeur: (fonds) => fonds.nature },
      { titre: "Logement", valeur: (fonds) => fonds.lot },
      { titre: "Locataire", valeur: (fonds) => fonds.locataire },
      { titre: "Montant", valeur: (fonds) => fonds.montant },
    ],
  }),
  pointe: etat<JourDePointe>({
    summary: "Les fonds détenus chaque soir d’une période, contre la garantie financière.",
    query: "periode",
    pages: (ctx, demande) => once(lirePointe(ctx, demande).then(({ jours }) => jours)),
    columns: [
      { titre: "Date", valeur: (jour) => jour.date },
      { titre: "Fonds détenus", valeur: (jour) => jour.montant },
      { titre: "Montant garanti", valeur: (jour) => jour.garantie },
    ],
  }),
  rapprochement: etat<{
    compte: string;
    au: Jour;
    libelle: string;
    nombre: number | null;
    montant: number;
  }>({
    summary: "L’état de rapprochement de chaque compte bancaire de gérance, un soir.",
    query: "soir",
    pages: (ctx, demande) => once(rapprochements(ctx, demande.au)),
    columns: [
      { titre: "Compte", valeur: (ligne) => ligne.compte },
      { titre: "Au", valeur: (ligne) => ligne.au },
      { titre: "Libellé", valeur: (ligne) => ligne.libelle },
      { titre: "Nombre", valeur: (ligne) => ligne.nombre },
      { titre: "Montant", valeur: (ligne) => ligne.montant },
    ],
  }),
  recettes: etat<Recette>({
    summary: "Le registre des recettes : ce que l’agence a reçu pour autrui dans une période.",
    query: "periode",
    pages: (ctx, demande) => once(lireRecettes(ctx, demande)),
    columns: [
      { titre: "Écriture", valeur: (recette) => recette.ecriture },
      { titre: "Date", valeur: (recette) => recette.date },
      { titre: "Date de pièce", valeur: (recette) => recette.pieceDate },
      { titre: "Règlement", valeur: (recette) => recette.reglement },
      { titre: "Locataire", valeur: (recette) => recette.locataire },
      { titre: "Mandat", valeur: (recette) => recette.mandat },
      { titre: "Mode", valeur: (recette) => recette.mode && MODES_REGLEMENT[recette.mode] },
      { titre: "Libellé", valeur: (recette) => recette.libelle },
      { titre: "Montant", valeur: (recette) => recette.montant },
    ],
  }),
  creances: etat<Creance>({
    summary: "Ce que doivent les locataires un soir, par ancienneté.",
    query: "soir",
    pages: (ctx, demande) => once(lireCreances(ctx, demande.au)),
    columns: [
      { titre: "Dossier", valeur: (creance) => creance.dossier },
      { titre: "Locataire", valeur: (creance) => creance.locataire },
      { titre: "Logement", valeur: (creance) => creance.lot },
      { titre: "Mandat", valeur: (creance) => creance.mandat },
      { titre: "Dû", valeur: (creance) => creance.total },
      { titre: "À échoir", valeur: (creance) => creance.aEchoir },
      { titre: "30 jours au plus", valeur: (creance) => creance.jusqua30 },
      { titre: "31 à 60 jours", valeur: (creance) => creance.jusqua60 },
      { titre: "61 à 90 jours", valeur: (creance) => creance.jusqua90 },
      { titre: "Plus de 90 jours", valeur: (creance) => creance.auDela },
    ],
  }),
  "locataires-lettres": etat<LigneOuverte>({
    summary: "Les pièces que rien n’avait réglées un soir, locataire par locataire.",
    query: "soir",
    pages: (ctx, demande) => lireLignesOuvertes(ctx, { qui: "locataires", au: demande.au }),
    columns: [{ titre: "Locataire", valeur: (ligne) => ligne.tiers }, ...COLONNES_OUVERTES],
  }),
  "fournisseurs-dus": etat<LigneOuverte>({
    summary: "Les factures que l’agence avait à payer un soir, fournisseur par fournisseur.",
    query: "soir",
    pages: (ctx, demande) => lireLignesOuvertes(ctx, { qui: "fournisseurs", au: demande.au }),
    columns: [
      { titre: "Fournisseur", valeur: (ligne) => ligne.tiers },
      ...COLONNES_OUVERTES,
      { titre: "État", valeur: (ligne) => ligne.etat && ETATS_DEPENSE[ligne.etat] },
    ],
  }),
  honoraires: etat<LigneHonoraires>({
    summary: "Le livre des honoraires : hors taxe, TVA, encaissé.",
    query: "periode",
    pages: (ctx, demande) => once(lireHonoraires(ctx, demande)),
    columns: [
      { titre: "Date", valeur: (ligne) => ligne.date },
      { titre: "Écriture", valeur: (ligne) => ligne.numero },
      { titre: "Pièce", valeur: (ligne) => ligne.piece },
      { titre: "Mandat", valeur: (ligne) => ligne.mandat },
      { titre: "Libellé", valeur: (ligne) => ligne.libelle },
      { titre: "Hors taxe", valeur: (ligne) => ligne.ht },
      { titre: "TVA", valeur: (ligne) => ligne.tva },
      { titre: "TTC", valeur: (ligne) => ligne.ttc },
      { titre: "Encaissé", valeur: (ligne) => ligne.encaisse },
      { titre: "TVA exigible", valeur: (ligne) => ligne.tvaExigible },
    ],
  }),
  tva: etat<LigneDeTva>({
    summary: "La TVA des honoraires d’une période, par mois, régime et taux.",
    query: "periode",
    pages: (ctx, demande) => once(lireTva(ctx, demande).then((tva) => tva.lignes)),
    columns: [
      { titre: "Mois", valeur: (ligne) => ligne.mois },
      { titre: "Régime", valeur: (ligne) => REGIMES_TVA[ligne.regime] },
      { titre: "Taux", valeur: (ligne) => ligne.tauxTva / 100 },
      { titre: "Facturé hors taxe", valeur: (ligne) => ligne.factureHT },
      { titre: "TVA facturée", valeur: (ligne) => ligne.factureTva },
      { titre: "Base exigible", valeur: (ligne) => ligne.baseHT },
      { titre: "TVA exigible", valeur: (ligne) => ligne.tva },
    ],
  }),
  factures: etat<LigneFacture>({
    summary: "Les factures d’honoraires et leurs avoirs.",
    query: "periode",
    pages: (ctx, demande) => once(lireFactures(ctx, demande)),
    columns: [
      { titre: "Date", valeur: (ligne) => ligne.date },
      { titre: "Numéro", valeur: (ligne) => ligne.numero },
      { titre: "Mandat", valeur: (ligne) => ligne.mandat },
      { titre: "Hors taxe", valeur: (ligne) => ligne.ht },
      { titre: "TVA", valeur: (ligne) => ligne.tva },
      { titre: "TTC", valeur: (ligne) => ligne.ttc },
    ],
  }),
  reversements: etat<LigneVirement>({
    summary: "Les virements des lots.",
    query: "periode",
    pages: (ctx, demande) => once(lireVirements(ctx, demande)),
    columns: [
      { titre: "Lot", valeur: (ligne) => ligne.lot },
      { titre: "Exécution", valeur: (ligne) => ligne.dateExecution },
      { titre: "État du lot", valeur: (ligne) => ligne.etatLot },
      { titre: "Référence", valeur: (ligne) => ligne.reference },
      { titre: "Titulaire", valeur: (ligne) => ligne.titulaire },
      { titre: "IBAN", valeur: (ligne) => ligne.iban },
      { titre: "Libellé", valeur: (ligne) => ligne.libelle },
      { titre: "Montant", valeur: (ligne) => ligne.montant },
      { titre: "État", valeur: (ligne) => ligne.etat },
      { titre: "En banque le", valeur: (ligne) => ligne.enBanqueLe },
    ],
  }),
} satisfies Record<string, Etat<unknown>>;

/** For each account of rents, the steps from the bank's balance on an evening to the balance of the books. */
async function rapprochements(ctx: Pick<Contexte, "db">, soir: Jour) {
  return (await banquesUnSoir(ctx, soir)).flatMap(({ nom, livres, etat }) => {
    const au = etat?.au ?? soir;
    const ligne = (libelle: string, montant: number, nombre: number | null = null) => ({
      ...{ compte: nom, au, libelle, nombre, montant },
    });
    if (!etat) return [ligne("Solde des livres, sans relevé", livres)];
    return [
      ligne(etat.prouve ? "Solde du relevé" : "Solde du relevé, non prouvé", etat.banque),
      ligne("Lignes à rapprocher", -etat.aRapprocher.montant, etat.aRapprocher.nombre),
      ligne("Lignes écartées", -etat.ecartees.montant, etat.ecartees.nombre),
      ligne("Lignes de fichiers non prouvés", etat.nonProuvees.montant, etat.nonProuvees.nombre),
      ligne("Avant le premier relevé", -etat.avant),
      ligne("Relevés manquants", -etat.manquant),
      ligne("Écritures sans ligne de relevé", etat.nonPointes.montant, etat.nonPointes.nombre),
      ligne("Lignes écrites dans les livres depuis", -etat.tardives.montant, etat.tardives.nombre),
      ligne("Solde des livres", etat.livres),
      ligne("Écart", etat.ecart),
    ];
  });
}
