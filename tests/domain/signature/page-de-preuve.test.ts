import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { courrielTronque, ipTronquee, type Preuve } from "#domain/signature/preuve.ts";
import { render } from "#worker/documents/page/render.ts";
import { pageDePreuve } from "#worker/documents/signature/page-de-preuve.ts";
import { AGENCE } from "../../support/documents/documents.ts";
import { readStructure } from "../../support/documents/pdf-structure.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";
import { unContrat, unePreuve } from "../../support/documents/sceau.ts";

let lu: Uint8Array;
beforeAll(async () => {
  lu = await unContrat();
});

const rendue = (changements: Partial<Preuve> = {}) =>
  render(pageDePreuve({ agence: AGENCE, preuve: unePreuve(lu, changements) }));
const lue = async (changements?: Partial<Preuve>) => readPdf(await rendue(changements));

describe("La page de preuve", () => {
  it("tient sur une page pour un locataire et l’agence, et dit le fichier lu, les signataires et leurs instants", async () => {
    const { pages, text } = await lue();
    expect(pages).toHaveLength(1);
    for (const dit of [
      "PAGE DE PREUVE",
      "Contrat de location D000123",
      "6 pages",
      "Madame Łucja Nguyễn-Œuvrard, locataire",
      "Signé le 25/11/2026 à 13:22:05 UTC, depuis le réseau 203.0.113.…",
      "Lu jusqu'à la fin le 25/11/2026 à 13:21:40 UTC",
      "Léa Martin, pour l'agence",
      "depuis le réseau 2001:db8:85a3:…",
      "et je le signe électroniquement.",
      "25/11/2026 à 09:00:04 UTC Lien de signature envoyé l'agence 12 346",
      "Signature électronique simple au sens du règlement (UE) n° 910/2014. Le cachet prouve que le fichier n'a pas changé depuis ; il ne prouve pas à lui seul qui a signé.",
    ])
      expect(text).toContain(dit);
  });

  it("ne promet rien de plus qu’une signature simple", async () => {
    const { text } = await lue();
    expect(text).not.toMatch(/certifi[ée]e|qualifi[ée]e|inviolable|valeur légale/i);
  });

  it("tait la boîte et l’adresse entières de chacun : toutes les parties la reçoivent", async () => {
    const { text } = await lue();
    expect(text).toContain("l…@exemple.fr");
    for (const entier of ["lucja.nguyen", "203.0.113.77", "8a2e", "7334"])
      expect(text).not.toContain(entier);
  });

  it("porte la mention de la caution, telle qu’elle l’a saisie, et d’où vient sa qualité", async () => {
    const { signataires } = unePreuve(lu);
    const mention =
      "En me portant caution de M. Roy, dans la limite de trente mille six cents euros (30 600 €)";
    const { text } = await lue({
      lieu: "agence",
      signataires: signataires.map((signataire) => ({
        ...signataire,
        role: "Caution",
        qualite: "représentant légal de Zoé Roy",
        mail: null,
        ip: null,
        identite: "carte",
        mention,
      })),
    });
    expect(text).toContain(`Mention saisie ${mention}`);
    expect(text).toContain("Qualité représentant légal de Zoé Roy");
    expect(text).toContain("Identité carte d'identité, vue par l'agence");
    expect(text).toContain("Signé à l'agence");
    expect(text).not.toContain("Adresse e-mail");
    expect(text).not.toContain("réseau");
  });

  it("dit qui a été averti d’avoir signé devant l’agence, et les signataires d’une même boîte", async () => {
    const [locataire] = unePreuve(lu).signataires;
    if (!locataire) throw new Error("pas de locataire");
    const surPlace = { ...locataire, identite: "connue", luLe: null } as const;
    const { text } = await lue({
      lieu: "agence",
      signataires: [
        { ...surPlace, avertiLe: "2026-11-25T13:22:06.000Z" },
        { ...surPlace, nom: "M. Hugo Roy" },
        { ...surPlace, nom: "M. Paul Petit", mail: null },
      ],
    });
    for (const dit of [
      "Adresse e-mail l…@exemple.fr, aussi celle de M. Hugo Roy",
      "Adresse e-mail l…@exemple.fr, aussi celle de Madame Łucja Nguyễn-Œuvrard",
      "Averti par courriel, le 25/11/2026 à 13:22:06 UTC",
      "Averti non, le courriel n'est pas parti",
      "Averti non, sans adresse e-mail connue",
    ])
      expect(text).toContain(dit);
    expect((await lue()).text).not.toContain("Averti");
  });

  it("est balisée, et court sur autant de pages qu’il faut pour six signataires et soixante événements", async () => {
    const { signataires, evenements } = unePreuve(lu);
    const octets = await rendue({
      signataires: Array(3).fill(signataires).flat(),
      evenements: Array(12).fill(evenements).flat(),
    });
    const { faults, parts } = await readStructure(octets);
    expect(faults).toEqual([]);
    expect(
      parts.filter(({ role, text }) => role === "H3" && text.includes("locataire")),
    ).toHaveLength(3);
    expect(readPdf(octets).pages.length).toBeGreaterThan(1);
  });
});

describe("Une adresse tronquée", () => {
  it.each([
    ["203.0.113.77", "203.0.113.…"],
    ["::ffff:203.0.113.77", "203.0.113.…"],
    ["2001:db8:85a3::8a2e:370:7334", "2001:db8:85a3:…"],
    ["2001:db8::1", "2001:db8:0:…"],
    ["::1", "0:0:0:…"],
    ["inconnue", "…"],
    ["", "…"],
  ])("%s se lit %s", (ip, attendu) => expect(ipTronquee(ip)).toBe(attendu));

  it("ne laisse jamais lire ce qui la distingue de ses voisines", () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.nat(255), (ip, fin) => {
        const voisine = `${ip.slice(0, ip.lastIndexOf("."))}.${fin}`;
        expect(ipTronquee(ip)).toBe(ipTronquee(voisine));
      }),
    );
    fc.assert(
      fc.property(fc.ipV6(), (ip) => {
        expect(ipTronquee(ip)).toMatch(/^([\da-f]{1,4}:){3}…$|^(\d{1,3}\.){3}…$|^…$/i);
      }),
    );
    fc.assert(
      fc.property(fc.emailAddress(), (mail) => {
        const nom = mail.slice(1, mail.lastIndexOf("@"));
        if (nom.length > 1) expect(courrielTronque(mail).split("@")[0]).not.toContain(nom);
      }),
    );
  });
});
