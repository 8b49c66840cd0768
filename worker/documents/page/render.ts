import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { deflateSync, inflateSync } from "node:zlib";
import { apostrophesCourbes } from "#domain/orthographe.ts";
import { drawingOnly } from "../fonts/outlines.ts";
import type { Document, Picture } from "./blocks.ts";
import { contentOf } from "./content.ts";
import { type PdfFile, pdfFile, type Reference, textString } from "./file.ts";
import type { Mark } from "./ink.ts";
import { outline } from "./outline.ts";
import { PAGE, pagesOf } from "./pages.ts";
import { SRGB, xmp } from "./pdf-a.ts";
import { type Image, imageOf } from "./pictures.ts";
import { asPart, type Element, wholeDocument, within } from "./structure.ts";
import { type KeyedOwner, structureElements, structureTree, type WrittenPage } from "./tags.ts";
import { type CutFont, cutFor, type Face, glyphString, glyphsFor, isLight } from "./typeface.ts";

/**
 * Renders a document as the bytes of a PDF: A4, in French, dated by its own metadata, so that the same document gives
 * the same bytes. The file is tagged and described as PDF/UA-1 and PDF/A-2a require; a picture in four colors breaks
 * PDF/A-2a, and joined pages of other files (`followed`) break both. The embedded face Arimo has the characters of
 * French (9 KB a face) or, when a text needs others, only the outlines that the text uses. Rendering never fails: a
 * character that Arimo lacks leaves a blank, and an unreadable picture is left out.
 */
export async function render(
  document: Document,
  { followed = false }: { followed?: boolean } = {},
): Promise<Uint8Array> {
  const file = pdfFile();
  const structure = wholeDocument();
  const images = await imagesOf(document);
  const tree = file.reserve();
  const pages = writePages(file, { document, images, structure, tree, key: 0 });
  const kids = pages.map(({ reference }) => reference);
  file.fill(tree, `<</Type/Pages/Count ${kids.length}/Kids[${kids.join(" ")}]>>`);
  const structureRoot = structureTree(file, structure, pages);
  const identity = identityOf(document, images, followed);
  const info = file.add(infoOf(identity));
  const root = file.add(
    `<</Type/Catalog/Pages ${tree}/Lang(fr-FR)/MarkInfo<</Marked true>>/StructTreeRoot ${structureRoot}${outline(file, structure, pages)}/ViewerPreferences<</DisplayDocTitle true>>/Metadata ${file.addStream("/Type/Metadata/Subtype/XML/Filter/FlateDecode", deflateSync(xmp(identity)))}/OutputIntents[<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(sRGB)/Info(sRGB)/DestOutputProfile ${file.addStream("/N 3/Filter/FlateDecode", deflatedProfile)}>>]>>`,
  );
  const id = createHash("md5").update(JSON.stringify(identity));
  for (const { deflated } of pages) id.update(deflated);
  const hex = id.digest("hex");
  return file.bytes(`/Root ${root}/Info ${info}/ID[<${hex}><${hex}>]`);
}

const deflatedProfile = deflateSync(SRGB);

/** The place for the pages of a document that is added after the pages of a file. */
interface Following {
  /** The node of the page tree that the pages join. */
  tree: Reference;
  /** The element of the structure that the pages join. */
  parent: Reference;
  /** The first free key of the parent tree. */
  key: number;
  /** The signature field of the last of these pages, which draws nothing, and its description for screen readers. */
  field: { widget: Reference; alternative: string };
}

/**
 * Writes the pages of a document after the pages of a file. The document becomes a part of the file’s structure, and
 * its title a heading of the second level. Pictures are left out, because their colors could contradict what the file
 * declares.
 * @returns the pages, the part of the structure, and the entries of the parent tree.
 */
export function renderAfter(
  file: PdfFile,
  document: Document,
  { tree, parent, key, field }: Following,
): { pages: Reference[]; part: Reference; parents: KeyedOwner[] } {
  const structure = wholeDocument();
  const { widget, alternative } = field;
  const pages = writePages(file, { document, images: new Map(), structure, tree, key, widget });
  asPart(structure);
  within(structure, "Form", { alternative, annotation: widget });
  const { top, parents } = structureElements(file, { structure, pages, parent, key });
  return { pages: pages.map(({ reference }) => reference), part: top, parents };
}

interface ToWrite {
  document: Document;
  images: ReadonlyMap<Picture, Named>;
  /** The root of the structure, which receives the parts of the document. */
  structure: Element;
  /** The node of the page tree that the pages join. */
  tree: Reference;
  /** The key of the first page in the parent tree. */
  key: number;
  /** The annotation of the last page. */
  widget?: Reference;
}

function writePages(
  file: PdfFile,
  { document, images, structure, tree, key, widget }: ToWrite,
): (WrittenPage & { deflated: Uint8Array })[] {
  const pages = pagesOf(document, images, structure);
  const cuts = cutsFor(pages);
  const contents = pages.map((marks) =>
    contentOf(marks, PAGE.height, (text, face) => glyphString(text, cuts[face].font)),
  );
  const shared = file.add(resources(file, cuts, images));
  const box = `[0 0 ${round(PAGE.width)} ${round(PAGE.height)}]`;
  return contents.map((content, rank) => {
    const deflated = deflateSync(Buffer.from(content.operators, "latin1"));
    const stream = file.addStream("/Filter/FlateDecode", deflated);
    const annotations = widget && rank === contents.length - 1 ? `/Annots[${widget}]` : "";
    const reference = file.add(
      `<</Type/Page/Parent ${tree}/MediaBox${box}/Resources ${shared}/Contents ${stream}/StructParents ${key + rank}/Tabs/S${annotations}>>`,
    );
    return { ...content, reference, deflated };
  });
}

const round = (points: number) => Math.round(points * 100) / 100;

const UNWRITABLE = /[\p{Cc}\uFFFE\uFFFF]/gu;
const plain = (text: string) =>
  apostrophesCourbes(text).toWellFormed().replace(UNWRITABLE, " ").trim();

function identityOf(
  { title, metadata }: Document,
  images: ReadonlyMap<Picture, Named>,
  followed: boolean,
) {
  return {
    title: plain(title),
    author: plain(metadata.author),
    subject: plain(metadata.subject),
    date: `${metadata.date}T00:00:00Z`,
    archivable: !followed && [...images.values()].every(({ screenColors }) => screenColors),
    accessible: !followed,
  };
}

function infoOf({ title, author, subject, date }: ReturnType<typeof identityOf>): string {
  const texts = { Title: title, Author: author, Subject: subject };
  const entries = Object.entries(texts)
    .filter(([, text]) => text !== "")
    .map(([key, text]) => `/${key} ${textString(text)}`);
  const day = `(D:${date.replace(/[-T:]/g, "")})`;
  return `<<${entries.join("")}/CreationDate${day}/ModDate${day}>>`;
}

/** The subset of a font that draws a face of the document, and the texts written in this face. */
interface Cut {
  font: CutFont;
  texts: ReadonlySet<string>;
}
type Cuts = Record<Face, Cut>;

function cutsFor(pages: readonly Mark[][]): Cuts {
  const written: Record<Face, Set<string>> = { regular: new Set(), bold: new Set() };
  for (const mark of pages.flat()) if (mark.kind === "text") written[mark.face].add(mark.text);
  const cut = (face: Face) => ({ font: cutFor(written[face], face), texts: written[face] });
  return { regular: cut("regular"), bold: cut("bold") };
}

function resources(file: PdfFile, { regular, bold }: Cuts, images: ReadonlyMap<Picture, Named>) {
  const pictures = [...images.values()].map((image) => `/${image.name} ${drawing(file, image)}`);
  const maps = new Map<string, Reference>();
  return `<</Font<</R ${embeddedFont(file, regular, maps)}/B ${embeddedFont(file, bold, maps)}>>/XObject<<${pictures.join("")}>>>>`;
}

interface EmbeddedFont {
  file: Uint8Array;
  toUnicode: Uint8Array;
  widths: string;
}

const decoded = new Map<CutFont, EmbeddedFont>();

function decode(font: CutFont): EmbeddedFont {
  const bytes = decoded.get(font) ?? {
    file: Buffer.from(font.file, "base64"),
    toUnicode: Buffer.from(font.toUnicode, "base64"),
    widths: font.widths.join(" "),
  };
  decoded.set(font, bytes);
  return bytes;
}

/** The deflated font file to embed: whole when it is light, else with only the outlines that the texts need. */
function programOf({ font, texts }: Cut): { file: Uint8Array; fileLength: number } {
  const { file } = decode(font);
  if (isLight(font)) return { file, fileLength: font.fileLength };
  const needed = drawingOnly(inflateSync(file), glyphsFor(texts, font));
  return { file: deflateSync(needed), fileLength: needed.length };
}

/**
 * Embeds a font whose glyphs are called by their number in the subset; the two faces share the `maps` to characters.
 */
function embeddedFont(pdf: PdfFile, cut: Cut, maps: Map<string, Reference>): Reference {
  const { font } = cut;
  const { toUnicode, widths } = decode(font);
  const { name, box, ascent, descent, stemV } = font;
  const { file, fileLength } = programOf(cut);
  const map = maps.get(font.toUnicode) ?? pdf.addStream("/Filter/FlateDecode", toUnicode);
  maps.set(font.toUnicode, map);
  const program = pdf.addStream(`/Length1 ${fileLength}/Filter/FlateDecode`, file);
  const descriptor = pdf.add(
    `<</Type/FontDescriptor/FontName/${name}/Flags 4/FontBBox[${box.join(" ")}]/ItalicAngle 0/Ascent ${ascent}/Descent ${descent}/CapHeight 716/StemV ${stemV}/FontFile2 ${program}>>`,
  );
  const descendant = pdf.add(
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/CIDToGIDMap/Identity/FontDescriptor ${descriptor}/W[0[${widths}]]>>`,
  );
  return pdf.add(
    `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H/DescendantFonts[${descendant}]/ToUnicode ${map}>>`,
  );
}

interface Named extends Image {
  name: string;
}

async function imagesOf({ letterhead, blocks }: Document): Promise<Map<Picture, Named>> {
  const signatories = blocks.flatMap((block) =>
    block.kind === "signature" ? block.signatories : [],
  );
  const photos = blocks.flatMap((block) =>
    block.kind === "photos" ? block.rows.flat().map((photo) => photo?.picture ?? undefined) : [],
  );
  const images = new Map<Picture, Named>();
  const signed = signatories.map(({ picture }) => picture);
  for (const picture of [letterhead.logo, ...signed, ...photos]) {
    if (picture === undefined || images.has(picture)) continue;
    const image = await imageOf(picture);
    if (image) images.set(picture, { ...image, name: `I${images.size}` });
  }
  return images;
}

function drawing(file: PdfFile, { picture, mask }: Image): Reference {
  const alpha = mask ? `/SMask ${file.addStream(mask.entries, mask.bytes)}` : "";
  return file.addStream(`${picture.entries}${alpha}`, picture.bytes);
}
