import { randomBytes } from "node:crypto";
import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { EcritureZip } from "../../../worker/operations/fichiers/zip.ts";

const LE = new Date("2026-11-23T16:20:00Z");

/** The archive of these files; its writer is resumed from its saved state again and again, as the product does. */
function ecrire(
  fichiers: readonly { nom: string; comprimee: boolean; morceaux: readonly Buffer[] }[],
): Buffer {
  let zip = new EcritureZip();
  const ecrits: Uint8Array[] = [];
  const index: Uint8Array[] = [];
  const reprendre = () => {
    index.push(zip.index);
    zip = new EcritureZip(JSON.parse(JSON.stringify(zip.etat)));
  };
  for (const { nom, comprimee, morceaux } of fichiers) {
    ecrits.push(zip.ouvrir(nom, LE, comprimee));
    for (const morceau of morceaux) {
      if (Math.random() < 0.5) reprendre();
      ecrits.push(zip.ecrire(morceau));
    }
    ecrits.push(zip.fermer());
  }
  reprendre();
  const lignes = Buffer.concat(index);
  return Buffer.concat([...ecrits, lignes, zip.finir(lignes.length)]);
}

const texte = (octets: number) =>
  Buffer.from("il était une fois ".repeat(octets)).subarray(0, octets);

test("Une archive reprise de morceau en morceau rend chaque fichier, octet pour octet", () => {
  for (let essai = 0; essai < 40; essai++) {
    const fichiers = Array.from({ length: Math.floor(Math.random() * 8) }, (_, rang) => ({
      nom: `dossier ${rang}/Pièce d’identité n° ${rang}.pdf`,
      comprimee: Math.random() < 0.5,
      morceaux: Array.from({ length: Math.floor(Math.random() * 4) }, () =>
        Math.random() < 0.5
          ? randomBytes(Math.floor(Math.random() * 3000))
          : texte(Math.floor(Math.random() * 50_000)),
      ),
    }));
    const lus = unzipSync(ecrire(fichiers));
    expect(Object.keys(lus)).toEqual(fichiers.map(({ nom }) => nom));
    for (const { nom, morceaux } of fichiers) {
      expect(Buffer.concat(morceaux).equals(lus[nom] ?? Buffer.alloc(0))).toBe(true);
    }
  }
});

test("Au-delà de 65 535 fichiers, l’archive est un ZIP64 qui les rend tous", {
  timeout: 180_000,
}, () => {
  const fichiers = Array.from({ length: 65_536 }, (_, rang) => ({
    nom: `${rang}.txt`,
    comprimee: false,
    morceaux: rang % 1000 === 0 ? [Buffer.from(`fichier ${rang}`)] : [],
  }));
  const lus = unzipSync(ecrire(fichiers));
  expect(Object.keys(lus)).toHaveLength(65_536);
  expect(Buffer.from(lus["65000.txt"] ?? []).toString()).toBe("fichier 65000");
});

test("Au-delà de 4 Go, la place d’un fichier et celle du répertoire s’écrivent sur huit octets", () => {
  const place = 5 * 1024 ** 3;
  const zip = new EcritureZip({ place, nombre: 3, ouverte: null });
  const corps = [zip.ouvrir("loin.txt", LE), zip.ecrire(texte(10)), zip.fermer()];
  const ligne = zip.index;
  expect(ligne.readUInt32LE(42)).toBe(0xffffffff);
  expect(ligne.readBigUInt64LE(ligne.length - 8)).toBe(BigInt(place));
  const fin = Buffer.from(zip.finir(ligne.length));
  expect(fin.readUInt32LE(0)).toBe(0x06064b50);
  expect(fin.readBigUInt64LE(32)).toBe(4n);
  expect(fin.readBigUInt64LE(48)).toBe(BigInt(place + Buffer.concat(corps).length));
  expect(fin.readBigUInt64LE(64)).toBe(fin.readBigUInt64LE(48) + BigInt(ligne.length));
});
