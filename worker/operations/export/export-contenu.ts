import { sql } from "drizzle-orm";
import { agenceDe } from "#domain/agence/agence.ts";
import { type Bornes, lisezMoi, type SuiteExport } from "#domain/agence/export-complet.ts";
import { aujourdhui, formatInstant, type Jour } from "#domain/dates.ts";
import { isDatabaseDown, motifDe } from "#worker/db/failures.ts";
import { morceauxExport } from "#worker/db/schema/exports.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireReglages } from "#worker/operations/fichiers/visuels.ts";
import { EcritureZip } from "#worker/operations/fichiers/zip.ts";
import { enOrdre } from "#worker/operations/parallele.ts";
import { type Pdf, pdfDe, remettre } from "#worker/operations/quittances/quittance-pdf.ts";
import {
  chargerQuittances,
  type QuittanceChargee,
} from "#worker/operations/quittances/quittances-chargees.ts";
import { lireDemandes } from "#worker/operations/signature/demandes.ts";
import { preuveExportee } from "#worker/operations/signature/dossier-de-preuve.ts";
import { lireSceaux } from "#worker/operations/signature/sceau/sceaux.ts";
import { type FichierExporte, lireFichiers } from "./export-fichiers.ts";
import { EXPORTEES, enCsv, enJson, lireLignes } from "./export-tables.ts";

/**
 * A piece of the archive ends after this many files (missing ones included), this many milliseconds, or the bytes of
 * `octetsParMorceau`.
 */
const ENTREES_PAR_MORCEAU = 1000;
const DUREE_DUN_MORCEAU = 20_000;
/** A table continues in another file after this many bytes, so that a reader need not load a whole table. */
const OCTETS_PAR_FICHIER = 1024 ** 3;
const FICHIERS_PAR_LECTURE = 100;
const QUITTANCES_PAR_LECTURE = 50;
const DEMANDES_PAR_LECTURE = 20;
const MORCEAUX_PAR_LECTURE = 20;
/** How many small files are read ahead of the one being written; larger files are written as they arrive. */
const EN_AVANCE = 4;
const PETIT_FICHIER = 1024 * 1024;

/** The stages in order. A row written after its table was read is left out, even when its file is in the archive. */
const ETAPES: readonly string[] = [
  ...[...EXPORTEES.keys()].map((nom) => `csv/${nom}`),
  ...[...EXPORTEES.keys()].map((nom) => `json/${nom}`),
  "fichiers",
  "quittances",
  "preuves",
  "sceaux",
  "fin",
];

export const PREMIERE_SUITE: SuiteExport = {
  etape: ETAPES[0] ?? null,
  apres: 0,
  volume: 1,
  faits: 0,
  zip: { place: 0, nombre: 0, ouverte: null },
};

interface Commande {
  id: number;
  debut: Date;
  bornes: Bornes;
  octetsParMorceau: number;
  suite: SuiteExport;
}

interface Entree {
  instant: Date;
  comprimee?: boolean;
}

/**
 * One piece of the archive of everything (agence/README §9.16): some seconds of writing, from the end of the last
 * piece. The only objects that it stores in R2 are the PDFs of receipts. Once it is written, `suite` gives the place
 * where the next piece begins. A piece may be made twice; only one of the two is kept.
 */
export class Morceau {
  readonly #ctx: Pick<Contexte, "env" | "db">;
  readonly #commande: Commande;
  readonly #zip: EcritureZip;
  readonly #entreesAvant: number;
  readonly #commence = Date.now();
  #octets = 0;
  #etape: string | null;
  #apres: number;
  #volume: number;
  /**
   * Rows (once for each format), files and receipts done so far, missing ones and those of earlier pieces included.
   */
  faits: number;
  /** The missing files, and why. */
  readonly manquants: string[] = [];

  constructor(ctx: Pick<Contexte, "env" | "db">, commande: Commande) {
    this.#ctx = ctx;
    this.#commande = commande;
    this.#zip = new EcritureZip(commande.suite.zip);
    this.#entreesAvant = commande.suite.zip.nombre;
    ({ etape: this.#etape, apres: this.#apres, volume: this.#volume } = commande.suite);
    this.faits = commande.suite.faits ?? 0;
  }

  /** The place where the next piece begins. */
  get suite(): SuiteExport {
    return {
      etape: this.#etape,
      apres: this.#apres,
      volume: this.#volume,
      faits: this.faits,
      zip: this.#zip.etat,
    };
  }

  /**
   * The directory entries of this piece, followed by the end of the archive when it is the last piece.
   * @param avant the bytes of the directory entries of earlier pieces.
   */
  index(avant: number): Uint8Array {
    const { index } = this.#zip;
    if (this.#etape !== null) return index;
    return Buffer.concat([index, this.#zip.finir(avant + index.length)]);
  }

  /** The bytes of the piece, as they are made. */
  async *octets(): AsyncGenerator<Uint8Array> {
    while (this.#etape !== null && !this.#plein) yield* this.#avancer(this.#etape);
  }

  get #plein(): boolean {
    return (
      this.#octets >= this.#commande.octetsParMorceau ||
      this.#zip.etat.nombre - this.#entreesAvant + this.manquants.length >= ENTREES_PAR_MORCEAU ||
      Date.now() - this.#commence >= DUREE_DUN_MORCEAU
    );
  }

  #avancer(etape: string): AsyncGenerator<Uint8Array> {
    const [format, nom] = etape.split("/");
    if (nom) return this.#table(format === "csv" ? "csv" : "json", nom);
    if (etape === "fichiers") return this.#fichiers();
    if (etape === "quittances") return this.#quittances();
    if (etape === "preuves") return this.#preuves();
    return etape === "sceaux" ? this.#sceaux() : this.#fin();
  }

  #suivante(): void {
    this.#etape = ETAPES[ETAPES.indexOf(this.#etape ?? "") + 1] ?? null;
    this.#apres = 0;
    this.#volume = 1;
  }

  #ecrire(octets: Uint8Array): Uint8Array {
    this.#octets += octets.length;
    return this.#zip.ecrire(octets);
  }

  #ouvrir(nom: string, instant: Date, comprimee: boolean): Uint8Array {
    return this.#zip.ouvrir(nom, instant, comprimee);
  }

  *#entier(nom: string, octets: Uint8Array, { instant, comprimee = false }: Entree) {
    yield this.#ouvrir(nom, instant, comprimee);
    yield this.#ecrire(octets);
    yield this.#zip.fermer();
  }

  /**
   * Writes the next rows of a table. Its file stays open until the table ends or the file is full; the other rows then go
   * into a further file.
   */
  async *#table(format: "csv" | "json", nom: string): AsyncGenerator<Uint8Array> {
    const { bornes, debut } = this.#commande;
    const page = await lireLignes(this.#ctx, { nom, apres: this.#apres, bornes });
    if (!this.#zip.etat.ouverte) {
      const suite = this.#volume === 1 ? "" : ` (${this.#volume})`;
      yield this.#ouvrir(`${format}/${nom}${suite}.${format}`, debut, true);
    }
    const commence = this.#zip.etat.ouverte?.brute === 0;
    const plein = (this.#zip.etat.ouverte?.brute ?? 0) >= OCTETS_PAR_FICHIER;
    const ecrites = { ...page, fin: page.fin || plein };
    const texte = format === "csv" ? enCsv(nom, ecrites, commence) : enJson(ecrites, commence);
    yield this.#ecrire(Buffer.from(texte));
    this.faits += page.lignes.length;
    this.#apres = page.derniere;
    if (!ecrites.fin) return;
    yield this.#zip.fermer();
    if (page.fin) this.#suivante();
    else this.#volume++;
  }

  async *#fichiers(): AsyncGenerator<Uint8Array> {
    const page = await lireFichiers(this.#ctx.db, this.#apres, FICHIERS_PAR_LECTURE);
    const fichiers = enOrdre(de(page), EN_AVANCE, async (fichier) => ({
      fichier,
      octets: fichier.taille > PETIT_FICHIER ? null : await this.#lirePetit(fichier),
    }));
    for await (const { fichier, octets } of fichiers) {
      yield* this.#fichier(fichier, octets);
      this.#apres = fichier.id;
      this.faits++;
      if (this.#plein) return;
    }
    if (page.length < FICHIERS_PAR_LECTURE) this.#suivante();
  }

  async #lirePetit({ key }: FichierExporte): Promise<Uint8Array | "absent"> {
    const objet = await this.#ctx.env.FILES.get(key);
    return objet ? new Uint8Array(await objet.arrayBuffer()) : "absent";
  }

  /**
   * @param octets the whole file; « absent » when R2 does not have it; null when it is too large to be read at once.
   */
  async *#fichier(
    { key, chemin, createdAt }: FichierExporte,
    octets: Uint8Array | "absent" | null,
  ): AsyncGenerator<Uint8Array> {
    const instant = new Date(createdAt);
    if (octets instanceof Uint8Array) {
      yield* this.#entier(chemin, octets, { instant });
      return;
    }
    const objet = octets === "absent" ? null : await this.#ctx.env.FILES.get(key);
    if (!objet) {
      this.manquants.push(`${chemin} : l’objet n’est plus dans l’espace de fichiers.`);
      return;
    }
    yield this.#ouvrir(chemin, instant, false);
    for await (const morceau of objet.body) yield this.#ecrire(morceau);
    yield this.#zip.fermer();
  }

  async *#quittances(): AsyncGenerator<Uint8Array> {
    const { debut } = this.#commande;
    const ctx = { ...this.#ctx, today: aujourdhui(debut) };
    const apres = sql`"Quitance".id > ${this.#apres}`;
    const page = await chargerQuittances(ctx, {
      lesquelles: apres,
      auPlus: QUITTANCES_PAR_LECTURE,
    });
    const pdfs = enOrdre(de(await remettre(ctx, page)), EN_AVANCE, async (quittance) => ({
      quittance,
      pdf: await this.#pdf(quittance, ctx.today),
    }));
    for await (const { quittance, pdf } of pdfs) {
      const dossier = `documents/Quittances/${quittance.donnees.mois}`;
      if (typeof pdf === "string") this.manquants.push(`${dossier}/${pdf}`);
      else yield* this.#entier(`${dossier}/${pdf.nom}`, pdf.octets, { instant: debut });
    }
    this.faits += page.length;
    this.#apres = page.at(-1)?.id ?? this.#apres;
    if (page.length < QUITTANCES_PAR_LECTURE) this.#suivante();
  }

  /** @returns the PDF, or the reason in words why it cannot be made. */
  async #pdf(quittance: QuittanceChargee, today: Jour): Promise<Pdf | string> {
    try {
      return await pdfDe({ ...this.#ctx, today }, quittance);
    } catch (error) {
      if (isDatabaseDown(error)) throw error;
      const { numero } = quittance.donnees;
      console.error(JSON.stringify({ message: "Receipt not exported", error: motifDe(error) }));
      return `${numero}.pdf : le document n’a pas pu être établi.`;
    }
  }

  /** The evidence of each request of signature. */
  async *#preuves(): AsyncGenerator<Uint8Array> {
    const instant = this.#commande.debut;
    const page = await lireDemandes(
      this.#ctx,
      sql`"DemandeSignature".id IN (SELECT id FROM "DemandeSignature" WHERE id > ${this.#apres}
        ORDER BY id LIMIT ${DEMANDES_PAR_LECTURE})`,
    );
    for (const demande of page) {
      const octets = await preuveExportee(this.#ctx, demande);
      yield* this.#entier(`preuves/${demande.id}.json`, octets, { instant, comprimee: true });
      this.#apres = demande.id;
    }
    if (page.length < DEMANDES_PAR_LECTURE) this.#suivante();
  }

  /** The certificates by which the sealed files are verified. */
  async *#sceaux(): AsyncGenerator<Uint8Array> {
    const instant = this.#commande.debut;
    for (const { id, certificat } of await lireSceaux(this.#ctx))
      yield* this.#entier(`sceaux/${id}.pem`, Buffer.from(certificat), { instant });
    this.#suivante();
  }

  async *#fin(): AsyncGenerator<Uint8Array> {
    const fin = new Date();
    let manquants = 0;
    for await (const suite of this.#tousLesManquants()) {
      if (manquants === 0) yield this.#ouvrir("manquants.txt", fin, true);
      yield this.#ecrire(Buffer.from(suite.map((ligne) => `${ligne}\r\n`).join("")));
      manquants += suite.length;
    }
    if (manquants > 0) yield this.#zip.fermer();
    const texte = lisezMoi({
      agence: agenceDe(await lireReglages(this.#ctx.db)).agenceNom || null,
      debut: formatInstant(this.#commande.debut),
      fin: formatInstant(fin),
      manquants,
    });
    const lignes = `\uFEFF${texte.replaceAll("\n", "\r\n")}`;
    yield* this.#entier("LISEZ-MOI.txt", Buffer.from(lignes), { instant: fin, comprimee: true });
    this.#suivante();
  }

  /** The missing files of the earlier pieces, read a few pieces at a time, then those of this one. */
  async *#tousLesManquants(): AsyncGenerator<string[]> {
    const { id } = this.#commande;
    for (let apres = -1; ; ) {
      const avant = await this.#ctx.db
        .select({ rang: morceauxExport.rang, manquants: morceauxExport.manquants })
        .from(morceauxExport)
        .where(
          sql`${morceauxExport.ExportCompletId} = ${id} AND ${morceauxExport.rang} > ${apres}
            AND ${morceauxExport.manquants} <> '[]'`,
        )
        .orderBy(morceauxExport.rang)
        .limit(MORCEAUX_PAR_LECTURE);
      for (const { manquants } of avant) yield manquants;
      if (avant.length < MORCEAUX_PAR_LECTURE) break;
      apres = avant.at(-1)?.rang ?? apres;
    }
    if (this.manquants.length > 0) yield this.manquants;
  }
}

async function* de<Element>(elements: readonly Element[]): AsyncGenerator<Element> {
  yield* elements;
}
