import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber, PDFRef } from "pdf-lib";
import type { Document } from "../page/blocks.ts";
import { type Base, pdfFile, type Reference, textString } from "../page/file.ts";
import { renderAfter } from "../page/render.ts";

/**
 * The number of hexadecimal digits reserved in a file for the seal; `horodate` leaves space for a timestamp. A seal
 * of this product takes about half of `simple`.
 */
export const PLACES_DU_SCEAU = { simple: 4096, horodate: 12_288 } as const;
/** The entry of the seal’s dictionary that gives the number of bytes that the parties read and signed. */
export const OCTETS_LUS = "PatrimoineLocatif_OctetsLus";

const ALTERNATIVE = "Sceau électronique de l’agence";
const RAISON = "Signature électronique simple";
/** Ten digits reserved for each number that is known only when the file is complete. */
const A_VENIR = "##########";
const PLAGE = `/ByteRange[0 ${A_VENIR} ${A_VENIR} ${A_VENIR}]`;

/**
 * A file with empty space for its seal, between the offsets `debut` and `fin`; the seal covers all the other bytes.
 */
export interface ASceller {
  octets: Buffer;
  debut: number;
  fin: number;
}

/**
 * Adds to a file, which stays untouched, the pages of its proof and room for a seal (ISO 32000-1, 7.5.6 and 12.8; ETSI
 * EN 319 142-1). The result still conforms to PDF/A-2a and PDF/UA-1, as it declares.
 * @param papierLu a file of this product: tagged, without a form.
 * @param nom the name of the sealer, as PDF readers show it. @param place the digits kept for the seal.
 * @throws Error when the file has a form, as a sealed file does: a file is sealed only once.
 */
export async function preparerSceau(
  papierLu: Uint8Array,
  { preuve, le, nom, place }: { preuve: Document; le: Date; nom: string; place: number },
): Promise<ASceller> {
  const { catalog, context } = await PDFDocument.load(papierLu, { updateMetadata: false });
  if (catalog.has(entree("AcroForm"))) throw new Error("This file holds a form, or a seal.");
  const file = pdfFile(finDe(papierLu));
  const pages = membre(catalog, "Pages");
  const structure = membre(catalog, "StructTreeRoot");
  const document = membre(structure.dict, "K");
  const parents = membre(structure.dict, "ParentTree");
  const key = nombre(structure.dict, "ParentTreeNextKey");
  const widget = file.reserve();
  const suite = renderAfter(file, preuve, {
    tree: pages.reference,
    parent: document.reference,
    key,
    field: { widget, alternative: ALTERNATIVE },
  });
  const cleDuChamp = key + suite.pages.length;
  liste(pages.dict, "Kids").push(...suite.pages.map(vers));
  pages.dict.set(entree("Count"), PDFNumber.of(nombre(pages.dict, "Count") + suite.pages.length));
  liste(document.dict, "K").push(vers(suite.part));
  liste(parents.dict, "Nums").push(
    ...suite.parents.flatMap(([cle, owner]) => [PDFNumber.of(cle), vers(owner)]),
  );
  structure.dict.set(entree("ParentTreeNextKey"), PDFNumber.of(cleDuChamp + 1));
  const sceau = file.addAlone(
    `<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached/M(${instant(le)})/Name ${textString(nom)}/Reason ${textString(RAISON)}/${OCTETS_LUS} ${papierLu.length}${PLAGE}/Contents<${"0".repeat(place)}>>>`,
  );
  file.fill(
    widget,
    `<</Type/Annot/Subtype/Widget/FT/Sig/T(Sceau)/TU ${textString(ALTERNATIVE)}/F 132/Rect[0 0 0 0]/P ${suite.pages.at(-1)}/StructParent ${cleDuChamp}/V ${sceau}>>`,
  );
  const formulaire = file.add(`<</Fields[${widget}]/SigFlags 3>>`);
  catalog.set(entree("AcroForm"), vers(formulaire));
  for (const { reference, dict } of [pages, structure, document, parents])
    file.fill(reference, String(dict));
  const { Root, Info, ID } = context.trailerInfo;
  if (!(Root instanceof PDFRef && ID instanceof PDFArray)) throw new Error("A file without end.");
  file.fill(`${Root.objectNumber} 0 R`, String(catalog));
  const depuis = createHash("sha256").update(papierLu).digest("hex").slice(0, 32);
  return plageEcrite(
    Buffer.from(file.bytes(`/Root ${Root}/Info ${Info}/ID[${ID.get(0)}<${depuis}>]`)),
    { depuis: papierLu.length, place },
  );
}

/** The bytes that a seal covers: all the bytes of the file except the seal. */
export const sousLeSceau = ({ octets, debut, fin }: ASceller): Uint8Array =>
  Buffer.concat([octets.subarray(0, debut), octets.subarray(fin)]);

/**
 * Writes a seal into the room that the file keeps for it.
 * @param sceau the CMS, in DER.
 * @throws Error when the seal is longer than its room.
 */
export function poserSceau({ octets, debut, fin }: ASceller, sceau: Uint8Array): Uint8Array {
  const place = fin - debut - 2;
  const chiffres = chiffresDuSceau(sceau, place);
  if (chiffres.length !== place) throw new Error("The seal is longer than its room.");
  octets.write(chiffres, debut + 1, "latin1");
  return octets;
}

/** The seal as hexadecimal digits, filled up with zeros to `place` digits. */
export const chiffresDuSceau = (sceau: Uint8Array, place: number): string =>
  Buffer.from(sceau).toString("hex").padEnd(place, "0");

function plageEcrite(
  octets: Buffer,
  { depuis, place }: { depuis: number; place: number },
): ASceller {
  const plage = octets.indexOf(PLAGE, depuis, "latin1");
  const debut = plage + `${PLAGE}/Contents`.length;
  const fin = debut + place + 2;
  const nombres = [debut, fin, octets.length - fin].map((place) => String(place).padEnd(10));
  octets.write(`/ByteRange[0 ${nombres.join(" ")}]`, plage, "latin1");
  return { octets, debut, fin };
}

/** Reads the end of a file: the size of its last trailer, and the offset of its last cross-reference section. */
function finDe(bytes: Uint8Array): Base {
  const texte = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(texte)?.[1]);
  const size = Number(/\/Size (\d+)/.exec(texte.slice(start))?.[1]);
  if (!(size > 0)) throw new Error("A file without end.");
  return { bytes, size, start };
}

const entree = (nom: string) => PDFName.of(nom);
const nombre = (dict: PDFDict, nom: string) => dict.lookup(entree(nom), PDFNumber).asNumber();
const vers = (reference: Reference) => PDFRef.of(Number.parseInt(reference, 10));

/** The object that an entry of a PDF dictionary refers to, and its reference. */
function membre(dict: PDFDict, nom: string): { dict: PDFDict; reference: Reference } {
  const reference = dict.get(entree(nom));
  if (!(reference instanceof PDFRef)) throw new Error(`${nom} is no reference.`);
  return {
    dict: dict.context.lookup(reference, PDFDict),
    reference: `${reference.objectNumber} 0 R`,
  };
}

function liste(dict: PDFDict, nom: string): { push(...ajouts: (PDFRef | PDFNumber)[]): void } {
  const array = dict.lookup(entree(nom), PDFArray);
  return {
    push: (...ajouts) => {
      for (const ajout of ajouts) array.push(ajout);
    },
  };
}

const instant = (le: Date) => `D:${le.toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z`;
