import { constants, crc32, deflateRawSync } from "node:zlib";
import type { EntreeOuverte, EtatZip } from "#domain/agence/export-complet.ts";
import { aujourdhui, heureDeParis } from "#domain/dates.ts";

const METHODE = { stockee: 0, comprimee: 8 };
/** The ZIP flags of a file: its sizes are written after its bytes, and its name is UTF-8. */
const DRAPEAUX = 0x0808;
const VERSION = 20;
const VERSION_ZIP64 = 45;
/** The value that fills a field of two or four bytes when the true value is in the ZIP64 record. */
const PLEIN_32 = 0xffffffff;
const PLEIN_16 = 0xffff;
/** An ordinary file made on Unix, that its owner may write and all may read. */
const FAIT_PAR = (3 << 8) | VERSION_ZIP64;
const ATTRIBUTS = 0o100644 * 0x10000;
/** An empty last block: after a flush, it ends the compressed data. */
const FIN_COMPRESSEE = new Uint8Array([0x03, 0x00]);

/**
 * Writes an archive (PKWARE APPNOTE 6.3.10) file after file, each in any number of pieces. Its only state is {@link
 * EtatZip}: an instance made from the state of another one continues its archive. Beyond 4 GB or 65,535 files the
 * archive is a ZIP64; each file stays under 4 GB.
 */
export class EcritureZip {
  readonly #etat: EtatZip;
  readonly #index: Uint8Array[] = [];
  /** The last date computed: files made together share it, and each computation takes a quarter of a millisecond. */
  #quand = { instant: Number.NaN, date: 0 };

  constructor(etat: EtatZip = { place: 0, nombre: 0, ouverte: null }) {
    this.#etat = { ...etat, ouverte: etat.ouverte && { ...etat.ouverte } };
  }

  get etat(): Readonly<EtatZip> {
    return this.#etat;
  }

  /** The directory lines of the files closed since this instance was made. */
  get index(): Buffer {
    return Buffer.concat(this.#index);
  }

  /** @returns the header of a file, whose bytes come next. */
  ouvrir(nom: string, instant: Date, comprimee = false): Uint8Array {
    if (this.#quand.instant !== instant.getTime())
      this.#quand = { instant: instant.getTime(), date: dateDuFormat(instant) };
    const quand = this.#quand.date;
    const { place: debut } = this.#etat;
    const ouverte = { nom, comprimee, debut, quand, crc: 0, taille: 0, brute: 0 };
    this.#etat.ouverte = ouverte;
    const texte = Buffer.from(nom);
    const tete = Buffer.alloc(30);
    tete.writeUInt32LE(0x04034b50, 0);
    decrire(tete, 4, { ...ouverte, version: VERSION });
    tete.writeUInt16LE(texte.length, 26);
    return this.#compter(Buffer.concat([tete, texte]));
  }

  /** @returns the bytes to write for these bytes of the open file. */
  ecrire(octets: Uint8Array): Uint8Array {
    const ouverte = this.#ouverte;
    ouverte.crc = crc32(octets, ouverte.crc);
    ouverte.brute += octets.length;
    // Each piece is compressed alone, so that another process can go on with the next one.
    const ecrits = ouverte.comprimee
      ? deflateRawSync(octets, { finishFlush: constants.Z_SYNC_FLUSH })
      : octets;
    return this.#peser(ecrits);
  }

  /** @returns the end of the open file. */
  fermer(): Uint8Array {
    const ouverte = this.#ouverte;
    const fin = ouverte.comprimee ? this.#peser(FIN_COMPRESSEE) : new Uint8Array();
    const suite = Buffer.alloc(16);
    suite.writeUInt32LE(0x08074b50, 0);
    mesurer(suite, 4, ouverte);
    this.#index.push(ligneDIndex(ouverte));
    this.#etat.ouverte = null;
    this.#etat.nombre++;
    return Buffer.concat([fin, this.#compter(suite)]);
  }

  /**
   * @returns the closing record of the ZIP, to write after its directory entries. @param taille the bytes of these
   * entries
   */
  finir(taille: number): Uint8Array {
    return finDArchive({ nombre: this.#etat.nombre, debut: this.#etat.place, taille });
  }

  get #ouverte(): EntreeOuverte {
    if (!this.#etat.ouverte) throw new Error("No file of the archive is open.");
    return this.#etat.ouverte;
  }

  #peser(octets: Uint8Array): Uint8Array {
    this.#ouverte.taille += octets.length;
    return this.#compter(octets);
  }

  #compter(octets: Uint8Array): Uint8Array {
    this.#etat.place += octets.length;
    return octets;
  }
}

function decrire(
  ou: Buffer,
  place: number,
  { comprimee, quand, version }: EntreeOuverte & { version: number },
): void {
  ou.writeUInt16LE(version, place);
  ou.writeUInt16LE(DRAPEAUX, place + 2);
  ou.writeUInt16LE(comprimee ? METHODE.comprimee : METHODE.stockee, place + 4);
  ou.writeUInt32LE(quand, place + 6);
}

function mesurer(ou: Buffer, place: number, { crc, taille, brute }: EntreeOuverte): void {
  if (Math.max(taille, brute) >= PLEIN_32) throw new Error("A file of the archive is too large.");
  ou.writeUInt32LE(crc, place);
  ou.writeUInt32LE(taille, place + 4);
  ou.writeUInt32LE(brute, place + 8);
}

function ligneDIndex(entree: EntreeOuverte): Uint8Array {
  const texte = Buffer.from(entree.nom);
  const loin = entree.debut >= PLEIN_32;
  const ligne = Buffer.alloc(46);
  ligne.writeUInt32LE(0x02014b50, 0);
  ligne.writeUInt16LE(FAIT_PAR, 4);
  decrire(ligne, 6, { ...entree, version: loin ? VERSION_ZIP64 : VERSION });
  mesurer(ligne, 16, entree);
  ligne.writeUInt16LE(texte.length, 28);
  ligne.writeUInt16LE(loin ? 12 : 0, 30);
  ligne.writeUInt32LE(ATTRIBUTS, 38);
  ligne.writeUInt32LE(loin ? PLEIN_32 : entree.debut, 42);
  if (!loin) return Buffer.concat([ligne, texte]);
  const place = Buffer.alloc(12);
  place.writeUInt16LE(1, 0);
  place.writeUInt16LE(8, 2);
  place.writeBigUInt64LE(BigInt(entree.debut), 4);
  return Buffer.concat([ligne, texte, place]);
}

interface Repertoire {
  nombre: number;
  debut: number;
  taille: number;
}

function finDArchive({ nombre, debut, taille }: Repertoire): Uint8Array {
  const fin = Buffer.alloc(22);
  fin.writeUInt32LE(0x06054b50, 0);
  fin.writeUInt16LE(Math.min(nombre, PLEIN_16), 8);
  fin.writeUInt16LE(Math.min(nombre, PLEIN_16), 10);
  fin.writeUInt32LE(Math.min(taille, PLEIN_32), 12);
  fin.writeUInt32LE(Math.min(debut, PLEIN_32), 16);
  const grande = nombre >= PLEIN_16 || taille >= PLEIN_32 || debut >= PLEIN_32;
  return grande ? Buffer.concat([finZip64({ nombre, debut, taille }), fin]) : fin;
}

function finZip64({ nombre, debut, taille }: Repertoire): Uint8Array {
  const fin = Buffer.alloc(56 + 20);
  fin.writeUInt32LE(0x06064b50, 0);
  fin.writeBigUInt64LE(44n, 4);
  fin.writeUInt16LE(FAIT_PAR, 12);
  fin.writeUInt16LE(VERSION_ZIP64, 14);
  fin.writeBigUInt64LE(BigInt(nombre), 24);
  fin.writeBigUInt64LE(BigInt(nombre), 32);
  fin.writeBigUInt64LE(BigInt(taille), 40);
  fin.writeBigUInt64LE(BigInt(debut), 48);
  fin.writeUInt32LE(0x07064b50, 56);
  fin.writeBigUInt64LE(BigInt(debut + taille), 64);
  fin.writeUInt32LE(1, 72);
  return fin;
}

/** The date and minute by the clock of Paris: the format has no time zone. */
function dateDuFormat(instant: Date): number {
  const [annee = 0, mois = 0, jour = 0] = aujourdhui(instant).split("-").map(Number);
  const [heure = 0, minute = 0] = heureDeParis(instant).split(":").map(Number);
  const date = ((annee - 1980) << 9) | (mois << 5) | jour;
  return date * 0x10000 + ((heure << 11) | (minute << 5));
}
