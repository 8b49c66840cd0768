import { render } from "#worker/documents/page/render.ts";
import { DOCUMENTS } from "./documents-made.ts";

/** `/{document}?count=` makes the document this many times from its data; the answer is the number of bytes made. */
export default {
  async fetch(request) {
    const { pathname, searchParams } = new URL(request.url);
    const make = DOCUMENTS[decodeURIComponent(pathname.slice(1))];
    if (!make) return new Response("No such document", { status: 404 });
    let bytes = 0;
    for (let rank = 0; rank < Number(searchParams.get("count")); rank++)
      bytes += (await render(make().document)).length;
    return Response.json(bytes);
  },
} satisfies ExportedHandler;
