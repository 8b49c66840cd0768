import { MOIS, MOIS_PRECEDENT } from "./data.ts";
import { digits, type Figure, median } from "./figures.ts";
import { type House, openHouse } from "./house.ts";
import { makeReceipts } from "./receipts.ts";

const FEW = 200;
const MANY = 1000;
const ROUNDS = 3;

/** The zip of a month whose PDFs are in R2, streamed by a workerd that has just started. */
export async function zip(): Promise<Figure[]> {
  const house = await openHouse(MANY, FEW);
  try {
    await makeReceipts(house, MOIS_PRECEDENT, FEW);
    await makeReceipts(house, MOIS, MANY);
    const few = await download(house, MOIS_PRECEDENT);
    const many = await download(house, MOIS);
    return [
      {
        name: "Zip de 1 000 : premier octet",
        raw: `de 200 : ${digits(few.firstByte / 1000)} s`,
        value: many.firstByte / 1000,
        unit: "s",
        limit: { atMost: 0.5 },
      },
      {
        name: "Zip de 1 000 : durée / zip de 200",
        raw: `${digits(many.total / 1000)} s (${digits(many.bytes / 1e6)} Mo) contre ${digits(few.total / 1000)} s`,
        value: many.total / few.total,
        unit: "×",
      },
      {
        name: "Zip de 1 000 : mémoire la plus haute de workerd / zip de 200",
        raw: `${digits(many.memory)} Mo contre ${digits(few.memory)} Mo`,
        value: many.memory / few.memory,
        unit: "×",
        limit: { atMost: 1.25 },
      },
    ];
  } finally {
    await house.close();
  }
}

async function download(house: House, mois: string) {
  const rounds: { firstByte: number; total: number; bytes: number; memory: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await house.restart();
    await house.get("/api/version");
    const start = performance.now();
    let firstByte = 0;
    let bytes = 0;
    const { body } = await house.get(`/api/Quitance/downloadMonth/${mois.replace("-", "/")}`);
    for await (const chunk of body ?? []) {
      firstByte ||= performance.now() - start;
      bytes += chunk.length;
    }
    rounds.push({ firstByte, total: performance.now() - start, bytes, memory: house.peakMemory() });
  }
  const middle = (what: "firstByte" | "total" | "bytes" | "memory") =>
    median(rounds.map((round) => round[what]));
  return {
    firstByte: middle("firstByte"),
    total: middle("total"),
    bytes: middle("bytes"),
    memory: middle("memory"),
  };
}
