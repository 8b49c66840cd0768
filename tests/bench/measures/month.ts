import { digits, type Figure, median, timed } from "../figures.ts";
import { startBare } from "../house/bare.ts";
import { MOIS, MOIS_PRECEDENT } from "../house/data.ts";
import { openHouse } from "../house/house.ts";
import { makeReceipts } from "../house/receipts.ts";

const FEW = 1000;
const MANY = 10_000;
const WARM_UP = 20;

/** The month of an agency, from the daily run to the last mail, against the least work that it could take. */
export async function month(): Promise<Figure[]> {
  const before = await few();
  const many = await ofMany();
  const rounds = [before, await few(), await few()];
  const product = median(rounds.map((times) => times.product));
  const loop = median(rounds.map((times) => times.loop));
  const memory = median(rounds.map((times) => times.memory));
  const perSecond = (milliseconds: number) => digits((FEW * 1000) / milliseconds);
  return [
    {
      name: "Mois : débit de 1 000 quittances, du cron au courriel / boucle nue",
      raw: `${perSecond(product)}/s contre ${perSecond(loop)}/s`,
      value: median(rounds.map((times) => times.loop / times.product)),
      unit: "×",
      limit: { atLeast: 0.5 },
    },
    {
      name: "Mois : durée de 10 000 dossiers / 1 000",
      raw: `${digits(many.product / 1000)} s contre ${digits(product / 1000)} s`,
      value: many.product / product,
      unit: "×",
      limit: { atMost: 11 },
    },
    {
      name: "Mois : mémoire la plus haute de workerd, 10 000 / 1 000",
      raw: `${digits(many.memory)} Mo contre ${digits(memory)} Mo`,
      value: many.memory / memory,
      unit: "×",
    },
  ];
}

async function few() {
  const house = await openHouse(FEW, { before: WARM_UP });
  const bare = await startBare(house.databaseUrl);
  try {
    await makeReceipts(house, MOIS_PRECEDENT, WARM_UP);
    await bare.run("loop", WARM_UP);
    const product = await makeReceipts(house, MOIS, FEW);
    const loop = await timed(() => bare.run("loop", FEW));
    return { product, loop, memory: house.peakMemory() };
  } finally {
    await bare.close();
    await house.close();
  }
}

async function ofMany() {
  const house = await openHouse(MANY, { before: WARM_UP });
  try {
    await makeReceipts(house, MOIS_PRECEDENT, WARM_UP);
    return { product: await makeReceipts(house, MOIS, MANY), memory: house.peakMemory() };
  } finally {
    await house.close();
  }
}
