import { Buffer } from "node:buffer";

/** The identity of a PDF file, which is written twice: in its Info dictionary, and as XMP for archives. */
export interface Identity {
  title: string;
  author: string;
  subject: string;
  /** The instant of creation, in ISO 8601. */
  date: string;
  /** Whether the file follows PDF/A-2a (ISO 19005-2). */
  archivable: boolean;
  /** Whether the file follows PDF/UA-1 (ISO 14289-1). */
  accessible: boolean;
}

const XML = { "&": "&amp;", "<": "&lt;", ">": "&gt;" } as const;
const xml = (text: string) => text.replace(/[&<>]/g, (sign) => XML[sign as keyof typeof XML]);

const inFrench = (name: string, text: string) =>
  text &&
  `<dc:${name}><rdf:Alt><rdf:li xml:lang="x-default">${xml(text)}</rdf:li></rdf:Alt></dc:${name}>`;

// PDF/A accepts the property of PDF/UA only if the file describes it.
const UA_SCHEMA = `<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema><pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI><pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource"><pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType><pdfaProperty:category>internal</pdfaProperty:category><pdfaProperty:description>Part of ISO 14289</pdfaProperty:description></rdf:li></rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas>`;

/** The XMP packet of a PDF file, in UTF-8: author, title, subject, date, and the standards that the file follows. */
export function xmp({
  title,
  author,
  subject,
  date,
  archivable,
  accessible,
}: Identity): Uint8Array {
  const creator =
    author && `<dc:creator><rdf:Seq><rdf:li>${xml(author)}</rdf:li></rdf:Seq></dc:creator>`;
  const archive = archivable
    ? "<pdfaid:part>2</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>"
    : "";
  const access = accessible ? `<pdfuaid:part>1</pdfuaid:part>\n${UA_SCHEMA}` : "";
  return Buffer.from(`<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
${inFrench("title", title)}${creator}${inFrench("description", subject)}
<xmp:CreateDate>${date}</xmp:CreateDate><xmp:ModifyDate>${date}</xmp:ModifyDate>
${archive}${access}
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`);
}

const fixed = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(Math.round(value * 65536));
  return bytes;
};
const typed = (type: string, ...parts: readonly Buffer[]) =>
  Buffer.concat([Buffer.from(`${type}\0\0\0\0`), ...parts]);
const numbers = (type: string, values: readonly number[]) => typed(type, ...values.map(fixed));

function words(text: string): Buffer {
  const header = Buffer.alloc(20);
  header.writeUInt32BE(1, 0);
  header.writeUInt32BE(12, 4);
  header.write("enUS", 8, "latin1");
  header.writeUInt32BE(2 * text.length, 12);
  header.writeUInt32BE(28, 16);
  return typed("mluc", header, Buffer.from(text, "utf16le").swap16());
}

// The sRGB primaries of IEC 61966-2-1, adapted to D50, the white point of ICC profiles (ICC.1:2004-10, Bradford).
const WHITE = [0.9642, 1, 0.8249];
const CURVE = typed(
  "para",
  Buffer.from([0, 3, 0, 0]),
  ...[2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].map(fixed),
);
const TAGS: readonly (readonly [name: string, value: Buffer])[] = [
  ["desc", words("sRGB")],
  ["cprt", words("No copyright")],
  ["wtpt", numbers("XYZ ", WHITE)],
  [
    "chad",
    numbers(
      "sf32",
      [1.04788, 0.02292, -0.05022, 0.02959, 0.99048, -0.01707, -0.00925, 0.01508, 0.75168],
    ),
  ],
  ["rXYZ", numbers("XYZ ", [0.43607, 0.22249, 0.01392])],
  ["gXYZ", numbers("XYZ ", [0.38515, 0.71687, 0.09708])],
  ["bXYZ", numbers("XYZ ", [0.14307, 0.06061, 0.7141])],
  ["rTRC", CURVE],
  ["gTRC", CURVE],
  ["bTRC", CURVE],
];

/** The colors of every document: sRGB as an ICC profile, version 4.2. */
export const SRGB: Uint8Array = profile();

function profile(): Uint8Array {
  const head = Buffer.alloc(128);
  head.writeUInt32BE(0x04200000, 8);
  head.write("mntrRGB XYZ ", 12, "latin1");
  head.writeUInt16BE(2004, 24);
  head.writeUInt16BE(10, 26);
  head.writeUInt16BE(1, 28);
  head.write("acsp", 36, "latin1");
  numbers("", WHITE).copy(head, 68, 4);
  const table = Buffer.alloc(4 + 12 * TAGS.length);
  table.writeUInt32BE(TAGS.length);
  const values: Buffer[] = [];
  const offsets = new Map<Buffer, number>();
  let end = head.length + table.length;
  for (const [rank, [name, value]] of TAGS.entries()) {
    const entry = 4 + 12 * rank;
    const offset = offsets.get(value) ?? end;
    if (offset === end) {
      offsets.set(value, offset);
      const padded = Buffer.concat([value, Buffer.alloc(-value.length & 3)]);
      values.push(padded);
      end += padded.length;
    }
    table.write(name, entry, "latin1");
    table.writeUInt32BE(offset, entry + 4);
    table.writeUInt32BE(value.length, entry + 8);
  }
  head.writeUInt32BE(end, 0);
  return Buffer.concat([head, table, ...values]);
}
