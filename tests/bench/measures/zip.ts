import { digits, type Figure, median } from "../figures.ts";
import { MOIS, MOIS_PRECEDENT } from "../house/data.ts";
import { type House, openHouse } from "../house/house.ts";
import { makeReceipts } from "../house/receipts.ts";

const FEW = 200;
const MANY = 1000;
const ROUNDS = 3;
const BYTES_BETWEEN_LOOKS = 200_000;

/** The zip of a month whose PDFs are in R2, streamed by a workerd that has just started. */
export async function zip(): Promise<Figure[]> {
  const house = await openHouse(MANY, { before: FEW, inspected: true });
  try {
    await makeReceipts(house, MOIS_PRECEDENT, FEW);
    await makeReceipts(house, MOIS, MANY);
    const few = await measure(house, MOIS_PRECEDENT);
    const many = await measure(house, MOIS);
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
        name: "Zip de 1 000 : mémoire vive du worker / zip de 200",
        raw: `${digits(many.live)} Mo contre ${digits(few.live)} Mo ; workerd entier ${digits(many.peak)} Mo contre ${digits(few.peak)} Mo`,
        value: many.live / few.live,
        unit: "×",
        limit: { atMost: 1.25 },
      },
    ];
  } finally {
    await house.close();
  }
}

async function measure(house: House, mois: string) {
  const rounds: { firstByte: number; total: number; bytes: number; peak: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await house.restart();
    await house.get("/api/version");
    const start = performance.now();
    let firstByte = 0;
    const bytes = await download(house, mois, async () => {
      firstByte ||= performance.now() - start;
    });
    const total = performance.now() - start;
    rounds.push({ firstByte, total, bytes, peak: house.peakMemory() });
  }
  const middle = (what: "firstByte" | "total" | "bytes" | "peak") =>
    median(rounds.map((round) => round[what]));
  return {
    firstByte: middle("firstByte"),
    total: middle("total"),
    bytes: middle("bytes"),
    peak: middle("peak"),
    live: await liveHeap(house, mois),
  };
}

/** The highest memory in use in the worker while the zip is streamed, in MB. */
async function liveHeap(house: House, mois: string): Promise<number> {
  let most = 0;
  let next = 0;
  await download(house, mois, async (bytes) => {
    if (bytes < next) return;
    most = Math.max(most, await house.liveHeap());
    next = bytes + BYTES_BETWEEN_LOOKS;
  });
  return most;
}

async function download(house: House, mois: string, look: (bytes: number) => Promise<void>) {
  const { body } = await house.get(`/api/Quitance/downloadMonth/${mois.replace("-", "/")}`);
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    await look(bytes);
  }
  return bytes;
}
