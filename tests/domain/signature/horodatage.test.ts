import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { creation } from "#domain/agence/variable.ts";
import { sujetDu } from "#worker/documents/signature/certificat.ts";
import { lireCms } from "#worker/documents/signature/cms.ts";
import { lireJeton } from "#worker/documents/signature/horodatage.ts";
import { lireSceau, type SceauLu } from "#worker/documents/signature/lecture-sceau.ts";
import { verify } from "#worker/local/verify-seal.ts";
import { horodater } from "#worker/operations/signature/sceau/scellement.ts";
import { uneAutorite } from "../../support/documents/autorite.ts";
import { pdfsig } from "../../support/documents/pdfsig.ts";
import { unContrat, unSceau, unScelle } from "../../support/documents/sceau.ts";

const sceau = unSceau();
const empreinte = createHash("sha256").update(sceau.certificat).digest("hex");
const dossier = mkdtempSync(join(tmpdir(), "scelles-"));
const autorites: Awaited<ReturnType<typeof uneAutorite>>[] = [];
const scelles: { nom: string; octets: Uint8Array }[] = [];
let lu: Uint8Array;

beforeAll(async () => {
  lu = await unContrat();
  for (const cle of ["rsa", "ec"] as const) {
    const autorite = await uneAutorite(cle);
    autorites.push(autorite);
    const octets = await unScelle(lu, sceau, {
      horodater: async (signature) => (await horodater(autorite.url, signature)).jeton,
    });
    scelles.push({ nom: cle, octets });
  }
}, 60_000);

afterAll(() => {
  for (const autorite of autorites) autorite.fermer();
  rmSync(dossier, { recursive: true });
});

const gardes = (nom: string, octets: Uint8Array): string => {
  const chemin = join(dossier, nom);
  writeFileSync(chemin, octets);
  return chemin;
};
const lire = (octets: Uint8Array) => lireSceau(octets, [empreinte]);
const cmsDe = (octets: Uint8Array): Buffer => {
  const chiffres =
    /\/Contents<([0-9a-f]+)>/.exec(Buffer.from(octets).toString("latin1"))?.[1] ?? "";
  const der = Buffer.from(chiffres, "hex");
  return der.subarray(0, der.readUInt16BE(2) + 4);
};

describe("Un sceau horodaté par une autorité", () => {
  it("se relit avec son instant et son autorité, et le vérificateur les dit", () => {
    for (const { nom, octets } of scelles) {
      const { horodatage } = lire(octets) as SceauLu;
      expect(sujetDu(horodatage?.certificat ?? new Uint8Array())).toContain("Horodatage d’essai");
      expect(Math.abs(Date.now() - (horodatage?.le.getTime() ?? 0))).toBeLessThan(120_000);
      const dit: string[] = [];
      expect(
        verify([gardes(nom, octets), "--empreinte", empreinte], (ligne) => dit.push(ligne)),
      ).toBe(true);
      expect(dit.join("\n")).toMatch(/Horodaté le .*\nPar l’autorité .*Horodatage d’essai/);
    }
  });

  it("est vu par openssl et par pdfsig, comme un sceau simple", async () => {
    const simple = { nom: "simple", octets: await unScelle(lu, sceau) };
    for (const { nom, octets } of [simple, ...scelles]) {
      const pdf = gardes(`${nom}.pdf`, octets);
      const dit = pdfsig(pdf) ?? "Signature is Valid. Total document signed";
      expect(dit).toContain("Signature is Valid.");
      expect(dit).toContain("Total document signed");
      const lisible = execFileSync("openssl", [
        "cms",
        "-cmsout",
        "-print",
        "-inform",
        "DER",
        "-in",
        gardes("cms", cmsDe(octets)),
      ]).toString();
      expect(lisible.includes("id-smime-aa-timeStampToken")).toBe(nom !== "simple");
    }
  });

  it("ne souffre aucun octet changé : ni le fichier, ni le sceau, ni l’horodatage qu’il porte", () => {
    for (const { nom, octets } of scelles) {
      // Both seals are built alike: the longer one, of RSA, is tried at one byte in seven.
      const pas = nom === "ec" ? 1 : 7;
      const fichier = Buffer.from(octets);
      const texte = fichier.toString("latin1");
      const debut = texte.indexOf("/Contents<") + "/Contents".length;
      const couverts = Buffer.concat([
        fichier.subarray(0, debut),
        fichier.subarray(texte.indexOf(">", debut) + 1),
      ]);
      const cms = Buffer.from(cmsDe(octets));
      expect(lireCms(cms, couverts)?.horodatage).not.toBeNull();
      const acceptes: number[] = [];
      for (let place = 0; place < cms.length; place += pas) {
        const bit = 1 << (place % 8);
        cms[place] = (cms[place] ?? 0) ^ bit;
        if (lireCms(cms, couverts)) acceptes.push(place);
        cms[place] = (cms[place] ?? 0) ^ bit;
      }
      expect(acceptes).toEqual([]);
    }
  }, 900_000);
});

describe("Une autorité qui répond mal", () => {
  const signature = Buffer.from("une signature");
  const demander = () => horodater(autorites[0]?.url ?? "", signature);

  it("laisse le sceau sans horodatage, et la raison est dite", async () => {
    const autorite = autorites[0];
    autorite?.altere(() => Buffer.from("<html>"));
    expect(await demander()).toEqual({
      jeton: null,
      manque: expect.stringContaining("ne se lit pas"),
    });
    const refusee = Buffer.from("30053003020102", "hex");
    autorite?.altere(() => refusee);
    expect(await demander()).toEqual({ jeton: null, manque: expect.stringContaining("statut 2") });
    let gardee: Buffer | null = null;
    autorite?.altere((reponse) => {
      gardee ??= reponse;
      return gardee;
    });
    expect((await demander()).jeton).not.toBeNull();
    expect(await demander()).toEqual({
      jeton: null,
      manque: expect.stringContaining("autre demande"),
    });
    expect(await horodater(autorite?.url ?? "", Buffer.from("une autre"))).toEqual({
      jeton: null,
      manque: expect.stringContaining("autre signature"),
    });
    autorite?.altere(() => null);
    const depuis = Date.now();
    expect(await demander()).toEqual({
      jeton: null,
      manque: expect.stringContaining("pas répondu"),
    });
    expect(Date.now() - depuis).toBeLessThan(8_000);
    autorite?.altere((reponse) => reponse);
    expect(await demander()).toMatchObject({ autorite: "Horodatage d’essai" });
    vi.useFakeTimers({ now: Date.now() + 600_000, toFake: ["Date"] });
    expect(await demander()).toMatchObject({
      jeton: null,
      manque: expect.stringContaining("heure"),
    });
    vi.useRealTimers();
  }, 20_000);

  it.each(["rsa", "ec"])("signe par un certificat %s qui ne sert qu’à horodater", async (cle) => {
    const autorite = cle === "rsa" ? autorites[0] : autorites[1];
    const { jeton } = await horodater(autorite?.url ?? "", signature);
    const signe = (usage: string) => () =>
      lireJeton(
        autorite?.resigner(jeton ?? new Uint8Array(), usage) ?? new Uint8Array(),
        signature,
      );
    expect(signe("timeStamping")()).toHaveProperty("le");
    for (const usage of ["serverAuth", "timeStamping,serverAuth"])
      expect(signe(usage), usage).toThrow("un autre usage");
  });

  it("ne se donne que par une adresse publique en https", () => {
    const accepte = (valeur: string) =>
      creation.safeParse({ nom: "horodatageUrl", valeur }).success;
    for (const bonne of [
      ...["https://tsa.exemple.fr/tsr", "https://horodatage.exemple.fr", "HTTPS://TSA.Exemple.fr/"],
    ])
      expect(accepte(bonne), bonne).toBe(true);
    for (const mauvaise of [
      ...["http://tsa.exemple.fr", "https://127.0.0.1/", "https://[::1]/", "https://10.0.0.4/"],
      ...["https://2130706433/", "https://0x7f.1/", "https://localhost/", "https://Base.Internal"],
      ...["https://tsa.exemple.fr:8443/", "https://a:b@tsa.exemple.fr/", "ftp://a.fr", "tsa"],
    ])
      expect(accepte(mauvaise), mauvaise).toBe(false);
  });
});
