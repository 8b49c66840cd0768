import { PDFDocument } from "pdf-lib";

/** Whether the pages of this file can be added after a document: the file is a PDF that opens without a password. */
export async function estJoignable(pdf: Uint8Array): Promise<boolean> {
  try {
    return (await PDFDocument.load(pdf)).getPageCount() > 0;
  } catch {
    return false;
  }
}

/** The document, followed by the pages of each PDF unchanged; the same input gives the same bytes. */
export async function joindre(
  document: Uint8Array,
  attached: readonly Uint8Array[],
): Promise<Uint8Array> {
  if (attached.length === 0) return document;
  const whole = await PDFDocument.load(document, { updateMetadata: false });
  for (const pdf of attached) {
    const source = await PDFDocument.load(pdf, { updateMetadata: false });
    for (const page of await whole.copyPages(source, source.getPageIndices())) whole.addPage(page);
  }
  return whole.save();
}
