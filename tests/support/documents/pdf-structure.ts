import { inflateSync } from "node:zlib";
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFString,
} from "pdf-lib";
import { glyphsOf } from "./pdf-text.ts";

/** A structure element of the file, as a screen reader finds it. */
export interface Part {
  role: string;
  parts: Part[];
  /** The text that a screen reader reads, in the element and below. */
  text: string;
  scope: string | undefined;
  /** The number of columns that a table cell spans. */
  columns: number;
  alternative: string | undefined;
  /** The page of the element's first words, from 0. */
  page: number | undefined;
}

export interface PdfStructure {
  catalog: PDFDict;
  info: Record<string, string>;
  root: Part;
  /** The top elements, in reading order. */
  parts: Part[];
  /** Contradictions with ISO 32000-1, 14.6 to 14.8: content without a part, parts without content. */
  faults: string[];
  /** The text that the pages mark as artifacts, which screen readers skip. */
  artifacts: string;
  bookmarks: { title: string; page: number }[];
  fonts: { name: string; program: number; unmapped: string[] }[];
  xmp: string;
  profile: Uint8Array;
}

/** Reads the structure of a PDF from its objects only, as a screen reader does. */
export async function readStructure(bytes: Uint8Array): Promise<PdfStructure> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const { context, catalog } = document;
  const faults: string[] = [];
  const at = (dict: PDFDict, key: string) => dict.lookup(PDFName.of(key));
  const dictAt = (dict: PDFDict, key: string) => dict.lookup(PDFName.of(key), PDFDict);
  const treeRoot = dictAt(catalog, "StructTreeRoot");
  const nums = dictAt(treeRoot, "ParentTree").lookup(PDFName.of("Nums"), PDFArray);
  const pages = document.getPages();
  const pageRank = new Map(pages.map(({ ref }, rank) => [ref.toString(), rank]));
  const fonts = new Map<PDFDict, Font>();
  const contents = pages.map(({ node }, rank) => {
    const resources = dictAt(dictAt(node, "Resources"), "Font");
    const font = (name: string) => {
      const dict = dictAt(resources, name);
      const known = fonts.get(dict) ?? fontOf(dict);
      fonts.set(dict, known);
      return known;
    };
    if (at(node, "Tabs") !== PDFName.of("S")) faults.push(`page ${rank} sans Tabs`);
    const key = numberOf(at(node, "StructParents"));
    let owners: PDFArray | undefined;
    for (let entry = 0; entry < nums.size(); entry += 2)
      if (numberOf(nums.lookup(entry)) === key) owners = nums.lookup(entry + 1, PDFArray);
    const stream = at(node, "Contents");
    const content = stream instanceof PDFRawStream ? inflateSync(stream.contents) : "";
    return { ...sequencesOf(content.toString("latin1"), font, `page ${rank}`, faults), owners };
  });
  const read = new Set<string>();
  const parts: Part[] = [];
  const walk = (reference: PDFObject | undefined, parent: PDFObject | undefined): Part => {
    const dict = context.lookup(reference, PDFDict);
    if (dict.get(PDFName.of("P")) !== parent) faults.push(`${reference} sans son parent`);
    const attributes = at(dict, "A");
    const part: Part = {
      role: nameOf(at(dict, "S")),
      parts: [],
      text: "",
      scope: attributes instanceof PDFDict ? nameOf(at(attributes, "Scope")) : undefined,
      columns: attributes instanceof PDFDict ? Math.max(1, numberOf(at(attributes, "ColSpan"))) : 1,
      alternative: textOf(at(dict, "Alt")),
      page: undefined,
    };
    parts.push(part);
    const kids = at(dict, "K");
    for (const kid of kids instanceof PDFArray ? kids.asArray() : []) {
      const value = context.lookup(kid);
      if (value instanceof PDFDict && at(value, "Type") === PDFName.of("OBJR")) {
        faults.push(...faultsOfField(value, reference, nums));
        continue;
      }
      const marked = value instanceof PDFNumber || (value instanceof PDFDict && at(value, "MCID"));
      if (!marked) {
        const child = walk(kid, reference);
        part.parts.push(child);
        part.text += child.text;
        part.page ??= child.page;
        continue;
      }
      const holder = value instanceof PDFDict ? value : dict;
      const page = pageRank.get(String(holder.get(PDFName.of("Pg")))) ?? -1;
      const rank = numberOf(value instanceof PDFDict ? at(value, "MCID") : value);
      const text = contents[page]?.texts.get(rank);
      if (text === undefined) faults.push(`${part.role} : rien n'est écrit ${page}/${rank}`);
      if (contents[page]?.owners?.get(rank) !== reference)
        faults.push(`${part.role} : le ParentTree ignore ${page}/${rank}`);
      if (read.has(`${page}/${rank}`)) faults.push(`${page}/${rank} est lu deux fois`);
      read.add(`${page}/${rank}`);
      part.text += text ?? "";
      part.page ??= page;
    }
    return part;
  };
  const top = treeRoot.get(PDFName.of("K"));
  const root = walk(top, catalog.get(PDFName.of("StructTreeRoot")));
  for (const [page, { texts, owners }] of contents.entries()) {
    if (owners?.size() !== texts.size) faults.push(`page ${page} : ParentTree trop long ou court`);
    for (const rank of texts.keys())
      if (!read.has(`${page}/${rank}`)) faults.push(`${page}/${rank} n'est à personne`);
  }
  const bookmarks: { title: string; page: number }[] = [];
  const follow = (dict: PDFDict | undefined): void => {
    if (!dict) return;
    const destination = at(dict, "Dest");
    if (destination instanceof PDFArray)
      bookmarks.push({
        title: textOf(at(dict, "Title")) ?? "",
        page: pageRank.get(String(destination.get(0))) ?? -1,
      });
    follow(dict.lookupMaybe(PDFName.of("First"), PDFDict));
    follow(dict.lookupMaybe(PDFName.of("Next"), PDFDict));
  };
  follow(catalog.lookupMaybe(PDFName.of("Outlines"), PDFDict));
  const info = context.lookup(context.trailerInfo.Info, PDFDict);
  const intent = catalog.lookup(PDFName.of("OutputIntents"), PDFArray).lookup(0, PDFDict);
  return {
    catalog,
    info: Object.fromEntries(
      info.entries().map(([key, value]) => [key.decodeText(), textOf(value) ?? ""]),
    ),
    root,
    parts,
    faults,
    artifacts: contents.map(({ artifacts }) => artifacts).join(""),
    bookmarks,
    fonts: [...fonts.values()].map(({ name, program, unmapped }) => ({
      name,
      program,
      unmapped: [...unmapped],
    })),
    xmp: streamAt(catalog, "Metadata").toString("utf8"),
    profile: streamAt(intent, "DestOutputProfile"),
  };
}

/** The faults of a form field: its page, its part and the tree of parents must name it (ISO 14289-1, 7.18). */
function faultsOfField(
  reference: PDFDict,
  part: PDFObject | undefined,
  parents: PDFArray,
): string[] {
  const lookup = (dict: PDFDict, key: string) => dict.lookup(PDFName.of(key));
  const field = lookup(reference, "Obj");
  const page = lookup(reference, "Pg");
  if (!(field instanceof PDFDict && page instanceof PDFDict)) return ["champ sans page"];
  const annotations = page.lookup(PDFName.of("Annots"), PDFArray).asArray();
  const key = numberOf(lookup(field, "StructParent"));
  const entry = parents
    .asArray()
    .findIndex((value, rank) => rank % 2 === 0 && numberOf(value) === key);
  const held = [
    [annotations.includes(reference.get(PDFName.of("Obj")) as PDFObject), "champ hors de sa page"],
    [parents.get(entry + 1) === part, "champ : le ParentTree l'ignore"],
    [textOf(lookup(field, "TU")), "champ sans nom"],
  ] as const;
  return held.flatMap(([holds, fault]) => (holds ? [] : [fault]));
}

const numberOf = (object: PDFObject | undefined) =>
  object instanceof PDFNumber ? object.asNumber() : -1;
const nameOf = (object: PDFObject | undefined) =>
  object instanceof PDFName ? object.decodeText() : "";
const textOf = (object: PDFObject | undefined) =>
  object instanceof PDFString || object instanceof PDFHexString ? object.decodeText() : undefined;

function streamAt(dict: PDFDict, key: string): Buffer {
  const stream = dict.lookup(PDFName.of(key));
  if (!(stream instanceof PDFRawStream)) return Buffer.alloc(0);
  const filtered = stream.dict.has(PDFName.of("Filter"));
  return filtered ? inflateSync(stream.contents) : Buffer.from(stream.contents);
}

interface Font {
  name: string;
  /** The length of the font program, in bytes. */
  program: number;
  characters: Map<number, string>;
  /** Glyphs shown without a character that they stand for, or without a width. */
  unmapped: Set<string>;
  widths: number;
}

function fontOf(dict: PDFDict): Font {
  const cmap = streamAt(dict, "ToUnicode").toString("latin1");
  const characters = new Map<number, string>();
  for (const [, ...numbers] of cmap.matchAll(/^<(....)> <(....)> <(....)>$/gm)) {
    const [first = 0, last = 0, character = 0] = numbers.map((hex) => Number.parseInt(hex, 16));
    for (let glyph = first; glyph <= last; glyph++)
      characters.set(glyph, String.fromCharCode(character + glyph - first));
  }
  const descendant = dict.lookup(PDFName.of("DescendantFonts"), PDFArray).lookup(0, PDFDict);
  const descriptor = descendant.lookup(PDFName.of("FontDescriptor"), PDFDict);
  return {
    name: nameOf(descriptor.lookup(PDFName.of("FontName"))),
    program: streamAt(descriptor, "FontFile2").length,
    characters,
    unmapped: new Set(),
    widths: descendant.lookup(PDFName.of("W"), PDFArray).lookup(1, PDFArray).size(),
  };
}

const PAINTS = /(?:^BT | (?:S|f|Do Q))$|^BT /;

/** The text of each marked sequence of a content stream; marks painted outside all sequences become faults. */
function sequencesOf(
  content: string,
  fontNamed: (name: string) => Font,
  place: string,
  faults: string[],
): { texts: Map<number, string>; artifacts: string } {
  const texts = new Map<number, string>();
  let artifacts = "";
  let open: number | "artifact" | undefined;
  let font: Font | undefined;
  for (const line of content.split("\n")) {
    if (line.endsWith("BDC")) {
      if (open !== undefined) faults.push(`${place} : une marque dans une autre`);
      const [, rank] = /\/MCID (\d+)/.exec(line) ?? [];
      if (rank === undefined && !line.startsWith("/Artifact")) faults.push(`${place} : ${line}`);
      open = rank === undefined ? "artifact" : Number(rank);
      if (typeof open === "number") {
        if (texts.has(open)) faults.push(`${place} : deux fois ${open}`);
        texts.set(open, "");
      }
      continue;
    }
    if (line === "EMC") {
      if (open === undefined) faults.push(`${place} : fin d'aucune marque`);
      open = undefined;
      continue;
    }
    if (open === undefined && PAINTS.test(line)) faults.push(`${place} : ${line} hors de tout`);
    const [, name] = /\/([A-Z]) \S+ Tf/.exec(line) ?? [];
    if (name) font = fontNamed(name);
    const shown = /Td (.*) T[jJ]/.exec(line)?.[1] ?? "";
    let text = "";
    for (const glyph of glyphsOf(shown)) {
      const character = font?.characters.get(glyph);
      if (glyph === 0 || character === undefined || glyph >= (font?.widths ?? 0))
        font?.unmapped.add(String(glyph));
      text += character ?? "";
    }
    if (open === "artifact") artifacts += text;
    else if (open !== undefined) texts.set(open, (texts.get(open) ?? "") + text);
  }
  if (open !== undefined) faults.push(`${place} : une marque sans fin`);
  return { texts, artifacts };
}
