import { createHash } from "node:crypto";
import type { EtatTeleversement, ImageResume } from "#domain/fichiers/fichier.ts";
import { digits, type Figure } from "../figures.ts";
import { type House, openHouse } from "../house/house.ts";

const MO = 2 ** 20;
const PIECE = 64 * 1024;
const BYTES_BETWEEN_LOOKS = 8 * MO;
const BOUNDARY = "----banc-d-essai";
/** The first bytes of a JPEG: what follows them does not matter. */
const SIGNATURE = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0]);

/** An image of this many MB, of which no two pieces are equal. */
function image(megabytes: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(megabytes * MO);
  for (let place = 0; place < bytes.length; place += 4)
    bytes.writeInt32LE(Math.imul(place, 0x9e3779b1), place);
  SIGNATURE.copy(bytes);
  return bytes;
}

/**
 * The largest images by both ways of upload: the memory of the worker, and whether the images come back unchanged.
 */
export async function upload(): Promise<Figure[]> {
  const house = await openHouse(1, { inspected: true });
  try {
    return [
      ...(await measure(house, "100 Mo par morceaux", image(100), inParts)),
      ...(await measure(house, "95 Mo par formulaire", image(95), asForm)),
    ];
  } finally {
    await house.close();
  }
}

/** Sends an image and returns its address; `look` receives the number of bytes sent so far. */
type Sending = (
  house: House,
  image: Buffer<ArrayBuffer>,
  look: (sent: number) => Promise<void>,
) => Promise<string>;

async function measure(
  house: House,
  name: string,
  image: Buffer<ArrayBuffer>,
  send: Sending,
): Promise<Figure[]> {
  await house.restart();
  await house.get("/api/Image?page=1");
  const before = await house.liveHeap();
  let most = 0;
  let next = BYTES_BETWEEN_LOOKS;
  let looking = 0;
  const start = performance.now();
  const url = await send(house, image, async (sent) => {
    if (sent < next) return;
    const looked = performance.now();
    most = Math.max(most, await house.liveHeap());
    next = sent + BYTES_BETWEEN_LOOKS;
    looking += performance.now() - looked;
  });
  const seconds = (performance.now() - start - looking) / 1000;
  const back = createHash("sha256");
  for await (const bytes of (await house.get(`/files/${url}`)).body ?? []) back.update(bytes);
  const same = back.digest("hex") === createHash("sha256").update(image).digest("hex");
  return [
    {
      name: `Image de ${name} : mémoire vive du worker en plus`,
      raw: `${digits(before)} Mo avant, ${digits(most)} Mo au plus, workerd entier ${digits(house.peakMemory())} Mo ; ${digits(seconds)} s`,
      value: most - before,
      unit: "Mo",
      limit: { atMost: 32 },
    },
    {
      name: `Image de ${name} : empreintes SHA-256 qui diffèrent au retour`,
      raw: `${image.length} octets`,
      value: same ? 0 : 1,
      unit: "",
      limit: { atMost: 0 },
    },
  ];
}

const inParts: Sending = async (house, image, look) => {
  const json = { "Content-Type": "application/json" };
  const announced = { usage: "image", nom: "façade.jpg", taille: image.length, type: "image/jpeg" };
  const opened = await house.send("/api/Upload", {
    method: "POST",
    headers: json,
    body: JSON.stringify(announced),
  });
  const { uploadId, partSize, partCount } = (await opened.json<{ data: EtatTeleversement }>()).data;
  for (let n = 1; n <= partCount; n++) {
    const start = (n - 1) * partSize;
    const part = image.subarray(start, start + partSize);
    await house.send(`/api/Upload/${uploadId}/part/${n}`, {
      method: "PUT",
      headers: { "Content-Type": "application/octet-stream", "Content-Length": `${part.length}` },
      ...streamed([part], (sent) => look(start + sent)),
    });
  }
  const complete = { method: "POST", headers: json };
  return urlOf(await house.send(`/api/Upload/${uploadId}/complete`, complete));
};

const asForm: Sending = async (house, image, look) => {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="url"; filename="façade.jpg"\r\n\r\n`;
  const answer = await house.send("/api/Image", {
    method: "POST",
    headers: { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` },
    ...streamed([Buffer.from(head), image, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)], look),
  });
  return urlOf(answer);
};

const urlOf = async (answer: Response) => (await answer.json<{ data: ImageResume }>()).data.url;

/** A body sent piece by piece, with a call of `look` between two pieces. */
function streamed(parts: readonly Buffer[], look: (sent: number) => Promise<void>) {
  async function* pieces() {
    let sent = 0;
    for (const part of parts) {
      for (let place = 0; place < part.length; place += PIECE) {
        const piece = part.subarray(place, place + PIECE);
        yield piece;
        sent += piece.length;
        await look(sent);
      }
    }
  }
  const source = pieces();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await source.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  return { body, duplex: "half" as const };
}
