import { statSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { places } from "../../../worker/local/settings.ts";
import { baseDe, donneesDe } from "../../support/browser/parties.ts";

/** The status of a GET with exactly these headers, which no browser would send. */
function demander(address: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    request(address, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on("error", reject)
      .end();
  });
}

test("les outils de cette machine ne répondent à aucune page, ni ce qu’elle garde à personne", async ({
  baseURL,
  page,
}) => {
  const ici = baseURL ?? "";
  const passage = `${ici}/cdn-cgi/local/scheduled?cron=0+5+*+*+*`;
  expect(await demander(passage, {})).toBe(200);
  const suspects: Record<string, string>[] = [
    { Origin: ici },
    { Referer: "https://ailleurs.example/" },
    { "Sec-Fetch-Site": "cross-site" },
    { Host: "ailleurs.example" },
  ];
  for (const headers of suspects) {
    expect(await demander(passage, headers), JSON.stringify(headers)).toBe(403);
  }
  // Even a page of the product itself is refused.
  await page.goto("/login");
  expect(await page.evaluate(async (url) => (await fetch(url)).status, passage)).toBe(403);

  const jour = new Date().toISOString().slice(0, 10);
  const copie = `/cdn-cgi/local/r2/public/patrimoine-locatif-sauvegardes/${jour}.sql.gz.age`;
  expect(await demander(`${ici}${copie}`, {})).toBe(404);
  expect(await demander(`${ici}/api/version`, { Host: "ailleurs.example" })).toBe(403);
  expect(await demander(`${ici}/api/version`, { Host: "127.0.0.1:8787" })).toBe(200);
});

test("la base ne dit ni n’écrit rien pour la page d’un autre site, et ses fichiers ne sont qu’à leur propriétaire", async ({
  page,
}, { project }) => {
  const ailleurs = createServer((_, response) => response.end("<title>Ailleurs</title>"));
  await new Promise<void>((resolve) => ailleurs.listen(0, "127.0.0.1", resolve));
  await page.goto(`http://127.0.0.1:${(ailleurs.address() as AddressInfo).port}/`);
  const base = process.env[baseDe(project.name)] ?? "";
  const statuts = await page.evaluate(async (url) => {
    const stmt = { sql: "select email from User" };
    const body = JSON.stringify({ requests: [{ type: "execute", stmt }] });
    const reponses = [
      await fetch(`${url}/v2/pipeline`, { method: "POST", body }),
      await fetch(`${url}/dump`),
    ];
    return reponses.map(({ status }) => status);
  }, base);
  ailleurs.close();
  expect(statuts).toEqual([401, 401]);
  expect(await demander(`${base}/dump`, { Host: "ailleurs.example" })).toBe(401);

  const { databaseToken, secrets } = places(donneesDe(project.name));
  const droits = [donneesDe(project.name), databaseToken, secrets].map(
    (chemin) => statSync(chemin).mode & 0o777,
  );
  expect(droits).toEqual([0o700, 0o600, 0o600]);
});

test("cent adresses inventées comptent pour une", async ({ request: appel }) => {
  const statuts: number[] = [];
  for (let n = 0; n < 100; n++) {
    const reponse = await appel.get(`/api/Quitance/validation/${"0".repeat(32)}`, {
      headers: { "CF-Connecting-IP": `203.0.113.${n}`, "X-Forwarded-For": `203.0.113.${n}` },
    });
    statuts.push(reponse.status());
  }
  // The limit is thirty a minute for one address; a new minute may begin meanwhile.
  expect(statuts.filter((statut) => statut === 429).length).toBeGreaterThanOrEqual(40);
});
