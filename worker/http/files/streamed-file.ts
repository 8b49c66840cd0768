import type { Context } from "hono";
import { noteExport } from "#worker/http/api/note-export.ts";
import type { App } from "#worker/http/types.ts";

/**
 * A file written while its rows are read. The export is noted in the security log once the file is sent, or once the
 * caller cancels the download.
 * @param write gives the text of a piece; the first piece begins with the heading
 */
export async function streamedFile<Row>(
  c: Context<App>,
  {
    pages,
    write,
    name,
    type = "text/csv; charset=utf-8",
    ressource,
  }: {
    pages: AsyncGenerator<Row[]>;
    write(rows: Row[], first: boolean): string;
    name: string;
    type?: string;
    ressource: string;
  },
): Promise<Response> {
  const encoder = new TextEncoder();
  // The first page is read before the response starts: an unreadable row is then an error, not a truncated file.
  const head = await pages.next();
  let first = true;
  let nombre = 0;
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = first ? head : await pages.next();
      if (!next.done || first) {
        const rows: Row[] = next.value ?? [];
        nombre += rows.length;
        controller.enqueue(encoder.encode(write(rows, first)));
      }
      first = false;
      if (!next.done) return;
      controller.close();
      noteExport(c, { ressource, nombre });
    },
    cancel: () => noteExport(c, { ressource, nombre }),
  });
  return c.body(stream, 200, {
    "Content-Type": type,
    "Content-Disposition": `attachment; filename="${name}"`,
    "Cache-Control": "no-store",
  });
}
