import { pagesOf } from "#worker/documents/page/pages.ts";
import { digits, type Figure, median, timed } from "../figures.ts";
import { startBare } from "../house/bare.ts";
import { DOCUMENTS, LONG_LEASE } from "../house/documents-made.ts";

const RENDERS = 20;
const ROUNDS = 5;
const WARM_UP = 2;

/** The cost of making each document inside workerd, and its size. */
export async function documents(): Promise<Figure[]> {
  const worker = await startBare("", "documents-worker.ts");
  try {
    const figures: Figure[] = [];
    for (const [name, make] of Object.entries(DOCUMENTS)) {
      const each: number[] = [];
      for (let round = -WARM_UP; round < ROUNDS; round++) {
        const full = await timed(() => worker.run(name, RENDERS));
        const time = (full - (await timed(() => worker.run(name, 0)))) / RENDERS;
        if (round >= 0) each.push(time);
      }
      const bytes = await worker.run(name, 1);
      const pages = pagesOf(make().document, new Map()).length;
      figures.push({
        name: `Document : ${name}`,
        raw: `${digits(bytes / 1024)} Ko, ${pages} page${pages > 1 ? "s" : ""}`,
        value: median(each),
        unit: "ms",
        ...(name === LONG_LEASE && { limit: { atMost: 60 } }),
      });
      if (name === LONG_LEASE)
        figures.push({
          name: `Document : ${name}, pages`,
          raw: "le bail que mesure la ligne précédente",
          value: pages,
          unit: "",
          limit: { atLeast: 12 },
        });
    }
    return figures;
  } finally {
    await worker.close();
  }
}
