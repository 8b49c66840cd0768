import { eq } from "drizzle-orm";
import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { agenceDe } from "#domain/agence/agence.ts";
import { aujourdhui, type Jour, premierJour } from "#domain/dates.ts";
import { Invalid } from "#domain/erreurs.ts";
import { isoDate } from "#domain/fields.ts";
import { type LigneDeTva, REGIMES_TVA } from "#domain/gerance/cloture/tva-des-honoraires.ts";
import { GENRES, JOURNAUX } from "#domain/gerance/livres/ecritures.ts";
import { descriptionFec, fichierFec, libelleDuCompte, nomFec } from "#domain/gerance/livres/fec.ts";
import type { JourDePointe } from "#domain/gerance/livres/pointe.ts";
import { comptesBancaires } from "#worker/db/schema/gerance.ts";
import { says } from "#worker/http/api/described.ts";
import { parse } from "#worker/http/api/validate.ts";
import { streamedFile } from "#worker/http/files/streamed-file.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import { limited } from "#worker/http/session/limits.ts";
import type { App } from "#worker/http/types.ts";
import { type CsvColumn, csvChunk } from "#worker/operations/export/csv.ts";
import { lireReglages } from "#worker/operations/fichiers/visuels.ts";
import {
  type Creance,
  type FondsDetenus,
  type LigneDeBalance,
  type LigneDeCompte,
  type LigneDeLivre,
  type LigneFacture,
  type LigneHonoraires,
  type LigneVirement,
  lireBalance,
  lireCreances,
  lireFactures,
  lireFondsDetenus,
  lireGrandLivre,
  lireHonoraires,
  lireJournal,
  lireVirements,
} from "#worker/operations/gerance/cloture/exports.ts";
import { lireFec } from "#worker/operations/gerance/cloture/fec.ts";
import { lireTva } from "#worker/operations/gerance/cloture/tva-des-honoraires.ts";
import { etatDeRapprochement } from "#worker/operations/gerance/livres/etat-rapprochement.ts";
import { lireExercice } from "#worker/operations/gerance/livres/exercices.ts";
import { lirePointe } from "#worker/operations/gerance/livres/pointe.ts";

const livre = z.enum(["G", "H"], "« G » ou « H » est attendu.");
const PERIODE = { du: z.optional(isoDate()), au: z.optional(isoDate()) };
const LIVRE = { livre: z.optional(livre), ...PERIODE };
const AU = { au: z.optional(isoDate()) };

/** The days asked for: from the first of the year to today, where nothing is said. */
function periodeOf(c: Context<App>): { du: Jour; au: Jour } {
  const { today } = c.var;
  const { du, au } = parse(z.object(PERIODE), c.req.query());
  const fin = au ?? today;
  const debut = du ?? premierJour(`${fin.slice(0, 4)}-01`);
  if (debut > fin) throw new Invalid({ au: "La période finit avant de commencer." });
  return { du: debut, au: fin };
}

const livreOf = (c: Context<App>) =>
  parse(z.object({ livre: z.optional(livre) }), c.req.query()).livre;
const auOf = (c: Context<App>): Jour => parse(z.object(AU), c.req.query()).au ?? c.var.today;

/** A state of the books: what its address may say, its rows, its columns. */
interface Etat<Row> {
  summary: string;
  query: Record<string, z.core.$ZodType>;
  /** Goes into the name of the file. */
  about(c: Context<App>): (string | undefined)[];
  pages(c: Context<App>): AsyncGenerator<Row[]>;
  columns: CsvColumn<Row>[];
}

/** Lets the compiler infer the rows of a state. */
const etat = <Row>(etat: Etat<Row>) => etat as Etat<unknown>;

async function* once<Row>(rows: Promise<Row[]>): AsyncGenerator<Row[]> {
  yield await rows;
}

const bornes = (c: Context<App>) => {
  const { du, au } = periodeOf(c);
  return [livreOf(c), du, au];
};

const ETATS: Record<string, Etat<unknown>> = {
  journal: etat<LigneDeLivre>({
    summary: "Le journal des écritures d’une période.",
    query: LIVRE,
    about: bornes,
    pages: (c) => lireJournal(contextOf(c), { ...periodeOf(c), livre: livreOf(c) }),
    columns: [
      { titre: "Livre", valeur: (ligne) => ligne.livre },
      {
        titre: "Écriture",
        valeur: (ligne) => `${ligne.exercice}-${String(ligne.numero).padStart(6, "0")}`,
      },
      { titre: "Date", valeur: (ligne) => ligne.date },
      { titre: "Journal", valeur: (ligne) => JOURNAUX[ligne.journal] },
      { titre: "Compte", valeur: (ligne) => ligne.genre },
      { titre: "Intitulé", valeur: (ligne) => GENRES[ligne.genre].libelle },
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
    query: LIVRE,
    about: bornes,
    pages: (c) => lireGrandLivre(contextOf(c), { ...periodeOf(c), livre: livreOf(c) ?? "G" }),
    columns: [
      { titre: "Compte", valeur: (ligne) => ligne.genre },
      { titre: "Intitulé", valeur: (ligne) => libelleDuCompte(ligne.genre) },
      { titre: "Tiers", valeur: (ligne) => ligne.tiers },
      { titre: "Date", valeur: (ligne) => ligne.date },
      { titre: "Journal", valeur: (ligne) => ligne.journal },
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
    query: { livre: z.optional(livre), ...AU },
    about: (c) => [livreOf(c) ?? "G", auOf(c)],
    pages: (c) => once(lireBalance(contextOf(c), { livre: livreOf(c) ?? "G", au: auOf(c) })),
    columns: [
      { titre: "Compte", valeur: (ligne) => ligne.genre },
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
    query: AU,
    about: (c) => [auOf(c)],
    pages: (c) => once(lireFondsDetenus(contextOf(c), auOf(c))),
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
    query: PERIODE,
    about: (c) => Object.values(periodeOf(c)),
    pages: (c) => once(lirePointe(contextOf(c), periodeOf(c)).then(({ jours }) => jours)),
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
    summary: "L’état de rapprochement de chaque compte bancaire de gérance.",
    query: {},
    about: (c) => [c.var.today],
    pages: (c) => once(rapprochements(c)),
    columns: [
      { titre: "Compte", valeur: (une) => une.compte },
      { titre: "Au", valeur: (une) => une.au },
      { titre: "Libellé", valeur: (une) => une.libelle },
      { titre: "Nombre", valeur: (une) => une.nombre },
      { titre: "Montant", valeur: (une) => une.montant },
    ],
  }),
  creances: etat<Creance>({
    summary: "Ce que doivent les locataires, par ancienneté.",
    query: {},
    about: (c) => [c.var.today],
    pages: (c) => once(lireCreances(contextOf(c))),
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
  honoraires: etat<LigneHonoraires>({
    summary: "Le livre des honoraires : hors taxe, TVA, encaissé.",
    query: PERIODE,
    about: (c) => Object.values(periodeOf(c)),
    pages: (c) => once(lireHonoraires(contextOf(c), periodeOf(c))),
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
    query: PERIODE,
    about: (c) => Object.values(periodeOf(c)),
    pages: (c) => once(lireTva(contextOf(c), periodeOf(c)).then((tva) => tva.lignes)),
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
    query: PERIODE,
    about: (c) => Object.values(periodeOf(c)),
    pages: (c) => once(lireFactures(contextOf(c), periodeOf(c))),
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
    query: PERIODE,
    about: (c) => Object.values(periodeOf(c)),
    pages: (c) => once(lireVirements(contextOf(c), periodeOf(c))),
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
};

/** Each account that receives rents, from the last balance of its bank to that of the books. */
async function rapprochements(c: Context<App>) {
  const { db } = c.var;
  const comptes = await db
    .select()
    .from(comptesBancaires)
    .where(eq(comptesBancaires.usage, "gerance"));
  const etats = await Promise.all(comptes.map(({ id }) => etatDeRapprochement({ db }, id)));
  return comptes.flatMap(({ nom }, rang) => {
    const etat = etats[rang];
    if (!etat) return [];
    const ligne = (libelle: string, montant: number, nombre: number | null = null) => ({
      compte: nom,
      au: etat.au,
      libelle,
      nombre,
      montant,
    });
    return [
      ligne(etat.prouve ? "Solde du relevé" : "Solde du relevé, non prouvé", etat.banque),
      ligne("Lignes à rapprocher", -etat.aRapprocher.montant, etat.aRapprocher.nombre),
      ligne("Lignes écartées", -etat.ecartees.montant, etat.ecartees.nombre),
      ligne("Lignes de fichiers non prouvés", etat.nonProuvees.montant, etat.nonProuvees.nombre),
      ligne("Avant le premier relevé", -etat.avant),
      ligne("Relevés manquants", -etat.manquant),
      ligne("Écritures sans ligne de relevé", etat.nonPointes.montant, etat.nonPointes.nombre),
      ligne("Solde des livres", etat.livres),
      ligne("Écart", etat.ecart),
    ];
  });
}

const EXERCICE = { exercice: z.string().check(z.regex(/^20\d\d$/, "Une année est attendue.")) };

/** The year of the agency's own book that is asked for, and the name of its file. */
async function fecOf(c: Context<App>) {
  const { exercice: nom } = parse(z.strictObject(EXERCICE), c.req.query());
  const exercice = await lireExercice(contextOf(c), nom);
  const name = nomFec(agenceDe(await lireReglages(c.var.db)).siret, exercice.au);
  if (!name) throw new Invalid({ siret: "Le SIRET de l’agence manque dans les paramètres." });
  return { exercice, name };
}

const routes = new Hono<App>();
for (const [nom, { summary, query, about, pages, columns }] of Object.entries(ETATS)) {
  routes.get(
    `/Export/${nom}.csv`,
    says(summary, { query, media: "text/csv" }),
    requires("administrer"),
    limited("exports"),
    async (c) => {
      parse(z.strictObject(query), c.req.query());
      return streamedFile(c, {
        pages: pages(c),
        write: (rows, first) => csvChunk(columns, rows, first),
        name: `${[nom, ...about(c)].filter(Boolean).join("_")}.csv`,
        ressource: `Export ${nom}`,
      });
    },
  );
}

/** The states of the books, as files (cloture/README §12.19), and what the screen shows of them. */
export const exportResource = routes
  .get(
    "/Export/fec",
    says("Les écritures du livre des honoraires d’un exercice, au format FEC.", {
      query: EXERCICE,
      media: "text/plain",
    }),
    requires("administrer"),
    limited("exports"),
    async (c) => {
      const { exercice, name } = await fecOf(c);
      return streamedFile(c, {
        pages: lireFec(contextOf(c), exercice),
        write: fichierFec,
        name,
        type: "text/plain; charset=utf-8",
        ressource: "Export FEC",
      });
    },
  )
  .get(
    "/Export/fec-descriptif",
    says("Le descriptif du fichier des écritures d’un exercice.", {
      query: EXERCICE,
      media: "text/plain",
    }),
    requires("administrer"),
    limited("exports"),
    async (c) => {
      const { exercice, name } = await fecOf(c);
      const closLe = exercice.closLe && aujourdhui(new Date(exercice.closLe));
      return c.body(descriptionFec(name, { ...exercice, closLe }), 200, {
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Disposition": `attachment; filename="${name.replace(".txt", "_descriptif.txt")}"`,
        "Cache-Control": "no-store",
      });
    },
  )
  .get(
    "/Export/tva",
    says("La TVA des honoraires d’une période, et celle qui attend d’être encaissée.", {
      query: PERIODE,
    }),
    requires("administrer"),
    async (c) => c.json({ data: await lireTva(contextOf(c), periodeOf(c)) }),
  )
  .get(
    "/Export/pointe",
    says("La plus grande somme détenue dans une période, contre la garantie.", { query: PERIODE }),
    requires("administrer"),
    async (c) => c.json({ data: await lirePointe(contextOf(c), periodeOf(c)) }),
  )
  .get(
    "/Export/fonds-detenus",
    says("Les fonds détenus par mandat et par dépôt, un soir.", { query: AU, list: true }),
    requires("administrer"),
    async (c) => {
      const data = await lireFondsDetenus(contextOf(c), auOf(c));
      return c.json({ data, total: data.length });
    },
  );
