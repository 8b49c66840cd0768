import { createClient } from "@libsql/client/web";
import {
  beginText,
  endText,
  moveText,
  PDFDocument,
  StandardFonts,
  setFillingRgbColor,
  setFontAndSize,
  showText,
} from "pdf-lib";
import { isBusy } from "#worker/db/failures.ts";
import type { Mark } from "#worker/documents/page/ink.ts";
import { PAGE, pagesOf } from "#worker/documents/page/pages.ts";
import { render } from "#worker/documents/page/render.ts";
import { quittance } from "#worker/documents/quittances/quittance.ts";
import { donneesQuittance } from "../../support/documents/documents.ts";

interface Env {
  FILES: R2Bucket;
  DATABASE_URL: string;
}

type Text = Extract<Mark, { kind: "text" }>;

const DONNEES = Array.from({ length: 50 }, (_, rank) =>
  donneesQuittance({ numero: `2026-${String(rank).padStart(6, "0")}`, loyerHC: 850 + rank }),
);
const donnees = (rank: number) => DONNEES[rank % DONNEES.length] ?? donneesQuittance();
const TEXTS = DONNEES.map((donnees) =>
  pagesOf(quittance(donnees).document, new Map())
    .flat()
    .filter((mark): mark is Text => mark.kind === "text"),
);

/** The product's own work for one receipt: data, document, bytes. */
const product = (rank: number) => render(quittance(donnees(rank)).document);

/** The same text at the same places, drawn with pdf-lib alone. */
async function bare(rank: number): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([PAGE.width, PAGE.height]);
  const fonts = {
    regular: await document.embedFont(StandardFonts.Helvetica),
    bold: await document.embedFont(StandardFonts.HelveticaBold),
  };
  const names = {
    regular: page.node.newFontDictionary("R", fonts.regular.ref),
    bold: page.node.newFontDictionary("B", fonts.bold.ref),
  };
  for (const { x, y, text, size, face, color } of TEXTS[rank % TEXTS.length] ?? [])
    page.pushOperators(
      beginText(),
      setFontAndSize(names[face], size),
      setFillingRgbColor(...color),
      moveText(x, PAGE.height - y),
      showText(fonts[face].encodeText(text)),
      endText(),
    );
  return document.save({ useObjectStreams: false, objectsPerTick: Number.POSITIVE_INFINITY });
}

/** Tries again while the database is busy: the product still records mails after it has sent them. */
async function onceFree<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isBusy(error)) throw error;
    return onceFree(write);
  }
}

/** The least work for receipts made one after the other: render, put in R2, insert. */
async function loop({ FILES, DATABASE_URL }: Env, count: number): Promise<number> {
  const database = createClient({ url: DATABASE_URL });
  let bytes = 0;
  for (let rank = 1; rank <= count; rank++) {
    const pdf = await product(rank);
    const key = `bare/${crypto.randomUUID()}.pdf`;
    await FILES.put(key, pdf, { httpMetadata: { contentType: "application/pdf" } });
    const uuid = crypto.randomUUID();
    await onceFree(() =>
      database.execute({
        sql: `INSERT INTO Quitance (numero, "DossierId", "AppartementId", "LocataireId", date, "dateFin",
          echeance, emission, "loyerHC", charge, automatique, uuid, file)
        VALUES (?, ?, ?, ?, '2025-01-01', '2025-01-31', '2025-01-05', '2025-01-05', 85000, 10000, 0, ?, ?)`,
        args: [uuid, rank, rank, rank, uuid, key],
      }),
    );
    bytes += pdf.length;
  }
  return bytes;
}

async function renders(
  make: (rank: number) => Promise<Uint8Array>,
  count: number,
): Promise<number> {
  let bytes = 0;
  for (let rank = 0; rank < count; rank++) bytes += (await make(rank)).length;
  return bytes;
}

/** `/product`, `/bare` and `/loop`, each with `?count=`; the answer is the number of bytes made. */
export default {
  async fetch(request, env) {
    const { pathname, searchParams } = new URL(request.url);
    const count = Number(searchParams.get("count"));
    if (pathname === "/loop") return Response.json(await loop(env, count));
    return Response.json(await renders(pathname === "/bare" ? bare : product, count));
  },
} satisfies ExportedHandler<Env>;
