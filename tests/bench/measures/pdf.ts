import { digits, type Figure, median, timed } from "../figures.ts";
import { startBare } from "../house/bare.ts";

const RENDERS = 200;
const ROUNDS = 9;
const WARM_UP = 2;

/**
 * The cost of a receipt inside workerd. The clock of workerd does not move while it works, so the time is measured
 * outside; the time of an empty request is subtracted.
 */
export async function pdf(): Promise<Figure[]> {
  const bare = await startBare();
  try {
    const each = async (what: "product" | "bare") => {
      const full = await timed(() => bare.run(what, RENDERS));
      return (full - (await timed(() => bare.run(what, 0)))) / RENDERS;
    };
    const rounds: { product: number; bare: number }[] = [];
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      const times = { product: await each("product"), bare: await each("bare") };
      if (round >= 0) rounds.push(times);
    }
    const [product, reference] = (["product", "bare"] as const).map((what) =>
      digits(median(rounds.map((times) => times[what]))),
    );
    const bytes = (await bare.run("product", RENDERS)) / RENDERS;
    return [
      {
        name: "PDF : CPU d’une quittance / page pdf-lib nue, même texte",
        raw: `${product} ms contre ${reference} ms`,
        value: median(rounds.map((times) => times.product / times.bare)),
        unit: "×",
        limit: { atMost: 2 },
      },
      {
        name: "PDF : poids sans logo",
        raw: `page nue ${digits((await bare.run("bare", RENDERS)) / RENDERS / 1024)} Ko`,
        value: bytes / 1024,
        unit: "Ko",
        limit: { atMost: 25 },
      },
    ];
  } finally {
    await bare.close();
  }
}
