import { connect } from "node:net";
import { expect, test } from "@playwright/test";

/** The first line of the answer to this raw text, malformed as no client would send it. */
function envoyer(address: string, texte: string): Promise<string> {
  const { hostname, port, host } = new URL(address);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(texte.replace("Host: ?", `Host: ${host}`)),
    );
    let recu = "";
    socket.setTimeout(10_000, () => socket.destroy(new Error("No answer")));
    socket.on("error", reject);
    socket.on("data", (octets) => {
      recu += octets;
      if (!recu.includes("\r\n")) return;
      socket.destroy();
      resolve(recu.split("\r\n")[0] ?? "");
    });
  });
}

const demande = (methode: string, path: string, corps: string) =>
  `${methode} /api${path} HTTP/1.1\r\nHost: ?\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${corps}`;

const VIDE = "0\r\n\r\n";
const BRISE = "zz\r\n{}\r\n0\r\n\r\n";

test("un corps vide en morceaux se lit comme aucun ; un morceau brisé est illisible", async ({
  baseURL,
}) => {
  const adresse = baseURL ?? "";
  expect(await envoyer(adresse, demande("GET", "/version", VIDE))).toContain(" 200 ");
  expect(await envoyer(adresse, demande("GET", "/health", VIDE))).toContain(" 200 ");
  expect(await envoyer(adresse, demande("GET", "/Client/1", VIDE))).toContain(" 401 ");
  expect(await envoyer(adresse, demande("POST", "/user/login", VIDE))).toContain(" 422 ");
  expect(await envoyer(adresse, demande("PUT", "/Client/1", VIDE))).toContain(" 401 ");
  expect(await envoyer(adresse, demande("DELETE", "/Client/1", VIDE))).toContain(" 401 ");
  for (const [methode, path] of [
    ["POST", "/user/login"],
    ["PUT", "/Client/1"],
    ["DELETE", "/Client/1"],
  ] as const) {
    expect(await envoyer(adresse, demande(methode, path, BRISE))).toContain(" 400 ");
  }
});
